//! `quandary hint`: prints a hint for a state of a level.

use super::ending::{PrintOptions, TextOrJson};
use super::exit::{Exit, invalid};
use super::judge::input::FileOptions;
use super::judge::{LimitOptions, RuleOptions, input};
use super::progress;
use anyhow::Result;
use ask::judge::SOLVE_STATES;
use ask::values::whole;
use clap::Args;
use draw::folded::folded;
use dungeon::game;
use dungeon::game::dungeon::onto_tiles;
use dungeon::json::playable;
use level::Level;
use level::hint::{Hint, HintLevel, Standing, hint};
use level::play::{Game, Step, saved};
use level::rules::Rules;
use serde_json::Value;
use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Print a hint for a state of a level
///
/// There are four hint levels, and a hint holds nothing of a higher level: 1 whether the level can be won from this
/// state, and if not, the number of steps to take back; 2 the room or the part of the map to go to next; 3 the action
/// there, and its purpose; 4 the next moves until something changes. Each hint follows a cheapest plan from this
/// state, which was found and proved here.
///
/// A state is given by the steps so far: up, down, left, right, up_left and so on, each optionally with a count;
/// `goto ID` in a graph, `warp ID` by stairs and doors, `flip N`. Commas, spaces or lines separate the steps, and #
/// starts a comment. Moves of Sokoban programs, such as rrUl or 2(rU), are steps too.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary hint level.txt
      the verdict for the start: winnable or not
  quandary hint level.txt --at 'right 3, down' --rung 4
      the next moves after these steps
  quandary hint level.txt --at moves.txt --rung 2 --format json
      the steps so far come from a file

Exit codes: 0 winnable or won, 10 not winnable, 11 unknown, 3 not a level or no such steps, 2 usage.")]
pub(crate) struct Options {
    /// Level: JSON (quandary/level/1), a drawing, or a file of another program; - is standard input
    #[arg(value_name = "LEVEL")]
    level: PathBuf,

    #[command(flatten)]
    file: FileOptions,

    /// Steps so far, or a file with steps or with a saved game, on the map or in words; - is standard input [default:
    /// no steps, the start]
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    at: Option<String>,

    /// Hint level: 1 winnable or not, 2 the next place, 3 the purpose, 4 the next moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1..=4))]
    rung: u64,

    #[command(flatten)]
    rules: RuleOptions,

    /// Largest number of states of each search; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = SOLVE_STATES, value_parser = whole::<u64>(0..=u64::MAX))]
    max_states: u64,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    printed: PrintOptions,
}

/// Gives a hint.
///
/// # Errors
/// If the level, the rules or the state are not valid, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let (format, target) = options.printed.chosen()?;
    let level = options.file.only(&options.level, options.rules.places())?.level;
    let rules = options.rules.rules(&level)?;
    let name = input::name(&options.level);
    let mut game =
        Game::of(&level, &rules).map_err(|error| invalid(format_args!("{name}: {error}")))?;
    let (steps, place) = steps(options, &level, &rules)?;
    game.follow(&steps).map_err(|error| invalid(format_args!("{place}: {error}")))?;
    let limits = options.limits.limits(options.max_states);
    let rung = HintLevel::of_number(options.rung).unwrap_or(HintLevel::Standing);
    let line = progress::show("looking for a way");
    let hint = hint(&game, rung, &limits);
    drop(line);
    let exit = exit(&hint);
    target.write(|out| {
        match format {
            TextOrJson::Json => writeln!(out, "{}", hint.json(&level))?,
            TextOrJson::Text => {
                out.write_all(folded(&hint.words(&level), target.width()).as_bytes())?;
            }
        }
        Ok(exit)
    })
}

/// The steps of a state, and their source: a file, or the command line.
fn steps(options: &Options, level: &Level, rules: &Rules) -> Result<(Vec<Step>, String)> {
    let Some(at) = &options.at else { return Ok((Vec::new(), String::new())) };
    let path = Path::new(at);
    let is_file = path.as_os_str() == OsStr::new("-") || path.is_file();
    let (text, place) = match is_file {
        true => (input::text(path)?, input::name(path)),
        false => (at.clone(), "--at".to_owned()),
    };
    let fault = |error: &dyn Display| invalid(format_args!("{place}: {error}"));
    let steps = match is_in_words(&text) {
        true => in_words(options, level, rules, &text).map_err(|error| fault(&error))?,
        false => saved::read_under(level, rules, &text).map_err(|error| fault(&error))?.0,
    };
    Ok((steps, place))
}

/// True for a game that was saved in words.
fn is_in_words(text: &str) -> bool {
    let plain = text.trim_start_matches('\u{feff}');
    let found: Option<Value> = serde_json::from_str(plain).ok();
    found.is_some_and(|found| found["format"] == game::FORMAT)
}

/// The steps over the tiles that have the effect of a game in words.
fn in_words(options: &Options, level: &Level, rules: &Rules, text: &str) -> Result<Vec<Step>> {
    let dungeon = input::text(&options.level)?;
    let staged = playable::dungeon(dungeon.trim_start_matches('\u{feff}')).map_err(|_| {
        invalid(format_args!(
            "is a game in words; {} would have to be the dungeon it is of, as `quandary dungeon --format json` prints it",
            input::name(&options.level)
        ))
    })?;
    let words = game::dungeon::Game::load(&staged.scene, text).map_err(invalid)?;
    onto_tiles(&words, level, rules).map_err(invalid)
}

/// The exit code of a hint.
fn exit(hint: &Hint) -> Exit {
    match hint.standing {
        Standing::Won | Standing::Winnable => Exit::Done,
        Standing::Lost(_) => Exit::NotWinnable,
        Standing::Unknown(level::Limit::Cancelled) => Exit::Interrupted,
        Standing::Unknown(_) => Exit::Nothing,
    }
}
