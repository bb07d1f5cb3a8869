//! Emphasis beside Chinese, Japanese and Korean.
//!
//! CommonMark lets stars open or close by the space and punctuation around them, and expects spaces
//! that these languages do not write: `**"단어"**는` stays text, and in
//! `は**「重要」**です。そして**「次」**` the words between are strong. So a run of inlines with such
//! stars is taken back to its stars and paired anew. The result is kept only where it is better.

mod address;
mod flanking;
mod pairing;

pub(super) use flanking::is_cjk;

use std::cmp::Ordering;
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use flanking::Flanks;
use pairing::{Pair, Stars, Token};

use super::{Parsed, bare};

/// Where a run has to be looked at, ascending: at stars that can do more than CommonMark lets them,
/// and at addresses with marks in them. A run without any costs nothing.
pub(super) fn suspects(text: &str, addresses: &[usize]) -> Vec<usize> {
    let mut found = address::suspects(text, addresses);
    if !text.is_ascii() {
        found.extend(star_suspects(text));
        found.sort_unstable();
    }
    found
}

fn star_suspects(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut end = 0;
    for start in memchr::memchr_iter(b'*', bytes) {
        if start < end {
            continue;
        }
        let length = bytes[start..].iter().take_while(|b| **b == b'*').count();
        end = start + length;
        let is_ascii = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii);
        if is_ascii(start.checked_sub(1).map(|before| &bytes[before])) && is_ascii(bytes.get(end)) {
            continue;
        }
        let flanks = Flanks::of(text, &(start..end));
        if flanks.abilities() != flanks.commonmark() {
            found.push(start);
        }
    }
    found
}

/// Whether an emphasis at `range` has a mark that could not be one to CommonMark.
pub(crate) fn is_beyond_commonmark(text: &str, range: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let is_star = |byte: &&u8| **byte == b'*';
    // More stars than that have no abilities beyond CommonMark's, and may be very many.
    let enough = flanking::LONGEST + 1;
    let flanks_at = |at: usize| {
        let before = bytes[..at].iter().rev().take(enough);
        let behind = bytes[at..].iter().take(enough);
        let start = at - before.take_while(is_star).count();
        let end = at + behind.take_while(is_star).count();
        (end - start < enough).then(|| Flanks::of(text, &(start..end)))
    };
    let is_of_stars = bytes[range.start] == b'*';
    is_of_stars
        && (flanks_at(range.start).is_some_and(|open| !open.commonmark().opens)
            || flanks_at(range.end).is_some_and(|close| !close.commonmark().closes))
}

/// Whether a row of marks that closed nothing and was closed by nothing is likely to open an
/// emphasis whose end is still to come.
pub(super) fn is_likely_open(text: &str, marks: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let mark = bytes[marks.start];
    let same = |byte: &&u8| **byte == mark;
    let before = bytes[..marks.start].iter().rev().take_while(same).count();
    let behind = bytes[marks.end..].iter().take_while(same).count();
    let row = marks.start - before..marks.end + behind;
    if row.len() > flanking::LONGEST || (mark == b'~' && row.len() != 2) {
        return false;
    }
    let flanks = Flanks::of(text, &row);
    match mark {
        b'*' => flanks.abilities().opens && !flanks.multiplies(),
        b'_' => flanks.underscores_open(),
        _ => flanks.commonmark().opens,
    }
}

