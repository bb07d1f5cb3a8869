//! Recorded responses that are not part of the project, because they are other people's files.
//!
//! `GROUNDMARK_CORPUS=folder cargo test --test corpus` runs over a folder of them, with an
//! `expected-offsets.json` that says for each support which bytes of the visible text it means.

mod support;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use groundmark::{Answer, Options, Placement, render};
use serde_json::Value;

/// What the folder holds beside responses.
const EXPECTED_OFFSETS: &str = "expected-offsets.json";

/// The two of the Interactions API. Their annotations are their own expectation.
const INTERACTIONS: [&str; 2] = ["I01-interactions.json", "I03-interactions.json"];

/// All that were recorded.
const FILES: usize = 46;

/// Their `renderedContent` was replaced by hand: `...` and a test's own string.
const NOT_GOOGLES: [&str; 2] = ["65-search.stream.json", "T4-search.json"];

struct File {
    name: String,
    json: String,
    answer: Answer,
}

/// The corpus, rendered; `None` where there is none.
fn corpus() -> Option<(PathBuf, Vec<File>)> {
    let Some(folder) = env::var_os("GROUNDMARK_CORPUS").map(PathBuf::from) else {
        println!("skipped: GROUNDMARK_CORPUS names no folder of recorded responses");
        return None;
    };
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the corpus is a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a name in UTF-8"))
        .filter(|name| name.ends_with(".json") && name != EXPECTED_OFFSETS)
        .collect();
    names.sort();
    let files = names
        .into_iter()
        .map(|name| {
            let json = fs::read_to_string(folder.join(&name)).expect("a file");
            let answer = render(&json, &Options::default())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            File { name, json, answer }
        })
        .collect();
    Some((folder, files))
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("a file of JSON")
}

fn utf16(text: &str, byte: usize) -> i64 {
    text[..byte].encode_utf16().count() as i64
}

#[test]
fn every_support_is_where_it_was_meant() {
    let Some((folder, files)) = corpus() else {
        return;
    };
    let expected = read(&folder.join(EXPECTED_OFFSETS));
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (name, expected) in expected.as_object().expect("an object") {
        let file = files.iter().find(|file| file.name == *name);
        let answer = &file.expect("a file for each expectation").answer;
        assert_eq!(expected["visibleBytes"], answer.text.len(), "{name}");
        let supports = expected["supports"].as_array().expect("supports");
        assert_eq!(supports.len(), answer.citations.len(), "{name}");
        for (index, (support, citation)) in supports.iter().zip(&answer.citations).enumerate() {
            let number = |key: &str| support[key].as_u64().expect("a number") as usize;
            let chunks = support["validChunkIndices"].as_array().expect("indices");
            let right = if chunks.is_empty() {
                citation.sources.is_empty() && citation.placement == Placement::Unplaced
            } else {
                let placement = match support["how"].as_str() {
                    Some("bytes") => Placement::Exact,
                    _ => Placement::Recovered,
                };
                let (start, end) = (number("start"), number("end"));
                citation.placement == placement
                    && citation.start == utf16(&answer.text, start)
                    && citation.end == utf16(&answer.text, end)
                    && citation.text == answer.text[start..end]
            };
            let covered: HashSet<usize> = citation
                .sources
                .iter()
                .flat_map(|source| answer.sources[*source].chunk_indices.clone())
                .collect();
            let is_covered = chunks
                .iter()
                .all(|chunk| covered.contains(&(chunk.as_u64().expect("an index") as usize)));
            if !right || !is_covered {
                wrong.push(format!(
                    "{name} [{index}]:\n  want {support}\n  got  {citation:?}"
                ));
            }
            checked += 1;
        }
    }
    println!("{checked} supports");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_files_are_read() {
    let Some((_, files)) = corpus() else {
        return;
    };
    assert_eq!(files.len(), FILES);
    for File { name, answer, .. } in &files {
        let unknown = |code: &str| code.contains("unknown");
        let codes: Vec<&str> = answer.diagnostics.iter().map(|d| d.code).collect();
        assert!(!codes.iter().any(|code| unknown(code)), "{name}: {codes:?}");
        assert_eq!(answer.candidate_count, 1, "{name}");
    }
}

#[test]
fn every_annotation_is_at_its_byte_range() {
    let Some((_, files)) = corpus() else {
        return;
    };
    for wanted in INTERACTIONS {
        let file = files.iter().find(|file| file.name == wanted);
        let File { name, json, answer } = file.expect("an interaction");
        let value: Value = serde_json::from_str(json).expect("a file of JSON");
        let mut checked = 0;
        let mut ranges = HashSet::new();
        let blocks = value["steps"]
            .as_array()
            .expect("steps")
            .iter()
            .filter_map(|step| step["content"].as_array())
            .flatten();
        for block in blocks {
            let text = block["text"].as_str().expect("a block of text");
            assert_eq!(answer.text, text, "{name} has one block");
            for annotation in block["annotations"].as_array().expect("annotations") {
                let byte = |key: &str| annotation[key].as_u64().expect("a number") as usize;
                let (start, end) = (byte("start_index"), byte("end_index"));
                let citation = answer.citations.iter().find(|citation| {
                    citation.placement == Placement::Exact
                        && citation.start == utf16(text, start)
                        && citation.end == utf16(text, end)
                        && citation.text == text[start..end]
                });
                let citation = citation.unwrap_or_else(|| panic!("{name}: {annotation}"));
                let is_cited = citation.sources.iter().any(|source| {
                    answer.sources[*source].url.as_deref() == annotation["url"].as_str()
                });
                assert!(is_cited, "{name}: {annotation}");
                ranges.insert((start, end));
                checked += 1;
            }
        }
        assert_eq!(
            ranges.len(),
            answer.citations.len(),
            "{name}: one citation a range"
        );
        println!("{name}: {checked} annotations");
        assert!(checked >= 10, "{name}");
    }
}

/// All strings under a name, wherever they stand.
fn strings<'v>(value: &'v Value, names: &[&str], found: &mut Vec<&'v str>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(string) if names.contains(&name.as_str()) => found.push(string),
                    _ => strings(value, names, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| strings(item, names, found)),
        _ => {}
    }
}

