//! Definitions that stand before a text, as the reader of a growing text needs them: only whether a
//! label is defined counts.

use std::collections::BTreeSet;

use crate::markdown::known::{self, Known};

/// Longest label that CommonMark knows.
const LONGEST_LABEL: usize = 999;

/// Ends whatever a definition before it could go on with.
const END_OF_DEFINITIONS: &str = "\n<!---->\n\n";

/// Definitions of the known labels that the text mentions; empty where it mentions none.
pub(super) fn definitions_for(known: &Known, text: &str) -> String {
    if known.labels.is_empty() {
        return String::new();
    }
    let mut definitions = BTreeSet::new();
    for start in memchr::memchr_iter(b'[', text.as_bytes()) {
        let Some(label) = label(&text[start + 1..]) else {
            continue;
        };
        let words: Vec<&str> = label.split_whitespace().collect();
        let words = words.join(" ");
        match label.strip_prefix('^') {
            Some(note) if known.labels.contains_key(&known::note(note)) => {
                definitions.insert(format!("[{words}]:\n"));
            }
            None if known.labels.contains_key(&known::label(label)) => {
                definitions.insert(format!("[{words}]: /\n"));
            }
            _ => {}
        }
    }
    if definitions.is_empty() {
        return String::new();
    }
    let mut out: String = definitions.into_iter().collect();
    out.push_str(END_OF_DEFINITIONS);
    out
}

/// What stands before the next bracket, if that closes.
fn label(rest: &str) -> Option<&str> {
    let bytes = rest.as_bytes();
    let mut at = 0;
    while at < bytes.len().min(LONGEST_LABEL + 1) {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' => return None,
            b']' => return rest.get(..at),
            _ => {}
        }
        at += 1;
    }
    None
}
