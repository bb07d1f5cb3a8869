//! Where a reference would become part of something else, or make something of what is around it.
//!
//! Readers of Markdown differ: what this crate's own parser would bear is not enough.

use std::ops::Range;

use memchr::memmem;

use super::candidates::Safety;

pub(super) struct Hazards<'a> {
    text: &'a str,
    /// Up to there an address in the text goes on: GFM's ends at white space.
    address_end: usize,
    /// Formulas, ascending.
    math: Vec<Range<usize>>,
    next_math: usize,
}

impl<'a> Hazards<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            address_end: 0,
            math: formulas(text),
            next_math: 0,
        }
    }

    /// A bare address ends at `end`, as this crate sees it.
    pub(super) fn address_to(&mut self, end: usize) {
        if end > self.address_end {
            let rest = &self.text[end..];
            self.address_end = end + rest.find(char::is_whitespace).unwrap_or(rest.len());
        }
    }

    /// Text comes now that others may see an address in.
    pub(super) fn read(&mut self, content: &str, range: &Range<usize>) {
        for mark in ["://", "www.", "WWW."] {
            if let Some(at) = memmem::rfind(content.as_bytes(), mark.as_bytes()) {
                self.address_to((range.start + at).min(range.end));
            }
        }
    }

    /// Whether a reference is safe at `at`, within or behind the text at `range`.
    pub(super) fn in_text(&mut self, at: usize, range: &Range<usize>) -> Safety {
        let bytes = self.text.as_bytes();
        // Stars that are text may open or close something beside a bracket.
        let is_literal =
            is_delimiter(bytes.get(at - 1)) || (at < range.end && is_delimiter(bytes.get(at)));
        // `\[` is a bracket, `^[` a note of other dialects.
        let takes_bracket = matches!(bytes[at - 1], b'\\' | b'^');
        match is_literal || takes_bracket || opens(self.text, at) {
            true => Safety::Unsafe,
            false => self.behind_mark(at),
        }
    }

    /// Whether a reference is safe at `at`, behind what is not text. Places come in order.
    pub(super) fn behind_mark(&mut self, at: usize) -> Safety {
        while self.math.get(self.next_math).is_some_and(|m| m.end <= at) {
            self.next_math += 1;
        }
        let in_math = self.math.get(self.next_math).is_some_and(|m| m.start < at);
        let rest = &self.text[at..];
        if in_math || at <= self.address_end || rest.starts_with('[') || is_target(rest) {
            return Safety::Unsafe;
        }
        Safety::Safe
    }
}

pub(super) fn is_delimiter(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'*' | b'_' | b'~'))
}

/// Whether the character before `at` opens something: a reference belongs behind what is in it.
fn opens(text: &str, at: usize) -> bool {
    let next = text[at..].chars().next();
    match text[..at].chars().next_back() {
        Some('"' | '\'') => next.is_some_and(char::is_alphanumeric),
        Some(c) => "[({<“‘«‹「『（【《〈〔".contains(c),
        None => false,
    }
}

/// Whether what follows would make a link of the brackets before it.
fn is_target(rest: &str) -> bool {
    const LONGEST: usize = 300;
    let Some(inside) = rest.strip_prefix('(') else {
        return false;
    };
    // An address has no space; behind one only a title or the end can stand.
    let inside = inside.trim_start();
    let mut ends = inside.char_indices().take(LONGEST);
    match ends.find(|(_, c)| c.is_whitespace() || *c == ')' || *c == '<') {
        None | Some((_, ')' | '<')) => true,
        Some((space, _)) => inside[space..]
            .trim_start()
            .starts_with(['"', '\'', '(', ')']),
    }
}

/// Formulas between dollars, as GitHub and others read them.
fn formulas(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut open: Option<usize> = None;
    let mut last = 0;
    for at in memchr::memchr_iter(b'$', bytes) {
        // A formula stays within its paragraph.
        if open.is_some() && has_blank_line(&text[last..at]) {
            open = None;
        }
        last = at;
        let is_space = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let is_escaped = at > 0 && bytes[at - 1] == b'\\';
        match open {
            Some(start) => {
                let is_display = bytes.get(start + 1) == Some(&b'$');
                let closes = match is_display {
                    true => at > start + 2 && bytes.get(at + 1) == Some(&b'$'),
                    false => {
                        !is_space(bytes.get(at - 1))
                            && !bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
                    }
                };
                if closes && !is_escaped {
                    found.push(start..at + 1 + usize::from(is_display));
                    open = None;
                }
            }
            None => {
                let follows_formula = found.last().is_some_and(|last| at < last.end);
                let opens = !is_space(bytes.get(at + 1)) && !is_escaped && !follows_formula;
                open = opens.then_some(at);
            }
        }
    }
    found
}

fn has_blank_line(text: &str) -> bool {
    let whole_lines = text
        .split_once('\n')
        .and_then(|(_, rest)| rest.rsplit_once('\n'));
    whole_lines.is_some_and(|(lines, _)| lines.split('\n').any(|line| line.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_formulas(text: &str, expected: &[&str]) {
        let found: Vec<&str> = formulas(text).into_iter().map(|m| &text[m]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn formulas_stand_between_dollars() {
        assert_formulas("a $x + y$ b $z$.", &["$x + y$", "$z$"]);
        assert_formulas("$$a\nb$$ c", &["$$a\nb$$"]);
        assert_formulas("It costs $5 and $10.", &[]);
        assert_formulas("$5 a\n\nb$ c", &[]);
        assert_formulas("\\$a$ b$", &[]);
    }

    #[test]
    fn brackets_before_an_address_would_be_a_link() {
        for target in ["(x)", "()", "(<x y>)", "(x \"y\")", "( x )", "(월요일)"] {
            assert!(is_target(target), "{target}");
        }
        for no_target in ["", "x", "(월요일 제외)", "(see below)", " (x)"] {
            assert!(!is_target(no_target), "{no_target}");
        }
    }
}
