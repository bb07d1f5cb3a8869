//! What a caller may hold, down to frames: each recognised by its keys.

use super::Response;
use super::frames::last_given;
use super::merger::{Client, Merger};
use super::node::Node;
use super::tree::Value;
use super::{
    ai_sdk, ai_stream, candidate, grounding, interaction_events, interactions, ui_message,
};
use crate::diagnostic::{Code, Diagnostics};
use crate::error::{ApiError, Error};

/// Keys of a response object.
const RESPONSE: [&str; 6] = [
    "candidates",
    "promptFeedback",
    "usageMetadata",
    "responseId",
    "modelVersion",
    "createTime",
];

/// Keys of a candidate that stands alone, and of the shapes made of one.
const CANDIDATE: [&str; 5] = [
    "content",
    "parts",
    "text",
    "finishReason",
    "groundingMetadata",
];

/// Arrays and `response` objects around a frame. Real ones have up to three; what nests deeper
/// is something else.
const MOST_WRAPPERS: usize = 3;

const OF_OTHERS: &str = "a message that is not the model's";
const UNKNOWN_OBJECT: &str = "an object without a known field";

/// Reads a response out of whatever is around it and joins its frames.
pub(crate) fn read(
    value: &Value,
    candidate: usize,
    diagnostics: &mut Diagnostics,
) -> Result<Response, Error> {
    let mut merger = Merger::of_whole_input(candidate);
    merger
        .value(&Node::root(value), 0, diagnostics)
        .map_err(Error::not_a_response)?;
    let error = merger.error.take();
    let response = merger.finish();
    match error {
        // With an answer before it, the error only ended the stream.
        Some(error) if response.candidate_count == 0 => Err(Error::api(error)),
        _ => Ok(response),
    }
}

/// What a value is instead, when it is no response.
pub(super) type NotAResponse = &'static str;

impl Merger {
    /// Reads a frame, or an array of them, with so many `wrappers` around it.
    pub(super) fn value(
        &mut self,
        node: &Node<'_>,
        wrappers: usize,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), NotAResponse> {
        match node.value() {
            Value::Object(_) => self.object(node, wrappers, diagnostics),
            Value::Array(_) => self.array(node, wrappers, diagnostics),
            Value::Null => Err("null"),
            Value::Bool(_) => Err("a boolean"),
            Value::Number(_) => Err("a number"),
            Value::String(_) => Err("a string"),
        }
    }

    fn array(
        &mut self,
        node: &Node<'_>,
        wrappers: usize,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), NotAResponse> {
        let mut refused = None;
        let mut any_read = false;
        for item in node.items() {
            let read = match wrappers < MOST_WRAPPERS {
                true => self.value(&item, wrappers + 1, diagnostics),
                false => Err(UNKNOWN_OBJECT),
            };
            match read {
                Ok(()) => any_read = true,
                // A conversation: what was asked is no fault of it.
                Err(OF_OTHERS) => {
                    refused.get_or_insert(OF_OTHERS);
                }
                Err(_) => {
                    refused.get_or_insert_with(|| array_of(item.value()));
                    item.report(Code::WrongType, diagnostics);
                }
            }
        }
        match refused {
            Some(found) if !any_read => Err(found),
            _ => Ok(()),
        }
    }

    fn object(
        &mut self,
        node: &Node<'_>,
        wrappers: usize,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), NotAResponse> {
        if let Some(client) = self.client_of(node) {
            self.piece(client, node, diagnostics);
            return Ok(());
        }
        if let Some(whole) = whole(node, diagnostics) {
            self.whole(whole?);
            return Ok(());
        }
        let error = node
            .field("error")
            .filter(|error| matches!(error.value(), Value::Object(_)));
        let has_any = |names: &[&str]| names.iter().any(|name| node.has(name));
        let mut is_known = error.is_some();
        // Amid a client's stream only what is surely no piece of it ends it.
        let may_be_frame = self.under_way().is_none() || node.has("candidates");
        if may_be_frame && (has_any(&RESPONSE) || has_any(&CANDIDATE)) {
            self.settle();
            // With an answer beside it, the error only ended the stream.
            if self.frame(node, diagnostics) > 0 {
                return Ok(());
            }
            is_known = true;
        } else if let Some(inner) = node.field("response")
            && wrappers < MOST_WRAPPERS
        {
            is_known |= self.value(&inner, wrappers + 1, diagnostics).is_ok();
        }
        if let Some(error) = &error {
            self.error.get_or_insert_with(|| ApiError {
                code: error.integer("code", diagnostics),
                status: error.non_empty("status", diagnostics),
                message: error.non_empty("message", diagnostics),
            });
        }
        let is_empty = matches!(node.value(), Value::Object(members) if members.is_empty());
        if is_known || is_empty {
            return Ok(());
        }
        match self.under_way() {
            Some(client) => {
                self.piece(client, node, diagnostics);
                Ok(())
            }
            None => Err(UNKNOWN_OBJECT),
        }
    }

