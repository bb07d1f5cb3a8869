//! Our own HTML as a tree of slices: what a browser will make nodes of.

use std::ops::Range;

use crate::policy;

/// Stands between two texts that are two nodes on the page. No HTML of ours holds it: the escaper
/// drops it, as it drops every noncharacter.
pub(super) const SEAM: char = '\u{FDD6}';

/// The nodes of some HTML, each followed by what is in it.
#[derive(Debug)]
pub(super) struct Tree<'h> {
    html: &'h str,
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    start: usize,
    end: usize,
    /// Where the start tag ends; for a text, where the text ends.
    tag_end: usize,
    is_text: bool,
    /// The index behind the node and all that is in it.
    next: usize,
}

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct At(usize);

impl<'h> Tree<'h> {
    /// Reads HTML that is well-formed, as all of ours is.
    pub(super) fn new(html: &'h str) -> Self {
        let mut tree = Self {
            html,
            nodes: Vec::with_capacity(html.len() / 32 + 4),
        };
        let bytes = html.as_bytes();
        let mut open: Vec<usize> = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at] != b'<' {
                let end = memchr::memchr(b'<', &bytes[at..]).map_or(bytes.len(), |step| at + step);
                tree.push_texts(at, end);
                at = end;
                continue;
            }
            let end = tag_end(bytes, at);
            if bytes.get(at + 1) == Some(&b'/') {
                if let Some(index) = open.pop() {
                    tree.nodes[index].end = end;
                    tree.nodes[index].next = tree.nodes.len();
                }
            } else {
                let index = tree.nodes.len();
                tree.nodes.push(Node {
                    start: at,
                    end,
                    tag_end: end,
                    is_text: false,
                    next: index + 1,
                });
                if !is_void(&html[at + 1..end - 1]) {
                    open.push(index);
                }
            }
            at = end;
        }
        tree
    }

    fn push_texts(&mut self, start: usize, end: usize) {
        let mut at = start;
        for text in self.html[start..end].split(SEAM) {
            if !text.is_empty() {
                self.nodes.push(Node {
                    start: at,
                    end: at + text.len(),
                    tag_end: at + text.len(),
                    is_text: true,
                    next: self.nodes.len() + 1,
                });
            }
            at += text.len() + SEAM.len_utf8();
        }
    }

    /// The nodes that stand in no other.
    pub(super) fn roots(&self) -> Vec<At> {
        self.siblings(0, self.nodes.len())
    }

    pub(super) fn children(&self, of: At) -> Vec<At> {
        self.siblings(of.0 + 1, self.nodes[of.0].next)
    }

    fn siblings(&self, from: usize, to: usize) -> Vec<At> {
        let mut siblings = Vec::new();
        let mut index = from;
        while index < to {
            siblings.push(At(index));
            index = self.nodes[index].next;
        }
        siblings
    }

    pub(super) fn is_text(&self, at: At) -> bool {
        self.nodes[at.0].is_text
    }

    /// The node's own HTML.
    pub(super) fn outer(&self, at: At) -> &'h str {
        let node = &self.nodes[at.0];
        &self.html[node.start..node.end]
    }

    /// The start tag; of a text nothing.
    pub(super) fn tag(&self, at: At) -> &'h str {
        let node = &self.nodes[at.0];
        match node.is_text {
            true => "",
            false => &self.html[node.start..node.tag_end],
        }
    }

    /// Where the node's own HTML ends.
    pub(super) fn end(&self, at: At) -> usize {
        self.nodes[at.0].end
    }

    /// Where stands what is in an element.
    pub(super) fn inner(&self, at: At) -> Range<usize> {
        let node = &self.nodes[at.0];
        let rest = &self.html[node.tag_end..node.end];
        let length = rest.rfind("</").unwrap_or_default();
        node.tag_end..node.tag_end + length
    }

    /// The HTML of siblings from one to another.
    pub(super) fn between(&self, siblings: &[At]) -> &'h str {
        match (siblings.first(), siblings.last()) {
            (Some(first), Some(last)) => {
                &self.html[self.nodes[first.0].start..self.nodes[last.0].end]
            }
            _ => "",
        }
    }
}

/// Where the tag that starts at `at` ends: values may hold what ends a tag elsewhere.
fn tag_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    loop {
        match memchr::memchr2(b'"', b'>', &bytes[at..]) {
            Some(step) if bytes[at + step] == b'>' => return at + step + 1,
            Some(step) => {
                let value = at + step + 1;
                match memchr::memchr(b'"', &bytes[value..]) {
                    Some(length) => at = value + length + 1,
                    None => return bytes.len(),
                }
            }
            None => return bytes.len(),
        }
    }
}

fn is_void(tag: &str) -> bool {
    let name = tag.split(' ').next().unwrap_or_default();
    policy::VOID_TAGS.contains(&name) || policy::OWN_VOID_TAGS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_what_a_browser_makes() {
        let html =
            "<p title=\"a>b\">x<br>\u{FDD6}y\u{FDD6}z<em>&lt;</em></p><hr><ul><li>1</li></ul>";
        let tree = Tree::new(html);
        let roots = tree.roots();
        let outer: Vec<&str> = roots.iter().map(|at| tree.outer(*at)).collect();
        assert_eq!(outer[1..], ["<hr>", "<ul><li>1</li></ul>"]);
        assert_eq!(tree.tag(roots[0]), "<p title=\"a>b\">");
        let children = tree.children(roots[0]);
        let texts: Vec<&str> = children.iter().map(|at| tree.outer(*at)).collect();
        assert_eq!(texts, ["x", "<br>", "y", "z", "<em>&lt;</em>"]);
        assert_eq!(&html[tree.inner(children[4])], "&lt;");
        assert_eq!(tree.between(&roots[1..]), "<hr><ul><li>1</li></ul>");
        assert!(tree.is_text(children[0]) && !tree.is_text(children[1]));
    }
}
