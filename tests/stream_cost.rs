//! What a push costs where all of an open block is read again: about what one call costs.

use std::fmt::Write;
use std::time::{Duration, Instant};

use groundmark::{AnswerStream, Options, render};
use serde_json::json;

/// Blocks in the open one. Reading them again for each of them would be some hundred times as much.
const BLOCKS: usize = 400;

/// The most that a push may cost, in calls for the same text.
const MOST: u32 = 12;

fn frame(text: &str) -> String {
    json!({ "candidates": [{ "content": { "parts": [{ "text": text }] } }] }).to_string()
}

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

#[track_caller]
fn assert_cost(open: &str, block: impl Fn(&mut String, usize)) {
    let mut text = open.to_owned();
    for number in 0..BLOCKS {
        block(&mut text, number);
    }
    let mut options = Options::default();
    options.settle = true;
    let mut stream = AnswerStream::new(options.clone()).expect("options");
    stream.push(frame(&text)).expect("a frame");
    let (mut push, mut once) = (Duration::MAX, Duration::MAX);
    // The fastest of some, in turn: others use the machine too.
    for number in 0..5 {
        let start = text.len();
        block(&mut text, BLOCKS + number);
        push = push.min(time(|| {
            stream.push(frame(&text[start..])).expect("a frame");
        }));
        once = once.min(time(|| {
            render(frame(&text), &options).expect("renders");
        }));
    }
    assert!(push < once * MOST, "a push takes {push:?}, a call {once:?}");
}

#[test]
fn behind_an_open_details() {
    assert_cost("<details><summary>More</summary>\n\n", |text, number| {
        let _ = write!(text, "Paragraph *{number}* of it.\n\n");
    });
}

#[test]
fn behind_an_open_raw_table() {
    assert_cost("<table>\n", |text, number| {
        let _ = write!(text, "<tr><td>{number}</td>\n\n<td>b</td></tr>\n\n");
    });
}
