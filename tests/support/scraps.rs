//! The pieces [`generate`](super::generate) builds its documents from, as data.
//!
//! Each list has what a test needs to meet often: pieces that are dropped from display, that are
//! one thing and look like another, or that leave something open.

#[rustfmt::skip]
pub(super) const WORDS: [&str; 34] = [
    "the", "Ferry", "pier.", "opens", "3.5", "4.0.6.", "1,204", "12:30", "at,", "\"quoted\"", "(see",
    "below)", "50%", "don't", "snake_case_word", "2*3*4", "a", "…", "「潮見橋」", "は、", "歩行者。",
    "도서관은", "보면,", "\"열람석\"이", "（图）", "展览", "。", "عبّارة،", "«ليلاً»؟", "पुल है।", "क्षेत्र",
    "ค่าผ่าน", "ท่าน้ำใส", "ๆ",
];

/// What is easily cut in two, or is dropped from display, or is one thing and looks like another.
#[rustfmt::skip]
pub(super) const ODD: [&str; 38] = [
    "👨‍👩‍👧‍👦", "👍🏿", "🇰🇷🇧🇷", "1️⃣", "e\u{301}", "\u{308}", "\u{1112}\u{1161}\u{11ab}", "\u{200d}", "\u{fe0f}",
    "\u{200b}", "\u{a0}", "\u{3000}", "\u{2028}", "\u{ad}", "\0", "\u{feff}", "\u{202e}", "\u{202c}",
    "\u{2066}", "\u{2069}", "\u{fdd0}", "\u{fdd1}", "\u{fdef}", "\u{ffff}", "\u{1fffe}", "\u{fffd}",
    "\u{e000}", "\u{e0041}", "\u{e007f}", "\u{1}", "\u{7f}", "\u{85}", "\u{c}", "\t", "\r", "\r\n", "  \n",
    "\\\n",
];

/// Stars beside CJK, whole and in halves; what stars, tildes and dollars mean besides; addresses
/// that stars, brackets and particles stand around.
#[rustfmt::skip]
pub(super) const EAST_ASIAN: [&str; 30] = [
    "**\"단어\"**는", "**한국어(Korean)**입니다", "は**「重要」**です。", "そして**「次」**で", "***“重要”***的", "그 *\"단어\"*는",
    "**제목:**내용", "约**30%**的", "**\"가", "나\"**는", "は**「", "」**で", "***(", ")***이", "\"*는", "を**", "****「次」****",
    "\\**「次」**で", "**「次」\\**で", "2 ** 3 ** 4는", "**kwargs와 **args", "가*(나+1)*다", "10~20명, 30~40명", "$5에서 $10",
    "**https://a.example/x.**은", "**https://a.example/x**y**z", "(https://a.example/y)에서", "https://예시.한국/길。",
    "https://a.example/x、y", "**[\"가\"](https://a.example)**는",
];

#[rustfmt::skip]
pub(super) const ESCAPED: [&str; 36] = [
    "&amp;", "&lt;b&gt;", "&nbsp;", "&copy", "&copy;", "&quot;", "&#42;", "&#x5B;1&#93;", "&#0;", "&#10;",
    "&#13;", "&#xFDD0;", "&#xFDEF;", "&#xFFFF;", "&#x202E;", "&#xE0041;", "&#x301;", "&#x1F468;&zwj;",
    "&NotEqualTilde;", "&#99999999;", "&;", "&am", "\\*", "\\_", "\\[1\\]", "\\`", "\\|", "\\\\", "\\&amp;",
    "\\#", "\\!", "\\", "\\a", "&ThickSpace;", "&Tab;", "&NewLine;",
];

/// What a model writes when it imitates citations, and math.
#[rustfmt::skip]
pub(super) const IMITATIONS: [&str; 26] = [
    "[1]", "[1, 2]", "[^1]", "[^1]", "[^2]", "[^1][^2]", "[^주]", "[^clock].", "[^missing]", "【3】", "¹",
    "[cite: 1, 2]", "[[1]](#gm-fn-1)", "[1](https://evil.example)", "$x$", "$a_1 * b_1$", "\\(y\\)",
    "$$\\sum_{i<n} x_i$$", "[b][]", "[b]", "[Ref]", "[Ref][a]", "[a].", "[각주]", "[text][a]", "![alt][b]",
];

#[rustfmt::skip]
pub(super) const TARGETS: [&str; 19] = [
    "https://example.org/a", "http://example.net/?q=1&r=2#s", "<https://example.com/a b>", "mailto:ann@example.org",
    "javascript:alert(1)", "JAVA&#115;cript:alert(2)", "data:text/html,x", "/relative", "#gm-fn-1", "?q", "//evil.example",
    "https://user@evil.example", "https://예시.example/경로", "ftp://example.org", "https:\\\\evil.example", "",
    "https://example.org/a_(b)_c \"a title\"", "https://example.org 'it''s'", "https://example.org/v2.1. (note)",
];

