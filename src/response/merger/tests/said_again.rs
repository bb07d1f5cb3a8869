//! Metadata that frames say again, and what its numbers count.

use super::tree;
use crate::Diagnostic;
use crate::diagnostic::Diagnostics;
use crate::response::{Candidate, read};

fn merged(frames: &[&str]) -> (Candidate, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::default();
    let array = tree(&format!("[{}]", frames.join(",")));
    let response = read(&array, 0, &mut diagnostics).unwrap();
    (response.candidate.unwrap(), diagnostics.into_vec())
}

#[test]
fn what_is_odd_in_a_list_said_again_is_reported_once_where_it_stood_first() {
    let frame = |more: &str| {
        format!(
            r#"{{"candidates": [{{"groundingMetadata": {{
            "webSearchQueries": ["q", 5{more}],
            "groundingChunks": [{{"sky": {{"uri": "u"}}}}, {{"web": {{"uri": "v"}}}}{more}],
            "groundingSupports": [{{"segment": "x", "groundingChunkIndices": [1]}}{more}],
            "sourceFlaggingUris": [{{"sourceId": "s", "flagContentUri": 7}}{more}]}},
            "citationMetadata": {{"citations": [{{"uri": "u", "endIndex": "9"}}{more}]}},
            "urlContextMetadata": {{"urlMetadata": [{{"retrievedUrl": 1, "urlRetrievalStatus": "A"}}{more}]}}
            }}]}}"#
        )
    };
    let (candidate, found) = merged(&[&frame(""), &frame(""), &frame(", 7")]);
    let grounding = &candidate.grounding;
    assert_eq!(grounding.web_queries, ["q"]);
    assert_eq!(grounding.chunks.len(), 3);
    assert_eq!(grounding.supports.len(), 2);
    assert_eq!(grounding.flags.len(), 2);
    assert_eq!(candidate.recitations.len(), 1);
    assert_eq!(candidate.pages_read.len(), 1);
    let of_first = found.iter().filter(|found| found.path.starts_with("[0]"));
    let of_last = found.iter().filter(|found| found.path.starts_with("[2]"));
    assert_eq!((of_first.count(), of_last.count()), (6, 6), "{found:?}");
    assert_eq!(found.len(), 12);
    let path = grounding.supports[0].origin.path();
    assert_eq!(
        path,
        "[0].candidates[0].groundingMetadata.groundingSupports[0]"
    );
}

#[test]
fn chunks_of_old_attributions_count_over_all_frames() {
    let frame = |uri: &str| {
        format!(
            r#"{{"groundingMetadata": {{"groundingAttributions": [
            {{"web": {{"uri": "{uri}"}}, "segment": {{"endIndex": 1}}}}]}}}}"#
        )
    };
    let (candidate, _) = merged(&[&frame("u"), &frame("v"), &frame("v")]);
    let supports = candidate.grounding.supports.iter();
    let indices: Vec<_> = supports.map(|s| s.chunk_indices.clone()).collect();
    assert_eq!(indices, [[Some(0)], [Some(1)]]);
}

#[test]
fn numbers_of_a_list_in_another_order_are_its_own() {
    let frame = |uris: [&str; 2], index: usize| {
        format!(
            r#"{{"groundingMetadata": {{"groundingChunks": [
            {{"web": {{"uri": "{}"}}}}, {{"web": {{"uri": "{}"}}}}],
            "groundingSupports": [{{"segment": {{"endIndex": 1}}, "groundingChunkIndices": [{index}]}}]}}}}"#,
            uris[0], uris[1]
        )
    };
    let (candidate, _) = merged(&[&frame(["u", "v"], 0), &frame(["v", "u"], 0)]);
    let grounding = &candidate.grounding;
    let uri_of = |support: usize| {
        let index = grounding.supports[support].chunk_indices[0].unwrap();
        grounding.chunks[index as usize].uri.as_deref()
    };
    assert_eq!((uri_of(0), uri_of(1)), (Some("u"), Some("v")));
}

#[test]
fn what_was_replaced_was_not_said() {
    let frame = r#"{"groundingMetadata": {"groundingChunks": [{"web": {"uri": "u"}}]}}"#;
    let message = r#"{"role": "assistant", "parts": [{"type": "text", "text": "a"}]}"#;
    let (candidate, _) = merged(&[frame, message, frame, frame]);
    assert_eq!(candidate.grounding.chunks.len(), 1);
}
