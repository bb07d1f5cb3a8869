//! Whatever the bytes are: no panic, and the parts of the HTML add up.
//!
//! ```sh
//! cargo run --manifest-path fuzz/Cargo.toml --example seeds
//! cargo +nightly fuzz run -s none render -- -dict=fuzz/dictionaries/json.dict -max_len=16384
//! ```

#![no_main]

use groundmark::{Options, render};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Ok(answer) = render(input, &Options::default()) else {
        return;
    };
    assert_eq!(
        answer.html,
        [answer.body_html.as_str(), &answer.sources_html].concat()
    );
    // What stands for markers while the body is made must be gone, whatever the input holds.
    assert!(!answer.html.contains(is_placeholder));
    for citation in &answer.citations {
        assert!(
            citation
                .sources
                .iter()
                .all(|&source| source < answer.sources.len())
        );
        assert_eq!(citation.sources.len(), citation.confidence.len());
    }
});

fn is_placeholder(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}')
}
