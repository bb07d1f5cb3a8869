//! `groundingMetadata`: chunks, supports, queries, suggestions.

use super::attributions;
use super::frames::last_given;
use super::node::Node;
use super::said::{List, SaidOfGrounding};
use super::tree::Value;
use super::{Chunk, ChunkKind, Grounding, Segment, Support};
use super::{document, maps, origin};
use crate::details::{Details, Image};
use crate::diagnostic::{Code, Diagnostics};

/// Adds what the metadata of a frame says to what was said before. Chunks and supports keep their
/// index, however broken they are.
pub(super) fn read_more(
    node: &Node<'_>,
    into: &mut Grounding,
    said: &mut SaidOfGrounding,
    diagnostics: &mut Diagnostics,
) {
    for (name, queries, said) in [
        (
            "webSearchQueries",
            &mut into.web_queries,
            &mut said.web_queries,
        ),
        (
            "imageSearchQueries",
            &mut into.image_queries,
            &mut said.image_queries,
        ),
        (
            "retrievalQueries",
            &mut into.retrieval_queries,
            &mut said.retrieval_queries,
        ),
    ] {
        if let Some(list) = node.array(name, diagnostics) {
            self::queries(&list, queries, said, diagnostics);
        }
    }
    let token = node.non_empty("googleMapsWidgetContextToken", diagnostics);
    last_given(&mut into.maps_widget_token, token);
    let flags = maps::flags(node, &mut said.flags, diagnostics);
    into.flags.extend(flags);
    chunks_and_supports(node, into, said, diagnostics);
    if let Some(list) = node.array("groundingAttributions", diagnostics) {
        attributions::read_more(&list, into, &mut said.attributions, diagnostics);
    }
    if let Some(entry) = node.object("searchEntryPoint", diagnostics) {
        let content = entry.non_empty("renderedContent", diagnostics);
        last_given(&mut into.rendered_content, content);
        last_given(&mut into.sdk_blob, entry.non_empty("sdkBlob", diagnostics));
    }
    if let Some(retrieval) = node.object("retrievalMetadata", diagnostics) {
        let score = retrieval.number("googleSearchDynamicRetrievalScore", diagnostics);
        last_given(&mut into.retrieval_score, score);
    }
}

fn chunks_and_supports(
    node: &Node<'_>,
    into: &mut Grounding,
    said: &mut SaidOfGrounding,
    diagnostics: &mut Diagnostics,
) {
    let supports = node
        .field("groundingSupports")
        .or_else(|| node.field("groundingSupport"));
    let mut base = 0;
    if let Some(list) = node.array("groundingChunks", diagnostics) {
        let largest = supports.as_ref().and_then(largest_index);
        let place = said.chunks.place(&list, largest, into.chunks.len());
        base = place.base;
        let more = origin::each_after(place.known, &list, |item, origin| Chunk {
            origin,
            ..chunk(item, diagnostics)
        });
        into.chunks.extend(more);
    }
    if let Some(list) = supports.and_then(|field| field.as_array(diagnostics)) {
        let more = origin::each_after(
            said.supports.known_with(&list, base),
            &list,
            |item, origin| {
                let mut support = support(item, diagnostics);
                support.origin = origin;
                support.count_from(base);
                support
            },
        );
        into.supports.extend(more);
    }
}

/// The largest number of a chunk that supports name.
fn largest_index(supports: &Node<'_>) -> Option<usize> {
    supports
        .items()
        .filter_map(|support| {
            let list = indices(&support)?;
            list.items().filter_map(|item| item.whole()).max()
        })
        .max()
        .and_then(|largest| usize::try_from(largest).ok())
}

fn indices<'s>(support: &'s Node<'_>) -> Option<Node<'s>> {
    support
        .field("groundingChunkIndices")
        .or_else(|| support.field("supportChunkIndices"))
}

fn queries(
    list: &Node<'_>,
    into: &mut Vec<String>,
    said: &mut List,
    diagnostics: &mut Diagnostics,
) {
    let queries = list
        .items()
        .skip(said.known(list))
        .filter_map(|item| item.as_str(diagnostics))
        .filter(|query| !query.is_empty())
        .map(str::to_owned);
    into.extend(queries);
}

const KINDS: [(&str, ChunkKind); 4] = [
    ("web", ChunkKind::Web),
    ("retrievedContext", ChunkKind::Document),
    ("maps", ChunkKind::Maps),
    ("image", ChunkKind::Image),
];

