//! The Interactions API's stream, collected into an array of events.

use std::collections::BTreeMap;

use super::ai_sdk::type_of;
use super::annotation::{self, Cited};
use super::interactions::{self, Reader};
use super::node::Node;
use super::tree::Value;
use super::{Part, Response, Shown, part};
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

/// A step as far as it has arrived; annotations come after the text that they mean.
#[derive(Debug, Default)]
struct Step {
    text: String,
    cited: Vec<Cited>,
    kind: Kind,
    /// Code, images and files, which come whole.
    shown: Vec<Shown>,
}

#[derive(Debug, Default)]
enum Kind {
    #[default]
    Text,
    /// Its text is a thought.
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
            Some("thought" | "thought_summary") => {
                let thought = part::thought(body, diagnostics);
                let step = self.at(index);
                step.kind = Kind::Thought;
                step.text.push_str(&thought);
            }
            Some("google_search_result" | "google_maps_result" | "url_context_result") => {
                self.reader.step(body, diagnostics);
            }
            Some(kind) => {
                let shown = part::of_kind(kind, body, diagnostics);
                let is_shown = shown.is_some();
                if is_shown {
                    self.at(index).shown.extend(shown);
                }
                if kind.ends_with("_call") {
                    self.at(index).kind = Kind::Call;
                    if kind == "function_call" {
                        body.report(Code::PartNotShown, diagnostics);
                    } else if !is_shown {
                        self.reader.step(body, diagnostics);
                    }
                }
            }
            // Signatures, arguments piece by piece.
            None => {}
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
        for step in self.steps.into_values() {
            let has_text = !step.text.is_empty() || step.shown.is_empty();
            match step.kind {
                Kind::Text if has_text => self.reader.text(step.text, step.cited),
                Kind::Text => {}
                Kind::Thought => self.reader.part(Part::Thought(step.text)),
                Kind::Call => self.reader.begin_turn(),
            }
            for shown in step.shown {
                self.reader.part(Part::Shown(shown));
            }
        }
        self.reader.finish()
    }
}
