//! One part of a candidate: text, thought, code and its result, data, a call of a tool.

use super::node::Node;
use super::tree::Value;
use super::{CodeOutcome, Part, Shown};
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
        return self::code(&code, diagnostics);
    }
    if let Some(result) = node.object("codeExecutionResult", diagnostics) {
        return Some(output(&result, diagnostics));
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

fn code(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Shown> {
    Some(Shown::Code {
        language: node
            .non_empty("language", diagnostics)
            .filter(|language| language != "LANGUAGE_UNSPECIFIED"),
        code: node.string("code", diagnostics)?,
    })
}

fn output(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Shown {
    Shown::Output {
        outcome: match node.non_empty("outcome", diagnostics).as_deref() {
            None | Some("OUTCOME_OK" | "OUTCOME_UNSPECIFIED") => CodeOutcome::Ok,
            Some("OUTCOME_DEADLINE_EXCEEDED") => CodeOutcome::TooLate,
            // An open set: whatever Google adds is no success.
            Some(_) => CodeOutcome::Failed,
        },
        output: node.string("output", diagnostics).unwrap_or_default(),
    }
}

/// Code in the AI SDK's words: the input of a tool that ran at Google's. An application may give
/// such a tool any name, so its members tell.
pub(super) fn code_of_tool(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Shown> {
    let input = of_googles_tool(node, "input", diagnostics)?;
    input.field("language")?;
    input.field("code")?;
    code(&input, diagnostics)
}

/// What came of the code, likewise.
pub(super) fn output_of_tool(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Shown> {
    let output = of_googles_tool(node, "output", diagnostics)?;
    output.field("outcome")?;
    Some(self::output(&output, diagnostics))
}

/// The suggestions of a search that Google made, likewise.
pub(super) fn suggestions_of_tool(
    node: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let output = of_googles_tool(node, "output", diagnostics)?;
    output.non_empty("searchSuggestions", diagnostics)
}

fn of_googles_tool<'s>(
    node: &'s Node<'_>,
    name: &'static str,
    diagnostics: &mut Diagnostics,
) -> Option<Node<'s>> {
    let is_googles = node.bool("providerExecuted", diagnostics) == Some(true);
    node.field(name)
        .filter(|given| is_googles && matches!(given.value(), Value::Object(_)))
}

/// A block of the Interactions API that is shown, by its type.
pub(super) fn of_kind(
    kind: &str,
    block: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Shown> {
    match kind {
        "code_execution_call" => {
            let arguments = block.object("arguments", diagnostics)?;
            Some(Shown::Code {
                language: arguments.non_empty("language", diagnostics),
                code: arguments.string("code", diagnostics)?,
            })
        }
        "code_execution_result" => Some(Shown::Output {
            outcome: match block.bool("isError", diagnostics) {
                Some(true) => CodeOutcome::Failed,
                _ => CodeOutcome::Ok,
            },
            output: block.string("result", diagnostics).unwrap_or_default(),
        }),
        "image" | "audio" | "video" | "document" => {
            let media_type = block.non_empty("mimeType", diagnostics);
            match block.non_empty("uri", diagnostics) {
                Some(uri) => Some(Shown::File {
                    name: None,
                    media_type,
                    uri,
                }),
                None => Some(Shown::Data {
                    name: None,
                    media_type: media_type.unwrap_or_else(|| kind.to_owned()),
                    base64: block.string("data", diagnostics)?,
                }),
            }
        }
        _ => None,
    }
}

/// What the Interactions API tells of a thought: texts in its summary, in a stream one in `content`.
pub(super) fn thought(block: &Node<'_>, diagnostics: &mut Diagnostics) -> String {
    let mut thought = block
        .object("content", diagnostics)
        .and_then(|content| content.string("text", diagnostics))
        .unwrap_or_default();
    if let Some(list) = block.array("summary", diagnostics) {
        for item in list.items() {
            let text = item.string("text", diagnostics).unwrap_or_default();
            thought.push_str(&text);
        }
    }
    thought
}

/// A file in the AI SDK's words: of a result, or of a message, whose address may hold the data.
pub(super) fn file(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Shown> {
    let inner = node.object("file", diagnostics);
    let file = inner.as_ref().unwrap_or(node);
    let name = node.non_empty("filename", diagnostics);
    let media_type = file
        .non_empty("mediaType", diagnostics)
        .or_else(|| file.non_empty("mimeType", diagnostics));
    let uri = node.non_empty("url", diagnostics);
    let in_uri = uri
        .as_deref()
        .and_then(|uri| uri.strip_prefix("data:")?.split_once(";base64,"));
    let data = match in_uri {
        Some((_, base64)) => Some(base64.to_owned()),
        None => ["base64", "base64Data", "data"]
            .iter()
            .find_map(|name| file.non_empty(name, diagnostics)),
    };
    match (data, uri) {
        (Some(base64), _) => Some(Shown::Data {
            name,
            media_type: media_type?,
            base64,
        }),
        (None, Some(uri)) => Some(Shown::File {
            name,
            media_type,
            uri,
        }),
        (None, None) => None,
    }
}
