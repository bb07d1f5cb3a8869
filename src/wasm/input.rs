//! A JavaScript value as something to read a response from.
//!
//! Objects are read property by property with `Reflect`, whose failures come back as values: an
//! exception of a getter or a proxy must not fly through our frames. What JSON cannot say (a
//! function, a symbol, a property that throws) is absent, and so is an object inside itself.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{BigInt, Function, Map, Object, Reflect, Uint8Array};
use serde::de::value::Error as ReadError;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use wasm_bindgen::prelude::*;

use super::Thrown;

/// What `render` was called with.
pub(super) enum Input {
    Text(String),
    Bytes(Vec<u8>),
    Object(Js),
}

/// Values of one object. A graph that shares its parts can have far more paths than objects.
const MOST_VALUES: usize = 1_000_000;

impl Input {
    pub(super) fn of(value: &JsValue, most_bytes: usize) -> Result<Self, Thrown> {
        if let Some(text) = value.as_string() {
            return Ok(Self::Text(text));
        }
        if let Some(bytes) = as_bytes(value) {
            return match bytes.length() as usize {
                length if length > most_bytes => Err(too_large(most_bytes)),
                _ => Ok(Self::Bytes(bytes.to_vec())),
            };
        }
        if let Some(buffer) = value.dyn_ref::<js_sys::ArrayBuffer>() {
            return Self::of(&Uint8Array::new(buffer), most_bytes);
        }
        if is_awaited(value) {
            return Err(Thrown::new(
                "not-a-response",
                "the input is a Promise or a Response; await it first (await response.json())"
                    .to_owned(),
            ));
        }
        Ok(Self::Object(Js {
            value: value.clone(),
            reading: Rc::new(Reading {
                above: RefCell::new(Vec::new()),
                values_left: Cell::new(MOST_VALUES),
            }),
        }))
    }
}

fn too_large(limit: usize) -> Thrown {
    Thrown::new(
        "too-large",
        format!("the input has more bytes than maxInputBytes allows ({limit})"),
    )
}

/// Bytes that are what they say: an object can have the prototype of bytes and hold none.
fn as_bytes(value: &JsValue) -> Option<&Uint8Array> {
    let length = Reflect::get(value, &JsValue::from_str("byteLength"));
    value.dyn_ref().filter(|_| length.is_ok())
}

fn as_map(value: &JsValue) -> Option<&Map> {
    let size = Reflect::get(value, &JsValue::from_str("size"));
    value.dyn_ref().filter(|_| size.is_ok())
}

#[wasm_bindgen]
extern "C" {
    /// Throws for a proxy that was revoked.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
}

/// Whether a caller forgot `await`: a promise, or a `Response` of `fetch`.
fn is_awaited(value: &JsValue) -> bool {
    let has = |name: &str| {
        value.is_object()
            && Reflect::get(value, &JsValue::from_str(name))
                .is_ok_and(|found| found.is_instance_of::<Function>())
    };
    has("then") || (has("json") && has("arrayBuffer"))
}

/// A value to read, and what is known of the way to it.
pub(super) struct Js {
    value: JsValue,
    reading: Rc<Reading>,
}

struct Reading {
    /// The objects around the one that is read.
    above: RefCell<Vec<JsValue>>,
    values_left: Cell<usize>,
}

impl Js {
    fn child(&self, value: JsValue) -> Self {
        Self {
            value,
            reading: Rc::clone(&self.reading),
        }
    }

    /// The members that JSON would have: own ones with a name. A `Map`'s entries count as such.
    fn members(&self) -> Vec<(JsValue, JsValue)> {
        if let Some(map) = as_map(&self.value) {
            let mut members = Vec::new();
            map.for_each(&mut |value, key| members.push((key, value)));
            return members;
        }
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
        let left = self.reading.values_left.get();
        if left == 0 {
            return visitor.visit_unit();
        }
        self.reading.values_left.set(left - 1);
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
        } else if let Some(bytes) = as_bytes(value) {
            visitor.visit_byte_buf(bytes.to_vec())
        } else {
            self.deserialize_object(visitor)
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
    fn deserialize_object<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let is_above = |above: &JsValue| Object::is(above, &self.value);
        if self.reading.above.borrow().iter().any(is_above) {
            return visitor.visit_unit();
        }
        self.reading.above.borrow_mut().push(self.value.clone());
        let read = if is_array(&self.value).unwrap_or(false) {
            visitor.visit_seq(Elements {
                indices: 0..self.length(),
                of: &self,
            })
        } else {
            visitor.visit_map(Members {
                members: self.members().into_iter(),
                next: None,
                of: &self,
            })
        };
        self.reading.above.borrow_mut().pop();
        read
    }
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
            // What is beyond the limit would be absent anyway.
            Some(index) if self.of.reading.values_left.get() > 0 => {
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
