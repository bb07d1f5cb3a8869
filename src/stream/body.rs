//! The answer's body while it grows: texts, each a document of its own, and what stands between.

use crate::answer::{Content, Stretch};
use crate::assemble::{self, Ending, Shape};
use crate::citation::Plan;
use crate::diagnostic::Diagnostics;
use crate::html::Spent;
use crate::response::{Candidate, Part, Response};

use super::document::Document;
use super::note_list::NoteList;
use super::notes::Numbers;
use super::operation::{Operation, Target};
use super::part::{Context, Lengths};
use super::region::Region;

/// What the page shows of the body, and of the answer's own notes.
#[derive(Debug)]
pub(super) struct Body {
    way: Way,
    /// The parts are others than those on the page.
    is_outdated: bool,
}

/// How the body is written.
#[derive(Debug)]
enum Way {
    /// What is final is written once.
    InParts(Sections),
    /// All of it after each frame: the body, and the notes.
    Whole(Region, Region),
}

impl Body {
    pub(super) fn new() -> Self {
        Self {
            way: Way::InParts(Sections::default()),
            is_outdated: false,
        }
    }

    /// The parts that come next do not begin with those that were shown.
    pub(super) fn begin_anew(&mut self) {
        self.is_outdated = true;
    }

    /// Shows the parts so far. They begin with those that were shown before, the last one longer.
    pub(super) fn show(
        &mut self,
        parts: &[Part],
        context: &Context<'_>,
        operations: &mut Vec<Operation>,
    ) {
        if !std::mem::take(&mut self.is_outdated) {
            return self.show_more(parts, context, operations);
        }
        let (body, notes) = self.shown(context);
        self.way = Way::InParts(Sections::default());
        // Without finished parts, of which the page would know nothing.
        let whole_blocks = Context {
            lengths: Lengths::WHOLE,
            ..*context
        };
        self.show_more(parts, &whole_blocks, &mut Vec::new());
        let (wanted_body, wanted_notes) = self.shown(context);
        Region::showing(Target::Body, 0, body).show(wanted_body, operations);
        Region::showing(Target::Notes, 0, notes).show(wanted_notes, operations);
    }

    fn show_more(
        &mut self,
        parts: &[Part],
        context: &Context<'_>,
        operations: &mut Vec<Operation>,
    ) {
        if let Way::InParts(sections) = &mut self.way {
            if sections.show(parts, context, operations) {
                return;
            }
            let notes = sections.list.shown(&context.marks());
            let body = Region::showing(Target::Body, 0, sections.shown());
            self.way = Way::Whole(body, Region::showing(Target::Notes, 0, notes));
        }
        let Way::Whole(body, notes) = &mut self.way else {
            return;
        };
        let candidate = Candidate {
            parts: parts.to_vec(),
            ..Candidate::default()
        };
        let response = Response {
            candidate: Some(candidate),
            ..Response::default()
        };
        let mut diagnostics = Diagnostics::default();
        let content = Content::new(response, &mut diagnostics);
        let stamped = assemble::body(
            Shape {
                text: &content.text,
                stretches: &content.stretches(context.options),
                supports: &[],
                prefix: context.prefix,
                ending: Ending::of(context.options),
            },
            &mut Plan::default(),
            context.options,
            context.labels,
            &mut diagnostics,
        );
        body.show(stamped.body_html, operations);
        notes.show(stamped.notes_html, operations);
    }

    pub(super) fn is_whole(&self) -> bool {
        matches!(self.way, Way::Whole(..))
    }

    /// All that the page shows of the body, with seams, and of the notes.
    pub(super) fn shown(&self, context: &Context<'_>) -> (String, String) {
        match &self.way {
            Way::Whole(body, notes) => (body.shown().to_owned(), notes.shown().to_owned()),
            Way::InParts(sections) => (sections.shown(), sections.list.shown(&context.marks())),
        }
    }
}

/// The stretches of the answer on the page, in order.
#[derive(Debug, Default)]
struct Sections {
    sections: Vec<Section>,
    /// The part that was shown last, and how much of its text.
    part: usize,
    part_bytes: usize,
    part_is_shown: bool,
    text_bytes: usize,
    /// Where the numbers of notes stand behind sections before the last.
    numbers: Numbers,
    list: NoteList,
    /// Bounds used up by sections before the last.
    spent: Spent,
}

