//! Images of the answer's own: text, or from hosts that the caller allows.

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::link::{self, Target};

use super::Insert;

/// An image whose alternative text is being read.
#[derive(Debug)]
pub(super) struct Image {
    url: String,
    alt: String,
    nested: usize,
}

impl Image {
    pub(super) fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            alt: String::new(),
            nested: 0,
        }
    }

    /// Takes an event into the alternative text; false when it ends the image.
    pub(super) fn takes(&mut self, event: &Event<'_>) -> bool {
        match event {
            Event::Text(text) | Event::Code(text) => self.alt.push_str(text),
            Event::SoftBreak | Event::HardBreak => self.alt.push(' '),
            Event::FootnoteReference(label) => {
                self.alt.push('[');
                self.alt.push_str(label);
                self.alt.push(']');
            }
            Event::Start(Tag::Image { .. }) => self.nested += 1,
            Event::End(TagEnd::Image) => {
                if self.nested == 0 {
                    return false;
                }
                self.nested -= 1;
            }
            _ => {}
        }
        true
    }

    /// Alternative text and host: what a reader learns of an image that is not loaded.
    pub(super) fn as_text(&self) -> String {
        let host = link::check(&self.url).and_then(|link| link.shown_host());
        match (self.alt.trim(), host) {
            ("", Some(host)) => host,
            (alt, Some(host)) => format!("{alt} ({host})"),
            (alt, None) => alt.to_owned(),
        }
    }

    /// The image itself, where its host is one of `hosts`.
    pub(super) fn allowed(&self, hosts: &[String]) -> Option<Insert> {
        let link = link::check(&self.url)?;
        let Target::Page { host, .. } = link.target else {
            return None;
        };
        hosts
            .iter()
            .any(|allowed| allowed.eq_ignore_ascii_case(host))
            .then(|| Insert::Image {
                url: link.href.into_owned(),
                alt: self.alt.trim().to_owned(),
            })
    }
}
