//! `retrievedContext`: a document of the caller's own, the passage found in it, its metadata.

use super::node::Node;
use super::{Chunk, ChunkKind, grounding};
use crate::details::{Details, Document, Metadata, MetadataValue};
use crate::diagnostic::Diagnostics;

pub(super) fn chunk(body: &Node<'_>, diagnostics: &mut Diagnostics) -> Chunk {
    let mut chunk = grounding::page(ChunkKind::Document, body, diagnostics);
    chunk.document = body.non_empty("documentName", diagnostics);
    chunk.store = body.non_empty("fileSearchStore", diagnostics);
    let passage = body.object("ragChunk", diagnostics);
    if chunk.text.is_none() {
        chunk.text = passage.and_then(|passage| passage.non_empty("text", diagnostics));
    }
    chunk.pages = passage
        .and_then(|passage| page_span(&passage, diagnostics))
        .or_else(|| {
            let page = body.integer("pageNumber", diagnostics)?;
            Some((page, page))
        });
    chunk.details = Some(Details::Document(Document {
        document_name: chunk.document.clone(),
        file_search_store: chunk.store.clone(),
        media_id: body.non_empty("mediaId", diagnostics),
        metadata: metadata(body, diagnostics),
    }));
    chunk
}

fn page_span(passage: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<(i64, i64)> {
    let span = passage.object("pageSpan", diagnostics)?;
    let first = span.integer("firstPage", diagnostics);
    let last = span.integer("lastPage", diagnostics);
    Some((first.or(last)?, last.or(first)?))
}

fn metadata(body: &Node<'_>, diagnostics: &mut Diagnostics) -> Vec<Metadata> {
    let Some(list) = body.array("customMetadata", diagnostics) else {
        return Vec::new();
    };
    list.items()
        .filter_map(|item| {
            let node = item.as_object(diagnostics)?;
            Some(Metadata {
                key: node.non_empty("key", diagnostics)?,
                value: value(&node, diagnostics)?,
            })
        })
        .collect()
}

fn value(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<MetadataValue> {
    if let Some(text) = node.string("stringValue", diagnostics) {
        return Some(MetadataValue::Text(text));
    }
    if let Some(number) = node.number("numericValue", diagnostics) {
        return Some(MetadataValue::Number(number));
    }
    let list = node.object("stringListValue", diagnostics)?;
    let values = list.array("values", diagnostics);
    Some(MetadataValue::Texts(
        values
            .iter()
            .flat_map(|values| values.items())
            .filter_map(|item| item.as_str(diagnostics).map(str::to_owned))
            .collect(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::parse;

    fn read(json: &str) -> (Chunk, Vec<String>) {
        let mut diagnostics = Diagnostics::default();
        let value = parse(json.as_bytes(), &mut diagnostics).unwrap();
        let chunk = chunk(&Node::root(&value), &mut diagnostics);
        let found = diagnostics.into_vec();
        (chunk, found.into_iter().map(|d| d.path).collect())
    }

    #[test]
    fn custom_metadata_is_read_in_its_three_types() {
        let (chunk, diagnostics) = read(
            r#"{"documentName": "d", "fileSearchStore": "s", "mediaId": "m", "customMetadata": [
                {"key": "a", "stringValue": ""},
                {"key": "b", "numeric_value": 2.5},
                {"key": "c", "stringListValue": {"values": ["x", 1, "y"]}},
                {"key": "d"}, {"stringValue": "no key"}, 7
            ]}"#,
        );
        let Some(Details::Document(document)) = chunk.details else {
            panic!("{:?}", chunk.details);
        };
        assert_eq!(document.document_name.as_deref(), Some("d"));
        assert_eq!(document.file_search_store.as_deref(), Some("s"));
        assert_eq!(document.media_id.as_deref(), Some("m"));
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let expected = [
            ("a", MetadataValue::Text(String::new())),
            ("b", MetadataValue::Number(2.5)),
            ("c", MetadataValue::Texts(texts(&["x", "y"]))),
        ];
        let found: Vec<_> = document
            .metadata
            .into_iter()
            .map(|m| (m.key, m.value))
            .collect();
        assert_eq!(
            found,
            expected
                .map(|(key, value)| (key.to_owned(), value))
                .to_vec()
        );
        assert_eq!(
            diagnostics,
            [
                "customMetadata[2].stringListValue.values[1]",
                "customMetadata[5]"
            ]
        );
    }
}