/// The run as it is meant; `None` where CommonMark's reading is as good.
pub(super) fn read_anew<'a>(text: &'a str, run: &[Parsed<'a>]) -> Option<Vec<Parsed<'a>>> {
    let revealed = address::reveal(text, run);
    let paired = pair_anew(text, revealed.as_deref().unwrap_or(run));
    paired.or_else(|| revealed.map(|run| bare::link(text, run)))
}

/// The run with its stars paired anew, where that is better.
fn pair_anew<'a>(text: &'a str, run: &[Parsed<'a>]) -> Option<Vec<Parsed<'a>>> {
    let (events, mut old) = take_back(text, run);
    let run = Run::new(text, bare::link(text, events));
    let mut new = pairing::pair(&run.tokens());
    new.sort_unstable();
    old.sort_unstable();
    run.is_better(&new, &old).then(|| run.events(&new))
}

/// The events with the stars of emphasis as text, and the pairs they were.
fn take_back<'a>(text: &'a str, run: &[Parsed<'a>]) -> (Vec<Parsed<'a>>, Vec<Pair>) {
    let mut pairs = Vec::new();
    let mut events = Vec::with_capacity(run.len());
    for (event, range) in run {
        let mark = mark(event, range).filter(|mark| text.as_bytes()[mark.start] == b'*');
        let Some(mark) = mark else {
            events.push((event.clone(), range.clone()));
            continue;
        };
        if matches!(event, Event::Start(_)) {
            pairs.push(Pair {
                open: range.start,
                close: range.end - mark.len(),
                width: mark.len(),
            });
        }
        events.push(text_event(text, mark));
    }
    (events, pairs)
}

/// Where the mark of an emphasis stands whose start or end this is.
fn mark(event: &Event<'_>, range: &Range<usize>) -> Option<Range<usize>> {
    Some(match event {
        Event::Start(Tag::Strong | Tag::Strikethrough) => range.start..range.start + 2,
        Event::Start(Tag::Emphasis) => range.start..range.start + 1,
        Event::End(TagEnd::Strong | TagEnd::Strikethrough) => range.end - 2..range.end,
        Event::End(TagEnd::Emphasis) => range.end - 1..range.end,
        _ => return None,
    })
}

/// A run of inlines, its stars apart.
struct Run<'a> {
    text: &'a str,
    pieces: Vec<Piece<'a>>,
    /// The stars among the pieces, in order.
    stars: Vec<(Range<usize>, Flanks)>,
    /// Bare and bracketed addresses, in order: stars in them mark nothing.
    addresses: Vec<Range<usize>>,
}

enum Piece<'a> {
    Event(Parsed<'a>),
    Stars(Range<usize>),
}

impl<'a> Run<'a> {
    fn new(text: &'a str, events: Vec<Parsed<'a>>) -> Self {
        let start = events.first().map_or(0, |(_, range)| range.start);
        let end = events.last().map_or(0, |(_, range)| range.end);
        let mut run = Self {
            text,
            pieces: Vec::with_capacity(events.len() * 2),
            stars: Vec::new(),
            addresses: Vec::new(),
        };
        for (event, range) in events {
            match &event {
                start if address::is_address(start) => run.addresses.push(range.clone()),
                Event::Text(content)
                    if !run.in_address(range.start)
                        && content.contains('*')
                        && **content == text[range.clone()] =>
                {
                    run.split(range);
                    continue;
                }
                _ => {}
            }
            run.pieces.push(Piece::Event((event, range)));
        }
        run.stars = run
            .pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Stars(stars) => Some(stars.clone()),
                Piece::Event(_) => None,
            })
            .map(|stars| {
                let mut flanks = Flanks::of(text, &stars);
                flanks.before = flanks.before.filter(|_| stars.start > start);
                flanks.behind = flanks.behind.filter(|_| stars.end < end);
                (stars, flanks)
            })
            .collect();
        run
    }

    /// Takes the stars out of a text that is the source's own.
    fn split(&mut self, range: Range<usize>) {
        let bytes = self.text.as_bytes();
        let backslashes = bytes[..range.start].iter().rev();
        let is_escaped = backslashes.take_while(|byte| **byte == b'\\').count() % 2 == 1;
        let mut done = range.start;
        let mut at = range.start + usize::from(is_escaped);
        while let Some(step) = memchr::memchr(b'*', &bytes[at..range.end]) {
            let start = at + step;
            let rest = bytes[start..range.end].iter();
            at = start + rest.take_while(|byte| **byte == b'*').count();
            self.push_text(done..start);
            done = at;
            match self.pieces.last_mut() {
                Some(Piece::Stars(last)) if last.end == start => last.end = at,
                _ => self.pieces.push(Piece::Stars(start..at)),
            }
        }
        self.push_text(done..range.end);
    }

    fn push_text(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            let piece = text_event(self.text, range);
            self.pieces.push(Piece::Event(piece));
        }
    }

    fn tokens(&self) -> Vec<Token> {
        let mut stars = self.stars.iter();
        self.pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Event((Event::Start(_), _)) => Some(Token::Open),
                Piece::Event((Event::End(_), _)) => Some(Token::Close),
                Piece::Event(_) => None,
                Piece::Stars(_) => stars.next().map(|(range, flanks)| {
                    Token::Stars(Stars {
                        start: range.start,
                        length: range.len(),
                        abilities: flanks.abilities(),
                    })
                }),
            })
            .collect()
    }

    /// Whether the new pairs leave fewer stars to be seen, or take fewer words between two
    /// brackets for what is in them; and differ beside CJK alone.
    fn is_better(&self, new: &[Pair], old: &[Pair]) -> bool {
        let is_new = |pair: &&Pair| old.binary_search(pair).is_err();
        if !new.iter().filter(is_new).all(|pair| self.touches_cjk(pair)) {
            return false;
        }
        // A pair with one mark in an address cannot stay; its other mark should find a better one.
        let (cut, whole): (Vec<&Pair>, Vec<&Pair>) = old
            .iter()
            .partition(|pair| self.in_address(pair.open) || self.in_address(pair.close));
        let mut new_marks: Vec<Range<usize>> = new.iter().flat_map(Pair::marks).collect();
        new_marks.sort_unstable_by_key(|mark| mark.start);
        let is_taken = |mark: &Range<usize>| {
            let behind = new_marks.partition_point(|new| new.start <= mark.start);
            behind > 0 && mark.start < new_marks[behind - 1].end
        };
        let left = |pair: &&Pair| pair.marks().into_iter().find(|m| !self.in_address(m.start));
        let left: Vec<Range<usize>> = cut.iter().filter_map(left).collect();
        if !left.iter().all(is_taken) {
            return false;
        }
        let whole_stars: usize = whole.iter().map(|pair| 2 * pair.width).sum();
        let old_stars = whole_stars + left.iter().map(Range::len).sum::<usize>();
        let new_stars: usize = new.iter().map(|pair| 2 * pair.width).sum();
        let inverted = |pair: &Pair| self.is_inverted(pair);
        let new_inverted = || new.iter().filter(|pair| inverted(pair)).count();
        let old_inverted = || whole.iter().filter(|pair| inverted(pair)).count();
        match new_stars.cmp(&old_stars) {
            Ordering::Less => false,
            Ordering::Equal => !cut.is_empty() || new_inverted() < old_inverted(),
            Ordering::Greater => true,
        }
    }

    fn flanks(&self, at: usize) -> Option<&Flanks> {
        let behind = self.stars.partition_point(|(range, _)| range.start <= at);
        let (_, flanks) = self.stars.get(behind.checked_sub(1)?)?;
        Some(flanks)
    }

    fn touches_cjk(&self, pair: &Pair) -> bool {
        [pair.open, pair.close]
            .into_iter()
            .filter_map(|at| self.flanks(at))
            .any(Flanks::touch_cjk)
    }

    /// `」**です。そして**「`: what is between two emphasized words, not one of them.
    fn is_inverted(&self, pair: &Pair) -> bool {
        let before = self.flanks(pair.open).and_then(|flanks| flanks.before);
        let behind = self.flanks(pair.close).and_then(|flanks| flanks.behind);
        before.is_some_and(flanking::is_closing) && behind.is_some_and(flanking::is_opening)
    }

    fn in_address(&self, at: usize) -> bool {
        let behind = self
            .addresses
            .partition_point(|address| address.start <= at);
        behind > 0 && at < self.addresses[behind - 1].end
    }

    /// The run with these pairs, which are in order.
    fn events(self, pairs: &[Pair]) -> Vec<Parsed<'a>> {
        let mut marks: Vec<(usize, Mark, &Pair)> = pairs
            .iter()
            .flat_map(|pair| {
                [
                    (pair.open, Mark::Open, pair),
                    (pair.close, Mark::Close, pair),
                ]
            })
            .collect();
        marks.sort_unstable_by_key(|(at, ..)| *at);
        let mut marks = marks.into_iter().peekable();
        let mut events = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces {
            let stars = match piece {
                Piece::Event(event) => {
                    events.push(event);
                    continue;
                }
                Piece::Stars(stars) => stars,
            };
            let mut at = stars.start;
            while let Some((start, mark, pair)) = marks.next_if(|(start, ..)| *start < stars.end) {
                if at < start {
                    events.push(text_event(self.text, at..start));
                }
                at = start + pair.width;
                events.push((mark.event(pair.width), pair.open..pair.close + pair.width));
            }
            if at < stars.end {
                events.push(text_event(self.text, at..stars.end));
            }
        }
        events
    }
}

#[derive(Clone, Copy)]
enum Mark {
    Open,
    Close,
}

impl Mark {
    fn event(self, width: usize) -> Event<'static> {
        match (self, width) {
            (Self::Open, 2) => Event::Start(Tag::Strong),
            (Self::Open, _) => Event::Start(Tag::Emphasis),
            (Self::Close, 2) => Event::End(TagEnd::Strong),
            (Self::Close, _) => Event::End(TagEnd::Emphasis),
        }
    }
}

fn text_event(text: &str, range: Range<usize>) -> Parsed<'_> {
    (Event::Text(text[range.clone()].into()), range)
}

#[cfg(test)]
mod tests;
