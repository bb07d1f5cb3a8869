//! The Interactions API, whole and as a stream of events.

use super::clients::{claims, grounding};
use super::{diagnostics, read_json, shows};
use crate::response::ChunkKind;

const CITED: &str = r#"{"type": "text", "text": "aé b", "annotations": [
    {"type": "url_citation", "url": "u", "end_index": 3},
    {"type": "url_citation", "url": "v", "start_index": 4, "end_index": 5},
    {"type": "url_citation", "url": "w", "end_index": 3},
    {"type": "url_citation", "url": "x", "end_index": 2},
    {"type": "url_citation", "url": "y", "start_index": 4, "end_index": 6}]}"#;

#[test]
fn annotations_count_within_their_block_and_share_a_range() {
    let json = format!(
        r#"{{"object": "interaction", "status": "completed", "id": "i", "model": "m", "steps": [
            {{"type": "model_output", "content": [{{"type": "text", "text": "xyz"}}, {CITED}, {CITED}]}}]}}"#
    );
    shows(&json, 0, Some("xyzaé baé b"));
    let grounding = grounding(&json);
    let second = [Some((3, 6)), Some((7, 8)), None, None];
    let third = [Some((8, 11)), Some((12, 13)), None, None];
    assert_eq!(claims(&grounding), [second, third].concat());
    let indices = |support: usize| grounding.supports[support].chunk_indices.clone();
    assert_eq!(
        (indices(0), indices(1)),
        (vec![Some(0), Some(2)], vec![Some(1)])
    );
    assert_eq!(indices(4), [Some(5), Some(7)]);
    let path = grounding.supports[2].origin.path();
    assert_eq!(path, "steps[0].content[1].annotations[3]");
    let response = read_json(&json, 0).unwrap();
    assert_eq!(response.response_id.as_deref(), Some("i"));
    assert_eq!(response.model_version.as_deref(), Some("m"));
}

#[test]
fn steps_of_tools_are_queries_and_suggestions() {
    let json = r#"{"steps": [
        {"type": "user_input", "content": [{"type": "text", "text": "q"}]},
        {"type": "model_output", "content": [{"type": "text", "text": "earlier"}]},
        {"type": "user_input", "content": [{"type": "text", "text": "q"}]},
        {"type": "google_search_call", "arguments": {"queries": ["a", "", 5]}},
        {"type": "google_search_call", "search_type": "image_search", "arguments": {"queries": ["b"]}},
        {"type": "google_search_result", "result": [{"search_suggestions": "s"}, {}, 7]},
        {"type": "model_output", "content": [{"type": "text", "text": "one"}]},
        {"type": "google_maps_call", "arguments": {"queries": ["c"]}},
        {"type": "google_maps_result", "result": [{"places": [{"name": "n", "url": "u"}],
            "widget_context_token": "w"}]},
        {"type": "model_output", "content": [{"type": "text", "text": "two"}, {"type": "image"}]},
        {"type": "code_execution_call"}
    ]}"#;
    shows(json, 0, Some("one\n\ntwo"));
    let grounding = grounding(json);
    assert_eq!(grounding.web_queries, ["a"]);
    assert_eq!(grounding.image_queries, ["b"]);
    assert_eq!(grounding.retrieval_queries, ["c"]);
    assert_eq!(grounding.rendered_content.as_deref(), Some("s"));
    assert_eq!(grounding.maps_widget_token.as_deref(), Some("w"));
    assert_eq!(grounding.chunks[0].kind, ChunkKind::Maps);
    let at = |code: &'static str, path: &str| (code, path.to_owned());
    assert_eq!(
        diagnostics(json),
        [
            at("wrong-type", "steps[3].arguments.queries[2]"),
            at("wrong-type", "steps[5].result[2]"),
            at("part-not-shown", "steps[9].content[1]"),
            at("part-not-shown", "steps[10]"),
        ]
    );
    let older = r#"{"outputs": [{"type": "google_search_result", "result": {"rendered_content": "s"}},
        {"type": "text", "text": "a"}]}"#;
    shows(older, 0, Some("a"));
    assert_eq!(
        super::read_json(older, 0)
            .unwrap()
            .candidate
            .unwrap()
            .grounding
            .rendered_content
            .as_deref(),
        Some("s")
    );
}

