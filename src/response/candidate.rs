//! One candidate: its parts, why it ended, its grounding.

use super::frames::{self, last_given};
use super::node::Node;
use super::said::Said;
use super::{Candidate, Part, grounding, part, recitation, url_context};
use crate::diagnostic::Diagnostics;

/// Reads a candidate, or what stands for one: an object with `parts` or `text` of its own.
pub(super) fn read(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Candidate {
    let mut candidate = Candidate::default();
    read_more(node, &mut candidate, &mut Said::default(), diagnostics);
    candidate
}

/// Adds what a frame says of a candidate to what was said of it before.
pub(super) fn read_more(
    node: &Node<'_>,
    into: &mut Candidate,
    said: &mut Said,
    diagnostics: &mut Diagnostics,
) {
    let (parts, tool_suggestions) = parts(node, diagnostics);
    frames::append_parts(&mut into.parts, parts);
    last_given(&mut into.tool_suggestions, tool_suggestions);
    last_given(
        &mut into.finish_reason,
        node.non_empty("finishReason", diagnostics),
    );
    if let Some(metadata) = node.object("groundingMetadata", diagnostics) {
        grounding::read_more(
            &metadata,
            &mut into.grounding,
            &mut said.grounding,
            diagnostics,
        );
    }
    let recitations = recitation::read(node, &mut said.recitations, diagnostics);
    into.recitations.extend(recitations);
    let pages = url_context::read(node, &mut said.pages, diagnostics);
    into.pages_read.extend(pages);
}

/// The parts, and the suggestions in the last of them that has any.
fn parts(node: &Node<'_>, diagnostics: &mut Diagnostics) -> (Vec<Part>, Option<String>) {
    let content = node.object("content", diagnostics);
    for owner in [content.as_ref(), Some(node)].into_iter().flatten() {
        if let Some(list) = owner.array("parts", diagnostics) {
            let parts = list.items().map(|item| part::read(item, diagnostics));
            let parts = parts.collect();
            let suggestions = list
                .items()
                .filter_map(|item| part::suggestions(item, diagnostics));
            return (parts, suggestions.last());
        }
    }
    let text = node.string("text", diagnostics);
    (text.map(Part::Text).into_iter().collect(), None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Diagnostic;
    use crate::response::parse;

    fn candidate(json: &str) -> (Candidate, Vec<Diagnostic>) {
        let mut diagnostics = Diagnostics::default();
        let value = parse(json.as_bytes(), &mut diagnostics).unwrap();
        let candidate = read(&Node::root(&value), &mut diagnostics);
        (candidate, diagnostics.into_vec())
    }

    fn shown(parts: &[Part]) -> Vec<&str> {
        parts
            .iter()
            .map(|part| match part {
                Part::Text(text) => text.as_str(),
                Part::Thought(_) => "<thought>",
                Part::Shown(_) => "<shown>",
                Part::Hidden => "<hidden>",
            })
            .collect()
    }

    #[test]
    fn every_part_keeps_its_index() {
        let (candidate, diagnostics) = candidate(
            r#"{"content": {"role": "model", "parts": [
                {"text": "hm", "thought": true},
                {"executableCode": {"code": "x"}},
                {"text": "a", "thought": false},
                7,
                {"text": "", "thoughtSignature": "c2ln"},
                {"text": 5},
                {"inlineData": {}, "thought": true}
            ]}, "finishReason": "STOP"}"#,
        );
        assert_eq!(
            shown(&candidate.parts),
            [
                "<thought>",
                "<shown>",
                "a",
                "<hidden>",
                "",
                "<hidden>",
                "<hidden>"
            ]
        );
        assert_eq!(candidate.finish_reason.as_deref(), Some("STOP"));
        let found: Vec<_> = diagnostics
            .iter()
            .map(|d| (d.code, d.path.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("wrong-type", "content.parts[3]"),
                ("wrong-type", "content.parts[5].text"),
                ("part-not-shown", "content.parts[5]"),
            ]
        );
    }

    #[test]
    fn parts_and_text_may_stand_without_content() {
        let (bare, _) = candidate(r#"{"parts": [{"text": "a"}], "text": "b"}"#);
        assert_eq!(shown(&bare.parts), ["a"]);
        let (text, diagnostics) = candidate(r#"{"content": null, "text": "b"}"#);
        assert_eq!(shown(&text.parts), ["b"]);
        assert!(diagnostics.is_empty());
    }

    #[test]
    fn a_broken_candidate_is_an_empty_one() {
        let (candidate, diagnostics) =
            candidate(r#"{"content": [], "finish_reason": 1, "groundingMetadata": "x"}"#);
        assert!(candidate.parts.is_empty() && candidate.finish_reason.is_none());
        let paths: Vec<_> = diagnostics.iter().map(|d| d.path.as_str()).collect();
        assert_eq!(paths, ["content", "finishReason", "groundingMetadata"]);
    }
}
