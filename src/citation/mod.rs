//! Supports become positions in the visible text, and positions become numbers.
//!
//! The only offset arithmetic. [`Plan::new`] says where markers are wanted; the writer finds where
//! each position lands; [`number`] then numbers what landed.

mod locate;
mod number;
mod search;

pub(crate) use locate::{Place, utf16_offsets};
pub(crate) use number::{Numbers, number};

use crate::answer::Content;
use crate::diagnostic::{Code, Diagnostics};

/// Where markers are wanted.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// One for each support.
    pub(crate) places: Vec<Place>,
    /// Ends of the placed supports that have a source: ascending, each once, in bytes of the
    /// visible text.
    pub(crate) positions: Vec<usize>,
    /// For each of `positions` the supports that end there, in the order of the input.
    pub(crate) supports_at: Vec<Vec<usize>>,
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
            let path = || format!("groundingMetadata.groundingSupports[{index}]");
            match place {
                Place::Unplaced => diagnostics.add(Code::SegmentUnplaced, path, &[]),
                Place::Recovered(_) => diagnostics.add(Code::SegmentRecovered, path, &[]),
                Place::Exact(_) => {}
            }
            if support.sources.is_empty() {
                *place = Place::Unplaced;
            }
            if let Place::Exact(range) | Place::Recovered(range) = place {
                ends.push((range.end, index));
            }
        }
        ends.sort_unstable();
        let mut plan = Self {
            places,
            ..Self::default()
        };
        for (end, index) in ends {
            if plan.positions.last() != Some(&end) {
                plan.positions.push(end);
                plan.supports_at.push(Vec::new());
            }
            if let Some(supports) = plan.supports_at.last_mut() {
                supports.push(index);
            }
        }
        plan
    }

    /// A text that is not formatted has no markers.
    pub(crate) fn unplace_all(&mut self) {
        for place in &mut self.places {
            *place = Place::Unplaced;
        }
        self.positions.clear();
        self.supports_at.clear();
    }

    /// Takes the place from the supports of a position that no marker can stand at.
    pub(crate) fn unplace(&mut self, position: usize, diagnostics: &mut Diagnostics) {
        for &support in &self.supports_at[position] {
            self.places[support] = Place::Unplaced;
            diagnostics.add(
                Code::SegmentUnplaced,
                || format!("groundingMetadata.groundingSupports[{support}]"),
                &[],
            );
        }
        self.supports_at[position].clear();
    }
}
