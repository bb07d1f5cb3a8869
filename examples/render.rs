//! Renders a response to a standalone page: `cargo run --example render -- response.json`.

use std::io::Read as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: cargo run --example render -- response.json   (- for standard input)");
        return ExitCode::from(2);
    };
    let input = if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(&path)
    };
    let input = match input {
        Ok(input) => input,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let options = groundmark::Options::default();
    let page = groundmark::render(input, &options)
        .and_then(|answer| groundmark::document(&answer, &options));
    match page {
        Ok(page) => {
            print!("{page}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{path}: {error} ({})", error.code());
            ExitCode::from(2)
        }
    }
}
