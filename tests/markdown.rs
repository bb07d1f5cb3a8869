//! The Markdown form: where references stand, and what stands behind the text.

use groundmark::{Options, Uncited, render, render_markdown};
use serde_json::{Value, json};

/// A response with a citation, of its own source, at the end of each of `cited` in `text`.
fn citing(text: &str, cited: &[&str]) -> String {
    let ends = cited.iter().map(|cited| {
        let at = text.find(cited).expect("the cited text stands in the text");
        at + cited.len()
    });
    let supports: Vec<Value> = ends
        .enumerate()
        .map(|(index, end)| {
            json!({
                "segment": { "endIndex": end, "text": &text[..end] },
                "groundingChunkIndices": [index],
            })
        })
        .collect();
    let chunk = |index| {
        let uri = format!("https://{index}.example.org/");
        json!({ "web": { "uri": uri, "title": format!("T{index}") } })
    };
    let chunks: Vec<Value> = (0..cited.len()).map(chunk).collect();
    json!({ "candidates": [{
        "content": { "parts": [{ "text": text }] },
        "groundingMetadata": { "groundingChunks": chunks, "groundingSupports": supports },
    }] })
    .to_string()
}

#[track_caller]
fn rendered(response: &str) -> String {
    render_markdown(response, &Options::default()).expect("a response renders")
}

/// Checks the Markdown before the definitions.
#[track_caller]
fn assert_text(text: &str, cited: &[&str], expected: &str) {
    let markdown = rendered(&citing(text, cited));
    let (body, _) = markdown
        .rsplit_once("\n[^s1]: ")
        .or_else(|| markdown.rsplit_once("\n[^1]: "))
        .unwrap_or_else(|| panic!("no definition in {markdown}"));
    // The blank line's own.
    let body = body.trim_end_matches('\r');
    assert_eq!(body, expected);
}

#[test]
fn references_follow_the_word_and_what_trails_it() {
    assert_eq!(
        rendered(&citing("Rome is old. Paris too.", &["Rome is o", "too"])),
        "Rome is old.[^1] Paris too.[^2]\n\n\
         [^1]: [T0](<https://0.example.org/>) 0.example.org\n\
         [^2]: [T1](<https://1.example.org/>) 1.example.org\n"
    );
    assert_text("One, two\n", &["One, two\n"], "One, two[^1]\n");
    assert_text("A.\n\n- b\n- c", &["A.\n\n- "], "A.[^1]\n\n- b\n- c\n");
    assert_text("Wow! Yes", &["Wow"], "Wow![^1] Yes\n");
}

#[test]
fn sources_at_one_place_are_one_group() {
    let cited = ["a", "Rome is old", "Rome is old.", "too."];
    let text = "Rome is old. A town a river too.";
    assert_text(
        text,
        &cited,
        "Rome is old.[^1][^2] A town a[^3] river too.[^4]\n",
    );
}

#[test]
fn references_stand_outside_of_everything() {
    assert_text("**bold** x", &["**bo"], "**bold**[^1] x\n");
    assert_text("***a*** b", &["***a"], "***a***[^1] b\n");
    assert_text("a `b c` d", &["a `b"], "a `b c`[^1] d\n");
    assert_text(
        "[a b](https://x.example) c",
        &["[a"],
        "[a b](https://x.example)[^1] c\n",
    );
    assert_text(
        "![a b](https://x.example) c",
        &["![a"],
        "![a b](https://x.example)[^1] c\n",
    );
    assert_text("[a][], b\n\n[a]: /x", &["[a"], "[a][],[^1] b\n\n[a]: /x\n");
    assert_text(
        "<https://x.example/> c",
        &["<htt"],
        "<https://x.example/>[^1] c\n",
    );
    assert_text("a <b>c</b> d", &["a <b>c"], "a <b>c</b>[^1] d\n");
    assert_text(
        "## A title ##\n\nb",
        &["## A title ##"],
        "## A title[^1] ##\n\nb\n",
    );
    assert_text(
        "A title\n===\n\nb",
        &["A title\n==="],
        "A title[^1]\n===\n\nb\n",
    );
}

