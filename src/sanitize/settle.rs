//! What ammonia gave, made ready to stamp: our own tags whole again, links with their attributes,
//! markers of the answer's own unwrapped, one element around it all.

use crate::html::marks::{
    CHECKED, Direction, INSERT, SPOT, WRAPPER, push_tab_attributes, push_wrapper, read_placeholder,
};
use crate::labels::Labels;
use crate::policy;

use super::flatten::{Token, tokens};
use super::{Mark, SafeFlow, What};

/// Appends a cleaned block to a flow.
pub(super) fn settle(clean: &str, labels: &Labels, safe: &mut SafeFlow) {
    let tokens: Vec<Token<'_>> = tokens(clean).collect();
    let unwrapped = forged_superscripts(&tokens);
    let is_one_element = is_one_element(&tokens);
    if !is_one_element {
        safe.html.push_str("<div>");
    }
    let mut links: Vec<bool> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match *token {
            Token::Text(text) => push_text(safe, text),
            Token::Start { name: "sup", .. } | Token::End { name: "sup" } if unwrapped[index] => {}
            Token::Start {
                name: "a",
                attributes,
            } => {
                // HTML's tree builder can be made to nest links; the outermost is the one.
                let is_written = !links.contains(&true) && attributes.contains(CHECKED);
                links.push(is_written);
                if is_written {
                    push_link(&mut safe.html, attributes);
                }
            }
            Token::End { name: "a" } => {
                if links.pop() == Some(true) {
                    safe.html.push_str("</a>");
                }
            }
            Token::Start {
                name: "div",
                attributes,
            } if attributes.contains(WRAPPER) => {
                let direction = match attributes.contains(Direction::Auto.attribute()) {
                    true => Direction::Auto,
                    false => Direction::Inherited,
                };
                push_wrapper(&mut safe.html, direction, labels);
            }
            Token::Start { name, attributes } => {
                safe.html.push('<');
                safe.html.push_str(name);
                safe.html.push_str(attributes);
                safe.html.push('>');
            }
            Token::End { name } => {
                safe.html.push_str("</");
                safe.html.push_str(name);
                safe.html.push('>');
            }
        }
    }
    if !is_one_element {
        safe.html.push_str("</div>");
    }
}

/// Opens a link whose target was checked, as the writer would.
fn push_link(out: &mut String, attributes: &str) {
    out.push_str("<a");
    let Some((before, target)) = attributes.split_once(CHECKED) else {
        return;
    };
    let end = target.find('"').map_or(target.len(), |quote| quote + 1);
    let (target, after) = target.split_at(end);
    out.push_str(before);
    out.push_str(target);
    let is_page = target
        .get(..4)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"));
    if is_page {
        push_tab_attributes(out);
    }
    out.push_str(after);
    out.push('>');
}

fn push_text(safe: &mut SafeFlow, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(policy::is_placeholder) {
        let (before, marked) = rest.split_at(at);
        safe.html.push_str(before);
        let Some((mark, number, length)) = read_placeholder(marked) else {
            break;
        };
        let start = safe.html.len();
        match mark {
            SPOT => safe.marks.push(Mark {
                at: start..start,
                what: What::Position(number),
            }),
            INSERT => {
                safe.html.push_str(&marked[..length]);
                safe.marks.push(Mark {
                    at: start..safe.html.len(),
                    what: What::Insert(number),
                });
            }
            _ => {}
        }
        rest = &marked[length..];
    }
    safe.html.push_str(rest);
}

fn is_one_element(tokens: &[Token<'_>]) -> bool {
    let mut depth = 0usize;
    let mut elements = 0;
    for token in tokens {
        match token {
            Token::Text(_) if depth == 0 => return false,
            Token::Text(_) => {}
            Token::Start { name, .. } => {
                elements += usize::from(depth == 0);
                depth += usize::from(!policy::VOID_TAGS.contains(name));
            }
            Token::End { .. } => depth = depth.saturating_sub(1),
        }
    }
    elements == 1
}

/// Which tokens are tags of a `<sup>` that reads like a marker of ours: one that holds a link, or
/// nothing but digits, commas and brackets.
fn forged_superscripts(tokens: &[Token<'_>]) -> Vec<bool> {
    struct Open {
        index: usize,
        has_link: bool,
        has_words: bool,
    }
    let mut unwrapped = vec![false; tokens.len()];
    let mut open: Vec<Open> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Start { name: "sup", .. } => open.push(Open {
                index,
                has_link: false,
                has_words: false,
            }),
            Token::Start { name: "a", .. } => open.iter_mut().for_each(|sup| sup.has_link = true),
            Token::Text(text) if !text.chars().all(reads_like_a_marker) => {
                open.iter_mut().for_each(|sup| sup.has_words = true);
            }
            Token::End { name: "sup" } => {
                if let Some(sup) = open.pop()
                    && (sup.has_link || !sup.has_words)
                {
                    unwrapped[sup.index] = true;
                    unwrapped[index] = true;
                }
            }
            _ => {}
        }
    }
    unwrapped
}

fn reads_like_a_marker(c: char) -> bool {
    c.is_numeric()
        || c.is_whitespace()
        || policy::is_placeholder(c)
        || matches!(
            c,
            ',' | '[' | ']' | '(' | ')' | '，' | '、' | '【' | '】' | '†' | '^'
        )
}
