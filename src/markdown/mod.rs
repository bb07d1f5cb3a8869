//! Markdown as events with their ranges in the text: CommonMark, and of GFM tables,
//! strikethrough, task lists, footnotes and bare links; emphasis beside CJK as it is meant.

mod bare;
mod clean;
mod emphasis;
mod known;
mod math;
mod prepare;
mod settle;
mod units;

pub(crate) use clean::clean_space;
pub(crate) use emphasis::is_beyond_commonmark;
pub(crate) use known::{Definition, Known, Label, Links};
pub(crate) use math::may_hold_formulas;
pub(crate) use prepare::prepare;
pub(crate) use settle::{Beside, Reading, Settled, settle};
pub(crate) use units::{UnitKind, Units, units};

use std::ops::Range;

use pulldown_cmark::{BrokenLink, Event, Options as Extensions, Parser, Tag, TagEnd};

use crate::options::Options;

use bare::Bare;
use known::Asking;

/// An event and where it stands in the text.
type Parsed<'a> = (Event<'a>, Range<usize>);

/// What is read beside CommonMark.
const EXTENSIONS: Extensions = Extensions::ENABLE_TABLES
    .union(Extensions::ENABLE_STRIKETHROUGH)
    .union(Extensions::ENABLE_TASKLISTS)
    .union(Extensions::ENABLE_FOOTNOTES);

/// Gives `take` the events of a text that [`prepare`] gave, in the order of the text.
///
/// Events are lent, not handed over: they are large, and a long answer has ten thousand of them.
pub(crate) fn each_event(
    text: &str,
    options: &Options,
    take: impl FnMut(&Event<'_>, &Range<usize>),
) {
    each_meant(text, options, None, take);
}

/// The events of a text, formulas too where they are wanted.
fn each_meant(
    text: &str,
    options: &Options,
    asking: Option<&mut Asking<'_>>,
    mut take: impl FnMut(&Event<'_>, &Range<usize>),
) -> Vec<(Label, Definition)> {
    if !options.math {
        return each_parsed(text, EXTENSIONS, asking, take);
    }
    let extensions = EXTENSIONS | Extensions::ENABLE_MATH;
    let source = math::Source::new(text, extensions);
    each_parsed(
        &source.text,
        extensions,
        asking,
        |event, range| match source.meant(event, range) {
            Some(meant) => take(&meant, range),
            None => take(event, range),
        },
    )
}

/// Gives `take` the events of a part of a text, and says how the part hangs together with the rest.
pub(crate) fn each_event_of_part(
    part: &str,
    known: &Known,
    options: &Options,
    mut take: impl FnMut(&Event<'_>, &Range<usize>),
) -> Links {
    let mut asking = Asking::new(known);
    let mut notes = Vec::new();
    let mut pass = |event: &Event<'_>, range: &Range<usize>| {
        if let Event::Start(Tag::FootnoteDefinition(label)) = event {
            notes.push((known::note(label), known::noted()));
        }
        take(event, range);
    };
    let before = known::definitions_before(part, known);
    let mut definitions = match before.len() {
        0 => each_meant(part, options, Some(&mut asking), pass),
        offset => {
            let text = [&*before, part].concat();
            each_meant(&text, options, Some(&mut asking), |event, range| {
                if range.end > offset {
                    pass(
                        event,
                        &(range.start.saturating_sub(offset)..range.end - offset),
                    );
                }
            })
        }
    };
    definitions.extend(notes);
    let mut asked = asking.asked;
    asked.extend(known::note_references(part).map(known::note));
    Links { asked, definitions }
}

fn each_parsed<'a>(
    text: &'a str,
    extensions: Extensions,
    asking: Option<&mut Asking<'_>>,
    take: impl FnMut(&Event<'a>, &Range<usize>),
) -> Vec<(Label, Definition)> {
    let bare = Bare::new(text);
    let mut runs = Runs {
        text,
        suspects: emphasis::suspects(text, bare.marks()),
        next: 0,
        block_ends: Vec::new(),
        run: Vec::new(),
        stretcher: Stretcher {
            bare,
            plain_depth: 0,
            stretch: Vec::new(),
            take,
        },
    };
    // For each open strikethrough whether it is one tilde, which GFM allows and people mean as
    // "about".
    let mut single_tildes = Vec::new();
    let known = asking.as_ref().map(|asking| asking.known());
    let callback = asking.map(|asking| |link: BrokenLink<'a>| asking.answer(&link));
    let parser = Parser::new_with_broken_link_callback(text, extensions, callback);
    let definitions = match known {
        Some(_) => known::definitions(&parser, text),
        None => Vec::new(),
    };
    for parsed in parser.into_offset_iter() {
        let (event, range) = &parsed;
        let meant = known.and_then(|known| known.meant(event));
        let event = meant.as_ref().unwrap_or(event);
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
            Some(tilde) => runs.pass(&Event::Text(text[tilde.clone()].into()), &tilde),
            None => runs.pass(event, range),
        }
    }
    runs.end();
    definitions
}

/// Whether an event stands between runs of inlines.
pub(crate) fn is_block(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => !matches!(
            tag,
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
        ),
        Event::End(tag) => !matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Link
                | TagEnd::Image
        ),
        Event::Rule => true,
        _ => false,
    }
}

