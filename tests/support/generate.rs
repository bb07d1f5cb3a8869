//! Nasty Markdown from a seed, for property tests: a grammar, then random splices.
//!
//! The grammar gives documents in which every construct is whole, so that positions fall into all
//! of them; the splices cut and join these where no author would, as an answer cut off or edited
//! after generation is. The same seed gives the same document on every machine.

use super::scraps::*;

/// A splitmix64 generator: small, and good enough to choose test cases.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `n - 1`; `n` is at least 1.
    pub fn below(&mut self, n: usize) -> usize {
        (self.draw() % n as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A document of mostly 20 to 400 bytes, sometimes of 2 KB, raw HTML included.
pub fn markdown(rng: &mut Rng) -> String {
    let html = RawHtml::Mixed;
    Author { rng, html }.document()
}

/// The same, but every `<` in it begins an autolink.
pub fn markdown_without_raw_html(rng: &mut Rng) -> String {
    let html = RawHtml::Never;
    let document = Author { rng, html }.document();
    let mut kept = String::with_capacity(document.len());
    for (at, character) in document.char_indices() {
        let rest = &document[at..];
        if character != '<' || AUTOLINKS.iter().any(|link| rest.starts_with(link)) {
            kept.push(character);
        }
    }
    kept
}

const LONGEST: usize = 2_048;

#[derive(Clone, Copy, PartialEq, Eq)]
enum RawHtml {
    Mixed,
    Never,
}

struct Author<'r> {
    rng: &'r mut Rng,
    html: RawHtml,
}

impl Author<'_> {
    fn any(&mut self, choices: &[&'static str]) -> &'static str {
        self.rng.pick::<&str>(choices)
    }

    fn document(&mut self) -> String {
        let wanted = match self.rng.below(16) {
            0 => 400 + self.rng.below(LONGEST - 400),
            1..4 => 20 + self.rng.below(60),
            _ => 60 + self.rng.below(300),
        };
        let mut document = String::new();
        while document.len() < wanted {
            document.push_str(&self.block(2));
            document.push_str(self.any(&["\n\n", "\n\n", "\n\n", "\n", "\n\n\n"]));
        }
        // Mostly whole; else cut off in the middle of something, as at MAX_TOKENS.
        if document.len() > wanted + 400 || self.rng.one_in(8) {
            document.truncate(floor(&document, wanted));
        }
        // References are of use only where something defines them.
        if self.rng.one_in(3) {
            for _ in 0..=self.rng.below(3) {
                document.push_str("\n\n");
                document.push_str(&self.definition(1));
            }
        }
        if self.rng.one_in(3) {
            for _ in 0..=self.rng.below(4) {
                self.splice(&mut document);
            }
        }
        match self.rng.below(24) {
            0 | 1 => document = document.replace('\n', "\r\n"),
            2 => document = document.replace('\n', "\r"),
            3 => document = document.replacen('\n', "\r", 2),
            4 => document = document.replace("  ", "\t"),
            5 | 6 => document.insert(0, '\u{feff}'),
            7 | 8 => document.truncate(document.trim_end().len()),
            _ => {}
        }
        document.truncate(floor(&document, LONGEST));
        while document.len() < 20 {
            document.push_str(self.any(&WORDS));
        }
        document
    }

    /// One cut or join at places that no grammar chooses.
    fn splice(&mut self, document: &mut String) {
        let from = self.boundary(document);
        let to = floor(document, from + self.rng.below(24));
        match self.rng.below(6) {
            0 => document.replace_range(from..to, ""),
            1 => {
                let copy = document[from..to].to_owned();
                let at = self.boundary(document);
                document.insert_str(at, &copy);
            }
            2 => document.insert_str(from, self.any(&ODD)),
            3 => document.insert_str(
                from,
                self.any(&["*", "`", "|", "\n> ", "[", "](", "~~", "\n    "]),
            ),
            4 => document.replace_range(
                from..to,
                self.any(&["\n", "\n\n- ", "\n1) ", "\t", ":", "\n---\n"]),
            ),
            _ => {
                let scrap = self.inline(0);
                document.insert_str(from, &scrap);
            }
        }
    }

    fn boundary(&mut self, text: &str) -> usize {
        let at = self.rng.below(text.len() + 1);
        floor(text, at)
    }

    fn block(&mut self, depth: usize) -> String {
        // A leaf where there is no depth left; paragraphs are the most frequent, as in answers.
        match self.rng.below(if depth == 0 { 12 } else { 20 }) {
            0 => self.heading(),
            1 | 2 => self.code(),
            3 if self.rng.one_in(20) => self.nest(),
            3 => self.any(&MARKS).to_owned(),
            4 | 5 => self.definition(depth),
            6 | 7 if self.html == RawHtml::Mixed => self.html_block(depth),
            12..=14 => self.list(depth - 1),
            15 | 16 => {
                let content = self.blocks(depth - 1);
                // Without a prefix the second line is a lazy continuation.
                let rest = self.any(&["> ", "> ", ">", ""]);
                prefixed("> ", rest, &content)
            }
            17 | 18 => self.table(),
            _ => self.inline(2),
        }
    }

    fn blocks(&mut self, depth: usize) -> String {
        let mut blocks = self.block(depth);
        for _ in 0..self.rng.below(3) {
            blocks.push_str(self.any(&["\n\n", "\n"]));
            blocks.push_str(&self.block(depth));
        }
        blocks
    }

    /// Around the depths at which Markdown's containers and raw HTML are capped.
    fn nest(&mut self) -> String {
        let open = match self.html {
            RawHtml::Mixed => self.any(&["> ", "- ", "1. ", "> - ", "<div>", "<b>", "<ul><li>"]),
            RawHtml::Never => self.any(&["> ", "- ", "1. ", "> - "]),
        };
        let depth = 3 + self.rng.below(140);
        format!("{}{}", open.repeat(depth), self.inline(0))
    }

    fn heading(&mut self) -> String {
        let text = self.inline(1);
        match self.rng.below(8) {
            0 => format!("{text}\n==="),
            1 => format!("{text}\n---"),
            2 => format!("## {text} ##"),
            level => format!("{} {text}", "#".repeat(level - 2)),
        }
    }

    fn code(&mut self) -> String {
        let mut lines = Vec::new();
        for _ in 0..=self.rng.below(3) {
            lines.push(self.any(&CODE_LINES));
        }
        let body = lines.join("\n");
        let fence = self.any(&["```", "~~~", "````", "   ```"]);
        let info = self.any(&INFO);
        match self.rng.below(6) {
            0 => prefixed("    ", "    ", &body),
            1 => format!("\t{body}"),
            // Never closed: the code runs to the end of its container.
            2 => format!("{fence}{info}\n{body}"),
            _ => format!("{fence}{info}\n{body}\n{fence}"),
        }
    }

    fn definition(&mut self, depth: usize) -> String {
        let label = self.any(&["1", "1", "2", "주", "clock", "a", "unused"]);
        match self.rng.below(6) {
            0 | 1 => {
                let name = self.any(&["a", "b", "ref", "1", "각주", "a\\]b"]);
                format!("[{name}]: {}", self.any(&TARGETS))
            }
            2 => format!("[^{label}]:"),
            // The same label again: the first one counts, both give events.
            3 => format!(
                "[^{label}]: {}\n[^{label}]: {}",
                self.inline(1),
                self.inline(0)
            ),
            _ => {
                let content = self.blocks(depth.saturating_sub(1));
                prefixed(&format!("[^{label}]: "), "    ", &content)
            }
        }
    }

    fn html_block(&mut self, depth: usize) -> String {
        let inside = if depth == 0 {
            self.inline(1)
        } else {
            self.blocks(depth - 1)
        };
        match self.rng.below(8) {
            0 | 1 => format!(
                "<details>\n<summary>{}</summary>\n\n{inside}\n\n</details>",
                self.inline(0)
            ),
            2 => format!("<details>\n\n{inside}"),
            3 => format!("<div>\n\n{inside}\n\n</div>"),
            4 => format!("{}\n{inside}", self.any(&BLOCK_HTML)),
            5 => format!(
                "{}\n\n{inside}\n\n{}",
                self.any(&BLOCK_HTML),
                self.any(&BLOCK_HTML)
            ),
            _ => self.any(&BLOCK_HTML).to_owned(),
        }
    }

    fn list(&mut self, depth: usize) -> String {
        let marker = self.any(&MARKERS);
        let between = self.any(&["\n", "\n", "\n\n"]);
        let indent = self.any(&["  ", "   ", "    ", "\t", ""]);
        let mut items = Vec::new();
        for _ in 0..=self.rng.below(3) {
            let content = match self.rng.below(6) {
                0 => String::new(),
                1 | 2 => format!("{}\n{}", self.inline(1), self.block(depth)),
                3 => self.blocks(depth),
                _ => self.inline(2),
            };
            items.push(prefixed(marker, indent, &content));
        }
        items.join(between)
    }

    fn table(&mut self) -> String {
        let columns = 1 + self.rng.below(3);
        let mut delimiters = Vec::new();
        for _ in 0..columns {
            delimiters.push(self.any(&["---", ":--", ":-:", "--:", "-"]).to_owned());
        }
        let mut rows = vec![self.cells(columns), delimiters];
        for _ in 0..self.rng.below(4) {
            // Missing cells, surplus cells.
            let cells = (columns + self.rng.below(5)).saturating_sub(2).max(1);
            let width = *self.rng.pick(&[columns, columns, cells]);
            rows.push(self.cells(width));
        }
        let (open, close) = *self
            .rng
            .pick(&[("| ", " |"), ("| ", " |"), ("|", ""), ("", "")]);
        let lines: Vec<String> = rows
            .iter()
            .map(|cells| format!("{open}{}{close}", cells.join(" | ")))
            .collect();
        lines.join("\n")
    }

    fn cells(&mut self, columns: usize) -> Vec<String> {
        let mut cells = Vec::new();
        for _ in 0..columns {
            cells.push(match self.rng.below(8) {
                0 => String::new(),
                1 => "a \\| b".to_owned(),
                2 => "`x \\| y`".to_owned(),
                3 if self.html == RawHtml::Mixed => {
                    format!("{}<br>{}", self.inline(0), self.inline(0))
                }
                _ => self.inline(1).replace(['\n', '\r'], " "),
            });
        }
        cells
    }

    fn inline(&mut self, depth: usize) -> String {
        if self.rng.one_in(4) {
            return self.prose();
        }
        let mut line = self.span(depth);
        for _ in 0..=self.rng.below(2 + 2 * depth) {
            line.push_str(self.any(&[" ", " ", " ", " ", "", "", "\n"]));
            line.push_str(&self.span(depth));
        }
        line
    }

    /// Words and nothing else: most of an answer, and where most citations stand.
    fn prose(&mut self) -> String {
        let mut words = Vec::new();
        for _ in 0..3 + self.rng.below(8) {
            words.push(self.any(&WORDS));
        }
        words.join(" ")
    }

    fn span(&mut self, depth: usize) -> String {
        match self.rng.below(if depth == 0 { 16 } else { 24 }) {
            6 => self.any(&EAST_ASIAN).to_owned(),
            7 => self.any(&ODD).to_owned(),
            8 | 9 => self.any(&ESCAPED).to_owned(),
            10 | 15 => self.any(&IMITATIONS).to_owned(),
            11 => self.any(&CODE_SPANS).to_owned(),
            12 if self.rng.one_in(2) => self.any(&AUTOLINKS).to_owned(),
            12 => self.any(&BARE).to_owned(),
            13 | 14 if self.html == RawHtml::Mixed => self.any(&INLINE_HTML).to_owned(),
            16..=19 => self.emphasis(depth - 1),
            20 | 21 => format!("[{}]({})", self.inline(depth - 1), self.any(&TARGETS)),
            22 => format!("![{}]({})", self.inline(depth - 1), self.any(&TARGETS)),
            23 if self.html == RawHtml::Mixed => {
                let (open, close) = *self.rng.pick(&WRAPPERS);
                format!("{open}{}{close}", self.inline(depth - 1))
            }
            _ => self.any(&WORDS).to_owned(),
        }
    }

    fn emphasis(&mut self, depth: usize) -> String {
        let open = self.any(&["*", "_", "**", "**", "__", "***", "~~", "~", "**_"]);
        let close = match self.rng.below(6) {
            0 => self.any(&["", "*", "**", "_", "~~"]),
            _ if open == "**_" => "_**",
            _ => open,
        };
        // Beside a CJK letter with nothing between, closing stars may stay literal.
        let after = self.any(&["", "", "은", "는.", "を", "、", "ค่า"]);
        let (begin, end) =
            *self
                .rng
                .pick(&[("", ""), ("", ""), ("\"", "\""), ("「", "」"), ("", ":")]);
        format!("{open}{begin}{}{end}{close}{after}", self.inline(depth))
    }
}

fn prefixed(first: &str, rest: &str, content: &str) -> String {
    format!("{first}{}", content.replace('\n', &format!("\n{rest}")))
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
