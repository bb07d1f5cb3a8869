//! The words, as data: chosen by locale, any one replaceable.

mod ar;
mod de;
mod en;
mod es;
mod fr;
mod ja;
mod ko;
mod pt;
mod zh_hans;
mod zh_hant;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::error::Error;
use crate::response::CodeOutcome;

macro_rules! labels {
    ($($(#[$doc:meta])* $field:ident $name:literal)*) => {
        /// The words of one locale. `{n}` stands for a number.
        #[derive(Clone, Debug)]
        pub(crate) struct Labels { $($(#[$doc])* pub(crate) $field: Cow<'static, str>),* }

        /// The names under which [`Options::labels`](crate::Options::labels) takes words.
        pub fn label_names() -> &'static [&'static str] {
            &[$($name),*]
        }

        impl Labels {
            fn slot(&mut self, name: &str) -> Option<&mut Cow<'static, str>> {
                match name { $($name => Some(&mut self.$field),)* _ => None }
            }
        }
    };
}

labels! {
    /// Heading of the source list.
    sources "sources"
    /// A source without a name, and a marker's accessible name.
    source "source"
    /// Title of a back-link in the source list.
    back_to_citation "backToCitation"
    /// After the last back-link that is written.
    more "more"
    /// Heading of cited sources without a place.
    place_unknown "placeUnknown"
    /// Heading of uncited sources beside cited ones.
    also_consulted "alsoConsulted"
    /// Heading of uncited sources where nothing is cited.
    consulted "consulted"
    /// Heading of Google Maps sources.
    maps "maps"
    /// Heading of texts that the answer recites.
    recitations "recitations"
    /// A source that has neither name nor link.
    unnamed "unnamed"
    /// When a source was published, as `{date}`.
    published "published"
    /// Under which licence a recited text stands, as `{license}`.
    license "license"
    /// The page of a document that was read.
    page "page"
    /// Pages of a document that were read, from one to another: `{n}` is `18–19`.
    pages "pages"
    /// Opens the passage of a document.
    excerpt "excerpt"
    /// Opens several passages of a document.
    excerpts "excerpts"
    /// A review without a title.
    review "review"
    /// Link to report a problem with a place.
    report "report"
    /// Link to report a problem with a review.
    report_review "reportReview"
    /// Before the pages that were read.
    pages_read "pagesRead"
    /// Before the pages that could not be read.
    pages_failed "pagesFailed"
    /// How many more pages there are whose address Google does not say.
    pages_unnamed "pagesUnnamed"
    /// Why a page was not read: it has to be paid for.
    paywall "paywall"
    /// Why a page was not read: Google judged it unsafe.
    judged_unsafe "unsafe"
    /// How sure Google was of a source: `{level}` in words, `{n}` per cent.
    confidence "confidence"
    /// A low level of confidence.
    confidence_low "confidenceLow"
    /// A medium level of confidence.
    confidence_medium "confidenceMedium"
    /// A high level of confidence.
    confidence_high "confidenceHigh"
    /// Levels that differ, from `{low}` to `{high}`.
    confidence_between "confidenceBetween"
    /// Said once under the list, when links lead to other pages.
    new_tab "newTab"
    /// Said once under the list, when links are Google's redirects.
    temporary "temporary"
    /// Heading of the answer's own footnotes.
    notes "notes"
    /// Text of a reference to one of the answer's own footnotes.
    note "note"
    /// Title of a back-link in the notes.
    back_to_note "backToNote"
    /// Accessible name of a table.
    table "table"
    /// Accessible name of a task list's empty box.
    task_open "taskOpen"
    /// Accessible name of a task list's ticked box.
    task_done "taskDone"
    /// Label of what came of code that the model ran.
    output "output"
    /// The same where the code failed.
    output_failed "outputFailed"
    /// The same where the code took too long.
    output_too_late "outputTooLate"
    /// What opens the model's thoughts.
    thoughts "thoughts"
    /// Alternative text of a nameless image that the model made.
    image "image"
    /// A file in the answer, with its name as `{name}`.
    file "file"
    /// Title of the frame with Google's suggestions.
    suggestions "suggestions"
    /// Notice: text without any source.
    no_sources "noSources"
    /// Notice: no text.
    no_answer "noAnswer"
    /// Notice: no text, with the reason Google gave as `{reason}`.
    no_answer_reason "noAnswerReason"
    /// Notice: the text stops early.
    cut_off "cutOff"
}

impl Labels {
    /// The words of a locale with a caller's own instead of some.
    pub(crate) fn new(locale: &str, own: &BTreeMap<String, String>) -> Result<Self, Error> {
        let mut labels = Self::of(locale);
        for (name, words) in own {
            match labels.slot(name) {
                Some(slot) => *slot = Cow::Owned(words.clone()),
                None => {
                    let expected = format!("an object of known labels, which {name:?} is not");
                    return Err(Error::invalid_option("labels", expected));
                }
            }
        }
        Ok(labels)
    }

    /// What stands over the result of code.
    pub(crate) fn outcome(&self, outcome: CodeOutcome) -> &str {
        match outcome {
            CodeOutcome::Ok => &self.output,
            CodeOutcome::TooLate => &self.output_too_late,
            CodeOutcome::Failed => &self.output_failed,
        }
    }

    /// What stands before and behind a file's name.
    pub(crate) fn file(&self) -> (&str, &str) {
        self.file.split_once("{name}").unwrap_or((&self.file, ""))
    }

    /// The words for a BCP 47 tag. A language without words of its own gets English.
    fn of(locale: &str) -> Self {
        let locale = locale.to_ascii_lowercase();
        let mut subtags = locale.split(['-', '_']);
        match subtags.next() {
            Some("ar") => ar::labels(),
            Some("de") => de::labels(),
            Some("es") => es::labels(),
            Some("fr") => fr::labels(),
            Some("ja") => ja::labels(),
            Some("ko") => ko::labels(),
            Some("pt") => pt::labels(),
            Some("zh") => {
                // The script says it, else the region in which it is the usual one.
                let is_traditional = |subtag: &str| match subtag {
                    "hant" | "tw" | "hk" | "mo" => Some(true),
                    "hans" | "cn" | "sg" => Some(false),
                    _ => None,
                };
                match subtags.find_map(is_traditional) {
                    Some(true) => zh_hant::labels(),
                    Some(false) | None => zh_hans::labels(),
                }
            }
            _ => en::labels(),
        }
    }
}

/// Puts a number into a label.
pub(crate) fn numbered(label: &str, number: usize) -> String {
    label.replace("{n}", &number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_has_a_word_and_can_be_replaced() {
        for name in label_names() {
            let own = BTreeMap::from([((*name).to_owned(), "own {n}".to_owned())]);
            let mut labels = Labels::new("en", &BTreeMap::new()).unwrap();
            assert!(!labels.slot(name).unwrap().is_empty(), "{name}");
            let mut labels_own = Labels::new("en", &own).unwrap();
            assert_eq!(labels_own.slot(name).unwrap(), "own {n}");
        }
    }

    /// A language with words, and tags that mean it.
    const LOCALES: [(&str, &str); 20] = [
        ("en", "Sources"),
        ("en-GB", "Sources"),
        ("xx", "Sources"),
        ("", "Sources"),
        ("ko", "출처"),
        ("KO-kr", "출처"),
        ("ja", "出典"),
        ("zh", "来源"),
        ("zh-Hans-TW", "来源"),
        ("zh-SG", "来源"),
        ("zh-TW", "來源"),
        ("zh_HK", "來源"),
        ("zh-Hant", "來源"),
        ("es-419", "Fuentes"),
        ("fr-CA", "Sources"),
        ("de-AT", "Quellen"),
        ("pt-BR", "Fontes"),
        ("pt-PT", "Fontes"),
        ("ar", "المصادر"),
        ("ar-EG", "المصادر"),
    ];

    #[test]
    fn a_locale_has_the_words_of_its_language() {
        for (locale, sources) in LOCALES {
            let labels = Labels::new(locale, &BTreeMap::new()).unwrap();
            assert_eq!(labels.sources, sources, "{locale}");
        }
    }

    /// A translation that loses a placeholder would lose a number, a name or a reason.
    #[test]
    fn every_language_keeps_every_placeholder() {
        let placeholders = |words: &str| {
            let mut found: Vec<String> = words
                .split('{')
                .skip(1)
                .filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()))
                .collect();
            found.sort();
            found
        };
        let mut english = Labels::of("en");
        for (locale, _) in LOCALES {
            let mut labels = Labels::of(locale);
            for name in label_names() {
                let words = labels.slot(name).unwrap();
                assert!(!words.is_empty(), "{locale}: {name}");
                let wanted = placeholders(english.slot(name).unwrap());
                assert_eq!(placeholders(words), wanted, "{locale}: {name}");
            }
        }
    }

    #[test]
    fn an_unknown_label_is_an_invalid_option() {
        let own = BTreeMap::from([("nope".to_owned(), String::new())]);
        assert_eq!(
            Labels::new("en", &own).unwrap_err().code(),
            "invalid-option"
        );
    }

    #[test]
    fn numbers_go_where_the_label_says() {
        assert_eq!(numbered("Source {n}", 12), "Source 12");
    }
}
