//! What ammonia gave, made ready to stamp: our own tags whole again, links with their attributes,
//! imitations of markers unwrapped, one element around it all.
//!
//! html5ever's tree can hold what its own parser would read differently (an `<li>` in an `<li>`
//! after text was moved out of a table), and an `<li>` could end one that the block will stand in.
//! What is written here reads the same wherever it stands.

use std::ops::Range;

use crate::html::Insert;
use crate::html::marks::{
    CHECKED, Direction, INSERT, SPOT, VEIL, WRAPPER, push_tab_attributes, push_wrapper,
    read_placeholder,
};
use crate::labels::Labels;
use crate::policy;

use super::superscript::{Superscript, raised, superscripts};
use super::tokens::{Token, tokens};
use super::veil::{push_unveiled, unveiled};
use super::{Mark, SafeFlow, What};

/// Appends a cleaned block to a flow. `inserts` are the page's.
pub(super) fn settle(clean: &str, inserts: &[Insert], labels: &Labels, safe: &mut SafeFlow) {
    if clean.trim_ascii().is_empty() {
        return;
    }
    let tokens: Vec<Token<'_>> = tokens(clean).collect();
    let superscripts = superscripts(&tokens);
    let is_one_element = is_one_element(&tokens);
    let mut settler = Settler {
        safe,
        inserts,
        labels,
        open: Vec::new(),
        raised: 0,
        literals: 0,
        held: Vec::new(),
        link: LinkStart::default(),
        begins_pre: false,
        direction: Direction::Auto,
    };
    if !is_one_element {
        settler.start("div", "");
    }
    for (token, superscript) in tokens.iter().zip(superscripts) {
        match *token {
            Token::Text(text) => settler.text(text),
            Token::Start {
                name, attributes, ..
            } => match superscript {
                Superscript::Kept => settler.start(name, attributes),
                Superscript::Unwrapped => settler.open.push(Open::unwritten(name)),
                Superscript::Digits => {
                    settler.raised += 1;
                    settler.open.push(Open {
                        end: End::Raised,
                        ..Open::unwritten(name)
                    });
                }
            },
            Token::End { .. } => settler.end(),
        }
    }
    if !is_one_element {
        settler.end();
    }
}

/// Whether the block is one element, and no inline one: those may come to nothing.
fn is_one_element(tokens: &[Token<'_>]) -> bool {
    let mut depth = 0usize;
    let mut elements = 0;
    for token in tokens {
        match token {
            Token::Text(_) if depth == 0 => return false,
            Token::Text(_) => {}
            Token::Start { name, .. } if depth == 0 && policy::INLINE_TAGS.contains(name) => {
                return false;
            }
            Token::Start { name, .. } => {
                elements += usize::from(depth == 0);
                depth += usize::from(!policy::VOID_TAGS.contains(name));
            }
            Token::End { .. } => depth = depth.saturating_sub(1),
        }
    }
    elements == 1
}

struct Settler<'a> {
    safe: &'a mut SafeFlow,
    inserts: &'a [Insert],
    labels: &'a Labels,
    open: Vec<Open<'a>>,
    /// Open superscripts whose digits are written as characters.
    raised: usize,
    /// Open elements whose text is copied as it is.
    literals: usize,
    /// Positions in those, until the outermost ends.
    held: Vec<usize>,
    link: LinkStart,
    /// Whether a `<pre>` was just opened.
    begins_pre: bool,
    /// The direction of the next block: only the outermost has one of its own.
    direction: Direction,
}

/// The link that is open, or was last.
#[derive(Default)]
struct LinkStart {
    /// Its start tag.
    tag: Range<usize>,
    /// Marks before it.
    marks: usize,
    /// Whether a reader saw anything of it yet.
    is_visible: bool,
}

#[derive(Clone, Copy)]
struct Open<'a> {
    /// What is read: the name in the cleaned block.
    name: &'a str,
    end: End,
    /// Where its start tag begins, and its content.
    start: usize,
    content: usize,
}