#[test]
fn references_change_no_marks_beside_them() {
    // A bracket behind these stars would close them, one before the others open them.
    let text = "시는 **\"보행\"**으로 정하고";
    assert_text(
        text,
        &["시는 **\"보행\"**"],
        "시는 **\"보행\"**으로[^1] 정하고\n",
    );
    let text = "이 다리는 **3월**에 열렸다";
    assert_text(
        text,
        &["이 다리는 **3월"],
        "이 다리는 **3월**에[^1] 열렸다\n",
    );
    // To CommonMark these are text, and stay text.
    assert_text("글자**\"b\"** c", &["글자"], "글자**\"b\"** c[^1]\n");
    assert_text(
        "は**「重要」**です。",
        &["は**「重要"],
        "は**「重要」**で[^1]す。\n",
    );
    assert_text("**「次」**です。", &["**「次」"], "**「次」**で[^1]す。\n");
    let text = "は**「重要」**です。そして**「次」**です。";
    assert_text(
        text,
        &["は**「重要」**です。そして**「次"],
        "は**「重要」**です。そして**「次」**で[^1]す。\n",
    );
    // `[^1](월요일)` is a link to most readers, `[^1](월요일 제외)` is not.
    assert_text("엽니다(월요일) 끝", &["엽니다"], "엽니다(월요일)[^1] 끝\n");
    assert_text(
        "엽니다(월요일 제외)",
        &["엽니다"],
        "엽니다[^1](월요일 제외)\n",
    );
    // Others take everything up to the space into the address.
    let text = "See https://x.example/a. It is";
    assert_text(
        text,
        &["See https://x.example/a."],
        "See https://x.example/a. It[^1] is\n",
    );
    let text = "See https://x.example/a";
    assert_text(text, &[text], "See https://x.example/a\n\n[^1]\n");
    // `[a][^1]` is not the shortcut `[a]`.
    assert_text("[a] b\n\n[a]: /x", &["[a]"], "[a] b[^1]\n\n[a]: /x\n");
    assert_text(
        "It is $a + b$ high",
        &["It is $a"],
        "It is $a + b$[^1] high\n",
    );
    assert_text("a \\\\ b", &["a \\\\"], "a \\\\ b[^1]\n");
}

#[test]
fn references_to_blocks_follow_the_outermost_one() {
    let text = "a\n\n```py\nx = 1\n```\nb";
    assert_text(text, &["x = 1"], "a\n\n```py\nx = 1\n```\n\n[^1]\n\nb\n");
    let text = "- a\n\n  ```\n  x\n  ```\n- c\n\nb";
    assert_text(
        text,
        &["  x"],
        "- a\n\n  ```\n  x\n  ```\n- c\n\n[^1]\n\nb\n",
    );
    let text = "<div>x y</div>\n\nb";
    assert_text(text, &["<div>x"], "<div>x y</div>\n\n[^1]\n\nb\n");
    let text = "a\n\n```\nx";
    assert_text(text, &["```\nx"], "a\n\n```\nx\n```\n\n[^1]\n");
    let text = "a\r\n\r\n```\r\nx\r\n```\r\nb";
    let expected = "a\r\n\r\n```\r\nx\r\n```\r\n\r\n[^1]\r\n\r\nb\r\n";
    assert_text(text, &["```\r\nx"], expected);
}

#[test]
fn references_fit_lists_quotes_and_tables() {
    assert_text(
        "1. a\n   - b\n     - c d\n2. e",
        &["1. a\n   - b\n     - c d", "2. e"],
        "1. a\n   - b\n     - c d[^1]\n2. e[^2]\n",
    );
    assert_text("> a\n> b\n\nc", &["> a\n> b"], "> a\n> b[^1]\n\nc\n");
    assert_text(
        "| a | b |\n|---|---|\n| c | d |\n|e|f|",
        &["| c | d |", "|e"],
        "| a | b |\n|---|---|\n| c | d[^1] |\n|e[^2]|f|\n",
    );
}

