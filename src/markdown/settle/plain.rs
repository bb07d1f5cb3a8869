//! Whether a text is plain at its end: told without parsing it, since most pushes of a stream are
//! plain words.

use crate::options::Options;

use super::line;

/// Whether nothing can be open: the lines since the last empty one hold no mark, and the last is
/// no marker.
pub(super) fn is_plain(text: &str, options: &Options) -> bool {
    let bytes = text.as_bytes();
    // Emptied lines end no comment and no script.
    let may_span_lines = memchr::memchr_iter(b'<', bytes).any(|at| {
        let next = bytes.get(at + 1).map(u8::to_ascii_lowercase);
        matches!(next, Some(b'!' | b'?' | b'p' | b's' | b't'))
    });
    if may_span_lines {
        return false;
    }
    let mut is_empty_line = false;
    for (at, byte) in bytes.iter().enumerate().rev() {
        match byte {
            b'\n' if is_empty_line && at + 1 < bytes.len() => break,
            b'\n' => is_empty_line = true,
            b' ' | b'\t' | b'\r' => {}
            b'*' | b'_' | b'~' | b'`' | b'[' | b'<' | b'|' => return false,
            b'$' | b'\\' if options.math => return false,
            _ => is_empty_line = false,
        }
    }
    line::retreat(text, text.len()) == text.len()
}
