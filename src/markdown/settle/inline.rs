//! What is open in the inlines of the last leaf.

use std::ops::Range;

use crate::options::Options;
use crate::policy;

use super::Settled;
use super::brackets::Brackets;
use super::formula::Formulas;
use super::leaf::{Piece, PieceKind, Tail};
use super::markup::{self, Beginning};

use super::super::emphasis;

/// What a leaf came to.
#[derive(Debug)]
pub(super) enum Found {
    /// Cut there, and read again what is left.
    Cut(usize),
    Settled(Settled),
}

/// What is open in a leaf.
#[derive(Debug)]
pub(super) enum Scan {
    /// From there on it may still become anything.
    Undecided(usize),
    /// Marks that are likely to be closed, in order.
    Open(Vec<Mark>),
}

/// A row of one character that opens something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    range: Range<usize>,
    byte: u8,
}

/// What closes the marks behind a text, the innermost first.
pub(super) fn closers(text: &str, open: &[Mark]) -> String {
    let mut closers = String::new();
    for Mark { range, byte } in open.iter().rev() {
        // Backticks in code would be one row with those that close it.
        if *byte == b'`' && text.ends_with('`') {
            closers.push(' ');
        }
        closers.extend(range.clone().map(|_| char::from(*byte)));
    }
    closers
}

/// Looks through the inlines at the end of `whole[..end]`.
pub(super) fn scan(whole: &str, end: usize, tail: &Tail, options: &Options) -> Scan {
    let mut scanner = Scanner {
        text: &whole[..end],
        whole_bytes: whole.len(),
        options,
        emphasis_depth: 0,
        link_depth: 0,
        text_end: 0,
        brackets: Brackets::default(),
        formulas: Formulas::default(),
        tag: None,
        marks: Vec::new(),
        code: None,
    };
    for piece in &tail.run {
        scanner.take(piece);
        if scanner.code.is_some() {
            break;
        }
    }
    scanner.result()
}

struct Scanner<'a> {
    text: &'a str,
    /// How long the text is with what was cut already: that waits too.
    whole_bytes: usize,
    options: &'a Options,
    emphasis_depth: usize,
    link_depth: usize,
    /// Where the last text ended.
    text_end: usize,
    brackets: Brackets,
    formulas: Formulas,
    /// The first tag that has no end yet.
    tag: Option<usize>,
    /// Rows of emphasis marks that were read as text.
    marks: Vec<Mark>,
    /// The first row of backticks without another: everything behind it is code.
    code: Option<Mark>,
}

impl Scanner<'_> {
    fn take(&mut self, piece: &Piece) {
        match piece.kind {
            PieceKind::EmphasisStart => self.emphasis_depth += 1,
            PieceKind::EmphasisEnd => self.emphasis_depth = self.emphasis_depth.saturating_sub(1),
            PieceKind::LinkStart | PieceKind::ShortcutStart => {
                if piece.kind == PieceKind::ShortcutStart && self.link_depth == 0 {
                    self.brackets.pair(piece.range.start, piece.range.end - 1);
                }
                self.link_depth += 1;
            }
            PieceKind::LinkEnd => self.link_depth = self.link_depth.saturating_sub(1),
            PieceKind::Text if self.link_depth == 0 => self.text(&piece.range),
            PieceKind::Text | PieceKind::Break | PieceKind::Atom => {}
        }
    }

    fn text(&mut self, range: &Range<usize>) {
        let text_end = std::mem::replace(&mut self.text_end, range.end);
        let bytes = self.text.as_bytes();
        let end = range.end.min(bytes.len());
        let mut at = range.start;
        // A backslash that is shown stands in a text itself.
        if at > text_end && bytes[at - 1] == b'\\' {
            if self.options.math
                && let Some(bracket @ (b'(' | b')' | b'[' | b']')) = bytes.get(at)
            {
                self.formulas.bracket(at - 1, *bracket);
            }
            at += 1;
        }
        while at < end {
            match bytes[at] {
                byte @ (b'*' | b'_' | b'~' | b'`') => {
                    let row = row(bytes, at, end);
                    at = row.end;
                    let mark = Mark { range: row, byte };
                    if byte == b'`' {
                        self.code = Some(mark);
                        return;
                    }
                    // What is inside an emphasis that ended can end no more.
                    if self.emphasis_depth == 0 {
                        self.marks.push(mark);
                    }
                    continue;
                }
                b'[' => self.brackets.open(at),
                b']' => self.brackets.close(at),
                b'$' if self.options.math => self.formulas.dollar(at),
                b'<' if self.tag.is_none()
                    && markup::beginning(&self.text[at..]) == Beginning::Unfinished =>
                {
                    self.tag = Some(at);
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn result(self) -> Scan {
        let undecided = self
            .brackets
            .undecided(self.text, self.whole_bytes)
            .into_iter()
            .chain(self.formulas.undecided(self.text, self.whole_bytes))
            .chain(self.tag)
            .min();
        if let Some(at) = undecided {
            return Scan::Undecided(at);
        }
        let is_open = |mark: &Mark| emphasis::is_likely_open(self.text, &mark.range);
        let open = self.marks.into_iter().filter(is_open);
        let mut open: Vec<Mark> = open.take(policy::MOST_INLINE_DEPTH + 1).collect();
        // Nobody nests so deep: the marks mean something else.
        if open.len() > policy::MOST_INLINE_DEPTH {
            open.clear();
        }
        open.extend(self.code);
        Scan::Open(open)
    }
}

fn row(bytes: &[u8], start: usize, end: usize) -> Range<usize> {
    let same = bytes[start..end]
        .iter()
        .take_while(|byte| **byte == bytes[start]);
    start..start + same.count()
}
