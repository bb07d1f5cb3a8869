//! Words and addresses of ours as Markdown.

use crate::link::Link;

/// Writes a text so that it reads as itself wherever it stands in a line.
pub(super) fn push_text(out: &mut String, text: &str) {
    let mut rest = text;
    // A list or a rule begins only where the text does.
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_ordinal = digits > 0
        && rest[digits..].starts_with(['.', ')'])
        && !rest[digits + 1..].starts_with(|c: char| !c.is_whitespace());
    if is_ordinal || rest.starts_with(['-', '+', '=']) {
        let mark = if is_ordinal { digits } else { 0 };
        out.push_str(&rest[..mark]);
        out.push('\\');
        out.push_str(&rest[mark..mark + 1]);
        rest = &rest[mark + 1..];
    }
    for (at, c) in rest.char_indices() {
        let is_marked = match c {
            '\\' | '`' | '*' | '_' | '~' | '[' | ']' | '<' | '>' | '|' | '!' | '#' | '&' | '$'
            | '^' => true,
            // Many readers of Markdown make links of bare addresses.
            ':' => rest[at..].starts_with("://"),
            '.' => rest[..at]
                .get(at.saturating_sub(3)..)
                .is_some_and(|head| head.eq_ignore_ascii_case("www")),
            _ => false,
        };
        if is_marked {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
}

/// Writes a link with its text.
pub(super) fn push_link(out: &mut String, text: &str, link: &Link<'_>) {
    out.push('[');
    push_text(out, text);
    out.push_str("](<");
    push_address(out, &link.href);
    out.push_str(">)");
}

/// A checked address holds no backslash and no line end; between `<` and `>` that leaves these.
fn push_address(out: &mut String, address: &str) {
    for (at, c) in address.char_indices() {
        match c {
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            ' ' => out.push_str("%20"),
            '`' => out.push_str("%60"),
            '&' if reads_as_entity(&address[at + 1..]) => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
}

fn reads_as_entity(rest: &str) -> bool {
    // The longest name has 31 letters.
    let name = rest
        .bytes()
        .take(40)
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'#')
        .count();
    name > 0 && rest[name..].starts_with(';')
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Options, Parser, Tag};

    use super::*;
    use crate::link;

    const NASTY: [&str; 13] = [
        "a [b](c) ![d](e) <f> `g` *h* _i_ ~~j~~",
        "\\ && &amp; &copy; #1 | 2 | !",
        "1. one",
        "1.",
        "12) one",
        "- one",
        "+ one",
        "=== ---",
        "> quote",
        "# heading",
        "[^1]: note [^1]",
        "https://evil.example www.evil.example",
        "$x$ **「重要」**、^[x]",
    ];

    #[test]
    fn every_text_reads_as_itself() {
        let options = Options::all() - Options::ENABLE_SMART_PUNCTUATION;
        for text in NASTY {
            let mut markdown = String::new();
            push_text(&mut markdown, text);
            let mut read = String::new();
            for event in Parser::new_ext(&markdown, options) {
                match event {
                    Event::Text(text) => read.push_str(&text),
                    Event::Start(Tag::Paragraph) | Event::End(_) => {}
                    other => panic!("{text}: {other:?}"),
                }
            }
            assert_eq!(read, text, "{markdown}");
        }
    }

    #[test]
    fn bare_addresses_are_no_links() {
        let mut markdown = String::new();
        push_text(&mut markdown, "https://a.example WWW.a.example b.example");
        assert_eq!(markdown, "https\\://a.example WWW\\.a.example b.example");
    }

    #[test]
    fn line_ends_become_spaces() {
        let mut markdown = String::new();
        push_text(&mut markdown, "a\nb\r\u{85}c");
        assert_eq!(markdown, "a b  c");
    }

    #[test]
    fn addresses_lead_where_they_did() {
        for (address, expected) in [
            ("https://a.example/b?c=1&d=2", "https://a.example/b?c=1&d=2"),
            (
                "https://a.example/?a&copy;&#42;",
                "https://a.example/?a&copy;&#42;",
            ),
            (
                "https://a.example/<b> c`d",
                "https://a.example/%3Cb%3E%20c%60d",
            ),
            (
                "https://a.example/(b)[c]*d*_e",
                "https://a.example/(b)[c]*d*_e",
            ),
        ] {
            let mut markdown = String::new();
            push_link(&mut markdown, "x ] ` y", &link::check(address).unwrap());
            let read = Parser::new(&markdown).find_map(|event| match event {
                Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.into_string()),
                _ => None,
            });
            assert_eq!(read.as_deref(), Some(expected), "{markdown}");
        }
    }
}
