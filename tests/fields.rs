//! Every field that a response is known to have, and the fixture that shows what becomes of it.
//! A field counts where the answer without it is another one; a field without use is listed with
//! the reason.
//!
//! A field stands behind the name of what holds it; lists between the two do not count. What only
//! some envelopes have is tested where they are read.

use std::fs;
use std::path::Path;

use groundmark::{Options, render};
use serde_json::Value;

/// The field, and the fixture whose answer is another one without it.
#[rustfmt::skip]
const USED: [(&str, &str); 99] = [
    ("candidates", "english-prose"),
    ("candidates.content", "english-prose"),
    ("candidates.finishReason", "cut-off"),
    ("candidates.groundingMetadata", "english-prose"),
    ("candidates.citationMetadata", "recitation"),
    ("candidates.urlContextMetadata", "url-context"),
    ("content.parts", "english-prose"),
    ("parts.text", "english-prose"),
    ("parts.thought", "thoughts-before-text"),
    ("promptFeedback", "blocked-prompt"),
    ("promptFeedback.blockReason", "blocked-prompt"),
    ("responseId", "english-prose"),
    ("modelVersion", "english-prose"),
    ("groundingMetadata.groundingChunks", "english-prose"),
    ("groundingMetadata.groundingSupports", "english-prose"),
    ("groundingMetadata.groundingSupport", "old-spellings"),
    ("groundingMetadata.webSearchQueries", "recitation-with-search"),
    ("groundingMetadata.imageSearchQueries", "images"),
    ("groundingMetadata.retrievalQueries", "documents-passages"),
    ("groundingMetadata.searchEntryPoint", "suggestions"),
    ("groundingMetadata.retrievalMetadata", "confidence"),
    ("groundingMetadata.sourceFlaggingUris", "maps-reviews"),
    ("groundingMetadata.googleMapsWidgetContextToken", "maps-reviews"),
    ("searchEntryPoint.renderedContent", "suggestions"),
    ("searchEntryPoint.sdkBlob", "suggestions"),
    ("retrievalMetadata.googleSearchDynamicRetrievalScore", "confidence"),
    ("groundingSupports.segment", "english-prose"),
    ("groundingSupports.groundingChunkIndices", "english-prose"),
    ("groundingSupports.confidenceScores", "confidence"),
    ("groundingSupport.segmentText", "old-spellings"),
    ("groundingSupport.supportChunkIndices", "old-spellings"),
    ("groundingSupport.confidenceScore", "old-spellings"),
    ("segment.startIndex", "english-prose"),
    ("segment.endIndex", "english-prose"),
    ("segment.text", "korean-character-offsets"),
    ("segment.partIndex", "part-offsets"),
    ("groundingChunks.web", "english-prose"),
    ("web.uri", "maps-reviews"),
    ("web.title", "maps-reviews"),
    ("web.domain", "maps-reviews"),
    ("groundingChunks.retrievedContext", "documents-passages"),
    ("retrievedContext.uri", "documents-passages"),
    ("retrievedContext.title", "documents-passages"),
    ("retrievedContext.text", "documents-passages"),
    ("retrievedContext.documentName", "documents-passages"),
    ("retrievedContext.ragChunk", "documents-passages"),
    ("ragChunk.text", "documents-passages"),
    ("ragChunk.pageSpan", "documents-passages"),
    ("pageSpan.firstPage", "documents-passages"),
    ("pageSpan.lastPage", "documents-passages"),
    ("retrievedContext.customMetadata", "documents-passages"),
    ("customMetadata.key", "documents-passages"),
    ("customMetadata.stringValue", "documents-passages"),
    ("customMetadata.numericValue", "documents-passages"),
    ("customMetadata.stringListValue", "documents-passages"),
    ("retrievedContext.fileSearchStore", "documents-passages"),
    ("retrievedContext.pageNumber", "documents-passages"),
    ("retrievedContext.mediaId", "documents-passages"),
    ("groundingChunks.maps", "maps-reviews"),
    ("maps.uri", "maps-reviews"),
    ("maps.title", "maps-reviews"),
    ("maps.text", "maps-reviews"),
    ("maps.placeId", "maps-reviews"),
    ("maps.placeAnswerSources", "maps-reviews"),
    ("placeAnswerSources.reviewSnippets", "maps-reviews"),
    ("placeAnswerSources.reviewSnippet", "maps-reviews"),
    ("placeAnswerSources.flagContentUri", "maps-reviews"),
    ("reviewSnippets.reviewId", "maps-reviews"),
    ("reviewSnippets.googleMapsUri", "maps-reviews"),
    ("reviewSnippets.title", "maps-reviews"),
    ("reviewSnippet.review", "maps-reviews"),
    ("reviewSnippet.authorAttribution", "maps-reviews"),
    ("reviewSnippet.relativePublishTimeDescription", "maps-reviews"),
    ("reviewSnippet.flagContentUri", "maps-reviews"),
    ("authorAttribution.displayName", "maps-reviews"),
    ("authorAttribution.uri", "maps-reviews"),
    ("authorAttribution.photoUri", "maps-reviews"),
    ("maps.route", "maps-reviews"),
    ("sourceFlaggingUris.sourceId", "maps-reviews"),
    ("sourceFlaggingUris.flagContentUri", "maps-reviews"),
    ("groundingChunks.image", "images"),
    ("image.sourceUri", "images"),
    ("image.imageUri", "images"),
    ("image.title", "images"),
    ("image.domain", "images"),
    ("urlContextMetadata.urlMetadata", "url-context"),
    ("urlMetadata.retrievedUrl", "url-context"),
    ("urlMetadata.urlRetrievalStatus", "url-context"),
    ("citationMetadata.citationSources", "recitation"),
    ("citationSources.startIndex", "recitation"),
    ("citationSources.endIndex", "recitation"),
    ("citationSources.uri", "recitation"),
    ("citationSources.license", "recitation"),
    ("citationMetadata.citations", "recitation-with-search"),
    ("citations.title", "recitation-with-search"),
    ("citations.publicationDate", "recitation-with-search"),
    ("publicationDate.year", "recitation-with-search"),
    ("publicationDate.month", "recitation-with-search"),
    ("publicationDate.day", "recitation-with-search"),
];

