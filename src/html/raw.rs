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
///
/// `heading_base` is the level of its `<h1>`.
pub(super) fn push(out: &mut String, html: &str, heading_base: u8) -> Kind {
    // Models break lines in table cells so; it needs no sanitizer.
    if let "<br>" | "<br/>" | "<br />" | "<BR>" = html {
        out.push_str("<br>");
        return Kind::Plain;
    }
    push_tags(out, html, heading_base)
}

/// Where the last visible text of HTML that this module wrote ends.
pub(super) fn end_of_text(html: &str) -> Option<usize> {
    let mut end = html.len();
    loop {
        let text = html[..end].trim_end();
        if text.is_empty() {
            return None;
        }
        match text.strip_suffix('>') {
            // A `<` in a text or a value is escaped, so the last one begins this tag.
            Some(tag) => end = tag.rfind('<')?,
            None => return Some(text.len()),
        }
    }
}

/// Without a sanitizer raw HTML is text.
#[cfg(not(feature = "ammonia"))]
fn push_tags(out: &mut String, html: &str, _heading_base: u8) -> Kind {
    super::push_text(out, html);
    Kind::Plain
}

#[cfg(feature = "ammonia")]
use tokens::push_tags;

#[cfg(feature = "ammonia")]
mod tokens {
    use std::borrow::Cow;
    use std::cell::{Cell, RefCell};

