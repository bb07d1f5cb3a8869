//! The law: markers removed, the HTML equals the HTML without citations, for every input.
//!
//! `GROUNDMARK_POSITIONS` sets how many positions are tried (default 200 000), `GROUNDMARK_SEED`
//! where the generator starts.

mod support;

use groundmark::{Options, Placement, render};
use serde_json::{Value, json};
use support::{Rng, markdown, response, strip_markers, without_citations};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

fn body(json: &str) -> String {
    body_by(json, &Options::default())
}

fn body_by(json: &str, options: &Options) -> String {
    render(json, options).expect("renders").body_html
}

/// Checks one text with citations at `ends`; gives the number of positions and of those without a
/// marker.
#[track_caller]
fn assert_law(seed: u64, text: &str, ends: &[usize], plain: &str) -> (usize, usize) {
    let answer = render(response(text, ends), &Options::default()).expect("renders");
    assert_eq!(
        strip_markers(&answer.body_html),
        plain,
        "seed {seed}, ends {ends:?}, text {text:?}"
    );
    assert_eq!(
        answer.html,
        [answer.body_html.as_str(), &answer.sources_html].concat()
    );
    let unplaced = answer
        .citations
        .iter()
        .filter(|citation| citation.placement == Placement::Unplaced)
        .count();
    (answer.citations.len(), unplaced)
}

#[test]
fn holds_over_generated_texts() {
    let wanted = setting("GROUNDMARK_POSITIONS", 200_000) as usize;
    let first = setting("GROUNDMARK_SEED", 0);
    let mut positions = 0;
    let mut unplaced = 0;
    let mut documents = 0;
    for seed in first.. {
        let mut rng = Rng::new(seed);
        let text = markdown(&mut rng);
        let plain = body(&without_citations(&response(&text, &[])));
        let ends: Vec<usize> = (1..=text.len())
            .filter(|end| text.is_char_boundary(*end))
            .collect();
        // All together, some together, and each of a few alone: groups must not hide a fault.
        let mut add = |(all, without): (usize, usize)| {
            positions += all;
            unplaced += without;
        };
        add(assert_law(seed, &text, &ends, &plain));
        let some: Vec<usize> = ends.iter().copied().filter(|_| rng.below(5) == 0).collect();
        add(assert_law(seed, &text, &some, &plain));
        for _ in 0..4 {
            add(assert_law(seed, &text, &[*rng.pick(&ends)], &plain));
        }
        documents += 1;
        if positions >= wanted {
            break;
        }
    }
    println!("{positions} positions in {documents} texts, {unplaced} without a marker");
    // Most texts have visible text before most positions: a sweep that placed nothing would hold
    // the law too.
    assert!(unplaced * 4 < positions, "{unplaced} of {positions}");
}

/// Formulas where they are and where they only seem to be.
const FORMULAS: [&str; 10] = [
    "$x_1$",
    "$",
    "$$",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "$5",
    "\\(a*b\\)",
    "\n\\[\nc\n\\]\n",
];

fn with_formulas(text: &str, rng: &mut Rng) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if rng.below(12) == 0 {
            out.push_str(FORMULAS[rng.below(FORMULAS.len())]);
        }
        out.push(c);
    }
    out
}

/// The response with its text cut into parts at `cuts`, each with the index of what stands there.
fn in_parts(json: &str, text: &str, cuts: &[(usize, usize)]) -> String {
    let between = [
        json!({"executableCode": {"language": "PYTHON", "code": "a <b>\n\n```"}}),
        json!({"codeExecutionResult": {"outcome": "OUTCOME_FAILED", "output": "</pre>"}}),
        json!({"inlineData": {"mimeType": "image/png", "data": "AAAA"}}),
        json!({"fileData": {"fileUri": "https://file.example.org/a.pdf"}}),
        json!({"text": "I **think** <details>[^1]\n\n[^1]: so", "thought": true}),
        json!({"functionCall": {"name": "f"}}),
    ];
    let mut parts = Vec::new();
    let mut copied = 0;
    for &(at, kind) in cuts {
        parts.push(json!({"text": &text[copied..at]}));
        copied = at;
        parts.extend(between.get(kind).cloned());
    }
    parts.push(json!({"text": &text[copied..]}));
    let mut response: Value = serde_json::from_str(json).expect("JSON");
    response["candidates"][0]["content"]["parts"] = parts.into();
    response.to_string()
}

