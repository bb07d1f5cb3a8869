//! Blocks whose content is no inline run: code and raw HTML.

use std::ops::Range;

use pulldown_cmark::CodeBlockKind;

use crate::policy;

use super::sweep::Spot;
use super::writer::Writer;
use super::{BlockKind, push_text, raw};

impl Writer<'_> {
    /// Code reads from its own first letter, wherever it stands.
    pub(super) fn start_code_block(&mut self, kind: &CodeBlockKind<'_>) {
        self.begin_block();
        self.sweep.hold();
        // Where a page lets long lines scroll, a keyboard must reach them.
        self.out.push_str("<pre dir=\"auto\" tabindex=\"0\"><code");
        if let CodeBlockKind::Fenced(info) = kind {
            let language = info.split_whitespace().next().unwrap_or_default();
            let class = format!("{}{language}", policy::LANGUAGE_CLASS);
            if policy::is_kept_class(&class) {
                self.out.push_str(" class=\"");
                self.out.push_str(&class);
                self.out.push('"');
            }
        }
        self.out.push('>');
        self.code_block = Some(self.out.len());
    }

    pub(super) fn code_block_text(&mut self, text: &str, range: &Range<usize>) {
        self.sweep.text(text, range, &mut self.cuts);
        push_text(&mut self.out, text);
    }

    /// A marker goes behind all the code, its blank lines too.
    pub(super) fn end_code_block(&mut self, range: &Range<usize>) {
        if let Some(start) = self.code_block.take() {
            self.visible(range.end, start);
        }
        self.sweep.release(range.end);
    }

    /// A block of raw HTML is one atom: what it supports cannot be told more closely than that.
    pub(super) fn end_html_block(&mut self, range: &Range<usize>) {
        let Some(html) = self.html_block.take() else {
            return;
        };
        let start = self.out.len();
        // The block's last line end is Markdown's, not the reader's.
        self.raw(html.trim_end());
        if let Some(end) = raw::end_of_text(&self.out[start..]) {
            self.sweep.atom(range.start);
            let spot = Spot {
                flow: self.flow,
                offset: start + end,
            };
            self.sweep.atom_written(range.end, spot);
        }
    }

    pub(super) fn raw(&mut self, html: &str) {
        if raw::push(&mut self.out, html, self.options.heading_base) == raw::Kind::Raw {
            self.open.block_kind = BlockKind::Raw;
        }
    }
}
