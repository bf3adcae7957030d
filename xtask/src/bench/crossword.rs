//! `cargo xtask bench crossword`: moves, games and lexicons, in processor time.
//!
//! The list is ENABLE of the reference data, found by `QUANDARY_DATA`; so the figures stand beside those of
//! the peers. *Met* positions are those that greedy robots meet when they play each other, which is what the
//! peers were measured on; *file* positions are the 200 of the reference data. Positions are made ready
//! beforehand; games bring theirs up to date turn by turn, within the time. Every figure is the median of
//! several runs, since machines are noisy; plays and turns are counted, and do not depend on it.

use super::report::{Report, Unit};
use anyhow::{Context, Result, bail};
use audit::clock::Clock;
use crossword::game::{Game, Turn};
use crossword::lexicon::{self, Lexicon, Options};
use crossword::locale::Locale;
use crossword::movegen::{Prepared, Scratch};
use crossword::position::{Notation, Position, Setting};
use flate2::read::GzDecoder;
use search::Seed;
use serde_json::Value;
use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

/// Moves, games and lexicons of the crossword engine
#[derive(clap::Args)]
pub(crate) struct Crossword {
    /// Seconds of processor time each figure takes, in all its runs
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    /// Measure the lexicon of this locale that comes with the program instead of ENABLE
    #[arg(long, value_name = "LOCALE")]
    locale: Option<Locale>,
}

/// Number of runs of which the median is taken.
const RUNS: usize = 5;
/// Games from which the met positions come.
const GAMES: u64 = 80;

