//! Google's Search Suggestions: `renderedContent` checked, `sdkBlob` decoded.
//!
//! Google wants `renderedContent` displayed exactly as it came, so nothing here changes it. The
//! check tells a host page whether it still looks like the one template Google sends; it knows
//! that template and nothing else, and stops at the first thing it does not know.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::Serialize;

/// What became of the check of `renderedContent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// There is none.
    Absent,
    /// It has the structure of Google's template.
    Expected,
    /// It holds something that Google's template does not.
    Unexpected,
}

impl Check {
    /// The name that it has in the result.
    pub fn as_str(self) -> &'static str {
        match self {
            Check::Absent => "absent",
            Check::Expected => "expected",
            Check::Unexpected => "unexpected",
        }
    }
}

/// A search that Google suggests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// The words to search for.
    pub term: String,
    /// The search page, http or https.
    pub url: String,
}

pub(crate) fn check(rendered_content: Option<&str>) -> Check {
    match rendered_content {
        None | Some("") => Check::Absent,
        Some(html) => match Scanner::new(html).document() {
            Some(()) => Check::Expected,
            None => Check::Unexpected,
        },
    }
}

/// `sdkBlob`: base64 of a JSON array of `[term, url]`. `None` when it is anything else.
pub(crate) fn decode(sdk_blob: &str) -> Option<Vec<Suggestion>> {
    // One alphabet to decode: clients re-encode bytes in either, with or without padding.
    let standard: String = sdk_blob
        .chars()
        .filter(|c| !c.is_ascii_whitespace())
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            c => c,
        })
        .collect();
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let json = GeneralPurpose::new(&alphabet::STANDARD, config)
        .decode(standard)
        .ok()?;
    let pairs: Vec<(String, String)> = serde_json::from_slice(&json).ok()?;
    pairs
        .into_iter()
        // Host pages make links of these. What leads elsewhere than to a page is not Google's.
        .map(|(term, url)| is_web_url(&url).then_some(Suggestion { term, url }))
        .collect()
}

