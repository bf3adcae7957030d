//! The sum of many judgements of one kind of dungeon, and the table of several kinds.

use super::asking::Finding;
use super::figures::Figures;
use super::judge::Judged;
use super::kinds::GATES;
use super::patterns::PATTERNS;
use crate::sheet::align;
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
enum Told {
    /// Parts over wholes, summed over the dungeons.
    Pooled,
    Median,
}

/// The figures: name, how they are told, and the least to be reached.
const ROWS: [(&str, Told, f64); 26] = [
    ("an arc of six", Told::Pooled, 1.0),
    ("five kinds of gate", Told::Pooled, 1.0),
    ("no kind over 40 %", Told::Pooled, 1.0),
    ("keys in holders", Told::Pooled, 0.7),
    ("no holder twice", Told::Pooled, 1.0),
    ("locks met before", Told::Pooled, 0.6),
    ("a block room", Told::Pooled, 0.8),
    ("blocks with work", Told::Pooled, 1.0),
    ("gates of four pushes", Told::Pooled, 1.0),
    ("drops not needed", Told::Pooled, 1.0),
    ("drops that shorten", Told::Pooled, 1.0),
    ("item at 1/3 to 2/3", Told::Pooled, 1.0),
    ("three ask for the item", Told::Pooled, 1.0),
    ("water seen before", Told::Pooled, 1.0),
    ("two flips", Told::Pooled, 0.5),
    ("secrets halved", Told::Pooled, 1.0),
    ("secrets save 15 %", Told::Pooled, 0.5),
    ("treasures to be had", Told::Pooled, 1.0),
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
    name: String,
    dungeons: usize,
    rooms: usize,
    /// The seeds that were refused, with why.
    pub(super) refused: Vec<(u64, String)>,
    /// Of each kind of claim how many hold, are false, are not decided.
    claims: BTreeMap<String, [usize; 3]>,
    /// Other questions that were not decided.
    open: usize,
    /// Of each kind of fault the dungeons that have it, with examples.
    faults: BTreeMap<&'static str, (usize, Vec<String>)>,
    figures: Vec<Figures>,
    looked: usize,
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

    /// True if nothing that was judged is wrong.
    pub(super) fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// True if nothing is wrong with claims, proofs and plans.
    pub(super) fn is_proved(&self) -> bool {
        PROOFS.iter().all(|fault| !self.faults.contains_key(fault))
    }

    /// The value of a figure; none where nothing was counted.
    fn value(&self, name: &str, told: Told) -> Option<f64> {
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
    fn counts<'a>(
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

/// A line: its head, and a cell for each sum.
fn line(head: &str, sums: &[Sum], cell: impl Fn(&Sum) -> String) -> Vec<String> {
    [head.to_owned()].into_iter().chain(sums.iter().map(cell)).collect()
}

/// The whole table with examples of what is wrong.
pub(super) fn table(sums: &[Sum]) -> String {
    let mut lines = vec![line("", sums, |sum| sum.name.clone())];
    lines.push(line("dungeons", sums, |sum| sum.dungeons.to_string()));
    lines.push(line("refused", sums, |sum| sum.refused.len().to_string()));
    lines.push(line("audited, ms each", sums, |sum| {
        format!("{:.0}", 1000.0 * sum.seconds / sum.dungeons.max(1) as f64)
    }));
    lines.push(line("states looked at, thousands each", sums, |sum| {
        (sum.looked / 1000 / sum.dungeons.max(1)).to_string()
    }));
    lines.extend(faults(sums));
    lines.extend(claims(sums));
    lines.extend(figures(sums));
    lines.extend(names("pattern", sums, &PATTERNS, |figures| {
        figures.patterns.iter().map(String::as_str).collect()
    }));
    lines.extend(names("gate", sums, &GATES, |figures| figures.kinds.clone()));
    let held: BTreeSet<&str> = sums
        .iter()
        .flat_map(|sum| &sum.figures)
        .flat_map(|figures| &figures.holders)
        .map(String::as_str)
        .collect();
    let held: Vec<&str> = held.into_iter().collect();
    lines.extend(names("holder", sums, &held, |figures| {
        figures.holders.iter().map(String::as_str).collect()
    }));
    align(&lines) + &examples(sums)
}

fn faults(sums: &[Sum]) -> Vec<Vec<String>> {
    let kinds: BTreeSet<&str> = sums.iter().flat_map(|sum| sum.faults.keys().copied()).collect();
    let count = |sum: &Sum, kind: &str| sum.faults.get(kind).map_or(0, |fault| fault.0).to_string();
    kinds
        .into_iter()
        .map(|kind| line(&format!("WRONG {kind}"), sums, |sum| count(sum, kind)))
        .collect()
}

fn claims(sums: &[Sum]) -> Vec<Vec<String>> {
    let kinds: BTreeSet<&String> = sums.iter().flat_map(|sum| sum.claims.keys()).collect();
    let count = |sum: &Sum, kind: &String| {
        let [holds, wrong, open] = sum.claims.get(kind).copied().unwrap_or_default();
        format!("{}/{wrong}/{open}", holds + wrong + open)
    };
    let lines = kinds.into_iter().map(|kind| {
        line(&format!("claim {kind}: asked/false/not decided"), sums, |sum| count(sum, kind))
    });
    let open = line("unlosable or walk: not decided", sums, |sum| sum.open.to_string());
    lines.chain([open]).collect()
}

fn figures(sums: &[Sum]) -> Vec<Vec<String>> {
    let cell = |sum: &Sum, (name, told, least): (&str, Told, f64)| {
        let Some(value) = sum.value(name, told) else { return "-".to_owned() };
        let short = if value + 1e-9 < least { "!" } else { "" };
        if least > 1.0 { format!("{value:.0}{short}") } else { format!("{value:.2}{short}") }
    };
    let head = |(name, told, least): (&str, Told, f64)| {
        let told = if told == Told::Median { "median " } else { "" };
        let least = if least > 1.0 { format!("{least:.0}") } else { format!("{least:.2}") };
        format!("{name}, {told}at least {least}")
    };
    ROWS.iter().map(|row| line(&head(*row), sums, |sum| cell(sum, *row))).collect()
}

/// Names with how often each came.
fn names(
    what: &str,
    sums: &[Sum],
    all: &[&str],
    of: impl for<'a> Fn(&'a Figures) -> Vec<&'a str>,
) -> Vec<Vec<String>> {
    let of = &of;
    let count = |sum: &Sum, name: &str| sum.counts(of).get(name).copied().unwrap_or(0).to_string();
    all.iter().map(|name| line(&format!("{what} {name}"), sums, |sum| count(sum, name))).collect()
}

fn examples(sums: &[Sum]) -> String {
    let mut text = String::new();
    for sum in sums {
        for (fault, (_, examples)) in &sum.faults {
            for example in examples {
                text.push_str(&format!("\n{} {fault}: {example}", sum.name));
            }
        }
        for (seed, why) in &sum.refused {
            text.push_str(&format!("\n{} refused: seed {seed}: {why}", sum.name));
        }
    }
    text
}

#[cfg(test)]
mod tests {
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
