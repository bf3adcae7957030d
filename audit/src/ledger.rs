//! Findings about many things of one row: defects with examples, and figures.

use crate::defect::Defect;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Number of examples of each defect that are kept.
const EXAMPLES: usize = 3;

/// The findings about one thing.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    /// Its seed, where the audit reads it from the thing itself.
    pub(crate) seed: Option<u64>,
    pub(crate) defects: Vec<(Defect, String)>,
    /// Figures of which the mean and the extremes are told.
    pub(crate) numbers: Vec<(&'static str, u64)>,
    /// Things that are counted by name.
    pub(crate) names: Vec<(&'static str, String)>,
}

impl Judged {
    /// Reads what a line holds and has it gone over; what cannot be read is a defect.
    pub(crate) fn read<T: DeserializeOwned>(line: &str, over: impl Fn(&T, &mut Self)) -> Self {
        let mut judged = Self::default();
        match serde_json::from_str(line) {
            Ok(thing) => over(&thing, &mut judged),
            Err(error) => judged.fail(Defect::Form, error.to_string()),
        }
        judged
    }

    /// Notes a defect.
    pub(crate) fn fail(&mut self, defect: Defect, what: impl Into<String>) {
        self.defects.push((defect, what.into()));
    }

    /// Notes a defect where something is not as it should be.
    pub(crate) fn expect<S: Into<String>>(
        &mut self,
        right: bool,
        defect: Defect,
        what: impl FnOnce() -> S,
    ) {
        if !right {
            self.fail(defect, what());
        }
    }

    /// Notes a defect where something failed, in the words it failed with.
    pub(crate) fn hold(&mut self, defect: Defect, what: Result<(), String>) {
        what.unwrap_or_else(|what| self.fail(defect, what));
    }

    /// Notes a figure.
    pub(crate) fn number(&mut self, of: &'static str, number: usize) {
        self.numbers.push((of, number as u64));
    }

    /// Counts something by name.
    pub(crate) fn name(&mut self, of: &'static str, name: impl Into<String>) {
        self.names.push((of, name.into()));
    }

    /// The kinds of defects, each once, in order.
    #[cfg(test)]
    pub(crate) fn kinds(&self) -> Vec<Defect> {
        let kinds: std::collections::BTreeSet<Defect> = self.defects.iter().map(|d| d.0).collect();
        kinds.into_iter().collect()
    }
}

/// Number of times that each number came.
#[derive(Debug, Default)]
pub(crate) struct Numbers(BTreeMap<u64, u64>);

impl Numbers {
    /// Number of numbers that came.
    pub(crate) fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The mean; 0 of nothing.
    pub(crate) fn mean(&self) -> f64 {
        let sum: u64 = self.0.iter().map(|(number, count)| number * count).sum();
        sum as f64 / self.count().max(1) as f64
    }

    /// The median, the upper one of two; 0 of nothing.
    pub(crate) fn median(&self) -> u64 {
        let mut left = self.count() / 2;
        let mut numbers = self.0.iter();
        let median = numbers.find(|(_, count)| {
            let here = left < **count;
            left = left.saturating_sub(**count);
            here
        });
        median.map_or(0, |(number, _)| *number)
    }

    /// The mean with all numbers, or with the extremes of many.
    fn told(&self) -> String {
        let all = || self.0.iter().map(|(number, count)| format!("{number}\u{d7}{count}"));
        let mean = self.mean();
        match (self.0.keys().next(), self.0.keys().last()) {
            (Some(least), Some(most)) if self.0.len() > 16 => {
                format!("mean {mean:.2}, {least} to {most}")
            }
            _ => format!("mean {mean:.2}; {}", all().collect::<Vec<_>>().join(" ")),
        }
    }
}

/// The sum of many judgements. The order in which they come makes no difference.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Number of things that were judged.
    pub(crate) things: u64,
    pub(crate) defects: BTreeMap<Defect, (usize, Vec<(u64, String)>)>,
    pub(crate) numbers: BTreeMap<&'static str, Numbers>,
    names: BTreeMap<&'static str, BTreeMap<String, u64>>,
    /// Of each seed that came, the hash of its line.
    pub(crate) prints: BTreeMap<u64, u64>,
}

