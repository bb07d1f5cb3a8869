//! Markdown as events with their ranges in the text: CommonMark, and of GFM tables,
//! strikethrough, task lists, footnotes and bare links.

mod bare;
mod math;
mod prepare;

pub(crate) use prepare::prepare;

use std::ops::Range;

use pulldown_cmark::{Event, Options as Extensions, Parser, Tag, TagEnd};

use crate::options::Options;

use bare::Bare;

/// Gives `take` the events of a text that [`prepare`] gave, in the order of the text.
///
/// Events are lent, not handed over: they are large, and a long answer has ten thousand of them.
pub(crate) fn each_event(
    text: &str,
    options: &Options,
    mut take: impl FnMut(&Event<'_>, &Range<usize>),
) {
    let extensions = Extensions::ENABLE_TABLES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_FOOTNOTES;
    if !options.math {
        return each_parsed(text, extensions, take);
    }
    let extensions = extensions | Extensions::ENABLE_MATH;
    let source = math::Source::new(text, extensions);
    each_parsed(&source.text, extensions, |event, range| {
        match source.meant(event, range) {
            Some(meant) => take(&meant, range),
            None => take(event, range),
        }
    });
}

fn each_parsed<'a>(
    text: &'a str,
    extensions: Extensions,
    take: impl FnMut(&Event<'a>, &Range<usize>),
) {
    let mut stretcher = Stretcher {
        bare: Bare::new(text),
        plain_depth: 0,
        stretch: Vec::new(),
        take,
    };
    // For each open strikethrough whether it is one tilde, which GFM allows and people mean as
    // "about".
    let mut single_tildes = Vec::new();
    for parsed in Parser::new_ext(text, extensions).into_offset_iter() {
        let (event, range) = &parsed;
        let tilde = match event {
            Event::Start(Tag::Strikethrough) => {
                let is_single = !text[range.start..].starts_with("~~");
                single_tildes.push(is_single);
                is_single.then(|| range.start..range.start + 1)
            }
            Event::End(TagEnd::Strikethrough) => {
                let is_single = single_tildes.pop() == Some(true);
                is_single.then(|| range.end - 1..range.end)
            }
            // The parser's word for a NUL, which is never shown.
            Event::Text(nul) if &**nul == "\u{FFFD}" && &text[range.clone()] == "\0" => continue,
            _ => None,
        };
        match tilde {
            Some(tilde) => stretcher.pass(&Event::Text(text[tilde.clone()].into()), &tilde),
            None => stretcher.pass(event, range),
        }
    }
    stretcher.end_stretch();
}

/// Letters and punctuation of scripts that set no spaces between words, and Hangul.
fn is_cjk(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{9FFF}' | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}'
        | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Passes events on; a stretch of text that may hold a bare link is gathered first.
struct Stretcher<'a, T> {
    bare: Bare,
    /// Open elements in which no bare link is looked for.
    plain_depth: usize,
    stretch: Vec<(Event<'a>, Range<usize>)>,
    take: T,
}

impl<'a, T: FnMut(&Event<'a>, &Range<usize>)> Stretcher<'a, T> {
    #[inline(always)]
    fn pass(&mut self, event: &Event<'a>, range: &Range<usize>) {
        match event {
            Event::Text(_) => {
                let is_stretch = !self.stretch.is_empty()
                    || (self.plain_depth == 0 && self.bare.has_candidate(range));
                if is_stretch {
                    return self.stretch.push((event.clone(), range.clone()));
                }
            }
            other => {
                self.end_stretch();
                match other {
                    Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => {
                        self.plain_depth += 1;
                    }
                    Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => {
                        self.plain_depth = self.plain_depth.saturating_sub(1);
                    }
                    _ => {}
                }
            }
        }
        (self.take)(event, range);
    }

    fn end_stretch(&mut self) {
        if !self.stretch.is_empty() {
            bare::split(std::mem::take(&mut self.stretch), &mut self.take);
        }
    }
}
