//! Numbers: by first appearance in the document, to placed sources only.

use std::collections::HashSet;

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
pub(crate) fn number(plan: &Plan, supports: &[Support], groups: &[Vec<usize>]) -> Numbers {
    let most = supports.iter().flat_map(|support| &support.sources).max();
    let mut number_of: Vec<usize> = vec![0; most.map_or(0, |most| most + 1)];
    let mut numbers = Numbers::default();
    for positions in groups {
        let mut here = HashSet::new();
        let mut group = Vec::new();
        for source in positions
            .iter()
            .flat_map(|&position| &plan.supports_at[position])
            .flat_map(|&support| &supports[support].sources)
        {
            if number_of[*source] == 0 {
                numbers.sources.push(*source);
                number_of[*source] = numbers.sources.len();
            }
            if here.insert(*source) {
                group.push(number_of[*source]);
            }
        }
        group.sort_unstable();
        numbers.groups.push(group);
    }
    numbers
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
        let plan = Plan {
            positions: vec![5, 9, 12],
            supports_at: vec![vec![0], vec![1], vec![2]],
            ..Plan::default()
        };
        let numbers = number(&plan, &supports, &[vec![0], vec![1, 2]]);
        assert_eq!(numbers.sources, [4, 2, 0]);
        assert_eq!(numbers.groups, [vec![1, 2], vec![1, 2, 3]]);
    }
}
