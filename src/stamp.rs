//! Markers and everything else of our own go into the safe blocks, for both paths alike.

mod part;

pub(crate) use part::{number_references, without_citations};

use std::ops::Range;

use memchr::memmem;

use crate::answer::Support;
use crate::citation::{self, Numbers, Plan};
use crate::diagnostic::Diagnostics;
use crate::html::Insert;
use crate::html::marks::{MARKER_PARAGRAPH, Marks, Note};
use crate::labels::Labels;
use crate::policy;
use crate::sanitize::{SafeFlow, What};

/// The finished body, and which markers lead to which source.
#[derive(Debug, Default)]
pub(crate) struct Stamped {
    pub(crate) body_html: String,
    /// The answer's own notes, which stand right behind the body.
    pub(crate) notes_html: String,
    pub(crate) numbers: Numbers,
    /// For each number, from 1, the markers that lead to it.
    pub(crate) references: Vec<Vec<usize>>,
}

/// Stamps all flows. Takes the place from positions that no flow holds.
pub(crate) fn stamp(
    mut flows: Vec<SafeFlow>,
    inserts: &[Insert],
    plan: &mut Plan,
    supports: &[Support],
    prefix: &str,
    labels: &Labels,
    diagnostics: &mut Diagnostics,
) -> Stamped {
    let stamps: Vec<Stamps> = flows.iter().map(|flow| Stamps::of(flow, inserts)).collect();
    unplace_lost(&stamps, plan, supports, diagnostics);
    let order = Order::new(&stamps, inserts, flows.len());
    let groups = order.flows.iter().flat_map(|&flow| stamps[flow].groups());
    let numbers = citation::number(plan, supports, groups);
    let mut stamper = Stamper {
        inserts,
        marks: Marks::new(prefix, labels),
        note_of_flow: &order.note_of_flow,
        next_group: 0,
        next_reference: 1,
        next_note_reference: 1,
        references: vec![Vec::new(); numbers.sources.len()],
        note_references: vec![Vec::new(); order.flows.len()],
        numbers: &numbers,
    };
    let mut finished = order
        .flows
        .iter()
        .map(|&flow| stamper.flow(std::mem::take(&mut flows[flow].html), &stamps[flow]))
        .collect::<Vec<String>>()
        .into_iter();
    let references = stamper.references;
    let note_references = stamper.note_references;
    let body_html = finished.next().unwrap_or_default();
    let mut notes_html = String::new();
    let notes: Vec<Note> = finished
        .zip(note_references.into_iter().skip(1))
        .map(|(html, references)| Note { html, references })
        .collect();
    if !notes.is_empty() {
        Marks::new(prefix, labels).push_notes(&mut notes_html, &notes);
    }
    Stamped {
        body_html,
        notes_html,
        numbers,
        references,
    }
}

/// What is written into a flow.
struct Stamps {
    stamps: Vec<Stamp>,
    /// The flow's positions in the order of its HTML; groups are stretches of it.
    positions: Vec<usize>,
}

/// Something to write in place of a stretch of a flow's HTML.
struct Stamp {
    at: Range<usize>,
    what: Stamping,
}

enum Stamping {
    /// The markers of a stretch of positions.
    Group {
        positions: Range<usize>,
        after: After,
    },
    Insert(usize),
    /// What stood here moved out of a link.
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    Inline,
    CodeBlock,
}

impl Stamps {
    /// Positions move behind the end tags they stand before; those that meet make one group.
    fn of(flow: &SafeFlow, inserts: &[Insert]) -> Self {
        let mut stamps = Self {
            stamps: Vec::with_capacity(flow.marks.len()),
            positions: Vec::with_capacity(flow.marks.len()),
        };
        let mut links = Interactive::new(&flow.html, "<a ", "</a>");
        let mut summaries = Interactive::new(&flow.html, "<summary", "</summary>");
        let mut has_moved = false;
        for mark in &flow.marks {
            let start = summaries.behind(links.behind(mark.at.start));
            match mark.what {
                What::Insert(index) => {
                    let is_link = inserts.get(index).is_some_and(Insert::is_link);
                    if is_link && start != mark.at.start {
                        has_moved = true;
                        stamps.push(mark.at.clone(), Stamping::Nothing);
                        stamps.push(start..start, Stamping::Insert(index));
                    } else {
                        stamps.push(mark.at.clone(), Stamping::Insert(index));
                    }
                }
                What::Position(position) => {
                    has_moved |= start != mark.at.start;
                    let (at, after) = behind_end_tags(&flow.html, start);
                    stamps.add_position(position, at, after);
                }
            }
        }
        if has_moved {
            stamps.order();
        }
        stamps
    }

