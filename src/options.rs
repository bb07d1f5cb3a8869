//! What a caller may choose, with defaults.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::labels::Labels;

/// What a caller may choose. `Options::default()` is right for most pages.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// Which candidate, by its `index`. Default 0.
    pub candidate: usize,
    /// What every id in the HTML starts with. Characters outside `[A-Za-z0-9_-]` become `_`; at
    /// most 64 are kept. Default `None`: `gm-` and 8 base-32 digits of a hash of the response's
    /// id, else of its text, which is the same on server and client.
    pub id_prefix: Option<String>,
    /// Language of all words, as a BCP 47 tag. One without words of its own gets English.
    /// Default `"en"`.
    pub locale: String,
    /// Words to use instead of the locale's, by the names in [`label_names`](crate::label_names).
    pub labels: BTreeMap<String, String>,
    /// Level of the heading "Sources", 1 to 6. Default 2.
    pub heading_level: u8,
    /// Level of the answer's `#` headings, 1 to 6; deeper ones follow, capped at 6. Default 1.
    pub heading_base: u8,
    /// Whether notices are shown: no sources, no answer, cut off. Default `true`.
    pub notice: bool,
    /// Whether the stream that the response came from broke. Default `false`.
    pub interrupted: bool,
    /// What happens to sources that nothing cites. Default [`Uncited::List`].
    pub uncited: Uncited,
    /// Whether the source list says how sure Google was of each source, in words. Default `false`.
    pub confidence: bool,
    /// Hosts from which the answer's own images may load, such as `images.example.com`. Default
    /// none: an image is its text and its host.
    pub image_hosts: Vec<String>,
    /// Whether pictures that the response itself holds are shown; else a file's name stands for
    /// each. Default `true`.
    pub inline_images: bool,
    /// Whether the model's thoughts stand in the answer, each in a closed `<details>`. Default
    /// `false`.
    pub thoughts: bool,
    /// Whether formulas in `$…$`, `$$…$$`, `\(…\)` and `\[…\]` become
    /// `<code class="language-math">`, for a page that typesets them. Default `false`.
    pub math: bool,
    /// Whether each line end in a paragraph is a line break. Default `false`.
    pub breaks: bool,
    /// Whether the text still grows: Markdown that is unfinished at its end is shown in its likely
    /// final form. Default `false`.
    pub settle: bool,
    /// Largest input, in bytes; a larger one is the error `too-large`. Default 64 MiB.
    pub max_input_bytes: usize,
    /// Longest text that is formatted, in bytes; a longer one is shown as it is, with its sources.
    /// Default 2 MiB.
    pub max_text_bytes: usize,
}

/// What happens to sources that nothing cites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Uncited {
    /// They are listed after the cited ones.
    #[default]
    List,
    /// They are in the result, but not in the HTML.
    Hide,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            candidate: 0,
            id_prefix: None,
            locale: "en".to_owned(),
            labels: BTreeMap::new(),
            heading_level: 2,
            heading_base: 1,
            notice: true,
            interrupted: false,
            uncited: Uncited::List,
            confidence: false,
            image_hosts: Vec::new(),
            inline_images: true,
            thoughts: false,
            math: false,
            breaks: false,
            settle: false,
            max_input_bytes: 64 << 20,
            max_text_bytes: 2 << 20,
        }
    }
}

const LONGEST_PREFIX: usize = 64;

impl Options {
    /// Checks what types cannot, and gives the words to use.
    pub(crate) fn check(&self) -> Result<Labels, Error> {
        if !(1..=6).contains(&self.heading_level) {
            return Err(Error::invalid_option(
                "headingLevel",
                "a number from 1 to 6",
            ));
        }
        if !(1..=6).contains(&self.heading_base) {
            return Err(Error::invalid_option("headingBase", "a number from 1 to 6"));
        }
        if self.id_prefix.as_deref() == Some("") {
            return Err(Error::invalid_option(
                "idPrefix",
                "a string that is not empty",
            ));
        }
        Labels::new(&self.locale, &self.labels)
    }

    /// The prefix of all ids, from the option, else from the response's id, else from its text.
    pub(crate) fn prefix(&self, response_id: Option<&str>, text: &str) -> String {
        match &self.id_prefix {
            Some(prefix) => prefix
                .chars()
                .take(LONGEST_PREFIX)
                .map(|c| match c {
                    'A'..='Z' | 'a'..='z' | '0'..='9' | '_' | '-' => c,
                    _ => '_',
                })
                .collect(),
            None => format!("gm-{}", digits(hash(response_id.unwrap_or(text)))),
        }
    }
}

/// Eight bytes a step: ids need to differ between the answers of one page, nothing more.
fn hash(text: &str) -> u64 {
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    words
        .iter()
        .chain([&last, &(text.len() as u64).to_le_bytes()])
        .fold(0, |hash: u64, word| {
            let mixed = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(MULTIPLIER);
            mixed ^ (mixed >> 29)
        })
}

fn digits(hash: u64) -> String {
    const BASE_32: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let folded = hash ^ (hash >> 40);
    (0..8)
        .map(|digit| char::from(BASE_32[(folded >> (digit * 5)) as usize & 31]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_comes_from_the_option_the_id_or_the_text() {
        let mut options = Options::default();
        let by_id = options.prefix(Some("abc"), "text");
        assert_eq!(by_id.len(), 11);
        assert!(by_id.starts_with("gm-"));
        assert_eq!(by_id, options.prefix(Some("abc"), "other text"));
        assert_ne!(by_id, options.prefix(None, "text"));
        assert_ne!(options.prefix(None, "text"), options.prefix(None, "text2"));
        options.id_prefix = Some("a b\"<é".to_owned());
        assert_eq!(options.prefix(Some("abc"), ""), "a_b___");
    }

    #[test]
    fn levels_outside_1_to_6_are_refused() {
        for level in [0, 7] {
            let options = Options {
                heading_level: level,
                ..Options::default()
            };
            assert_eq!(options.check().unwrap_err().code(), "invalid-option");
        }
    }
}
