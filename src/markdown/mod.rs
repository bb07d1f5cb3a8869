//! Markdown as events with their ranges in the text: CommonMark, and of GFM tables,
//! strikethrough, task lists, footnotes and bare links.

mod bare;
mod prepare;

pub(crate) use prepare::prepare;

use std::ops::Range;

use pulldown_cmark::{Event, OffsetIter, Options, Parser, Tag, TagEnd};

use bare::Bare;

/// Gives `take` the events of a text that [`prepare`] gave, in the order of the text.
///
/// Events are lent, not handed over: they are large, and a long answer has ten thousand of them.
pub(crate) fn each_event<'a>(text: &'a str, mut take: impl FnMut(&Event<'a>, &Range<usize>)) {
    let mut parsed = Parsed::new(text);
    let mut bare = Bare::new(text);
    // Open elements in which no bare link is looked for.
    let mut plain_depth = 0usize;
    let mut held_back = None;
    while let Some((event, range)) = held_back.take().or_else(|| parsed.next()) {
        match &event {
            Event::Text(_) if plain_depth == 0 && bare.has_candidate(&range) => {
                let mut stretch = vec![(event, range)];
                while let Some((event, range)) = parsed.next() {
                    if !matches!(event, Event::Text(_)) {
                        held_back = Some((event, range));
                        break;
                    }
                    stretch.push((event, range));
                }
                bare::split(stretch, &mut take);
                continue;
            }
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => {
                plain_depth += 1;
            }
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => {
                plain_depth = plain_depth.saturating_sub(1);
            }
            _ => {}
        }
        take(&event, &range);
    }
}

/// The parser's events but for two that mean something else here.
struct Parsed<'a> {
    text: &'a str,
    parser: OffsetIter<'a>,
    /// For each open strikethrough whether it is one tilde, which GFM allows and people mean as
    /// "about".
    single_tildes: Vec<bool>,
}

impl<'a> Parsed<'a> {
    fn new(text: &'a str) -> Self {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_FOOTNOTES;
        Self {
            text,
            parser: Parser::new_ext(text, options).into_offset_iter(),
            single_tildes: Vec::new(),
        }
    }

    #[inline]
    fn next(&mut self) -> Option<(Event<'a>, Range<usize>)> {
        loop {
            let (event, range) = self.parser.next()?;
            match &event {
                Event::Start(Tag::Strikethrough) => {
                    let is_single = !self.text[range.start..].starts_with("~~");
                    self.single_tildes.push(is_single);
                    if is_single {
                        return Some(self.source(range.start..range.start + 1));
                    }
                }
                Event::End(TagEnd::Strikethrough) => {
                    if self.single_tildes.pop() == Some(true) {
                        return Some(self.source(range.end - 1..range.end));
                    }
                }
                // The parser's word for a NUL, which is never shown.
                Event::Text(text) if &**text == "\u{FFFD}" && &self.text[range.clone()] == "\0" => {
                    continue;
                }
                _ => {}
            }
            return Some((event, range));
        }
    }

    fn source(&self, range: Range<usize>) -> (Event<'a>, Range<usize>) {
        (Event::Text(self.text[range.clone()].into()), range)
    }
}
