//! A stretch of nodes on the page that still changes, up to the end of its element.

use super::difference::{self, Extent, Place, Seams};
use super::growth::{self, Last};
use super::operation::{Operation, Target};
use super::pieces;

/// The last nodes of an element: those before stay as they are.
#[derive(Debug)]
pub(super) struct Region {
    target: Target,
    path: Vec<usize>,
    first: usize,
    shown: String,
}

impl Region {
    pub(super) fn new(target: Target, path: Vec<usize>, first: usize) -> Self {
        Self {
            target,
            path,
            first,
            shown: String::new(),
        }
    }

    /// A region of the container itself that the page shows already.
    pub(super) fn showing(target: Target, first: usize, shown: String) -> Self {
        Self {
            target,
            path: Vec::new(),
            first,
            shown,
        }
    }

    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// The index behind the region's last node.
    pub(super) fn end_node(&self) -> usize {
        self.first + nodes(&self.shown)
    }

    pub(super) fn shown(&self) -> &str {
        &self.shown
    }

    /// Where its nodes stand.
    pub(super) fn last(&self) -> Last<'_> {
        Last {
            target: self.target,
            path: &self.path,
            first: self.first,
        }
    }

    /// The page shows more HTML at that place.
    pub(super) fn insert(&mut self, at: usize, html: &str) {
        self.shown.insert_str(at, html);
    }

    /// Makes the page show `wanted` in the region.
    pub(super) fn show(&mut self, wanted: String, operations: &mut Vec<Operation>) {
        if self.shown == wanted {
            return;
        }
        if !growth::push(&self.shown, &wanted, self.last(), operations) {
            self.change(&wanted, Seams::Count, operations);
        }
        self.shown = wanted;
    }

    /// The same for the last time.
    pub(super) fn show_last(self, wanted: &str, operations: &mut Vec<Operation>) {
        self.change(wanted, Seams::Ignored, operations);
    }

    fn change(&self, wanted: &str, seams: Seams, operations: &mut Vec<Operation>) {
        let place = Place {
            target: self.target,
            path: self.path.clone(),
            first: self.first,
            extent: Extent::ToEnd,
            seams,
        };
        // Nothing stands behind a region, so nothing has to be left out.
        let done = difference::push(&self.shown, wanted, &place, operations);
        debug_assert!(done.is_ok());
    }

    /// So much of what is shown never changes again by itself: the region begins behind it.
    pub(super) fn settle(&mut self, bytes: usize) {
        self.first += nodes(&self.shown[..bytes]);
        self.shown.drain(..bytes);
    }

    /// Nodes before the region became more or fewer.
    pub(super) fn shift(&mut self, from: usize, to: usize) {
        self.first = self.first + to - from;
    }

    /// Nodes before the block that the region is in became more or fewer.
    pub(super) fn shift_block(&mut self, from: usize, to: usize) {
        if let Some(block) = self.path.first_mut() {
            *block = *block + to - from;
        }
    }

    /// The region begins earlier: at `first`, where the page shows this before the rest.
    pub(super) fn unsettle(&mut self, first: usize, before: &str) {
        self.first = first;
        self.shown.insert_str(0, before);
    }
}

/// How many nodes some HTML is.
pub(super) fn nodes(html: &str) -> usize {
    pieces::roots(html).count()
}
