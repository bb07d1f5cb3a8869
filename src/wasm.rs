//! The boundary to JavaScript: the only file that names wasm_bindgen, js_sys, serde_wasm_bindgen.
//!
//! Inputs are text, bytes or objects; results are plain objects; errors are plain objects with a
//! `code`, which `js/` makes an `Error` of.

// wasm-bindgen exports public functions, though nothing in Rust can reach them here.
#![allow(unreachable_pub)]

mod input;
mod kind;
mod options;
mod stream;

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::{Answer, Error, Options};
use input::Input;

/// What a call gives. Errors are given, not thrown: whatever is thrown is then a trap, or an
/// exception of the caller's own objects, and neither can pass for one of ours.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Outcome<T> {
    Value(T),
    Error(Thrown),
}

impl<T> Outcome<T> {
    fn of(result: Result<T, Thrown>) -> Self {
        match result {
            Ok(value) => Self::Value(value),
            Err(error) => Self::Error(error),
        }
    }
}

/// An error as JavaScript gets it.
#[derive(Debug, Serialize)]
pub(super) struct Thrown {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    api: Option<crate::ApiError>,
}

impl Thrown {
    fn new(code: &'static str, message: String) -> Self {
        Self {
            code,
            message,
            line: None,
            column: None,
            api: None,
        }
    }
}

impl From<Error> for Thrown {
    fn from(error: Error) -> Self {
        Self {
            line: error.line(),
            column: error.column(),
            api: error.api_error().cloned(),
            ..Self::new(error.code(), error.to_string())
        }
    }
}

/// Renders a response: a string, bytes, or an object as the SDKs give it.
#[wasm_bindgen]
pub fn render(response: &JsValue, options: &JsValue) -> JsValue {
    let answer = options::read(options).and_then(|options| answer(response, &options));
    plain(&Outcome::of(answer))
}

/// The answer as Markdown with footnotes.
#[wasm_bindgen(js_name = renderMarkdown)]
pub fn render_markdown(response: &JsValue, options: &JsValue) -> JsValue {
    let markdown = options::read(options).and_then(|options| markdown(response, &options));
    plain(&Outcome::of(markdown))
}

fn markdown(response: &JsValue, options: &Options) -> Result<String, Thrown> {
    let markdown = match Input::of(response, options.max_input_bytes)? {
        Input::Text(text) => crate::render_markdown(text, options),
        Input::Bytes(bytes) => crate::render_markdown(bytes, options),
        Input::Object(object) => {
            let reading = object.reading();
            reading.checked(crate::render_markdown_from(object, options))?
        }
    };
    markdown.map_err(Thrown::from)
}

fn answer(response: &JsValue, options: &Options) -> Result<Answer, Thrown> {
    let answer = match Input::of(response, options.max_input_bytes)? {
        Input::Text(text) => crate::render(text, options),
        Input::Bytes(bytes) => crate::render(bytes, options),
        Input::Object(object) => {
            let reading = object.reading();
            reading.checked(crate::render_from(object, options))?
        }
    };
    answer.map_err(Thrown::from)
}

/// A plain object of a value. Our own types always have one; were it not so, the call should fail.
fn plain(value: &impl Serialize) -> JsValue {
    value
        .serialize(&Serializer::json_compatible())
        .unwrap_throw()
}

/// Fails on purpose: tests of what comes after a trap call it.
#[cfg(feature = "traps")]
#[wasm_bindgen(js_name = trap)]
pub fn trap(kind: &str) -> u32 {
    /// Runs out of the engine's own stack, which JavaScript calls too much recursion.
    #[allow(unconditional_recursion)]
    fn deep(level: u32) -> u32 {
        std::hint::black_box(deep(level + 1)) ^ level
    }
    /// Runs out of the stack in the module's memory.
    #[allow(unconditional_recursion)]
    fn wide(level: u32) -> u32 {
        let frame = [level; 1024];
        wide(level + 1) + std::hint::black_box(frame)[63]
    }
    match kind {
        "stack" => deep(0),
        "memory" => wide(0),
        _ => panic!("on purpose"),
    }
}
