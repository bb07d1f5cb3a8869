//! While an answer streams, no finished word changes its looks.
//!
//! Long answers grow by one character, each prefix rendered with `settle`. A word is finished once
//! white space or another word stands behind it. A flip is a finished word that is gone, or is not
//! as bold, italic, struck, code or heading as it was, in the next prefix.
//!
//! What can only be known later is in `tests/streams/exceptions`: each file shows what is seen from
//! prefix to prefix, and its flips.

mod support;

use std::path::{Path, PathBuf};
use std::{env, fs};

use groundmark::{Options, render};
use serde_json::json;
use support::Rng;
use support::tidy::tidy;
use support::words::{Words, flips};

fn body(text: &str, options: &Options) -> String {
    let response = json!({ "text": text }).to_string();
    render(response, options).expect("a text renders").body_html
}

fn growing() -> Options {
    let mut options = Options::default();
    options.settle = true;
    options
}

/// A flip: how long the text was, and the words before and after.
struct Flip {
    length: usize,
    before: Vec<String>,
    after: Vec<String>,
}

/// Grows a text by one character; gives the flips.
fn grow(text: &str, options: &Options) -> Vec<Flip> {
    let mut found = Vec::new();
    let mut before = Words::default();
    for (at, character) in text.char_indices() {
        let length = at + character.len_utf8();
        let after = Words::read(&body(&text[..length], options));
        let (gone, new) = flips(&before, &after);
        if !gone.is_empty() {
            found.push(Flip {
                length,
                before: gone,
                after: new,
            });
        }
        before = after;
    }
    found
}

/// What changes in a text that grows, to read.
fn changes(name: &str, text: &str, options: &Options) -> Vec<String> {
    let found = grow(text, options);
    found
        .iter()
        .map(|flip| {
            let mut from = flip.length.saturating_sub(60);
            while !text.is_char_boundary(from) {
                from -= 1;
            }
            let tail = &text[from..flip.length];
            let Flip { before, after, .. } = flip;
            format!("{name}: {tail:?}\n  was {before:?}\n  is  {after:?}")
        })
        .collect()
}

fn streams() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/streams")
}

#[test]
fn no_finished_word_changes_in_our_long_answers() {
    let mut count = 0;
    let mut found = Vec::new();
    for entry in fs::read_dir(streams()).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let mut options = growing();
        options.math = name == "formulas";
        found.extend(changes(&name, &text, &options));
        count += 1;
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(count >= 6, "{count} texts");
}

/// `GROUNDMARK_TEXTS` sets how many texts are grown.
#[test]
fn no_finished_word_changes_in_tidy_texts() {
    let texts = env::var("GROUNDMARK_TEXTS").ok();
    let texts = texts.and_then(|texts| texts.parse().ok()).unwrap_or(30);
    let mut found = Vec::new();
    for seed in 0..texts {
        let text = tidy(&mut Rng::new(seed));
        found.extend(changes(&format!("seed {seed}"), &text, &growing()));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_finished_word_changes_in_recorded_answers() {
    let Some(folder) = env::var_os("GROUNDMARK_CORPUS") else {
        println!("skipped: GROUNDMARK_CORPUS names no folder of recorded responses");
        return;
    };
    let mut count = 0;
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if !name.ends_with(".json") || name == "expected-offsets.json" {
            continue;
        }
        let json = fs::read_to_string(&path).expect("a file");
        let text = render(json, &Options::default()).expect("renders").text;
        found.extend(changes(&name, &text, &growing()));
        count += 1;
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(count > 40, "{count} answers");
}

/// A text that grows: what is seen at each end of a word, and the flips.
fn story(text: &str) -> String {
    let mut options = growing();
    options.id_prefix = Some("gm".to_owned());
    let mut out = String::new();
    let mut told = String::new();
    let mut before = Words::default();
    let mut typed = 0;
    for (at, character) in text.char_indices() {
        let length = at + character.len_utf8();
        let shown = body(&text[..length], &options);
        let after = Words::read(&shown);
        let (gone, new) = flips(&before, &after);
        let is_within_word = character.is_alphanumeric()
            && text[length..].starts_with(|c: char| c.is_alphanumeric());
        if !gone.is_empty() || (!is_within_word && shown != told) {
            out.push_str(&format!("{:?}\n    {shown}\n", &text[typed..length]));
            typed = length;
            told = shown;
        }
        if !gone.is_empty() {
            out.push_str(&format!("    FLIP {gone:?} -> {new:?}\n"));
        }
        before = after;
    }
    if typed < text.len() {
        out.push_str(&format!("{:?}\n", &text[typed..]));
    }
    out
}

#[test]
fn what_can_only_be_known_later_flips_as_said() {
    let folder = streams().join("exceptions");
    let mut names: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    names.sort();
    assert_eq!(names.len(), 6);
    for path in names {
        let text = fs::read_to_string(&path).expect("a text");
        let story = story(&text);
        assert!(story.contains("FLIP"), "{}: nothing flips", path.display());
        let golden = path.with_extension("story");
        if env::var_os("GROUNDMARK_UPDATE").is_some() {
            fs::write(&golden, &story).expect("written");
        }
        let expected = fs::read_to_string(&golden).expect("GROUNDMARK_UPDATE=1 writes it");
        assert_eq!(story, expected, "{}", path.display());
    }
}

/// A text that hid its end would never flip.
#[test]
fn little_is_held_back() {
    for entry in fs::read_dir(streams()).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let mut settled = growing();
        settled.math = path.ends_with("formulas.md");
        let mut raw = settled.clone();
        raw.settle = false;
        let (mut held, mut prefixes, mut most) = (0, 0, 0);
        for (at, character) in text.char_indices().step_by(3) {
            let prefix = &text[..at + character.len_utf8()];
            let count = |options| Words::read(&body(prefix, options)).count();
            let hidden = count(&raw).saturating_sub(count(&settled));
            held += hidden;
            most = most.max(hidden);
            prefixes += 1;
        }
        let mean = held as f64 / f64::from(prefixes);
        println!("{}: {mean:.2} words, at most {most}", path.display());
        assert!(
            mean < 2.5 && most < 40,
            "{}: {mean}, {most}",
            path.display()
        );
        let whole = [text.as_str(), "\n\n"].concat();
        assert_eq!(
            body(&whole, &settled),
            body(&whole, &raw),
            "{}",
            path.display()
        );
    }
}
