//! HTML of known shape as tokens: what this crate or html5ever's serializer wrote.

use crate::html::marks::RAW;

/// A tag or a text of HTML that this crate wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Text(&'a str),
    /// `attributes` begins with a space, or is empty.
    Start {
        name: &'a str,
        attributes: &'a str,
        origin: Origin,
    },
    End {
        name: &'a str,
        origin: Origin,
    },
}

/// Who wrote a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Writer,
    Raw,
}

/// Reads HTML that this crate or html5ever's serializer wrote: every `<` begins a tag.
pub(super) fn tokens(html: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = html;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some(tag) = rest.strip_prefix('<') else {
            let end = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            rest = after;
            return Some(Token::Text(text));
        };
        // Both writers escape `>` in values.
        let end = memchr::memchr(b'>', tag.as_bytes()).unwrap_or(tag.len());
        let inside = &tag[..end];
        rest = tag.get(end + 1..).unwrap_or_default();
        let (is_end, inside) = match inside.strip_prefix('/') {
            Some(inside) => (true, inside),
            None => (false, inside),
        };
        let (origin, inside) = match inside.strip_prefix(RAW) {
            Some(inside) => (Origin::Raw, inside),
            None => (Origin::Writer, inside),
        };
        if is_end {
            return Some(Token::End {
                name: inside,
                origin,
            });
        }
        let name_end = inside.find(' ').unwrap_or(inside.len());
        let (name, attributes) = inside.split_at(name_end);
        Some(Token::Start {
            name,
            attributes,
            origin,
        })
    })
}

impl Token<'_> {
    /// Its length in the HTML it was read from.
    pub(super) fn len(&self) -> usize {
        let mark = |origin| match origin {
            Origin::Writer => 0,
            Origin::Raw => RAW.len_utf8(),
        };
        match *self {
            Token::Text(text) => text.len(),
            Token::Start {
                name,
                attributes,
                origin,
            } => 2 + mark(origin) + name.len() + attributes.len(),
            Token::End { name, origin } => 3 + mark(origin) + name.len(),
        }
    }
}
