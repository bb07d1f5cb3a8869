//! The source list: everything the answer rests on, and the notices before it.

use crate::answer::{Content, Kind, SourceEntry, Status};
use crate::confidence::Confidence;
use crate::details::Details;
use crate::labels::{Labels, numbered};
use crate::link::{self, Target};
use crate::options::{Options, Uncited};
use crate::policy;
use crate::source_name;

use super::inline::push_link;
use super::marks::Marks;
use super::push_text;

/// What the list needs to know of the markers.
pub(crate) struct Listing<'a> {
    pub(crate) content: &'a Content,
    /// Sources with a number, in its order.
    pub(crate) numbered: &'a [usize],
    /// For each number, from 1, the markers that lead to it.
    pub(crate) references: &'a [Vec<usize>],
    /// Sources that a support names without a place.
    pub(crate) unplaced: &'a [usize],
    /// Sources that nothing cites.
    pub(crate) uncited: &'a [usize],
    /// Whether the text stops early.
    pub(crate) cut_off: bool,
}

/// What a source is called in the list: its name, else its number.
pub(crate) fn label(source: &SourceEntry, number: Option<usize>, labels: &Labels) -> String {
    source.name.clone().unwrap_or_else(|| {
        if source.kind == Kind::Recitation {
            return labels.unnamed.to_string();
        }
        let chunk = source.chunk_indices.first().map_or(1, |index| index + 1);
        numbered(&labels.source, number.unwrap_or(chunk))
    })
}

/// Writes notices, then the sources.
pub(crate) fn write(
    listing: &Listing<'_>,
    prefix: &str,
    options: &Options,
    labels: &Labels,
) -> String {
    let mut list = List {
        out: String::new(),
        listing,
        prefix,
        options,
        labels,
        marks: Marks::new(prefix, labels),
        confidence: confidence(listing.content, options),
        opens_tab: false,
        has_temporary: false,
    };
    if options.notice {
        list.notices();
    }
    list.sources();
    list.out
}

/// How sure Google was of each source; nothing where that is not to be shown.
fn confidence(content: &Content, options: &Options) -> Vec<Option<Confidence>> {
    if !options.confidence {
        return Vec::new();
    }
    let scores = content.supports.iter().flat_map(|support| {
        let sources = support.sources.iter().copied();
        sources.zip(support.confidence.iter().copied())
    });
    Confidence::of_sources(content.sources.len(), scores)
}

/// The list as it is written. What only some kinds have is in files of their own.
pub(super) struct List<'a> {
    pub(super) out: String,
    pub(super) listing: &'a Listing<'a>,
    prefix: &'a str,
    options: &'a Options,
    pub(super) labels: &'a Labels,
    marks: Marks<'a>,
    /// For each source, where it is to be shown.
    confidence: Vec<Option<Confidence>>,
    opens_tab: bool,
    has_temporary: bool,
}

