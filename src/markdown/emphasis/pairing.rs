//! Stars to pairs: CommonMark's algorithm, over stars whose abilities were decided elsewhere.

use std::ops::Range;

use super::flanking::Abilities;

/// What pairing sees of a run of inlines.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    Stars(Stars),
    /// An element begins or ends: no pair reaches across.
    Open,
    Close,
}

/// Stars in a row, at `start` in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stars {
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) abilities: Abilities,
}

/// An emphasis or strong emphasis: where its marks begin, and how many stars each has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) open: usize,
    pub(super) close: usize,
    pub(super) width: usize,
}

impl Pair {
    pub(super) fn marks(&self) -> [Range<usize>; 2] {
        [self.open, self.close].map(|start| start..start + self.width)
    }
}

/// Stars that may still be closed: those of `left` that nothing took.
#[derive(Clone, Copy)]
struct Opener {
    stars: Stars,
    left: usize,
}

/// The open stars of an element, on the stack from `base` on.
struct Level {
    base: usize,
    /// Below these places of the stack nothing closes with stars of a kind: that was tried.
    bottoms: [usize; KINDS],
}

/// Length modulo 3, and whether they also open: what decides who closes with whom.
const KINDS: usize = 6;

impl Stars {
    fn does_both(&self) -> bool {
        self.abilities.opens && self.abilities.closes
    }

    fn kind(&self) -> usize {
        self.length % 3 + 3 * usize::from(self.abilities.opens)
    }

    /// CommonMark's rule of three.
    fn can_close(&self, opener: &Self) -> bool {
        let is_ambiguous = self.does_both() || opener.does_both();
        !is_ambiguous
            || !(self.length + opener.length).is_multiple_of(3)
            || (self.length.is_multiple_of(3) && opener.length.is_multiple_of(3))
    }
}

/// The pairs, in no order.
pub(super) fn pair(tokens: &[Token]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut stack: Vec<Opener> = Vec::new();
    let new_level = |base| Level {
        base,
        bottoms: [base; KINDS],
    };
    let mut levels = vec![new_level(0)];
    for token in tokens {
        match token {
            Token::Open => levels.push(new_level(stack.len())),
            Token::Close if levels.len() > 1 => {
                let inner = levels.pop().map_or(0, |level| level.base);
                stack.truncate(inner);
            }
            Token::Close => stack.clear(),
            Token::Stars(stars) => {
                if let Some(level) = levels.last_mut() {
                    read(*stars, level, &mut stack, &mut pairs);
                }
            }
        }
    }
    pairs
}

fn read(stars: Stars, level: &mut Level, stack: &mut Vec<Opener>, pairs: &mut Vec<Pair>) {
    let mut used = 0;
    while stars.abilities.closes && used < stars.length {
        let bottom = level.bottoms[stars.kind()].clamp(level.base, stack.len());
        let found = stack[bottom..]
            .iter()
            .rposition(|opener| stars.can_close(&opener.stars));
        let Some(found) = found else {
            level.bottoms[stars.kind()] = stack.len();
            break;
        };
        stack.truncate(bottom + found + 1);
        for bottom in &mut level.bottoms {
            *bottom = (*bottom).min(stack.len() - 1);
        }
        let Some(opener) = stack.last_mut() else {
            break;
        };
        let width = opener.left.min(stars.length - used).min(2);
        opener.left -= width;
        pairs.push(Pair {
            open: opener.stars.start + opener.left,
            close: stars.start + used,
            width,
        });
        used += width;
        if opener.left == 0 {
            stack.pop();
        }
    }
    if stars.abilities.opens && used < stars.length {
        stack.push(Opener {
            stars: Stars {
                start: stars.start + used,
                ..stars
            },
            left: stars.length - used,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::flanking::Flanks;
    use super::*;

    /// Pairs of a text of stars alone, marked `{}` for one star and `[]` for two.
    fn marked(text: &str) -> String {
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(step) = text[at..].find('*') {
            let start = at + step;
            let length = text[start..].bytes().take_while(|b| *b == b'*').count();
            at = start + length;
            tokens.push(Token::Stars(Stars {
                start,
                length,
                abilities: Flanks::of(text, &(start..at)).abilities(),
            }));
        }
        let mut bytes = text.as_bytes().to_vec();
        for pair in pair(&tokens) {
            let (open, close) = if pair.width == 2 {
                (b'[', b']')
            } else {
                (b'{', b'}')
            };
            bytes[pair.open..pair.open + pair.width].fill(open);
            bytes[pair.close..pair.close + pair.width].fill(close);
        }
        String::from_utf8(bytes).expect("stars were replaced by brackets")
    }

    #[test]
    fn pairs_are_those_of_commonmark() {
        for (text, expected) in [
            ("**a** *b*", "[[a]] {b}"),
            ("***a***", "{[[a]]}"),
            ("***a** b*", "{[[a]] b}"),
            ("***a* b**", "[[{a} b]]"),
            ("*a **b* c**", "{a {{b} c}}"),
            ("*a**b*", "{a**b}"),
            ("*a**b**c*", "{a[[b]]c}"),
            ("**a*b**", "[[a*b]]"),
            ("a***b***c", "a{[[b]]}c"),
            ("****a****", "[[[[a]]]]"),
            ("**a", "**a"),
            ("a**", "a**"),
        ] {
            assert_eq!(marked(text), expected);
        }
    }

    #[test]
    fn cjk_pairs_from_left_to_right() {
        for (text, expected) in [
            ("**\"단어\"**는", "[[\"단어\"]]는"),
            (
                "これは**「重要」**です。そして**「次」**です。",
                "これは[[「重要」]]です。そして[[「次」]]です。",
            ),
            ("***\"가\"***나", "{[[\"가\"]]}나"),
            ("**(가)*나*(다)**라", "[[(가){나}(다)]]라"),
        ] {
            assert_eq!(marked(text), expected);
        }
    }

    #[test]
    fn no_pair_reaches_across_an_element() {
        let stars = |start, opens| {
            Token::Stars(Stars {
                start,
                length: 2,
                abilities: Abilities {
                    opens,
                    closes: !opens,
                },
            })
        };
        let inside = [Token::Open, stars(0, true), Token::Close, stars(9, false)];
        assert_eq!(pair(&inside), []);
        let around = [stars(0, true), Token::Open, Token::Close, stars(9, false)];
        assert_eq!(pair(&around).len(), 1);
        let into = [stars(0, true), Token::Open, stars(9, false), Token::Close];
        assert_eq!(pair(&into), []);
    }
}
