//! Marks of our own in HTML: placeholders before sanitizing, tags after.
//!
//! A placeholder is a run of noncharacters, which no text of the answer can hold: the escaper
//! drops them. It reads as one visible character to the tree builder, so it stays where it is.

use std::ops::Range;

use crate::labels::{Labels, numbered};
use crate::policy;

use super::{Insert, Task, push_attribute};

/// Stands where a wanted position landed.
pub(crate) const SPOT: char = '\u{FDD0}';
/// Stands for an [`Insert`].
pub(crate) const INSERT: char = '\u{FDD1}';
/// The class of a table's wrapper, while a block is sanitized.
pub(crate) const WRAPPER: char = '\u{FDD2}';
/// Begins a checked link target, while a block is sanitized.
pub(crate) const CHECKED: char = '\u{FDD3}';
/// Begins the name of a tag of the answer's own, until it is balanced.
pub(crate) const RAW: char = '\u{FDD4}';
/// Stands for a character that html5ever's serializer would search the whole rest of a text at.
pub(crate) const VEIL: char = '\u{FDD5}';
const DIGITS: Range<u32> = 0xFDE0..0xFDF0;

/// Writes a placeholder with its number.
pub(crate) fn push_placeholder(out: &mut String, mark: char, number: usize) {
    out.push(mark);
    let digits = usize::BITS.div_ceil(4) - number.leading_zeros() / 4;
    for digit in (0..digits.max(1)).rev() {
        let value = (number >> (digit * 4)) as u32 & 0xF;
        out.extend(char::from_u32(DIGITS.start + value));
    }
}

/// Reads a placeholder at the start of `html`: its mark, its number, its length in bytes.
pub(crate) fn read_placeholder(html: &str) -> Option<(char, usize, usize)> {
    let mark = html.chars().next().filter(|c| policy::is_placeholder(*c))?;
    let mut number = 0usize;
    let mut length = mark.len_utf8();
    for c in html[length..].chars() {
        if !DIGITS.contains(&(c as u32)) {
            break;
        }
        number = (number << 4) | (c as u32 - DIGITS.start) as usize;
        length += c.len_utf8();
    }
    Some((mark, number, length))
}

/// Opens a table's wrapper, which lets a wide table scroll by itself and by keyboard.
pub(crate) fn push_wrapper(out: &mut String, direction: Direction, labels: &Labels) {
    out.push_str(r#"<div class="gm-table""#);
    out.push_str(direction.attribute());
    out.push_str(r#" tabindex="0" role="group" aria-label=""#);
    push_attribute(out, &labels.table);
    out.push_str("\">");
}

/// Where a block takes its direction from: its own text, or the block around it.
///
/// Only the outermost element has a `dir`: `dir="auto"` reads no text of descendants with a `dir`
/// of their own, so a list of such paragraphs would count as left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Auto,
    Inherited,
}

impl Direction {
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Self::Auto => " dir=\"auto\"",
            Self::Inherited => "",
        }
    }
}

/// How a wrapper begins that [`push_wrapper`] wrote.
#[cfg(feature = "ammonia")]
pub(crate) const WRAPPER_CLASS: &str = "gm-table";

/// Writes the attributes of a link to another page, after its `href`.
pub(crate) fn push_tab_attributes(out: &mut String) {
    out.push_str(r#" target="_blank" rel="noopener noreferrer""#);
}

/// Our own marks with the prefix and the words of one answer.
#[derive(Debug)]
pub(crate) struct Marks<'a> {
    prefix: &'a str,
    more: &'a str,
    /// A marker up to its own number, up to its source's number, up to that number in its name.
    reference: String,
    source_id: String,
    source: Numbered,
    note: Numbered,
    notes: &'a str,
    task_open: &'a str,
    task_done: &'a str,
    back_to_citation: Numbered,
    back_to_note: Numbered,
}

/// A label as HTML, before and behind its number: long answers have hundreds of each.
#[derive(Debug)]
struct Numbered {
    before: String,
    behind: String,
}

impl Numbered {
    fn new(label: &str) -> Self {
        let (before, behind) = label.split_once("{n}").unwrap_or((label, ""));
        let escaped = |text| {
            let mut out = String::new();
            push_attribute(&mut out, text);
            out
        };
        Self {
            before: escaped(before),
            behind: escaped(behind),
        }
    }

    /// The label between two stretches of a tag.
    fn within(self, start: &str, end: &str) -> Self {
        Self {
            before: [start, &self.before].concat(),
            behind: [&self.behind, end].concat(),
        }
    }

    fn push(&self, out: &mut String, number: usize) {
        out.push_str(&self.before);
        push_number(out, number);
        out.push_str(&self.behind);
    }
}

/// Digit by digit: the formatting machinery costs more than the marker around the number.
fn push_number(out: &mut String, number: usize) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

impl<'a> Marks<'a> {
    pub(crate) fn new(prefix: &'a str, labels: &'a Labels) -> Self {
        Self {
            prefix,
            more: &labels.more,
            reference: format!("<a id=\"{prefix}-ref-"),
            source_id: format!("\" href=\"#{prefix}-fn-"),
            source: Numbered::new(&labels.source)
                .within("\" role=\"doc-noteref\" aria-label=\"", "\">"),
            note: Numbered::new(&labels.note),
            notes: &labels.notes,
            task_open: &labels.task_open,
            task_done: &labels.task_done,
            back_to_citation: Numbered::new(&labels.back_to_citation),
            back_to_note: Numbered::new(&labels.back_to_note),
        }
    }

