//! The lenient tree both decoders fill: JSON text and JavaScript objects.
//!
//! It keeps what JSON can say and nothing about where it came from, so that the same JSON gives
//! the same tree whichever way it arrived.

use std::cell::Cell;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer, de};

use crate::diagnostic::{Code, Diagnostics};

/// Values below this level are dropped. Gemini nests about ten levels; the limit bounds the
/// stack of everything that walks the tree, its destructor included.
const MOST_LEVELS: usize = 128;

/// Members up to which comparing each pair beats sorting.
const FEW_MEMBERS: usize = 16;

/// Elements reserved at most on a decoder's word; beyond that the vector grows as they arrive.
const MOST_RESERVED: usize = 1024;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Value {
    /// `null`, and whatever cannot be represented: it counts as absent.
    #[default]
    Null,
    Bool(bool),
    /// Always finite.
    Number(f64),
    String(String),
    Array(Vec<Value>),
    /// Keys are unique; the last of several equal ones counts, as in `JSON.parse`.
    Object(Vec<(String, Value)>),
}

/// As JSON that reads as the same value again.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(value) => serializer.serialize_f64(*value),
            Self::String(value) => serializer.serialize_str(value),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

/// Reads one value from any self-describing deserializer.
pub(crate) fn fill<'de, D>(
    deserializer: D,
    diagnostics: &mut Diagnostics,
) -> Result<Value, D::Error>
where
    D: Deserializer<'de>,
{
    let too_deep = Cell::new(false);
    let root = Level {
        number: 1,
        too_deep: &too_deep,
    };
    let value = root.deserialize(deserializer)?;
    if too_deep.get() {
        diagnostics.add(Code::TooDeep, String::new, &[]);
    }
    Ok(value)
}

/// The level a value stands on, the root on 1.
#[derive(Clone, Copy)]
struct Level<'f> {
    number: usize,
    too_deep: &'f Cell<bool>,
}

impl Level<'_> {
    fn below(self) -> Self {
        Level {
            number: self.number + 1,
            ..self
        }
    }
}

impl<'de> DeserializeSeed<'de> for Level<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        if self.number > MOST_LEVELS {
            self.too_deep.set(true);
            // Not by this visitor: the decoders skip a value without recursion.
            IgnoredAny::deserialize(deserializer)?;
            return Ok(Value::Null);
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(if value.is_finite() {
            Value::Number(value)
        } else {
            Value::Null
        })
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    /// As protobuf's JSON has them.
    fn visit_bytes<E: de::Error>(self, value: &[u8]) -> Result<Value, E> {
        Ok(Value::String(STANDARD.encode(value)))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let expected = elements.size_hint().unwrap_or(0);
        let mut array = Vec::with_capacity(expected.min(MOST_RESERVED));
        while let Some(element) = elements.next_element_seed(self.below())? {
            array.push(element);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Vec::new();
        // A JavaScript `Map` may have keys of any type, so a key is read like a value.
        while let Some(key) = members.next_key_seed(self.below())? {
            let value = members.next_value_seed(self.below())?;
            if let Value::String(key) = key {
                object.push((key, value));
            }
        }
        keep_last(&mut object);
        Ok(Value::Object(object))
    }
}

/// Gives the first member of each key the value of the last and drops the others, which is what
/// `JSON.parse` does: both decoders see the same members in the same order.
fn keep_last(members: &mut Vec<(String, Value)>) {
    if members.len() <= FEW_MEMBERS {
        let key_repeats = |at: usize| members[..at].iter().any(|(key, _)| *key == members[at].0);
        if !(1..members.len()).any(key_repeats) {
            return;
        }
    }
    let mut by_key: Vec<usize> = (0..members.len()).collect();
    by_key.sort_by(|&a, &b| members[a].0.cmp(&members[b].0));
    let mut moves = Vec::new();
    let mut repeated = vec![false; members.len()];
    for same in by_key.chunk_by(|&a, &b| members[a].0 == members[b].0) {
        if let [first, .., last] = *same {
            moves.push((first, last));
            for &at in &same[1..] {
                repeated[at] = true;
            }
        }
    }
    for (first, last) in moves {
        members[first].1 = std::mem::take(&mut members[last].1);
    }
    let mut repeated = repeated.into_iter();
    members.retain(|_| repeated.next() != Some(true));
}

#[cfg(test)]
mod tests {
    use serde::de::IntoDeserializer;
    use serde::de::value::{BytesDeserializer, Error, F64Deserializer, MapDeserializer};

