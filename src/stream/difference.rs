//! From the nodes that a page shows to those it should show, in operations.
//!
//! Nodes are paired by their place and kind, and only what differs is touched: a text that grew gets
//! the rest, a leaf that gained a marker is written anew, a list keeps its other items.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::html::marks::MARKER_PARAGRAPH;

use super::operation::{Change, Operation, Target};
use super::pieces::SEAM;
use super::tree::{At, Tree};

/// Where the compared nodes stand on the page.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) target: Target,
    /// The element that they are in, from the container on.
    pub(super) path: Vec<usize>,
    /// The child node that the first of them is.
    pub(super) first: usize,
    pub(super) extent: Extent,
    pub(super) seams: Seams,
}

/// Whether two texts side by side differ from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seams {
    /// They do: what is recorded must be what stands on the page.
    Count,
    /// They do not: this is the last change.
    Ignored,
}

/// What stands behind the compared nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Nothing in that element.
    ToEnd,
    /// Other nodes, which stay.
    Within,
}

/// The nodes cannot be changed without touching those behind them.
#[derive(Debug)]
pub(super) struct NeedsEnd;

/// Adds the operations that make `old` into `new`. Later nodes come first, so that no operation
/// moves what another one names.
pub(super) fn push(
    old: &str,
    new: &str,
    place: &Place,
    operations: &mut Vec<Operation>,
) -> Result<(), NeedsEnd> {
    if old == new {
        return Ok(());
    }
    let mut difference = Difference {
        old: Tree::new(old),
        new: Tree::new(new),
        target: place.target,
        seams: place.seams,
        path: place.path.clone(),
        operations: Vec::new(),
    };
    let (old, new) = (difference.old.roots(), difference.new.roots());
    difference.siblings(old, new, place.first, place.extent)?;
    operations.append(&mut difference.operations);
    Ok(())
}

struct Difference<'h> {
    old: Tree<'h>,
    new: Tree<'h>,
    target: Target,
    seams: Seams,
    /// The element whose children are compared.
    path: Vec<usize>,
    operations: Vec<Operation>,
}

/// What is done about one old node.
enum Step {
    /// Its children differ from those of an element with the same tag.
    Descend { old: At, new: At },
    /// New nodes take its place, by their indexes.
    Replace(Range<usize>),
}

/// How two nodes go together.
enum Pair {
    Equal,
    SameTag,
    None,
}

/// Old and new siblings, and what is known about them so far.
struct Siblings {
    old: Vec<At>,
    new: Vec<At>,
    /// By the index of the old node.
    steps: BTreeMap<usize, Step>,
    /// What is not paired yet.
    old_rest: Range<usize>,
    new_rest: Range<usize>,
}

