//! What the answer recites: sources without a marker, apart from those of search.

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::ops::Range;

use crate::details::{Details, Recited};
use crate::diagnostic::{Code, Diagnostics};
use crate::response::Recitation;

use super::{Kind, SourceEntry, sources};

/// Joins the entries that name one source. An entry that names none is a diagnostic and no source.
pub(super) fn recitations(
    sent: Vec<Recitation>,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Vec<SourceEntry> {
    let mut entries: Vec<SourceEntry> = Vec::new();
    let mut known: HashMap<(Option<String>, Option<String>), usize> = HashMap::new();
    let mut ranges: HashSet<(usize, Range<usize>)> = HashSet::new();
    for recitation in sent {
        let range = range(&recitation, text, diagnostics);
        let Recitation {
            uri,
            title,
            license,
            date,
            origin,
            ..
        } = recitation;
        let by_words = || title.clone().or(license.clone());
        let identity = match &uri {
            Some(_) => (uri.clone(), None),
            None => (None, by_words()),
        };
        if identity == (None, None) {
            diagnostics.add(Code::RecitationWithoutSource, || origin.path(), &[]);
            continue;
        }
        let index = match known.entry(identity) {
            Entry::Occupied(index) => *index.get(),
            Entry::Vacant(place) => {
                place.insert(entries.len());
                entries.push(SourceEntry {
                    kind: Kind::Recitation,
                    url: uri,
                    details: Some(Details::Recitation(Recited::default())),
                    ..SourceEntry::default()
                });
                entries.len() - 1
            }
        };
        let entry = &mut entries[index];
        entry.title = entry.title.take().or(title);
        entry.date = entry.date.take().or(date);
        if let Some(Details::Recitation(recited)) = &mut entry.details {
            recited.license = recited.license.take().or(license);
        }
        if let Some(range) = range
            && ranges.insert((index, range.clone()))
        {
            entry.recited.push(range);
        }
    }
    for entry in &mut entries {
        sources::name(entry, None, None);
    }
    entries
}

/// The stretch of the text, in bytes; an end without a beginning begins where the text does.
fn range(
    recitation: &Recitation,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Range<usize>> {
    let (start, end) = (recitation.start.unwrap_or(0), recitation.end);
    if recitation.start.is_none() && end.is_none() {
        return None;
    }
    let range = end.and_then(|end| {
        let range = usize::try_from(start).ok()?..usize::try_from(end).ok()?;
        let stretch = text.get(range.clone())?;
        (!stretch.is_empty()).then_some(range)
    });
    if range.is_none() {
        let values: Vec<f64> = [Some(start), end]
            .iter()
            .flatten()
            .map(|n| *n as f64)
            .collect();
        diagnostics.add(
            Code::RecitationRangeInvalid,
            || recitation.origin.path(),
            &values,
        );
    }
    range
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(uri: &str, title: &str, range: (Option<i64>, Option<i64>)) -> Recitation {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Recitation {
            uri: given(uri),
            title: given(title),
            start: range.0,
            end: range.1,
            ..Recitation::default()
        }
    }

    fn joined(sent: Vec<Recitation>, text: &str) -> (Vec<SourceEntry>, Vec<&'static str>) {
        let mut diagnostics = Diagnostics::default();
        let entries = recitations(sent, text, &mut diagnostics);
        let found = diagnostics.into_vec();
        (entries, found.iter().map(|d| d.code).collect())
    }

    #[test]
    fn one_source_has_all_its_ranges_once() {
        let at = |start, end| (Some(start), Some(end));
        let (entries, codes) = joined(
            vec![
                sent("u", "", (None, Some(2))),
                sent("", "t", at(1, 3)),
                sent("u", "later", at(1, 4)),
                sent("u", "", at(0, 2)),
                sent("", "t", (None, None)),
            ],
            "abcdef",
        );
        assert_eq!(entries.len(), 2);
        assert_eq!(entries[0].recited, [0..2, 1..4]);
        assert_eq!(entries[0].title.as_deref(), Some("later"));
        assert_eq!(entries[0].name.as_deref(), Some("later"));
        assert_eq!(entries[1].recited.len(), 1);
        assert!(codes.is_empty());
    }

    #[test]
    fn what_names_nothing_is_no_source() {
        let (entries, codes) = joined(vec![sent("", "", (Some(0), Some(2)))], "abc");
        assert!(entries.is_empty());
        assert_eq!(codes, ["recitation-without-source"]);
    }

    #[test]
    fn broken_ranges_are_left_out_and_their_source_stays() {
        for range in [
            (Some(2), Some(1)),
            (Some(1), Some(1)),
            (Some(-1), Some(2)),
            (Some(0), Some(99)),
            (Some(1), None),
            (Some(0), Some(1)),
        ] {
            let (entries, codes) = joined(vec![sent("u", "", range)], "éa");
            assert_eq!(entries.len(), 1);
            assert!(entries[0].recited.is_empty(), "{range:?}");
            assert_eq!(codes, ["recitation-range-invalid"], "{range:?}");
        }
    }
}
