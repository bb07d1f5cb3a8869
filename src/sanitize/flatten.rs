//! A block balanced, and kept from making html5ever nest deeply or open again without end.
//!
//! The writer's own elements hold what stands in them: a raw end tag closes none of them, and what
//! raw HTML left open in one ends with it. html5ever takes time quadratic in the depth of its tree,
//! and opens formatting elements that were never closed again in every later block; both are bounded
//! here. Names and attributes are known good by now; only their order is the answer's.

use std::collections::HashMap;

use crate::html::marks::{CHECKED, Direction, SPOT, WRAPPER, WRAPPER_CLASS, push_placeholder};
use crate::policy;

use super::tokens::{Origin, Token, tokens};
use super::veil::push_veiled;

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
                if !text.trim_ascii().is_empty() {
                    flattener.leave_table();
                }
                let mut done = 0;
                while let Some((offset, index)) =
                    positions.next_if(|(offset, _)| *offset <= at + text.len())
                {
                    let cut = (offset - at).min(text.len());
                    push_veiled(&mut flattener.out, &text[done..cut]);
                    push_placeholder(&mut flattener.out, SPOT, *index);
                    done = cut;
                }
                push_veiled(&mut flattener.out, &text[done..]);
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
        let is_part = is_table_part(name) && origin == Origin::Raw;
        if !is_part {
            self.leave_table();
        }
        if origin == Origin::Raw {
            if is_part && !self.enter_table(name) {
                *self.left_out.entry(name).or_default() += 1;
                return;
            }
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
            push_veiled(&mut self.out, before);
            self.out.push_str(" href=\"");
            self.out.push(CHECKED);
            push_veiled(&mut self.out, target);
        } else {
            push_veiled(&mut self.out, attributes);
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

    /// What stands in a raw table but in none of its cells would be moved before it, which takes
    /// html5ever time quadratic in what was moved there before. The table ends instead.
    fn leave_table(&mut self) {
        let is_structure =
            |open: &&Open<'_>| open.origin == Origin::Raw && is_table_structure(open.name);
        let above = self.open.iter().rev().take_while(is_structure);
        if let Some(above) = above.map(|open| open.name).position(|name| name == "table") {
            self.close_to(self.open.len() - above - 1);
        }
    }

    /// Closes what a part of a raw table ends by beginning; false where no raw table is open.
    fn enter_table(&mut self, name: &str) -> bool {
        let is_raw = |open: &&Open<'_>| open.origin == Origin::Raw;
        let above = self
            .open
            .iter()
            .rev()
            .take_while(is_raw)
            .position(|open| open.name == "table");
        let Some(above) = above else {
            return false;
        };
        let table = self.open.len() - above - 1;
        let stays = |open: &&Open<'_>| match name {
            "td" | "th" => matches!(open.name, "thead" | "tbody" | "tfoot" | "tr"),
            "tr" => matches!(open.name, "thead" | "tbody" | "tfoot"),
            _ => false,
        };
        let kept = self.open[table + 1..].iter().take_while(stays).count();
        self.close_to(table + 1 + kept);
        true
    }

    /// Elements whose end tag may be missing end where their like begins.
    fn close_implied(&mut self, name: &str) {
        let Some(last) = self.open.last() else {
            return;
        };
        let closes = match name {
            "li" | "p" => last.name == name,
            "dt" | "dd" => matches!(last.name, "dt" | "dd"),
            _ => false,
        };
        if closes && last.origin == Origin::Raw {
            self.close_to(self.open.len() - 1);
        }
    }
}

/// A part of a table that stands in one. A table itself stands anywhere.
fn is_table_part(name: &str) -> bool {
    matches!(name, "caption" | "td" | "th") || (is_table_structure(name) && name != "table")
}

/// What a table is built of around its cells.
fn is_table_structure(name: &str) -> bool {
    matches!(name, "table" | "thead" | "tbody" | "tfoot" | "tr")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::marks::RAW;

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
            "<li>a <table></table>b</li><li>c</li>"
        );
        assert_eq!(
            flat("[details]<p>a</p>[/details]b"),
            "<details><p>a</p></details>b"
        );
        assert_eq!(flat("[b][i]x[/b]y[/i]z"), "<b><i>x</i></b>yz");
    }

    #[test]
    fn nothing_stands_in_a_table_but_its_parts() {
        assert_eq!(flat("[table]a[tr][td]b[/table]"), "<table></table>ab");
        assert_eq!(
            flat("[table] [tr][td]a[td]b[i]c[tr][th]d[/table]e"),
            "<table> <tr><td>a</td><td>b<i>c</i></td></tr><tr><th>d</th></tr></table>e"
        );
        assert_eq!(
            flat("[table][caption]a[tbody][td][table][td]b[/table]c[/td][/table]"),
            "<table><caption>a</caption><tbody><td><table><td>b</td></table>c</td></tbody></table>"
        );
        assert_eq!(flat("[table]<p>a</p>[td]b"), "<table></table><p>a</p>b");
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
