//! Formulas: `$…$` and `$$…$$` as pulldown-cmark finds them, `\(…\)` and `\[…\]` as those.
//!
//! The parser knows dollars alone, and knows that emphasis begins in no formula. So brackets become
//! dollars before it reads, byte for byte as long, and only those that it then takes for a formula;
//! dollars that are prices become a character that means nothing to it.

use std::collections::HashSet;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Options as Extensions, Parser};

use super::emphasis::is_cjk;

/// Stands for a dollar that begins no formula.
const PRICE: char = '\u{2}';

/// Without one pair of brackets another may be a formula, or none: so often they are asked again.
/// Without one price, the dollar of the next may begin a formula. After so many rounds no dollar
/// before a digit does.
const MOST_ROUNDS: usize = 3;

/// A text as the parser reads it, and what that means.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) text: String,
    /// Where a formula begins that is inline, though two dollars stand there.
    inline: HashSet<usize>,
    has_prices: bool,
}

/// A formula in brackets.
#[derive(Debug)]
struct Bracketed {
    range: Range<usize>,
    is_inline: bool,
}

impl Source {
    /// Each top-level block is looked at for itself: no formula reaches beyond one, and a text that
    /// grows keeps what was found in its first blocks.
    pub(super) fn new(text: &str, extensions: Extensions) -> Self {
        let mut source = Self {
            text: String::with_capacity(text.len()),
            inline: HashSet::new(),
            has_prices: false,
        };
        let mut from = 0;
        for end in block_starts(text, extensions)
            .into_iter()
            .chain([text.len()])
        {
            source.push(&text[from..end], extensions);
            from = end;
        }
        source
    }

    fn push(&mut self, block: &str, extensions: Extensions) {
        if !may_hold_formulas(block) {
            return self.text.push_str(block);
        }
        let kept = taken(block, bracketed(block), extensions);
        let mut source = with_dollars(block, &kept);
        for round in 0..=MOST_ROUNDS {
            let mut prices = prices(&source, extensions);
            if prices.is_empty() || block.contains(PRICE) {
                break;
            }
            if round == MOST_ROUNDS {
                prices = before_digits(&source);
            }
            self.has_prices = true;
            source = replaced(&source, &prices, PRICE);
        }
        let start = self.text.len();
        let inline = kept.iter().filter(|found| found.is_inline);
        self.inline
            .extend(inline.map(|found| start + found.range.start));
        self.text.push_str(&source);
    }

    /// The event as it is meant, where it is meant otherwise.
    pub(super) fn meant<'e>(&self, event: &Event<'e>, range: &Range<usize>) -> Option<Event<'e>> {
        match event {
            Event::DisplayMath(formula) if self.inline.contains(&range.start) => {
                Some(Event::InlineMath(formula.clone()))
            }
            Event::InlineMath(text) => Some(Event::InlineMath(self.restored(text)?)),
            Event::Text(text) => Some(Event::Text(self.restored(text)?)),
            Event::Code(text) => Some(Event::Code(self.restored(text)?)),
            Event::Html(text) => Some(Event::Html(self.restored(text)?)),
            Event::InlineHtml(text) => Some(Event::InlineHtml(self.restored(text)?)),
            _ => None,
        }
    }

    fn restored(&self, text: &str) -> Option<CowStr<'static>> {
        let has_price = self.has_prices && text.contains(PRICE);
        has_price.then(|| text.replace(PRICE, "$").into())
    }
}

/// Whether a text has anything that a formula could begin with.
pub(crate) fn may_hold_formulas(text: &str) -> bool {
    text.contains('$') || next_escaped(text, 0).is_some()
}

