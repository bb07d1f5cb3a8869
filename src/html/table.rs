//! Tables: head, body, alignment.

use std::ops::Range;

use pulldown_cmark::{Alignment, Tag, TagEnd};

/// The table that is being written.
#[derive(Debug)]
pub(super) struct Table {
    alignments: Vec<Alignment>,
    part: Part,
    column: usize,
    /// Where the open cell's tag begins and ends.
    cell: Range<usize>,
    /// Cells that no source stands for and that may still be written. A wide head over many short
    /// rows would otherwise make a page of them.
    fillers_left: usize,
}

pub(super) fn fillers_limit(text_bytes: usize) -> usize {
    text_bytes / 2
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Head,
    BeforeBody,
    Body,
}

impl Table {
    pub(super) fn new(text_bytes: usize) -> Self {
        Self {
            alignments: Vec::new(),
            part: Part::Head,
            column: 0,
            cell: 0..0,
            fillers_left: fillers_limit(text_bytes),
        }
    }

    /// Lets all fillers be written, and counts them.
    pub(super) fn unbound(&mut self) {
        self.fillers_left = usize::MAX;
    }

    pub(super) fn fillers_spent(&self) -> usize {
        usize::MAX - self.fillers_left
    }

    pub(super) fn start(&mut self, alignments: Vec<Alignment>) {
        self.alignments = alignments;
        self.part = Part::Head;
    }

    pub(super) fn open(&mut self, out: &mut String, tag: &Tag<'_>) {
        match tag {
            Tag::TableHead => {
                self.column = 0;
                out.push_str("<thead><tr>");
            }
            Tag::TableRow => {
                self.column = 0;
                if self.part == Part::BeforeBody {
                    self.part = Part::Body;
                    out.push_str("<tbody>");
                }
                out.push_str("<tr>");
            }
            _ => {
                let start = out.len();
                out.push_str(self.cell_tag("<td", "<th"));
                out.push_str(match self.alignments.get(self.column) {
                    Some(Alignment::Left) => " align=\"left\">",
                    Some(Alignment::Center) => " align=\"center\">",
                    Some(Alignment::Right) => " align=\"right\">",
                    _ => ">",
                });
                self.cell = start..out.len();
                self.column += 1;
            }
        }
    }

    pub(super) fn close(&mut self, out: &mut String, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::TableHead => {
                self.part = Part::BeforeBody;
                out.push_str("</tr></thead>");
            }
            TagEnd::TableRow => out.push_str("</tr>"),
            _ => {
                let is_filler = range.is_empty() && out.len() == self.cell.end;
                if is_filler && self.fillers_left == 0 {
                    out.truncate(self.cell.start);
                    return;
                }
                self.fillers_left -= usize::from(is_filler);
                // The corner over a column of names heads nothing.
                if self.part == Part::Head && out.len() == self.cell.end {
                    let name = self.cell.start + 1..self.cell.start + 3;
                    out.replace_range(name, "td");
                    return out.push_str("</td>");
                }
                out.push_str(self.cell_tag("</td>", "</th>"));
            }
        }
    }

    pub(super) fn end(&self) -> &'static str {
        match self.part {
            Part::Body => "</tbody></table></div>",
            Part::Head | Part::BeforeBody => "</table></div>",
        }
    }

    fn cell_tag(&self, in_body: &'static str, in_head: &'static str) -> &'static str {
        match self.part {
            Part::Head => in_head,
            Part::BeforeBody | Part::Body => in_body,
        }
    }
}
