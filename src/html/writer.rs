//! Markdown events to HTML, block by block.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use unicase::UniCase;

use crate::labels::Labels;
use crate::options::Options;

use super::image::Image;
use super::notes::Return;
use super::open::{LIST_LEVELS, Open, OpenTags, QUOTE_LEVELS};
use super::spent::{Spent, expansion_limit};
use super::sweep::{Cut, Sweep};
use super::table::Table;
use super::{Flow, Insert, Page, Task, marks};

/// Classes of formulas. What typesets a page knows the first.
const INLINE_MATH: &str = "language-math";
const DISPLAY_MATH: &str = "language-math language-math-display";

/// Writes events, block by block.
pub(crate) struct Writer<'a> {
    /// The HTML of the flow that is being written.
    pub(super) out: String,
    pub(super) sweep: Sweep<'a>,
    /// Bytes that references may still copy out of definitions.
    pub(super) expansion_left: usize,
    table: Table,
    pub(super) options: &'a Options,
    pub(super) labels: &'a Labels,
    pub(super) page: Page,
    pub(super) open: OpenTags,
    /// The flow that is being written, and those to go on with after a note's definition.
    pub(super) flow: usize,
    pub(super) returns: Vec<Option<Return>>,
    pub(super) note_flows: HashMap<UniCase<String>, usize>,
    /// The start tag of the link that is open, or was last.
    pub(super) link_tag: Range<usize>,
    /// The start tag of the paragraph or heading that is open, or was last.
    pub(super) text_tag: Range<usize>,
    pub(super) image: Option<Image>,
    /// Where the content of the open code block begins.
    pub(super) code_block: Option<usize>,
    pub(super) html_block: Option<String>,
    pub(super) cuts: Vec<Cut>,
}

impl<'a> Writer<'a> {
    /// `positions` are ascending, in bytes of `text`.
    pub(crate) fn new(
        text: &'a str,
        positions: &'a [usize],
        options: &'a Options,
        labels: &'a Labels,
    ) -> Self {
        Self {
            out: String::with_capacity(text.len() + text.len() / 2),
            sweep: Sweep::new(text, positions),
            expansion_left: expansion_limit(text.len()),
            table: Table::new(text.len()),
            options,
            labels,
            page: Page {
                flows: vec![Flow::default()],
                ..Page::default()
            },
            open: OpenTags::default(),
            flow: 0,
            returns: Vec::new(),
            note_flows: HashMap::new(),
            link_tag: 0..0,
            text_tag: 0..0,
            image: None,
            code_block: None,
            html_block: None,
            cuts: Vec::new(),
        }
    }

    /// Writes a part of a text, whose length says nothing about the bounds: what it spends of them is
    /// counted instead.
    pub(crate) fn of_part(part: &'a str, options: &'a Options, labels: &'a Labels) -> Self {
        let mut writer = Self::new(part, &[], options, labels);
        writer.expansion_left = usize::MAX;
        writer.table.unbound();
        writer
    }

    /// What the writer was made with.
    pub(crate) fn words(&self) -> (&'a Options, &'a Labels) {
        (self.options, self.labels)
    }

    /// No event is left.
    pub(crate) fn finish(mut self) -> Page {
        self.store();
        self.page.spent = Spent::new(usize::MAX - self.expansion_left, self.table.fillers_spent());
        self.page.spots = self.sweep.finish();
        self.page
    }

    /// Writes the next event of the text.
    pub(crate) fn event(&mut self, event: &Event<'_>, range: &Range<usize>) {
        if let Some(image) = &mut self.image {
            if image.takes(event) {
                return;
            }
            return self.end_image(range);
        }
        match event {
            Event::Text(text) if self.code_block.is_some() => self.code_block_text(text, range),
            Event::Text(text) => self.text(text, range),
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(*tag, range),
            Event::Code(code) => self.code(code, range),
            Event::SoftBreak if !self.options.breaks => {
                self.sweep.break_off();
                self.out.push('\n');
            }
            Event::SoftBreak | Event::HardBreak => {
                self.sweep.break_off();
                self.out.push_str("<br>\n");
            }
            Event::Rule => {
                self.sweep.end_run();
                self.begin_block();
                self.out.push_str("<hr>");
                self.end_block();
            }
            Event::Html(html) => match &mut self.html_block {
                Some(block) => block.push_str(html),
                None => self.raw(html),
            },
            Event::InlineHtml(html) => {
                // An end tag stands behind a word as `</strong>` does; a start tag before another.
                if !html.starts_with("</") {
                    self.sweep.break_off();
                }
                self.raw(html);
            }
            Event::FootnoteReference(label) => self.note_reference(label, range),
            Event::TaskListMarker(done) => {
                let task = if *done { Task::Done } else { Task::Open };
                self.insert(Insert::Task(task));
                self.out.push(' ');
            }
            Event::InlineMath(formula) => self.formula(INLINE_MATH, formula, range),
            Event::DisplayMath(formula) => self.formula(DISPLAY_MATH, formula, range),
        }
    }

