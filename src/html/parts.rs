//! Parts of the answer that are no text, each a block of its own between the texts.

use crate::labels::Labels;
use crate::link::{self, Target};
use crate::policy;
use crate::response::{CodeOutcome, Shown};

use super::inline::{clip, push_link};
use super::writer::Writer;
use super::{BlockKind, push_attribute, push_text};

impl Writer<'_> {
    /// Ends the document before and writes the part.
    pub(crate) fn shown(&mut self, shown: &Shown) {
        self.begin_part();
        match shown {
            Shown::Code { language, code } => push_code(&mut self.out, language.as_deref(), code),
            Shown::Output { outcome, output } => {
                push_output(&mut self.out, *outcome, output, self.labels);
            }
            Shown::Data {
                name,
                media_type,
                base64,
            } => {
                let name = name.as_deref();
                if self.options.inline_images && policy::is_inline_image(media_type, base64) {
                    push_image(&mut self.out, name, media_type, base64, self.labels);
                } else {
                    push_file(&mut self.out, name, Some(media_type), None, self.labels);
                }
            }
            Shown::File {
                name,
                media_type,
                uri,
            } => push_file(
                &mut self.out,
                name.as_deref(),
                media_type.as_deref(),
                Some(uri),
                self.labels,
            ),
        }
        self.end_part();
    }

    fn begin_part(&mut self) {
        self.begin_block();
        self.open.block_kind = BlockKind::Part;
    }

    fn end_part(&mut self) {
        self.end_block();
    }

    /// Writes a text that is too long to format, as it is.
    pub(crate) fn plain_text(&mut self, text: &str) {
        self.begin_part();
        self.out.push_str("<pre dir=\"auto\" tabindex=\"0\">");
        push_text(&mut self.out, text);
        self.out.push_str("</pre>");
        self.end_part();
    }

    /// Writes what the model thought, finished HTML of its own, for a reader who asks for it.
    pub(crate) fn thoughts(&mut self, html: &str) {
        self.begin_part();
        self.out
            .push_str("<details class=\"gm-thoughts\" dir=\"auto\"><summary>");
        push_text(&mut self.out, &self.labels.thoughts);
        self.out.push_str("</summary>");
        self.out.push_str(html);
        self.out.push_str("</details>");
        self.end_part();
    }
}

fn push_code(out: &mut String, language: Option<&str>, code: &str) {
    out.push_str("<pre dir=\"auto\" tabindex=\"0\"><code");
    let class = language.map(|name| format!("{}{}", policy::LANGUAGE_CLASS, name.to_lowercase()));
    if let Some(class) = class.filter(|class| policy::is_kept_class(class)) {
        out.push_str(" class=\"");
        out.push_str(&class);
        out.push('"');
    }
    out.push('>');
    push_text(out, code);
    out.push_str("</code></pre>");
}

fn push_output(out: &mut String, outcome: CodeOutcome, output: &str, labels: &Labels) {
    out.push_str("<div class=\"gm-output\" dir=\"auto\"><p class=\"gm-label\">");
    push_text(out, labels.outcome(outcome));
    out.push_str("</p>");
    if !output.is_empty() {
        out.push_str("<pre dir=\"auto\" tabindex=\"0\"><code>");
        push_text(out, output);
        out.push_str("</code></pre>");
    }
    out.push_str("</div>");
}

fn push_image(
    out: &mut String,
    name: Option<&str>,
    media_type: &str,
    base64: &str,
    labels: &Labels,
) {
    out.push_str("<p class=\"gm-image\"><img src=\"data:");
    out.push_str(media_type);
    out.push_str(";base64,");
    out.push_str(&policy::standard_base64(base64));
    out.push_str("\" alt=\"");
    push_attribute(out, name.map_or(&*labels.image, clip));
    out.push_str("\"></p>");
}

/// What cannot be shown here: its name, its media type, and where it is.
fn push_file(
    out: &mut String,
    name: Option<&str>,
    media_type: Option<&str>,
    uri: Option<&str>,
    labels: &Labels,
) {
    let called = name.or(uri).or(media_type).unwrap_or_default();
    let called = clip(called);
    let link = uri.and_then(link::check);
    let link = link.filter(|link| matches!(link.target, Target::Page { .. }));
    out.push_str("<p class=\"gm-file\" dir=\"auto\">");
    let (before, behind) = labels.file();
    push_text(out, before);
    if let Some(link) = &link {
        push_link(out, link, "");
    }
    out.push_str("<bdi>");
    push_text(out, called);
    out.push_str("</bdi>");
    if link.is_some() {
        out.push_str("</a>");
    }
    push_text(out, behind);
    if let Some(media_type) = media_type.filter(|media_type| *media_type != called) {
        push_text(out, &format!(" ({})", clip(media_type)));
    }
    out.push_str("</p>");
}
