//! Parts that are no text, as Markdown between the texts.

use std::ops::Range;

use crate::labels::Labels;
use crate::link;
use crate::options::Options;
use crate::policy;
use crate::response::Shown;

use super::escape;

/// A part and where it stands, in bytes of the text.
pub(crate) type Placed = (usize, Shown);

/// The text with the parts in it.
#[derive(Debug)]
pub(super) struct Interleaved {
    pub(super) text: String,
    /// Where a part was put into the original text, and how long it is.
    inserted: Vec<(usize, usize)>,
}

impl Interleaved {
    pub(super) fn new(text: &str, parts: &[Placed], options: &Options, labels: &Labels) -> Self {
        let mut interleaved = Self {
            text: String::with_capacity(text.len()),
            inserted: Vec::with_capacity(parts.len()),
        };
        let mut copied = 0;
        for (at, shown) in parts {
            interleaved.text.push_str(&text[copied..*at]);
            copied = *at;
            let start = interleaved.text.len();
            interleaved.push(shown, options, labels);
            let length = interleaved.text.len() - start;
            interleaved.inserted.push((*at, length));
        }
        interleaved.text.push_str(&text[copied..]);
        interleaved
    }

    /// Where an end in the original text is now: before a part that stands there.
    pub(super) fn moved(&self, ends: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut parts = self.inserted.iter().peekable();
        let mut before = 0;
        ends.map(|end| {
            while let Some((_, length)) = parts.next_if(|(at, _)| *at < end) {
                before += length;
            }
            end + before
        })
        .collect()
    }

    fn push(&mut self, shown: &Shown, options: &Options, labels: &Labels) {
        let out = &mut self.text;
        end_block(out);
        match shown {
            Shown::Code { language, code } => {
                let language = language.as_deref().unwrap_or_default().to_lowercase();
                let class = format!("{}{language}", policy::LANGUAGE_CLASS);
                push_fence(
                    out,
                    if policy::is_kept_class(&class) {
                        &language
                    } else {
                        ""
                    },
                    code,
                );
            }
            Shown::Output { outcome, output } => {
                escape::push_text(out, labels.outcome(*outcome));
                if !output.is_empty() {
                    end_block(out);
                    push_fence(out, "", output);
                }
            }
            Shown::Data {
                name,
                media_type,
                base64,
            } if options.inline_images && policy::is_inline_image(media_type, base64) => {
                out.push_str("![");
                escape::push_text(out, name.as_deref().unwrap_or(&labels.image));
                out.push_str("](data:");
                out.push_str(media_type);
                out.push_str(";base64,");
                out.push_str(&policy::standard_base64(base64));
                out.push(')');
            }
            Shown::Data {
                name, media_type, ..
            } => {
                push_file(out, name.as_deref().unwrap_or(media_type), None, labels);
            }
            Shown::File { name, uri, .. } => {
                push_file(out, name.as_deref().unwrap_or(uri), Some(uri), labels);
            }
        }
        end_block(out);
    }
}

/// Puts one blank line before what comes.
fn end_block(out: &mut String) {
    if !out.is_empty() {
        let has = out.len() - out.trim_end_matches('\n').len();
        out.push_str(&"\n\n"[has.min(2)..]);
    }
}

fn push_file(out: &mut String, name: &str, uri: Option<&str>, labels: &Labels) {
    let (before, behind) = labels.file();
    escape::push_text(out, before);
    match uri.and_then(link::check) {
        Some(link) => escape::push_link(out, name, &link),
        None => escape::push_text(out, name),
    }
    escape::push_text(out, behind);
}

/// A fence longer than any in the code.
fn push_fence(out: &mut String, language: &str, code: &str) {
    let longest = ticks(code).map(|run| run.len()).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    out.push_str(&fence);
    out.push_str(language);
    out.push('\n');
    out.push_str(code);
    if !code.is_empty() && !code.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(&fence);
}

fn ticks(code: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + code[at..].find('`')?;
        let rest = &code[start..];
        at = start + rest.find(|c| c != '`').unwrap_or(rest.len());
        Some(start..at)
    })
}
