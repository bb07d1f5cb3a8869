//! How far a marker moves on from the end of what it supports.
//!
//! Models end a segment before or after the full stop, inside a word, or inside a bracket. One
//! rule hides that: a marker goes after the word and after what closes the sentence, before the
//! space.

use unicode_segmentation::UnicodeSegmentation;

use crate::policy;

/// Bytes at the start of `rest` that a marker passes over when it stands after `before`.
pub(super) fn passed_over(before: &str, rest: &str) -> usize {
    let mut context = String::new();
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        if context.is_empty() {
            context.push_str(tail(before));
        }
        if !joins(&context, c, next) && !trails(&context, c, next) {
            return at;
        }
        context.push(c);
        if context.len() > 2 * CONTEXT_BYTES {
            context = tail(&context).to_owned();
        }
    }
    rest.len()
}

/// Enough for the longest emoji sequences and flags in use.
pub(super) const CONTEXT_BYTES: usize = 64;

/// The last characters of a text, enough to tell what joins them.
pub(super) fn tail(text: &str) -> &str {
    let mut start = text.len().saturating_sub(CONTEXT_BYTES);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

/// A text without what cannot be seen at its end.
pub(super) fn visible(text: &str) -> &str {
    text.trim_end_matches(|c: char| c.is_whitespace() || policy::is_removed(c))
}

fn joins(context: &str, c: char, next: Option<char>) -> bool {
    let mut before = context.chars().rev();
    let Some(last) = before.next() else {
        return false;
    };
    if last.is_alphanumeric() && c.is_alphanumeric() {
        return !(has_no_spaces(last) || has_no_spaces(c)) || !is_boundary(context, c);
    }
    match c {
        '.' | ',' | ':' if is_digit(last) && next.is_some_and(is_digit) => return true,
        '\'' | '’' if last.is_alphabetic() && next.is_some_and(char::is_alphabetic) => {
            return true;
        }
        _ => {}
    }
    let before_last = before.next();
    match last {
        '.' | ',' | ':' if is_digit(c) && before_last.is_some_and(is_digit) => true,
        '\'' | '’' if c.is_alphabetic() && before_last.is_some_and(char::is_alphabetic) => true,
        _ => !(last.is_ascii() && c.is_ascii()) && !is_boundary(context, c),
    }
}

fn is_boundary(context: &str, c: char) -> bool {
    let mut joined = context.to_owned();
    joined.push(c);
    joined
        .graphemes(true)
        .next_back()
        .is_none_or(|grapheme| grapheme.len() == c.len_utf8())
}

fn is_digit(c: char) -> bool {
    c.is_numeric()
}

/// Scripts that put no space between words, so that any character can end one.
fn has_no_spaces(c: char) -> bool {
    matches!(c as u32,
        0x0E00..=0x0EFF // Thai, Lao
        | 0x1000..=0x109F | 0xA9E0..=0xA9FF | 0xAA60..=0xAA7F // Myanmar
        | 0x1780..=0x17FF | 0x19E0..=0x19FF // Khmer
        | 0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3021..=0x3029 | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF // Han
        | 0x3040..=0x30FF | 0x31F0..=0x31FF | 0xFF66..=0xFF9F | 0x1B000..=0x1B16F // Kana
    )
}

/// Punctuation that belongs to what it follows.
fn trails(context: &str, c: char, next: Option<char>) -> bool {
    match c {
        '.' | ',' | ';' | ':' | '!' | '?' | '…' | '%' | ')' | ']' | '}' => true,
        // Closing quotes, and the high reversed ones that some languages close with.
        '”' | '’' | '»' | '›' | '“' | '‘' if is_closing(context, next) => true,
        '"' | '\'' => is_closing(context, next),
        // Han, Kana, Hangul; full-width and half-width forms.
        '。' | '、' | '，' | '．' | '；' | '：' | '！' | '？' | '％' | '）' | '］' | '｝'
        | '」' | '』' | '】' | '〕' | '〉' | '》' | '〗' | '〙' | '〛' | '〞' | '〟' | '｠'
        | '｡' | '､' | '｣' | '‰' | '‼' | '⁇' | '⁈' | '⁉' | '‥' | '⋯' => true,
        // Arabic, Persian, Urdu; Syriac; Hebrew; N'Ko.
        '،' | '؛' | '؟' | '۔' | '٪' | '؍' | '܀' | '׃' | '߸' => true,
        // Devanagari and its kin; Thai; Khmer; Myanmar; Tibetan; Armenian; Ethiopic.
        '।' | '॥' | '๚' | '๛' | 'ฯ' | '។' | '៕' | '၊' | '။' | '།' | '༎' | '։' | '՞' | '՜' | '፣'
        | '።' | '፤' | '፥' | '፧' => true,
        // Other closing brackets.
        '⟩' | '⟫' | '⟧' | '❩' | '❫' | '❭' | '❯' | '❱' | '❳' | '❵' | '⁆' => {
            true
        }
        _ => false,
    }
}

/// A quote closes when no word begins right behind it, and none of its kind opened just before.
fn is_closing(context: &str, next: Option<char>) -> bool {
    let after_text = context
        .chars()
        .next_back()
        .is_some_and(|last| !last.is_whitespace() && !is_opening(last));
    after_text && !next.is_some_and(char::is_alphanumeric)
}

fn is_opening(c: char) -> bool {
    matches!(
        c,
        '(' | '[' | '{' | '«' | '‹' | '「' | '『' | '（' | '【' | '《' | '〈' | '〔'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_passes(before: &str, over: &str, rest: &str) {
        let whole = format!("{over}{rest}");
        let passed = passed_over(before, &whole);
        assert_eq!(&whole[..passed], over, "after {before:?}");
    }

    #[test]
    fn words_are_not_cut() {
        assert_passes("Ber", "lin.", " Then");
        assert_passes("보", "면,", " 다음");
        assert_passes("Google", "’s", " plan");
        assert_passes("it", "'s", " so");
        assert_passes("القاه", "رة،", " ثم");
    }

    #[test]
    fn scripts_without_spaces_end_anywhere() {
        assert_passes("東京", "", "都は");
        assert_passes("東京です", "。", "次");
        assert_passes("これは「重要", "」。", "次");
        assert_passes("กรุงเทพ", "", "มหานคร");
        assert_passes("ABC", "", "東京");
    }

    #[test]
    fn graphemes_are_never_cut() {
        assert_passes("e", "\u{301}!", " x");
        assert_passes("👩", "\u{200D}👩\u{200D}👧.", " x");
        assert_passes("🇰", "🇷", "🇯🇵");
        assert_passes("👍", "🏽", " x");
        assert_passes("ที", "\u{0E48}", "นี่");
        assert_passes("か", "\u{3099}", "な");
    }

    #[test]
    fn numbers_hold_together() {
        assert_passes("4", ".0.6.", " The");
        assert_passes("4.", "0.6", " The");
        assert_passes("12", ",345", " x");
        assert_passes("41", "%.", " Then");
        assert_passes("10", ":30", " x");
    }

    #[test]
    fn closing_punctuation_trails() {
        assert_passes("end", ").", " Next");
        assert_passes("end", ".”", " Next");
        assert_passes("end", "?!…", " Next");
        assert_passes("करता है", "।", " फिर");
        assert_passes("end", "。》", "次");
        assert_passes("end", ".\"", " Next");
    }

    #[test]
    fn what_opens_does_not_trail() {
        assert_passes("end", "", " \"quote\"");
        assert_passes("end", "", "(x)");
        assert_passes("end", "", "\"quote");
        assert_passes("end", "", "「次");
        assert_passes("end.", "", "Next");
    }
}
