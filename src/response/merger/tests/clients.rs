//! What clients make of streams, piece by piece.

use super::{Live, ONE, event, is_the_same_live, tree};
use crate::diagnostic::Diagnostics;
use crate::response::Merger;

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
    // What could be something else by itself is a piece amid the stream.
    for piece in [
        r#"{"type": "error", "error": {"message": "m"}}"#,
        r#"{"type": "tool-output", "content": [{"type": "text", "text": "x"}]}"#,
    ] {
        live.shows(piece, &[r#"Text("ab")"#], 0);
    }
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
    let mut after = |json: &str| {
        merger.push(&tree(json), &mut diagnostics).unwrap();
        format!("{:?}", merger.parts())
    };
    assert_eq!(after(r#"{"type": "text-delta", "delta": "a"}"#), "[]");
    let frame = r#"{"candidates": [{"text": "b"}, {"text": "c"}]}"#;
    assert_eq!(after(frame), r#"[Text("c")]"#);
}

/// Numbers that differ from seed to seed and not from run to run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Steps side by side and out of order, of every kind.
#[test]
fn events_in_any_order_are_the_same_live() {
    for seed in 0..1_500 {
        let mut numbers = Numbers(seed);
        let steps = 1 + numbers.below(4);
        let events: Vec<_> = (0..1 + numbers.below(12))
            .map(|n| {
                let delta = match numbers.below(12) {
                    0..4 => format!(r#"{{"type": "text", "text": "{n}é"}}"#),
                    4 => r#"{"type": "text", "text": ""}"#.to_owned(),
                    5 | 6 => format!(
                        r#"{{"type": "thought_summary", "content": {{"text": "{n}"}}}}"#
                    ),
                    7 => format!(r#"{{"type": "image", "uri": "{n}"}}"#),
                    8 => r#"{"type": "google_search_call", "arguments": {"queries": ["q"]}}"#
                        .to_owned(),
                    9 => r#"{"type": "function_call"}"#.to_owned(),
                    10 => r#"{"type": "google_search_result", "result": [{"search_suggestions": "s"}]}"#
                        .to_owned(),
                    _ => r#"{"type": "text_annotation_delta", "annotations": [
                        {"type": "url_citation", "url": "u", "end_index": 1}, 5]}"#
                        .to_owned(),
                };
                tree(&event(numbers.below(steps) as usize, &delta))
            })
            .collect();
        is_the_same_live(&events, &format!("seed {seed}: {events:?}"));
    }
}

#[test]
fn pieces_of_the_ai_sdk_in_any_order_are_the_same_live() {
    const PIECES: [&str; 12] = [
        r#"{"type": "start", "messageId": "m"}"#,
        r#"{"type": "start-step"}"#,
        r#"{"type": "text-delta", "delta": "é"}"#,
        r#"{"type": "text-delta", "text": ""}"#,
        r#"{"type": "reasoning-start"}"#,
        r#"{"type": "reasoning-delta", "delta": "t"}"#,
        r#"{"type": "file", "mediaType": "image/png", "url": "data:image/png;base64,AA=="}"#,
        r#"{"type": "source-url", "url": "s"}"#,
        r#"{"type": "finish-step", "providerMetadata": {"google": {"groundingMetadata": {
            "groundingChunks": [{"web": {"uri": "u"}}],
            "groundingSupports": [{"segment": {"endIndex": 2}, "groundingChunkIndices": [0]}]}}}}"#,
        r#"{"usageMetadata": {}}"#,
        r#"{"type": "finish", "finishReason": "stop"}"#,
        r#"{"candidates": [{"content": {"parts": [{"text": "frame"}]}}]}"#,
    ];
    for seed in 0..1_500 {
        let mut numbers = Numbers(seed);
        // A frame of another kind among the pieces is rare even here.
        let kinds = match numbers.below(4) {
            0 => PIECES.len() as u64,
            _ => PIECES.len() as u64 - 1,
        };
        let mut pieces = vec![tree(PIECES[0])];
        pieces.extend((0..numbers.below(12)).map(|_| tree(PIECES[numbers.below(kinds) as usize])));
        is_the_same_live(&pieces, &format!("seed {seed}"));
    }
}
