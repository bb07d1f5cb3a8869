//! Where a long paragraph can be parted: at a space that no markup reaches over.

use pulldown_cmark::{Event, Parser, Tag};

use super::{EXTENSIONS, bare, emphasis};

/// The last space of a paragraph that begins `text`, such that what stands before it and what stands
/// behind it can be read apart. `None` if there is none, or if the text begins with something else.
///
/// What stands behind begins with two letters, so that it can begin no other block.
pub(crate) fn clean_space(text: &str) -> Option<usize> {
    // A line with a pipe may be the head of a table. Raw HTML may hold all that follows.
    let end = memchr::memchr3(b'|', b'<', b'$', text.as_bytes()).unwrap_or(text.len());
    let end = suspicious(&text[..end]).unwrap_or(end);
    let mut found = None;
    let mut depth = 0;
    for (event, range) in Parser::new_ext(text, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::Paragraph) if depth == 0 => depth = 1,
            Event::Start(_) if depth == 0 => return None,
            Event::Start(_) => depth += 1,
            Event::End(_) if depth == 1 => break,
            Event::End(_) => depth -= 1,
            Event::Text(content) => {
                let source = &text[range.clone()];
                if range.end > end || *content != *source || may_open(source) {
                    break;
                }
                if depth == 1 {
                    found = last_space(text, range.start, range.end).or(found);
                }
            }
            Event::Code(_) | Event::SoftBreak | Event::HardBreak => {}
            _ => break,
        }
    }
    found
}

/// Where marks may be paired otherwise than CommonMark does, which looks at the whole paragraph.
fn suspicious(text: &str) -> Option<usize> {
    let addresses = bare::Bare::new(text);
    emphasis::suspects(text, addresses.marks()).first().copied()
}

/// Whether a text holds a mark that something behind it may make into markup.
fn may_open(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'[' | b']' | b'`' | b'*' | b'~' | b'\\' | b'&' => true,
        b'_' => at == 0 || !is_word(bytes.get(at - 1)) || !is_word(bytes.get(at + 1)),
        _ => false,
    })
}

fn last_space(text: &str, start: usize, end: usize) -> Option<usize> {
    let spaces = memchr::memrchr_iter(b' ', &text.as_bytes()[start..end]);
    spaces.map(|at| start + at).find(|&at| {
        let before = text[start..at].chars().next_back();
        let mut behind = text[at + 1..end].chars();
        before.is_some_and(char::is_alphanumeric)
            && behind.next().is_some_and(char::is_alphabetic)
            && behind.next().is_some_and(char::is_alphabetic)
    })
}
