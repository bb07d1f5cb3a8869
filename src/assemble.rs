//! Joins the stages: one response, one answer.

mod order;

use std::borrow::Cow;

use serde::Deserializer;

use crate::answer::{Content, Piece, Stretch};
use crate::citation::{Place, Plan};
use crate::diagnostic::{Code, Diagnostics};
use crate::error::Error;
use crate::footnoted::parts::Placed;
use crate::html::sources::{self, Listing};
use crate::html::{self, Writer};
use crate::labels::Labels;
use crate::markdown::{Beside, Known, Settled};
use crate::options::Options;
use crate::response::Value;
use crate::result::{Answer, Queries};
use crate::sanitize::{OpenDetails, sanitize};
use crate::stamp::{Stamped, stamp};
use crate::{answer, markdown, response, suggestions};

use order::{Order, citations, page_read};

/// An answer, and what its other forms need to know of it.
pub(crate) struct Assembled {
    pub(crate) answer: Answer,
    /// The parts that stand in its text.
    pub(crate) parts: Vec<Placed>,
    /// Where the answer's own notes begin in the body's HTML.
    pub(crate) notes_start: usize,
}

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

pub(crate) fn answer_of(
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
    let mut stamped = body(
        Shape {
            text: &content.text,
            stretches: &content.stretches(options),
            supports: &content.supports,
            prefix: &prefix,
            ending: Ending::of(options),
        },
        &mut plan,
        options,
        labels,
        &mut diagnostics,
    );
    let notes_start = stamped.body_html.len();
    stamped.body_html.push_str(&stamped.notes_html);
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
    Assembled {
        answer,
        parts,
        notes_start,
    }
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
pub(crate) struct Shape<'a> {
    pub(crate) text: &'a str,
    pub(crate) stretches: &'a [Stretch<'a>],
    pub(crate) supports: &'a [answer::Support],
    pub(crate) prefix: &'a str,
    pub(crate) ending: Ending,
}

/// What the end of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Final,
    /// More may come: what is unfinished is settled.
    Growing,
}

impl Ending {
    pub(crate) fn of(options: &Options) -> Self {
        match options.settle {
            true => Self::Growing,
            false => Self::Final,
        }
    }
}

pub(crate) fn body(
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
    let mut text = markdown::prepare(shape.text);
    let mut positions = Cow::Borrowed(&*plan.positions);
    if shape.ending == Ending::Growing && !is_too_large {
        settle(&shape, options, &mut text, &mut positions);
    }
    let mut writer = Writer::new(&text, &positions, options, labels);
    let count = shape.stretches.len();
    for (index, stretch) in shape.stretches.iter().enumerate() {
        match stretch {
            Stretch::Text(range) if is_too_large => writer.plain_text(&text[range.clone()]),
            Stretch::Text(range) => {
                writer.begin_document();
                let start = range.start;
                let end = match index + 1 == count {
                    true => text.len(),
                    false => range.end,
                };
                markdown::each_event(&text[start..end], options, |event, range| {
                    writer.event(event, &(range.start + start..range.end + start));
                });
            }
            part => write_part(&mut writer, part, index, shape.prefix, diagnostics),
        }
    }
    let mut page = writer.finish();
    let open = match shape.ending {
        Ending::Growing => OpenDetails::RunToEnd,
        Ending::Final => OpenDetails::EndWithBlock,
    };
    let flows = sanitize(&mut page, open, labels);
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

/// A stretch that is no text, for itself. `index` is its place among the stretches.
pub(crate) fn part_html(
    stretch: &Stretch<'_>,
    index: usize,
    prefix: &str,
    options: &Options,
    labels: &Labels,
) -> String {
    let mut writer = Writer::new("", &[], options, labels);
    write_part(
        &mut writer,
        stretch,
        index,
        prefix,
        &mut Diagnostics::default(),
    );
    let mut page = writer.finish();
    page.flows.pop().unwrap_or_default().html
}

fn write_part(
    writer: &mut Writer<'_>,
    stretch: &Stretch<'_>,
    index: usize,
    prefix: &str,
    diagnostics: &mut Diagnostics,
) {
    match stretch {
        Stretch::Text(_) => {}
        Stretch::Shown(shown) => writer.shown(shown),
        Stretch::Thought(thought) => {
            let (options, labels) = writer.words();
            let prefix = format!("{prefix}-thought-{}", index + 1);
            let html = thought_html(thought, &prefix, options, labels, diagnostics);
            writer.thoughts(&html);
        }
    }
}

/// Settles the last stretch, if it is text; positions in what is left out move to its start.
fn settle(
    shape: &Shape<'_>,
    options: &Options,
    text: &mut Cow<'_, str>,
    positions: &mut Cow<'_, [usize]>,
) {
    let Some(Stretch::Text(last)) = shape.stretches.last() else {
        return;
    };
    // Half of a line end, maybe: the next character says.
    let end = last.end - usize::from(shape.text.ends_with('\r'));
    let tail = &text[last.start..end];
    let known = &Known::default();
    let settled = match markdown::settle(tail, options, &mut Beside { known, options }) {
        Some(settled) => settled,
        None if end < last.end => Settled {
            keep: tail.len(),
            suffix: String::new(),
        },
        None => return,
    };
    let end = last.start + settled.keep;
    *text = [&text[..end], &settled.suffix].concat().into();
    if positions.last().is_some_and(|position| *position > end) {
        let moved = positions.iter().map(|position| (*position).min(end));
        *positions = moved.collect();
    }
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
        ending: Ending::Final,
    };
    let stamped = body(shape, &mut Plan::default(), options, labels, diagnostics);
    stamped.body_html + &stamped.notes_html
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
        ending: Ending::of(options),
    };
    let stamped = body(shape, &mut plan, options, &labels, &mut diagnostics);
    Ok(stamped.body_html + &stamped.notes_html)
}
