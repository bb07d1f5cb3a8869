//! What is allowed, as data. Every stage may read it; nothing else decides.

/// Elements of the answer's raw HTML that survive.
pub(crate) const TAGS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
];

/// Elements without an end tag.
pub(crate) const VOID_TAGS: &[&str] = &["br", "hr"];

/// Elements without an end tag that only we write.
pub(crate) const OWN_VOID_TAGS: &[&str] = &["img", "input"];

/// Elements that are not written without content. html5ever makes paragraphs of stray end tags, and
/// an empty heading heads nothing.
pub(crate) const NOTHING_WHEN_EMPTY: &[&str] = &["p", "h1", "h2", "h3", "h4", "h5", "h6"];

/// Inline elements: a marker goes after their end tags, never before.
pub(crate) const INLINE_TAGS: &[&str] = &[
    "a", "abbr", "b", "cite", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "samp",
    "small", "span", "strong", "sub", "sup", "time", "u", "var",
];

/// Elements whose text is copied as it is: a marker goes after them, never inside.
pub(crate) const LITERAL_TAGS: &[&str] = &["code", "kbd", "pre", "samp"];

/// Elements that HTML's tree builder opens again by itself in a later block.
pub(crate) const FORMATTING_TAGS: &[&str] =
    &["a", "b", "code", "em", "i", "s", "small", "strong", "u"];

/// Attributes that any element may keep.
pub(crate) const GENERIC_ATTRIBUTES: &[&str] = &["dir", "lang", "title"];

/// Attributes that one element may keep beside the generic ones. `class` stays only with values
/// that [`is_kept_class`] knows.
pub(crate) const TAG_ATTRIBUTES: &[(&str, &[&str])] = &[
    ("a", &["href"]),
    ("code", &["class"]),
    ("details", &["open"]),
    ("div", &["class"]),
    ("li", &["value"]),
    ("ol", &["reversed", "start", "type"]),
    ("td", &["align", "colspan", "rowspan"]),
    ("th", &["align", "colspan", "rowspan", "scope"]),
    ("time", &["datetime"]),
];

/// Elements whose content is code for a machine, not text for a reader.
pub(crate) const DROPPED_WITH_CONTENT: &[&str] = &["script", "style"];

/// Deepest nesting of Markdown's containers: quotes, lists and their items.
pub(crate) const MOST_CONTAINER_DEPTH: usize = 64;

/// Deepest nesting of Markdown's inline elements. With the containers, a table's cell and its
/// wrapper it stays below [`MOST_HTML_DEPTH`], so that sanitizing leaves Markdown as it is.
pub(crate) const MOST_INLINE_DEPTH: usize = 48;

/// Deepest nesting of a sanitized block: html5ever takes time quadratic in the depth.
pub(crate) const MOST_HTML_DEPTH: usize = 128;

/// Bytes of formatting elements that one byte of a block may make html5ever open again.
pub(crate) const MOST_REOPENED: usize = 8;

/// Bytes of link targets, for one byte of text, that references may copy out of definitions.
pub(crate) const MOST_EXPANSION: usize = 16;

/// Longest value of an attribute that is no link.
pub(crate) const MOST_ATTRIBUTE_BYTES: usize = 1024;

/// Longest title or host that a list entry shows, in characters.
pub(crate) const MOST_LABEL_CHARS: usize = 300;

/// Back-links of one list entry or note.
pub(crate) const MOST_BACK_LINKS: usize = 20;

/// The class of a fenced code block's language.
pub(crate) const LANGUAGE_CLASS: &str = "language-";

/// Google's redirect to a source: temporary, and never the publisher's own host.
pub(crate) const REDIRECT_HOST: &str = "vertexaisearch.cloud.google.com";
pub(crate) const REDIRECT_PATH: &str = "/grounding-api-redirect/";

/// Where Google Maps is: a host and how a path there begins.
pub(crate) const MAPS: &[(&str, &str)] = &[
    ("maps.google.com", ""),
    ("maps.app.goo.gl", ""),
    ("google.com", "/maps"),
    ("www.google.com", "/maps"),
];

/// Links to report a problem with one place, and with what no source stands for.
pub(crate) const MOST_REPORTS: usize = 5;

/// Reviews shown of one place.
pub(crate) const MOST_REVIEWS: usize = 20;

/// Passages shown of one document, and page numbers beside its name.
pub(crate) const MOST_EXCERPTS: usize = 20;

/// Longest passage shown, in characters.
pub(crate) const MOST_EXCERPT_CHARS: usize = 4_000;

/// Pages named that were read, and pages that were not.
pub(crate) const MOST_PAGES_NAMED: usize = 50;

/// Whether a class of the answer's own may stay: `language-*` alone.
pub(crate) fn is_kept_class(class: &str) -> bool {
    class
        .strip_prefix(LANGUAGE_CLASS)
        .is_some_and(|language| !language.is_empty() && language.chars().all(is_language_char))
}

/// Characters that name a programming language (`c++`, `objective-c`, `c#`, `asp.net`).
pub(crate) fn is_language_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '+' | '#' | '.')
}

