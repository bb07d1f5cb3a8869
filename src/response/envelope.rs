//! What a caller may hold, down to frames: each recognised by its keys.

use std::collections::BTreeSet;

use super::Response;
use super::node::Node;
use super::tree::Value;
use super::{
    ai_sdk, ai_stream, candidate, frames, grounding, interaction_events, interactions, ui_message,
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
    let mut reader = Reader {
        wanted: i64::try_from(candidate).unwrap_or(i64::MAX),
        response: Response::default(),
        indices: BTreeSet::new(),
        error: None,
    };
    reader
        .value(&Node::root(value), 0, diagnostics)
        .map_err(Error::not_a_response)?;
    reader.finish()
}

struct Reader {
    /// The candidate asked for.
    wanted: i64,
    response: Response,
    /// The candidates seen: a stream may send one to a frame.
    indices: BTreeSet<i64>,
    error: Option<ApiError>,
}

/// What a value is instead, when it is no response.
type NotAResponse = &'static str;

impl Reader {
    fn finish(self) -> Result<Response, Error> {
        let mut response = self.response;
        response.candidate_count = response.candidate_count.max(self.indices.len());
        match self.error {
            // With an answer before it, the error only ended the stream.
            Some(error) if response.candidate_count == 0 => Err(Error::api(error)),
            _ => Ok(response),
        }
    }

    fn value(
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
        if ai_stream::is_stream(node) {
            self.whole(ai_stream::read(node, diagnostics));
            return Ok(());
        }
        if interaction_events::is_stream(node) {
            self.whole(interaction_events::read(node, diagnostics));
            return Ok(());
        }
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
        let error = node
            .field("error")
            .filter(|error| matches!(error.value(), Value::Object(_)));
        if let Some(error) = &error {
            self.error.get_or_insert_with(|| ApiError {
                code: error.integer("code", diagnostics),
                status: error.non_empty("status", diagnostics),
                message: error.non_empty("message", diagnostics),
            });
        }
        if let Some(whole) = whole(node, diagnostics) {
            self.whole(whole?);
            return Ok(());
        }
        let has_any = |names: &[&str]| names.iter().any(|name| node.has(name));
        let empty = matches!(node.value(), Value::Object(members) if members.is_empty());
        if has_any(&RESPONSE) || has_any(&CANDIDATE) {
            self.frame(node, diagnostics);
            return Ok(());
        }
        if let Some(inner) = node.field("response")
            && wrappers < MOST_WRAPPERS
            && self.value(&inner, wrappers + 1, diagnostics).is_ok()
        {
            return Ok(());
        }
        match empty || error.is_some() {
            true => Ok(()),
            false => Err(UNKNOWN_OBJECT),
        }
    }

    /// What a client made of a whole response. Of several, as in a conversation, the last counts.
    fn whole(&mut self, mut response: Response) {
        self.indices.insert(0);
        if self.wanted != 0 {
            response.candidate = None;
        }
        self.response = response;
    }

    fn frame(&mut self, node: &Node<'_>, diagnostics: &mut Diagnostics) {
        let mut frame = Response {
            block_reason: block_reason(node, diagnostics),
            response_id: node.non_empty("responseId", diagnostics),
            model_version: node.non_empty("modelVersion", diagnostics),
            ..Response::default()
        };
        let is_response = RESPONSE.iter().any(|name| node.has(name));
        let list = node
            .array("candidates", diagnostics)
            .filter(|list| list.items().len() > 0);
        if let Some(list) = list {
            let candidates: Vec<Node<'_>> = list.items().collect();
            frame.candidate_count = candidates.len();
            if let Some(chosen) = self.choose(&candidates, diagnostics)
                && let Some(chosen) = chosen.as_object(diagnostics)
            {
                let mut candidate = candidate::read(&chosen, diagnostics);
                // Some clients lift the metadata out of the candidate.
                if chosen
                    .field("groundingMetadata")
                    .is_none_or(|own| own.is_blank())
                    && let Some(beside) = node.object("groundingMetadata", diagnostics)
                {
                    candidate.grounding = grounding::read(&beside, diagnostics);
                }
                frame.candidate = Some(candidate);
            }
        } else if CANDIDATE.iter().any(|name| match is_response {
            // Clients give a response a method `text`.
            true => node.field(name).is_some(),
            false => node.has(name),
        }) {
            frame.candidate_count = 1;
            if self.choose(&[*node], diagnostics).is_some() {
                frame.candidate = Some(candidate::read(node, diagnostics));
            }
        }
        frames::append(&mut self.response, frame);
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
