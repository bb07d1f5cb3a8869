//! Two paths, one output: what the writer wrote without raw HTML, ammonia leaves to the byte.

use crate::html::{BlockKind, Page, Writer};
use crate::labels::Labels;
use crate::markdown;
use crate::options::Options;
use crate::stamp::behind_end_tags;

use super::{Mark, OpenDetails, SafeFlow, What, sanitize};
use crate::support::{Rng, markdown_without_raw_html};

fn page(text: &str, positions: &[usize], options: &Options, labels: &Labels) -> Page {
    let mut writer = Writer::new(text, positions, options, labels);
    markdown::each_event(text, options, |event, range| writer.event(event, range));
    writer.finish()
}

/// Each flow's HTML, and where its marks are stamped in.
fn show(flows: &[SafeFlow]) -> Vec<(&str, Vec<(usize, What)>)> {
    let stamped = |html: &str, mark: &Mark| match mark.what {
        What::Position(_) => (behind_end_tags(html, mark.at.start).0, mark.what),
        What::Insert(_) => (mark.at.start, mark.what),
    };
    flows
        .iter()
        .map(|flow| {
            let marks = flow.marks.iter().map(|mark| stamped(&flow.html, mark));
            (flow.html.as_str(), marks.collect())
        })
        .collect()
}

/// `GROUNDMARK_TEXTS` sets how many texts are tried.
#[test]
fn both_paths_give_the_same_bytes() {
    let texts = std::env::var("GROUNDMARK_TEXTS").ok();
    let texts = texts.and_then(|texts| texts.parse().ok()).unwrap_or(20_000);
    for seed in 0..texts {
        let mut rng = Rng::new(seed);
        let text = markdown_without_raw_html(&mut rng);
        assert_equal(&text, &mut rng, &format!("seed {seed}"));
    }
}

/// A character that is hidden from html5ever's serializer, in a class.
#[test]
fn a_language_may_have_any_letters() {
    assert_equal("~~~a\u{b9}\u{e9}\nx\n~~~", &mut Rng::new(0), "language");
}

/// Both paths over a text with some positions.
#[track_caller]
fn assert_equal(text: &str, rng: &mut Rng, name: &str) {
    let options = Options {
        image_hosts: vec!["images.example.com".to_owned()],
        ..Options::default()
    };
    let labels = options.check().unwrap();
    let text = markdown::prepare(text);
    let positions: Vec<usize> = (1..=text.len())
        .filter(|end| text.is_char_boundary(*end) && rng.below(3) == 0)
        .collect();
    let open = OpenDetails::EndWithBlock;
    let mut written = page(&text, &positions, &options, &labels);
    let written = sanitize(&mut written, open, &labels);
    let mut forced = page(&text, &positions, &options, &labels);
    for block in forced.flows.iter_mut().flat_map(|flow| &mut flow.blocks) {
        block.kind = BlockKind::Raw;
    }
    let cleaned = sanitize(&mut forced, open, &labels);
    assert_eq!(show(&written), show(&cleaned), "{name}, text {text:?}");
}
