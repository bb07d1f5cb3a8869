//! Events become HTML. The only writer of tags.
//!
//! The body is a list of top-level blocks, each written from its own events and blind to
//! citations: the writer notes where each wanted position landed, and what is stamped in later.

mod blocks;
pub(crate) mod documents;
mod escape;
mod frame;
mod image;
mod inline;
mod joining;
mod maps;
pub(crate) mod marks;
mod notes;
mod open;
pub(crate) mod pages_read;
mod parts;
mod raw;
pub(crate) mod sources;
mod spent;
mod sweep;
mod table;
mod writer;

pub(crate) use escape::{push_attribute, push_text};
pub(crate) use frame::{document, suggestions_frame};
pub(crate) use spent::Spent;
pub(crate) use sweep::Spot;
pub(crate) use writer::Writer;

use std::ops::Range;

use unicase::UniCase;

/// The whole body before sanitizing.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The body first, then the answer's own notes in the order of their definitions.
    pub(crate) flows: Vec<Flow>,
    /// What stands behind the placeholders in the flows' HTML.
    pub(crate) inserts: Vec<Insert>,
    /// For each wanted position where it landed.
    pub(crate) spots: Vec<Option<Spot>>,
    /// Labels of the answer's own notes, whose flows follow the body's.
    pub(crate) notes: Vec<UniCase<String>>,
    /// What a part used up of the bounds of its text.
    pub(crate) spent: Spent,
}

/// Blocks one after the other, with nothing between.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    pub(crate) html: String,
    pub(crate) blocks: Vec<Block>,
}

/// One top-level block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Where it stands in its flow's HTML.
    pub(crate) html: Range<usize>,
    pub(crate) kind: BlockKind,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// As the writer wrote it.
    #[default]
    Written,
    /// It holds raw HTML of the answer's own.
    Raw,
    /// A part between two texts, each of which is a document of its own.
    Part,
}

/// What is stamped in at a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Insert {
    /// A reference to the answer's own note in that flow.
    NoteReference { flow: usize },
    /// A task list's box, ticked or not.
    Task(Task),
    /// An image of the answer's own from a host that the caller allows.
    Image { url: String, alt: String },
}

impl Insert {
    /// Whether it is a link, which cannot stand in another.
    pub(crate) fn is_link(&self) -> bool {
        matches!(self, Self::NoteReference { .. })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Open,
    Done,
}
