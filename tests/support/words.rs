//! The words of our HTML with what makes them look as they do, and what changes from one to the
//! next.

/// The words of a body, and of its notes: each list grows at its own end.
#[derive(Clone, Debug, Default)]
pub struct Words {
    lists: [List; 2],
}

#[derive(Clone, Debug, Default)]
struct List {
    words: Vec<String>,
    /// How many of them are finished.
    finished: usize,
}

/// Where the answer's own notes begin.
const NOTES: &str = "<section class=\"gm-notes\"";

impl Words {
    pub fn read(body_html: &str) -> Self {
        let notes = body_html.find(NOTES).unwrap_or(body_html.len());
        let (body, notes) = body_html.split_at(notes);
        Self {
            lists: [List::read(body), List::read(notes)],
        }
    }
}

impl Words {
    pub fn count(&self) -> usize {
        self.lists.iter().map(|list| list.words.len()).sum()
    }
}

impl List {
    fn read(html: &str) -> Self {
        let mut reader = Reader::default();
        let mut rest = html;
        while let Some(c) = rest.chars().next() {
            rest = match c {
                '<' => {
                    let (tag, behind) = rest[1..].split_once('>').expect("a tag ends");
                    reader.tag(tag);
                    behind
                }
                '&' => {
                    let (name, behind) = rest[1..].split_once(';').expect("a reference ends");
                    reader.push(match name {
                        "amp" => '&',
                        "lt" => '<',
                        "gt" => '>',
                        "quot" => '"',
                        "nbsp" => '\u{A0}',
                        other => panic!("&{other};"),
                    });
                    behind
                }
                c => {
                    reader.push(c);
                    &rest[c.len_utf8()..]
                }
            };
        }
        reader.end_word();
        // Nothing but end tags behind the last word does not end it.
        let is_open = !reader.words.is_empty() && !reader.is_spaced;
        let finished = reader.words.len() - usize::from(is_open);
        Self {
            words: reader.words,
            finished,
        }
    }
}

/// Elements that change how a word looks, and the letter that stands for each.
const LOOKS: [(&str, char); 15] = [
    ("strong", 'B'),
    ("b", 'B'),
    ("em", 'I'),
    ("i", 'I'),
    ("del", 'S'),
    ("s", 'S'),
    ("code", 'C'),
    ("pre", 'C'),
    ("h1", '1'),
    ("h2", '2'),
    ("h3", '3'),
    ("h4", '4'),
    ("h5", '5'),
    ("h6", '6'),
    ("kbd", 'K'),
];

/// Elements within a word.
const INLINE: [&str; 8] = ["a", "sup", "sub", "span", "u", "ins", "small", "bdi"];

#[derive(Default)]
struct Reader {
    words: Vec<String>,
    word: String,
    looks: Vec<char>,
    /// How the last character of the word looks.
    last: String,
    /// Whether white space was the last character.
    is_spaced: bool,
}

impl Reader {
    fn tag(&mut self, tag: &str) {
        let (is_end, tag) = match tag.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, tag),
        };
        let name = tag.split([' ', '/']).next().expect("a name");
        if let Some((_, look)) = LOOKS.iter().find(|(known, _)| *known == name) {
            if is_end {
                let at = self.looks.iter().rposition(|open| open == look);
                self.looks.remove(at.expect("what ends was open"));
            } else {
                self.looks.push(*look);
            }
            if !matches!(look, '1'..='6') && name != "pre" {
                return;
            }
        }
        if !INLINE.contains(&name) {
            self.end_word();
        }
    }

    fn push(&mut self, c: char) {
        self.is_spaced = c.is_whitespace();
        if c.is_whitespace() {
            return self.end_word();
        }
        let mut looks = self.looks.clone();
        looks.sort_unstable();
        looks.dedup();
        let looks: String = looks.into_iter().collect();
        if looks != self.last {
            self.word.push_str(&format!("{{{looks}}}"));
            self.last = looks;
        }
        self.word.push(c);
    }

    fn end_word(&mut self) {
        if !self.word.is_empty() {
            self.words.push(std::mem::take(&mut self.word));
        }
        self.last.clear();
    }
}

/// The finished words that are not there any more, and what is there instead.
pub fn flips(before: &Words, after: &Words) -> (Vec<String>, Vec<String>) {
    let mut gone = Vec::new();
    let mut new = Vec::new();
    for (before, after) in before.lists.iter().zip(&after.lists) {
        let finished = &before.words[..before.finished];
        let same = finished
            .iter()
            .zip(&after.words)
            .take_while(|(before, after)| before == after)
            .count();
        if same == finished.len() {
            continue;
        }
        let (lost, found) = difference(&finished[same..], &after.words[same..]);
        gone.extend(lost);
        new.extend(found);
    }
    (gone, new)
}

/// What only one of two lists has, by their longest common subsequence.
fn difference(before: &[String], after: &[String]) -> (Vec<String>, Vec<String>) {
    let width = after.len() + 1;
    let mut lengths = vec![0usize; (before.len() + 1) * width];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            lengths[i * width + j] = match before[i] == after[j] {
                true => lengths[(i + 1) * width + j + 1] + 1,
                false => lengths[(i + 1) * width + j].max(lengths[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lost = Vec::new();
    let mut found = Vec::new();
    while i < before.len() && j < after.len() {
        if before[i] == after[j] {
            i += 1;
            j += 1;
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            lost.push(before[i].clone());
            i += 1;
        } else {
            found.push(after[j].clone());
            j += 1;
        }
    }
    lost.extend_from_slice(&before[i..]);
    found.extend_from_slice(&after[j..]);
    (lost, found)
}
