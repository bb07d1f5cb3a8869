//! Google's Search Suggestions in a frame of their own, and a page for a whole answer.

use crate::labels::Labels;

/// What stands before the suggestions in their frame: no referrer, no request, both colour
/// schemes, every link in a new tab.
const BEFORE: &str = concat!(
    r#"<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">"#,
    r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">"#,
    r#"<meta name="color-scheme" content="light dark"><base target="_blank">"#,
);

/// What a frame around the frame has: all of its space is the inner one's. Firefox asks the policy of
/// a `<meta>` too late for `srcset`, which Google's own suggestions never hold; a frame in it has the
/// policy from its start.
const NEST: &str = "<style>*{margin:0;border:0;height:100%}</style>";

/// The frame with the suggestions in it, byte for byte.
pub(crate) fn suggestions_frame(content: &str, labels: &Labels) -> String {
    let has_srcset = content
        .as_bytes()
        .windows(b"srcset".len())
        .any(|name| name.eq_ignore_ascii_case(b"srcset"));
    let inner = frame(content, labels);
    match has_srcset {
        true => frame(&[NEST, &inner].concat(), labels),
        false => inner,
    }
}

fn frame(content: &str, labels: &Labels) -> String {
    let mut out = String::with_capacity(content.len() + content.len() / 4 + 512);
    out.push_str("<iframe title=\"");
    push_verbatim(&mut out, &labels.suggestions);
    out.push_str(r#"" width="100%" height="64" sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin" srcdoc=""#);
    push_verbatim(&mut out, BEFORE);
    push_verbatim(&mut out, content);
    out.push_str("\"></iframe>");
    out
}

/// The value of an attribute from which a browser reads exactly `value`: nothing is left out.
fn push_verbatim(out: &mut String, value: &str) {
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // A browser would make line feeds of these.
            '\r' => out.push_str("&#13;"),
            c => out.push(c),
        }
    }
}

const STYLE: &str = "\
:root{color-scheme:light dark;--muted:#5f6368;--line:#dadce0;--accent:#0b57d0}\
@media (prefers-color-scheme:dark){:root{--muted:#9aa0a6;--line:#3c4043;--accent:#a8c7fa}}\
body{margin:0 auto;max-width:44rem;padding:1.5rem 1rem;font:16px/1.6 system-ui,sans-serif}\
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.4em 0 .5em}\
a{color:var(--accent);overflow-wrap:anywhere}\
pre{overflow:auto;padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px}\
code{font-family:ui-monospace,monospace;font-size:.9em}\
blockquote{margin:1em 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}\
.gm-table{overflow:auto}table{border-collapse:collapse}\
th,td{border:1px solid var(--line);padding:.35rem .6rem;text-align:start;vertical-align:top}\
[align=center]{text-align:center}[align=right]{text-align:right}\
sup{line-height:0;font-size:.75em}sup a{text-decoration:none}\
.gm-sources,.gm-notes{margin-top:2rem;border-top:1px solid var(--line);font-size:.9em}\
.gm-host,.gm-notice,.gm-hint{color:var(--muted)}[role=doc-backlink]{text-decoration:none}\
:target{background:color-mix(in srgb,var(--accent) 18%,transparent)}\
iframe{border:0;margin-top:1.5rem}";

/// A page of its own around an answer and the frame of its suggestions.
pub(crate) fn document(html: &str, frame: &str, language: &str) -> String {
    let mut out = String::from("<!doctype html>\n<html lang=\"");
    super::push_attribute(&mut out, language);
    out.push_str("\">\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.push_str(
        "<meta name=\"referrer\" content=\"no-referrer\">\n<title>groundmark</title>\n<style>",
    );
    out.push_str(STYLE);
    out.push_str("</style>\n<main class=\"gm-answer\">");
    out.push_str(html);
    out.push_str(frame);
    out.push_str("</main>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_srcset_stands_in_a_frame_in_the_frame() {
        let labels = crate::options::Options::default().check().expect("labels");
        let inner = frame("<img SRCSET=\"a\">", &labels);
        let outer = suggestions_frame("<img SRCSET=\"a\">", &labels);
        assert_eq!(outer, frame(&format!("{NEST}{inner}"), &labels));
        assert!(outer.contains("<img SRCSET=&amp;quot;a&amp;quot;>"));
        assert_eq!(outer.matches("Content-Security-Policy").count(), 2);
        assert_eq!(
            suggestions_frame("src set", &labels),
            frame("src set", &labels)
        );
    }
}
