//! Final blocks: written once, and again only where a label they ask for gets a meaning, or a number
//! before theirs changes.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::html::Spent;
use crate::markdown::Label;

use super::difference::{self, Extent, Place, Seams};
use super::document::{Document, News, Tail};
use super::notes::{NoteId, Numbers};
use super::operation::{Change, Operation, Target};
use super::part::{Context, Written};
use super::pieces::SEAM;
use super::region::{Region, nodes};

/// Blocks that are final but for references.
#[derive(Debug)]
pub(super) struct Chunk {
    source: Range<usize>,
    /// As the page shows it.
    pub(super) html: String,
    nodes: usize,
    /// The same with placeholders, where it refers to notes.
    raw: String,
    references: Vec<NoteId>,
    /// Notes that it says something in.
    said: Vec<NoteId>,
    /// Where the numbers stand before its references.
    numbers: Numbers,
    pub(super) asked: Vec<Label>,
    spent: Spent,
}

impl Document {
    pub(super) fn add_chunk(&mut self, source: Range<usize>, written: Written) {
        let index = self.chunks.len();
        for label in &written.links.asked {
            let by = self.asked_by.entry(label.clone()).or_default();
            if by.last() != Some(&index) {
                by.push(index);
            }
        }
        let chunk = self.chunk(index, source, written, &[]);
        self.spent.add(chunk.spent);
        self.chunks.push(chunk);
    }

    /// What is written as a chunk, which said something in the notes `before`.
    fn chunk(
        &mut self,
        index: usize,
        source: Range<usize>,
        written: Written,
        before: &[NoteId],
    ) -> Chunk {
        let references = self.notes.named(&written.references);
        let raw = match references.is_empty() {
            true => String::new(),
            false => written.html.clone(),
        };
        Chunk {
            source,
            nodes: nodes(&written.html),
            html: written.html,
            raw,
            references,
            said: self.notes.say(index, before, &written.notes),
            numbers: Numbers::default(),
            asked: written.links.asked,
            spent: written.spent,
        }
    }

    /// Chunks that ask for a label whose meaning changed are written anew.
    pub(super) fn write_changed(
        &mut self,
        context: &Context<'_>,
        news: &mut News,
        operations: &mut Vec<Operation>,
    ) {
        let changed = std::mem::take(&mut self.changed);
        let by = changed.iter().filter_map(|label| self.asked_by.get(label));
        let affected: BTreeSet<usize> = by.flatten().copied().collect();
        if affected.is_empty() {
            return;
        }
        // All definitions count, those behind the cut too.
        let mut added = Vec::new();
        for (label, definition) in &self.tail_definitions {
            if !self.known.labels.contains_key(label) {
                added.push(label.clone());
                self.known.labels.insert(label.clone(), definition.clone());
            }
        }
        for index in affected {
            let source = self.chunks[index].source.clone();
            let mut written = context.write(&self.text[source.clone()], &self.known);
            written.links.asked = std::mem::take(&mut self.chunks[index].asked);
            let said = std::mem::take(&mut self.chunks[index].said);
            let mut chunk = self.chunk(index, source, written, &said);
            let old = &self.chunks[index];
            chunk.numbers = old.numbers;
            let referred = !old.references.is_empty();
            let refers = !chunk.references.is_empty();
            if (referred || refers) && index < self.numbered {
                self.numbered = index;
                self.numbers = chunk.numbers;
            }
            self.spent.remove(old.spent);
            self.spent.add(chunk.spent);
            let html = std::mem::replace(&mut chunk.html, old.html.clone());
            let nodes = std::mem::replace(&mut chunk.nodes, old.nodes);
            self.chunks[index] = chunk;
            // Else it is shown once it is numbered.
            if !refers {
                self.show_chunk(index, html, nodes, news, operations);
            }
        }
        for label in added {
            self.known.labels.remove(&label);
        }
    }

    /// Numbers the references from the first that changed on.
    pub(super) fn number(
        &mut self,
        tail: &mut Tail,
        context: &Context<'_>,
        news: &mut News,
        operations: &mut Vec<Operation>,
    ) {
        self.notes.forget_from(self.numbers);
        let marks = context.marks();
        for index in self.numbered..self.chunks.len() {
            let chunk = &mut self.chunks[index];
            chunk.numbers = self.notes.numbers();
            if chunk.references.is_empty() {
                continue;
            }
            let chunk = &self.chunks[index];
            let html = self.notes.numbered(&chunk.raw, &chunk.references, &marks);
            let nodes = chunk.nodes;
            self.show_chunk(index, html, nodes, news, operations);
        }
        self.numbered = self.chunks.len();
        self.numbers = self.notes.numbers();
        let references = self.notes.named(&tail.references);
        tail.behind = self.notes.numbered(&tail.behind, &references, &marks);
    }

    /// A chunk is shown otherwise from now on.
    fn show_chunk(
        &mut self,
        index: usize,
        html: String,
        nodes: usize,
        news: &mut News,
        operations: &mut Vec<Operation>,
    ) {
        if index == self.on_page {
            self.leave_whole(news);
        }
        if index < self.on_page {
            let before = self.chunks[..index].iter().map(|chunk| chunk.nodes);
            let place = Place {
                target: Target::Body,
                path: Vec::new(),
                first: self.first_node + before.sum::<usize>(),
                extent: Extent::Within,
                seams: Seams::Count,
            };
            let old = &self.chunks[index];
            if difference::push(&old.html, &html, &place, operations).is_err() {
                self.show_again(index, place.first, &html, news, operations);
            } else {
                self.behind.shift(old.nodes, nodes);
                if let Some(inside) = &mut self.inside {
                    inside.shift_block(old.nodes, nodes);
                }
            }
        }
        self.chunks[index].html = html;
        self.chunks[index].nodes = nodes;
    }

    /// A block that is whole now is shown as any new chunk is.
    fn leave_whole(&mut self, news: &mut News) {
        if let (Some(whole), Some(inside)) = (news.whole.take(), self.inside.take()) {
            news.parts.clear();
            let shown = whole.shown(inside.shown());
            self.behind.unsettle(self.behind.first() - 1, &shown);
        }
    }

    /// A chunk became nothing, or became something again: it and all behind it is shown anew.
    fn show_again(
        &mut self,
        index: usize,
        first: usize,
        html: &str,
        news: &mut News,
        operations: &mut Vec<Operation>,
    ) {
        self.reset(news);
        self.leave_whole(news);
        let mut wanted = html.to_owned();
        for chunk in &mut self.chunks[index + 1..self.on_page] {
            chunk.html.retain(|c| c != SEAM);
            wanted.push_str(&chunk.html);
        }
        let settled = wanted.len();
        wanted.extend(self.behind.shown().chars().filter(|c| *c != SEAM));
        operations.push(Operation {
            target: Target::Body,
            path: Vec::new(),
            change: Change::Keep {
                keep: first,
                html: wanted.clone(),
            },
        });
        self.behind = Region::showing(Target::Body, first, wanted);
        self.behind.settle(settled);
    }
}
