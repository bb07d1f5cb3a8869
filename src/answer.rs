//! Our own model of an answer. Leniency ends here: every index is valid, every range is on
//! character boundaries, every source is one source.

mod recitation;
mod sources;

use std::ops::Range;

use serde::Serialize;

use crate::details::Details;
use crate::diagnostic::{Code, Diagnostics};
use crate::options::Options;
use crate::policy;
use crate::response::{Candidate, Origin, PageRead, Part, Response, Segment, Shown};

use sources::Sources;

/// What the model said and what it rests on.
#[derive(Debug, Default)]
pub(crate) struct Content {
    /// The candidate's text parts but for thoughts, verbatim.
    pub(crate) text: String,
    /// For each part of the candidate its range in `text`; `None` where it is no visible text.
    pub(crate) parts: Vec<Option<Range<usize>>>,
    /// What the answer is made of, in order.
    pub(crate) pieces: Vec<Piece>,
    pub(crate) sources: Vec<SourceEntry>,
    pub(crate) supports: Vec<Support>,
    /// What the answer recites: no part of what it was grounded on.
    pub(crate) recitations: Vec<SourceEntry>,
    /// Checked links to report a Maps source that is not among the sources.
    pub(crate) reports: Vec<String>,
    pub(crate) pages_read: Vec<PageRead>,
    pub(crate) rendered_content: Option<String>,
    pub(crate) sdk_blob: Option<String>,
    pub(crate) web_queries: Vec<String>,
    pub(crate) image_queries: Vec<String>,
    pub(crate) retrieval_queries: Vec<String>,
    pub(crate) retrieval_score: Option<f64>,
    pub(crate) maps_widget_token: Option<String>,
    pub(crate) finish_reason: Option<String>,
    pub(crate) block_reason: Option<String>,
    pub(crate) response_id: Option<String>,
    pub(crate) model_version: Option<String>,
    pub(crate) candidate_count: usize,
}

/// A stretch of the answer.
#[derive(Debug)]
pub(crate) enum Piece {
    /// Bytes of the text.
    Text(Range<usize>),
    Thought(String),
    Shown(Shown),
}

/// A stretch of the answer as it is shown.
#[derive(Debug)]
pub(crate) enum Stretch<'a> {
    /// Bytes of the text: a Markdown document.
    Text(Range<usize>),
    Thought(&'a str),
    Shown(&'a Shown),
}

/// One source, whatever the number of chunks that name it.
#[derive(Debug, Default)]
pub(crate) struct SourceEntry {
    pub(crate) kind: Kind,
    pub(crate) title: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) domain: Option<String>,
    /// What to call it; `None` where it has no name at all.
    pub(crate) name: Option<String>,
    /// The host of its link, where that says more than the name.
    pub(crate) host: Option<String>,
    /// Its address, where a reader can use that only as text.
    pub(crate) address: Option<String>,
    pub(crate) temporary: bool,
    /// Nothing is known of it: a caller who drops a source empties its chunk, so that the others
    /// keep their index.
    pub(crate) is_emptied: bool,
    pub(crate) date: Option<String>,
    pub(crate) chunk_indices: Vec<usize>,
    pub(crate) passages: Vec<PassageEntry>,
    pub(crate) details: Option<Details>,
    /// Stretches of the text that recite it, in bytes.
    pub(crate) recited: Vec<Range<usize>>,
}

#[derive(Debug)]
pub(crate) struct PassageEntry {
    pub(crate) text: String,
    pub(crate) pages: Option<(i64, i64)>,
    pub(crate) chunk_index: usize,
}

/// A stretch of the text and the sources behind it, each once, in the support's order.
#[derive(Debug, Default)]
pub(crate) struct Support {
    pub(crate) segment: Option<Segment>,
    pub(crate) sources: Vec<usize>,
    pub(crate) confidence: Vec<Option<f64>>,
    /// Sources that are emptied, and their scores: cited, but without a marker.
    pub(crate) emptied: Vec<(usize, Option<f64>)>,
    pub(crate) origin: Origin,
}

/// What kind of source this is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kind {
    /// A page on the web.
    Web,
    /// A document of the caller's own.
    Document,
    /// A place on Google Maps.
    Maps,
    /// An image on a page.
    Image,
    /// A text that the answer recites.
    Recitation,
    /// A kind that Google added since.
    #[default]
    Unknown,
}

/// What kind of answer this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Text with at least one source, or with search suggestions.
    Grounded,
    /// Text with neither.
    Ungrounded,
    /// The prompt was blocked, or the answer was, before any text.
    Blocked,
    /// No visible text, for no stated reason.
    Empty,
}

impl Content {
    /// Takes a response apart.
    pub(crate) fn new(response: Response, diagnostics: &mut Diagnostics) -> Self {
        if response.candidate.is_none() && response.candidate_count > 0 {
            let count = response.candidate_count as f64;
            diagnostics.add(Code::NoCandidate, String::new, &[count]);
        }
        let Candidate {
            parts,
            tool_suggestions,
            finish_reason,
            grounding,
            recitations,
            pages_read,
        } = response.candidate.unwrap_or_default();
        let Joined {
            text,
            parts,
            pieces,
        } = join(parts);
        let Sources {
            entries: sources,
            of_chunk,
            reports,
        } = Sources::new(grounding.chunks, grounding.flags, diagnostics);
        let supports = supports(grounding.supports, &sources, &of_chunk, diagnostics);
        let recitations = recitation::recitations(recitations, &text, diagnostics);
        Self {
            text,
            parts,
            pieces,
            sources,
            supports,
            recitations,
            reports,
            pages_read,
            rendered_content: grounding.rendered_content.or(tool_suggestions),
            sdk_blob: grounding.sdk_blob,
            web_queries: grounding.web_queries,
            image_queries: grounding.image_queries,
            retrieval_queries: grounding.retrieval_queries,
            retrieval_score: grounding.retrieval_score,
            maps_widget_token: grounding.maps_widget_token,
            finish_reason,
            block_reason: response.block_reason,
            response_id: response.response_id,
            model_version: response.model_version,
            candidate_count: response.candidate_count,
        }
    }

