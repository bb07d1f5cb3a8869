//! What is shown of a text that still grows.

use pulldown_cmark::{Event, Options as Extensions, Parser};

use super::super::prepare;
use super::*;
use crate::support::{Rng, markdown};

fn settled(text: &str, options: &Options, known: &Known) -> Option<Settled> {
    settle(text, options, &mut Beside { known, options })
}

fn shown(text: &str, options: &Options) -> String {
    match settled(text, options, &Known::default()) {
        None => text.to_owned(),
        Some(Settled { keep, suffix }) => [&text[..keep], &suffix].concat(),
    }
}

fn with_math(math: bool) -> Options {
    Options {
        math,
        ..Options::default()
    }
}

#[track_caller]
fn assert_settles(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(shown(text, &Options::default()), *expected, "{text:?}");
    }
}

#[track_caller]
fn assert_as_it_is(texts: &[&str]) {
    for text in texts {
        assert_settles(&[(text, text)]);
    }
}

#[test]
fn emphasis_is_closed() {
    assert_settles(&[
        ("a **bol", "a **bol**"),
        ("a *ital", "a *ital*"),
        ("a _ital", "a _ital_"),
        ("a __bol", "a __bol__"),
        ("a ~~gon", "a ~~gon~~"),
        ("a ***bot", "a ***bot***"),
        ("a **b *c", "a **b *c***"),
        ("a *b **c", "a *b **c***"),
        ("a ***b* c", "a ***b* c**"),
        ("**a _b ~~c", "**a _b ~~c~~_**"),
        ("a **b c ", "a **b c**"),
        ("a **b\nc", "a **b\nc**"),
        ("a **b\n", "a **b**"),
        ("# a **b", "# a **b**"),
        ("- a\n  - **b", "- a\n  - **b**"),
        ("> a\n> **b", "> a\n> **b**"),
        ("1. **a", "1. **a**"),
        ("- [ ] **a", "- [ ] **a**"),
        ("**https://a.example/b", "**https://a.example/b**"),
        ("*2001: A", "*2001: A*"),
        ("**a** **b", "**a** **b**"),
        ("*a **b*c", "*a **b*c"),
        ("\\**a", "\\**a*"),
        ("*a **b* _c", "*a **b* _c_**"),
        ("_a **b_ *c", "_a **b_ *c*"),
        ("**a 5 * ", "**a 5**"),
        ("**a 5 * 3", "**a 5 * 3**"),
        ("**a *b* ", "**a *b***"),
        ("[a **b](c) _d", "[a **b](c) _d_"),
        ("a ~5 **b", "a ~5 **b**"),
        ("snake_case **b", "snake_case **b**"),
        ("- ```\n  a\n  ```\n  **b", "- ```\n  a\n  ```\n  **b**"),
    ]);
}

#[test]
fn a_row_of_marks_at_the_end_waits_for_what_follows() {
    assert_settles(&[
        ("a *", "a "),
        ("a **", "a "),
        ("a _", "a "),
        ("a ~", "a "),
        ("**a*", "**a**"),
        ("a `", "a "),
        ("**`", ""),
        ("a\\", "a"),
        ("a\\\\\\", "a\\\\"),
        ("a\\\n", "a"),
        ("a\\\n\n[", "a\\\n\n"),
        ("*a\n<!--\n", "*a\n"),
        ("a\\\r\n[", "a"),
    ]);
    assert_as_it_is(&[
        "**a**", "*a*", "a ** b", "a * b", "a\\\\", "about ~5", "a_b", "a\\*b",
    ]);
}

#[test]
fn what_multiplies_is_no_emphasis() {
    // What the closers would not close.
    assert_as_it_is(&["~_\"a\"_는"]);
    assert_as_it_is(&[&"*a ".repeat(60)]);
    assert_as_it_is(&[
        "5*3",
        "a*b c",
        "2**10 is",
        "(a+b)*2 c",
        "가로*(세로+1)*높이",
        "****a",
        "a ~b",
        "snake_case_x",
        "b ~~~~a",
    ]);
}

