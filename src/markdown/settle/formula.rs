//! Formulas that are open: they are held back, since half a formula reads as anything.

use super::super::math;

/// Most bytes that wait for the end of a formula in a line: a lone dollar is a price or a name.
const MOST_HELD: usize = 500;

/// What may begin a formula and so far has no end.
#[derive(Debug, Default)]
pub(super) struct Formulas {
    dollars: Vec<usize>,
    bracket: Option<(usize, u8)>,
}

impl Formulas {
    /// A dollar that no formula took.
    pub(super) fn dollar(&mut self, at: usize) {
        self.dollars.push(at);
    }

    /// A bracket behind the backslash at `at`.
    pub(super) fn bracket(&mut self, at: usize, bracket: u8) {
        self.bracket = match bracket {
            b'(' | b'[' => self.bracket.or(Some((at, bracket))),
            _ => None,
        };
    }

    /// Where the first begins that may still become a formula.
    ///
    /// `whole_bytes` is how long the text is with what was cut already.
    pub(super) fn undecided(&self, text: &str, whole_bytes: usize) -> Option<usize> {
        let is_near = |at: usize| whole_bytes - at <= MOST_HELD;
        let bracket = self
            .bracket
            .and_then(|(at, bracket)| (bracket == b'[' || is_near(at)).then_some(at));
        let dollars = match &*self.dollars {
            [.., first, second] if first + 1 == *second => Some(*first),
            // One that another dollar follows was read already.
            [.., last] => {
                (is_near(*last) && math::may_begin_formula(&text[last + 1..])).then_some(*last)
            }
            [] => None,
        };
        bracket.into_iter().chain(dollars).min()
    }
}
