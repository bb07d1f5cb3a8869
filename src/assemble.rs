//! Joins the stages: one response, one answer.

use std::collections::HashSet;

use serde::Deserializer;

use crate::answer::{Content, Piece, SourceEntry, Stretch};
use crate::citation::{Place, Plan, recited, utf16_offsets};
use crate::details::Details;
use crate::diagnostic::{Code, Diagnostics};
use crate::error::Error;
use crate::footnoted::parts::Placed;
use crate::html::sources::{self, Listing};
use crate::html::{self, Writer};
use crate::labels::Labels;
use crate::options::Options;
use crate::response::{PageRead, Value};
use crate::result::{Answer, Citation, Passage, Placement, Queries, Source, UrlContext};
use crate::sanitize::sanitize;
use crate::stamp::{Stamped, stamp};
use crate::{answer, markdown, response, suggestions};

/// An answer, and the parts that stand in its text.
type Assembled = (Answer, Vec<Placed>);

pub(crate) fn assemble(input: &[u8], options: &Options) -> Result<Assembled, Error> {
    let labels = options.check()?;
    if input.len() > options.max_input_bytes {
        return Err(Error::too_large(input.len(), options.max_input_bytes));
    }
    let mut diagnostics = Diagnostics::default();
    let tree = response::parse(input, &mut diagnostics)?;
    answer_to(tree, options, &labels, diagnostics)
}

/// The same from any self-describing deserializer.
pub(crate) fn assemble_from<'de, D: Deserializer<'de>>(
    input: D,
    options: &Options,
) -> Result<Assembled, Error> {
    let labels = options.check()?;
    let mut diagnostics = Diagnostics::default();
    let tree = response::fill(input, &mut diagnostics)
        .map_err(|_| Error::not_a_response("a value that cannot be read"))?;
    answer_to(tree, options, &labels, diagnostics)
}

fn answer_to(
    tree: Value,
    options: &Options,
    labels: &Labels,
    mut diagnostics: Diagnostics,
) -> Result<Assembled, Error> {
    let response = response::read(&tree, options.candidate, &mut diagnostics)?;
    drop(tree);
    let content = Content::new(response, &mut diagnostics);
    Ok(answer_of(content, options, labels, diagnostics))
}

/// Google's Search Suggestions as a finished `<iframe>`: byte for byte, without scripts, without
/// requests, and without a way for its style to reach the page or the page's to reach it. Empty
/// where there are none.
///
/// Google's terms want them shown wherever the answer is, as wide as the answer.
///
/// # Errors
///
/// `invalid-option`, as for [`render`](crate::render).
pub fn suggestions_frame(answer: &Answer, options: &Options) -> Result<String, Error> {
    let labels = options.check()?;
    Ok(match answer.rendered_content.as_deref() {
        None | Some("") => String::new(),
        Some(content) => html::suggestions_frame(content, &labels),
    })
}

/// A standalone page with the answer, its sources and the suggestions.
///
/// # Errors
///
/// `invalid-option`, as for [`render`](crate::render).
pub fn document(answer: &Answer, options: &Options) -> Result<String, Error> {
    let frame = suggestions_frame(answer, options)?;
    Ok(html::document(&answer.html, &frame, &options.locale))
}

fn answer_of(
    mut content: Content,
    options: &Options,
    labels: &Labels,
    mut diagnostics: Diagnostics,
) -> Assembled {
    let status = content.status();
    match status {
        answer::Status::Blocked => diagnostics.add(Code::Blocked, String::new, &[]),
        answer::Status::Empty => diagnostics.add(Code::Empty, String::new, &[]),
        answer::Status::Grounded | answer::Status::Ungrounded => {}
    }
    let prefix = options.prefix(content.response_id.as_deref(), &content.text);
    let mut plan = Plan::new(&content, &mut diagnostics);
    if !content.has_text() {
        plan.unplace_all();
    }
    let stamped = body(
        Shape {
            text: &content.text,
            stretches: &content.stretches(options),
            supports: &content.supports,
            prefix: &prefix,
        },
        &mut plan,
        options,
        labels,
        &mut diagnostics,
    );
    let order = Order::new(&content, &plan, &stamped);
    let sources_html = sources::write(
        &Listing {
            content: &content,
            numbered: &stamped.numbers.sources,
            references: &stamped.references,
            unplaced: &order.unplaced,
            uncited: &order.uncited,
            cut_off: content.shows_something() && (content.is_cut_off() || options.interrupted),
        },
        &prefix,
        options,
        labels,
    );
    let rendered_content_check = suggestions::check(content.rendered_content.as_deref());
    if rendered_content_check == suggestions::Check::Unexpected {
        diagnostics.add(Code::RenderedContentUnexpected, String::new, &[]);
    }
    let search_suggestions = match content.sdk_blob.as_deref().map(suggestions::decode) {
        Some(Some(decoded)) => decoded,
        Some(None) => {
            diagnostics.add(Code::SdkBlobInvalid, String::new, &[]);
            Vec::new()
        }
        None => Vec::new(),
    };
    let parts = placed_parts(std::mem::take(&mut content.pieces));
    let answer = Answer {
        html: [stamped.body_html.as_str(), &sources_html].concat(),
        citations: citations(&content, &plan, &order),
        sources: order.sources(&content, &stamped, labels),
        body_html: stamped.body_html,
        sources_html,
        text: content.text,
        rendered_content: content.rendered_content,
        rendered_content_check,
        search_suggestions,
        status,
        finish_reason: content.finish_reason,
        block_reason: content.block_reason,
        response_id: content.response_id,
        model_version: content.model_version,
        id_prefix: prefix,
        candidate_count: content.candidate_count,
        queries: Queries {
            web: content.web_queries,
            image: content.image_queries,
            retrieval: content.retrieval_queries,
        },
        retrieval_score: content.retrieval_score,
        maps_widget_context_token: content.maps_widget_token,
        url_context: content.pages_read.into_iter().map(page_read).collect(),
        diagnostics: diagnostics.into_vec(),
    };
    (answer, parts)
}