#[test]
fn emphasis_beside_cjk_is_closed_as_it_is_read() {
    assert_settles(&[
        ("이것은 **\"단어", "이것은 **\"단어**"),
        ("이것은**\"단어\"", "이것은**\"단어\"**"),
        ("이것은**단", "이것은**단**"),
        ("これは**「重要", "これは**「重要**"),
        (
            "これは**「重要」**です。そして**「次",
            "これは**「重要」**です。そして**「次**",
        ),
        ("这是**“重", "这是**“重**"),
        ("约**30%", "约**30%**"),
        ("***\"가", "***\"가***"),
        ("가 *\"나", "가 *\"나*"),
        ("و**كل", "و**كل**"),
    ]);
}

#[test]
fn code_is_closed_with_as_many_backticks() {
    assert_settles(&[
        ("a `cod", "a `cod`"),
        ("a ``c`d", "a ``c`d``"),
        ("a ``c `d` ", "a ``c `d` ``"),
        ("**a `b", "**a `b`**"),
        ("a `b *c* [d](e", "a `b *c* [d](e`"),
        ("a [b `c", "a "),
        ("a \\`b", "a \\`b"),
    ]);
}

#[test]
fn links_and_images_wait_until_they_are_decided() {
    assert_settles(&[
        ("a [", "a "),
        ("a [b", "a "),
        ("a [b]", "a "),
        ("a [b](", "a "),
        ("a [b](http://c", "a "),
        ("a [b](<c d", "a "),
        ("a [b](c \"d", "a "),
        ("a [b](c \"d\"", "a "),
        ("a [b][", "a "),
        ("a [b][c", "a "),
        ("a [b][c]", "a "),
        ("a ![b](c", "a "),
        ("a !", "a "),
        ("a![b", "a"),
        ("a \\![b](c", "a \\!"),
        ("a [b [c](d)", "a "),
        ("a [b *c* d", "a "),
        ("**a [b** c", "**a**"),
        ("- [a](b", ""),
        ("x\n\n> [a](b", "x\n\n"),
        ("a [^1", "a "),
    ]);
    assert_as_it_is(&[
        "a [b](c)",
        "a ![b](c)",
        "a [b] ",
        "a [b] c",
        "a [b](c d",
        "a \\[b",
        "a `[b`",
        "[b]\n",
        "wow!",
        "a [b](c)d",
        "a (b",
        "a [b][c] d",
    ]);
}

#[test]
fn a_lone_bracket_does_not_hide_a_paragraph() {
    let long = "word ".repeat(250);
    assert_as_it_is(&[&format!("a [{long}")]);
    assert_as_it_is(&[&format!("a [b]({}", "c".repeat(4_100))]);
    assert_settles(&[(&format!("a [{}", &long[..500]), "a ")]);
}

#[test]
fn a_known_label_is_a_link() {
    let mut known = Known::default();
    known.add_link("Some  label*");
    known.add_note("N*");
    let shown = |text: &str| match settled(text, &Options::default(), &known) {
        None => text.to_owned(),
        Some(Settled { keep, suffix }) => [&text[..keep], &suffix].concat(),
    };
    // Brackets of a link bind more than stars do.
    let text = "*a [SOME label*] b";
    assert_eq!(shown(text), "*a [SOME label*] b*");
    assert_as_it_is(&[text]);
    assert_eq!(shown("[*x][some\nlabel*] b"), "[*x][some\nlabel*] b");
    assert_eq!(shown("a [some label*](b"), "a ");
    assert_eq!(shown("a [some label*]"), "a ");
    let text = "*a [^n*] b";
    assert_eq!(shown(text), "*a [^n*] b*");
    assert_as_it_is(&[text]);
    assert_eq!(shown("*a [^m*] b"), "*a [^m*] b");
    assert_eq!(shown("    a [^n*]\n    **b"), "    a [^n*]\n    **b");
}

