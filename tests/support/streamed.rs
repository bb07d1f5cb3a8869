//! A text through a stream, compared after each piece.
#![allow(dead_code, unreachable_pub, missing_debug_implementations)]

#[path = "page.rs"]
mod page;

use groundmark::{AnswerStream, Options, Target, render};
use serde_json::json;

pub(crate) use page::Page;

pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

pub fn frame(text: &str) -> String {
    json!({ "candidates": [{ "content": { "parts": [{ "text": text }] } }] }).to_string()
}

pub fn options() -> Options {
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
pub fn assert_law(
    text: &str,
    ends: impl Iterator<Item = usize>,
    name: &str,
    options: Options,
) -> usize {
    stream_law(text, ends, name, options, true)
}

#[track_caller]
pub fn stream_law(
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

pub fn boundaries(text: &str) -> impl Iterator<Item = usize> {
    (1..=text.len()).filter(|end| text.is_char_boundary(*end))
}

/// Compares long HTML, and shows where it differs.
#[track_caller]
pub fn assert_same(shown: &str, wanted: &str, name: &str) {
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
