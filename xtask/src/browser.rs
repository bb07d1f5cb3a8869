//! The browsers that the tests run in: which are there, and how a machine gets the others.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::npm::npx;
use crate::run::{Failure, output, run};

/// A browser that is there, or why it is not.
pub(crate) enum Found {
    At(PathBuf),
    Missing(&'static str),
}

/// Names under which systems install Chromium.
const CHROMIUM: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Debian's names for what the tests need of the other two.
const DEBIAN: [&str; 3] = ["firefox-esr", "webkit2gtk-driver", "xvfb"];

/// The path of a Chromium, installed if there is none: an installed one, else Playwright's, else
/// Debian's.
pub(crate) fn chromium() -> Result<PathBuf, Failure> {
    if let Some(path) = std::env::var_os("GROUNDMARK_CHROMIUM") {
        return Ok(path.into());
    }
    let mac = Path::new("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    let installed = || program(&CHROMIUM).or_else(|| mac.is_file().then(|| mac.to_path_buf()));
    if let Some(found) = installed().or_else(playwrights) {
        return Ok(found);
    }
    println!("no Chromium found; asking Playwright for one");
    if run(npx("playwright-core").args(["install", "chromium"])).is_ok()
        && let Some(found) = playwrights()
    {
        return Ok(found);
    }
    println!("Playwright has none for this machine");
    debian(&["chromium"])?;
    installed()
        .ok_or_else(|| Failure::new("no Chromium: install one, or name it in GROUNDMARK_CHROMIUM"))
}

/// Firefox, which the tests drive without any other program.
pub(crate) fn firefox() -> Found {
    named("GROUNDMARK_FIREFOX")
        .or_else(|| program(&["firefox-esr", "firefox"]))
        .map_or(
            Found::Missing("no firefox-esr or firefox, and no GROUNDMARK_FIREFOX"),
            Found::At,
        )
}

/// WebKitGTK's small browser, with the driver and the display that it needs.
pub(crate) fn webkit() -> Found {
    if program(&["WebKitWebDriver"]).is_none() {
        return Found::Missing("no WebKitWebDriver");
    }
    if program(&["Xvfb"]).is_none() {
        return Found::Missing("no Xvfb");
    }
    named("GROUNDMARK_WEBKIT")
        .or_else(mini_browser)
        .map_or(Found::Missing("no MiniBrowser of WebKitGTK"), Found::At)
}

/// Installs what is missing of all three, where apt-get can.
pub(crate) fn install() -> Result<(), Failure> {
    crate::npm::install()?;
    chromium()?;
    if matches!((firefox(), webkit()), (Found::At(_), Found::At(_))) {
        return Ok(());
    }
    debian(&DEBIAN)
}

fn debian(packages: &[&str]) -> Result<(), Failure> {
    if !is_root() || !Path::new("/usr/bin/apt-get").exists() {
        println!("not installed, for want of apt-get or its rights: {packages:?}");
        return Ok(());
    }
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    run(Command::new("apt-get")
        .env("DEBIAN_FRONTEND", "noninteractive")
        .args(["install", "-y", "-qq"])
        .args(packages))
}

fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from)
}

/// The first of these programs that is in a folder of `PATH`.
fn program(names: &[&str]) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .find(|path| path.is_file())
}

/// Beside WebKit's libraries, whose folder is the system's choice.
fn mini_browser() -> Option<PathBuf> {
    let libraries = std::fs::read_dir("/usr/lib").ok()?;
    let folders = libraries.filter_map(|entry| Some(entry.ok()?.path()));
    folders
        .chain(["/usr/lib", "/usr/lib64", "/usr/libexec"].map(PathBuf::from))
        .map(|folder| folder.join("webkit2gtk-4.1/MiniBrowser"))
        .find(|path| path.is_file())
}

/// Where Playwright keeps its own Chromium, if it has one.
fn playwrights() -> Option<PathBuf> {
    let script = "import { chromium } from 'playwright-core'; process.stdout.write(chromium.executablePath())";
    let path = output(Command::new("node").args(["--input-type=module", "-e", script]))?;
    Some(PathBuf::from(path)).filter(|path| path.is_file())
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0")
}
