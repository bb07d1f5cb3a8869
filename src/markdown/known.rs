//! What a part of a text may refer to that stands in another: definitions of links and notes.

use std::collections::{HashMap, HashSet};

use pulldown_cmark::{BrokenLink, BrokenLinkCallback, CowStr, Event, LinkType, Parser, Tag};
use unicase::UniCase;

/// A label as the parser compares them: by letters alone, not by case, spaces collapsed.
pub(crate) type Label = UniCase<String>;

/// Definitions outside of a part. Of several of one label the first in the text counts.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) links: HashMap<Label, Definition>,
    pub(crate) notes: HashSet<Label>,
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
        let found = self.known.links.get(&asked);
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
        let known = self.links.get(&label(id));
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
