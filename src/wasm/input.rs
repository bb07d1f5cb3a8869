//! A JavaScript value as something to read a response from.
//!
//! Objects are read property by property with `Reflect`, whose failures come back as values: an
//! exception of a getter or a proxy must not fly through our frames. What JSON cannot say (a
//! function, a symbol, a property that throws) is absent, and so is an object inside itself.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{BigInt, Reflect, Set};
use serde::de::value::Error as ReadError;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use wasm_bindgen::prelude::*;

use super::Thrown;
use super::kind::{Kind, Kinds, is_awaited, is_pending, is_unread};

/// What `render` was called with.
pub(super) enum Input {
    Text(String),
    Bytes(Vec<u8>),
    Object(Js),
}

/// Values of one object. A graph that shares its parts can have far more paths than objects.
const MOST_VALUES: usize = 500_000;

impl Input {
    pub(super) fn of(value: &JsValue, most_bytes: usize) -> Result<Self, Thrown> {
        if let Some(text) = value.as_string() {
            return Ok(Self::Text(text));
        }
        let kinds = Kinds::new();
        if value.is_object() {
            let kind = kinds.buffer(value).unwrap_or_else(|| kinds.of(value));
            match kind {
                Kind::Bytes(bytes) if bytes.length() as usize > most_bytes => {
                    return Err(Thrown::new(
                        "too-large",
                        format!(
                            "the input has more bytes than maxInputBytes allows ({most_bytes})"
                        ),
                    ));
                }
                Kind::Bytes(bytes) => return Ok(Self::Bytes(bytes.to_vec())),
                Kind::NoBytes => return Err(not_a_response("bytes that were given away")),
                _ if is_awaited(value) => {
                    return Err(not_a_response(
                        "a Promise or a Response; await it first (await response.json())",
                    ));
                }
                _ if is_pending(value) => {
                    return Err(not_a_response(
                        "a result that holds promises; await it first (await result.steps of the \
                         AI SDK's streamText, else await result.response)",
                    ));
                }
                _ if is_unread(value) => {
                    return Err(not_a_response(
                        "a stream or a Blob; read it first (await new Response(input).json())",
                    ));
                }
                _ => {}
            }
        }
        Ok(Self::Object(Js {
            value: value.clone(),
            reading: Rc::new(Reading {
                kinds,
                above: Set::new(&JsValue::UNDEFINED),
                values_left: Cell::new(MOST_VALUES),
                is_cut: Cell::new(false),
            }),
        }))
    }
}

fn not_a_response(what: &str) -> Thrown {
    Thrown::new("not-a-response", format!("the input is {what}"))
}

/// A value to read, and what is known of the way to it.
pub(super) struct Js {
    value: JsValue,
    reading: Rc<Reading>,
}

/// What is known of one object's reading.
pub(super) struct Reading {
    kinds: Kinds,
    /// The objects around the one that is read.
    above: Set,
    values_left: Cell<usize>,
    is_cut: Cell<bool>,
}

impl Reading {
    /// Nothing is dropped in silence: what came of an object with more values is no answer.
    pub(super) fn checked<T>(&self, read: T) -> Result<T, Thrown> {
        match self.is_cut.get() {
            false => Ok(read),
            true => Err(Thrown::new(
                "too-large",
                format!("the input has more than {MOST_VALUES} values"),
            )),
        }
    }

    /// Whether one more value may be read.
    fn count(&self) -> bool {
        let left = self.values_left.get().checked_sub(1);
        self.values_left.set(left.unwrap_or(0));
        self.is_cut.set(self.is_cut.get() || left.is_none());
        left.is_some()
    }
}

impl Js {
    pub(super) fn reading(&self) -> Rc<Reading> {
        Rc::clone(&self.reading)
    }

    fn child(&self, value: JsValue) -> Self {
        Self {
            value,
            reading: Rc::clone(&self.reading),
        }
    }

    /// The members that JSON would have: own ones with a name. A `Map`'s entries count as such.
    fn members(&self) -> Vec<(JsValue, JsValue)> {
        let Ok(keys) = Reflect::own_keys(&self.value) else {
            return Vec::new();
        };
        keys.iter()
            .filter(JsValue::is_string)
            .map(|key| {
                let value = Reflect::get(&self.value, &key).unwrap_or_default();
                (key, value)
            })
            .collect()
    }

    fn length(&self) -> u32 {
        let length = Reflect::get(&self.value, &JsValue::from_str("length"));
        let length = length.ok().and_then(|length| length.as_f64());
        length.unwrap_or(0.0) as u32
    }
}

impl<'de> Deserializer<'de> for Js {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if !self.reading.count() {
            return visitor.visit_unit();
        }
        let value = &self.value;
        if let Some(flag) = value.as_bool() {
            visitor.visit_bool(flag)
        } else if let Some(number) = value.as_f64() {
            visitor.visit_f64(number)
        } else if let Some(text) = value.as_string() {
            visitor.visit_string(text)
        } else if value.is_bigint() {
            // The decimal digits, as JSON text would hold them.
            let digits = value.unchecked_ref::<BigInt>().to_string(10).ok();
            let digits = digits.and_then(|digits| digits.as_string());
            visitor.visit_f64(digits.and_then(|n| n.parse().ok()).unwrap_or(f64::NAN))
        } else if value.is_function() || !value.is_object() {
            visitor.visit_unit()
        } else {
            match self.reading.kinds.of(value) {
                Kind::Bytes(bytes) => visitor.visit_byte_buf(bytes.to_vec()),
                Kind::NoBytes => visitor.visit_unit(),
                kind => self.deserialize_object(kind, visitor),
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_any(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier
    }
}

impl Js {
    fn deserialize_object<'de, V: Visitor<'de>>(
        self,
        kind: Kind,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if self.reading.above.has(&self.value) {
            return visitor.visit_unit();
        }
        self.reading.above.add(&self.value);
        let read = match kind {
            Kind::Array => visitor.visit_seq(Elements {
                indices: 0..self.length(),
                of: &self,
            }),
            kind => visitor.visit_map(Members {
                members: match kind {
                    Kind::Map(entries) => pairs(&entries).into_iter(),
                    _ => self.members().into_iter(),
                },
                next: None,
                of: &self,
            }),
        };
        self.reading.above.delete(&self.value);
        read
    }
}

/// Entries of a map as members of an object.
fn pairs(entries: &js_sys::Array) -> Vec<(JsValue, JsValue)> {
    entries
        .iter()
        .map(|entry| {
            let at = |index| Reflect::get_u32(&entry, index).unwrap_or_default();
            (at(0), at(1))
        })
        .collect()
}

struct Elements<'a> {
    indices: std::ops::Range<u32>,
    of: &'a Js,
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        match self.indices.next() {
            Some(index) if !self.of.reading.is_cut.get() => {
                let value = Reflect::get_u32(&self.of.value, index).unwrap_or_default();
                seed.deserialize(self.of.child(value)).map(Some)
            }
            _ => Ok(None),
        }
    }
}

struct Members<'a> {
    members: std::vec::IntoIter<(JsValue, JsValue)>,
    next: Option<JsValue>,
    of: &'a Js,
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        match self.members.next() {
            Some((key, value)) => {
                self.next = Some(value);
                seed.deserialize(self.of.child(key)).map(Some)
            }
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        seed.deserialize(self.of.child(self.next.take().unwrap_or_default()))
    }
}
