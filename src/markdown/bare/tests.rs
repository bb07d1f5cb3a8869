//! Where bare links begin and end.

use super::*;

#[track_caller]
fn assert_finds(text: &str, expected: &[&str]) {
    let found: Vec<&str> = find(text)
        .iter()
        .map(|found| &text[found.range.clone()])
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn links_end_before_punctuation() {
    assert_finds(
        "See https://example.com/a. Then",
        &["https://example.com/a"],
    );
    assert_finds("(www.example.com/a_(b))", &["www.example.com/a_(b)"]);
    assert_finds(
        "https://example.com/?a=b&amp;",
        &["https://example.com/?a=b"],
    );
    assert_finds("https://example.com/a?!.", &["https://example.com/a"]);
    assert_finds("“https://example.com”", &["https://example.com"]);
}

#[test]
fn east_asian_text_needs_no_space() {
    assert_finds("공식https://example.com에서", &["https://example.com"]);
    assert_finds("見https://example.com/道。", &["https://example.com/道"]);
    assert_finds("https://example.com、次", &["https://example.com"]);
}

#[test]
fn what_closes_around_a_link_is_not_part_of_it() {
    assert_finds("(https://a.example/x)에서", &["https://a.example/x"]);
    assert_finds("[https://a.example/x].입니다", &["https://a.example/x"]);
    assert_finds("\"https://a.example/x\"라고", &["https://a.example/x"]);
    assert_finds("**https://a.example/x.**은", &["https://a.example/x"]);
    assert_finds("**https://a.example/x**(가)", &["https://a.example/x"]);
    assert_finds(
        "https://a.example/x_(가)_나",
        &["https://a.example/x_(가)_나"],
    );
    assert_finds(
        "https://a.example/서울,_한국",
        &["https://a.example/서울,_한국"],
    );
    assert_finds("https://a.example/x**y**z", &["https://a.example/x**y**z"]);
    assert_finds("https://a.example/L'été", &["https://a.example/L'été"]);
    assert_finds("https://a.example/**/x*y", &["https://a.example/**/x*y"]);
}

#[test]
fn punctuation_that_is_not_ascii_ends_a_link() {
    assert_finds("https://예시.한국/길。", &["https://예시.한국/길"]);
    assert_finds("https://a.example/x、y", &["https://a.example/x"]);
    assert_finds("（https://a.example）", &["https://a.example"]);
    assert_finds("https://a.example/x…다", &["https://a.example/x"]);
}

#[test]
fn international_hosts_are_kept() {
    assert_finds(
        "https://münchen.de/rathaus.",
        &["https://münchen.de/rathaus"],
    );
    assert_finds("www.münchen.de", &["www.münchen.de"]);
    assert_finds("https://例え.jp/道", &["https://例え.jp/道"]);
    // As GFM has it, a host alone is no link.
    assert_finds("münchen.de/rathaus", &[]);
}

#[test]
fn what_is_no_absolute_link_stays_text() {
    for text in [
        "www.",
        "www.x",
        "http://",
        "https://.",
        "xhttps://example.com",
        "www..com",
    ] {
        assert_finds(text, &[]);
    }
}

#[test]
fn www_gets_a_scheme() {
    assert_eq!(find("www.example.com")[0].url, "http://www.example.com");
}
