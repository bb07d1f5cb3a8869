//! The top-level blocks of a text that grows, and how far they are final.
//!
//! The rules were found by comparing with a full parse after every character of generated texts;
//! each one that looks odd is there because a text broke what came without it.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use super::EXTENSIONS;

/// A top-level block, or definitions of links outside of any.
#[derive(Debug)]
pub(crate) struct Unit {
    /// Where its first line begins; what stands between it and the unit before belongs to it, if that
    /// is more than blank lines.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: UnitKind,
    /// Where its own text begins, in its first line.
    text_start: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnitKind {
    Paragraph,
    Heading,
    Underlined,
    Rule,
    Table,
    Quote,
    List,
    Fence,
    IndentedCode,
    Html,
    Note,
    Definition,
}

/// The units of some lines, all complete.
#[derive(Debug, Default)]
pub(crate) struct Units {
    pub(crate) units: Vec<Unit>,
    /// Where the items of the last unit begin, if that is a list; else where its texts end.
    pub(crate) inner: Vec<usize>,
}

/// Reads the units of `lines`, which end in a line end: so the first line of each is complete, and of a
/// table the second too.
pub(crate) fn units(lines: &str) -> Units {
    let mut found: Vec<Unit> = Vec::new();
    let mut inner = Vec::new();
    let mut depth = 0;
    let parser = Parser::new_ext(lines, EXTENSIONS);
    let definitions: Vec<Range<usize>> = match memchr::memmem::find(lines.as_bytes(), b"]:") {
        Some(_) => parser
            .reference_definitions()
            .iter()
            .map(|(_, definition)| definition.span.clone())
            .collect(),
        None => Vec::new(),
    };
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(tag) => {
                if depth == 0 {
                    inner.clear();
                    found.push(unit(kind(&tag, &lines[range.clone()]), range));
                } else if depth == 1 && matches!(tag, Tag::Item) {
                    inner.push(line_start(lines, range.start));
                }
                depth += 1;
            }
            Event::End(_) => depth -= 1,
            Event::Rule if depth == 0 => {
                inner.clear();
                found.push(unit(UnitKind::Rule, range));
            }
            Event::Text(_) if depth == 1 => inner.push(range.end),
            _ => {}
        }
    }
    if !definitions.is_empty() {
        let blocks = found.len();
        for range in definitions {
            let before = found[..blocks].partition_point(|unit| unit.text_start <= range.start);
            let is_inside = before > 0 && range.start < found[before - 1].end;
            if !is_inside {
                found.push(unit(UnitKind::Definition, range));
            }
        }
        found.sort_by_key(|unit| unit.text_start);
        if found
            .last()
            .is_some_and(|unit| unit.kind == UnitKind::Definition)
        {
            inner.clear();
        }
    }
    Units {
        units: whole_lines(lines, found),
        inner,
    }
}

fn unit(kind: UnitKind, range: Range<usize>) -> Unit {
    Unit {
        start: range.start,
        end: range.end,
        kind,
        text_start: range.start,
    }
}

fn kind(tag: &Tag<'_>, source: &str) -> UnitKind {
    match tag {
        Tag::Heading { .. } if source.starts_with('#') => UnitKind::Heading,
        Tag::Heading { .. } => UnitKind::Underlined,
        Tag::BlockQuote(_) => UnitKind::Quote,
        Tag::CodeBlock(CodeBlockKind::Fenced(_)) => UnitKind::Fence,
        Tag::CodeBlock(CodeBlockKind::Indented) => UnitKind::IndentedCode,
        Tag::HtmlBlock => UnitKind::Html,
        Tag::List(_) => UnitKind::List,
        Tag::FootnoteDefinition(_) => UnitKind::Note,
        Tag::Table(_) => UnitKind::Table,
        _ => UnitKind::Paragraph,
    }
}

