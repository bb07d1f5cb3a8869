//! The end of a text by its characters alone: a line that is markers so far, and what may be the
//! beginning of something else.

/// Where a text that grows ends when what is undecided at `end` is left out.
pub(super) fn retreat(text: &str, end: usize) -> usize {
    let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
    let mut line = &text[start..end];
    loop {
        let decided = decided(line);
        if decided == line.len() {
            break;
        }
        line = &line[..decided];
    }
    match line.is_empty() || is_markers(line) {
        true => before_backslash(text, start),
        false => start + line.len(),
    }
}

/// Before a backslash that stands before the last line end: it breaks the line if another follows.
fn before_backslash(text: &str, end: usize) -> usize {
    // No more than that one: an empty line ends a paragraph, backslash and all.
    let Some(line) = text[..end].strip_suffix('\n') else {
        return end;
    };
    let line = line.strip_suffix('\r').unwrap_or(line);
    match is_odd(line) {
        true => line.len() - 1,
        false => end,
    }
}

/// Whether a backslash that is not escaped stands at the end.
fn is_odd(line: &str) -> bool {
    let backslashes = line.bytes().rev().take_while(|byte| *byte == b'\\');
    backslashes.count() % 2 == 1
}

/// How much of a line means what it says, whatever comes next.
fn decided(line: &str) -> usize {
    let Some(last) = line.bytes().next_back() else {
        return 0;
    };
    match last {
        b'\\' if is_odd(line) => line.len() - 1,
        // More of the same, or a letter behind it, can make anything of these.
        b'*' | b'_' | b'~' | b'`' => {
            let run = line.trim_end_matches(char::from(last));
            run.len()
        }
        b'\r' => line.len() - 1,
        b'!' if may_begin_image(&line[..line.len() - 1]) => line.len() - 1,
        _ => before_entity(line),
    }
}

/// `![` after a word is rare, and a sentence's end is not.
fn may_begin_image(before: &str) -> bool {
    before
        .chars()
        .next_back()
        .is_none_or(|c| c.is_whitespace() || "([{*_~\"'“‘«「『（|>".contains(c))
}

/// Longest name of a character, with its `&`.
const LONGEST_ENTITY: usize = 33;

fn before_entity(line: &str) -> usize {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let name = line.bytes().rev().take(LONGEST_ENTITY).take_while(is_name);
    let start = line.len() - name.count();
    match line.as_bytes()[..start].last() {
        Some(b'&') => start - 1,
        _ => line.len(),
    }
}

/// Whether a line holds nothing but markers so far: of lists, quotes, headings, rules, fences,
/// tables and definitions. What they mark is not known yet.
pub(super) fn is_markers(line: &str) -> bool {
    let content = content(line);
    let rest = content.rest.trim_end();
    let Some(first) = rest.bytes().next() else {
        return content.has_markers;
    };
    let only = |allowed: &str| rest.chars().all(|c| allowed.contains(c));
    match first {
        b'#' => only("#") && rest.len() <= 6,
        b'-' | b'|' | b':' => only("-|: \t"),
        b'=' => only("="),
        b'*' => only("* \t"),
        b'_' => only("_ \t"),
        b'+' => rest == "+",
        b'`' | b'~' => is_fence(rest, first),
        b'[' => is_box(rest) || is_definition(rest),
        // Behind a space it is a number, not the marker of an item.
        b'0'..=b'9' => is_number(content.rest),
        _ => false,
    }
}

/// What stands behind the markers of quotes and items.
pub(super) struct Content<'a> {
    pub(super) rest: &'a str,
    has_markers: bool,
}

pub(super) fn content(line: &str) -> Content<'_> {
    let mut content = Content {
        rest: line,
        has_markers: false,
    };
    loop {
        let rest = content.rest.trim_start_matches([' ', '\t']);
        let behind = rest.strip_prefix('>').or_else(|| behind_item(rest));
        content.rest = behind.unwrap_or(rest);
        if behind.is_none() {
            return content;
        }
        content.has_markers = true;
    }
}

fn behind_item(rest: &str) -> Option<&str> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let length = match (digits, rest.as_bytes().get(digits)?) {
        (0, b'-' | b'+' | b'*') => 1,
        (1..=9, b'.' | b')') => digits + 1,
        _ => return None,
    };
    let behind = &rest[length..];
    behind.starts_with([' ', '\t']).then_some(behind)
}

fn is_number(rest: &str) -> bool {
    let digits = rest.trim_end_matches(['.', ')']);
    rest.len() <= digits.len() + 1
        && digits.len() <= 9
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// One or two marks may become three; behind three stands the name of a language.
fn is_fence(rest: &str, mark: u8) -> bool {
    let info = rest.trim_start_matches(char::from(mark));
    match rest.len() - info.len() {
        1 | 2 => info.is_empty(),
        _ => mark == b'~' || !info.contains('`'),
    }
}

fn is_box(rest: &str) -> bool {
    matches!(rest, "[" | "[x" | "[X" | "[ ]" | "[x]" | "[X]")
}

/// A definition counts once its line is complete.
fn is_definition(rest: &str) -> bool {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b']' => return at > 1 && rest[at + 1..].starts_with(':'),
            _ => {}
        }
    }
    false
}
