//! Bare addresses are found before emphasis: a mark inside one is part of it, as in GFM.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag};

use super::super::{Parsed, bare};
use super::mark;

/// Of the places where a bare address may stand, those behind which marks of emphasis follow
/// before the next space.
pub(super) fn suspects(text: &str, places: &[usize]) -> Vec<usize> {
    let bytes = text.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let is_mark = |at: &usize| match bytes[*at] {
        b'*' | b'~' => true,
        b'_' => !(is_word(*at - 1) && is_word(*at + 1)),
        _ => false,
    };
    let mut end = 0;
    let mut found = Vec::new();
    for &place in places {
        if place < end {
            continue;
        }
        let rest = bytes[place..].iter().take(bare::LONGEST);
        end = place + rest.take_while(|byte| !byte.is_ascii_whitespace()).count();
        if (place + 1..end).filter(is_mark).nth(1).is_some() {
            found.push(place);
        }
    }
    found
}

/// The run with the emphases inside addresses as the text they are; `None` where there are none.
pub(super) fn reveal<'a>(text: &'a str, run: &[Parsed<'a>]) -> Option<Vec<Parsed<'a>>> {
    if bare::within_run(text, run).marks().is_empty() {
        return None;
    }
    let plain = run.iter().map(|(event, range)| match mark(event, range) {
        Some(mark) => super::text_event(text, mark),
        None => (event.clone(), range.clone()),
    });
    let linked = bare::link(text, plain.collect());
    let addresses: Vec<&Range<usize>> = linked
        .iter()
        .filter(|(event, _)| is_address(event))
        .map(|(_, range)| range)
        .collect();
    let is_inside = |range: &Range<usize>| {
        let behind = addresses.partition_point(|address| address.start <= range.start);
        let last = behind.checked_sub(1).map(|index| addresses[index]);
        last.is_some_and(|address| range.end <= address.end)
    };
    let mut has_hidden = false;
    let revealed = run.iter().map(|(event, range)| match mark(event, range) {
        Some(mark) if is_inside(range) => {
            has_hidden = true;
            super::text_event(text, mark)
        }
        _ => (event.clone(), range.clone()),
    });
    let revealed: Vec<Parsed<'a>> = revealed.collect();
    has_hidden.then_some(revealed)
}

pub(super) fn is_address(event: &Event<'_>) -> bool {
    let Event::Start(Tag::Link { link_type, .. }) = event else {
        return false;
    };
    matches!(link_type, LinkType::Autolink | LinkType::Email)
}
