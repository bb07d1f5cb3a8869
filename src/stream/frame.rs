//! A frame that was read, before it is taken.

use serde::Deserializer;

use crate::diagnostic::Diagnostics;
use crate::error::Error;
use crate::response::{self, Value};

/// A frame that was read. Reading runs before a stream is touched: an object of JavaScript's may do
/// anything while it is read.
#[derive(Debug)]
pub struct Frame {
    pub(super) value: Value,
    pub(super) diagnostics: Diagnostics,
}

impl Frame {
    /// From JSON text or bytes.
    ///
    /// # Errors
    ///
    /// `invalid-json`.
    pub fn parse(json: &[u8]) -> Result<Self, Error> {
        let mut diagnostics = Diagnostics::default();
        let value = response::parse(json, &mut diagnostics)?;
        Ok(Self { value, diagnostics })
    }

    /// From any self-describing deserializer.
    ///
    /// # Errors
    ///
    /// `not-a-response` for what cannot be read.
    pub fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, Error> {
        let mut diagnostics = Diagnostics::default();
        let value = response::fill(from, &mut diagnostics)
            .map_err(|_| Error::not_a_response("a value that cannot be read"))?;
        Ok(Self { value, diagnostics })
    }

    /// The frame as JSON, which reads as the same frame again.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.value).unwrap_or_default()
    }
}
