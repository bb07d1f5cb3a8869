//! How sure Google was that a source supports what cites it, in words: colour alone says nothing
//! to many readers.

use crate::labels::Labels;

/// The lowest and the highest score of one source, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Confidence {
    low: f64,
    high: f64,
}

/// From here on a score is high, and medium.
const HIGH: f64 = 0.75;
const MEDIUM: f64 = 0.5;

impl Confidence {
    /// For each of so many sources what its scores say; `None` where it has none.
    pub(crate) fn of_sources(
        count: usize,
        scores: impl Iterator<Item = (usize, Option<f64>)>,
    ) -> Vec<Option<Self>> {
        let mut of_source: Vec<Option<Self>> = vec![None; count];
        for (source, score) in scores {
            let (Some(known), Some(score)) = (of_source.get_mut(source), score) else {
                continue;
            };
            let score = score.clamp(0.0, 1.0);
            let known = known.get_or_insert(Self {
                low: score,
                high: score,
            });
            known.low = known.low.min(score);
            known.high = known.high.max(score);
        }
        of_source
    }

    pub(crate) fn words(self, labels: &Labels) -> String {
        let (low, high) = (level(self.low, labels), level(self.high, labels));
        let (least, most) = (percent(self.low), percent(self.high));
        let level = match low == high {
            true => low.to_owned(),
            false => labels
                .confidence_between
                .replace("{low}", low)
                .replace("{high}", high),
        };
        let number = match least == most {
            true => least.to_string(),
            false => format!("{least}–{most}"),
        };
        labels
            .confidence
            .replace("{level}", &level)
            .replace("{n}", &number)
    }
}

fn level(score: f64, labels: &Labels) -> &str {
    if score >= HIGH {
        &labels.confidence_high
    } else if score >= MEDIUM {
        &labels.confidence_medium
    } else {
        &labels.confidence_low
    }
}

fn percent(score: f64) -> u32 {
    (score * 100.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn words(scores: &[f64]) -> String {
        let labels = Labels::new("en", &BTreeMap::new()).unwrap();
        let scores = scores.iter().map(|score| (0, Some(*score)));
        let of_sources = Confidence::of_sources(1, scores);
        of_sources[0].map_or(String::new(), |found| found.words(&labels))
    }

    #[test]
    fn scores_are_said_in_words() {
        assert_eq!(words(&[0.931]), "Confidence: high (93 %)");
        assert_eq!(words(&[0.5, 0.6]), "Confidence: medium (50–60 %)");
        assert_eq!(words(&[0.8, 0.2]), "Confidence: low to high (20–80 %)");
        assert_eq!(words(&[]), "");
    }

    #[test]
    fn scores_outside_their_range_are_brought_into_it() {
        assert_eq!(words(&[1e300]), "Confidence: high (100 %)");
        assert_eq!(words(&[-3.0]), "Confidence: low (0 %)");
    }

    #[test]
    fn a_source_without_a_score_has_no_words() {
        let scores = [(1, Some(0.5)), (0, None), (9, Some(0.5))];
        let found = Confidence::of_sources(2, scores.into_iter());
        assert!(found[0].is_none() && found[1].is_some());
    }
}
