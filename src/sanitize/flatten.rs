//! What a block must not make html5ever do: nest deeply, or open again without end.
//!
//! html5ever takes time quadratic in the depth of its tree, and opens formatting elements that
//! were never closed again in every later block. Both are bounded here, on tags that the writer
//! wrote: names and attributes are known good, only their order is the answer's.

use std::collections::HashMap;

use crate::html::marks::{CHECKED, Direction, SPOT, WRAPPER, WRAPPER_CLASS, push_placeholder};
use crate::policy;

/// A tag or a text of HTML that this crate wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Text(&'a str),
    /// `attributes` begins with a space, or is empty.
    Start {
        name: &'a str,
        attributes: &'a str,
    },
    End {
        name: &'a str,
    },
}

/// Reads HTML that this crate or html5ever's serializer wrote: every `<` begins a tag.
pub(super) fn tokens(html: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = html;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some(tag) = rest.strip_prefix('<') else {
            let end = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            rest = after;
            return Some(Token::Text(text));
        };
        // Both writers escape `>` in values.
        let end = memchr::memchr(b'>', tag.as_bytes()).unwrap_or(tag.len());
        let inside = &tag[..end];
        rest = tag.get(end + 1..).unwrap_or_default();
        Some(match inside.strip_prefix('/') {
            Some(name) => Token::End { name },
            None => {
                let name_end = inside.find(' ').unwrap_or(inside.len());
                let (name, attributes) = inside.split_at(name_end);
                Token::Start { name, attributes }
            }
        })
    })
}

/// Prepares a block for html5ever, with a placeholder at each position. `start` is where the block
/// stands in the flow that positions count in.
pub(super) fn flatten(html: &str, start: usize, positions: &[(usize, usize)]) -> String {
    let mut flattener = Flattener {
        out: String::with_capacity(html.len() + 16 * positions.len()),
        budget: policy::MOST_REOPENED * html.len() + 4096,
        ..Flattener::default()
    };
    let mut positions = positions.iter().peekable();
    let mut at = start;
    for token in tokens(html) {
        match token {
            Token::Text(text) => {
                let mut done = 0;
                while let Some((offset, index)) =
                    positions.next_if(|(offset, _)| *offset <= at + text.len())
                {
                    let cut = (offset - at).min(text.len());
                    flattener.out.push_str(&text[done..cut]);
                    push_placeholder(&mut flattener.out, SPOT, *index);
                    done = cut;
                }
                flattener.out.push_str(&text[done..]);
                at += text.len();
            }
            Token::Start { name, attributes } => {
                flattener.start(name, attributes);
                at += 2 + name.len() + attributes.len();
            }
            Token::End { name } => {
                flattener.end(name);
                at += 3 + name.len();
            }
        }
    }
    flattener.out
}

#[derive(Default)]
struct Flattener<'a> {
    out: String,
    /// Open elements that are no formatting.
    open: Vec<&'a str>,
    /// Open formatting elements, with the bytes of their tags.
    formatting: Vec<(&'a str, usize)>,
    formatting_bytes: usize,
    /// Bytes that html5ever may still open again.
    budget: usize,
    /// Start tags that were left out, by name: their end tags go too.
    left_out: HashMap<&'a str, usize>,
}

impl<'a> Flattener<'a> {
    fn start(&mut self, name: &'a str, attributes: &'a str) {
        let is_void = policy::VOID_TAGS.contains(&name);
        let is_formatting = policy::FORMATTING_TAGS.contains(&name);
        if !is_formatting {
            self.pay();
            self.close_implied(name);
        }
        // A link that may not be one has lost its target when it was written.
        let is_dead_link = name == "a" && !attributes.contains(" href=\"");
        let is_too_deep =
            !is_void && self.open.len() + self.formatting.len() >= policy::MOST_HTML_DEPTH;
        if is_dead_link || is_too_deep {
            *self.left_out.entry(name).or_default() += 1;
            return;
        }
        let before = self.out.len();
        self.push_start(name, attributes);
        let bytes = self.out.len() - before;
        if is_formatting {
            self.formatting.push((name, bytes));
            self.formatting_bytes += bytes;
        } else if !is_void {
            self.open.push(name);
        }
    }

    fn push_start(&mut self, name: &str, attributes: &str) {
        self.out.push('<');
        self.out.push_str(name);
        if name == "div" && attributes.starts_with(" class=\"") {
            debug_assert!(attributes.contains(WRAPPER_CLASS), "{attributes}");
            self.out.push_str(" class=\"");
            self.out.push(WRAPPER);
            self.out.push('"');
            if attributes.contains(Direction::Auto.attribute()) {
                self.out.push_str(Direction::Auto.attribute());
            }
        } else if let Some((before, target)) = attributes.split_once(" href=\"") {
            self.out.push_str(before);
            self.out.push_str(" href=\"");
            self.out.push(CHECKED);
            self.out.push_str(target);
        } else {
            self.out.push_str(attributes);
        }
        self.out.push('>');
    }

