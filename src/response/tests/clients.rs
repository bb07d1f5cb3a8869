//! What clients make of responses: the AI SDK's results, messages and streams, the Interactions API.

use super::{diagnostics, read_json, refused, shows, text_of};
use crate::response::{ChunkKind, Grounding};

fn grounding(json: &str) -> Grounding {
    let candidate = read_json(json, 0).unwrap().candidate;
    candidate.expect("a candidate").grounding
}

fn uris(grounding: &Grounding) -> Vec<&str> {
    let uris = grounding.chunks.iter();
    uris.map(|chunk| chunk.uri.as_deref().unwrap_or("-"))
        .collect()
}

fn claims(grounding: &Grounding) -> Vec<Option<(i64, i64)>> {
    let segments = grounding.supports.iter().map(|support| &support.segment);
    segments
        .map(|segment| segment.as_ref().map(|segment| (segment.start, segment.end)))
        .collect()
}

/// Google's metadata with one chunk, as providers pass it on.
fn google(uri: &str) -> String {
    format!(
        r#"{{"google": {{"groundingMetadata": {{"groundingChunks": [{{"web": {{"uri": "{uri}"}}}}],
        "groundingSupports": [{{"segment": {{"endIndex": 1}}, "groundingChunkIndices": [0]}}]}}}}}}"#
    )
}

#[test]
fn results_of_the_ai_sdk_are_read_in_every_release() {
    let google = google("u");
    for json in [
        format!(r#"{{"text": "ab", "providerMetadata": {google}}}"#),
        format!(r#"{{"text": "ab", "experimental_providerMetadata": {google}}}"#),
        format!(
            r#"{{"content": [{{"type": "text", "text": "a"}}, {{"type": "reasoning", "text": "c"}},
                {{"type": "text", "text": "b"}}], "text": "x", "providerMetadata": {google}}}"#
        ),
        format!(
            r#"{{"steps": [{{"content": [{{"type": "text", "text": "first"}}]}},
                {{"content": [{{"type": "text", "text": "ab"}}], "providerMetadata": {google}}}]}}"#
        ),
        format!(
            r#"[{{"text": "first", "providerMetadata": {{}}}}, {{"text": "ab", "providerMetadata": {google}}}]"#
        ),
        format!(
            r#"{{"text": "ab", "providerMetadata": {}}}"#,
            google.replace("google", "vertex")
        ),
        format!(
            r#"{{"text": "ab", "providerMetadata": {}}}"#,
            google.replace("google", "googleVertex")
        ),
        format!(
            r#"{{"text": "ab", "providerMetadata": {}}}"#,
            google.replace("google", "my-own-name")
        ),
    ] {
        shows(&json, 0, Some("ab"));
        shows(&json, 1, None);
        let grounding = grounding(&json);
        assert_eq!(uris(&grounding), ["u"], "{json}");
        assert_eq!(claims(&grounding), [Some((0, 1))]);
        assert_eq!(read_json(&json, 0).unwrap().candidate_count, 1);
    }
}