/// The field, a fixture that has it, and why it changes nothing.
#[rustfmt::skip]
const IGNORED: [(&str, &str, &str); 7] = [
    ("usageMetadata", "documents", "what a call cost is no part of its answer"),
    ("candidates.safetyRatings", "blocked-answer", "why an answer is blocked its finish reason says"),
    ("candidates.finishMessage", "snake-case", "English prose for the developer, about the finish reason"),
    ("promptFeedback.safetyRatings", "blocked-prompt", "why a prompt is blocked its block reason says"),
    ("promptFeedback.blockReasonMessage", "blocked-prompt", "English prose for the developer, about the block reason"),
    ("parts.thoughtSignature", "thoughts-before-text", "encrypted, for the model alone"),
    ("groundingSupports.renderedParts", "confidence", "indices of parts in an interface of Google's own"),
];

fn response(fixture: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(fixture)
        .join("response.json");
    let json = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&json).expect("a fixture is JSON")
}

/// Everything but what repeats the input: diagnostics count, because they are an answer too.
fn answer(response: &Value) -> Value {
    let mut options = Options::default();
    options.confidence = true;
    let answer = render(response.to_string(), &options).expect("a fixture renders");
    serde_json::to_value(answer).expect("an answer is plain")
}

/// A name without what its spellings differ in.
fn plain(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// Takes a field out of all that has it, and counts.
fn remove(value: &mut Value, holder: &str, wanted: &(String, String)) -> usize {
    match value {
        Value::Object(fields) => {
            let before = fields.len();
            if holder == wanted.0 {
                fields.retain(|name, _| plain(name) != wanted.1);
            }
            let inside = fields
                .iter_mut()
                .map(|(name, value)| remove(value, &plain(name), wanted))
                .sum::<usize>();
            before - fields.len() + inside
        }
        Value::Array(items) => items
            .iter_mut()
            .map(|item| remove(item, holder, wanted))
            .sum(),
        _ => 0,
    }
}

/// The response without a field, which it must have.
fn without(field: &str, fixture: &str) -> (Value, Value) {
    let whole = response(fixture);
    let (holder, name) = field.rsplit_once('.').unwrap_or(("", field));
    let mut rest = whole.clone();
    let count = remove(&mut rest, "", &(plain(holder), plain(name)));
    assert!(count > 0, "{fixture} has no {field}");
    (whole, rest)
}

#[test]
fn every_field_in_use_changes_the_answer() {
    let mut unused = Vec::new();
    for (field, fixture) in USED {
        let (whole, rest) = without(field, fixture);
        if answer(&whole) == answer(&rest) {
            unused.push(format!("{field} in {fixture}"));
        }
    }
    assert!(unused.is_empty(), "without use: {}", unused.join(", "));
}

#[test]
fn every_ignored_field_changes_nothing() {
    for (field, fixture, reason) in IGNORED {
        let (whole, rest) = without(field, fixture);
        assert_eq!(
            answer(&whole),
            answer(&rest),
            "{field} in {fixture}: {reason}"
        );
    }
}
