//! A corpus to begin with: the fixtures for `render`, generated texts for `law`.
//!
//! A fuzzer finds JSON and Markdown by itself, but not in two minutes.

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::{fs, io};

use support::{Rng, markdown};

const GENERATED: u64 = 500;

fn main() -> io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = here.join("corpus");
    fs::create_dir_all(corpus.join("render"))?;
    fs::create_dir_all(corpus.join("law"))?;
    for fixture in fs::read_dir(here.join("../tests/fixtures"))? {
        let fixture = fixture?;
        let response = fixture.path().join("response.json");
        if response.exists() {
            fs::copy(response, corpus.join("render").join(fixture.file_name()))?;
        }
    }
    for seed in 0..GENERATED {
        let text = markdown(&mut Rng::new(seed));
        // The law's first two bytes choose the positions: here all of them.
        fs::write(
            corpus.join("law").join(format!("seed-{seed}")),
            "\0\0".to_owned() + &text,
        )?;
        let response = support::response(&text, &[text.len()]);
        fs::write(corpus.join("render").join(format!("seed-{seed}")), response)?;
    }
    Ok(())
}
