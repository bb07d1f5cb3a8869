//! A text that still grows, in its likely final form: what is finished in it does not change its
//! looks when the rest arrives.
//!
//! Every change is the same: cut the text at one place, then append what closes it. What is
//! undecided (a link's address, a tag, a line of markers) is cut; what is likely (emphasis, code,
//! a table's header) is closed. Markdown is read by the same reader as always, so whatever it
//! knows of emphasis beside CJK, bare links or formulas holds here too.

mod brackets;
mod code;
mod formula;
mod inline;
mod leaf;
mod line;
mod markup;
mod plain;
mod table;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::Event;

use crate::options::Options;

use super::each_event_of_part;
use super::known::Known;

use code::Code;
use inline::Found;
use leaf::{Leaf, Place, Tail};
use markup::Markup;

/// How an unfinished text is shown: `text[..keep]` and then `suffix`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    pub(crate) keep: usize,
    pub(crate) suffix: String,
}

/// Who reads the text that is settled. Settling has the text read in some likely forms, mostly last in
/// the one that it settles on: who shows that need not read it once more.
pub(crate) trait Reading {
    /// Gives the events of a text in its order.
    fn read(&mut self, text: &str, see: &mut dyn FnMut(&Event<'_>, &Range<usize>));
}

/// Reads a text beside the labels that are defined before it: they tell whether `[x]` is a link.
#[derive(Debug)]
pub(crate) struct Beside<'a> {
    pub(crate) known: &'a Known,
    pub(crate) options: &'a Options,
}

impl Reading for Beside<'_> {
    fn read(&mut self, text: &str, see: &mut dyn FnMut(&Event<'_>, &Range<usize>)) {
        each_event_of_part(text, self.known, self.options, see);
    }
}

/// Settles a text that [`prepare`](super::prepare) gave; `None` where it is shown as it is.
///
/// The text begins where a top-level block does, and has the last one whole. Nothing before the last
/// top-level block counts, so the text may begin anywhere before that.
pub(crate) fn settle(text: &str, options: &Options, reading: &mut dyn Reading) -> Option<Settled> {
    if plain::is_plain(text, options) {
        return None;
    }
    settle_parsed(text, options, reading)
}

fn settle_parsed(text: &str, options: &Options, reading: &mut dyn Reading) -> Option<Settled> {
    let mut reader = Reader {
        text,
        options,
        reading,
    };
    let settled = reader.settle();
    let hidden = &text[settled.keep..];
    let is_same = hidden == settled.suffix || (settled.suffix.is_empty() && is_blank(hidden));
    (!is_same).then_some(settled)
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}

/// Each round cuts at something undecided; more than these are nested in no real text.
const MOST_ROUNDS: usize = 8;

struct Reader<'a> {
    text: &'a str,
    options: &'a Options,
    reading: &'a mut dyn Reading,
}

impl Reader<'_> {
    fn settle(&mut self) -> Settled {
        let mut end = line::retreat(self.text, self.text.len());
        for _ in 0..MOST_ROUNDS {
            let tail = self.read(end, "");
            let cut = match &tail.leaf {
                Leaf::Code(code) => return cut_at(self.end_in_code(code, end)),
                Leaf::Html(html) if self.is_in_html(html, end) => {
                    let cut = html.unfinished_from(&self.text[..end]);
                    // Once its first line is complete, it ends what stands before that line.
                    if let (Some(at), Some(start)) = (cut, html.start())
                        && at <= start
                        && self.text[..at].ends_with('\n')
                        && self.text[start..].contains('\n')
                    {
                        return cut_at(at);
                    }
                    cut
                }
                // What was cut stood behind it.
                Leaf::Html(_) | Leaf::Nothing => return cut_at(end),
                Leaf::Inline(place) => match self.inline(&tail, *place, end) {
                    Found::Cut(at) => Some(at),
                    Found::Settled(settled) => return settled,
                },
            };
            match cut {
                Some(at) => end = line::retreat(self.text, at),
                None => return cut_at(end),
            }
        }
        cut_at(end)
    }

    /// The tail of the text up to `end` with `suffix` behind it.
    fn read(&mut self, end: usize, suffix: &str) -> Tail {
        let text = &self.text[..end];
        let whole = match suffix {
            "" => Cow::Borrowed(text),
            suffix => Cow::Owned([text, suffix].concat()),
        };
        Tail::read(&whole, self.reading)
    }

    /// Where the text ends, of which what stands before `end` is code.
    fn end_in_code(&mut self, code: &Code, end: usize) -> usize {
        let whole = self.text.len();
        if is_blank(&self.text[end..]) {
            return whole;
        }
        // A line of the code is shown as it stands, whatever it would mean elsewhere.
        let line = self.text.rfind('\n').map_or(0, |at| at + 1);
        let end = match end < line && self.ends_in_code(line) {
            true => line,
            false => end,
        };
        match !code.may_be_closed_by(self.text, end) && self.ends_in_code(whole) {
            true => whole,
            false => end,
        }
    }

    /// Whether the text up to `end` ends in a line of code.
    fn ends_in_code(&mut self, end: usize) -> bool {
        match self.read(end, "").leaf {
            Leaf::Code(code) => code.reaches(&self.text[..end]),
            _ => false,
        }
    }

    /// Whether what was left out at `end`, behind raw HTML, stands in that.
    fn is_in_html(&mut self, html: &Markup, end: usize) -> bool {
        let is_line = self.text[..end].ends_with('\n') && !is_blank(&self.text[end..]);
        !is_line
            || match self.read(self.text.len(), "").leaf {
                Leaf::Html(whole) => whole.start() == html.start(),
                _ => false,
            }
    }

    fn inline(&mut self, tail: &Tail, place: Place, end: usize) -> Found {
        let text = &self.text[..end];
        if tail.is_finished(text, place) {
            return Found::Settled(cut_at(end));
        }
        if let Some(header) = table::header(text, tail, place) {
            let table = self.read(header.end, &header.made);
            if let Leaf::Inline(Place::Cell) = table.leaf {
                return match table.is_finished(&text[..header.end], Place::Cell) {
                    true => Found::Settled(header.settled(header.end, "")),
                    false => self.closed(&table, &header, header.end),
                };
            }
        }
        self.closed(tail, &table::Header::none(), end)
    }

    /// The text up to `end` with what is open closed, and what the header needs.
    fn closed(&mut self, tail: &Tail, header: &table::Header, end: usize) -> Found {
        let open = match inline::scan(self.text, end, tail, self.options) {
            inline::Scan::Undecided(at) => return Found::Cut(at),
            inline::Scan::Open(open) => open,
        };
        if open.is_empty() {
            return Found::Settled(header.settled(end, ""));
        }
        let keep = tail.run_end(&self.text[..end]);
        let closers = inline::closers(&self.text[..keep], &open);
        // A mark that means itself would be one row with those that close.
        let last = self.text[..keep].chars().next_back();
        if last.is_some_and(|c| closers.starts_with(c)) && tail.shows(keep - 1..keep) {
            return Found::Cut(keep);
        }
        let settled = header.settled(keep, &closers);
        let read = self.read(keep, &settled.suffix);
        // Marks that close nothing would be seen: then nothing is known of them after all.
        let is_closed = !read.shows(keep..keep + closers.len());
        Found::Settled(match is_closed {
            true => settled,
            false => header.settled(end, ""),
        })
    }
}

fn cut_at(keep: usize) -> Settled {
    Settled {
        keep,
        suffix: String::new(),
    }
}
