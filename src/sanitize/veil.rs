//! Characters that are hidden from html5ever's serializer.
//!
//! At each `&` and at each character from U+0080 to U+00BF it searches the whole rest of the text
//! for quotes and brackets, which is quadratic: 64 KB of ampersands take 40 ms, 2 MB a minute. Behind
//! a placeholder it does not see them.

use std::borrow::Cow;

use crate::html::marks::{VEIL, push_placeholder, read_placeholder};

const AMPERSAND: &str = "&amp;";
const SPACE: &str = "&nbsp;";
/// U+00A0, whose HTML is [`SPACE`]; 0 stands for [`AMPERSAND`].
const SPACE_NUMBER: usize = 0xA0;

/// Writes HTML without a `&` that would stay one, and without characters up to U+00BF.
pub(super) fn push_veiled(out: &mut String, html: &str) {
    let mut rest = html;
    while let Some(at) = memchr::memchr2(b'&', 0xC2, rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (number, length) = if rest.starts_with(AMPERSAND) {
            (0, AMPERSAND.len())
        } else if rest.starts_with(SPACE) {
            (SPACE_NUMBER, SPACE.len())
        } else {
            match rest.chars().next() {
                Some(c) if c != '&' => (c as usize, c.len_utf8()),
                _ => {
                    out.push('&');
                    rest = &rest[1..];
                    continue;
                }
            }
        };
        push_placeholder(out, VEIL, number);
        rest = &rest[length..];
    }
    out.push_str(rest);
}

/// Writes what a placeholder of [`push_veiled`] stands for.
pub(super) fn push_unveiled(out: &mut String, number: usize) {
    match number {
        0 => out.push_str(AMPERSAND),
        SPACE_NUMBER => out.push_str(SPACE),
        _ => out.extend(u32::try_from(number).ok().and_then(char::from_u32)),
    }
}

/// The HTML that was veiled, all of it.
pub(super) fn unveiled(html: &str) -> Cow<'_, str> {
    if !html.contains(VEIL) {
        return Cow::Borrowed(html);
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(VEIL) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((_, number, length)) = read_placeholder(rest) {
            push_unveiled(&mut out, number);
            rest = &rest[length..];
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_veiled_comes_back() {
        for html in [
            "a &amp; b",
            "&amp;&nbsp;°&lt;&quot;é&gt;¿",
            "",
            "&amp;amp;",
            "°",
        ] {
            let mut veiled = String::new();
            push_veiled(&mut veiled, html);
            assert!(
                !veiled.contains("&amp;") && !veiled.contains('°'),
                "{veiled}"
            );
            assert_eq!(unveiled(&veiled), html);
        }
    }
}
