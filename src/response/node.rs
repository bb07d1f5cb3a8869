//! A typed reader over the lenient tree: a value and, lazily, where it stands.

use super::tree::Value;
use crate::diagnostic::{Code, Diagnostics};

/// Whole numbers are kept inside what JavaScript counts exactly, so that sums and differences of them cannot overflow;
/// anything beyond is out of every range anyway.
const LARGEST_INTEGER: f64 = 9_007_199_254_740_991.0;

/// A value with its place. Nodes of the ancestors live on the stack of whoever reads, so a path
/// costs nothing until a diagnostic asks for it.
///
/// Fields are named in camelCase and found in any spelling that differs in case and underscores
/// only. `null` is an absent field. A value of the wrong type is absent and a diagnostic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'n> {
    value: &'n Value,
    parent: Option<&'n Node<'n>>,
    step: Step,
}

/// The way from the parent. It holds names of ours only: a path goes into logs, so it must not
/// repeat keys of the input.
#[derive(Clone, Copy, Debug)]
enum Step {
    Root,
    Field(&'static str),
    UnknownField,
    Index(usize),
}

impl<'n> Node<'n> {
    pub(super) fn root(value: &'n Value) -> Self {
        Node {
            value,
            parent: None,
            step: Step::Root,
        }
    }

    /// An element of an array that is not at hand.
    #[allow(dead_code, reason = "for live streams")]
    pub(super) fn element(value: &'n Value, index: usize) -> Self {
        Node {
            step: Step::Index(index),
            ..Self::root(value)
        }
    }

    pub(super) fn value(&self) -> &'n Value {
        self.value
    }

    /// Whether the key is there at all, were it with `null`.
    pub(super) fn has(&self, name: &str) -> bool {
        self.members().iter().any(|(key, _)| same_name(key, name))
    }

