//! Our own HTML as a row of tags and texts, each of which is, or begins or ends, a node on the page.

use std::ops::Range;

use crate::policy;

/// Stands between two texts that are two nodes on the page. No HTML of ours holds it: the escaper
/// drops it, as it drops every noncharacter.
pub(super) const SEAM: char = '\u{FDD6}';

/// The first byte of a seam; few other characters have it.
const SEAM_LEAD: u8 = 0xEF;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Start,
    End,
    /// A start tag without an end tag.
    Void,
}

/// Tags and texts, in the order of the HTML, which is well-formed as all of ours is.
#[derive(Clone, Debug)]
pub(super) struct Pieces<'h> {
    html: &'h str,
    at: usize,
}

impl<'h> Pieces<'h> {
    pub(super) fn of(html: &'h str) -> Self {
        Self { html, at: 0 }
    }

    fn text_end(&self) -> usize {
        let bytes = self.html.as_bytes();
        let mut at = self.at;
        while let Some(step) = memchr::memchr2(b'<', SEAM_LEAD, &bytes[at..]) {
            at += step;
            if bytes[at] == b'<' || self.html[at..].starts_with(SEAM) {
                return at;
            }
            at += 1;
            while !self.html.is_char_boundary(at) {
                at += 1;
            }
        }
        bytes.len()
    }
}

impl Iterator for Pieces<'_> {
    type Item = (Kind, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.html.as_bytes();
        while bytes.get(self.at) == Some(&SEAM_LEAD) && self.html[self.at..].starts_with(SEAM) {
            self.at += SEAM.len_utf8();
        }
        let start = self.at;
        let (kind, end) = match bytes.get(start)? {
            b'<' => {
                let end = tag_end(bytes, start);
                let kind = match bytes.get(start + 1) {
                    Some(b'/') => Kind::End,
                    _ if is_void(&self.html[start + 1..end - 1]) => Kind::Void,
                    _ => Kind::Start,
                };
                (kind, end)
            }
            _ => (Kind::Text, self.text_end()),
        };
        self.at = end;
        Some((kind, start..end))
    }
}

/// Where the nodes that stand in no other begin.
pub(super) fn roots(html: &str) -> impl Iterator<Item = usize> {
    let mut depth = 0_usize;
    Pieces::of(html).filter_map(move |(kind, range)| {
        let is_root = depth == 0 && kind != Kind::End;
        match kind {
            Kind::Start => depth += 1,
            Kind::End => depth = depth.saturating_sub(1),
            Kind::Text | Kind::Void => {}
        }
        is_root.then_some(range.start)
    })
}

/// Where the tag that starts at `at` ends: values may hold what ends a tag elsewhere.
fn tag_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    loop {
        match memchr::memchr2(b'"', b'>', &bytes[at..]) {
            Some(step) if bytes[at + step] == b'>' => return at + step + 1,
            Some(step) => {
                let value = at + step + 1;
                match memchr::memchr(b'"', &bytes[value..]) {
                    Some(length) => at = value + length + 1,
                    None => return bytes.len(),
                }
            }
            None => return bytes.len(),
        }
    }
}

fn is_void(tag: &str) -> bool {
    let name = tag.split(' ').next().unwrap_or_default();
    policy::VOID_TAGS.contains(&name) || policy::OWN_VOID_TAGS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seams_part_texts_and_other_characters_do_not() {
        let html = "a\u{FDD6}b\u{FF0C}c<br>\u{FDD6}d";
        let texts: Vec<&str> = Pieces::of(html).map(|(_, range)| &html[range]).collect();
        assert_eq!(texts, ["a", "b\u{FF0C}c", "<br>", "d"]);
    }

    #[test]
    fn roots_are_in_no_other_node() {
        let html = "<p title=\"a>b\">x<br></p>y<hr><ul><li>1</li></ul>";
        let starts: Vec<&str> = roots(html).map(|at| &html[at..=at + 1]).collect();
        assert_eq!(starts, ["<p", "y<", "<h", "<u"]);
    }
}
