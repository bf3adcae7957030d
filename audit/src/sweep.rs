//! Running the program over a row of seeds, and judging every line it prints on several threads.

use crate::clock::Clock;
use crate::defect::Defect;
use crate::ledger::{Judged, Tally};
use crate::program::quandary;
use crate::sheet::{Done, Sheet};
use anyhow::{Context, Result, anyhow};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader};
use std::iter;
use std::num::{NonZero, NonZeroUsize};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The options of every audit.
#[derive(clap::Args)]
pub(crate) struct Seeds {
    /// The number of seeds a row
    #[arg(long = "seeds", value_name = "N", default_value = "10000")]
    count: NonZero<u64>,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    first: u64,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE", display_order = 99)]
    bin: Option<PathBuf>,
}

impl Seeds {
    /// Number of seeds of a row.
    pub(crate) fn count(&self) -> u64 {
        self.count.get()
    }

    /// One thread, nothing asked twice, and what does not come is a fault of form.
    pub(crate) fn sweep(&self) -> Result<Sweep> {
        let (program, first) = (quandary(self.bin.as_deref())?, self.first);
        Ok(Sweep { program, first, threads: NonZeroUsize::MIN, again: false, absent: Defect::Form })
    }
}

/// Judges the line of a seed.
pub(crate) type Judge<'a> = dyn Fn(u64, &str) -> Judged + Sync + 'a;

/// A row: the request to the program, and the judge of the answers.
pub(crate) struct Row<'a> {
    pub(crate) name: String,
    /// The arguments of the program but for the seeds.
    pub(crate) arguments: Vec<String>,
    pub(crate) seeds: u64,
    pub(crate) judge: Box<Judge<'a>>,
    /// A function that finds a fault of the row as a whole.
    pub(crate) remark: fn(&Tally) -> Option<String>,
}

/// The settings that all rows have in common.
pub(crate) struct Sweep {
    pub(crate) program: PathBuf,
    /// The first seed.
    pub(crate) first: u64,
    /// Number of threads that judge.
    pub(crate) threads: NonZero<usize>,
    /// True if the first seeds are asked for again with another number of threads.
    pub(crate) again: bool,
    /// The defect of a seed of which nothing was printed.
    pub(crate) absent: Defect,
}

impl Sweep {
    /// Audits row after row and prints the table; the exit code says whether anything is wrong.
    pub(crate) fn audit<'a>(
        &self,
        sheet: &Sheet,
        rows: impl Iterator<Item = Row<'a>>,
    ) -> Result<ExitCode> {
        let mut done = Vec::new();
        for row in rows {
            eprintln!("{}: {} seeds", row.name, row.seeds);
            let begin = Clock::now();
            let tally = self.row(&row)?;
            let (time, remark) = (Clock::now() - begin, (row.remark)(&tally));
            done.push(Done { name: row.name, tally, time, remark });
        }
        println!("{}", sheet.render(&done));
        let clean = done.iter().all(Done::is_clean);
        Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Runs the program over the seeds and judges every line; then runs it over the first of them
    /// again, and compares.
    fn row(&self, row: &Row<'_>) -> Result<Tally> {
        if !self.again {
            return self.run(row, row.seeds, &[], &row.judge);
        }
        let mut tally = self.run(row, row.seeds, &["--threads", "0"], &row.judge)?;
        let sample = row.seeds.min(20.max(row.seeds / 20));
        let again = self.run(row, sample, &["--threads", "1"], &|_, _| Judged::default())?;
        tally.compare(again);
        Ok(tally)
    }

    /// Runs the program once.
    fn run(&self, row: &Row<'_>, seeds: u64, more: &[&str], judge: &Judge<'_>) -> Result<Tally> {
        let (first, count) = (self.first.to_string(), seeds.to_string());
        let mut child = Command::new(&self.program)
            .args(&row.arguments)
            .args(["--seed", &first, "--count", &count, "--format", "json"])
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {}", self.program.display()))?;
        let judged = self.judge_all(&mut child, seeds, judge);
        if judged.is_err() {
            let _ = child.kill(); // nobody reads it any more; that it ended by itself is no matter
        }
        let status = child.wait().context("the program is lost")?;
        let mut tally = judged?;
        missing(&mut tally, self.first, seeds, self.absent);
        if !status.success() {
            tally.fail(self.absent, self.first, format!("the program ended with {status}"));
        }
        Ok(tally)
    }

    /// Judges what a running program prints.
    fn judge_all(&self, child: &mut Child, seeds: u64, judge: &Judge<'_>) -> Result<Tally> {
        let output = child.stdout.take().context("the program has no standard output")?;
        let reader = BufReader::with_capacity(1 << 18, output);
        let lines = Mutex::new((self.first..).zip(texts(reader, seeds == 1)));
        let tally = Mutex::new(Tally::default());
        thread::scope(|scope| {
            let work = || judge_lines(&lines, judge, self.again, &tally);
            let workers: Vec<_> = (0..self.threads.get()).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| {
                worker.join().map_err(|_| anyhow!("a thread of the audit fell over"))?
            })
        })?;
        Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The texts that the program prints, one of each seed: a line, or everything where there is but one, which then
/// need not be compact.
fn texts(mut reader: impl BufRead, one: bool) -> impl Iterator<Item = io::Result<String>> {
    iter::from_fn(move || {
        let mut text = String::new();
        let length = match one {
            true => reader.read_to_string(&mut text),
            false => reader.read_line(&mut text),
        };
        length.map(|length| (length > 0).then_some(text)).transpose()
    })
}

/// Judges texts until none is left, and keeps the hash of each where they will be compared.
fn judge_lines(
    lines: &Mutex<impl Iterator<Item = (u64, io::Result<String>)>>,
    judge: &Judge<'_>,
    hashed: bool,
    tally: &Mutex<Tally>,
) -> Result<()> {
    loop {
        let next = lines.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((seed, text)) = next else { return Ok(()) };
        let text = text.context("cannot read the program")?;
        let judged = judge(seed, &text);
        let print = if hashed { hash(&text) } else { 0 };
        let seed = judged.seed.unwrap_or(seed);
        tally.lock().unwrap_or_else(PoisonError::into_inner).add(seed, print, judged);
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Counts every seed that was asked for and did not come.
fn missing(tally: &mut Tally, first: u64, seeds: u64, absent: Defect) {
    for seed in first..first.saturating_add(seeds) {
        if !tally.prints.contains_key(&seed) {
            tally.fail(absent, seed, "nothing was printed".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_judged_with_its_seed() {
        let lines = Mutex::new((1..).zip(texts("a\nb\n5\n".as_bytes(), false)));
        let judge = |seed: u64, text: &str| {
            let mut judged = Judged { seed: text.trim().parse().ok(), ..Judged::default() };
            judged.expect((seed, text) != (2, "b\n"), Defect::Form, || "b".to_owned());
            judged
        };
        let tally = Mutex::new(Tally::default());
        judge_lines(&lines, &judge, true, &tally).unwrap();
        let mut tally = tally.into_inner().unwrap();
        assert_eq!((tally.things, tally.count(Defect::Form)), (3, 1));
        missing(&mut tally, 1, 5, Defect::Missing);
        let absent: Vec<u64> = tally.defects[&Defect::Missing].1.iter().map(|(s, _)| *s).collect();
        assert_eq!(absent, [3, 4]);
    }

    #[test]
    fn one_thing_alone_need_not_be_compact() {
        let texts: Vec<_> = texts("{\n}\n".as_bytes(), true).map(Result::unwrap).collect();
        assert_eq!(texts, ["{\n}\n"]);
    }
}