impl Tally {
    /// Counts one thing; a defect that it has several times counts once.
    pub(crate) fn add(&mut self, seed: u64, print: u64, judged: Judged) {
        self.things += 1;
        self.prints.insert(seed, print);
        let mut seen = Vec::new();
        for (defect, what) in judged.defects {
            if !seen.contains(&defect) {
                seen.push(defect);
                self.fail(defect, seed, what);
            }
        }
        for (of, number) in judged.numbers {
            *self.numbers.entry(of).or_default().0.entry(number).or_default() += 1;
        }
        for (of, name) in judged.names {
            *self.names.entry(of).or_default().entry(name).or_default() += 1;
        }
    }

    /// Counts one defect.
    pub(crate) fn fail(&mut self, defect: Defect, seed: u64, what: String) {
        self.insert(defect, 1, vec![(seed, what)]);
    }

    fn insert(&mut self, defect: Defect, more: usize, examples: Vec<(u64, String)>) {
        let (count, kept) = self.defects.entry(defect).or_default();
        *count += more;
        kept.extend(examples);
        kept.sort();
        kept.truncate(EXAMPLES);
    }

    /// Counts the seeds of which another run printed something else.
    pub(crate) fn compare(&mut self, again: Self) {
        for (seed, print) in again.prints {
            if self.prints.get(&seed) != Some(&print) {
                let what = "another line with another number of threads";
                self.fail(Defect::Differs, seed, what.to_owned());
            }
        }
        for (defect, (count, examples)) in again.defects {
            self.insert(defect, count, examples);
        }
    }

    /// Number of things that have a defect.
    pub(crate) fn count(&self, defect: Defect) -> usize {
        self.defects.get(&defect).map_or(0, |defect| defect.0)
    }

    /// The numbers under a name; none is like nothing.
    pub(crate) fn of(&self, name: &str) -> &Numbers {
        const NONE: &Numbers = &Numbers(BTreeMap::new());
        self.numbers.get(name).unwrap_or(NONE)
    }

    /// The figures, a line for each.
    pub(crate) fn figures(&self) -> impl Iterator<Item = String> + '_ {
        let numbers = self.numbers.iter().map(|(of, numbers)| format!("{of}: {}", numbers.told()));
        let names = self.names.iter().map(|(of, counts)| {
            let all = counts.iter().map(|(name, count)| format!("{name} {count}"));
            format!("{of}: {}", all.collect::<Vec<_>>().join(", "))
        });
        numbers.chain(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Defect::*;

    fn judged(number: usize, kinds: &[Defect]) -> Judged {
        let mut judged = Judged::default();
        kinds.iter().for_each(|kind| judged.fail(*kind, "x"));
        judged.number("n", number);
        judged
    }

    #[test]
    fn tallies_add_up_in_any_order() {
        let mut all = Tally::default();
        all.add(5, 0, judged(10, &[Losable, Losable]));
        all.add(4, 0, judged(20, &[Losable]));
        all.add(3, 0, judged(60, &[Tree]));
        all.add(2, 0, judged(30, &[Losable]));
        all.add(1, 0, judged(30, &[Losable]));
        assert_eq!([Losable, Tree, Map].map(|kind| all.count(kind)), [4, 1, 0]);
        let seeds: Vec<_> = all.defects[&Losable].1.iter().map(|(seed, _)| *seed).collect();
        assert_eq!(seeds, [1, 2, 4]);
        assert_eq!((all.of("n").mean(), all.of("n").median()), (30.0, 30));
        assert_eq!((all.of("m").mean(), all.of("m").median()), (0.0, 0));
    }

    #[test]
    fn other_bytes_of_a_seed_are_seen() {
        let (mut tally, mut again) = (Tally::default(), Tally::default());
        tally.add(3, 77, Judged::default());
        assert!(tally.defects.is_empty());
        again.add(3, 78, Judged::default());
        tally.compare(again);
        assert_eq!(tally.count(Differs), 1);
    }
}
