//! Places in the source near the wanted positions: after each visible character, atom and closing
//! mark from the last one before a position to the end of the word.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use crate::options::Options;
use crate::{markdown, policy};

use super::hazard::{self, Hazards};

/// A place in a line of the source where a reference could stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) at: usize,
    /// Where its run of inlines begins.
    pub(super) run: usize,
    pub(super) safety: Safety,
}

/// Whether a reference there stays a reference, and what is around it what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Safety {
    Safe,
    Unsafe,
}

/// How many characters of a word are looked at: enough for what `render` passes over.
const MOST_PASSED: usize = 32;

pub(super) struct Candidates<'a> {
    text: &'a str,
    positions: &'a [usize],
    /// Positions before this one have their candidates.
    next: usize,
    found: Vec<Candidate>,
    /// The last place before what comes, wanted or not.
    last: Option<Candidate>,
    /// Places to note before the word at hand is done.
    wanted: usize,
    run: Option<usize>,
    hazards: Hazards<'a>,
    /// Open links, images and code blocks; what is open outermost, and raw links of the run.
    held: usize,
    outermost: Held,
    raw_link: RawLink,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// Nothing may stand in it, and what stands behind it cannot change it.
    Whole,
    /// `[a]`, which another bracket behind it would make something else.
    Shortcut,
    /// A bare address, which would take in what stands right behind it.
    Bare,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RawLink {
    Closed,
    Open,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(text: &'a str, positions: &'a [usize]) -> Self {
        Self {
            text,
            positions,
            next: 0,
            found: Vec::with_capacity(positions.len() * 8),
            last: None,
            wanted: 0,
            run: None,
            hazards: Hazards::new(text),
            held: 0,
            outermost: Held::Whole,
            raw_link: RawLink::Closed,
        }
    }

    /// Ascending, each place once.
    pub(super) fn gather(mut self, options: &Options) -> Vec<Candidate> {
        markdown::each_event(self.text, options, |event, range| self.event(event, range));
        self.begin(usize::MAX);
        self.found
    }

    fn event(&mut self, event: &Event<'_>, range: &Range<usize>) {
        if markdown::is_block(event) {
            self.run = None;
            self.wanted = 0;
            self.raw_link = RawLink::Closed;
        } else if self.run.is_none() && !matches!(event, Event::TaskListMarker(_)) {
            self.run = Some(range.start);
        }
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::Image { .. }) => {
                self.hold(Held::Whole);
            }
            Event::Start(Tag::Link { link_type, .. }) => self.hold(match link_type {
                LinkType::Shortcut | LinkType::ShortcutUnknown => Held::Shortcut,
                LinkType::Autolink if !self.text[range.start..].starts_with('<') => Held::Bare,
                _ => Held::Whole,
            }),
            Event::End(TagEnd::CodeBlock | TagEnd::HtmlBlock) => self.held -= 1,
            Event::End(TagEnd::Link | TagEnd::Image) => {
                self.held -= 1;
                if self.held == 0 {
                    self.held_ends(range.end);
                }
            }
            _ if self.held > 0 => {}
            Event::Text(content) => self.text(content, range),
            Event::Code(_) | Event::FootnoteReference(_) => {
                self.begin(range.start);
                self.closes(range.end);
            }
            Event::Start(Tag::Emphasis | Tag::Strong)
                if markdown::is_beyond_commonmark(self.text, range) =>
            {
                self.literal_from(range.start);
            }
            Event::End(TagEnd::Emphasis | TagEnd::Strong)
                if self.run_has_place() && markdown::is_beyond_commonmark(self.text, range) =>
            {
                // To other readers its stars are text, which a bracket would bring to life.
                self.place(range.end, Safety::Unsafe);
            }
            Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough)
                if self.run_has_place() =>
            {
                self.closes(range.end);
            }
            Event::InlineHtml(html) => self.raw(html, range),
            Event::SoftBreak | Event::HardBreak => self.end_word(),
            _ => {}
        }
    }

    /// Marks that close with nothing visible before them are no place.
    fn run_has_place(&self) -> bool {
        self.last.is_some_and(|last| Some(last.run) == self.run)
    }

    fn hold(&mut self, held: Held) {
        if self.held == 0 {
            self.outermost = held;
        }
        self.held += 1;
    }

    fn held_ends(&mut self, end: usize) {
        match self.outermost {
            // The parser leaves the empty brackets of `[a][]` out of the range.
            Held::Whole if self.text[end..].starts_with("[]") => self.closes(end + 2),
            Held::Whole => self.closes(end),
            Held::Shortcut => self.place(end, Safety::Unsafe),
            Held::Bare => {
                self.hazards.address_to(end);
                self.place(end, Safety::Unsafe);
            }
        }
    }

    fn raw(&mut self, html: &str, range: &Range<usize>) {
        let is_tag = |tag: &str| {
            let name = html.get(..tag.len()).unwrap_or_default();
            let behind = html.as_bytes().get(tag.len());
            name.eq_ignore_ascii_case(tag) && behind.is_some_and(|b| !b.is_ascii_alphanumeric())
        };
        if is_tag("</a") {
            self.raw_link = RawLink::Closed;
        } else if is_tag("<a") {
            self.raw_link = RawLink::Open;
        }
        let closes = policy::INLINE_TAGS.iter().any(|name| {
            html.strip_prefix("</")
                .and_then(|tag| tag.strip_suffix('>'))
                .is_some_and(|tag| tag.trim_end().eq_ignore_ascii_case(name))
        });
        if closes && self.run_has_place() {
            self.closes(range.end);
        }
    }

    /// Positions before `start` that no place was near to belong to the last one.
    fn begin(&mut self, start: usize) {
        if self.take(start) {
            self.note();
        }
    }

    /// Takes the positions up to `end`.
    fn take(&mut self, end: usize) -> bool {
        let first = self.next;
        while self.positions.get(self.next).is_some_and(|p| *p <= end) {
            self.next += 1;
        }
        if self.next > first {
            self.wanted = MOST_PASSED;
        }
        self.next > first
    }

    fn note(&mut self) {
        if let Some(last) = self.last
            && self.found.last().is_none_or(|found| found.at < last.at)
        {
            self.found.push(last);
        }
    }

    /// A place behind something that is not text.
    fn closes(&mut self, at: usize) {
        let safety = self.hazards.behind_mark(at);
        self.place(at, safety);
    }

    fn place(&mut self, at: usize, safety: Safety) {
        self.take(at);
        let safety = match self.raw_link {
            RawLink::Closed => safety,
            RawLink::Open => Safety::Unsafe,
        };
        self.last = Some(Candidate {
            at,
            run: self.run.unwrap_or(at),
            safety,
        });
        if self.wanted > 0 {
            self.note();
            // A word may be cut where it is too long, but never end in an unsafe place.
            if self.wanted > 1 || safety == Safety::Safe {
                self.wanted -= 1;
            }
        }
    }

    /// White space: what is wanted is found, unless no place so far is safe.
    fn end_word(&mut self) {
        let is_safe = |last: Candidate| last.safety == Safety::Safe;
        if self.last.is_none_or(is_safe) {
            self.wanted = 0;
        }
    }

    /// Marks come that are text, at least to some readers: no place is safe right before them.
    fn literal_from(&mut self, start: usize) {
        let Some(last) = self.last.as_mut().filter(|last| last.at == start) else {
            return;
        };
        last.safety = Safety::Unsafe;
        if let Some(found) = self.found.last_mut().filter(|found| found.at == start) {
            found.safety = Safety::Unsafe;
        }
    }

    fn text(&mut self, content: &str, range: &Range<usize>) {
        if hazard::is_delimiter(content.as_bytes().first()) {
            self.literal_from(range.start);
        }
        self.hazards.read(content, range);
        self.begin(range.start);
        if content.len() != range.len() {
            let is_visible = content.chars().any(is_visible);
            return match is_visible {
                true => self.closes(range.end),
                false => self.end_word(),
            };
        }
        let mut done = 0;
        for (at, c) in content.char_indices() {
            let end = range.start + at + c.len_utf8();
            if self.wanted == 0 && self.positions.get(self.next).is_none_or(|p| *p > range.end) {
                break;
            }
            done = at + c.len_utf8();
            if is_visible(c) {
                let safety = self.hazards.in_text(end, range);
                self.place(end, safety);
            } else {
                // A position behind a space belongs before it.
                self.begin(end);
                if c.is_whitespace() {
                    self.end_word();
                }
            }
        }
        let rest = content[done..].trim_end_matches(|c| !is_visible(c));
        if !rest.is_empty() {
            let end = range.start + done + rest.len();
            let safety = self.hazards.in_text(end, range);
            self.place(end, safety);
        }
    }
}

fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !policy::is_removed(c)
}