#[test]
fn a_line_of_markers_waits_for_its_content() {
    for marker in [
        "-",
        "- ",
        "*",
        "+",
        "+ ",
        "1",
        "12.",
        "3)",
        "1. ",
        ">",
        "> ",
        "> -",
        "- [",
        "- [ ]",
        "- [x] ",
        "#",
        "*** ",
        "_ _ ",
        "###### ",
        "===",
        "---",
        "- - -",
        "***",
        "* *",
        "___",
        "`",
        "``",
        "```",
        "```rust",
        "~",
        "~~",
        "~~~ a b",
        "~~~ a`b",
        "[a\\]b]: http://c",
        "|",
        "|--",
        "| :-:|",
        "- 1.",
        "  - ",
        "[a]: http://b",
        "[^a]: b **c",
    ] {
        let text = format!("a\n\n{marker}");
        assert_settles(&[(&text, "a\n\n")]);
    }
    assert_as_it_is(&[
        "a\n\n- b",
        "a\n\n12 b",
        "a\n\n12 ",
        "a\n\n1.5",
        "a\n\n# b",
        "a\n\n```b``` c",
        "a\n\n#b",
        "a\n\n#######",
        "a\n\n-b",
        "a\n\n---\n",
        "a\n\n- \n",
        "a\n\n[a]: http://b\n",
        "a\n\n1234567890",
    ]);
    assert_settles(&[
        ("Title\n==", "Title\n"),
        ("**a\n- ", "**a**"),
        ("> **a\n> ", "> **a**"),
    ]);
}

#[test]
fn what_stands_before_a_finished_paragraph_stays() {
    assert_as_it_is(&[
        "**a\n\n",
        "**a\n\nb",
        "> **a\n>\n",
        "# **a\n",
        "a `b\n\n",
        "[a\n\nb",
        "**a\n# b",
    ]);
}

#[test]
fn code_blocks_show_their_lines_as_they_stand() {
    assert_as_it_is(&[
        "```\na **b",
        "```\n- ",
        "```\n12",
        "```\n[a](b",
        "```\na\n~~",
        "    a **",
        "    a\n    -",
        "~~~\n```",
        "- ```\n  1.",
        "```\na`",
        "> ```\n> #",
        "```\n&am",
        "```\n| ",
        "```\n\n\n*",
        "```\n[a]: b",
        "    `a\n    `",
        "```\na\n```\n\n    - ",
        "```\nb \\\n1",
    ]);
    assert_settles(&[
        ("```\na\n``", "```\na\n"),
        ("```\na\n```", "```\na\n"),
        ("~~~~\na\n~", "~~~~\na\n"),
        ("~~~\nb \\\n~", "~~~\nb \\\n"),
        (
            "```\na\n```\n\n[r]: /u\n\n    #",
            "```\na\n```\n\n[r]: /u\n\n",
        ),
        ("> ```\n> a\n> `", "> ```\n> a\n"),
        ("```\na\n```\n**b", "```\na\n```\n**b**"),
        ("```\na\n```\n- ", "```\na\n```\n"),
        ("```\n```\n12", "```\n```\n"),
        ("> ```\n> a\n- ", "> ```\n> a\n"),
        ("```\n``", "```\n"),
        ("```\na\n```\n\n[a]: b", "```\na\n```\n\n"),
        ("    a\n\n[a]: b", "    a\n\n"),
    ]);
}

#[test]
fn a_header_gets_its_second_line() {
    assert_settles(&[
        ("|", ""),
        ("| a", "| a\n|---|"),
        ("| a |", "| a |\n|---|"),
        ("| a | b", "| a | b\n|---|---|"),
        ("| a | b |", "| a | b |\n|---|---|"),
        ("| a | b |\n", "| a | b |\n|---|---|"),
        ("| a | b |\n|", "| a | b |\n|---|---|"),
        ("| a | b |\n| :--", "| a | b |\n|---|---|"),
        ("| a | b |\n|---|---|", "| a | b |\n|---|---|"),
        ("| a \\| b | c", "| a \\| b | c\n|---|---|"),
        ("x\n| a | **b", "x\n| a | **b**\n|---|---|"),
        ("> | a | *b", "> | a | *b*\n> |---|---|"),
        ("- | a", "- | a\n  |---|"),
        ("1. x\n   | a", "1. x\n   | a\n   |---|"),
        ("| a | **b |", "| a | **b |\n|---|---|"),
        ("| **a | b", "| **a | b\n|---|---|"),
        ("| a | [b](c", "| a |\n|---|"),
        ("| a | `b", "| a | `b`\n|---|---|"),
    ]);
    assert_as_it_is(&["|\n"]);
    assert_as_it_is(&["a | b", "| a |\n\n", "| a |\nb", "|-|\n| a | b |\n|-|-|\n"]);
}

