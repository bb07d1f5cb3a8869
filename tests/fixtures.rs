//! Every folder of `tests/fixtures` is a test: its `response.json`, rendered, is `expected.html`,
//! `expected.json` and `expected.md`.
//!
//! `GROUNDMARK_UPDATE=1 cargo test --test fixtures` writes all three; read the diff before committing
//! it. An `options.json` beside a response holds options by their names in JavaScript.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use groundmark::{Answer, Options, Uncited, render, render_markdown};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

const UPDATE: &str = "GROUNDMARK_UPDATE";
const COMMAND: &str = "GROUNDMARK_UPDATE=1 cargo test --test fixtures";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut folders: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    folders.sort();
    let trials = folders
        .into_iter()
        .filter(|folder| folder.join("response.json").exists())
        .map(|folder| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            Trial::test(name.into_owned(), move || check(&folder))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit()
}

fn check(folder: &Path) -> Result<(), Failed> {
    let response = fs::read(folder.join("response.json"))?;
    let options = options(&folder.join("options.json"))?;
    let answer = render(&response, &options)?;
    if answer.html != [answer.body_html.as_str(), &answer.sources_html].concat() {
        return Err("html is not bodyHtml and sourcesHtml with nothing between".into());
    }
    compare(&folder.join("expected.html"), &page(&answer))?;
    compare(&folder.join("expected.json"), &data(&answer)?)?;
    let markdown = render_markdown(&response, &options)?;
    compare(&folder.join("expected.md"), &markdown)
}

/// Body and sources as a person can read them in a diff.
fn page(answer: &Answer) -> String {
    let mut page = readable(&answer.body_html);
    page.push_str("\n<!-- sources -->\n");
    page.push_str(&readable(&answer.sources_html));
    page.push('\n');
    page
}

/// Everything but the HTML, which [`page`] has.
fn data(answer: &Answer) -> Result<String, Failed> {
    let mut value = serde_json::to_value(answer)?;
    if let Value::Object(fields) = &mut value {
        fields.retain(|name, _| !matches!(name.as_str(), "html" | "bodyHtml" | "sourcesHtml"));
    }
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}

/// Tags that begin a line. Containers' end tags do too; those of a paragraph or a cell do not.
#[rustfmt::skip]
const BEGIN_A_LINE: [&str; 37] = [
    "<p", "<h1", "<h2", "<h3", "<h4", "<h5", "<h6", "<hr", "<pre", "<blockquote", "<ul", "<ol", "<li",
    "<dl", "<dt", "<dd", "<div", "<details", "<summary", "<section", "<table", "<caption", "<thead",
    "<tbody", "<tfoot", "<tr", "<td", "<th", "</ul", "</ol", "</dl", "</blockquote", "</div",
    "</details", "</section", "</table", "</tr",
];

/// Puts a line end before block-level tags and changes nothing else: two HTMLs that differ have
/// readable forms that differ.
fn readable(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 8);
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let name_end = rest[1..]
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '/')
            .map_or(rest.len(), |end| end + 1);
        if !out.is_empty() && BEGIN_A_LINE.contains(&&rest[..name_end]) {
            out.push('\n');
        }
        out.push_str(&rest[..name_end]);
        rest = &rest[name_end..];
    }
    out.push_str(rest);
    out
}

fn compare(path: &Path, actual: &str) -> Result<(), Failed> {
    if env::var_os(UPDATE).is_some() {
        return Ok(fs::write(path, actual)?);
    }
    let name = path.display();
    if !path.exists() {
        return Err(format!("{name} is missing; write it with\n    {COMMAND}").into());
    }
    let expected = fs::read_to_string(path)?;
    match first_difference(&expected, actual) {
        None => Ok(()),
        Some(difference) => Err(format!(
            "{name} differs {difference}\nIf that is right, write it with\n    {COMMAND}"
        )
        .into()),
    }
}

/// The first line that differs, with the line before it.
fn first_difference(expected: &str, actual: &str) -> Option<String> {
    if expected == actual {
        return None;
    }
    let expected: Vec<&str> = expected.split('\n').collect();
    let actual: Vec<&str> = actual.split('\n').collect();
    let at = (0..)
        .find(|&at| expected.get(at) != actual.get(at))
        .unwrap_or_default();
    let mut out = format!("in line {}:\n", at + 1);
    if let Some(before) = at.checked_sub(1) {
        let _ = writeln!(out, "      {}", expected[before]);
    }
    for (mark, lines) in [("want", &expected), ("got ", &actual)] {
        let line = lines.get(at).copied().unwrap_or("(the end)");
        let _ = writeln!(out, "{mark}: {line}");
    }
    Some(out)
}

/// The options of a fixture; a missing file is the defaults, an unknown name a mistake.
fn options(path: &Path) -> Result<Options, Failed> {
    let mut options = Options::default();
    if !path.exists() {
        return Ok(options);
    }
    let given: BTreeMap<String, Value> = serde_json::from_slice(&fs::read(path)?)?;
    for (name, value) in given {
        match name.as_str() {
            "idPrefix" => options.id_prefix = Some(serde_json::from_value(value)?),
            "headingLevel" => options.heading_level = serde_json::from_value(value)?,
            "headingBase" => options.heading_base = serde_json::from_value(value)?,
            "uncited" => {
                options.uncited = match value.as_str() {
                    Some("list") => Uncited::List,
                    Some("hide") => Uncited::Hide,
                    _ => return Err(format!("uncited cannot be {value}").into()),
                }
            }
            "notice" => options.notice = serde_json::from_value(value)?,
            "interrupted" => options.interrupted = serde_json::from_value(value)?,
            "confidence" => options.confidence = serde_json::from_value(value)?,
            "candidate" => options.candidate = serde_json::from_value(value)?,
            "imageHosts" => options.image_hosts = serde_json::from_value(value)?,
            "inlineImages" => options.inline_images = serde_json::from_value(value)?,
            "thoughts" => options.thoughts = serde_json::from_value(value)?,
            "math" => options.math = serde_json::from_value(value)?,
            "breaks" => options.breaks = serde_json::from_value(value)?,
            "labels" => options.labels = serde_json::from_value(value)?,
            _ => return Err(format!("{} has an unknown option {name}", path.display()).into()),
        }
    }
    Ok(options)
}
