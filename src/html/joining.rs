//! How far a marker moves on from the end of what it supports.
//!
//! Models end a segment before or after the full stop, inside a word, or inside a bracket. One
//! rule hides that: a marker goes after the word and after what closes the sentence, before the
//! space.

use unicode_segmentation::UnicodeSegmentation;

use crate::policy;

/// What a marker would stand behind.
#[derive(Debug)]
pub(super) struct Context {
    /// As much of the text as tells what joins it.
    tail: String,
    /// Straight double quotes of the run so far: an odd number leaves one open.
    quotes: usize,
}

impl Context {
    /// Enough for the longest emoji sequences and flags in use.
    const BYTES: usize = 64;

    /// `before` is the run's source so far, or its end.
    pub(super) fn new(before: &str, quotes: usize) -> Self {
        Self {
            tail: last_bytes(before, Self::BYTES).to_owned(),
            quotes,
        }
    }

    /// Bytes at the start of `rest` that a marker passes over.
    pub(super) fn passed_over(mut self, rest: &str) -> usize {
        let mut chars = rest.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            if !joins(&self.tail, c, next) && !trails(&self, c, next) {
                return at;
            }
            self.tail.push(c);
            self.quotes += usize::from(c == '"');
            if self.tail.len() > 4 * Self::BYTES {
                self.tail = last_bytes(&self.tail, Self::BYTES).to_owned();
            }
        }
        rest.len()
    }
}

fn last_bytes(text: &str, most: usize) -> &str {
    let mut start = text.len().saturating_sub(most);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

/// A text without what cannot be seen at its end.
pub(super) fn visible(text: &str) -> &str {
    if text.as_bytes().last().is_some_and(u8::is_ascii_graphic) {
        return text;
    }
    text.trim_end_matches(|c: char| c.is_whitespace() || policy::is_removed(c))
}

fn joins(context: &str, c: char, next: Option<char>) -> bool {
    let mut before = context.chars().rev();
    let Some(last) = before.next() else {
        return false;
    };
    if c.is_alphanumeric() && ends_in_word(context, last) {
        return !(has_no_spaces(last) || has_no_spaces(c)) || !is_boundary(context, c);
    }
    match c {
        '.' | ',' | ':' if last.is_numeric() && next.is_some_and(char::is_numeric) => return true,
        '\'' | '’' if last.is_alphabetic() && next.is_some_and(char::is_alphabetic) => {
            return true;
        }
        _ => {}
    }
    let before_last = before.next();
    match last {
        '.' | ',' | ':' if c.is_numeric() => before_last.is_some_and(char::is_numeric),
        '\'' | '’' if c.is_alphabetic() => before_last.is_some_and(char::is_alphabetic),
        _ => !is_boundary(context, c),
    }
}

/// Whether the last grapheme is of a word; its last character may be a mark or a virama.
fn ends_in_word(context: &str, last: char) -> bool {
    if last.is_ascii() {
        return last.is_ascii_alphanumeric();
    }
    let grapheme = context.graphemes(true).next_back().unwrap_or_default();
    grapheme.chars().next().is_some_and(char::is_alphanumeric)
}

fn is_boundary(context: &str, c: char) -> bool {
    if c.is_ascii() && context.ends_with(|last: char| last.is_ascii()) {
        return true;
    }
    let mut joined = context.to_owned();
    joined.push(c);
    joined
        .graphemes(true)
        .next_back()
        .is_none_or(|grapheme| grapheme.len() == c.len_utf8())
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
fn trails(context: &Context, c: char, next: Option<char>) -> bool {
    match c {
        '.' | ',' | ';' | ':' | '!' | '?' | '…' | '%' | ')' | ']' | '}' => true,
        '”' | '’' | '»' | '›' => follows_text(context),
        // Some languages close with the quotes that others open with.
        '“' | '‘' | '«' | '‹' => is_closing(context, next),
        '"' => is_closing(context, next) || (context.quotes % 2 == 1 && follows_text(context)),
        '\'' => is_closing(context, next),
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

/// A quote closes when it follows text and no word begins right behind it.
fn is_closing(context: &Context, next: Option<char>) -> bool {
    follows_text(context) && !next.is_some_and(char::is_alphanumeric)
}

fn follows_text(context: &Context) -> bool {
    let last = context.tail.chars().next_back();
    last.is_some_and(|last| !last.is_whitespace() && !is_opening(last))
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
        let quotes = before.matches('"').count();
        let passed = Context::new(before, quotes).passed_over(&whole);
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
        assert_passes("N\u{303}", "andu\u{301}.", " x");
        assert_passes("தமிழ்", "நாடு,", " x");
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
        assert_passes("在“石桥口", "”", "站下车");
        assert_passes("er sagte „ja", "“.", " Dann");
        assert_passes("그는 \"안녕", "\"", "이라고");
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
