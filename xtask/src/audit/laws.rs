//! Runs the program over seeds, checks every line with the referee, and prints a table by law.

use crate::root::quandary;
use anyhow::{Context, Result, anyhow};
use referee::Report;
use referee::fault::Law;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Number of printed examples per fault.
const EXAMPLES: usize = 3;
/// The laws that the runner checks itself: every seed has a line, and threads do not change it.
const MISSING: &str = "missing";
const DIFFERS: &str = "differs";

/// The common options of all audits.
#[derive(clap::Args)]
pub(super) struct Sweep {
    /// The number of seeds per row
    #[arg(long, value_name = "N", default_value = "10000")]
    pub(super) seeds: NonZero<u64>,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    first: u64,
    /// The program to run; by default the one beside this one
    #[arg(long, value_name = "FILE", display_order = 99)]
    bin: Option<PathBuf>,
    /// Only rows with this in their names
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// The number of threads for the checks
    #[arg(long, value_name = "N", default_value = "2")]
    threads: NonZero<usize>,
}

/// The check of a line with its seed.
pub(super) type Check<'a> = dyn Fn(u64, &str) -> Report + Sync + 'a;

/// A row: the arguments of the program, and the check of a line.
pub(super) struct Row<'a> {
    pub(super) name: String,
    /// The arguments of the program, without the seeds.
    pub(super) words: Vec<String>,
    pub(super) seeds: u64,
    /// True if the program may refuse a seed, with a reason.
    pub(super) refusable: bool,
    /// True to generate the first seeds again with another number of threads.
    pub(super) again: bool,
    pub(super) check: Box<Check<'a>>,
}

/// The findings of a row.
#[derive(Default)]
struct Tally {
    /// The hash of the line of each seed.
    lines: BTreeMap<u64, u64>,
    /// For each law, the number of lines that break it, with examples.
    faults: BTreeMap<&'static str, (usize, Vec<String>)>,
    /// For each law, the number of undecided questions.
    open: BTreeMap<&'static str, usize>,
    decided: usize,
    refused: usize,
}

impl Tally {
    fn add(&mut self, seed: u64, line: &str, report: Report) {
        let mut hasher = DefaultHasher::new();
        line.hash(&mut hasher);
        self.lines.insert(seed, hasher.finish());
        self.decided += report.decided;
        report.open.iter().for_each(|law| *self.open.entry(law).or_default() += 1);
        let mut seen = BTreeSet::new();
        for fault in report.faults.into_iter().filter(|fault| seen.insert(fault.law)) {
            self.fault(fault.law, format!("seed {seed}: {}", fault.what));
        }
    }

    fn fault(&mut self, law: &'static str, what: String) {
        let (count, examples) = self.faults.entry(law).or_default();
        *count += 1;
        examples.push(what);
        examples.sort();
        examples.truncate(EXAMPLES);
    }
}

impl Sweep {
    /// Checks all rows and prints the table. The exit code is a failure if any law is broken.
    pub(super) fn run<'a>(
        &self,
        laws: &[Law],
        rows: impl Iterator<Item = Row<'a>>,
    ) -> Result<ExitCode> {
        let program = quandary(self.bin.as_deref())?;
        let mut done = Vec::new();
        for row in rows.filter(|row| row.name.contains(&self.only)) {
            eprintln!("{}: {} seeds", row.name, row.seeds);
            let tally = self.row(&program, &row)?;
            done.push((row.name, tally));
        }
        println!("{}", table(laws, &done));
        let clean = done.iter().all(|(_, tally)| tally.faults.is_empty());
        Ok(if clean && !done.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn row(&self, program: &Path, row: &Row<'_>) -> Result<Tally> {
        let more: &[&str] = if row.again { &["--threads", "0"] } else { &[] };
        let mut tally = self.lines(program, row, row.seeds, more, &row.check)?;
        if row.again {
            let sample = row.seeds.min(20.max(row.seeds / 20));
            let pass = |_, _: &str| Report::default();
            let again = self.lines(program, row, sample, &["--threads", "1"], &pass)?;
            for (seed, hash) in again.lines {
                if tally.lines.get(&seed) != Some(&hash) {
                    tally.fault(DIFFERS, format!("seed {seed}: another number of threads"));
                }
            }
        }
        Ok(tally)
    }

    /// Runs the program once and checks every printed line, on several threads.
    fn lines(
        &self,
        program: &Path,
        row: &Row<'_>,
        seeds: u64,
        more: &[&str],
        check: &Check<'_>,
    ) -> Result<Tally> {
        let (first, count) = (self.first.to_string(), seeds.to_string());
        let mut child = Command::new(program)
            .args(&row.words)
            .args(["--seed", &first, "--count", &count, "--format", "json"])
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(if row.refusable { Stdio::null() } else { Stdio::inherit() })
            .spawn()
            .with_context(|| format!("cannot run {}", program.display()))?;
        let output = child.stdout.take().context("the program has no standard output")?;
        let texts = Mutex::new(texts(BufReader::new(output), seeds == 1));
        let tally = Mutex::new(Tally::default());
        let work = || -> Result<()> {
            loop {
                let next = texts.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(text) = next.transpose().context("cannot read the program")? else {
                    return Ok(());
                };
                let seed = seed(&text).unwrap_or(0);
                let report = check(seed, &text);
                tally.lock().unwrap_or_else(PoisonError::into_inner).add(seed, &text, report);
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.get()).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| {
                worker.join().map_err(|_| anyhow!("a thread of the audit fell over"))?
            })
        })?;
        let status = child.wait().context("the program is lost")?;
        let mut tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let asked = self.first..self.first.saturating_add(seeds);
        let absent: Vec<u64> = asked.filter(|seed| !tally.lines.contains_key(seed)).collect();
        for seed in absent {
            match row.refusable {
                true => tally.refused += 1,
                false => tally.fault(MISSING, format!("seed {seed}: {status}")),
            }
        }
        let refused = row.refusable && status.code() == Some(11);
        if !status.success() && !refused {
            tally.fault(MISSING, format!("the program ended with {status}"));
        }
        Ok(tally)
    }
}

