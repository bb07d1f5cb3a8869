//! What stands inside a block: text, code, links, references, images.

use std::ops::Range;

use pulldown_cmark::LinkType;

use crate::link::{self, Link, Target};
use crate::policy;

use super::joining;
use super::marks::{self, INSERT};
use super::open::Open;
use super::sweep::Spot;
use super::writer::Writer;
use super::{Insert, push_attribute, push_text};

impl Writer<'_> {
    pub(super) fn text(&mut self, text: &str, range: &Range<usize>) {
        if self.sweep.is_done() {
            return push_text(&mut self.out, text);
        }
        let start = self.out.len();
        let mut done = 0;
        if self.sweep.text(text, range, &mut self.cuts) {
            for index in 0..self.cuts.len() {
                let cut = self.cuts[index];
                push_text(&mut self.out, &text[done..cut.at]);
                done = cut.at;
                let spot = self.spot_after(start);
                self.sweep.note(cut, spot);
            }
        }
        // A marker never stands after a space, so what counts as visible ends before it.
        let visible_end = joining::visible(text).len();
        if done < visible_end {
            push_text(&mut self.out, &text[done..visible_end]);
            done = visible_end;
        }
        self.visible(range.end, start);
        push_text(&mut self.out, &text[done..]);
    }

    /// Tells the sweep of text written since `start` that ends at `end` in the source, if any of it
    /// can be seen.
    pub(super) fn visible(&mut self, end: usize, start: usize) {
        if let Some(spot) = self.spot_after(start) {
            self.sweep.written(end, spot);
        }
    }

    /// White space alone is nothing to see: in a table, html5ever would move a placeholder behind it
    /// and the space with it.
    fn spot_after(&self, start: usize) -> Option<Spot> {
        let written = &self.out[start..];
        let first = written.as_bytes().first();
        let is_visible = first.is_some_and(|byte| byte.is_ascii_alphanumeric())
            || shows(written, |_insert| true);
        is_visible.then_some(Spot {
            flow: self.flow,
            offset: self.out.len(),
        })
    }

    pub(super) fn code(&mut self, code: &str, range: &Range<usize>) {
        self.sweep.atom(range.start);
        self.out.push_str("<code>");
        let start = self.out.len();
        push_text(&mut self.out, code);
        self.atom_written(range, start);
        self.out.push_str("</code>");
    }

    pub(super) fn formula(&mut self, class: &str, formula: &str, range: &Range<usize>) {
        self.sweep.atom(range.start);
        self.out.push_str("<code class=\"");
        self.out.push_str(class);
        self.out.push_str("\">");
        let start = self.out.len();
        push_text(&mut self.out, formula);
        self.atom_written(range, start);
        self.out.push_str("</code>");
    }

    fn atom_written(&mut self, range: &Range<usize>, start: usize) {
        if let Some(spot) = self.spot_after(start) {
            self.sweep.atom_written(range.end, spot);
        }
    }

    pub(super) fn note_reference(&mut self, label: &str, range: &Range<usize>) {
        let flow = self.note_flow(label);
        self.sweep.atom(range.start);
        let start = self.out.len();
        self.insert(Insert::NoteReference { flow });
        self.atom_written(range, start);
    }

    pub(super) fn insert(&mut self, insert: Insert) {
        marks::push_placeholder(&mut self.out, INSERT, self.page.inserts.len());
        self.page.inserts.push(insert);
    }

    /// The image that was read so far ends: it is shown as text, or from a host that is allowed.
    pub(super) fn end_image(&mut self, range: &Range<usize>) {
        let Some(image) = self.image.take() else {
            return;
        };
        self.sweep.atom(range.start);
        let start = self.out.len();
        match image.allowed(&self.options.image_hosts) {
            Some(insert) => self.insert(insert),
            None => push_text(&mut self.out, &image.as_text()),
        }
        self.atom_written(range, start);
    }

    pub(super) fn open_inline(&mut self, tag: &str) {
        self.sweep.break_off();
        let open = if self.open.written_inlines < policy::MOST_INLINE_DEPTH {
            self.open.written_inlines += 1;
            self.out.push_str(tag);
            Open::Tag
        } else {
            Open::Unwritten
        };
        self.open.inlines.push(open);
    }

    pub(super) fn close_inline(&mut self, tag: &str) {
        if self.open.inlines.pop() != Some(Open::Unwritten) {
            self.open.written_inlines -= 1;
            self.out.push_str(tag);
        }
    }

    pub(super) fn start_link(&mut self, link_type: LinkType, url: &str, title: &str) {
        self.sweep.hold();
        let is_affordable = !is_copied(link_type) || self.afford(url.len() + title.len());
        // HTML knows no link in a link; the outermost is the one.
        let has_room = self.open.written_inlines < policy::MOST_INLINE_DEPTH
            && !self.open.inlines.contains(&Open::Link);
        // The parser gives the bare address.
        let mail = (link_type == LinkType::Email).then(|| format!("mailto:{url}"));
        let url = mail.as_deref().unwrap_or(url);
        let open = match link::check(url).filter(|_| is_affordable && has_room) {
            Some(link) => {
                self.open.written_inlines += 1;
                let start = self.out.len();
                push_link(&mut self.out, &link, title);
                self.link_tag = start..self.out.len();
                Open::Link
            }
            None => Open::Unwritten,
        };
        self.open.inlines.push(open);
    }

    /// A link without anything to click is not written.
    pub(super) fn close_link(&mut self) {
        // A reference to a note moves out of links.
        let inserts = &self.page.inserts;
        let stays = |index| !inserts.get(index).is_some_and(Insert::is_link);
        if self.open.inlines.last() == Some(&Open::Link)
            && !shows(&self.out[self.link_tag.end..], stays)
        {
            self.out.drain(self.link_tag.clone());
            self.close_inline("");
        } else {
            self.close_inline("</a>");
        }
    }

    /// An image's address is copied out of its definition too; shown is little of it.
    pub(super) fn note_copied(&mut self, link_type: LinkType, url: &str, title: &str) {
        if is_copied(link_type) {
            self.afford(url.len() + title.len());
        }
    }

    fn afford(&mut self, bytes: usize) -> bool {
        let left = self.expansion_left.checked_sub(bytes);
        self.expansion_left = left.unwrap_or(0);
        left.is_some()
    }
}

