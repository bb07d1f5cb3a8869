//! A Chromium for the tests: an installed one, else Playwright's, else Debian's.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::npm::npx;
use crate::run::{Failure, output, run};

/// Names under which systems install it.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The path of a browser, installed if there is none.
pub(crate) fn chromium() -> Result<PathBuf, Failure> {
    if let Some(path) = std::env::var_os("GROUNDMARK_CHROMIUM") {
        return Ok(path.into());
    }
    if let Some(found) = installed().or_else(playwrights) {
        return Ok(found);
    }
    println!("no Chromium found; asking Playwright for one");
    if run(npx("playwright-core").args(["install", "chromium"])).is_ok()
        && let Some(found) = playwrights()
    {
        return Ok(found);
    }
    if is_root() && Path::new("/usr/bin/apt-get").exists() {
        println!("Playwright has none for this machine; installing Debian's");
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        run(Command::new("apt-get").args(["install", "-y", "-qq", "chromium"]))?;
    }
    installed()
        .ok_or_else(|| Failure::new("no Chromium: install one, or name it in GROUNDMARK_CHROMIUM"))
}

fn installed() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mac = Path::new("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    std::env::split_paths(&folders)
        .flat_map(|folder| NAMES.map(|name| folder.join(name)))
        .chain([mac.to_path_buf()])
        .find(|path| path.is_file())
}

/// Where Playwright keeps its own, if it has one.
fn playwrights() -> Option<PathBuf> {
    let script = "import { chromium } from 'playwright-core'; process.stdout.write(chromium.executablePath())";
    let path = output(Command::new("node").args(["--input-type=module", "-e", script]))?;
    Some(PathBuf::from(path)).filter(|path| path.is_file())
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0")
}
