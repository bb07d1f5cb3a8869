//! `citationMetadata`: texts that the answer recites, in both spellings. Not search.

use super::node::Node;
use super::origin::{self, Origin};
use super::said::List;
use crate::diagnostic::Diagnostics;

/// One entry, as sent; an empty string is absent.
#[derive(Debug, Default)]
pub(crate) struct Recitation {
    pub(crate) uri: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) license: Option<String>,
    /// As much of year, month and day as is given: `2031-05-02`, `2031-05`, `2031`.
    pub(crate) date: Option<String>,
    /// In bytes of the visible text.
    pub(crate) start: Option<i64>,
    pub(crate) end: Option<i64>,
    pub(crate) origin: Origin,
}

const LISTS: [&str; 2] = ["citationSources", "citations"];

/// Reads the entries of both lists, but for those said before.
pub(super) fn read(
    candidate: &Node<'_>,
    said: &mut [List; 2],
    diagnostics: &mut Diagnostics,
) -> Vec<Recitation> {
    let mut recitations = Vec::new();
    let Some(metadata) = candidate.object("citationMetadata", diagnostics) else {
        return recitations;
    };
    for (name, said) in LISTS.into_iter().zip(said) {
        if let Some(list) = metadata.array(name, diagnostics) {
            let entries = origin::each_after(said.known(&list), &list, |item, origin| {
                entry(item, origin, diagnostics)
            });
            recitations.extend(entries.into_iter().flatten());
        }
    }
    recitations
}

fn entry(item: Node<'_>, origin: Origin, diagnostics: &mut Diagnostics) -> Option<Recitation> {
    let node = item.as_object(diagnostics)?;
    Some(Recitation {
        uri: node.non_empty("uri", diagnostics),
        title: node.non_empty("title", diagnostics),
        license: node.non_empty("license", diagnostics),
        date: node
            .object("publicationDate", diagnostics)
            .and_then(|date| self::date(&date, diagnostics)),
        start: node.integer("startIndex", diagnostics),
        end: node.integer("endIndex", diagnostics),
        origin,
    })
}

fn date(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<String> {
    let mut field = |name, most| {
        node.integer(name, diagnostics)
            .filter(|number| (1..=most).contains(number))
    };
    let year = field("year", 9999)?;
    let (month, day) = (field("month", 12), field("day", 31));
    Some(match (month, day) {
        (Some(month), Some(day)) => format!("{year:04}-{month:02}-{day:02}"),
        (Some(month), None) => format!("{year:04}-{month:02}"),
        // A day of no month says nothing.
        (None, _) => format!("{year:04}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::parse;

    fn read_json(json: &str) -> (Vec<Recitation>, Vec<(&'static str, String)>) {
        let mut diagnostics = Diagnostics::default();
        let value = parse(json.as_bytes(), &mut diagnostics).unwrap();
        let recitations = read(
            &Node::root(&value),
            &mut Default::default(),
            &mut diagnostics,
        );
        let found = diagnostics.into_vec();
        let found = found.into_iter().map(|d| (d.code, d.path)).collect();
        (recitations, found)
    }

    #[test]
    fn both_spellings_are_read() {
        for name in ["citationSources", "citations", "citation_sources"] {
            let (recitations, diagnostics) = read_json(&format!(
                r#"{{"citationMetadata": {{"{name}": [
                    {{"startIndex": 3, "endIndex": 9, "uri": "u", "license": "mit"}},
                    {{"endIndex": 9, "uri": "", "title": "t"}},
                    "x", {{}}
                ]}}}}"#
            ));
            let ranges: Vec<_> = recitations.iter().map(|r| (r.start, r.end)).collect();
            assert_eq!(
                ranges,
                [(Some(3), Some(9)), (None, Some(9)), (None, None)],
                "{name}"
            );
            assert_eq!(recitations[0].license.as_deref(), Some("mit"));
            assert_eq!(recitations[1].uri, None);
            assert_eq!(recitations[1].title.as_deref(), Some("t"));
            assert_eq!(diagnostics.len(), 1);
            assert!(recitations[2].origin.path().ends_with("[3]"));
        }
    }

    #[test]
    fn nothing_gives_nothing() {
        for json in [
            "{}",
            r#"{"citationMetadata": {}}"#,
            r#"{"citationMetadata": null}"#,
        ] {
            let (recitations, diagnostics) = read_json(json);
            assert!(recitations.is_empty() && diagnostics.is_empty(), "{json}");
        }
    }

    #[test]
    fn a_date_has_what_is_given_of_it() {
        for (date, expected) in [
            (
                r#"{"year": 2031, "month": 5, "day": 2}"#,
                Some("2031-05-02"),
            ),
            (r#"{"year": 2031, "month": 5}"#, Some("2031-05")),
            (r#"{"year": 2031, "day": 2}"#, Some("2031")),
            (r#"{"year": 2031, "month": 13, "day": 0}"#, Some("2031")),
            (r#"{"month": 5, "day": 2}"#, None),
            (r#"{"year": 0}"#, None),
            ("{}", None),
        ] {
            let json = format!(
                r#"{{"citationMetadata": {{"citations": [{{"publicationDate": {date}}}]}}}}"#
            );
            let (recitations, _) = read_json(&json);
            assert_eq!(recitations[0].date.as_deref(), expected, "{date}");
        }
    }
}