impl Difference<'_> {
    fn siblings(
        &mut self,
        old: Vec<At>,
        new: Vec<At>,
        first: usize,
        extent: Extent,
    ) -> Result<(), NeedsEnd> {
        let mut siblings = Siblings {
            old_rest: 0..old.len(),
            new_rest: 0..new.len(),
            old,
            new,
            steps: BTreeMap::new(),
        };
        self.pair_from_start(&mut siblings);
        self.pair_from_end(&mut siblings);
        self.rest(&mut siblings, first, extent)?;
        for (index, step) in std::mem::take(&mut siblings.steps).into_iter().rev() {
            match step {
                Step::Replace(range) => {
                    let html = self.new.between(&siblings.new[range]);
                    self.add(Some(first + index), Change::Replace(html.to_owned()));
                }
                Step::Descend { old, new } => {
                    self.path.push(first + index);
                    let (old, new) = (self.old.children(old), self.new.children(new));
                    self.siblings(old, new, 0, Extent::ToEnd)?;
                    self.path.pop();
                }
            }
        }
        Ok(())
    }

    fn pair_from_start(&self, siblings: &mut Siblings) {
        while !siblings.old_rest.is_empty() && !siblings.new_rest.is_empty() {
            let (old, new) = (siblings.old_rest.start, siblings.new_rest.start);
            let is_marker = |new: usize| self.new.tag(siblings.new[new]) == MARKER_PARAGRAPH.0;
            match self.pair(siblings.old[old], siblings.new[new]) {
                Pair::None if old > 0 && is_marker(new) => {
                    // It belongs to the code block before.
                    siblings
                        .steps
                        .insert(old - 1, Step::Replace(new - 1..new + 1));
                    siblings.new_rest.start += 1;
                    continue;
                }
                Pair::None => return,
                Pair::Equal => {}
                Pair::SameTag => siblings.descend(old, new),
            }
            siblings.old_rest.start += 1;
            siblings.new_rest.start += 1;
        }
    }

    fn pair_from_end(&self, siblings: &mut Siblings) {
        while !siblings.old_rest.is_empty() && !siblings.new_rest.is_empty() {
            let (old, new) = (siblings.old_rest.end - 1, siblings.new_rest.end - 1);
            match self.pair(siblings.old[old], siblings.new[new]) {
                Pair::None => return,
                Pair::Equal => {}
                Pair::SameTag => siblings.descend(old, new),
            }
            siblings.old_rest.end -= 1;
            siblings.new_rest.end -= 1;
        }
    }

    fn pair(&self, old: At, new: At) -> Pair {
        let (shown, wanted) = (self.old.outer(old), self.new.outer(new));
        let is_joined = || shown.contains(SEAM) && shown.replace(SEAM, "") == wanted;
        if shown == wanted || (self.seams == Seams::Ignored && is_joined()) {
            Pair::Equal
        } else if !self.old.is_text(old) && self.old.tag(old) == self.new.tag(new) {
            Pair::SameTag
        } else {
            Pair::None
        }
    }

    /// What stands between those that could be paired.
    fn rest(
        &mut self,
        siblings: &mut Siblings,
        first: usize,
        extent: Extent,
    ) -> Result<(), NeedsEnd> {
        let old = siblings.old_rest.clone();
        let new = siblings.new_rest.clone();
        if old.is_empty() && new.is_empty() {
            return Ok(());
        }
        let is_last = extent == Extent::ToEnd && old.end == siblings.old.len();
        let grown = self.grown(siblings);
        if is_last {
            let (mut keep, mut from) = (old.start, new.start);
            if let Some(text) = grown {
                (keep, from) = (keep + 1, from + 1);
                self.add(Some(first + old.start), Change::Text(text));
            }
            if keep < old.end || from < new.end {
                let html = self.new.between(&siblings.new[from..new.end]).to_owned();
                let keep = first + keep;
                self.add(None, Change::Keep { keep, html });
            }
        } else if let (Some(text), 1, 1) = (grown, old.len(), new.len()) {
            self.add(Some(first + old.start), Change::Text(text));
        } else if old.len() == new.len() || (old.len() == 1 && !new.is_empty()) {
            for (index, old) in old.clone().enumerate() {
                let start = new.start + index;
                let end = if old + 1 == siblings.old_rest.end {
                    new.end
                } else {
                    start + 1
                };
                siblings.steps.insert(old, Step::Replace(start..end));
            }
        } else if old.is_empty() && old.start > 0 {
            siblings
                .steps
                .insert(old.start - 1, Step::Replace(new.start - 1..new.end));
        } else if old.is_empty() && old.end < siblings.old.len() {
            siblings
                .steps
                .insert(old.end, Step::Replace(new.start..new.end + 1));
        } else if extent == Extent::ToEnd {
            siblings.steps.retain(|index, _| *index < old.start);
            let html = self.new.between(&siblings.new[new.start..]).to_owned();
            let keep = first + old.start;
            self.add(None, Change::Keep { keep, html });
        } else {
            return Err(NeedsEnd);
        }
        Ok(())
    }

    /// What the first unpaired text grew by.
    fn grown(&self, siblings: &Siblings) -> Option<String> {
        let old = siblings.old[siblings.old_rest.clone()].first()?;
        let new = siblings.new[siblings.new_rest.clone()].first()?;
        if !self.old.is_text(*old) || !self.new.is_text(*new) {
            return None;
        }
        let more = self.new.outer(*new).strip_prefix(self.old.outer(*old))?;
        Some(unescaped(more))
    }

    /// An operation on a child of the element whose children are compared, or on itself.
    fn add(&mut self, child: Option<usize>, change: Change) {
        let mut path = self.path.clone();
        path.extend(child);
        self.operations.push(Operation {
            target: self.target,
            path,
            change,
        });
    }
}

impl Siblings {
    fn descend(&mut self, old: usize, new: usize) {
        let step = Step::Descend {
            old: self.old[old],
            new: self.new[new],
        };
        self.steps.insert(old, step);
    }
}

/// The text that HTML of ours spells so.
pub(super) fn unescaped(html: &str) -> String {
    if !html.contains('&') {
        return html.to_owned();
    }
    html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", "\u{A0}")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}
