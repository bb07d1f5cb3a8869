//! JSON text to the lenient tree, forgiving what would make a strict parser refuse the whole.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::IgnoredAny;

use super::tree::{self, Value};
use crate::diagnostic::Diagnostics;
use crate::error::Error;

/// No number shorter than this leaves the range of `f64` without an exponent: the largest has
/// 309 digits.
const LONG_NUMBER: usize = 309;

/// Parses one JSON document. Invalid UTF-8, lone surrogates and numbers out of range are
/// replaced; anything else that is no JSON is an error with its place.
pub(crate) fn parse(bytes: &[u8], diagnostics: &mut Diagnostics) -> Result<Value, Error> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    // Checking alone is several times faster than reading piece by piece.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    };
    let text = Repair::of(&text);
    let mut deserializer = serde_json::Deserializer::from_str(&text);
    // The tree has a limit of its own, which drops a value instead of the document.
    deserializer.disable_recursion_limit();
    tree::fill(&mut deserializer, diagnostics)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| located(&text, &error))
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

fn located(text: &str, error: &serde_json::Error) -> Error {
    let line = error.line().max(1);
    let start = match line {
        1 => 0,
        _ => memchr::memchr_iter(b'\n', text.as_bytes())
            .nth(line - 2)
            .map_or(text.len(), |newline| newline + 1),
    };
    // serde_json counts bytes up to and including the one it stumbled over; at the end of the
    // input that is the last one, and the place of the error is behind it.
    let before = if error.is_eof() {
        error.column()
    } else {
        error.column().saturating_sub(1)
    };
    let column = text[start..]
        .char_indices()
        .take_while(|(at, char)| at + char.len_utf8() <= before)
        .map(|(_, char)| char.len_utf16())
        .sum::<usize>()
        + 1;
    Error::invalid_json(line, column, reason(error))
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
mod tests {
    use super::*;

    fn parsed(bytes: impl AsRef<[u8]>) -> Result<Value, Error> {
        parse(bytes.as_ref(), &mut Diagnostics::default())
    }

    #[track_caller]
    fn string(json: &str, expected: &str) {
        assert_eq!(parsed(json).unwrap(), Value::String(expected.to_owned()));
    }

    #[track_caller]
    fn repaired(json: &str, expected: &str) {
        let text = Repair::of(json);
        assert_eq!(text, expected);
        assert_eq!(text.len(), json.len());
    }

    #[track_caller]
    fn refused(bytes: impl AsRef<[u8]>, line: usize, column: usize) {
        let error = parsed(bytes).unwrap_err();
        assert_eq!(error.code(), "invalid-json");
        assert_eq!((error.line(), error.column()), (Some(line), Some(column)));
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_broken_utf8_replaced() {
        assert_eq!(parsed(b"\xEF\xBB\xBF1").unwrap(), Value::Number(1.0));
        assert_eq!(
            parsed(b"\"a\xE2\x82b\"").unwrap(),
            Value::String("a\u{FFFD}b".to_owned())
        );
        refused(b"\xEF\xBB\xBFx", 1, 1);
    }

    #[test]
    fn lone_surrogates_are_replaced_one_by_one() {
        string(r#""a\uD800b""#, "a\u{FFFD}b");
        string(r#""\udc00""#, "\u{FFFD}");
        string(r#""\uD800\uD800""#, "\u{FFFD}\u{FFFD}");
        string(r#""\uD800\uD83D\uDE00""#, "\u{FFFD}\u{1F600}");
        string(r#""\uD83D\uDE00\uDE00""#, "\u{1F600}\u{FFFD}");
        string(r#""\uD800\u0041""#, "\u{FFFD}A");
        string(r#""\uD800\n""#, "\u{FFFD}\n");
        let object = parsed(r#"{"\uDFFF": "\uD800"}"#).unwrap();
        assert_eq!(
            object,
            Value::Object(vec![(
                "\u{FFFD}".to_owned(),
                Value::String("\u{FFFD}".to_owned())
            )])
        );
    }

    #[test]
    fn what_only_looks_like_a_surrogate_stays() {
        string(r#""\\uD800""#, r"\uD800");
        string(r#""\\\uD800""#, "\\\u{FFFD}");
        string(r#""\uD83D\uDE00""#, "\u{1F600}");
        assert!(matches!(
            Repair::of(r#"{"a\"1e999": "\\", "b": [1e9, -0.5E-400]}"#),
            Cow::Borrowed(_)
        ));
        // Not hexadecimal, though `u32::from_str_radix` would take the sign.
        assert!(parsed(r#""\u+D80""#).is_err());
    }

    #[test]
    fn numbers_out_of_range_become_null_of_the_same_length() {
        repaired("[1e999, -1E+400,2e308]", "[null , null   ,null ]");
        let long = "9".repeat(310);
        repaired(&long, &format!("{:310}", "null"));
        repaired(r#"{"1e999":"1e999"}"#, r#"{"1e999":"1e999"}"#);
        assert_eq!(
            parsed("[1e999, 7]").unwrap(),
            Value::Array(vec![Value::Null, Value::Number(7.0)])
        );
        let exponent = "9".repeat(400);
        assert_eq!(parsed(format!("1e{exponent}")).unwrap(), Value::Null);
        assert_eq!(parsed(format!("0e{exponent}")).unwrap(), Value::Number(0.0));
        assert_eq!(
            parsed(format!("1e-{exponent}")).unwrap(),
            Value::Number(0.0)
        );
    }

    #[test]
    fn a_malformed_number_is_still_an_error() {
        for json in ["1e", "1e9e9", "01e999", "-", ".1e999", "1e999-"] {
            assert!(parsed(json).is_err(), "{json}");
        }
    }

    #[test]
    fn places_count_utf16_units_from_one() {
        refused("", 1, 1);
        refused("{\n", 2, 1);
        refused("[1,", 1, 4);
        refused("[1] x", 1, 5);
        refused("{\"é\u{1F600}\": x}", 1, 9);
        refused("[1,\r\n  \u{1F600}]", 2, 3);
        refused(r#"["\uD800", 1e999, x]"#, 1, 19);
    }

    #[test]
    fn the_reason_has_neither_place_nor_content() {
        let error = parsed("{\"secret\": \"secret\" \"secret\"}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the input is not JSON: expected `,` or `}` at line 1 column 21"
        );
    }

    #[test]
    fn large_inputs_take_linear_time() {
        let numbers = format!("[{}0]", "0,".repeat(1_000_000));
        match parsed(numbers).unwrap() {
            Value::Array(array) => assert_eq!(array.len(), 1_000_001),
            other => panic!("no array: {other:?}"),
        }
        let surrogates = format!("\"{}\"", r"\uD800".repeat(300_000));
        string(&surrogates, &"\u{FFFD}".repeat(300_000));
        let huge = format!("[{}0]", "1e999,".repeat(300_000));
        assert!(parsed(huge).is_ok());
    }
}
