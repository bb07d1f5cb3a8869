//! The law of streams: after every frame the operations give the page that one call gives for the
//! frames so far, and after the end that of all frames with their citations.
//!
//! `GROUNDMARK_PREFIXES` sets how many prefixes are tried, `GROUNDMARK_SEED` where the generator
//! starts.

#[path = "support/page.rs"]
mod page;
mod support;

use groundmark::{AnswerStream, Options, Target, render};
use page::Page;
use serde_json::json;
use support::{Rng, markdown};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

fn frame(text: &str) -> String {
    json!({ "candidates": [{ "content": { "parts": [{ "text": text }] } }] }).to_string()
}

fn options() -> Options {
    let mut options = Options::default();
    options.id_prefix = Some("p".to_owned());
    options
}

/// Streams a text in pieces that end at `ends`, and compares after each.
#[track_caller]
fn assert_law(text: &str, ends: impl Iterator<Item = usize>, name: &str) -> usize {
    assert_law_by(text, ends, name, options())
}

#[track_caller]
fn assert_law_by(
    text: &str,
    ends: impl Iterator<Item = usize>,
    name: &str,
    options: Options,
) -> usize {
    let mut stream = AnswerStream::new(options.clone()).expect("options");
    stream.grow_early();
    let mut page = Page::default();
    let mut start = 0;
    let mut count = 0;
    for end in ends {
        let operations = stream.push(frame(&text[start..end])).expect("a frame");
        page.apply(&operations);
        let wanted = render(frame(&text[..end]), &options).expect("renders");
        assert_eq!(
            page.body_html(),
            wanted.body_html,
            "{name}, after {end} bytes, {:?}, operations {operations:#?}",
            &text[..end]
        );
        start = end;
        count += 1;
    }
    assert!(!stream.is_whole(), "{name}: it was not written in parts");
    let finished = stream.finish();
    let mut whole = options;
    whole.settle = false;
    let wanted = render(frame(text), &whole).expect("renders");
    assert_eq!(finished.answer.html, wanted.html, "{name}");
    page.apply(&finished.patch);
    assert_eq!(page.body_html(), wanted.body_html, "{name}, finished");
    assert_eq!(page.html(Target::Sources), wanted.sources_html, "{name}");
    count
}

fn boundaries(text: &str) -> impl Iterator<Item = usize> {
    (1..=text.len()).filter(|end| text.is_char_boundary(*end))
}

#[test]
fn holds_over_generated_texts_by_character() {
    let wanted = setting("GROUNDMARK_PREFIXES", 20_000) as usize;
    let mut prefixes = 0;
    for seed in setting("GROUNDMARK_SEED", 0).. {
        let text = markdown(&mut Rng::new(seed));
        let name = format!("seed {seed}");
        let mut settled = options();
        settled.settle = true;
        prefixes += assert_law_by(&text, boundaries(&text), &name, settled);
        prefixes += assert_law(&text, boundaries(&text), &name);
        if prefixes >= wanted {
            break;
        }
    }
    println!("{prefixes} prefixes");
}

#[test]
fn holds_with_formulas() {
    let wanted = setting("GROUNDMARK_PREFIXES", 20_000) as usize / 10;
    const PIECES: [&str; 14] = [
        "$x$",
        "$$y$$",
        "\\(a\\)",
        "\\[b\\]",
        "$5 and then 10",
        "$",
        "\n\n",
        "- ",
        "\n",
        "5에서",
        "`$a$`",
        " words ",
        "| a |\n|---|\n",
        "    ",
    ];
    let mut prefixes = 0;
    for seed in setting("GROUNDMARK_SEED", 0).. {
        let mut rng = Rng::new(seed);
        let text: String = (0..30).map(|_| *rng.pick(&PIECES)).collect();
        let mut options = options();
        options.math = true;
        prefixes += assert_law_by(&text, boundaries(&text), &format!("seed {seed}"), options);
        if prefixes >= wanted {
            break;
        }
    }
}

/// Finds a short text that breaks the law, for whoever mends it: `GROUNDMARK_SHRINK=seed`.
#[test]
fn shrink() {
    let Ok(seed) = std::env::var("GROUNDMARK_SHRINK") else {
        return;
    };
    let wanted = || {
        let mut wanted = options();
        wanted.settle = std::env::var("GROUNDMARK_SETTLE").is_ok();
        wanted
    };
    let fails = |text: &str| {
        std::panic::catch_unwind(|| assert_law_by(text, boundaries(text), "shrunk", wanted()))
            .is_err()
    };
    std::panic::set_hook(Box::new(|_| {}));
    let mut text = markdown(&mut Rng::new(seed.parse().expect("a seed")));
    assert!(fails(&text), "it holds");
    let mut size = text.chars().count() / 2;
    while size > 0 {
        let chars: Vec<char> = text.chars().collect();
        let mut at = 0;
        let mut left = chars.clone();
        while at < left.len() {
            let mut shorter = left.clone();
            shorter.drain(at..(at + size).min(left.len()));
            if fails(&shorter.iter().collect::<String>()) {
                left = shorter;
            } else {
                at += size;
            }
        }
        let shrunk: String = left.iter().collect();
        size = if shrunk.len() < text.len() {
            size
        } else {
            size / 2
        };
        text = shrunk;
    }
    let _ = std::panic::take_hook();
    println!("{text:?}");
    assert_law_by(&text, boundaries(&text), "shrunk", wanted());
}
