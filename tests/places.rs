//! Where markers stand: real places, and one text for each kind of block and script.
//!
//! Golden cases are HTML with `{1}` where the marker stands, `{p1}` where it is a paragraph of
//! its own. The law is held at every position of every text.

#![cfg(feature = "ammonia")]

#[path = "support/east_asian.rs"]
mod east_asian;
mod support;
#[path = "support/texts.rs"]
mod texts;

use east_asian::EAST_ASIAN;
use groundmark::{Answer, Options, render};
use serde_json::json;
use support::places::PLACES;
use texts::{TEXTS, Text};

/// A response with one citation, from the start of `text` to `end`.
fn cited_to(text: &str, end: usize) -> String {
    let segment = json!({ "endIndex": end, "text": &text[..end] });
    response(
        text,
        json!([{ "segment": segment, "groundingChunkIndices": [0] }]),
    )
}

fn response(text: &str, supports: serde_json::Value) -> String {
    json!({
        "candidates": [{
            "content": { "role": "model", "parts": [{ "text": text }] },
            "finishReason": "STOP",
            "groundingMetadata": {
                "groundingChunks": [{ "web": { "uri": "https://example.org/", "title": "x" } }],
                "groundingSupports": supports,
            },
        }],
        "responseId": "places",
    })
    .to_string()
}

#[track_caller]
fn body(response: String) -> String {
    let mut options = Options::default();
    options.id_prefix = Some("p".to_owned());
    let answer: Answer = render(response, &options).expect("a response renders");
    answer.body_html
}

/// `{1}` for a marker, `{p1}` for one in a paragraph of its own.
fn abbreviated(body_html: &str) -> String {
    const OPEN: &str = "<sup class=\"gm-cite\">[";
    let mut out = String::new();
    let mut rest = body_html;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let (marker, behind) = after.split_once("]</sup>").expect("a marker is closed");
        let number = marker
            .split_once("\">")
            .and_then(|(_, link)| link.strip_suffix("</a>"))
            .expect("a marker is one link");
        out.push_str(before);
        out.push_str(&format!("{{{number}}}"));
        rest = behind;
    }
    out.push_str(rest);
    out.replace("<p class=\"gm-cites\">{1}</p>", "{p1}")
}

#[test]
fn markers_stand_where_a_reader_expects_them() {
    let mut wrong = String::new();
    for place in &PLACES {
        let html = abbreviated(&body(cited_to(place.text, place.end())));
        if html != place.html {
            wrong += &format!("{}\n  want: {}\n  got:  {html}\n", place.name, place.html);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn texts() -> impl Iterator<Item = &'static Text> {
    TEXTS.iter().chain(&EAST_ASIAN)
}

/// The texts' places: `‸` in `marked` is the end of the cited segment.
#[test]
fn markers_fit_every_kind_of_block_and_script() {
    let mut wrong = String::new();
    for text in texts() {
        let end = text.marked.find('‸').expect("a text has a place");
        let html = abbreviated(&body(cited_to(&text.text(), end)));
        if html != text.html {
            wrong += &format!("{}\n  want: {}\n  got:  {html}\n", text.name, text.html);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_law_holds_at_every_position() {
    let places = PLACES
        .iter()
        .map(|place| (place.name, place.text.to_owned()));
    for (name, text) in places.chain(texts().map(|text| (text.name, text.text()))) {
        let plain = body(response(&text, json!([])));
        for end in (1..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let stripped = support::strip_markers(&body(cited_to(&text, end)));
            assert_eq!(stripped, plain, "{name}, cited to byte {end}");
        }
    }
}
