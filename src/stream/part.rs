//! A part of the text as HTML of its own.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::Event;

use crate::answer::Stretch;
use crate::assemble;
use crate::html::marks::Marks;
use crate::html::{Block, BlockKind, Page, Spent, Writer};
use crate::labels::Labels;
use crate::markdown::{self, Known, Label, Links, Reading, Settled};
use crate::options::Options;
use crate::sanitize::{self, OpenDetails};
use crate::stamp;

use super::words::Ending;

/// What every part of one answer is written with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'a> {
    pub(super) options: &'a Options,
    pub(super) labels: &'a Labels,
    pub(super) prefix: &'a str,
    pub(super) lengths: Lengths,
}

/// From how many bytes on a block is reused in parts, and how many a further part has at least that is
/// a text: each is a node of its own on the page. Items and rows are nodes anyway.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    pub(super) block: usize,
    pub(super) part: usize,
}

impl Lengths {
    /// No block is long enough.
    pub(super) const WHOLE: Self = Self {
        block: usize::MAX,
        part: usize::MAX,
    };
}

impl Default for Lengths {
    fn default() -> Self {
        Self {
            block: 256,
            part: 256,
        }
    }
}

/// A part, written.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) html: String,
    /// Notes that its references lead to; placeholders stand for them in the HTML.
    pub(super) references: Vec<Label>,
    /// Notes in the order in which it names or defines them, and what it says in them.
    pub(super) notes: Vec<(Label, Noted)>,
    pub(super) links: Links,
    pub(super) spent: Spent,
    /// Raw HTML in it may hold what follows.
    pub(super) may_join_more: bool,
    /// The first block holds raw HTML, which may reach over all of it.
    pub(super) begins_raw: bool,
    /// It is one block.
    pub(super) is_one: bool,
    /// Words that follow can only be more text.
    pub(super) takes_words: bool,
}

/// What a part says in a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Noted {
    pub(super) html: String,
    pub(super) references: Vec<Label>,
    /// Whether it defines the note, and does not only name it.
    pub(super) is_defined: bool,
}

impl Context<'_> {
    /// Writes a part that is no text. `index` is its place among the stretches of the answer.
    pub(super) fn write_part(&self, part: &Stretch<'_>, index: usize) -> String {
        assemble::part_html(part, index, self.prefix, self.options, self.labels)
    }

    pub(super) fn marks(&self) -> Marks<'_> {
        Marks::new(self.prefix, self.labels)
    }

    /// Writes whole blocks beside what is known from the rest of the text.
    pub(super) fn write(&self, part: &str, known: &Known) -> Written {
        Read::of(part, self, known, |_, _| {}).written(part, OpenDetails::EndWithBlock, self)
    }

    /// Writes the blocks that text may still be added to. Gives how long they are, settled.
    pub(super) fn write_growing(&self, part: &str, known: &Known) -> (Written, usize) {
        if !self.options.settle {
            return (self.write(part, known), part.len());
        }
        let mut reads = Reads {
            context: self,
            known,
            last: None,
        };
        let settled = match markdown::settle(part, self.options, &mut reads) {
            Some(Settled { keep, suffix }) => Cow::Owned([&part[..keep], &suffix].concat()),
            None => Cow::Borrowed(part),
        };
        let read = match reads.last {
            Some((text, read)) if text == *settled => read,
            _ => Read::of(&settled, self, known, |_, _| {}),
        };
        let mut written = read.written(&settled, OpenDetails::RunToEnd, self);
        written.takes_words &= matches!(settled, Cow::Borrowed(_));
        (written, settled.len())
    }
}

/// A part that was read, as HTML that is not sanitized.
#[derive(Debug)]
struct Read {
    page: Page,
    links: Links,
    ending: Ending,
}

impl Read {
    fn of(
        part: &str,
        context: &Context<'_>,
        known: &Known,
        mut see: impl FnMut(&Event<'_>, &Range<usize>),
    ) -> Self {
        let options = context.options;
        let mut writer = Writer::of_part(part, options, context.labels);
        let mut ending = Ending::default();
        let links = markdown::each_event_of_part(part, known, options, |event, range| {
            see(event, range);
            ending.see(event, range);
            writer.event(event, range);
        });
        Self {
            page: writer.finish(),
            links,
            ending,
        }
    }

    fn written(mut self, part: &str, open: OpenDetails, context: &Context<'_>) -> Written {
        let (page, links) = (&mut self.page, self.links);
        let may_join_more = sanitize::may_join_more(page);
        let blocks = page.flows.first().map_or(&[][..], |flow| &flow.blocks);
        let is_raw = |block: &Block| block.kind == BlockKind::Raw;
        let begins_raw = blocks.first().is_some_and(is_raw);
        let is_one = blocks.len() == 1;
        let is_all = page.notes.is_empty() && links.definitions.is_empty();
        let is_simple = is_all && !context.options.math && !blocks.iter().any(is_raw);
        let takes_words = is_simple && self.ending.takes_words(part);
        let flows = sanitize::sanitize(page, open, context.labels);
        let mut flows = flows.into_iter().map(|flow| {
            let (html, references) =
                stamp::without_citations(flow, &page.inserts, || context.marks());
            let label = |flow: usize| page.notes[flow - 1].clone();
            (html, references.into_iter().map(label).collect())
        });
        let (html, references) = flows.next().unwrap_or_default();
        let noted = flows.zip(&page.notes).map(|((html, references), label)| {
            let is_defined = links.defines_note(label);
            let noted = Noted {
                html,
                references,
                is_defined,
            };
            (label.clone(), noted)
        });
        Written {
            html,
            references,
            notes: noted.collect(),
            spent: page.spent,
            may_join_more,
            begins_raw,
            is_one,
            takes_words,
            links,
        }
    }
}

/// Reads a part in the forms that settling asks for, and keeps the last: mostly that is shown.
#[derive(Debug)]
struct Reads<'a> {
    context: &'a Context<'a>,
    known: &'a Known,
    last: Option<(String, Read)>,
}

impl Reading for Reads<'_> {
    fn read(&mut self, text: &str, see: &mut dyn FnMut(&Event<'_>, &Range<usize>)) {
        let read = Read::of(text, self.context, self.known, see);
        self.last = Some((text.to_owned(), read));
    }
}
