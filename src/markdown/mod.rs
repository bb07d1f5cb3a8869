//! Markdown as events with their ranges in the text: CommonMark, and of GFM tables,
//! strikethrough, task lists, footnotes and bare links.

mod bare;
mod prepare;

pub(crate) use prepare::prepare;

use std::ops::Range;

use pulldown_cmark::{Event, OffsetIter, Options, Parser, Tag, TagEnd};

use bare::Bare;

/// The events of a text that [`prepare`] gave.
pub(crate) fn events(text: &str) -> Events<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    Events {
        text,
        parser: Parser::new_ext(text, options).into_offset_iter(),
        bare: Bare::new(text),
        single_tildes: Vec::new(),
        plain_depth: 0,
        held_back: None,
    }
}

/// Events in the order of the text.
pub(crate) struct Events<'a> {
    text: &'a str,
    parser: OffsetIter<'a>,
    bare: Bare<'a>,
    /// For each open strikethrough whether it is one tilde, which GFM allows and people mean as
    /// "about".
    single_tildes: Vec<bool>,
    /// Open elements in which no bare link is looked for: links, images, code blocks.
    plain_depth: usize,
    /// The event that ended a stretch of text.
    held_back: Option<(Event<'a>, Range<usize>)>,
}

impl<'a> Iterator for Events<'a> {
    type Item = (Event<'a>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(ready) = self.bare.next_ready() {
            return Some(ready);
        }
        let (event, range) = match self.held_back.take() {
            Some(held_back) => held_back,
            None => self.parsed()?,
        };
        match &event {
            Event::Text(_) if self.plain_depth == 0 && self.bare.may_begin(&range) => {
                let mut stretch = vec![(event, range)];
                while let Some((event, range)) = self.parsed() {
                    if !matches!(event, Event::Text(_)) {
                        self.held_back = Some((event, range));
                        break;
                    }
                    stretch.push((event, range));
                }
                self.bare.split(stretch);
                self.bare.next_ready()
            }
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => {
                self.plain_depth += 1;
                Some((event, range))
            }
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => {
                self.plain_depth = self.plain_depth.saturating_sub(1);
                Some((event, range))
            }
            _ => Some((event, range)),
        }
    }
}

impl<'a> Events<'a> {
    fn parsed(&mut self) -> Option<(Event<'a>, Range<usize>)> {
        loop {
            let (event, range) = self.parser.next()?;
            match event {
                Event::Start(Tag::Strikethrough) => {
                    let is_single = !self.text[range.start..].starts_with("~~");
                    self.single_tildes.push(is_single);
                    if is_single {
                        let tilde = range.start..range.start + 1;
                        return Some((Event::Text(self.text[tilde.clone()].into()), tilde));
                    }
                    return Some((event, range));
                }
                Event::End(TagEnd::Strikethrough) => {
                    if self.single_tildes.pop() == Some(true) {
                        let tilde = range.end - 1..range.end;
                        return Some((Event::Text(self.text[tilde.clone()].into()), tilde));
                    }
                    return Some((event, range));
                }
                // The parser's word for a NUL, which is never shown.
                Event::Text(text) if &*text == "\u{FFFD}" && &self.text[range.clone()] == "\0" => {}
                _ => return Some((event, range)),
            }
        }
    }
}
