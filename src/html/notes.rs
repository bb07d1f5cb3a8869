//! The answer's own footnotes: flows beside the body.

use unicase::UniCase;

use super::Flow;
use super::open::OpenTags;
use super::writer::Writer;

/// The flow to go on with after a note's definition.
pub(super) struct Return {
    pub(super) flow: usize,
    pub(super) out: String,
    pub(super) open: OpenTags,
}

impl Writer<'_> {
    /// The flow of a note by its label. Labels differ by letters alone, not by case or spaces.
    pub(super) fn note_flow(&mut self, label: &str) -> usize {
        let words: Vec<&str> = label.split_whitespace().collect();
        let label = UniCase::new(words.join(" "));
        if let Some(flow) = self.note_flows.get(&label) {
            return *flow;
        }
        let flow = self.page.flows.len();
        self.page.flows.push(Flow::default());
        self.page.notes.push(label.clone());
        self.note_flows.insert(label, flow);
        flow
    }

    /// A definition's blocks go to a flow of their own, wherever it stands; a second one of the
    /// same label goes on where the first ended.
    pub(super) fn start_note(&mut self, label: &str) {
        self.sweep.end_run();
        let flow = self.note_flow(label);
        let is_open = |back: &Option<Return>| back.as_ref().is_some_and(|back| back.flow == flow);
        if flow == self.flow || self.returns.iter().any(is_open) {
            self.returns.push(None);
            return;
        }
        self.returns.push(Some(Return {
            flow: self.flow,
            out: std::mem::take(&mut self.out),
            open: std::mem::take(&mut self.open),
        }));
        self.flow = flow;
        self.out = std::mem::take(&mut self.page.flows[flow].html);
    }

    pub(super) fn end_note(&mut self) {
        self.sweep.end_run();
        if let Some(back) = self.returns.pop().flatten() {
            self.store();
            self.flow = back.flow;
            self.out = back.out;
            self.open = back.open;
        }
    }

    pub(super) fn store(&mut self) {
        self.page.flows[self.flow].html = std::mem::take(&mut self.out);
    }
}
