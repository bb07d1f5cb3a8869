//! Long answers, and what streams bring them in.

use serde_json::{Value, json};

use super::Rng;
use super::tidy::tidy;

/// A block that goes on and on.
pub fn long(rng: &mut Rng) -> String {
    let between = *rng.pick(&["", "\n"]);
    let kind = rng.below(5);
    let mut text = String::new();
    match kind {
        1 => text.push_str("| a | b |\n|---|:-:|\n"),
        2 => text.push_str("```js\n"),
        _ => {}
    }
    for number in 1..4 + rng.below(8) {
        let line = tidy(rng);
        let line = line.lines().find(|line| !line.is_empty()).unwrap_or("x");
        match kind {
            0 => text.push_str(&format!("{number}. {line}\n{between}")),
            1 => text.push_str(&format!("| {} | {number} |\n", line.replace('|', ""))),
            2 => text.push_str(&format!("{line}\n{between}")),
            3 => text.push_str(&format!("- {line}\n  - inner {number}\n{between}")),
            _ => text.push_str(&format!("plain words and more {number} of them, {line} ")),
        }
    }
    const ENDS: [&str; 3] = ["", "\n\nThe end.\n", "\n# End\n"];
    text.push_str(ENDS[rng.below(ENDS.len())]);
    text
}

/// The project's own long answers, and blocks of every kind.
pub fn long_answers() -> Vec<String> {
    let folder = std::path::Path::new("tests/streams");
    let mut answers: Vec<String> = std::fs::read_dir(folder)
        .expect("long answers")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "md"))
        .map(|path| std::fs::read_to_string(path).expect("a text"))
        .collect();
    let mut rng = Rng::new(7);
    for _ in 0..10 {
        let text: String = (0..6).map(|_| long(&mut rng)).collect();
        answers.push(text);
    }
    answers
}

/// Ends of pieces of 1 to 40 bytes.
pub fn cuts(text: &str, rng: &mut Rng) -> Vec<usize> {
    let mut cuts = Vec::new();
    let mut at = 0;
    while at < text.len() {
        at = (at + 1 + rng.below(40)).min(text.len());
        while !text.is_char_boundary(at) {
            at += 1;
        }
        cuts.push(at);
    }
    cuts
}

/// A part of any kind.
pub fn part(rng: &mut Rng) -> Value {
    match rng.below(6) {
        0 => json!({ "thought": true, "text": tidy(rng) }),
        1 => json!({ "executableCode": { "language": "PYTHON", "code": "print(1)" } }),
        2 => json!({ "codeExecutionResult": { "outcome": "OUTCOME_OK", "output": "1" } }),
        3 => json!({ "functionCall": { "name": "f" } }),
        _ => json!({ "text": tidy(rng) + "[^n] and more.\n\n[^n]: A note [^m].\n[^m]: Deep.\n" }),
    }
}

/// A part as frames bring it: a text in pieces.
pub fn pieces(part: &Value, rng: &mut Rng) -> Vec<Value> {
    let Some(text) = part["text"].as_str() else {
        return vec![json!([part])];
    };
    let mut pieces = Vec::new();
    let mut start = 0;
    for end in cuts(text, rng) {
        let mut piece = part.clone();
        piece["text"] = json!(text[start..end]);
        pieces.push(json!([piece]));
        start = end;
        if rng.below(9) == 0 {
            pieces.push(json!([]));
        }
    }
    pieces
}