    use html5ever::tendril::StrTendril;
    use html5ever::tokenizer::states::RawKind;
    use html5ever::tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
    };

    use super::Kind;
    use crate::html::inline::clip;
    use crate::html::{marks, push_attribute, push_text};
    use crate::{link, policy};

    /// Start tags that are tried as the one that never ends, from the last on.
    const MOST_TRIED: usize = 8;

    pub(super) fn push_tags(out: &mut String, html: &str, heading_base: u8) -> Kind {
        let (markup, rest) = html.split_at(end_of_comments(html));
        let end = push_finished(out, markup, heading_base);
        // What a comment or tag without an end would swallow is text.
        push_text(out, &markup[end..]);
        push_text(out, rest);
        Kind::Raw
    }

    /// Where a comment or declaration begins that never ends.
    fn end_of_comments(html: &str) -> usize {
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

    /// Writes the markup up to a tag that never ends; gives where that begins.
    fn push_finished(out: &mut String, markup: &str, heading_base: u8) -> usize {
        let ends = std::iter::once(markup.len())
            .chain(memchr::memrchr_iter(b'<', markup.as_bytes()).take(MOST_TRIED));
        for end in ends {
            for machine in [Machine::Dropped, Machine::Shown] {
                let piece = tokenize(&markup[..end], machine, heading_base);
                if piece.is_silent {
                    return 0;
                }
                if piece.is_finished.get() {
                    out.push_str(&piece.out.into_inner());
                    return end;
                }
            }
        }
        0
    }

    /// What happens to code for a machine, such as a script. Where it never ends it would swallow
    /// the rest of the piece, so it is shown as text then.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Machine {
        Dropped,
        Shown,
    }

    struct Piece {
        out: RefCell<String>,
        machine: Machine,
        heading_base: u8,
        /// Whether a dropped element is open.
        is_dropping: Cell<bool>,
        /// Whether the piece ends in text.
        is_finished: Cell<bool>,
        /// Tokens so far.
        tokens: Cell<usize>,
        /// Whether so much came without a token that no tag can be meant.
        is_silent: bool,
    }

    /// Fed at a time, and most without a token: the tokenizer compares each attribute of a tag with
    /// all before it, so a tag of a megabyte takes seconds.
    const STEP_BYTES: usize = 1024;
    const MOST_SILENT_STEPS: usize = 8;

    /// Stands behind each piece: where it does not come out as text, something is unfinished.
    const END: char = '\u{FDEF}';

    fn tokenize(html: &str, machine: Machine, heading_base: u8) -> Piece {
        let piece = Piece {
            out: RefCell::new(String::with_capacity(html.len())),
            machine,
            heading_base,
            is_dropping: Cell::new(false),
            is_finished: Cell::new(false),
            tokens: Cell::new(0),
            is_silent: false,
        };
        let options = TokenizerOpts {
            discard_bom: false,
            ..TokenizerOpts::default()
        };
        let mut tokenizer = Tokenizer::new(piece, options);
        let input = BufferQueue::default();
        let mut rest = html;
        let mut silent = 0;
        while !rest.is_empty() {
            let mut step = rest.len().min(STEP_BYTES);
            while !rest.is_char_boundary(step) {
                step += 1;
            }
            let before = tokenizer.sink.tokens.get();
            input.push_back(rest[..step].into());
            // A tokenizer stops early only where its sink asks for a script to run; this one never
            // does.
            let _ = tokenizer.feed(&input);
            rest = &rest[step..];
            silent = match tokenizer.sink.tokens.get() == before {
                true => silent + 1,
                false => 0,
            };
            if silent > MOST_SILENT_STEPS {
                tokenizer.sink.is_silent = true;
                return tokenizer.sink;
            }
        }
        input.push_back(StrTendril::from_char(END));
        let _ = tokenizer.feed(&input);
        tokenizer.end();
        tokenizer.sink
    }

    impl TokenSink for Piece {
        type Handle = ();

        fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
            if !matches!(token, Token::ParseError(_)) {
                self.tokens.set(self.tokens.get() + 1);
            }
            match token {
                Token::CharacterTokens(text) if !self.is_dropping.get() => {
                    self.is_finished.set(text.ends_with(END));
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
                self.is_dropping.set(tag.kind == TagKind::StartTag);
                if tag.kind == TagKind::StartTag {
                    return TokenSinkResult::RawData(match name {
                        "script" => RawKind::ScriptData,
                        _ => RawKind::Rawtext,
                    });
                }
            } else if policy::TAGS.contains(&name) {
                let out = &mut self.out.borrow_mut();
                let name = self.shifted(name);
                match tag.kind {
                    TagKind::StartTag => push_start(out, &name, tag),
                    TagKind::EndTag if policy::VOID_TAGS.contains(&&*name) => {}
                    TagKind::EndTag => {
                        out.push_str("</");
                        out.push(marks::RAW);
                        out.push_str(&name);
                        out.push('>');
                    }
                }
            }
            TokenSinkResult::Continue
        }

        /// A heading's name at the level that the answer's headings have.
        fn shifted<'a>(&self, name: &'a str) -> Cow<'a, str> {
            match name.as_bytes() {
                [b'h', level @ b'1'..=b'6'] => {
                    let level = level - b'1' + self.heading_base;
                    Cow::Owned(format!("h{}", level.min(6)))
                }
                _ => Cow::Borrowed(name),
            }
        }
    }

    fn push_start(out: &mut String, name: &str, tag: &Tag) {
        out.push('<');
        out.push(marks::RAW);
        out.push_str(name);
        for attribute in &tag.attrs {
            let key = &*attribute.name.local;
            if policy::is_kept_attribute(name, key)
                && let Some(value) = kept_value(name, key, &attribute.value)
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

    fn kept_value(name: &str, key: &str, value: &str) -> Option<String> {
        match key {
            "href" => link::check(value).map(|link| link.href.into_owned()),
            // A class on anything but code is the writer's own.
            "class" if name != "code" => None,
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
            push_tags(&mut out, html, 1);
            assert_eq!(out.replace(marks::RAW, ""), expected, "{html}");
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
            assert_becomes("<div class=\"gm-table language-x\">", "<div>");
            assert_becomes("<td align=evil colspan=2x rowspan=3>", "<td rowspan=\"3\">");
        }

        #[test]
        fn headings_follow_the_level_of_the_answers_own() {
            let mut out = String::new();
            push_tags(&mut out, "<h1>a</h1><h5>b</h5>", 3);
            assert_eq!(out.replace(marks::RAW, ""), "<h3>a</h3><h6>b</h6>");
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
            assert_becomes("<i>a</i><p the price\nb", "<i>a</i>&lt;p the price\nb");
            assert_becomes("a <b title=\"<i> b", "a &lt;b title=\"&lt;i&gt; b");
            assert_becomes("</div", "&lt;/div");
        }
    }
}
