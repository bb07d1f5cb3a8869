//! What is done to a text before it is parsed, without moving a byte.

use std::borrow::Cow;

/// Maps a lone carriage return to a line feed, which CommonMark says it is and the parser does not
/// always see. Every offset stays.
pub(crate) fn prepare(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_lone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let Some(first) = memchr::memchr_iter(b'\r', bytes).find(|&at| is_lone(at)) else {
        return Cow::Borrowed(text);
    };
    let mut prepared = String::with_capacity(text.len());
    prepared.push_str(&text[..first]);
    let mut chars = text[first..].chars().peekable();
    while let Some(c) = chars.next() {
        prepared.push(match c {
            '\r' if chars.peek() != Some(&'\n') => '\n',
            c => c,
        });
    }
    Cow::Owned(prepared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_lone_carriage_return_becomes_a_line_feed() {
        assert_eq!(prepare("a\rb\r\nc\r\rd\r"), "a\nb\r\nc\n\nd\n");
        assert!(matches!(prepare("a\r\nb"), Cow::Borrowed(_)));
    }
}
