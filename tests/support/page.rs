//! A page as a tree of nodes: what operations make of it.

use groundmark::{Change, Operation, Target};

/// The three containers of an answer.
#[derive(Debug, Default)]
pub(crate) struct Page {
    containers: [Vec<Node>; 3],
}

#[derive(Clone, Debug)]
enum Node {
    /// As the HTML spells it.
    Text(String),
    Element {
        tag: String,
        children: Vec<Node>,
    },
}

impl Page {
    pub(crate) fn apply(&mut self, operations: &[Operation]) {
        for operation in operations {
            self.apply_one(operation);
        }
    }

    fn apply_one(&mut self, operation: &Operation) {
        let mut siblings = &mut self.containers[index(operation.target)];
        match &operation.change {
            Change::Keep { keep, html } => {
                for step in &operation.path {
                    siblings = children(&mut siblings[*step]);
                }
                assert!(*keep <= siblings.len(), "{operation:?}");
                assert!(*keep < siblings.len() || !html.is_empty(), "{operation:?}");
                siblings.truncate(*keep);
                siblings.extend(parse(html));
            }
            Change::Replace(html) => {
                let (last, path) = operation.path.split_last().expect("a node");
                for step in path {
                    siblings = children(&mut siblings[*step]);
                }
                let nodes = parse(html);
                assert!(!nodes.is_empty(), "{operation:?}");
                siblings.splice(*last..=*last, nodes);
            }
            Change::Text(more) => {
                let (last, path) = operation.path.split_last().expect("a node");
                for step in path {
                    siblings = children(&mut siblings[*step]);
                }
                let Node::Text(text) = &mut siblings[*last] else {
                    panic!("no text: {operation:?}");
                };
                assert!(!more.is_empty(), "{operation:?}");
                text.push_str(&escaped(more));
            }
        }
    }

    /// What a container shows, adjacent texts joined.
    pub(crate) fn html(&self, target: Target) -> String {
        let mut html = String::new();
        self.containers[index(target)]
            .iter()
            .for_each(|node| push(&mut html, node));
        html
    }

    /// The body and the answer's own notes.
    pub(crate) fn body_html(&self) -> String {
        self.html(Target::Body) + &self.html(Target::Notes)
    }
}

fn index(target: Target) -> usize {
    match target {
        Target::Body => 0,
        Target::Notes => 1,
        Target::Sources => 2,
    }
}

fn children(node: &mut Node) -> &mut Vec<Node> {
    match node {
        Node::Element { children, .. } => children,
        Node::Text(text) => panic!("a text has no children: {text:?}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('\u{A0}', "&nbsp;")
}

/// Reads well-formed HTML.
fn parse(html: &str) -> Vec<Node> {
    let mut open: Vec<(String, Vec<Node>)> = vec![(String::new(), Vec::new())];
    let mut rest = html;
    while !rest.is_empty() {
        let Some(tag) = rest.strip_prefix('<') else {
            let end = rest.find('<').unwrap_or(rest.len());
            let text = Node::Text(rest[..end].to_owned());
            open.last_mut().expect("a root").1.push(text);
            rest = &rest[end..];
            continue;
        };
        let mut is_in_value = false;
        let end = tag.find(|c| {
            is_in_value ^= c == '"';
            c == '>' && !is_in_value
        });
        let tag = &tag[..end.expect("the tag ends")];
        rest = &rest[tag.len() + 2..];
        if let Some(name) = tag.strip_prefix('/') {
            let (start, children) = open.pop().expect("it is open");
            assert_eq!(start.split(' ').next(), Some(name), "{html}");
            let element = Node::Element {
                tag: start,
                children,
            };
            open.last_mut().expect("a root").1.push(element);
        } else if ["br", "hr", "img", "input"].contains(&tag.split(' ').next().unwrap_or_default())
        {
            let element = Node::Element {
                tag: tag.to_owned(),
                children: Vec::new(),
            };
            open.last_mut().expect("a root").1.push(element);
        } else {
            open.push((tag.to_owned(), Vec::new()));
        }
    }
    assert_eq!(open.len(), 1, "{html}");
    open.pop().expect("a root").1
}

fn push(html: &mut String, node: &Node) {
    match node {
        Node::Text(text) => html.push_str(text),
        Node::Element { tag, children } => {
            html.push('<');
            html.push_str(tag);
            html.push('>');
            let name = tag.split(' ').next().unwrap_or_default();
            if !["br", "hr", "img", "input"].contains(&name) {
                children.iter().for_each(|child| push(html, child));
                html.push_str("</");
                html.push_str(name);
                html.push('>');
            }
        }
    }
}