impl List<'_> {
    fn notices(&mut self) {
        let content = self.listing.content;
        let labels = self.labels;
        match content.status() {
            Status::Blocked if content.shows_something() => self.notice(&labels.cut_off),
            Status::Blocked | Status::Empty => {
                let reason = content
                    .block_reason
                    .as_deref()
                    .or(content.finish_reason.as_deref())
                    .filter(|reason| !matches!(*reason, "" | "STOP"));
                match reason {
                    Some(reason) => {
                        let words = labels.no_answer_reason.replace("{reason}", short(reason));
                        self.notice(&words);
                    }
                    None => self.notice(&labels.no_answer),
                }
            }
            Status::Ungrounded if !content.recitations.is_empty() => {}
            // Sources come at the end, which did not.
            Status::Ungrounded | Status::Grounded if self.options.interrupted => {}
            Status::Ungrounded => self.notice(&labels.no_sources),
            Status::Grounded if !content.has_sources() => self.notice(&labels.no_sources),
            Status::Grounded => {}
        }
        if self.listing.cut_off && content.status() != Status::Blocked {
            self.notice(&labels.cut_off);
        }
    }

    fn notice(&mut self, words: &str) {
        self.out.push_str(r#"<p class="gm-notice" dir="auto">"#);
        push_text(&mut self.out, words);
        self.out.push_str("</p>");
    }

    fn sources(&mut self) {
        let listing = self.listing;
        let is_maps = |source: &usize| listing.content.sources[*source].kind == Kind::Maps;
        let uncited: &[usize] = match self.options.uncited {
            Uncited::List => listing.uncited,
            Uncited::Hide => &[],
        };
        let content = listing.content;
        let is_empty = listing.numbered.is_empty()
            && listing.unplaced.is_empty()
            && uncited.is_empty()
            && content.recitations.is_empty()
            && content.reports.is_empty();
        if is_empty {
            // No list, so nothing to head one with.
            self.pages_read();
            self.hints();
            return;
        }
        let level = self.options.heading_level;
        let prefix = self.prefix;
        self.out.push_str(&format!(
            r#"<section class="gm-sources" role="group" aria-labelledby="{prefix}-sources"><h{level} id="{prefix}-sources">"#
        ));
        push_text(&mut self.out, &self.labels.sources);
        self.out.push_str(&format!("</h{level}>"));

        let split = |of: &[usize]| of.iter().copied().partition::<Vec<usize>, _>(is_maps);
        let (maps, others): (Vec<usize>, Vec<usize>) =
            (1..=listing.numbered.len()).partition(|number| is_maps(&listing.numbered[number - 1]));
        let (unplaced_maps, unplaced) = split(listing.unplaced);
        let (uncited_maps, uncited) = split(uncited);
        self.numbered(&maps, r#"<ol class="gm-maps">"#);
        self.plain(
            &[unplaced_maps, uncited_maps].concat(),
            "gm-maps",
            &self.labels.maps,
        );
        self.other_reports();
        self.numbered(&others, "<ol>");
        self.plain(&unplaced, "gm-unplaced", &self.labels.place_unknown);
        let heading = match listing.numbered.is_empty() && listing.unplaced.is_empty() {
            true => &self.labels.consulted,
            false => &self.labels.also_consulted,
        };
        self.plain(&uncited, "gm-consulted", heading);
        self.recitations();
        self.pages_read();
        self.hints();
        self.out.push_str("</section>");
    }

    fn numbered(&mut self, numbers: &[usize], open: &str) {
        if numbers.is_empty() {
            return;
        }
        self.out.push_str(open);
        for &number in numbers {
            self.marks.push_source(&mut self.out, number);
            let source = self.listing.numbered[number - 1];
            self.entry(source, Some(number));
            let references = &self.listing.references[number - 1];
            self.marks.push_back_to_citations(&mut self.out, references);
            self.behind(&self.listing.content.sources[source]);
            self.out.push_str("</li>");
        }
        self.out.push_str("</ol>");
    }

    fn plain(&mut self, sources: &[usize], class: &str, heading: &str) {
        if sources.is_empty() {
            return;
        }
        self.begin_plain(class, heading);
        for &source in sources {
            self.out.push_str("<li>");
            self.entry(source, None);
            self.behind(&self.listing.content.sources[source]);
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul>");
    }

    fn begin_plain(&mut self, class: &str, heading: &str) {
        let level = (self.options.heading_level + 1).min(6);
        self.out.push_str(&format!("<h{level}>"));
        push_text(&mut self.out, heading);
        self.out
            .push_str(&format!("</h{level}><ul class=\"{class}\">"));
    }

    /// Texts that the answer recites: nothing in it leads here.
    fn recitations(&mut self) {
        let recitations = &self.listing.content.recitations;
        if recitations.is_empty() {
            return;
        }
        self.begin_plain("gm-recitations", &self.labels.recitations);
        for source in recitations {
            self.out.push_str("<li>");
            self.named(source, None);
            if let Some(Details::Recitation(recited)) = &source.details
                && let Some(license) = recited.license.as_deref().and_then(source_name::line)
            {
                let words = self.labels.license.replace("{license}", &license);
                self.aside("gm-license", &words);
            }
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul>");
    }

    /// A source up to its back-links.
    fn entry(&mut self, source: usize, number: Option<usize>) {
        let confidence = self.confidence.get(source).copied().flatten();
        let source = &self.listing.content.sources[source];
        self.named(source, number);
        self.pages(source);
        if let Some(confidence) = confidence {
            self.aside("gm-confidence", &confidence.words(self.labels));
        }
        self.place_reports(source.details.as_ref());
    }

    /// A source's name, its place and its date.
    fn named(&mut self, source: &SourceEntry, number: Option<usize>) {
        let label = label(source, number, self.labels);
        let is_linked = self.linked(source.url.as_deref(), &label);
        self.has_temporary |= is_linked && source.temporary;
        if source.kind == Kind::Maps {
            self.out.push(' ');
            self.maps_attribution();
        }
        if let Some(host) = &source.host {
            self.aside("gm-host", host);
        }
        if let Some(address) = &source.address {
            self.aside("gm-address", address);
        }
        // Reviews have their own.
        if let Some(date) = source.date.as_ref().filter(|_| source.kind != Kind::Maps) {
            let words = self.labels.published.replace("{date}", date);
            self.aside("gm-date", &words);
        }
    }

    /// What stands behind an entry in blocks of its own.
    fn behind(&mut self, source: &SourceEntry) {
        if let Some(Details::Maps(place)) = &source.details {
            self.reviews(place);
        }
        self.excerpts(&source.passages);
    }

    /// Writes a text, linked where its address may be a link; whether it is.
    pub(super) fn linked(&mut self, url: Option<&str>, text: &str) -> bool {
        let is_linked = self.link(url, text);
        if !is_linked {
            self.isolated(text);
        }
        is_linked
    }

    /// Writes a link where the address may be one, and nothing otherwise; whether it did.
    pub(super) fn link(&mut self, url: Option<&str>, text: &str) -> bool {
        let Some(link) = url.and_then(link::check) else {
            return false;
        };
        self.opens_tab |= matches!(link.target, Target::Page { .. });
        push_link(&mut self.out, &link, "");
        self.isolated(text);
        self.out.push_str("</a>");
        true
    }

    /// What stands beside a name.
    pub(super) fn aside(&mut self, class: &str, text: &str) {
        self.out.push_str(&format!(" <span class=\"{class}\">"));
        self.isolated(text);
        self.out.push_str("</span>");
    }

    /// Names are in any language, the list is in one.
    fn isolated(&mut self, text: &str) {
        self.out.push_str("<bdi>");
        push_text(&mut self.out, text);
        self.out.push_str("</bdi>");
    }

    /// What holds for all links is said once.
    fn hints(&mut self) {
        let mut hints: Vec<&str> = Vec::new();
        if self.opens_tab {
            hints.push(&self.labels.new_tab);
        }
        if self.has_temporary {
            hints.push(&self.labels.temporary);
        }
        if !hints.is_empty() {
            self.out.push_str(r#"<p class="gm-hint">"#);
            push_text(&mut self.out, &hints.join(" "));
            self.out.push_str("</p>");
        }
    }
}

/// A reason is a constant of Google's; whatever else stands there is cut.
fn short(reason: &str) -> &str {
    match reason.char_indices().nth(policy::MOST_LABEL_CHARS) {
        Some((end, _)) => &reason[..end],
        None => reason,
    }
}
