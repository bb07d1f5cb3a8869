//! The parts of an interaction that is still arriving.

use std::collections::BTreeMap;

use super::{Kind, Step};
use crate::response::Part;
use crate::response::turns::Turns;

/// The parts so far. What the last step gains is added to them; where an earlier one changes, they
/// are put together anew, as whoever shows them then starts anew too.
#[derive(Debug, Default)]
pub(super) struct View {
    turns: Turns,
    end: End,
    rebuilt: usize,
}

/// How far the parts go.
#[derive(Clone, Copy, Debug, Default)]
struct End {
    /// The last step that is in them.
    index: Option<i64>,
    kind: Kind,
    /// Whether what it says has begun: its text, its thought, its turn.
    has_begun: bool,
    /// How much of its text is in them, in bytes, and how many of its pictures and the like.
    text: usize,
    shown: usize,
}

impl View {
    pub(super) fn parts(&self) -> &[Part] {
        self.turns.parts()
    }

    pub(super) fn edits(&self) -> usize {
        self.rebuilt + self.turns.edits()
    }

    /// Takes over what an event brought to the step `touched`, and to none before it.
    pub(super) fn follow(&mut self, steps: &BTreeMap<i64, Step>, touched: i64) {
        if self.is_outdated(steps, touched) {
            *self = Self {
                rebuilt: self.edits() + 1,
                ..Self::default()
            };
        }
        let from = self.end.index.unwrap_or(i64::MIN);
        for (&index, step) in steps.range(from..) {
            if self.end.index != Some(index) {
                self.end = End {
                    index: Some(index),
                    ..End::default()
                };
            }
            self.show(step);
        }
    }

    fn is_outdated(&self, steps: &BTreeMap<i64, Step>, touched: i64) -> bool {
        let end = self.end;
        match (end.index, steps.get(&touched)) {
            (Some(last), _) if touched < last => true,
            (Some(last), Some(step)) if touched == last => {
                let is_another = end.has_begun && step.kind != end.kind;
                let begins = step.begins() && !end.has_begun;
                // What is shown stands behind the text.
                is_another || (end.shown > 0 && (begins || step.text.len() > end.text))
            }
            _ => false,
        }
    }

    fn show(&mut self, step: &Step) {
        let end = &mut self.end;
        let more = step.text[end.text..].to_owned();
        match (step.kind, end.has_begun) {
            (Kind::Text, false) if step.begins() => {
                self.turns.text(more);
            }
            (Kind::Text | Kind::Thought, true) if more.is_empty() => {}
            (Kind::Text, true) => self.turns.text_piece(more),
            (Kind::Thought, false) => self.turns.part(Part::Thought(more)),
            (Kind::Thought, true) => self.turns.thought_piece(more),
            (Kind::Call, false) => self.turns.begin_turn(),
            (Kind::Text | Kind::Call, _) => {}
        }
        for shown in &step.shown[end.shown..] {
            self.turns.part(Part::Shown(shown.clone()));
        }
        *end = End {
            index: end.index,
            kind: step.kind,
            has_begun: step.begins(),
            text: step.text.len(),
            shown: step.shown.len(),
        };
    }
}

impl Step {
    fn begins(&self) -> bool {
        self.kind != Kind::Text || !self.text.is_empty()
    }
}
