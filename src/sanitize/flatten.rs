//! A block balanced, and kept from making html5ever nest deeply or open again without end.
//!
//! The writer's own elements hold what stands in them: a raw end tag closes none of them, and what
//! raw HTML left open in one ends with it. html5ever takes time quadratic in the depth of its tree,
//! and opens formatting elements that were never closed again in every later block; both are bounded
//! here. Names and attributes are known good by now; only their order is the answer's.

use std::collections::HashMap;

use crate::html::marks::{CHECKED, Direction, RAW, SPOT, WRAPPER, WRAPPER_CLASS, push_placeholder};
use crate::policy;

/// A tag or a text of HTML that this crate wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Text(&'a str),
    /// `attributes` begins with a space, or is empty.
    Start {
        name: &'a str,
        attributes: &'a str,
        origin: Origin,
    },
    End {
        name: &'a str,
        origin: Origin,
    },
}

/// Who wrote a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Writer,
    Raw,
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
        let (is_end, inside) = match inside.strip_prefix('/') {
            Some(inside) => (true, inside),
            None => (false, inside),
        };
        let (origin, inside) = match inside.strip_prefix(RAW) {
            Some(inside) => (Origin::Raw, inside),
            None => (Origin::Writer, inside),
        };
        if is_end {
            return Some(Token::End {
                name: inside,
                origin,
            });
        }
        let name_end = inside.find(' ').unwrap_or(inside.len());
        let (name, attributes) = inside.split_at(name_end);
        Some(Token::Start {
            name,
            attributes,
            origin,
        })
    })
}

impl Token<'_> {
    /// Its length in the HTML it was read from.
    fn len(&self) -> usize {
        let mark = |origin| match origin {
            Origin::Writer => 0,
            Origin::Raw => RAW.len_utf8(),
        };
        match *self {
            Token::Text(text) => text.len(),
            Token::Start {
                name,
                attributes,
                origin,
            } => 2 + mark(origin) + name.len() + attributes.len(),
            Token::End { name, origin } => 3 + mark(origin) + name.len(),
        }
    }
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
            }
            Token::Start {
                name,
                attributes,
                origin,
            } => flattener.start(name, attributes, origin),
            Token::End { name, origin } => flattener.end(name, origin),
        }
        at += token.len();
    }
    flattener.close_to(0);
    flattener.out
}

/// An element that is open.
#[derive(Clone, Copy)]
struct Open<'a> {
    name: &'a str,
    origin: Origin,
    /// Bytes of its tags, if html5ever may open it again.
    formatting_bytes: usize,
}

#[derive(Default)]
struct Flattener<'a> {
    out: String,
    open: Vec<Open<'a>>,
    formatting_bytes: usize,
    /// Bytes that html5ever may still open again.
    budget: usize,
    /// Raw start tags that were left out, by name: their end tags go too.
    left_out: HashMap<&'a str, usize>,
}