#[test]
fn the_answers_own_footnotes_stay_its_own() {
    let text = "A[^1] b.\n\n[^1]: note";
    assert_text(text, &["A[^1] b"], "A[^1] b.[^s1]\n\n[^1]: note\n");
    // An imitated reference without a note is text.
    assert_text("A b.[^3]", &["A b."], "A b.[^3][^s1]\n");
}

#[test]
fn what_has_no_number_is_listed() {
    let mut response: Value = serde_json::from_str(&citing("Rome. Paris. Rome.", &[])).unwrap();
    let web = |name: &str, uri: &str| json!({ "web": { "title": name, "uri": uri } });
    response["candidates"][0]["groundingMetadata"] = json!({
        "groundingChunks": [
            web("a [b] *c*", "https://a.example/"),
            web("1. script", "javascript:alert(1)"),
            { "maps": { "title": "Cafe", "uri": "https://maps.google.com/?cid=1" } },
        ],
        "groundingSupports": [{ "segment": { "text": "Rome" }, "groundingChunkIndices": [0] }],
    });
    let response = response.to_string();
    assert_eq!(
        rendered(&response),
        "Rome. Paris. Rome.\n\n\
         **Google Maps sources**\n\n- [Cafe](<https://maps.google.com/?cid=1>) Google Maps\n\n\
         **Cited, place unknown**\n\n- [a \\[b\\] \\*c\\*](<https://a.example/>) a.example\n\n\
         **Also consulted**\n\n- 1\\. script\n"
    );
    let mut options = Options::default();
    options.uncited = Uncited::Hide;
    let hidden = render_markdown(&response, &options).unwrap();
    assert!(!hidden.contains("script") && !hidden.contains("Cafe"));
}

#[test]
fn notices_are_those_of_the_html() {
    let finished = |text: &str, reason: &str| {
        let content = json!({ "parts": [{ "text": text }] });
        json!({ "candidates": [{ "content": content, "finishReason": reason }] }).to_string()
    };
    let blocked = json!({ "promptFeedback": { "blockReason": "SAFETY" } }).to_string();
    assert_eq!(
        rendered(&blocked),
        "*There is no answer. The reason given: SAFETY.*\n"
    );
    assert_eq!(
        rendered(&finished("Half a", "MAX_TOKENS")),
        "Half a\n\n*This answer names no sources.*\n\n*The answer was cut off.*\n"
    );
    let both = json!({
        "promptFeedback": { "blockReason": "OTHER" },
        "candidates": [{ "content": { "parts": [{ "text": "Half" }] } }],
    });
    for response in [
        blocked,
        both.to_string(),
        "{}".to_owned(),
        finished("", "SAFETY"),
        finished("", "STOP"),
        finished("x", "STOP"),
        finished("x", "SAFETY"),
        finished("x", "FINISH_REASON_UNSPECIFIED"),
        citing("Rome is old.", &["Rome"]),
    ] {
        for interrupted in [false, true] {
            let mut options = Options::default();
            options.interrupted = interrupted;
            let html = render(&response, &options).unwrap().sources_html;
            let wanted: Vec<&str> = html
                .split("<p class=\"gm-notice\" dir=\"auto\">")
                .skip(1)
                .filter_map(|rest| rest.split("</p>").next())
                .collect();
            let markdown = render_markdown(&response, &options)
                .unwrap()
                .replace('\\', "");
            let found: Vec<&str> = markdown
                .lines()
                .filter_map(|line| line.strip_prefix('*')?.strip_suffix('*'))
                .collect();
            assert_eq!(found, wanted, "{response}");
        }
    }
    let mut options = Options::default();
    options.notice = false;
    assert_eq!(render_markdown("{}", &options).unwrap(), "");
}

#[test]
fn a_text_that_is_too_long_is_verbatim_with_its_sources() {
    let mut options = Options::default();
    options.max_text_bytes = 4;
    let markdown = render_markdown(citing("Rome *is*", &["Rome"]), &options).unwrap();
    assert_eq!(
        markdown,
        "Rome *is*\n\n**Cited, place unknown**\n\n- [T0](<https://0.example.org/>) 0.example.org\n"
    );
}
