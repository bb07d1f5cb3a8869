//! `groundingAttributions`: how chunks and supports were sent before they were two lists.

use super::node::Node;
use super::said::List;
use super::{Chunk, Grounding, Support, grounding, origin};
use crate::diagnostic::Diagnostics;

/// Reads a list whose entries are a chunk and the segment that it supports in one.
pub(super) fn read_more(
    list: &Node<'_>,
    into: &mut Grounding,
    said: &mut List,
    diagnostics: &mut Diagnostics,
) {
    origin::each_after(said.known(list), list, |item, origin| {
        let index = i64::try_from(into.chunks.len()).ok();
        // Not an object: the chunk says so.
        into.chunks.push(Chunk {
            origin: origin.clone(),
            ..grounding::chunk(item, diagnostics)
        });
        let segment = grounding::segment(&item, diagnostics);
        if segment.is_some() {
            into.supports.push(Support {
                segment,
                chunk_indices: vec![index],
                confidence: grounding::confidence(&item, diagnostics),
                origin,
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::{ChunkKind, parse};

    #[test]
    fn an_attribution_is_a_chunk_and_its_support() {
        let mut diagnostics = Diagnostics::default();
        let json = r#"{"groundingChunks": [{}], "grounding_attributions": [
            {"web": {"uri": "u", "title": "t"}, "segment": {"startIndex": 3, "endIndex": 5},
             "confidenceScore": 0.5},
            {"retrievedContext": {"uri": "v"}},
            7
        ]}"#;
        let value = parse(json.as_bytes(), &mut diagnostics).unwrap();
        let mut grounding = Grounding::default();
        grounding::read_more(
            &Node::root(&value),
            &mut grounding,
            &mut Default::default(),
            &mut diagnostics,
        );
        let kinds: Vec<_> = grounding.chunks.iter().map(|chunk| chunk.kind).collect();
        use ChunkKind::{Document, Unknown, Web};
        assert_eq!(kinds, [Unknown, Web, Document, Unknown]);
        assert_eq!(grounding.supports.len(), 1);
        let support = &grounding.supports[0];
        assert_eq!(support.chunk_indices, [Some(1)]);
        assert_eq!(support.confidence, [Some(0.5)]);
        let segment = support.segment.as_ref().unwrap();
        assert_eq!((segment.start, segment.end), (3, 5));
        let found: Vec<_> = diagnostics
            .into_vec()
            .into_iter()
            .map(|d| (d.code, d.path))
            .collect();
        assert_eq!(
            found,
            [("wrong-type", "groundingAttributions[2]".to_owned())]
        );
    }
}
