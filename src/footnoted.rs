//! The answer as Markdown: its own text, untouched, with footnote references between and the
//! definitions behind.
//!
//! It starts from the finished [`Answer`], so numbers, names and placed citations are those of
//! [`render`](crate::render); [`places`] finds where in the source the same places are, and
//! [`check`] reads the draft again: a reference that changes how the text parses moves.

mod check;
mod close;
mod entry;
mod escape;
mod label;
pub(crate) mod parts;
mod places;
mod tail;

use std::ops::Range;

use crate::error::Error;
use crate::labels::Labels;
use crate::markdown;
use crate::options::Options;
use crate::result::{Answer, Placement};

use check::{Insert, Pieces};
use label::Naming;
use parts::Interleaved;
use places::{Level, Place};

/// Drafts with references where `render` has them, or at the ends of the blocks where they broke
/// something. After that they all stand at the end.
const MOST_DRAFTS: usize = 3;

/// `parts` stand in the answer's text, ascending.
pub(crate) fn footnoted(
    mut answer: Answer,
    parts: &[parts::Placed],
    options: &Options,
) -> Result<String, Error> {
    let labels = options.check()?;
    let mut references = references(&answer);
    if !parts.is_empty() {
        let interleaved = Interleaved::new(&answer.text, parts, options, &labels);
        let ends = interleaved.moved(references.iter().map(|reference| reference.end));
        for (reference, end) in references.iter_mut().zip(ends) {
            reference.end = end;
        }
        answer.text = interleaved.text;
    }
    let naming = Naming::new(&answer.text);
    let tail = tail::write(&answer, &naming, options, &labels);
    let text = &answer.text;
    if tail.markdown.is_empty() {
        return Ok(answer.text);
    }
    // Such a text is not parsed, and no citation of it has a place.
    if text.len() > options.max_text_bytes {
        return Ok(Draft::new(text, "", &mut [], &naming, &tail.markdown).markdown);
    }
    Ok(with_references(
        text, references, &naming, &tail, options, &labels,
    ))
}

/// The numbers of the sources cited up to one place of the text.
struct Reference {
    end: usize,
    numbers: Vec<usize>,
}

/// By their ends, each end once.
fn references(answer: &Answer) -> Vec<Reference> {
    let mut cited: Vec<_> = answer
        .citations
        .iter()
        .filter(|citation| citation.placement != Placement::Unplaced)
        .filter_map(|citation| Some((usize::try_from(citation.end).ok()?, citation)))
        .collect();
    cited.sort_by_key(|(end, _)| *end);
    let mut references: Vec<Reference> = Vec::with_capacity(cited.len());
    let (mut byte, mut unit) = (0, 0);
    for (end, citation) in cited {
        for c in answer.text[byte..].chars() {
            if unit >= end {
                break;
            }
            byte += c.len_utf8();
            unit += c.len_utf16();
        }
        let numbers = citation
            .sources
            .iter()
            .filter_map(|source| answer.sources[*source].number);
        match references.last_mut().filter(|last| last.end == byte) {
            Some(last) => last.numbers.extend(numbers),
            None => references.push(Reference {
                end: byte,
                numbers: numbers.collect(),
            }),
        }
    }
    references
}

