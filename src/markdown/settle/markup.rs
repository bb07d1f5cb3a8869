//! Raw HTML at the end of a text: nothing of an open tag or comment is shown.

use std::ops::Range;

use crate::policy;

/// What a beginning of raw HTML, from its `<` to the end of the text, can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    /// It may still become a tag, a comment or an autolink.
    Unfinished,
    /// It is one of so many bytes.
    Ends(usize),
    /// It is text.
    Text,
}

/// Reads what begins with the `<` at the start of `rest`.
pub(super) fn beginning(rest: &str) -> Beginning {
    match rest.as_bytes().get(1) {
        None => Beginning::Unfinished,
        Some(b'!') if rest.starts_with("<!--") => up_to(rest, "-->"),
        Some(b'!') if rest.starts_with("<![CDATA[") => up_to(rest, "]]>"),
        Some(b'!') if "<!--".starts_with(rest) || "<![CDATA[".starts_with(rest) => {
            Beginning::Unfinished
        }
        Some(b'!') if rest.as_bytes()[2].is_ascii_alphabetic() => up_to(rest, ">"),
        Some(b'?') => up_to(rest, "?>"),
        Some(b'/') => tag(rest, 2),
        Some(c) if c.is_ascii_alphanumeric() && may_be_autolink(&rest[1..]) => {
            Beginning::Unfinished
        }
        Some(c) if c.is_ascii_alphabetic() => tag(rest, 1),
        Some(_) => Beginning::Text,
    }
}

fn up_to(rest: &str, end: &str) -> Beginning {
    match memchr::memmem::find(rest.as_bytes(), end.as_bytes()) {
        Some(at) => Beginning::Ends(at + end.len()),
        None => Beginning::Unfinished,
    }
}

/// `<https:…` or `<me@…` without a space so far.
fn may_be_autolink(rest: &str) -> bool {
    let ends = |c: char| c.is_ascii_control() || matches!(c, ' ' | '<' | '>');
    if rest.contains(ends) {
        return false;
    }
    let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let is_local = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c);
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-');
    match (rest.split_once(':'), rest.split_once('@')) {
        (Some((scheme, _)), _) => (2..=32).contains(&scheme.len()) && scheme.chars().all(is_scheme),
        (None, Some((local, host))) => local.chars().all(is_local) && host.chars().all(is_host),
        (None, None) => rest.chars().all(is_local),
    }
}

/// Reads a tag that began; `name` is where its name stands.
fn tag(rest: &str, name: usize) -> Beginning {
    match end_of_tag(rest.as_bytes(), name) {
        None => Beginning::Unfinished,
        Some(None) => Beginning::Text,
        Some(Some(end)) => Beginning::Ends(end),
    }
}

/// Where a tag ends: `None` while it may go on, `Some(None)` where it is none.
fn end_of_tag(bytes: &[u8], name: usize) -> Option<Option<usize>> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let mut at = skip(bytes, name, is_name);
    if at == name && at < bytes.len() {
        return Some(None);
    }
    loop {
        let spaces = skip(bytes, at, u8::is_ascii_whitespace);
        match bytes.get(spaces)? {
            b'>' => return Some(Some(spaces + 1)),
            b'/' => {
                let is_end = *bytes.get(spaces + 1)? == b'>';
                return Some(is_end.then_some(spaces + 2));
            }
            c if spaces > at && (c.is_ascii_alphabetic() || matches!(c, b'_' | b':')) => {}
            _ => return Some(None),
        }
        let is_key = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.:-".contains(byte);
        at = skip(bytes, spaces, is_key);
        let equals = skip(bytes, at, u8::is_ascii_whitespace);
        if *bytes.get(equals)? == b'=' {
            match value(bytes, equals + 1)? {
                Some(end) => at = end,
                None => return Some(None),
            }
        }
    }
}

/// Where an attribute's value ends: `None` while it may go on, `Some(None)` where it is none.
fn value(bytes: &[u8], from: usize) -> Option<Option<usize>> {
    let start = skip(bytes, from, u8::is_ascii_whitespace);
    match bytes.get(start)? {
        quote @ (b'"' | b'\'') => {
            let length = memchr::memchr(*quote, &bytes[start + 1..])?;
            Some(Some(start + length + 2))
        }
        _ => {
            let is_bare = |byte: &u8| !byte.is_ascii_whitespace() && !b"\"'=<>`".contains(byte);
            let end = skip(bytes, start, is_bare);
            bytes.get(end)?;
            Some((end > start).then_some(end))
        }
    }
}

fn skip(bytes: &[u8], from: usize, is_skipped: impl Fn(&u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|byte| is_skipped(byte)).count()
}

/// The lines of a block of raw HTML.
#[derive(Debug, Default)]
pub(super) struct Markup {
    html: String,
    /// Where each line stands, in the HTML and in the text.
    lines: Vec<(usize, Range<usize>)>,
}

impl Markup {
    pub(super) fn push(&mut self, html: &str, range: Range<usize>) {
        self.lines.push((self.html.len(), range));
        self.html.push_str(html);
    }

    /// Where it begins in the text.
    pub(super) fn start(&self) -> Option<usize> {
        Some(self.lines.first()?.1.start)
    }

    /// Where something begins, in the text, that does not end in the block; `None` where nothing
    /// does, or where nothing more can come.
    pub(super) fn unfinished_from(&self, text: &str) -> Option<usize> {
        let (_, last) = self.lines.last()?;
        let rest = text.get(last.end..).unwrap_or_default();
        if rest.contains('\n') {
            return None;
        }
        let at = self.unfinished()?;
        let line = self.lines.partition_point(|(start, _)| *start <= at) - 1;
        let (start, range) = &self.lines[line];
        Some((range.start + at - start).min(range.end))
    }

    fn unfinished(&self) -> Option<usize> {
        let html = &*self.html;
        let mut at = 0;
        while let Some(step) = memchr::memchr(b'<', &html.as_bytes()[at..]) {
            let start = at + step;
            let rest = &html[start..];
            at = match (beginning(rest), dropped(rest)) {
                (Beginning::Unfinished, _) => return Some(start),
                // What a script says is shown as text where it never ends.
                (Beginning::Ends(_), Some(name)) => match end_of(rest, name) {
                    Some(length) => start + length,
                    None => return Some(start),
                },
                (Beginning::Ends(length), None) => start + length,
                (Beginning::Text, _) => start + 1,
            };
        }
        None
    }
}

/// The element that begins here, if it is dropped with its content.
fn dropped(rest: &str) -> Option<&'static str> {
    let names = policy::DROPPED_WITH_CONTENT.iter().copied();
    names.into_iter().find(|name| {
        let tag = rest.get(1..=name.len());
        let behind = rest.as_bytes().get(name.len() + 1);
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(name))
            && behind.is_some_and(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte))
    })
}

/// Length of the element with its end tag.
fn end_of(rest: &str, name: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += rest.get(at..)?.find("</")? + 2;
        let found = rest.get(at..at + name.len());
        if found.is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return Some(at + rest[at..].find('>')? + 1);
        }
    }
}
