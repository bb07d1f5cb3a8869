//! The test commands: everything but the slow consumers, and those.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::browser::{self, Found};
use crate::npm::{self, npx};
use crate::run::{Failure, cargo, output, root, run};
use crate::wasm;

/// Runs it all, and fails where it changed a tracked file. What was changed before is not its
/// business.
pub(crate) fn all() -> Result<(), Failure> {
    let before = tracked();
    rust()?;
    npm::install()?;
    npm::build()?;
    npm::build_traps()?;
    run(npx("tsc").args(["-p", "js"]))?;
    run(npx("tsc").args(["-p", "www"]))?;
    node("tests/npm")?;
    run(npx("vite").args(["build", "www"]))?;
    let chromium = browser::chromium()?;
    run(node_tests("tests/browser")?.env("GROUNDMARK_CHROMIUM", chromium))?;
    in_others()?;
    unchanged(&before)
}

/// Tests of `tests/browser` that WebDriver can run too: what an answer may do, what is done
/// with it on a page and what a stream does.
const IN_OTHERS: [&str; 12] = [
    "slot",
    "jumps",
    "previews",
    "copy",
    "mount",
    "trusted-types",
    "answers",
    "attacks",
    "mixtures",
    "stream",
    "mount-stream",
    "mount-stream-ends",
];

/// The same tests in Firefox and WebKit, where they are installed.
fn in_others() -> Result<(), Failure> {
    let others = [
        (
            "Firefox",
            "firefox",
            "GROUNDMARK_FIREFOX",
            browser::firefox(),
        ),
        ("WebKit", "webkit", "GROUNDMARK_WEBKIT", browser::webkit()),
    ];
    for (name, engine, variable, found) in others {
        match found {
            Found::Missing(why) => {
                println!("{name}: skipped, {why}; as root, `cargo xtask browsers` installs it");
            }
            Found::At(path) => {
                let files = IN_OTHERS.map(|test| format!("tests/browser/{test}.test.mjs"));
                println!(
                    "{name}: {}; the others are Chromium's",
                    IN_OTHERS.join(", ")
                );
                run(Command::new("node")
                    .arg("--test")
                    .args(files)
                    .env("GROUNDMARK_ENGINE", engine)
                    .env(variable, path))?;
            }
        }
    }
    Ok(())
}

/// Installs, builds and opens each example: minutes, and it asks npm for what they depend on.
pub(crate) fn examples() -> Result<(), Failure> {
    npm::build()?;
    let chromium = browser::chromium()?;
    run(node_tests("tests/examples")?
        .arg("--test-concurrency=1")
        .env("GROUNDMARK_CHROMIUM", chromium))
}

fn rust() -> Result<(), Failure> {
    run(cargo().args(["fmt", "--all", "--", "--check"]))?;
    for features in [&["--all-targets"][..], &["--lib", "--no-default-features"]] {
        run(cargo()
            .arg("clippy")
            .args(features)
            .args(["--", "-D", "warnings"]))?;
    }
    run(cargo().args(["clippy", "-p", "xtask", "--", "-D", "warnings"]))?;
    wasm::install_target()?;
    let wasm = [
        "clippy",
        "--lib",
        "--features",
        "traps",
        "--target",
        wasm::TARGET,
    ];
    run(cargo().args(wasm).args(["--", "-D", "warnings"]))?;
    run(cargo()
        .args(["doc", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    run(cargo().arg("test"))?;
    run(cargo().args([
        "test",
        "--no-default-features",
        "--test",
        "law",
        "--test",
        "regressions",
    ]))
}

fn node(folder: &str) -> Result<(), Failure> {
    run(&mut node_tests(folder)?)
}

/// Node's own test runner over the `.test.mjs` files of a folder.
fn node_tests(folder: &str) -> Result<Command, Failure> {
    let mut files: Vec<String> = fs::read_dir(root().join(folder))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".test.mjs"))
        .map(|name| format!("{folder}/{name}"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(Failure::new(format!("{folder} holds no test")));
    }
    let mut command = Command::new("node");
    command.arg("--test").args(files);
    Ok(command)
}

/// What git tracks, with what stands in it; nothing where there is no git.
fn tracked() -> BTreeMap<String, Vec<u8>> {
    let names = output(Command::new("git").args(["ls-files", "-z"])).unwrap_or_default();
    names
        .split('\0')
        .filter_map(|name| Some((name.to_owned(), fs::read(root().join(name)).ok()?)))
        .collect()
}

fn unchanged(before: &BTreeMap<String, Vec<u8>>) -> Result<(), Failure> {
    let changed: Vec<&str> = before
        .iter()
        .filter(|(name, content)| fs::read(root().join(name)).ok().as_ref() != Some(content))
        .map(|(name, _)| name.as_str())
        .collect();
    match changed.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "the tests changed tracked files: {}",
            changed.join(", ")
        ))),
    }
}
