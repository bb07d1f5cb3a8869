//! Which of the pages that the prompt named were read, and which were not.

use crate::labels::{Labels, numbered};
use crate::link::{self, Target};
use crate::policy;
use crate::response::{Outcome, PageRead};
use crate::source_name;

use super::push_text;
use super::sources::List;

/// How a page is called: its host as a reader should see it, and its path.
pub(crate) fn page_name(url: &str) -> Option<String> {
    let name = match link::check(url).map(|link| (link.shown_host(), link.target)) {
        Some((Some(host), Target::Page { path, .. })) => {
            format!("{host}{}", if path == "/" { "" } else { path })
        }
        _ => url.to_owned(),
    };
    source_name::line(&name)
}

/// Why a page was not read, where Google says it.
pub(crate) fn reason(outcome: Outcome, labels: &Labels) -> Option<&str> {
    match outcome {
        Outcome::Paywall => Some(&labels.paywall),
        Outcome::Unsafe => Some(&labels.judged_unsafe),
        Outcome::Read | Outcome::Failed | Outcome::NotSaid => None,
    }
}

impl List<'_> {
    pub(super) fn pages_read(&mut self) {
        let pages = &self.listing.content.pages_read;
        let (read, failed): (Vec<&PageRead>, Vec<&PageRead>) = pages
            .iter()
            .filter(|page| page.outcome != Outcome::NotSaid)
            .partition(|page| page.outcome == Outcome::Read);
        if read.is_empty() && failed.is_empty() {
            return;
        }
        self.out.push_str(r#"<p class="gm-pages-read">"#);
        self.page_list(&self.labels.pages_read, &read);
        if !read.is_empty() && !failed.is_empty() {
            self.out.push_str("<br>\n");
        }
        self.page_list(&self.labels.pages_failed, &failed);
        self.out.push_str("</p>");
    }

    fn page_list(&mut self, words: &str, pages: &[&PageRead]) {
        if pages.is_empty() {
            return;
        }
        push_text(&mut self.out, words);
        let names = pages.iter().filter_map(|page| {
            let url = page.url.as_deref()?;
            Some((url, page_name(url)?, page.outcome))
        });
        let named = names.clone().count();
        let mut separator = " ";
        for (url, name, outcome) in names.take(policy::MOST_PAGES_NAMED) {
            self.out.push_str(separator);
            separator = ", ";
            self.linked(Some(url), &name);
            if let Some(reason) = reason(outcome, self.labels) {
                self.out.push_str(" (");
                push_text(&mut self.out, reason);
                self.out.push(')');
            }
        }
        let more = named.saturating_sub(policy::MOST_PAGES_NAMED);
        let counted = [
            (more, &self.labels.more),
            (pages.len() - named, &self.labels.pages_unnamed),
        ];
        for (count, words) in counted.into_iter().filter(|(count, _)| *count > 0) {
            self.out.push_str(separator);
            separator = ", ";
            push_text(&mut self.out, &numbered(words, count));
        }
    }
}
