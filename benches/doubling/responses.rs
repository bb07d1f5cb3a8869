//! Hostile responses: what surrounds the text, and the metadata, which nobody checked either.

use serde_json::{Value, json};

/// A response as JSON.
pub(crate) struct Hostile {
    pub(crate) json: String,
    /// Bytes of its chunks, for which the list of sources may grow.
    pub(crate) source_bytes: usize,
}

impl Hostile {
    /// A text without citations.
    pub(crate) fn text(text: &str) -> Self {
        Self::grounded(text, &[], Vec::new())
    }

    /// The same text with a citation at every 128 bytes.
    pub(crate) fn cited(text: &str) -> Self {
        let ends = (1..=text.len() / 128).map(|step| floor(text, step * 128));
        let supports = ends.map(|end| support(end.saturating_sub(4)..end, 0));
        Self::grounded(text, &[chunk(0)], supports.collect())
    }

    fn grounded(text: &str, chunks: &[Value], supports: Vec<Value>) -> Self {
        let response = json!({ "candidates": [{
            "content": { "parts": [{ "text": text }] },
            "groundingMetadata": { "groundingChunks": chunks, "groundingSupports": supports },
        }] });
        let source_bytes = chunks.iter().map(|chunk| chunk.to_string().len()).sum();
        Self {
            json: response.to_string(),
            source_bytes,
        }
    }

    fn json(json: String) -> Self {
        Self {
            json,
            source_bytes: 0,
        }
    }
}

/// `size` is that of a text; 64 KB stand for 10 000 supports or chunks.
type Build = fn(usize) -> Hostile;