#[test]
fn googles_reason_counts_more_than_the_sdks() {
    let reason = |fields: &str| {
        let json = format!(r#"{{"text": "a", "providerMetadata": {{}}, {fields}}}"#);
        let response = read_json(&json, 0).unwrap();
        response
            .candidate
            .and_then(|candidate| candidate.finish_reason)
    };
    for (fields, expected) in [
        (r#""finishReason": "stop""#, Some("STOP")),
        (r#""finishReason": "tool-calls""#, Some("STOP")),
        (r#""finishReason": "length""#, Some("MAX_TOKENS")),
        (
            r#""finishReason": "content-filter""#,
            Some("CONTENT_FILTER"),
        ),
        (r#""finishReason": "unknown""#, None),
        (
            r#""finishReason": "content-filter", "rawFinishReason": "SPII""#,
            Some("SPII"),
        ),
        (r#""finishReason": null"#, None),
    ] {
        assert_eq!(reason(fields).as_deref(), expected, "{fields}");
    }
}

#[test]
fn listed_sources_stand_in_for_chunks_that_did_not_come() {
    let source = r#"{"type": "source", "sourceType": "url", "url": "s", "title": "t"}"#;
    let text = r#"{"type": "text", "text": "ab"}"#;
    let listed = format!(r#"{{"content": [{text}, {source}]}}"#);
    assert_eq!(uris(&grounding(&listed)), ["s"]);
    let both = format!(
        r#"{{"content": [{text}, {source}], "providerMetadata": {}}}"#,
        google("u")
    );
    assert_eq!(uris(&grounding(&both)), ["u"]);
    let beside = format!(r#"{{"text": "ab", "sources": [{source}], "providerMetadata": {{}}}}"#);
    assert_eq!(uris(&grounding(&beside)), ["s"]);
    let document = r#"{"parts": [{"type": "source-document", "title": "t", "filename": "f"}]}"#;
    assert_eq!(grounding(document).chunks[0].kind, ChunkKind::Document);
}

#[test]
fn a_prompt_that_was_blocked_is_said_to_be() {
    let json = r#"{"steps": [{"content": [], "providerMetadata":
        {"google": {"promptFeedback": {"blockReason": "SAFETY"}}}}]}"#;
    assert_eq!(
        read_json(json, 0).unwrap().block_reason.as_deref(),
        Some("SAFETY")
    );
    // Firebase AI Logic's name for it, beside the method `text`.
    let json = r#"{"prompt": {"blockReason": "SAFETY"}, "usageMetadata": {}, "text": null}"#;
    let response = read_json(json, 0).unwrap();
    assert_eq!(response.block_reason.as_deref(), Some("SAFETY"));
    assert_eq!(response.candidate_count, 0);
}

#[test]
fn a_message_is_grounded_by_its_metadata_or_by_its_parts() {
    let text =
        |text: &str, beside: &str| format!(r#"{{"type": "text", "text": "{text}"{beside}}}"#);
    let step = r#"{"type": "step-start"}"#;
    let plain = format!("{step}, {}, {step}, {}", text("é", ""), text("b", ""));
    for metadata in [
        google("u"),
        format!(r#"{{"providerMetadata": {}}}"#, google("u")),
        r#"{"groundingMetadata": {"groundingChunks": [{"web": {"uri": "u"}}],
            "groundingSupports": [{"segment": {"endIndex": 1}}]}}"#
            .to_owned(),
    ] {
        let json =
            format!(r#"{{"role": "assistant", "metadata": {metadata}, "parts": [{plain}]}}"#);
        shows(&json, 0, Some("é\n\nb"));
        let grounding = grounding(&json);
        assert_eq!(uris(&grounding), ["u"], "{json}");
        assert_eq!(claims(&grounding), [Some((4, 5))], "within the last step");
    }
    let beside = |uri: &str| format!(r#", "providerMetadata": {}"#, google(uri));
    let of_parts = format!(
        r#"{{"parts": [{step}, {}, {step}, {}], "metadata": {}}}"#,
        text("é", &beside("u")),
        text("b", &beside("v")),
        google("u"),
    );
    let grounding = grounding(&of_parts);
    assert_eq!(uris(&grounding), ["u", "v"]);
    assert_eq!(claims(&grounding), [Some((0, 1)), Some((4, 5))]);
}

#[test]
fn of_a_conversation_the_last_answer_counts() {
    let message = |role: &str, text: &str| {
        format!(
            r#"{{"id": "{text}", "role": "{role}", "parts": [{{"type": "text", "text": "{text}"}}]}}"#
        )
    };
    let asked = message("user", "q");
    let conversation = [
        &asked,
        &message("assistant", "a"),
        &asked,
        &message("assistant", "b"),
    ];
    let json = format!("[{}]", conversation.map(String::as_str).join(","));
    shows(&json, 0, Some("b"));
    assert_eq!(
        read_json(&json, 0).unwrap().response_id.as_deref(),
        Some("b")
    );
    assert_eq!(diagnostics(&json), []);
    refused(&asked, "a message that is not the model's");
    refused(&format!("[{asked}]"), "a message that is not the model's");
    // Firebase AI Logic gives Gemini's own parts a type.
    let gemini = r#"{"role": "model", "parts": [{"type": "text", "text": "a", "thought": true},
        {"type": "text", "text": "b"}]}"#;
    shows(gemini, 0, Some("b"));
}

#[test]
fn streams_of_the_ai_sdk_are_joined() {
    let google = google("u");
    let json = format!(
        r#"[{{"type": "start"}}, {{"type": "start-step"}}, {{"type": "text-start", "id": "0"}},
            {{"type": "text-delta", "text": "a"}}, {{"type": "text-delta", "delta": "b"}},
            {{"type": "finish-step", "rawFinishReason": "STOP", "response": {{"id": "r"}}}},
            {{"type": "start-step"}}, {{"type": "reasoning-start"}},
            {{"type": "reasoning-delta", "text": "no"}}, {{"type": "text-delta", "textDelta": "c"}},
            {{"type": "finish-step", "rawFinishReason": "SPII", "providerMetadata": {google}}},
            {{"type": "finish", "finishReason": "content-filter"}}]"#
    );
    shows(&json, 0, Some("ab\n\nc"));
    assert_eq!(claims(&grounding(&json)), [Some((4, 5))]);
    let response = read_json(&json, 0).unwrap();
    assert_eq!(response.response_id.as_deref(), Some("r"));
    assert_eq!(
        response.candidate.unwrap().finish_reason.as_deref(),
        Some("SPII")
    );

    let chunks = format!(
        r#"[{{"type": "start", "messageId": "m"}}, {{"type": "text-delta", "delta": "a"}},
            {{"type": "source-url", "url": "s"}},
            {{"type": "message-metadata", "messageMetadata": {google}}},
            {{"type": "finish", "finishReason": "length", "messageMetadata": {google}}}]"#
    );
    let response = read_json(&chunks, 0).unwrap();
    assert_eq!(response.response_id.as_deref(), Some("m"));
    let candidate = response.candidate.unwrap();
    assert_eq!(uris(&candidate.grounding), ["u"]);
    assert_eq!(candidate.finish_reason.as_deref(), Some("MAX_TOKENS"));
}

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

#[test]
fn many_steps_parts_and_annotations_take_linear_time() {
    const MANY: usize = 20_000;
    let list = |item: &str| format!("{}{item}", format!("{item},").repeat(MANY - 1));
    let annotations = list(r#"{"type": "url_citation", "url": "u", "end_index": 1}"#);
    let json = format!(
        r#"{{"steps": [{{"type": "model_output", "content": [
        {{"type": "text", "text": "a", "annotations": [{annotations}]}}]}}]}}"#
    );
    let grounding = grounding(&json);
    assert_eq!(
        (grounding.supports.len(), grounding.chunks.len()),
        (1, MANY)
    );
    let part = format!(
        r#"{{"type": "text", "text": "a", "providerMetadata": {}}}"#,
        google("u")
    );
    let parts = list(&format!(r#"{{"type": "step-start"}},{part}"#));
    let response = read_json(&format!(r#"{{"parts": [{parts}]}}"#), 0).unwrap();
    assert_eq!(
        text_of(&response).map(|text| text.len()),
        Some(3 * MANY - 2)
    );
    let steps = list(r#"{"type": "google_search_call"}"#);
    assert!(read_json(&format!(r#"{{"steps": [{steps}]}}"#), 0).is_ok());
    let deltas = list(r#"{"type": "text-delta", "text": "a"}"#);
    let response = read_json(&format!("[{deltas}]"), 0).unwrap();
    assert_eq!(text_of(&response).map(|text| text.len()), Some(MANY));
}
