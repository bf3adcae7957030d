//! `cargo measure crossword`: moves, games and lexicons.
//!
//! The word list is ENABLE from the reference data in `QUANDARY_DATA`, which makes the figures comparable with the
//! peers. *Met* positions come from games between greedy robots, as in the measurements of the peers; *file* positions
//! are the 200 of the reference data. Positions are prepared before the measurement; games update their positions
//! within the measured time.

use super::report::{Report, Unit};
use super::timing::{milliseconds, rate};
use anyhow::{Context, Result};
use crossword::game::{Game, Turn};
use crossword::lexicon::{self, Lexicon, Options};
use crossword::locale::Locale;
use crossword::movegen::{Prepared, Scratch};
use crossword::position::{Notation, Position, Setting};
use flate2::read::GzDecoder;
use search::Seed;
use serde_json::Value;
use std::hint::black_box;
use std::io::Read as _;
use std::path::PathBuf;
use std::thread;

/// Moves, games and lexicons of the crossword engine
#[derive(clap::Args)]
pub(crate) struct Crossword {
    /// Seconds of CPU time per figure, over all its runs
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    /// Measure the shipped lexicon of this locale instead of ENABLE
    #[arg(long, value_name = "LOCALE")]
    locale: Option<Locale>,
}

/// Number of games that the met positions come from.
const GAMES: u64 = 80;
/// Number of games per measured unit of a thread.
const AT_ONCE: u64 = 50;

impl Crossword {
    pub(super) fn run(&self, report: &mut Report) -> Result<()> {
        let lexicon = match self.locale {
            Some(locale) => lexicon::shipped(locale)?,
            None => self.enable()?,
        };
        let name = self.locale.map_or_else(|| "ENABLE".to_owned(), |locale| locale.to_string());
        self.files(&name, &lexicon, report)?;
        self.positions("met", &met(&lexicon)?, report)?;
        if self.locale.is_none() {
            self.positions("file", &from_file(&lexicon)?, report)?;
        }
        [1, 2].into_iter().try_for_each(|threads| self.games(&lexicon, threads, report))
    }

    /// The lexicon of the reference data; also measures the time to build it.
    fn enable(&self) -> Result<Lexicon> {
        let list = reference("ENABLE15.txt.gz")?;
        let build = || lexicon::build(&list, Locale::EnUs, &Options::default());
        println!("ENABLE is built in {:.0} ms", milliseconds(self.seconds, build)?);
        Ok(build()?.0)
    }

    /// Measures the memory and the reading time of a lexicon.
    fn files(&self, name: &str, lexicon: &Lexicon, report: &mut Report) -> Result<()> {
        let file = lexicon.write();
        let (words, size) = (lexicon.len(), file.len() as f64 / 1e6);
        let megabytes = lexicon.memory() as f64 / 1e6;
        let more = format!("{words} words, a file of {size:.2} MB");
        report.note(format!("lexicon {name}, memory"), megabytes, Unit::Megabytes, more);
        let read = milliseconds(self.seconds, || Lexicon::read(&file))?;
        // The first search for a best play initialises caches.
        let empty = Position::empty(Setting::standard(lexicon.about().locale));
        let empty = empty.with_rack("AEIRSTN")?;
        let first = milliseconds(self.seconds, || {
            let fresh = Lexicon::read(&file)?;
            black_box(Prepared::new(empty.clone(), &fresh)?.best(&mut Scratch::default()));
            anyhow::Ok(())
        })?;
        let more = format!("with a first best play {first:.1} ms");
        report.note(format!("lexicon {name}, read"), read, Unit::Milliseconds, more);
        Ok(())
    }

    fn positions(&self, name: &str, positions: &[Prepared<'_>], report: &mut Report) -> Result<()> {
        let (mut scratch, mut count) = (Scratch::default(), 0);
        positions.iter().for_each(|position| position.each(&mut scratch, |_| count += 1));
        let many = positions.len() as f64;
        let mut plays = Vec::new();
        let all = rate(self.seconds, |_| {
            for position in positions {
                plays.clear();
                position.each(&mut scratch, |play| plays.push(play));
            }
            Ok(())
        })?;
        let best = rate(self.seconds, |_| {
            for position in positions {
                black_box(position.best(&mut scratch));
            }
            Ok(())
        })?;
        let ready = rate(self.seconds, |_| {
            for position in positions {
                let again = Prepared::new(position.position().clone(), position.lexicon())?;
                black_box(again);
            }
            Ok(())
        })?;
        let per_second = all * f64::from(count) / 1e6;
        let more = format!("{many} positions, {per_second:.2} M plays");
        report.note(format!("{name} positions, all plays"), all * many, Unit::PerSecond, more);
        let more = format!("{:.0} are made ready", ready * many);
        report.note(format!("{name} positions, best play"), best * many, Unit::PerSecond, more);
        Ok(())
    }

    /// Measures games on one or several threads; the clock counts all threads.
    fn games(&self, lexicon: &Lexicon, threads: u64, report: &mut Report) -> Result<()> {
        let (mut turns, mut games) = (0, 0);
        let work = |thread: u64| {
            let mut scratch = Scratch::default();
            let seeds = (0..AT_ONCE).map(|n| thread * AT_ONCE + n);
            seeds.map(|seed| game(lexicon, seed, &mut scratch, |_| {})).sum::<Result<u32>>()
        };
        let rate = rate(self.seconds, |_| {
            let played: Result<u32> = thread::scope(|scope| {
                let running: Vec<_> =
                    (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
                running.into_iter().map(|one| one.join().unwrap_or(Ok(0))).sum()
            });
            turns += played?;
            games += AT_ONCE * threads;
            Ok(())
        })?;
        let more = format!("{:.1} turns a game", f64::from(turns) / games as f64);
        let rate = rate * (AT_ONCE * threads) as f64;
        report.note(format!("games, {threads} threads"), rate, Unit::PerSecond, more);
        Ok(())
    }
}

/// Plays a game of greedy robots and calls `meet` with every position. Returns the number of turns.
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
        // No exchanges: a robot without a play passes.
        let turn = game.prepared().best(scratch).map_or(Turn::Pass, Turn::Play);
        game.take(&turn)?;
        turns += 1;
    }
    Ok(turns)
}

/// The met positions.
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

/// Reads and decompresses a file of the reference data.
fn reference(name: &str) -> Result<Vec<u8>> {
    let data = std::env::var_os("QUANDARY_DATA").map(PathBuf::from);
    let data = data.context("QUANDARY_DATA is not set: the reference data is needed")?;
    let path = data.join("crossword").join(name);
    let packed = std::fs::read(&path).with_context(|| format!("{}", path.display()))?;
    let mut bytes = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes)?;
    Ok(bytes)
}