    /// What moved out of a link moved beyond what stands behind it in the link.
    fn order(&mut self) {
        self.stamps.sort_by_key(|stamp| stamp.at.start);
        self.stamps
            .dedup_by(|next, last| match (&next.what, &mut last.what) {
                (
                    Stamping::Group {
                        positions: moved, ..
                    },
                    Stamping::Group { positions, .. },
                ) if next.at == last.at && positions.end == moved.start => {
                    positions.end = moved.end;
                    true
                }
                _ => false,
            });
    }

    fn push(&mut self, at: Range<usize>, what: Stamping) {
        self.stamps.push(Stamp { at, what });
    }

    fn add_position(&mut self, position: usize, at: usize, after: After) {
        let index = self.positions.len();
        self.positions.push(position);
        if let Some(last) = self.stamps.last_mut()
            && last.at.start == at
            && let Stamping::Group { positions, .. } = &mut last.what
        {
            positions.end = index + 1;
            return;
        }
        let positions = index..index + 1;
        self.push(at..at, Stamping::Group { positions, after });
    }

    /// The positions of each group.
    fn groups(&self) -> impl Iterator<Item = &[usize]> {
        self.stamps.iter().filter_map(|stamp| match &stamp.what {
            Stamping::Group { positions, .. } => Some(&self.positions[positions.clone()]),
            Stamping::Insert(_) | Stamping::Nothing => None,
        })
    }

    fn inserts(&self) -> impl Iterator<Item = usize> {
        self.stamps.iter().filter_map(|stamp| match stamp.what {
            Stamping::Insert(index) => Some(index),
            Stamping::Group { .. } | Stamping::Nothing => None,
        })
    }
}

/// The elements of one name in a flow that a click does something with, in order. A marker holds
/// links, and none of those may stand in another such element.
struct Interactive<'a> {
    html: &'a str,
    start_tag: memmem::Finder<'static>,
    end_tag: memmem::Finder<'static>,
    next: usize,
    element: Range<usize>,
}

impl<'a> Interactive<'a> {
    fn new(html: &'a str, start_tag: &'static str, end_tag: &'static str) -> Self {
        Self {
            html,
            start_tag: memmem::Finder::new(start_tag),
            end_tag: memmem::Finder::new(end_tag),
            next: 0,
            element: 0..0,
        }
    }

    /// The place itself, or the one behind the element that it stands in. Places come in order.
    fn behind(&mut self, at: usize) -> usize {
        while self.element.end <= at {
            // No text or value holds a `<`, and no such element holds another.
            let Some(start) = self.start_tag.find(&self.html.as_bytes()[self.next..]) else {
                self.element = usize::MAX..usize::MAX;
                break;
            };
            let start = self.next + start;
            let end = match self.end_tag.find(&self.html.as_bytes()[start..]) {
                Some(length) => start + length + self.end_tag.needle().len(),
                None => self.html.len(),
            };
            self.element = start..end;
            self.next = end;
        }
        match self.element.start < at {
            true => self.element.end,
            false => at,
        }
    }
}

/// Skips the end tags of inline elements, and of a code block.
pub(crate) fn behind_end_tags(html: &str, start: usize) -> (usize, After) {
    const CODE_BLOCK: &str = "</code></pre>";
    if html[..start].ends_with("</pre>") {
        return (start, After::CodeBlock);
    }
    let mut at = start;
    loop {
        let rest = &html[at..];
        if rest.starts_with(CODE_BLOCK) {
            return (at + CODE_BLOCK.len(), After::CodeBlock);
        }
        let end_tag = rest
            .strip_prefix("</")
            .and_then(|tag| tag.split_once('>'))
            .map(|(name, _)| name)
            .filter(|name| policy::INLINE_TAGS.contains(name));
        match end_tag {
            Some(name) => at += name.len() + 3,
            None => return (at, After::Inline),
        }
    }
}