/// Passes events on; a run of inlines that may be read otherwise is gathered first.
struct Runs<'a, T> {
    text: &'a str,
    /// What may be read otherwise; those before `next` are done with.
    suspects: Vec<usize>,
    next: usize,
    /// Where the open blocks end; 0 where nothing is looked for.
    block_ends: Vec<usize>,
    run: Vec<Parsed<'a>>,
    stretcher: Stretcher<'a, T>,
}

impl<'a, T: FnMut(&Event<'a>, &Range<usize>)> Runs<'a, T> {
    #[inline(always)]
    fn pass(&mut self, event: &Event<'a>, range: &Range<usize>) {
        if self.suspects.is_empty() || !self.gathers(event, range) {
            self.stretcher.pass(event, range);
        }
    }

    /// Whether the event was taken into the run that is gathered.
    fn gathers(&mut self, event: &Event<'a>, range: &Range<usize>) -> bool {
        if is_block(event) {
            self.end_run();
            match event {
                Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock) => self.block_ends.push(0),
                Event::Start(_) => self.block_ends.push(range.end),
                Event::End(_) => {
                    self.block_ends.pop();
                }
                _ => {}
            }
            return false;
        }
        if self.run.is_empty() && !self.is_suspect(range.start) {
            return false;
        }
        self.run.push((event.clone(), range.clone()));
        true
    }

    /// Whether the run that begins at `start` may be read otherwise.
    fn is_suspect(&mut self, start: usize) -> bool {
        while self.suspects.get(self.next).is_some_and(|at| *at < start) {
            self.next += 1;
        }
        let next = self.suspects.get(self.next);
        let end = self.block_ends.last();
        next.zip(end).is_some_and(|(next, end)| next < end)
    }

    fn end_run(&mut self) {
        if self.run.is_empty() {
            return;
        }
        let run = std::mem::take(&mut self.run);
        match emphasis::read_anew(self.text, &run) {
            Some(read) => {
                self.stretcher.end_stretch();
                for (event, range) in &read {
                    (self.stretcher.take)(event, range);
                }
            }
            None => {
                for (event, range) in &run {
                    self.stretcher.pass(event, range);
                }
            }
        }
    }

    fn end(&mut self) {
        self.end_run();
        self.stretcher.end_stretch();
    }
}

/// Passes events on; a stretch of text that may hold a bare link is gathered first.
struct Stretcher<'a, T> {
    bare: Bare,
    /// Open elements in which no bare link is looked for.
    plain_depth: usize,
    stretch: Vec<Parsed<'a>>,
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
