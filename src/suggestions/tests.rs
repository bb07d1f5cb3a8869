use super::*;

const STYLE: &str = "<style>\n.container { display: flex; margin: 0 -4px; }\n\
    .shade { position: absolute; background: linear-gradient(90deg, #fafafa 15%, #fff0 100%) }\n\
    @media (prefers-color-scheme: dark) { .chip:hover { color: #EEE } }\n</style>";
const LOGO: &str = "<svg class=\"logo\" width=\"18\" viewBox=\"0 0 4 4\" \
    xmlns=\"http://www.w3.org/2000/svg\">\n<circle cx=\"2\" cy=\"2\" fill=\"#FFF\" r=\"2\"/>\
    <path fill-rule=\"evenodd\" d=\"M1.5-.5h1v1z\"></path></svg>";
const CHIP: &str = "<a class=\"chip\" href=\"https://www.google.com/search?q=mill+hours&client=x\">\
    mill hours &amp; days 물레방아</a>";

fn template(style: &str, logo: &str, chips: &str) -> String {
    format!(
        "{style}\n<div class=\"container\">\n  <div class=\"headline\">{logo}</div>\n  \
         <div class=\"carousel\">{chips}</div>\n</div>\n"
    )
}

#[track_caller]
fn check_parts(style: &str, logo: &str, chips: &str, expected: Check) {
    let html = template(style, logo, chips);
    assert_eq!(check(Some(&html)), expected, "{html}");
}

#[track_caller]
fn refuse_in_body(markup: &str) {
    check_parts(STYLE, LOGO, &format!("{CHIP}{markup}"), Check::Unexpected);
    let html = template(STYLE, LOGO, CHIP) + markup;
    assert_eq!(check(Some(&html)), Check::Unexpected, "{html}");
}

#[track_caller]
fn refuse_in_style(css: &str) {
    let style = STYLE.replace("</style>", &format!("{css}</style>"));
    check_parts(&style, LOGO, CHIP, Check::Unexpected);
}

#[track_caller]
fn link(href: &str, expected: Check) {
    let chips = format!("<a class=\"chip\" href=\"{href}\">x</a>");
    check_parts(STYLE, LOGO, &chips, expected);
}

#[test]
fn the_template_is_expected() {
    check_parts(STYLE, LOGO, CHIP, Check::Expected);
    check_parts(STYLE, LOGO, &CHIP.repeat(9), Check::Expected);
    check_parts(STYLE, "", CHIP, Check::Expected);
    check_parts("", LOGO, CHIP, Check::Expected);
    let broken_line = CHIP.replace("mill hours", "\n\tmill");
    check_parts(STYLE, LOGO, &broken_line, Check::Expected);
}

#[test]
fn nothing_is_absent() {
    assert_eq!(check(None), Check::Absent);
    assert_eq!(check(Some("")), Check::Absent);
}

#[test]
fn names_of_the_checks() {
    let names = [Check::Absent, Check::Expected, Check::Unexpected].map(Check::as_str);
    assert_eq!(names, ["absent", "expected", "unexpected"]);
    let json = serde_json::to_string(&[Check::Absent, Check::Expected, Check::Unexpected]);
    assert_eq!(json.unwrap(), "[\"absent\",\"expected\",\"unexpected\"]");
}

#[test]
fn container_and_link_must_be_there() {
    check_parts(STYLE, LOGO, "", Check::Unexpected);
    check_parts(STYLE, LOGO, "<a class=\"chip\">x</a>", Check::Unexpected);
    for html in ["...", " ", "rendered", STYLE, CHIP, "<div></div>"] {
        assert_eq!(check(Some(html)), Check::Unexpected, "{html}");
    }
    let html = template(STYLE, LOGO, CHIP).replace("class=\"container\"", "class=\"containers\"");
    assert_eq!(check(Some(&html)), Check::Unexpected);
}

#[test]
fn anything_cut_off_is_unexpected() {
    let html = template(STYLE, LOGO, CHIP);
    for (at, _) in html.trim_end().char_indices().skip(1) {
        assert_eq!(
            check(Some(&html[..at])),
            Check::Unexpected,
            "{}",
            &html[..at]
        );
    }
}

