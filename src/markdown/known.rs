//! What a part of a text may refer to that stands in another: definitions of links and notes.

use std::collections::{HashMap, HashSet};

use pulldown_cmark::{BrokenLink, BrokenLinkCallback, CowStr, Event, LinkType, Parser, Tag};
use unicase::UniCase;

/// A label as the parser compares them: by letters alone, not by case, spaces collapsed.
pub(crate) type Label = UniCase<String>;

/// Definitions outside of a part. Of several links of one label the first in the text counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// What labels lead to; [`note`] makes a key of a note's label.
    pub(crate) labels: HashMap<Label, Definition>,
}

#[cfg(test)]
impl Known {
    pub(crate) fn add_link(&mut self, text: &str) {
        self.labels.insert(label(text), noted());
    }

    pub(crate) fn add_note(&mut self, text: &str) {
        self.labels.insert(note(text), noted());
    }
}

/// Where a link's label leads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Definition {
    pub(crate) url: String,
    pub(crate) title: String,
}

/// How a part of a text hangs together with the rest.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// Labels without a definition in the part.
    pub(crate) asked: Vec<Label>,
    pub(crate) definitions: Vec<(Label, Definition)>,
}

impl Links {
    /// Whether the part defines the note of a label.
    pub(crate) fn defines_note(&self, label: &Label) -> bool {
        let key = note(label);
        self.definitions.iter().any(|(defined, _)| *defined == key)
    }
}

/// The definitions of links in a text.
pub(super) fn definitions<'a, F: BrokenLinkCallback<'a>>(
    parser: &Parser<'a, F>,
    text: &str,
) -> Vec<(Label, Definition)> {
    if memchr::memmem::find(text.as_bytes(), b"]:").is_none() {
        return Vec::new();
    }
    let found = parser.reference_definitions().iter();
    found
        .map(|(name, found)| {
            let title = found.title.as_deref().unwrap_or_default();
            let definition = Definition {
                url: found.dest.to_string(),
                title: title.to_owned(),
            };
            (label(name), definition)
        })
        .collect()
}

/// The key of a note's label: no label of a link can hold an open bracket.
pub(crate) fn note(text: &str) -> Label {
    label(&["[", text].concat())
}

/// What a note's key means; what the note says stands elsewhere.
pub(super) fn noted() -> Definition {
    Definition {
        url: String::new(),
        title: String::new(),
    }
}

/// What may refer to a note, as it is spelled.
pub(super) fn note_references(part: &str) -> impl Iterator<Item = &str> {
    memchr::memmem::find_iter(part.as_bytes(), b"[^").filter_map(|at| {
        let label = &part[at + 2..];
        let mut is_escaped = false;
        let end = label.find(|c| {
            let ends = c == ']' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        end.map(|end| &label[..end])
    })
}

/// Definitions of the known notes that a part may refer to, to be read before it.
pub(super) fn definitions_before(part: &str, known: &Known) -> String {
    let mut before = String::new();
    let mut seen = HashSet::new();
    for spelled in note_references(part) {
        let key = note(spelled);
        if known.labels.contains_key(&key) && seen.insert(key) {
            let words: Vec<&str> = spelled.split_whitespace().collect();
            before.push_str(&["[^", &words.join(" "), "]:\n"].concat());
        }
    }
    if !before.is_empty() {
        before.push_str("<!---->\n\n");
    }
    before
}

/// Folds a label as the parser gives it.
pub(crate) fn label(text: &str) -> Label {
    let words: Vec<&str> = text.split_whitespace().collect();
    UniCase::new(words.join(" "))
}

/// A part of a text is read beside what is known, and what it asks for is noted.
#[derive(Debug)]
pub(super) struct Asking<'k> {
    known: &'k Known,
    pub(super) asked: Vec<Label>,
}

impl<'k> Asking<'k> {
    pub(super) fn new(known: &'k Known) -> Self {
        Self {
            known,
            asked: Vec::new(),
        }
    }

    pub(super) fn known(&self) -> &'k Known {
        self.known
    }

    /// A reference without a definition in the part itself.
    pub(super) fn answer<'a>(&mut self, link: &BrokenLink<'a>) -> Option<(CowStr<'a>, CowStr<'a>)> {
        let asked = label(&link.reference);
        let found = self.known.labels.get(&asked);
        let found = found.map(|known| (known.url.clone().into(), known.title.clone().into()));
        self.asked.push(asked);
        found
    }
}

impl Known {
    /// The event as it is in the whole text: a definition before the part counts, not its own.
    pub(super) fn meant<'a>(&self, event: &Event<'a>) -> Option<Event<'a>> {
        let Event::Start(Tag::Link { link_type, id, .. } | Tag::Image { link_type, id, .. }) =
            event
        else {
            return None;
        };
        let plain = match link_type {
            LinkType::Reference | LinkType::ReferenceUnknown => LinkType::Reference,
            LinkType::Collapsed | LinkType::CollapsedUnknown => LinkType::Collapsed,
            LinkType::Shortcut | LinkType::ShortcutUnknown => LinkType::Shortcut,
            _ => return None,
        };
        let known = self.labels.get(&label(id));
        if known.is_none() && plain == *link_type {
            return None;
        }
        let mut event = event.clone();
        if let Event::Start(
            Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            }
            | Tag::Image {
                link_type,
                dest_url,
                title,
                ..
            },
        ) = &mut event
        {
            *link_type = plain;
            if let Some(known) = known {
                *dest_url = known.url.clone().into();
                *title = known.title.clone().into();
            }
        }
        Some(event)
    }
}
