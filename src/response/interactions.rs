//! The Interactions API: an answer in `steps[]`, in its first release in `outputs[]`.
//!
//! Sources are not listed once and referred to. They stand as annotations at the text, each with a
//! range in bytes of its own block of text.

use std::collections::HashMap;
use std::ops::Range;

use super::ai_sdk::{has_typed_items, type_of};
use super::annotation::{self, Cited};
use super::node::Node;
use super::tree::Value;
use super::turns::Turns;
use super::{
    Candidate, Chunk, ChunkKind, Grounding, PageRead, Part, Response, Segment, Support, origin,
    part, url_context,
};
use crate::diagnostic::{Code, Diagnostics};

const LISTS: [&str; 2] = ["steps", "outputs"];

/// Whether its steps are there and say what they are.
pub(super) fn has_steps(node: &Node<'_>) -> bool {
    LISTS.iter().any(|name| has_typed_items(node, name))
}

/// Whether this is an interaction.
pub(super) fn is_interaction(node: &Node<'_>) -> bool {
    let says = |name: &'static str| match node.field(name).map(|field| field.value()) {
        Some(Value::String(text)) => text.as_str(),
        _ => "",
    };
    has_steps(node)
        || says("object") == "interaction"
        || (LISTS.iter().any(|name| node.field(name).is_some()) && !says("status").is_empty())
}

