//! Blocks with raw HTML go through ammonia, each balanced in itself; the others are safe as they
//! were written.

#[cfg(feature = "ammonia")]
mod clean;
#[cfg(feature = "ammonia")]
mod flatten;
#[cfg(feature = "ammonia")]
mod join;
#[cfg(feature = "ammonia")]
mod settle;
#[cfg(feature = "ammonia")]
mod superscript;
#[cfg(all(test, feature = "ammonia"))]
mod tests;
#[cfg(feature = "ammonia")]
mod tokens;
#[cfg(feature = "ammonia")]
mod veil;

use std::ops::Range;

use memchr::memmem;

use crate::html::marks::{INSERT, read_placeholder};
#[cfg(feature = "ammonia")]
use crate::html::{Block, BlockKind};
use crate::html::{Flow, Insert, Page};
use crate::labels::Labels;

/// A flow that is safe to show, with the marks in it.
#[derive(Debug, Default)]
pub(crate) struct SafeFlow {
    pub(crate) html: String,
    /// Ascending; none overlaps another.
    pub(crate) marks: Vec<Mark>,
}

/// Something to stamp in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The placeholder in the HTML; empty for a position, which has none left.
    pub(crate) at: Range<usize>,
    pub(crate) what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Index into the wanted positions.
    Position(usize),
    /// Index into the page's inserts.
    Insert(usize),
}

/// What becomes of an outermost `<details>` of raw HTML that no later block ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenDetails {
    /// It ends with its block.
    EndWithBlock,
    /// It holds everything up to the end of the text, which still grows.
    RunToEnd,
}

/// Sanitizes all flows. Positions whose placeholder does not survive are in no flow.
pub(crate) fn sanitize(page: &mut Page, open: OpenDetails, labels: &Labels) -> Vec<SafeFlow> {
    let mut positions: Vec<Vec<(usize, usize)>> = vec![Vec::new(); page.flows.len()];
    for (index, spot) in page.spots.iter().enumerate() {
        if let Some(spot) = spot {
            positions[spot.flow].push((spot.offset, index));
        }
    }
    std::mem::take(&mut page.flows)
        .into_iter()
        .zip(positions)
        .map(|(flow, mut positions)| {
            positions.sort_unstable();
            safe(flow, positions, &page.inserts, open, labels)
        })
        .collect()
}

/// Whether something in these blocks may hold blocks that follow too.
#[cfg(feature = "ammonia")]
pub(crate) fn may_join_more(page: &Page) -> bool {
    let is_raw = |block: &Block| block.kind == BlockKind::Raw;
    let may = |flow: &Flow| flow.blocks.iter().any(is_raw) && join::is_open(flow);
    page.flows.iter().any(may)
}

/// Without a sanitizer there is no raw HTML.
#[cfg(not(feature = "ammonia"))]
pub(crate) fn may_join_more(_page: &Page) -> bool {
    false
}

#[cfg(not(feature = "ammonia"))]
fn safe(
    flow: Flow,
    positions: Vec<(usize, usize)>,
    _inserts: &[Insert],
    _open: OpenDetails,
    _labels: &Labels,
) -> SafeFlow {
    as_written(flow, &positions)
}

#[cfg(feature = "ammonia")]
fn safe(
    flow: Flow,
    positions: Vec<(usize, usize)>,
    inserts: &[Insert],
    open: OpenDetails,
    labels: &Labels,
) -> SafeFlow {
    if !flow.blocks.iter().any(|block| block.kind == BlockKind::Raw) {
        return as_written(flow, &positions);
    }
    let mut safe = SafeFlow {
        html: String::with_capacity(flow.html.len()),
        marks: Vec::new(),
    };
    let mut positions = positions.as_slice();
    for unit in join::units(&flow, open) {
        let end = positions.partition_point(|(offset, _)| *offset <= unit.html.end);
        let (here, rest) = positions.split_at(end);
        positions = rest;
        let html = &flow.html[unit.html.clone()];
        if unit.raw {
            let flat = flatten::flatten(html, unit.html.start, here);
            settle::settle(&clean::clean(&flat), inserts, labels, &mut safe);
        } else {
            let moved = safe.html.len();
            safe.html.push_str(html);
            mark(&mut safe, moved, unit.html.start, here);
        }
    }
    safe
}

fn as_written(flow: Flow, positions: &[(usize, usize)]) -> SafeFlow {
    let mut safe = SafeFlow {
        html: flow.html,
        marks: Vec::new(),
    };
    mark(&mut safe, 0, 0, positions);
    safe
}

/// Notes the marks of HTML that was copied as it is from `written` to `copied` on.
fn mark(safe: &mut SafeFlow, copied: usize, written: usize, positions: &[(usize, usize)]) {
    let mut positions = positions.iter().peekable();
    let html = &safe.html;
    let marks = &mut safe.marks;
    let mut place = |end: usize, marks: &mut Vec<Mark>| {
        while let Some((offset, index)) =
            positions.next_if(|(offset, _)| offset - written + copied <= end)
        {
            let at = offset - written + copied;
            marks.push(Mark {
                at: at..at,
                what: What::Position(*index),
            });
        }
    };
    let mut insert = [0; 4];
    let insert = INSERT.encode_utf8(&mut insert).as_bytes();
    for step in memmem::find_iter(&html.as_bytes()[copied..], insert) {
        let at = copied + step;
        if let Some((_, number, length)) = read_placeholder(&html[at..]) {
            place(at, marks);
            marks.push(Mark {
                at: at..at + length,
                what: What::Insert(number),
            });
        }
    }
    place(usize::MAX, marks);
}
