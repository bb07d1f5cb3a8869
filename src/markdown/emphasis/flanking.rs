//! Whether stars can open or close: as CommonMark says, and as writers of Chinese, Japanese and
//! Korean mean it, who put no space between a word and the punctuation or particle beside it.

use std::ops::Range;

/// Stars in a row, and what stands around them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flanks {
    /// `None` at the end of a run of inlines, which counts as white space.
    pub(super) before: Option<char>,
    pub(super) behind: Option<char>,
    pub(super) length: usize,
}

/// What stars can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Abilities {
    pub(super) opens: bool,
    pub(super) closes: bool,
}

/// Longer rows are rules of thumb for lines and censored words, not emphasis.
pub(super) const LONGEST: usize = 3;

impl Flanks {
    /// The stars at `stars`, with the text's own characters around them.
    pub(super) fn of(text: &str, stars: &Range<usize>) -> Self {
        Self {
            before: text[..stars.start]
                .chars()
                .rev()
                .find(|c| !is_variation_selector(*c)),
            behind: text[stars.end..].chars().next(),
            length: stars.len(),
        }
    }

    pub(super) fn touch_cjk(&self) -> bool {
        self.before.is_some_and(is_cjk) || self.behind.is_some_and(is_cjk)
    }

    pub(super) fn commonmark(&self) -> Abilities {
        let (before, behind) = (Side::of(self.before), Side::of(self.behind));
        Abilities {
            opens: before.lets(behind, Side::is_punctuation),
            closes: behind.lets(before, Side::is_punctuation),
        }
    }

    /// Underscores open no emphasis within a word.
    pub(super) fn underscores_open(&self) -> bool {
        let able = self.commonmark();
        able.opens && (!able.closes || Side::of(self.before).is_punctuation())
    }

    /// Whether one star, or two between ASCII characters, stand within a word or before a factor:
    /// `a*b`, `2**3`, `(a+b)*2`. They multiply more often than they emphasize; in scripts that put
    /// no space before a word, or that write an article onto it, two do not.
    pub(super) fn multiplies(&self) -> bool {
        let is_word = |c: Option<char>| Side::of(c) == Side::Word;
        let is_ascii = |c: Option<char>| c.is_none_or(|c| c.is_ascii());
        let is_within = is_word(self.before) && is_word(self.behind);
        let is_factor = self.before.is_some_and(|c| matches!(c, ')' | ']' | '}'))
            && matches!(Side::of(self.behind), Side::Word | Side::CjkWord);
        match self.length {
            1 => is_within || is_factor,
            _ => is_within && is_ascii(self.before) && is_ascii(self.behind),
        }
    }

    /// What CommonMark says, and what it does not say beside CJK.
    pub(super) fn abilities(&self) -> Abilities {
        let strict = self.commonmark();
        // Beside an escaped star all are meant as they are written.
        let is_literal = self.length > LONGEST || self.before == Some('*');
        if is_literal || !self.touch_cjk() {
            return strict;
        }
        let (before, behind) = (Side::of(self.before), Side::of(self.behind));
        // One star before a bracket is a sign of multiplication as often: 가로*(세로+1)*높이.
        let may_open = self.length > 1 && !self.behind.is_some_and(is_closing);
        let may_close = !self.before.is_some_and(is_opening);
        Abilities {
            opens: strict.opens || (may_open && before.lets(behind, Side::is_foreign)),
            closes: strict.closes || (may_close && behind.lets(before, Side::is_foreign)),
        }
    }
}

/// What a character is to the stars beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Space,
    Word,
    Punctuation,
    CjkWord,
    CjkPunctuation,
}

impl Side {
    fn of(c: Option<char>) -> Self {
        let Some(c) = c.filter(|c| !c.is_whitespace()) else {
            return Self::Space;
        };
        // Most characters beside suspect stars: Unicode's tables need not be asked.
        if matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
        {
            return Self::CjkWord;
        }
        match (is_cjk(c), is_punctuation(c)) {
            (true, true) => Self::CjkPunctuation,
            (true, false) => Self::CjkWord,
            (false, true) => Self::Punctuation,
            (false, false) => Self::Word,
        }
    }

    fn is_punctuation(self) -> bool {
        matches!(self, Self::Punctuation | Self::CjkPunctuation)
    }

    /// Punctuation that expects spaces around it.
    fn is_foreign(self) -> bool {
        self == Self::Punctuation
    }

    fn is_cjk(self) -> bool {
        matches!(self, Self::CjkWord | Self::CjkPunctuation)
    }

    /// Whether stars flank what is `inside`, with `self` outside.
    fn lets(self, inside: Self, is_barrier: fn(Self) -> bool) -> bool {
        let is_beside_cjk = self.is_cjk() && !is_barrier(Self::CjkPunctuation);
        match inside {
            Self::Space => false,
            _ if !is_barrier(inside) => true,
            _ => self == Self::Space || is_barrier(self) || is_beside_cjk,
        }
    }
}

