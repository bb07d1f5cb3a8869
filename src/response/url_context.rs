//! `urlContextMetadata`: pages that the model was to read because the prompt named them.

use super::node::Node;
use super::said::List;
use crate::diagnostic::Diagnostics;

/// One page, and what became of reading it.
#[derive(Debug)]
pub(crate) struct PageRead {
    pub(crate) url: Option<String>,
    /// As sent.
    pub(crate) status: String,
    pub(crate) outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Read,
    Failed,
    Paywall,
    Unsafe,
    /// Google did not say, or says it in a word that is new.
    NotSaid,
}

/// What proto3 leaves out because it is zero.
const UNSPECIFIED: &str = "URL_RETRIEVAL_STATUS_UNSPECIFIED";

const PREFIX: &str = "URL_RETRIEVAL_STATUS_";

/// Reads the pages, but for those said before.
pub(super) fn read(
    candidate: &Node<'_>,
    said: &mut List,
    diagnostics: &mut Diagnostics,
) -> Vec<PageRead> {
    let Some(metadata) = candidate.object("urlContextMetadata", diagnostics) else {
        return Vec::new();
    };
    let Some(list) = metadata.array("urlMetadata", diagnostics) else {
        return Vec::new();
    };
    list.items()
        .skip(said.known(&list))
        .filter_map(|item| {
            let node = item.as_object(diagnostics)?;
            (!node.is_blank()).then(|| page(&node, diagnostics))
        })
        .collect()
}

fn page(node: &Node<'_>, diagnostics: &mut Diagnostics) -> PageRead {
    let status = node.non_empty("urlRetrievalStatus", diagnostics);
    let status = status.unwrap_or_else(|| UNSPECIFIED.to_owned());
    PageRead {
        url: node.non_empty("retrievedUrl", diagnostics),
        outcome: outcome(status.strip_prefix(PREFIX).unwrap_or_default()),
        status,
    }
}

/// A page of the Interactions API, which has the same words in small letters and without their
/// prefix.
pub(super) fn of_interaction(result: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<PageRead> {
    if result.is_blank() {
        return None;
    }
    let status = result.non_empty("status", diagnostics).unwrap_or_default();
    Some(PageRead {
        url: result.non_empty("url", diagnostics),
        outcome: outcome(&status.to_ascii_uppercase()),
        status,
    })
}

fn outcome(word: &str) -> Outcome {
    match word {
        "SUCCESS" => Outcome::Read,
        "ERROR" => Outcome::Failed,
        "PAYWALL" => Outcome::Paywall,
        "UNSAFE" => Outcome::Unsafe,
        _ => Outcome::NotSaid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::parse;

    #[test]
    fn every_status_has_its_outcome() {
        let mut diagnostics = Diagnostics::default();
        let json = br#"{"url_context_metadata": {"urlMetadata": [
            {"retrievedUrl": "a", "urlRetrievalStatus": "URL_RETRIEVAL_STATUS_SUCCESS"},
            {"retrieved_url": "", "urlRetrievalStatus": "URL_RETRIEVAL_STATUS_ERROR"},
            {"retrievedUrl": "c", "urlRetrievalStatus": "URL_RETRIEVAL_STATUS_PAYWALL"},
            {"retrievedUrl": "d", "urlRetrievalStatus": "URL_RETRIEVAL_STATUS_UNSAFE"},
            {"retrievedUrl": "e", "urlRetrievalStatus": "NEW"},
            {"retrievedUrl": "f"}, {}, "x"
        ]}}"#;
        let value = parse(json, &mut diagnostics).unwrap();
        let pages = read(&Node::root(&value), &mut List::default(), &mut diagnostics);
        let found: Vec<_> = pages
            .iter()
            .map(|page| (page.url.as_deref(), page.outcome))
            .collect();
        assert_eq!(
            found,
            [
                (Some("a"), Outcome::Read),
                (None, Outcome::Failed),
                (Some("c"), Outcome::Paywall),
                (Some("d"), Outcome::Unsafe),
                (Some("e"), Outcome::NotSaid),
                (Some("f"), Outcome::NotSaid),
            ]
        );
        assert_eq!(pages[4].status, "NEW");
        assert_eq!(pages[5].status, UNSPECIFIED);
        assert_eq!(diagnostics.into_vec().len(), 1);
    }
}
