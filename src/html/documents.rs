//! Passages of a document: their pages beside its name, their text behind a closed `<details>`.

use crate::answer::{PassageEntry, SourceEntry};
use crate::labels::{Labels, numbered};
use crate::policy;

use super::push_text;
use super::sources::List;

impl List<'_> {
    /// The pages that were read of a document.
    pub(super) fn pages(&mut self, source: &SourceEntry) {
        if let Some(words) = pages(source, self.labels) {
            self.aside("gm-pages", &words);
        }
    }

    /// The passages, behind the entry: many are long, and none is the answer's.
    pub(super) fn excerpts(&mut self, passages: &[PassageEntry]) {
        let shown = || passages.iter().filter(|passage| is_readable(&passage.text));
        let count = shown().count();
        if count == 0 {
            return;
        }
        self.out
            .push_str(r#"<details class="gm-excerpts"><summary>"#);
        let summary = match count {
            1 => self.labels.excerpt.to_string(),
            _ => numbered(&self.labels.excerpts, count),
        };
        push_text(&mut self.out, &summary);
        self.out.push_str("</summary>");
        for passage in shown().take(policy::MOST_EXCERPTS) {
            let page = passage.pages.and_then(|pages| page(pages, self.labels));
            if let Some(words) = page.filter(|_| count > 1) {
                self.out.push_str(r#"<p class="gm-pages">"#);
                push_text(&mut self.out, &words);
                self.out.push_str("</p>");
            }
            push_excerpt(&mut self.out, &passage.text);
        }
        if let Some(rest) = count.checked_sub(policy::MOST_EXCERPTS + 1) {
            self.out.push_str("<p>");
            push_text(&mut self.out, &numbered(&self.labels.more, rest + 1));
            self.out.push_str("</p>");
        }
        self.out.push_str("</details>");
    }
}

/// All pages of a document's passages in words, each once.
pub(crate) fn pages(source: &SourceEntry, labels: &Labels) -> Option<String> {
    pages_of(source.passages.iter().filter_map(|p| p.pages), labels)
}

/// Pages given as first and last, in words, each once.
pub(crate) fn pages_of(pages: impl Iterator<Item = (i64, i64)>, labels: &Labels) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    for words_of_one in pages.filter_map(|pages| page(pages, labels)) {
        if words.len() == policy::MOST_EXCERPTS {
            break;
        }
        if !words.contains(&words_of_one) {
            words.push(words_of_one);
        }
    }
    (!words.is_empty()).then(|| words.join(", "))
}

/// Pages count from 1; what is below is no page.
fn page((first, last): (i64, i64), labels: &Labels) -> Option<String> {
    if first < 1 {
        return None;
    }
    Some(match last > first {
        true => labels.pages.replace("{n}", &format!("{first}–{last}")),
        false => labels.page.replace("{n}", &first.to_string()),
    })
}

fn is_readable(text: &str) -> bool {
    text.chars().any(policy::is_visible)
}

/// A passage as text: blank lines part paragraphs, whatever markup it holds is shown.
fn push_excerpt(out: &mut String, text: &str) {
    let (text, is_cut) = match text.char_indices().nth(policy::MOST_EXCERPT_CHARS) {
        Some((end, _)) => (&text[..end], true),
        None => (text, false),
    };
    out.push_str("<blockquote dir=\"auto\">");
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        match (is_readable(line), is_open) {
            (false, false) => continue,
            (false, true) => out.push_str("</p>"),
            (true, false) => out.push_str("<p>"),
            (true, true) => out.push_str("<br>\n"),
        }
        is_open = is_readable(line);
        if is_open {
            push_text(out, line);
        }
    }
    if is_cut {
        out.push_str(if is_open { "…" } else { "<p>…" });
        is_open = true;
    }
    if is_open {
        out.push_str("</p>");
    }
    out.push_str("</blockquote>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn excerpt(text: &str) -> String {
        let mut out = String::new();
        push_excerpt(&mut out, text);
        out.replace("<blockquote dir=\"auto\">", "[")
            .replace("</blockquote>", "]")
    }

    #[test]
    fn blank_lines_part_paragraphs_and_line_ends_stay() {
        assert_eq!(
            excerpt("a\r\nb\n\n\n  <i>c</i> \n \u{202E}\nd"),
            "[<p>a<br>\nb</p><p>&lt;i&gt;c&lt;/i&gt;</p><p>d</p>]"
        );
    }

    #[test]
    fn a_long_passage_is_cut() {
        let html = excerpt(&"é".repeat(policy::MOST_EXCERPT_CHARS + 1));
        assert_eq!(
            html.chars().filter(|c| *c == 'é').count(),
            policy::MOST_EXCERPT_CHARS
        );
        assert!(html.ends_with("é…</p>]"));
        let blank = format!(
            "{}\n\n{}",
            "x".repeat(policy::MOST_EXCERPT_CHARS - 2),
            "y".repeat(9)
        );
        assert!(
            excerpt(&blank).ends_with("x</p><p>…</p>]"),
            "{}",
            &excerpt(&blank)[3_990..]
        );
    }

    #[test]
    fn pages_are_said_once_each() {
        let labels = Labels::new("en", &BTreeMap::new()).unwrap();
        let words = |pages: &[(i64, i64)]| pages_of(pages.iter().copied(), &labels);
        assert_eq!(
            words(&[(7, 7), (18, 19), (7, 7), (3, 1)]).as_deref(),
            Some("page 7, pages 18–19, page 3")
        );
        assert_eq!(words(&[(0, 4), (-1, -1)]), None);
    }
}
