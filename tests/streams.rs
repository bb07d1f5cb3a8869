//! The law of streams: after every frame the operations give the page that one call gives for the
//! frames so far, and after the end that of all frames with their citations.
//!
//! `GROUNDMARK_PREFIXES` sets how many prefixes are tried, `GROUNDMARK_SEED` where the generator
//! starts.

#[path = "support/streamed.rs"]
mod streamed;
mod support;

use groundmark::{AnswerStream, render};
use serde_json::{Value, json};
use streamed::{Page, assert_law, boundaries, options, setting, stream_law};
use support::long::{cuts, long, long_answers, part, pieces};
use support::tidy::tidy;
use support::{Rng, markdown};

#[test]
fn holds_over_generated_texts_by_character() {
    let wanted = setting("GROUNDMARK_PREFIXES", 1_000_000) as usize * 3 / 4;
    let mut prefixes = 0;
    for seed in setting("GROUNDMARK_SEED", 0).. {
        let mut text = markdown(&mut Rng::new(seed));
        // What can go wrong mostly does within some lines, and short texts are many more.
        if seed % 8 > 0 {
            text = text.chars().take(160).collect();
        }
        let mut options = options();
        options.settle = seed % 3 > 0;
        prefixes += assert_law(&text, boundaries(&text), &format!("seed {seed}"), options);
        if prefixes >= wanted {
            break;
        }
    }
    println!("{prefixes} prefixes");
}

/// Whole constructs, as models write them: long blocks are reused in parts here.
#[test]
fn holds_over_tidy_texts_by_character() {
    let wanted = setting("GROUNDMARK_PREFIXES", 1_000_000) as usize / 4;
    let mut prefixes = 0;
    for seed in setting("GROUNDMARK_SEED", 0).. {
        let mut rng = Rng::new(seed);
        let text = tidy(&mut rng) + "\n" + &long(&mut rng);
        let mut settled = options();
        settled.settle = seed % 4 > 0;
        prefixes += assert_law(&text, boundaries(&text), &format!("seed {seed}"), settled);
        if prefixes >= wanted {
            break;
        }
    }
}

/// The project's own long answers, and blocks of every kind, at the lengths that count outside of
/// tests.
#[test]
fn holds_over_long_answers() {
    for (number, text) in long_answers().iter().enumerate() {
        for (settle, early) in [(true, false), (true, true), (false, false)] {
            let mut options = options();
            options.settle = settle;
            options.math = true;
            let mut rng = Rng::new(text.len() as u64);
            let cuts = cuts(text, &mut rng);
            let name = format!("answer {number}");
            stream_law(text, cuts.into_iter(), &name, options, early);
        }
    }
}

/// Parts of every kind, each cut anywhere, and frames that say nothing.
#[test]
fn holds_over_parts_of_every_kind() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let parts: Vec<Value> = (0..2 + rng.below(5)).map(|_| part(&mut rng)).collect();
        let mut options = options();
        options.settle = seed % 3 > 0;
        options.thoughts = seed % 2 == 0;
        let mut stream = AnswerStream::new(options.clone()).expect("options");
        stream.grow_early();
        let mut page = Page::default();
        let mut frames: Vec<Value> = Vec::new();
        for part in &parts {
            for piece in pieces(part, &mut rng) {
                let frame = json!({ "candidates": [{ "content": { "parts": piece } }] });
                page.apply(&stream.push(frame.to_string()).expect("a frame"));
                frames.push(frame);
                let wanted = render(json!(frames).to_string(), &options).expect("renders");
                assert_eq!(
                    page.body_html(),
                    wanted.body_html,
                    "seed {seed}: {frames:?}"
                );
            }
        }
        let finished = stream.finish();
        page.apply(&finished.patch);
        options.settle = false;
        let wanted = render(json!(frames).to_string(), &options).expect("renders");
        assert_eq!(page.body_html(), wanted.body_html, "seed {seed}, finished");
    }
}

#[test]
fn holds_with_formulas() {
    let wanted = setting("GROUNDMARK_PREFIXES", 1_000_000) as usize / 100;
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
        prefixes += assert_law(&text, boundaries(&text), &format!("seed {seed}"), options);
        if prefixes >= wanted {
            break;
        }
    }
}

/// Finds a short text that breaks the law, for whoever mends it:
/// `GROUNDMARK_SHRINK=seed cargo test --test streams shrink -- --ignored --nocapture`.
#[test]
#[ignore = "a tool"]
fn shrink() {
    let seed = std::env::var("GROUNDMARK_SHRINK").expect("a seed");
    let wanted = || {
        let mut wanted = options();
        wanted.settle = std::env::var("GROUNDMARK_SETTLE").is_ok();
        wanted
    };
    let text_of = |rng: &mut Rng| match std::env::var("GROUNDMARK_TIDY") {
        Ok(_) => tidy(rng) + "\n" + &long(rng),
        Err(_) => markdown(rng),
    };
    let fails = |text: &str| {
        std::panic::catch_unwind(|| assert_law(text, boundaries(text), "shrunk", wanted())).is_err()
    };
    std::panic::set_hook(Box::new(|_| {}));
    let mut text = text_of(&mut Rng::new(seed.parse().expect("a seed")));
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
    assert_law(&text, boundaries(&text), "shrunk", wanted());
}