    use super::*;

    fn from_json(text: &str) -> (Value, Vec<crate::Diagnostic>) {
        let mut diagnostics = Diagnostics::default();
        let mut deserializer = serde_json::Deserializer::from_str(text);
        deserializer.disable_recursion_limit();
        let value = fill(&mut deserializer, &mut diagnostics).unwrap();
        (value, diagnostics.into_vec())
    }

    fn members(value: Value) -> Vec<(String, Value)> {
        match value {
            Value::Object(members) => members,
            other => panic!("no object: {other:?}"),
        }
    }

    #[test]
    fn every_kind_of_value_arrives() {
        let (value, diagnostics) =
            from_json(r#"[null, true, -1, 18446744073709551615, 0.5, "é", [], {"__proto__": 1}]"#);
        assert_eq!(
            value,
            Value::Array(vec![
                Value::Null,
                Value::Bool(true),
                Value::Number(-1.0),
                Value::Number(18_446_744_073_709_551_615.0),
                Value::Number(0.5),
                Value::String("é".to_owned()),
                Value::Array(Vec::new()),
                Value::Object(vec![("__proto__".to_owned(), Value::Number(1.0))]),
            ])
        );
        assert!(diagnostics.is_empty());
    }

    #[test]
    fn what_json_cannot_say_is_null_or_text() {
        let mut diagnostics = Diagnostics::default();
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let source: F64Deserializer<Error> = number.into_deserializer();
            assert_eq!(fill(source, &mut diagnostics), Ok(Value::Null));
        }
        let bytes: BytesDeserializer<'_, Error> = BytesDeserializer::new(b"a\xFFb");
        assert_eq!(
            fill(bytes, &mut diagnostics),
            Ok(Value::String("Yf9i".to_owned()))
        );
        let wide: de::value::I128Deserializer<Error> = (-5_i128).into_deserializer();
        assert_eq!(fill(wide, &mut diagnostics), Ok(Value::Number(-5.0)));
    }

    #[test]
    fn a_member_whose_key_is_no_string_is_dropped() {
        let source: MapDeserializer<'_, _, Error> =
            MapDeserializer::new([(1_u8, "a"), (2, "b")].into_iter());
        let value = fill(source, &mut Diagnostics::default()).unwrap();
        assert_eq!(value, Value::Object(Vec::new()));
    }

    #[test]
    fn level_128_is_kept_and_129_is_dropped() {
        let nested = |levels: usize| "[".repeat(levels - 1) + "7" + &"]".repeat(levels - 1);
        let innermost = |mut value: Value| loop {
            match value {
                Value::Array(mut array) => value = array.pop().expect("one element"),
                other => return other,
            }
        };
        let (value, diagnostics) = from_json(&nested(128));
        assert_eq!(innermost(value), Value::Number(7.0));
        assert!(diagnostics.is_empty());
        let (value, diagnostics) = from_json(&nested(129));
        assert_eq!(innermost(value), Value::Null);
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(diagnostics[0].code, "too-deep");
    }

    #[test]
    fn a_hundred_thousand_levels_neither_overflow_nor_repeat_the_diagnostic() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let (value, diagnostics) = from_json(&format!(r#"{{"a": [{deep}, {deep}], "b": 1}}"#));
        assert_eq!(members(value)[1].1, Value::Number(1.0));
        assert_eq!(diagnostics.len(), 1);
    }

    #[test]
    fn the_last_of_equal_keys_counts_at_the_place_of_the_first() {
        let expected = vec![
            ("a".to_owned(), Value::Null),
            ("b".to_owned(), Value::Number(2.0)),
        ];
        let (value, _) = from_json(r#"{"a": 1, "b": 2, "a": 3, "a": null}"#);
        assert_eq!(members(value), expected);
    }

    #[test]
    fn many_members_lose_their_repetitions_too() {
        let body: Vec<String> = (0..100_000)
            .map(|n| format!(r#""k{}":{n}"#, n % 50_000))
            .collect();
        let (value, _) = from_json(&format!("{{{}}}", body.join(",")));
        let members = members(value);
        assert_eq!(members.len(), 50_000);
        assert_eq!(members[7], ("k7".to_owned(), Value::Number(50_007.0)));
    }
}
