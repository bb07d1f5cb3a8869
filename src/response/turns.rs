//! An answer that is put together from turns, each with offsets that count from its own first byte.
//!
//! Gemini's own responses are one turn. Clients that run tools for the model show several as one
//! message, and their grounding counts within the turn that it came with.

use super::frames;
use super::{Candidate, Part, Segment, Support};

/// Between the texts of two turns: they were said one after the other, not in one sentence.
const BETWEEN_TURNS: &str = "\n\n";

#[derive(Debug, Default)]
pub(super) struct Turns {
    answer: Candidate,
    /// Bytes of the visible text so far.
    bytes: usize,
    /// The last turn that said anything.
    turn: Start,
    /// The turn after it, while nothing was said in it.
    next: Option<Start>,
    last_text: usize,
    /// How often a part that others stand behind grew.
    edits: usize,
}

/// Where a turn starts.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    byte: usize,
    part: usize,
}

impl Turns {
    /// What is said from here on is another turn.
    pub(super) fn begin_turn(&mut self) {
        self.next = Some(Start {
            byte: self.bytes,
            part: self.answer.parts.len(),
        });
    }

    /// Adds text; gives the byte it starts at.
    pub(super) fn text(&mut self, text: String) -> usize {
        self.enter_turn(&text);
        let start = self.bytes;
        self.bytes += text.len();
        self.last_text = self.answer.parts.len();
        self.answer.parts.push(Part::Text(text));
        start
    }

    /// Adds a piece of a text that arrives in pieces.
    pub(super) fn text_piece(&mut self, text: String) {
        self.enter_turn(&text);
        self.bytes += text.len();
        frames::append_parts(&mut self.answer.parts, vec![Part::Text(text)]);
        self.last_text = self.answer.parts.len() - 1;
    }

    fn enter_turn(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(mut start) = self.next.take() {
            // At the end of the text before, so that the turn's own parts keep their indices.
            let is_last = self.last_text + 1 == self.answer.parts.len();
            if let Some(Part::Text(before)) = self.answer.parts.get_mut(self.last_text)
                && self.bytes > 0
            {
                self.edits += usize::from(!is_last);
                before.push_str(BETWEEN_TURNS);
                self.bytes += BETWEEN_TURNS.len();
                start.byte = self.bytes;
            }
            self.turn = start;
        }
    }

    /// Adds a piece of a thought that arrives in pieces.
    pub(super) fn thought_piece(&mut self, thought: String) {
        frames::append_parts(&mut self.answer.parts, vec![Part::Thought(thought)]);
    }

    /// Adds a part that is no text.
    pub(super) fn part(&mut self, part: Part) {
        self.answer.parts.push(part);
    }

    pub(super) fn parts(&self) -> &[Part] {
        &self.answer.parts
    }

    pub(super) fn edits(&self) -> usize {
        self.edits
    }

    pub(super) fn has_sources(&self) -> bool {
        !self.answer.grounding.chunks.is_empty()
    }

    /// Adds what a candidate says beside its parts, its offsets counted from the start of
    /// the last turn that said anything.
    pub(super) fn ground(&mut self, mut beside: Candidate) {
        beside.parts.clear();
        let chunks = self.answer.grounding.chunks.len();
        let (byte, part) = (signed(self.turn.byte), signed(self.turn.part));
        for support in &mut beside.grounding.supports {
            if let Some(segment) = &mut support.segment {
                segment.move_by(byte, part);
            }
            support.count_from(chunks);
        }
        frames::append_candidate(&mut self.answer, beside);
    }

    pub(super) fn finish(self) -> Candidate {
        self.answer
    }
}

impl Segment {
    /// A claim that says nothing of its place goes on saying nothing.
    fn move_by(&mut self, bytes: i64, parts: i64) {
        self.part_index += parts;
        if self.start != 0 || self.end != 0 {
            self.start += bytes;
            self.end += bytes;
        }
    }
}

impl Support {
    /// Moves its chunks' numbers from those of its own list to those of all.
    pub(super) fn count_from(&mut self, base: usize) {
        for index in self.chunk_indices.iter_mut().flatten() {
            // A negative index stays one that does not exist.
            *index += if *index < 0 { 0 } else { signed(base) };
        }
    }
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::{Chunk, Grounding};

    fn grounding(start: i64, end: i64, indices: &[Option<i64>]) -> Candidate {
        Candidate {
            grounding: Grounding {
                chunks: vec![Chunk::default(), Chunk::default()],
                supports: vec![Support {
                    segment: Some(Segment {
                        start,
                        end,
                        ..Segment::default()
                    }),
                    chunk_indices: indices.to_vec(),
                    ..Support::default()
                }],
                ..Grounding::default()
            },
            ..Candidate::default()
        }
    }

    fn shown(answer: &Candidate) -> Vec<String> {
        answer
            .parts
            .iter()
            .map(|part| format!("{part:?}"))
            .collect()
    }

    #[test]
    fn offsets_and_indices_count_from_the_turn() {
        let mut turns = Turns::default();
        turns.begin_turn();
        turns.text("één".to_owned());
        turns.ground(grounding(0, 5, &[Some(1)]));
        turns.begin_turn();
        turns.part(Part::Thought(String::new()));
        assert_eq!(turns.text("two".to_owned()), 7);
        assert_eq!(shown(&turns.answer)[0], r#"Text("één\n\n")"#);
        turns.ground(grounding(0, 3, &[Some(0), Some(-1), None, Some(9)]));
        turns.ground(grounding(0, 0, &[]));
        let answer = turns.finish();
        assert_eq!(answer.grounding.chunks.len(), 6);
        let supports = &answer.grounding.supports;
        let claims: Vec<_> = supports
            .iter()
            .filter_map(|support| support.segment.as_ref())
            .map(|segment| (segment.start, segment.end, segment.part_index))
            .collect();
        assert_eq!(claims, [(0, 5, 0), (7, 10, 1), (0, 0, 1)]);
        assert_eq!(supports[0].chunk_indices, [Some(1)]);
        assert_eq!(
            supports[1].chunk_indices,
            [Some(2), Some(-1), None, Some(11)]
        );
    }

    #[test]
    fn turns_stand_apart_and_pieces_do_not() {
        let mut turns = Turns::default();
        turns.begin_turn();
        turns.text_piece("a".to_owned());
        turns.text_piece("b".to_owned());
        turns.begin_turn();
        turns.begin_turn();
        turns.text_piece(String::new());
        turns.text_piece("c".to_owned());
        turns.text("d".to_owned());
        assert_eq!(
            shown(&turns.finish()),
            [r#"Text("ab\n\nc")"#, r#"Text("d")"#]
        );
    }

    #[test]
    fn a_turn_without_text_has_no_grounding_of_its_own() {
        let mut turns = Turns::default();
        turns.begin_turn();
        turns.text("ab".to_owned());
        turns.begin_turn();
        turns.part(Part::Hidden);
        turns.ground(grounding(1, 2, &[Some(0)]));
        let answer = turns.finish();
        let segment = answer.grounding.supports[0].segment.as_ref();
        assert_eq!(
            segment.map(|segment| (segment.start, segment.end)),
            Some((1, 2))
        );
    }
}