fn is_web_url(url: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| {
        url.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// What may stand directly inside an element; `""` is the document.
const CHILDREN: &[(&str, &[&str])] = &[
    ("", &["style", "div"]),
    ("div", &["div", "svg", "a"]),
    ("svg", &["path", "circle"]),
    ("path", &[]),
    ("circle", &[]),
    ("a", &[]),
];

/// Elements that may close themselves: in HTML only those of SVG do.
const SELF_CLOSING: &[&str] = &["path", "circle"];

/// Attributes of any element, with values that hold no address.
const ATTRIBUTES: &[&str] = &[
    "class",
    "width",
    "height",
    "viewBox",
    "fill",
    "fill-rule",
    "clip-rule",
    "d",
    "cx",
    "cy",
    "r",
];

/// The template is four levels deep.
const DEEPEST: usize = 16;

/// Parts of a style sheet that load something or leave the place it is shown in.
const STYLE_REFUSED: &[&str] = &[
    "url(",
    "@import",
    "expression(",
    "behavior:",
    "-moz-binding",
    "position:fixed",
    "position:sticky",
];

/// Reads the template from front to back. Every step is `None` where it meets something else.
struct Scanner<'a> {
    rest: &'a str,
    open: Vec<&'a str>,
    has_container: bool,
    has_link: bool,
}

impl<'a> Scanner<'a> {
    fn new(html: &'a str) -> Self {
        Scanner {
            rest: html,
            open: Vec::new(),
            has_container: false,
            has_link: false,
        }
    }

    fn document(mut self) -> Option<()> {
        loop {
            let (text, markup) = self
                .rest
                .split_at(self.rest.find('<').unwrap_or(self.rest.len()));
            // Words outside links would be somebody else's: the template has only searches.
            if self.parent() != "a" && !text.bytes().all(is_space) {
                return None;
            }
            if text.chars().any(|c| c.is_control() && !is_space_char(c)) {
                return None;
            }
            self.rest = markup;
            if markup.is_empty() {
                break;
            } else if self.take("</") {
                self.end_tag()?;
            } else {
                self.start_tag()?;
            }
        }
        (self.open.is_empty() && self.has_container && self.has_link).then_some(())
    }

    fn parent(&self) -> &'a str {
        self.open.last().copied().unwrap_or("")
    }

    fn end_tag(&mut self) -> Option<()> {
        let name = self.name();
        (self.open.pop()? == name && self.take(">")).then_some(())
    }

    fn start_tag(&mut self) -> Option<()> {
        self.expect("<")?;
        let name = self.name();
        let (_, children) = CHILDREN
            .iter()
            .find(|(parent, _)| *parent == self.parent())?;
        if !children.contains(&name) || self.open.len() == DEEPEST {
            return None;
        }
        if name == "style" {
            return self.style();
        }
        let mut has_href = false;
        loop {
            let separated = self.skip_space();
            if self.take(">") {
                self.open.push(name);
                break;
            }
            if self.take("/>") {
                SELF_CLOSING.contains(&name).then_some(())?;
                break;
            }
            if !separated {
                return None;
            }
            let attribute = self.name();
            let value = self.value()?;
            match attribute {
                "href" if name == "a" && is_google_link(value) => has_href = true,
                "xmlns" if value == "http://www.w3.org/2000/svg" => {}
                _ if ATTRIBUTES.contains(&attribute) && is_plain(value) => {}
                _ => return None,
            }
            self.has_container |= (name, attribute) == ("div", "class")
                && value
                    .split_ascii_whitespace()
                    .any(|class| class == "container");
        }
        self.has_link |= has_href;
        (name != "a" || has_href).then_some(())
    }

    /// The content is no markup: it ends at the first `</style`, wherever that stands.
    fn style(&mut self) -> Option<()> {
        self.expect(">")?;
        let (sheet, end) = self.rest.split_at(self.rest.find('<')?);
        self.rest = end;
        self.expect("</style>")?;
        is_plain_style(sheet).then_some(())
    }

    fn name(&mut self) -> &'a str {
        let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        let end = self.rest.bytes().take_while(|b| is_name(*b)).count();
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name
    }

    fn value(&mut self) -> Option<&'a str> {
        self.expect("=\"")?;
        let (value, rest) = self.rest.split_once('"')?;
        self.rest = rest;
        Some(value)
    }

    fn skip_space(&mut self) -> bool {
        let rest = self.rest.trim_start_matches(is_space_char);
        let skipped = rest.len() < self.rest.len();
        self.rest = rest;
        skipped
    }

    fn take(&mut self, what: &str) -> bool {
        self.expect(what).is_some()
    }

    fn expect(&mut self, what: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(what)?;
        Some(())
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

fn is_space_char(c: char) -> bool {
    matches!(c, ' ' | '\n' | '\r' | '\t')
}

/// Class names, numbers, colours and paths: nothing that could be a function or an address.
fn is_plain(value: &str) -> bool {
    value
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || is_space(b) || b".,#%+-_".contains(&b))
}

/// The prefixes hold the whole host and the path, so nothing after them can lead off Google.
fn is_google_link(href: &str) -> bool {
    let redirect = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/";
    if let Some(token) = href.strip_prefix(redirect) {
        return !token.is_empty()
            && token
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_=".contains(&b));
    }
    [
        "https://www.google.com/search?",
        "https://google.com/search?",
    ]
    .iter()
    .filter_map(|page| href.strip_prefix(page))
    .any(|query| {
        !query
            .chars()
            .any(|c| c.is_control() || matches!(c, '<' | '>' | '\\'))
    })
}

fn is_plain_style(sheet: &str) -> bool {
    // Without quotes, backslashes and comments no keyword can be hidden, and no address can be
    // given but by `url(`.
    let is_known =
        |b: u8| b.is_ascii_alphanumeric() || is_space(b) || b"{}()[]:;.,#%+-_@>!".contains(&b);
    if !sheet.bytes().all(is_known) {
        return false;
    }
    let squeezed: String = sheet
        .chars()
        .filter(|c| !is_space_char(*c))
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let mut at_rules = squeezed.split('@').skip(1);
    at_rules.all(|rule| rule.starts_with("media"))
        && !STYLE_REFUSED.iter().any(|part| squeezed.contains(part))
}

#[cfg(test)]
mod tests;
