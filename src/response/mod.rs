//! The wire: what Google's APIs and their clients hand over, read leniently.
//!
//! The only place that knows Gemini's field names. [`read`] takes the lenient [`tree`] and gives
//! a [`Response`] with every field typed; whatever has the wrong type is absent and a diagnostic.

mod ai_sdk;
mod ai_stream;
mod annotation;
mod attributions;
mod candidate;
mod envelope;
mod frames;
mod grounding;
mod interaction_events;
mod interactions;
mod json;
mod node;
#[cfg(test)]
mod tests;
mod tree;
mod turns;
mod ui_message;

pub(crate) use envelope::read;
pub(crate) use json::parse;
pub(crate) use tree::{Value, fill};

/// A response after envelopes and frames are gone.
#[derive(Debug, Default)]
pub(crate) struct Response {
    pub(crate) candidate_count: usize,
    /// The candidate that was asked for, when there is one.
    pub(crate) candidate: Option<Candidate>,
    pub(crate) block_reason: Option<String>,
    pub(crate) response_id: Option<String>,
    pub(crate) model_version: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) parts: Vec<Part>,
    pub(crate) finish_reason: Option<String>,
    pub(crate) grounding: Grounding,
}

#[derive(Debug)]
pub(crate) enum Part {
    Text(String),
    Thought,
    /// Any other part: its text is not part of the visible text.
    Other,
}

/// `groundingMetadata`, whole.
#[derive(Debug, Default)]
pub(crate) struct Grounding {
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) supports: Vec<Support>,
    pub(crate) web_queries: Vec<String>,
    pub(crate) image_queries: Vec<String>,
    pub(crate) retrieval_queries: Vec<String>,
    pub(crate) rendered_content: Option<String>,
    pub(crate) sdk_blob: Option<String>,
    pub(crate) retrieval_score: Option<f64>,
    pub(crate) maps_widget_token: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ChunkKind {
    Web,
    Document,
    Maps,
    Image,
    #[default]
    Unknown,
}

/// One entry of `groundingChunks`. Strings are as sent, but an empty one is absent.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    pub(crate) kind: ChunkKind,
    /// Where a link to the source leads: `uri`, for an image its page (`sourceUri`).
    pub(crate) uri: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) domain: Option<String>,
    pub(crate) text: Option<String>,
    pub(crate) document: Option<String>,
    /// The file search store that holds the document: an id, not a name.
    pub(crate) store: Option<String>,
    pub(crate) pages: Option<(i64, i64)>,
    /// Where it stood, unless that is `groundingChunks`.
    pub(crate) path: Option<String>,
}

/// One entry of `groundingSupports`.
#[derive(Debug, Default)]
pub(crate) struct Support {
    pub(crate) segment: Option<Segment>,
    /// As sent; `None` where the entry is no whole number.
    pub(crate) chunk_indices: Vec<Option<i64>>,
    pub(crate) confidence: Vec<Option<f64>>,
    /// Where it stood, unless that is `groundingSupports`.
    pub(crate) path: Option<String>,
}

/// A claimed range, in UTF-8 bytes, end exclusive.
#[derive(Debug, Default)]
pub(crate) struct Segment {
    pub(crate) part_index: i64,
    pub(crate) start: i64,
    pub(crate) end: i64,
    pub(crate) text: Option<String>,
}
