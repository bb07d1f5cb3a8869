//! Our own HTML as a tree of slices: what a browser will make nodes of.

use std::ops::Range;

use super::pieces::{Kind, Pieces};

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
        let mut nodes: Vec<Node> = Vec::with_capacity(html.len() / 32 + 4);
        let mut open: Vec<usize> = Vec::new();
        for (kind, range) in Pieces::of(html) {
            if kind == Kind::End {
                if let Some(index) = open.pop() {
                    nodes[index].end = range.end;
                    nodes[index].next = nodes.len();
                }
                continue;
            }
            if kind == Kind::Start {
                open.push(nodes.len());
            }
            nodes.push(Node {
                start: range.start,
                end: range.end,
                tag_end: range.end,
                is_text: kind == Kind::Text,
                next: nodes.len() + 1,
            });
        }
        Self { html, nodes }
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
