//! Bare links: `https://…` and `www.…` in text, as GFM's autolinks.
//!
//! Every candidate holds `://` or `www.`, so texts without either cost one search of the whole.

use std::collections::VecDeque;
use std::ops::Range;

use memchr::memmem;
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use crate::link;

use super::{Parsed, Stretcher};

/// Where a bare link may stand.
pub(super) struct Bare {
    /// Ascending.
    marks: Vec<usize>,
    next_mark: usize,
}

type Piece<'a> = (CowStr<'a>, Range<usize>);

impl Bare {
    pub(super) fn new(text: &str) -> Self {
        Self::within(text, 0..text.len())
    }

    fn within(text: &str, range: Range<usize>) -> Self {
        let bytes = &text.as_bytes()[range.clone()];
        let mut found: Vec<usize> = memmem::find_iter(bytes, "://").collect();
        for www in ["www.", "WWW."] {
            found.extend(memmem::find_iter(bytes, www));
        }
        found.sort_unstable();
        found.iter_mut().for_each(|at| *at += range.start);
        Self {
            marks: found,
            next_mark: 0,
        }
    }

    pub(super) fn marks(&self) -> &[usize] {
        &self.marks
    }

    /// Whether a text event holds a candidate: nothing in `://` or `www.` ends an event.
    pub(super) fn has_candidate(&mut self, range: &Range<usize>) -> bool {
        while self
            .marks
            .get(self.next_mark)
            .is_some_and(|mark| *mark < range.start)
        {
            self.next_mark += 1;
        }
        self.marks
            .get(self.next_mark)
            .is_some_and(|mark| *mark < range.end)
    }
}

/// Where links may stand in one run.
pub(super) fn within_run(text: &str, run: &[Parsed<'_>]) -> Bare {
    let start = run.first().map_or(0, |(_, range)| range.start);
    let end = run.last().map_or(0, |(_, range)| range.end);
    Bare::within(text, start..end)
}

/// The events of one run, with the links in its texts.
pub(super) fn link<'a>(text: &str, run: Vec<Parsed<'a>>) -> Vec<Parsed<'a>> {
    let bare = within_run(text, &run);
    if bare.marks.is_empty() {
        return run;
    }
    let mut linked = Vec::with_capacity(run.len());
    let mut stretcher = Stretcher {
        bare,
        plain_depth: 0,
        stretch: Vec::new(),
        take: |event: &Event<'a>, range: &Range<usize>| linked.push((event.clone(), range.clone())),
    };
    for (event, range) in &run {
        stretcher.pass(event, range);
    }
    stretcher.end_stretch();
    linked
}

/// Splits consecutive text events at the links in them.
pub(super) fn split<'a>(
    stretch: Vec<Parsed<'a>>,
    take: &mut impl FnMut(&Event<'a>, &Range<usize>),
) {
    let mut pieces: VecDeque<Piece<'a>> = stretch
        .into_iter()
        .filter_map(|(event, range)| match event {
            Event::Text(text) => Some((text, range)),
            _ => None,
        })
        .collect();
    let joined: String = pieces.iter().map(|(text, _)| &**text).collect();
    let mut at = 0;
    for found in find(&joined) {
        emit(&mut pieces, found.range.start - at, None, take);
        emit(&mut pieces, found.range.len(), Some(found.url), take);
        at = found.range.end;
    }
    emit(&mut pieces, joined.len() - at, None, take);
}

/// Gives the next `length` bytes of the pieces, as text or as a link.
fn emit<'a>(
    pieces: &mut VecDeque<Piece<'a>>,
    mut length: usize,
    url: Option<String>,
    take: &mut impl FnMut(&Event<'a>, &Range<usize>),
) {
    let mut taken: Vec<Piece<'a>> = Vec::new();
    while length > 0
        && let Some((text, range)) = pieces.pop_front()
    {
        if text.len() <= length {
            length -= text.len();
            taken.push((text, range));
        } else {
            let (head, tail) = split_piece((text, range), length);
            taken.push(head);
            pieces.push_front(tail);
            length = 0;
        }
    }
    let (Some(first), Some(last)) = (taken.first(), taken.last()) else {
        return;
    };
    let whole = first.1.start..last.1.end;
    let is_link = url.is_some();
    if let Some(url) = url {
        let link = Tag::Link {
            link_type: LinkType::Autolink,
            dest_url: url.into(),
            title: "".into(),
            id: "".into(),
        };
        take(&Event::Start(link), &whole);
    }
    for (text, range) in taken {
        take(&Event::Text(text), &range);
    }
    if is_link {
        take(&Event::End(TagEnd::Link), &whole);
    }
}

/// Cuts a piece after `at` bytes. An entity's piece keeps its whole range on both sides: each
/// character of it came from all of the source.
fn split_piece<'a>((text, range): Piece<'a>, at: usize) -> (Piece<'a>, Piece<'a>) {
    let is_source = text.len() == range.len();
    let (head, tail) = match &text {
        CowStr::Borrowed(text) => {
            let (head, tail) = text.split_at(at);
            (CowStr::Borrowed(head), CowStr::Borrowed(tail))
        }
        text => {
            let (head, tail) = text.split_at(at);
            (head.to_owned().into(), tail.to_owned().into())
        }
    };
    match is_source {
        true => (
            (head, range.start..range.start + at),
            (tail, range.start + at..range.end),
        ),
        false => ((head, range.clone()), (tail, range)),
    }
}

