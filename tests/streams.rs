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
use serde_json::{Value, json};
use support::long::{cuts, long, long_answers, part, pieces};
use support::tidy::tidy;
use support::{Rng, markdown, response};

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

/// Says its name when a test fails.
struct Named<'a>(&'a str);

impl Drop for Named<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed: {}", self.0);
        }
    }
}

/// Streams a text in pieces that end at `ends`, and compares after each.
#[track_caller]
fn assert_law(
    text: &str,
    ends: impl Iterator<Item = usize>,
    name: &str,
    options: Options,
) -> usize {
    stream_law(text, ends, name, options, true)
}

#[track_caller]
fn stream_law(
    text: &str,
    ends: impl Iterator<Item = usize>,
    name: &str,
    options: Options,
    early: bool,
) -> usize {
    // Whatever fails, which text it was is said.
    let _named = Named(name);
    let mut stream = AnswerStream::new(options.clone()).expect("options");
    if early {
        stream.grow_early();
    }
    let mut page = Page::default();
    let mut start = 0;
    let mut count = 0;
    for end in ends {
        let operations = stream.push(frame(&text[start..end])).expect("a frame");
        page.apply(&operations);
        let wanted = render(frame(&text[..end]), &options).expect("renders");
        let name = format!("{name}, after {end} bytes, {:?}", &text[..end]);
        assert_same(&page.body_html(), &wanted.body_html, &name);
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

/// Compares long HTML, and shows where it differs.
#[track_caller]
fn assert_same(shown: &str, wanted: &str, name: &str) {
    if shown == wanted {
        return;
    }
    let same = shown
        .chars()
        .zip(wanted.chars())
        .take_while(|(a, b)| a == b);
    let at = same.count().saturating_sub(80);
    let around = |html: &str| html.chars().skip(at).take(240).collect::<String>();
    panic!(
        "{name}\n shown: {}\nwanted: {}",
        around(shown),
        around(wanted)
    );
}

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

/// Texts that a simpler rule got wrong once, each by character.
#[test]
fn holds_over_what_went_wrong_before() {
    const TEXTS: [&str; 11] = [
        // A comment ends the paragraph before it.
        "*은\n<!--\n",
        // A parted paragraph that becomes one text.
        "น ار<up>「",
        // A title may swallow the line behind a definition.
        "[a]\n\n[a]: /x\n'title\nmore'\n\n[a]\n",
        "[a]\n\n[a]: /x\n'title\nmore\n\nend\n",
        // A definition that leaves no trace.
        "[a]: https://a.example\n\n[a]: https://b.example\n'title\nmore'\n[a]\n",
        // Defined behind the list that asks for it.
        "+\t[b]\n\n[b]:t\n",
        "- [b]\n- c\n- d\n\n[b]: https://b.example\n\ne\n",
        // Blank to Unicode alone.
        "\u{3000}\n<",
        // A backslash before an empty line breaks none.
        "\\\r\r[",
        // A rule ends the code before it.
        "```\n```\n***\n\t#",
        // A note defined behind a paragraph that was parted.
        "some words and more words of it, and [^n] more\n\n[^n]: A note [^m].\n[^m]: Deep.\n\nend\n",
    ];
    for text in TEXTS {
        for settle in [true, false] {
            let mut options = options();
            options.settle = settle;
            assert_law(text, boundaries(text), text, options);
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

/// Markers come at the end, and touch only the leaves that they stand in.
#[test]
fn the_patch_touches_what_gained_a_marker() {
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let text = tidy(&mut rng) + "\n" + &long(&mut rng);
        let ends: Vec<usize> = boundaries(&text).filter(|_| rng.below(60) == 0).collect();
        let cited = response(&text, &ends);
        let whole: Value = serde_json::from_str(&cited).expect("JSON");
        let metadata = json!({ "candidates": [{
            "groundingMetadata": whole["candidates"][0]["groundingMetadata"],
            "finishReason": "STOP",
        }] });
        let mut options = options();
        options.settle = true;
        let mut stream = AnswerStream::new(options.clone()).expect("options");
        stream.grow_early();
        let mut page = Page::default();
        let mut start = 0;
        let mut frames = Vec::new();
        for end in cuts(&text, &mut rng) {
            let frame: Value = serde_json::from_str(&frame(&text[start..end])).expect("JSON");
            page.apply(&stream.push(frame.to_string()).expect("a frame"));
            frames.push(frame);
            start = end;
        }
        assert!(
            stream
                .push(metadata.to_string())
                .expect("a frame")
                .is_empty()
        );
        frames.push(metadata);
        options.settle = false;
        let wanted = render(json!(frames).to_string(), &options).expect("renders");
        let before = page.html(Target::Body);
        let finished = stream.finish();
        assert_eq!(
            serde_json::to_value(&finished.answer).expect("plain"),
            serde_json::to_value(&wanted).expect("plain"),
            "seed {seed}"
        );
        page.apply(&finished.patch);
        assert_eq!(page.body_html(), wanted.body_html, "seed {seed}");
        assert_eq!(
            page.html(Target::Sources),
            wanted.sources_html,
            "seed {seed}"
        );
        // What has neither a marker nor an unfinished end stays.
        let markers = wanted.body_html.matches("<sup class=\"gm-cite\">").count();
        let patched = finished.patch.iter().filter(|it| it.target == Target::Body);
        assert!(
            patched.count() <= markers + 2,
            "seed {seed}: {:#?}\n{before}",
            finished.patch
        );
    }
}

#[test]
fn a_marker_in_a_long_list_touches_its_item() {
    let items: String = (0..50)
        .map(|item| format!("- item {item} *of* fifty\n"))
        .collect();
    let end = items.find("item 31").expect("it is there") + 7;
    let whole: Value = serde_json::from_str(&response(&items, &[end])).expect("JSON");
    let mut stream = AnswerStream::new(options()).expect("options");
    let mut page = Page::default();
    for line in items.split_inclusive('\n') {
        page.apply(&stream.push(frame(line)).expect("a frame"));
    }
    let metadata = json!({ "candidates": [{
        "groundingMetadata": whole["candidates"][0]["groundingMetadata"],
    }] });
    stream.push(metadata.to_string()).expect("a frame");
    let patch = stream.finish().patch;
    let body: Vec<_> = patch
        .iter()
        .filter(|it| it.target == Target::Body)
        .collect();
    assert_eq!(body.len(), 1, "{patch:#?}");
    assert_eq!(body[0].path, [0, 31, 0], "{patch:#?}");
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