    /// Whether there is any source to show.
    pub(crate) fn has_sources(&self) -> bool {
        self.sources.iter().any(|source| !source.is_emptied)
    }

    pub(crate) fn has_text(&self) -> bool {
        let is_visible = |c: char| !c.is_whitespace() && !policy::is_removed(c);
        self.text.chars().any(is_visible)
    }

    /// Whether a reader sees anything of the answer itself.
    pub(crate) fn shows_something(&self) -> bool {
        let is_shown = |piece: &Piece| matches!(piece, Piece::Shown(_));
        self.has_text() || self.pieces.iter().any(is_shown)
    }

    /// What is shown, in order. Without thoughts, the texts around one are one document.
    pub(crate) fn stretches(&self, options: &Options) -> Vec<Stretch<'_>> {
        let mut stretches: Vec<Stretch<'_>> = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            match (piece, stretches.last_mut()) {
                (Piece::Text(range), Some(Stretch::Text(last))) => last.end = range.end,
                (Piece::Text(range), _) => stretches.push(Stretch::Text(range.clone())),
                (Piece::Shown(shown), _) => stretches.push(Stretch::Shown(shown)),
                (Piece::Thought(thought), _) if options.thoughts => {
                    stretches.push(Stretch::Thought(thought));
                }
                (Piece::Thought(_), _) => {}
            }
        }
        stretches
    }

    pub(crate) fn status(&self) -> Status {
        if self.block_reason.is_some() {
            Status::Blocked
        } else if !self.shows_something() {
            match self.finish_reason.as_deref() {
                None | Some("STOP" | "MAX_TOKENS" | UNSPECIFIED_FINISH) => Status::Empty,
                Some(_) => Status::Blocked,
            }
        } else if !self.has_sources() && self.rendered_content.is_none() {
            Status::Ungrounded
        } else {
            Status::Grounded
        }
    }

    /// Whether the text stops early. The reasons are an open set: all but STOP end it.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.shows_something()
            && !matches!(
                self.finish_reason.as_deref(),
                None | Some("STOP" | UNSPECIFIED_FINISH)
            )
    }
}

/// Google's word for a reason that it did not give.
const UNSPECIFIED_FINISH: &str = "FINISH_REASON_UNSPECIFIED";

#[derive(Default)]
struct Joined {
    text: String,
    parts: Vec<Option<Range<usize>>>,
    pieces: Vec<Piece>,
}

fn join(parts: Vec<Part>) -> Joined {
    let mut joined = Joined::default();
    for part in parts {
        let range = match part {
            Part::Text(part) => Some(joined.add_text(part)),
            Part::Thought(thought) => {
                joined.pieces.push(Piece::Thought(thought));
                None
            }
            Part::Shown(shown) => {
                joined.pieces.push(Piece::Shown(shown));
                None
            }
            Part::Hidden => None,
        };
        joined.parts.push(range);
    }
    joined
}

impl Joined {
    /// Texts with nothing shown between them are one document.
    fn add_text(&mut self, part: String) -> Range<usize> {
        let start = self.text.len();
        if self.text.is_empty() {
            self.text = part;
        } else {
            self.text.push_str(&part);
        }
        let range = start..self.text.len();
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.end = range.end,
            _ => self.pieces.push(Piece::Text(range.clone())),
        }
        range
    }
}

fn supports(
    sent: Vec<crate::response::Support>,
    sources: &[SourceEntry],
    source_of_chunk: &[usize],
    diagnostics: &mut Diagnostics,
) -> Vec<Support> {
    // By source, the last support that named it: a list of 100 000 indices stays linear.
    let mut named_by = vec![usize::MAX; source_of_chunk.len()];
    sent.into_iter()
        .enumerate()
        .map(|(support_index, sent)| {
            // Lists of another length say nothing about which chunk they score.
            let scores = if sent.confidence.len() == sent.chunk_indices.len() {
                sent.confidence
            } else {
                Vec::new()
            };
            let mut support = Support {
                segment: sent.segment,
                origin: sent.origin,
                ..Support::default()
            };
            for (position, chunk_index) in sent.chunk_indices.iter().enumerate() {
                let source = chunk_index
                    .and_then(|index| usize::try_from(index).ok())
                    .and_then(|index| source_of_chunk.get(index));
                match source {
                    Some(&source) if named_by[source] == support_index => {}
                    Some(&source) => {
                        named_by[source] = support_index;
                        let score = scores.get(position).copied().flatten();
                        match sources[source].is_emptied {
                            true => support.emptied.push((source, score)),
                            false => {
                                support.sources.push(source);
                                support.confidence.push(score);
                            }
                        }
                    }
                    None => diagnostics.add(
                        Code::ChunkIndexOutOfRange,
                        || support.origin.path(),
                        &chunk_index.map_or(Vec::new(), |index| vec![index as f64]),
                    ),
                }
            }
            support
        })
        .collect()
}
