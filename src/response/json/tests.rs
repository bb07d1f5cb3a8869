//! JSON text, and the text of streams.

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

const FRAMES: [&str; 3] = [
    r#"{"text": "엘러리 \uD800"}"#,
    r#"{"n": [1e999, {"é": "data: x"}]}"#,
    "{}",
];

fn array_of(frames: &[&str]) -> Value {
    parsed(format!("[{}]", frames.join(","))).unwrap()
}

#[test]
fn the_text_of_a_stream_is_an_array_of_its_values() {
    let [a, b, c] = FRAMES;
    let pretty = "{\n  \"text\": \"엘러리 \u{FFFD}\"\n}";
    for text in [
        format!("data: {a}\n\ndata: {b}\n\ndata: {c}\n\n"),
        format!(
            "\u{feff}: hello\r\n\r\nevent: x\r\nid: 1\r\ndata: {a}\r\n\r\ndata:{b}\r\n\r\ndata: {c}\r\n\r\ndata: [DONE]\r\n\r\n"
        ),
        format!("data: {a}\r\rdata: {b}\r\rdata: {c}"),
        format!(
            "data: {}\n\ndata: {b}\n\ndata: {c}\n",
            pretty.replace('\n', "\ndata:")
        ),
        format!("{a}\n{b}\r\n{c}\n"),
        format!("{a}\n\n{b}{c}"),
        format!("{pretty}\n{b}\n{c}\n[DONE]\n"),
    ] {
        assert_eq!(parsed(&text).unwrap(), array_of(&FRAMES), "{text}");
    }
    assert_eq!(parsed(format!("{c}\n")).unwrap(), parsed(c).unwrap());
    assert_eq!(parsed(format!("data: {c}")).unwrap(), array_of(&[c]));
    assert_eq!(parsed(": keep alive\n\n").unwrap(), array_of(&[]));
    assert_eq!(parsed("data: [DONE]\n\n").unwrap(), array_of(&[]));
}

/// However many bytes of a stream came, what came whole counts; where it is cut is a diagnostic.
#[test]
fn a_stream_that_ends_in_the_middle_keeps_what_came_before() {
    let [a, b, _] = FRAMES;
    let c = r#"{"c": "d\u0041", "é": tru}"#.replace("tru", "true");
    for (text, first, last) in [
        (format!("data: {a}\n\ndata: {b}\n\ndata: {c}"), 7, 6),
        (format!("{a}\n{b}\n{c}"), 0, 0),
    ] {
        let two = text.len() - c.len();
        for end in two - last..=text.len() {
            for behind in ["", "\n", "\r\n\r\n"] {
                let mut diagnostics = Diagnostics::default();
                let cut = [&text.as_bytes()[..end], behind.as_bytes()].concat();
                let value = parse(&cut, &mut diagnostics).unwrap();
                let whole = match end == text.len() {
                    true => array_of(&[a, b, &c]),
                    false => array_of(&[a, b]),
                };
                assert_eq!(value, whole, "{end} of {text}");
                let found = diagnostics.into_vec();
                let codes: Vec<_> = found.iter().map(|d| (d.code, d.path.as_str())).collect();
                match end <= two || end == text.len() {
                    true => assert!(codes.is_empty(), "{end} of {text}: {codes:?}"),
                    false => assert_eq!(codes, [("stream-cut-off", "[2]")], "{end} of {text}"),
                }
            }
        }
        // Nothing came before: there is nothing to show.
        let error = parsed(&text.as_bytes()[..first + 12]).unwrap_err();
        assert_eq!(error.code(), "invalid-json");
    }
}

#[test]
fn a_broken_event_in_the_middle_is_an_error_with_its_place_in_the_whole() {
    refused("data: {}\n\ndata: oops\n\ndata: {}\n\n", 3, 7);
    refused(": \u{1F600}\n\ndata: {\"é\": \ndata: x}\n\ndata: {}", 4, 7);
    refused(
        "data: {}\r\n\r\ndata: {\"a\": \r\n\r\ndata: {}\r\n\r\n",
        3,
        13,
    );
    refused("data: {} {}\n\n", 1, 10);
    refused("data: oops", 1, 7);
    refused("{}\n{\"a\": x}\n{}", 2, 7);
    refused("{}\noops", 2, 1);
    // Space for others, not for JSON.
    refused("{}\u{a0}", 1, 3);
    refused("{}\n\u{c}\n", 2, 1);
}

#[test]
fn long_streams_take_linear_time() {
    let events = "data: {\"a\": 1}\n\n: x\n".repeat(200_000);
    let lines = "{\"a\": 1}\n".repeat(200_000);
    for text in [events, lines] {
        match parsed(&text).unwrap() {
            Value::Array(array) => assert_eq!(array.len(), 200_000),
            other => panic!("no array: {other:?}"),
        }
    }
}

/// Streams with bytes changed, left out and doubled: a value or an error, never a panic.
#[test]
fn no_bytes_are_too_odd() {
    let [a, b, c] = FRAMES;
    let texts = [
        format!(": é\r\n\r\nid: 1\r\ndata: {a}\r\n\r\ndata: {b}\ndata: {c}\n\ndata: [DONE]\n\n"),
        format!("{a}\n{b}\r\n{c}\n[DONE]\n"),
        format!("[{a}, {b}] {c}"),
    ];
    let odd = b"\n\r :{}[]\",\\0e\xE2\x82\xC2\xA0\x0B\x00d";
    let mut state = 1_u64;
    let mut below = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut read = 0;
    for round in 0..30_000 {
        let mut bytes = texts[round % texts.len()].clone().into_bytes();
        for _ in 0..below(4) {
            let at = below(bytes.len());
            match below(4) {
                0 => bytes[at] = odd[below(odd.len())],
                1 => bytes.insert(at, odd[below(odd.len())]),
                2 if bytes.len() > 1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        read += usize::from(parsed(&bytes).is_ok());
    }
    assert!((5_000..28_000).contains(&read), "{read}");
}
