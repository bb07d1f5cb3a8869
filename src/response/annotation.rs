//! One annotation of the Interactions API: a source, and the bytes of a block of text it stands for.

use std::ops::Range;

use super::ai_sdk::type_of;
use super::node::Node;
use super::{Chunk, ChunkKind};
use crate::diagnostic::{Code, Diagnostics};

/// A source and what it is claimed for.
#[derive(Debug)]
pub(super) struct Cited {
    /// Bytes of the block; `None` where the range says nothing.
    pub(super) claim: Option<Range<usize>>,
    pub(super) chunk: Chunk,
}

/// Reads a list of annotations.
pub(super) fn read(list: &Node<'_>, into: &mut Vec<Cited>, diagnostics: &mut Diagnostics) {
    for item in list.items() {
        let Some(annotation) = item.as_object(diagnostics) else {
            continue;
        };
        let chunk = match type_of(&annotation) {
            Some("url_citation") => page(&annotation, diagnostics),
            Some("file_citation") => file(&annotation, diagnostics),
            Some("place_citation") => place(&annotation, diagnostics),
            // When a word was spoken is nothing to cite.
            Some("word_info" | "speech_annotation") => continue,
            None => untyped(&annotation, diagnostics),
            Some(_) => {
                annotation.report(Code::UnknownChunk, diagnostics);
                untyped(&annotation, diagnostics)
            }
        };
        into.push(Cited {
            claim: claim(&annotation, diagnostics),
            chunk: Chunk {
                path: Some(annotation.path()),
                ..chunk
            },
        });
    }
}

fn claim(annotation: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Range<usize>> {
    // A zero may be left out here too.
    let start = annotation.integer("startIndex", diagnostics).unwrap_or(0);
    let end = annotation.integer("endIndex", diagnostics).unwrap_or(0);
    let range = usize::try_from(start).ok()?..usize::try_from(end).ok()?;
    (range.start < range.end).then_some(range)
}

fn page(annotation: &Node<'_>, diagnostics: &mut Diagnostics) -> Chunk {
    Chunk {
        kind: ChunkKind::Web,
        uri: annotation.non_empty("url", diagnostics),
        title: annotation.non_empty("title", diagnostics),
        ..Chunk::default()
    }
}

fn file(annotation: &Node<'_>, diagnostics: &mut Diagnostics) -> Chunk {
    let page = annotation.integer("pageNumber", diagnostics);
    Chunk {
        kind: ChunkKind::Document,
        uri: annotation.non_empty("documentUri", diagnostics),
        title: annotation.non_empty("fileName", diagnostics),
        document: annotation.non_empty("source", diagnostics),
        pages: page.map(|page| (page, page)),
        ..Chunk::default()
    }
}

/// A place on Google Maps, cited or among the results.
pub(super) fn place(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Chunk {
    Chunk {
        kind: ChunkKind::Maps,
        uri: node.non_empty("url", diagnostics),
        title: node.non_empty("name", diagnostics),
        ..Chunk::default()
    }
}

/// The first release had one kind, whose `source` is an address or a name.
fn untyped(annotation: &Node<'_>, diagnostics: &mut Diagnostics) -> Chunk {
    let url = annotation.non_empty("url", diagnostics);
    let title = annotation
        .non_empty("title", diagnostics)
        .or_else(|| annotation.non_empty("name", diagnostics));
    let source = annotation.non_empty("source", diagnostics);
    let (uri, title) = match source {
        Some(source) if url.is_none() && source.contains("://") => (Some(source), title),
        source => (url, title.or(source)),
    };
    Chunk {
        kind: match uri {
            Some(_) => ChunkKind::Web,
            None => ChunkKind::Document,
        },
        uri,
        title,
        ..Chunk::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::parse;

    fn cited(json: &str) -> (Vec<Cited>, Vec<(&'static str, String)>) {
        let mut diagnostics = Diagnostics::default();
        let value = parse(json.as_bytes(), &mut diagnostics).unwrap();
        let mut cited = Vec::new();
        read(&Node::root(&value), &mut cited, &mut diagnostics);
        let found = diagnostics.into_vec();
        (cited, found.into_iter().map(|d| (d.code, d.path)).collect())
    }

    #[test]
    fn each_kind_has_its_own_names() {
        let (cited, diagnostics) = cited(
            r#"[
                {"type": "url_citation", "url": "u", "title": "t", "start_index": 2, "end_index": 4},
                {"type": "file_citation", "document_uri": "d", "file_name": "f", "page_number": 3},
                {"type": "place_citation", "url": "m", "name": "n"},
                {"type": "word_info", "start_index": 1, "end_index": 2},
                {"source": "https://a.example", "end_index": 4},
                {"source": "A book"},
                {"type": "sky_citation", "url": "s", "name": "z"},
                5
            ]"#,
        );
        use ChunkKind::{Document, Maps, Web};
        let found: Vec<_> = cited
            .iter()
            .map(|Cited { chunk, claim }| {
                let (uri, title) = (chunk.uri.as_deref(), chunk.title.as_deref());
                (chunk.kind, uri, title, claim.clone())
            })
            .collect();
        assert_eq!(
            found,
            [
                (Web, Some("u"), Some("t"), Some(2..4)),
                (Document, Some("d"), Some("f"), None),
                (Maps, Some("m"), Some("n"), None),
                (Web, Some("https://a.example"), None, Some(0..4)),
                (Document, None, Some("A book"), None),
                (Web, Some("s"), Some("z"), None),
            ]
        );
        assert_eq!(cited[1].chunk.pages, Some((3, 3)));
        assert_eq!(
            diagnostics,
            [
                ("unknown-chunk", "[6]".to_owned()),
                ("wrong-type", "[7]".to_owned()),
            ]
        );
    }

    #[test]
    fn a_range_that_is_none_claims_nothing() {
        for range in [
            r#""start_index": 4, "end_index": 4"#,
            r#""start_index": 5, "end_index": 4"#,
            r#""start_index": -1, "end_index": 4"#,
            r#""start_index": null"#,
        ] {
            let (cited, _) = cited(&format!(r#"[{{"type": "url_citation", {range}}}]"#));
            assert_eq!(cited[0].claim, None, "{range}");
        }
    }
}
