//! What ends a text that was cut off inside a block: a fence or raw HTML that nothing closes would
//! swallow whatever stands behind the text.

use super::check::{Block, Kind};

/// What to write behind a text whose last block is `last`; empty where a blank line is enough.
pub(super) fn closing(text: &str, last: Option<&Block>) -> String {
    let Some(last) = last else {
        return String::new();
    };
    let source = &text[last.range.clone()];
    match last.kind {
        Kind::Fence => fence(source),
        Kind::Html => html(source).map_or(String::new(), |end| format!("\n{end}")),
        Kind::Other => String::new(),
    }
}

fn fence(source: &str) -> String {
    let source = source.trim_start_matches(' ');
    let Some(mark) = source.chars().next() else {
        return String::new();
    };
    let length = source.chars().take_while(|c| *c == mark).count();
    let mut lines = source.trim_end().lines();
    let opening = lines.next();
    let is_closed = lines.next_back().is_some_and(|line| {
        let indent = line.len() - line.trim_start().len();
        let is_indented = indent > 3 || line.starts_with('\t');
        let line = line.trim();
        !is_indented && line.chars().count() >= length && line.chars().all(|c| c == mark)
    });
    if is_closed || opening.is_none() {
        return String::new();
    }
    let line_end = if source.ends_with('\n') { "" } else { "\n" };
    format!("{line_end}{}", mark.to_string().repeat(length))
}

/// CommonMark's blocks of HTML that do not end at a blank line: how they begin and end.
const HTML: [(&str, &str); 8] = [
    ("<!--", "-->"),
    ("<?", "?>"),
    ("<![cdata[", "]]>"),
    ("<!", ">"),
    ("<script", "</script>"),
    ("<pre", "</pre>"),
    ("<style", "</style>"),
    ("<textarea", "</textarea>"),
];

fn html(source: &str) -> Option<&'static str> {
    let source = source.trim_start();
    let begins = |begin: &str| {
        source
            .get(..begin.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(begin))
    };
    let (_, end) = HTML.into_iter().find(|(begin, _)| begins(begin))?;
    // CommonMark lets any of the last four end any of them, the parser only its own: behind a block
    // that has ended already, an end tag is nothing to see.
    (!source.to_ascii_lowercase().contains(end)).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::super::check::Pieces;
    use super::*;

    #[track_caller]
    fn assert_closing(text: &str, expected: &str) {
        let (_, blocks) = Pieces::of_text(text);
        assert_eq!(closing(text, blocks.last()), expected, "{text}");
    }

    #[test]
    fn a_fence_is_closed_by_its_like() {
        assert_closing("a\n\n```\nb", "\n```");
        assert_closing("````rust\nb\n```\n", "````");
        assert_closing("~~~", "\n~~~");
        assert_closing("~~~\nb\n~~~~  ", "");
        assert_closing("```\nb\n\t```", "\n```");
        assert_closing("    code", "");
        // What stands at the margin ends it with the item.
        assert_closing("- ```\n  b", "");
    }

    #[test]
    fn raw_html_is_closed_where_no_blank_line_would_end_it() {
        assert_closing("<!-- a\n\nb", "\n-->");
        assert_closing("<!-- a -->", "");
        assert_closing("<!--> a", "");
        assert_closing("<SCRIPT>\n\nlet a", "\n</script>");
        assert_closing("<pre>\n\n</PRE>", "");
        assert_closing("<div>\n\na", "");
        assert_closing("<div>", "");
    }
}
