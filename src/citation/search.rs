//! Many texts looked for in one text at once, for those that stand in it exactly once.
//!
//! One pass over the text. At each character, the next bytes are looked up in an index on the
//! first bytes of the wanted texts. Texts that start alike are kept sorted, so that a thousand
//! items which all begin "According to" cost a binary search and not a thousand comparisons.

use std::collections::HashMap;
use std::ops::Range;

/// Bytes of a wanted text that the index sees; a shorter text is seen whole.
const KEY: usize = 8;

/// What one step costs beside the bytes it compares, in bytes.
const STEP: usize = 8;

/// The byte offset of each wanted text that stands exactly once in `text`; occurrences that
/// overlap are two.
///
/// Texts made so that they nearly match everywhere would take quadratic time. Work is therefore
/// bounded by the length of `text`, and where the bound is reached nothing is found.
pub(crate) fn only_occurrences(text: &str, wanted: &[&str]) -> Vec<Option<usize>> {
    let mut sorted: Vec<(u64, &str, usize)> = wanted
        .iter()
        .enumerate()
        .filter(|(_, wanted)| (1..=text.len()).contains(&wanted.len()))
        .map(|(index, wanted)| (key(wanted.as_bytes()), *wanted, index))
        .collect();
    sorted.sort_unstable();

    let mut entries: Vec<Entry<'_>> = Vec::with_capacity(sorted.len());
    let mut entry_of = vec![None; wanted.len()];
    for (_, text, index) in sorted {
        if entries
            .last()
            .is_none_or(|last| last.text != text.as_bytes())
        {
            entries.push(Entry {
                text: text.as_bytes(),
                prefix: None,
                seen: Seen::Never,
            });
        }
        entry_of[index] = Some(entries.len() - 1);
    }
    link_prefixes(&mut entries);

    let mut budget = Budget(text.len().saturating_mul(32).saturating_add(1 << 20));
    let finished = scan(text.as_bytes(), &mut entries, &mut budget);
    let place = |entry: usize| match entries[entry].seen {
        Seen::Once(at) if finished.is_some() => Some(at),
        _ => None,
    };
    entry_of
        .into_iter()
        .map(|entry| entry.and_then(place))
        .collect()
}

/// One distinct wanted text.
struct Entry<'a> {
    text: &'a [u8],
    /// The longest other entry of the same bucket that this one starts with and that is still
    /// of interest.
    prefix: Option<usize>,
    seen: Seen,
}

#[derive(Clone, Copy, PartialEq)]
enum Seen {
    Never,
    Once(usize),
    /// Of no further interest.
    Twice,
}

impl Entry<'_> {
    fn key_len(&self) -> usize {
        self.text.len().min(KEY)
    }

    /// Notes an occurrence; how many entries (none or this one) it makes uninteresting.
    fn note(&mut self, at: usize) -> usize {
        match self.seen {
            Seen::Never => self.seen = Seen::Once(at),
            Seen::Once(_) => {
                self.seen = Seen::Twice;
                return 1;
            }
            Seen::Twice => {}
        }
        0
    }
}

/// The first bytes as a number that sorts as they do, filled up with zeros.
fn key(text: &[u8]) -> u64 {
    let mut bytes = [0; KEY];
    let len = text.len().min(KEY);
    bytes[..len].copy_from_slice(&text[..len]);
    u64::from_be_bytes(bytes)
}

