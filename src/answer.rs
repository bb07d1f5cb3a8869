//! Our own model of an answer. Leniency ends here: every index is valid, every range is on
//! character boundaries, every source is one source.

use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;

use crate::diagnostic::{Code, Diagnostics};
use crate::link;
use crate::policy;
use crate::response::{Candidate, Chunk, ChunkKind, Part, Response, Segment};
use crate::source_name::{self, Target};

/// What the model said and what it rests on.
#[derive(Debug, Default)]
pub(crate) struct Content {
    /// The candidate's text parts but for thoughts, verbatim.
    pub(crate) text: String,
    /// For each part of the candidate its range in `text`; `None` where it is no visible text.
    pub(crate) parts: Vec<Option<Range<usize>>>,
    pub(crate) sources: Vec<SourceEntry>,
    pub(crate) supports: Vec<Support>,
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
    pub(crate) temporary: bool,
    /// Nothing is known of it: a caller who drops a source empties its chunk, so that the others
    /// keep their index.
    pub(crate) is_emptied: bool,
    pub(crate) chunk_indices: Vec<usize>,
    pub(crate) passages: Vec<PassageEntry>,
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
    /// Where it stood, unless that is `groundingSupports`.
    pub(crate) path: Option<String>,
}

impl Support {
    /// For diagnostics.
    pub(crate) fn path(&self, index: usize) -> String {
        let listed = || format!("groundingMetadata.groundingSupports[{index}]");
        self.path.clone().unwrap_or_else(listed)
    }
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
    /// Takes a response apart. The path of a support or chunk in a diagnostic starts at the
    /// grounding metadata, whatever envelope held it.
    pub(crate) fn new(response: Response, diagnostics: &mut Diagnostics) -> Self {
        if response.candidate.is_none() && response.candidate_count > 0 {
            let count = response.candidate_count as f64;
            diagnostics.add(Code::NoCandidate, String::new, &[count]);
        }
        let Candidate {
            parts,
            finish_reason,
            grounding,
        } = response.candidate.unwrap_or_default();
        let (text, parts) = join(parts);
        let (sources, source_of_chunk) = sources(grounding.chunks, diagnostics);
        let supports = supports(grounding.supports, &sources, &source_of_chunk, diagnostics);
        Self {
            text,
            parts,
            sources,
            supports,
            rendered_content: grounding.rendered_content,
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

    pub(crate) fn status(&self) -> Status {
        if self.block_reason.is_some() {
            Status::Blocked
        } else if !self.has_text() {
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
        self.has_text()
            && !matches!(
                self.finish_reason.as_deref(),
                None | Some("STOP" | UNSPECIFIED_FINISH)
            )
    }
}

/// Google's word for a reason that it did not give.
const UNSPECIFIED_FINISH: &str = "FINISH_REASON_UNSPECIFIED";

fn join(parts: Vec<Part>) -> (String, Vec<Option<Range<usize>>>) {
    let mut text = String::new();
    let ranges = parts
        .into_iter()
        .map(|part| match part {
            Part::Text(part) => {
                let start = text.len();
                if text.is_empty() {
                    text = part;
                } else {
                    text.push_str(&part);
                }
                Some(start..text.len())
            }
            Part::Thought | Part::Other => None,
        })
        .collect();
    (text, ranges)
}

/// What makes two chunks one source: the exact URI, else the document and its title.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Uri(Kind, String),
    Document(Kind, String, String),
}

fn identity(kind: Kind, chunk: &Chunk) -> Option<Identity> {
    let document = chunk.document.as_ref().or(chunk.store.as_ref());
    match (&chunk.uri, document, &chunk.title) {
        (Some(uri), ..) => Some(Identity::Uri(kind, uri.clone())),
        (None, Some(document), Some(title)) => {
            Some(Identity::Document(kind, document.clone(), title.clone()))
        }
        _ => None,
    }
}

fn sources(chunks: Vec<Chunk>, diagnostics: &mut Diagnostics) -> (Vec<SourceEntry>, Vec<usize>) {
    let mut sources: Vec<SourceEntry> = Vec::new();
    let mut known: HashMap<Identity, usize> = HashMap::new();
    let mut source_of_chunk = Vec::with_capacity(chunks.len());
    for (chunk_index, chunk) in chunks.into_iter().enumerate() {
        let kind = match chunk.kind {
            ChunkKind::Web => Kind::Web,
            ChunkKind::Document => Kind::Document,
            ChunkKind::Maps => Kind::Maps,
            ChunkKind::Image => Kind::Image,
            ChunkKind::Unknown => Kind::Unknown,
        };
        let index = match identity(kind, &chunk) {
            Some(identity) => *known.entry(identity).or_insert(sources.len()),
            None => sources.len(),
        };
        let passage = chunk.text.clone().map(|text| PassageEntry {
            text,
            pages: chunk.pages,
            chunk_index,
        });
        if index == sources.len() {
            sources.push(entry(kind, chunk, chunk_index, diagnostics));
        }
        let source = &mut sources[index];
        source.chunk_indices.push(chunk_index);
        source.passages.extend(passage);
        source_of_chunk.push(index);
    }
    (sources, source_of_chunk)
}

fn entry(
    kind: Kind,
    chunk: Chunk,
    chunk_index: usize,
    diagnostics: &mut Diagnostics,
) -> SourceEntry {
    let link = chunk.uri.as_deref().and_then(link::check);
    let is_emptied = is_emptied(&chunk);
    if link.is_none() && !is_emptied {
        diagnostics.add(
            Code::SourceWithoutLink,
            || {
                let listed = || format!("groundingMetadata.groundingChunks[{chunk_index}]");
                chunk.path.clone().unwrap_or_else(listed)
            },
            &[chunk_index as f64],
        );
    }
    let temporary = link.as_ref().is_some_and(link::Link::is_redirect);
    let host = match &link {
        Some(link) if !temporary => link.shown_host(),
        _ => None,
    };
    let target = match &host {
        Some(host) => Target::Host(host),
        None if temporary => Target::Redirect,
        None => Target::Nowhere,
    };
    let shown = source_name::choose(
        chunk.title.as_deref(),
        chunk.domain.as_deref(),
        target,
        chunk.document.as_deref(),
        chunk.text.as_deref(),
    );
    SourceEntry {
        kind,
        name: shown.name,
        host: shown.host,
        title: chunk.title,
        url: chunk.uri,
        domain: chunk.domain,
        temporary,
        is_emptied,
        ..SourceEntry::default()
    }
}

fn is_emptied(chunk: &Chunk) -> bool {
    let Chunk {
        uri,
        title,
        domain,
        text,
        document,
        store,
        ..
    } = chunk;
    [uri, title, domain, text, document, store]
        .iter()
        .all(|field| field.is_none())
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
                path: sent.path,
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
                        || support.path(support_index),
                        &chunk_index.map_or(Vec::new(), |index| vec![index as f64]),
                    ),
                }
            }
            support
        })
        .collect()
}
