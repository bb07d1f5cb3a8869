//! Frame by frame, and all at once.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::*;
use crate::Diagnostic;
use crate::response::{Candidate, parse, read};

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
    // With an answer beside it, an error is the stream's end and no answer of its own.
    let beside = r#"{"error": {"code": 1}, "candidates": [{"text": "b"}]}"#;
    live.shows(beside, &[r#"Text("aab")"#], 0);
    // Frames that were refused are counted, so a path says which push it was.
    live.push(r#"{"candidates": [5]}"#).unwrap();
    let found = live.diagnostics.into_vec();
    let last = found.last().unwrap();
    assert_eq!(
        (last.code, last.path.as_str()),
        ("wrong-type", "[8].candidates[0]")
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

#[test]
fn a_whole_answer_replaces_what_came_before() {
    let mut live = Live::new();
    let message = |text: &str| {
        format!(
            r#"{{"role": "assistant", "id": "m", "parts": [{{"type": "text", "text": "{text}"}}]}}"#
        )
    };
    live.shows(&message("a"), &[r#"Text("a")"#], 0);
    live.shows(&message("b"), &[r#"Text("b")"#], 1);
    assert_eq!(live.merger.response_id(), Some("m"));
    live.shows(ONE, &[r#"Text("ba")"#], 1);
}

#[test]
fn pieces_of_the_ai_sdk_are_joined_as_they_come() {
    let mut live = Live::new();
    live.shows(r#"{"type": "start", "messageId": "m"}"#, &[], 0);
    assert_eq!(live.merger.response_id(), Some("m"));
    live.shows(r#"{"type": "start-step"}"#, &[], 0);
    live.shows(
        r#"{"type": "text-delta", "delta": "a"}"#,
        &[r#"Text("a")"#],
        0,
    );
    live.shows(
        r#"{"type": "text-delta", "delta": "b"}"#,
        &[r#"Text("ab")"#],
        0,
    );
    live.shows(r#"{"type": "text-end"}"#, &[r#"Text("ab")"#], 0);
    live.shows(r#"{"usageMetadata": {}}"#, &[r#"Text("ab")"#], 0);
    live.shows(r#"{"type": "start-step"}"#, &[r#"Text("ab")"#], 0);
    live.shows(
        r#"{"type": "text-delta", "delta": "c"}"#,
        &[r#"Text("ab\n\nc")"#],
        0,
    );
    // The empty line goes to a text that a thought stands behind.
    live.shows(
        r#"[{"type": "start-step"}, {"type": "reasoning-delta", "delta": "t"}]"#,
        &[r#"Text("ab\n\nc")"#, r#"Thought("t")"#],
        0,
    );
    live.shows(
        r#"{"type": "text-delta", "delta": "d"}"#,
        &[r#"Text("ab\n\nc\n\n")"#, r#"Thought("t")"#, r#"Text("d")"#],
        1,
    );
    assert_eq!(live.merger.finish().candidate.unwrap().parts.len(), 3);
}

fn event(index: usize, delta: &str) -> String {
    format!(r#"{{"event_type": "step.delta", "index": {index}, "delta": {delta}}}"#)
}

#[test]
fn events_are_joined_by_their_step_as_they_come() {
    let text =
        |index, text: &str| event(index, &format!(r#"{{"type": "text", "text": "{text}"}}"#));
    let mut live = Live::new();
    live.shows(
        r#"{"event_type": "interaction.created", "interaction": {"id": "i"}}"#,
        &[],
        0,
    );
    assert_eq!(live.merger.response_id(), Some("i"));
    live.shows(&text(1, "a"), &[r#"Text("a")"#], 0);
    live.shows(&text(1, "b"), &[r#"Text("ab")"#], 0);
    let image = r#"{"type": "image", "mime_type": "image/png", "data": "AA=="}"#;
    let shown = r#"Shown(Data { name: None, media_type: "image/png", base64: "AA==" })"#;
    live.shows(&event(1, image), &[r#"Text("ab")"#, shown], 0);
    // The text stands before the image.
    live.shows(&text(1, "c"), &[r#"Text("abc")"#, shown], 1);
    live.shows(
        &event(
            2,
            r#"{"type": "google_search_call", "arguments": {"queries": ["q"]}}"#,
        ),
        &[r#"Text("abc")"#, shown],
        1,
    );
    live.shows(
        &text(4, "e"),
        &[r#"Text("abc\n\n")"#, shown, r#"Text("e")"#],
        2,
    );
    live.shows(
        &text(3, "d"),
        &[r#"Text("abc\n\n")"#, shown, r#"Text("d")"#, r#"Text("e")"#],
        4,
    );
    live.shows(
        &text(0, "z"),
        &[
            r#"Text("z")"#,
            r#"Text("abc\n\n")"#,
            shown,
            r#"Text("d")"#,
            r#"Text("e")"#,
        ],
        6,
    );
    let whole = r#"{"event_type": "interaction.completed", "interaction": {"id": "j",
        "steps": [{"type": "model_output", "content": [{"type": "text", "text": "all"}]}]}}"#;
    live.shows(whole, &[r#"Text("all")"#], 7);
    live.shows(r#"{"event_type": "done"}"#, &[r#"Text("all")"#], 7);
    assert_eq!(live.merger.response_id(), Some("j"));
}

#[test]
fn a_candidate_that_is_not_the_first_has_no_parts_of_a_client() {
    let mut merger = Merger::new(1);
    let mut diagnostics = Diagnostics::default();
    for json in [
        r#"{"type": "text-delta", "delta": "a"}"#,
        r#"{"candidates": [{"text": "b"}, {"text": "c"}]}"#,
    ] {
        merger.push(&tree(json), &mut diagnostics).unwrap();
    }
    let parts: Vec<String> = merger.parts().iter().map(|p| format!("{p:?}")).collect();
    assert_eq!(parts, [r#"Text("c")"#]);
}

fn merged(frames: &[&str]) -> (Candidate, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::default();
    let array = tree(&format!("[{}]", frames.join(",")));
    let response = read(&array, 0, &mut diagnostics).unwrap();
    (response.candidate.unwrap(), diagnostics.into_vec())
}

#[test]
fn what_is_odd_in_a_list_said_again_is_reported_once_where_it_stood_first() {
    let frame = |more: &str| {
        format!(
            r#"{{"candidates": [{{"groundingMetadata": {{
            "webSearchQueries": ["q", 5{more}],
            "groundingChunks": [{{"sky": {{"uri": "u"}}}}, {{"web": {{"uri": "v"}}}}{more}],
            "groundingSupports": [{{"segment": "x", "groundingChunkIndices": [1]}}{more}],
            "sourceFlaggingUris": [{{"sourceId": "s", "flagContentUri": 7}}{more}]}},
            "citationMetadata": {{"citations": [{{"uri": "u", "endIndex": "9"}}{more}]}},
            "urlContextMetadata": {{"urlMetadata": [{{"retrievedUrl": 1, "urlRetrievalStatus": "A"}}{more}]}}
            }}]}}"#
        )
    };
    let (candidate, found) = merged(&[&frame(""), &frame(""), &frame(", 7")]);
    let grounding = &candidate.grounding;
    assert_eq!(grounding.web_queries, ["q"]);
    assert_eq!(grounding.chunks.len(), 3);
    assert_eq!(grounding.supports.len(), 2);
    assert_eq!(grounding.flags.len(), 2);
    assert_eq!(candidate.recitations.len(), 1);
    assert_eq!(candidate.pages_read.len(), 1);
    let of_first = found.iter().filter(|found| found.path.starts_with("[0]"));
    let of_last = found.iter().filter(|found| found.path.starts_with("[2]"));
    assert_eq!((of_first.count(), of_last.count()), (6, 6), "{found:?}");
    assert_eq!(found.len(), 12);
    let path = grounding.supports[0].origin.path();
    assert_eq!(
        path,
        "[0].candidates[0].groundingMetadata.groundingSupports[0]"
    );
}

#[test]
fn chunks_of_old_attributions_count_over_all_frames() {
    let frame = |uri: &str| {
        format!(
            r#"{{"groundingMetadata": {{"groundingAttributions": [
            {{"web": {{"uri": "{uri}"}}, "segment": {{"endIndex": 1}}}}]}}}}"#
        )
    };
    let (candidate, _) = merged(&[&frame("u"), &frame("v"), &frame("v")]);
    let supports = candidate.grounding.supports.iter();
    let indices: Vec<_> = supports.map(|s| s.chunk_indices.clone()).collect();
    assert_eq!(indices, [[Some(0)], [Some(1)]]);
}

#[test]
fn numbers_of_a_list_in_another_order_are_its_own() {
    let frame = |uris: [&str; 2], index: usize| {
        format!(
            r#"{{"groundingMetadata": {{"groundingChunks": [
            {{"web": {{"uri": "{}"}}}}, {{"web": {{"uri": "{}"}}}}],
            "groundingSupports": [{{"segment": {{"endIndex": 1}}, "groundingChunkIndices": [{index}]}}]}}}}"#,
            uris[0], uris[1]
        )
    };
    let (candidate, _) = merged(&[&frame(["u", "v"], 0), &frame(["v", "u"], 0)]);
    let grounding = &candidate.grounding;
    let uri_of = |support: usize| {
        let index = grounding.supports[support].chunk_indices[0].unwrap();
        grounding.chunks[index as usize].uri.as_deref()
    };
    assert_eq!((uri_of(0), uri_of(1)), (Some("u"), Some("v")));
}

/// How long it takes to push a frame `count` times.
fn time_of(count: usize, mut frame: impl FnMut(usize) -> String) -> Duration {
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
    let shapes: [(&str, fn(usize) -> String); 5] = [
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
        time_of(1_000, shape);
        let (few, many) = (time_of(4_000, shape), time_of(64_000, shape));
        // Were a push to cost what came before, it would be 256 times as long, not 16.
        let most = few * 64 + Duration::from_millis(100);
        assert!(many < most, "{name}: {few:?}, then {many:?}");
    }
}
