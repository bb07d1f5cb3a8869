//! The law: markers removed, the HTML equals the HTML without citations, for every input.
//!
//! `GROUNDMARK_POSITIONS` sets how many positions are tried (default 200 000), `GROUNDMARK_SEED`
//! where the generator starts.

mod support;

use groundmark::{Options, Placement, render};
use support::{Rng, markdown, response, strip_markers, without_citations};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

fn body(json: &str) -> String {
    render(json, &Options::default())
        .expect("renders")
        .body_html
}

/// Checks one text with citations at `ends`; gives the number of positions and of those without a
/// marker.
#[track_caller]
fn assert_law(seed: u64, text: &str, ends: &[usize], plain: &str) -> (usize, usize) {
    let answer = render(response(text, ends), &Options::default()).expect("renders");
    assert_eq!(
        strip_markers(&answer.body_html),
        plain,
        "seed {seed}, ends {ends:?}, text {text:?}"
    );
    assert_eq!(
        answer.html,
        [answer.body_html.as_str(), &answer.sources_html].concat()
    );
    let unplaced = answer
        .citations
        .iter()
        .filter(|citation| citation.placement == Placement::Unplaced)
        .count();
    (answer.citations.len(), unplaced)
}

#[test]
fn holds_over_generated_texts() {
    let wanted = setting("GROUNDMARK_POSITIONS", 200_000) as usize;
    let first = setting("GROUNDMARK_SEED", 0);
    let mut positions = 0;
    let mut unplaced = 0;
    let mut documents = 0;
    for seed in first.. {
        let mut rng = Rng::new(seed);
        let text = markdown(&mut rng);
        let plain = body(&without_citations(&response(&text, &[])));
        let ends: Vec<usize> = (1..=text.len())
            .filter(|end| text.is_char_boundary(*end))
            .collect();
        // All together, some together, and each of a few alone: groups must not hide a fault.
        let mut add = |(all, without): (usize, usize)| {
            positions += all;
            unplaced += without;
        };
        add(assert_law(seed, &text, &ends, &plain));
        let some: Vec<usize> = ends.iter().copied().filter(|_| rng.below(5) == 0).collect();
        add(assert_law(seed, &text, &some, &plain));
        for _ in 0..4 {
            add(assert_law(seed, &text, &[*rng.pick(&ends)], &plain));
        }
        documents += 1;
        if positions >= wanted {
            break;
        }
    }
    println!("{positions} positions in {documents} texts, {unplaced} without a marker");
    // Most texts have visible text before most positions: a sweep that placed nothing would hold
    // the law too.
    assert!(unplaced * 4 < positions, "{unplaced} of {positions}");
}