#[test]
fn links_to_google_searches() {
    link("https://google.com/search?q=a b&amp;x=1", Check::Expected);
    link("https://www.google.com/search?q=물", Check::Expected);
    link(
        "https://vertexaisearch.cloud.google.com/grounding-api-redirect/Ab_9-z==",
        Check::Expected,
    );
}

#[test]
fn links_elsewhere() {
    for href in [
        "",
        "#",
        "javascript:alert(1)",
        "http://www.google.com/search?q=a",
        "https://example.com/search?q=a",
        "https://www.google.com.example.com/search?q=a",
        "https://www.google.com@example.com/search?q=a",
        "https://www.google.com/url?q=https://example.com",
        "https://www.google.com/search",
        "//www.google.com/search?q=a",
        " https://www.google.com/search?q=a",
        "HTTPS://example.com",
        "https://www.google.com/search?q=\u{1}",
        "https://vertexaisearch.cloud.google.com/grounding-api-redirect/",
        "https://vertexaisearch.cloud.google.com/grounding-api-redirect/../x",
        "https://vertexaisearch.cloud.google.com/other/Ab",
        "&#104;ttps://www.google.com/search?q=a",
    ] {
        link(href, Check::Unexpected);
    }
    refuse_in_body("<a href='https://www.google.com/search?q=a'>x</a>");
    refuse_in_body("<a href=https://www.google.com/search?q=a>x</a>");
    let both = "https://www.google.com/search?q=a\" href=\"https://example.com/";
    link(both, Check::Unexpected);
}

#[test]
fn scripts() {
    refuse_in_body("<script>alert(1)</script>");
    refuse_in_body("<SCRIPT src=\"https://example.com/x.js\"></SCRIPT>");
    let logo = LOGO.replace("</svg>", "<script>alert(1)</script></svg>");
    check_parts(STYLE, &logo, CHIP, Check::Unexpected);
}

#[test]
fn event_handlers() {
    for handler in [
        " onclick=\"alert(1)\"",
        " ONCLICK=\"a\"",
        " onclick",
        "/onclick=\"a\"",
    ] {
        let chip = CHIP.replace(" class=\"chip\"", handler);
        check_parts(STYLE, LOGO, &chip, Check::Unexpected);
        let logo = LOGO.replace(" class=\"logo\"", handler);
        check_parts(STYLE, &logo, CHIP, Check::Unexpected);
    }
}

#[test]
fn attributes_of_other_purposes() {
    for attribute in [
        "style",
        "id",
        "target",
        "rel",
        "ping",
        "xlink:href",
        "srcdoc",
        "Class",
    ] {
        let chip = CHIP.replace("class=", &format!("{attribute}="));
        check_parts(STYLE, LOGO, &chip, Check::Unexpected);
    }
    let logo = LOGO.replace("fill=\"#FFF\"", "fill=\"url(https://example.com/#a)\"");
    check_parts(STYLE, &logo, CHIP, Check::Unexpected);
    let logo = LOGO.replace(
        "fill=\"#FFF\"",
        "href=\"https://www.google.com/search?q=a\"",
    );
    check_parts(STYLE, &logo, CHIP, Check::Unexpected);
    let logo = LOGO.replace("2000/svg", "1999/xhtml");
    check_parts(STYLE, &logo, CHIP, Check::Unexpected);
}

#[test]
fn other_elements() {
    for markup in [
        "<meta http-equiv=\"refresh\" content=\"0;url=https://example.com\">",
        "<base href=\"https://example.com/\">",
        "<form><input></form>",
        "<img src=\"https://example.com/x.png\">",
        "<iframe></iframe>",
        "<g></g>",
        "<path/>",
        "<style>.a { color: red }</style><link>",
    ] {
        refuse_in_body(markup);
    }
    for inside in [
        "animate",
        "image",
        "use",
        "foreignObject",
        "a",
        "style",
        "title",
    ] {
        let logo = LOGO.replace("</svg>", &format!("<{inside}></{inside}></svg>"));
        check_parts(STYLE, &logo, CHIP, Check::Unexpected);
    }
}

#[test]
fn comments_and_declarations() {
    for markup in [
        "<!-- x -->",
        "<!doctype html>",
        "<![CDATA[x]]>",
        "<?xml?>",
        "<",
        "< div>",
    ] {
        refuse_in_body(markup);
    }
}

