//! Joins what was said of one candidate at different times.

use super::{Candidate, Grounding, Part};

/// Appends what was said later of the same candidate: lists grow, of single values the last one
/// given counts.
pub(super) fn append_candidate(earlier: &mut Candidate, later: Candidate) {
    let Candidate {
        parts,
        tool_suggestions,
        finish_reason,
        grounding,
        recitations,
        pages_read,
    } = later;
    append_parts(&mut earlier.parts, parts);
    last_given(&mut earlier.tool_suggestions, tool_suggestions);
    last_given(&mut earlier.finish_reason, finish_reason);
    append_grounding(&mut earlier.grounding, grounding);
    earlier.recitations.extend(recitations);
    earlier.pages_read.extend(pages_read);
}

/// A stream cuts a part wherever a frame ends; joined again, the parts have the indices of the
/// whole response.
pub(super) fn append_parts(earlier: &mut Vec<Part>, later: Vec<Part>) {
    let mut later = later.into_iter();
    match (earlier.last_mut(), later.next()) {
        (Some(Part::Text(begun)), Some(Part::Text(rest))) => begun.push_str(&rest),
        (Some(Part::Thought(begun)), Some(Part::Thought(rest))) => begun.push_str(&rest),
        (_, first) => earlier.extend(first),
    }
    earlier.extend(later);
}

fn append_grounding(earlier: &mut Grounding, later: Grounding) {
    let Grounding {
        chunks,
        supports,
        web_queries,
        image_queries,
        retrieval_queries,
        rendered_content,
        sdk_blob,
        retrieval_score,
        maps_widget_token,
        flags,
    } = later;
    earlier.chunks.extend(chunks);
    earlier.supports.extend(supports);
    earlier.web_queries.extend(web_queries);
    earlier.image_queries.extend(image_queries);
    earlier.retrieval_queries.extend(retrieval_queries);
    earlier.flags.extend(flags);
    last_given(&mut earlier.rendered_content, rendered_content);
    last_given(&mut earlier.sdk_blob, sdk_blob);
    last_given(&mut earlier.retrieval_score, retrieval_score);
    last_given(&mut earlier.maps_widget_token, maps_widget_token);
}

/// Of single values the last one given counts.
pub(super) fn last_given<T>(earlier: &mut Option<T>, later: Option<T>) {
    if later.is_some() {
        *earlier = later;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::{Chunk, Support};

    fn joined(said: impl IntoIterator<Item = Candidate>) -> Candidate {
        let mut candidate = Candidate::default();
        for later in said {
            append_candidate(&mut candidate, later);
        }
        candidate
    }

    fn with_parts(parts: Vec<Part>) -> Candidate {
        Candidate {
            parts,
            ..Candidate::default()
        }
    }

    fn with_grounding(grounding: Grounding) -> Candidate {
        Candidate {
            grounding,
            ..Candidate::default()
        }
    }

    fn text(text: &str) -> Part {
        Part::Text(text.to_owned())
    }

    #[test]
    fn parts_join_across_frames_but_not_within_one() {
        let candidate = joined([
            with_parts(vec![Part::Thought(String::new())]),
            with_parts(vec![Part::Thought(String::new()), text("a")]),
            Candidate::default(),
            with_parts(Vec::new()),
            with_parts(vec![text("b"), text("c")]),
            with_parts(vec![Part::Hidden]),
            with_parts(vec![Part::Hidden, text("d")]),
            with_parts(vec![Part::Thought(String::new()), text("e")]),
        ]);
        let parts = candidate.parts.iter();
        let shown: Vec<_> = parts.map(|part| format!("{part:?}")).collect();
        assert_eq!(
            shown,
            [
                r#"Thought("")"#,
                r#"Text("ab")"#,
                r#"Text("c")"#,
                "Hidden",
                "Hidden",
                r#"Text("d")"#,
                r#"Thought("")"#,
                r#"Text("e")"#,
            ]
        );
    }

    #[test]
    fn lists_grow_and_of_single_values_the_last_given_counts() {
        let given = |name: &str| Some(name.to_owned());
        let candidate = joined([
            with_grounding(Grounding {
                chunks: vec![Chunk::default()],
                web_queries: vec!["a".to_owned()],
                rendered_content: given("x"),
                sdk_blob: given("s"),
                retrieval_score: Some(0.5),
                ..Grounding::default()
            }),
            with_grounding(Grounding {
                chunks: vec![Chunk::default()],
                supports: vec![Support::default()],
                web_queries: vec!["b".to_owned()],
                image_queries: vec!["c".to_owned()],
                retrieval_queries: vec!["d".to_owned()],
                rendered_content: given("y"),
                maps_widget_token: given("t"),
                ..Grounding::default()
            }),
        ]);
        let grounding = candidate.grounding;
        assert_eq!((grounding.chunks.len(), grounding.supports.len()), (2, 1));
        assert_eq!(grounding.web_queries, ["a", "b"]);
        assert_eq!(grounding.image_queries, ["c"]);
        assert_eq!(grounding.retrieval_queries, ["d"]);
        assert_eq!(grounding.rendered_content.as_deref(), Some("y"));
        assert_eq!(grounding.sdk_blob.as_deref(), Some("s"));
        assert_eq!(grounding.retrieval_score, Some(0.5));
        assert_eq!(grounding.maps_widget_token.as_deref(), Some("t"));
    }

    #[test]
    fn the_last_finish_reason_given_counts() {
        let ended = |reason: Option<&str>| Candidate {
            finish_reason: reason.map(str::to_owned),
            ..Candidate::default()
        };
        let candidate = joined([ended(Some("STOP")), ended(Some("SAFETY")), ended(None)]);
        assert_eq!(candidate.finish_reason.as_deref(), Some("SAFETY"));
    }
}
