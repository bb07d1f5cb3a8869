//! A block of code at the end of a text.

/// A block of code.
#[derive(Debug)]
pub(super) struct Code {
    /// Where it begins.
    pub(super) start: usize,
    /// Where its content ends; where it begins, as long as there is none.
    pub(super) content_end: usize,
    /// Where it ends, with the fence that closes it.
    pub(super) end: usize,
    /// Whether it stands in fences.
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Fenced,
    Indented,
}

/// What may stand before a line's content in quotes and items.
const PREFIX: [char; 4] = [' ', '\t', '>', '\r'];

impl Code {
    /// Whether the line that was left out at `end` may be the fence that closes it.
    pub(super) fn may_be_closed_by(&self, text: &str, end: usize) -> bool {
        let Some(mark) = self.mark(text) else {
            return false;
        };
        let line = text[end..].trim_start_matches(PREFIX).trim_end();
        let is_whole_line = text[..end].trim_end_matches(PREFIX).ends_with('\n');
        is_whole_line && !line.is_empty() && line.chars().all(|c| c == mark)
    }

    /// Whether the end of the text is a line of it.
    pub(super) fn reaches(&self, text: &str) -> bool {
        !text[self.content_end..].contains(|c: char| !PREFIX.contains(&c))
    }

    /// Whether nothing stands behind it.
    pub(super) fn is_last(&self, text: &str) -> bool {
        let rest = text.get(self.end..).unwrap_or_default();
        rest.lines()
            .all(|line| line.trim_matches(PREFIX).is_empty())
    }

    fn mark(&self, text: &str) -> Option<char> {
        let fence = text.get(self.start..)?.trim_start_matches(PREFIX);
        let mark = fence.chars().next().filter(|c| matches!(c, '`' | '~'));
        mark.filter(|_| self.kind == Kind::Fenced)
    }
}
