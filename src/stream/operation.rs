//! What a page does to show what a stream has brought.

use serde::{Serialize, Serializer, ser::SerializeMap};

/// Which container an operation works in. Each is an element of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// The answer without its own notes.
    Body,
    /// The answer's own notes.
    Notes,
    /// Notices and the source list; empty until the stream ends.
    Sources,
}

/// One change of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// The container to work in.
    pub target: Target,
    /// The node to work on: from the container on, indexes into `childNodes` as the operations
    /// before left them. Empty for the container itself.
    pub path: Vec<usize>,
    /// What to do there.
    pub change: Change,
}

/// What an operation does to its node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Keep the node's first `keep` child nodes, remove the others, append `html`.
    Keep {
        /// How many child nodes stay.
        keep: usize,
        /// What comes behind them.
        html: String,
    },
    /// Put the nodes of this HTML, one or several, in the node's place.
    Replace(String),
    /// Append to the text of the node, which is a text node. This is text, not HTML.
    Text(String),
}

impl Serialize for Operation {
    /// `{target, path}` and `{keep, html}`, `{html}` or `{text}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("target", &self.target)?;
        map.serialize_entry("path", &self.path)?;
        match &self.change {
            Change::Keep { keep, html } => {
                map.serialize_entry("keep", keep)?;
                map.serialize_entry("html", html)?;
            }
            Change::Replace(html) => map.serialize_entry("html", html)?,
            Change::Text(text) => map.serialize_entry("text", text)?,
        }
        map.end()
    }
}
