//! The sum of many judgements of one kind of dungeon, and what it is held against.

use super::asking::Finding;
use super::figures::Figures;
use super::judge::Judged;
use super::patterns::PATTERNS;
use std::collections::{BTreeMap, BTreeSet};

/// Number of examples of each fault that are printed.
const EXAMPLES: usize = 4;
/// Number of rooms of which the silhouettes are compared, and the least number of different ones.
const SILHOUETTES: (usize, usize) = (200, 40);

/// The faults of claims, proofs and plans, and of lists without which these say nothing.
const PROOFS: [&str; 12] = [
    "claim",
    "contents",
    "cost",
    "cycle",
    "edges",
    "form",
    "losable",
    "needs",
    "passages",
    "proof",
    "unwinnable",
    "walkthrough",
];

/// The figure that tells many dungeons.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// Parts over wholes, summed over the dungeons.
    Pooled,
    Median,
}

/// The figures that are of many dungeons: kinds of holders over all families, patterns over fifty.
const HOLDERS: &str = "kinds of holders";
const LOOPS: &str = "patterns of ten";
const LOOPED: usize = 50;
/// The figure of peaceful places.
pub(super) const PEACE: &str = "a house without enemies";

/// The figures: name, how they are told, and the least to be reached.
pub(super) const ROWS: [(&str, Told, f64); 32] = [
    ("an arc of six", Told::Pooled, 1.0),
    ("five kinds of gate", Told::Pooled, 1.0),
    ("no kind over 40 %", Told::Pooled, 1.0),
    ("keys in holders", Told::Pooled, 0.7),
    ("no holder twice", Told::Pooled, 1.0),
    ("holders on the tiles", Told::Pooled, 1.0),
    (HOLDERS, Told::Pooled, 10.0),
    (LOOPS, Told::Pooled, 8.0),
    ("locks met before", Told::Pooled, 0.6),
    ("a block room", Told::Pooled, 0.8),
    ("blocks with work", Told::Pooled, 1.0),
    ("gates of four pushes", Told::Pooled, 1.0),
    ("drops not needed", Told::Pooled, 1.0),
    ("drops that shorten", Told::Pooled, 1.0),
    ("item needed", Told::Pooled, 1.0),
    ("item at 1/3 to 2/3", Told::Pooled, 1.0),
    ("three ask for the item", Told::Pooled, 1.0),
    ("water seen before", Told::Pooled, 1.0),
    ("two flips", Told::Pooled, 0.5),
    ("secrets halved", Told::Pooled, 1.0),
    ("secrets save 15 %", Told::Pooled, 0.5),
    ("treasures to be had", Told::Pooled, 1.0),
    ("treasures with a price", Told::Pooled, 1.0),
    (PEACE, Told::Pooled, 1.0),
    ("load rises", Told::Median, 0.6),
    ("load falls", Told::Median, 0.25),
    ("rest before the boss", Told::Pooled, 1.0),
    ("mini-boss before the item", Told::Pooled, 1.0),
    ("no plain rectangle", Told::Pooled, 0.3),
    ("doorways off the middle", Told::Pooled, 0.3),
    ("no silhouette thrice", Told::Pooled, 1.0),
    ("silhouettes of 200 rooms", Told::Pooled, 40.0),
];

/// Judgements of one kind of dungeon.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) name: String,
    pub(super) dungeons: usize,
    rooms: usize,
    /// The seeds that were refused, with why.
    pub(super) refused: Vec<(u64, String)>,
    /// Of each kind of claim how many hold, are false, are not decided.
    pub(super) claims: BTreeMap<String, [usize; 3]>,
    /// Other questions that were not decided.
    pub(super) open: usize,
    /// Of each kind of fault the dungeons that have it, with examples.
    pub(super) faults: BTreeMap<&'static str, (usize, Vec<String>)>,
    pub(super) figures: Vec<Figures>,
    pub(super) looked: usize,
    /// True of the sum of all families.
    is_whole: bool,
    /// Number of seeds of which a later attempt was asked for, the first being refused.
    pub(super) again: usize,
    /// Seconds of processor time of the audit.
    pub(super) seconds: f64,
}

