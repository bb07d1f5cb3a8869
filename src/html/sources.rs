//! The source list: everything the answer rests on, and the notices before it.

use crate::answer::{Content, Kind, SourceEntry, Status};
use crate::labels::{Labels, numbered};
use crate::link::{self, Target};
use crate::options::{Options, Uncited};
use crate::policy;

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
        opens_tab: false,
        has_temporary: false,
    };
    if options.notice {
        list.notices();
    }
    list.sources();
    list.out
}

struct List<'a> {
    out: String,
    listing: &'a Listing<'a>,
    prefix: &'a str,
    options: &'a Options,
    labels: &'a Labels,
    marks: Marks<'a>,
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
        if listing.numbered.is_empty() && listing.unplaced.is_empty() && uncited.is_empty() {
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
        self.numbered(&others, "<ol>");
        self.plain(&unplaced, "gm-unplaced", &self.labels.place_unknown);
        let heading = match listing.numbered.is_empty() && listing.unplaced.is_empty() {
            true => &self.labels.consulted,
            false => &self.labels.also_consulted,
        };
        self.plain(&uncited, "gm-consulted", heading);
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
            self.entry(self.listing.numbered[number - 1], Some(number));
            let references = &self.listing.references[number - 1];
            self.marks.push_back_to_citations(&mut self.out, references);
            self.out.push_str("</li>");
        }
        self.out.push_str("</ol>");
    }

    fn plain(&mut self, sources: &[usize], class: &str, heading: &str) {
        if sources.is_empty() {
            return;
        }
        let level = (self.options.heading_level + 1).min(6);
        self.out.push_str(&format!("<h{level}>"));
        push_text(&mut self.out, heading);
        self.out
            .push_str(&format!("</h{level}><ul class=\"{class}\">"));
        for &source in sources {
            self.out.push_str("<li>");
            self.entry(source, None);
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul>");
    }

    fn entry(&mut self, source: usize, number: Option<usize>) {
        let source = &self.listing.content.sources[source];
        let label = label(source, number, self.labels);
        let link = source.url.as_deref().and_then(link::check);
        if let Some(link) = &link {
            self.opens_tab |= matches!(link.target, Target::Page { .. });
            self.has_temporary |= source.temporary;
            push_link(&mut self.out, link, "");
        }
        self.out.push_str("<bdi>");
        push_text(&mut self.out, &label);
        self.out.push_str("</bdi>");
        if link.is_some() {
            self.out.push_str("</a>");
        }
        if let Some(host) = &source.host {
            self.out.push_str(" <span class=\"gm-host\"><bdi>");
            push_text(&mut self.out, host);
            self.out.push_str("</bdi></span>");
        }
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
