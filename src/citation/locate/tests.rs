use super::*;

fn segment(start: i64, end: i64, text: &str) -> Segment {
    Segment {
        part_index: 0,
        start,
        end,
        text: (!text.is_empty()).then(|| text.to_owned()),
    }
}

#[track_caller]
fn check(text: &str, segment: &Segment, expected: Place) {
    let whole = [Some(0..text.len())];
    assert_eq!(locate(text, &whole, &[Some(segment)]), [expected]);
}

/// The `n`-th place where `wanted` stands, from 0.
fn nth(text: &str, wanted: &str, n: usize) -> Range<usize> {
    let (start, _) = text.match_indices(wanted).nth(n).unwrap();
    start..start + wanted.len()
}

#[test]
fn bytes_that_hold_the_text_are_exact() {
    let text = "서울은 맑음. 부산은 비.";
    let range = nth(text, "부산은 비", 0);
    let claimed = segment(range.start as i64, range.end as i64, "부산은 비");
    check(text, &claimed, Place::Exact(range));
}

#[test]
fn bytes_beat_units_where_both_hold() {
    let text = "é aaaa";
    check(text, &segment(3, 4, "a"), Place::Exact(3..4));
    let text = "é ababab";
    check(text, &segment(4, 6, "ab"), Place::Recovered(5..7));
}

#[test]
fn without_text_a_range_counts_when_it_can_be_cut() {
    let text = "가나다";
    check(text, &segment(3, 6, ""), Place::Exact(3..6));
    check(text, &segment(0, 9, ""), Place::Exact(0..9));
    check(text, &segment(1, 6, ""), Place::Unplaced);
    check(text, &segment(3, 5, ""), Place::Unplaced);
    check(text, &segment(3, 3, ""), Place::Unplaced);
    check(text, &segment(0, 10, ""), Place::Unplaced);
}

#[test]
fn an_empty_text_is_no_text() {
    let mut claimed = segment(0, 2, "");
    claimed.text = Some(String::new());
    check("ab", &claimed, Place::Exact(0..2));
    claimed.end = 0;
    check("ab", &claimed, Place::Unplaced);
}

#[test]
fn bytes_of_the_named_part() {
    let text = "same one, same two";
    let parts = [None, Some(0..10), Some(10..18)];
    let mut claimed = segment(1, 4, "ame");
    claimed.part_index = 2;
    // Over the whole text 1..4 holds it too, and that reading comes first.
    let places = locate(text, &parts, &[Some(&claimed)]);
    assert_eq!(places, [Place::Exact(1..4)]);
    let text = "Same one, same two";
    (claimed.start, claimed.end) = (0, 4);
    claimed.text = Some("same".to_owned());
    let places = locate(text, &parts, &[Some(&claimed)]);
    assert_eq!(places, [Place::Exact(10..14)]);
}

#[test]
fn a_part_ends_where_it_ends() {
    let text = "one two two";
    let mut claimed = segment(1, 4, "two");
    claimed.part_index = 1;
    for (part_end, expected) in [(6, Place::Unplaced), (7, Place::Exact(4..7))] {
        let parts = [None, Some(3..part_end)];
        assert_eq!(locate(text, &parts, &[Some(&claimed)]), [expected]);
    }
}

#[test]
fn parts_that_are_not_there() {
    let text = "aa bb aa";
    for part_index in [-1, 0, 1, 7, i64::MAX, i64::MIN] {
        let mut claimed = segment(1, 3, "aa");
        claimed.part_index = part_index;
        assert_eq!(
            locate(text, &[None], &[Some(&claimed), None]),
            [Place::Unplaced, Place::Unplaced]
        );
    }
}

#[test]
fn korean_offsets_in_characters() {
    let text = "지난주 발표를 보면, 새 노선이 열린다고 합니다.";
    let expected = Place::Recovered(0.."지난주 발표를 보면".len());
    check(text, &segment(0, 10, "지난주 발표를 보면"), expected);
}

#[test]
fn a_repeated_sentence_is_picked_by_its_utf16_range() {
    let text = "😀 비가 옵니다. 그리고 비가 옵니다.";
    let wanted = "비가 옵니다.";
    let second = nth(text, wanted, 1);
    let start = text[..second.start].encode_utf16().count() as i64;
    let claimed = segment(start, start + 7, wanted);
    check(text, &claimed, Place::Recovered(second));
    // One unit off there is nothing left that tells the two apart.
    check(
        text,
        &segment(start + 1, start + 8, wanted),
        Place::Unplaced,
    );
}

