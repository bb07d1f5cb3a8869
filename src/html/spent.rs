//! Bounds that hold for a whole text, for one that is written in parts.

use crate::policy;

use super::table::fillers_limit;

/// What parts of a text used up of bounds that hold for the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    /// Bytes that references copied out of definitions.
    expansion: usize,
    /// Cells that no source stands for.
    fillers: usize,
}

impl Spent {
    pub(super) fn new(expansion: usize, fillers: usize) -> Self {
        Self { expansion, fillers }
    }

    pub(crate) fn add(&mut self, more: Self) {
        self.expansion = self.expansion.saturating_add(more.expansion);
        self.fillers = self.fillers.saturating_add(more.fillers);
    }

    pub(crate) fn remove(&mut self, what: Self) {
        self.expansion = self.expansion.saturating_sub(what.expansion);
        self.fillers = self.fillers.saturating_sub(what.fillers);
    }

    /// Whether a text of so many bytes, written at once, refuses none of it.
    pub(crate) fn is_within(&self, text_bytes: usize) -> bool {
        self.expansion <= expansion_limit(text_bytes) && self.fillers <= fillers_limit(text_bytes)
    }
}

/// pulldown-cmark limits what references expand to for each parse; this stays below that limit, so
/// that a text parsed in pieces gives the same.
pub(super) fn expansion_limit(text_bytes: usize) -> usize {
    (text_bytes * policy::MOST_EXPANSION).min(text_bytes.max(100_000) / 2)
}