    /// The next document begins: labels of notes are its own.
    pub(crate) fn begin_document(&mut self) {
        self.sweep.end_run();
        self.note_flows.clear();
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Paragraph => self.start_text_block("p"),
            Tag::Heading { level, .. } => {
                let level = self.heading_level(*level);
                self.start_text_block(level);
            }
            Tag::BlockQuote(_) => {
                self.begin_block();
                if self.open_container(QUOTE_LEVELS) == Open::Tag {
                    self.push_block_tag("blockquote");
                }
            }
            Tag::List(start) => {
                self.begin_block();
                if self.open_container(LIST_LEVELS) == Open::Tag {
                    match start {
                        Some(1) => self.push_block_tag("ol"),
                        Some(start) => {
                            self.push_block_tag("ol");
                            self.out.pop();
                            self.out.push_str(&format!(" start=\"{start}\">"));
                        }
                        None => self.push_block_tag("ul"),
                    }
                }
            }
            Tag::Item => {
                self.begin_block();
                self.out.push_str(match self.open.containers.last() {
                    Some(Open::Unwritten) => "<br>",
                    _ => "<li>",
                });
            }
            Tag::CodeBlock(kind) => self.start_code_block(kind),
            Tag::HtmlBlock => {
                self.begin_block();
                self.html_block = Some(String::new());
            }
            Tag::Table(alignments) => {
                self.begin_block();
                let direction = self.direction();
                marks::push_wrapper(&mut self.out, direction, self.labels);
                self.out.push_str("<table>");
                self.table.start(alignments.clone());
            }
            Tag::TableHead | Tag::TableRow | Tag::TableCell => {
                self.begin_block();
                self.table.open(&mut self.out, tag);
            }
            Tag::FootnoteDefinition(label) => self.start_note(label),
            Tag::Emphasis => self.open_inline("<em>"),
            Tag::Strong => self.open_inline("<strong>"),
            Tag::Strikethrough => self.open_inline("<del>"),
            Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            } => self.start_link(*link_type, dest_url, title),
            Tag::Image {
                link_type,
                dest_url,
                title,
                ..
            } => {
                self.note_copied(*link_type, dest_url, title);
                self.image = Some(Image::new(dest_url));
            }
            Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => self.begin_block(),
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Paragraph => self.end_text_block("p"),
            TagEnd::Heading(level) => {
                let level = self.heading_level(level);
                self.end_text_block(level);
            }
            TagEnd::BlockQuote(_) => {
                let tag = self.close_container(QUOTE_LEVELS, "</blockquote>");
                self.close_block(tag);
            }
            TagEnd::List(ordered) => {
                let tag = if ordered { "</ol>" } else { "</ul>" };
                let tag = self.close_container(LIST_LEVELS, tag);
                self.close_block(tag);
            }
            TagEnd::Item => {
                self.close_block(match self.open.containers.last() {
                    Some(Open::Unwritten) => "",
                    _ => "</li>",
                });
            }
            TagEnd::CodeBlock => {
                self.end_code_block(range);
                self.close_block("</code></pre>");
            }
            TagEnd::HtmlBlock => {
                self.end_html_block(range);
                self.close_block("");
            }
            TagEnd::Table => {
                let tag = self.table.end();
                self.close_block(tag);
            }
            TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell => {
                self.table.close(&mut self.out, tag, range);
                self.close_block("");
            }
            TagEnd::FootnoteDefinition => self.end_note(),
            TagEnd::Emphasis => self.close_inline("</em>"),
            TagEnd::Strong => self.close_inline("</strong>"),
            TagEnd::Strikethrough => self.close_inline("</del>"),
            TagEnd::Link => {
                self.close_link();
                self.sweep.release(range.end);
            }
            TagEnd::Image => {}
            TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::MetadataBlock(_) => self.close_block(""),
        }
    }
}
