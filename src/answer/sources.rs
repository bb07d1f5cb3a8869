//! Chunks become sources: each once, with all that its chunks say of it.

use std::collections::{HashMap, HashSet};

use crate::details::{Details, Document, Place};
use crate::diagnostic::{Code, Diagnostics};
use crate::link;
use crate::policy;
use crate::response::{Chunk, ChunkKind, Flag};
use crate::source_name::{self, Target};

use super::{Kind, PassageEntry, SourceEntry};

/// The sources of an answer, and what leads to them.
#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) entries: Vec<SourceEntry>,
    /// For each chunk the source that it names.
    pub(super) of_chunk: Vec<usize>,
    /// Links to report a source that no chunk names.
    pub(super) reports: Vec<String>,
}

/// What makes two chunks one source: the exact URI, else the document and its title.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Uri(Kind, String),
    Document(Kind, String, String),
}

fn identity(kind: Kind, chunk: &Chunk) -> Option<Identity> {
    let document = chunk.document.as_ref().or(chunk.store.as_ref());
    match (&chunk.uri, document, &chunk.title) {
        (Some(uri), ..) => Some(Identity::Uri(kind, uri.clone())),
        (None, Some(document), Some(title)) => {
            Some(Identity::Document(kind, document.clone(), title.clone()))
        }
        _ => None,
    }
}

impl Sources {
    pub(super) fn new(chunks: Vec<Chunk>, flags: Vec<Flag>, diagnostics: &mut Diagnostics) -> Self {
        let mut sources = Self::default();
        let mut known: HashMap<Identity, usize> = HashMap::new();
        let mut reviews: HashSet<(usize, String)> = HashSet::new();
        for (chunk_index, mut chunk) in chunks.into_iter().enumerate() {
            let kind = match chunk.kind {
                ChunkKind::Web => Kind::Web,
                ChunkKind::Document => Kind::Document,
                ChunkKind::Maps => Kind::Maps,
                ChunkKind::Image => Kind::Image,
                ChunkKind::Unknown => Kind::Unknown,
            };
            let next = sources.entries.len();
            let index = match identity(kind, &chunk) {
                Some(identity) => *known.entry(identity).or_insert(next),
                None => next,
            };
            let details = chunk.details.take();
            let says_more = details.is_some() && details != no_details(kind);
            let passage = chunk.text.clone().map(|text| PassageEntry {
                text,
                pages: chunk.pages,
                chunk_index,
            });
            if index == next {
                sources
                    .entries
                    .push(entry(kind, chunk, chunk_index, diagnostics));
            }
            let source = &mut sources.entries[index];
            source.is_emptied &= !says_more;
            source.chunk_indices.push(chunk_index);
            source.passages.extend(passage);
            merge(&mut source.details, details, |review| {
                reviews.insert((index, review.to_owned()))
            });
            sources.of_chunk.push(index);
        }
        sources.flag(flags, diagnostics);
        for source in &mut sources.entries {
            if let Some(Details::Maps(place)) = &source.details {
                source.date = common_date(place);
            }
        }
        sources
    }

