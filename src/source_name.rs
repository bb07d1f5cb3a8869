//! What a source is called: the name a list shows, and the host that stands beside it.

use crate::policy;

/// A source's name and what stands beside it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// `None` where the source has no name at all.
    pub(crate) name: Option<String>,
    /// The host of the link, where the name does not say it already.
    pub(crate) host: Option<String>,
}

/// Where a source's link leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target<'a> {
    Host(&'a str),
    /// Google's redirect, whose host says nothing of the source.
    Redirect,
    Nowhere,
}

impl<'a> Target<'a> {
    fn host(self) -> Option<&'a str> {
        match self {
            Self::Host(host) => Some(host),
            Self::Redirect | Self::Nowhere => None,
        }
    }
}

/// Chooses title, else domain, else host, else document, else the first words of the text.
///
/// A title that is itself another domain than the link's would name one site and lead to another,
/// so the host takes its place.
pub(crate) fn choose(
    title: Option<&str>,
    domain: Option<&str>,
    target: Target<'_>,
    document: Option<&str>,
    text: Option<&str>,
) -> Shown {
    let host = target.host();
    let is_honest = |name: &&str| match (host, as_domain(name)) {
        (Some(host), Some(domain)) => is_same_site(&domain, host),
        _ => true,
    };
    let name = title
        .and_then(line)
        .filter(|title| is_honest(&title.as_str()))
        .or_else(|| {
            domain
                .and_then(line)
                .filter(|domain| is_honest(&domain.as_str()))
        })
        .or_else(|| host.map(str::to_owned))
        .or_else(|| document.and_then(line))
        .or_else(|| text.and_then(first_words));
    let beside = match (&name, host) {
        (Some(name), Some(host)) if as_domain(name).as_deref() != Some(host) => {
            Some(host.to_owned())
        }
        // Behind a redirect the domain is Google's word for the publisher.
        (Some(name), None) if target == Target::Redirect => domain
            .and_then(as_domain)
            .filter(|domain| as_domain(name).as_ref() != Some(domain)),
        _ => None,
    };
    Shown { name, host: beside }
}

/// One line without hidden characters, cut where it is too long to be a name.
pub(crate) fn line(name: &str) -> Option<String> {
    // A hostile title can be a megabyte; four bytes for each character shown are enough to read.
    let mut end = name.len().min(policy::MOST_LABEL_CHARS * 8);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    let visible: String = name[..end]
        .chars()
        .filter(|c| !policy::is_removed(*c))
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let line = words.join(" ");
    if line.is_empty() {
        return None;
    }
    Some(shorten(line, policy::MOST_LABEL_CHARS))
}

fn shorten(line: String, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

fn first_words(text: &str) -> Option<String> {
    const FIRST_WORDS_CHARS: usize = 60;
    let line = line(text)?;
    match line.char_indices().nth(FIRST_WORDS_CHARS) {
        Some((end, _)) => {
            let head = &line[..end];
            let head = head.rfind(' ').map_or(head, |space| &head[..space]);
            Some(format!("{head}…"))
        }
        None => Some(line),
    }
}

/// The domain that a name is, without `www.`, or `None` where it is a name of another kind.
fn as_domain(name: &str) -> Option<String> {
    let name = name.trim().to_lowercase();
    let name = name
        .strip_prefix("https://")
        .or(name.strip_prefix("http://"))
        .unwrap_or(&name);
    let host = name.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let top = host.rsplit_once('.')?.1;
    let is_domain = host
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '-' | '.' | '_'))
        && host.split('.').all(|label| !label.is_empty())
        && top.chars().count() >= 2
        && top.chars().all(|c| c.is_alphabetic() || c == '-');
    is_domain.then(|| host.to_owned())
}

/// What follows the scheme of a file in Cloud Storage, which a browser cannot open.
pub(crate) fn bucket_path(uri: &str) -> Option<&str> {
    const SCHEME: &str = "gs://";
    let head = uri.get(..SCHEME.len())?;
    head.eq_ignore_ascii_case(SCHEME)
        .then(|| &uri[SCHEME.len()..])
}

fn is_same_site(domain: &str, host: &str) -> bool {
    host == domain
        || host
            .strip_suffix(domain)
            .is_some_and(|rest| rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(title: Option<&str>, domain: Option<&str>, host: Option<&str>) -> (String, String) {
        let target = host.map_or(Target::Redirect, Target::Host);
        let shown = choose(title, domain, target, None, None);
        (
            shown.name.unwrap_or_default(),
            shown.host.unwrap_or_default(),
        )
    }

    #[test]
    fn the_host_follows_a_title_once() {
        assert_eq!(
            shown(Some("Alpine lakes"), None, Some("example.com")),
            ("Alpine lakes".into(), "example.com".into())
        );
        assert_eq!(
            shown(Some("www.Example.com"), None, Some("example.com")),
            ("www.Example.com".into(), String::new())
        );
    }

    #[test]
    fn a_title_that_names_another_domain_is_not_shown() {
        for title in [
            "bank.example",
            "https://bank.example/login",
            "WWW.Bank.Example",
        ] {
            assert_eq!(
                shown(Some(title), None, Some("evil.example.org")),
                ("evil.example.org".into(), String::new()),
                "{title}"
            );
        }
        assert_eq!(
            shown(Some("example.org"), None, Some("news.example.org")),
            ("example.org".into(), "news.example.org".into())
        );
    }

    #[test]
    fn behind_a_redirect_the_title_or_the_domain_names_the_source() {
        assert_eq!(
            shown(Some("example.com"), None, None),
            ("example.com".into(), String::new())
        );
        assert_eq!(
            shown(None, Some("example.com"), None),
            ("example.com".into(), String::new())
        );
        assert_eq!(
            shown(Some("Lakes"), Some("example.com"), None),
            ("Lakes".into(), "example.com".into())
        );
    }

    #[test]
    fn a_domain_stands_beside_a_redirect_alone() {
        let beside = |domain, target| choose(Some("Lakes"), Some(domain), target, None, None).host;
        assert_eq!(beside("example.com", Target::Nowhere), None);
        assert_eq!(beside("no domain", Target::Redirect), None);
    }

    #[test]
    fn names_are_one_line_of_bounded_length() {
        let long = "word ".repeat(100_000);
        let name = choose(Some(&long), None, Target::Nowhere, None, None)
            .name
            .unwrap();
        assert!(name.chars().count() <= policy::MOST_LABEL_CHARS + 1);
        assert_eq!(shown(Some("a\n\u{202E}b\t\u{0}c"), None, None).0, "a b c");
        assert_eq!(shown(Some(" \n"), None, None).0, "");
    }

    #[test]
    fn a_nameless_document_is_called_by_its_first_words() {
        let text = "The lake freezes over in most winters between December and the end of March.";
        let name = choose(None, None, Target::Nowhere, None, Some(text))
            .name
            .unwrap();
        assert_eq!(
            name,
            "The lake freezes over in most winters between December and…"
        );
        assert_eq!(
            choose(None, None, Target::Nowhere, Some("stores/1"), Some(text))
                .name
                .unwrap(),
            "stores/1"
        );
    }
}