/// The parts that are shown and no text, each with where the text before it ends.
fn placed_parts(pieces: Vec<Piece>) -> Vec<Placed> {
    let mut at = 0;
    let mut placed = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(range) => at = range.end,
            Piece::Shown(shown) => placed.push((at, shown)),
            Piece::Thought(_) => {}
        }
    }
    placed
}

/// What a body is made of.
struct Shape<'a> {
    text: &'a str,
    stretches: &'a [Stretch<'a>],
    supports: &'a [answer::Support],
    prefix: &'a str,
}

fn body(
    shape: Shape<'_>,
    plan: &mut Plan,
    options: &Options,
    labels: &Labels,
    diagnostics: &mut Diagnostics,
) -> Stamped {
    let is_too_large = shape.text.len() > options.max_text_bytes;
    if is_too_large {
        diagnostics.add(Code::TextTooLarge, String::new, &[shape.text.len() as f64]);
        plan.unplace_all();
    }
    let text = markdown::prepare(shape.text);
    let mut writer = Writer::new(&text, &plan.positions, options, labels);
    for (index, stretch) in shape.stretches.iter().enumerate() {
        match stretch {
            Stretch::Text(range) if is_too_large => writer.plain_text(&text[range.clone()]),
            Stretch::Text(range) => {
                writer.begin_document();
                let start = range.start;
                markdown::each_event(&text[range.clone()], options, |event, range| {
                    writer.event(event, &(range.start + start..range.end + start));
                });
            }
            Stretch::Shown(shown) => writer.shown(shown),
            Stretch::Thought(thought) => {
                let prefix = format!("{}-thought-{}", shape.prefix, index + 1);
                writer.thoughts(&thought_html(
                    thought,
                    &prefix,
                    options,
                    labels,
                    diagnostics,
                ));
            }
        }
    }
    let mut page = writer.finish();
    let flows = sanitize(&mut page, labels);
    stamp(
        flows,
        &page.inserts,
        plan,
        shape.supports,
        shape.prefix,
        labels,
        diagnostics,
    )
}

/// What the model thought, as a body of its own.
fn thought_html(
    thought: &str,
    prefix: &str,
    options: &Options,
    labels: &Labels,
    diagnostics: &mut Diagnostics,
) -> String {
    let shape = Shape {
        text: thought,
        stretches: &[Stretch::Text(0..thought.len())],
        supports: &[],
        prefix,
    };
    body(shape, &mut Plan::default(), options, labels, diagnostics).body_html
}

/// The body alone, with a marker at each of `ends`: what the text and its markers cost, without
/// JSON, search and list. For the benchmark.
#[doc(hidden)]
pub fn body_of(text: &str, ends: &[usize], options: &Options) -> Result<String, Error> {
    let labels = options.check()?;
    let support = |index: usize| answer::Support {
        sources: vec![index % 12, (index * 5 + 1) % 12],
        ..answer::Support::default()
    };
    let supports: Vec<answer::Support> = (0..ends.len()).map(support).collect();
    let mut plan = Plan::from_ends(ends.iter().copied().zip(0..).collect());
    plan.places = vec![Place::Unplaced; ends.len()];
    let mut diagnostics = Diagnostics::default();
    let shape = Shape {
        text,
        stretches: &[Stretch::Text(0..text.len())],
        supports: &supports,
        prefix: "gm",
    };
    let stamped = body(shape, &mut plan, options, &labels, &mut diagnostics);
    Ok(stamped.body_html)
}

/// In which order the result names the sources.
struct Order {
    unplaced: Vec<usize>,
    uncited: Vec<usize>,
    /// All sources: numbered, then cited without a place, then uncited, then emptied.
    all: Vec<usize>,
    /// For each source its index in `all`.
    index_of: Vec<usize>,
}