/// Whether the target stands elsewhere, once for many links.
fn is_copied(link_type: LinkType) -> bool {
    matches!(
        link_type,
        LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut
    )
}

/// Whether a reader sees anything of HTML that the writer wrote; of an insert, if it counts.
fn shows(html: &str, counts: impl Fn(usize) -> bool) -> bool {
    const SPACE: &str = "&nbsp;";
    let mut rest = html;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '<' => rest.find('>').map_or(rest.len(), |end| end + 1),
            '&' if rest.starts_with(SPACE) => SPACE.len(),
            INSERT => match marks::read_placeholder(rest) {
                Some((_, index, length)) if !counts(index) => length,
                _ => return true,
            },
            _ if policy::is_visible(c) => return true,
            _ => c.len_utf8(),
        };
        rest = &rest[length..];
    }
    false
}

/// Opens a link that was checked.
pub(crate) fn push_link(out: &mut String, link: &Link<'_>, title: &str) {
    out.push_str("<a href=\"");
    push_attribute(out, &link.href);
    out.push('"');
    if matches!(link.target, Target::Page { .. }) {
        marks::push_tab_attributes(out);
    }
    if !title.is_empty() {
        out.push_str(" title=\"");
        push_attribute(out, clip(title));
        out.push('"');
    }
    out.push('>');
}

/// An attribute's value, cut where it is longer than anything a reader can see.
pub(super) fn clip(value: &str) -> &str {
    let mut end = value.len().min(policy::MOST_ATTRIBUTE_BYTES);
    while !value.is_char_boundary(end) {
        end -= 1;
    }
    &value[..end]
}