/// Where the blocks after the first begin.
fn block_starts(text: &str, extensions: Extensions) -> Vec<usize> {
    if !may_hold_formulas(text) {
        return Vec::new();
    }
    let mut starts = Vec::new();
    let mut depth = 0;
    for (event, range) in Parser::new_ext(text, extensions).into_offset_iter() {
        match event {
            Event::Start(_) => {
                // Without its indent, code would be a paragraph.
                let before = &text.as_bytes()[..range.start];
                let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
                if depth == 0 && line > 0 {
                    starts.push(line);
                }
                depth += 1;
            }
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    // A definition of a note can begin another in the same line.
    starts.dedup();
    starts
}

/// Those of the brackets that the parser takes for formulas once they are dollars. One that is not
/// may have kept another from being one, so the rest is asked again.
fn taken(text: &str, mut tried: Vec<Bracketed>, extensions: Extensions) -> Vec<Bracketed> {
    for _ in 0..MOST_ROUNDS {
        let formulas = formulas(&with_dollars(text, &tried), extensions);
        let ranges: HashSet<Range<usize>> = formulas.into_iter().map(|(range, _)| range).collect();
        let count = tried.len();
        tried.retain(|found| ranges.contains(&found.range));
        if tried.len() == count {
            return tried;
        }
    }
    Vec::new()
}

/// Pairs of brackets in one paragraph, with no other between.
fn bracketed(text: &str) -> Vec<Bracketed> {
    let mut found = Vec::new();
    let mut next = next_escaped(text, 0);
    while let Some((start, open)) = next {
        next = next_escaped(text, start + 2);
        let Some((end, close)) = next else { break };
        let content = &text[start + 2..end];
        let is_pair = matches!((open, close), ('(', ')') | ('[', ']'));
        let is_formula = !content.trim().is_empty() && !content.contains('$');
        if is_pair && is_formula && !has_blank_line(content) {
            found.push(Bracketed {
                range: start..end + 2,
                is_inline: open == '(',
            });
            next = next_escaped(text, end + 2);
        }
    }
    found
}

/// The next backslash from `at` on that escapes a bracket, and the bracket.
fn next_escaped(text: &str, at: usize) -> Option<(usize, char)> {
    let bytes = text.as_bytes();
    let mut at = at;
    loop {
        at += memchr::memchr(b'\\', bytes.get(at..)?)?;
        match bytes.get(at + 1)? {
            bracket @ (b'(' | b')' | b'[' | b']') => return Some((at, char::from(*bracket))),
            // A backslash that is escaped escapes nothing.
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

fn has_blank_line(text: &str) -> bool {
    let inner = text.lines().skip(1);
    let count = text.lines().count();
    inner
        .take(count.saturating_sub(2))
        .any(|line| line.trim().is_empty())
}

fn with_dollars(text: &str, bracketed: &[Bracketed]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for Bracketed { range, .. } in bracketed {
        out.push_str(&text[copied..range.start]);
        out.push_str("$$");
        out.push_str(&text[range.start + 2..range.end - 2]);
        out.push_str("$$");
        copied = range.end;
    }
    out.push_str(&text[copied..]);
    out
}

/// The text with another character of one byte at each of the ascending places.
fn replaced(text: &str, places: &[usize], by: char) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for &place in places {
        out.push_str(&text[copied..place]);
        out.push(by);
        copied = place + 1;
    }
    out.push_str(&text[copied..]);
    out
}

fn formulas(text: &str, extensions: Extensions) -> Vec<(Range<usize>, String)> {
    Parser::new_ext(text, extensions)
        .into_offset_iter()
        .filter_map(|(event, range)| match event {
            Event::InlineMath(content) | Event::DisplayMath(content) => {
                Some((range, content.into_string()))
            }
            _ => None,
        })
        .collect()
}

/// The dollars around what reads as a formula and is a price.
fn prices(text: &str, extensions: Extensions) -> Vec<usize> {
    formulas(text, extensions)
        .iter()
        .filter(|(range, content)| !text[range.start..].starts_with("$$") && is_price(content))
        .flat_map(|(range, _)| [range.start, range.end - 1])
        .collect()
}

fn before_digits(text: &str) -> Vec<usize> {
    let is_before_digit = |at: &usize| text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
    memchr::memchr_iter(b'$', text.as_bytes())
        .filter(is_before_digit)
        .collect()
}

/// Whether what stands behind a dollar so far may be the beginning of a formula.
pub(super) fn may_begin_formula(rest: &str) -> bool {
    match rest.bytes().next() {
        Some(c) if c.is_ascii_whitespace() => false,
        Some(c) if c.is_ascii_digit() => {
            // A word that still grows says nothing yet, but in CJK any letter does.
            let words = rest.rfind(char::is_whitespace).map_or("", |at| &rest[..at]);
            !is_price(words) && !rest.contains(is_cjk)
        }
        _ => true,
    }
}

/// Whether what stands between two dollars is an amount and words: `5에서`, `5 and then 10`.
fn is_price(content: &str) -> bool {
    if !content.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let is_word = |word: &str| {
        word.chars().filter(|c| c.is_alphabetic()).count() >= 3
            && word
                .chars()
                .all(|c| c.is_alphabetic() || c.is_ascii_punctuation())
            && !word.contains(['\\', '{', '}', '^', '_', '='])
    };
    content.chars().any(is_cjk) || content.split_whitespace().skip(1).any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let extensions = Extensions::ENABLE_MATH | Extensions::ENABLE_TABLES;
        let source = Source::new(text, extensions);
        assert_eq!(source.text.len(), text.len());
        let mut found = Vec::new();
        for (event, range) in Parser::new_ext(&source.text, extensions).into_offset_iter() {
            let meant = source.meant(&event, &range).unwrap_or(event);
            match meant {
                Event::InlineMath(formula) => found.push(format!("i:{formula}")),
                Event::DisplayMath(formula) => found.push(format!("d:{formula}")),
                Event::Text(text) | Event::Code(text) => found.push(text.into_string()),
                _ => {}
            }
        }
        found
    }

    #[test]
    fn brackets_and_dollars_are_formulas() {
        assert_eq!(found("a $x_1$ b"), ["a ", "i:x_1", " b"]);
        assert_eq!(found("$$x$$"), ["d:x"]);
        assert_eq!(found(r"\(a*b\) and \(c*d\)"), ["i:a*b", " and ", "i:c*d"]);
        assert_eq!(found("\\[\nx = 1\n\\]"), ["d:\nx = 1\n"]);
        assert_eq!(
            found(r"값은 \(\frac{1}{2}\)입니다"),
            ["값은 ", r"i:\frac{1}{2}", "입니다"]
        );
    }

    #[test]
    fn brackets_elsewhere_stay_what_they_are() {
        assert_eq!(found(r"`\(a\)` b"), [r"\(a\)", " b"]);
        assert_eq!(found("```\n\\[a\\]\n```"), ["\\[a\\]\n"]);
        assert_eq!(found(r"\(a"), ["(a"]);
        assert_eq!(found("\\(a\n\nb\\)"), ["(a", "b", ")"]);
        assert_eq!(found(r"\\(a\\)"), ["\\(a", "\\)"]);
        assert_eq!(found("a\n\n    \\(b\\)"), ["a", "\\(b\\)"]);
        assert_eq!(found(r"\(\)"), ["(", ")"]);
        assert_eq!(found(r"$$ a \[b\] c").concat(), "$$ a [b] c");
        // A stray pair of dollars takes the pairs behind it apart; nothing is lost.
        let stray = r"$$ a \[b\] c `\[d\]` \(e\)";
        assert_eq!(found(stray).concat(), r"$$ a [b] c \[d\] (e)");
    }

    #[test]
    fn prices_are_no_formulas() {
        for text in [
            "$5에서 $10",
            "$5와 10$까지",
            "from $5 and then 10$",
            "$5 to $10",
        ] {
            assert!(
                found(text).iter().all(|found| !found.starts_with("i:")),
                "{text}"
            );
            assert_eq!(found(text).concat(), text);
        }
        assert_eq!(found("$5 **und dann** 10$").concat(), "$5 und dann 10$");
        assert_eq!(found("$2x + 3$"), ["i:2x + 3"]);
        assert_eq!(found(r"$3 \times 10^8$"), [r"i:3 \times 10^8"]);
    }
}