#[test]
fn a_repeated_sentence_is_picked_by_its_code_point_range() {
    let text = "🚆🚆 맑음. 흐림. 맑음.";
    let second = nth(text, "맑음.", 1);
    let start = text[..second.start].chars().count() as i64;
    let claimed = segment(start, start + 3, "맑음.");
    check(text, &claimed, Place::Recovered(second));
}

#[test]
fn the_length_of_the_claim_must_be_right_too() {
    let text = "가 맑음. 맑음.";
    check(text, &segment(2, 5, "맑음."), Place::Recovered(4..11));
    check(text, &segment(2, 6, "맑음."), Place::Unplaced);
}

#[test]
fn units_that_disagree_are_a_guess() {
    // UTF-16 units 2..3 are the first "a", code points 2..3 the second.
    check("😀aa", &segment(2, 3, "a"), Place::Unplaced);
    // Only one unit fits: no guess.
    check("😀ab", &segment(2, 3, "a"), Place::Recovered(4..5));
}

#[test]
fn an_offset_inside_a_surrogate_pair_is_no_place() {
    check("é😀x😀x", &segment(2, 5, "😀x"), Place::Unplaced);
    check("ééé😀xé😀x", &segment(8, 9, "x"), Place::Unplaced);
}

#[test]
fn combining_marks_are_characters_of_their_own() {
    let text = "re\u{301}sume\u{301} x, re\u{301}sume\u{301}";
    let wanted = "re\u{301}sume\u{301}";
    let second = nth(text, wanted, 1);
    check(text, &segment(12, 20, wanted), Place::Recovered(second));
    // Composed and decomposed are different texts: nothing is normalised.
    check(text, &segment(0, 6, "r\u{e9}sum\u{e9}"), Place::Unplaced);
}

#[test]
fn the_only_occurrence_is_found_whatever_the_offsets() {
    let text = "One. Two. Three.";
    for (start, end) in [
        (6, 10),
        (0, 0),
        (9, 5),
        (-5, -1),
        (-1, 4),
        (0, i64::MAX),
        (i64::MAX - 1, i64::MAX),
        (i64::MIN, i64::MAX),
    ] {
        check(text, &segment(start, end, "Two."), Place::Recovered(5..9));
        check(text, &segment(start, end, "Four."), Place::Unplaced);
    }
}

#[test]
fn repeated_text_with_wrong_offsets_stays_unplaced() {
    let text = "Open daily. Old Mill: Open daily.";
    check(text, &segment(3, 14, "Open daily."), Place::Unplaced);
    check(text, &segment(22, 33, "Open daily."), Place::Exact(22..33));
}

#[test]
fn each_support_gets_its_own_place_in_order() {
    let text = "가. 나. 다. 다.";
    let segments = [
        segment(0, 4, "가."),
        segment(99, 100, "나."),
        segment(99, 100, "다."),
        segment(6, 8, "다."),
        segment(99, 100, "나."),
    ];
    let mut claimed: Vec<Option<&Segment>> = segments.iter().map(Some).collect();
    claimed.insert(1, None);
    assert_eq!(
        locate(text, &[], &claimed),
        [
            Place::Exact(0..4),
            Place::Unplaced,
            Place::Recovered(5..9),
            Place::Unplaced,
            Place::Recovered(10..14),
            Place::Recovered(5..9),
        ]
    );
}

#[test]
fn no_text_at_all() {
    check("", &segment(0, 1, "a"), Place::Unplaced);
    check("", &segment(0, 0, ""), Place::Unplaced);
}

#[test]
fn utf16_offsets_count_units() {
    let text = "a가😀e\u{301}z";
    let bytes: Vec<usize> = text
        .char_indices()
        .map(|(byte, _)| byte)
        .chain([text.len(), text.len(), usize::MAX])
        .collect();
    assert_eq!(utf16_offsets(text, &bytes), [0, 1, 2, 4, 5, 6, 7, 7, 7]);
    assert_eq!(utf16_offsets("abc", &[0, 2, 2, 3, 9]), [0, 2, 2, 3, 3]);
    assert_eq!(utf16_offsets("😀", &[]), [0; 0]);
}
