//! Time and output on hostile input: twice the text must take twice the time, not four times.
//!
//! `cargo bench --bench doubling` renders every shape at 32 KB and at 64 KB, from JSON to result,
//! once without citations and once with one at every 128 bytes. It fails where doubling costs too
//! much, where 64 KB take too long, and where the HTML outgrows the bound of the security notes.
//! `cargo bench --bench doubling -- tables` measures only shapes with that word in their name.

#[path = "doubling/attacks.rs"]
mod attacks;
#[path = "doubling/repeats.rs"]
mod repeats;
#[path = "doubling/responses.rs"]
mod responses;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use groundmark::{Answer, Options, Placement};

use responses::Hostile;

const SMALL: usize = 32 << 10;
const LARGE: usize = 64 << 10;

/// Doubling the input may not cost more than this; 2 is linear, the rest is noise.
const MOST_RATIO: f64 = 2.3;
/// Below this time a ratio says nothing.
const MEASURABLE: Duration = Duration::from_micros(300);
const SLOWEST: Duration = Duration::from_millis(60);

/// A shared machine is slow at times, never fast: what fails is measured again before it counts.
const ROUNDS: usize = 10;
const PAUSE: Duration = Duration::from_millis(50);
const RUNS_PER_ROUND: usize = 5;

fn main() -> ExitCode {
    // `cargo test --all-targets` runs this too, without optimization.
    if cfg!(debug_assertions) {
        return ExitCode::SUCCESS;
    }
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let is_wanted = |name: &str| {
        wanted
            .as_ref()
            .is_none_or(|wanted| name.contains(&**wanted))
    };
    println!(
        "{:52} {:>9} {:>9} {:>6} {:>10} {:>7}",
        "shape", "32 KB ms", "64 KB ms", "ratio", "html", "bound"
    );
    let mut violations = 0;
    for (name, build) in shapes() {
        if is_wanted(&name) {
            violations += usize::from(!measure(&name, &build));
        }
    }
    println!("{violations} violations");
    ExitCode::from(u8::from(violations > 0))
}

type Build = Box<dyn Fn(usize) -> Hostile>;

fn shapes() -> Vec<(String, Build)> {
    let mut shapes: Vec<(String, Build)> = Vec::new();
    let mut text_shape = |name: &str, text: fn(usize) -> String| {
        shapes.push((
            name.to_owned(),
            Box::new(move |size| Hostile::text(&text(size))),
        ));
        shapes.push((
            format!("{name}, cited"),
            Box::new(move |size| Hostile::cited(&text(size))),
        ));
    };
    for (name, text) in attacks::ATTACKS {
        text_shape(name, *text);
    }
    for repeat in repeats::REPEATS {
        let name = repeat.name();
        shapes.push((
            name.clone(),
            Box::new(|size| Hostile::text(&repeat.text(size))),
        ));
        shapes.push((
            format!("{name}, cited"),
            Box::new(|size| Hostile::cited(&repeat.text(size))),
        ));
    }
    for (name, build) in responses::RESPONSES {
        shapes.push(((*name).to_owned(), Box::new(build)));
    }
    shapes
}

/// Prints a shape's line; whether it kept every bound.
fn measure(name: &str, build: &Build) -> bool {
    let (small, large) = (build(SMALL), build(LARGE));
    let rendered = catch_unwind(AssertUnwindSafe(|| (output(&small), output(&large))));
    let Ok((small_output, large_output)) = rendered else {
        println!("{name:52} PANICS");
        return false;
    };
    let mut times = (Duration::MAX, Duration::MAX);
    let mut faults = Vec::new();
    for _ in 0..ROUNDS {
        times.0 = times.0.min(best_time(&small.json));
        times.1 = times.1.min(best_time(&large.json));
        faults = faults_in_time(times);
        if faults.is_empty() || times.1 > 4 * SLOWEST {
            break;
        }
        std::thread::sleep(PAUSE);
    }
    for output in [&small_output, &large_output] {
        if output.html > output.bound {
            faults.push("OUTPUT");
            break;
        }
    }
    println!(
        "{name:52} {:9.3} {:9.3} {:6.2} {:10} {:6.1}% {}",
        milliseconds(times.0),
        milliseconds(times.1),
        ratio(times),
        large_output.html,
        100.0 * large_output.html as f64 / large_output.bound as f64,
        faults.join(" ")
    );
    faults.is_empty()
}

fn faults_in_time(times: (Duration, Duration)) -> Vec<&'static str> {
    let mut faults = Vec::new();
    if times.1 >= MEASURABLE && ratio(times) > MOST_RATIO {
        faults.push("RATIO");
    }
    if times.1 > SLOWEST {
        faults.push("SLOW");
    }
    faults
}

fn ratio(times: (Duration, Duration)) -> f64 {
    times.1.as_secs_f64() / times.0.as_secs_f64()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The best of some runs. A shape that takes long says so at the first.
fn best_time(json: &str) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..RUNS_PER_ROUND {
        let start = Instant::now();
        let answer = render(json);
        best = best.min(start.elapsed());
        drop(answer);
        if best > 10 * SLOWEST {
            break;
        }
    }
    best
}

fn render(json: &str) -> Result<Answer, groundmark::Error> {
    groundmark::render(std::hint::black_box(json), &Options::default())
}

struct Output {
    html: usize,
    bound: usize,
}

/// The HTML's size and what it may be. An error has no HTML.
fn output(hostile: &Hostile) -> Output {
    let Ok(answer) = render(&hostile.json) else {
        return Output { html: 0, bound: 1 };
    };
    let pairs: usize = answer
        .citations
        .iter()
        .filter(|citation| citation.placement != Placement::Unplaced)
        .map(|citation| citation.sources.len())
        .sum();
    Output {
        html: answer.html.len(),
        bound: 4096 + 48 * answer.text.len() + 700 * pairs + 20 * hostile.source_bytes,
    }
}
