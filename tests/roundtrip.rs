//! The HTML is what a browser makes of it: html5ever reads and writes it again to the byte, so
//! nothing was unbalanced, nested where it may not be, or escaped in another way. In the tree
//! stands only what is meant to, by a list of this test's own.

#![cfg(feature = "ammonia")]

mod support;

use std::collections::HashSet;
use std::path::Path;

use groundmark::{Answer, Options, render};
use html5ever::serialize::{SerializeOpts, TraversalScope, serialize};
use html5ever::tendril::TendrilSink;
use html5ever::{Attribute, ParseOpts, QualName, ns, parse_fragment};
use markup5ever_rcdom::{Handle, NodeData, RcDom, SerializableHandle};
use support::{Rng, markdown, response};

/// How many documents are generated.
const DOCUMENTS: u64 = 5_000;

/// For each element the attributes it may have beside `dir`, `lang` and `title`.
#[rustfmt::skip]
const ELEMENTS: [(&str, &[&str]); 55] = [
    ("a", &["href", "target", "rel", "id", "role", "aria-label"]),
    ("abbr", &[]), ("b", &[]), ("bdi", &[]), ("blockquote", &[]), ("br", &[]), ("caption", &[]),
    ("center", &[]), ("cite", &[]), ("code", &["class"]), ("dd", &[]), ("del", &[]),
    ("details", &["class", "open"]), ("div", &["class", "tabindex", "role", "aria-label"]), ("dl", &[]),
    ("dt", &[]), ("em", &[]), ("h1", &["id"]), ("h2", &["id"]), ("h3", &["id"]), ("h4", &["id"]),
    ("h5", &["id"]), ("h6", &["id"]), ("hr", &[]), ("i", &[]), ("img", &["src", "alt"]),
    ("input", &["type", "disabled", "checked", "aria-label"]), ("ins", &[]), ("kbd", &[]),
    ("li", &["id", "value", "tabindex"]), ("mark", &[]),
    ("ol", &["class", "start", "reversed", "type"]), ("p", &["class", "id"]), ("pre", &["tabindex"]),
    ("q", &[]), ("s", &[]), ("samp", &[]), ("section", &["class", "role", "aria-labelledby"]),
    ("small", &[]), ("span", &["class", "translate"]), ("strong", &[]), ("sub", &[]), ("summary", &[]),
    ("sup", &["class"]), ("table", &[]), ("tbody", &[]),
    ("td", &["align", "colspan", "rowspan", "scope"]), ("tfoot", &[]),
    ("th", &["align", "colspan", "rowspan", "scope"]), ("thead", &[]), ("time", &["datetime"]),
    ("tr", &[]), ("u", &[]), ("ul", &["class"]), ("var", &[]),
];

/// Every class there is, but for `language-*` on code.
const CLASSES: [&str; 30] = [
    "gm-address",
    "gm-author",
    "gm-cite",
    "gm-cites",
    "gm-confidence",
    "gm-consulted",
    "gm-date",
    "gm-excerpts",
    "gm-file",
    "gm-hint",
    "gm-host",
    "gm-image",
    "gm-label",
    "gm-license",
    "gm-maps",
    "gm-maps-by",
    "gm-noteref",
    "gm-notes",
    "gm-notice",
    "gm-output",
    "gm-pages",
    "gm-pages-read",
    "gm-recitations",
    "gm-report",
    "gm-reports",
    "gm-reviews",
    "gm-sources",
    "gm-table",
    "gm-thoughts",
    "gm-unplaced",
];

fn name(local: &str) -> QualName {
    QualName::new(None, ns!(html), local.into())
}

/// The tree of a fragment. It falls apart when the `RcDom` goes.
fn parse(html: &str) -> RcDom {
    let context = name("div");
    parse_fragment(
        RcDom::default(),
        ParseOpts::default(),
        context,
        Vec::<Attribute>::new(),
        false,
    )
    .one(html)
}

fn written(root: &Handle) -> String {
    let options = SerializeOpts {
        traversal_scope: TraversalScope::ChildrenOnly(None),
        ..SerializeOpts::default()
    };
    let mut out = Vec::new();
    let root = SerializableHandle::from(root.clone());
    serialize(&mut out, &root, options).expect("a tree is written");
    String::from_utf8(out).expect("HTML is UTF-8")
}

