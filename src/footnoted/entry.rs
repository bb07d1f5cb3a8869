//! One source as a line of Markdown: what its entry in the HTML says, but for passages.

use crate::answer::Kind;
use crate::confidence::Confidence;
use crate::details::{Details, Place};
use crate::html::documents;
use crate::labels::Labels;
use crate::link::{self, Link};
use crate::policy;
use crate::result::Source;
use crate::source_name::{self, Target};

use super::escape;

/// Between what stands beside a name.
const SEPARATOR: &str = " · ";

pub(super) fn push(
    out: &mut String,
    source: &Source,
    confidence: Option<Confidence>,
    labels: &Labels,
) {
    push_linked(out, source.url.as_deref(), &source.label);
    if source.kind == Kind::Maps {
        // Google wants these words, untranslated.
        out.push_str(" Google Maps");
    }
    if let Some(host) = host(source) {
        out.push(' ');
        escape::push_text(out, &host);
    }
    for words in beside(source, confidence, labels) {
        out.push_str(SEPARATOR);
        escape::push_text(out, &words);
    }
    if let Some(Details::Maps(place)) = &source.details {
        push_place(out, place, labels);
    }
}

fn host(source: &Source) -> Option<String> {
    let link = source.url.as_deref().and_then(link::check);
    let is_place = source.kind == Kind::Maps && link.as_ref().is_some_and(Link::is_maps);
    let host = link.as_ref().and_then(Link::shown_host);
    let target = match &host {
        _ if source.temporary => Target::Redirect,
        Some(host) if !is_place => Target::Host(host),
        _ => Target::Nowhere,
    };
    let (label, domain) = (Some(source.label.as_str()), source.domain.as_deref());
    source_name::choose(label, domain, target, None, None).host
}

fn beside(source: &Source, confidence: Option<Confidence>, labels: &Labels) -> Vec<String> {
    let mut beside = Vec::new();
    let url = source.url.as_deref();
    beside.extend(
        url.filter(|url| source_name::bucket_path(url).is_some())
            .and_then(source_name::line),
    );
    let date = source.date.as_ref().filter(|_| source.kind != Kind::Maps);
    beside.extend(date.map(|date| labels.published.replace("{date}", date)));
    if let Some(Details::Recitation(recited)) = &source.details {
        let license = recited.license.as_deref().and_then(source_name::line);
        beside.extend(license.map(|license| labels.license.replace("{license}", &license)));
    }
    let pages = source
        .passages
        .iter()
        .filter_map(|p| p.first_page.zip(p.last_page));
    beside.extend(documents::pages_of(pages, labels));
    beside.extend(confidence.map(|confidence| confidence.words(labels)));
    beside
}

/// Links that Google wants kept: to report a problem, to each review and its author.
fn push_place(out: &mut String, place: &Place, labels: &Labels) {
    for url in &place.report_urls {
        push_link(out, SEPARATOR, Some(url), &labels.report);
    }
    let readable = place.reviews.iter().filter(|review| review.is_readable());
    for review in readable.take(policy::MOST_REVIEWS) {
        out.push_str(SEPARATOR);
        let title = review.title.as_deref().and_then(source_name::line);
        let title = title.as_deref().unwrap_or(&labels.review);
        push_linked(out, review.url.as_deref(), title);
        if let Some(author) = &review.author
            && let Some(name) = author.name.as_deref().and_then(source_name::line)
        {
            out.push(' ');
            push_linked(out, author.url.as_deref(), &name);
        }
        if let Some(published) = review.published.as_deref().and_then(source_name::line) {
            out.push(' ');
            escape::push_text(out, &published);
        }
        push_link(
            out,
            " ",
            review.report_url.as_deref(),
            &labels.report_review,
        );
    }
}

/// Writes a text, linked where its address may be a link.
pub(super) fn push_linked(out: &mut String, url: Option<&str>, text: &str) {
    match url.and_then(link::check) {
        Some(link) => escape::push_link(out, text, &link),
        None => escape::push_text(out, text),
    }
}

/// Writes a link where the address may be one, and nothing otherwise.
fn push_link(out: &mut String, before: &str, url: Option<&str>, text: &str) {
    if let Some(link) = url.and_then(link::check) {
        out.push_str(before);
        escape::push_link(out, text, &link);
    }
}
