//! The Markdown form keeps the answer's text: without our references and definitions it reads as
//! the answer did, for every input.
//!
//! `GROUNDMARK_DOCUMENTS` sets how many texts are tried of each kind (default 1 500).

mod support;

use std::time::Instant;

use groundmark::{Options, Uncited, render, render_markdown};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use support::places::PLACES;
use support::{Rng, markdown, markdown_without_raw_html, response};

fn documents() -> u64 {
    std::env::var("GROUNDMARK_DOCUMENTS")
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(1_500)
}

/// The text of each run that has any, without references and definitions of labels that start with
/// `prefix` and a digit; and how many of those references there are. The first of those definitions
/// ends the text.
fn runs(markdown: &str, prefix: &str) -> (Vec<String>, usize) {
    let markdown = markdown.replace("\r\n", "\n").replace('\r', "\n");
    let is_ours = |label: &str| {
        let rest = label.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let options = pulldown_cmark::Options::ENABLE_TABLES
        | pulldown_cmark::Options::ENABLE_STRIKETHROUGH
        | pulldown_cmark::Options::ENABLE_TASKLISTS
        | pulldown_cmark::Options::ENABLE_FOOTNOTES;
    let mut runs = vec![String::new()];
    let mut references = 0;
    for event in Parser::new_ext(&markdown, options) {
        let run = runs.last_mut().expect("there is a run");
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => run.push_str(&text),
            Event::Code(code) => run.push_str(&format!("`{code}`")),
            Event::SoftBreak | Event::HardBreak => run.push('\n'),
            Event::FootnoteReference(label) if is_ours(&label) => references += 1,
            Event::FootnoteReference(label) => run.push_str(&format!("[^{label}]")),
            Event::Start(Tag::FootnoteDefinition(label)) if is_ours(&label) => break,
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                run.push_str(&format!("({dest_url})"));
            }
            Event::Start(Tag::Strong) | Event::End(TagEnd::Strong) => run.push_str("**"),
            Event::Start(Tag::Emphasis) | Event::End(TagEnd::Emphasis) => run.push('*'),
            Event::End(TagEnd::Link | TagEnd::Image) => run.push(')'),
            Event::Start(_) | Event::End(_) if run.is_empty() => {}
            Event::Start(_) | Event::End(_) => runs.push(String::new()),
            _ => {}
        }
    }
    for run in &mut runs {
        run.truncate(run.trim_end().len());
    }
    runs.retain(|run| !run.is_empty());
    (runs, references)
}

/// What ends raw HTML that the answer never ends.
const CLOSING: [&str; 8] = [
    "-->",
    "?>",
    "]]>",
    ">",
    "</script>",
    "</pre>",
    "</style>",
    "</textarea>",
];

/// Checks one text; gives the number of placed citations' numbers, and of references at the end.
#[track_caller]
fn assert_same_text(text: &str, ends: &[usize]) -> (usize, usize) {
    let mut options = Options::default();
    options.uncited = Uncited::Hide;
    let response = response(text, ends);
    let answer = render(&response, &options).expect("renders");
    let markdown = render_markdown(&response, &options).expect("renders");
    let numbered = answer.sources.iter().filter(|s| s.number.is_some()).count();
    if numbered == 0 {
        return (0, 0);
    }
    let definition = markdown
        .rfind("1]: [Source page ")
        .unwrap_or_else(|| panic!("no definition in {markdown:?}"));
    let line = markdown[..definition].rfind("[^").expect("a definition");
    let prefix = &markdown[line + 2..definition];
    let (found, references) = runs(&markdown, prefix);
    let (mut found, wanted) = (found, runs(text, "\0").0);
    if found != wanted
        && let (Some(last), Some(wanted)) = (found.last_mut(), wanted.last())
        && let Some(rest) = last.strip_prefix(wanted.as_str())
        && CLOSING.contains(&rest.trim())
    {
        last.truncate(wanted.len());
    }
    assert_eq!(found, wanted, "{text:?}\n{ends:?}\n{markdown:?}");
    assert!(references >= numbered, "{text:?}\n{ends:?}\n{markdown:?}");
    let before = markdown[..line].trim_end();
    let last = before.rsplit('\n').next().unwrap_or_default();
    let at_end = match last.starts_with(&format!("[^{prefix}")) {
        true => last.matches("[^").count(),
        false => 0,
    };
    (references, at_end)
}

#[track_caller]
fn assert_same_texts(mut write: impl FnMut(&mut Rng) -> String) {
    let (mut all, mut at_end) = (0, 0);
    for seed in 0..documents() {
        let mut rng = Rng::new(seed);
        let text = write(&mut rng);
        // The parser sees an empty task's box only where the text goes on behind it.
        if ["[ ]", "[x]", "[X]"]
            .iter()
            .any(|task| text.ends_with(task))
        {
            continue;
        }
        let boundaries: Vec<usize> = (1..=text.len())
            .filter(|end| text.is_char_boundary(*end))
            .collect();
        let few: Vec<usize> = boundaries
            .iter()
            .copied()
            .filter(|_| rng.below(24) == 0)
            .collect();
        for ends in [&boundaries, &few, &vec![*rng.pick(&boundaries)]] {
            let (references, end) = assert_same_text(&text, ends);
            all += references;
            at_end += end;
        }
    }
    println!("{all} references, {at_end} of them behind the text");
    // To put all of them behind the text would keep it, too.
    assert!(at_end * 10 < all, "{at_end} of {all}");
}

/// At the places where a marker in the source is known to break it, or known not to.
#[test]
fn known_places_keep_their_text() {
    for place in &PLACES {
        let (references, _) = assert_same_text(place.text, &[place.end()]);
        assert_eq!(references, 1, "{}", place.name);
    }
}

#[test]
fn generated_texts_stay_the_same() {
    assert_same_texts(markdown_without_raw_html);
}

#[test]
fn generated_texts_with_raw_html_stay_the_same() {
    assert_same_texts(markdown);
}

/// Quadratic behaviour would take minutes here.
#[test]
fn hostile_texts_take_linear_time() {
    const BYTES: usize = 1 << 17;
    for unit in [
        "a",
        "가",
        "東",
        " ",
        "(",
        "[",
        "[a",
        "*a ",
        "**",
        "_",
        "~",
        "$",
        "$a ",
        "`",
        "\\",
        "<",
        "<a>",
        "&amp;",
        "> ",
        "- a\n",
        "a\n\n",
        "a|",
        "[^1] ",
        "[^source-1",
        "https://a.example/",
        "www.a(",
        "a[b](c)",
        "```\na\n```\n",
        "<div>a\n\n",
        "!",
        "\u{301}",
        "\u{202e}",
        "**\"a\"**가",
        "a\n",
        "^",
        "🏴\u{e0067}",
    ] {
        let text = unit.repeat(BYTES / unit.len());
        let ends: Vec<usize> = (1..text.len())
            .step_by(97)
            .filter(|end| text.is_char_boundary(*end))
            .collect();
        let start = Instant::now();
        render_markdown(response(&text, &ends), &Options::default()).expect("renders");
        let taken = start.elapsed();
        println!("{unit:?} {taken:?}");
        assert!(taken.as_secs() < 10, "{unit:?} takes {taken:?}");
    }
}
