//! One part of a candidate: text, thought, code and its result, data, a call of a tool.

use super::node::Node;
use super::{Outcome, Part, Shown};
use crate::diagnostic::{Code, Diagnostics};

/// Kinds of parts that are for the caller's program, not for the reader.
const CALLS: [&str; 4] = [
    "functionCall",
    "functionResponse",
    "toolCall",
    "toolResponse",
];

/// Reads a part. It keeps its index whatever it is: `partIndex` counts all of them.
pub(super) fn read(item: Node<'_>, diagnostics: &mut Diagnostics) -> Part {
    let Some(node) = item.as_object(diagnostics) else {
        return Part::Hidden;
    };
    let is_thought = node.bool("thought", diagnostics) == Some(true);
    match node.string("text", diagnostics) {
        Some(text) if is_thought => return Part::Thought(text),
        // An empty text stays a text: a `thoughtSignature` may have nothing else to sit on.
        Some(text) => return Part::Text(text),
        None if is_thought => return Part::Hidden,
        None => {}
    }
    if let Some(shown) = shown(&node, diagnostics) {
        return Part::Shown(shown);
    }
    let says_something = CALLS.iter().any(|name| node.field(name).is_some());
    if says_something || node.field("thoughtSignature").is_none() {
        node.report(Code::PartNotShown, diagnostics);
    }
    Part::Hidden
}

/// The suggestions that a search's response holds: some answers have them nowhere else.
pub(super) fn suggestions(item: Node<'_>, diagnostics: &mut Diagnostics) -> Option<String> {
    let response = item.field("toolResponse")?;
    let response = response.object("response", diagnostics)?;
    response.non_empty("searchSuggestions", diagnostics)
}

fn shown(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Shown> {
    if let Some(code) = node.object("executableCode", diagnostics) {
        return Some(Shown::Code {
            language: code
                .non_empty("language", diagnostics)
                .filter(|language| language != "LANGUAGE_UNSPECIFIED"),
            code: code.string("code", diagnostics)?,
        });
    }
    if let Some(result) = node.object("codeExecutionResult", diagnostics) {
        return Some(Shown::Output {
            outcome: match result.non_empty("outcome", diagnostics).as_deref() {
                None | Some("OUTCOME_OK" | "OUTCOME_UNSPECIFIED") => Outcome::Ok,
                Some("OUTCOME_DEADLINE_EXCEEDED") => Outcome::TooLate,
                // An open set: whatever Google adds is no success.
                Some(_) => Outcome::Failed,
            },
            output: result.string("output", diagnostics).unwrap_or_default(),
        });
    }
    if let Some(data) = node.object("inlineData", diagnostics) {
        return Some(Shown::Data {
            name: data.non_empty("displayName", diagnostics),
            media_type: data.non_empty("mimeType", diagnostics)?,
            base64: data.string("data", diagnostics).unwrap_or_default(),
        });
    }
    let file = node.object("fileData", diagnostics)?;
    Some(Shown::File {
        name: file.non_empty("displayName", diagnostics),
        media_type: file.non_empty("mimeType", diagnostics),
        uri: file.non_empty("fileUri", diagnostics)?,
    })
}
