//! Labels of our footnotes: the sources' numbers, with a prefix where the answer uses those itself.

/// What our labels start with.
#[derive(Debug)]
pub(super) struct Naming {
    prefix: String,
}

impl Naming {
    /// Chooses a prefix such that no label of the text is one of ours: its own notes must lead
    /// where they did, and what is no note must not become one.
    pub(super) fn new(text: &str) -> Self {
        let prefix = ["", "s", "source-"]
            .into_iter()
            .find(|prefix| !labels(text).any(|label| numbered(label, prefix).is_some()))
            .map(str::to_owned);
        Self {
            prefix: prefix.unwrap_or_else(|| {
                let taken = labels(text).filter_map(|label| numbered(label, "source-"));
                format!("source-{}-", taken.max().unwrap_or(0) + 1)
            }),
        }
    }

    pub(super) fn push_reference(&self, out: &mut String, number: usize) {
        out.push_str("[^");
        out.push_str(&self.prefix);
        out.push_str(&number.to_string());
        out.push(']');
    }
}

/// What stands behind each `[^`, which may be a label.
fn labels(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("[^")
        .map(|(at, open)| text[at + open.len()..].trim_start())
}

/// The number behind a prefix; labels are compared without regard to case.
fn numbered(label: &str, prefix: &str) -> Option<u64> {
    // Longer numbers than any of ours need no regard.
    const LONGEST: usize = 9;
    let head = label.get(..prefix.len())?;
    if !head.eq_ignore_ascii_case(prefix) {
        return None;
    }
    let digits = label[prefix.len()..]
        .bytes()
        .take(LONGEST)
        .take_while(u8::is_ascii_digit)
        .count();
    label[prefix.len()..prefix.len() + digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_named(text: &str, expected: &str) {
        let mut out = String::new();
        Naming::new(text).push_reference(&mut out, 7);
        assert_eq!(out, expected, "{text}");
    }

    #[test]
    fn labels_are_numbers_where_the_text_has_none() {
        assert_named("", "[^7]");
        assert_named("a[^note]", "[^7]");
        assert_named("a[1] ^1", "[^7]");
    }

    #[test]
    fn a_prefix_keeps_them_apart_from_the_texts_own() {
        assert_named("a[^12]", "[^s7]");
        assert_named("a[^ 12]", "[^s7]");
        assert_named("a[^1] b[^S2]", "[^source-7]");
        assert_named("a[^1] b[^s2] c[^source-3] d[^Source-41]", "[^source-42-7]");
        assert_named(
            "[^1][^s1][^source-99999999999999999999999999]",
            "[^source-1000000000-7]",
        );
    }
}