pub(crate) const RESPONSES: &[(&str, Build)] = &[
    ("supports: every byte of one word", |size| {
        let supports = (1..size).map(|end| support(end - 1..end, 0));
        Hostile::grounded(&"a".repeat(size), &[chunk(0)], supports.collect())
    }),
    ("supports: everywhere in spaces", |size| {
        dense("a ", " ", size)
    }),
    ("supports: everywhere in brackets", |size| {
        dense("a", "]", size)
    }),
    ("supports: everywhere in entities", |size| {
        dense("a", "&amp;", size)
    }),
    ("supports: everywhere in bold", |size| {
        dense("", "**a**", size)
    }),
    ("supports: everywhere in code", |size| {
        dense("", "`a`", size)
    }),
    ("supports: everywhere in links", |size| {
        dense("", "[a](http://a.b)", size)
    }),
    ("supports: everywhere in raw bold", |size| {
        dense("", "<b>a</b>", size)
    }),
    ("supports: everywhere in raw paragraphs", |size| {
        dense("<div>", "<p>a", size)
    }),
    ("supports: everywhere in items", |size| {
        dense("", "- a\n", size)
    }),
    ("supports: everywhere in cells", |size| {
        dense("|a|\n|-|\n", "|b|\n", size)
    }),
    ("supports: everywhere in hidden characters", |size| {
        dense("a", "\u{202e}", size)
    }),
    ("supports: everywhere in quotes", |size| {
        dense("a", "\"", size)
    }),
    ("supports: everywhere in references", |size| {
        dense("[^a]: b\n\n", "[^a]", size)
    }),
    ("supports: every character of Chinese", |size| {
        let supports = (1..size / 3).map(|end| support(end * 3 - 3..end * 3, 0));
        Hostile::grounded(&"漢".repeat(size / 3), &[chunk(0)], supports.collect())
    }),
    ("supports: every character of an emoji run", |size| {
        let text = "👩\u{200d}".repeat(size / 7);
        let supports = (1..size / 7).map(|end| support(end * 7 - 7..end * 7, 0));
        Hostile::grounded(&text, &[chunk(0)], supports.collect())
    }),
    ("supports: every word", |size| {
        let supports = (1..size / 3).map(|end| support(end * 3 - 3..end * 3 - 1, 0));
        Hostile::grounded(&"ab ".repeat(size / 3), &[chunk(0)], supports.collect())
    }),
    ("supports: every word, distinct sources", |size| {
        let chunks: Vec<Value> = (0..size / 3).map(chunk).collect();
        let supports = (1..size / 3).map(|end| support(end * 3 - 3..end * 3 - 1, end));
        Hostile::grounded(&"ab ".repeat(size / 3), &chunks, supports.collect())
    }),
    ("supports: all over the whole text", |size| {
        let supports = (0..tens(size)).map(|_| support(0..size, 0));
        Hostile::grounded(&"a ".repeat(size / 2), &[chunk(0)], supports.collect())
    }),
    ("supports: the same text, found everywhere", |size| {
        let supports = (0..tens(size)).map(|_| lost("word"));
        Hostile::grounded(&"word ".repeat(size / 5), &[chunk(0)], supports.collect())
    }),
    ("supports: the same text, found once", |size| {
        let supports = (0..tens(size)).map(|_| lost("the end."));
        let text = "word ".repeat(size / 5) + "the end.";
        Hostile::grounded(&text, &[chunk(0)], supports.collect())
    }),
    ("supports: distinct texts, found nowhere", |size| {
        let supports = (0..tens(size)).map(|n| lost(&format!("word word {n}")));
        Hostile::grounded(&"word ".repeat(size / 5), &[chunk(0)], supports.collect())
    }),
    ("supports: texts that nearly match", |size| {
        let supports = (0..size / 400).map(|n| lost(&("a".repeat(n * 2 + 20) + "b")));
        Hostile::grounded(&"a".repeat(size), &[chunk(0)], supports.collect())
    }),
    ("supports: in UTF-16 units", |size| {
        let text = "é ".repeat(size / 3);
        let supports = (0..tens(size)).map(|n| {
            json!({ "segment": { "startIndex": 2 * n, "endIndex": 2 * n + 1, "text": "é" },
                "groundingChunkIndices": [0] })
        });
        Hostile::grounded(&text, &[chunk(0)], supports.collect())
    }),
    ("supports: no segment, no index", |size| {
        let supports = (0..tens(size)).map(|n| json!({ "groundingChunkIndices": [-1, n] }));
        Hostile::grounded("text", &[chunk(0)], supports.collect())
    }),
    ("supports: one with a long list of one index", |size| {
        let support =
            json!({ "segment": { "endIndex": 4 }, "groundingChunkIndices": vec![0; size] });
        Hostile::grounded("text", &[chunk(0)], vec![support])
    }),
    ("supports: one with all chunks, at one place", |size| {
        let chunks: Vec<Value> = (0..tens(size)).map(chunk).collect();
        let indices: Vec<usize> = (0..chunks.len()).rev().collect();
        let support = json!({ "segment": { "endIndex": 4 }, "groundingChunkIndices": indices });
        Hostile::grounded("text", &chunks, vec![support])
    }),
    ("supports: many lists of many, at one place", |size| {
        let chunks: Vec<Value> = (0..100).map(chunk).collect();
        let indices: Vec<usize> = (0..100).collect();
        let support = json!({ "segment": { "endIndex": 4 }, "groundingChunkIndices": indices });
        Hostile::grounded("text", &chunks, vec![support; size / 300])
    }),
    ("supports: many lists of many, apart", |size| {
        let chunks: Vec<Value> = (0..100).map(chunk).collect();
        let indices: Vec<usize> = (0..100).collect();
        let supports = (1..size / 300).map(|n| {
            json!({ "segment": { "startIndex": 2 * n - 2, "endIndex": 2 * n - 1 },
                "groundingChunkIndices": indices })
        });
        Hostile::grounded(&"a ".repeat(size / 300), &chunks, supports.collect())
    }),
    ("supports: at every tag of raw HTML", |size| {
        let text = "<b>a</b><p>".repeat(size / 11);
        let supports = (1..size / 11).map(|n| support(n * 11 - 8..n * 11 - 7, 0));
        Hostile::grounded(&text, &[chunk(0)], supports.collect())
    }),
    ("supports: in every cell of raw HTML", |size| {
        let text = "<table>".to_owned() + &"<tr><td>a</table>b<table>".repeat(size / 25);
        let supports = (1..size / 25).map(|n| support(n * 25 - 10..n * 25 - 9, 0));
        Hostile::grounded(&text, &[chunk(0)], supports.collect())
    }),
    ("supports: in every block of code", |size| {
        let text = "    a\n\nb\n\n".repeat(size / 10);
        let supports = (1..size / 10).map(|n| support(n * 10 - 6..n * 10 - 5, 0));
        Hostile::grounded(&text, &[chunk(0)], supports.collect())
    }),
    ("chunks: empty", |size| {
        Hostile::grounded("text", &vec![json!({}); tens(size)], Vec::new())
    }),
    ("chunks: one URI", |size| {
        Hostile::grounded("text", &vec![chunk(0); tens(size)], Vec::new())
    }),
    ("chunks: distinct URIs", |size| {
        let chunks: Vec<Value> = (0..tens(size)).map(chunk).collect();
        Hostile::grounded("text", &chunks, Vec::new())
    }),
    ("chunks: international hosts", |size| {
        let chunks: Vec<Value> = (0..tens(size))
            .map(|n| json!({ "web": { "uri": format!("https://é{n}.example") } }))
            .collect();
        Hostile::grounded("text", &chunks, Vec::new())
    }),
    ("chunks: markup in every field", |size| {
        let field = "\"<&>\u{202e}".repeat(40);
        let chunks: Vec<Value> = (0..size / 400)
            .map(|n| {
                json!({ "web": { "uri": format!("https://e.com/{n}{field}"),
                "title": field, "domain": field } })
            })
            .collect();
        Hostile::grounded("text", &chunks, Vec::new())
    }),
    ("chunks: one title without end", |size| {
        let title = " a\u{202e}".repeat(size * 4);
        Hostile::grounded(
            "text",
            &[json!({ "web": { "uri": "x", "title": title } })],
            Vec::new(),
        )
    }),
    ("chunks: one URI without end", |size| {
        let uri = "https://".to_owned() + &"é.".repeat(size * 2);
        Hostile::grounded(
            "text",
            &[json!({ "web": { "uri": uri, "title": uri } })],
            Vec::new(),
        )
    }),
    ("chunks: passages of one document", |size| {
        let chunk =
            json!({ "retrievedContext": { "documentName": "d", "title": "t", "text": "x" } });
        Hostile::grounded("text", &vec![chunk; tens(size)], Vec::new())
    }),
    ("chunks: passages of blank lines", |size| {
        let text = "\n \u{202e}\n\na".repeat(size / 8);
        let chunk = json!({ "retrievedContext": { "text": text } });
        Hostile::grounded("text", &[chunk], Vec::new())
    }),
    ("chunks: pages of one document", |size| {
        let chunks: Vec<Value> = (0..tens(size))
            .map(|n| json!({ "retrievedContext": { "uri": "x", "text": "x", "pageNumber": n } }))
            .collect();
        Hostile::grounded("text", &chunks, Vec::new())
    }),
    ("chunks: reviews of one place", |size| {
        let reviews: Vec<Value> = (0..tens(size))
            .map(|n| json!({ "reviewId": n.to_string(), "googleMapsUri": "https://a.b/" }))
            .collect();
        let sources = json!({ "reviewSnippets": reviews });
        let chunk = json!({ "maps": { "uri": "x", "placeAnswerSources": sources } });
        Hostile::grounded("text", &[chunk.clone(), chunk], Vec::new())
    }),
    ("recitations: many, of few sources", |size| {
        let entries: Vec<Value> = (0..tens(size))
            .map(|n| json!({ "uri": format!("https://{}.a/", n % 9), "endIndex": n % 999 + 1 }))
            .collect();
        let metadata = json!({ "citationSources": entries });
        let parts = json!({ "parts": [{ "text": "é ".repeat(size / 8) }] });
        let candidate = json!({ "content": parts, "citationMetadata": metadata });
        Hostile::json(candidate.to_string())
    }),
    ("pages read: many", |size| {
        let page = json!({ "retrievedUrl": "https://a.b/",
            "urlRetrievalStatus": "URL_RETRIEVAL_STATUS_SUCCESS" });
        let metadata = json!({ "urlMetadata": vec![page; tens(size)] });
        Hostile::json(json!({ "text": "a", "urlContextMetadata": metadata }).to_string())
    }),
    ("parts: many", |size| {
        let parts = vec![json!({ "text": "a " }); tens(size)];
        Hostile::json(json!({ "candidates": [{ "content": { "parts": parts } }] }).to_string())
    }),
    ("frames: many", |size| {
        let frame = json!({ "candidates": [{ "content": { "parts": [{ "text": "a " }] } }] });
        Hostile::json(Value::Array(vec![frame; tens(size)]).to_string())
    }),
    ("frames: each with metadata", |size| {
        let frame = json!({ "candidates": [{ "content": { "parts": [{ "text": "a " }] },
            "groundingMetadata": { "groundingChunks": [chunk(0)],
                "groundingSupports": [support(0..1, 0)], "webSearchQueries": ["a"] } }] });
        let mut hostile = Hostile::json(Value::Array(vec![frame; tens(size) / 4]).to_string());
        hostile.source_bytes = tens(size) / 4 * chunk(0).to_string().len();
        hostile
    }),
    ("candidates: many", |size| {
        let candidate = json!({ "content": { "parts": [{ "text": "a " }] } });
        Hostile::json(json!({ "candidates": vec![candidate; tens(size)] }).to_string())
    }),
    ("json: deep arrays", |size| {
        Hostile::json("[".repeat(size) + &"]".repeat(size))
    }),
    ("json: deep arrays that never end", |size| {
        Hostile::json("[".repeat(4 * size))
    }),
    ("json: deep objects", |size| {
        Hostile::json("{\"response\":".repeat(size) + "1" + &"}".repeat(size))
    }),
    ("json: many keys", |size| {
        let keys: Vec<String> = (0..size)
            .map(|n| format!("\"k{}\":{n}", n % 1000))
            .collect();
        Hostile::json(format!("{{\"candidates\":[{{{}}}]}}", keys.join(",")))
    }),
    ("json: lone surrogates", |size| {
        text_as_written(&"\\ud800".repeat(size / 6))
    }),
    ("json: escapes", |size| {
        text_as_written(&"\\u0041\\n\\/".repeat(size / 10))
    }),
    ("json: numbers out of range", |size| {
        Hostile::json(format!(
            "{{\"candidates\":[{}1]}}",
            "1e999,".repeat(size / 6)
        ))
    }),
    ("suggestions: tags", |size| {
        suggestions(&"<div>".repeat(size))
    }),
    ("suggestions: attributes", |size| {
        suggestions(&("<div ".to_owned() + &"class=\"a\" ".repeat(size)))
    }),
    ("suggestions: a style without end", |size| {
        suggestions(&("<style>".to_owned() + &"@media{}".repeat(size)))
    }),
];

