//! Text and attribute values as HTML, byte for byte as html5ever writes them.

use crate::policy;

/// Where a byte cannot be copied as it is, as bits: a character that it begins may be markup, may
/// be removed, or is a no-break space.
const IN_TEXT: u8 = 1;
const IN_ATTRIBUTE: u8 = 2;

const SPECIAL: [u8; 256] = {
    let mut special = [0; 256];
    let everywhere = IN_TEXT | IN_ATTRIBUTE;
    special[b'&' as usize] = everywhere;
    special[b'<' as usize] = everywhere;
    special[b'>' as usize] = everywhere;
    special[b'"' as usize] = IN_ATTRIBUTE;
    special[0] = everywhere;
    special[b'\r' as usize] = everywhere;
    special[0xC2] = everywhere;
    special[0xE2] = everywhere;
    let mut lead = 0xEF;
    while lead <= 0xF4 {
        special[lead] = everywhere;
        lead += 1;
    }
    special
};

/// Writes text. Characters that are never shown are left out; a carriage return, which HTML
/// cannot hold, becomes the line end that a browser would make of it.
pub(crate) fn push_text(out: &mut String, text: &str) {
    push(out, text, IN_TEXT);
}

/// Writes the value of an attribute, without its quotes.
pub(crate) fn push_attribute(out: &mut String, value: &str) {
    push(out, value, IN_ATTRIBUTE);
}

fn push(out: &mut String, text: &str, context: u8) {
    let bytes = text.as_bytes();
    let is_special = |byte: &u8| SPECIAL[usize::from(*byte)] & context != 0;
    let mut copied = 0;
    let mut at = 0;
    while let Some(step) = bytes[at..].iter().position(is_special) {
        at += step;
        let Some(c) = text[at..].chars().next() else {
            break;
        };
        let end = at + c.len_utf8();
        let replacement = match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\u{A0}' => "&nbsp;",
            // CRLF is one line end.
            '\r' if bytes.get(end) == Some(&b'\n') => "",
            '\r' => "\n",
            c if policy::is_removed(c) => "",
            _ => {
                at = end;
                continue;
            }
        };
        out.push_str(&text[copied..at]);
        out.push_str(replacement);
        copied = end;
        at = end;
    }
    out.push_str(&text[copied..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> String {
        let mut out = String::new();
        push_text(&mut out, text);
        out
    }

    #[test]
    fn text_is_escaped_as_html5ever_does() {
        assert_eq!(text("a<b>&\"'\u{A0}c"), "a&lt;b&gt;&amp;\"'&nbsp;c");
        assert_eq!(text("é – 한국어，🙂"), "é – 한국어，🙂");
    }

    #[test]
    fn hidden_characters_are_left_out() {
        assert_eq!(
            text("a\u{202E}b\u{FDD0}c\u{0}d\u{FFFF}e\u{E0041}f\u{10FFFE}"),
            "abcdef"
        );
        assert_eq!(text("\u{2066}"), "");
    }

    #[test]
    fn carriage_returns_become_line_ends() {
        assert_eq!(text("a\r\nb\rc"), "a\nb\nc");
    }

    #[test]
    fn attributes_escape_quotes_too() {
        let mut out = String::new();
        push_attribute(&mut out, "a\"<&>'");
        assert_eq!(out, "a&quot;&lt;&amp;&gt;'");
    }
}
