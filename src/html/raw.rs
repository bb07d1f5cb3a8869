//! Raw HTML of the answer's own, rewritten into the few tags and attributes that may stay.
//!
//! Each piece is read by html5ever's tokenizer for itself, so an open quote or comment ends with
//! its piece and swallows nothing. Tags are still unbalanced: the sanitizer sees to that.

/// What a piece of raw HTML came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Text, or a tag as the writer would have written it.
    Plain,
    /// Tags of the answer's own: the block must be sanitized.
    Raw,
}

/// Writes a piece of raw HTML.
pub(super) fn push(out: &mut String, html: &str) -> Kind {
    // Models break lines in table cells so; it needs no sanitizer.
    if let "<br>" | "<br/>" | "<br />" | "<BR>" = html {
        out.push_str("<br>");
        return Kind::Plain;
    }
    push_tags(out, html)
}

/// Without a sanitizer raw HTML is text.
#[cfg(not(feature = "ammonia"))]
fn push_tags(out: &mut String, html: &str) -> Kind {
    super::push_text(out, html);
    Kind::Plain
}

#[cfg(feature = "ammonia")]
use tokens::push_tags;

#[cfg(feature = "ammonia")]
mod tokens {
    use std::cell::{Cell, RefCell};

    use html5ever::tokenizer::states::RawKind;
    use html5ever::tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
    };

    use super::Kind;
    use crate::html::inline::clip;
    use crate::html::{push_attribute, push_text};
    use crate::{link, policy};

    pub(super) fn push_tags(out: &mut String, html: &str) -> Kind {
        let (markup, rest) = html.split_at(end_of_markup(html));
        let mut piece = tokenize(markup, Machine::Dropped);
        if piece.is_open.get() {
            // Code that never ends would swallow the rest of the piece: it is shown as text.
            piece = tokenize(markup, Machine::Shown);
        }
        out.push_str(&piece.out.into_inner());
        push_text(out, rest);
        Kind::Raw
    }

    /// Where a comment or declaration begins that never ends. What it would swallow is text.
    fn end_of_markup(html: &str) -> usize {
        let comment = html
            .rfind("<!--")
            .filter(|start| !html[*start..].contains("-->"));
        let declaration = ["<?", "<!"]
            .iter()
            .filter_map(|open| html.rfind(open))
            .filter(|start| !html[*start..].contains('>'))
            .min();
        comment
            .into_iter()
            .chain(declaration)
            .min()
            .unwrap_or(html.len())
    }

    /// What happens to code for a machine, such as a script.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Machine {
        Dropped,
        Shown,
    }

    struct Piece {
        out: RefCell<String>,
        machine: Machine,
        /// Whether a dropped element is open.
        is_open: Cell<bool>,
    }

    fn tokenize(html: &str, machine: Machine) -> Piece {
        let piece = Piece {
            out: RefCell::new(String::with_capacity(html.len())),
            machine,
            is_open: Cell::new(false),
        };
        let options = TokenizerOpts {
            discard_bom: false,
            ..TokenizerOpts::default()
        };
        let tokenizer = Tokenizer::new(piece, options);
        let input = BufferQueue::default();
        input.push_back(html.into());
        // A tokenizer stops early only where its sink asks for a script to run; this one never does.
        let _ = tokenizer.feed(&input);
        tokenizer.end();
        tokenizer.sink
    }

    impl TokenSink for Piece {
        type Handle = ();

        fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
            match token {
                Token::CharacterTokens(text) if !self.is_open.get() => {
                    push_text(&mut self.out.borrow_mut(), &text);
                }
                Token::TagToken(tag) => return self.tag(&tag),
                _ => {}
            }
            TokenSinkResult::Continue
        }
    }

    impl Piece {
        fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
            let name = &*tag.name;
            if policy::DROPPED_WITH_CONTENT.contains(&name) && self.machine == Machine::Dropped {
                self.is_open.set(tag.kind == TagKind::StartTag);
                if tag.kind == TagKind::StartTag {
                    return TokenSinkResult::RawData(match name {
                        "script" => RawKind::ScriptData,
                        _ => RawKind::Rawtext,
                    });
                }
            } else if policy::TAGS.contains(&name) {
                let out = &mut self.out.borrow_mut();
                match tag.kind {
                    TagKind::StartTag => push_start(out, tag),
                    TagKind::EndTag if policy::VOID_TAGS.contains(&name) => {}
                    TagKind::EndTag => {
                        out.push_str("</");
                        out.push_str(name);
                        out.push('>');
                    }
                }
            }
            TokenSinkResult::Continue
        }
    }

    fn push_start(out: &mut String, tag: &Tag) {
        let name = &*tag.name;
        out.push('<');
        out.push_str(name);
        for attribute in &tag.attrs {
            let key = &*attribute.name.local;
            if policy::is_kept_attribute(name, key)
                && let Some(value) = kept_value(key, &attribute.value)
            {
                out.push(' ');
                out.push_str(key);
                out.push_str("=\"");
                push_attribute(out, &value);
                out.push('"');
            }
        }
        out.push('>');
    }

    fn kept_value(key: &str, value: &str) -> Option<String> {
        match key {
            "href" => link::check(value).map(|link| link.href.into_owned()),
            "class" => {
                let kept: Vec<&str> = value
                    .split_ascii_whitespace()
                    .filter(|class| policy::is_kept_class(class))
                    .collect();
                (!kept.is_empty()).then(|| kept.join(" "))
            }
            "open" | "reversed" => Some(String::new()),
            _ => {
                let value = clip(value.trim());
                policy::is_kept_value(key, value).then(|| value.to_owned())
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[track_caller]
        fn assert_becomes(html: &str, expected: &str) {
            let mut out = String::new();
            push_tags(&mut out, html);
            assert_eq!(out, expected, "{html}");
        }

        #[test]
        fn only_allowed_tags_and_attributes_stay() {
            assert_becomes(
                "<P CLASS=x onclick=y id=z DIR='rtl'>a</P>",
                "<p dir=\"rtl\">a</p>",
            );
            assert_becomes("<svg><style>x</style>a</svg>", "a");
            assert_becomes("<img src=x onerror=y>", "");
            assert_becomes(
                "<code class='language-rust gm-cite'>",
                "<code class=\"language-rust\">",
            );
            assert_becomes("<div class=\"gm-table\">", "<div>");
            assert_becomes("<td align=evil colspan=2x rowspan=3>", "<td rowspan=\"3\">");
        }

        #[test]
        fn unsafe_link_targets_go() {
            assert_becomes("<a href=\"java&#x73;cript:x\">", "<a>");
            assert_becomes(
                "<a href='https://example.com/?a&amp;b' target=_top rel=opener ping=x>",
                "<a href=\"https://example.com/?a&amp;b\">",
            );
        }

        #[test]
        fn placeholders_cannot_be_forged() {
            assert_becomes(
                "<i title='&#xFDD1;x'>&#xFDD0;&#64976;&#xFDD0</i>",
                "<i title=\"x\"></i>",
            );
            assert_becomes("&#xFD&#xFDD0;D0;", "\u{FD}D0;");
            assert_becomes("\u{FDD2}a&#x202E;b", "ab");
        }

        #[test]
        fn closed_code_is_dropped_and_open_code_is_text() {
            assert_becomes("a<script>x<b></script>b<style>p{}</style>c", "abc");
            assert_becomes("a<script>x <b>y</b>", "ax <b>y</b>");
        }

        #[test]
        fn what_never_ends_swallows_nothing() {
            assert_becomes("a<!-- b --> c", "a c");
            assert_becomes("a<!-- b\nc", "a&lt;!-- b\nc");
            assert_becomes("<?php x", "&lt;?php x");
            assert_becomes("<!DOCTYPE html>a", "a");
        }
    }
}
