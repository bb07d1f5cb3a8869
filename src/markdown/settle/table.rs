//! A table's header before its second line: that line is made.

use super::Settled;
use super::leaf::{Place, Tail};
use super::line;

/// A header, and the line that makes it one.
#[derive(Debug)]
pub(super) struct Header {
    /// Where its line ends.
    pub(super) end: usize,
    /// A line end and the second line; empty where there is no header.
    pub(super) made: String,
}

impl Header {
    pub(super) fn none() -> Self {
        Self {
            end: 0,
            made: String::new(),
        }
    }

    /// What was kept and closed, with the second line behind it.
    pub(super) fn settled(&self, keep: usize, closers: &str) -> Settled {
        Settled {
            keep,
            suffix: [closers, &self.made].concat(),
        }
    }
}

/// The header that the inlines may be: their last line begins with a pipe. One without cannot be
/// told from any other line.
pub(super) fn header(text: &str, tail: &Tail, place: Place) -> Option<Header> {
    if place != Place::Paragraph {
        return None;
    }
    let end = tail.run_end(text);
    let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
    let whole = &text[start..end];
    let row = line::content(whole).rest;
    let cells = row.strip_prefix('|')?;
    let mut made = String::from("\n");
    // In its container, but no other item.
    let prefix = whole[..whole.len() - row.len()].chars();
    made.extend(prefix.map(|c| match c {
        '>' | '\t' => c,
        _ => ' ',
    }));
    made.push('|');
    for _ in 0..columns(cells) {
        made.push_str("---|");
    }
    Some(Header { end, made })
}

/// How many cells stand behind a row's first pipe.
fn columns(cells: &str) -> usize {
    let mut columns = 1;
    let mut is_escaped = false;
    for byte in cells.bytes() {
        match byte {
            b'|' if !is_escaped => columns += 1,
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    match cells.ends_with('|') && columns > 1 {
        true => columns - 1,
        false => columns,
    }
}
