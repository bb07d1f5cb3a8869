//! Texts that once broke something, each with what it broke.

mod support;

use groundmark::{Options, render};
use support::{response, strip_markers, without_citations};

fn body(json: &str) -> String {
    render(json, &Options::default())
        .expect("renders")
        .body_html
}

/// The law at every byte of a text, each position alone and all together.
#[track_caller]
fn assert_law(text: &str) {
    let plain = body(&without_citations(&response(text, &[])));
    let ends: Vec<usize> = (1..=text.len())
        .filter(|end| text.is_char_boundary(*end))
        .collect();
    for end in &ends {
        let cited = body(&response(text, &[*end]));
        assert_eq!(strip_markers(&cited), plain, "end {end}");
    }
    assert_eq!(strip_markers(&body(&response(text, &ends))), plain);
}

/// A placeholder behind a lone space in a raw table made html5ever move the space out of it.
#[test]
fn a_space_in_a_raw_table_is_nothing_visible() {
    assert_law(";<table> \u{202E}");
    assert_law("- a <i>b</i>\n  <table> \u{202E}`c`</table>");
    assert_law("a <table> \u{2066}\n d <tr> e");
    assert_law("a <table>  \\\n\u{202E} ~b~ <td>c");
}

/// A citation moved behind a raw link that goes over several blocks, beyond a box in that link.
#[test]
fn what_moves_out_of_a_link_may_pass_a_box() {
    assert_law("<details><a href=http://e>,\n\n1. [X]\n</details>");
    assert_law("<details><a href=http://e>a\n\n- [x] b[^1]\n\n[^1]: c\n</details>");
}

