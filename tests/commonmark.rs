//! CommonMark's and GFM's own examples: what differs from pulldown-cmark's HTML, differs on
//! purpose, and is listed here by number with the reason.
//!
//! The examples are read from the source of the pulldown-cmark that the lock file names, so that
//! none of them is copied into the project.

#![cfg(feature = "ammonia")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use groundmark::{Options, render};
use pulldown_cmark::{Options as Extensions, Parser, html};
use serde_json::{Value, json};

/// Why an example differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// Raw HTML is sanitized, balanced, or stands in one element.
    RawHtml,
    /// A target that is no absolute http, https or mailto is no link.
    NoLink,
    /// An image is its text and host.
    Image,
    /// Notes are collected at the end, numbered by first reference.
    Note,
    /// One tilde is "about", not a strikethrough.
    SingleTilde,
    /// A bare address is a link.
    BareLink,
    /// A code block's class is the language alone, and only where it names one.
    Language,
    /// A heading without text is not written, and a head cell without text is no header.
    Empty,
    /// A target stays as it is written, where pulldown-cmark encodes brackets and backticks.
    Spelling,
}
use Why::{BareLink, Empty, Image, Language, NoLink, Note, RawHtml, SingleTilde, Spelling};

/// A suite of pulldown-cmark's, and what differs in it.
struct Suite {
    file: &'static str,
    /// How many examples it has: none must be lost in reading.
    examples: usize,
    different: &'static [(Why, &'static [usize])],
}

const SUITES: [Suite; 5] = [
    Suite {
        file: "spec.rs",
        examples: 652,
        different: &[
            (
                NoLink,
                &[
                    20, 22, 23, 32, 33, 192, 193, 194, 195, 196, 198, 200, 202, 203, 204, 205, 206,
                    214, 215, 216, 217, 218, 404, 419, 422, 433, 473, 474, 482, 483, 484, 485, 486,
                    487, 489, 492, 495, 496, 498, 499, 500, 501, 502, 503, 504, 505, 506, 507, 509,
                    510, 512, 514, 515, 516, 518, 519, 521, 522, 527, 528, 529, 530, 532, 533, 534,
                    535, 539, 540, 541, 542, 543, 544, 549, 550, 553, 554, 555, 556, 557, 558, 559,
                    560, 561, 562, 564, 565, 566, 567, 568, 569, 570, 571, 593, 596, 598, 599, 600,
                    601, 603,
                ],
            ),
            (
                RawHtml,
                &[
                    21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161,
                    162, 163, 164, 165, 166, 167, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178,
                    179, 180, 181, 182, 183, 184, 186, 187, 188, 190, 191, 201, 308, 309, 344, 475,
                    476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628,
                    629, 630, 631, 642, 643,
                ],
            ),
            (Language, &[144]),
            (Empty, &[79]),
            (Spelling, &[346, 526, 538]),
            (
                Image,
                &[
                    517, 520, 531, 572, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584,
                    585, 586, 587, 588, 589, 591,
                ],
            ),
            (BareLink, &[602, 608, 611]),
        ],
    },
    Suite {
        file: "gfm_table.rs",
        examples: 9,
        different: &[],
    },
    Suite {
        file: "gfm_strikethrough.rs",
        examples: 3,
        different: &[(SingleTilde, &[1])],
    },
    Suite {
        file: "gfm_tasklist.rs",
        examples: 2,
        different: &[],
    },
    Suite {
        file: "footnotes.rs",
        examples: 26,
        different: &[(
            Note,
            &[
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 24, 25, 26,
            ],
        )],
    },
];

#[test]
fn examples_differ_only_where_they_are_meant_to() {
    let folder = parser_source().join("tests/suite");
    let mut wrong = String::new();
    for suite in &SUITES {
        let source = fs::read_to_string(folder.join(suite.file)).expect("a suite");
        let examples = examples(&source);
        assert_eq!(examples.len(), suite.examples, "{}", suite.file);
        for (number, example) in (1..).zip(examples) {
            let why = suite
                .different
                .iter()
                .find(|(_, numbers)| numbers.contains(&number));
            let (ours, theirs) = (normal(&ours(example)), normal(&theirs(example)));
            let name = format!("{} {number}", suite.file);
            match why {
                None if ours != theirs => {
                    wrong +=
                        &format!("{name}: {example:?}\n  ours   {ours:?}\n  theirs {theirs:?}\n");
                }
                Some((why, _)) if ours == theirs => {
                    wrong += &format!("{name} no longer differs, though listed as {why:?}\n");
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Where cargo keeps the source of the parser that is used here.
fn parser_source() -> PathBuf {
    let metadata = |offline: &[&str]| {
        let cargo = option_env!("CARGO").unwrap_or("cargo");
        let output = Command::new(cargo)
            .args(["metadata", "--format-version", "1"])
            .args(offline)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .ok()?;
        let metadata: Value = serde_json::from_slice(&output.stdout).ok()?;
        let package = metadata["packages"]
            .as_array()?
            .iter()
            .find(|package| package["name"] == "pulldown-cmark")?;
        let manifest = PathBuf::from(package["manifest_path"].as_str()?);
        manifest.parent().map(PathBuf::from)
    };
    metadata(&["--offline"])
        .or_else(|| metadata(&[]))
        .expect("cargo metadata knows pulldown-cmark")
}

/// The Markdown of each example, in the order of the file.
fn examples(source: &str) -> Vec<&str> {
    source
        .split("let original = r##\"")
        .skip(1)
        .map(|rest| rest.split_once("\"##;").expect("an example is closed").0)
        .collect()
}

fn ours(markdown: &str) -> String {
    let response = json!({ "candidates": [{ "content": { "parts": [{ "text": markdown }] } }] });
    let answer = render(response.to_string(), &Options::default());
    answer.expect("a response renders").body_html
}

fn theirs(markdown: &str) -> String {
    let extensions = Extensions::ENABLE_TABLES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_FOOTNOTES;
    let mut out = String::new();
    html::push_html(&mut out, Parser::new_ext(markdown, extensions));
    out
}

/// HTML without what is spelled differently on every line, and says the same.
fn normal(html: &str) -> String {
    let mut html = html.to_owned();
    for (from, to) in [
        // Ours alone: direction, new tabs, the wrapper of a table.
        (" dir=\"auto\"", ""),
        ("<pre tabindex=\"0\">", "<pre>"),
        (" aria-label=\"Done\"", ""),
        (" aria-label=\"To do\"", ""),
        (" target=\"_blank\" rel=\"noopener noreferrer\"", ""),
        (
            "<div class=\"gm-table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">",
            "",
        ),
        ("</table></div>", "</table>"),
        // Spellings.
        ("<br />", "<br>"),
        ("<hr />", "<hr>"),
        (
            "disabled=\"\" type=\"checkbox\"",
            "type=\"checkbox\" disabled=\"\"",
        ),
        ("style=\"text-align: ", "align=\""),
        ("checked=\"\"/>", "checked=\"\">"),
        ("disabled=\"\"/>", "disabled=\"\">"),
        ("&quot;", "\""),
        ("&nbsp;", "\u{A0}"),
        ("\" checked=\"\">\n", "\" checked=\"\"> "),
        ("\" disabled=\"\">\n", "\" disabled=\"\"> "),
    ] {
        html = html.replace(from, to);
    }
    // Line ends between blocks mean nothing; those in text and code do.
    html = html.replace(">\n", ">").replace("\n<", "<");
    // A table without rows has no body.
    html.replace("<tbody></tbody>", "")
}