/// Media types of `inlineData` that are shown: pictures of dots, which hold no script.
const INLINE_IMAGES: &[&str] = &[
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/avif",
];

/// Whether data of the response's own may be shown as an image.
pub(crate) fn is_inline_image(media_type: &str, base64: &str) -> bool {
    let is_digit =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'-' | b'_' | b'=');
    INLINE_IMAGES.contains(&media_type) && !base64.is_empty() && base64.bytes().all(is_digit)
}

/// The same in the alphabet that browsers read; Python's clients write that of URLs.
pub(crate) fn standard_base64(base64: &str) -> String {
    base64.replace('-', "+").replace('_', "/")
}

/// Whether an attribute of the answer's raw HTML may stay on an element.
pub(crate) fn is_kept_attribute(tag: &str, attribute: &str) -> bool {
    GENERIC_ATTRIBUTES.contains(&attribute)
        || TAG_ATTRIBUTES
            .iter()
            .any(|(of, attributes)| *of == tag && attributes.contains(&attribute))
}

/// Whether an attribute of the answer's raw HTML may have that value.
pub(crate) fn is_kept_value(attribute: &str, value: &str) -> bool {
    match attribute {
        "dir" => matches!(value, "ltr" | "rtl" | "auto"),
        "align" => matches!(value, "left" | "center" | "right" | "justify"),
        "scope" => matches!(value, "row" | "col" | "rowgroup" | "colgroup"),
        "type" => matches!(value, "1" | "a" | "A" | "i" | "I"),
        "lang" => is_language_tag(value),
        "colspan" | "rowspan" => value.len() <= 3 && value.bytes().all(|b| b.is_ascii_digit()),
        "start" | "value" => value.parse::<i32>().is_ok(),
        _ => true,
    }
}

/// Whether a value has the shape of a BCP 47 tag.
fn is_language_tag(value: &str) -> bool {
    let mut subtags = value.split('-');
    let primary = subtags.next().unwrap_or_default();
    let is_primary =
        (2..=3).contains(&primary.len()) && primary.bytes().all(|b| b.is_ascii_alphabetic());
    is_primary
        && subtags.all(|subtag| {
            (1..=8).contains(&subtag.len()) && subtag.bytes().all(|b| b.is_ascii_alphanumeric())
        })
}

/// Characters that are never shown: they hide text, reorder it, or are our own placeholders.
///
/// NUL, bidi embeddings, overrides and isolates, tag characters, and noncharacters. Joiners and
/// variation selectors stay: emoji, Persian and Indic text need them.
pub(crate) fn is_removed(c: char) -> bool {
    matches!(c, '\0' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        | '\u{E0000}'..='\u{E007F}')
        || is_noncharacter(c)
}

fn is_noncharacter(c: char) -> bool {
    is_placeholder(c) || (c as u32) & 0xFFFE == 0xFFFE
}

/// Whether a character may stand in an international host as it is.
///
/// Not those that the URL standard refuses or maps to others: symbols and punctuation, wide,
/// enclosed and compatible forms, whatever is not seen.
pub(crate) fn is_host_char(c: char) -> bool {
    let stands_for_another = matches!(c, '\u{80}'..='\u{BF}' | '\u{2000}'..='\u{2DFF}'
        | '\u{2E00}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{3130}'..='\u{318F}'
        | '\u{3200}'..='\u{33FF}' | '\u{F900}'..='\u{FDFF}' | '\u{FE00}'..='\u{FFFF}'
        | '\u{1D000}'..='\u{1F2FF}' | '\u{2F800}'..);
    let joins = matches!(c, '\u{200C}' | '\u{200D}');
    joins || (!c.is_ascii() && !stands_for_another && is_visible(c))
}

/// Whether a reader sees anything of a character by itself: no space, and nothing without width.
pub(crate) fn is_visible(c: char) -> bool {
    let has_no_width = matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}'
        | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}');
    !has_no_width && !c.is_whitespace() && !c.is_control()
}

/// The noncharacters that stand for what is stamped in later.
pub(crate) fn is_placeholder(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joiners_and_variation_selectors_stay() {
        for c in [
            '\u{200C}',
            '\u{200D}',
            '\u{FE0F}',
            '\u{200E}',
            '\u{FEFF}',
            '\u{1F3FD}',
        ] {
            assert!(!is_removed(c), "{:x}", c as u32);
        }
    }

    #[test]
    fn what_hides_or_reorders_goes() {
        for c in [
            '\0',
            '\u{202E}',
            '\u{2067}',
            '\u{E0041}',
            '\u{FDD0}',
            '\u{FFFE}',
            '\u{10FFFF}',
        ] {
            assert!(is_removed(c), "{:x}", c as u32);
        }
    }

    #[test]
    fn only_language_classes_stay() {
        assert!(is_kept_class("language-c++"));
        for class in ["language-", "gm-cite", "language-a b", "language-\"x"] {
            assert!(!is_kept_class(class), "{class}");
        }
    }
}