impl Sum {
    pub(super) fn new(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// Counts a dungeon.
    pub(super) fn add(&mut self, judged: Judged) {
        self.dungeons += 1;
        self.rooms += judged.rooms;
        self.looked += judged.looked;
        self.open += judged.open.len();
        for (name, finding) in judged.claims {
            let place = match finding {
                Finding::Holds => 0,
                Finding::False(_) => 1,
                Finding::Undecided => 2,
            };
            self.claims.entry(name).or_default()[place] += 1;
        }
        let mut seen = BTreeSet::new();
        for (fault, what) in judged.faults {
            let (count, examples) = self.faults.entry(fault).or_default();
            *count += usize::from(seen.insert(fault));
            let example = format!("seed {}: {what}", judged.seed);
            if examples.len() < EXAMPLES {
                examples.push(example);
            }
        }
        self.figures.push(judged.figures);
    }

    /// All of some sums, which are of all families.
    pub(super) fn of_all(sums: &[Self]) -> Self {
        let mut all = Self { is_whole: true, ..Self::new("all".to_owned()) };
        for sum in sums {
            all.dungeons += sum.dungeons;
            all.rooms += sum.rooms;
            all.open += sum.open;
            all.looked += sum.looked;
            all.again += sum.again;
            all.seconds += sum.seconds;
            all.figures.extend(sum.figures.iter().cloned());
            for (name, counts) in &sum.claims {
                let whole = all.claims.entry(name.clone()).or_default();
                whole.iter_mut().zip(counts).for_each(|(whole, part)| *whole += part);
            }
            for (fault, (count, _)) in &sum.faults {
                all.faults.entry(fault).or_default().0 += count;
            }
        }
        all
    }

    /// True if every figure reaches its least, as far as it is one of this sum, and every seed has a dungeon.
    pub(super) fn is_full(&self) -> bool {
        let reaches = |(name, told, least): &(&str, Told, f64)| {
            self.value(name, *told).is_none_or(|value| !is_short(value, *least))
        };
        self.refused.is_empty() && self.dungeons > 0 && ROWS.iter().all(reaches)
    }

    /// True if nothing that was judged is wrong.
    pub(super) fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// True if nothing is wrong with claims, proofs and plans.
    pub(super) fn is_proved(&self) -> bool {
        PROOFS.iter().all(|fault| !self.faults.contains_key(fault))
    }

    /// The value of a figure; none where nothing was counted.
    pub(super) fn value(&self, name: &str, told: Told) -> Option<f64> {
        if name == HOLDERS {
            let different = self.counts(|figures| strings(&figures.holders)).len();
            return self.is_whole.then_some(different as f64);
        }
        if name == LOOPS {
            let patterns = self.counts(|figures| strings(&figures.patterns));
            let known = PATTERNS.iter().filter(|pattern| patterns.contains_key(*pattern)).count();
            return (self.dungeons >= LOOPED).then_some(known as f64);
        }
        if name == "silhouettes of 200 rooms" {
            let all = self.figures.iter().flat_map(|figures| &figures.silhouettes);
            let some: Vec<_> = all.take(SILHOUETTES.0).collect();
            let different = some.iter().collect::<BTreeSet<_>>().len();
            return (some.len() == SILHOUETTES.0).then_some(different as f64);
        }
        let shares = self.figures.iter().filter_map(|figures| figures.shares.get(name));
        let shares: Vec<(f64, f64)> = shares.copied().filter(|(_, whole)| *whole > 0.0).collect();
        if shares.is_empty() {
            return None;
        }
        Some(match told {
            Told::Pooled => {
                let sum =
                    shares.iter().fold((0.0, 0.0), |sum, share| (sum.0 + share.0, sum.1 + share.1));
                sum.0 / sum.1
            }
            Told::Median => {
                let mut values: Vec<f64> =
                    shares.iter().map(|(part, whole)| part / whole).collect();
                values.sort_by(f64::total_cmp);
                f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2])
            }
        })
    }

    /// Number of times that each name came.
    pub(super) fn counts<'a>(
        &'a self,
        names: impl Fn(&'a Figures) -> Vec<&'a str>,
    ) -> BTreeMap<&'a str, usize> {
        let mut counts = BTreeMap::new();
        for name in self.figures.iter().flat_map(names) {
            *counts.entry(name).or_default() += 1;
        }
        counts
    }
}

/// True if a value misses what is to be reached.
pub(super) fn is_short(value: f64, least: f64) -> bool {
    value + 1e-9 < least
}

/// Names as they are counted.
pub(super) fn strings(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::super::table::table;
    use super::*;

    fn judged(fault: &'static str, finding: Finding, share: (f64, f64)) -> Judged {
        let mut judged = Judged { seed: 7, rooms: 9, ..Judged::default() };
        judged.faults.push((fault, "somewhere".to_owned()));
        judged.claims.push(("needed".to_owned(), finding));
        judged.figures.shares.insert("load rises", share);
        judged.figures.shares.insert("keys in holders", share);
        judged
    }

    #[test]
    fn dungeons_are_summed_and_what_is_wrong_is_told() {
        let mut sum = Sum::new("cave 9".to_owned());
        sum.add(judged("kind", Finding::Holds, (1.0, 2.0)));
        sum.add(judged("kind", Finding::Undecided, (6.0, 8.0)));
        assert!(sum.is_proved() && !sum.is_clean());
        sum.add(judged("claim", Finding::False(String::new()), (0.0, 0.0)));
        assert!(!sum.is_proved());
        let figures = ["load rises", "keys in holders"].map(|name| {
            ROWS.iter().find(|row| row.0 == name).and_then(|row| sum.value(row.0, row.1))
        });
        assert_eq!(figures, [Some(0.625), Some(0.7)]);
        sum.refused.push((3, "too large".to_owned()));
        let text = table(&[sum]);
        let line = |name: &str| {
            text.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_default()
        };
        assert!(line("claim needed").ends_with("3/1/1"), "{text}");
        assert!(line("WRONG kind").ends_with('2') && line("WRONG claim").ends_with('1'), "{text}");
        assert!(line("keys in holders").ends_with("0.70"), "{text}");
        assert!(text.contains("cave 9 claim: seed 7: somewhere"), "{text}");
        assert!(text.ends_with("cave 9 refused: seed 3: too large"), "{text}");
    }
}
