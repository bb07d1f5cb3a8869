//! JSON text to the lenient tree, forgiving what would make a strict parser refuse the whole.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::IgnoredAny;

use super::server_events::{self, Events};
use super::tree::{self, Value};
use crate::diagnostic::{Code, Diagnostics};
use crate::error::Error;

/// No number shorter than this leaves the range of `f64` without an exponent: the largest has
/// 309 digits.
const LONG_NUMBER: usize = 309;

/// What JSON has between values, and nothing else.
const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// Parses one JSON document, or the text of a stream: server-sent events, or JSON on lines. The
/// values of a stream become an array.
///
/// Invalid UTF-8, lone surrogates and numbers out of range are replaced. Where a stream ends in the
/// middle of its last value, what came before counts. Anything else that is no JSON is an error with
/// its place.
pub(crate) fn parse(bytes: &[u8], diagnostics: &mut Diagnostics) -> Result<Value, Error> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    // Checking alone is several times faster than reading piece by piece.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    };
    match server_events::read(&text) {
        Some(events) => of_events(&events, diagnostics),
        None => of_lines(server_events::without_done(&text), diagnostics),
    }
}

fn of_events(events: &Events, diagnostics: &mut Diagnostics) -> Result<Value, Error> {
    let text = Repair::of(&events.text);
    let mut values = Vec::with_capacity(events.places.len());
    for place in &events.places {
        match value_at(&text, place.clone(), diagnostics) {
            Ok(value) => values.push(value),
            Err(broken) => broken.cut_off(&text, values.len(), diagnostics)?,
        }
    }
    Ok(Value::Array(values))
}

/// One document is a stream of one line.
fn of_lines(text: &str, diagnostics: &mut Diagnostics) -> Result<Value, Error> {
    let text = Repair::of(text);
    let mut first = deserializer(&text);
    let value = tree::fill(&mut first, diagnostics)
        .map_err(|error| Broken::new(&text, 0..text.len(), error).located(&text))?;
    let Err(more) = first.end() else {
        return Ok(value);
    };
    let start = Broken::new(&text, 0..text.len(), more).at;
    let mut values = vec![value];
    // To ask the parser anew whether there is more would count all lines before each time.
    let last = text.trim_end_matches(SPACE).len();
    let mut rest = deserializer(&text[start..last]).into_iter::<IgnoredAny>();
    let mut begin = start;
    while let Some(read) = rest.next() {
        let end = start + rest.byte_offset();
        let read = read
            .map_err(|error| Broken::new(&text, start..last, error))
            .and_then(|IgnoredAny| value_at(&text, begin..end, diagnostics));
        match read {
            Ok(value) => values.push(value),
            Err(broken) => {
                broken.cut_off(&text, values.len(), diagnostics)?;
                break;
            }
        }
        begin = end;
    }
    Ok(Value::Array(values))
}

fn value_at(
    text: &str,
    place: Range<usize>,
    diagnostics: &mut Diagnostics,
) -> Result<Value, Broken> {
    let mut deserializer = deserializer(&text[place.clone()]);
    tree::fill(&mut deserializer, diagnostics)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| Broken::new(text, place, error))
}

fn deserializer(text: &str) -> serde_json::Deserializer<serde_json::de::StrRead<'_>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // The tree has a limit of its own, which drops a value instead of the document.
    deserializer.disable_recursion_limit();
    deserializer
}

/// Edits of the same length in bytes, so that the place of a later error stays right.
struct Repair<'t> {
    text: &'t str,
    /// The repaired text up to `done`; empty while nothing was changed.
    repaired: String,
    done: usize,
}

impl<'t> Repair<'t> {
    fn of(text: &'t str) -> Cow<'t, str> {
        let mut repair = Repair {
            text,
            repaired: String::new(),
            done: 0,
        };
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at = match byte {
                b'"' => repair.string(at + 1),
                b'-' | b'0'..=b'9' => repair.number(at),
                _ => at + 1,
            };
        }
        if repair.done == 0 {
            return Cow::Borrowed(text);
        }
        repair.repaired.push_str(&text[repair.done..]);
        Cow::Owned(repair.repaired)
    }

