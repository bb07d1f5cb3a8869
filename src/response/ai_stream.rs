//! The AI SDK's streams: the parts of `fullStream`, or the chunks that a server sends for a
//! `UIMessage`.

use super::Part;
use super::ai_sdk::{self, Listed, Provided, type_of};
use super::node::Node;
use super::turns::Turns;
use super::{Candidate, Response};
use crate::diagnostic::Diagnostics;

/// What begins such a stream, and what nothing else has.
const MARKS: [&str; 10] = [
    "start",
    "stream-start",
    "response-metadata",
    "text-start",
    "text-delta",
    "reasoning-start",
    "reasoning-delta",
    "start-step",
    "finish-step",
    "message-metadata",
];

/// Whether this can only be a piece of such a stream.
pub(super) fn begins(item: &Node<'_>) -> bool {
    type_of(item).is_some_and(|kind| MARKS.contains(&kind))
}

/// A stream as far as it has arrived.
#[derive(Debug)]
pub(super) struct Stream {
    turns: Turns,
    listed: Listed,
    finish_reason: Option<String>,
    response: Response,
}

impl Default for Stream {
    fn default() -> Self {
        Self {
            turns: Turns::default(),
            listed: Listed::default(),
            finish_reason: None,
            response: Response {
                candidate_count: 1,
                ..Response::default()
            },
        }
    }
}

impl Stream {
    pub(super) fn parts(&self) -> &[Part] {
        self.turns.parts()
    }

    pub(super) fn edits(&self) -> usize {
        self.turns.edits()
    }

    #[allow(dead_code, reason = "for live streams")]
    pub(super) fn response_id(&self) -> Option<&str> {
        self.response.response_id.as_deref()
    }

    pub(super) fn finish(mut self) -> Response {
        self.listed.stand_in(&mut self.turns);
        let mut answer = self.turns.finish();
        answer.finish_reason = self.finish_reason;
        self.response.candidate = Some(answer);
        self.response
    }

    pub(super) fn item(&mut self, item: &Node<'_>, diagnostics: &mut Diagnostics) {
        let Some(item) = item.as_object(diagnostics) else {
            return;
        };
        match type_of(&item) {
            Some("text-delta") => self.turns.text_piece(delta(&item, diagnostics)),
            Some("reasoning-start") => self.turns.part(Part::Thought(String::new())),
            Some("reasoning-delta") => self.turns.thought_piece(delta(&item, diagnostics)),
            Some("source" | "source-url" | "source-document" | "file") => {
                ai_sdk::item(&item, &mut self.turns, &mut self.listed, diagnostics);
            }
            Some("start-step") => self.turns.begin_turn(),
            Some("start" | "message-metadata" | "finish-step" | "finish") => {
                self.metadata(&item, diagnostics);
            }
            kind => {
                ai_sdk::tool(kind, &item, &mut self.turns, diagnostics);
            }
        }
    }

    fn metadata(&mut self, item: &Node<'_>, diagnostics: &mut Diagnostics) {
        if let Some(metadata) = item.field("providerMetadata") {
            self.ground(&metadata, diagnostics);
        }
        if let Some(metadata) = item.field("messageMetadata") {
            // At its end a stream may repeat what it said of its steps.
            if type_of(item) != Some("finish") || !self.turns.has_sources() {
                self.ground(&metadata, diagnostics);
            }
            let reason = ai_sdk::finish_reason(&metadata, diagnostics);
            self.finish_reason = reason.or(self.finish_reason.take());
            self.head(&metadata, diagnostics);
        }
        // The SDK's own word for the reason follows, and says less.
        let raw = item.non_empty("rawFinishReason", diagnostics);
        self.finish_reason = raw
            .or(self.finish_reason.take())
            .or_else(|| ai_sdk::finish_reason(item, diagnostics));
        self.head(item, diagnostics);
    }

    fn head(&mut self, of: &Node<'_>, diagnostics: &mut Diagnostics) {
        let mut head = Response::default();
        ai_sdk::head(of, &mut head, diagnostics);
        for name in ["responseId", "messageId"] {
            head.response_id = head.response_id.or_else(|| of.non_empty(name, diagnostics));
        }
        let earlier = &mut self.response;
        earlier.response_id = head.response_id.or(earlier.response_id.take());
        earlier.model_version = head
            .model_version
            .or_else(|| of.non_empty("modelVersion", diagnostics))
            .or(earlier.model_version.take());
    }

    fn ground(&mut self, metadata: &Node<'_>, diagnostics: &mut Diagnostics) {
        let Some(Provided {
            candidate,
            block_reason,
        }) = ai_sdk::provided(metadata, diagnostics)
        else {
            return;
        };
        self.turns.ground(Candidate {
            finish_reason: None,
            ..candidate
        });
        self.response.block_reason = block_reason.or(self.response.block_reason.take());
    }
}

/// A result's stream calls it text, a message's delta, older ones textDelta.
fn delta(item: &Node<'_>, diagnostics: &mut Diagnostics) -> String {
    let names = ["text", "delta", "textDelta"];
    let text = names.iter().find_map(|name| item.string(name, diagnostics));
    text.unwrap_or_default()
}
