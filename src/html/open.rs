//! The blocks that are open: where those of a flow begin and end, and how deep containers go.

use pulldown_cmark::HeadingLevel;

use crate::policy;

use super::marks::Direction;
use super::writer::Writer;
use super::{Block, BlockKind};

/// Elements that a container adds to the depth: a quote itself, a list and its item.
pub(super) const QUOTE_LEVELS: usize = 1;
pub(super) const LIST_LEVELS: usize = 2;

/// What is open in a flow.
#[derive(Default)]
pub(super) struct OpenTags {
    /// Open blocks; 0 between the flow's top-level blocks.
    depth: usize,
    block_start: usize,
    pub(super) block_kind: BlockKind,
    pub(super) containers: Vec<Open>,
    written_containers: usize,
    pub(super) inlines: Vec<Open>,
    pub(super) written_inlines: usize,
}

/// An open container or inline.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Open {
    /// Too deep, or a link that may not be one: no tag was written.
    Unwritten,
    Tag,
    Link,
}

impl Writer<'_> {
    pub(super) fn begin_block(&mut self) {
        self.sweep.end_run();
        if self.open.depth == 0 {
            self.open.block_start = self.out.len();
            self.open.block_kind = BlockKind::Written;
        }
        self.open.depth += 1;
    }

    pub(super) fn close_block(&mut self, tag: &str) {
        self.sweep.end_run();
        self.out.push_str(tag);
        self.end_block();
    }

    pub(super) fn end_block(&mut self) {
        self.open.depth = self.open.depth.saturating_sub(1);
        if self.open.depth == 0 {
            self.page.flows[self.flow].blocks.push(Block {
                html: self.open.block_start..self.out.len(),
                kind: self.open.block_kind,
            });
        }
    }

    pub(super) fn direction(&self) -> Direction {
        match self.open.depth {
            1 => Direction::Auto,
            _ => Direction::Inherited,
        }
    }

    pub(super) fn push_block_tag(&mut self, name: &str) {
        self.out.push('<');
        self.out.push_str(name);
        self.out.push_str(self.direction().attribute());
        self.out.push('>');
    }

    pub(super) fn heading_level(&self, level: HeadingLevel) -> &'static str {
        const LEVELS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
        let level = level as usize + usize::from(self.options.heading_base) - 1;
        LEVELS[level.clamp(1, 6) - 1]
    }

    pub(super) fn start_text_block(&mut self, name: &str) {
        self.begin_block();
        let start = self.out.len();
        self.push_block_tag(name);
        self.text_tag = start..self.out.len();
    }

    /// A paragraph or heading without content is not written: an empty heading heads nothing.
    pub(super) fn end_text_block(&mut self, name: &str) {
        if self.out.len() == self.text_tag.end {
            self.out.truncate(self.text_tag.start);
            return self.close_block("");
        }
        self.out.push_str("</");
        self.out.push_str(name);
        self.close_block(">");
    }

    /// Opens a container of so many levels: a list has one more than a quote, its item.
    pub(super) fn open_container(&mut self, levels: usize) -> Open {
        let written = self.open.written_containers + levels;
        let open = match written <= policy::MOST_CONTAINER_DEPTH {
            true => Open::Tag,
            false => Open::Unwritten,
        };
        if open == Open::Tag {
            self.open.written_containers = written;
        }
        self.open.containers.push(open);
        open
    }

    pub(super) fn close_container(&mut self, levels: usize, tag: &'static str) -> &'static str {
        if self.open.containers.pop() != Some(Open::Tag) {
            return "";
        }
        self.open.written_containers -= levels;
        tag
    }
}
