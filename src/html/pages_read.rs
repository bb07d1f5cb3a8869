//! Which of the pages that the prompt named were read, and which were not.

use crate::labels::{Labels, numbered};
use crate::link::{self, Target};
use crate::policy;
use crate::response::Outcome;
use crate::source_name;

use super::push_text;
use super::sources::List;

/// How a page is called: its host as a reader should see it, and its path.
fn page_name(url: &str) -> Option<String> {
    let name = match link::check(url).map(|link| (link.shown_host(), link.target)) {
        Some((Some(host), Target::Page { path, .. })) => {
            format!("{host}{}", if path == "/" { "" } else { path })
        }
        _ => url.to_owned(),
    };
    source_name::line(&name)
}

/// Why a page was not read, where Google says it.
fn reason(outcome: Outcome, labels: &Labels) -> Option<&str> {
    match outcome {
        Outcome::Paywall => Some(&labels.paywall),
        Outcome::Unsafe => Some(&labels.judged_unsafe),
        Outcome::Read | Outcome::Failed | Outcome::NotSaid => None,
    }
}

/// Pages in words: those that are named, with why they were not read, then how many more.
pub(crate) struct InWords<'a> {
    pub(crate) named: Vec<(&'a str, String, Option<&'a str>)>,
    pub(crate) counted: Vec<String>,
}

impl<'a> InWords<'a> {
    /// What a paragraph says of pages: of those read, then of those not; `None` of none.
    pub(crate) fn of(
        pages: impl Iterator<Item = (Option<&'a str>, Outcome)> + Clone,
        labels: &'a Labels,
    ) -> [Option<Self>; 2] {
        let is_read = |(_, outcome): &(_, Outcome)| *outcome == Outcome::Read;
        let is_failed = |page: &(_, Outcome)| !is_read(page) && page.1 != Outcome::NotSaid;
        [
            Self::new(pages.clone().filter(is_read), labels),
            Self::new(pages.filter(is_failed), labels),
        ]
    }

    fn new(
        pages: impl Iterator<Item = (Option<&'a str>, Outcome)> + Clone,
        labels: &'a Labels,
    ) -> Option<Self> {
        let all = pages.clone().count();
        let mut named: Vec<_> = pages
            .filter_map(|(url, outcome)| {
                let url = url?;
                Some((url, page_name(url)?, reason(outcome, labels)))
            })
            .collect();
        let unnamed = all - named.len();
        let more = named.len().saturating_sub(policy::MOST_PAGES_NAMED);
        named.truncate(policy::MOST_PAGES_NAMED);
        let counted = [(more, &labels.more), (unnamed, &labels.pages_unnamed)];
        let counted = counted.into_iter().filter(|(count, _)| *count > 0);
        (all > 0).then(|| Self {
            named,
            counted: counted
                .map(|(count, words)| numbered(words, count))
                .collect(),
        })
    }
}

impl List<'_> {
    pub(super) fn pages_read(&mut self) {
        let pages = self.listing.content.pages_read.iter();
        let pages = pages.map(|page| (page.url.as_deref(), page.outcome));
        let [read, failed] = InWords::of(pages, self.labels);
        let paragraph = [
            (read, &self.labels.pages_read),
            (failed, &self.labels.pages_failed),
        ];
        let mut before = r#"<p class="gm-pages-read">"#;
        for (pages, words) in paragraph {
            if let Some(pages) = pages {
                self.out.push_str(before);
                before = "<br>\n";
                self.page_list(words, &pages);
            }
        }
        if before.starts_with("<br") {
            self.out.push_str("</p>");
        }
    }

    fn page_list(&mut self, words: &str, pages: &InWords<'_>) {
        push_text(&mut self.out, words);
        let mut separator = " ";
        for (url, name, reason) in &pages.named {
            self.out.push_str(separator);
            separator = ", ";
            self.linked(Some(url), name);
            if let Some(reason) = reason {
                self.out.push_str(" (");
                push_text(&mut self.out, reason);
                self.out.push(')');
            }
        }
        for words in &pages.counted {
            self.out.push_str(separator);
            separator = ", ";
            push_text(&mut self.out, words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn so_many_pages_are_named_and_the_rest_is_counted() {
        let labels = Labels::new("en", &BTreeMap::new()).unwrap();
        let many =
            (0..policy::MOST_PAGES_NAMED + 7).map(|_| (Some("https://a.example/b"), Outcome::Read));
        let others = [
            (None, Outcome::Read),
            (Some("https://c.example"), Outcome::Unsafe),
            (Some("d"), Outcome::NotSaid),
        ];
        let [read, failed] = InWords::of(many.chain(others), &labels);
        let read = read.unwrap();
        assert_eq!(read.named.len(), policy::MOST_PAGES_NAMED);
        assert_eq!(read.named[0].1, "a.example/b");
        assert_eq!(read.counted, ["… and 7 more", "1 without an address"]);
        let failed = failed.unwrap();
        assert_eq!(
            failed.named,
            [(
                "https://c.example",
                "c.example".to_owned(),
                Some("judged unsafe")
            )]
        );
        assert!(failed.counted.is_empty());
        let none = [(None, Outcome::NotSaid)];
        assert!(
            InWords::of(none.into_iter(), &labels)
                .iter()
                .all(Option::is_none)
        );
    }
}