pub(super) fn read(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Response {
    let mut reader = Reader::default();
    for name in LISTS {
        if let Some(list) = node.array(name, diagnostics) {
            for item in list.items() {
                reader.step(&item, diagnostics);
            }
            break;
        }
    }
    let mut answer = reader.finish();
    answer.finish_reason = finish_reason(node, diagnostics);
    Response {
        candidate_count: 1,
        candidate: Some(answer),
        response_id: node.non_empty("id", diagnostics),
        model_version: node.non_empty("model", diagnostics),
        ..Response::default()
    }
}

/// The status in the words of the other API.
pub(super) fn finish_reason(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<String> {
    let status = node.non_empty("status", diagnostics)?;
    match status.as_str() {
        // A call of a tool is where the model wanted to stop.
        "completed" | "requires_action" => Some("STOP".to_owned()),
        "incomplete" => Some("MAX_TOKENS".to_owned()),
        "in_progress" | "queued" | "requires_continuation" => None,
        _ => Some(status.to_ascii_uppercase()),
    }
}

/// Puts an answer together from steps.
#[derive(Debug, Default)]
pub(super) struct Reader {
    turns: Turns,
    /// What annotations and search steps say. Its offsets count from the whole text.
    grounding: Grounding,
    pages_read: Vec<PageRead>,
}

impl Reader {
    pub(super) fn finish(self) -> Candidate {
        let mut answer = self.turns.finish();
        answer.grounding = self.grounding;
        answer.pages_read = self.pages_read;
        answer
    }

    pub(super) fn part(&mut self, part: Part) {
        self.turns.part(part);
    }

    pub(super) fn begin_turn(&mut self) {
        self.turns.begin_turn();
    }

    pub(super) fn step(&mut self, item: &Node<'_>, diagnostics: &mut Diagnostics) {
        let Some(step) = item.as_object(diagnostics) else {
            return self.turns.part(Part::Hidden);
        };
        match type_of(&step) {
            Some("model_output") => {
                if let Some(content) = step.array("content", diagnostics) {
                    for block in content.items() {
                        self.block(&block, diagnostics);
                    }
                }
            }
            // Where the whole conversation comes back, the answer is to what was asked last.
            Some("user_input") => *self = Self::default(),
            Some("google_search_call") => {
                let lists = &mut self.grounding;
                let list = match step.string("searchType", diagnostics).as_deref() {
                    Some("image_search") => &mut lists.image_queries,
                    _ => &mut lists.web_queries,
                };
                queries(&step, list, diagnostics);
                self.turns.begin_turn();
            }
            Some("google_maps_call" | "retrieval_call" | "file_search_call") => {
                queries(&step, &mut self.grounding.retrieval_queries, diagnostics);
                self.turns.begin_turn();
            }
            Some("url_context_call" | "file_search_result" | "retrieval_result") => {
                self.turns.begin_turn();
            }
            Some("google_search_result") => {
                each_result(&step, diagnostics, |result, diagnostics| {
                    self.search_result(result, diagnostics);
                });
            }
            Some("google_maps_result") => {
                each_result(&step, diagnostics, |result, diagnostics| {
                    self.maps_result(result, diagnostics);
                });
            }
            Some("url_context_result") => {
                each_result(&step, diagnostics, |result, diagnostics| {
                    let page = url_context::of_interaction(result, diagnostics);
                    self.pages_read.extend(page);
                });
            }
            _ => self.block(&step, diagnostics),
        }
    }

    /// A block of a model's output; in `outputs[]` it stands where steps do.
    fn block(&mut self, item: &Node<'_>, diagnostics: &mut Diagnostics) {
        let Some(block) = item.as_object(diagnostics) else {
            return self.turns.part(Part::Hidden);
        };
        match type_of(&block) {
            Some("text") => {
                let text = block.string("text", diagnostics).unwrap_or_default();
                let mut cited = Vec::new();
                if let Some(list) = block.array("annotations", diagnostics) {
                    annotation::read(&list, &mut cited, diagnostics);
                }
                self.text(text, cited);
            }
            Some("thought") => {
                let thought = part::thought(&block, diagnostics);
                self.turns.part(Part::Thought(thought));
            }
            kind => {
                match kind.and_then(|kind| part::of_kind(kind, &block, diagnostics)) {
                    Some(shown) => self.turns.part(Part::Shown(shown)),
                    None => {
                        block.report(Code::PartNotShown, diagnostics);
                        self.turns.part(Part::Hidden);
                    }
                }
                if kind.is_some_and(|kind| kind.ends_with("_call")) {
                    self.turns.begin_turn();
                }
            }
        }
    }

    /// Adds a block of text; annotations of one range become one support of several sources.
    pub(super) fn text(&mut self, text: String, cited: Vec<Cited>) {
        let mut ranges = Vec::with_capacity(cited.len());
        let mut chunks = Vec::with_capacity(cited.len());
        for Cited { claim, chunk } in cited {
            // A range beyond its block would be another block's text.
            ranges.push(claim.filter(|range| text.get(range.clone()).is_some()));
            chunks.push(chunk);
        }
        let start = self.turns.text(text);
        self.cite(start, ranges, chunks);
    }

    /// Adds sources that stand at no text.
    pub(super) fn cited_nowhere(&mut self, cited: Vec<Cited>) {
        let ranges = cited.iter().map(|_| None).collect();
        let chunks = cited.into_iter().map(|cited| cited.chunk).collect();
        self.cite(0, ranges, chunks);
    }

    fn cite(&mut self, start: usize, ranges: Vec<Option<Range<usize>>>, chunks: Vec<Chunk>) {
        let mut support_of: HashMap<Range<usize>, usize> = HashMap::new();
        for (range, chunk) in ranges.into_iter().zip(chunks) {
            let Grounding {
                chunks, supports, ..
            } = &mut self.grounding;
            let index = i64::try_from(chunks.len()).ok();
            let origin = chunk.origin.clone();
            chunks.push(chunk);
            let at = match &range {
                Some(range) => *support_of.entry(range.clone()).or_insert(supports.len()),
                None => supports.len(),
            };
            if at == supports.len() {
                supports.push(Support {
                    segment: range.map(|range| segment(start, &range)),
                    origin,
                    ..Support::default()
                });
            }
            supports[at].chunk_indices.push(index);
        }
    }

    fn search_result(&mut self, result: &Node<'_>, diagnostics: &mut Diagnostics) {
        let content = result
            .non_empty("searchSuggestions", diagnostics)
            .or_else(|| result.non_empty("renderedContent", diagnostics));
        if content.is_some() {
            self.grounding.rendered_content = content;
        }
        // The first release listed what was found.
        if let Some(uri) = result.non_empty("url", diagnostics) {
            self.grounding.chunks.push(Chunk {
                kind: ChunkKind::Web,
                uri: Some(uri),
                title: result.non_empty("title", diagnostics),
                ..Chunk::default()
            });
        }
    }

    fn maps_result(&mut self, result: &Node<'_>, diagnostics: &mut Diagnostics) {
        let token = result.non_empty("widgetContextToken", diagnostics);
        if token.is_some() {
            self.grounding.maps_widget_token = token;
        }
        if let Some(places) = result.array("places", diagnostics) {
            let chunks = origin::each(&places, |place, origin| Chunk {
                origin,
                ..annotation::place(&place, diagnostics)
            });
            self.grounding.chunks.extend(chunks);
        }
    }
}

fn queries(step: &Node<'_>, list: &mut Vec<String>, diagnostics: &mut Diagnostics) {
    let Some(arguments) = step.object("arguments", diagnostics) else {
        return;
    };
    if let Some(given) = arguments.array("queries", diagnostics) {
        let given = given
            .items()
            .filter_map(|query| query.as_str(diagnostics).map(str::to_owned))
            .filter(|query| !query.is_empty());
        list.extend(given);
    }
}

/// What a tool gave: a list, or in the first release one object.
fn each_result(
    step: &Node<'_>,
    diagnostics: &mut Diagnostics,
    mut read: impl FnMut(&Node<'_>, &mut Diagnostics),
) {
    let Some(result) = step.field("result") else {
        return;
    };
    if matches!(result.value(), Value::Object(_)) {
        return read(&result, diagnostics);
    }
    if let Some(list) = result.as_array(diagnostics) {
        for item in list.items() {
            if let Some(item) = item.as_object(diagnostics) {
                read(&item, diagnostics);
            }
        }
    }
}

fn segment(block: usize, range: &Range<usize>) -> Segment {
    let from_text = |byte: usize| i64::try_from(block + byte).unwrap_or(i64::MAX);
    Segment {
        start: from_text(range.start),
        end: from_text(range.end),
        ..Segment::default()
    }
}