    /// Whether this is an object without anything but `null` in it.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self.value, Value::Object(members)
            if members.iter().all(|(_, value)| *value == Value::Null))
    }

    /// The field, unless it is absent. Of several spellings the last one counts.
    pub(super) fn field<'s>(&'s self, name: &'static str) -> Option<Node<'s>> {
        let mut members = self.members().iter().rev();
        let (_, value) =
            members.find(|(key, value)| *value != Value::Null && same_name(key, name))?;
        Some(self.child(value, Step::Field(name)))
    }

    /// The one member that is an object, whatever its name, when there is exactly one.
    pub(super) fn only_object_member<'s>(&'s self) -> Option<Node<'s>> {
        let mut values = self.members().iter().map(|(_, value)| value);
        let value = values.find(|value| matches!(value, Value::Object(_)))?;
        match values.any(|value| matches!(value, Value::Object(_))) {
            true => None,
            false => Some(self.child(value, Step::UnknownField)),
        }
    }

    /// The elements of an array; none for any other value.
    pub(super) fn items<'s>(&'s self) -> impl ExactSizeIterator<Item = Node<'s>> {
        let items = match self.value {
            Value::Array(items) => items.as_slice(),
            _ => &[],
        };
        items
            .iter()
            .enumerate()
            .map(|(index, value)| self.child(value, Step::Index(index)))
    }

    pub(super) fn object<'s>(
        &'s self,
        name: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node<'s>> {
        self.field(name)?.as_object(diagnostics)
    }

    pub(super) fn array<'s>(
        &'s self,
        name: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node<'s>> {
        self.field(name)?.as_array(diagnostics)
    }

    pub(super) fn string(
        &self,
        name: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<String> {
        self.field(name)?.as_str(diagnostics).map(str::to_owned)
    }

    /// Like [`string`](Node::string), but an empty one is absent.
    pub(super) fn non_empty(
        &self,
        name: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<String> {
        self.string(name, diagnostics)
            .filter(|string| !string.is_empty())
    }

    pub(super) fn integer(&self, name: &'static str, diagnostics: &mut Diagnostics) -> Option<i64> {
        let field = self.field(name)?;
        field.or_wrong_type(field.whole(), diagnostics)
    }

    pub(super) fn number(&self, name: &'static str, diagnostics: &mut Diagnostics) -> Option<f64> {
        self.field(name)?.as_number(diagnostics)
    }

    pub(super) fn bool(&self, name: &'static str, diagnostics: &mut Diagnostics) -> Option<bool> {
        let field = self.field(name)?;
        let found = match *field.value {
            Value::Bool(bool) => Some(bool),
            _ => None,
        };
        field.or_wrong_type(found, diagnostics)
    }

    pub(super) fn as_object(self, diagnostics: &mut Diagnostics) -> Option<Self> {
        let found = matches!(self.value, Value::Object(_)).then_some(self);
        self.or_wrong_type(found, diagnostics)
    }

    pub(super) fn as_array(self, diagnostics: &mut Diagnostics) -> Option<Self> {
        let found = matches!(self.value, Value::Array(_)).then_some(self);
        self.or_wrong_type(found, diagnostics)
    }

    pub(super) fn as_str(self, diagnostics: &mut Diagnostics) -> Option<&'n str> {
        let found = match self.value {
            Value::String(string) => Some(string.as_str()),
            _ => None,
        };
        self.or_wrong_type(found, diagnostics)
    }

    pub(super) fn as_number(self, diagnostics: &mut Diagnostics) -> Option<f64> {
        let found = match *self.value {
            Value::Number(number) => Some(number),
            _ => None,
        };
        self.or_wrong_type(found, diagnostics)
    }

    /// The whole number this is, if it is one; the caller knows what it means when it is not.
    pub(super) fn whole(&self) -> Option<i64> {
        match *self.value {
            Value::Number(number) if number.fract() == 0.0 => {
                Some(number.clamp(-LARGEST_INTEGER, LARGEST_INTEGER) as i64)
            }
            _ => None,
        }
    }

    pub(super) fn report(&self, code: Code, diagnostics: &mut Diagnostics) {
        diagnostics.add(code, || self.path(), &[]);
    }

    fn or_wrong_type<T>(&self, found: Option<T>, diagnostics: &mut Diagnostics) -> Option<T> {
        if found.is_none() {
            self.report(Code::WrongType, diagnostics);
        }
        found
    }

    fn members(&self) -> &'n [(String, Value)] {
        match self.value {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    fn child<'s>(&'s self, value: &'s Value, step: Step) -> Node<'s> {
        Node {
            value,
            parent: Some(self),
            step,
        }
    }

    pub(super) fn path(&self) -> String {
        let mut steps = Vec::new();
        let mut node = Some(self);
        while let Some(here) = node {
            steps.push(here.step);
            node = here.parent;
        }
        let mut path = String::new();
        for step in steps.iter().rev() {
            let name = match step {
                Step::Root => continue,
                Step::Index(index) => {
                    path.push_str(&format!("[{index}]"));
                    continue;
                }
                Step::Field(name) => name,
                Step::UnknownField => "*",
            };
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(name);
        }
        path
    }
}

/// Whether a key is a spelling of a camelCase name.
fn same_name(key: &str, name: &str) -> bool {
    let mut key = key.bytes().filter(|&byte| byte != b'_');
    name.bytes().all(|wanted| {
        key.next()
            .is_some_and(|byte| byte.eq_ignore_ascii_case(&wanted))
    }) && key.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::parse;

    fn tree(json: &str) -> Value {
        parse(json.as_bytes(), &mut Diagnostics::default()).unwrap()
    }

    #[track_caller]
    fn paths(diagnostics: Diagnostics, expected: &[&str]) {
        let found = diagnostics.into_vec();
        assert!(found.iter().all(|d| d.code == "wrong-type"));
        let found: Vec<_> = found.iter().map(|d| d.path.as_str()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn names_match_in_every_spelling() {
        for key in [
            "groundingChunks",
            "grounding_chunks",
            "GroundingChunks",
            "groundingchunks",
            "GROUNDING_CHUNKS",
            "grounding_Chunks_",
        ] {
            assert!(same_name(key, "groundingChunks"), "{key}");
        }
        for key in ["groundingChunk", "groundingChunks2", "", "grounding-chunks"] {
            assert!(!same_name(key, "groundingChunks"), "{key}");
        }
    }

    #[test]
    fn the_last_spelling_that_is_not_null_counts() {
        let value = tree(r#"{"finish_reason": "A", "finishReason": "B", "FinishReason": null}"#);
        let mut diagnostics = Diagnostics::default();
        let found = Node::root(&value).string("finishReason", &mut diagnostics);
        assert_eq!(found.as_deref(), Some("B"));
        paths(diagnostics, &[]);
    }

    #[test]
    fn null_is_absent_but_there() {
        let value = tree(r#"{"a": null}"#);
        let node = Node::root(&value);
        assert!(node.has("a") && node.field("a").is_none() && node.is_blank());
        assert!(!Node::root(&tree("[]")).is_blank());
        assert!(!Node::root(&tree(r#"{"a": 0}"#)).is_blank());
    }

    #[test]
    fn a_wrong_type_is_absent_and_reported_with_its_path() {
        let value =
            tree(r#"{"list": [{"inner_object": {"n": "12", "s": 5, "b": "true"}}], "o": []}"#);
        let root = Node::root(&value);
        let mut diagnostics = Diagnostics::default();
        let list = root.array("list", &mut diagnostics).unwrap();
        for item in list.items() {
            let inner = item.object("innerObject", &mut diagnostics).unwrap();
            assert_eq!(inner.integer("n", &mut diagnostics), None);
            assert_eq!(inner.number("n", &mut diagnostics), None);
            assert_eq!(inner.string("s", &mut diagnostics), None);
            assert_eq!(inner.bool("b", &mut diagnostics), None);
            assert_eq!(inner.integer("absent", &mut diagnostics), None);
        }
        assert!(root.object("o", &mut diagnostics).is_none());
        assert!(root.array("list", &mut diagnostics).is_some());
        paths(
            diagnostics,
            &[
                "list[0].innerObject.n",
                "list[0].innerObject.n",
                "list[0].innerObject.s",
                "list[0].innerObject.b",
                "o",
            ],
        );
    }

    #[test]
    fn integers_have_no_fraction_and_cannot_overflow_a_sum() {
        let value = tree(r#"{"whole": 3.0, "part": 3.5, "huge": 1e300, "tiny": -1e300}"#);
        let node = Node::root(&value);
        let mut diagnostics = Diagnostics::default();
        assert_eq!(node.integer("whole", &mut diagnostics), Some(3));
        assert_eq!(node.integer("part", &mut diagnostics), None);
        assert_eq!(node.integer("huge", &mut diagnostics), Some((1 << 53) - 1));
        assert_eq!(node.integer("tiny", &mut diagnostics), Some(1 - (1 << 53)));
        paths(diagnostics, &["part"]);
    }

    #[test]
    fn empty_strings_are_absent_where_asked() {
        let value = tree(r#"{"s": ""}"#);
        let node = Node::root(&value);
        let mut diagnostics = Diagnostics::default();
        assert_eq!(node.string("s", &mut diagnostics).as_deref(), Some(""));
        assert_eq!(node.non_empty("s", &mut diagnostics), None);
        paths(diagnostics, &[]);
    }

    #[test]
    fn the_only_object_member_is_found_without_its_name_in_the_path() {
        let value = tree(r#"{"secret": {"uri": 1}, "n": 1}"#);
        let node = Node::root(&value);
        let mut diagnostics = Diagnostics::default();
        let member = node.only_object_member().unwrap();
        assert_eq!(member.string("uri", &mut diagnostics), None);
        paths(diagnostics, &["*.uri"]);
        let two = tree(r#"{"a": {}, "b": {}}"#);
        assert!(Node::root(&two).only_object_member().is_none());
    }
}