    fn end(&mut self, name: &'a str) {
        if let Some(count) = self.left_out.get_mut(name).filter(|count| **count > 0) {
            *count -= 1;
            return;
        }
        if policy::FORMATTING_TAGS.contains(&name) {
            if let Some(index) = self.formatting.iter().rposition(|(open, _)| *open == name) {
                self.formatting_bytes -= self.formatting.remove(index).1;
            }
        } else {
            self.pay();
            self.close(name);
        }
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// Whatever is not formatting may make html5ever open all open formatting again.
    fn pay(&mut self) {
        if self.formatting_bytes == 0 {
            return;
        }
        match self.budget.checked_sub(self.formatting_bytes) {
            Some(left) => self.budget = left,
            None => {
                while let Some((name, _)) = self.formatting.pop() {
                    self.out.push_str("</");
                    self.out.push_str(name);
                    self.out.push('>');
                    *self.left_out.entry(name).or_default() += 1;
                }
                self.formatting_bytes = 0;
            }
        }
    }

    /// Elements whose end tag may be missing end where their like begins.
    fn close_implied(&mut self, name: &str) {
        let Some(&last) = self.open.last() else {
            return;
        };
        let closes = match name {
            "li" | "p" | "tr" | "tbody" | "thead" | "tfoot" | "caption" => last == name,
            "td" | "th" => matches!(last, "td" | "th"),
            "dt" | "dd" => matches!(last, "dt" | "dd"),
            _ => false,
        };
        if closes {
            self.open.pop();
        }
    }

    /// Forgets what an end tag surely closes: nothing beyond a table's cell, nothing at all for an
    /// inline end tag beyond a block. Counting too much is safe, counting too little is not.
    fn close(&mut self, name: &str) {
        let is_inline = policy::INLINE_TAGS.contains(&name);
        let is_table_part = is_table_part(name);
        for (index, open) in self.open.iter().enumerate().rev() {
            if *open == name {
                self.open.truncate(index);
                return;
            }
            let is_barrier = match (is_inline, is_table_part) {
                (true, _) => !policy::INLINE_TAGS.contains(open),
                (false, true) => *open == "table" && name != "table",
                (false, false) => is_table_part_or_list(open, name),
            };
            if is_barrier {
                return;
            }
        }
    }
}

fn is_table_part(name: &str) -> bool {
    matches!(
        name,
        "table" | "caption" | "thead" | "tbody" | "tfoot" | "tr" | "td" | "th"
    )
}

fn is_table_part_or_list(open: &str, name: &str) -> bool {
    is_table_part(open) || (name == "li" && matches!(open, "ul" | "ol"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_capped_and_end_tags_go_with_their_start_tags() {
        let html = format!("{}x{}", "<div>".repeat(500), "</div>".repeat(500));
        let flat = flatten(&html, 0, &[]);
        let depth = policy::MOST_HTML_DEPTH;
        assert_eq!(
            flat,
            format!("{}x{}", "<div>".repeat(depth), "</div>".repeat(depth))
        );
    }

    #[test]
    fn paragraphs_without_end_tags_do_not_nest() {
        let html = "<p>x".repeat(500);
        assert_eq!(flatten(&html, 0, &[]), html);
    }

    #[test]
    fn open_formatting_is_closed_when_it_costs_too_much() {
        let title = "t".repeat(1000);
        let html = format!("<b title=\"{title}\">{}", "<p>x".repeat(10_000));
        let flat = flatten(&html, 0, &[]);
        assert_eq!(flat.matches("</b>").count(), 1);
        assert!(flat.len() < html.len() + 8);
    }

    #[test]
    fn dead_links_go_with_their_end_tags() {
        assert_eq!(
            flatten("<a>x</a><a href=\"https://e.com\">y</a>", 0, &[]),
            "x<a href=\"\u{FDD3}https://e.com\">y</a>"
        );
    }

    #[test]
    fn positions_get_placeholders() {
        assert_eq!(
            flatten("<p>ab<i>c</i></p>", 10, &[(14, 0), (15, 1), (19, 2)]),
            "<p>a\u{FDD0}\u{FDE0}b\u{FDD0}\u{FDE1}<i>c\u{FDD0}\u{FDE2}</i></p>"
        );
    }
}