impl Crossword {
    pub(super) fn run(&self, report: &mut Report) -> Result<ExitCode> {
        let lexicon = match self.locale {
            Some(locale) => lexicon::shipped(locale)?,
            None => self.enable()?,
        };
        let name = self.locale.map_or_else(|| "ENABLE".to_owned(), |locale| locale.to_string());
        self.files(&name, &lexicon, report)?;
        let met = met(&lexicon)?;
        println!("\nplays, one thread");
        self.positions("met", &met, report)?;
        if self.locale.is_none() {
            self.positions("file", &from_file(&lexicon)?, report)?;
        }
        println!("\ngreedy games (bar: 1,100 games/CPU-s on one thread)");
        for threads in [1, 2] {
            self.games(&lexicon, threads, report)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The list of the reference data, and the time to build it.
    fn enable(&self) -> Result<Lexicon> {
        let list = reference("ENABLE15.txt.gz")?;
        let build = || lexicon::build(&list, Locale::EnUs, &Options::default());
        let (lexicon, _) = build()?;
        let per_second = self.rate(|| build().map(drop).map_err(Into::into))?;
        println!("a list of {} words built in {:.0} ms", lexicon.len(), 1000.0 / per_second);
        Ok(lexicon)
    }

    /// Prints the memory, the file size and the reading time of a lexicon.
    fn files(&self, name: &str, lexicon: &Lexicon, report: &mut Report) -> Result<()> {
        let megabytes = lexicon.memory() as f64 / 1e6;
        println!("{} words, {megabytes:.1} MB in memory (bar: 64 MB)", lexicon.len());
        let file = lexicon.write();
        let per_second = self.rate(|| Lexicon::read(&file).map(drop).map_err(Into::into))?;
        let (size, ms) = (file.len() as f64 / 1e6, 1000.0 / per_second);
        println!("file: {size:.2} MB, read in {ms:.1} ms (bar: 10 ms for English, 50 ms for all)");
        report.note(format!("lexicon {name}, memory"), megabytes, Unit::Megabytes);
        report.note(format!("lexicon {name}, read"), ms, Unit::Milliseconds);
        // The first best play pays for what only such searches need.
        let setting = Setting::standard(lexicon.about().locale);
        let empty = Position::empty(setting).with_rack("AEIRSTN")?;
        let first = self.rate(|| {
            let fresh = Lexicon::read(&file)?;
            std::hint::black_box(
                Prepared::new(empty.clone(), &fresh)?.best(&mut Scratch::default()),
            );
            Ok(())
        })?;
        println!("  read, and a first best play found in {:.1} ms", 1000.0 / first);
        Ok(())
    }

    fn positions(&self, name: &str, positions: &[Prepared<'_>], report: &mut Report) -> Result<()> {
        let mut scratch = Scratch::default();
        let mut count = 0;
        for position in positions {
            position.each(&mut scratch, |_| count += 1);
        }
        let many = positions.len() as f64;
        println!("{name}: {many} positions, {:.0} plays a position", f64::from(count) / many);
        let mut plays = Vec::new();
        let all = self.rate(|| {
            for position in positions {
                plays.clear();
                position.each(&mut scratch, |play| plays.push(play));
            }
            Ok(())
        })?;
        println!(
            "  all plays: {:.0} positions, {:.2} M plays/CPU-s",
            all * many,
            all * f64::from(count) / 1e6
        );
        let best = self.rate(|| {
            for position in positions {
                std::hint::black_box(position.best(&mut scratch));
            }
            Ok(())
        })?;
        for (what, rate) in [("all plays", all), ("best play", best)] {
            report.note(format!("{name} positions, {what}"), rate * many, Unit::PerSecond);
        }
        println!("  best play: {:.0} positions/CPU-s", best * many);
        let made = self.rate(|| {
            for position in positions {
                let again = Prepared::new(position.position().clone(), position.lexicon())?;
                std::hint::black_box(again);
            }
            Ok(())
        })?;
        println!("  made ready: {:.0} positions/CPU-s", made * many);
        Ok(())
    }

    /// Games on one thread or more, each with its own; the clock counts all of them.
    fn games(&self, lexicon: &Lexicon, threads: u64, report: &mut Report) -> Result<()> {
        let (mut turns, mut games) = (0, 0);
        let begin = Instant::now();
        let rate = self.rate(|| {
            let work = |thread: u64| {
                let mut scratch = Scratch::default();
                let seeds = (0..50).map(|n| thread * 50 + n);
                seeds.map(|seed| game(lexicon, seed, &mut scratch, |_| {})).sum::<Result<u32>>()
            };
            let played: Result<u32> = thread::scope(|scope| {
                let running: Vec<_> =
                    (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
                let joined = running.into_iter().map(|one| one.join().unwrap_or(Ok(0)));
                joined.sum()
            });
            turns += played?;
            games += 50 * threads;
            Ok(())
        })?;
        let per_cpu = rate * 50.0 * threads as f64;
        report.note(format!("games, {threads} threads"), per_cpu, Unit::PerSecond);
        let a_game = f64::from(turns) / games as f64;
        println!(
            "  {threads} threads: {per_cpu:.0} games, {:.0} turns/CPU-s ({a_game:.1} turns a game); {:.0} \
             games/s by the clock on the wall",
            per_cpu * a_game,
            games as f64 / begin.elapsed().as_secs_f64(),
        );
        Ok(())
    }

    /// Number of times `work` is done in a second of processor time: the median of several runs.
    fn rate(&self, mut work: impl FnMut() -> Result<()>) -> Result<f64> {
        let mut rates = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let begin = Clock::now().own;
            let mut done = 0u32;
            let spent = loop {
                work()?;
                done += 1;
                let spent = Clock::now().own - begin;
                if spent * RUNS as f64 >= self.seconds {
                    break spent;
                }
            };
            rates.push(f64::from(done) / spent);
        }
        rates.sort_by(f64::total_cmp);
        rates.get(RUNS / 2).copied().context("no runs")
    }
}

/// Plays a game of greedy robots; `meet` sees every position. Returns the number of turns.
fn game<'a>(
    lexicon: &'a Lexicon,
    seed: u64,
    scratch: &mut Scratch,
    mut meet: impl FnMut(&Prepared<'a>),
) -> Result<u32> {
    let setting = Setting::standard(lexicon.about().locale);
    let mut game = Game::new(setting, lexicon, Seed::new(seed)?.attempt(0))?;
    let mut turns = 0;
    while game.end().is_none() {
        meet(game.prepared());
        // No exchanges: who has no play passes.
        let turn = game.prepared().best(scratch).map_or(Turn::Pass, Turn::Play);
        game.take(&turn)?;
        turns += 1;
    }
    Ok(turns)
}

/// The positions of some games.
fn met(lexicon: &Lexicon) -> Result<Vec<Prepared<'_>>> {
    let (mut scratch, mut met) = (Scratch::default(), Vec::new());
    for seed in 0..GAMES {
        game(lexicon, seed, &mut scratch, |position| met.push(position.clone()))?;
    }
    Ok(met)
}

/// The positions of the reference data, on the standard board.
fn from_file(lexicon: &Lexicon) -> Result<Vec<Prepared<'_>>> {
    let text = String::from_utf8(reference("positions.jsonl.gz")?)?;
    let read = |line: &str| {
        let record: Value = serde_json::from_str(line)?;
        let rows = record["board"].as_array().context("no board")?;
        let rows: Vec<_> = rows.iter().filter_map(Value::as_str).collect();
        let rack = record["rack"].as_str().context("no rack")?;
        let setting = Setting::standard(Locale::EnUs);
        let position = Position::read(setting, &rows, Notation::Batch)?.with_rack(rack)?;
        Ok(Prepared::new(position, lexicon)?)
    };
    text.lines().map(read).collect()
}

/// A file of the reference data, unpacked.
fn reference(name: &str) -> Result<Vec<u8>> {
    let Some(data) = std::env::var_os("QUANDARY_DATA").map(PathBuf::from) else {
        bail!("QUANDARY_DATA is not set: the reference data is needed");
    };
    let path = data.join("crossword").join(name);
    let packed = std::fs::read(&path).with_context(|| format!("{}", path.display()))?;
    let mut bytes = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes)?;
    Ok(bytes)
}
