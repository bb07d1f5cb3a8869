//! What a stream costs: texts of 100 and 200 KB in pieces of 24 bytes.
//!
//! `cargo bench --bench stream` (`-- list 20000` for the shapes with that in their names, of
//! so many bytes) prints microseconds for a push beyond reading its frame, how much
//! longer twice the text takes, and how many bytes of HTML and text are handed over for each byte of
//! the final HTML.

use std::fmt::Write;
use std::time::{Duration, Instant};

use groundmark::{AnswerStream, Change, Frame, Operation, Options};

const PIECE: usize = 24;
const BYTES: usize = 100_000;
/// Bytes of raw HTML until its end comes: up to there it is read again with every push.
const RAW: usize = 4_000;

/// A text of so many bytes, by its shape.
type Shape = (&'static str, fn(usize) -> String);

const SHAPES: [Shape; 11] = [
    ("prose", prose),
    ("prose, Korean", korean),
    ("one list, tight", |bytes| list(bytes, "")),
    ("one list, loose", |bytes| list(bytes, "\n")),
    ("one table", table),
    ("one code block", code),
    ("one paragraph", paragraph),
    ("late link definitions", |bytes| {
        late(bytes, "", "https://example.org/")
    }),
    ("notes with late definitions", |bytes| {
        late(bytes, "^", "A note about ")
    }),
    ("<details> of 4 KB", details),
    ("raw tables of 4 KB", raw_tables),
];

fn main() {
    println!(
        "{:<28} {:>10} {:>10} {:>8} {:>10}",
        "text", "µs a push", "one shot", "× twice", "× handed"
    );
    let mut args = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"));
    let wanted = args.next();
    let bytes: usize = args
        .next()
        .map_or(BYTES, |bytes| bytes.parse().expect("bytes"));
    for (name, shape) in SHAPES {
        if wanted
            .as_ref()
            .is_some_and(|wanted| !name.contains(&**wanted))
        {
            continue;
        }
        let (text, longer) = (shape(bytes), shape(2 * bytes));
        let once = best(|| streamed(&text));
        let twice = best(|| streamed(&longer));
        let pushes = text.len().div_ceil(PIECE) as f64;
        let html = groundmark::render(whole(&text), &Options::default())
            .expect("renders")
            .html;
        let start = Instant::now();
        let _ = groundmark::render(whole(&text), &Options::default());
        println!(
            "{name:<28} {:>10.2} {:>8.2}ms {:>8.2} {:>10.2}",
            once.0.as_secs_f64() * 1e6 / pushes,
            start.elapsed().as_secs_f64() * 1e3,
            twice.0.as_secs_f64() / once.0.as_secs_f64() * text.len() as f64 * 2.0
                / longer.len() as f64,
            once.1 as f64 / html.len() as f64,
        );
    }
}

/// Time and bytes of the fastest of three.
fn best(run: impl Fn() -> (Duration, usize)) -> (Duration, usize) {
    (0..3).map(|_| run()).min().expect("three runs")
}

fn streamed(text: &str) -> (Duration, usize) {
    let mut stream = AnswerStream::new(options()).expect("options");
    let frames: Vec<Frame> = pieces(text).map(frame).collect();
    let mut handed = 0;
    let mut spent = Duration::ZERO;
    for frame in frames {
        let start = Instant::now();
        let operations = stream.push_frame(frame).expect("a frame");
        spent += start.elapsed();
        handed += operations.iter().map(bytes).sum::<usize>();
    }
    (spent, handed)
}

/// Those that JavaScript's streams have by default.
fn options() -> Options {
    let mut options = Options::default();
    options.settle = true;
    options
}

fn bytes(operation: &Operation) -> usize {
    match &operation.change {
        Change::Keep { html, .. } | Change::Replace(html) => html.len(),
        Change::Text(text) => text.len(),
    }
}

fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let mut end = (start + PIECE).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let piece = &text[start..end];
        start = end;
        (!piece.is_empty()).then_some(piece)
    })
}

fn whole(text: &str) -> String {
    serde_json::json!({ "candidates": [{ "content": { "parts": [{ "text": text }] } }] })
        .to_string()
}

fn frame(text: &str) -> Frame {
    Frame::parse(whole(text).as_bytes()).expect("JSON")
}

