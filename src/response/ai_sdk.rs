//! What the AI SDK makes of Gemini's responses: results, their steps, and what its providers put
//! beside the text.

use super::node::Node;
use super::tree::Value;
use super::turns::Turns;
use super::{Candidate, Chunk, ChunkKind, Grounding, Part, Response, candidate, part};
use crate::diagnostic::{Code, Diagnostics};

/// Under which names the provider packages file what Google sent. The Vertex provider uses two.
const PROVIDERS: [&str; 3] = ["google", "vertex", "googleVertex"];

const PROVIDER_METADATA: &str = "providerMetadata";

/// Fields of a result: of the newest release in a step, of older ones in the result itself.
const OF_RESULTS: [&str; 2] = [PROVIDER_METADATA, "experimentalProviderMetadata"];

/// Whether this is the result of a call, or one of its steps.
pub(super) fn is_result(node: &Node<'_>) -> bool {
    is_step(node) || has_steps(node)
}

fn is_step(node: &Node<'_>) -> bool {
    has_typed_items(node, "content") || OF_RESULTS.iter().any(|name| node.field(name).is_some())
}

/// A result of the newest release has getters for everything but its steps.
fn has_steps(node: &Node<'_>) -> bool {
    let steps = node.field("steps");
    steps.is_some_and(|steps| steps.items().last().is_some_and(|step| is_step(&step)))
}

/// Whether a list says of each item what it is, as neither Gemini's parts nor its contents do.
pub(super) fn has_typed_items(node: &Node<'_>, name: &'static str) -> bool {
    let list = node.field(name);
    list.is_some_and(|list| list.items().any(|item| type_of(&item).is_some()))
}

pub(super) fn type_of<'s>(item: &'s Node<'_>) -> Option<&'s str> {
    match item.field("type")?.value() {
        Value::String(kind) => Some(kind),
        _ => None,
    }
}

