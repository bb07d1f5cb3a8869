//! Sources and citations as a caller gets them, in the order in which the result names them.

use std::collections::HashSet;

use crate::answer::{Content, SourceEntry};
use crate::citation::{Place, Plan, recited, utf16_offsets};
use crate::details::Details;
use crate::html::sources;
use crate::labels::Labels;
use crate::response::PageRead;
use crate::result::{Citation, Passage, Placement, Source, UrlContext};
use crate::stamp::Stamped;

/// In which order the result names the sources.
pub(super) struct Order {
    pub(super) unplaced: Vec<usize>,
    pub(super) uncited: Vec<usize>,
    /// All sources: numbered, then cited without a place, then uncited, then emptied.
    all: Vec<usize>,
    /// For each source its index in `all`.
    index_of: Vec<usize>,
}

impl Order {
    pub(super) fn new(content: &Content, plan: &Plan, stamped: &Stamped) -> Self {
        let mut listed: HashSet<usize> = stamped.numbers.sources.iter().copied().collect();
        let unplaced: Vec<usize> = content
            .supports
            .iter()
            .zip(&plan.places)
            .filter(|(_, place)| **place == Place::Unplaced)
            .flat_map(|(support, _)| support.sources.iter().copied())
            .filter(|source| listed.insert(*source))
            .collect();
        let (emptied, uncited): (Vec<usize>, Vec<usize>) = (0..content.sources.len())
            .filter(|source| !listed.contains(source))
            .partition(|source| content.sources[*source].is_emptied);
        let numbered = stamped.numbers.sources.as_slice();
        let all: Vec<usize> = [numbered, &unplaced, &uncited, &emptied].concat();
        let mut index_of = vec![0; all.len()];
        for (index, source) in all.iter().enumerate() {
            index_of[*source] = index;
        }
        Self {
            unplaced,
            uncited,
            all,
            index_of,
        }
    }

    pub(super) fn sources(
        &self,
        content: &Content,
        stamped: &Stamped,
        labels: &Labels,
    ) -> Vec<Source> {
        let numbered = stamped.numbers.sources.len();
        let entries = self.all.iter().map(|source| &content.sources[*source]);
        let mut sources: Vec<Source> = entries
            .enumerate()
            .map(|(index, entry)| {
                let number = (index < numbered).then_some(index + 1);
                source(entry, number, labels)
            })
            .collect();
        let ranges = recited(&content.text, &content.recitations);
        for (entry, ranges) in content.recitations.iter().zip(ranges) {
            let mut recitation = source(entry, None, labels);
            if let Some(Details::Recitation(recited)) = &mut recitation.details {
                recited.ranges = ranges;
            }
            sources.push(recitation);
        }
        sources
    }
}

fn source(entry: &SourceEntry, number: Option<usize>, labels: &Labels) -> Source {
    let passages = entry.passages.iter().map(|passage| Passage {
        text: passage.text.clone(),
        first_page: passage.pages.map(|(first, _)| first),
        last_page: passage.pages.map(|(_, last)| last),
        chunk_index: passage.chunk_index,
    });
    Source {
        kind: entry.kind,
        number,
        title: entry.title.clone(),
        url: entry.url.clone(),
        domain: entry.domain.clone(),
        label: sources::label(entry, number, labels),
        temporary: entry.temporary,
        date: entry.date.clone(),
        chunk_indices: entry.chunk_indices.clone(),
        passages: passages.collect(),
        details: entry.details.clone(),
        is_emptied: entry.is_emptied,
    }
}

pub(super) fn page_read(page: PageRead) -> UrlContext {
    UrlContext {
        url: page.url,
        status: page.status,
        outcome: page.outcome,
    }
}

/// How many times the answer's text its citations may repeat it.
const MOST_COPIED: usize = 16;

pub(super) fn citations(content: &Content, plan: &Plan, order: &Order) -> Vec<Citation> {
    let ranges: Vec<_> = plan
        .places
        .iter()
        .map(|place| match place {
            Place::Exact(range) => Some((range, Placement::Exact)),
            Place::Recovered(range) => Some((range, Placement::Recovered)),
            Place::Unplaced => None,
        })
        .collect();
    let mut offsets: Vec<usize> = ranges
        .iter()
        .flatten()
        .flat_map(|(range, _)| [range.start, range.end])
        .collect();
    offsets.sort_unstable();
    offsets.dedup();
    let in_utf16 = utf16_offsets(&content.text, &offsets);
    let utf16 = |byte: usize| match offsets.binary_search(&byte) {
        Ok(index) => in_utf16[index] as i64,
        Err(_) => -1,
    };
    // A support may name all of the text without repeating it: the texts together must not be larger
    // than the answer and what the supports themselves hold.
    let mut budget = MOST_COPIED * content.text.len();
    content
        .supports
        .iter()
        .zip(&ranges)
        .map(|(support, range)| {
            let own = support.segment.as_ref().and_then(|s| s.text.clone());
            let emptied = support.emptied.iter();
            let sources = support
                .sources
                .iter()
                .chain(emptied.clone().map(|(source, _)| source))
                .map(|source| order.index_of[*source]);
            let scores = support.confidence.iter().copied();
            let (start, end, text, placement) = match range {
                Some((range, placement)) => {
                    let text = own.or_else(|| {
                        budget = budget.checked_sub(range.len())?;
                        Some(content.text[(*range).clone()].to_owned())
                    });
                    let text = text.unwrap_or_default();
                    (utf16(range.start), utf16(range.end), text, *placement)
                }
                None => (-1, -1, own.unwrap_or_default(), Placement::Unplaced),
            };
            Citation {
                start,
                end,
                text,
                sources: sources.collect(),
                confidence: scores.chain(emptied.map(|(_, score)| *score)).collect(),
                placement,
            }
        })
        .collect()
}