fn unplace_lost(
    stamps: &[Stamps],
    plan: &mut Plan,
    supports: &[Support],
    diagnostics: &mut Diagnostics,
) {
    let mut is_placed = vec![false; plan.positions.len()];
    for &position in stamps.iter().flat_map(|stamps| &stamps.positions) {
        is_placed[position] = true;
    }
    for position in (0..is_placed.len()).filter(|position| !is_placed[*position]) {
        plan.unplace(position, supports, diagnostics);
    }
}

/// In which order flows are shown: the body, then its notes as they are referred to, then those
/// that nothing refers to.
struct Order {
    flows: Vec<usize>,
    /// For each flow its place in `flows`, which is a note's number.
    note_of_flow: Vec<usize>,
}

impl Order {
    fn new(stamps: &[Stamps], inserts: &[Insert], count: usize) -> Self {
        let mut order = Self {
            flows: Vec::with_capacity(count),
            note_of_flow: vec![usize::MAX; count],
        };
        let mut next = 0;
        for flow in 0..count {
            order.add(flow);
            // Notes that a note refers to come right after those that the body refers to.
            while let Some(&shown) = order.flows.get(next) {
                next += 1;
                for index in stamps[shown].inserts() {
                    if let Some(Insert::NoteReference { flow }) = inserts.get(index) {
                        order.add(*flow);
                    }
                }
            }
        }
        order
    }

    fn add(&mut self, flow: usize) {
        if self.note_of_flow[flow] == usize::MAX {
            self.note_of_flow[flow] = self.flows.len();
            self.flows.push(flow);
        }
    }
}

struct Stamper<'a> {
    inserts: &'a [Insert],
    marks: Marks<'a>,
    note_of_flow: &'a [usize],
    numbers: &'a Numbers,
    next_group: usize,
    next_reference: usize,
    next_note_reference: usize,
    references: Vec<Vec<usize>>,
    note_references: Vec<Vec<usize>>,
}

impl Stamper<'_> {
    fn flow(&mut self, html: String, stamps: &Stamps) -> String {
        let stamps = &stamps.stamps;
        if stamps.is_empty() {
            return html;
        }
        let mut out = String::with_capacity(html.len() + 320 * stamps.len());
        let mut copied = 0;
        for stamp in stamps {
            out.push_str(&html[copied..stamp.at.start]);
            copied = stamp.at.end;
            match &stamp.what {
                Stamping::Group { after, .. } => self.group(&mut out, *after),
                Stamping::Insert(index) => self.insert(&mut out, *index),
                Stamping::Nothing => {}
            }
        }
        out.push_str(&html[copied..]);
        out
    }

    fn group(&mut self, out: &mut String, after: After) {
        let group = &self.numbers.groups[self.next_group];
        self.next_group += 1;
        if group.is_empty() {
            return;
        }
        for (index, number) in group.iter().enumerate() {
            self.references[number - 1].push(self.next_reference + index);
        }
        if after == After::CodeBlock {
            out.push_str(MARKER_PARAGRAPH.0);
        }
        self.marks.push_group(out, group, self.next_reference);
        if after == After::CodeBlock {
            out.push_str(MARKER_PARAGRAPH.1);
        }
        self.next_reference += group.len();
    }

    fn insert(&mut self, out: &mut String, index: usize) {
        let Some(insert) = self.inserts.get(index) else {
            return;
        };
        let Insert::NoteReference { flow } = insert else {
            return self.marks.push_insert(out, insert);
        };
        let note = self.note_of_flow[*flow];
        let reference = self.next_note_reference;
        self.next_note_reference += 1;
        self.note_references[note].push(reference);
        self.marks.push_note_reference(out, note, reference);
    }
}
