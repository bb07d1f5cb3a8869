//! Supports become positions in the visible text, and positions become numbers.
//!
//! The only offset arithmetic. [`Plan::new`] says where markers are wanted; the writer finds where
//! each position lands; [`number`] then numbers what landed.

mod locate;
mod number;
mod search;

pub(crate) use locate::{Place, utf16_offsets};
pub(crate) use number::{Numbers, number};

use std::ops::Range;

use crate::answer::{Content, Support};
use crate::diagnostic::{Code, Diagnostics};

/// Where markers are wanted.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// One for each support.
    pub(crate) places: Vec<Place>,
    /// Ends of the placed supports that have a source: ascending, each once, in bytes of the
    /// visible text.
    pub(crate) positions: Vec<usize>,
    /// For each of `positions` where in `by_end` the supports are that end there.
    pub(crate) at: Vec<Range<usize>>,
    /// Placed supports by their end, then in the order of the input.
    pub(crate) by_end: Vec<usize>,
}

impl Plan {
    pub(crate) fn new(content: &Content, diagnostics: &mut Diagnostics) -> Self {
        let segments: Vec<_> = content
            .supports
            .iter()
            .map(|support| support.segment.as_ref())
            .collect();
        let mut places = locate::locate(&content.text, &content.parts, &segments);
        let mut ends = Vec::with_capacity(places.len());
        for (index, (place, support)) in places.iter_mut().zip(&content.supports).enumerate() {
            let path = || support.path(index);
            match place {
                Place::Unplaced => diagnostics.add(Code::SegmentUnplaced, path, &[]),
                Place::Recovered(_) => diagnostics.add(Code::SegmentRecovered, path, &[]),
                Place::Exact(_) => {}
            }
            if support.sources.is_empty() && support.emptied.is_empty() {
                *place = Place::Unplaced;
            }
            if let Place::Exact(range) | Place::Recovered(range) = place
                && !support.sources.is_empty()
            {
                ends.push((range.end, index));
            }
        }
        let mut plan = Self::from_ends(ends);
        plan.places = places;
        plan
    }

    /// A plan for supports given as end and index.
    pub(crate) fn from_ends(mut ends: Vec<(usize, usize)>) -> Self {
        ends.sort_unstable();
        let mut plan = Self::default();
        for (index, (end, support)) in ends.into_iter().enumerate() {
            plan.by_end.push(support);
            match plan.at.last_mut() {
                Some(last) if plan.positions.last() == Some(&end) => last.end = index + 1,
                _ => {
                    plan.positions.push(end);
                    plan.at.push(index..index + 1);
                }
            }
        }
        plan
    }

    /// The supports that end at a position.
    pub(crate) fn supports_at(&self, position: usize) -> &[usize] {
        &self.by_end[self.at[position].clone()]
    }

    /// A text that is not formatted has no markers.
    pub(crate) fn unplace_all(&mut self) {
        for place in &mut self.places {
            *place = Place::Unplaced;
        }
        self.positions.clear();
        self.at.clear();
        self.by_end.clear();
    }

    /// Takes the place from the supports of a position that no marker can stand at.
    pub(crate) fn unplace(
        &mut self,
        position: usize,
        supports: &[Support],
        diagnostics: &mut Diagnostics,
    ) {
        for &support in &self.by_end[self.at[position].clone()] {
            self.places[support] = Place::Unplaced;
            diagnostics.add(
                Code::SegmentUnplaced,
                || supports[support].path(support),
                &[],
            );
        }
        self.at[position] = 0..0;
    }
}