#[derive(Debug)]
enum Section {
    Text(Box<Document>),
    /// A part that is no text.
    Part(Region),
}

impl Sections {
    /// Says whether all could be shown in parts.
    fn show(
        &mut self,
        parts: &[Part],
        context: &Context<'_>,
        operations: &mut Vec<Operation>,
    ) -> bool {
        for (index, part) in parts.iter().enumerate().skip(self.part) {
            if index > self.part {
                self.part = index;
                self.part_bytes = 0;
                self.part_is_shown = false;
            }
            match part {
                Part::Text(text) => {
                    let more = &text[self.part_bytes..];
                    self.part_bytes = text.len();
                    self.text_bytes += more.len();
                    if self.text_bytes > context.options.max_text_bytes {
                        return false;
                    }
                    self.text(context, operations)
                        .push(more, context, operations);
                }
                Part::Thought(thought) if context.options.thoughts => {
                    let is_begun = self.part_is_shown;
                    if !is_begun || self.part_bytes < thought.len() {
                        self.part(&Stretch::Thought(thought), context, operations);
                    }
                    self.part_bytes = thought.len();
                }
                Part::Shown(shown) if !self.part_is_shown => {
                    self.part(&Stretch::Shown(shown), context, operations);
                }
                Part::Shown(_) => {}
                Part::Thought(_) | Part::Hidden => {}
            }
        }
        self.show_notes(context, operations);
        let mut spent = self.spent;
        let mut text_bytes = self.text_bytes;
        if let Some(Section::Text(document)) = self.sections.last() {
            spent.add(document.spent());
            text_bytes -= document.hidden_bytes();
        }
        spent.is_within(text_bytes)
    }
}

impl Sections {
    /// The document that a text goes on in.
    fn text(&mut self, context: &Context<'_>, operations: &mut Vec<Operation>) -> &mut Document {
        if !matches!(self.sections.last(), Some(Section::Text(_))) {
            let first = self.end(context, operations);
            let document = Document::new(first, self.numbers);
            self.sections.push(Section::Text(Box::new(document)));
        }
        match self.sections.last_mut() {
            Some(Section::Text(document)) => document,
            _ => unreachable!("a document was pushed"),
        }
    }

    /// Shows a part that is no text; if it is on the page already, it grew.
    fn part(
        &mut self,
        stretch: &Stretch<'_>,
        context: &Context<'_>,
        operations: &mut Vec<Operation>,
    ) {
        if !std::mem::replace(&mut self.part_is_shown, true) {
            let first = self.end(context, operations);
            let region = Region::new(Target::Body, Vec::new(), first);
            self.sections.push(Section::Part(region));
        }
        let index = self.sections.len() - 1;
        if let Some(Section::Part(region)) = self.sections.last_mut() {
            region.show(context.write_part(stretch, index), operations);
        }
    }

    /// Nothing more comes in the last section; gives the index behind its nodes.
    fn end(&mut self, context: &Context<'_>, operations: &mut Vec<Operation>) -> usize {
        match self.sections.last_mut() {
            Some(Section::Text(document)) => {
                document.close(context, operations);
                self.numbers = document.end_numbers();
                self.spent.add(document.spent());
                document.end_node()
            }
            Some(Section::Part(region)) => region.end_node(),
            None => 0,
        }
    }

    fn show_notes(&mut self, context: &Context<'_>, operations: &mut Vec<Operation>) {
        let documents = self
            .sections
            .iter_mut()
            .filter_map(|section| match section {
                Section::Text(document) if !document.notes.is_empty() => Some(&mut document.notes),
                _ => None,
            });
        let mut documents: Vec<_> = documents.collect();
        if !documents.is_empty() {
            self.list.show(&mut documents, &context.marks(), operations);
        }
    }

    fn shown(&self) -> String {
        let html = |section: &Section| match section {
            Section::Text(document) => document.shown(),
            Section::Part(region) => region.shown().to_owned(),
        };
        self.sections.iter().map(html).collect()
    }
}
