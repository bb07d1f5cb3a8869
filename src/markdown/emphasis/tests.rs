//! What is paired anew, and what stays as CommonMark has it.

use crate::options::Options;
use std::ops::Range;

use pulldown_cmark::{Event, Options as Extensions, Parser, Tag, TagEnd};

use super::super::{Parsed, each_event};
use super::{Run, is_beyond_commonmark, pairing, take_back};

/// The text as it is read: `{}` around emphasis, `[]` around strong, `<>` around addresses.
fn read(text: &str) -> String {
    let mut out = String::new();
    each_event(text, &Options::default(), |event, range| match event {
        Event::Start(Tag::Emphasis) => out.push('{'),
        Event::End(TagEnd::Emphasis) => out.push('}'),
        Event::Start(Tag::Strong) => out.push('['),
        Event::End(TagEnd::Strong) => out.push(']'),
        Event::Start(Tag::Link { .. }) => out.push('<'),
        Event::End(TagEnd::Link) => out.push('>'),
        Event::Text(content) => {
            assert!(text.is_char_boundary(range.start) && text.is_char_boundary(range.end));
            out.push_str(content);
        }
        Event::Code(code) => out.push_str(&format!("`{code}`")),
        Event::SoftBreak => out.push('\n'),
        Event::End(TagEnd::Paragraph | TagEnd::TableCell | TagEnd::Item) => out.push('/'),
        _ => {}
    });
    out.trim_end_matches('/').to_owned()
}

#[track_caller]
fn assert_reads(text: &str, expected: &str) {
    assert_eq!(read(text), expected, "{text}");
}

#[test]
fn punctuation_inside_the_stars() {
    assert_reads("**\"단어\"**는", "[\"단어\"]는");
    assert_reads("**한국어(Korean)**입니다", "[한국어(Korean)]입니다");
    assert_reads("**제목:**내용", "[제목:]내용");
    assert_reads("**“重要”**的", "[“重要”]的");
    assert_reads("约**30%**的", "约[30%]的");
    assert_reads(
        "これは**「重要」**です。そして**「次」**です。",
        "これは[「重要」]です。そして[「次」]です。",
    );
}

#[test]
fn words_between_two_brackets_are_not_what_is_in_them() {
    assert_reads(
        "は**「重要」**です。そして**「次」です",
        "は[「重要」]です。そして**「次」です",
    );
}

#[test]
fn in_every_kind_of_run() {
    assert_reads("- **\"가\"**는\n- **\"나\"**는", "[\"가\"]는/[\"나\"]는");
    assert_reads("|**\"가\"**|\n|-|\n|**\"나\"**는|", "[\"가\"]/[\"나\"]는");
    assert_reads("> **\"가\n> 나\"**는", "[\"가\n나\"]는");
    assert_reads("[**\"가\"**는](https://a.example)", "<[\"가\"]는>");
    assert_reads("~~**\"가\"**는~~", "[\"가\"]는");
    assert_reads("__나 **\"가\"**는__", "[나 [\"가\"]는]");
    assert_reads("**\"가\" `나`**는 **다**", "[\"가\" `나`]는 [다]");
}

#[test]
fn three_stars_and_one() {
    assert_reads("***\"단어\"***는", "{[\"단어\"]}는");
    assert_reads("그 *\"단어\"*는", "그 {\"단어\"}는");
    assert_reads("면적=가로*(세로+1)*높이", "면적=가로*(세로+1)*높이");
    assert_reads("**\"가\"**는 *나* ***다***", "[\"가\"]는 {나} {[다]}");
}

#[test]
fn what_marks_nothing() {
    for text in [
        "2 ** 3 ** 4는",
        "**kwargs와 **args",
        "가 ** \"나\"** 다",
        "`**\"가\"**는`",
        "    **\"가\"**는",
        "**\"가\n\n나\"**는",
    ] {
        assert_reads(text, &text.replace("\n\n", "/").replace("    ", ""));
    }
    assert_reads("\\**\"가\"\\**는", "**\"가\"**는");
    assert_reads("\\*\\*\"가\"**는", "**\"가\"**는");
    assert_reads("&#42;&#42;\"가\"**는", "**\"가\"**는");
    assert_reads(
        "<https://a.example/**\"가>**는",
        "<https://a.example/**\"가>**는",
    );
}

#[test]
fn an_address_hides_its_stars() {
    assert_reads(
        "**\"가\"**는 https://a.example/x**y**z 나",
        "[\"가\"]는 <https://a.example/x**y**z> 나",
    );
    assert_reads(
        "**\"가\"**는 **https://a.example/x**를",
        "[\"가\"]는 [<https://a.example/x>]를",
    );
    assert_reads(
        "**https://a.example/x.**입니다",
        "[<https://a.example/x>.]입니다",
    );
    assert_reads(
        "**(https://a.example/x)**에서",
        "[(<https://a.example/x>)]에서",
    );
}

