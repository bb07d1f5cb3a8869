//! What a caller gets: plain data, serialisable as it is.

use serde::Serialize;

use crate::answer::{Kind, Status};
use crate::details::Details;
use crate::diagnostic::Diagnostic;
use crate::response::Outcome;
use crate::suggestions::{Check, Suggestion};

/// A response as HTML, and everything it said, as data. Plain and serialisable: JSON names are in
/// camelCase.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Answer {
    /// `body_html` and `sources_html`, with nothing between.
    pub html: String,
    /// The answer with its markers, then its own footnotes; empty when there is no text.
    pub body_html: String,
    /// Notices, then the sources; empty when there are none.
    pub sources_html: String,
    /// The visible text, verbatim; citations count in it.
    pub text: String,
    /// Google's Search Suggestions, byte for byte. Never put it into a page but through
    /// [`suggestions_frame`](crate::suggestions_frame).
    pub rendered_content: Option<String>,
    /// Whether `rendered_content` has the structure of Google's template.
    pub rendered_content_check: Check,
    /// The searches behind the suggestions, decoded from `sdkBlob`.
    pub search_suggestions: Vec<Suggestion>,
    /// What kind of answer this is.
    pub status: Status,
    /// Why the model stopped, as sent; in frames the last one given.
    pub finish_reason: Option<String>,
    /// Why the prompt was blocked, as sent.
    pub block_reason: Option<String>,
    /// The response's id.
    pub response_id: Option<String>,
    /// The model that answered.
    pub model_version: Option<String>,
    /// What every id in the HTML starts with.
    pub id_prefix: String,
    /// How many candidates the response has.
    pub candidate_count: usize,
    /// Cited ones first, by number; recited texts last.
    pub sources: Vec<Source>,
    /// One for each support, in the order of the input.
    pub citations: Vec<Citation>,
    /// What was searched for.
    pub queries: Queries,
    /// How likely the model thought a search would help, 0 to 1.
    pub retrieval_score: Option<f64>,
    /// Token for Google's Maps widget.
    pub maps_widget_context_token: Option<String>,
    /// Pages that the prompt named, and Google's word for whether they were read.
    pub url_context: Vec<UrlContext>,
    /// What was odd in the response; never content.
    pub diagnostics: Vec<Diagnostic>,
}

/// Something the answer rests on.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Source {
    /// What kind of source this is.
    pub kind: Kind,
    /// The number that markers show; `None` unless a marker leads to it.
    pub number: Option<usize>,
    /// The title, as sent.
    pub title: Option<String>,
    /// Where it is, as sent; not always a link.
    pub url: Option<String>,
    /// The publisher's domain, as sent.
    pub domain: Option<String>,
    /// What the list shows.
    pub label: String,
    /// Whether `url` is Google's redirect, which works for a limited time.
    pub temporary: bool,
    /// When it was published: as much of `year-month-day` as is given; of a place what its reviews
    /// agree on, in words.
    pub date: Option<String>,
    /// The grounding chunks that name it.
    pub chunk_indices: Vec<usize>,
    /// What was read of it.
    pub passages: Vec<Passage>,
    /// What only its kind has.
    pub details: Option<Details>,
    /// Nothing is known of it, so it is neither marked nor listed.
    #[serde(skip)]
    pub(crate) is_emptied: bool,
}

/// A passage of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Passage {
    /// Its text, as sent.
    pub text: String,
    /// The page it starts on, as sent.
    pub first_page: Option<i64>,
    /// The page it ends on, as sent.
    pub last_page: Option<i64>,
    /// The grounding chunk it stands in.
    pub chunk_index: usize,
}

/// A stretch of the answer and what supports it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Citation {
    /// Start in `text`, in UTF-16 units; -1 when unplaced.
    pub start: i64,
    /// End in `text`, exclusive, in UTF-16 units; -1 when unplaced.
    pub end: i64,
    /// The cited text: as the support gave it, else of the answer. Empty where the citations of one
    /// answer would repeat it more than 16 times; `start` and `end` still say which.
    pub text: String,
    /// Indexes into `sources`; empty where no chunk index is valid.
    pub sources: Vec<usize>,
    /// One for each of `sources`, 0 to 1.
    pub confidence: Vec<Option<f64>>,
    /// How its place was found.
    pub placement: Placement,
}

/// How a citation's place was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Placement {
    /// At the offsets that the support gives.
    Exact,
    /// By its text: the offsets were wrong.
    Recovered,
    /// Not found, or without a source: there is no marker.
    Unplaced,
}

/// What was searched for. Empty queries are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Queries {
    /// On the web.
    pub web: Vec<String>,
    /// For images.
    pub image: Vec<String>,
    /// In the caller's own documents.
    pub retrieval: Vec<String>,
}

/// A page that was read, or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UrlContext {
    /// Its address, where Google gives one.
    pub url: Option<String>,
    /// Whether it was read, as sent.
    pub status: String,
    #[serde(skip)]
    pub(crate) outcome: Outcome,
}
