//! However a response is cut into frames, the frames give what the response gives at once.

mod support;

use std::{env, fs};

use groundmark::{Options, render};
use serde_json::{Value, json};
use support::frames::cut;
use support::{Rng, markdown};

/// Generated responses in every run; each is cut several times.
const RESPONSES: u64 = 2_000;
const CUTS: usize = 3;

/// Texts of many scripts, cut between any two characters.
const TEXTS: [&str; 6] = [
    "엘러리 항구는 **2031년**에 다시 열렸다.\n\n* 첫째 부두: 12\u{a0}m\n* 둘째 부두: 9 m",
    "天平路的书店周一休息。\n\n| 日 | 时间 |\n|---|---|\n| 二 | 10–18 |\n\n见`入口`。",
    "橋の長さは **412 m** です。通行料は無料になりました。",
    "أُعيد افتتاح الميناء في عام 2031. الدخول مجاني.",
    "Die Fähre fährt *täglich* außer montags; Räder reisen für 3\u{a0}€ mit. 👩🏽‍🚀",
    "The reef lost 14% of its corals. See [the survey](https://reef.example.org/a_b).",
];

fn options() -> Options {
    let mut options = Options::default();
    options.thoughts = true;
    options.confidence = true;
    options
}

/// The answer but for the places that diagnostics name, and for the order in which those were found.
fn answer(response: &Value) -> Value {
    let answer = render(response.to_string(), &options()).expect("a response renders");
    let mut value = serde_json::to_value(answer).expect("plain data");
    let found = value["diagnostics"].as_array_mut().expect("a list");
    for diagnostic in found.iter_mut() {
        let fields = diagnostic.as_object_mut().expect("an object");
        fields.retain(|name, _| name != "path");
    }
    found.sort_by_key(Value::to_string);
    value
}

#[track_caller]
fn is_the_same_in_frames(response: &Value, rng: &mut Rng, name: &str) {
    let expected = answer(response);
    for _ in 0..CUTS {
        let frames = Value::Array(cut(response, rng));
        let found = answer(&frames);
        if found != expected {
            for (field, expected) in expected.as_object().expect("an object") {
                if found[field] != *expected {
                    println!(
                        "{field}:\n  at once   {expected}\n  in frames {}",
                        found[field]
                    );
                }
            }
            panic!("{name}\n\n{response}\n\n{frames}");
        }
    }
}

/// Parts of every kind. No text stands beside a text, no thought beside a thought: in frames they
/// are one.
fn parts(rng: &mut Rng) -> Vec<Value> {
    let mut parts: Vec<Value> = Vec::new();
    let mut last = "";
    for _ in 0..1 + rng.below(5) {
        let kind = *rng.pick(&["text", "text", "text", "thought", "code", "image", "call"]);
        if kind == last && matches!(kind, "text" | "thought") {
            continue;
        }
        last = kind;
        parts.push(match kind {
            "text" if rng.below(2) == 0 => json!({ "text": markdown(rng) }),
            "text" => json!({ "text": *rng.pick(&TEXTS) }),
            "thought" => json!({ "text": *rng.pick(&TEXTS), "thought": true }),
            "code" => json!({ "executableCode": { "language": "PYTHON", "code": "print(1)" } }),
            "image" => json!({ "inlineData": { "mimeType": "image/png", "data": "iVBORw0KGgo=" } }),
            _ => json!({ "functionCall": { "name": "f", "args": {} } }),
        });
    }
    parts
}

fn visible(parts: &[Value]) -> String {
    let texts = parts.iter().filter(|part| part["thought"].is_null());
    texts.filter_map(|part| part["text"].as_str()).collect()
}

