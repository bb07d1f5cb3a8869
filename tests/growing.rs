//! An answer whose text still grows, as a whole: what is settled, and what is not.

use groundmark::{Options, render};
use serde_json::{Value, json};

fn body(parts: Value, change: impl FnOnce(&mut Options)) -> String {
    let response = json!({ "candidates": [{ "content": { "parts": parts } }] }).to_string();
    let mut options = Options::default();
    options.settle = true;
    options.thoughts = true;
    options.id_prefix = Some("gm".to_owned());
    change(&mut options);
    render(response, &options).expect("renders").body_html
}

fn settled(text: &str) -> String {
    body(json!([{ "text": text }]), |_| {})
}

#[test]
fn the_text_of_the_answer_stays_as_it_was_sent() {
    let mut options = Options::default();
    options.settle = true;
    let answer = render(r#"{"text": "a **b [c](d"}"#, &options).expect("renders");
    assert_eq!(answer.text, "a **b [c](d");
    assert_eq!(answer.body_html, "<p dir=\"auto\">a <strong>b</strong></p>");
    assert!(!Options::default().settle);
}

#[test]
fn a_definition_counts_once_its_line_is_complete() {
    let text = "[a] [^b] c\n\n[a]: https://a.example\n[^b]: d";
    assert!(!settled(text).contains("gm-note"));
    assert!(settled(text).contains("<a href=\"https://a.example\""));
    assert!(settled(&format!("{text}\n")).contains("gm-note"));
    // A carriage return may be half of a line end.
    let text = "[a] b\n\n[a]: https://a.example";
    for end in ["", "\r"] {
        assert_eq!(
            settled(&format!("{text}{end}")),
            settled("[a] b\n\n"),
            "{end:?}"
        );
    }
    for end in ["\n", "\r\n", "\rc"] {
        assert!(settled(&format!("{text}{end}")).contains("<a "), "{end:?}");
    }
}

#[test]
fn only_the_last_text_grows() {
    let picture = json!({ "inlineData": { "mimeType": "image/png", "data": "AAAA" } });
    let html = body(
        json!([{ "text": "a **b" }, picture, { "text": "c **d" }]),
        |_| {},
    );
    assert!(html.starts_with("<p dir=\"auto\">a **b</p>"), "{html}");
    assert!(
        html.ends_with("<p dir=\"auto\">c <strong>d</strong></p>"),
        "{html}"
    );
    let html = body(json!([{ "text": "a **b" }, picture]), |_| {});
    assert!(html.starts_with("<p dir=\"auto\">a **b</p>"), "{html}");
}

#[test]
fn thoughts_are_shown_as_they_stand() {
    let thought = json!({ "text": "I **think", "thought": true });
    for parts in [json!([thought]), json!([thought, { "text": "a **b" }])] {
        let html = body(parts, |_| {});
        assert!(html.contains("<p dir=\"auto\">I **think</p>"), "{html}");
    }
}

#[cfg(feature = "ammonia")]
#[test]
fn open_details_hold_what_follows() {
    let text = "<details>\n<summary>a</summary>\n\nb **c** d\n\n- e";
    let html = settled(text);
    assert!(html.starts_with("<details dir=\"auto\">"), "{html}");
    assert!(html.ends_with("</ul></details>"), "{html}");
    assert_eq!(html.matches("<details").count(), 1);
    let unsettled = body(json!([{ "text": text }]), |options| options.settle = false);
    assert!(unsettled.ends_with("</ul>"), "{unsettled}");
    // What it holds looks the same once it ends.
    let ended = settled(&format!("{text}\n\n</details>\n"));
    assert_eq!(ended, html);
}

#[test]
fn a_text_that_is_too_long_is_shown_as_it_is() {
    let html = body(json!([{ "text": "a **b" }]), |options| {
        options.max_text_bytes = 4
    });
    assert!(html.contains("a **b"), "{html}");
}
