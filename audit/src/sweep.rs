//! Running the program over a row of seeds, and judging every line it prints on several threads.

use crate::clock::Clock;
use crate::defect::Defect;
use crate::ledger::{Judged, Tally};
use crate::sheet::{Done, Sheet};
use anyhow::{Context, Result, anyhow};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Judges the line of a seed.
pub(crate) type Judge<'a> = dyn Fn(u64, &str) -> Judged + Sync + 'a;

/// What is asked of the program for a row, and how the answer is judged.
pub(crate) struct Row<'a> {
    pub(crate) name: String,
    /// The arguments of the program but for the seeds.
    pub(crate) arguments: Vec<String>,
    pub(crate) seeds: u64,
    pub(crate) judge: Box<Judge<'a>>,
    /// What is wrong with the row as a whole.
    pub(crate) remark: fn(&Tally) -> Option<String>,
}

/// What all rows have in common.
pub(crate) struct Sweep<'a> {
    pub(crate) program: &'a Path,
    /// The first seed.
    pub(crate) first: u64,
    /// How many threads judge.
    pub(crate) threads: usize,
    /// Whether the first seeds are asked for again with another number of threads.
    pub(crate) again: bool,
    /// The defect of a seed of which nothing was printed.
    pub(crate) absent: Defect,
}

/// What the program prints, read a line at a time by whichever thread is free.
struct Lines<R> {
    reader: R,
    /// The seed of the next line.
    seed: u64,
    /// Whether everything there is belongs to one object, which then need not be compact.
    one: bool,
}

impl<R: BufRead> Lines<R> {
    /// Puts the next line into the text and gives its seed; None at the end.
    fn next(&mut self, text: &mut String) -> io::Result<Option<u64>> {
        text.clear();
        let length = match self.one {
            true => self.reader.read_to_string(text)?,
            false => self.reader.read_line(text)?,
        };
        let seed = self.seed;
        self.seed += 1;
        Ok((length > 0).then_some(seed))
    }
}

impl Sweep<'_> {
    /// Audits row after row and prints the table; the exit code says whether anything is wrong.
    pub(crate) fn audit(&self, sheet: &Sheet, rows: Vec<Row<'_>>) -> Result<ExitCode> {
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
        let threads = |count: &str| match self.again {
            true => ["--threads", count].map(str::to_owned).to_vec(),
            false => Vec::new(),
        };
        let mut tally = self.run(row, row.seeds, &threads("0"), &row.judge)?;
        if self.again {
            let sample = row.seeds.min(20.max(row.seeds / 20));
            tally.compare(self.run(row, sample, &threads("1"), &|_, _| Judged::default())?);
        }
        Ok(tally)
    }

    /// Runs the program once.
    fn run(&self, row: &Row<'_>, seeds: u64, more: &[String], judge: &Judge<'_>) -> Result<Tally> {
        let (first, count) = (self.first.to_string(), seeds.to_string());
        let mut child = Command::new(self.program)
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
        let lines = Mutex::new(Lines { reader, seed: self.first, one: seeds == 1 });
        thread::scope(|scope| {
            let work = || judge_lines(&lines, judge, self.again);
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            let mut all = Tally::default();
            for worker in workers {
                all.merge(worker.join().map_err(|_| anyhow!("a thread of the audit fell over"))??);
            }
            Ok(all)
        })
    }
}

/// Judges lines until none is left, and keeps the hash of each where they will be compared.
fn judge_lines(
    lines: &Mutex<Lines<impl BufRead>>,
    judge: &Judge<'_>,
    hashed: bool,
) -> Result<Tally> {
    let (mut tally, mut text) = (Tally::default(), String::new());
    loop {
        let next = lines.lock().unwrap_or_else(PoisonError::into_inner).next(&mut text);
        let Some(seed) = next.context("cannot read the program")? else { return Ok(tally) };
        let judged = judge(seed, &text);
        let print = if hashed { hash(&text) } else { 0 };
        tally.add(judged.seed.unwrap_or(seed), print, judged);
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
        let lines = Mutex::new(Lines { reader: "a\nb\n5\n".as_bytes(), seed: 1, one: false });
        let judge = |seed: u64, text: &str| {
            let mut judged = Judged { seed: text.trim().parse().ok(), ..Judged::default() };
            judged.expect((seed, text) != (2, "b\n"), Defect::Form, || "b".to_owned());
            judged
        };
        let mut tally = judge_lines(&lines, &judge, true).unwrap();
        assert_eq!((tally.things, tally.count(Defect::Form)), (3, 1));
        missing(&mut tally, 1, 5, Defect::Missing);
        let absent: Vec<u64> = tally.defects[&Defect::Missing].1.iter().map(|(s, _)| *s).collect();
        assert_eq!(absent, [3, 4]);
    }

    #[test]
    fn one_thing_alone_need_not_be_compact() {
        let mut lines = Lines { reader: "{\n}\n".as_bytes(), seed: 0, one: true };
        let mut text = String::new();
        assert_eq!(lines.next(&mut text).unwrap(), Some(0));
        assert_eq!(text, "{\n}\n");
        assert_eq!(lines.next(&mut text).unwrap(), None);
    }
}
