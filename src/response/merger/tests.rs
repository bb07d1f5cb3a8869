//! Frame by frame, and all at once.

mod clients;
mod said_again;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::*;
use crate::Diagnostic;
use crate::response::{parse, read};

fn tree(json: &str) -> Value {
    parse(json.as_bytes(), &mut Diagnostics::default()).unwrap()
}

/// Both hold all that a response does, origins included.
#[track_caller]
fn alike(one: &Response, other: &Response, of: &str) {
    assert_eq!(format!("{one:?}"), format!("{other:?}"), "{of}");
}

/// Pushes the frames one by one and looks at what is there after each.
struct Live {
    merger: Merger,
    diagnostics: Diagnostics,
}

impl Live {
    fn new() -> Self {
        Self {
            merger: Merger::new(0),
            diagnostics: Diagnostics::default(),
        }
    }

    fn push(&mut self, json: &str) -> Result<(), Error> {
        self.merger.push(&tree(json), &mut self.diagnostics)
    }

    fn shown(&self) -> Vec<String> {
        let parts = self.merger.parts().iter();
        parts.map(|part| format!("{part:?}")).collect()
    }

    #[track_caller]
    fn shows(&mut self, json: &str, parts: &[&str], revision: usize) {
        self.push(json).unwrap();
        assert_eq!(self.shown(), parts, "after {json}");
        assert_eq!(self.merger.revision(), revision, "after {json}");
    }
}

/// Whether parts only grew: more text at the end of the last, or more parts behind it.
fn only_grew(before: &[Part], after: &[Part]) -> bool {
    let same = |(before, after): (&Part, &Part)| format!("{before:?}") == format!("{after:?}");
    let Some((last, earlier)) = before.split_last() else {
        return true;
    };
    let grew = match (last, after.get(earlier.len())) {
        (Part::Text(last), Some(Part::Text(now))) => now.starts_with(last),
        (Part::Thought(last), Some(Part::Thought(now))) => now.starts_with(last),
        (last, Some(now)) => same((last, now)),
        (_, None) => false,
    };
    grew && earlier.iter().zip(after).all(same)
}

fn copy(parts: &[Part]) -> Vec<Part> {
    let copy = |part: &Part| match part {
        Part::Text(text) => Part::Text(text.clone()),
        Part::Thought(thought) => Part::Thought(thought.clone()),
        Part::Shown(shown) => Part::Shown(shown.clone()),
        Part::Hidden => Part::Hidden,
    };
    parts.iter().map(copy).collect()
}

/// One by one the frames give what the array gives, and the parts are right in between.
fn is_the_same_live(frames: &[Value], of: &str) {
    let mut live = Live::new();
    let mut whole = Diagnostics::default();
    let array = Value::Array(frames.to_vec());
    let expected = read(&array, 0, &mut whole).unwrap();
    let mut before = (Vec::new(), 0);
    for (at, frame) in frames.iter().enumerate() {
        // What is no frame is a diagnostic in an array and an error here.
        if live.merger.push(frame, &mut live.diagnostics).is_err() {
            continue;
        }
        let parts = live.merger.parts();
        let revision = live.merger.revision();
        assert!(revision >= before.1, "{of} [{at}]");
        let grew = only_grew(&before.0, parts);
        assert!(grew || revision > before.1, "{of} [{at}]: {parts:?}");
        let mut so_far = Diagnostics::default();
        let so_far = read(&Value::Array(frames[..=at].to_vec()), 0, &mut so_far).unwrap();
        let so_far = so_far.candidate.unwrap_or_default().parts;
        assert_eq!(format!("{parts:?}"), format!("{so_far:?}"), "{of} [{at}]");
        before = (copy(parts), revision);
    }
    alike(&live.merger.finish(), &expected, of);
    let without_refused = |found: Diagnostics| -> Vec<Diagnostic> {
        let is_frame = |path: &str| path.matches(['[', '.']).count() == 1;
        let found = found.into_vec().into_iter();
        found
            .filter(|found| found.code != "wrong-type" || !is_frame(&found.path))
            .collect()
    };
    assert_eq!(
        without_refused(live.diagnostics),
        without_refused(whole),
        "{of}"
    );
}

/// The frames of a response, whatever it is: a stream's own, or the response as the only one.
fn frames_of(value: Value) -> Vec<Value> {
    match value {
        Value::Array(frames) => frames,
        other => vec![other],
    }
}

#[test]
fn every_fixture_is_the_same_live() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(json) = fs::read_to_string(folder.join("response.json")) else {
            continue;
        };
        is_the_same_live(&frames_of(tree(&json)), &folder.display().to_string());
        count += 1;
    }
    assert!(count > 50, "{count} fixtures");
}

#[test]
fn every_recorded_response_is_the_same_live() {
    let Some(folder) = std::env::var_os("GROUNDMARK_CORPUS") else {
        println!("skipped: GROUNDMARK_CORPUS names no folder of recorded responses");
        return;
    };
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".json") && name != "expected-offsets.json" {
            let json = fs::read_to_string(&path).unwrap();
            is_the_same_live(&frames_of(tree(&json)), &name);
            count += 1;
        }
    }
    assert!(count > 40, "{count} recorded responses");
}

const ONE: &str = r#"{"candidates": [{"content": {"parts": [{"text": "a"}]}}], "responseId": "r"}"#;

