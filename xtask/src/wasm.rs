//! The WebAssembly module and its glue, through wasm-bindgen's own library: no CLI to install.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::run::{Failure, cargo, output, root, run};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// What the module is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Module {
    Package,
    /// With exports that fail on purpose, for tests of what comes after a trap.
    Traps,
}

/// Builds the module into `folder`: `groundmark_bg.wasm` and `groundmark.js`.
pub(crate) fn build(module: Module, folder: &Path) -> Result<(), Failure> {
    install_target()?;
    let target = target_folder(module);
    let mut command = cargo();
    command
        .args([
            "rustc",
            "--lib",
            "--profile",
            "wasm",
            "--crate-type",
            "cdylib",
        ])
        .args(["--target", TARGET, "--target-dir"])
        .arg(&target);
    if module == Module::Traps {
        command.args(["--features", "traps"]);
    }
    command.env("RUSTFLAGS", without_paths());
    run(&mut command)?;
    let built = target.join(TARGET).join("wasm/groundmark.wasm");
    fs::create_dir_all(folder)?;
    Bindgen::new()
        .input_path(built)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .typescript(true)
                .remove_name_section(true)
                .remove_producers_section(true)
                .reset_state_function(true)
                .generate(folder)
        })
        .map_err(|error| Failure::new(format!("wasm-bindgen: {error:#}")))
}

/// Where cargo puts it: apart for each kind, so that neither throws the other's work away.
fn target_folder(module: Module) -> PathBuf {
    root().join("target").join(match module {
        Module::Package => "wasm",
        Module::Traps => "wasm-traps",
    })
}

/// Installs the target, unless it is there.
pub(crate) fn install_target() -> Result<(), Failure> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let library =
        output(Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]));
    if library.is_some_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", TARGET]))
}

/// Flags that keep the folders of the machine it is built on out of the module's messages.
fn without_paths() -> String {
    let home = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")))
        .unwrap_or_default();
    let root = root();
    format!(
        "--remap-path-prefix={home}=cargo --remap-path-prefix={}=groundmark",
        root.display()
    )
}