#[test]
fn suggestions_come_through_byte_for_byte() {
    let Some((_, files)) = corpus() else {
        return;
    };
    for File { name, json, answer } in &files {
        let value: Value = serde_json::from_str(json).expect("a file of JSON");
        let mut sent = Vec::new();
        let names: &[&str] = match INTERACTIONS.contains(&name.as_str()) {
            true => &["search_suggestions"],
            false => &["renderedContent", "rendered_content"],
        };
        strings(&value, names, &mut sent);
        let last = sent.into_iter().rfind(|content| !content.is_empty());
        let check = serde_json::to_value(answer.rendered_content_check).expect("a value");
        match last {
            Some(sent) => {
                assert_eq!(answer.rendered_content.as_deref(), Some(sent), "{name}");
                let expected = match NOT_GOOGLES.contains(&name.as_str()) {
                    true => "unexpected",
                    false => "expected",
                };
                assert_eq!(check, expected, "{name}");
            }
            None => assert_eq!(check, "absent", "{name}"),
        }
    }
}

#[test]
fn nothing_in_them_is_unknown() {
    let Some((_, files)) = corpus() else {
        return;
    };
    for File { name, answer, .. } in &files {
        let unknown: Vec<_> = answer
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.code.contains("unknown"))
            .collect();
        assert!(unknown.is_empty(), "{name}: {unknown:?}");
    }
}

#[test]
fn markers_change_nothing_but_themselves() {
    let Some((_, files)) = corpus() else {
        return;
    };
    for File { name, json, answer } in &files {
        let plain = support::without_citations(json);
        let plain = render(plain, &Options::default()).expect("a response renders");
        let stripped = support::strip_markers(&answer.body_html);
        assert_eq!(stripped, plain.body_html, "{name}");
    }
}

/// The values of an attribute that begin so.
fn values<'h>(html: &'h str, attribute: &str, begin: &str) -> Vec<&'h str> {
    let open = format!(" {attribute}=\"{begin}");
    html.match_indices(&open)
        .map(|(at, open)| {
            let value = &html[at + open.len() - begin.len()..];
            &value[..value.find('"').expect("a value is quoted")]
        })
        .collect()
}

#[test]
fn markers_and_entries_lead_to_each_other() {
    let Some((_, files)) = corpus() else {
        return;
    };
    for File { name, answer, .. } in &files {
        let prefix = &answer.id_prefix;
        let ids = values(&answer.html, "id", "");
        let unique: HashSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len(), "{name}: {ids:?}");
        let own = |id: &&&str| id.starts_with(prefix.as_str());
        assert_eq!(ids.iter().filter(own).count(), ids.len(), "{name}");
        let targets: HashSet<&str> = values(&answer.html, "href", "#")
            .into_iter()
            .map(|href| &href[1..])
            .collect();
        for target in &targets {
            assert!(unique.contains(target), "{name}: #{target} leads nowhere");
        }
        // The list itself has an id for its heading alone; everything else is led to, but for
        // markers whose entry has no room for more back-links.
        let many = answer.sources_html.contains("… and ");
        for id in ids.iter().filter(|id| !id.ends_with("-sources")) {
            let is_marker = id.contains("-ref-");
            assert!(
                targets.contains(id) || (many && is_marker) || id.ends_with("-notes"),
                "{name}: nothing leads to {id}"
            );
        }
        let markers = values(&answer.body_html, "id", &format!("{prefix}-ref-"));
        let numbered: Vec<String> = (1..=markers.len())
            .map(|number| format!("{prefix}-ref-{number}"))
            .collect();
        assert_eq!(markers, numbered, "{name}: markers in document order");
    }
}