/// CommonMark's punctuation: Unicode's categories P and S. Beyond ASCII whatever is neither letter,
/// digit, mark nor control is one of those, or is unassigned.
fn is_punctuation(c: char) -> bool {
    match c.is_ascii() {
        true => c.is_ascii_punctuation(),
        false => !c.is_alphanumeric() && !c.is_control() && !is_mark(c),
    }
}

fn is_mark(c: char) -> bool {
    matches!(c as u32, 0x300..=0x36F | 0x483..=0x489 | 0x591..=0x5BD | 0x610..=0x61A | 0x64B..=0x65F
        | 0x900..=0x963 | 0x981..=0x9CD | 0xA3C..=0xA4D | 0xABC..=0xACD | 0xB3C..=0xB4D | 0xBCD
        | 0xC4D | 0xCCD | 0xD4D | 0xE31..=0xE4E | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F
        | 0x20D0..=0x20FF | 0x3099 | 0x309A | 0xFEFF)
        || is_variation_selector(c)
}

fn is_variation_selector(c: char) -> bool {
    matches!(c as u32, 0xFE00..=0xFE0F | 0xE0100..=0xE01EF)
}

/// Han, Kana, Hangul, Bopomofo, Yi, with their punctuation and their wide and narrow forms.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c as u32, 0x1100..=0x11FF | 0x2E80..=0x4DBF | 0x4E00..=0xA4CF | 0xA960..=0xA97F
        | 0xAC00..=0xD7FF | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFFEF | 0x16FE0..=0x18DFF
        | 0x1AFF0..=0x1B2FF | 0x20000..=0x3FFFF)
}

pub(super) fn is_opening(c: char) -> bool {
    "([{（［｛「『【〔〈《〖〘〚｢“‘«‹".contains(c)
}

/// Closes a bracket, a clause or a sentence: nothing that is emphasized begins with it.
pub(super) fn is_closing(c: char) -> bool {
    ")]}）］｝」』】〕〉》〗〙〛｣”’»›.,;:!?%、。，．；：！？％…‥・·".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `commonmark` and `friendly` are `<` for stars that open, `>` for those that close.
    #[track_caller]
    fn assert_abilities(text: &str, commonmark: &str, friendly: &str) {
        let start = text.find('*').expect("stars");
        let length = text[start..].bytes().take_while(|b| *b == b'*').count();
        let flanks = Flanks::of(text, &(start..start + length));
        let shown = |abilities: Abilities| {
            let close = if abilities.closes { ">" } else { "" };
            let open = if abilities.opens { "<" } else { "" };
            format!("{close}{open}")
        };
        assert_eq!(shown(flanks.commonmark()), commonmark, "{text}");
        assert_eq!(shown(flanks.abilities()), friendly, "{text}");
    }

    #[test]
    fn without_cjk_nothing_differs() {
        for text in [
            "a**b", "a** b", "a **b", "a **\"b", "(**b", "\"**b", "\"** b", "é**“b", "2 ** 3",
        ] {
            let start = text.find('*').expect("stars");
            let flanks = Flanks::of(text, &(start..start + 2));
            assert_eq!(flanks.commonmark(), flanks.abilities(), "{text}");
        }
        assert_abilities("a**\"b", ">", ">");
        assert_abilities("a **\"b", "<", "<");
    }

    #[test]
    fn punctuation_of_cjk_is_no_barrier() {
        assert_abilities("は**「重", ">", "><");
        assert_abilities("」**で", "<", "><");
        assert_abilities("는**\"단", ">", "><");
        assert_abilities("\"**는", "<", "><");
        assert_abilities(")**입", "<", "><");
        assert_abilities("是**“重", ">", "><");
        assert_abilities("ｶ**(", ">", "><");
    }

    #[test]
    fn what_closes_is_not_opened_and_what_opens_is_not_closed() {
        assert_abilities("가**。나", ">", ">");
        assert_abilities("가**)", ">", ">");
        assert_abilities("「**가", "<", "<");
        assert_abilities("(**가", "<", "<");
    }

    #[test]
    fn one_star_opens_as_in_commonmark_and_many_are_left_alone() {
        assert_abilities("로*(세", ">", ">");
        assert_abilities("\"*는", "<", "><");
        assert_abilities("로***(세", ">", "><");
        assert_abilities("로****(세", ">", ">");
    }

    #[test]
    fn marks_belong_to_their_letters() {
        assert_abilities("か\u{3099}**「", ">", "><");
        assert_abilities("葛\u{E0100}**(", ">", "><");
    }
}
