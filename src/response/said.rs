//! What the frames of a stream have said in their lists, so that nothing counts twice.
//!
//! Google documents that a frame's metadata holds what was not in the frames before. Servers also
//! send all of it so far with each frame, or the same twice. A list that begins with what was said
//! is that list again, and what follows in it is new.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::node::Node;
use super::tree::Value;

/// What was said of a candidate beside its parts.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) grounding: SaidOfGrounding,
    /// `citationSources` and `citations`.
    pub(super) recitations: [List; 2],
    pub(super) pages: List,
}

/// What was said in `groundingMetadata`.
#[derive(Debug, Default)]
pub(super) struct SaidOfGrounding {
    pub(super) web_queries: List,
    pub(super) image_queries: List,
    pub(super) retrieval_queries: List,
    pub(super) flags: List,
    pub(super) chunks: Chunks,
    pub(super) supports: List,
    pub(super) attributions: List,
}

/// One list over all frames, as fingerprints of its items: the items themselves are not kept.
#[derive(Debug, Default)]
pub(super) struct List {
    prints: Vec<u64>,
    /// Where the items of the last frame begin that said something of its own.
    last: usize,
}

/// Of a list that was said before: where it begins among the items, and how many of its own
/// stand there.
#[derive(Clone, Copy, Debug)]
struct Again {
    from: usize,
    known: usize,
}

/// The fingerprint of an item that says nothing. A list of such items proves no repetition.
const NOTHING: u64 = 0;

impl List {
    /// How many items at the beginning of a list were said before. The others are from now on.
    pub(super) fn known(&mut self, list: &Node<'_>) -> usize {
        self.known_with(list, 0)
    }

    /// The same for a list with numbers in it that count from `base`: what they mean depends on it.
    pub(super) fn known_with(&mut self, list: &Node<'_>, base: usize) -> usize {
        let prints = prints(list, base);
        let again = self.again(&prints);
        self.take(&prints, again)
    }

    /// Whether a list begins with all that was said, or with all that the last frame said, or is
    /// the beginning of it.
    fn again(&self, prints: &[u64]) -> Option<Again> {
        if prints.iter().all(|&print| print == NOTHING) {
            return None;
        }
        [0, self.last].into_iter().find_map(|from| {
            let before = &self.prints[from..];
            let both = before.iter().zip(prints);
            let known = both.take_while(|(before, print)| before == print).count();
            let is_whole = known > 0 && known == before.len().min(prints.len());
            // Of the last frame alone, what says nothing is no proof.
            let is_proof = from == 0 || prints[..known].iter().any(|&print| print != NOTHING);
            (is_whole && is_proof).then_some(Again { from, known })
        })
    }

    fn take(&mut self, prints: &[u64], again: Option<Again>) -> usize {
        let known = again.map_or(0, |again| again.known);
        if prints.len() > known {
            self.last = again.map_or(self.prints.len(), |again| again.from);
            self.prints.extend_from_slice(&prints[known..]);
        }
        known
    }
}

/// `groundingChunks`, whose items supports name by number.
#[derive(Debug, Default)]
pub(super) struct Chunks {
    list: List,
    names: HashSet<u64>,
    /// What the numbers of the last list of chunks count from.
    base: usize,
}

/// What a list of chunks is to those before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// How many chunks at its beginning were said before.
    pub(super) known: usize,
    /// What the numbers in the supports beside it count from.
    pub(super) base: usize,
}

impl Chunks {
    /// Finds the place of a list. `count` chunks came before; `largest` is the largest number in the
    /// supports of the same frame.
    ///
    /// Numbers count over all frames, as Google documents it. A list that names chunks again in
    /// another order was not made so; where its supports name no chunk beyond it, their numbers
    /// are its own.
    pub(super) fn place(&mut self, list: &Node<'_>, largest: Option<usize>, count: usize) -> Place {
        let prints = prints(list, 0);
        let again = self.list.again(&prints);
        let names_again = || prints.iter().any(|print| self.names.contains(print));
        self.base = match again {
            Some(Again { from: 0, .. }) => 0,
            Some(_) => self.base,
            None if largest.is_some_and(|largest| largest < prints.len()) && names_again() => count,
            None => 0,
        };
        let known = self.list.take(&prints, again);
        let said = prints[known..].iter().filter(|&&print| print != NOTHING);
        self.names.extend(said);
        Place {
            known,
            base: self.base,
        }
    }
}

fn prints(list: &Node<'_>, base: usize) -> Vec<u64> {
    list.items()
        .map(|item| match says_something(item.value()) {
            true => {
                let mut hasher = DefaultHasher::new();
                base.hash(&mut hasher);
                hash(item.value(), &mut hasher);
                hasher.finish().max(NOTHING + 1)
            }
            false => NOTHING,
        })
        .collect()
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(_) | Value::Number(_) => true,
        Value::String(string) => !string.is_empty(),
        Value::Array(items) => items.iter().any(says_something),
        Value::Object(members) => members.iter().any(|(_, value)| says_something(value)),
    }
}