    /// Opens a tag up to the end of an id or a target: `<a id="P-ref-`, then the number.
    fn push_id(&self, out: &mut String, before: &str, kind: &str, number: usize) {
        out.push_str(before);
        out.push_str(self.prefix);
        out.push_str(kind);
        push_number(out, number);
    }

    /// A group of markers: one superscript, a link for each number.
    pub(crate) fn push_group(&self, out: &mut String, numbers: &[usize], first_reference: usize) {
        out.push_str(r#"<sup class="gm-cite">["#);
        for (index, &number) in numbers.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            out.push_str(&self.reference);
            push_number(out, first_reference + index);
            out.push_str(&self.source_id);
            push_number(out, number);
            self.source.push(out, number);
            push_number(out, number);
            out.push_str("</a>");
        }
        out.push_str("]</sup>");
    }

    /// A reference to one of the answer's own notes.
    pub(crate) fn push_note_reference(&self, out: &mut String, note: usize, reference: usize) {
        out.push_str(r#"<sup class="gm-noteref">["#);
        self.push_id(out, "<a id=\"", "-noteref-", reference);
        self.push_id(out, "\" href=\"#", "-note-", note);
        out.push_str("\" role=\"doc-noteref\">");
        self.note.push(out, note);
        out.push_str("</a>]</sup>");
    }

    /// A task list's box or an image; a note reference has numbers of its own.
    pub(crate) fn push_insert(&self, out: &mut String, insert: &Insert) {
        match insert {
            Insert::Task(task) => {
                let (checked, name) = match task {
                    Task::Open => ("", self.task_open),
                    Task::Done => (" checked=\"\"", self.task_done),
                };
                out.push_str("<input type=\"checkbox\" disabled=\"\"");
                out.push_str(checked);
                out.push_str(" aria-label=\"");
                push_attribute(out, name);
                out.push_str("\">");
            }
            Insert::Image { url, alt } => {
                out.push_str("<img src=\"");
                push_attribute(out, url);
                out.push_str("\" alt=\"");
                push_attribute(out, alt);
                out.push_str(r#"" loading="lazy" referrerpolicy="no-referrer">"#);
            }
            Insert::NoteReference { .. } => {}
        }
    }

    /// The answer's own notes, after its body.
    pub(crate) fn push_notes(&self, out: &mut String, notes: &[Note]) {
        self.open_notes(out);
        for (number, note) in (1..).zip(notes) {
            self.push_note(out, number, note);
        }
        out.push_str(NOTES_END);
    }

    /// Opens the list of the answer's own notes.
    pub(crate) fn open_notes(&self, out: &mut String) {
        let prefix = self.prefix;
        out.push_str(&format!(
            r#"<section class="gm-notes" role="group" aria-labelledby="{prefix}-notes"><p class="gm-label" id="{prefix}-notes">"#
        ));
        super::push_text(out, self.notes);
        out.push_str("</p><ol>");
    }

    pub(crate) fn push_note(&self, out: &mut String, number: usize, note: &Note) {
        self.push_entry(out, "-note-", number);
        out.push_str(&note.html);
        self.push_back_links(out, "-noteref-", &self.back_to_note, &note.references);
        out.push_str("</li>");
    }

    /// Opens the entry of a source with a number.
    pub(crate) fn push_source(&self, out: &mut String, number: usize) {
        self.push_entry(out, "-fn-", number);
    }

    fn push_entry(&self, out: &mut String, kind: &str, number: usize) {
        self.push_id(out, "<li id=\"", kind, number);
        out.push_str("\" value=\"");
        push_number(out, number);
        out.push_str("\" tabindex=\"-1\">");
    }

    /// Links back to each marker of a source.
    pub(crate) fn push_back_to_citations(&self, out: &mut String, references: &[usize]) {
        self.push_back_links(out, "-ref-", &self.back_to_citation, references);
    }

    /// Links back to each use, but to no more than a list can carry.
    fn push_back_links(&self, out: &mut String, kind: &str, title: &Numbered, uses: &[usize]) {
        for &reference in uses.iter().take(policy::MOST_BACK_LINKS) {
            self.push_id(out, " <a href=\"#", kind, reference);
            out.push_str("\" role=\"doc-backlink\" title=\"");
            title.push(out, reference);
            out.push_str("\">↩</a>");
        }
        if uses.len() > policy::MOST_BACK_LINKS {
            out.push(' ');
            let rest = uses.len() - policy::MOST_BACK_LINKS;
            super::push_text(out, &numbered(self.more, rest));
        }
    }
}

/// Opens and closes the paragraph of a group that stands after a code block.
pub(crate) const MARKER_PARAGRAPH: (&str, &str) = (r#"<p class="gm-cites">"#, "</p>");

/// Closes the list of the answer's own notes.
pub(crate) const NOTES_END: &str = "</ol></section>";

/// Where the notes stand in the list's HTML: from the container to the element that holds them.
pub(crate) const NOTES_PATH: [usize; 2] = [0, 1];

/// One of the answer's own notes, finished.
#[derive(Debug, Default)]
pub(crate) struct Note {
    pub(crate) html: String,
    /// Numbers of the references to it, in the order of the document.
    pub(crate) references: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_read_as_they_were_written() {
        for number in [0, 1, 15, 16, 255, 256, 100_000, usize::MAX] {
            let mut html = String::new();
            push_placeholder(&mut html, SPOT, number);
            let length = html.len();
            push_placeholder(&mut html, INSERT, 7);
            assert_eq!(read_placeholder(&html), Some((SPOT, number, length)));
            assert_eq!(
                read_placeholder(&html[length..]),
                Some((INSERT, 7, html.len() - length))
            );
        }
        assert_eq!(read_placeholder("x"), None);
        assert_eq!(read_placeholder(""), None);
    }
}