/// What an end tag is written as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Same,
    Div,
    WrappedTable,
    Raised,
    Nothing,
}

impl<'a> Open<'a> {
    fn unwritten(name: &'a str) -> Self {
        Self {
            name,
            end: End::Nothing,
            start: 0,
            content: 0,
        }
    }
}

impl<'a> Settler<'a> {
    fn start(&mut self, name: &'a str, attributes: &'a str) {
        let is_void = policy::VOID_TAGS.contains(&name);
        let is_inline = policy::INLINE_TAGS.contains(&name);
        if policy::LITERAL_TAGS.contains(&name) {
            self.literals += 1;
        } else if !is_inline && name != "br" {
            // An element that never ended can hold whole blocks; what stood before this one stays
            // there.
            self.release();
        }
        let start = self.safe.html.len();
        let end = match name {
            "a" => self.link(attributes),
            "table" if self.parent() != WRAPPER_NAME => {
                push_wrapper(&mut self.safe.html, self.direction, self.labels);
                self.push_tag(name, attributes, Direction::Inherited);
                End::WrappedTable
            }
            "div" if attributes.contains(WRAPPER) => {
                let direction = match attributes.contains(Direction::Auto.attribute()) {
                    true => self.direction,
                    false => Direction::Inherited,
                };
                push_wrapper(&mut self.safe.html, direction, self.labels);
                End::Same
            }
            "li" | "dt" | "dd" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
                if !self.is_at_home(name) =>
            {
                self.push_tag("div", "", self.direction);
                End::Div
            }
            _ => {
                let has_none = is_void || is_inline || attributes.contains(" dir=\"");
                let direction = match has_none {
                    true => Direction::Inherited,
                    false => self.direction,
                };
                // Of the writer's own paragraph that raw HTML broke up: the element around has it.
                let is_repeated = self.direction == Direction::Inherited && name != "pre";
                match attributes.split_once(Direction::Auto.attribute()) {
                    Some((before, after)) if is_repeated => {
                        self.push_tag(name, &[before, after].concat(), direction);
                    }
                    _ => self.push_tag(name, attributes, direction),
                }
                End::Same
            }
        };
        if !is_void {
            let name = match attributes.contains(WRAPPER) {
                true => WRAPPER_NAME,
                false => name,
            };
            let content = self.safe.html.len();
            self.open.push(Open {
                name,
                end,
                start,
                content,
            });
            if !is_inline {
                self.direction = Direction::Inherited;
            }
        }
    }

    /// HTML's tree builder can be made to nest links; the outermost is the one.
    fn link(&mut self, attributes: &str) -> End {
        let is_nested = self
            .open
            .iter()
            .any(|open| open.name == "a" && open.end == End::Same);
        match attributes.split_once(CHECKED) {
            Some((before, target)) if !is_nested => {
                let start = self.safe.html.len();
                push_link(&mut self.safe.html, before, target);
                self.link = LinkStart {
                    tag: start..self.safe.html.len(),
                    marks: self.safe.marks.len(),
                    is_visible: false,
                };
                End::Same
            }
            _ => End::Nothing,
        }
    }