#[test]
fn the_status_of_an_interaction_is_a_reason_to_stop() {
    for (status, expected) in [
        ("completed", Some("STOP")),
        ("requires_action", Some("STOP")),
        ("incomplete", Some("MAX_TOKENS")),
        ("in_progress", None),
        ("budget_exceeded", Some("BUDGET_EXCEEDED")),
    ] {
        let json = format!(r#"{{"status": "{status}", "steps": []}}"#);
        let candidate = read_json(&json, 0).unwrap().candidate.unwrap();
        assert_eq!(candidate.finish_reason.as_deref(), expected, "{status}");
    }
}

#[test]
fn events_of_an_interaction_are_joined_by_their_step() {
    let event = |index: usize, delta: &str| {
        format!(r#"{{"event_type": "step.delta", "index": {index}, "delta": {delta}}}"#)
    };
    let events = [
        r#"{"event_type": "interaction.created", "interaction": {"id": "i", "status": "in_progress"}}"#.to_owned(),
        r#"{"event_type": "step.start", "index": 0, "step": {"type": "thought"}}"#.to_owned(),
        r#"{"event_type": "step.start", "index": 2, "step": {"type": "model_output"}}"#.to_owned(),
        event(1, r#"{"type": "text", "text": "é"}"#),
        event(2, r#"{"type": "text", "text": "b"}"#),
        event(1, r#"{"type": "text", "text": "a"}"#),
        event(1, r#"{"type": "text_annotation_delta", "annotations": [{"type": "url_citation", "url": "u", "start_index": 2, "end_index": 3}]}"#),
        event(3, r#"{"type": "google_search_call", "arguments": {"queries": ["q"]}}"#),
    ];
    let last = |interaction: &str| {
        format!(r#"{{"event_type": "interaction.completed", "interaction": {interaction}}}"#)
    };
    let stream = |end: &str| format!("[{}, {end}]", events.join(","));
    let json = stream(&last(r#"{"id": "i", "status": "completed"}"#));
    // Step 2 was the first to start.
    shows(&json, 0, Some("éab"));
    let response = read_json(&json, 0).unwrap();
    assert_eq!(response.response_id.as_deref(), Some("i"));
    let candidate = response.candidate.unwrap();
    assert_eq!(claims(&candidate.grounding), [Some((2, 3))]);
    assert_eq!(candidate.grounding.web_queries, ["q"]);
    assert_eq!(candidate.finish_reason.as_deref(), Some("STOP"));

    let whole = stream(&last(
        r#"{"steps": [{"type": "model_output", "content": [{"type": "text", "text": "all"}]}]}"#,
    ));
    shows(&whole, 0, Some("all"));
    let broken = stream(r#"{"event_type": "error", "error": {"message": "m"}}"#);
    let candidate = read_json(&broken, 0).unwrap().candidate.unwrap();
    assert_eq!(candidate.finish_reason.as_deref(), Some("ERROR"));
}

/// What is no text was left out of streams, and of whole interactions not.
#[test]
fn events_hold_thoughts_code_images_and_pages() {
    let event = |index: usize, delta: &str| {
        format!(r#"{{"event_type": "step.delta", "index": {index}, "delta": {delta}}}"#)
    };
    let events = [
        event(
            0,
            r#"{"type": "thought_summary", "content": {"type": "text", "text": "so "}}"#,
        ),
        event(
            0,
            r#"{"type": "thought_summary", "content": {"type": "text", "text": "on"}}"#,
        ),
        event(0, r#"{"type": "thought_signature", "signature": "c2ln"}"#),
        event(3, r#"{"type": "text", "text": "b"}"#),
        event(1, r#"{"type": "text", "text": "a"}"#),
        event(
            2,
            r#"{"type": "code_execution_call", "arguments": {"language": "PYTHON", "code": "1"}}"#,
        ),
        event(2, r#"{"type": "code_execution_result", "result": "1"}"#),
        event(
            4,
            r#"{"type": "image", "mime_type": "image/png", "data": "AA=="}"#,
        ),
        event(
            5,
            r#"{"type": "url_context_result", "result": [{"url": "u", "status": "success"}]}"#,
        ),
        event(6, r#"{"type": "function_call", "name": "f"}"#),
    ];
    let json = format!("[{}]", events.join(","));
    let candidate = read_json(&json, 0).unwrap().candidate.unwrap();
    let parts = candidate.parts.iter().map(|part| format!("{part:?}"));
    let shown: Vec<String> = parts.filter(|part| !part.starts_with("Hidden")).collect();
    assert_eq!(
        shown,
        [
            r#"Thought("so on")"#,
            r#"Text("a\n\n")"#,
            r#"Shown(Code { language: Some("PYTHON"), code: "1" })"#,
            r#"Shown(Output { outcome: Ok, output: "1" })"#,
            r#"Text("b")"#,
            r#"Shown(Data { name: None, media_type: "image/png", base64: "AA==" })"#,
        ]
    );
    assert_eq!(candidate.pages_read.len(), 1);
}
