//! What the integration tests share: nasty Markdown, responses around it, and the law's scissors.
//!
//! The tests that use this say `mod support;`. Each uses a part of it, hence the first line below.
#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    missing_debug_implementations
)]

pub mod frames;
pub mod generate;
pub mod long;
pub mod places;
mod scraps;
pub mod tidy;
pub mod words;

use serde_json::{Map, Value, json};

pub use generate::{Rng, markdown, markdown_without_raw_html};

/// How many web chunks [`response`] gives.
const CHUNKS: usize = 5;

/// The names under which a response can carry its supports, old ones included.
const SUPPORT_KEYS: [&str; 6] = [
    "annotations",
    "groundingAttributions",
    "groundingSupports",
    "grounding_supports",
    "groundingSupport",
    "grounding_support",
];

/// A response whose answer is `text`, with a citation at each of `ends` (byte offsets).
///
/// Segments begin 1 to 12 characters before their end. Chunk indices differ from support to
/// support; every third support has two, not always ascending. An end of 0 has no segment and is
/// left out; an end inside a character is a mistake of the test and panics.
pub fn response(text: &str, ends: &[usize]) -> String {
    let supports: Vec<Value> = ends
        .iter()
        .filter(|&&end| end > 0)
        .enumerate()
        .map(|(position, &end)| support(text, end, position))
        .collect();
    let chunks: Vec<Value> = (0..CHUNKS).map(chunk).collect();
    json!({
        "candidates": [{
            "content": { "role": "model", "parts": [{ "text": text }] },
            "finishReason": "STOP",
            "groundingMetadata": {
                "groundingChunks": chunks,
                "groundingSupports": supports,
            },
        }],
        "responseId": "generated",
    })
    .to_string()
}

fn chunk(index: usize) -> Value {
    json!({ "web": {
        "uri": format!("https://source-{index}.example.org/page"),
        "title": format!("Source page {index}"),
    } })
}

fn support(text: &str, end: usize, position: usize) -> Value {
    let back = 1 + position * 5 % 12;
    let start = text[..end]
        .char_indices()
        .rev()
        .nth(back - 1)
        .map_or(0, |(at, _)| at);
    let first = position % CHUNKS;
    let chunks = if position % 3 == 2 {
        vec![first, (position * 3 + 2) % CHUNKS]
    } else {
        vec![first]
    };
    let mut segment = Map::new();
    // As Google's servers do it: a zero is left out.
    if start > 0 {
        segment.insert("startIndex".into(), start.into());
    }
    segment.insert("endIndex".into(), end.into());
    segment.insert("text".into(), text[start..end].into());
    json!({ "segment": segment, "groundingChunkIndices": chunks })
}

/// The same response without any support, whatever its envelope, frames and spelling.
pub fn without_citations(json: &str) -> String {
    let mut value: Value = serde_json::from_str(json).expect("the response under test is JSON");
    remove_supports(&mut value);
    value.to_string()
}

fn remove_supports(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !SUPPORT_KEYS.contains(&name.as_str()));
            fields.values_mut().for_each(remove_supports);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_supports),
        _ => {}
    }
}

/// The law's scissors: `body_html` without its markers, every other byte untouched.
///
/// First the paragraphs that hold the markers after a code block, then the markers in the text.
/// Neither nests in itself, so scanning is exact. A marker that is never closed panics.
pub fn strip_markers(body_html: &str) -> String {
    let without_paragraphs = cut_all(body_html, "<p class=\"gm-cites\">", "</p>");
    cut_all(&without_paragraphs, "<sup class=\"gm-cite\">", "</sup>")
}

fn cut_all(html: &str, open: &str, close: &str) -> String {
    let mut kept = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(open) {
        kept.push_str(before);
        let (_, behind) = after
            .split_once(close)
            .unwrap_or_else(|| panic!("{open} is never closed in {html}"));
        rest = behind;
    }
    kept.push_str(rest);
    kept
}
