//! Google Maps: places, routes, reviews in all their spellings, links to report a problem.

use super::node::Node;
use super::origin::{self, Origin};
use super::said::List;
use crate::details::{Author, Place, Review, Route};
use crate::diagnostic::Diagnostics;

/// One entry of `sourceFlaggingUris`: where a reader can report a place or a review.
#[derive(Debug, Default)]
pub(crate) struct Flag {
    pub(crate) source_id: Option<String>,
    pub(crate) uri: Option<String>,
    pub(crate) origin: Origin,
}

/// What a `maps` chunk has beside what all kinds share.
pub(super) fn place(body: &Node<'_>, diagnostics: &mut Diagnostics) -> Place {
    let mut place = Place {
        place_id: body.non_empty("placeId", diagnostics),
        route: body
            .object("route", diagnostics)
            .filter(|route| !route.is_blank())
            .map(|route| self::route(&route, diagnostics)),
        ..Place::default()
    };
    if let Some(answer) = body.object("placeAnswerSources", diagnostics) {
        place
            .report_urls
            .extend(answer.non_empty("flagContentUri", diagnostics));
        place.reviews = reviews(&answer, diagnostics);
    }
    // The Interactions API has them at the place itself.
    if place.reviews.is_empty() {
        place.reviews = reviews(body, diagnostics);
    }
    place
}

fn route(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Route {
    Route {
        distance_meters: node.number("distanceMeters", diagnostics),
        duration: node.non_empty("duration", diagnostics),
        encoded_polyline: node.non_empty("encodedPolyline", diagnostics),
    }
}

fn reviews(answer: &Node<'_>, diagnostics: &mut Diagnostics) -> Vec<Review> {
    let snippets = answer
        .field("reviewSnippets")
        .or_else(|| answer.field("reviewSnippet"));
    let Some(list) = snippets.and_then(|field| field.as_array(diagnostics)) else {
        return Vec::new();
    };
    list.items()
        .filter_map(|item| {
            let snippet = item.as_object(diagnostics)?;
            (!snippet.is_blank()).then(|| review(&snippet, diagnostics))
        })
        .collect()
}

fn review(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Review {
    Review {
        // What older responses call the review is its resource name, not its text.
        id: node
            .non_empty("reviewId", diagnostics)
            .or_else(|| node.non_empty("review", diagnostics)),
        title: node.non_empty("title", diagnostics),
        url: node
            .non_empty("googleMapsUri", diagnostics)
            .or_else(|| node.non_empty("url", diagnostics)),
        author: node
            .object("authorAttribution", diagnostics)
            .filter(|author| !author.is_blank())
            .map(|author| self::author(&author, diagnostics)),
        published: node.non_empty("relativePublishTimeDescription", diagnostics),
        report_url: node.non_empty("flagContentUri", diagnostics),
    }
}

fn author(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Author {
    Author {
        name: node.non_empty("displayName", diagnostics),
        url: node.non_empty("uri", diagnostics),
        photo_url: node.non_empty("photoUri", diagnostics),
    }
}

/// The links beside the chunks that report one of them, but for those said before.
pub(super) fn flags(
    metadata: &Node<'_>,
    said: &mut List,
    diagnostics: &mut Diagnostics,
) -> Vec<Flag> {
    let Some(list) = metadata.array("sourceFlaggingUris", diagnostics) else {
        return Vec::new();
    };
    origin::each_after(said.known(&list), &list, |item, origin| {
        let Some(node) = item.as_object(diagnostics) else {
            return Flag::default();
        };
        Flag {
            source_id: node.non_empty("sourceId", diagnostics),
            uri: node.non_empty("flagContentUri", diagnostics),
            origin,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::parse;

    fn read(json: &str) -> (Place, Vec<String>) {
        let mut diagnostics = Diagnostics::default();
        let value = parse(json.as_bytes(), &mut diagnostics).unwrap();
        let place = place(&Node::root(&value), &mut diagnostics);
        let found = diagnostics.into_vec();
        (place, found.into_iter().map(|d| d.path).collect())
    }

    #[test]
    fn reviews_are_read_in_every_spelling() {
        for name in ["reviewSnippets", "review_snippets", "reviewSnippet"] {
            let (place, diagnostics) = read(&format!(
                r#"{{"place_id": "places/1", "placeAnswerSources": {{"{name}": [
                    {{"reviewId": "a", "googleMapsUri": "u", "title": "t"}},
                    {{"review": "places/1/reviews/b", "relativePublishTimeDescription": "x ago",
                      "authorAttribution": {{"displayName": "N", "uri": "p", "photoUri": "f"}},
                      "flagContentUri": "r"}},
                    {{}}, 5
                ], "flagContentUri": "flag"}}}}"#
            ));
            assert_eq!(place.place_id.as_deref(), Some("places/1"));
            assert_eq!(place.report_urls, ["flag"]);
            let [new, old] = place.reviews.as_slice() else {
                panic!("{:?}", place.reviews);
            };
            assert_eq!(new.id.as_deref(), Some("a"));
            assert_eq!(
                (new.url.as_deref(), new.title.as_deref()),
                (Some("u"), Some("t"))
            );
            assert_eq!(old.id.as_deref(), Some("places/1/reviews/b"));
            assert_eq!(old.published.as_deref(), Some("x ago"));
            assert_eq!(old.report_url.as_deref(), Some("r"));
            let author = old.author.as_ref().unwrap();
            assert_eq!(author.name.as_deref(), Some("N"));
            assert_eq!(author.url.as_deref(), Some("p"));
            assert_eq!(author.photo_url.as_deref(), Some("f"));
            assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
        }
    }

    #[test]
    fn a_route_is_kept_and_an_empty_one_is_none() {
        let (place, _) = read(
            r#"{"route": {"distance_meters": 1200, "duration": "960s", "encodedPolyline": "_p~"}}"#,
        );
        let route = place.route.unwrap();
        assert_eq!(route.distance_meters, Some(1200.0));
        assert_eq!(route.duration.as_deref(), Some("960s"));
        assert_eq!(route.encoded_polyline.as_deref(), Some("_p~"));
        assert_eq!(read(r#"{"route": {}}"#).0, Place::default());
    }

    #[test]
    fn flags_keep_their_place() {
        let mut diagnostics = Diagnostics::default();
        let json = br#"{"source_flagging_uris": [3, {"sourceId": "a", "flagContentUri": "u"}]}"#;
        let value = parse(json, &mut diagnostics).unwrap();
        let flags = flags(&Node::root(&value), &mut List::default(), &mut diagnostics);
        assert_eq!(flags.len(), 2);
        assert_eq!(flags[1].source_id.as_deref(), Some("a"));
        assert_eq!(flags[1].uri.as_deref(), Some("u"));
        assert_eq!(flags[1].origin.path(), "sourceFlaggingUris[1]");
    }
}
