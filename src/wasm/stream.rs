//! Streams at the boundary: held here by number, because an instance that trapped is not used again
//! and nothing of JavaScript's may point into it.

use std::cell::RefCell;
use std::collections::HashMap;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::input::Input;
use super::{Outcome, Thrown, options, plain};
use crate::{AnswerStream, Error, Frame, Operation};

thread_local! {
    static STREAMS: RefCell<HashMap<u32, AnswerStream>> = RefCell::default();
}

/// What a frame gives.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Pushed {
    operations: Vec<Operation>,
    id_prefix: Option<String>,
    /// What to keep of a frame that came as bytes or as an object: its JSON. Either may change after
    /// the call.
    read: Option<String>,
}

/// Begins the stream of that number, which stands in its ids too.
#[wasm_bindgen(js_name = streamBegin)]
pub fn stream_begin(number: u32, options: &JsValue) -> JsValue {
    let begun = options::read(options).and_then(|options| {
        let stream = AnswerStream::numbered(options, number as usize)?;
        let id_prefix = stream.id_prefix().map(str::to_owned);
        STREAMS.with_borrow_mut(|streams| streams.insert(number, stream));
        Ok(id_prefix)
    });
    plain(&Outcome::of(begun))
}

/// Takes a frame: a string, bytes, or an object as the SDKs give it.
#[wasm_bindgen(js_name = streamPush)]
pub fn stream_push(number: u32, frame: &JsValue) -> JsValue {
    plain(&Outcome::of(push(number, frame)))
}

/// Ends the stream, which is gone then.
#[wasm_bindgen(js_name = streamFinish)]
pub fn stream_finish(number: u32, is_interrupted: bool) -> JsValue {
    fail_if_asked(&JsValue::NULL);
    let finished = taken(number).map(|stream| match is_interrupted {
        true => stream.interrupt(),
        false => stream.finish(),
    });
    plain(&Outcome::of(finished))
}

/// Forgets a stream that nobody will end.
#[wasm_bindgen(js_name = streamDrop)]
pub fn stream_drop(number: u32) {
    STREAMS.with_borrow_mut(|streams| streams.remove(&number));
}

/// How many streams are held. For tests.
#[wasm_bindgen(js_name = streamCount)]
pub fn stream_count() -> usize {
    STREAMS.with_borrow(HashMap::len)
}

fn taken(number: u32) -> Result<AnswerStream, Thrown> {
    STREAMS
        .with_borrow_mut(|streams| streams.remove(&number))
        .ok_or_else(closed)
}

fn closed() -> Thrown {
    Thrown::new("stream-closed", "the stream is over".to_owned())
}

fn push(number: u32, frame: &JsValue) -> Result<Pushed, Thrown> {
    let most_bytes = STREAMS
        .with_borrow(|streams| streams.get(&number).map(AnswerStream::max_input_bytes))
        .ok_or_else(closed)?;
    fail_if_asked(frame);
    // Reading an object runs the caller's code, which may call in here: nothing is borrowed then.
    let input = Input::of(frame, most_bytes)?;
    let is_text = matches!(input, Input::Text(_));
    let frame = match input {
        Input::Text(text) if text.len() > most_bytes => {
            return Err(Error::too_large(text.len(), most_bytes).into());
        }
        Input::Text(text) => Frame::parse(text.as_bytes())?,
        Input::Bytes(bytes) => Frame::parse(&bytes)?,
        Input::Object(object) => {
            let reading = object.reading();
            reading.checked(Frame::read(object))??
        }
    };
    let read = (!is_text).then(|| frame.to_json());
    STREAMS.with_borrow_mut(|streams| {
        let stream = streams.get_mut(&number).ok_or_else(closed)?;
        let operations = stream.push_frame(frame)?;
        Ok(Pushed {
            operations,
            id_prefix: stream.id_prefix().map(str::to_owned),
            read,
        })
    })
}

/// Fails where the function `failsOnPurpose` of a test says so of a frame, or of the end, which is
/// `null`: the only way to fail inside a call that otherwise works.
#[cfg(feature = "traps")]
fn fail_if_asked(frame: &JsValue) {
    let asked = js_sys::Reflect::get(&js_sys::global(), &"failsOnPurpose".into())
        .ok()
        .and_then(|found| found.dyn_into::<js_sys::Function>().ok())
        .and_then(|asked| asked.call1(&JsValue::UNDEFINED, frame).ok());
    assert!(
        !asked.is_some_and(|answer| answer.is_truthy()),
        "on purpose"
    );
}

#[cfg(not(feature = "traps"))]
fn fail_if_asked(_: &JsValue) {}
