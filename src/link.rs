//! Whether a URI may become a link, and what its host is called.
//!
//! Beside [`policy`](crate::policy): the writer, the sanitizer and the source list ask here, so
//! one URI has one answer wherever it stands.

use std::borrow::Cow;

use idna::punycode;

use crate::policy;

/// A URI that may become a link.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Link<'a> {
    /// The URI with its spaces encoded, as every browser would; otherwise as given.
    pub(crate) href: Cow<'a, str>,
    pub(crate) target: Target<'a>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target<'a> {
    /// Opens in a new tab.
    Page {
        host: &'a str,
        path: &'a str,
    },
    Mail,
}

/// Absolute http, https or mailto with a valid host; nothing else is a link.
///
/// Refused: relative and protocol-relative references, backslashes, user names, control
/// characters, whatever [`policy::is_removed`] names.
pub(crate) fn check(uri: &str) -> Option<Link<'_>> {
    let uri = uri.trim_matches(' ');
    let has_refused = match uri.is_ascii() {
        true => uri.bytes().any(|b| b == b'\\' || b.is_ascii_control()),
        false => uri.chars().any(is_refused),
    };
    if has_refused {
        return None;
    }
    let target = if let Some(rest) = after_scheme(uri, "https://").or(after_scheme(uri, "http://"))
    {
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let host = host_of(authority)?;
        Target::Page { host, path }
    } else {
        let rest = after_scheme(uri, "mailto:")?;
        let end = rest.find(['?', '#']).unwrap_or(rest.len());
        if !rest[..end].split(',').all(is_mail_address) {
            return None;
        }
        Target::Mail
    };
    let href = if uri.contains(' ') {
        Cow::Owned(uri.replace(' ', "%20"))
    } else {
        Cow::Borrowed(uri)
    };
    Some(Link { href, target })
}

impl Link<'_> {
    /// Whether it is Google's redirect: temporary, and its host says nothing of the source.
    pub(crate) fn is_redirect(&self) -> bool {
        matches!(self.target, Target::Page { host, path }
            if host.eq_ignore_ascii_case(policy::REDIRECT_HOST)
                && path.starts_with(policy::REDIRECT_PATH))
    }

    /// Whether it leads to Google Maps, whose host says nothing of the place.
    pub(crate) fn is_maps(&self) -> bool {
        let Target::Page { host, path } = self.target else {
            return false;
        };
        policy::MAPS.iter().any(|(maps_host, maps_path)| {
            host.eq_ignore_ascii_case(maps_host) && path.starts_with(maps_path)
        })
    }

    /// The host as a reader should see it: lower case, punycode where it is not ASCII, without
    /// `www.`; `None` for mail.
    pub(crate) fn shown_host(&self) -> Option<String> {
        let Target::Page { host, .. } = self.target else {
            return None;
        };
        let host = if host.is_ascii() {
            host.to_ascii_lowercase()
        } else {
            ascii_host(host)?
        };
        Some(
            host.strip_prefix("www.")
                .filter(|rest| rest.contains('.'))
                .map(str::to_owned)
                .unwrap_or(host),
        )
    }
}

fn is_refused(c: char) -> bool {
    c == '\\' || c.is_control() || policy::is_removed(c)
}

fn after_scheme<'a>(uri: &'a str, scheme: &str) -> Option<&'a str> {
    let head = uri.get(..scheme.len())?;
    head.eq_ignore_ascii_case(scheme)
        .then(|| &uri[scheme.len()..])
}

fn host_of(authority: &str) -> Option<&str> {
    if authority.contains('@') {
        return None;
    }
    if let Some(rest) = authority.strip_prefix('[') {
        let end = rest.find(']')?;
        rest[..end].parse::<std::net::Ipv6Addr>().ok()?;
        is_port(&rest[end + 1..]).then(|| &authority[..end + 2])
    } else {
        let end = authority.find(':').unwrap_or(authority.len());
        let host = &authority[..end];
        (is_port(&authority[end..]) && is_host(host)).then_some(host)
    }
}

fn is_port(port: &str) -> bool {
    match port.strip_prefix(':') {
        Some(digits) => {
            digits.is_empty()
                || (digits.bytes().all(|b| b.is_ascii_digit()) && digits.parse::<u16>().is_ok())
        }
        None => port.is_empty(),
    }
}

fn is_host(host: &str) -> bool {
    let plain = host
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
    let labels = host.strip_suffix('.').unwrap_or(host);
    if labels.is_empty() || labels.split('.').any(str::is_empty) {
        return false;
    }
    let last = labels.rsplit('.').next().unwrap_or_default();
    if plain && last.bytes().all(|b| b.is_ascii_digit()) {
        return labels.parse::<std::net::Ipv4Addr>().is_ok();
    }
    let encoded = labels.split('.').any(|label| {
        label
            .get(..4)
            .is_some_and(|head| head.eq_ignore_ascii_case("xn--"))
    });
    let hexadecimal = last
        .strip_prefix("0x")
        .or(last.strip_prefix("0X"))
        .is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    // The URL standard reads it as an address of numbers, in the spelling that hides what it is.
    if hexadecimal {
        return false;
    }
    if plain && !encoded {
        return host.len() <= 253;
    }
    ascii_host(host).is_some()
}

