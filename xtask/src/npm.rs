//! The npm package: module, JavaScript, types; and the playground.

use std::path::Path;
use std::process::Command;

use crate::run::{Failure, root, run};
use crate::wasm::{self, Module};

/// Builds the package into `dist/`.
pub(crate) fn build() -> Result<(), Failure> {
    install()?;
    wasm::build(Module::Package, &root().join("dist/wasm"))?;
    run(Command::new("node").args(["js/build.mjs", "dist/wasm", "dist"]))
}

/// Builds the package with exports that trap into `target/traps/`.
pub(crate) fn build_traps() -> Result<(), Failure> {
    wasm::build(Module::Traps, &root().join("target/traps/wasm"))?;
    run(Command::new("node").args(["js/build.mjs", "target/traps/wasm", "target/traps"]))
}

/// Builds the package and the playground, and serves it.
pub(crate) fn start() -> Result<(), Failure> {
    build()?;
    run(npx("vite").args(["build", "www"]))?;
    run(npx("vite").args(["preview", "www"]))
}

/// Installs the packages that the lock file names, unless they are there.
pub(crate) fn install() -> Result<(), Failure> {
    let installed = root().join("node_modules/.package-lock.json");
    let lock = root().join("package-lock.json");
    if is_newer(&installed, &lock) {
        return Ok(());
    }
    // `npm ci` refuses the lock file that `npm install` writes: an optional dependency of Vite's is
    // not to be had.
    run(Command::new("npm").args(["install", "--no-save", "--no-audit", "--no-fund"]))
}

fn is_newer(file: &Path, than: &Path) -> bool {
    let time = |path: &Path| path.metadata().and_then(|meta| meta.modified()).ok();
    match (time(file), time(than)) {
        (Some(file), Some(than)) => file >= than,
        _ => false,
    }
}

/// A program of an installed package.
pub(crate) fn npx(program: &str) -> Command {
    Command::new(root().join("node_modules/.bin").join(program))
}
