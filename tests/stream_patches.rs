//! What the end of a stream hands over: the leaves that gained a marker, and what was unfinished.

#[path = "support/streamed.rs"]
mod streamed;
mod support;

use groundmark::{AnswerStream, Target, render};
use serde_json::{Value, json};
use streamed::{Page, boundaries, frame, options};
use support::long::{cuts, long};
use support::tidy::tidy;
use support::{Rng, response};

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