/// A place in a text, between two characters.
fn boundary(text: &str, rng: &mut Rng) -> usize {
    let mut at = rng.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn chunk(index: usize, rng: &mut Rng) -> Value {
    match rng.below(8) {
        // An emptied one keeps its place. At the beginning of a list it proves nothing.
        0 if index % 3 == 1 => json!({ "web": {} }),
        1 => {
            json!({ "retrievedContext": { "text": format!("Passage {index}"), "fileSearchStore": "s" } })
        }
        2 => json!({ "maps": { "uri": format!("https://maps.google.com/?cid={index}"),
            "title": format!("Ort {index}"), "placeId": format!("places/{index}") } }),
        3 => json!({ "sky": { "uri": format!("https://sky.example/{index}") } }),
        _ => {
            json!({ "web": { "uri": format!("https://s{index}.example.org/a"), "title": format!("제목 {index}") } })
        }
    }
}

fn support(text: &str, chunks: usize, number: usize, rng: &mut Rng) -> Value {
    let (one, other) = (boundary(text, rng), boundary(text, rng));
    let (start, end) = (one.min(other), one.max(other));
    // One in twelve names a chunk beyond all.
    let indices: Vec<usize> = (0..1 + rng.below(3))
        .map(|_| {
            let beyond = usize::from(rng.below(4) == 0);
            rng.below(chunks + beyond)
        })
        .collect();
    let mut segment = json!({ "endIndex": end, "text": &text[start..end] });
    if start > 0 {
        segment["startIndex"] = start.into();
    }
    // Its number makes it differ from all others.
    let score = 0.5 + number as f64 / 1000.0;
    json!({ "segment": segment, "confidenceScores": vec![score; indices.len()], "groundingChunkIndices": indices })
}

fn response(rng: &mut Rng) -> Value {
    let parts = parts(rng);
    let text = visible(&parts);
    let mut candidate = json!({ "content": { "role": "model", "parts": parts } });
    if rng.below(8) > 0 {
        candidate["finishReason"] = (*rng.pick(&["STOP", "STOP", "MAX_TOKENS", "SAFETY"])).into();
    }
    if rng.below(8) > 0 {
        let chunks = 1 + rng.below(6);
        let list: Vec<Value> = (0..chunks).map(|index| chunk(index, rng)).collect();
        let supports: Vec<Value> = (0..rng.below(9))
            .map(|number| support(&text, chunks, number, rng))
            .collect();
        let queries: Vec<String> = (0..rng.below(4)).map(|n| format!("검색 {n}")).collect();
        candidate["groundingMetadata"] = json!({
            "groundingChunks": list,
            "groundingSupports": supports,
            "webSearchQueries": queries,
            "imageSearchQueries": ["bridge"],
            "retrievalQueries": ["a", "b"],
            "searchEntryPoint": { "renderedContent": "<div>search</div>", "sdkBlob": "W10=" },
            "retrievalMetadata": { "googleSearchDynamicRetrievalScore": 0.25 },
            "googleMapsWidgetContextToken": "token",
            "sourceFlaggingUris": [
                { "sourceId": "places/2", "flagContentUri": "https://maps.google.com/report" },
                { "sourceId": "places/404", "flagContentUri": "https://maps.google.com/other" },
            ],
        });
    }
    if rng.below(3) == 0 {
        let entries: Vec<Value> = (0..1 + rng.below(4))
            .map(|n| {
                let (one, other) = (boundary(&text, rng), boundary(&text, rng));
                json!({ "startIndex": one.min(other), "endIndex": one.max(other),
                    "uri": format!("https://book.example/{n}"), "license": "mit" })
            })
            .collect();
        let name = *rng.pick(&["citationSources", "citations"]);
        candidate["citationMetadata"] = json!({ name: entries });
    }
    if rng.below(3) == 0 {
        let pages: Vec<Value> = (0..1 + rng.below(3))
            .map(|n| {
                json!({ "retrievedUrl": format!("https://page.example/{n}"),
                    "urlRetrievalStatus": "URL_RETRIEVAL_STATUS_SUCCESS" })
            })
            .collect();
        candidate["urlContextMetadata"] = json!({ "urlMetadata": pages });
    }
    json!({ "candidates": [candidate], "responseId": "frames", "modelVersion": "gemini-2.5-flash" })
}

#[test]
fn any_way_of_cutting_gives_the_same_answer() {
    for seed in 0..RESPONSES {
        let mut rng = Rng::new(seed);
        let response = response(&mut rng);
        is_the_same_in_frames(&response, &mut rng, &format!("seed {seed}"));
    }
}

/// The text of a stream, in each of the forms in which servers send it.
#[test]
fn the_text_of_a_stream_gives_what_its_frames_give() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let frames = cut(&response(&mut rng), &mut rng);
        let array = Value::Array(frames.clone()).to_string();
        let plain = |text: &str| {
            let answer = render(text, &options()).expect("a response renders");
            serde_json::to_value(answer).expect("plain data")
        };
        let expected = plain(&array);
        let each = |write: fn(&Value) -> String| frames.iter().map(write).collect::<String>();
        for text in [
            each(|frame| format!("data: {frame}\n\n")),
            each(|frame| format!(": alive\r\nid: 7\r\ndata: {frame}\r\n\r\n"))
                + "data: [DONE]\r\n\r\n",
            each(|frame| {
                format!(
                    "data: {}\n\n",
                    format!("{frame:#}").replace('\n', "\ndata: ")
                )
            }),
            each(|frame| format!("{frame}\n")),
            each(|frame| format!("{frame:#}\r\n")),
        ] {
            let found = plain(&text);
            // A stream of one line is one response, whose paths begin without a number.
            if frames.len() > 1 {
                assert_eq!(found, expected, "seed {seed}: {text}");
            }
        }
    }
}

