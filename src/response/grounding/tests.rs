//! Chunks, supports, queries, suggestions as they are sent.

use super::*;
use crate::Diagnostic;
use crate::response::parse;

fn grounding(json: &str) -> (Grounding, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::default();
    let value = parse(json.as_bytes(), &mut diagnostics).unwrap();
    let mut grounding = Grounding::default();
    read_more(
        &Node::root(&value),
        &mut grounding,
        &mut Default::default(),
        &mut diagnostics,
    );
    (grounding, diagnostics.into_vec())
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<(&str, &str)> {
    diagnostics
        .iter()
        .map(|d| (d.code, d.path.as_str()))
        .collect()
}

fn only_chunk(json: &str) -> (Chunk, Vec<Diagnostic>) {
    let (mut grounding, diagnostics) = grounding(&format!(r#"{{"groundingChunks":[{json}]}}"#));
    assert_eq!(grounding.chunks.len(), 1);
    (grounding.chunks.remove(0), diagnostics)
}

#[test]
fn every_chunk_keeps_its_index() {
    let (grounding, diagnostics) = grounding(
        r#"{"grounding_chunks": [
            {}, {"web": {}}, 5, {"web": "x"}, {"web": null, "maps": null},
            {"web": null, "retrieved_context": {"title": "t"}}, {"route": {"uri": "u"}}
        ]}"#,
    );
    let kinds: Vec<_> = grounding.chunks.iter().map(|chunk| chunk.kind).collect();
    use ChunkKind::{Document, Unknown, Web};
    assert_eq!(
        kinds,
        [Unknown, Web, Unknown, Unknown, Unknown, Document, Unknown]
    );
    assert_eq!(
        codes(&diagnostics),
        [
            ("wrong-type", "groundingChunks[2]"),
            ("wrong-type", "groundingChunks[3].web"),
            ("unknown-chunk", "groundingChunks[6]"),
        ]
    );
}

#[test]
fn a_web_chunk_has_its_strings_and_no_empty_ones() {
    let (chunk, _) = only_chunk(r#"{"web": {"uri": "a b", "title": "", "domain": "d"}}"#);
    assert_eq!(chunk.uri.as_deref(), Some("a b"));
    assert_eq!(chunk.title, None);
    assert_eq!(chunk.domain.as_deref(), Some("d"));
}

#[test]
fn an_image_leads_to_its_page() {
    let (chunk, _) =
        only_chunk(r#"{"image": {"sourceUri": "page", "imageUri": "file", "uri": "no"}}"#);
    assert_eq!(
        (chunk.kind, chunk.uri.as_deref()),
        (ChunkKind::Image, Some("page"))
    );
}

#[test]
fn a_document_falls_back_to_its_rag_chunk() {
    let (chunk, _) = only_chunk(
        r#"{"retrievedContext": {"fileSearchStore": "s", "pageNumber": 9, "text": "",
            "ragChunk": {"text": "passage", "pageSpan": {"firstPage": 2, "lastPage": 3}}}}"#,
    );
    assert_eq!(chunk.kind, ChunkKind::Document);
    assert_eq!(chunk.text.as_deref(), Some("passage"));
    assert_eq!((chunk.document, chunk.store.as_deref()), (None, Some("s")));
    assert_eq!(chunk.pages, Some((2, 3)));

    let (chunk, _) = only_chunk(
        r#"{"retrieved_context": {"document_name": "d", "fileSearchStore": "s",
            "text": "own", "page_number": 9, "ragChunk": {"text": "other"}}}"#,
    );
    assert_eq!(chunk.text.as_deref(), Some("own"));
    assert_eq!(chunk.document.as_deref(), Some("d"));
    assert_eq!(chunk.pages, Some((9, 9)));

    let (chunk, _) =
        only_chunk(r#"{"retrievedContext": {"ragChunk": {"pageSpan": {"lastPage": 4}}}}"#);
    assert_eq!(chunk.pages, Some((4, 4)));

    let (chunk, _) =
        only_chunk(r#"{"retrievedContext": {"ragChunk": {"pageSpan": {"firstPage": 5}}}}"#);
    assert_eq!(chunk.pages, Some((5, 5)));
}

#[test]
fn an_unknown_chunk_keeps_what_it_carries() {
    let (chunk, diagnostics) =
        only_chunk(r#"{"secret": {"uri": "u", "title": "inner"}, "title": "outer", "n": 1}"#);
    assert_eq!(chunk.kind, ChunkKind::Unknown);
    assert_eq!(chunk.uri.as_deref(), Some("u"));
    assert_eq!(chunk.title.as_deref(), Some("outer"));
    assert_eq!(
        codes(&diagnostics),
        [("unknown-chunk", "groundingChunks[0]")]
    );
    let (chunk, _) = only_chunk(r#"{"a": {"uri": "u"}, "b": {"uri": "v"}}"#);
    assert_eq!(chunk.uri, None);
}

#[test]
fn supports_are_read_in_every_spelling() {
    let (grounding, diagnostics) = grounding(
        r#"{"groundingSupport": [
            {"segment": {"endIndex": 4, "text": "abcd"}, "groundingChunkIndices": [0, 2],
             "confidenceScores": [0.5, null]},
            {"segment_text": "old", "supportChunkIndices": [1], "confidenceScore": 0.25},
            {"segment": {"start_index": 2, "part_index": 1, "text": ""}, "segmentText": "new"},
            {"segment": {"text": "own"}, "segmentText": "other"},
            {},
            "x"
        ]}"#,
    );
    let segments: Vec<_> = grounding
        .supports
        .iter()
        .map(|support| {
            let segment = support.segment.as_ref()?;
            let text = segment.text.as_deref();
            Some((segment.part_index, segment.start, segment.end, text))
        })
        .collect();
    assert_eq!(
        segments,
        [
            Some((0, 0, 4, Some("abcd"))),
            Some((0, 0, 0, Some("old"))),
            Some((1, 2, 0, Some("new"))),
            Some((0, 0, 0, Some("own"))),
            None,
            None,
        ]
    );
    assert_eq!(grounding.supports[0].chunk_indices, [Some(0), Some(2)]);
    assert_eq!(grounding.supports[0].confidence, [Some(0.5), None]);
    assert_eq!(grounding.supports[1].chunk_indices, [Some(1)]);
    assert_eq!(grounding.supports[1].confidence, [Some(0.25)]);
    assert_eq!(
        codes(&diagnostics),
        [
            ("wrong-type", "groundingSupport[0].confidenceScores[1]"),
            ("wrong-type", "groundingSupport[5]"),
        ]
    );
}

#[test]
fn an_index_that_is_no_whole_number_is_left_to_a_later_stage() {
    let (grounding, diagnostics) = grounding(
        r#"{"groundingSupports": [{"groundingChunkIndices": [-1, 1.5, "0", null, 1e999, 1e300]}]}"#,
    );
    assert_eq!(
        grounding.supports[0].chunk_indices,
        [Some(-1), None, None, None, None, Some((1 << 53) - 1)]
    );
    assert!(diagnostics.is_empty());
}

#[test]
fn everything_else_is_read() {
    let (grounding, diagnostics) = grounding(
        r#"{"webSearchQueries": ["a", "", 1], "image_search_queries": ["b"],
            "retrievalQueries": null, "retrievalMetadata":
                {"googleSearchDynamicRetrievalScore": 0.75},
            "searchEntryPoint": {"renderedContent": "<div>", "sdkBlob": ""},
            "googleMapsWidgetContextToken": "t"}"#,
    );
    assert_eq!(grounding.web_queries, ["a"]);
    assert_eq!(grounding.image_queries, ["b"]);
    assert!(grounding.retrieval_queries.is_empty());
    assert_eq!(grounding.retrieval_score, Some(0.75));
    assert_eq!(grounding.rendered_content.as_deref(), Some("<div>"));
    assert_eq!(grounding.sdk_blob, None);
    assert_eq!(grounding.maps_widget_token.as_deref(), Some("t"));
    assert_eq!(codes(&diagnostics), [("wrong-type", "webSearchQueries[2]")]);
}
