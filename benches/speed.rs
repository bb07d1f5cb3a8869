//! Time on ordinary answers, beside pulldown-cmark's own HTML of the same text.
//!
//! `cargo bench --bench speed` renders answers made by [`Author`] in one interleaved run, so that
//! a slow moment of the machine falls on all alike, and prints medians. The goal for the body of
//! 100 KB with 200 citations is 1.5 times what pulldown-cmark takes to turn the bare text into HTML.
//! Beside it stands the whole way, from JSON to the finished result with its list of sources.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use groundmark::Options;
use pulldown_cmark::{Parser, html};
use serde_json::{Value, json};

const GOAL: f64 = 1.5;
const ROUNDS: usize = 301;

fn main() -> ExitCode {
    // `cargo test --all-targets` runs this too, without optimization.
    if cfg!(debug_assertions) {
        return ExitCode::SUCCESS;
    }
    let answers = [
        Answer::new("English, 100 KB, 200 citations", ENGLISH, 100_000, 200),
        Answer::new("Korean, 100 KB, 200 citations", KOREAN, 100_000, 200),
        Answer::new("English, 4 KB, 8 citations", ENGLISH, 4_000, 8),
        Answer::new("Korean, 4 KB, 8 citations", KOREAN, 4_000, 8),
        Answer::new("English, raw HTML in a tenth", RAW, 100_000, 200),
    ];
    let mut times = vec![[const { Vec::new() }; 4]; answers.len()];
    for _ in 0..ROUNDS {
        for (answer, times) in answers.iter().zip(&mut times) {
            times[0].push(timed(|| push_html(&answer.text)));
            times[1].push(timed(|| body(&answer.text, &answer.ends)));
            times[2].push(timed(|| render(&answer.cited)));
            times[3].push(timed(|| render(&answer.uncited)));
        }
    }
    println!(
        "{:32} {:>10} {:>10} {:>7} {:>10} {:>10}",
        "median ms", "push_html", "body", "×", "whole", "uncited"
    );
    for (answer, times) in answers.iter().zip(times) {
        let [bare, body, whole, uncited] = times.map(|times| median(times) * 1e3);
        let ratio = body / bare;
        let over = if ratio > GOAL { "  over 1.5" } else { "" };
        println!(
            "{:32} {bare:10.4} {body:10.4} {ratio:7.2} {whole:10.4} {uncited:10.4}{over}",
            answer.name
        );
    }
    ExitCode::SUCCESS
}

fn push_html(text: &str) -> usize {
    let options = pulldown_cmark::Options::ENABLE_TABLES
        | pulldown_cmark::Options::ENABLE_STRIKETHROUGH
        | pulldown_cmark::Options::ENABLE_TASKLISTS
        | pulldown_cmark::Options::ENABLE_FOOTNOTES;
    let mut out = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut out, Parser::new_ext(black_box(text), options));
    black_box(&out).len()
}

fn body(text: &str, ends: &[usize]) -> usize {
    let body = groundmark::body_of(black_box(text), ends, &Options::default());
    black_box(body).map_or(0, |body| body.len())
}

fn render(json: &str) -> usize {
    let answer = groundmark::render(black_box(json), &Options::default());
    black_box(answer).map_or(0, |answer| answer.html.len())
}

/// How long one call takes, what it gave thrown away within.
fn timed(run: impl FnOnce() -> usize) -> f64 {
    let start = Instant::now();
    black_box(run());
    Duration::as_secs_f64(&start.elapsed())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

struct Answer {
    name: &'static str,
    text: String,
    ends: Vec<usize>,
    cited: String,
    uncited: String,
}

impl Answer {
    fn new(name: &'static str, language: Language, size: usize, citations: usize) -> Self {
        let mut author = Author::new(language);
        while author.text.len() < size {
            author.block();
        }
        let step = author.sentences.len() / citations;
        let mut ends: Vec<usize> = (0..citations)
            .map(|n| author.sentences[n * step].end)
            .collect();
        ends.sort_unstable();
        let supports: Vec<Value> = (0..citations)
            .map(|n| {
                let range = author.sentences[n * step].clone();
                json!({
                    "segment": { "startIndex": range.start, "endIndex": range.end,
                        "text": author.text[range] },
                    "groundingChunkIndices": [n % 12, (n * 5 + 1) % 12],
                    "confidenceScores": [0.9, 0.7],
                })
            })
            .collect();
        let chunks: Vec<Value> = (0..12)
            .map(|n| {
                let uri = format!(
                    "https://vertexaisearch.cloud.google.com/grounding-api-redirect/{}{n}",
                    "AUZIYQE7".repeat(20)
                );
                json!({ "web": { "uri": uri, "title": format!("harbour-{n}.example.org") } })
            })
            .collect();
        let response = |supports: &[Value]| {
            json!({ "candidates": [{
                "content": { "role": "model", "parts": [{ "text": author.text }] },
                "finishReason": "STOP",
                "groundingMetadata": { "groundingChunks": chunks, "groundingSupports": supports },
            }], "modelVersion": "gemini-2.5-flash", "responseId": "Zm9vYmFyYmF6cXV4" })
            .to_string()
        };
        Self {
            name,
            ends,
            cited: response(&supports),
            uncited: response(&[]),
            text: author.text,
        }
    }
}

/// What an answer is made of.
#[derive(Clone, Copy)]
struct Language {
    words: &'static [&'static str],
    full_stop: &'static str,
    /// Blocks that are raw HTML; `{}` is a sentence.
    raw: &'static [&'static str],
}

