//! One Markdown document that grows: what is final of it is written once.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use crate::html::Spent;
use crate::markdown::{Definition, Known, Label, Links};

use super::chunks::Chunk;
use super::growing::{Growing, Kind};
use super::notes::{NoteId, Notes, Numbers, TAIL};
use super::operation::{Operation, Target};
use super::part::{Context, Noted};
use super::region::{Region, nodes};

/// A document and what the page shows of it.
#[derive(Debug)]
pub(super) struct Document {
    /// All text so far, but for a carriage return at its end.
    pub(super) text: String,
    /// Whether the text ends in a carriage return: a line end, unless a line feed follows.
    pub(super) ends_in_return: bool,
    /// Definitions in final text.
    pub(super) known: Known,
    pub(super) chunks: Vec<Chunk>,
    /// Chunks that the page shows.
    pub(super) on_page: usize,
    /// By label the chunks that ask for it.
    pub(super) asked_by: HashMap<Label, Vec<usize>>,
    /// How far the text is final in whole blocks.
    pub(super) cut: usize,
    pub(super) growing: Option<Growing>,
    /// Definitions behind the cut.
    pub(super) tail_definitions: Vec<(Label, Definition)>,
    /// Labels whose meaning may have changed.
    pub(super) changed: BTreeSet<Label>,
    /// Bounds used up by chunks, and by the rest.
    pub(super) spent: Spent,
    pub(super) tail_spent: Spent,
    pub(super) hidden_bytes: usize,
    /// The text is shown to its end, as it stands, and words behind it are more of it.
    pub(super) takes_words: bool,
    pub(super) notes: Notes,
    /// Chunks whose references are numbered, and where the numbers stand behind them.
    pub(super) numbered: usize,
    pub(super) numbers: Numbers,
    /// Notes that the text says something in that is not final.
    pub(super) tail_said: Vec<NoteId>,
    /// Where a paragraph begins that is not parted again, because that went wrong.
    pub(super) unparted: Option<usize>,
    /// How long the text is when a place to part it is looked for again.
    pub(super) part_at: usize,
    pub(super) first_node: usize,
    /// What the page shows of the growing block, and of what stands behind it.
    pub(super) inside: Option<Region>,
    pub(super) behind: Region,
}

/// What became final since the last operations.
#[derive(Debug, Default)]
pub(super) struct News {
    /// Finished parts of the block that was growing before.
    pub(super) parts: String,
    /// That block as it was, if it is whole now: the first new chunk.
    pub(super) whole: Option<Growing>,
    /// A block began to grow.
    pub(super) opened: bool,
}

/// The text that is not final, written.
#[derive(Debug, Default)]
pub(super) struct Tail {
    /// What stands in the growing block, and behind it.
    pub(super) parts: String,
    pub(super) behind: String,
    /// References that have placeholders behind the growing block.
    pub(super) references: Vec<Label>,
}

impl Document {
    /// A document whose first node on the page is `first_node`, behind others that used up `before`.
    pub(super) fn new(first_node: usize, before: Numbers) -> Self {
        Self {
            text: String::new(),
            ends_in_return: false,
            known: Known::default(),
            chunks: Vec::new(),
            on_page: 0,
            asked_by: HashMap::new(),
            cut: 0,
            growing: None,
            tail_definitions: Vec::new(),
            changed: BTreeSet::new(),
            spent: Spent::default(),
            tail_spent: Spent::default(),
            hidden_bytes: 0,
            takes_words: false,
            notes: Notes::behind(before),
            numbered: 0,
            numbers: Numbers::default(),
            tail_said: Vec::new(),
            unparted: None,
            part_at: 0,
            first_node,
            inside: None,
            behind: Region::new(Target::Body, Vec::new(), first_node),
        }
    }

    /// Takes more text and shows it.
    pub(super) fn push(
        &mut self,
        more: &str,
        context: &Context<'_>,
        operations: &mut Vec<Operation>,
    ) {
        if more.is_empty() {
            return;
        }
        if self.append_words(more, context, operations) {
            return;
        }
        let had = self.text.len();
        self.append(more);
        let mut news = News::default();
        if self.text.as_bytes()[had..].contains(&b'\n') {
            self.advance(context, &mut news);
        }
        self.part_paragraph(context, &mut news);
        self.update(news, context, operations);
    }