/// The printed texts: one line per seed, or the whole output for a single seed.
fn texts(mut reader: impl BufRead, one: bool) -> impl Iterator<Item = std::io::Result<String>> {
    std::iter::from_fn(move || {
        let mut text = String::new();
        let length = match one {
            true => reader.read_to_string(&mut text),
            false => reader.read_line(&mut text),
        };
        length.map(|length| (length > 0).then_some(text)).transpose()
    })
}

/// The seed of a line.
fn seed(text: &str) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct Seeded {
        seed: u64,
    }
    serde_json::from_str::<Seeded>(text).ok().map(|thing| thing.seed)
}

/// The table: a line per law, a column per row, and examples of faults.
fn table(laws: &[Law], rows: &[(String, Tally)]) -> String {
    let runner = [
        (MISSING, "a line is printed for every seed"),
        (DIFFERS, "the same seed gives the same bytes"),
    ];
    let mut text =
        format!("{:<12} {:>7} {:>5} {:>5}  which says that\n", "law", "faults", "rows", "open");
    for (law, meaning) in laws.iter().chain(&runner) {
        let counts = rows.iter().map(|(_, tally)| tally.faults.get(law).map_or(0, |found| found.0));
        let counts: Vec<usize> = counts.collect();
        let open: usize = rows.iter().filter_map(|(_, tally)| tally.open.get(law)).sum();
        let broken = counts.iter().filter(|count| **count > 0).count();
        let faults: usize = counts.iter().sum();
        text.push_str(&format!("{law:<12} {faults:>7} {broken:>5} {open:>5}  {meaning}\n"));
    }
    for (name, tally) in rows {
        let faults: usize = tally.faults.values().map(|found| found.0).sum();
        text.push_str(&format!("\n{name}: {} checked, {faults} faults", tally.lines.len()));
        if tally.decided > 0 {
            text.push_str(&format!(", {} claims decided", tally.decided));
        }
        if tally.refused > 0 {
            text.push_str(&format!(", {} seeds refused", tally.refused));
        }
        for (law, (count, examples)) in &tally.faults {
            text.push_str(&format!("\n  {law}, {count} times"));
            examples.iter().for_each(|example| text.push_str(&format!("\n    {example}")));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_counted_once_a_line_and_told_with_examples() {
        let mut tally = Tally::default();
        let mut report = Report::default();
        for what in ["first", "second"] {
            report.faults.push(referee::Fault { law: "kinds", what: what.to_owned() });
        }
        report.open.push("claim");
        tally.add(7, "{}", report.clone());
        tally.add(8, "{}", report);
        let text = table(
            &[("kinds", "kinds fit"), ("claim", "claims are true")],
            &[("cave".to_owned(), tally)],
        );
        assert!(
            text.contains("cave: 2 checked, 2 faults") && text.contains("seed 7: first"),
            "{text}"
        );
        let line = |law: &str| {
            text.lines().find(|line| line.starts_with(law)).unwrap_or_default().to_owned()
        };
        let words = line("kinds");
        assert_eq!(words.split_whitespace().take(4).collect::<Vec<_>>(), ["kinds", "2", "1", "0"]);
        assert_eq!(line("claim").split_whitespace().nth(3), Some("2"));
    }

    #[test]
    fn one_thing_alone_need_not_be_compact() {
        let texts: Vec<_> = texts("{\n}\n".as_bytes(), true).map(Result::unwrap).collect();
        assert_eq!(texts, ["{\n}\n"]);
        assert_eq!((seed("{\"seed\": 5, \"more\": []}"), seed("{}")), (Some(5), None));
    }
}