/// Units begin at line starts; those that share a line are one.
fn whole_lines(lines: &str, found: Vec<Unit>) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::with_capacity(found.len());
    for mut unit in found {
        unit.start = line_start(lines, unit.text_start);
        match units.last_mut() {
            Some(last) if unit.start < last.end => last.end = last.end.max(unit.end),
            last => {
                let end = last.map_or(0, |last| last.end);
                let gap = &lines[end..unit.start];
                if !is_blank(gap) {
                    unit.text_start = end + gap.len() - gap.trim_start_matches(SPACE).len();
                    unit.start = line_start(lines, unit.text_start).max(end);
                }
                units.push(unit);
            }
        }
    }
    units
}

/// What the parser takes for space at the ends of lines: no other letters.
const SPACE: [char; 6] = [' ', '\t', '\u{B}', '\u{C}', '\r', '\n'];

fn is_blank(lines: &str) -> bool {
    lines.trim_start_matches(SPACE).is_empty()
}

fn line_start(text: &str, at: usize) -> usize {
    memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |end| end + 1)
}

impl Units {
    /// How far the lines are final, whatever follows: to the start of the last unit that surely is
    /// one, or to the end of the lines.
    pub(crate) fn cut(&self, lines: &str) -> usize {
        let Some(last) = self.units.last() else {
            // Blank lines, or definitions that were given before.
            return 0;
        };
        if self.is_closed(last, lines) {
            return lines.len();
        }
        let started = self.units.iter().rev().find(|unit| is_started(unit, lines));
        started.map_or(0, |unit| unit.start)
    }

    /// The lines up to `cut`, in as many pieces as can be read apart.
    pub(crate) fn pieces(&self, lines: &str, cut: usize) -> Vec<Range<usize>> {
        let starts = self.units.iter().skip(1).filter(|unit| unit.start < cut);
        let starts = starts.filter(|unit| is_started(unit, lines));
        let mut from = 0;
        let mut pieces: Vec<Range<usize>> = Vec::new();
        for end in starts.map(|unit| unit.start).chain([cut]) {
            pieces.push(from..end);
            from = end;
        }
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }

    /// Whether nothing but blank lines stands behind the last unit.
    pub(crate) fn ends_with(&self, unit: &Unit, lines: &str) -> bool {
        self.units
            .last()
            .is_some_and(|last| std::ptr::eq(last, unit))
            && is_blank(&lines[unit.end..])
    }

    /// The only unit from `cut` on, if there is no more than one.
    pub(crate) fn only_from(&self, cut: usize) -> Option<&Unit> {
        let mut rest = self.units.iter().filter(|unit| unit.end > cut);
        rest.next().filter(|_| rest.next().is_none())
    }

    /// Whether a blank line ends the last unit for good.
    fn is_closed(&self, last: &Unit, lines: &str) -> bool {
        let ends = matches!(
            last.kind,
            UnitKind::Paragraph
                | UnitKind::Heading
                | UnitKind::Underlined
                | UnitKind::Rule
                | UnitKind::Table
                | UnitKind::Quote
                | UnitKind::Definition
        );
        ends && is_blank(&lines[last.end..]) && ends_blank(lines)
    }
}

/// Whether the last line is blank.
fn ends_blank(lines: &str) -> bool {
    let Some(lines) = lines.strip_suffix('\n') else {
        return false;
    };
    is_blank(&lines[line_start(lines, lines.len())..])
}

/// Whether a unit surely begins where it seems to.
fn is_started(unit: &Unit, lines: &str) -> bool {
    // Further in, a line may go on with what stands before.
    let indent = columns(&lines[unit.start..unit.text_start]);
    if indent > 3 && unit.kind != UnitKind::IndentedCode {
        return false;
    }
    let depends_on_line_before = matches!(
        unit.kind,
        UnitKind::Paragraph | UnitKind::Underlined | UnitKind::Table | UnitKind::Definition
    );
    !depends_on_line_before || unit.start == 0 || ends_blank(&lines[..unit.start])
}

fn columns(indent: &str) -> usize {
    indent.chars().fold(0, |column, c| match c {
        '\t' => (column / 4 + 1) * 4,
        _ => column + 1,
    })
}
