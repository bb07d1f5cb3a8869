//! Superscripts of the answer's own that read like markers.

use crate::html::marks::VEIL;
use crate::policy;

use super::tokens::Token;

/// What becomes of a token, if it is a tag of a superscript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Superscript {
    /// It stays as it is, like every other token.
    #[default]
    Kept,
    /// It reads like a marker: it holds a link, or brackets and digits. Its content stays as text.
    Unwrapped,
    /// It holds digits alone, like the one in 10⁶: they are written as superscript characters,
    /// which say the same and cannot be taken for a marker.
    Digits,
}

/// One for each token.
pub(super) fn superscripts(tokens: &[Token<'_>]) -> Vec<Superscript> {
    struct Open {
        index: usize,
        has_link: bool,
        has_words: bool,
        has_brackets: bool,
    }
    let mut kinds = vec![Superscript::Kept; tokens.len()];
    let mut open: Vec<Open> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Start { name: "sup", .. } => open.push(Open {
                index,
                has_link: false,
                has_words: false,
                has_brackets: false,
            }),
            Token::Start { name: "a", .. } => open.iter_mut().for_each(|sup| sup.has_link = true),
            Token::Text(text) if !open.is_empty() => {
                let has_words = !text.chars().all(reads_like_a_marker);
                let has_brackets = text.contains(is_bracket);
                for sup in &mut open {
                    sup.has_words |= has_words;
                    sup.has_brackets |= has_brackets;
                }
            }
            Token::End { name: "sup", .. } => {
                if let Some(sup) = open.pop() {
                    let kind = match (sup.has_link, sup.has_words, sup.has_brackets) {
                        (true, ..) | (_, false, true) => Superscript::Unwrapped,
                        (false, false, false) => Superscript::Digits,
                        (false, true, _) => Superscript::Kept,
                    };
                    kinds[sup.index] = kind;
                    kinds[index] = kind;
                }
            }
            _ => {}
        }
    }
    kinds
}

/// A digit as the character that a superscript one is.
pub(super) fn raised(c: char) -> char {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    c.to_digit(10).map_or(c, |digit| RAISED[digit as usize])
}

fn reads_like_a_marker(c: char) -> bool {
    let is_mark = policy::is_placeholder(c) && c != VEIL;
    c.is_numeric() || c.is_whitespace() || is_mark || is_bracket(c)
}

fn is_bracket(c: char) -> bool {
    matches!(
        c,
        ',' | '[' | ']' | '(' | ')' | '，' | '、' | '【' | '】' | '†' | '^' | ';' | '［' | '］'
    )
}
