//! What was found about all missions of one row.

use super::judge::Judged;
use super::kind::{Failure, Kind};
use std::collections::BTreeMap;

/// How many examples of each kind of failure are kept.
const EXAMPLES: usize = 3;

/// The sum of many judgements. The order in which they come makes no difference.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The seeds of the missions that came.
    pub(super) seeds: Vec<u64>,
    /// Of each kind: how many missions failed, and the examples with the lowest seeds.
    failures: BTreeMap<Kind, (usize, Vec<(u64, String)>)>,
    solutions: Vec<u32>,
    nonlinearity: u64,
    links: u64,
}

impl Tally {
    /// Counts one mission; a kind that it fails several times counts once.
    pub(super) fn add(&mut self, judged: Judged) {
        let mut kinds = Vec::new();
        for failure in judged.failures {
            if !kinds.contains(&failure.kind) {
                kinds.push(failure.kind);
                self.fail(judged.seed.unwrap_or(0), failure);
            }
        }
        if let Some(seed) = judged.seed {
            self.seeds.push(seed);
            self.solutions.extend(judged.solution);
            self.nonlinearity += u64::from(judged.nonlinearity);
            self.links += judged.links as u64;
        }
    }

    /// Counts one failure.
    pub(super) fn fail(&mut self, seed: u64, failure: Failure) {
        let (count, examples) = self.failures.entry(failure.kind).or_default();
        *count += 1;
        examples.push((seed, failure.what));
        examples.sort();
        examples.truncate(EXAMPLES);
    }

    /// Adds the missions of another tally.
    pub(super) fn merge(&mut self, other: Tally) {
        self.seeds.extend(other.seeds);
        self.solutions.extend(other.solutions);
        self.nonlinearity += other.nonlinearity;
        self.links += other.links;
        for (kind, (count, more)) in other.failures {
            let (total, examples) = self.failures.entry(kind).or_default();
            *total += count;
            examples.extend(more);
            examples.sort();
            examples.truncate(EXAMPLES);
        }
    }

    /// How many missions failed in a way.
    pub(super) fn count(&self, kind: Kind) -> usize {
        self.failures.get(&kind).map_or(0, |(count, _)| *count)
    }

    /// The examples of a kind of failure: seeds, and what was wrong.
    pub(super) fn examples(&self, kind: Kind) -> &[(u64, String)] {
        self.failures.get(&kind).map_or(&[], |(_, examples)| examples)
    }

    /// Whether nothing is wrong.
    pub(super) fn is_clean(&self) -> bool {
        self.failures.is_empty()
    }

    /// The mean and the median of the least costs; the upper one of two medians.
    pub(super) fn solution(&self) -> (f64, u32) {
        let mut sorted = self.solutions.clone();
        sorted.sort_unstable();
        let sum: u64 = sorted.iter().copied().map(u64::from).sum();
        (mean(sum, sorted.len()), sorted.get(sorted.len() / 2).copied().unwrap_or(0))
    }

    /// The mean number of rooms entered again.
    pub(super) fn nonlinearity(&self) -> f64 {
        mean(self.nonlinearity, self.seeds.len())
    }

    /// The mean number of links.
    pub(super) fn links(&self) -> f64 {
        mean(self.links, self.seeds.len())
    }
}

/// A mean; 0 of nothing.
fn mean(sum: u64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(seed: u64, solution: u32, kinds: &[Kind]) -> Judged {
        let failures = kinds.iter().map(|kind| Failure::new(*kind, format!("s{seed}"))).collect();
        Judged { seed: Some(seed), failures, solution: Some(solution), nonlinearity: 4, links: 1 }
    }

    #[test]
    fn tallies_add_up_in_any_order() {
        let mut all = Tally::default();
        let mut other = Tally::default();
        all.add(judged(5, 10, &[Kind::Losable, Kind::Losable]));
        all.add(judged(4, 20, &[Kind::Losable]));
        other.add(judged(3, 60, &[Kind::Tree]));
        other.add(judged(2, 30, &[Kind::Losable]));
        other.add(judged(1, 30, &[Kind::Losable]));
        all.merge(other);
        assert_eq!((all.count(Kind::Losable), all.count(Kind::Tree)), (4, 1));
        assert_eq!(all.count(Kind::Map), 0);
        let seeds: Vec<_> = all.examples(Kind::Losable).iter().map(|(seed, _)| *seed).collect();
        assert_eq!(seeds, [1, 2, 4]);
        assert_eq!(all.solution(), (30.0, 30));
        assert_eq!((all.nonlinearity(), all.links()), (4.0, 1.0));
        assert!(!all.is_clean() && Tally::default().is_clean());
        assert_eq!(Tally::default().solution(), (0.0, 0));
    }
}
