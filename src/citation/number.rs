//! Numbers: by first appearance in the document, to placed sources only.

use crate::answer::Support;

use super::Plan;

/// The numbers of all markers.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// For each group of markers its numbers, ascending, each once.
    pub(crate) groups: Vec<Vec<usize>>,
    /// Sources by number: the source with number 1 is the first.
    pub(crate) sources: Vec<usize>,
}

/// Numbers groups of positions, given in the order of the document.
pub(crate) fn number<'a>(
    plan: &Plan,
    supports: &[Support],
    groups: impl Iterator<Item = &'a [usize]>,
) -> Numbers {
    let most = supports.iter().flat_map(|support| &support.sources).max();
    let mut known = vec![Known::default(); most.map_or(0, |most| most + 1)];
    let mut numbers = Numbers::default();
    for (index, positions) in groups.enumerate() {
        let mut group = Vec::with_capacity(positions.len());
        let sources = positions
            .iter()
            .flat_map(|&position| plan.supports_at(position))
            .flat_map(|&support| &supports[support].sources);
        for &source in sources {
            let known = &mut known[source];
            if known.number == 0 {
                numbers.sources.push(source);
                known.number = numbers.sources.len();
            }
            if known.last_group != Some(index) {
                known.last_group = Some(index);
                group.push(known.number);
            }
        }
        group.sort_unstable();
        numbers.groups.push(group);
    }
    numbers
}

/// What is known of a source so far.
#[derive(Clone, Default)]
struct Known {
    /// 0 until it appears.
    number: usize,
    last_group: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn support(sources: &[usize]) -> Support {
        Support {
            sources: sources.to_vec(),
            ..Support::default()
        }
    }

    #[test]
    fn numbers_follow_first_appearance_and_groups_ascend() {
        let supports = [support(&[4, 2]), support(&[2]), support(&[0, 4])];
        let plan = Plan::from_ends(vec![(9, 1), (5, 0), (12, 2)]);
        let groups: [&[usize]; 2] = [&[0], &[1, 2]];
        let numbers = number(&plan, &supports, groups.into_iter());
        assert_eq!(numbers.sources, [4, 2, 0]);
        assert_eq!(numbers.groups, [vec![1, 2], vec![1, 2, 3]]);
    }
}
