//! `quandary corpus verify`: compares parts with their manifests, generates rows again, and verifies them.

use super::folder::{Folder, Standing};
use super::making::pool;
use crate::cli::exit::{Exit, invalid, usage};
use crate::cli::{interrupt, progress, seed};
use crate::output::Target;
use anyhow::Result;
use ask::values::{MOST_THREADS, whole};
use clap::Args;
use corpus::manifest::Corpus;
use corpus::verify::{RowVerdict, verify_row};
use corpus::{Kind, Make, Maker, Memory, Row, RowError, Value, table};
use crossword::lexicon::installed::lexicon_of;
use diagnostics::{counted, grouped};
use indicatif::ProgressBar;
use rayon::ThreadPool;
use rayon::prelude::*;
use search::Seed;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Verify a corpus: check hashes and seeds, regenerate and prove a sample of rows
///
/// Every part is compared with its manifest, and every row with its seed. Rows of a sample are generated again and
/// must be equal. The verifier, which does not use the generator, checks the claims in them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary corpus verify dungeons
  quandary corpus verify dungeons --sample 100000
      a sample as large as the corpus: all rows")]
pub(crate) struct Options {
    /// Folder of the corpus
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Number of rows to generate again
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(0..=u64::MAX))]
    sample: u64,

    /// Seed of the choice of rows
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed::parse)]
    seed: Seed,

    /// Lexicon with which riddles were generated [default: the lexicon of their language]
    #[arg(long, value_name = "FILE")]
    lexicon: Option<PathBuf>,

    /// Number of rows to generate at the same time
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    jobs: usize,
}

/// Number of faults that are printed; further ones are counted.
const MOST_NAMED: usize = 20;

/// Verifies a corpus.
///
/// # Errors
/// If there is none, it is of another version, or something in it is wrong.
pub(super) fn run(options: &Options) -> Result<Exit> {
    let folder = Folder::open(&options.folder)?;
    let maker = maker(options, folder.corpus())?;
    let pool = pool(options.jobs)?;
    let request = maker.request();
    let sampled = sample(options.seed, request.count, options.sample);
    let bar = bar(request.parts);
    let cancel = interrupt::listen();
    let mut found = Findings::default();
    for part in 0..request.parts {
        let rows = request.rows(part)?;
        let begin = sampled.partition_point(|row| *row < rows.start);
        let end = sampled.partition_point(|row| *row < rows.end);
        let looked =
            Looked { part, begin: rows.start, rows: sampled.get(begin..end).unwrap_or(&[]) };
        match looked.look(&folder, &maker, (&pool, cancel), &mut found) {
            Ok(()) => bar.inc(1),
            Err(RowError::Interrupted) => return Ok(Exit::Interrupted),
            Err(other) => return Err(other.into()),
        }
    }
    bar.finish_and_clear();
    tell(options, folder.corpus(), &found)
}

/// A generator of the rows of a corpus, of the version that generated it.
fn maker(options: &Options, corpus: &Corpus) -> Result<Maker> {
    let lexicon = match &corpus.request.make {
        Make::Riddle(riddles) => {
            Some(Arc::new(lexicon_of(Some(riddles.locale), options.lexicon.as_deref())?))
        }
        other if options.lexicon.is_some() => {
            let kind = other.kind().name();
            return Err(usage(format_args!(
                "--lexicon is about riddles; here are those of {kind}"
            )));
        }
        _ => None,
    };
    let place = options.folder.display();
    let maker = Maker::new(&corpus.request, lexicon);
    let maker = maker.map_err(|error| invalid(format_args!("{place}: {error}")))?;
    match Corpus::of(&maker).differs(corpus) {
        None => Ok(maker),
        Some([name, here, there]) => Err(invalid(format_args!(
            "{place}: {name} is {there} there and {here} of this program, which cannot make its rows again"
        ))),
    }
}

/// The faults, and the counts of checked items.
#[derive(Default)]
struct Findings {
    wrong: Vec<String>,
    parts: u64,
    rows: u64,
    nothing: u64,
    again: u64,
    judged: u64,
}

/// A part to check, and the numbers of the rows to generate again.
struct Looked<'a> {
    part: u64,
    begin: u64,
    rows: &'a [u64],
}