#[test]
fn cells_are_settled_by_themselves() {
    let head = "| a | b |\n|---|---|\n";
    for (row, expected) in [
        ("|", ""),
        ("| **c", "| **c**"),
        ("| **c |", "| **c |"),
        ("| **c | d", "| **c | d"),
        ("| c | `d", "| c | `d`"),
        ("| c | [d", "| c | "),
        ("| c | *d |\n", "| c | *d |\n"),
        ("| c | *d\n", "| c | *d\n"),
        ("| c \\", "| c "),
        ("12", ""),
        ("c **d", "c **d**"),
    ] {
        let text = [head, row].concat();
        assert_settles(&[(&text, &[head, expected].concat())]);
    }
}

#[test]
fn nothing_of_an_open_tag_or_comment_is_shown() {
    assert_settles(&[
        ("a <", "a "),
        ("a <su", "a "),
        ("a <span title=\"x y", "a "),
        ("a <span title=\"x\" ", "a "),
        ("a </su", "a "),
        ("a <!-- b", "a "),
        ("a <![CDATA[b", "a "),
        ("a <?b c", "a "),
        ("a <https://b", "a "),
        ("a <me@b.exam", "a "),
        ("**a <b", "**a**"),
        ("<details", ""),
        ("<div>\n<p class=\"a", "<div>\n"),
        ("<div>\na <!-- b\n", "<div>\na "),
        ("<!-- a\n\nb", ""),
        ("<div>\n<script>a(", "<div>\n"),
        ("<script>\na();\n\nb();\n", ""),
        ("<div>\n&am", "<div>\n"),
        // The comment ends with its note, and the bracket stands behind it.
        ("[^1]: <!-- a\n\n[", "[^1]: <!-- a\n\n"),
        ("[^1]: <!-- a\n\n- ", "[^1]: <!-- a\n\n"),
        ("[^1]: <!-- a\n\n    - ", ""),
        ("[^1]: <!-- a\n\n[^2]: <details", "[^1]: <!-- a\n\n"),
        ("**a\n<div cl", "**a**"),
    ]);
    assert_as_it_is(&[
        "a < b",
        "a <5 b",
        "x <y, z",
        "a <b> c",
        "a <br> c",
        "<details>\n",
        "<div>\nb",
        "a<b and c, d",
        "a <!-- b --> c",
        "<!-- a\n\nb -->\n",
        "<script>a()</script> b",
        "a <me@b c",
        "<div>\n<p\n\nb",
        "<div>\n<p\n\n",
        "<div title=\"<p class='\">\nb",
        "a <http://b c",
    ]);
}

#[test]
fn references_wait_for_their_end() {
    assert_settles(&[
        ("a &am", "a "),
        ("a &#12", "a "),
        ("a &", "a "),
        ("**a &am", "**a**"),
    ]);
    assert_as_it_is(&["a &amp;", "a & b", "AT&T c"]);
}

#[test]
fn formulas_wait_until_they_close() {
    let options = with_math(true);
    for (text, expected) in [
        ("a $", "a "),
        ("a $x", "a "),
        ("a $x + y", "a "),
        ("a $$x", "a "),
        ("a $$\nx +\n", "a "),
        ("a \\(x", "a "),
        ("a \\[x *y", "a "),
        ("a \\[\nx\n", "a "),
        ("**a $x", "**a**"),
        ("| $x", ""),
        ("a $x$ b", "a $x$ b"),
        ("a \\(x\\) b", "a \\(x\\) b"),
        ("a $ b", "a $ b"),
        ("costs $5 today", "costs "),
        ("costs $5 today or", "costs $5 today or"),
        ("값은 $5에서", "값은 $5에서"),
        ("a `$x` b", "a `$x` b"),
        ("a \\(\\) b", "a \\(\\) b"),
        ("a \\$x b", "a \\$x b"),
    ] {
        assert_eq!(shown(text, &options), expected, "{text:?}");
    }
    for open in ["$x", "\\(x"] {
        let text = format!("a {open}{}", " + y".repeat(150));
        assert_eq!(shown(&text, &options), text);
    }
    assert_as_it_is(&["a $x", "a \\(x", "a $$x *y*"]);
}

