//! Tidy Markdown from a seed: every construct whole and meant, as models write it. What such a
//! text shows of a finished word never changes while it grows.

use super::Rng;

const WORDS: [&str; 24] = [
    "water",
    "boils",
    "at",
    "100",
    "°C",
    "in",
    "Seoul,",
    "그리고",
    "도시는",
    "「水」",
    "です。",
    "价格为",
    "القهوة",
    "tea",
    "(hot)",
    "2024",
    "3.5",
    "it's",
    "e.g.",
    "naïve",
    "well-known",
    "5",
    "\"so\"",
    "die",
];

const CODE: [&str; 6] = ["x", "a * b", "f(x)", "**kw", "[a](b)", "<b>"];

pub fn tidy(rng: &mut Rng) -> String {
    let mut blocks = Vec::new();
    for _ in 0..2 + rng.below(4) {
        blocks.push(block(rng, 2));
    }
    blocks.join("\n\n") + "\n"
}

fn word(rng: &mut Rng) -> String {
    (*rng.pick(&WORDS)).to_owned()
}

fn words(rng: &mut Rng) -> String {
    let mut words = Vec::new();
    for _ in 0..1 + rng.below(4) {
        words.push(word(rng));
    }
    words.join(" ")
}

fn inlines(rng: &mut Rng, depth: usize) -> String {
    let mut inlines = vec![word(rng)];
    for _ in 0..1 + rng.below(4) {
        inlines.push(inline(rng, depth));
    }
    inlines.push(word(rng));
    inlines.join(" ")
}

/// Content of a mark: it begins and ends with a letter, so that the marks are what they seem.
fn marked(rng: &mut Rng, depth: usize) -> String {
    match rng.below(3) {
        0 => format!("so {} on", inline(rng, depth)),
        1 => format!("말 {} 끝", words(rng)),
        _ => format!("a {} z", words(rng)),
    }
}

fn inline(rng: &mut Rng, depth: usize) -> String {
    let depth_left = depth.saturating_sub(1);
    match rng.below(if depth == 0 { 8 } else { 16 }) {
        0 => format!("`{}`", rng.pick(&CODE)),
        1 => "https://a.example/b_c?d=1&e".to_owned(),
        2 => "<https://a.example/*b*>".to_owned(),
        3 => "&amp; R&D".to_owned(),
        4 => "\\*no\\* 5 * 3".to_owned(),
        8 | 9 => format!("**{}**", marked(rng, depth_left)),
        10 => format!("*{}*", marked(rng, depth_left)),
        11 => format!("_{}_", words_of_letters(rng)),
        12 => format!("[{}](https://a.example/b \"t\")", marked(rng, 0)),
        13 => format!("~~{}~~", words_of_letters(rng)),
        14 => format!("![{}](https://a.example/i.png)", words_of_letters(rng)),
        15 => format!("H<sub>{}</sub>", rng.below(9)),
        _ => word(rng),
    }
}

fn words_of_letters(rng: &mut Rng) -> String {
    format!("tea {} Seoul", words(rng))
}

fn block(rng: &mut Rng, depth: usize) -> String {
    match rng.below(if depth == 0 { 6 } else { 12 }) {
        0 => format!("{} {}", "#".repeat(1 + rng.below(6)), inlines(rng, 1)),
        1 => format!("```rust\n{}\n{}\n```", rng.pick(&CODE), rng.pick(&CODE)),
        2 => table(rng),
        6..=8 => list(rng, depth - 1),
        9 => quoted("> ", &[block(rng, depth - 1), block(rng, 0)].join("\n\n")),
        10 => format!(
            "<details>\n<summary>{}</summary>\n\n{}\n\n</details>",
            words(rng),
            block(rng, depth - 1)
        ),
        11 => format!("{}\n{}", inlines(rng, 2), inlines(rng, 2)),
        _ => inlines(rng, 2),
    }
}

fn table(rng: &mut Rng) -> String {
    let columns = 1 + rng.below(3);
    let mut rows = Vec::new();
    for row in 0..2 + rng.below(3) {
        let cells: Vec<String> = (0..columns).map(|_| inlines(rng, 1)).collect();
        rows.push(format!("| {} |", cells.join(" | ")));
        if row == 0 {
            rows.push(format!("|{}", " :-- |".repeat(columns)));
        }
    }
    rows.join("\n")
}

fn list(rng: &mut Rng, depth: usize) -> String {
    let marker = *rng.pick(&["- ", "* ", "1. ", "- [ ] "]);
    let between = *rng.pick(&["\n", "\n\n"]);
    let mut items = Vec::new();
    for _ in 0..2 + rng.below(2) {
        let mut item = inlines(rng, 2);
        if rng.below(3) == 0 {
            item = format!("{item}\n\n{}", block(rng, depth));
        } else if depth > 0 && rng.below(3) == 0 {
            item = format!("{item}\n{}", list(rng, depth - 1));
        }
        let indent = if marker == "1. " { "   " } else { "  " };
        items.push(format!(
            "{marker}{}",
            item.replace('\n', &format!("\n{indent}"))
        ));
    }
    items.join(between)
}

fn quoted(prefix: &str, content: &str) -> String {
    format!("{prefix}{}", content.replace('\n', &format!("\n{prefix}")))
}