/// A bare link in a text.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    range: Range<usize>,
    url: String,
}

fn find(text: &str) -> Vec<Found> {
    let bytes = text.as_bytes();
    let mut found: Vec<Found> = Vec::new();
    let mut at = 0;
    while let Some(step) = bytes[at..]
        .iter()
        .position(|b| matches!(b | 0x20, b'h' | b'w'))
    {
        let start = at + step;
        at = start + 1;
        let rest = &text[start..];
        let Some(scheme) = ["https://", "http://", "www."].into_iter().find(|scheme| {
            rest.get(..scheme.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(scheme))
        }) else {
            continue;
        };
        // A word before it makes it part of that word; Chinese and Japanese put no space.
        let before = text[..start].chars().next_back();
        if before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '@' | '-' | '.')) {
            continue;
        }
        let length = length_of(rest, scheme.len());
        let address = &rest[..length];
        if length <= scheme.len() {
            continue;
        }
        let url = match scheme {
            "www." if address[scheme.len()..].contains('.') => format!("http://{address}"),
            "www." => continue,
            _ => address.to_owned(),
        };
        if link::check(&url).is_some() {
            at = start + length;
            found.push(Found {
                range: start..at,
                url,
            });
        }
    }
    found
}

/// Longest bare link: a text of broken ones must not be searched to its end for each.
pub(super) const LONGEST: usize = 2048;

/// Longest host that a name server knows, with its scheme.
const LONGEST_HOST: usize = 253 + "https://".len();

/// How far a link goes that begins here: GFM's rule for its end, and no punctuation that is not
/// ASCII, nor what closes around the link before a word that follows without a space.
fn length_of(rest: &str, host_start: usize) -> usize {
    let mut in_host = true;
    let mut end = rest.len().min(LONGEST);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    let rest = &rest[..end];
    let mut closing = Closing::default();
    for (at, c) in rest.char_indices().skip(host_start) {
        in_host &= !matches!(c, '/' | '?' | '#');
        if in_host && at > LONGEST_HOST {
            return 0;
        }
        let follows_ascii = rest[..at].ends_with(|before: char| before.is_ascii_alphanumeric());
        let ends = c.is_whitespace()
            || c.is_control()
            || c == '<'
            || (!c.is_ascii() && !c.is_alphanumeric() && !is_mark(c))
            || (in_host && follows_ascii && is_east_asian(c))
            || (in_host && c.is_ascii_punctuation() && !matches!(c, '-' | '.' | '_' | ':'))
            || (closing.may_close(c) && is_end_before_word(&rest[at..]));
        if ends {
            end = at;
            break;
        }
    }
    trim_end(&rest[..end])
}

/// Brackets of a link that are open.
#[derive(Default)]
struct Closing {
    round: usize,
    square: usize,
}

impl Closing {
    /// Whether a character of the link may close what the link stands in.
    fn may_close(&mut self, c: char) -> bool {
        let open = match c {
            '"' | '\'' | '*' => return true,
            '(' | ')' => &mut self.round,
            '[' | ']' => &mut self.square,
            _ => return false,
        };
        match c {
            '(' | '[' => *open += 1,
            _ if *open > 0 => *open -= 1,
            _ => return true,
        }
        false
    }
}

/// Whether ASCII punctuation stands here before an East Asian letter: `)에서`, `"라고`,
/// `**은`. Stars end the link before any punctuation.
fn is_end_before_word(rest: &str) -> bool {
    const MOST: usize = 8;
    let is_punctuation = |c: &char| c.is_ascii_punctuation() && *c != '/';
    let length = rest.chars().take(MOST).take_while(is_punctuation).count();
    let behind = rest[length..].chars().next();
    match behind {
        None => false,
        Some(c) if is_east_asian(c) || !(c.is_ascii() || c.is_alphanumeric()) => true,
        Some(_) => rest.starts_with("**") && length > 2,
    }
}

/// Vowel signs and the like, which words of Indic scripts need.
fn is_mark(c: char) -> bool {
    matches!(c as u32, 0x300..=0x36F | 0x900..=0xDFF | 0xE31..=0xE4E | 0x200C..=0x200D)
}

/// Letters that in running text follow an address without a space: particles, mostly.
fn is_east_asian(c: char) -> bool {
    matches!(c as u32, 0x1100..=0x11FF | 0x3040..=0x30FF | 0x3130..=0x318F | 0x3400..=0x9FFF
        | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// Trailing punctuation, closing brackets without an opening one, and what looks like an entity
/// are not part of the link.
fn trim_end(link: &str) -> usize {
    let opening = link.bytes().filter(|b| *b == b'(').count();
    let mut closing = link.bytes().filter(|b| *b == b')').count();
    let mut end = link.len();
    loop {
        let head = &link[..end];
        match head.bytes().next_back() {
            Some(
                b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"' | b']' | b'}'
                | b'|' | b'`',
            ) => end -= 1,
            Some(b')') if closing > opening => {
                closing -= 1;
                end -= 1;
            }
            Some(b';') => {
                let name = head[..end - 1].trim_end_matches(|c: char| c.is_ascii_alphanumeric());
                end = match name.strip_suffix('&') {
                    Some(before) => before.len(),
                    None => end - 1,
                };
            }
            _ => return end,
        }
    }
}

#[cfg(test)]
mod tests;