    /// Gives each link that reports a place or a review to what it reports.
    fn flag(&mut self, flags: Vec<Flag>, diagnostics: &mut Diagnostics) {
        if flags.is_empty() {
            return;
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut reviews: HashMap<String, (usize, usize)> = HashMap::new();
        for (index, source) in self.entries.iter().enumerate() {
            let Some(Details::Maps(place)) = &source.details else {
                continue;
            };
            if let Some(id) = &place.place_id {
                places.entry(short_id(id).to_owned()).or_insert(index);
            }
            for (at, review) in place.reviews.iter().enumerate() {
                if let Some(id) = &review.id {
                    let id = short_id(id).to_owned();
                    reviews.entry(id).or_insert((index, at));
                }
            }
        }
        for flag in flags {
            let id = flag.source_id.as_deref().map(short_id);
            let review = id.and_then(|id| reviews.get(id)).copied();
            let place = review.map(|(source, _)| source);
            let place = place.or_else(|| places.get(id?).copied());
            let place = place.and_then(|source| self.entries[source].details.as_mut());
            match (flag.uri, place) {
                (Some(uri), Some(Details::Maps(place))) => match review {
                    Some((_, at)) => {
                        place.reviews[at].report_url.get_or_insert(uri);
                    }
                    None => report(place, uri),
                },
                (uri, _) => {
                    let path = || flag.origin.path();
                    diagnostics.add(Code::FlagWithoutSource, path, &[]);
                    let is_link = |uri: &String| link::check(uri).is_some();
                    self.reports.extend(uri.filter(is_link));
                }
            }
        }
    }
}

/// Ids come alone or behind the name of what they are in: `places/A/reviews/B`.
fn short_id(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

fn report(place: &mut Place, url: String) {
    if place.report_urls.len() < policy::MOST_REPORTS && !place.report_urls.contains(&url) {
        place.report_urls.push(url);
    }
}

/// The time that all dated reviews agree on. Where they differ each has its own, and the place none.
fn common_date(place: &Place) -> Option<String> {
    let mut dates = place.reviews.iter().filter_map(|r| r.published.as_ref());
    let first = dates.next()?;
    dates.all(|date| date == first).then(|| first.clone())
}

/// Adds what a further chunk says of its source; what was said first counts. `is_new` says whether
/// a review was not there before.
fn merge(known: &mut Option<Details>, more: Option<Details>, mut is_new: impl FnMut(&str) -> bool) {
    match (known, more) {
        (Some(Details::Document(known)), Some(Details::Document(more))) => {
            first_given(&mut known.document_name, more.document_name);
            first_given(&mut known.file_search_store, more.file_search_store);
            first_given(&mut known.media_id, more.media_id);
            // Every passage of a document repeats the document's own fields.
            if !known.metadata.ends_with(&more.metadata) {
                known.metadata.extend(more.metadata);
            }
        }
        (Some(Details::Maps(known)), Some(Details::Maps(more))) => {
            first_given(&mut known.place_id, more.place_id);
            first_given(&mut known.route, more.route);
            for url in more.report_urls {
                report(known, url);
            }
            known
                .reviews
                .extend(more.reviews.into_iter().filter(|review| {
                    let key = review.id.as_ref().or(review.url.as_ref());
                    key.is_none_or(|key| is_new(key))
                }));
        }
        (Some(Details::Image(known)), Some(Details::Image(more))) => {
            first_given(&mut known.image_url, more.image_url);
        }
        _ => {}
    }
}

/// Details that say nothing: every source of such a kind has them, whatever client told of it.
fn no_details(kind: Kind) -> Option<Details> {
    match kind {
        Kind::Document => Some(Details::Document(Document::default())),
        Kind::Maps => Some(Details::Maps(Place::default())),
        Kind::Image => Some(Details::Image(Default::default())),
        Kind::Recitation => Some(Details::Recitation(Default::default())),
        Kind::Web | Kind::Unknown => None,
    }
}

fn first_given<T>(known: &mut Option<T>, more: Option<T>) {
    if known.is_none() {
        *known = more;
    }
}

fn entry(
    kind: Kind,
    chunk: Chunk,
    chunk_index: usize,
    diagnostics: &mut Diagnostics,
) -> SourceEntry {
    let file = chunk.uri.as_deref().and_then(file_name);
    let document = file.or(chunk.document.as_deref());
    let mut entry = SourceEntry {
        kind,
        is_emptied: is_emptied(&chunk),
        details: no_details(kind),
        title: chunk.title.clone(),
        url: chunk.uri.clone(),
        domain: chunk.domain.clone(),
        ..SourceEntry::default()
    };
    if !name(&mut entry, document, chunk.text.as_deref()) && !entry.is_emptied {
        diagnostics.add(
            Code::SourceWithoutLink,
            || chunk.origin.path(),
            &[chunk_index as f64],
        );
    }
    entry
}

/// Whether a chunk says nothing but its kind.
fn is_emptied(chunk: &Chunk) -> bool {
    let Chunk {
        uri,
        title,
        domain,
        text,
        document,
        store,
        ..
    } = chunk;
    [uri, title, domain, text, document, store]
        .iter()
        .all(|field| field.is_none())
}

/// Decides what a source is called and what stands beside its name; whether it has a link.
pub(super) fn name(entry: &mut SourceEntry, document: Option<&str>, text: Option<&str>) -> bool {
    let link = entry.url.as_deref().and_then(link::check);
    let temporary = link.as_ref().is_some_and(link::Link::is_redirect);
    // The attribution says it already, and a place may be called as a site is.
    let is_place = entry.kind == Kind::Maps && link.as_ref().is_some_and(link::Link::is_maps);
    let host = match &link {
        Some(link) if !temporary && !is_place => link.shown_host(),
        _ => None,
    };
    let target = match &host {
        Some(host) => Target::Host(host),
        None if temporary => Target::Redirect,
        None => Target::Nowhere,
    };
    let shown = source_name::choose(
        entry.title.as_deref(),
        entry.domain.as_deref(),
        target,
        document,
        text,
    );
    let is_linked = link.is_some();
    entry.name = shown.name;
    entry.host = shown.host;
    entry.temporary = temporary;
    entry.address = entry
        .url
        .as_deref()
        .filter(|url| source_name::bucket_path(url).is_some())
        .and_then(source_name::line);
    is_linked
}

fn file_name(uri: &str) -> Option<&str> {
    let (_, name) = source_name::bucket_path(uri)?.rsplit_once('/')?;
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests;
