//! `quandary rate`: how hard a level is, and what makes it so.

use super::ending::{TellOptions, Told};
use super::exit::{Exit, usage};
use super::judge::{RuleOptions, input, too_much};
use super::values::{MOST_THREADS, whole};
use anyhow::{Context, Result};
use clap::Args;
use level::Level;
use level::rate::{FORMAT, Part, Rating, rate};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;
use std::path::PathBuf;

/// Say how hard a level is, from 0 to 100, and what makes it so
///
/// The figure is made of parts that are read off a cheapest plan and of what a search finds: length, backtracking, depth of
/// gating, choices seen at once, dead states and how early the trap springs, pushes and the effort of a search, keys that
/// are carried back to locks seen before, and secrets. It never falls when one of them grows. The page "Difficulty" of the
/// book says how it was held against simulated players.
///
/// Of several levels each is one line.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary rate level.json
  quandary dungeon --seed 7 --format json | quandary rate -
  quandary rate *.xsb --format json | jq .figure

Exit codes: 0 rated, 10 a level cannot be won, 11 it was not decided, 3 not a level, 2 usage.")]
pub(crate) struct Options {
    /// Files of levels (quandary/level/1), areas, dungeons, drawings, maps of Tiled or .xsb; - is standard input
    #[arg(value_name = "FILE", required = true)]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    rules: RuleOptions,

    /// How many levels are rated at a time, 0 for one a core; the output does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    jobs: usize,

    #[command(flatten)]
    printed: TellOptions,
}

/// A level with its rating; none where it cannot be won, or that was not decided.
struct Rated {
    name: String,
    rating: Option<Rating>,
    winnable: Option<bool>,
}

/// The JSON of a rating.
#[derive(Serialize)]
struct Wire<'a> {
    format: &'static str,
    level: &'a str,
    winnable: Option<bool>,
    #[serde(flatten)]
    rating: Option<&'a Rating>,
}

/// Rates levels.
///
/// # Errors
/// When one is none, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let (format, target) = options.printed.chosen()?;
    if options.levels.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(usage("standard input is named twice"));
    }
    let levels: Vec<Vec<(String, Level)>> =
        options.levels.iter().map(|path| input::levels(path)).collect::<Result<_>>()?;
    let levels: Vec<(String, Level)> = levels.into_iter().flatten().collect();
    let pool = ThreadPoolBuilder::new().num_threads(options.jobs).build();
    let pool = pool.context("cannot start threads")?;
    let rated: Vec<Rated> = pool
        .install(|| levels.into_par_iter().map(|one| options.rated(one)).collect::<Result<_>>())?;
    let exit = exit(&rated);
    let written = target.write(|out| {
        for one in &rated {
            match format {
                Told::Json => {
                    serde_json::to_writer(&mut *out, &one.wire())?;
                    writeln!(out)?;
                }
                Told::Text if rated.len() == 1 => out.write_all(one.words().as_bytes())?,
                Told::Text => writeln!(out, "{}: {}", one.name, one.first())?,
            }
        }
        Ok(Exit::Done)
    });
    written.map(|_| exit)
}

/// The exit code of some ratings, the worst of all.
fn exit(rated: &[Rated]) -> Exit {
    let unrated = || rated.iter().filter(|one| one.rating.is_none());
    match unrated().any(|one| one.winnable.is_none()) {
        true => Exit::Nothing,
        false if unrated().next().is_some() => Exit::NotWinnable,
        false => Exit::Done,
    }
}

impl Options {
    fn rated(&self, (name, level): (String, Level)) -> Result<Rated> {
        let rules = self.rules.rules(&level)?;
        let rating = rate(&level, &rules).map_err(|error| too_much(&name, error))?;
        Ok(match rating {
            Ok(rating) => Rated { name, rating: Some(rating), winnable: Some(true) },
            Err(unrated) => Rated { name, rating: None, winnable: unrated.winnable() },
        })
    }
}

impl Rated {
    fn wire(&self) -> Wire<'_> {
        let Self { name, rating, winnable } = self;
        Wire { format: FORMAT, level: name, winnable: *winnable, rating: rating.as_ref() }
    }

    /// The figure, or why there is none.
    fn first(&self) -> String {
        match (&self.rating, self.winnable) {
            (Some(rating), _) if rating.is_sure => format!("{:.1} of 100", rating.figure),
            (Some(rating), _) => format!("{:.1} of 100, as far as was proved", rating.figure),
            (None, Some(_)) => "not winnable, so that there is nothing to rate".to_owned(),
            (None, None) => "not decided whether it can be won".to_owned(),
        }
    }

    /// The figure and a line for each part.
    fn words(&self) -> String {
        let mut words = self.first() + "\n";
        let Some(rating) = &self.rating else { return words };
        for part in Part::ALL {
            let (counted, adds) = (rating.parts.get(part), rating.adds.get(part));
            words += &format!("  {:13}{:9}  adds {adds:.3}\n", part.name(), short(counted));
        }
        words
    }
}

/// A number with at most two decimals.
fn short(number: f64) -> String {
    ((number * 100.0).round() / 100.0).to_string()
}