    /// The innermost open element that was written.
    fn parent(&self) -> &'a str {
        let is_written = |open: &&Open<'_>| !matches!(open.end, End::Nothing | End::Raised);
        self.open
            .iter()
            .rev()
            .find(is_written)
            .map_or("", |open| open.name)
    }

    /// Whether a parser that meets the tag here opens the element here and closes none.
    fn is_at_home(&self, name: &str) -> bool {
        let parent = self.parent();
        match name {
            "li" => matches!(parent, "ul" | "ol"),
            "dt" | "dd" => parent == "dl",
            _ => !matches!(parent, "h1" | "h2" | "h3" | "h4" | "h5" | "h6"),
        }
    }

    fn push_tag(&mut self, name: &str, attributes: &str, direction: Direction) {
        let out = &mut self.safe.html;
        out.push('<');
        out.push_str(name);
        out.push_str(direction.attribute());
        out.push_str(&unveiled(attributes));
        if name == "pre" {
            out.push_str(" tabindex=\"0\"");
        }
        out.push('>');
        self.begins_pre = name == "pre";
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        let name = match open.end {
            End::Same | End::Div
                if policy::NOTHING_WHEN_EMPTY.contains(&open.name)
                    && self.safe.html.len() == open.content =>
            {
                return self.safe.html.truncate(open.start);
            }
            End::Same if open.name == "a" && !self.link.is_visible => return self.unlink(),
            End::Same if open.name == WRAPPER_NAME => "div",
            End::Same => open.name,
            End::Div => "div",
            End::WrappedTable => return self.safe.html.push_str("</table></div>"),
            End::Raised => {
                self.raised -= 1;
                return;
            }
            End::Nothing => return,
        };
        self.safe.html.push_str("</");
        self.safe.html.push_str(name);
        self.safe.html.push('>');
        if policy::LITERAL_TAGS.contains(&open.name) {
            self.literals -= 1;
            if self.literals == 0 {
                self.release();
            }
        }
    }

    /// A link without anything to click is not written: its start tag goes.
    fn unlink(&mut self) {
        let tag = self.link.tag.clone();
        for mark in &mut self.safe.marks[self.link.marks..] {
            mark.at.start -= tag.len();
            mark.at.end -= tag.len();
        }
        self.safe.html.drain(tag);
    }

    /// Positions that were held back stand here.
    fn release(&mut self) {
        let at = self.safe.html.len();
        let marks = self.held.drain(..).map(|position| Mark {
            at: at..at,
            what: What::Position(position),
        });
        self.safe.marks.extend(marks);
    }

    fn text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(policy::is_placeholder) {
            let (before, marked) = rest.split_at(at);
            self.plain_text(before);
            let Some((mark, number, length)) = read_placeholder(marked) else {
                break;
            };
            let html = &mut self.safe.html;
            let start = html.len();
            let what = match mark {
                SPOT if self.literals > 0 => {
                    self.held.push(number);
                    None
                }
                SPOT => Some(What::Position(number)),
                INSERT => {
                    html.push_str(&marked[..length]);
                    self.link.is_visible |= !self.inserts.get(number).is_some_and(Insert::is_link);
                    Some(What::Insert(number))
                }
                VEIL => {
                    push_unveiled(html, number);
                    self.link.is_visible |=
                        html[start..].chars().any(policy::is_visible) && html[start..] != *"&nbsp;";
                    None
                }
                _ => None,
            };
            self.safe.marks.extend(what.map(|what| Mark {
                at: start..self.safe.html.len(),
                what,
            }));
            rest = &marked[length..];
        }
        self.plain_text(rest);
    }

    fn plain_text(&mut self, text: &str) {
        // A parser drops a line end there, so one that stays would be dropped at the next parse.
        let text = match std::mem::take(&mut self.begins_pre) {
            true => text.trim_start_matches('\n'),
            false => text,
        };
        self.link.is_visible |= text.chars().any(policy::is_visible);
        if self.raised == 0 {
            self.safe.html.push_str(text);
        } else {
            self.safe.html.extend(text.chars().map(raised));
        }
    }
}

/// Stands for our wrapper among the names of open elements, which are ammonia's.
const WRAPPER_NAME: &str = "div.gm-table";

/// Opens a link whose target was checked, as the writer would.
fn push_link(out: &mut String, before: &str, target: &str) {
    out.push_str("<a");
    let end = target.find('"').map_or(target.len(), |quote| quote + 1);
    let (target, after) = target.split_at(end);
    out.push_str(&unveiled(before));
    out.push_str(&unveiled(target));
    let is_page = target
        .get(..4)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"));
    if is_page {
        push_tab_attributes(out);
    }
    out.push_str(&unveiled(after));
    out.push('>');
}
