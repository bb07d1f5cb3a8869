//! The law, for any Markdown and any positions: with its markers removed, the body is the body of
//! the same response without citations.
//!
//! ```sh
//! cargo run --manifest-path fuzz/Cargo.toml --example seeds
//! cargo +nightly fuzz run -s none law -- -dict=fuzz/dictionaries/markdown.dict -max_len=400
//! ```

#![no_main]

// The same responses and the same scissors as in the integration tests.
#[path = "../../tests/support/mod.rs"]
mod support;

use groundmark::{Options, render};
use libfuzzer_sys::fuzz_target;
use support::{response, strip_markers, without_citations};

// The text is the input as it is, but for its first two bytes, so that what the fuzzer splices and
// a dictionary inserts stays whole.
fuzz_target!(|input: &[u8]| {
    let [first, step, text @ ..] = input else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let cited = response(text, &ends(text, *first, *step));
    let uncited = without_citations(&cited);
    assert_eq!(strip_markers(&body(&cited)), body(&uncited));
});

/// Every character's end, or one in up to 32 of them.
fn ends(text: &str, first: u8, step: u8) -> Vec<usize> {
    text.char_indices()
        .map(|(at, character)| at + character.len_utf8())
        .skip(usize::from(first % 32))
        .step_by(usize::from(step % 32) + 1)
        .collect()
}

fn body(json: &str) -> String {
    render(json, &Options::default())
        .expect("a generated response is one")
        .body_html
}
