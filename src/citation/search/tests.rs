use super::*;

/// The definition, slowly.
fn by_definition(text: &str, wanted: &str) -> Option<usize> {
    let mut starts = (0..text.len())
        .filter(|at| !wanted.is_empty() && text.as_bytes()[*at..].starts_with(wanted.as_bytes()));
    let first = starts.next()?;
    starts.next().is_none().then_some(first)
}

#[track_caller]
fn check(text: &str, wanted: &[&str]) {
    let expected: Vec<_> = wanted.iter().map(|w| by_definition(text, w)).collect();
    assert_eq!(
        only_occurrences(text, wanted),
        expected,
        "{wanted:?} in {text:?}"
    );
}

#[test]
fn once_twice_never() {
    let text = "The mill opens at nine. The mill closes at five.";
    let wanted = [
        "The mill opens at nine.",
        "The mill ",
        "The mill closes at six.",
        "five.",
        "t",
        "",
        "The mill opens at nine.",
    ];
    let found = only_occurrences(text, &wanted);
    let expected = [Some(0), None, None, Some(43), None, None, Some(0)];
    assert_eq!(found, expected);
}

#[test]
fn overlapping_occurrences_are_two() {
    check("anana", &["ana", "nan", "anana"]);
    check("abcdabcdabcdabcdx", &["abcdabcdabcd", "abcdabcdabcdx"]);
    assert_eq!(only_occurrences("anana", &["ana"]), [None]);
}

#[test]
fn zeros_do_not_look_like_the_end() {
    check(
        "a\0\0\0\0\0\0\0\0",
        &["a", "a\0", "a\0\0\0\0\0\0\0", "\0\0\0\0\0\0\0\0", "\0"],
    );
    check("xa", &["a\0", "a\0\0\0\0\0\0\0\0", "a"]);
}

#[test]
fn texts_that_start_alike_and_in_each_other() {
    let text = "According to the town hall, yes. According to the town, no. According to";
    check(
        text,
        &[
            "According to the town hall, yes.",
            "According to the town hall",
            "According to the town,",
            "According to the town",
            "According to the village",
            "According to a town",
            "According to",
            "According",
        ],
    );
}

/// Small alphabets, so that texts repeat, overlap and start with each other.
#[test]
fn agrees_with_the_definition_on_random_texts() {
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for round in 0..3000 {
        let alphabet: &[&str] = match round % 3 {
            0 => &["a", "b"],
            1 => &["가", "각", "a"],
            _ => &["aaaaaaaa", "a", "é"],
        };
        let mut make = |most: usize| -> String {
            let len = random(most);
            (0..len).map(|_| alphabet[random(alphabet.len())]).collect()
        };
        let text = make(60);
        let wanted: Vec<String> = (0..20).map(|_| make(16)).collect();
        let mut wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
        let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for pair in cuts.windows(12) {
            wanted.push(&text[pair[0]..pair[11]]);
        }
        check(&text, &wanted);
    }
}

#[test]
fn powers_of_one_letter() {
    let text = "a".repeat(800);
    let wanted: Vec<&str> = (0..=800).map(|len| &text[..len]).collect();
    let found = only_occurrences(&text, &wanted);
    assert_eq!(found[800], Some(0));
    assert!(found[..800].iter().all(Option::is_none));
}

#[test]
fn many_texts_of_one_beginning_fit_the_budget() {
    let lines: Vec<String> = (0..20_000)
        .map(|n| format!("According to report {n:05}."))
        .collect();
    let text = lines.concat();
    let wanted: Vec<&str> = lines.iter().map(String::as_str).collect();
    let found = only_occurrences(&text, &wanted);
    assert!(
        found
            .iter()
            .enumerate()
            .all(|(n, at)| *at == Some(n * lines[0].len()))
    );
}

#[test]
fn beyond_the_budget_nothing_is_found() {
    let almost = "a".repeat(10_000) + "b";
    let text = "needle in ".to_owned() + &"a".repeat(200_000);
    assert_eq!(only_occurrences(&text, &["needle in "]), [Some(0)]);
    assert_eq!(
        only_occurrences(&text[..500], &["needle in ", &almost[9_800..]]),
        [Some(0), None]
    );
    assert_eq!(
        only_occurrences(&text, &["needle in ", &almost]),
        [None, None]
    );
}
