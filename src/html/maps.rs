//! What Google wants of Maps sources: the attribution, reviews with their authors and times, and
//! links to report a problem.

use crate::details::{Details, Place, Review};
use crate::labels::numbered;
use crate::policy;
use crate::source_name;

use super::push_text;
use super::sources::List;

/// Google's name as it must stand: in these words, in every language. Its looks are in
/// `js/style/maps.css`.
const ATTRIBUTION: &str = r#"<span class="gm-maps-by" translate="no">Google Maps</span>"#;

impl List<'_> {
    pub(super) fn maps_attribution(&mut self) {
        self.out.push_str(ATTRIBUTION);
    }

    /// Links to report a problem with a place.
    pub(super) fn place_reports(&mut self, details: Option<&Details>) {
        let Some(Details::Maps(place)) = details else {
            return;
        };
        for url in &place.report_urls {
            self.report(Some(url), &self.labels.report);
        }
    }

    /// Links to report what no source stands for.
    pub(super) fn other_reports(&mut self) {
        let reports = &self.listing.content.reports;
        if reports.is_empty() {
            return;
        }
        self.out.push_str(r#"<p class="gm-reports">"#);
        self.maps_attribution();
        for url in reports.iter().take(policy::MOST_REPORTS) {
            self.report(Some(url), &self.labels.report);
        }
        self.out.push_str("</p>");
    }

    fn report(&mut self, url: Option<&str>, words: &str) {
        let before = self.out.len();
        self.out.push_str(r#" <span class="gm-report">"#);
        match self.link(url, words) {
            true => self.out.push_str("</span>"),
            false => self.out.truncate(before),
        }
    }

    /// The reviews of a place, behind its entry.
    pub(super) fn reviews(&mut self, place: &Place) {
        let shown = place.reviews.iter().filter(|review| review.is_readable());
        let count = shown.clone().count();
        if count == 0 {
            return;
        }
        self.out.push_str(r#"<ul class="gm-reviews">"#);
        for review in shown.take(policy::MOST_REVIEWS) {
            self.out.push_str("<li>");
            self.review(review);
            self.out.push_str("</li>");
        }
        if let Some(rest) = count.checked_sub(policy::MOST_REVIEWS + 1) {
            self.out.push_str("<li>");
            push_text(&mut self.out, &numbered(&self.labels.more, rest + 1));
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul>");
    }

    fn review(&mut self, review: &Review) {
        let title = review.title.as_deref().and_then(source_name::line);
        let words = title.unwrap_or_else(|| self.labels.review.to_string());
        self.linked(review.url.as_deref(), &words);
        if let Some(author) = &review.author
            && let Some(name) = author.name.as_deref().and_then(source_name::line)
        {
            self.out.push_str(r#" <span class="gm-author">"#);
            self.linked(author.url.as_deref(), &name);
            self.out.push_str("</span>");
        }
        if let Some(published) = review.published.as_deref().and_then(source_name::line) {
            self.aside("gm-date", &published);
        }
        self.report(review.report_url.as_deref(), &self.labels.report_review);
    }
}