fn with_references(
    text: &str,
    references: Vec<Reference>,
    naming: &Naming,
    tail: &tail::Tail,
    options: &Options,
    labels: &Labels,
) -> String {
    let prepared = markdown::prepare(text);
    let (original, blocks) = Pieces::of_text(&prepared);
    let closing = close::closing(&prepared, blocks.last());
    let ends: Vec<usize> = references.iter().map(|reference| reference.end).collect();
    let places = places::find(&prepared, &ends, options, labels);
    let mut placed: Vec<Placed> = references
        .into_iter()
        .zip(places)
        .flat_map(|(reference, place)| {
            let place = place.unwrap_or_else(|| block_end(&prepared, &blocks, reference.end));
            let numbers = reference.numbers.into_iter();
            numbers.map(move |number| Placed { place, number })
        })
        .collect();
    for _ in 0..MOST_DRAFTS {
        let draft = Draft::new(text, &closing, &mut placed, naming, &tail.markdown);
        let read = Pieces::of_draft(&draft);
        let faults = original.faults(&read);
        if faults.is_empty() && read.definitions == tail.definitions {
            return draft.markdown;
        }
        if !move_on(&mut placed, &faults, &prepared, &blocks) {
            return draft.markdown;
        }
    }
    for placed in &mut placed {
        placed.place = Place::end_of(text);
    }
    Draft::new(text, &closing, &mut placed, naming, &tail.markdown).markdown
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Placed {
    place: Place,
    number: usize,
}

/// Where a paragraph of its own can stand behind the top-level block that holds `at`.
fn block_end(text: &str, blocks: &[check::Block], at: usize) -> Place {
    let index = blocks.partition_point(|block| block.range.start < at);
    let end = match index.checked_sub(1) {
        // The last block may be one that nothing closes, so what follows it follows the text.
        Some(index) if index + 1 < blocks.len() => {
            let source = &text[blocks[index].range.clone()];
            blocks[index].range.start + source.trim_end_matches([' ', '\t', '\n', '\r']).len()
        }
        _ => return Place::end_of(text),
    };
    let level = Level::Block;
    Place { at: end, level }
}

/// Moves the references that stand in faulty stretches one level on; false where none can move.
fn move_on(
    placed: &mut [Placed],
    faults: &[Range<usize>],
    text: &str,
    blocks: &[check::Block],
) -> bool {
    let mut has_moved = false;
    let order: Vec<usize> = placed.iter().map(|placed| placed.place.at).collect();
    for fault in faults {
        let mut first = order.partition_point(|at| *at < fault.start);
        let end = order.partition_point(|at| *at < fault.end);
        // What stands before the stretch broke it where nothing stands in it.
        if first == end {
            let before = first.checked_sub(1).map(|index| order[index]);
            first = before.map_or(0, |before| order.partition_point(|at| *at < before));
        }
        for placed in &mut placed[first..end] {
            let next = match placed.place.level {
                Level::Inline => block_end(text, blocks, placed.place.at),
                Level::Block => Place::end_of(text),
                Level::End => continue,
            };
            has_moved = true;
            placed.place = next;
        }
    }
    has_moved
}

/// The text with references in their places, and everything behind it.
struct Draft {
    markdown: String,
    /// What is ours within the text.
    inserts: Vec<Insert>,
    /// Where the text ends.
    text_end: usize,
}

impl Draft {
    /// Puts `placed` in order.
    fn new(text: &str, closing: &str, placed: &mut [Placed], naming: &Naming, tail: &str) -> Self {
        placed.sort_unstable();
        let mut markdown = String::with_capacity(text.len() + tail.len() + 8 * placed.len() + 16);
        let mut inserts = Vec::new();
        let mut copied = 0;
        let in_text = placed.partition_point(|placed| placed.place.level != Level::End);
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        for group in placed[..in_text].chunk_by(|a, b| a.place == b.place) {
            let place = group[0].place;
            markdown.push_str(&text[copied..place.at]);
            copied = place.at;
            let start = markdown.len();
            if place.level == Level::Block {
                markdown.push_str(line_end);
                markdown.push_str(line_end);
            }
            push_group(&mut markdown, group, naming);
            if place.level == Level::Block && !begins_blank_line(&text[place.at..]) {
                markdown.push_str(line_end);
            }
            inserts.push(Insert {
                at: place.at,
                range: start..markdown.len(),
            });
        }
        markdown.push_str(&text[copied..]);
        let text_end = markdown.len();
        markdown.push_str(closing);
        if in_text < placed.len() {
            end_line(&mut markdown, line_end);
            let mut group = placed[in_text..].to_vec();
            group.dedup();
            push_group(&mut markdown, &group, naming);
        }
        if !tail.is_empty() {
            end_line(&mut markdown, line_end);
            markdown.push_str(tail);
        }
        Self {
            markdown,
            inserts,
            text_end,
        }
    }
}

fn push_group(out: &mut String, group: &[Placed], naming: &Naming) {
    let mut last = 0;
    for placed in group {
        if placed.number != last {
            naming.push_reference(out, placed.number);
        }
        last = placed.number;
    }
}

/// Whether the line ends here and the next one is blank.
fn begins_blank_line(rest: &str) -> bool {
    let mut lines = rest.split('\n');
    let is_blank = |line: Option<&str>| line.is_none_or(|line| line.trim().is_empty());
    is_blank(lines.next()) && is_blank(lines.next())
}

/// Puts a blank line before what comes.
fn end_line(out: &mut String, line_end: &str) {
    if out.is_empty() {
        return;
    }
    for has in ["\n", "\n\n"] {
        let ends_so = match line_end {
            "\n" => out.ends_with(has),
            _ => out.ends_with(&has.replace('\n', line_end)),
        };
        if !ends_so {
            out.push_str(line_end);
        }
    }
}
