//! A long block that still grows: its finished parts stay, and what follows is read as if it stood in
//! the block, behind a carry.

use crate::html::Spent;
use crate::markdown::Label;

use super::part::Written;
use super::pieces::SEAM;
use super::tree::Tree;

/// A block with finished parts.
#[derive(Debug)]
pub(super) struct Growing {
    pub(super) kind: Kind,
    /// Bytes of the text whose HTML is finished.
    pub(super) done: usize,
    /// What has to stand before the rest of the text, so that it is read as part of the block.
    pub(super) carry: String,
    /// The start tags around the parts, the parts, the end tags. Parts that are texts have a seam
    /// between them.
    pub(super) opening: String,
    pub(super) html: String,
    pub(super) closing: String,
    pub(super) asked: Vec<Label>,
    pub(super) spent: Spent,
}

/// A kind of block that can be reused in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its items; tight ones are no paragraphs.
    List(Spacing),
    /// Its rows.
    Table,
    /// Its lines.
    Fence,
    /// Its text up to a space that no markup reaches over.
    Paragraph,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    Tight,
    Loose,
}

/// What a carry's item holds.
const PROBE: &str = "x";

const TABLE_BODY: &str = "<tbody>";
const TABLE_BODY_END: &str = "</tbody>";

/// Where the parts stand in the HTML of a block.
#[derive(Debug)]
pub(super) struct Inside<'h> {
    pub(super) opening: &'h str,
    pub(super) parts: &'h str,
    pub(super) closing: &'h str,
    /// The blocks behind.
    pub(super) behind: &'h str,
}

impl Growing {
    /// The block as the page shows it, with the rest behind the finished parts.
    pub(super) fn shown(&self, rest: &str) -> String {
        let mut html = [&*self.opening, &self.html].concat();
        self.push_seam(&mut html, rest);
        html.push_str(rest);
        html.push_str(&self.closing);
        html
    }

    /// Finished parts follow those before.
    pub(super) fn add(&mut self, parts: &str) {
        let mut html = std::mem::take(&mut self.html);
        self.push_seam(&mut html, parts);
        html.push_str(parts);
        self.html = html;
    }

    fn push_seam(&self, html: &mut String, next: &str) {
        if self.kind.is_text() && !html.is_empty() && !next.is_empty() {
            html.push(SEAM);
        }
    }

    /// Finds the parts in HTML that was read behind the carry. `None` where the block is no longer
    /// what it was.
    pub(super) fn inside<'h>(&self, written: &'h Written) -> Option<Inside<'h>> {
        let html = &*written.html;
        let only = written.is_one.then(|| self.only_inside(html)).flatten();
        let Some(inside) = only.or_else(|| inside(self.kind, html)) else {
            return self.nothing_inside(html);
        };
        if inside.opening != self.opening {
            return None;
        }
        let Kind::List(spacing) = self.kind else {
            return Some(inside);
        };
        let parts = inside.parts.strip_prefix(spacing.probe())?;
        Some(Inside { parts, ..inside })
    }

    /// Finds them where nothing stands behind the block.
    fn only_inside<'h>(&self, html: &'h str) -> Option<Inside<'h>> {
        let parts = html.strip_prefix(&*self.opening)?;
        let parts = parts.strip_suffix(&*self.closing)?;
        Some(Inside {
            opening: &html[..self.opening.len()],
            parts,
            closing: &html[html.len() - self.closing.len()..],
            behind: "",
        })
    }

    /// A table without rows has no body, and a paragraph without text is not written.
    fn nothing_inside<'h>(&self, html: &'h str) -> Option<Inside<'h>> {
        let behind = match self.kind {
            Kind::Table => {
                let head = self.opening.strip_suffix(TABLE_BODY)?;
                let closing = self.closing.strip_prefix(TABLE_BODY_END)?;
                html.strip_prefix(head)?.strip_prefix(closing)?
            }
            Kind::Paragraph if html.is_empty() => html,
            _ => return None,
        };
        Some(Inside {
            opening: "",
            parts: "",
            closing: "",
            behind,
        })
    }
}

/// Finds the parts in the HTML of a block and those behind.
pub(super) fn inside(kind: Kind, html: &str) -> Option<Inside<'_>> {
    let tree = Tree::new(html);
    let roots = tree.roots();
    let block = *roots.first()?;
    let holder = kind
        .path()
        .iter()
        .try_fold(block, |at, index| tree.children(at).get(*index).copied())?;
    let is_expected = match kind {
        Kind::List(_) => tree.tag(holder).starts_with("<ul") || tree.tag(holder).starts_with("<ol"),
        Kind::Table => tree.tag(holder) == TABLE_BODY,
        Kind::Fence => tree.tag(holder).starts_with("<code"),
        Kind::Paragraph => tree.tag(holder).starts_with("<p "),
    };
    if !is_expected {
        return None;
    }
    let parts = tree.inner(holder);
    let end = tree.end(block);
    Some(Inside {
        opening: &html[..parts.start],
        closing: &html[parts.end..end],
        behind: &html[end..],
        parts: &html[parts],
    })
}

impl Kind {
    /// From the block's node to the one whose children the parts are.
    pub(super) fn path(self) -> &'static [usize] {
        match self {
            Self::List(_) | Self::Paragraph => &[],
            Self::Table => &[0, 1],
            Self::Fence => &[0],
        }
    }
}

impl Kind {
    /// Whether the parts are texts, which the page would join.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Fence | Self::Paragraph)
    }
}

impl Spacing {
    /// The spacing of a list whose first item is the carry's.
    pub(super) fn of_probe(items: &str) -> Option<Self> {
        [Self::Tight, Self::Loose]
            .into_iter()
            .find(|spacing| items.starts_with(spacing.probe()))
    }

    /// The carry's item.
    pub(super) fn probe(self) -> &'static str {
        match self {
            Self::Tight => "<li>x</li>",
            Self::Loose => "<li><p>x</p></li>",
        }
    }
}

/// What stands before later items so that they are items of the same list.
///
/// Its text stands four spaces in, so that items indented up to three columns stay items.
pub(super) fn list_carry(list: &str, spacing: Spacing) -> Option<String> {
    let list = list.trim_start();
    let digits = list.bytes().take_while(u8::is_ascii_digit).count();
    let marker = list.get(..digits + 1)?;
    let end = match spacing {
        Spacing::Tight => "\n",
        Spacing::Loose => "\n\n",
    };
    Some([marker, "    ", PROBE, end].concat())
}

/// The first lines of a block.
pub(super) fn first_lines(block: &str, count: usize) -> Option<&str> {
    let end = memchr::memchr_iter(b'\n', block.as_bytes()).nth(count - 1)?;
    Some(&block[..=end])
}
