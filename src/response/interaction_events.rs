//! The Interactions API's stream, collected into an array of events.

use std::collections::BTreeMap;

use super::ai_sdk::type_of;
use super::annotation::{self, Cited};
use super::interactions::{self, Reader};
use super::node::Node;
use super::tree::Value;
use super::{Part, Response};
use crate::diagnostic::{Code, Diagnostics};

/// Whether an array holds events.
pub(super) fn is_stream(list: &Node<'_>) -> bool {
    list.items().any(|item| kind(&item).is_some())
}

fn kind<'s>(item: &'s Node<'_>) -> Option<&'s str> {
    match item.field("eventType")?.value() {
        Value::String(kind) => Some(kind),
        _ => None,
    }
}

/// Named `interaction.completed`, before that `interaction.complete`.
fn is_last(event: &Node<'_>) -> bool {
    kind(event).is_some_and(|kind| kind.starts_with("interaction.complete"))
}

/// Reads the events. Of a final event that holds the whole interaction, that is the answer.
pub(super) fn read(list: &Node<'_>, diagnostics: &mut Diagnostics) -> Response {
    let mut stream = Stream::default();
    let mut head = Response::default();
    let mut finish_reason = None;
    for item in list.items() {
        let Some(event) = item.as_object(diagnostics) else {
            continue;
        };
        if let Some(interaction) = event.field("interaction") {
            if is_last(&event) && interactions::has_steps(&interaction) {
                return interactions::read(&interaction, diagnostics);
            }
            let id = interaction.non_empty("id", diagnostics);
            let model = interaction.non_empty("model", diagnostics);
            head.response_id = id.or(head.response_id);
            head.model_version = model.or(head.model_version);
            finish_reason =
                interactions::finish_reason(&interaction, diagnostics).or(finish_reason);
        }
        // A status of its own, or of an error in the middle.
        finish_reason = interactions::finish_reason(&event, diagnostics).or(finish_reason);
        if kind(&event) == Some("error") {
            finish_reason = Some("ERROR".to_owned());
        }
        stream.event(&event, diagnostics);
    }
    let mut answer = stream.finish();
    answer.finish_reason = finish_reason;
    Response {
        candidate_count: 1,
        candidate: Some(answer),
        ..head
    }
}

/// Steps may arrive side by side; their index is their order.
#[derive(Debug, Default)]
struct Stream {
    reader: Reader,
    steps: BTreeMap<i64, Step>,
}

/// A step of text as far as it has arrived; its annotations come after the text that they mean.
#[derive(Debug, Default)]
struct Step {
    text: String,
    cited: Vec<Cited>,
    kind: Kind,
}

#[derive(Debug, Default)]
enum Kind {
    #[default]
    Text,
    Thought,
    /// Of a tool: what is said after it is said anew.
    Call,
}

impl Stream {
    fn event(&mut self, event: &Node<'_>, diagnostics: &mut Diagnostics) {
        // The first release called its steps content.
        let started = event.field("step").or_else(|| event.field("content"));
        for body in [started, event.field("delta")].into_iter().flatten() {
            if let Some(body) = body.as_object(diagnostics) {
                let index = event.integer("index", diagnostics).unwrap_or(0);
                self.body(&body, index, diagnostics);
            }
        }
    }

    fn body(&mut self, body: &Node<'_>, index: i64, diagnostics: &mut Diagnostics) {
        match type_of(body) {
            Some("model_output") => {
                if let Some(content) = body.array("content", diagnostics) {
                    for block in content.items() {
                        self.piece(&block, index, diagnostics);
                    }
                }
            }
            Some("text" | "text_delta" | "text_annotation" | "text_annotation_delta") => {
                self.piece(body, index, diagnostics);
            }
            Some("thought") => {
                body.report(Code::PartNotShown, diagnostics);
                self.at(index).kind = Kind::Thought;
            }
            Some("google_search_result" | "google_maps_result") => {
                self.reader.step(body, diagnostics);
            }
            Some(kind) if kind.ends_with("_call") => {
                self.at(index).kind = Kind::Call;
                if kind != "function_call" {
                    self.reader.step(body, diagnostics);
                }
            }
            // Signatures, summaries of thoughts, arguments piece by piece.
            _ => {}
        }
    }

    fn piece(&mut self, body: &Node<'_>, index: i64, diagnostics: &mut Diagnostics) {
        let text = body.string("text", diagnostics);
        let step = self.at(index);
        step.text.push_str(text.as_deref().unwrap_or_default());
        if let Some(list) = body.array("annotations", diagnostics) {
            annotation::read(&list, &mut step.cited, diagnostics);
        }
    }

    fn at(&mut self, index: i64) -> &mut Step {
        self.steps.entry(index).or_default()
    }

    fn finish(mut self) -> super::Candidate {
        for Step { text, cited, kind } in self.steps.into_values() {
            match kind {
                Kind::Text => self.reader.text(text, cited),
                Kind::Thought => self.reader.part(Part::Thought(String::new())),
                Kind::Call => self.reader.begin_turn(),
            }
        }
        self.reader.finish()
    }
}
