//! Stretches of the text that recite a source, as JavaScript counts them.

use crate::answer::SourceEntry;
use crate::details::TextRange;

use super::utf16_offsets;

/// For each source the ranges of it, in the order they were given.
pub(crate) fn recited(text: &str, sources: &[SourceEntry]) -> Vec<Vec<TextRange>> {
    let mut offsets: Vec<usize> = sources
        .iter()
        .flat_map(|source| &source.recited)
        .flat_map(|range| [range.start, range.end])
        .collect();
    offsets.sort_unstable();
    offsets.dedup();
    let in_utf16 = utf16_offsets(text, &offsets);
    let utf16 = |byte: usize| {
        let before = offsets.partition_point(|offset| *offset < byte);
        in_utf16.get(before).copied().unwrap_or_default()
    };
    sources
        .iter()
        .map(|source| {
            let ranges = source.recited.iter();
            ranges
                .map(|range| TextRange {
                    start: utf16(range.start),
                    end: utf16(range.end),
                })
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_count_utf16_units() {
        let sources = [vec![4..5, 0..4], vec![5..7, 5..7]].map(|recited| SourceEntry {
            recited,
            ..SourceEntry::default()
        });
        let found: Vec<Vec<_>> = recited("🙂aé", &sources)
            .into_iter()
            .map(|ranges| ranges.iter().map(|r| (r.start, r.end)).collect())
            .collect();
        assert_eq!(found, [vec![(2, 3), (0, 2)], vec![(3, 4), (3, 4)]]);
    }
}
