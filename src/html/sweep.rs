//! Where each wanted position lands: one sweep over the events and the sorted positions.
//!
//! The writer tells the sweep what it is about to write and where the HTML stands; the sweep says
//! where to note a spot. The rules are numbered as in `DESIGN.md`, "Place".

use std::ops::Range;

use super::joining::{self, Context};

/// A place in the HTML: directly after a visible character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) flow: usize,
    pub(crate) offset: usize,
}

/// A cut in a text event: after `at` bytes of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) at: usize,
    group: usize,
}

/// Positions that landed together: those from the end of the group before up to `end`.
#[derive(Clone, Copy, Debug)]
struct Group {
    end: usize,
    spot: Option<Spot>,
}

#[derive(Debug)]
pub(super) struct Sweep<'a> {
    source: &'a str,
    positions: &'a [usize],
    /// Positions before this one are in a group.
    next: usize,
    groups: Vec<Group>,
    /// Whether the spot of the last group may still move forward.
    is_pending: bool,
    in_run: bool,
    /// Whether text that comes now stands right behind the last visible character.
    adjoins: bool,
    last_visible: Option<Spot>,
    /// Where the last visible character stands in the source.
    visible_end: usize,
    /// That character, where the source spells it otherwise, as an entity.
    spelled: Option<char>,
    /// Straight double quotes of the run, counted up to that place in the source.
    quotes: usize,
    quotes_end: usize,
    /// Positions inside wait for the end: of a link, an image, a code block.
    held: usize,
    /// Whether something visible stands in what is held.
    held_visible: bool,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(source: &'a str, positions: &'a [usize]) -> Self {
        Self {
            source,
            positions,
            next: 0,
            groups: Vec::with_capacity(positions.len()),
            is_pending: false,
            in_run: false,
            adjoins: false,
            last_visible: None,
            visible_end: 0,
            spelled: None,
            quotes: 0,
            quotes_end: 0,
            held: 0,
            held_visible: false,
        }
    }

    /// A block begins or ends: the run of inlines is over (rule 1).
    pub(super) fn end_run(&mut self) {
        self.in_run = false;
        self.break_off();
    }

    /// Something stands between the text before and the text behind.
    pub(super) fn break_off(&mut self) {
        self.adjoins = false;
        self.is_pending = false;
    }

    /// Visible content of the source from `start` on comes now: positions in the gap before it
    /// belong to the last visible character (rules 2 and 3).
    fn begin(&mut self, start: usize) {
        if self.held > 0 && std::mem::replace(&mut self.held_visible, true) {
            return;
        }
        if self.next < self.positions.len() && self.positions[self.next] <= start {
            let adjoins = self.adjoins && self.in_run;
            self.take(start, adjoins);
        }
        if !self.in_run {
            self.in_run = true;
            self.quotes = 0;
            self.quotes_end = start;
        }
    }

    /// Bytes at the start of `rest`, which stands at `end` in the source, that a marker passes over.
    fn passed_over(&mut self, end: usize, rest: &str) -> usize {
        // Most segments end before a space.
        match rest.as_bytes().first() {
            None | Some(b' ' | b'\n') => 0,
            Some(_) => self.context(end).passed_over(rest),
        }
    }

    /// What stands before a place of the source. Markup between counts as what it is: marks of
    /// emphasis join nothing, and quotes in it come in pairs.
    fn context(&mut self, end: usize) -> Context {
        if let Some(unread) = self.source.as_bytes().get(self.quotes_end..end) {
            self.quotes += memchr::memchr_iter(b'"', unread).count();
            self.quotes_end = end;
        }
        match self.spelled {
            Some(c) if end == self.visible_end => Context::new(c.encode_utf8(&mut [0; 4]), 0),
            _ => Context::new(&self.source[..end], self.quotes),
        }
    }

    /// Gives the positions up to `end` the last visible spot.
    fn take(&mut self, end: usize, may_move: bool) {
        let first = self.next;
        while self.next < self.positions.len() && self.positions[self.next] <= end {
            self.next += 1;
        }
        if self.next == first {
            return;
        }
        match self.groups.last_mut().filter(|_| self.is_pending) {
            Some(pending) => pending.end = self.next,
            None => {
                self.groups.push(Group {
                    end: self.next,
                    spot: self.last_visible,
                });
                self.is_pending = may_move && self.last_visible.is_some();
            }
        }
    }

    /// Content of a link, an image or a code block comes now; [`release`](Self::release) ends it.
    pub(super) fn hold(&mut self) {
        self.break_off();
        if self.held == 0 {
            self.held_visible = false;
        }
        self.held += 1;
    }

    /// What [`hold`](Self::hold) began ends at `end` in the source (rule 6).
    pub(super) fn release(&mut self, end: usize) {
        self.held = self.held.saturating_sub(1);
        if self.held == 0 && self.in_run {
            self.take(end, true);
            self.adjoins = true;
        }
    }

    /// Whether every position has its final spot.
    pub(super) fn is_done(&self) -> bool {
        self.next == self.positions.len() && !self.is_pending
    }

    /// Text comes now. Fills `cuts` with the places in it to note; true when there are any.
    pub(super) fn text(
        &mut self,
        content: &str,
        range: &Range<usize>,
        cuts: &mut Vec<Cut>,
    ) -> bool {
        cuts.clear();
        if self.is_done() {
            return false;
        }
        self.begin(range.start);
        if self.is_pending {
            let passed = self.passed_over(self.visible_end, content);
            if passed > 0 {
                let group = self.groups.len() - 1;
                cuts.push(Cut { at: passed, group });
            }
            self.is_pending = passed == content.len();
        }
        let is_inside = |position: &usize| *position <= range.end;
        if content.len() != range.len() {
            self.visible_end = range.end;
            self.spelled = content.chars().next_back();
        }
        if self.held == 0 && self.positions.get(self.next).is_some_and(is_inside) {
            self.cut_inside(content, range, cuts);
        }
        self.adjoins = true;
        !cuts.is_empty()
    }

    fn cut_inside(&mut self, content: &str, range: &Range<usize>, cuts: &mut Vec<Cut>) {
        let is_source = content.len() == range.len();
        // How much of the content was looked at for what is visible, and where that ends.
        let mut seen = 0;
        let mut seen_visible = 0;
        while let Some(&position) = self.positions.get(self.next) {
            if position > range.end {
                break;
            }
            let end = match is_source {
                true => floor(content, position - range.start),
                // An entity, a tab or a line end: it is one character to the reader (rule 4).
                false => content.len(),
            };
            self.next += 1;
            if let Some(group) = self.groups.last_mut()
                && cuts.last().is_some_and(|cut| end <= cut.at)
            {
                group.end = self.next;
                continue;
            }
            let fresh = joining::visible(&content[seen..end]).len();
            if fresh > 0 {
                seen_visible = seen + fresh;
            }
            seen = end;
            if seen_visible == 0 {
                self.groups.push(Group {
                    end: self.next,
                    spot: self.last_visible,
                });
                continue;
            }
            let at = if seen_visible < end {
                seen_visible
            } else {
                let place = match is_source {
                    true => range.start + end,
                    false => range.end,
                };
                end + self.passed_over(place, &content[end..])
            };
            match self.groups.last_mut() {
                Some(group) if cuts.last().is_some_and(|cut| at <= cut.at) => group.end = self.next,
                _ => {
                    cuts.push(Cut {
                        at,
                        group: self.groups.len(),
                    });
                    self.groups.push(Group {
                        end: self.next,
                        spot: None,
                    });
                }
            }
        }
        self.is_pending = cuts.last().is_some_and(|cut| cut.at == content.len());
    }

    /// A cut was written; `spot` is `None` where nothing visible stands before it in this event.
    pub(super) fn note(&mut self, cut: Cut, spot: Option<Spot>) {
        self.groups[cut.group].spot = spot.or(self.last_visible);
    }

    /// Something visible was written: it ends at `end` in the source and at `spot` in the HTML.
    pub(super) fn written(&mut self, end: usize, spot: Spot) {
        if self.visible_end != end {
            self.visible_end = end;
            self.spelled = None;
        }
        self.last_visible = Some(spot);
    }

    /// Something that is not text but is seen as one character comes now: code, a reference.
    pub(super) fn atom(&mut self, start: usize) {
        self.break_off();
        self.begin(start);
        // Whatever the gap before it held cannot move into it.
        self.break_off();
    }

    /// The atom was written; it ends at `end` in the source.
    pub(super) fn atom_written(&mut self, end: usize, spot: Spot) {
        self.written(end, spot);
        if self.held == 0 {
            self.take(end, true);
        }
        self.adjoins = true;
    }

    /// No event is left. One spot for each position; `None` where no text stands before it.
    pub(super) fn finish(mut self) -> Vec<Option<Spot>> {
        self.take(usize::MAX, false);
        let mut spots = Vec::with_capacity(self.positions.len());
        for group in self.groups {
            spots.resize(group.end, group.spot);
        }
        spots
    }
}

/// The last character boundary at or before `at`.
fn floor(content: &str, at: usize) -> usize {
    let mut at = at.min(content.len());
    while !content.is_char_boundary(at) {
        at -= 1;
    }
    at
}