const ENGLISH: Language = Language {
    words: &[
        "the",
        "ferry",
        "harbour",
        "opened",
        "in",
        "1902",
        "and",
        "a",
        "timetable",
        "of",
        "northern",
        "lines",
        "with",
        "most",
        "visitors",
        "arriving",
        "before",
        "noon,",
        "while",
        "museum",
        "hours",
        "are",
        "shorter",
        "during",
        "winter",
        "months",
        "when",
        "fewer",
        "boats",
        "run",
        "it's",
        "about",
        "3.5",
        "kilometres",
        "long",
        "(including",
        "piers)",
        "or",
        "\"slow\"",
        "sailings",
        "to",
        "islands",
    ],
    full_stop: ".",
    raw: &[],
};

const KOREAN: Language = Language {
    words: &[
        "이",
        "항구는",
        "1902년에",
        "열렸으며",
        "북쪽",
        "노선의",
        "시간표는",
        "겨울철에",
        "더",
        "짧습니다만",
        "대부분의",
        "방문객은",
        "정오",
        "전에",
        "도착하고,",
        "박물관은",
        "매일",
        "아홉",
        "시에",
        "문을",
        "엽니다",
        "약",
        "3.5킬로미터",
        "길이의",
        "부두와",
        "섬을",
        "오가는",
        "배편이",
        "있습니다",
    ],
    full_stop: ".",
    raw: &[],
};

const RAW: Language = Language {
    raw: &[
        "<details><summary>More</summary>{}</details>",
        "<div align=\"center\">\n\n{} H<sub>2</sub>O\n\n</div>",
        "A cell with 40 m<sup>3</sup> of water: {} <br>and <b>more</b>.",
    ],
    ..ENGLISH
};

/// Writes what models write, the same every time.
struct Author {
    language: Language,
    text: String,
    /// Where each sentence stands that a citation can support.
    sentences: Vec<std::ops::Range<usize>>,
    seed: u64,
    blocks: usize,
}

impl Author {
    fn new(language: Language) -> Self {
        Self {
            language,
            text: String::new(),
            sentences: Vec::new(),
            seed: 1,
            blocks: 0,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.seed >> 33) as usize % n
    }

    fn word(&mut self) -> &'static str {
        let index = self.below(self.language.words.len());
        self.language.words[index]
    }

    fn words(&mut self, count: usize) {
        for index in 0..count {
            let word = self.word();
            if index > 0 {
                self.text.push(' ');
            }
            match self.below(40) {
                0 => self.text.push_str(&format!("**{word}**")),
                1 => self.text.push_str(&format!("`{word}`")),
                2 if self.below(3) == 0 => {
                    self.text
                        .push_str(&format!("[{word}](https://example.org/{index})"));
                }
                _ => self.text.push_str(word),
            }
        }
    }

    fn sentence(&mut self) {
        let start = self.text.len();
        let count = 8 + self.below(14);
        self.words(count);
        self.text.push_str(self.language.full_stop);
        self.sentences.push(start..self.text.len());
    }

    /// The blocks of a typical answer, in turn.
    fn block(&mut self) {
        self.blocks += 1;
        if !self.language.raw.is_empty() && self.blocks.is_multiple_of(10) {
            let index = self.below(self.language.raw.len());
            let (before, after) = self.language.raw[index]
                .split_once("{}")
                .unwrap_or_default();
            self.text.push_str(before);
            self.sentence();
            self.text.push_str(after);
        } else {
            match self.blocks % 8 {
                1 => {
                    self.text.push_str("## ");
                    self.words(4);
                }
                4 | 6 => self.list(),
                5 if self.blocks.is_multiple_of(3) => self.table(),
                7 if self.blocks.is_multiple_of(3) => self.code(),
                _ => self.paragraph(),
            }
        }
        self.text.push_str("\n\n");
    }

    fn paragraph(&mut self) {
        for _ in 0..3 + self.below(3) {
            self.sentence();
            self.text.push(' ');
        }
    }

    fn list(&mut self) {
        for index in 0..5 {
            self.text
                .push_str(["*   **", "    *   **"][usize::from(index % 3 == 2)]);
            self.words(2);
            self.text.push_str(":** ");
            self.sentence();
            self.text.push('\n');
        }
    }

    fn table(&mut self) {
        self.text.push_str("| A | B | C |\n| :--- | --- | ---: |\n");
        for _ in 0..6 {
            for cell in 0..3 {
                self.text.push_str("| ");
                self.words(2 + cell);
                self.text.push(' ');
            }
            self.text.push_str("|\n");
        }
    }

    fn code(&mut self) {
        self.text.push_str("```python\n");
        for line in 0..8 {
            self.text.push_str(&format!(
                "    for item in items[{line}:]:  # {}\n        if item > {line} and item & 1: print(\"x\", item)\n",
                line * 3
            ));
        }
        self.text.push_str("```");
    }
}
