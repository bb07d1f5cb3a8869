//! The wire: what Google's APIs and their clients hand over, read leniently.
//!
//! The only place that knows Gemini's field names. [`read`] takes the lenient [`tree`] and gives
//! a [`Response`] with every field typed; whatever has the wrong type is absent and a diagnostic.

mod ai_sdk;
mod ai_stream;
mod annotation;
mod attributions;
mod candidate;
mod document;
mod envelope;
mod frames;
mod grounding;
mod interaction_events;
mod interactions;
mod json;
mod maps;
mod merger;
mod node;
mod origin;
mod part;
mod recitation;
mod said;
mod server_events;
#[cfg(test)]
mod tests;
mod tree;
mod turns;
mod ui_message;
mod url_context;

pub(crate) use envelope::read;

pub(crate) use json::parse;
pub(crate) use maps::Flag;
#[allow(unused_imports, reason = "for live streams")]
pub(crate) use merger::Merger;
pub(crate) use origin::Origin;
pub(crate) use recitation::Recitation;
pub(crate) use tree::{Value, fill};
pub(crate) use url_context::{Outcome, PageRead};

use crate::details::Details;

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
    /// Search suggestions that a part holds; the grounding's own come first.
    pub(crate) tool_suggestions: Option<String>,
    pub(crate) finish_reason: Option<String>,
    pub(crate) grounding: Grounding,
    pub(crate) recitations: Vec<Recitation>,
    pub(crate) pages_read: Vec<PageRead>,
}

/// One part. Only the text of text parts is the visible text that offsets count in.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    Thought(String),
    Shown(Shown),
    /// What is for a program, or for nobody.
    Hidden,
}

/// A part that stands in the answer between its texts. Strings are as sent.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// Code that the model ran.
    Code {
        language: Option<String>,
        code: String,
    },
    /// What came of it.
    Output {
        outcome: CodeOutcome,
        output: String,
    },
    /// Data of any media type, in base64.
    Data {
        name: Option<String>,
        media_type: String,
        base64: String,
    },
    /// Data that stands elsewhere.
    File {
        name: Option<String>,
        media_type: Option<String>,
        uri: String,
    },
}

/// How code ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeOutcome {
    Ok,
    Failed,
    TooLate,
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
    pub(crate) flags: Vec<Flag>,
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
    pub(crate) details: Option<Details>,
    pub(crate) origin: Origin,
}

/// One entry of `groundingSupports`.
#[derive(Debug, Default)]
pub(crate) struct Support {
    pub(crate) segment: Option<Segment>,
    /// As sent; `None` where the entry is no whole number.
    pub(crate) chunk_indices: Vec<Option<i64>>,
    pub(crate) confidence: Vec<Option<f64>>,
    pub(crate) origin: Origin,
}

/// A claimed range, in UTF-8 bytes, end exclusive.
#[derive(Debug, Default)]
pub(crate) struct Segment {
    pub(crate) part_index: i64,
    pub(crate) start: i64,
    pub(crate) end: i64,
    pub(crate) text: Option<String>,
}
