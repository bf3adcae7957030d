//! `quandary play`: plays a level, an area or a dungeon: on the map, in words, or from a script.
//!
//! [`opened`] opens the file, [`how`] holds the options; then [`map`] or [`words`] runs the game.

pub(crate) mod commands;
mod files;
mod games;
mod how;
mod map;
mod opened;
mod saves;
mod told;
mod steps;
mod words;

use super::exit::{Exit, usage};
use super::judge::RuleOptions;
use super::judge::input::FileOptions;
use super::{interrupt, made, seed};
use crate::shown::note;
use ::dungeon::dungeon::{ProvedDungeon, generate};
use anyhow::Result;
use ask::{DungeonRequest, DungeonTask, Refusal, Request};
use clap::Args;
use games::Played;
use how::How;
use map::Manner;
use opened::Opened;
use search::{Control, Seed};
use std::path::PathBuf;

/// Play a level or a dungeon on the map, or an area, a dungeon or a level in words
///
/// Without a file or a seed the game is a dungeon of a random seed. In a terminal, dungeons and levels with tiles are
/// played on the map: keys move the player, and the map shows only explored cells. Areas are played in words; so are
/// dungeons with --words, and levels with --words or without tiles. In words, commands are typed after a prompt with
/// line editing and history. Without a terminal, commands are read line by line from standard input, and each is
/// printed before its result. `help` lists the commands.
#[derive(Debug, Args)]
#[command(after_help = "\
Keys on the map:
  arrows, hjkl, WASD   walk and push; with --wasd small letters too
  Home PgUp End PgDn   walk diagonally, if the rules allow it; also 7 9 1 3
  Enter, Space         flip the switch here, take the stair here
  u, Ctrl-R            undo a step, and redo it
  r                    undo all steps since you entered the room
  m                    the whole map; < and > change floors
  ?                    a hint
  s, Ctrl-S            save; o loads the saved game
  F1                   the keys
  q, Ctrl-D, Ctrl-C    end the game

Exit codes:
  0    won, or ended by `quit`; in a terminal always
  1    the script ended without winning
  2, 3 as for every command

Examples:
  quandary play
      a dungeon of a random seed, which is printed
  quandary play --seed 7 --words
      the dungeon of `quandary dungeon --seed 7`, in words
  quandary play keys.txt --referee
      any level on the map; a note appears when it can no longer be won
  quandary play dungeon.json --int 18 < walkthrough.txt
      from a script, with a player who gets almost all hints")]
pub(crate) struct Options {
    /// Dungeon, area, or level in any format that `quandary check` reads [default: the dungeon of --seed]
    #[arg(value_name = "FILE", conflicts_with = "seed")]
    file: Option<PathBuf>,

    #[command(flatten)]
    read: FileOptions,

    /// Play the dungeon of this seed, as `quandary dungeon` generates it [default: a random seed]
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    seed: Option<Seed>,

    #[command(flatten)]
    request: DungeonRequest,

    #[command(flatten)]
    rules: RuleOptions,

    #[command(flatten)]
    how: How,
}

/// Plays a file, or the dungeon of a seed.
///
/// # Errors
/// If the file cannot be read or played, or the terminal, standard input or output fails.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let opened = match (&options.file, options.seed) {
        (Some(file), _) => Opened::of_file(file, &options.read, options.rules.places())?,
        (None, None) if options.how.load.is_some() => {
            return Err(usage(
                "--load SAVE goes on with the game of a FILE or of a --seed N, and neither is given; name the one that \
                 the game was saved of",
            ));
        }
        (None, seed) => {
            let seed = seed.unwrap_or_else(drawn);
            let task = options.request.task().map_err(|refusal| made::wrong(&refusal))?;
            match dungeon(&task, seed) {
                Ok(made) => Opened::of_made(&made, Some(task.request.family))?,
                Err(refusal) => return made::ending(&refusal),
            }
        }
    };
    play(&under(opened, &options.rules)?, &options.how)
}

/// A random seed, which is printed.
fn drawn() -> Seed {
    let seed = Seed::random(1);
    note!("The dungeon of --seed {}.", seed.value());
    seed
}

/// Generates the dungeon of a seed.
fn dungeon(task: &DungeonTask, seed: Seed) -> Result<ProvedDungeon, Refusal> {
    let control = Control { threads: 0, cancel: interrupt::listen(), ..Control::default() };
    let making = ::dungeon::Options { attempts: task.attempts, control, scratch: None };
    Ok(generate(&task.request, seed, making)?)
}

/// Applies the requested rules. Games in words have the rules of their rooms.
fn under(opened: Opened, rules: &RuleOptions) -> Result<Opened> {
    if !rules.is_given() {
        return Ok(opened);
    }
    let ruled = |mut place: Box<opened::Place>| -> Result<_> {
        place.rules = rules.rules(&place.level)?;
        Ok(place)
    };
    match opened {
        Opened::Map(place) => ruled(place).map(Opened::Map),
        Opened::Graph(place) => ruled(place).map(Opened::Graph),
        Opened::Words(_) | Opened::Both(..) => Err(usage(
            "--preset, --rule, --diagonals and --start are for levels; areas and dungeons are played by their own rules",
        )),
    }
}

/// Plays on the map if there is a map and a terminal and words are not requested; otherwise in words.
fn play(opened: &Opened, how: &How) -> Result<Exit> {
    let in_words = how.asks_for_words() || !How::has_terminal();
    match opened {
        Opened::Both(_, place) | Opened::Map(place) if !in_words => map::play(place, &manner(how)),
        Opened::Words(playable) => words::play(Played::Words(playable, None), how),
        Opened::Both(playable, place) => words::play(Played::Words(playable, Some(place)), how),
        Opened::Map(place) | Opened::Graph(place) => words::play(Played::Level(place), how),
    }
}

/// Options of the game on the map.
fn manner(how: &How) -> Manner {
    let (file, load) = (how.save.clone(), how.load.clone());
    Manner { wasd: how.wasd, referee: how.referee, file, load }
}