impl Looked<'_> {
    /// Checks the part.
    fn look(
        &self,
        folder: &Folder,
        maker: &Maker,
        (pool, cancel): (&ThreadPool, &AtomicBool),
        found: &mut Findings,
    ) -> Result<(), RowError> {
        let path = folder.part(self.part);
        let name = path.display();
        match folder.standing(self.part) {
            Standing::Missing => {
                found.wrong.push(format!("{name}: is missing"));
                return Ok(());
            }
            Standing::Wrong(why) => found.wrong.push(why),
            Standing::There(_) => {}
        }
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            // Reported above.
            Err(_) => return Ok(()),
        };
        found.parts += 1;
        let rows = match table::read(bytes, maker.columns()) {
            Ok(table) => table.rows,
            Err(error) => {
                found.wrong.push(format!("{name}: {error}"));
                return Ok(());
            }
        };
        self.seeds(&name.to_string(), maker, &rows, found);
        let numbers = self.rows.par_iter();
        let one =
            |memory: &mut Memory, number: &u64| self.again(*number, maker, &rows, memory, cancel);
        let all: Result<Vec<_>, RowError> =
            pool.install(|| numbers.map_init(Memory::default, one).collect());
        for (number, (differs, judgement)) in self.rows.iter().zip(all?) {
            let row = format!(
                "{name}: row {} (seed {})",
                number - self.begin,
                maker.request().seed + number
            );
            found.again += 1;
            found.judged += u64::from(judgement == RowVerdict::Confirmed);
            found.wrong.extend(differs.map(|why| format!("{row}: {why}")));
            if let RowVerdict::Wrong(why) = judgement {
                found.wrong.push(format!("{row}: the verifier does not agree: {why}"));
            }
        }
        Ok(())
    }

    /// Compares every row with its seed.
    fn seeds(&self, name: &str, maker: &Maker, rows: &[Row], found: &mut Findings) {
        let (columns, request) = (maker.columns(), maker.request());
        let wanted = request.rows(self.part).map_or(0, |rows| rows.end - rows.start);
        if rows.len() as u64 != wanted {
            found.wrong.push(format!("{name}: has {} rows, and {wanted} are to be", rows.len()));
        }
        let first = request.seed + self.begin;
        let odd = rows.iter().zip(first..).position(|(row, seed)| {
            row.whole(columns, "seed").and_then(|n| u64::try_from(n).ok()) != Some(seed)
        });
        if let Some(odd) = odd {
            let seed = first + odd as u64;
            found.wrong.push(format!("{name}: row {odd} is not of seed {seed}"));
        }
        found.rows += rows.len() as u64;
        let nothing = rows.iter().filter(|row| row.text(columns, "nothing").is_some());
        found.nothing += nothing.count() as u64;
    }

    /// Generates a row again and verifies the existing row: returns the difference, and the verdict.
    fn again(
        &self,
        number: u64,
        maker: &Maker,
        rows: &[Row],
        memory: &mut Memory,
        cancel: &AtomicBool,
    ) -> Result<(Option<String>, RowVerdict), RowError> {
        let there = usize::try_from(number - self.begin).ok().and_then(|at| rows.get(at));
        let Some(there) = there else {
            return Ok((Some("is missing".to_owned()), RowVerdict::Empty));
        };
        let again = maker.row(number, memory, cancel)?;
        let differs = there.differs(&again, maker.columns());
        let differs = differs.map(|(column, there, again)| {
            let [there, again] = [there, again].map(shown);
            format!("`{column}` is {there}, and {again} when it is made again")
        });
        Ok((differs, verify_row(maker, there)))
    }
}

/// A value in a message.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "empty".to_owned(),
        Value::Text(text) => format!("{:?}", diagnostics::short(text)),
        Value::Whole(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::YesNo(answer) => (if *answer { "yes" } else { "no" }).to_owned(),
    }
}

/// Prints the findings.
fn tell(options: &Options, corpus: &Corpus, found: &Findings) -> Result<Exit> {
    let what = match corpus.request.make.kind() {
        Kind::Riddle => "the riddles",
        Kind::Dungeon | Kind::Mission | Kind::Level => "the levels",
    };
    let place = options.folder.display();
    let Findings { parts, rows, nothing, again, judged, .. } = found;
    Target::Stdout.write(|out| {
        for wrong in found.wrong.iter().take(MOST_NAMED) {
            writeln!(out, "{wrong}")?;
        }
        if found.wrong.is_empty() {
            writeln!(
                out,
                "{place}: {} of {}, {} of seeds that gave nothing; hashes agree; {} made again, all equal; the verifier \
                 agrees about {what} of {}",
                counted(*parts, "part", "parts"),
                counted(*rows, "row", "rows"),
                grouped(*nothing),
                counted(*again, "row", "rows"),
                grouped(*judged),
            )?;
        }
        Ok(Exit::Done)
    })?;
    match found.wrong.len() as u64 {
        0 => Ok(Exit::Done),
        wrong => Err(invalid(format_args!(
            "{place}: {} not as it should be",
            counted(wrong, "thing is", "things are")
        ))),
    }
}

/// A progress bar, hidden for little work.
fn bar(parts: u64) -> ProgressBar {
    progress::bar(parts < 2, Some(parts), "{wide_bar} {human_pos} of {human_len} parts, {eta} left")
}

/// The numbers of `sample` of `count` rows, in rising order; all rows if there are not more.
fn sample(seed: Seed, count: u64, sample: u64) -> Vec<u64> {
    let sample = sample.min(count);
    let begin = |n: u64| (u128::from(count) * u128::from(n) / u128::from(sample.max(1))) as u64;
    let mut stream = seed.attempt(0).phase("sample");
    (0..sample).map(|n| begin(n) + stream.below(begin(n + 1) - begin(n))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_looked_at_once_and_small_corpora_whole() {
        let seed = Seed::new(1).unwrap();
        assert_eq!(sample(seed, 5, 9), [0, 1, 2, 3, 4]);
        assert_eq!(sample(seed, 0, 9), [0; 0]);
        let some = sample(seed, 10_007, 100);
        assert_eq!(some.len(), 100);
        assert!(some.windows(2).all(|pair| pair[0] < pair[1]) && some[99] < 10_007);
        assert!(some[0] < 101 && some[99] > 9_900);
        assert_ne!(some, sample(Seed::new(2).unwrap(), 10_007, 100));
    }
}
