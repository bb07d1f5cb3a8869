//! What clients make of responses: the AI SDK's results, messages and streams.

use super::{diagnostics, read_json, refused, shows, text_of};
use crate::response::{ChunkKind, Grounding};

pub(super) fn grounding(json: &str) -> Grounding {
    let candidate = read_json(json, 0).unwrap().candidate;
    candidate.expect("a candidate").grounding
}

pub(super) fn uris(grounding: &Grounding) -> Vec<&str> {
    let uris = grounding.chunks.iter();
    uris.map(|chunk| chunk.uri.as_deref().unwrap_or("-"))
        .collect()
}

pub(super) fn claims(grounding: &Grounding) -> Vec<Option<(i64, i64)>> {
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
