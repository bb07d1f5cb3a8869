//! A part of a text that still grows: no citations, and references to notes that are numbered later.

use crate::html::Insert;
use crate::html::marks::{INSERT, Marks, push_placeholder, read_placeholder};
use crate::sanitize::SafeFlow;

use super::{Stamping, Stamps};

/// A flow without positions. References to notes stay placeholders, numbered from 0 on; given are
/// the flows that they lead to.
pub(crate) fn without_citations<'m>(
    flow: SafeFlow,
    inserts: &[Insert],
    marks: impl FnOnce() -> Marks<'m>,
) -> (String, Vec<usize>) {
    let mut references = Vec::new();
    if flow.marks.is_empty() {
        return (flow.html, references);
    }
    let marks = marks();
    let stamps = Stamps::of(&flow, inserts);
    let mut out = String::with_capacity(flow.html.len() + 64 * stamps.stamps.len());
    let mut copied = 0;
    for stamp in &stamps.stamps {
        out.push_str(&flow.html[copied..stamp.at.start]);
        copied = stamp.at.end;
        let Stamping::Insert(index) = stamp.what else {
            continue;
        };
        match inserts.get(index) {
            Some(Insert::NoteReference { flow }) => {
                push_placeholder(&mut out, INSERT, references.len());
                references.push(*flow);
            }
            Some(insert) => marks.push_insert(&mut out, insert),
            None => {}
        }
    }
    out.push_str(&flow.html[copied..]);
    (out, references)
}

/// Numbers the references that [`without_citations`] left: for each placeholder the note's number,
/// and the reference's own, from `first` on.
pub(crate) fn number_references(
    html: &str,
    notes: impl Iterator<Item = usize>,
    first: usize,
    marks: &Marks<'_>,
) -> String {
    let mut insert = [0; 4];
    let insert = INSERT.encode_utf8(&mut insert);
    let mut out = String::with_capacity(html.len() + 128);
    let mut rest = html;
    for (reference, note) in (first..).zip(notes) {
        let Some((before, placeholder)) = rest.find(&*insert).map(|at| rest.split_at(at)) else {
            break;
        };
        out.push_str(before);
        marks.push_note_reference(&mut out, note, reference);
        let length = read_placeholder(placeholder).map_or(0, |(_, _, length)| length);
        rest = &placeholder[length..];
    }
    out.push_str(rest);
    out
}
