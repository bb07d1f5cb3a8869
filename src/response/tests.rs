//! Whole inputs: which envelopes are recognised, which candidate is read, what is refused.

mod clients;
mod interactions;

use super::{Part, Response, parse, read};
use crate::diagnostic::Diagnostics;
use crate::error::{ApiError, Error};

fn read_json(json: &str, candidate: usize) -> Result<Response, Error> {
    let mut diagnostics = Diagnostics::default();
    let value = parse(json.as_bytes(), &mut diagnostics)?;
    read(&value, candidate, &mut diagnostics)
}

fn diagnostics(json: &str) -> Vec<(&'static str, String)> {
    let mut diagnostics = Diagnostics::default();
    let value = parse(json.as_bytes(), &mut diagnostics).unwrap();
    read(&value, 0, &mut diagnostics).unwrap();
    let found = diagnostics.into_vec();
    found.into_iter().map(|d| (d.code, d.path)).collect()
}

fn text_of(response: &Response) -> Option<String> {
    let candidate = response.candidate.as_ref()?;
    let texts = candidate.parts.iter().map(|part| match part {
        Part::Text(text) => text.as_str(),
        _ => "",
    });
    Some(texts.collect())
}

/// Candidate `n` of the response has this text.
#[track_caller]
fn shows(json: &str, n: usize, expected: Option<&str>) {
    let response = read_json(json, n).unwrap();
    assert_eq!(text_of(&response).as_deref(), expected, "{json}");
}

#[track_caller]
fn refused(json: &str, found: &str) {
    let error = read_json(json, 0).unwrap_err();
    assert_eq!(error.code(), "not-a-response", "{json}");
    assert_eq!(
        error.to_string(),
        format!("the input is no Gemini response: {found}")
    );
}

const ONE: &str = r#"{"candidates": [{"content": {"parts": [{"text": "a"}]}}]}"#;