/// Words with some emphasis, code and links, as answers have them.
fn sentence(out: &mut String, seed: usize) {
    const WORDS: [&str; 12] = [
        "harbour", "light", "the", "old", "keeper", "counts", "boats", "of", "a", "quiet",
        "evening", "tide",
    ];
    for word in 0..12 {
        let picked = WORDS[(seed * 7 + word * 5 + seed / 3) % WORDS.len()];
        let _ = match (seed + word) % 23 {
            4 => write!(out, "**{picked}** "),
            9 => write!(out, "`{picked}` "),
            15 => write!(out, "[{picked}](https://example.org/{picked}) "),
            19 => write!(out, "*{picked}* "),
            _ => write!(out, "{picked} "),
        };
    }
    out.pop();
    out.push_str(". ");
}

fn prose(bytes: usize) -> String {
    let mut out = String::new();
    let mut seed = 0;
    while out.len() < bytes {
        if seed % 12 == 0 {
            let _ = write!(out, "## Part {seed}\n\n");
        }
        for _ in 0..4 {
            sentence(&mut out, seed);
            seed += 1;
        }
        out.push_str("\n\n");
    }
    out
}

fn korean(bytes: usize) -> String {
    let mut out = String::new();
    while out.len() < bytes {
        out.push_str("등대지기는 **매일 저녁** 배를 센다. 항구의 불빛이 `켜지면` 사람들은 ");
        out.push_str("**\"조용히\"**라고 말하며 [집](https://example.org/)으로 돌아간다.\n\n");
    }
    out
}

fn list(bytes: usize, between: &str) -> String {
    let mut out = String::new();
    let mut seed = 0;
    while out.len() < bytes {
        out.push_str("- ");
        sentence(&mut out, seed);
        out.push('\n');
        out.push_str(between);
        seed += 1;
    }
    out
}

fn table(bytes: usize) -> String {
    let mut out = "| Harbour | Boats | Note |\n|---|--:|---|\n".to_owned();
    let mut seed = 0;
    while out.len() < bytes {
        let _ = writeln!(
            out,
            "| **Harbour {seed}** | {} | quiet `tide` |",
            seed * 37 % 101
        );
        seed += 1;
    }
    out
}

fn code(bytes: usize) -> String {
    let mut out = "```rust\n".to_owned();
    let mut seed = 0;
    while out.len() < bytes {
        let _ = writeln!(
            out,
            "    let boat_{seed} = count(&harbour, {seed}) < {};",
            seed * 3
        );
        seed += 1;
    }
    out.push_str("```\n");
    out
}

fn paragraph(bytes: usize) -> String {
    let mut out = String::new();
    let mut seed = 0;
    while out.len() < bytes {
        sentence(&mut out, seed);
        seed += 1;
    }
    out
}

/// Half of the text refers to what the other half defines.
fn late(bytes: usize, mark: &str, leads_to: &str) -> String {
    let mut out = String::new();
    let mut count = 0;
    while out.len() < bytes * 7 / 10 {
        sentence(&mut out, count);
        let _ = write!(out, "See [{mark}n{count}] too.\n\n");
        count += 1;
    }
    for seed in 0..count {
        let _ = write!(out, "[{mark}n{seed}]: {leads_to}{seed}\n\n");
    }
    out
}

fn details(bytes: usize) -> String {
    let mut out = String::new();
    let mut seed = 0;
    while out.len() < bytes {
        let end = out.len() + RAW;
        out.push_str("<details><summary>More</summary>\n\n");
        while out.len() < end {
            sentence(&mut out, seed);
            out.push_str("\n\n");
            seed += 1;
        }
        out.push_str("</details>\n\n");
    }
    out
}

fn raw_tables(bytes: usize) -> String {
    let mut out = String::new();
    let mut seed = 0;
    while out.len() < bytes {
        let end = out.len() + RAW;
        out.push_str("<table>\n");
        while out.len() < end {
            let boats = seed * 37 % 101;
            let _ = write!(
                out,
                "<tr><td>Harbour {seed}</td>\n\n<td>{boats}</td></tr>\n\n"
            );
            seed += 1;
        }
        out.push_str("</table>\n\n");
    }
    out
}
