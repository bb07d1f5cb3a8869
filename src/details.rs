//! What only one kind of source has: plain data, filled from the response, merged where several
//! chunks name one source, and given to the caller as it is.

use serde::Serialize;

/// What only one kind of source has. Which one it is, the source's kind says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Details {
    /// Of a document.
    Document(Document),
    /// Of a place on Google Maps.
    Maps(Place),
    /// Of an image.
    Image(Image),
    /// Of a text that the answer recites.
    Recitation(Recited),
}

/// Where a document is kept and what its owner noted about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Document {
    /// Its resource name.
    pub document_name: Option<String>,
    /// The file search store that holds it.
    pub file_search_store: Option<String>,
    /// The id of an image or another medium in it.
    pub media_id: Option<String>,
    /// The owner's own fields.
    pub metadata: Vec<Metadata>,
}

/// One of the fields that a document's owner gave it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Metadata {
    /// Its name.
    pub key: String,
    /// Its value.
    pub value: MetadataValue,
}

/// The value of an owner's field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum MetadataValue {
    /// One text.
    Text(String),
    /// A number.
    Number(f64),
    /// Several texts.
    Texts(Vec<String>),
}

/// A place on Google Maps, or a way between places.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Place {
    /// Its id, such as `places/ChIJ…`.
    pub place_id: Option<String>,
    /// The way there.
    pub route: Option<Route>,
    /// Where a reader can report a problem with it.
    pub report_urls: Vec<String>,
    /// Reviews that the answer draws on.
    pub reviews: Vec<Review>,
}

/// A way between places.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Route {
    /// Its length.
    pub distance_meters: Option<f64>,
    /// How long it takes, such as `1260s`.
    pub duration: Option<String>,
    /// Its line, in Google's encoding.
    pub encoded_polyline: Option<String>,
}

/// A review of a place.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Review {
    /// Its id or resource name.
    pub id: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Where it stands on Google Maps.
    pub url: Option<String>,
    /// Who wrote it.
    pub author: Option<Author>,
    /// When, relative to the time of the answer, in the answer's language.
    pub published: Option<String>,
    /// Where a reader can report a problem with it.
    pub report_url: Option<String>,
}

impl Review {
    /// Whether there is more of it than an id.
    pub(crate) fn is_readable(&self) -> bool {
        let Self {
            id: _,
            title,
            url,
            author,
            published,
            report_url,
        } = self;
        let texts = [title, url, published, report_url];
        author.is_some() || texts.into_iter().any(Option::is_some)
    }
}

/// Who wrote a review.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Author {
    /// The name to show.
    pub name: Option<String>,
    /// The author's own page.
    pub url: Option<String>,
    /// The author's picture; never shown, because that would be a request.
    pub photo_url: Option<String>,
}

/// An image on a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Image {
    /// The file itself. Google wants readers led to the page, so nothing links here.
    pub image_url: Option<String>,
}

/// What the answer recites of a source.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Recited {
    /// The source's licence, as sent.
    pub license: Option<String>,
    /// The stretches that recite it, each once.
    pub ranges: Vec<TextRange>,
}

/// A stretch of the answer's text, in UTF-16 units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TextRange {
    /// Where it begins.
    pub start: usize,
    /// Where it ends, exclusive.
    pub end: usize,
}
