//! Any Gemini answer, safe and cited, in any front end, in one call.
//!
//! A raw response, JSON with `groundingMetadata`, goes in; sanitized HTML with footnotes comes
//! out, and Google's Search Suggestions beside it, untouched, for a slot of their own.
//!
//! ```
//! # fn main() -> Result<(), groundmark::Error> {
//! let response = r#"{"candidates": [{
//!     "content": {"parts": [{"text": "Water boils at 100 °C."}]},
//!     "groundingMetadata": {
//!         "groundingChunks": [{"web": {"uri": "https://example.com/water", "title": "Water"}}],
//!         "groundingSupports": [{
//!             "segment": {"endIndex": 22, "text": "Water boils at 100 °C"},
//!             "groundingChunkIndices": [0]
//!         }]
//!     }
//! }]}"#;
//! let answer = groundmark::render(response, &groundmark::Options::default())?;
//! assert!(answer.body_html.starts_with(r#"<p dir="auto">Water boils at 100 °C.<sup"#));
//! assert_eq!(answer.sources[0].number, Some(1));
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]
// `lite` has no sanitizer: what only a sanitizer needs is unused there.
#![cfg_attr(not(feature = "ammonia"), allow(dead_code))]

mod answer;
mod assemble;
mod citation;
mod confidence;
pub mod details;
mod diagnostic;
mod error;
mod footnoted;
mod html;
mod labels;
mod link;
mod markdown;
mod options;
mod policy;
mod response;
mod result;
mod sanitize;
mod source_name;
mod stamp;
mod stream;
mod suggestions;
#[cfg(test)]
#[path = "../tests/support/mod.rs"]
mod support;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use answer::{Kind, Status};
#[doc(hidden)]
pub use assemble::body_of;
pub use assemble::{document, suggestions_frame};
pub use details::Details;
pub use diagnostic::Diagnostic;
pub use error::{ApiError, Error};
pub use labels::label_names;
pub use options::{Options, Uncited};
pub use result::{Answer, Citation, Passage, Placement, Queries, Source, UrlContext};
#[doc(hidden)]
pub use stream::Frame;
pub use stream::{AnswerStream, Change, Finished, Operation, Target};
pub use suggestions::{Check, Suggestion};

/// Renders a response: JSON text or bytes of one response, of an array of stream frames, or of a
/// whole stream, as server-sent events or JSON on lines.
///
/// # Errors
///
/// `invalid-json`, `not-a-response`, `api-error`, `invalid-option`, `too-large`. What the model or
/// Google sent never is an error; it becomes a [`Diagnostic`], and the text and every source show.
pub fn render(response: impl AsRef<[u8]>, options: &Options) -> Result<Answer, Error> {
    Ok(assemble::assemble(response.as_ref(), options)?.answer)
}

/// Renders a response that any self-describing deserializer gives, such as a `serde_json::Value`.
///
/// # Errors
///
/// As for [`render`], but for `invalid-json` and `too-large`.
pub fn render_from<'de, D: serde::Deserializer<'de>>(
    response: D,
    options: &Options,
) -> Result<Answer, Error> {
    Ok(assemble::assemble_from(response, options)?.answer)
}

/// Renders a response as Markdown with footnotes: the answer's own text, with `[^1]` where
/// [`render`] has its markers, and the definitions behind it. GitHub, Obsidian and others read it.
///
/// Numbers are those of [`render`]. The text is the model's, verbatim: Markdown holds raw HTML and
/// any link, and nothing here is sanitized. Whoever turns it into HTML does that, as with every
/// Markdown of unknown origin. Only what is added, names and links of sources, is escaped and
/// checked. Parts that are no text stand in it, code as code; thoughts do not.
///
/// # Errors
///
/// As for [`render`].
pub fn render_markdown(response: impl AsRef<[u8]>, options: &Options) -> Result<String, Error> {
    let assembled = assemble::assemble(response.as_ref(), options)?;
    footnoted::footnoted(assembled.answer, &assembled.parts, options)
}

/// The same from any self-describing deserializer.
///
/// # Errors
///
/// As for [`render_from`].
pub fn render_markdown_from<'de, D: serde::Deserializer<'de>>(
    response: D,
    options: &Options,
) -> Result<String, Error> {
    let assembled = assemble::assemble_from(response, options)?;
    footnoted::footnoted(assembled.answer, &assembled.parts, options)
}
