//! Which blocks are sanitized together.
//!
//! Each by itself, but for an outermost `<details>` or `<table>` of raw HTML whose end stands in a
//! later block: it joins the blocks between, so that Markdown inside it stays inside.

use std::ops::Range;

use crate::html::{BlockKind, Flow};

use super::OpenDetails;
use super::tokens::{Origin, Token, tokens};

/// One or several blocks, sanitized as one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) html: Range<usize>,
    pub(super) raw: bool,
}

const JOINING: [&str; 2] = ["details", "table"];
const DETAILS: usize = 0;

/// The units of a flow, in order.
pub(super) fn units(flow: &Flow, open: OpenDetails) -> Vec<Unit> {
    let last_joined = reach(flow, open).last;
    let mut units = Vec::with_capacity(flow.blocks.len());
    let mut index = 0;
    while index < flow.blocks.len() {
        let last = last_joined[index];
        units.push(Unit {
            html: flow.blocks[index].html.start..flow.blocks[last].html.end,
            raw: flow.blocks[index..=last]
                .iter()
                .any(|block| block.kind == BlockKind::Raw),
        });
        index = last + 1;
    }
    units
}

/// Whether a `<details>` or `<table>` of the flow may reach into blocks that follow.
pub(super) fn is_open(flow: &Flow) -> bool {
    reach(flow, OpenDetails::EndWithBlock).is_open
}

/// What the joining elements of a flow reach.
struct Reach {
    /// For each block the last one that an element opened in it reaches.
    last: Vec<usize>,
    is_open: bool,
}

fn reach(flow: &Flow, details: OpenDetails) -> Reach {
    let mut last: Vec<usize> = (0..flow.blocks.len()).collect();
    let mut open: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
    for (index, block) in flow.blocks.iter().enumerate() {
        match block.kind {
            BlockKind::Written => continue,
            BlockKind::Raw => {}
            BlockKind::Part => {
                open.iter_mut().for_each(Vec::clear);
                continue;
            }
        }
        for token in tokens(&flow.html[block.html.clone()]) {
            let (name, is_start) = match token {
                Token::Start {
                    name,
                    origin: Origin::Raw,
                    ..
                } => (name, true),
                Token::End {
                    name,
                    origin: Origin::Raw,
                } => (name, false),
                _ => continue,
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
    let is_open = open.iter().any(|open| !open.is_empty());
    if details == OpenDetails::RunToEnd
        && let Some(&outermost) = open[DETAILS].first()
    {
        last[outermost] = flow.blocks.len() - 1;
    }
    Reach { last, is_open }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::Block;

    fn flow(blocks: &[(&str, bool)]) -> Flow {
        let mut flow = Flow::default();
        for (html, raw) in blocks {
            let start = flow.html.len();
            // A raw tag is written in capitals here.
            flow.html.push_str(
                &html
                    .replace("DETAILS", "\u{FDD4}details")
                    .replace("TABLE", "\u{FDD4}table"),
            );
            flow.blocks.push(Block {
                html: start..flow.html.len(),
                kind: match raw {
                    true => BlockKind::Raw,
                    false => BlockKind::Written,
                },
            });
        }
        flow
    }

    /// How many blocks each unit has.
    fn counts(blocks: &[(&str, bool)]) -> Vec<usize> {
        counts_with(OpenDetails::EndWithBlock, blocks)
    }

    fn counts_with(open: OpenDetails, blocks: &[(&str, bool)]) -> Vec<usize> {
        let flow = flow(blocks);
        let within = |unit: &Unit, block: &&Block| {
            unit.html.start <= block.html.start && block.html.end <= unit.html.end
        };
        units(&flow, open)
            .iter()
            .map(|unit| {
                flow.blocks
                    .iter()
                    .filter(|block| within(unit, block))
                    .count()
            })
            .collect()
    }

    #[test]
    fn details_join_the_blocks_up_to_their_end() {
        assert_eq!(
            counts(&[
                ("<p>a</p>", false),
                ("<DETAILS>", true),
                ("<p>b</p>", false),
                ("</DETAILS>", true),
                ("<p>c</p>", false),
            ]),
            [1, 3, 1]
        );
    }

    #[test]
    fn nothing_joins_beyond_a_part() {
        let mut flow = flow(&[
            ("<DETAILS>", true),
            ("<pre></pre>", false),
            ("</DETAILS>", true),
        ]);
        assert_eq!(units(&flow, OpenDetails::EndWithBlock).len(), 1);
        flow.blocks[1].kind = BlockKind::Part;
        assert_eq!(units(&flow, OpenDetails::RunToEnd).len(), 3);
    }

    #[test]
    fn what_never_ends_joins_nothing() {
        let open = [("<DETAILS>", true), ("<p>b</p>", false), ("</TABLE>", true)];
        assert_eq!(counts(&open), [1, 1, 1]);
    }

    #[test]
    fn open_details_run_to_the_end_of_a_text_that_grows() {
        let blocks = [
            ("<p>a</p>", false),
            ("<DETAILS>", true),
            ("<TABLE>", true),
            ("<DETAILS>", true),
            ("<p>b</p>", false),
        ];
        assert_eq!(counts_with(OpenDetails::RunToEnd, &blocks), [1, 4]);
        assert_eq!(counts(&blocks), [1, 1, 1, 1, 1]);
        let ended = [("<DETAILS>", true), ("</DETAILS>", true), ("<TABLE>", true)];
        assert_eq!(counts_with(OpenDetails::RunToEnd, &ended), [2, 1]);
    }

    #[test]
    fn tables_of_the_writers_own_join_nothing() {
        assert_eq!(counts(&[("<table>", true), ("</TABLE>", true)]), [1, 1]);
    }

    #[test]
    fn the_outermost_of_nested_ones_counts() {
        assert_eq!(
            counts(&[
                ("<DETAILS><TABLE>", true),
                ("</TABLE>", true),
                ("</DETAILS>", true),
                ("<DETAILS>", true),
            ]),
            [3, 1]
        );
    }
}
