//! Which blocks are sanitized together.
//!
//! Each by itself, but for an outermost `<details>` or `<table>` of raw HTML whose end stands in a
//! later block: it joins the blocks between, so that Markdown inside it stays inside.

use std::ops::Range;

use crate::html::{Block, Flow};

use super::flatten::{Token, tokens};

/// One or several blocks, sanitized as one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) html: Range<usize>,
    pub(super) raw: bool,
}

const JOINING: [&str; 2] = ["details", "table"];

/// The units of a flow, in order.
pub(super) fn units(flow: &Flow) -> Vec<Unit> {
    let last_joined = last_joined(flow);
    let mut units = Vec::with_capacity(flow.blocks.len());
    let mut index = 0;
    while index < flow.blocks.len() {
        let last = last_joined[index];
        units.push(Unit {
            html: flow.blocks[index].html.start..flow.blocks[last].html.end,
            raw: flow.blocks[index..=last].iter().any(|block| block.raw),
        });
        index = last + 1;
    }
    units
}

/// For each block the last one that a `<details>` or `<table>` opened in it reaches.
fn last_joined(flow: &Flow) -> Vec<usize> {
    let mut last: Vec<usize> = (0..flow.blocks.len()).collect();
    let mut open: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
    let raw = |(_, block): &(usize, &Block)| block.raw;
    for (index, block) in flow.blocks.iter().enumerate().filter(raw) {
        for token in tokens(&flow.html[block.html.clone()]) {
            let (name, is_start) = match token {
                Token::Start { name, .. } => (name, true),
                Token::End { name, .. } => (name, false),
                Token::Text(_) => continue,
            };
            let Some(kind) = JOINING.iter().position(|joining| *joining == name) else {
                continue;
            };
            if is_start {
                open[kind].push(index);
            } else if let Some(from) = open[kind].pop() {
                last[from] = last[from].max(index);
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(blocks: &[(&str, bool)]) -> Flow {
        let mut flow = Flow::default();
        for (html, raw) in blocks {
            let start = flow.html.len();
            flow.html.push_str(html);
            flow.blocks.push(Block {
                html: start..flow.html.len(),
                raw: *raw,
            });
        }
        flow
    }

    fn lengths(blocks: &[(&str, bool)]) -> Vec<usize> {
        units(&flow(blocks))
            .iter()
            .map(|unit| unit.html.len())
            .collect()
    }

    #[test]
    fn details_join_the_blocks_up_to_their_end() {
        assert_eq!(
            lengths(&[
                ("<p>a</p>", false),
                ("<details>", true),
                ("<p>b</p>", false),
                ("</details>", true),
                ("<p>c</p>", false),
            ]),
            [8, 27, 8]
        );
    }

    #[test]
    fn what_never_ends_joins_nothing() {
        assert_eq!(
            lengths(&[("<details>", true), ("<p>b</p>", false), ("</table>", true)]),
            [9, 8, 8]
        );
    }

    #[test]
    fn the_outermost_of_nested_ones_counts() {
        assert_eq!(
            lengths(&[
                ("<details><table>", true),
                ("</table>", true),
                ("</details>", true),
                ("<details>", true),
            ]),
            [34, 9]
        );
    }
}