impl<'a> Flattener<'a> {
    fn start(&mut self, name: &'a str, attributes: &'a str, origin: Origin) {
        let is_formatting = policy::FORMATTING_TAGS.contains(&name);
        if !is_formatting {
            self.pay();
        }
        if origin == Origin::Raw {
            self.close_implied(name);
            // A link that may not be one has lost its target when it was written.
            let is_dead_link = name == "a" && !attributes.contains(" href=\"");
            if is_dead_link || self.open.len() >= policy::MOST_HTML_DEPTH {
                *self.left_out.entry(name).or_default() += 1;
                return;
            }
        }
        let before = self.out.len();
        self.push_start(name, attributes);
        if !policy::VOID_TAGS.contains(&name) {
            let bytes = match is_formatting {
                true => self.out.len() - before,
                false => 0,
            };
            self.formatting_bytes += bytes;
            self.open.push(Open {
                name,
                origin,
                formatting_bytes: bytes,
            });
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

    /// A raw end tag closes what raw HTML opened, up to the writer's innermost element; the
    /// writer's closes its own and all that is open in it.
    fn end(&mut self, name: &'a str, origin: Origin) {
        if origin == Origin::Raw
            && let Some(count) = self.left_out.get_mut(name).filter(|count| **count > 0)
        {
            *count -= 1;
            return;
        }
        let is_barrier = |open: &&Open<'_>| origin == Origin::Raw && open.origin == Origin::Writer;
        let above = self
            .open
            .iter()
            .rev()
            .take_while(|open| !is_barrier(open))
            .position(|open| open.name == name && open.origin == origin);
        if let Some(above) = above {
            self.close_to(self.open.len() - above - 1);
        }
    }

    /// Closes open elements until so many are left.
    fn close_to(&mut self, left: usize) {
        while self.open.len() > left
            && let Some(open) = self.open.pop()
        {
            self.formatting_bytes -= open.formatting_bytes;
            self.out.push_str("</");
            self.out.push_str(open.name);
            self.out.push('>');
        }
    }

    /// Whatever is not formatting may make html5ever open all open formatting again. Where that
    /// costs too much, what raw HTML has open ends here.
    fn pay(&mut self) {
        if self.formatting_bytes == 0 {
            return;
        }
        match self.budget.checked_sub(self.formatting_bytes) {
            Some(left) => self.budget = left,
            None => {
                let raw = |open: &&Open<'_>| open.origin == Origin::Raw;
                let count = self.open.iter().rev().take_while(raw).count();
                self.close_to(self.open.len() - count);
            }
        }
    }

    /// Elements whose end tag may be missing end where their like begins.
    fn close_implied(&mut self, name: &str) {
        let Some(last) = self.open.last() else {
            return;
        };
        let closes = match name {
            "li" | "p" | "tr" | "tbody" | "thead" | "tfoot" | "caption" => last.name == name,
            "td" | "th" => matches!(last.name, "td" | "th"),
            "dt" | "dd" => matches!(last.name, "dt" | "dd"),
            _ => false,
        };
        if closes && last.origin == Origin::Raw {
            self.close_to(self.open.len() - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `[b]` stands for a raw `<b>`.
    fn flat(html: &str) -> String {
        let raw = format!("<{RAW}");
        let html = html
            .replace("[/", "</[")
            .replace("</[", &format!("</{RAW}"))
            .replace('[', &raw)
            .replace(']', ">");
        flatten(&html, 0, &[])
    }

    #[test]
    fn depth_is_capped_and_end_tags_go_with_their_start_tags() {
        let html = format!("{}x{}y", "[div]".repeat(500), "[/div]".repeat(500));
        let depth = policy::MOST_HTML_DEPTH;
        assert_eq!(
            flat(&html),
            format!("{}x{}y", "<div>".repeat(depth), "</div>".repeat(depth))
        );
    }

    #[test]
    fn paragraphs_without_end_tags_do_not_nest() {
        assert_eq!(flat(&"[p]x".repeat(500)), "<p>x</p>".repeat(500));
    }

    #[test]
    fn open_formatting_is_closed_when_it_costs_too_much() {
        let title = "t".repeat(1000);
        let html = format!("[b title=\"{title}\"]{}", "[p]x".repeat(10_000));
        assert_eq!(flat(&html).matches("</b>").count(), 1);
        assert!(flat(&html).find("</b>").unwrap() < html.len() / 2);
    }

    #[test]
    fn raw_tags_stay_in_the_writers_elements() {
        assert_eq!(
            flat("<ul><li>a[/li][/ul][b]b</li><li>c</li></ul>"),
            "<ul><li>a<b>b</b></li><li>c</li></ul>"
        );
        assert_eq!(
            flat("<li>a [table]b</li><li>c</li>"),
            "<li>a <table>b</table></li><li>c</li>"
        );
        assert_eq!(
            flat("[details]<p>a</p>[/details]b"),
            "<details><p>a</p></details>b"
        );
        assert_eq!(flat("[b][i]x[/b]y[/i]z"), "<b><i>x</i></b>yz");
    }

    #[test]
    fn dead_links_go_with_their_end_tags() {
        assert_eq!(
            flat("[a]x[/a][a href=\"https://e.com\"]y[/a]"),
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
