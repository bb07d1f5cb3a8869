//! What a JavaScript value is, whatever realm made it and whatever it pretends to be.
//!
//! `instanceof` asks the prototype, which another window's objects do not share and anything can
//! borrow. The built-ins themselves ask the object, and throw where it is something else.

use js_sys::{ArrayBuffer, Function, Map, Object, Reflect, Symbol, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Throws for a proxy that was revoked.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array_or_throw(value: &JsValue) -> Result<bool, JsValue>;

    /// Throws where an iterator does.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = from)]
    fn array_from(iterable: &JsValue) -> Result<js_sys::Array, JsValue>;

    #[wasm_bindgen(js_name = Uint8Array)]
    type Bytes;

    /// Throws for bytes that were given away.
    #[wasm_bindgen(catch, constructor, js_class = Uint8Array)]
    fn copy_of(view_or_buffer: &JsValue) -> Result<Bytes, JsValue>;
}

/// What a reader makes of an object.
pub(super) enum Kind {
    Array,
    /// The entries, as pairs.
    Map(js_sys::Array),
    Bytes(Uint8Array),
    /// Bytes that were given away, or hold no text.
    NoBytes,
    Object,
}

/// Tells objects apart.
pub(super) struct Kinds {
    plain: Object,
    tag_of: Option<Function>,
    entries_of: Option<Function>,
}

impl Kinds {
    pub(super) fn new() -> Self {
        let plain = Object::get_prototype_of(&Object::new());
        let method = |of: &JsValue, name| Reflect::get(of, &JsValue::from_str(name)).ok();
        let map = Object::get_prototype_of(&Map::new());
        Self {
            tag_of: method(&plain, "toString").and_then(|found| found.dyn_into().ok()),
            entries_of: method(&map, "entries").and_then(|found| found.dyn_into().ok()),
            plain,
        }
    }

    pub(super) fn of(&self, object: &JsValue) -> Kind {
        if is_array_or_throw(object).unwrap_or(false) {
            return Kind::Array;
        }
        if ArrayBuffer::is_view(object) {
            return bytes(object);
        }
        // Nearly all are plain objects; what follows costs more.
        let prototype = Reflect::get_prototype_of(object.unchecked_ref());
        if prototype.is_ok_and(|prototype| Object::is(&prototype, &self.plain)) {
            return Kind::Object;
        }
        match self.entries(object) {
            Some(entries) => Kind::Map(entries),
            None => Kind::Object,
        }
    }

    fn entries(&self, object: &JsValue) -> Option<js_sys::Array> {
        if self.tag(object)? != "[object Map]" {
            return None;
        }
        let entries = Reflect::apply(self.entries_of.as_ref()?, object, &js_sys::Array::new());
        array_from(&entries.ok()?).ok()
    }

    /// Such as `[object Map]`. Anything may say so of itself.
    pub(super) fn tag(&self, value: &JsValue) -> Option<String> {
        let tag = Reflect::apply(self.tag_of.as_ref()?, value, &js_sys::Array::new());
        tag.ok()?.as_string()
    }

    /// The bytes of a buffer, if it is one.
    pub(super) fn buffer(&self, value: &JsValue) -> Option<Kind> {
        let tag = self.tag(value)?;
        let is_buffer = matches!(&*tag, "[object ArrayBuffer]" | "[object SharedArrayBuffer]");
        is_buffer.then(|| bytes(value))
    }
}

fn bytes(view_or_buffer: &JsValue) -> Kind {
    match Bytes::copy_of(view_or_buffer) {
        Ok(bytes) => Kind::Bytes(bytes.unchecked_into()),
        Err(_) => Kind::NoBytes,
    }
}

/// Whether a caller forgot `await`: a promise, or a `Response` of `fetch`.
pub(super) fn is_awaited(value: &JsValue) -> bool {
    has_method(value, "then") || (has_method(value, "json") && has_method(value, "arrayBuffer"))
}

/// What clients give a promise of while an answer arrives.
const PROMISED: [&str; 5] = ["text", "content", "steps", "response", "providerMetadata"];

/// Whether a caller holds a result whose fields are promises: the AI SDK's `streamText` gives one,
/// and Firebase and the SDKs before it give `{stream, response}`.
pub(super) fn is_pending(value: &JsValue) -> bool {
    // Asking such a result for its text would start its stream, so its getters are left alone.
    has_method(value, "consumeStream")
        || PROMISED.iter().any(|name| {
            let own = Reflect::get_own_property_descriptor(
                value.unchecked_ref::<Object>(),
                &JsValue::from_str(name),
            );
            let promised = own.and_then(|own| Reflect::get(&own, &JsValue::from_str("value")));
            promised.is_ok_and(|promised| promised.is_object() && has_method(&promised, "then"))
        })
}

/// Whether a caller has yet to read what arrives: a stream, a blob, frames that come one by one.
pub(super) fn is_unread(value: &JsValue) -> bool {
    let frames = Reflect::get(value, &Symbol::async_iterator());
    frames.is_ok_and(|found| found.is_function())
        || has_method(value, "getReader")
        || (has_method(value, "text") && has_method(value, "arrayBuffer"))
}

fn has_method(value: &JsValue, name: &str) -> bool {
    Reflect::get(value, &JsValue::from_str(name)).is_ok_and(|found| found.is_function())
}
