//! Where in the source a reference stands: the same place that `render` gives its marker.
//!
//! The writer is asked where positions land in the HTML; two that land at one spot are one place to
//! the reader. So a reference goes to the last candidate that lands where its position does: after
//! the word, what trails it, and the marks that close around it. Candidates are never inside code,
//! a link, an image or a tag.

mod candidates;
mod hazard;

use std::collections::HashMap;

use crate::html::{Spot, Writer};
use crate::labels::Labels;
use crate::markdown;
use crate::options::Options;

use candidates::{Candidate, Candidates, Safety};

/// Where references are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) at: usize,
    pub(super) level: Level,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// In a line of the text.
    Inline,
    /// As a paragraph behind a top-level block.
    Block,
    /// As a paragraph behind the text.
    End,
}

impl Place {
    pub(super) fn end_of(text: &str) -> Self {
        Self {
            at: text.len(),
            level: Level::End,
        }
    }
}

/// For each of the ascending `positions` a place in a line; `None` where none is safe.
pub(super) fn find(
    text: &str,
    positions: &[usize],
    options: &Options,
    labels: &Labels,
) -> Vec<Option<Place>> {
    if positions.is_empty() {
        return Vec::new();
    }
    let candidates = Candidates::new(text, positions).gather(options);
    let mut asked: Vec<usize> = candidates.iter().map(|candidate| candidate.at).collect();
    asked.extend_from_slice(positions);
    asked.sort_unstable();
    asked.dedup();
    let mut writer = Writer::new(text, &asked, options, labels);
    markdown::each_event(text, options, |event, range| writer.event(event, range));
    let spots = writer.finish().spots;
    let landed = Landed::new(&candidates, |at| {
        let index = asked.binary_search(&at).ok()?;
        *spots.get(index)?
    });
    positions
        .iter()
        .map(|&position| {
            let index = landed.index_for(position)?;
            Some(Place {
                at: candidates[index].at,
                level: Level::Inline,
            })
        })
        .collect()
}

/// The candidates by the spots where they land.
struct Landed<'a, F> {
    candidates: &'a [Candidate],
    spot_of: F,
    /// For each spot the last candidate that lands there.
    last_at: HashMap<(usize, usize), usize>,
    /// For each candidate the one to take in its stead: itself, or the next safe one of its run.
    safe: Vec<Option<usize>>,
}

impl<'a, F: Fn(usize) -> Option<Spot>> Landed<'a, F> {
    fn new(candidates: &'a [Candidate], spot_of: F) -> Self {
        let last_at = candidates
            .iter()
            .enumerate()
            .filter_map(|(index, candidate)| Some((key(spot_of(candidate.at)?), index)))
            .collect();
        let mut landed = Self {
            candidates,
            spot_of,
            last_at,
            safe: vec![None; candidates.len()],
        };
        for index in (0..candidates.len()).rev() {
            landed.safe[index] = match candidates[index].safety {
                Safety::Safe => Some(index),
                Safety::Unsafe => landed.safe_after(index),
            };
        }
        landed
    }

    /// The last candidate that lands where `at` does.
    fn last_with(&self, at: usize) -> Option<usize> {
        self.last_at.get(&key((self.spot_of)(at)?)).copied()
    }

    fn safe_after(&self, index: usize) -> Option<usize> {
        let run = self.candidates[index].run;
        let next = self.candidates.get(index + 1).filter(|c| c.run == run)?;
        self.safe[self.last_with(next.at)?.max(index + 1)]
    }

    /// The candidate for a position: its own place, else the next safe one of the same run.
    fn index_for(&self, position: usize) -> Option<usize> {
        let index = match self.last_with(position) {
            Some(index) => index,
            None => {
                let next = self.candidates.partition_point(|c| c.at < position);
                let candidate = self.candidates.get(next)?;
                if candidate.run > position {
                    return None;
                }
                self.last_with(candidate.at)?.max(next)
            }
        };
        self.safe[index]
    }
}

fn key(spot: Spot) -> (usize, usize) {
    (spot.flow, spot.offset)
}