/// A quarter of the text, with a citation behind every character.
fn dense(head: &str, unit: &str, size: usize) -> Hostile {
    let text = head.to_owned() + &unit.repeat(size / 4 / unit.len());
    let ends = text.char_indices().skip(1).map(|(end, _)| end);
    let supports = ends.map(|end| support(floor(&text, end - 1)..end, 0));
    Hostile::grounded(&text, &[chunk(0)], supports.collect())
}

fn text_as_written(escaped: &str) -> Hostile {
    Hostile::json(format!(
        r#"{{"candidates":[{{"content":{{"parts":[{{"text":"{escaped}"}}]}}}}]}}"#
    ))
}

fn suggestions(rendered: &str) -> Hostile {
    let entry = json!({ "renderedContent": rendered, "sdkBlob": "W1".repeat(rendered.len()) });
    let metadata = json!({ "searchEntryPoint": entry });
    Hostile::json(json!({ "candidates": [{ "groundingMetadata": metadata }] }).to_string())
}

/// 10 000 for 64 KB.
fn tens(size: usize) -> usize {
    size * 10_000 / (64 << 10)
}

fn chunk(number: usize) -> Value {
    json!({ "web": { "uri": format!("https://example.com/{number}"), "title": "A page" } })
}

fn support(range: std::ops::Range<usize>, chunk: usize) -> Value {
    json!({ "segment": { "startIndex": range.start, "endIndex": range.end },
        "groundingChunkIndices": [chunk] })
}

/// A support whose offsets are wrong.
fn lost(text: &str) -> Value {
    json!({ "segment": { "startIndex": 1, "endIndex": 3, "text": text },
        "groundingChunkIndices": [0] })
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
