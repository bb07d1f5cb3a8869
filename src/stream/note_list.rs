//! The list of the answer's own notes on the page.

use std::collections::HashMap;

use crate::html::marks::{self, Marks, NOTES_END, NOTES_PATH};
use crate::stamp;

use super::difference::{self, Extent, Place, Seams};
use super::notes::{NoteId, Notes};
use super::operation::{Change, Operation, Target};

/// A note of the answer: which document's, and which of those.
type Key = (usize, NoteId);

/// The list as the page shows it.
#[derive(Debug, Default)]
pub(super) struct NoteList {
    /// The notes' own HTML, in the order of their numbers.
    items: Vec<String>,
    /// Some note has references of its own, or nothing refers to it: all of them are written anew.
    is_odd: bool,
}

/// In which order notes are shown, and references that stand in notes.
struct Order {
    keys: Vec<Key>,
    places: HashMap<Key, usize>,
    /// By note the references to it that stand in notes.
    inner: HashMap<Key, Vec<usize>>,
}

impl NoteList {
    /// Shows the notes of all documents.
    pub(super) fn show(
        &mut self,
        documents: &mut [&mut Notes],
        marks: &Marks<'_>,
        operations: &mut Vec<Operation>,
    ) {
        let touched: Vec<Key> = documents
            .iter_mut()
            .enumerate()
            .flat_map(|(document, notes)| {
                let touched = notes.take_touched();
                touched.into_iter().map(move |id| (document, id))
            })
            .collect();
        if touched.is_empty() {
            return;
        }
        let documents: Vec<&Notes> = documents.iter().map(|notes| &**notes).collect();
        let is_odd = touched.iter().any(|(document, id)| {
            let note = &documents[*document].notes[*id];
            note.has_references() || (note.uses.is_empty() && note.is_defined())
        });
        self.is_odd |= is_odd;
        let wanted = match self.is_odd {
            true => self.all(&documents, marks),
            false => self.changed(&touched, &documents, marks),
        };
        self.update(wanted, marks, operations);
    }

    /// The notes that changed, by their places, where only the body refers to notes; and how many
    /// there are.
    fn changed(
        &self,
        touched: &[Key],
        documents: &[&Notes],
        marks: &Marks<'_>,
    ) -> (Vec<(usize, String)>, usize) {
        let mut wanted: Vec<(usize, String)> = Vec::with_capacity(touched.len());
        for (document, id) in touched {
            let notes = documents[*document];
            let note = &notes.notes[*id];
            if note.uses.is_empty() {
                continue;
            }
            let mut html = String::new();
            let written = marks::Note {
                html: note.said().map(|said| &*said.html).collect(),
                references: note.uses.clone(),
            };
            let number = notes.number(*id);
            marks.push_note(&mut html, number, &written);
            wanted.push((number - 1, html));
        }
        wanted.sort_unstable();
        let count = documents.iter().map(|notes| notes.order.len()).sum();
        (wanted, count)
    }

    fn all(&self, documents: &[&Notes], marks: &Marks<'_>) -> (Vec<(usize, String)>, usize) {
        let order = Order::new(documents);
        let mut next = 1 + documents
            .iter()
            .map(|notes| notes.numbers().references)
            .sum::<usize>();
        let mut wanted = Vec::with_capacity(order.keys.len());
        for (place, key) in order.keys.iter().enumerate() {
            let note = &documents[key.0].notes[key.1];
            let mut written = marks::Note {
                html: String::new(),
                references: note.uses.clone(),
            };
            for said in note.said() {
                let places = said
                    .references
                    .iter()
                    .map(|id| order.places[&(key.0, *id)] + 1);
                let html = stamp::number_references(&said.html, places, next, marks);
                written.html.push_str(&html);
                next += said.references.len();
            }
            written
                .references
                .extend(order.inner.get(key).into_iter().flatten());
            let mut html = String::new();
            marks.push_note(&mut html, place + 1, &written);
            wanted.push((place, html));
        }
        (wanted, order.keys.len())
    }

    /// Makes the page show these notes among the others.
    fn update(
        &mut self,
        (wanted, count): (Vec<(usize, String)>, usize),
        marks: &Marks<'_>,
        operations: &mut Vec<Operation>,
    ) {
        let had = self.items.len();
        let mut more = String::new();
        for (place, html) in wanted {
            if place < self.items.len().min(had) {
                let at = Place {
                    target: Target::Notes,
                    path: NOTES_PATH.to_vec(),
                    first: place,
                    extent: Extent::Within,
                    seams: Seams::Count,
                };
                // One node takes the place of one.
                let done = difference::push(&self.items[place], &html, &at, operations);
                debug_assert!(done.is_ok());
                self.items[place] = html;
            } else {
                more.push_str(&html);
                self.items.push(html);
            }
        }
        self.items.truncate(count);
        let keep = |path: &[usize], keep: usize, html: String| Operation {
            target: Target::Notes,
            path: path.to_vec(),
            change: Change::Keep { keep, html },
        };
        if count == 0 && had > 0 {
            operations.push(keep(&[], 0, String::new()));
        } else if had == 0 && count > 0 {
            let mut html = String::new();
            marks.open_notes(&mut html);
            html.push_str(&more);
            html.push_str(NOTES_END);
            operations.push(keep(&[], 0, html));
        } else if !more.is_empty() || count < had {
            operations.push(keep(&NOTES_PATH, had.min(count), more));
        }
    }

    /// All that the page shows.
    pub(super) fn shown(&self, marks: &Marks<'_>) -> String {
        let mut html = String::new();
        if !self.items.is_empty() {
            marks.open_notes(&mut html);
            self.items.iter().for_each(|item| html.push_str(item));
            html.push_str(NOTES_END);
        }
        html
    }
}

impl Order {
    fn new(documents: &[&Notes]) -> Self {
        let mut order = Self {
            keys: Vec::new(),
            places: HashMap::new(),
            inner: HashMap::new(),
        };
        for (document, notes) in documents.iter().enumerate() {
            notes.order.iter().for_each(|id| order.add((document, *id)));
        }
        let mut next = 0;
        order.follow(&mut next, documents);
        for (document, notes) in documents.iter().enumerate() {
            for (id, note) in notes.notes.iter().enumerate() {
                if note.is_defined() {
                    order.add((document, id));
                    order.follow(&mut next, documents);
                }
            }
        }
        order.number(documents);
        order
    }

    fn add(&mut self, key: Key) {
        if !self.places.contains_key(&key) {
            self.places.insert(key, self.keys.len());
            self.keys.push(key);
        }
    }

    /// Notes that a note refers to come right after those that the body refers to.
    fn follow(&mut self, next: &mut usize, documents: &[&Notes]) {
        while let Some(&(document, id)) = self.keys.get(*next) {
            *next += 1;
            for said in documents[document].notes[id].said() {
                for id in &said.references {
                    self.add((document, *id));
                }
            }
        }
    }

    fn number(&mut self, documents: &[&Notes]) {
        let body = documents.iter().map(|notes| notes.numbers().references);
        let mut next = 1 + body.sum::<usize>();
        for (document, id) in &self.keys {
            for said in documents[*document].notes[*id].said() {
                for id in &said.references {
                    self.inner.entry((*document, *id)).or_default().push(next);
                    next += 1;
                }
            }
        }
    }
}