/// The host as it goes over the network: lower case, its international labels in punycode.
///
/// The URL standard maps many characters to others first, which takes tables a tenth as large as
/// all of groundmark. A host that has any of those is no link.
fn ascii_host(host: &str) -> Option<String> {
    let labels: Option<Vec<String>> = host.to_lowercase().split('.').map(ascii_label).collect();
    Some(labels?.join(".")).filter(|host| host.len() <= 253)
}

fn ascii_label(label: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let is_label = |label: &str| {
        label
            .chars()
            .all(|c| is_plain(c) || policy::is_host_char(c))
    };
    if !is_label(label) {
        return None;
    }
    let label = match label.is_ascii() {
        true => label.to_owned(),
        false => format!("xn--{}", punycode::encode_str(label)?),
    };
    let is_read = label.strip_prefix("xn--").is_none_or(|encoded| {
        punycode::decode_to_string(encoded)
            .is_some_and(|label| !label.is_ascii() && is_label(&label))
    });
    (is_read && label.len() <= 63).then_some(label)
}

fn is_mail_address(address: &str) -> bool {
    address.rsplit_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && !name.contains([' ', '@', '"', '<', '>', '/', ':']) && is_host(host)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_links_with_a_valid_host_pass() {
        for uri in [
            "https://example.com",
            "HTTP://Example.com:8080/a?b#c",
            "https://127.0.0.1/x",
            "https://[::1]:80/",
            "https://a_b.example.com./",
            "http://localhost:5173",
            "mailto:a.b@example.com?subject=x",
            "mailto:a@example.com,b@example.org",
            "https://example.com/(x)[y]'z'",
        ] {
            assert_eq!(check(uri).expect(uri).href, uri);
        }
    }

    #[test]
    fn everything_else_is_no_link() {
        for uri in [
            "",
            "x",
            "/x",
            "//example.com",
            "#a",
            "?a",
            "https:example.com",
            "https:/example.com",
            "https://",
            "https:///x",
            "https://?x",
            "https://user@example.com",
            "https://user:pw@example.com",
            "https:\\\\example.com",
            "https://example.com\\@evil",
            "https://exa mple.com",
            "https://example.com:99999",
            "https://example.com:x",
            "https://1.2.3",
            "https://999.1.1.1",
            "https://0x7f.0x1",
            "https://a..b",
            "https://.",
            "https://[::1",
            "https://[zz]",
            "https://a%2eb.com",
            "https://a<b.com",
            "https://example.com/\u{202E}x",
            "https://example.com/\u{FDD0}",
            "java\nscript:x",
            "javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "ftp://example.com",
            "https://example.com/\tx",
            "mailto:",
            "mailto:x",
            "mailto:a@",
            "mailto:@b.com",
            "mailto:a b@example.com",
        ] {
            assert_eq!(check(uri), None, "{uri}");
        }
    }

    #[test]
    fn spaces_are_encoded_as_browsers_do() {
        assert_eq!(
            check(" https://www.google.com/search?q=weather in Rome ")
                .unwrap()
                .href,
            "https://www.google.com/search?q=weather%20in%20Rome"
        );
    }

    #[test]
    fn hosts_are_shown_without_www_and_in_lower_case() {
        let shown = |uri| check(uri).and_then(|link| link.shown_host());
        assert_eq!(
            shown("https://WWW.Example.com/x").as_deref(),
            Some("example.com")
        );
        assert_eq!(shown("https://www.com/x").as_deref(), Some("www.com"));
        assert_eq!(shown("mailto:a@example.com"), None);
    }

    #[test]
    fn international_hosts_are_shown_as_punycode() {
        let shown = |uri| check(uri).and_then(|link| link.shown_host());
        for (uri, host) in [
            ("https://münchen.example/straße", "xn--mnchen-3ya.example"),
            ("https://MÜNCHEN.example", "xn--mnchen-3ya.example"),
            ("https://www.예시.example:8080/x", "xn--vv4b11d.example"),
            (
                "https://उदाहरण.परीक्षा",
                "xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g",
            ),
            ("https://مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"),
            ("https://例え.テスト", "xn--r8jz45g.xn--zckzah"),
            ("https://XN--MNCHEN-3YA.example", "xn--mnchen-3ya.example"),
        ] {
            assert_eq!(shown(uri).as_deref(), Some(host), "{uri}");
        }
    }

    /// Browsers read them as other hosts, or as none.
    #[test]
    fn hosts_with_characters_that_stand_for_others_are_no_links() {
        for host in [
            "exa／mple.com",
            "example。com",
            "ｅxample.com",
            "exam\u{200B}ple.com",
            "exam\u{2060}ple.com",
            "ex\u{AD}ample.com",
            "example.com\u{2024}evil",
            "①.example",
            "℃.example",
            "𝐚.example",
            "a\u{A0}b.example",
            "xn--a.example",
            "xn--a-.example",
            "xn--.example",
            "\u{FB01}x.example",
        ] {
            assert_eq!(check(&format!("https://{host}/")), None, "{host}");
        }
        let long = "ü".repeat(80);
        assert_eq!(check(&format!("https://{long}.example")), None);
    }

    #[test]
    fn redirects_are_known_by_host_and_path() {
        let redirect = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC";
        assert!(check(redirect).unwrap().is_redirect());
        assert!(
            !check("https://vertexaisearch.cloud.google.com/")
                .unwrap()
                .is_redirect()
        );
        assert!(
            !check("https://evil.example/grounding-api-redirect/")
                .unwrap()
                .is_redirect()
        );
    }
}
