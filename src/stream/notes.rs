//! The answer's own notes in one document: who refers to them, and what they say.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::html::marks::Marks;
use crate::markdown::Label;
use crate::stamp;

use super::part::Noted;

/// A note, by the order in which the document names or defines it first.
pub(super) type NoteId = usize;

/// Where the text that is not final stands among the chunks.
pub(super) const TAIL: usize = usize::MAX;

/// The notes of a document, and the references to them in the order of its body.
#[derive(Debug, Default)]
pub(super) struct Notes {
    ids: HashMap<Label, NoteId>,
    pub(super) notes: Vec<Note>,
    /// Notes in the order in which the body refers to them first.
    pub(super) order: Vec<NoteId>,
    /// Where each reference of the body leads.
    sequence: Vec<NoteId>,
    /// Numbers that the documents before used up.
    pub(super) before: Numbers,
    /// What changed since it was asked last.
    touched: BTreeSet<NoteId>,
}

/// One note.
#[derive(Debug, Default)]
pub(super) struct Note {
    /// Its place in the order, from 0, where the body refers to it.
    place: Option<usize>,
    /// References to it in the body, by their own numbers.
    pub(super) uses: Vec<usize>,
    /// What is said in it, by chunk.
    said: BTreeMap<usize, Said>,
}

/// What a chunk says in a note.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) html: String,
    pub(super) references: Vec<NoteId>,
    is_defined: bool,
}

/// How many notes and references were numbered so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) notes: usize,
    pub(super) references: usize,
}

impl Notes {
    /// Of a document behind others.
    pub(super) fn behind(before: Numbers) -> Self {
        Self {
            before,
            ..Self::default()
        }
    }

    /// Where the numbers stand behind the document.
    pub(super) fn end(&self) -> Numbers {
        Numbers {
            notes: self.before.notes + self.order.len(),
            references: self.before.references + self.sequence.len(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    fn id(&mut self, label: &Label) -> NoteId {
        if let Some(id) = self.ids.get(label) {
            return *id;
        }
        self.notes.push(Note::default());
        self.ids.insert(label.clone(), self.notes.len() - 1);
        self.notes.len() - 1
    }

    /// Notes by their labels.
    pub(super) fn named(&mut self, labels: &[Label]) -> Vec<NoteId> {
        labels.iter().map(|label| self.id(label)).collect()
    }

    /// What a chunk says in notes, instead of what it said before. Gives the notes.
    pub(super) fn say(
        &mut self,
        chunk: usize,
        before: &[NoteId],
        noted: &[(Label, Noted)],
    ) -> Vec<NoteId> {
        for id in before {
            self.notes[*id].said.remove(&chunk);
            self.touched.insert(*id);
        }
        let mut said = Vec::with_capacity(noted.len());
        for (label, noted) in noted {
            let id = self.id(label);
            let references = self.named(&noted.references);
            self.touched.insert(id);
            self.notes[id].said.insert(
                chunk,
                Said {
                    html: noted.html.clone(),
                    references,
                    is_defined: noted.is_defined,
                },
            );
            said.push(id);
        }
        said
    }

    /// Where the numbers stand behind all references so far.
    pub(super) fn numbers(&self) -> Numbers {
        Numbers {
            notes: self.order.len(),
            references: self.sequence.len(),
        }
    }

    /// Takes back all references from there on.
    pub(super) fn forget_from(&mut self, numbers: Numbers) {
        for id in self.order.drain(numbers.notes..) {
            self.notes[id].place = None;
            self.touched.insert(id);
        }
        for id in self.sequence.drain(numbers.references..) {
            self.notes[id].uses.pop();
            self.touched.insert(id);
        }
    }

    /// The next references of the body.
    fn refer(&mut self, references: &[NoteId]) {
        for &id in references {
            self.sequence.push(id);
            let note = &mut self.notes[id];
            note.uses.push(self.before.references + self.sequence.len());
            if note.place.is_none() {
                note.place = Some(self.order.len());
                self.order.push(id);
            }
            self.touched.insert(id);
        }
    }

    /// HTML with the body's next references, numbered.
    pub(super) fn numbered(
        &mut self,
        html: &str,
        references: &[NoteId],
        marks: &Marks<'_>,
    ) -> String {
        if references.is_empty() {
            return html.to_owned();
        }
        let first = self.before.references + self.sequence.len() + 1;
        self.refer(references);
        let notes = references.iter().map(|id| self.number(*id));
        stamp::number_references(html, notes, first, marks)
    }

    /// The number of a note that the body refers to.
    pub(super) fn number(&self, id: NoteId) -> usize {
        self.before.notes + self.notes[id].place.map_or(0, |place| place + 1)
    }

    pub(super) fn take_touched(&mut self) -> BTreeSet<NoteId> {
        std::mem::take(&mut self.touched)
    }
}

impl Note {
    /// What is said in it, in the order of the text.
    pub(super) fn said(&self) -> impl Iterator<Item = &Said> {
        self.said.values()
    }

    /// Whether it is shown, were it referred to by nothing.
    pub(super) fn is_defined(&self) -> bool {
        self.said.values().any(|said| said.is_defined)
    }

    pub(super) fn has_references(&self) -> bool {
        self.said.values().any(|said| !said.references.is_empty())
    }
}