    /// Replaces lone surrogate escapes in the string whose content starts at `at`; returns where
    /// the string is over.
    fn string(&mut self, mut at: usize) -> usize {
        let bytes = self.text.as_bytes();
        while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at..]) {
            at += found;
            if bytes[at] == b'"' {
                return at + 1;
            }
            at = match escaped_unit(&bytes[at..]) {
                Some(0xD800..=0xDBFF)
                    if matches!(escaped_unit(&bytes[at + 6..]), Some(0xDC00..=0xDFFF)) =>
                {
                    at + 12
                }
                Some(0xD800..=0xDFFF) => {
                    self.replace(at..at + 6, "\\uFFFD");
                    at + 6
                }
                Some(_) => at + 6,
                None => bytes.len().min(at + 2),
            };
        }
        bytes.len()
    }

    /// Replaces the number that starts at `at` when it is out of range; returns its end.
    fn number(&mut self, at: usize) -> usize {
        let bytes = &self.text.as_bytes()[at..];
        let length = bytes
            .iter()
            .position(|byte| !matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'))
            .unwrap_or(bytes.len());
        let end = at + length;
        let may_be_large =
            length >= LONG_NUMBER || bytes[..length].iter().any(|b| matches!(b, b'e' | b'E'));
        if may_be_large && out_of_range(&self.text[at..end]) {
            // The shortest number out of range, `2e308`, is longer than `null`.
            self.replace(at..end, &format!("{:length$}", "null"));
        }
        end
    }

    fn replace(&mut self, range: Range<usize>, with: &str) {
        debug_assert_eq!(range.len(), with.len());
        self.repaired.push_str(&self.text[self.done..range.start]);
        self.repaired.push_str(with);
        self.done = range.end;
    }
}

/// The UTF-16 unit of the `\uXXXX` that `bytes` start with, if they do.
fn escaped_unit(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |unit, &digit| {
        Some(unit * 16 + char::from(digit).to_digit(16)?)
    })
}

/// Whether this is a number by the grammar but not for the parser: asking it leaves no gap
/// between what is repaired here and what it refuses.
fn out_of_range(number: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(number).is_ok()
        && serde_json::from_str::<f64>(number).is_err()
}

/// A value that is no JSON.
struct Broken {
    /// The byte at which the parser stumbled, or the end.
    at: usize,
    error: serde_json::Error,
}

impl Broken {
    /// The error is the parser's, which was given `place` of the text.
    fn new(text: &str, place: Range<usize>, error: serde_json::Error) -> Self {
        let part = &text[place.clone()];
        let line = error.line().max(1);
        let start = match line {
            1 => 0,
            _ => memchr::memchr_iter(b'\n', part.as_bytes())
                .nth(line - 2)
                .map_or(part.len(), |newline| newline + 1),
        };
        // serde_json counts bytes up to and including the one it stumbled over; at the end of the
        // input that is the last one, and the place of the error is behind it.
        let before = if error.is_eof() {
            error.column()
        } else {
            error.column().saturating_sub(1)
        };
        let mut at = text.len().min(place.start + start + before);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        Self { at, error }
    }

    /// A stream's last value whose end did not come is a diagnostic, where `count` came before it.
    fn cut_off(self, text: &str, count: usize, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        if count == 0 || !text[self.at..].trim_start_matches(SPACE).is_empty() {
            return Err(self.located(text));
        }
        diagnostics.add(Code::StreamCutOff, || format!("[{count}]"), &[]);
        Ok(())
    }

    fn located(self, text: &str) -> Error {
        let before = &text[..self.at];
        let line = memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[start..].encode_utf16().count() + 1;
        Error::invalid_json(line, column, reason(&self.error))
    }
}

/// serde_json's words without the place, which is counted anew.
fn reason(error: &serde_json::Error) -> String {
    let mut words = error.to_string();
    if let Some(place) = words.rfind(" at line ") {
        words.truncate(place);
    }
    words
}

#[cfg(test)]
mod tests;
