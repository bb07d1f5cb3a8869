//! What is shown of a text that still grows.

use super::*;

#[track_caller]
fn assert_settles(text: &str, expected: &str) {
    let shown = match settle(text, &Options::default(), &Known::default()) {
        None => text.to_owned(),
        Some(Settled { keep, suffix }) => [&text[..keep], &suffix].concat(),
    };
    assert_eq!(shown, expected, "{text:?}");
}

#[test]
fn emphasis_is_closed() {
    assert_settles("a **bol", "a **bol**");
    assert_settles("a **b *c", "a **b *c***");
}