#[test]
fn elements_out_of_place() {
    refuse_in_body("</div>");
    refuse_in_body("<div>");
    refuse_in_body("<div/>");
    refuse_in_body("</a>");
    refuse_in_body("<div></div x=\"\">");
    refuse_in_body("<div class=\"a\"class=\"b\"></div>");
    check_parts(
        STYLE,
        LOGO,
        &CHIP.replace("mill hours", "<div></div>"),
        Check::Unexpected,
    );
    check_parts(STYLE, LOGO, &format!("{STYLE}{CHIP}"), Check::Unexpected);
    let deep = "<div>".repeat(20_000) + &"</div>".repeat(20_000);
    refuse_in_body(&deep);
}

#[test]
fn words_outside_links() {
    refuse_in_body("Call this number");
    refuse_in_body("&nbsp;");
    check_parts(
        STYLE,
        LOGO,
        &CHIP.replace("mill hours", "\0"),
        Check::Unexpected,
    );
}

#[test]
fn styles_that_load() {
    refuse_in_style(".a { background: url(https://example.com/x) }");
    refuse_in_style(".a { background: URL (x) }");
    refuse_in_style(".a { background: u\\72l(x) }");
    refuse_in_style(".a { background: u/**/rl(x) }");
    refuse_in_style(".a { background: image-set(\"x.png\" 1x) }");
    refuse_in_style("@import x;");
    refuse_in_style("@IMPORT 'x';");
    refuse_in_style("@font-face { font-family: x }");
    refuse_in_style(".a { width: expression(alert(1)) }");
    refuse_in_style(".a { -moz-binding: none }");
    refuse_in_style(".a { behavior: none }");
}

#[test]
fn styles_that_leave_their_place() {
    refuse_in_style(".a { position: fixed }");
    refuse_in_style(".a { POSITION :\n\tFixed }");
    refuse_in_style(".a { position:/**/fixed }");
    refuse_in_style(".a { position: sticky }");
    refuse_in_style(".a::before { content: 'x' }");
}

#[test]
fn styles_that_end_early() {
    refuse_in_style("</style ><b>");
    refuse_in_style("<!-- ");
    refuse_in_style("</STYLE><b></b><style>");
    check_parts(
        "<style media=\"all\"></style>",
        LOGO,
        CHIP,
        Check::Unexpected,
    );
    check_parts("<style>.a { color: red }", LOGO, CHIP, Check::Unexpected);
}

fn suggestion(term: &str, url: &str) -> Suggestion {
    Suggestion {
        term: term.to_owned(),
        url: url.to_owned(),
    }
}

#[test]
fn blobs_in_any_base64() {
    // Bytes chosen so that the encoding holds both letters that differ, and padding.
    let json = "[[\"물?>~\",\"https://a.example/?>?~\"],[\"\",\"HTTP://b\"]]";
    let expected = vec![
        suggestion("물?>~", "https://a.example/?>?~"),
        suggestion("", "HTTP://b"),
    ];
    let standard = base64::engine::general_purpose::STANDARD.encode(json);
    assert!(standard.contains('+') && standard.contains('/') && standard.ends_with('='));
    let url_safe = standard.replace('+', "-").replace('/', "_");
    for blob in [&standard, &url_safe] {
        assert_eq!(decode(blob), Some(expected.clone()), "{blob}");
        assert_eq!(decode(blob.trim_end_matches('=')), Some(expected.clone()));
    }
    let mut lines = standard.clone();
    lines.insert_str(8, "\r\n");
    assert_eq!(decode(&lines), Some(expected));
    assert_eq!(decode("W10="), Some(vec![]));
}

#[test]
fn broken_blobs() {
    let encode = |json: &str| base64::engine::general_purpose::STANDARD.encode(json);
    for blob in ["", "?", "W10=W10=", "Zm9v", "opaque", "물"] {
        assert_eq!(decode(blob), None, "{blob}");
    }
    for json in [
        "{}",
        "null",
        "[\"a\"]",
        "[[\"a\"]]",
        "[[\"a\",1]]",
        "[[\"a\",\"https://b\",\"c\"]]",
        "[[\"a\",\"https://b\"]",
        "[[\"a\",\"javascript:alert(1)\"]]",
        "[[\"a\",\"https://b\"],[\"a\",\"물\"]]",
    ] {
        assert_eq!(decode(&encode(json)), None, "{json}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(decode(&encode(&deep)), None);
}