/// What is wrong with the tree below a node.
fn faults(node: &Handle, prefix: &str, ids: &mut HashSet<String>, found: &mut Vec<String>) {
    for child in node.children.borrow().iter() {
        match &child.data {
            NodeData::Text { .. } => {}
            NodeData::Element { name, attrs, .. } => {
                if name.ns != ns!(html) {
                    found.push(format!("{} in a foreign namespace", name.local));
                }
                let known = ELEMENTS.iter().find(|(known, _)| **known == *name.local);
                match known {
                    Some((known, own)) => {
                        for attribute in attrs.borrow().iter() {
                            if let Some(fault) = fault(known, own, attribute, prefix, ids) {
                                found.push(fault);
                            }
                        }
                    }
                    None => found.push(format!("<{}>", name.local)),
                }
            }
            _ => found.push("a comment or declaration".to_owned()),
        }
        faults(child, prefix, ids, found);
    }
}

fn fault(
    element: &str,
    own: &[&str],
    attribute: &Attribute,
    prefix: &str,
    ids: &mut HashSet<String>,
) -> Option<String> {
    let key = &*attribute.name.local;
    let value = &*attribute.value;
    let is_meant = match key {
        "dir" => matches!(value, "auto" | "ltr" | "rtl"),
        "lang" | "title" => true,
        _ if !own.contains(&key) => false,
        "href" => {
            let own = value.strip_prefix('#');
            match own {
                Some(target) => target.starts_with(&format!("{prefix}-")),
                None => ["http://", "https://", "mailto:"]
                    .iter()
                    .any(|scheme| value.to_ascii_lowercase().starts_with(scheme)),
            }
        }
        "id" => {
            let is_new = ids.insert(value.to_owned());
            is_new && value.starts_with(&format!("{prefix}-"))
        }
        "class" if element == "code" => value
            .split(' ')
            .all(|class| class.starts_with("language-") && class.len() > "language-".len()),
        "class" => value.split(' ').all(|class| CLASSES.contains(&class)),
        "target" => value == "_blank",
        "rel" => value == "noopener noreferrer",
        "role" => matches!(value, "doc-noteref" | "doc-backlink" | "group"),
        "translate" => value == "no",
        "tabindex" => matches!(value, "0" | "-1"),
        _ => true,
    };
    (!is_meant).then(|| format!("<{element} {key}=\"{value}\">"))
}

/// Both halves of the promise, for one answer.
fn check(answer: &Answer) -> Result<(), String> {
    let dom = parse(&answer.html);
    let root = dom.document.children.borrow()[0].clone();
    let again = written(&root);
    if again != answer.html {
        let at = again
            .bytes()
            .zip(answer.html.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let around = |html: &str| {
            let start = (0..=at.saturating_sub(60))
                .rev()
                .find(|start| html.is_char_boundary(*start))
                .unwrap_or_default();
            html[start..].chars().take(160).collect::<String>()
        };
        return Err(format!(
            "read and written again it differs at byte {at}:\n  ours  {:?}\n  again {:?}",
            around(&answer.html),
            around(&again)
        ));
    }
    let mut found = Vec::new();
    faults(&root, &answer.id_prefix, &mut HashSet::new(), &mut found);
    match found.is_empty() {
        true => Ok(()),
        false => Err(format!("not meant: {}", found.join(", "))),
    }
}

#[test]
fn fixtures_come_back_to_the_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for entry in std::fs::read_dir(folder).expect("the fixtures") {
        let path = entry.expect("a folder").path().join("response.json");
        let response = std::fs::read(&path).expect("a response");
        let answer = render(response, &Options::default()).expect("a response renders");
        if let Err(fault) = check(&answer) {
            panic!("{}: {fault}", path.display());
        }
    }
}

#[test]
fn generated_documents_come_back_to_the_byte() {
    let mut wrong = Vec::new();
    for seed in 0..DOCUMENTS {
        let mut rng = Rng::new(seed);
        let text = markdown(&mut rng);
        let mut ends: Vec<usize> = (0..4)
            .map(|_| rng.below(text.len() + 1))
            .map(|end| (0..=end).rev().find(|end| text.is_char_boundary(*end)))
            .map(Option::unwrap_or_default)
            .collect();
        ends.sort_unstable();
        let answer = render(response(&text, &ends), &Options::default());
        let answer = answer.expect("a response renders");
        if let Err(fault) = check(&answer) {
            wrong.push(format!("seed {seed}, {text:?}:\n  {fault}"));
        }
    }
    let count = wrong.len();
    wrong.truncate(8);
    assert!(count == 0, "{count} of {DOCUMENTS}:\n{}", wrong.join("\n"));
}
