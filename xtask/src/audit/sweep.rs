//! Running the program over a row of seeds, and judging every line it prints on several threads.

use super::ledger::{Column, Judged, Tally};
use anyhow::{Context, Result, anyhow};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What is asked of the program, the seeds and the number of threads apart.
pub(super) struct Asked<'a> {
    pub(super) program: &'a Path,
    pub(super) arguments: Vec<String>,
    pub(super) first: u64,
    pub(super) seeds: u64,
}

/// What the program prints, read a line at a time by whichever thread is free.
struct Lines<R> {
    reader: R,
    /// How many lines were read.
    read: u64,
    /// Whether everything there is belongs to one object, which then need not be compact.
    one: bool,
}

impl<R: BufRead> Lines<R> {
    /// Puts the next line into the text and gives its number; None at the end.
    fn next(&mut self, text: &mut String) -> io::Result<Option<u64>> {
        text.clear();
        let length = match self.one {
            true => self.reader.read_to_string(text)?,
            false => self.reader.read_line(text)?,
        };
        let number = self.read;
        self.read += 1;
        Ok((length > 0).then_some(number))
    }
}

/// Runs the program over the seeds and judges every line; then runs it over the first of them again,
/// with another number of threads, and compares.
pub(super) fn sweep<C: Column>(
    asked: &Asked<'_>,
    threads: usize,
    judge: &(dyn Fn(u64, &str) -> Judged<C> + Sync),
) -> Result<Tally<C>> {
    let mut tally = run(asked, 0, asked.seeds, threads, judge)?;
    let sample = asked.seeds.min(20.max(asked.seeds / 20));
    let again = run(asked, 1, sample, threads, &|_, _| Judged::<C>::default())?;
    tally.compare(&again);
    Ok(tally)
}

/// Runs the program once.
fn run<C: Column>(
    asked: &Asked<'_>,
    workers: usize,
    seeds: u64,
    threads: usize,
    judge: &(dyn Fn(u64, &str) -> Judged<C> + Sync),
) -> Result<Tally<C>> {
    let (first, count, workers) = (asked.first.to_string(), seeds.to_string(), workers.to_string());
    let mut child = Command::new(asked.program)
        .args(&asked.arguments)
        .args(["--seed", &first, "--count", &count, "--threads", &workers, "--format", "json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {}", asked.program.display()))?;
    let judged = judge_all(&mut child, asked.first, seeds, threads, judge);
    if judged.is_err() {
        let _ = child.kill(); // nobody reads it any more; that it ended by itself is no matter
    }
    let status = child.wait().context("the program is lost")?;
    let mut tally = judged?;
    if !status.success() || tally.things() != seeds {
        let what = format!("{} lines came of {seeds}, and {status}", tally.things());
        tally.fail(C::FORM, asked.first, what);
    }
    Ok(tally)
}

/// Judges what a running program prints.
fn judge_all<C: Column>(
    child: &mut Child,
    first: u64,
    seeds: u64,
    threads: usize,
    judge: &(dyn Fn(u64, &str) -> Judged<C> + Sync),
) -> Result<Tally<C>> {
    let output = child.stdout.take().context("the program has no standard output")?;
    let reader = BufReader::with_capacity(1 << 18, output);
    let lines = Mutex::new(Lines { reader, read: 0, one: seeds == 1 });
    thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| judge_lines(&lines, first, judge))).collect();
        let mut all = Tally::default();
        for worker in workers {
            all.merge(worker.join().map_err(|_| anyhow!("a thread of the audit fell over"))??);
        }
        Ok(all)
    })
}

/// Judges lines until none is left.
fn judge_lines<C: Column>(
    lines: &Mutex<Lines<impl BufRead>>,
    first: u64,
    judge: &(dyn Fn(u64, &str) -> Judged<C> + Sync),
) -> Result<Tally<C>> {
    let (mut tally, mut text) = (Tally::default(), String::new());
    loop {
        let next = lines.lock().unwrap_or_else(PoisonError::into_inner).next(&mut text);
        let Some(number) = next.context("cannot read the program")? else { return Ok(tally) };
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let seed = first + number;
        tally.add(seed, hasher.finish(), judge(seed, &text));
    }
}

#[cfg(test)]
mod tests {
    use super::super::area::Defect;
    use super::*;

    #[test]
    fn every_line_is_judged_with_its_seed() {
        let lines = Mutex::new(Lines { reader: "a\nb\n".as_bytes(), read: 0, one: false });
        let tally = judge_lines(&lines, 5, &|seed, text| {
            let mut judged = Judged::<Defect>::default();
            if (seed, text) == (6, "b\n") {
                judged.fail(Defect::Form, "b");
            }
            judged
        });
        let tally = tally.unwrap();
        assert_eq!((tally.things(), tally.count(Defect::Form)), (2, 1));
    }

    #[test]
    fn one_thing_alone_need_not_be_compact() {
        let mut lines = Lines { reader: "{\n}\n".as_bytes(), read: 0, one: true };
        let mut text = String::new();
        assert_eq!(lines.next(&mut text).unwrap(), Some(0));
        assert_eq!(text, "{\n}\n");
        assert_eq!(lines.next(&mut text).unwrap(), None);
    }
}
