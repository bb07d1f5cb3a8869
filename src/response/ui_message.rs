//! The AI SDK's `UIMessage`: a message as a front end keeps it.

use super::ai_sdk::{self, Listed, Provided};
use super::node::Node;
use super::tree::Value;
use super::turns::Turns;
use super::{Candidate, Response};
use crate::diagnostic::Diagnostics;

/// Whether this is a message: Gemini's own parts have no `type`, unless Firebase AI Logic gave them
/// one, and then their role is still Gemini's.
pub(super) fn is_message(node: &Node<'_>) -> bool {
    ai_sdk::has_typed_items(node, "parts") && role(node) != Some("model")
}

/// Whether somebody else than the model said it.
pub(super) fn is_of_others(node: &Node<'_>) -> bool {
    role(node).is_some_and(|role| role != "assistant")
}

fn role<'s>(node: &'s Node<'_>) -> Option<&'s str> {
    match node.field("role")?.value() {
        Value::String(role) => Some(role),
        _ => None,
    }
}

/// Reads a message. Every step of it is shown, so every text part is part of the answer.
///
/// The grounding is what the server put into `metadata`; it belongs to the last step that says
/// anything. A text part that brings its own counts it within its step.
pub(super) fn read(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Response {
    let mut turns = Turns::default();
    let mut listed = Listed::default();
    let mut response = Response {
        candidate_count: 1,
        ..Response::default()
    };
    if let Some(parts) = node.field("parts") {
        for item in parts.items() {
            match ai_sdk::type_of(&item) {
                Some("step-start") => turns.begin_turn(),
                _ => {
                    ai_sdk::item(&item, &mut turns, &mut listed, diagnostics);
                    if let Some(metadata) = item.field("providerMetadata") {
                        ground(&metadata, &mut turns, &mut response, diagnostics);
                    }
                }
            }
        }
    }
    let mut finish_reason = None;
    if let Some(metadata) = node.field("metadata") {
        // The same in both places would be the same sources and markers twice.
        if !turns.has_sources() {
            ground(&metadata, &mut turns, &mut response, diagnostics);
            if let Some(inner) = metadata.field("providerMetadata") {
                ground(&inner, &mut turns, &mut response, diagnostics);
            }
        }
        finish_reason = ai_sdk::finish_reason(&metadata, diagnostics);
        response.response_id = metadata.non_empty("responseId", diagnostics);
        response.model_version = metadata.non_empty("modelVersion", diagnostics);
    }
    // An id makes the anchors of one answer differ from those of the next, whichever id it is.
    if response.response_id.is_none() {
        response.response_id = node.non_empty("id", diagnostics);
    }
    listed.stand_in(&mut turns);
    let mut answer = turns.finish();
    answer.finish_reason = finish_reason;
    response.candidate = Some(answer);
    response
}

fn ground(
    metadata: &Node<'_>,
    turns: &mut Turns,
    response: &mut Response,
    diagnostics: &mut Diagnostics,
) {
    let Some(Provided {
        candidate,
        block_reason,
    }) = ai_sdk::provided(metadata, diagnostics)
    else {
        return;
    };
    turns.ground(Candidate {
        finish_reason: None,
        ..candidate
    });
    response.block_reason = block_reason.or(response.block_reason.take());
}
