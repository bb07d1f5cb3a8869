//! Brackets in the inlines of a leaf: whether they may still become a link.

/// Most bytes that wait for a bracket to close: beyond, a lone `[` would hide a whole paragraph.
const MOST_HELD: usize = 1_000;

/// Longest address and title that are waited for.
const LONGEST_ADDRESS: usize = 4_000;

/// Brackets in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    /// Those that nothing closed yet.
    open: Vec<usize>,
    /// Where pairs open and close.
    pairs: Vec<(usize, usize)>,
}

impl Brackets {
    pub(super) fn open(&mut self, at: usize) {
        self.open.push(at);
    }

    pub(super) fn close(&mut self, at: usize) {
        if let Some(open) = self.open.pop() {
            self.pairs.push((open, at));
        }
    }

    /// A link that is a label in brackets.
    pub(super) fn pair(&mut self, open: usize, close: usize) {
        self.pairs.push((open, close));
    }

    /// The first bracket that may still become a link, or `None` where all are decided.
    ///
    /// `whole_bytes` is how long the text is with what was cut already.
    pub(super) fn undecided(&self, text: &str, whole_bytes: usize) -> Option<usize> {
        let is_near = |at: usize, most: usize| whole_bytes - at <= most;
        let open = self.open.iter().copied();
        let open = open.filter(|at| is_near(*at, MOST_HELD));
        let pairs = self.pairs.iter().filter(|(_, close)| {
            let behind = close + 1;
            match text.as_bytes().get(behind) {
                None => true,
                Some(b'(') => {
                    is_near(behind, LONGEST_ADDRESS)
                        && address(&text[behind + 1..]) == Address::Unfinished
                }
                // Another pair behind is cut first, and then nothing stands behind this one.
                Some(_) => false,
            }
        });
        let first = pairs.map(|(open, _)| *open).chain(open).min()?;
        Some(before_image_mark(text, first))
    }
}

/// An image's brackets have a mark before them.
fn before_image_mark(text: &str, bracket: usize) -> usize {
    match text[..bracket].strip_suffix('!') {
        Some(before) if !before.ends_with('\\') => before.len(),
        _ => bracket,
    }
}

/// What stands in a link's round brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Address {
    Unfinished,
    /// It is closed, or it is none.
    Decided,
}

/// Reads the address and title of a link.
fn address(rest: &str) -> Address {
    match end_of_address(rest) {
        Some(()) => Address::Decided,
        None => Address::Unfinished,
    }
}

fn end_of_address(rest: &str) -> Option<()> {
    let bytes = rest.as_bytes();
    let start = behind_space(bytes, 0);
    let end = match bytes.get(start)? {
        b')' => return Some(()),
        b'<' => behind_pointed(bytes, start + 1)?,
        _ => behind_bare(bytes, start)?,
    };
    let Some(end) = end else { return Some(()) };
    let title = behind_space(bytes, end);
    let close = match bytes.get(title)? {
        quote @ (b'"' | b'\'') if title > end => *quote,
        b'(' if title > end => b')',
        _ => return Some(()),
    };
    let end = behind_escaped(bytes, title + 1, close)?;
    bytes.get(behind_space(bytes, end))?;
    Some(())
}

fn behind_space(bytes: &[u8], from: usize) -> usize {
    let space = bytes[from..].iter().take_while(|b| b.is_ascii_whitespace());
    from + space.count()
}

/// Behind an address in `<>`: `None` while it may go on, `Some(None)` where it is none.
fn behind_pointed(bytes: &[u8], from: usize) -> Option<Option<usize>> {
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 1,
            b'>' => return Some(Some(at + 1)),
            b'<' | b'\n' | b'\r' => return Some(None),
            _ => {}
        }
        at += 1;
    }
}

fn behind_bare(bytes: &[u8], from: usize) -> Option<Option<usize>> {
    let mut at = from;
    let mut depth = 0;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(Some(at)),
            b')' => depth -= 1,
            c if c.is_ascii_whitespace() => return Some((depth == 0).then_some(at)),
            c if c.is_ascii_control() => return Some(None),
            _ => {}
        }
        at += 1;
    }
}

fn behind_escaped(bytes: &[u8], from: usize, close: u8) -> Option<usize> {
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 1,
            c if *c == close => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_held_until_it_closes_or_cannot() {
        for unfinished in [
            "",
            "http",
            "<a b",
            "a\\",
            "a(b",
            "a(b)",
            "a ",
            "a \"t",
            "a \"t\\\"",
            "a 't' ",
            "a (t",
        ] {
            assert_eq!(address(unfinished), Address::Unfinished, "{unfinished}");
        }
        for decided in [
            ")",
            "http)",
            "a b",
            "<a\nb",
            "<a<",
            "a(b c",
            "a \"t\")",
            "a \"t\" x",
            "a\u{1}",
        ] {
            assert_eq!(address(decided), Address::Decided, "{decided}");
        }
    }
}
