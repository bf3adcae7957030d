//! What is found about many things of one row: defects with examples, and figures; and the tables.

use crate::clock::Clock;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// How many examples of each defect are kept.
const EXAMPLES: usize = 3;

/// What can be wrong: a column each.
pub(super) trait Column: Copy + Ord + Debug + Send + 'static {
    /// A line that cannot be read, or is not what was asked for.
    const FORM: Self;
    /// The same seed printed other bytes.
    const DIFFERS: Self;
    /// All of them, in the order of the columns.
    fn all() -> Vec<Self>;
    /// The head of the column, and what it means.
    fn words(self) -> (&'static str, &'static str);
}

/// What was found about one thing.
#[derive(Debug)]
pub(super) struct Judged<C> {
    pub(super) defects: Vec<(C, String)>,
    /// Figures of which the mean and the extremes are told.
    pub(super) numbers: Vec<(&'static str, u64)>,
    /// Things that are counted by name.
    pub(super) names: Vec<(&'static str, String)>,
}

impl<C> Default for Judged<C> {
    fn default() -> Self {
        Self { defects: Vec::new(), numbers: Vec::new(), names: Vec::new() }
    }
}

impl<C> Judged<C> {
    /// Notes a defect.
    pub(super) fn fail(&mut self, defect: C, what: impl Into<String>) {
        self.defects.push((defect, what.into()));
    }

    /// Notes a figure.
    pub(super) fn number(&mut self, of: &'static str, number: usize) {
        self.numbers.push((of, number as u64));
    }

    /// Counts something by name.
    pub(super) fn name(&mut self, of: &'static str, name: impl Into<String>) {
        self.names.push((of, name.into()));
    }
}

/// The sum of many judgements. The order in which they come makes no difference.
#[derive(Debug)]
pub(super) struct Tally<C> {
    things: u64,
    defects: BTreeMap<C, (usize, Vec<(u64, String)>)>,
    numbers: BTreeMap<&'static str, BTreeMap<u64, u64>>,
    names: BTreeMap<&'static str, BTreeMap<String, u64>>,
    /// Of each seed, what its line hashes to.
    prints: BTreeMap<u64, u64>,
}

impl<C> Default for Tally<C> {
    fn default() -> Self {
        Self {
            things: 0,
            defects: BTreeMap::new(),
            numbers: BTreeMap::new(),
            names: BTreeMap::new(),
            prints: BTreeMap::new(),
        }
    }
}

impl<C: Column> Tally<C> {
    /// Counts one thing; a defect that it has several times counts once.
    pub(super) fn add(&mut self, seed: u64, print: u64, judged: Judged<C>) {
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
            *self.numbers.entry(of).or_default().entry(number).or_default() += 1;
        }
        for (of, name) in judged.names {
            *self.names.entry(of).or_default().entry(name).or_default() += 1;
        }
    }

    /// Counts one defect.
    pub(super) fn fail(&mut self, defect: C, seed: u64, what: String) {
        self.insert(defect, 1, vec![(seed, what)]);
    }

    fn insert(&mut self, defect: C, more: usize, examples: Vec<(u64, String)>) {
        let (count, kept) = self.defects.entry(defect).or_default();
        *count += more;
        kept.extend(examples);
        kept.sort();
        kept.truncate(EXAMPLES);
    }

    /// Adds what another thread found.
    pub(super) fn merge(&mut self, other: Self) {
        self.things += other.things;
        self.prints.extend(other.prints);
        for (defect, (count, examples)) in other.defects {
            self.insert(defect, count, examples);
        }
        for (of, counts) in other.numbers {
            let sum = self.numbers.entry(of).or_default();
            counts.into_iter().for_each(|(number, count)| *sum.entry(number).or_default() += count);
        }
        for (of, counts) in other.names {
            let sum = self.names.entry(of).or_default();
            counts.into_iter().for_each(|(name, count)| *sum.entry(name).or_default() += count);
        }
    }

    /// Counts the seeds of which another run printed something else.
    pub(super) fn compare(&mut self, again: &Self) {
        for (&seed, print) in &again.prints {
            if self.prints.get(&seed) != Some(print) {
                self.fail(C::DIFFERS, seed, "another line with another number of threads".into());
            }
        }
        for (&defect, (count, examples)) in &again.defects {
            self.insert(defect, *count, examples.clone());
        }
    }

    /// How many things were judged.
    pub(super) fn things(&self) -> u64 {
        self.things
    }

    /// How many things have a defect.
    pub(super) fn count(&self, defect: C) -> usize {
        self.defects.get(&defect).map_or(0, |defect| defect.0)
    }

    /// Whether nothing is wrong.
    pub(super) fn is_clean(&self) -> bool {
        self.defects.is_empty()
    }

    /// The figures, a line for each.
    fn figures(&self) -> Vec<String> {
        let numbers = self.numbers.iter().map(|(of, counts)| {
            let things: u64 = counts.values().sum();
            let sum: u64 = counts.iter().map(|(number, count)| number * count).sum();
            let mean = sum as f64 / things.max(1) as f64;
            let all = || counts.iter().map(|(number, count)| format!("{number}\u{d7}{count}"));
            match (counts.keys().next(), counts.keys().last()) {
                (Some(least), Some(most)) if counts.len() > 16 => {
                    format!("{of}: mean {mean:.2}, {least} to {most}")
                }
                _ => format!("{of}: mean {mean:.2}; {}", all().collect::<Vec<_>>().join(" ")),
            }
        });
        let names = self.names.iter().map(|(of, counts)| {
            let all = counts.iter().map(|(name, count)| format!("{name} {count}"));
            format!("{of}: {}", all.collect::<Vec<_>>().join(", "))
        });
        numbers.chain(names).collect()
    }
}

/// A line for each row, with a column for each defect; then the figures, and examples of what is
/// wrong. Times in seconds of processor time.
pub(super) fn table<C: Column>(what: &str, rows: &[(String, Tally<C>, Clock)]) -> String {
    let all = C::all();
    let heads = ["row", what, "made, s", "audited, s"].into_iter();
    let heads = heads.chain(all.iter().map(|defect| defect.words().0)).map(str::to_owned);
    let mut lines = vec![heads.collect::<Vec<_>>()];
    for (row, tally, time) in rows {
        let mut line = vec![row.clone(), tally.things.to_string()];
        line.extend([time.children, time.own].map(|seconds| format!("{seconds:.2}")));
        line.extend(all.iter().map(|&defect| tally.count(defect).to_string()));
        lines.push(line);
    }
    let mut text = super::table::align(&lines);
    for (row, tally, _) in rows {
        for line in tally.figures() {
            text.push_str(&format!("\n{row}: {line}"));
        }
    }
    for (row, tally, _) in rows {
        for (defect, (_, examples)) in &tally.defects {
            let (head, meaning) = defect.words();
            for (seed, what) in examples {
                text.push_str(&format!("\n{row} seed {seed}: {head} ({meaning}): {what}"));
            }
        }
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::area::Defect;
    use super::*;

    #[test]
    fn what_is_wrong_comes_with_its_seed() {
        let mut tally = Tally::<Defect>::default();
        let mut judged = Judged::default();
        judged.number("puzzles", 3);
        judged.name("kinds", "lever");
        tally.add(3, 77, judged);
        assert!(tally.is_clean());
        let mut again = Tally::<Defect>::default();
        again.add(3, 78, Judged::default());
        tally.compare(&again);
        assert!(!tally.is_clean());
        let text = table("areas", &[("cave".to_owned(), tally, Clock::default())]);
        assert!(
            text.contains("\ncave: puzzles: mean 3.00; 3\u{d7}1\ncave: kinds: lever 1"),
            "{text}"
        );
        assert!(text.contains("\ncave seed 3: differs (the same seed"), "{text}");
    }

    #[test]
    fn a_defect_counts_once_a_thing() {
        let mut tally = Tally::default();
        let mut judged = Judged::default();
        judged.fail(Defect::Gates, "p1");
        judged.fail(Defect::Gates, "p2");
        tally.add(1, 0, judged);
        let mut other = Tally::default();
        other.fail(Defect::Gates, 0, "p3".to_owned());
        tally.merge(other);
        assert_eq!(tally.count(Defect::Gates), 2);
        assert_eq!(tally.defects[&Defect::Gates].1[0], (0, "p3".to_owned()));
    }
}