impl Order {
    fn new(content: &Content, plan: &Plan, stamped: &Stamped) -> Self {
        let mut listed: HashSet<usize> = stamped.numbers.sources.iter().copied().collect();
        let unplaced: Vec<usize> = content
            .supports
            .iter()
            .zip(&plan.places)
            .filter(|(_, place)| **place == Place::Unplaced)
            .flat_map(|(support, _)| support.sources.iter().copied())
            .filter(|source| listed.insert(*source))
            .collect();
        let (emptied, uncited): (Vec<usize>, Vec<usize>) = (0..content.sources.len())
            .filter(|source| !listed.contains(source))
            .partition(|source| content.sources[*source].is_emptied);
        let numbered = stamped.numbers.sources.as_slice();
        let all: Vec<usize> = [numbered, &unplaced, &uncited, &emptied].concat();
        let mut index_of = vec![0; all.len()];
        for (index, source) in all.iter().enumerate() {
            index_of[*source] = index;
        }
        Self {
            unplaced,
            uncited,
            all,
            index_of,
        }
    }

    fn sources(&self, content: &Content, stamped: &Stamped, labels: &Labels) -> Vec<Source> {
        let numbered = stamped.numbers.sources.len();
        let entries = self.all.iter().map(|source| &content.sources[*source]);
        let mut sources: Vec<Source> = entries
            .enumerate()
            .map(|(index, entry)| {
                let number = (index < numbered).then_some(index + 1);
                source(entry, number, labels)
            })
            .collect();
        let ranges = recited(&content.text, &content.recitations);
        for (entry, ranges) in content.recitations.iter().zip(ranges) {
            let mut recitation = source(entry, None, labels);
            if let Some(Details::Recitation(recited)) = &mut recitation.details {
                recited.ranges = ranges;
            }
            sources.push(recitation);
        }
        sources
    }
}

fn source(entry: &SourceEntry, number: Option<usize>, labels: &Labels) -> Source {
    let passages = entry.passages.iter().map(|passage| Passage {
        text: passage.text.clone(),
        first_page: passage.pages.map(|(first, _)| first),
        last_page: passage.pages.map(|(_, last)| last),
        chunk_index: passage.chunk_index,
    });
    Source {
        kind: entry.kind,
        number,
        title: entry.title.clone(),
        url: entry.url.clone(),
        domain: entry.domain.clone(),
        label: sources::label(entry, number, labels),
        temporary: entry.temporary,
        date: entry.date.clone(),
        chunk_indices: entry.chunk_indices.clone(),
        passages: passages.collect(),
        details: entry.details.clone(),
        is_emptied: entry.is_emptied,
    }
}

fn page_read(page: PageRead) -> UrlContext {
    UrlContext {
        url: page.url,
        status: page.status,
        outcome: page.outcome,
    }
}

/// How many times the answer's text its citations may repeat it.
const MOST_COPIED: usize = 16;

fn citations(content: &Content, plan: &Plan, order: &Order) -> Vec<Citation> {
    let ranges: Vec<_> = plan
        .places
        .iter()
        .map(|place| match place {
            Place::Exact(range) => Some((range, Placement::Exact)),
            Place::Recovered(range) => Some((range, Placement::Recovered)),
            Place::Unplaced => None,
        })
        .collect();
    let mut offsets: Vec<usize> = ranges
        .iter()
        .flatten()
        .flat_map(|(range, _)| [range.start, range.end])
        .collect();
    offsets.sort_unstable();
    offsets.dedup();
    let in_utf16 = utf16_offsets(&content.text, &offsets);
    let utf16 = |byte: usize| match offsets.binary_search(&byte) {
        Ok(index) => in_utf16[index] as i64,
        Err(_) => -1,
    };
    // A support may name all of the text without repeating it: the texts together must not be larger
    // than the answer and what the supports themselves hold.
    let mut budget = MOST_COPIED * content.text.len();
    content
        .supports
        .iter()
        .zip(&ranges)
        .map(|(support, range)| {
            let own = support.segment.as_ref().and_then(|s| s.text.clone());
            let emptied = support.emptied.iter();
            let sources = support
                .sources
                .iter()
                .chain(emptied.clone().map(|(source, _)| source))
                .map(|source| order.index_of[*source]);
            let scores = support.confidence.iter().copied();
            let (start, end, text, placement) = match range {
                Some((range, placement)) => {
                    let text = own.or_else(|| {
                        budget = budget.checked_sub(range.len())?;
                        Some(content.text[(*range).clone()].to_owned())
                    });
                    let text = text.unwrap_or_default();
                    (utf16(range.start), utf16(range.end), text, *placement)
                }
                None => (-1, -1, own.unwrap_or_default(), Placement::Unplaced),
            };
            Citation {
                start,
                end,
                text,
                sources: sources.collect(),
                confidence: scores.chain(emptied.map(|(_, score)| *score)).collect(),
                placement,
            }
        })
        .collect()
}