/// Reads a result. Its answer is the last step's, as its own `text` would be.
pub(super) fn read(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Response {
    if !is_step(node)
        && let Some(steps) = node.field("steps")
        && let Some(last) = steps.items().last()
    {
        return step(&last, diagnostics);
    }
    step(node, diagnostics)
}

fn step(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Response {
    let mut turns = Turns::default();
    let mut listed = Listed::default();
    let content = node
        .field("content")
        .filter(|content| matches!(content.value(), Value::Array(_)));
    match content {
        Some(content) => {
            for item in content.items() {
                self::item(&item, &mut turns, &mut listed, diagnostics);
            }
        }
        None => {
            if let Some(text) = node.string("text", diagnostics) {
                turns.text(text);
            }
        }
    }
    if let Some(sources) = node.field("sources")
        && content.is_none()
    {
        sources
            .items()
            .for_each(|source| listed.add(&source, diagnostics));
    }
    let provided = OF_RESULTS
        .iter()
        .find_map(|name| provided(&node.field(name)?, diagnostics));
    let Provided {
        candidate,
        block_reason,
    } = provided.unwrap_or_default();
    turns.ground(candidate);
    listed.stand_in(&mut turns);
    let mut answer = turns.finish();
    answer.finish_reason = finish_reason(node, diagnostics);
    let mut response = Response {
        candidate_count: 1,
        candidate: Some(answer),
        block_reason,
        ..Response::default()
    };
    head(node, &mut response, diagnostics);
    response
}

/// Reads `response{id}`. Its `modelId` is the model that was asked for, not the one that answered.
pub(super) fn head(node: &Node<'_>, response: &mut Response, diagnostics: &mut Diagnostics) {
    if let Some(of_call) = node
        .field("response")
        .filter(|field| matches!(field.value(), Value::Object(_)))
    {
        response.response_id = of_call.non_empty("id", diagnostics);
    }
}

/// Reads one part of a message or of a result's content.
pub(super) fn item(
    item: &Node<'_>,
    turns: &mut Turns,
    listed: &mut Listed,
    diagnostics: &mut Diagnostics,
) {
    let Some(node) = item.as_object(diagnostics) else {
        return turns.part(Part::Hidden);
    };
    match type_of(&node) {
        Some("text") => {
            let text = node.string("text", diagnostics).unwrap_or_default();
            turns.text(text);
        }
        Some("reasoning") => {
            let thought = node.string("text", diagnostics).unwrap_or_default();
            turns.part(Part::Thought(thought));
        }
        Some("file") => {
            let part = match part::file(&node, diagnostics) {
                Some(shown) => Part::Shown(shown),
                None => {
                    node.report(Code::PartNotShown, diagnostics);
                    Part::Hidden
                }
            };
            turns.part(part);
        }
        // What the model drew while it thought is a thought.
        Some("reasoning-file") => turns.part(Part::Hidden),
        Some("source" | "source-url" | "source-document") => listed.add(&node, diagnostics),
        kind => {
            if tool(kind, &node, turns, diagnostics) {
                return;
            }
            // What came of the application's own tools is no part of the model's answer.
            let is_of_application = matches!(kind, Some("tool-result" | "tool-error"))
                && node.bool("providerExecuted", diagnostics) != Some(true);
            if !is_of_application {
                node.report(Code::PartNotShown, diagnostics);
                turns.part(Part::Hidden);
            }
        }
    }
}

/// Reads what the SDK makes a tool of: code that Google ran, and what came of it. A message has both
/// in one part. Says whether any of it is shown.
pub(super) fn tool(
    kind: Option<&str>,
    node: &Node<'_>,
    turns: &mut Turns,
    diagnostics: &mut Diagnostics,
) -> bool {
    if let Some(suggestions) = part::suggestions_of_tool(node, diagnostics) {
        turns.ground(Candidate {
            tool_suggestions: Some(suggestions),
            ..Candidate::default()
        });
    }
    let code = match kind {
        // It repeats the call.
        Some("tool-result") => None,
        _ => part::code_of_tool(node, diagnostics),
    };
    let output = part::output_of_tool(node, diagnostics);
    let is_shown = code.is_some() || output.is_some();
    for shown in [code, output].into_iter().flatten() {
        turns.part(Part::Shown(shown));
    }
    is_shown
}

/// Google's word for why the model stopped, where the SDK passes it on, else the SDK's own.
pub(super) fn finish_reason(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<String> {
    if let Some(raw) = node.non_empty("rawFinishReason", diagnostics) {
        return Some(raw);
    }
    let unified = node.non_empty("finishReason", diagnostics)?;
    match unified.as_str() {
        // A call of a tool is where the model wanted to stop.
        "stop" | "tool-calls" => Some("STOP".to_owned()),
        "length" => Some("MAX_TOKENS".to_owned()),
        "unknown" => None,
        // In Google's spelling: a reader of reasons need not know of a second one.
        _ => Some(unified.to_ascii_uppercase().replace('-', "_")),
    }
}

/// What a provider package passes on of a response.
#[derive(Debug, Default)]
pub(super) struct Provided {
    /// Without parts.
    pub(super) candidate: Candidate,
    pub(super) block_reason: Option<String>,
}

/// Looks for Google's metadata in `providerMetadata`, or in what an application made of it: the
/// metadata of one provider, or `groundingMetadata` itself.
pub(super) fn provided(metadata: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Provided> {
    for name in PROVIDERS {
        if let Some(provider) = metadata.field(name)
            && is_googles(&provider)
        {
            return Some(of_provider(&provider, diagnostics));
        }
    }
    if is_googles(metadata) {
        return Some(of_provider(metadata, diagnostics));
    }
    // A provider can be given any name.
    let provider = metadata.only_object_member()?;
    is_googles(&provider).then(|| of_provider(&provider, diagnostics))
}

fn is_googles(node: &Node<'_>) -> bool {
    ["groundingMetadata", "urlContextMetadata", "promptFeedback"]
        .iter()
        .any(|name| node.field(name).is_some())
}

/// A provider's object holds what stood beside a candidate's content, under the same names.
fn of_provider(provider: &Node<'_>, diagnostics: &mut Diagnostics) -> Provided {
    let feedback = provider.object("promptFeedback", diagnostics);
    let mut candidate = candidate::read(provider, diagnostics);
    candidate.parts.clear();
    Provided {
        block_reason: feedback.and_then(|feedback| feedback.non_empty("blockReason", diagnostics)),
        candidate,
    }
}

/// Sources that the SDK lists by themselves. They are the grounding chunks again, without their
/// order, so they count only where no chunks came.
#[derive(Debug, Default)]
pub(super) struct Listed(Vec<Chunk>);

impl Listed {
    pub(super) fn add(&mut self, source: &Node<'_>, diagnostics: &mut Diagnostics) {
        let url = source.non_empty("url", diagnostics);
        let file = source.non_empty("filename", diagnostics);
        self.0.push(Chunk {
            kind: match url {
                Some(_) => ChunkKind::Web,
                None => ChunkKind::Document,
            },
            uri: url,
            title: source.non_empty("title", diagnostics),
            document: file,
            ..Chunk::default()
        });
    }

    pub(super) fn stand_in(self, turns: &mut Turns) {
        if !turns.has_sources() {
            turns.ground(Candidate {
                grounding: Grounding {
                    chunks: self.0,
                    ..Grounding::default()
                },
                ..Candidate::default()
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::parse;

    fn answer(content: &str) -> (Response, usize) {
        let mut diagnostics = Diagnostics::default();
        let json = format!(r#"{{"content": {content}}}"#);
        let value = parse(json.as_bytes(), &mut diagnostics).unwrap();
        let response = read(&Node::root(&value), &mut diagnostics);
        (response, diagnostics.into_vec().len())
    }

    #[test]
    fn code_that_google_ran_is_shown() {
        let (response, reported) = answer(
            r#"[
                {"type": "tool-call", "toolName": "run", "providerExecuted": true,
                 "input": {"language": "PYTHON", "code": "1"}},
                {"type": "tool-result", "toolName": "run", "providerExecuted": true,
                 "input": {"language": "PYTHON", "code": "1"},
                 "output": {"outcome": "OUTCOME_OK", "output": "1"}},
                {"type": "dynamic-tool", "providerExecuted": true,
                 "input": {"language": "PYTHON", "code": "2"},
                 "output": {"outcome": "OUTCOME_FAILED", "output": ""}},
                {"type": "tool-result", "toolName": "server:GOOGLE_SEARCH_WEB",
                 "providerExecuted": true, "output": {"search_suggestions": "<b>"}},
                {"type": "reasoning-file", "file": {"base64": "AA==", "mediaType": "image/png"}}
            ]"#,
        );
        let candidate = response.candidate.unwrap();
        let shown: Vec<_> = candidate
            .parts
            .iter()
            .map(|part| format!("{part:?}"))
            .collect();
        assert_eq!(
            shown,
            [
                r#"Shown(Code { language: Some("PYTHON"), code: "1" })"#,
                r#"Shown(Output { outcome: Ok, output: "1" })"#,
                r#"Shown(Code { language: Some("PYTHON"), code: "2" })"#,
                r#"Shown(Output { outcome: Failed, output: "" })"#,
                "Hidden",
                "Hidden",
            ]
        );
        assert_eq!(candidate.tool_suggestions.as_deref(), Some("<b>"));
        assert_eq!(reported, 1);
    }

    #[test]
    fn tools_of_the_application_are_not_shown() {
        let (response, reported) = answer(
            r#"[
                {"type": "tool-call", "input": {"language": "PYTHON", "code": "1"}},
                {"type": "tool-result", "output": {"outcome": "OUTCOME_OK", "output": "1"}},
                {"type": "tool-error", "error": "x"},
                {"type": "tool-call", "providerExecuted": true, "input": {"code": "no language"}},
                {"type": "tool-result", "providerExecuted": true, "output": "text"}
            ]"#,
        );
        let parts = response.candidate.unwrap().parts;
        assert!(parts.iter().all(|part| matches!(part, Part::Hidden)));
        assert_eq!((parts.len(), reported), (3, 3));
    }
}
