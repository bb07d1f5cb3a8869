//! Running other programs, and saying which of them failed.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why a task stopped: one line for people.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "xtask: {}", self.0)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

/// The project's root.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Says what runs, runs it in the root, and fails where it fails.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let line = describe(command);
    println!("$ {line}");
    let status = command
        .current_dir(root())
        .status()
        .map_err(|error| Failure(format!("{line}: {error}")))?;
    match status.success() {
        true => Ok(()),
        false => Err(Failure(format!("{line} failed ({status})"))),
    }
}

/// What a program prints, if it runs at all.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.current_dir(root()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