fn link_prefixes(entries: &mut [Entry<'_>]) {
    let mut open: Vec<usize> = Vec::new();
    for index in 0..entries.len() {
        let text = entries[index].text;
        if text.len() < KEY {
            continue;
        }
        while open
            .pop_if(|last| !text.starts_with(entries[*last].text))
            .is_some()
        {}
        entries[index].prefix = open.last().copied();
        open.push(index);
    }
}

/// Entries with keys of one length.
struct Group {
    key_len: usize,
    mask: u64,
    filter: Filter,
    buckets: HashMap<u64, Bucket>,
}

/// Entries with one key, next to each other because all are sorted.
struct Bucket {
    entries: Range<usize>,
    /// Those not yet seen twice.
    open: usize,
}

fn groups(entries: &[Entry<'_>]) -> Vec<Group> {
    let mut counts = [0; KEY + 1];
    for entry in entries {
        counts[entry.key_len()] += 1;
    }
    let mut groups: Vec<Group> = (0..=KEY)
        .map(|key_len| Group {
            key_len,
            mask: u64::MAX << (8 * (KEY - key_len.max(1))),
            filter: Filter::for_keys(counts[key_len]),
            buckets: HashMap::with_capacity(counts[key_len]),
        })
        .collect();
    for (index, entry) in entries.iter().enumerate() {
        let group = &mut groups[entry.key_len()];
        let key = key(entry.text);
        group.filter.add(key);
        let bucket = group.buckets.entry(key).or_insert(Bucket {
            entries: index..index,
            open: 0,
        });
        bucket.entries.end = index + 1;
        bucket.open += 1;
    }
    groups.retain(|group| !group.buckets.is_empty());
    groups
}

/// `None` when the budget did not last to the end of the text.
fn scan(text: &[u8], entries: &mut [Entry<'_>], budget: &mut Budget) -> Option<()> {
    let mut groups = groups(entries);
    let mut window = 0;
    for ahead in 0..text.len() + KEY - 1 {
        window = window << 8 | u64::from(text.get(ahead).copied().unwrap_or(0));
        let Some(at) = (ahead + 1).checked_sub(KEY) else {
            continue;
        };
        let continues_a_character = text[at] & 0xC0 == 0x80;
        if continues_a_character {
            continue;
        }
        let mut some_group_is_done = false;
        for group in &mut groups {
            let key = window & group.mask;
            if at + group.key_len > text.len() || !group.filter.may_hold(key) {
                continue;
            }
            let Some(bucket) = group.buckets.get_mut(&key) else {
                continue;
            };
            let bucket_range = bucket.entries.clone();
            bucket.open -= if group.key_len < KEY {
                entries[bucket_range.start].note(at)
            } else {
                note_all(&text[at..], at, bucket_range, entries, budget)?
            };
            if bucket.open == 0 {
                group.buckets.remove(&key);
                some_group_is_done |= group.buckets.is_empty();
            }
        }
        if some_group_is_done {
            groups.retain(|group| !group.buckets.is_empty());
            if groups.is_empty() {
                break;
            }
        }
    }
    Some(())
}

/// Notes every entry of the bucket that `rest` starts with; how many that makes uninteresting.
fn note_all(
    rest: &[u8],
    at: usize,
    bucket: Range<usize>,
    entries: &mut [Entry<'_>],
    budget: &mut Budget,
) -> Option<usize> {
    let Some((last, shared)) = last_not_after(rest, bucket, entries, budget)? else {
        return Some(0);
    };
    // Whatever `rest` starts with, that entry starts with too: its chain of prefixes has them
    // all. At each step one entry seen twice is taken out of the chain, else chains of them
    // would be walked again and again.
    let mut finished = 0;
    let mut next = Some(last);
    while let Some(index) = next {
        budget.spend(STEP)?;
        if entries[index].text.len() <= shared {
            finished += entries[index].note(at);
        }
        next = entries[index].prefix;
        if let Some(prefix) = next
            && entries[prefix].seen == Seen::Twice
        {
            next = entries[prefix].prefix;
            entries[index].prefix = next;
        }
    }
    Some(finished)
}

/// The last entry of the bucket that does not sort after `rest`, and how many bytes the two
/// share.
fn last_not_after(
    rest: &[u8],
    bucket: Range<usize>,
    entries: &[Entry<'_>],
    budget: &mut Budget,
) -> Option<Option<(usize, usize)>> {
    let (mut low, mut high) = (bucket.start, bucket.end);
    // What lies between two neighbours shares with `rest` what both of them share with it, so
    // those bytes are never compared again.
    let (mut shared_low, mut shared_high) = (KEY, KEY);
    while low < high {
        let middle = low + (high - low) / 2;
        let text = entries[middle].text;
        let known = shared_low.min(shared_high);
        let shared = known + common_prefix(&text[known..], &rest[known..]);
        budget.spend(STEP + shared - known)?;
        if shared == text.len() || rest.get(shared).is_some_and(|next| text[shared] < *next) {
            (low, shared_low) = (middle + 1, shared);
        } else {
            (high, shared_high) = (middle, shared);
        }
    }
    Some((low > bucket.start).then(|| (low - 1, shared_low)))
}

fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    const CHUNK: usize = 16;
    let equal_chunks = one
        .chunks_exact(CHUNK)
        .zip(other.chunks_exact(CHUNK))
        .take_while(|(one, other)| one == other)
        .count();
    let done = equal_chunks * CHUNK;
    let tail = one[done..].iter().zip(&other[done..]);
    done + tail.take_while(|(one, other)| one == other).count()
}

/// Bytes that may still be compared.
struct Budget(usize);

impl Budget {
    fn spend(&mut self, bytes: usize) -> Option<()> {
        self.0 = self.0.checked_sub(bytes)?;
        Some(())
    }
}

/// Says of most keys that they are not in the index, at a fraction of the cost of asking it.
struct Filter {
    bits: Vec<u64>,
    shift: u32,
}

impl Filter {
    fn for_keys(count: usize) -> Self {
        let bits = (count * 8).next_power_of_two().max(64);
        Filter {
            bits: vec![0; bits / 64],
            shift: u64::BITS - bits.ilog2(),
        }
    }

    fn add(&mut self, key: u64) {
        let bit = self.bit(key);
        self.bits[bit / 64] |= 1 << (bit % 64);
    }

    fn may_hold(&self, key: u64) -> bool {
        let bit = self.bit(key);
        self.bits[bit / 64] & (1 << (bit % 64)) != 0
    }

    fn bit(&self, key: u64) -> usize {
        // Multiplying by the golden ratio spreads the keys over the upper bits.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }
}

#[cfg(test)]
mod tests;
