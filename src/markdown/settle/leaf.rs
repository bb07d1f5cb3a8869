//! The last leaf of a text: the block without blocks in it that the text ends in.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Tag, TagEnd};

use super::super::is_block;
use super::Reading;
use super::code::{self, Code};
use super::markup::Markup;

/// The end of a text as it is read.
#[derive(Debug)]
pub(super) struct Tail {
    pub(super) leaf: Leaf,
    /// The inlines of the leaf.
    pub(super) run: Vec<Piece>,
}

#[derive(Debug)]
pub(super) enum Leaf {
    Nothing,
    Inline(Place),
    Code(Code),
    Html(Markup),
}

/// Where inlines stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Paragraph,
    Heading,
    Cell,
}

/// An inline, or an end of one.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// The text's own characters.
    Text,
    EmphasisStart,
    EmphasisEnd,
    /// A link or an image.
    LinkStart,
    /// A link that is a label in brackets: what follows may still make another of it.
    ShortcutStart,
    LinkEnd,
    Break,
    /// Anything else: nothing in it is open.
    Atom,
}

impl Tail {
    pub(super) fn read(text: &str, reading: &mut dyn Reading) -> Self {
        let mut tail = Self {
            leaf: Leaf::Nothing,
            run: Vec::new(),
        };
        let mut place = Place::Paragraph;
        // A block ended: what comes next begins another leaf, though no start may say so.
        let mut has_ended = false;
        reading.read(text, &mut |event, range| {
            match event {
                // A row that is too short is filled up: that says nothing of its last cell.
                Event::Start(Tag::TableCell) | Event::End(TagEnd::TableCell)
                    if range.is_empty() => {}
                Event::Start(tag) if is_block(event) => {
                    place = match tag {
                        Tag::Heading { .. } => Place::Heading,
                        Tag::TableCell => Place::Cell,
                        _ => Place::Paragraph,
                    };
                    tail.run.clear();
                    tail.leaf = leaf_of(tag, place, range);
                    has_ended = false;
                }
                Event::End(_) if is_block(event) => {
                    has_ended = true;
                    place = Place::Paragraph;
                }
                Event::Rule => {
                    tail.run.clear();
                    tail.leaf = Leaf::Nothing;
                    place = Place::Paragraph;
                }
                _ => {
                    if std::mem::take(&mut has_ended) {
                        tail.run.clear();
                        tail.leaf = Leaf::Nothing;
                    }
                    tail.take(event, range.clone(), place);
                }
            }
        });
        tail.leave_code(text);
        tail
    }

    /// Behind a block of code stands something that shows nothing: a definition.
    fn leave_code(&mut self, text: &str) {
        if let Leaf::Code(code) = &self.leaf
            && !code.is_last(text)
        {
            self.leaf = Leaf::Nothing;
        }
    }

    fn take(&mut self, event: &Event<'_>, range: Range<usize>, place: Place) {
        match (&mut self.leaf, event) {
            (Leaf::Code(code), _) => code.content_end = range.end,
            (Leaf::Html(markup), Event::Html(html) | Event::Text(html)) => markup.push(html, range),
            (leaf, _) => {
                *leaf = Leaf::Inline(place);
                let kind = piece_kind(event, &range);
                self.run.push(Piece { kind, range });
            }
        }
    }

    /// Where the inlines end, without space behind them.
    pub(super) fn run_end(&self, text: &str) -> usize {
        let is_seen = |piece: &&Piece| piece.kind != PieceKind::Break;
        let ends = self.run.iter().filter(is_seen).map(|piece| piece.range.end);
        let end = ends.max().unwrap_or(text.len()).min(text.len());
        text[..end].trim_end().len()
    }

    /// Whether nothing that follows the text can belong to the inlines.
    pub(super) fn is_finished(&self, text: &str, place: Place) -> bool {
        let rest = &text[self.run_end(text)..];
        let line_ends = memchr::memchr_iter(b'\n', rest.as_bytes()).count();
        match place {
            Place::Paragraph => line_ends > 1,
            Place::Heading => line_ends > 0,
            Place::Cell => line_ends > 0 || rest.contains('|'),
        }
    }

    /// Whether a text of the inlines shows what stands at the range.
    pub(super) fn shows(&self, range: Range<usize>) -> bool {
        self.run.iter().any(|piece| {
            piece.kind == PieceKind::Text
                && piece.range.start < range.end
                && range.start < piece.range.end
        })
    }
}

fn leaf_of(tag: &Tag<'_>, place: Place, range: &Range<usize>) -> Leaf {
    match tag {
        Tag::CodeBlock(kind) => Leaf::Code(Code {
            start: range.start,
            content_end: range.start,
            end: range.end,
            kind: match kind {
                CodeBlockKind::Fenced(_) => code::Kind::Fenced,
                CodeBlockKind::Indented => code::Kind::Indented,
            },
        }),
        Tag::HtmlBlock => Leaf::Html(Markup::default()),
        Tag::Paragraph | Tag::Heading { .. } | Tag::TableCell => Leaf::Inline(place),
        _ => Leaf::Nothing,
    }
}

fn piece_kind(event: &Event<'_>, range: &Range<usize>) -> PieceKind {
    match event {
        Event::Text(text) if text.len() == range.len() => PieceKind::Text,
        Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough) => PieceKind::EmphasisStart,
        Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough) => {
            PieceKind::EmphasisEnd
        }
        Event::Start(Tag::Link { link_type, .. } | Tag::Image { link_type, .. }) => match link_type
        {
            LinkType::Shortcut => PieceKind::ShortcutStart,
            _ => PieceKind::LinkStart,
        },
        Event::End(TagEnd::Link | TagEnd::Image) => PieceKind::LinkEnd,
        Event::SoftBreak | Event::HardBreak => PieceKind::Break,
        _ => PieceKind::Atom,
    }
}