#[test]
fn every_envelope_is_recognised() {
    for json in [
        ONE.to_owned(),
        format!("[{ONE}]"),
        format!("[[{ONE}]]"),
        format!(r#"{{"response": {ONE}}}"#),
        format!(r#"{{"status": "", "response": [{ONE}]}}"#),
        format!(r#"[{{"response": {ONE}}}]"#),
        format!(r#"[[{{"response": {ONE}}}]]"#),
        r#"{"content": {"parts": [{"text": "a"}]}}"#.to_owned(),
        r#"{"parts": [{"text": "a"}]}"#.to_owned(),
        r#"{"text": "a", "groundingMetadata": {}}"#.to_owned(),
        r#"{"text": "a"}"#.to_owned(),
        r#"{"candidates": [], "text": "a"}"#.to_owned(),
    ] {
        shows(&json, 0, Some("a"));
        assert_eq!(read_json(&json, 0).unwrap().candidate_count, 1);
    }
    shows(r#"{"finishReason": "SAFETY"}"#, 0, Some(""));
    shows(r#"{"grounding_metadata": null}"#, 0, Some(""));
}

#[test]
fn nothing_is_an_empty_response() {
    for json in ["{}", "[]", "[{}]", "[[]]", r#"{"response": {}}"#] {
        let response = read_json(json, 0).unwrap();
        assert_eq!(response.candidate_count, 0);
        assert!(response.candidate.is_none(), "{json}");
        assert!(diagnostics(json).is_empty());
    }
    for key in [
        "candidates",
        "prompt_feedback",
        "usageMetadata",
        "responseId",
        "modelVersion",
        "createTime",
    ] {
        let json = format!(r#"{{"{key}": null}}"#);
        assert!(read_json(&json, 0).unwrap().candidate.is_none());
    }
}

#[test]
fn the_rest_is_refused_with_a_short_word_for_it() {
    refused("null", "null");
    refused("true", "a boolean");
    refused("1", "a number");
    refused(r#""{}""#, "a string");
    refused(r#"{"a": 1}"#, "an object without a known field");
    refused(r#"{"steps": []}"#, "an object without a known field");
    refused(r#"{"response": "x"}"#, "an object without a known field");
    refused(r#"{"error": "x"}"#, "an object without a known field");
    refused("[1, 2]", "an array of numbers");
    refused(r#"["{}"]"#, "an array of strings");
    refused("[null]", "an array of nulls");
    refused("[[1]]", "an array of arrays without a known field");
    refused(r#"[{"a": 1}]"#, "an array of objects without a known field");
    let deep = format!("{}{ONE}{}", "[".repeat(5), "]".repeat(5));
    refused(&deep, "an array of arrays without a known field");
}

#[test]
fn the_head_of_a_response_is_read() {
    let response = read_json(
        r#"{"prompt_feedback": {"blockReason": "SAFETY"}, "responseId": "r", "modelVersion": ""}"#,
        0,
    )
    .unwrap();
    assert_eq!(response.block_reason.as_deref(), Some("SAFETY"));
    assert_eq!(response.response_id.as_deref(), Some("r"));
    assert_eq!(response.model_version, None);
}

#[test]
fn frames_are_joined() {
    let json = r#"[
        {"candidates": [{"content": {"parts": [{"text": "a"}]}, "finishReason": "STOP"}]},
        {"candidates": [{"content": {"parts": [{"text": "b"}]}}], "responseId": "r"},
        {"usageMetadata": {}},
        {"candidates": [{"groundingMetadata": {"groundingChunks": [{}]}}]},
        {"groundingMetadata": {"groundingChunks": [{}]}}
    ]"#;
    shows(json, 0, Some("ab"));
    let candidate = read_json(json, 0).unwrap().candidate.unwrap();
    assert_eq!(candidate.parts.len(), 1);
    assert_eq!(candidate.finish_reason.as_deref(), Some("STOP"));
    assert_eq!(candidate.grounding.chunks.len(), 2);
}

#[test]
fn what_frames_bring_keeps_its_place() {
    let frame = |n: usize| {
        format!(
            r#"{{"candidates": [{{
                "groundingMetadata": {{
                    "groundingChunks": [{{}}],
                    "groundingSupport": [{{}}],
                    "sourceFlaggingUris": [{{}}]
                }},
                "citationMetadata": {{"citations": [{{"uri": "u{n}"}}]}},
                "urlContextMetadata": {{"urlMetadata": [{{"retrievedUrl": "{n}"}}]}}
            }}]}}"#
        )
    };
    let json = format!("[{}, {}]", frame(0), frame(1));
    let candidate = read_json(&json, 0).unwrap().candidate.unwrap();
    let grounding = &candidate.grounding;
    let last = [
        grounding.chunks[1].origin.path(),
        grounding.supports[1].origin.path(),
        grounding.flags[1].origin.path(),
        candidate.recitations[1].origin.path(),
    ];
    assert_eq!(
        last,
        [
            "[1].candidates[0].groundingMetadata.groundingChunks[0]",
            "[1].candidates[0].groundingMetadata.groundingSupport[0]",
            "[1].candidates[0].groundingMetadata.sourceFlaggingUris[0]",
            "[1].candidates[0].citationMetadata.citations[0]",
        ]
    );
    let urls = candidate.pages_read.iter().map(|page| page.url.as_deref());
    assert_eq!(urls.collect::<Vec<_>>(), [Some("0"), Some("1")]);
}

#[test]
fn elements_that_are_no_frames_are_skipped() {
    let json = format!(r#"[null, {ONE}, 5, {{"a": 1}}, "x"]"#);
    shows(&json, 0, Some("a"));
    let wrong = |at: usize| ("wrong-type", format!("[{at}]"));
    assert_eq!(diagnostics(&json), [wrong(0), wrong(2), wrong(3), wrong(4)]);
}

#[test]
fn a_candidate_is_chosen_by_index_else_by_position() {
    let text = |text: &str, index: &str| format!(r#"{{"text": "{text}"{index}}}"#);
    let list = |items: &[String]| format!(r#"{{"candidates": [{}]}}"#, items.join(","));
    let plain = list(&[text("a", ""), text("b", "")]);
    shows(&plain, 0, Some("a"));
    shows(&plain, 1, Some("b"));
    shows(&plain, 2, None);
    let swapped = list(&[text("b", r#", "index": 1"#), text("a", "")]);
    shows(&swapped, 0, Some("a"));
    shows(&swapped, 1, Some("b"));
    let doubled = list(&[text("a", r#", "index": 0"#), text("b", r#", "index": 0"#)]);
    shows(&doubled, 0, Some("a"));
    // One candidate to a frame, and a bare list of them.
    let frames = [text("a", ""), text("b", r#", "index": 1"#), text("c", "")];
    let stream: Vec<_> = frames
        .iter()
        .map(|f| list(std::slice::from_ref(f)))
        .collect();
    for json in [stream.join(","), frames.join(",")] {
        let json = format!("[{json}]");
        shows(&json, 0, Some("ac"));
        shows(&json, 1, Some("b"));
        assert_eq!(read_json(&json, 5).unwrap().candidate_count, 2);
    }
    let hostile = list(&[
        text("a", r#", "index": 1e300"#),
        text("b", r#", "index": -3"#),
    ]);
    shows(&hostile, usize::MAX, None);
    assert_eq!(read_json(&hostile, 0).unwrap().candidate_count, 2);
}

#[test]
fn metadata_beside_the_candidates_counts_when_they_have_none() {
    let chunks = |own: &str| {
        let json = format!(
            r#"{{"candidates": [{{"text": "a"{own}}}],
                "groundingMetadata": {{"groundingChunks": [{{}}, {{}}]}}}}"#
        );
        let response = read_json(&json, 0).unwrap();
        response.candidate.unwrap().grounding.chunks.len()
    };
    assert_eq!(chunks(""), 2);
    assert_eq!(chunks(r#", "groundingMetadata": {}"#), 2);
    assert_eq!(
        chunks(r#", "groundingMetadata": {"groundingChunks": [{}]}"#),
        1
    );
}

#[test]
fn an_api_error_is_one_only_without_an_answer() {
    let error = r#"{"error": {"code": 429, "message": "slow", "status": "EXHAUSTED"}}"#;
    for json in [
        error.to_owned(),
        format!("[{error}]"),
        format!("[[{error}]]"),
        format!(r#"[{{"usageMetadata": {{}}}}, {error}, {{"error": {{"code": 1}}}}]"#),
        r#"{"response": 5, "error": {"code": 429, "message": "slow", "status": "EXHAUSTED"}}"#
            .to_owned(),
    ] {
        let found = read_json(&json, 0).unwrap_err();
        assert_eq!(found.code(), "api-error");
        let expected = ApiError {
            code: Some(429),
            status: Some("EXHAUSTED".to_owned()),
            message: Some("slow".to_owned()),
        };
        assert_eq!(found.api_error(), Some(&expected), "{json}");
    }
    shows(&format!("[{ONE}, {error}]"), 0, Some("a"));
    assert_eq!(
        read_json(r#"{"error": {}}"#, 0).unwrap_err().code(),
        "api-error"
    );
}

#[test]
fn a_candidate_of_the_wrong_type_is_reported() {
    assert_eq!(
        diagnostics(r#"{"candidates": [5], "promptFeedback": 1}"#),
        [
            ("wrong-type", "promptFeedback".to_owned()),
            ("wrong-type", "candidates[0]".to_owned()),
        ]
    );
    assert_eq!(
        diagnostics(&format!(
            r#"[{{}}, {{"response": {}}}]"#,
            r#"{"candidates": {}}"#
        )),
        [("wrong-type", "[1].response.candidates".to_owned())]
    );
}

#[test]
fn many_frames_and_candidates_take_linear_time() {
    let json = format!("[{}{ONE}]", format!("{ONE},").repeat(100_000));
    let response = read_json(&json, 0).unwrap();
    assert_eq!(text_of(&response).map(|text| text.len()), Some(100_001));
    let many = format!(r#"{{"candidates": [{}{{}}]}}"#, "{},".repeat(300_000));
    assert_eq!(read_json(&many, 7).unwrap().candidate_count, 300_001);
}
