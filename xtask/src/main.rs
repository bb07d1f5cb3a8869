//! The project's build logic: `cargo xtask browsers | build | traps | start | test`. npm scripts only call it.

mod browser;
mod npm;
mod run;
mod test;

mod wasm;

use std::process::ExitCode;

use run::Failure;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("browsers") => browser::install(),
        Some("build") => npm::build(),
        Some("start") => npm::start(),
        Some("traps") => npm::build_traps(),
        Some("test") => test::all(),
        Some("examples") => test::examples(),
        _ => Err(Failure::new(
            "usage: cargo xtask browsers | build | traps | start | test | examples",
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