#[test]
fn text_grows_part_by_part() {
    let mut live = Live::new();
    assert!(live.merger.parts().is_empty());
    live.shows(ONE, &[r#"Text("a")"#], 0);
    assert_eq!(live.merger.response_id(), Some("r"));
    live.shows("{}", &[r#"Text("a")"#], 0);
    live.shows(
        &format!(r#"[{ONE}, {{"response": {ONE}}}]"#),
        &[r#"Text("aaa")"#],
        0,
    );
    live.shows(
        r#"{"parts": [{"text": "b", "thought": true}, {"text": "é"}]}"#,
        &[r#"Text("aaa")"#, r#"Thought("b")"#, r#"Text("é")"#],
        0,
    );
    let response = live.merger.finish();
    assert_eq!(response.candidate_count, 1);
    assert_eq!(response.candidate.unwrap().parts.len(), 3);
    assert!(live.merger.parts().is_empty());
}

#[test]
fn of_single_values_the_last_given_counts() {
    let json = r#"[
        {"promptFeedback": {"blockReason": "SAFETY"}, "responseId": "1", "modelVersion": "m",
         "candidates": [{}, {}]},
        {"candidates": [{}], "responseId": "2", "modelVersion": ""}
    ]"#;
    let response = read(&tree(json), 0, &mut Diagnostics::default()).unwrap();
    assert_eq!(response.candidate_count, 2);
    assert_eq!(response.block_reason.as_deref(), Some("SAFETY"));
    assert_eq!(response.response_id.as_deref(), Some("2"));
    assert_eq!(response.model_version.as_deref(), Some("m"));
}

#[test]
fn what_is_no_frame_is_refused_and_changes_nothing() {
    let mut live = Live::new();
    live.push(ONE).unwrap();
    for (json, code) in [
        ("5", "not-a-response"),
        (r#"{"a": 1}"#, "not-a-response"),
        (
            r#"{"role": "user", "parts": [{"type": "text", "text": "q"}]}"#,
            "not-a-response",
        ),
        (
            r#"{"error": {"code": 503, "status": "UNAVAILABLE"}}"#,
            "api-error",
        ),
        (
            r#"{"error": {"code": 503}, "usageMetadata": {}}"#,
            "api-error",
        ),
    ] {
        let error = live.push(json).unwrap_err();
        assert_eq!(error.code(), code, "{json}");
        assert_eq!(live.shown(), [r#"Text("a")"#]);
        assert_eq!(live.merger.revision(), 0);
    }
    live.shows(ONE, &[r#"Text("aa")"#], 0);
    let among = format!(r#"[{{"error": {{"code": 1}}}}, {ONE}]"#);
    assert_eq!(live.push(&among).unwrap_err().code(), "api-error");
    assert_eq!(live.shown(), [r#"Text("aaa")"#]);
    // With an answer beside it, an error is the stream's end and no answer of its own.
    let beside = r#"{"error": {"code": 1}, "candidates": [{"text": "b"}]}"#;
    live.shows(beside, &[r#"Text("aaab")"#], 0);
    // Frames that were refused are counted, so a path says which push it was.
    live.push(r#"{"candidates": [5]}"#).unwrap();
    let found = live.diagnostics.into_vec();
    let last = found.last().unwrap();
    assert_eq!(
        (last.code, last.path.as_str()),
        ("wrong-type", "[9].candidates[0]")
    );
}

#[test]
fn an_error_is_told_once_and_no_answer_is_lost() {
    let mut live = Live::new();
    let error = r#"{"error": {"code": 429}}"#;
    assert_eq!(live.push(error).unwrap_err().code(), "api-error");
    assert_eq!(live.push(error).unwrap_err().code(), "api-error");
    live.push(ONE).unwrap();
    assert_eq!(live.merger.finish().candidate_count, 1);
}

fn event(index: usize, delta: &str) -> String {
    format!(r#"{{"event_type": "step.delta", "index": {index}, "delta": {delta}}}"#)
}

/// The frame of a number.
type Shape = fn(usize) -> String;

/// How long it takes to push a frame `count` times.
fn time_of(count: usize, frame: Shape) -> Duration {
    let frames: Vec<Value> = (0..count).map(|n| tree(&frame(n))).collect();
    let mut merger = Merger::new(0);
    let mut diagnostics = Diagnostics::default();
    let start = Instant::now();
    for frame in &frames {
        merger.push(frame, &mut diagnostics).unwrap();
        std::hint::black_box((merger.parts(), merger.revision()));
    }
    std::hint::black_box(merger.finish());
    start.elapsed()
}

#[test]
fn a_push_costs_what_its_frame_is_long() {
    let shapes: [(&str, Shape); 5] = [
        ("texts", |_| ONE.to_owned()),
        ("parts", |n| {
            format!(
                r#"{{"parts": [{{"text": "a", "thought": {}}}]}}"#,
                n % 2 == 0
            )
        }),
        ("metadata", |n| {
            format!(
                r#"{{"groundingMetadata": {{"groundingChunks": [{{"web": {{"uri": "u{n}"}}}}],
                "groundingSupports": [{{"segment": {{"endIndex": 1}}, "groundingChunkIndices": [{n}]}}],
                "webSearchQueries": ["{n}"]}}}}"#
            )
        }),
        ("pieces of the AI SDK", |n| match n % 3 {
            0 => r#"{"type": "start-step"}"#.to_owned(),
            1 => r#"{"type": "text-delta", "delta": "a"}"#.to_owned(),
            _ => r#"{"type": "reasoning-delta", "delta": "b"}"#.to_owned(),
        }),
        ("events", |n| {
            event(n / 3, r#"{"type": "text", "text": "a"}"#)
        }),
    ];
    for (name, shape) in shapes {
        // Were a push to cost what came before, it would be 256 times as long, not 16. A machine
        // that does something else meanwhile gets another chance.
        let is_linear = |_| {
            let (few, many) = (time_of(4_000, shape), time_of(64_000, shape));
            println!("{name}: {few:?}, then {many:?}");
            many < few * 64 + Duration::from_millis(20)
        };
        assert!((0..5).any(is_linear), "{name}");
    }
}
