//! The Interactions API's stream: events, joined by the step that each belongs to.

mod view;

use std::collections::BTreeMap;

use super::ai_sdk::type_of;
use super::annotation::{self, Cited};
use super::interactions::{self, Reader};
use super::node::Node;
use super::tree::Value;
use super::{Part, Response, Shown, part};
use crate::diagnostic::{Code, Diagnostics};

use view::View;

/// Calls of tools that say what was looked for.
const SEARCHES: [&str; 5] = [
    "google_search_call",
    "google_maps_call",
    "retrieval_call",
    "file_search_call",
    "url_context_call",
];

/// Whether this is an event.
pub(super) fn is_event(node: &Node<'_>) -> bool {
    kind(node).is_some()
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

/// An interaction as far as it has arrived. Steps may arrive side by side; their index is their
/// order.
#[derive(Debug, Default)]
pub(super) struct Stream {
    head: Response,
    finish_reason: Option<String>,
    reader: Reader,
    steps: BTreeMap<i64, Step>,
    /// The first step that the event at hand says something of.
    touched: Option<i64>,
    /// What a final event held: the whole interaction, which is then the answer.
    whole: Option<Response>,
    /// The parts so far, where somebody asks for them before the end.
    view: Option<View>,
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Text,
    /// Its text is a thought.
    Thought,
    /// Of a tool: what is said after it is said anew.
    Call,
}

impl Stream {
    /// A stream whose parts are asked for at any time.
    pub(super) fn watched() -> Self {
        Self {
            view: Some(View::default()),
            ..Self::default()
        }
    }

    pub(super) fn event(&mut self, item: &Node<'_>, diagnostics: &mut Diagnostics) {
        if self.whole.is_some() {
            return;
        }
        let Some(event) = item.as_object(diagnostics) else {
            return;
        };
        if let Some(interaction) = event.field("interaction") {
            if is_last(&event) && interactions::has_steps(&interaction) {
                self.whole = Some(interactions::read(&interaction, diagnostics));
                return;
            }
            let head = &mut self.head;
            let id = interaction.non_empty("id", diagnostics);
            head.response_id = id.or(head.response_id.take());
            let model = interaction.non_empty("model", diagnostics);
            head.model_version = model.or(head.model_version.take());
            self.ended(interactions::finish_reason(&interaction, diagnostics));
        }
        // A status of its own, or of an error in the middle.
        self.ended(interactions::finish_reason(&event, diagnostics));
        if kind(&event) == Some("error") {
            self.ended(Some("ERROR".to_owned()));
        }
        self.touched = None;
        self.step(&event, diagnostics);
        if let (Some(view), Some(touched)) = (&mut self.view, self.touched) {
            view.follow(&self.steps, touched);
        }
    }

    pub(super) fn parts(&self) -> &[Part] {
        match (&self.whole, &self.view) {
            (Some(Response { candidate, .. }), _) => {
                candidate.as_ref().map_or(&[], |answer| &answer.parts)
            }
            (None, Some(view)) => view.parts(),
            (None, None) => &[],
        }
    }

    pub(super) fn edits(&self) -> usize {
        let of_view = self.view.as_ref().map_or(0, View::edits);
        of_view + usize::from(self.whole.is_some())
    }

    #[allow(dead_code, reason = "for live streams")]
    pub(super) fn response_id(&self) -> Option<&str> {
        let head = self.whole.as_ref().unwrap_or(&self.head);
        head.response_id.as_deref()
    }

    pub(super) fn finish(self) -> Response {
        if let Some(whole) = self.whole {
            return whole;
        }
        let mut reader = self.reader;
        for step in self.steps.into_values() {
            match step.kind {
                // Without text there is no place for what it cites.
                Kind::Text if step.text.is_empty() => reader.cited_nowhere(step.cited),
                Kind::Text => reader.text(step.text, step.cited),
                Kind::Thought => reader.part(Part::Thought(step.text)),
                Kind::Call => reader.begin_turn(),
            }
            for shown in step.shown {
                reader.part(Part::Shown(shown));
            }
        }
        let mut answer = reader.finish();
        answer.finish_reason = self.finish_reason;
        Response {
            candidate_count: 1,
            candidate: Some(answer),
            ..self.head
        }
    }

    fn ended(&mut self, reason: Option<String>) {
        self.finish_reason = reason.or(self.finish_reason.take());
    }

    fn step(&mut self, event: &Node<'_>, diagnostics: &mut Diagnostics) {
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
                    if SEARCHES.contains(&kind) {
                        self.reader.step(body, diagnostics);
                    } else if !is_shown {
                        body.report(Code::PartNotShown, diagnostics);
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
        self.touched = Some(self.touched.map_or(index, |touched| touched.min(index)));
        self.steps.entry(index).or_default()
    }
}
