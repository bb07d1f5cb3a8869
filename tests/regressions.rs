//! Texts that once broke something, each with what it broke.

mod support;

use groundmark::{Options, render};
use support::{response, strip_markers, without_citations};

fn body(json: &str) -> String {
    render(json, &Options::default())
        .expect("renders")
        .body_html
}

/// The law at every byte of a text, each position alone and all together.
#[track_caller]
fn assert_law(text: &str) {
    let plain = body(&without_citations(&response(text, &[])));
    let ends: Vec<usize> = (1..=text.len())
        .filter(|end| text.is_char_boundary(*end))
        .collect();
    for end in &ends {
        let cited = body(&response(text, &[*end]));
        assert_eq!(strip_markers(&cited), plain, "end {end}");
    }
    assert_eq!(strip_markers(&body(&response(text, &ends))), plain);
}

/// A placeholder behind a lone space in a raw table made html5ever move the space out of it.
#[test]
fn a_space_in_a_raw_table_is_nothing_visible() {
    assert_law(";<table> \u{202E}");
    assert_law("- a <i>b</i>\n  <table> \u{202E}`c`</table>");
    assert_law("a <table> \u{2066}\n d <tr> e");
    assert_law("a <table>  \\\n\u{202E} ~b~ <td>c");
}

/// A citation moved behind a raw link that goes over several blocks, beyond a box in that link.
#[test]
fn what_moves_out_of_a_link_may_pass_a_box() {
    assert_law("<details><a href=http://e>,\n\n1. [X]\n</details>");
    assert_law("<details><a href=http://e>a\n\n- [x] b[^1]\n\n[^1]: c\n</details>");
}

/// A class of the answer's own passed for the wrapper of a table.
#[cfg(feature = "ammonia")]
#[test]
fn no_class_makes_a_wrapper() {
    let html = body(r#"{"text": "<div class=\"gm-table language-x\">a</div>"}"#);
    assert_eq!(html, "<div dir=\"auto\">a</div>");
}