#[test]
fn an_address_hides_its_marks_in_any_language() {
    assert_reads(
        "See https://a.example/x*y*z now",
        "See <https://a.example/x*y*z> now",
    );
    assert_reads(
        "See https://a.example/_x_/**/ *now*",
        "See <https://a.example/_x_/**/> {now}",
    );
    assert_reads(
        "See https://a.example/~~x~~y now",
        "See <https://a.example/~~x~~y> now",
    );
    assert_reads("*https://a.example/x_y_z*", "{<https://a.example/x_y_z>}");
    assert_reads(
        "*https://a.example/x*(y) *z*",
        "{<https://a.example/x>}(y) {z}",
    );
    assert_reads(
        "[www.a.example/*x*](https://a.example)",
        "<www.a.example/{x}>",
    );
    assert_reads("`www.a.example/*x*` *y*", "`www.a.example/*x*` {y}");
}

/// Where CommonMark's pairs and the new ones leave as many stars, CommonMark's stay.
#[test]
fn nothing_better_changes_nothing() {
    assert_reads("가**\"나", "가**\"나");
    assert_reads("가**(나)** **다**", "가[(나)] [다]");
    assert_reads("**가**나", "[가]나");
}

#[test]
fn marks_beyond_commonmark_are_known() {
    let beyond = |text: &str| {
        let mut found = Vec::new();
        each_event(text, &Options::default(), |event, range| {
            if matches!(event, Event::Start(Tag::Strong)) {
                found.push(is_beyond_commonmark(text, range));
            }
        });
        found
    };
    assert_eq!(beyond("**\"가\"**는 **나**다 __라__"), [true, false, false]);
    assert_eq!(beyond("가**「나」** ****다****"), [true, false, false]);
}

/// A pseudo-random text over `alphabet`.
fn scribble(alphabet: &[&str], seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut text = String::from("a");
    for _ in 0..4 + seed % 24 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.push_str(alphabet[(state >> 33) as usize % alphabet.len()]);
    }
    text
}

fn paragraph(text: &str) -> Vec<Parsed<'_>> {
    let events = Parser::new_ext(text, Extensions::empty()).into_offset_iter();
    let is_inline = |(event, _): &Parsed<'_>| !super::super::is_block(event);
    events.filter(is_inline).collect()
}

/// The pairs are the parser's where nothing but CommonMark counts.
#[test]
fn pairs_without_cjk_are_the_parsers() {
    let alphabet = ["*", "**", "***", "a", "b", " ", ".", "\"", "`c`", "é", "“"];
    for seed in 0..20_000 {
        let text = scribble(&alphabet, seed);
        let (events, mut old) = take_back(&text, &paragraph(&text));
        let mut new = pairing::pair(&Run::new(&text, events).tokens());
        new.sort_unstable();
        old.sort_unstable();
        assert_eq!(new, old, "{text:?}");
    }
}

/// Events are nested, in order, and lose no text.
#[test]
fn events_stay_whole() {
    let alphabet = [
        "*",
        "**",
        "**",
        "***",
        "가",
        "「",
        "」",
        "。",
        "\"",
        "(",
        ")",
        " ",
        "a",
        "\\",
        "_",
        "~~",
        "`c`",
        "[",
        "](x)",
        "https://a.example/",
        "&amp;",
        "\n",
    ];
    for seed in 0..20_000 {
        let text = scribble(&alphabet, seed);
        let mut open: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        each_event(&text, &Options::default(), |event, range| match event {
            Event::Start(_) => {
                assert!(
                    open.last().is_none_or(|outer| outer.end >= range.end),
                    "{text:?}"
                );
                open.push(range.clone());
            }
            Event::End(_) => assert_eq!(open.pop().as_ref(), Some(range), "{text:?}"),
            Event::Text(content) => {
                assert!(range.start >= at, "{text:?}");
                at = range.end;
                if content.len() == range.len() {
                    assert_eq!(**content, text[range.clone()], "{text:?}");
                }
            }
            _ => {}
        });
        assert!(open.is_empty(), "{text:?}");
    }
}

/// Stars that CommonMark pairs and that would stand alone, or pair no better, if paired anew.
#[test]
fn what_is_no_better_stays_as_it_was() {
    for (text, expected) in [
        ("*가**(", "{가}*("),
        (")**가*", ")*{가}"),
        ("*a**「", "{a}*「"),
        ("*。*a*", "*。{a}"),
        ("*)**가*", "*)*{가}"),
        // A mark of two in an address leaves one that finds no better partner.
        ("**가(http://a.b/c**a*", "[가(<http://a.b/c>]a*"),
    ] {
        assert_reads(text, expected);
    }
}