    /// Whose stream an object is a piece of. Some pieces of a stream say so only after its first.
    fn client_of(&self, node: &Node<'_>) -> Option<Client> {
        let is_more = || {
            self.under_way() == Some(Client::AiSdk)
                && ai_sdk::type_of(node).is_some()
                && !node.has("candidates")
        };
        if ai_stream::begins(node) || is_more() {
            return Some(Client::AiSdk);
        }
        interaction_events::is_event(node).then_some(Client::Interactions)
    }

    /// Reads a frame of generateContent; gives the number of candidates in it.
    fn frame(&mut self, node: &Node<'_>, diagnostics: &mut Diagnostics) -> usize {
        let response = &mut self.response;
        last_given(&mut response.block_reason, block_reason(node, diagnostics));
        for (name, field) in [
            ("responseId", &mut response.response_id),
            ("modelVersion", &mut response.model_version),
        ] {
            last_given(field, node.non_empty(name, diagnostics));
        }
        let is_response = RESPONSE.iter().any(|name| node.has(name));
        let list = node
            .array("candidates", diagnostics)
            .filter(|list| list.items().len() > 0);
        let mut count = 0;
        if let Some(list) = list {
            let candidates: Vec<Node<'_>> = list.items().collect();
            count = candidates.len();
            if let Some(chosen) = self.choose(&candidates, diagnostics)
                && let Some(chosen) = chosen.as_object(diagnostics)
            {
                // Some clients lift the metadata out of the candidate.
                let beside = chosen
                    .field("groundingMetadata")
                    .is_none_or(|own| own.is_blank())
                    .then(|| node.object("groundingMetadata", diagnostics))
                    .flatten();
                self.candidate(&chosen, beside, diagnostics);
            }
        } else if CANDIDATE.iter().any(|name| match is_response {
            // Clients give a response a method `text`.
            true => node.field(name).is_some(),
            false => node.has(name),
        }) {
            count = 1;
            if self.choose(&[*node], diagnostics).is_some() {
                self.candidate(node, None, diagnostics);
            }
        }
        let response = &mut self.response;
        response.candidate_count = response.candidate_count.max(count);
        count
    }

    fn candidate(
        &mut self,
        node: &Node<'_>,
        beside: Option<Node<'_>>,
        diagnostics: &mut Diagnostics,
    ) {
        let into = self.response.candidate.get_or_insert_default();
        candidate::read_more(node, into, &mut self.said, diagnostics);
        if let Some(metadata) = beside {
            let said = &mut self.said.grounding;
            grounding::read_more(&metadata, &mut into.grounding, said, diagnostics);
        }
    }

    /// The candidate asked for, of those in one frame.
    fn choose<'c>(
        &mut self,
        candidates: &[Node<'c>],
        diagnostics: &mut Diagnostics,
    ) -> Option<Node<'c>> {
        let given: Vec<Option<i64>> = candidates
            .iter()
            .map(|candidate| candidate.integer("index", diagnostics))
            .collect();
        let any_given = given.iter().any(Option::is_some);
        let mut chosen = None;
        for (position, (candidate, given)) in candidates.iter().zip(given).enumerate() {
            let index = match given {
                Some(index) => index,
                // proto3 does not write a zero, so beside numbered ones absent is 0.
                None if any_given => 0,
                None => i64::try_from(position).unwrap_or(i64::MAX),
            };
            self.indices.insert(index);
            if index == self.wanted && chosen.is_none() {
                chosen = Some(*candidate);
            }
        }
        chosen
    }
}

/// Reads an object that is a response in another form than Google's generateContent.
fn whole(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Result<Response, NotAResponse>> {
    if node.has("candidates") {
        None
    } else if interactions::is_interaction(node) {
        Some(Ok(interactions::read(node, diagnostics)))
    } else if ui_message::is_message(node) {
        Some(match ui_message::is_of_others(node) {
            true => Err(OF_OTHERS),
            false => Ok(ui_message::read(node, diagnostics)),
        })
    } else if ai_sdk::is_result(node) {
        Some(Ok(ai_sdk::read(node, diagnostics)))
    } else {
        None
    }
}

fn block_reason(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<String> {
    // Firebase AI Logic files the feedback under another name when it asks the Gemini API.
    let feedback = node.object("promptFeedback", diagnostics).or_else(|| {
        node.field("prompt")
            .filter(|prompt| matches!(prompt.value(), Value::Object(_)))
    })?;
    feedback.non_empty("blockReason", diagnostics)
}

fn array_of(item: &Value) -> NotAResponse {
    match item {
        Value::Null => "an array of nulls",
        Value::Bool(_) => "an array of booleans",
        Value::Number(_) => "an array of numbers",
        Value::String(_) => "an array of strings",
        Value::Array(_) => "an array of arrays without a known field",
        Value::Object(_) => "an array of objects without a known field",
    }
}