pub(super) const AUTOLINKS: [&str; 6] = [
    "<https://example.org/a>",
    "<http://example.net/?q=1&r=2>",
    "<mailto:ann@example.org>",
    "<ann@example.org>",
    "<javascript:alert(1)>",
    "<https://예시.example/>",
];

#[rustfmt::skip]
pub(super) const BARE: [&str; 10] = [
    "https://example.org/a_b_c", "http://example.net/(x)", "www.example.com", "https://example.org.", "ann@example.org",
    "https://예시.example/경로를", "https://example.com/a*b*", "https://example.org/?a=1&copy;",
    "https://example.com/_x_/~~y~~/**z**", "https://example.com/x*y*z",
];

#[rustfmt::skip]
pub(super) const INLINE_HTML: [&str; 52] = [
    "<br>", "<br/>", "</br>", "<b>", "</b>", "<i>", "</i>", "<sub>2</sub>", "<sup>", "</sup>", "<sup>1</sup>",
    "<sup>[2](https://evil.example)</sup>", "<kbd>Ctrl</kbd>", "<u><s></u></s>", "<a href=\"https://example.org\">", "</a>",
    "<a href='javascript:alert(1)' onclick=x>", "<span class=\"gm-cite\" id='gm-fn-1' title=\"a > b\">", "</span>", "<p>",
    "</p>", "<div>", "</div></section>", "<!-- c -->", "<!-->", "<!--", "-->", "<script>alert(1)</script>", "<script>",
    "<style>p{}</style>", "</style>", "<img src=x onerror=alert(1)>", "<svg><style><a title=\"</style>", "<math><mi>",
    "<q cite=x>", "</q>", "<textarea>", "<title>", "<plaintext>", "<table>", "<tr><td>", "</table>", "<select><option>",
    "<?php x ?>", "<![CDATA[ x ]]>", "<!DOCTYPE html>", "<form>", "<template>", "<x-y z>", "<b", "<time datetime=1>",
    "<mark lang=\"&#xFDD0;&quot;\">",
];

#[rustfmt::skip]
pub(super) const BLOCK_HTML: [&str; 24] = [
    "<div>", "</div>", "<div align=\"center\">\n*not* emphasis\n</div>", "<details>", "</details>", "<details open>\n<summary>",
    "<table>\n<tr><th>A<td>1\n\n<tr><td>2</table>", "<table><tr><td>", "</td></tr></table>", "<pre>\nx\n\n  y</pre>",
    "<script>\nlet a = \"</b>\";\n\n</script>", "<style>\n@import 'x';", "<!-- a\n\nb -->", "<!-- never closed", "<svg viewBox=\"0 0 1 1\">",
    "<svg><foreignObject><p>", "<ul>\n<li>one\n<li>two\n</ul>", "<ol start=3 reversed><li value=7>", "<h2 id=x>Sources</h2>",
    "<section class=\"gm-sources\"><ol><li>", "<blockquote><p>", "<dl><dt>a<dd>b</dl>", "<hr>", "<iframe src=x></iframe><base href=y>",
];

#[rustfmt::skip]
pub(super) const CODE_LINES: [&str; 9] = [
    "let a = 1 < 2;", "\tif x { y() }", "", "```", "    deep", "<b>&amp;</b>", "# 주석 [^1]", "| a | b |", "문자열 = \"값\"  ",
];

/// Lines that end a paragraph, underline it, or are an empty container.
pub(super) const MARKS: [&str; 10] = [
    "---", "***", "- - -", "___", " * * *", "===", "-", "1.", ">", "+ ",
];

#[rustfmt::skip]
pub(super) const MARKERS: [&str; 11] = [
    "- ", "* ", "+ ", "1. ", "7) ", "10. ", "- [ ] ", "* [x] ", "*   ", "-\t", "1. [X] ",
];

#[rustfmt::skip]
pub(super) const INFO: [&str; 6] = [
    "", "python", "c++", "rust,no_run title=\"x\"", "한글&amp;", "language-x gm-cite",
];

pub(super) const CODE_SPANS: [&str; 7] = [
    "`code`",
    "``a ` b``",
    "` `",
    "`un",
    "`\\`",
    "`a\nb`",
    "`<b>`",
];

pub(super) const WRAPPERS: [(&str, &str); 5] = [
    ("<b>", "</b>"),
    ("<sup>", "</sup>"),
    ("<a href=\"https://example.org\">", "</a>"),
    ("<p>", "</p>"),
    ("<em>", "</b>"),
];