#[test]
fn half_a_line_end_is_none() {
    assert_settles(&[
        ("a **b\r", "a **b**"),
        ("a [b]\r", "a "),
        ("a\r\n\r\n- \r", "a\r\n\r\n"),
    ]);
    assert_as_it_is(&["a\r\n", "**a\r\n\r\n"]);
}

/// How many texts are tried: `GROUNDMARK_TEXTS`, else so many.
fn setting(default: u64) -> u64 {
    let texts = std::env::var("GROUNDMARK_TEXTS").ok();
    texts
        .and_then(|texts| texts.parse().ok())
        .unwrap_or(default)
}

fn each_prefix(text: &str, mut take: impl FnMut(&str)) {
    for (at, c) in text.char_indices() {
        take(&text[..at + c.len_utf8()]);
    }
}

#[test]
fn lines_since_the_last_empty_one_tell_whether_a_text_is_plain() {
    let options = Options::default();
    assert!(plain::is_plain("**a\n\nb c", &options));
    assert!(!plain::is_plain("**a\nb c", &options));
    assert!(!plain::is_plain("a\n\n12", &options));
    assert!(!plain::is_plain("<!-- a\n\nb", &options));
}

/// What is told without parsing is what parsing tells.
#[test]
fn plain_texts_are_shown_as_they_are() {
    let mut plain = 0;
    for seed in 0..setting(400) {
        let text = markdown(&mut Rng::new(seed));
        let text = prepare(&text);
        let options = with_math(seed % 2 == 0);
        each_prefix(&text, |prefix| {
            if plain::is_plain(prefix, &options) {
                plain += 1;
                let settled = settle_parsed(
                    prefix,
                    &options,
                    &mut Beside {
                        known: &Known::default(),
                        options: &options,
                    },
                );
                assert_eq!(settled, None, "{prefix:?}");
            }
        });
    }
    assert!(plain > 2_000, "{plain}");
}

/// Where the text's top-level blocks begin that begin the same alone, and what is defined before.
fn starts(text: &str) -> Vec<(usize, Known)> {
    let extensions = Extensions::ENABLE_TABLES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_FOOTNOTES;
    let parser = Parser::new_ext(text, extensions);
    let links: Vec<(String, usize)> = parser
        .reference_definitions()
        .iter()
        .map(|(label, definition)| (label.to_owned(), definition.span.start))
        .collect();
    let mut starts = vec![(0, Known::default())];
    let mut known = Known::default();
    let mut depth = 0;
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(tag) => {
                let line = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
                let is_after_empty_line = text[..line].ends_with("\n\n");
                if depth == 0 && is_after_empty_line && text[line..range.start].trim().is_empty() {
                    let mut known = known.clone();
                    for (label, at) in &links {
                        if *at < line {
                            known.add_link(label);
                        }
                    }
                    starts.push((line, known));
                }
                if let pulldown_cmark::Tag::FootnoteDefinition(label) = tag {
                    known.add_note(&label);
                }
                depth += 1;
            }
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    starts
}

/// A stream parses the tail alone: what stands before the last top-level block must not count.
#[test]
fn only_the_last_top_level_block_counts() {
    let options = Options::default();
    let mut compared = 0;
    for seed in 0..setting(150) {
        let text = markdown(&mut Rng::new(seed));
        let text = prepare(&text);
        each_prefix(&text, |prefix| {
            let whole = settled(prefix, &options, &Known::default());
            for (start, known) in starts(prefix) {
                let tail = settled(&prefix[start..], &options, &known);
                let moved = tail.map(|tail| Settled {
                    keep: tail.keep + start,
                    ..tail
                });
                assert_eq!(moved, whole, "seed {seed}, from {start} on, {prefix:?}");
                compared += usize::from(start > 0 && whole.is_some());
            }
        });
    }
    assert!(compared > 5_000, "{compared}");
}

/// Whatever is given, the cut is one, and nothing that was closed shows its closers.
#[test]
fn any_text_can_be_cut_there() {
    for seed in 0..setting(400) {
        let text = markdown(&mut Rng::new(seed));
        let text = prepare(&text);
        let options = with_math(seed % 2 == 0);
        each_prefix(&text, |prefix| {
            if let Some(settled) = settled(prefix, &options, &Known::default()) {
                assert!(prefix.is_char_boundary(settled.keep), "{prefix:?}");
            }
        });
    }
}