    /// No text follows.
    pub(super) fn close(&mut self, context: &Context<'_>, operations: &mut Vec<Operation>) {
        let mut news = News::default();
        if std::mem::take(&mut self.ends_in_return) {
            self.text.push('\n');
        }
        self.finish_all(context, &mut news);
        self.update(news, context, operations);
    }

    fn update(&mut self, mut news: News, context: &Context<'_>, operations: &mut Vec<Operation>) {
        let mut tail = self.write_tail(context, &mut news);
        if !self.changed.is_empty() {
            if self.grows_on_changed() {
                self.reset(&mut news);
            }
            self.write_changed(context, &mut news, operations);
            tail = self.write_tail(context, &mut news);
        }
        if !self.notes.is_empty() {
            self.number(&mut tail, context, &mut news, operations);
        }
        self.show(news, tail, operations);
    }

    /// Bytes at the end of the text that settling leaves out.
    pub(super) fn hidden_bytes(&self) -> usize {
        self.hidden_bytes
    }

    /// Where the numbers stand behind the document.
    pub(super) fn end_numbers(&self) -> Numbers {
        self.notes.end()
    }

    pub(super) fn spent(&self) -> Spent {
        let mut spent = self.spent;
        spent.add(self.tail_spent);
        if let Some(growing) = &self.growing {
            spent.add(growing.spent);
        }
        spent
    }

    /// All that the page shows, with seams.
    pub(super) fn shown(&self) -> String {
        let chunks = self.chunks.iter().map(|chunk| &*chunk.html);
        let mut shown: String = chunks.collect();
        if let (Some(growing), Some(inside)) = (&self.growing, &self.inside) {
            shown.push_str(&growing.shown(inside.shown()));
        }
        shown + self.behind.shown()
    }

    /// The index behind the document's last node.
    pub(super) fn end_node(&self) -> usize {
        self.behind.end_node()
    }

    /// A lone carriage return is a line feed.
    fn append(&mut self, more: &str) {
        if std::mem::take(&mut self.ends_in_return) {
            self.text.push(match more.starts_with('\n') {
                true => '\r',
                false => '\n',
            });
        }
        let more = match more.strip_suffix('\r') {
            Some(before) => {
                self.ends_in_return = true;
                before
            }
            None => more,
        };
        self.text.push_str(&crate::markdown::prepare(more));
    }

    /// Text that is read as it stands: nothing before it can change it, but for its labels.
    fn write_tail(&mut self, context: &Context<'_>, news: &mut News) -> Tail {
        loop {
            let source = self.tail(context);
            if source.is_empty() {
                self.hidden_bytes = usize::from(self.ends_in_return);
                self.takes_words = false;
                self.note_tail(Links::default(), Spent::default());
                self.say_in_tail(&[]);
                return Tail::default();
            }
            let (written, bytes) = context.write_growing(&source, &self.known);
            self.hidden_bytes = source.len().saturating_sub(bytes);
            self.takes_words = written.takes_words;
            let tail = match &self.growing {
                None => Some(Tail {
                    parts: String::new(),
                    behind: written.html,
                    references: written.references,
                }),
                Some(_) if written.begins_raw || !written.notes.is_empty() => None,
                Some(growing) => growing.inside(&written).map(|inside| Tail {
                    parts: inside.parts.to_owned(),
                    behind: inside.behind.to_owned(),
                    references: Vec::new(),
                }),
            };
            if let Some(tail) = tail {
                self.note_tail(written.links, written.spent);
                self.say_in_tail(&written.notes);
                return tail;
            }
            self.reset(news);
        }
    }

    fn say_in_tail(&mut self, noted: &[(Label, Noted)]) {
        if !noted.is_empty() || !self.tail_said.is_empty() {
            let before = std::mem::take(&mut self.tail_said);
            self.tail_said = self.notes.say(TAIL, &before, noted);
        }
    }

