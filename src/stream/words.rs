//! Plain words that go on where the page ends: much of what a stream brings, and it needs no parser.

use std::ops::Range;

use pulldown_cmark::{Event, TagEnd};

use crate::markdown;

use super::document::Document;
use super::growing::Kind;
use super::growth;
use super::operation::{Change, Operation};
use super::part::Context;
use super::region::Region;

/// End tags behind a text that more of the text may stand before.
const AROUND_TEXT: [&str; 16] = [
    "</p>",
    "</li>",
    "</ul>",
    "</ol>",
    "</td>",
    "</tr>",
    "</tbody>",
    "</table>",
    "</div>",
    "</blockquote>",
    "</h1>",
    "</h2>",
    "</h3>",
    "</h4>",
    "</h5>",
    "</h6>",
];

/// Looks at the events of a text for how it ends.
#[derive(Debug, Default)]
pub(super) struct Ending {
    /// Where the last text ends in the source, if nothing stands behind it.
    text_end: Option<usize>,
    /// Whether a text of the last leaf holds a mark.
    has_marks: bool,
}

impl Ending {
    pub(super) fn see(&mut self, event: &Event<'_>, range: &Range<usize>) {
        match event {
            Event::Text(text) => {
                self.text_end = Some(range.end);
                self.has_marks |= text.bytes().any(is_mark);
            }
            Event::Start(_) if markdown::is_block(event) => *self = Self::default(),
            Event::End(end) if !matches!(end, TagEnd::Image | TagEnd::CodeBlock) => {}
            _ => self.text_end = None,
        }
    }

    /// Whether a source ends in plain text: words behind it can only be more of that.
    pub(super) fn takes_words(&self, source: &str) -> bool {
        !self.has_marks && self.text_end == Some(source.trim_end_matches(' ').len())
    }
}

/// Whether a byte may begin or end markup, if something else follows.
fn is_mark(byte: u8) -> bool {
    matches!(byte, b'*' | b'_' | b'~' | b'`' | b'[' | b']' | b'<' | b'|')
}

impl Document {
    /// Shows more words without reading the text again, where they can mean nothing but themselves:
    /// the text before them is shown as it stands, and they go on with its last line. Says whether it
    /// did.
    pub(super) fn append_words(
        &mut self,
        more: &str,
        context: &Context<'_>,
        operations: &mut Vec<Operation>,
    ) -> bool {
        let is_quiet = self.takes_words && !self.ends_in_return && self.changed.is_empty();
        if !is_quiet || !are_words(&self.text, more) {
            return false;
        }
        if self.is_parted_at(self.text.len() + more.len(), context) {
            return false;
        }
        let seen = self.text.trim_end_matches(' ');
        let Some(last) = seen.chars().next_back().filter(|_| ends_in_word(seen)) else {
            return false;
        };
        let is_code = self
            .growing
            .as_ref()
            .is_some_and(|it| it.kind == Kind::Fence);
        let region = match &mut self.inside {
            Some(_) if is_code => return false,
            Some(inside) if self.behind.shown().is_empty() => inside,
            _ => &mut self.behind,
        };
        let spaces = &self.text[seen.len()..];
        let shown = match more.trim_end_matches(' ') {
            "" => String::new(),
            words => [spaces, words].concat(),
        };
        let is_shown = region.append(last, shown, operations);
        if is_shown {
            self.text.push_str(more);
        }
        is_shown
    }
}

/// Whether nothing in a text can begin, end or continue any markup.
fn are_words(before: &str, more: &str) -> bool {
    let mut last = before.chars().next_back();
    more.chars().all(|c| {
        let is_word = match c {
            ' ' => true,
            // `www.` begins an address.
            '.' => !matches!(last, Some('w' | 'W')),
            c => is_of_words(c),
        };
        last = Some(c);
        is_word
    })
}

/// Whether the last word is one: what follows an address or a mark may belong to it, and a line of
/// digits may be the marker of an item.
fn ends_in_word(text: &str) -> bool {
    let line = text.rsplit('\n').next().unwrap_or_default();
    if !line.contains(char::is_alphabetic) {
        return false;
    }
    let word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_address = word.contains("www.") || word.contains("WWW.");
    !word.is_empty() && !is_address && word.chars().all(is_of_words)
}

fn is_of_words(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ',' | '.' | '?' | '\'' | '。' | '、' | '，')
}

impl Region {
    /// Appends to the text that the region ends with, if that ends in `last`.
    fn append(&mut self, last: char, more: String, operations: &mut Vec<Operation>) -> bool {
        let shown = self.shown();
        let mut end = shown.len();
        while let Some(before) = AROUND_TEXT
            .iter()
            .find_map(|tag| shown[..end].strip_suffix(tag))
        {
            end = before.len();
        }
        if !shown[..end].ends_with(last) {
            return false;
        }
        if more.is_empty() {
            return true;
        }
        let (mut path, children) = growth::open_at(&shown[..end], self.last());
        path.push(children - 1);
        self.insert(end, &more);
        operations.push(Operation {
            target: self.last().target,
            path,
            change: Change::Text(more),
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_letters_and_what_stands_between_them() {
        for (before, words) in [
            ("a", "bc de, f. g"),
            ("a", "바다는 바람이 분다."),
            ("w", " ww"),
            ("a", "它。它"),
        ] {
            assert!(are_words(before, words), "{words}");
        }
        for (before, other) in [
            ("a", "b*"),
            ("a", "b\nc"),
            ("a", "b & c"),
            ("a", "b\u{301}"),
            ("www", ".a"),
            ("a", "www.b"),
            ("a", "http:"),
            ("a", "b\tc"),
        ] {
            assert!(!are_words(before, other), "{other}");
        }
    }

    #[test]
    fn an_address_is_no_word() {
        assert!(ends_in_word("see a") && ends_in_word("x\nab."));
        for other in [
            "a\n",
            "see www.a",
            "me@a",
            "http://a",
            "a*",
            "12-a",
            "a\n12",
            "> 1",
        ] {
            assert!(!ends_in_word(other), "{other}");
        }
    }
}
