//! Options out of a JavaScript object, each checked.

use std::collections::BTreeMap;

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use super::Thrown;
use super::kind::{Kind, Kinds};
use crate::{Options, Uncited};

/// Reads the options; one that is not known or has the wrong type is an error.
pub(super) fn read(given: &JsValue) -> Result<Options, Thrown> {
    let mut options = Options::default();
    if given.is_undefined() || given.is_null() {
        return Ok(options);
    }
    for (name, value) in members(as_object(given).ok_or_else(|| invalid("options", "an object"))?)?
    {
        // As if it were not there, which is how a caller leaves one to its default.
        if !value.is_undefined() {
            set(&mut options, &name, &value)?;
        }
    }
    Ok(options)
}

fn set(options: &mut Options, name: &str, value: &JsValue) -> Result<(), Thrown> {
    match name {
        "candidate" => options.candidate = whole(name, value)?,
        "idPrefix" => options.id_prefix = Some(string(name, value)?),
        "locale" => options.locale = string(name, value)?,
        "labels" => options.labels = labels(value)?,
        "headingLevel" => options.heading_level = level(name, value)?,
        "headingBase" => options.heading_base = level(name, value)?,
        "notice" => options.notice = flag(name, value)?,
        "confidence" => options.confidence = flag(name, value)?,
        "interrupted" => options.interrupted = flag(name, value)?,
        "uncited" => {
            options.uncited = match value.as_string().as_deref() {
                Some("list") => Uncited::List,
                Some("hide") => Uncited::Hide,
                _ => return Err(invalid(name, "\"list\" or \"hide\"")),
            }
        }
        "images" => options.image_hosts = hosts(value)?,
        "inlineImages" => options.inline_images = flag(name, value)?,
        "thoughts" => options.thoughts = flag(name, value)?,
        "math" => options.math = flag(name, value)?,
        "breaks" => options.breaks = flag(name, value)?,
        "settle" => options.settle = flag(name, value)?,
        "maxInputBytes" => options.max_input_bytes = whole(name, value)?,
        "maxTextBytes" => options.max_text_bytes = whole(name, value)?,
        _ => {
            return Err(Thrown::new(
                "invalid-option",
                format!("there is no option {name}"),
            ));
        }
    }
    Ok(())
}

/// An object of whatever realm. A map's members are none, so its options would all be missed.
fn as_object(value: &JsValue) -> Option<&Object> {
    let is_object = value.is_object() && matches!(Kinds::new().of(value), Kind::Object);
    is_object.then(|| value.unchecked_ref())
}

fn invalid(name: &str, expected: &str) -> Thrown {
    Thrown::new(
        "invalid-option",
        format!("the option {name} must be {expected}"),
    )
}

fn members(object: &Object) -> Result<Vec<(String, JsValue)>, Thrown> {
    let unreadable = |_| invalid("options", "a plain object");
    let keys = Reflect::own_keys(object).map_err(unreadable)?;
    keys.iter()
        .filter_map(|key| key.as_string().map(|name| (key, name)))
        .map(|(key, name)| Ok((name, Reflect::get(object, &key).map_err(unreadable)?)))
        .collect()
}

fn string(name: &str, value: &JsValue) -> Result<String, Thrown> {
    value.as_string().ok_or_else(|| invalid(name, "a string"))
}

fn flag(name: &str, value: &JsValue) -> Result<bool, Thrown> {
    value
        .as_bool()
        .ok_or_else(|| invalid(name, "true or false"))
}

fn whole(name: &str, value: &JsValue) -> Result<usize, Thrown> {
    let number = value
        .as_f64()
        .filter(|number| number.fract() == 0.0 && *number >= 0.0);
    // Infinity is a limit too; the conversion caps it.
    let number = number.or(value.as_f64().filter(|number| *number == f64::INFINITY));
    number
        .map(|number| number as usize)
        .ok_or_else(|| invalid(name, "a whole number"))
}

fn level(name: &str, value: &JsValue) -> Result<u8, Thrown> {
    let level = whole(name, value).ok().and_then(|n| u8::try_from(n).ok());
    level.ok_or_else(|| invalid(name, "a number from 1 to 6"))
}

fn labels(value: &JsValue) -> Result<BTreeMap<String, String>, Thrown> {
    let expected = || invalid("labels", "an object of strings");
    let object = as_object(value).ok_or_else(expected)?;
    members(object)?
        .into_iter()
        .filter(|(_, value)| !value.is_undefined())
        .map(|(name, value)| Ok((name, value.as_string().ok_or_else(expected)?)))
        .collect()
}

fn hosts(value: &JsValue) -> Result<Vec<String>, Thrown> {
    let expected = || invalid("images", "an object with a list of hosts");
    let object = as_object(value).ok_or_else(expected)?;
    let mut hosts = Vec::new();
    for (name, value) in members(object)? {
        if name != "hosts" || !Array::is_array(&value) {
            return Err(expected());
        }
        for host in Array::from(&value).iter() {
            hosts.push(host.as_string().ok_or_else(expected)?);
        }
    }
    Ok(hosts)
}