    pub(super) fn tail(&self, context: &Context<'_>) -> Cow<'_, str> {
        let (carry, from) = match &self.growing {
            Some(growing) => (&*growing.carry, growing.done),
            None => ("", self.cut),
        };
        let rest = &self.text[from..];
        // When settling, half of a line end is no end yet.
        let ends_line = self.ends_in_return && !context.options.settle;
        match (carry, ends_line) {
            ("", false) => Cow::Borrowed(rest),
            (_, false) => Cow::Owned([carry, rest].concat()),
            (_, true) => Cow::Owned([carry, rest, "\n"].concat()),
        }
    }

    fn note_tail(&mut self, links: Links, spent: Spent) {
        self.tail_spent = spent;
        let known = &self.known.labels;
        let mut definitions = links.definitions;
        definitions.retain(|(label, _)| !known.contains_key(label));
        definitions.sort();
        let before = std::mem::replace(&mut self.tail_definitions, definitions);
        if before.is_empty() && self.tail_definitions.is_empty() {
            return;
        }
        for definition in before
            .iter()
            .filter(|it| !self.tail_definitions.contains(it))
        {
            // It may be final now, and mean the same.
            if self.known.labels.get(&definition.0) != Some(&definition.1) {
                self.changed.insert(definition.0.clone());
            }
        }
        // What became final now was written without it.
        let new = self.chunks[self.on_page..].iter();
        let asked = new.map(|chunk| &chunk.asked);
        let asked = asked.chain(self.growing.as_ref().map(|growing| &growing.asked));
        let asked: Vec<&Label> = asked.flatten().collect();
        for definition in &self.tail_definitions {
            if !before.contains(definition) || asked.contains(&&definition.0) {
                self.changed.insert(definition.0.clone());
            }
        }
    }

    /// What a final part defines counts from now on, unless its label is taken.
    pub(super) fn define(&mut self, definitions: Vec<(Label, Definition)>) {
        for (label, definition) in definitions {
            if self.known.labels.contains_key(&label) {
                continue;
            }
            let was_seen = self
                .tail_definitions
                .iter()
                .any(|(seen, meant)| *seen == label && *meant == definition);
            if !was_seen {
                self.changed.insert(label.clone());
            }
            self.known.labels.insert(label, definition);
        }
    }

    fn grows_on_changed(&self) -> bool {
        let changed = &self.changed;
        let asked = self.growing.iter().flat_map(|growing| &growing.asked);
        asked.into_iter().any(|label| changed.contains(label))
    }

    /// The growing block is read anew, whole.
    pub(super) fn reset(&mut self, news: &mut News) {
        let Some(growing) = self.growing.take() else {
            return;
        };
        news.opened = false;
        if growing.kind == Kind::Paragraph {
            self.unparted = Some(self.cut);
        }
        // What is shown inside may be another block's, which is whole now.
        if news.whole.is_some() {
            return;
        }
        news.parts.clear();
        if let Some(inside) = self.inside.take() {
            let shown = growing.shown(inside.shown());
            self.behind.unsettle(self.behind.first() - 1, &shown);
        }
    }

    fn show(&mut self, news: News, tail: Tail, operations: &mut Vec<Operation>) {
        let mut chunks = self.on_page..self.chunks.len();
        if let Some(mut inside) = self.inside.take() {
            if news.whole.is_some() {
                inside.show(news.parts, operations);
                chunks.start += 1;
            } else if let Some(growing) = &mut self.growing {
                if !news.parts.is_empty() {
                    growing.add(&news.parts);
                    let bytes = news.parts.len();
                    inside.show(news.parts, operations);
                    inside.settle(bytes);
                }
                inside.show(tail.parts.clone(), operations);
                self.inside = Some(inside);
            }
        }
        let mut wanted: String = self.chunks[chunks]
            .iter()
            .map(|chunk| &*chunk.html)
            .collect();
        self.on_page = self.chunks.len();
        let opened = self.growing.as_ref().filter(|_| news.opened);
        if let Some(growing) = opened {
            wanted.push_str(&growing.shown(""));
        }
        let settled = wanted.len();
        wanted.push_str(&tail.behind);
        self.behind.show(wanted, operations);
        self.behind.settle(settled);
        if let Some(growing) = opened {
            let mut path = vec![self.behind.first() - 1];
            path.extend(growing.kind.path());
            let mut inside = Region::new(Target::Body, path, nodes(&growing.html));
            inside.show(tail.parts, operations);
            self.inside = Some(inside);
        }
    }
}