/// Lengths and kinds are part of it, so that no two values read as the same bytes.
fn hash(value: &Value, hasher: &mut DefaultHasher) {
    std::mem::discriminant(value).hash(hasher);
    match value {
        Value::Null => {}
        Value::Bool(bool) => bool.hash(hasher),
        Value::Number(number) => number.to_bits().hash(hasher),
        Value::String(string) => string.hash(hasher),
        Value::Array(items) => {
            items.len().hash(hasher);
            items.iter().for_each(|item| hash(item, hasher));
        }
        Value::Object(members) => {
            members.len().hash(hasher);
            for (key, value) in members {
                key.hash(hasher);
                hash(value, hasher);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::response::parse;

    fn tree(json: &str) -> Value {
        parse(json.as_bytes(), &mut Diagnostics::default()).unwrap()
    }

    /// Frames of a list, and how many items of each are known.
    #[track_caller]
    fn known(frames: &[(&str, usize)]) {
        let mut list = List::default();
        for (json, expected) in frames {
            let found = list.known(&Node::root(&tree(json)));
            assert_eq!(found, *expected, "{json} of {frames:?}");
        }
    }

    #[test]
    fn a_list_that_begins_with_what_was_said_is_that_list_again() {
        known(&[
            (r#"["a"]"#, 0),
            ("[]", 0),
            (r#"["a"]"#, 1),
            (r#"["a", "b"]"#, 1),
            (r#"["a", "b"]"#, 2),
            (r#"["a"]"#, 1),
            (r#"["a", "b", "c"]"#, 2),
        ]);
    }

    #[test]
    fn what_is_new_is_added_and_the_last_of_it_may_be_said_again() {
        known(&[
            (r#"["a"]"#, 0),
            (r#"["b"]"#, 0),
            (r#"["b"]"#, 1),
            (r#"["b", "c"]"#, 1),
            (r#"["b", "c", "d"]"#, 2),
            (r#"["a", "b", "c", "d", "e"]"#, 4),
            (r#"["f"]"#, 0),
            (r#"["e"]"#, 0),
        ]);
    }

    #[test]
    fn items_that_say_nothing_prove_nothing() {
        known(&[("[{}]", 0), (r#"[{"web": {}}]"#, 0), ("[{}, {}]", 0)]);
        known(&[("[{}]", 0), (r#"[{}, {"web": {"uri": "u"}}]"#, 1)]);
        known(&[(r#"[{}, 1]"#, 0), ("[{}]", 0), ("[{}, 1]", 2)]);
        known(&[("[1]", 0), ("[{}]", 0), ("[{}, 2]", 0)]);
    }

    #[test]
    fn values_differ_by_kind_and_by_where_they_stand() {
        for (one, other) in [
            (r#"["1"]"#, "[1]"),
            (r#"[["a"], "b"]"#, r#"[["a", "b"]]"#),
            (r#"[{"a": "b"}]"#, r#"[["a", "b"]]"#),
            ("[true]", "[false]"),
            ("[1]", "[2]"),
        ] {
            known(&[(one, 0), (other, 0)]);
        }
    }

    /// Frames of chunks, each with the largest number beside it.
    #[track_caller]
    fn placed(frames: &[(&str, Option<usize>, Place)]) {
        let mut chunks = Chunks::default();
        let mut count = 0;
        for (names, largest, expected) in frames {
            let item = |name: char| match name {
                '-' => "{}".to_owned(),
                name => format!(r#""{name}""#),
            };
            let items: Vec<String> = names.chars().map(item).collect();
            let list = tree(&format!("[{}]", items.join(",")));
            let place = chunks.place(&Node::root(&list), *largest, count);
            assert_eq!(place, *expected, "{names} of {frames:?}");
            count += items.len() - place.known;
        }
    }

    fn at(known: usize, base: usize) -> Place {
        Place { known, base }
    }

    #[test]
    fn numbers_count_over_all_frames() {
        placed(&[
            ("ab", Some(1), at(0, 0)),
            ("cd", Some(0), at(0, 0)),
            ("cd", None, at(2, 0)),
            ("abcde", Some(4), at(4, 0)),
        ]);
    }

    /// Numbers beyond all chunks are sent; they do not make chunks new.
    #[test]
    fn a_list_said_again_is_known_whatever_its_supports_name() {
        placed(&[("ab", Some(3), at(0, 0)), ("ab", Some(3), at(2, 0))]);
        placed(&[("a", Some(0), at(0, 0)), ("ab", Some(2), at(1, 0))]);
    }

    #[test]
    fn a_list_that_names_chunks_in_another_order_counts_for_itself() {
        placed(&[
            ("ab", Some(1), at(0, 0)),
            ("ba", Some(1), at(0, 2)),
            ("bac", Some(2), at(2, 2)),
            ("x", Some(0), at(0, 0)),
        ]);
        placed(&[("ab", Some(1), at(0, 0)), ("ba", Some(3), at(0, 0))]);
        placed(&[("ab", Some(1), at(0, 0)), ("ba", None, at(0, 0))]);
        // One that says nothing is named by none.
        placed(&[("a-", Some(1), at(0, 0)), ("b-", Some(1), at(0, 0))]);
    }
}