/// Whether this is one response of generateContent with one candidate.
fn is_plain(value: &Value) -> bool {
    let candidates = value["candidates"].as_array();
    candidates.is_some_and(|list| list.len() == 1 && list[0]["content"]["parts"].is_array())
}

#[test]
fn any_way_of_cutting_a_fixture_gives_the_same_answer() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("fixtures") {
        let path = entry.expect("an entry").path().join("response.json");
        let Ok(json) = fs::read_to_string(&path) else {
            continue;
        };
        let value: Value = serde_json::from_str(&json).expect("JSON");
        if is_plain(&value) {
            let mut rng = Rng::new(count);
            is_the_same_in_frames(&value, &mut rng, &path.display().to_string());
            count += 1;
        }
    }
    assert!(count > 25, "{count} fixtures");
}

/// One response of the frames of a recorded stream, joined in the plainest way: each of them says
/// everything once.
fn joined(frames: &[Value]) -> Value {
    let mut whole = frames[0].clone();
    for frame in &frames[1..] {
        let fields = frame.as_object().expect("an object").clone();
        for (name, value) in fields {
            if name != "candidates" {
                whole[name] = value;
            }
        }
        for candidate in frame["candidates"].as_array().into_iter().flatten() {
            let into = &mut whole["candidates"][0];
            for (name, value) in candidate.as_object().expect("an object") {
                join(into, name, value);
            }
        }
    }
    whole
}

fn join(into: &mut Value, name: &str, value: &Value) {
    match (&mut into[name], value) {
        (Value::Object(known), Value::Object(more)) => {
            let mut known = Value::Object(std::mem::take(known));
            for (name, value) in more {
                join(&mut known, name, value);
            }
            into[name] = known;
        }
        (Value::Array(known), Value::Array(more)) => {
            for item in more {
                match (known.last_mut(), item["text"].as_str()) {
                    (Some(last), Some(text)) if name == "parts" && last["text"].is_string() => {
                        let begun = last["text"].as_str().unwrap_or_default();
                        last["text"] = [begun, text].concat().into();
                    }
                    _ => known.push(item.clone()),
                }
            }
        }
        (known, value) => *known = value.clone(),
    }
}

#[test]
fn recorded_responses_may_be_cut_too() {
    let Some(folder) = env::var_os("GROUNDMARK_CORPUS") else {
        println!("skipped: GROUNDMARK_CORPUS names no folder of recorded responses");
        return;
    };
    let (mut responses, mut streams) = (0, 0);
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        if !name.ends_with(".json") || name.ends_with("expected-offsets.json") {
            continue;
        }
        let json = fs::read_to_string(&path).expect("a file");
        let value: Value = serde_json::from_str(&json).expect("JSON");
        let mut rng = Rng::new(responses);
        let whole = match value.as_array() {
            Some(frames) if frames.len() > 1 => {
                let whole = joined(frames);
                assert_eq!(answer(&value), answer(&whole), "{name}");
                streams += 1;
                whole
            }
            Some(frames) => frames[0].clone(),
            None => value,
        };
        if is_plain(&whole) {
            is_the_same_in_frames(&whole, &mut rng, &name);
            responses += 1;
        }
    }
    println!("{responses} responses, {streams} of them streams");
    assert!(responses > 35 && streams > 10, "{responses}, {streams}");
}
