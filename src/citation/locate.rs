//! Where each support stands in the visible text.
//!
//! Offsets are believed only as far as the text bears them out, and text alone only where it
//! stands in one place: a marker behind the wrong one of two equal sentences would be a false
//! statement about a source.

use std::ops::Range;

use super::search;
use crate::response::Segment;

/// Where a support stands in the visible text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The claimed bytes hold what the segment says they hold.
    Exact(Range<usize>),
    /// The claimed bytes do not, but only one place can be meant.
    Recovered(Range<usize>),
    Unplaced,
}

/// One place per segment, in their order.
///
/// `parts[i]` is the byte range in `text` of the candidate's `i`-th part, `None` when that part
/// is not visible text.
pub(crate) fn locate(
    text: &str,
    parts: &[Option<Range<usize>>],
    segments: &[Option<&Segment>],
) -> Vec<Place> {
    let mut places = Vec::with_capacity(segments.len());
    let mut lost = Vec::new();
    for (support, segment) in segments.iter().enumerate() {
        places.push(Place::Unplaced);
        let Some(segment) = segment else { continue };
        if let Some(range) = verified(text, parts, segment) {
            places[support] = Place::Exact(range);
        } else if let Some(wanted) = wanted(segment) {
            lost.push(Lost {
                support,
                wanted,
                claim: claim(segment),
            });
        }
    }
    recover(text, &lost, &mut places);
    places
}

/// The UTF-16 offsets of byte offsets that are in ascending order, found in one pass.
pub(crate) fn utf16_offsets(text: &str, sorted_byte_offsets: &[usize]) -> Vec<usize> {
    debug_assert!(sorted_byte_offsets.is_sorted());
    let bytes = text.as_bytes();
    if text.is_ascii() {
        return sorted_byte_offsets
            .iter()
            .map(|&offset| offset.min(bytes.len()))
            .collect();
    }
    let (mut at, mut units) = (0, 0);
    sorted_byte_offsets
        .iter()
        .map(|&offset| {
            let offset = offset.clamp(at, bytes.len());
            units += bytes[at..offset].iter().map(utf16_units).sum::<usize>();
            at = offset;
            units
        })
        .collect()
}

/// A character counts at its first byte: twice when it is outside the basic plane.
fn utf16_units(byte: &u8) -> usize {
    usize::from(*byte & 0xC0 != 0x80) + usize::from(*byte >= 0xF0)
}

fn wanted(segment: &Segment) -> Option<&str> {
    segment.text.as_deref().filter(|text| !text.is_empty())
}

/// The claimed range, in whatever unit, unless it is empty, negative or the wrong way round.
fn claim(segment: &Segment) -> Option<Range<usize>> {
    let start = usize::try_from(segment.start).ok()?;
    let end = usize::try_from(segment.end).ok()?;
    (start < end).then_some(start..end)
}

/// The claimed range as bytes: of the whole text, else of the part it names.
///
/// The whole text comes first because that is what Google sends; the part is what its schema
/// says, and no recorded response needs it.
fn verified(text: &str, parts: &[Option<Range<usize>>], segment: &Segment) -> Option<Range<usize>> {
    let holds = |range: &Range<usize>| {
        text.get(range.clone())
            .is_some_and(|slice| wanted(segment).is_none_or(|wanted| wanted == slice))
    };
    let claim = claim(segment)?;
    if holds(&claim) {
        return Some(claim);
    }
    let index = usize::try_from(segment.part_index).ok()?;
    let part = parts.get(index)?.as_ref()?;
    let range = part.start.checked_add(claim.start)?..part.start.checked_add(claim.end)?;
    (range.end <= part.end && holds(&range)).then_some(range)
}

/// A support whose bytes do not hold its text.
struct Lost<'a> {
    support: usize,
    wanted: &'a str,
    claim: Option<Range<usize>>,
}

fn recover(text: &str, lost: &[Lost<'_>], places: &mut [Place]) {
    if lost.is_empty() {
        return;
    }
    let utf16 = counted_in(Unit::Utf16, text, lost);
    let code_points = counted_in(Unit::CodePoint, text, lost);
    let mut searched = Vec::new();
    for (lost, starts) in lost.iter().zip(utf16.into_iter().zip(code_points)) {
        match starts {
            // Right in both units at two places: to take either would be a guess.
            (Some(one), Some(other)) if one != other => {}
            (Some(start), _) | (None, Some(start)) => {
                places[lost.support] = Place::Recovered(start..start + lost.wanted.len());
            }
            (None, None) => searched.push(lost),
        }
    }
    let wanted: Vec<&str> = searched.iter().map(|lost| lost.wanted).collect();
    for (lost, start) in searched.iter().zip(search::only_occurrences(text, &wanted)) {
        if let Some(start) = start {
            places[lost.support] = Place::Recovered(start..start + lost.wanted.len());
        }
    }
}

#[derive(Clone, Copy)]
enum Unit {
    Utf16,
    CodePoint,
}

impl Unit {
    fn of(self, character: char) -> usize {
        match self {
            Unit::Utf16 => character.len_utf16(),
            Unit::CodePoint => 1,
        }
    }
}

/// The byte at which each lost support starts, when its claim counts in `unit` and is true.
fn counted_in(unit: Unit, text: &str, lost: &[Lost<'_>]) -> Vec<Option<usize>> {
    let mut found = vec![None; lost.len()];
    if text.is_ascii() {
        // Every unit is a byte, and as bytes the claims are known to be wrong.
        return found;
    }
    let mut claims: Vec<(usize, usize)> = lost
        .iter()
        .enumerate()
        .filter_map(|(index, lost)| Some((lost.claim.as_ref()?.start, index)))
        .collect();
    claims.sort_unstable();
    for (byte, index) in starts_in_bytes(unit, text, &claims) {
        let Lost { wanted, claim, .. } = &lost[index];
        // Where the text is the same, its end is right when its length is.
        let length = || wanted.chars().map(|c| unit.of(c)).sum::<usize>();
        if text[byte..].starts_with(wanted) && claim.as_ref().map(Range::len) == Some(length()) {
            found[index] = Some(byte);
        }
    }
    found
}

/// `(offset in units, index)` to `(offset in bytes, index)` in one pass; offsets inside a
/// character or at or beyond the end of the text are left out.
fn starts_in_bytes(unit: Unit, text: &str, sorted: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut found = Vec::with_capacity(sorted.len());
    let mut waiting = sorted.iter().peekable();
    let mut units = 0;
    for (byte, character) in text.char_indices() {
        while let Some((offset, index)) = waiting.next_if(|(offset, _)| *offset <= units) {
            if *offset == units {
                found.push((byte, *index));
            }
        }
        if waiting.peek().is_none() {
            break;
        }
        units += unit.of(character);
    }
    found
}

#[cfg(test)]
mod tests;