/// The same with every option that changes how a text is read, and with other parts between.
#[test]
fn holds_over_parts_formulas_and_line_breaks() {
    let documents = setting("GROUNDMARK_POSITIONS", 200_000) / 200;
    let first = setting("GROUNDMARK_SEED", 0);
    for seed in first..first + documents {
        let mut rng = Rng::new(seed);
        let text = markdown(&mut rng);
        let text = with_formulas(&text, &mut rng);
        let ends: Vec<usize> = (1..=text.len())
            .filter(|end| text.is_char_boundary(*end))
            .collect();
        let mut options = Options::default();
        options.math = rng.below(4) > 0;
        options.breaks = rng.below(2) == 0;
        options.thoughts = rng.below(2) == 0;
        options.settle = rng.below(2) == 0;
        let mut cuts: Vec<(usize, usize)> = (0..rng.below(5))
            .map(|_| (*rng.pick(&ends), rng.below(7)))
            .collect();
        cuts.sort_unstable();
        let some: Vec<usize> = ends.iter().copied().filter(|_| rng.below(5) == 0).collect();
        let plain = in_parts(&without_citations(&response(&text, &[])), &text, &cuts);
        let plain = body_by(&plain, &options);
        for cited in [ends.as_slice(), &some, &[*rng.pick(&ends)]] {
            let cited = in_parts(&response(&text, cited), &text, &cuts);
            assert_eq!(
                strip_markers(&body_by(&cited, &options)),
                plain,
                "seed {seed}, {options:?}, cuts {cuts:?}, text {text:?}"
            );
        }
    }
}

/// What a formula, a price or a line break is decided by, with a citation at every byte.
#[test]
fn holds_at_every_byte_of_formulas_and_line_breaks() {
    let texts = [
        "넓이는 $A = \\pi r^2$이고, 부피는 \\(V = \\frac{4}{3}\\pi r^3\\)입니다.",
        "Also:\n\\[\nE = mc^2 < \\infty\n\\]\n그리고 $$a*b*c$$.",
        "가격은 $5에서 $10 사이이며, $5 **또는** 10$도, `\\(코드\\)`도 있습니다.",
        "| $x_1$ | \\(2*3\\) |\n|---|---|\n| \\[y\\] | $5 |",
        "満潮 6:12\n干潮 12:40  \n**終\nわり**\\\n`a`\nb",
    ];
    for text in texts {
        let plain = without_citations(&response(text, &[]));
        for math in [true, false] {
            let mut options = Options::default();
            options.math = math;
            options.breaks = true;
            let plain = body_by(&plain, &options);
            for end in (1..=text.len()).filter(|end| text.is_char_boundary(*end)) {
                let cited = body_by(&response(text, &[end]), &options);
                assert_eq!(strip_markers(&cited), plain, "{text:?} at {end}");
            }
        }
    }
}

/// While a text grows its end is settled: what is cut moves citations, what is closed holds none.
#[test]
fn holds_while_a_text_grows() {
    let documents = setting("GROUNDMARK_POSITIONS", 200_000) / 800;
    let first = setting("GROUNDMARK_SEED", 0);
    let mut settled = 0;
    for seed in first..first + documents {
        let mut rng = Rng::new(seed);
        let text = markdown(&mut rng);
        let mut options = Options::default();
        options.math = rng.below(4) == 0;
        let ends: Vec<usize> = (1..=text.len())
            .filter(|end| text.is_char_boundary(*end))
            .collect();
        for _ in 0..8 {
            let prefix = &text[..*rng.pick(&ends)];
            let ends: Vec<usize> = ends
                .iter()
                .copied()
                .filter(|end| *end <= prefix.len())
                .collect();
            let plain = without_citations(&response(prefix, &[]));
            options.settle = false;
            let unsettled = body_by(&plain, &options);
            options.settle = true;
            let plain = body_by(&plain, &options);
            settled += usize::from(plain != unsettled);
            for cited in [ends.as_slice(), &[prefix.len()], &[*rng.pick(&ends)]] {
                assert_eq!(
                    strip_markers(&body_by(&response(prefix, cited), &options)),
                    plain,
                    "seed {seed}, ends {cited:?}, text {prefix:?}"
                );
            }
        }
    }
    assert!(settled as u64 > documents, "{settled} of {documents} texts");
}

/// A citation that what is left out holds counts for the words before.
#[test]
fn a_citation_of_what_is_left_out_stands_before_it() {
    let mut options = Options::default();
    options.settle = true;
    for (text, expected) in [
        ("a **b [c](d", "<p dir=\"auto\">a <strong>b</strong>*</p>"),
        ("a **b", "<p dir=\"auto\">a <strong>b</strong>*</p>"),
        ("a\n\n- ", "<p dir=\"auto\">a*</p>"),
    ] {
        let html = body_by(&response(text, &[text.len()]), &options);
        let marker = html.find("<sup class=\"gm-cite\">").expect("a marker");
        let marked = format!("{}*{}", &html[..marker], strip_markers(&html[marker..]));
        assert_eq!(marked, expected);
    }
}
