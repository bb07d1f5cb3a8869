//! Labels that are defined before a text.

use std::collections::{BTreeSet, HashSet};

use unicase::UniCase;

/// Labels of links and notes that are defined before a text, compared as the parser compares them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    links: HashSet<UniCase<String>>,
    notes: HashSet<UniCase<String>>,
}

/// Longest label that CommonMark knows.
const LONGEST_LABEL: usize = 999;

/// Ends whatever a definition before it could go on with.
const END_OF_DEFINITIONS: &str = "\n<!---->\n\n";

impl Known {
    // The stream's engine, which knows what stands before a tail, fills both.
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) fn add_link(&mut self, label: &str) {
        self.links.insert(folded(label));
    }

    /// The label without its `^`.
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) fn add_note(&mut self, label: &str) {
        self.notes.insert(folded(label));
    }

    /// Definitions of the known labels that the text mentions; empty where it mentions none.
    pub(super) fn definitions_for(&self, text: &str) -> String {
        if self.links.is_empty() && self.notes.is_empty() {
            return String::new();
        }
        let mut definitions = BTreeSet::new();
        for start in memchr::memchr_iter(b'[', text.as_bytes()) {
            let Some(label) = label(&text[start + 1..]) else {
                continue;
            };
            match label.strip_prefix('^') {
                Some(note) if self.notes.contains(&folded(note)) => {
                    definitions.insert(format!("[^{}]:\n", folded(note)));
                }
                None if self.links.contains(&folded(label)) => {
                    definitions.insert(format!("[{}]: /\n", folded(label)));
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
}

/// Labels differ by letters alone, not by case or spaces.
fn folded(label: &str) -> UniCase<String> {
    let words: Vec<&str> = label.split_whitespace().collect();
    UniCase::new(words.join(" "))
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
