use super::*;
use crate::details::{Metadata, MetadataValue, Review};

fn given(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn place(uri: &str, id: &str, reviews: Vec<Review>) -> Chunk {
    Chunk {
        kind: ChunkKind::Maps,
        uri: given(uri),
        details: Some(Details::Maps(Place {
            place_id: given(id),
            reviews,
            ..Place::default()
        })),
        ..Chunk::default()
    }
}

fn review(id: &str, published: &str) -> Review {
    Review {
        id: given(id),
        published: given(published).filter(|text| !text.is_empty()),
        ..Review::default()
    }
}

fn flag(source_id: &str, uri: &str) -> Flag {
    Flag {
        source_id: given(source_id),
        uri: given(uri),
        ..Flag::default()
    }
}

fn maps(entry: &SourceEntry) -> &Place {
    match &entry.details {
        Some(Details::Maps(place)) => place,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_place_named_twice_has_each_review_once() {
    let chunks = vec![
        place(
            "https://maps.google.com/?cid=1",
            "places/1",
            vec![review("a", "x"), review("b", "x")],
        ),
        place(
            "https://maps.google.com/?cid=1",
            "places/1",
            vec![review("b", "x"), review("c", "")],
        ),
    ];
    let sources = Sources::new(chunks, Vec::new(), &mut Diagnostics::default());
    assert_eq!(sources.of_chunk, [0, 0]);
    let ids: Vec<_> = maps(&sources.entries[0])
        .reviews
        .iter()
        .map(|r| r.id.as_deref())
        .collect();
    assert_eq!(ids, [Some("a"), Some("b"), Some("c")]);
}

#[test]
fn a_place_has_the_date_that_its_reviews_agree_on() {
    let date = |reviews| {
        let chunk = place("u", "1", reviews);
        let mut sources = Sources::new(vec![chunk], Vec::new(), &mut Diagnostics::default());
        sources.entries.remove(0).date
    };
    assert_eq!(
        date(vec![review("a", "last week"), review("b", "")]).as_deref(),
        Some("last week")
    );
    assert_eq!(
        date(vec![review("a", "last week"), review("b", "a year ago")]),
        None
    );
    assert_eq!(date(Vec::new()), None);
}

#[test]
fn a_flag_goes_to_the_place_or_review_that_it_names() {
    let chunks = vec![
        place("u", "places/1", vec![review("places/1/reviews/r", "")]),
        place("v", "2", Vec::new()),
    ];
    let flags = vec![
        flag("1", "https://a.example"),
        flag("r", "https://b.example"),
        flag("places/2", "https://c.example"),
        flag("2", "https://c.example"),
        flag("other", "https://d.example"),
        Flag::default(),
    ];
    let mut diagnostics = Diagnostics::default();
    let sources = Sources::new(chunks, flags, &mut diagnostics);
    let (one, two) = (maps(&sources.entries[0]), maps(&sources.entries[1]));
    assert_eq!(one.report_urls, ["https://a.example"]);
    assert_eq!(
        one.reviews[0].report_url.as_deref(),
        Some("https://b.example")
    );
    assert_eq!(two.report_urls, ["https://c.example"]);
    assert_eq!(sources.reports, ["https://d.example"]);
    let codes: Vec<_> = diagnostics.into_vec().into_iter().map(|d| d.code).collect();
    let lost = codes.iter().filter(|code| **code == "flag-without-source");
    assert_eq!(lost.count(), 2);
}

#[test]
fn many_flags_and_reviews_take_linear_time() {
    let reviews = (0..100_000).map(|n| review(&n.to_string(), "x")).collect();
    let flags = (0..100_000).map(|n| flag("p", &n.to_string())).collect();
    let sources = Sources::new(
        vec![place("u", "places/p", reviews)],
        flags,
        &mut Diagnostics::default(),
    );
    let place = maps(&sources.entries[0]);
    assert_eq!(place.reviews.len(), 100_000);
    assert_eq!(place.report_urls.len(), policy::MOST_REPORTS);
}

#[test]
fn passages_of_a_document_repeat_its_fields_once() {
    let chunk = |key: &str| Chunk {
        kind: ChunkKind::Document,
        uri: given("gs://bucket/folder/file.pdf"),
        details: Some(Details::Document(Document {
            metadata: vec![Metadata {
                key: key.to_owned(),
                value: MetadataValue::Number(1.0),
            }],
            ..Document::default()
        })),
        ..Chunk::default()
    };
    let chunks = vec![chunk("a"), chunk("a"), chunk("b")];
    let sources = Sources::new(chunks, Vec::new(), &mut Diagnostics::default());
    let [entry] = sources.entries.as_slice() else {
        panic!("one source");
    };
    let Some(Details::Document(document)) = &entry.details else {
        panic!("a document");
    };
    let keys: Vec<_> = document.metadata.iter().map(|m| m.key.as_str()).collect();
    assert_eq!(keys, ["a", "b"]);
    assert_eq!(entry.name.as_deref(), Some("file.pdf"));
    assert_eq!(
        entry.address.as_deref(),
        Some("gs://bucket/folder/file.pdf")
    );
}

#[test]
fn a_place_may_be_called_as_a_site_is() {
    let entry = |uri: &str| {
        let chunk = Chunk {
            title: given("Booking.example"),
            ..place(uri, "1", Vec::new())
        };
        Sources::new(vec![chunk], Vec::new(), &mut Diagnostics::default())
            .entries
            .remove(0)
    };
    for uri in [
        "https://maps.google.com/?cid=1",
        "https://www.google.com/maps/place/x",
    ] {
        let entry = entry(uri);
        assert_eq!(
            (entry.name.as_deref(), entry.host),
            (Some("Booking.example"), None),
            "{uri}"
        );
    }
    for uri in [
        "https://evil.example/maps",
        "https://www.google.com/url?q=x",
    ] {
        let entry = entry(uri);
        assert_ne!(entry.name.as_deref(), Some("Booking.example"), "{uri}");
    }
}
