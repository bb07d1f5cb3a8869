//! Whether a text still parses as it did with references between: its events, run by run.
//!
//! A run is a stretch of inlines between block events. It is known by where it begins in the
//! original text; references never begin one, so what was broken can be told from what was not.

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::markdown;

use super::Draft;

/// Something of ours within the text.
#[derive(Debug)]
pub(super) struct Insert {
    /// Where it stands in the original text.
    pub(super) at: usize,
    /// Where it stands in the draft.
    pub(super) range: Range<usize>,
}

/// A top-level block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Fence,
    Html,
    Other,
}

/// A text's events without ours, written out run by run.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    content: String,
    pieces: Vec<Piece>,
    /// Definitions behind the text.
    pub(super) definitions: usize,
}

/// A run with the block events before it.
#[derive(Debug)]
struct Piece {
    /// Where the run begins in the original text.
    start: usize,
    content: Range<usize>,
}

/// Where an event of a draft comes from.
enum Origin {
    Text(usize),
    /// Ours; where it stands in the original text.
    Insert(usize),
    Tail,
}

impl Pieces {
    /// A text that has nothing of ours, and its top-level blocks.
    pub(super) fn of_text(text: &str) -> (Self, Vec<Block>) {
        let mut blocks: Vec<Block> = Vec::new();
        let mut depth = 0_usize;
        let pieces = Self::read(text, |event, range| {
            let is_outermost = depth == 0;
            match event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                _ => {}
            }
            if is_outermost {
                blocks.push(Block {
                    range: range.clone(),
                    kind: match event {
                        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => Kind::Fence,
                        Event::Start(Tag::HtmlBlock) => Kind::Html,
                        _ => Kind::Other,
                    },
                });
            }
            Origin::Text(range.start)
        });
        (pieces, blocks)
    }

    pub(super) fn of_draft(draft: &Draft) -> Self {
        let text = markdown::prepare(&draft.markdown);
        let mut definitions = 0;
        let mut pieces = Self::read(&text, |event, range| {
            let start = range.start;
            if start >= draft.text_end {
                let is_definition = matches!(event, Event::Start(Tag::FootnoteDefinition(_)));
                definitions += usize::from(is_definition);
                return Origin::Tail;
            }
            let before = draft
                .inserts
                .partition_point(|insert| insert.range.start <= start);
            match before.checked_sub(1).map(|index| &draft.inserts[index]) {
                None => Origin::Text(start),
                Some(insert) if start < insert.range.end => Origin::Insert(insert.at),
                Some(insert) => Origin::Text(insert.at + start - insert.range.end),
            }
        });
        pieces.definitions = definitions;
        pieces
    }

    fn read(text: &str, mut origin: impl FnMut(&Event<'_>, &Range<usize>) -> Origin) -> Self {
        // As GitHub reads it, where a single tilde strikes; `markdown` makes text of those.
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_FOOTNOTES;
        let mut reader = Reader::default();
        for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
            match origin(&event, &range) {
                Origin::Text(start) => reader.event(&event, start),
                // Only what we meant to write passes for ours: a reference that reads as text
                // shows.
                Origin::Insert(at) => match event {
                    Event::FootnoteReference(_)
                    | Event::Start(Tag::Paragraph)
                    | Event::End(TagEnd::Paragraph) => {}
                    _ => reader.event(&event, at),
                },
                Origin::Tail => {}
            }
        }
        reader.finish()
    }

    /// The stretches of the original text that a draft does not keep.
    pub(super) fn faults(&self, draft: &Self) -> Vec<Range<usize>> {
        let mut faults: Vec<usize> = Vec::new();
        let (mut own, mut other) = (0, 0);
        while let Some(piece) = self.pieces.get(own) {
            let order = match draft.pieces.get(other) {
                Some(found) => piece.start.cmp(&found.start),
                None => Ordering::Less,
            };
            let is_kept = order == Ordering::Equal
                && self.content[piece.content.clone()]
                    == draft.content[draft.pieces[other].content.clone()];
            let faulty = match order {
                // A run where there was none: it came from the one before.
                Ordering::Greater => own.saturating_sub(1),
                Ordering::Less | Ordering::Equal => own,
            };
            if !is_kept && faults.last() != Some(&faulty) {
                faults.push(faulty);
            }
            own += usize::from(order != Ordering::Greater);
            other += usize::from(order != Ordering::Less);
        }
        let start = |index: usize| self.pieces.get(index).map_or(usize::MAX, |p| p.start);
        faults
            .into_iter()
            .map(|index| start(index)..start(index + 1))
            .collect()
    }
}

#[derive(Default)]
struct Reader {
    pieces: Pieces,
    /// Where the content of the next piece begins.
    next: usize,
    in_run: bool,
}

impl Reader {
    fn event(&mut self, event: &Event<'_>, start: usize) {
        if markdown::is_block(event) {
            self.end_run();
        } else if !self.in_run {
            self.in_run = true;
            self.pieces.pieces.push(Piece {
                start,
                content: self.next..self.next,
            });
        }
        let content = &mut self.pieces.content;
        match event {
            Event::Text(text) => content.push_str(text),
            Event::Html(html) => content.push_str(html),
            // No text holds a NUL.
            _ => {
                let _ = write!(content, "\0{event:?}");
            }
        }
    }

    fn end_run(&mut self) {
        if !std::mem::take(&mut self.in_run) {
            return;
        }
        // A block that the end of the text cut off has no last line end.
        let content = &mut self.pieces.content;
        while content.len() > self.next && content.ends_with('\n') {
            content.pop();
        }
        if let Some(last) = self.pieces.pieces.last_mut() {
            last.content = self.next..content.len();
        }
        self.next = content.len();
    }

    fn finish(mut self) -> Pieces {
        self.end_run();
        self.pieces.pieces.push(Piece {
            start: usize::MAX,
            content: self.next..self.pieces.content.len(),
        });
        self.pieces
    }
}
