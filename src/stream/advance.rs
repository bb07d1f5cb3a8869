//! How far a document is final: whole blocks become chunks, a long block gets finished parts.

use crate::markdown::{self, Links, UnitKind, Units};

use super::document::{Document, News};
use super::growing::{self, Growing, Kind, Spacing};
use super::part::{Context, Written};
use super::pieces;

/// The block is no longer what it was when its first parts were finished.
struct Changed;

impl Document {
    /// Looks at the complete lines that are not final yet.
    pub(super) fn advance(&mut self, context: &Context<'_>, news: &mut News) {
        loop {
            let (carry, from) = match &self.growing {
                Some(growing) => (growing.carry.clone(), growing.done),
                None => (String::new(), self.cut),
            };
            let end = self.text.rfind('\n').map_or(0, |end| end + 1);
            if end <= from {
                return;
            }
            let lines = [&*carry, &self.text[from..end]].concat();
            let units = markdown::units(&lines);
            let cut = units.cut(&lines);
            if self
                .finish(&lines, carry.len(), &units, cut, context, news)
                .is_ok()
            {
                self.grow(&lines, &units, context, news);
                return;
            }
            self.reset(news);
        }
    }

    /// The pieces of the lines up to `cut` are final.
    fn finish(
        &mut self,
        lines: &str,
        carry: usize,
        units: &Units,
        cut: usize,
        context: &Context<'_>,
        news: &mut News,
    ) -> Result<(), Changed> {
        let from = match &self.growing {
            Some(growing) => growing.done,
            None => self.cut,
        };
        let mut pieces = units.pieces(lines, cut).into_iter();
        while let Some(mut piece) = pieces.next() {
            let mut written = context.write(&lines[piece.clone()], &self.known);
            // Twice as many each time: what stays open for long is not read again for each block.
            let mut more = 1;
            while written.may_join_more && self.growing.is_none() {
                let Some(last) = pieces.by_ref().take(more).last() else {
                    return Ok(());
                };
                more *= 2;
                piece.end = last.end;
                written = context.write(&lines[piece.clone()], &self.known);
            }
            let end = from + piece.end - carry;
            match self.growing.is_some() {
                true => {
                    let (parts, behind) = self.parts(&written).ok_or(Changed)?;
                    if !behind.is_empty() {
                        return Err(Changed);
                    }
                    self.finish_growing(end, &parts, written, news);
                }
                false => self.finish_block(end, written),
            }
        }
        Ok(())
    }

    fn finish_block(&mut self, end: usize, mut written: Written) {
        let definitions = std::mem::take(&mut written.links.definitions);
        self.add_chunk(self.cut..end, written);
        self.define(definitions);
        self.cut = end;
    }

    /// The growing block is whole, and a chunk.
    fn finish_growing(&mut self, end: usize, parts: &str, written: Written, news: &mut News) {
        let Some(growing) = self.growing.take() else {
            return;
        };
        news.parts.push_str(parts);
        let mut spent = growing.spent;
        spent.add(written.spent);
        let definitions = written.links.definitions;
        let whole = Written {
            html: growing.shown(&news.parts),
            links: Links {
                asked: [&*growing.asked, &written.links.asked].concat(),
                definitions: Vec::new(),
            },
            spent,
            ..Written::default()
        };
        news.whole = Some(growing);
        self.add_chunk(self.cut..end, whole);
        self.define(definitions);
        self.cut = end;
    }

    /// What stands in the growing block, and behind it.
    fn parts(&self, written: &Written) -> Option<(String, String)> {
        let is_plain = !written.begins_raw && written.notes.is_empty();
        let growing = self.growing.as_ref().filter(|_| is_plain)?;
        let inside = growing.inside(written)?;
        Some((inside.parts.to_owned(), inside.behind.to_owned()))
    }

    /// No text follows: all that is left is final.
    pub(super) fn finish_all(&mut self, context: &Context<'_>, news: &mut News) {
        self.reset(news);
        let source = self.tail(context).into_owned();
        if !source.is_empty() {
            let written = context.write(&source, &self.known);
            self.finish_block(self.text.len(), written);
        }
    }

    /// A long block that is the only one left is reused in parts.
    fn grow(
        &mut self,
        lines: &str,
        units: &Units,
        context: &Context<'_>,
        news: &mut News,
    ) -> Option<()> {
        let end = self.text.rfind('\n')? + 1;
        let (start, least) = match &self.growing {
            Some(growing) if growing.kind.is_text() => {
                (0, growing.carry.len() + context.lengths.part)
            }
            Some(_) => (0, 0),
            None => (lines.len() - (end - self.cut), context.lengths.block),
        };
        let unit = units.only_from(start)?;
        let is_all = units.ends_with(unit, lines);
        let lines = &lines[start..];
        let has_formulas = context.options.math && markdown::may_hold_formulas(lines);
        if lines.len() < least || has_formulas {
            return None;
        }
        let inner = units.inner.iter().filter_map(|at| at.checked_sub(start));
        let inner: Vec<usize> = inner.collect();
        let block = lines.get(unit.start.saturating_sub(start)..)?;
        match unit.kind {
            UnitKind::List => self.grow_list(lines, &inner, context, news),
            UnitKind::Table if is_all => {
                let carry = growing::first_lines(block, 2)?;
                self.grow_by_lines(Kind::Table, carry, lines, context, news)
            }
            UnitKind::Fence if inner.last() == Some(&lines.len()) => {
                let carry = growing::first_lines(block, 1)?;
                self.grow_by_lines(Kind::Fence, carry, lines, context, news)
            }
            _ => None,
        }
    }