/// A class of the answer's own passed for the wrapper of a table.
#[cfg(feature = "ammonia")]
#[test]
fn no_class_makes_a_wrapper() {
    let html = body(r#"{"text": "<div class=\"gm-table language-x\">a</div>"}"#);
    assert_eq!(html, "<div dir=\"auto\">a</div>");
}

/// A marker stood in the code, before the blank lines at its end.
#[test]
fn a_marker_stands_behind_all_the_code() {
    for text in [
        "x\n\n```\na\n\n```\n",
        "x\n\n    a\n\n\n\tb\n",
        "x\n\n- ```\n  a\n  \n  ```",
    ] {
        let in_code = text.find('a').unwrap() + 1;
        for end in in_code..=text.len() {
            let cited = body(&response(text, &[end]));
            assert!(
                cited.contains("</pre><p class=\"gm-cites\"><sup"),
                "{text:?} at {end}: {cited}"
            );
        }
        assert_law(text);
    }
}

/// A marker stood in raw code, where a reader would copy it.
#[cfg(feature = "ammonia")]
#[test]
fn a_marker_stands_behind_raw_code() {
    for (text, expected) in [
        ("a <code>foo bar</code> b", "<code>foo bar</code><sup"),
        ("a <kbd>foo bar</kbd> b", "<kbd>foo bar</kbd><sup"),
        ("a <b><code>foo<br>bar</code></b> b", "</code></b><sup"),
        ("a <code>foo <kbd>bar</kbd> c</code> b", "c</code><sup"),
        ("a <pre>foo bar</pre> b", "</pre><p class=\"gm-cites\"><sup"),
    ] {
        let end = text.find("foo").unwrap() + 3;
        let cited = body(&response(text, &[end]));
        assert!(cited.contains(expected), "{cited}");
        assert_law(text);
    }
}

/// Links that nobody can see or click, which a screen reader meets.
#[test]
fn a_link_without_text_is_not_written() {
    for content in [
        " ",
        "&nbsp;",
        "\u{200B}",
        "*\u{200B}*",
        "![](https://e.example/x)",
    ] {
        let text = format!("a [{content}](https://e.example) b\n\n[^1]: note\n");
        let html = body(&response(&text, &[]));
        assert_eq!(
            html.contains("<a href=\"https"),
            content.starts_with('!'),
            "{html}"
        );
        assert_law(&text);
    }
}

#[cfg(feature = "ammonia")]
#[test]
fn a_raw_link_without_text_is_not_written() {
    for content in [" ", "&nbsp;", "\u{200B}", "<b></b>", "<b> </b><br>", "[^1]"] {
        let text = format!("a <a href=\"https://e.example\">{content}</a> b\n\n[^1]: note\n");
        let html = body(&response(&text, &[]));
        assert!(!html.contains("<a href=\"https"), "{html}");
        assert_law(&text);
    }
    let html = body(&response("<a href=\"https://e.example\">&deg;</a>", &[]));
    assert!(html.contains("<a href=\"https"), "{html}");
}

/// The corner over a column of names was a header of nothing; a heading could be empty.
#[test]
fn nothing_heads_nothing() {
    let html = body(&response(
        "| | a |\n|---|---|\n| b | c |\n\n#\n\n- ##\n",
        &[],
    ));
    assert!(html.contains("<tr><td></td><th>a</th></tr>"), "{html}");
    assert!(!html.contains("<h"), "{html}");
}

/// What html5ever makes of stray end tags, and of a heading in a heading.
#[cfg(feature = "ammonia")]
#[test]
fn what_raw_html_breaks_up_leaves_nothing_empty() {
    let html = body(&response(
        "a <h6>b</h6> c\n\n- <h3>*<sup><h1>2</h1></sup></h3>\n",
        &[],
    ));
    assert!(
        !html.contains("<p></p>") && !html.contains("<p dir=\"auto\"></p>"),
        "{html}"
    );
    assert_eq!(html.matches("dir=").count(), 2, "{html}");
    assert!(!html.contains("<h1"), "{html}");
}

/// What is for a program alone stands in no text; what is shown ends one.
#[test]
fn hidden_parts_do_not_split_and_shown_ones_do() {
    let parts = |between: &str| {
        let json =
            format!(r#"{{"parts": [{{"text": "a **b "}}, {between}, {{"text": "c** d"}}]}}"#);
        body(&json)
    };
    let call = parts(r#"{"functionCall": {"name": "f"}}"#);
    assert_eq!(call, "<p dir=\"auto\">a <strong>b c</strong> d</p>");
    assert_eq!(parts(r#"{"text": "hm", "thought": true}"#), call);
    let code = parts(r#"{"executableCode": {"code": "x"}}"#);
    assert!(!code.contains("<strong>"), "{code}");
    assert_eq!(code.matches("<p ").count(), 2, "{code}");
}

/// What a response can repeat without end is shown up to a bound, and the rest is counted.
#[test]
fn passages_and_reviews_are_bounded() {
    let many = |one: &str| vec![one; 33].join(",");
    let reviews = many(r#"{"title": "r"}"#);
    let place = format!(
        r#"{{"maps": {{"uri": "https://maps.google.com/?cid=1", "title": "m",
            "placeAnswerSources": {{"reviewSnippets": [{reviews}]}}}}}}"#
    );
    let passage = r#"{"retrievedContext": {"uri": "gs://a/b", "title": "d", "text": "t"}}"#;
    let chunks = format!("{place},{}", many(passage));
    let json = format!(
        r#"{{"candidates": [{{"content": {{"parts": [{{"text": "a"}}]}},
            "groundingMetadata": {{"groundingChunks": [{chunks}]}}}}]}}"#
    );
    let answer = render(json, &Options::default()).unwrap();
    let html = &answer.sources_html;
    assert_eq!(html.matches("<blockquote").count(), 20, "{html}");
    let (before, reviews) = html.split_once("<ul class=\"gm-reviews\">").unwrap();
    let (reviews, _) = reviews.split_once("</ul>").unwrap();
    assert_eq!(reviews.matches("<li>").count(), 21, "{before}");
    assert_eq!(html.matches("and 13 more").count(), 2, "{html}");
    assert_eq!(answer.sources[1].passages.len(), 33);
}