pub(super) fn chunk(item: Node<'_>, diagnostics: &mut Diagnostics) -> Chunk {
    let Some(node) = item.as_object(diagnostics) else {
        return Chunk::default();
    };
    let mut kind_given = None;
    for (name, kind) in KINDS {
        let Some(field) = node.field(name) else {
            continue;
        };
        kind_given = Some(kind);
        if let Some(body) = field.as_object(diagnostics) {
            return match kind {
                ChunkKind::Image => image(&body, diagnostics),
                ChunkKind::Document => document::chunk(&body, diagnostics),
                ChunkKind::Maps => Chunk {
                    details: Some(Details::Maps(maps::place(&body, diagnostics))),
                    ..page(kind, &body, diagnostics)
                },
                ChunkKind::Web | ChunkKind::Unknown => page(kind, &body, diagnostics),
            };
        }
    }
    // A known kind with a body of the wrong type is reported as that already.
    if kind_given.is_some() || node.is_blank() {
        return Chunk::default();
    }
    node.report(Code::UnknownChunk, diagnostics);
    unknown(&node, diagnostics)
}

/// A body with the names that most kinds share.
pub(super) fn page(kind: ChunkKind, body: &Node<'_>, diagnostics: &mut Diagnostics) -> Chunk {
    Chunk {
        kind,
        uri: body.non_empty("uri", diagnostics),
        title: body.non_empty("title", diagnostics),
        domain: body.non_empty("domain", diagnostics),
        text: body.non_empty("text", diagnostics),
        ..Chunk::default()
    }
}

fn image(body: &Node<'_>, diagnostics: &mut Diagnostics) -> Chunk {
    Chunk {
        kind: ChunkKind::Image,
        // The page, never `imageUri`: an image result must lead to the page that holds it.
        uri: body.non_empty("sourceUri", diagnostics),
        title: body.non_empty("title", diagnostics),
        domain: body.non_empty("domain", diagnostics),
        details: Some(Details::Image(Image {
            image_url: body.non_empty("imageUri", diagnostics),
        })),
        ..Chunk::default()
    }
}

/// Google adds kinds; what they share with the known ones is enough for an entry in the list.
fn unknown(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Chunk {
    let inner = node.only_object_member();
    let mut find = |name| {
        node.non_empty(name, diagnostics)
            .or_else(|| inner.as_ref()?.non_empty(name, diagnostics))
    };
    Chunk {
        uri: find("uri"),
        title: find("title"),
        domain: find("domain"),
        ..Chunk::default()
    }
}

fn support(item: Node<'_>, diagnostics: &mut Diagnostics) -> Support {
    let Some(node) = item.as_object(diagnostics) else {
        return Support::default();
    };
    let indices = indices(&node).and_then(|field| field.as_array(diagnostics));
    Support {
        segment: segment(&node, diagnostics),
        // An entry that is no index is reported with those out of range, where all are checked.
        chunk_indices: indices
            .iter()
            .flat_map(|list| list.items().map(|item| item.whole()))
            .collect(),
        confidence: confidence(&node, diagnostics),
        ..Support::default()
    }
}

pub(super) fn segment(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Segment> {
    let mut segment = node.object("segment", diagnostics).map(|given| Segment {
        // proto3 does not write a zero: absent is 0.
        part_index: given.integer("partIndex", diagnostics).unwrap_or(0),
        start: given.integer("startIndex", diagnostics).unwrap_or(0),
        end: given.integer("endIndex", diagnostics).unwrap_or(0),
        text: given.non_empty("text", diagnostics),
    });
    if segment.as_ref().is_none_or(|given| given.text.is_none())
        && let Some(text) = node.non_empty("segmentText", diagnostics)
    {
        segment.get_or_insert_default().text = Some(text);
    }
    segment
}

pub(super) fn confidence(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Vec<Option<f64>> {
    let given = node
        .field("confidenceScores")
        .or_else(|| node.field("confidenceScore"));
    let Some(field) = given else {
        return Vec::new();
    };
    // The singular is a bare number in old responses.
    if let Value::Number(score) = *field.value() {
        return vec![Some(score)];
    }
    let list = field.as_array(diagnostics);
    list.iter()
        .flat_map(|list| list.items())
        .map(|item| item.as_number(diagnostics))
        .collect()
}

#[cfg(test)]
mod tests;