    /// Whether a place to part the last paragraph is looked for once the text is so long.
    pub(super) fn is_parted_at(&self, end: usize, context: &Context<'_>) -> bool {
        let (from, least) = match &self.growing {
            None => (self.cut, context.lengths.block),
            Some(growing) if growing.kind == Kind::Paragraph => {
                (growing.done, context.lengths.part)
            }
            Some(_) => return false,
        };
        end - from >= least && end >= self.part_at && self.unparted != Some(self.cut)
    }

    /// A long paragraph is final up to a space that no markup reaches over.
    pub(super) fn part_paragraph(&mut self, context: &Context<'_>, news: &mut News) -> Option<()> {
        let end = self.text.len();
        if !self.is_parted_at(end, context) {
            return None;
        }
        let from = match &self.growing {
            None => self.cut,
            Some(growing) => growing.done,
        };
        // Where there is no place now, there may be none for long.
        self.part_at = end + (end - from) / 4;
        let rest = &self.text[from..];
        let space = markdown::clean_space(rest)?;
        if context.options.math && markdown::may_hold_formulas(&rest[..space]) {
            return None;
        }
        let written = context.write(&rest[..space], &self.known);
        if !may_grow(&written) {
            return None;
        }
        let inside = growing::inside(Kind::Paragraph, &written.html)?;
        let parts = [inside.parts, " "].concat();
        match &mut self.growing {
            Some(growing) => {
                growing.done += space + 1;
                growing.asked.extend(written.links.asked);
                growing.spent.add(written.spent);
                news.parts.push_str(&parts);
            }
            None => {
                self.growing = Some(Growing {
                    kind: Kind::Paragraph,
                    done: from + space + 1,
                    carry: String::new(),
                    opening: inside.opening.to_owned(),
                    closing: inside.closing.to_owned(),
                    html: parts,
                    asked: written.links.asked,
                    spent: written.spent,
                });
                news.opened = true;
            }
        }
        Some(())
    }

    /// All items but the last are final.
    fn grow_list(
        &mut self,
        lines: &str,
        items: &[usize],
        context: &Context<'_>,
        news: &mut News,
    ) -> Option<()> {
        let last = *items.last()?;
        if items.len() < 2 {
            return None;
        }
        if self.growing.is_none() {
            // Behind a carry the spacing shows.
            let carry = growing::list_carry(&lines[items[0]..], Spacing::Tight)?;
            let written = context.write(&[&*carry, lines].concat(), &self.known);
            let inside = growing::inside(Kind::List(Spacing::Tight), &written.html)?;
            let spacing = Spacing::of_probe(inside.parts)?;
            let parts = inside.parts.strip_prefix(spacing.probe())?;
            let parts = without_last(parts, items.len())?;
            if !may_grow(&written) {
                return None;
            }
            self.growing = Some(Growing {
                kind: Kind::List(spacing),
                done: self.cut + last,
                carry: growing::list_carry(&lines[items[0]..], spacing)?,
                opening: inside.opening.to_owned(),
                html: parts.to_owned(),
                closing: inside.closing.to_owned(),
                asked: written.links.asked,
                spent: written.spent,
            });
            news.opened = true;
            return Some(());
        }
        let written = context.write(lines, &self.known);
        if !may_grow(&written) {
            return None;
        }
        let growing = self.growing.as_mut()?;
        let inside = growing.inside(&written)?;
        // The carry has an item too.
        let parts = without_last(inside.parts, items.len() - 1)?;
        news.parts.push_str(parts);
        growing.done += last - growing.carry.len();
        growing.asked.extend(written.links.asked);
        growing.spent.add(written.spent);
        Some(())
    }

    /// All complete lines are final.
    fn grow_by_lines(
        &mut self,
        kind: Kind,
        carry: &str,
        lines: &str,
        context: &Context<'_>,
        news: &mut News,
    ) -> Option<()> {
        let end = self.text.rfind('\n')? + 1;
        let written = context.write(lines, &self.known);
        if !may_grow(&written) {
            return None;
        }
        match &mut self.growing {
            Some(growing) => {
                news.parts.push_str(growing.inside(&written)?.parts);
                growing.done = end;
                growing.asked.extend(written.links.asked);
                growing.spent.add(written.spent);
            }
            None => {
                let inside = growing::inside(kind, &written.html)?;
                self.growing = Some(Growing {
                    kind,
                    done: end,
                    carry: carry.to_owned(),
                    opening: inside.opening.to_owned(),
                    html: inside.parts.to_owned(),
                    closing: inside.closing.to_owned(),
                    asked: written.links.asked,
                    spent: written.spent,
                });
                news.opened = true;
            }
        }
        Some(())
    }
}

/// Whether a block can be reused in parts: what it defines or opens may reach over all of it.
fn may_grow(written: &Written) -> bool {
    !written.begins_raw && written.notes.is_empty() && written.links.definitions.is_empty()
}

/// So many siblings but the last.
fn without_last(siblings: &str, count: usize) -> Option<&str> {
    let mut roots = pieces::roots(siblings);
    let last = roots.nth(count.checked_sub(1)?)?;
    roots.next().is_none().then(|| &siblings[..last])
}
