//! `quandary mission`: makes lock-and-key graphs, and proves them.
//!
//! The options are checked ([`Options::task`]), a task is made for one seed ([`make`]) and shown
//! ([`show`]), or for many seeds in parallel ([`super::many`]).

mod shape;
mod make;
mod show;

use super::ending::OutputOptions;
use super::exit::{Exit, usage};
use super::interrupt;
use super::many::{self, Line};
use super::seed::{SeedOptions, Seeds};
use super::values::{real, whole};
use crate::output::Target;
use anyhow::Result;
use clap::{ArgAction, Args, ValueEnum};
use dungeon::Scratch;
use dungeon::mission::require::Require;
use dungeon::mission::space::{LEAST_ROOMS, MOST_ROOMS};
use dungeon::mission::{KeyOrder, KeyStyle, Request, SwitchStyle};
use dungeon::mission::{MOST_KEYS, MOST_SWITCHES};
use make::Task;
use search::{Control, Seed};
use shape::{Shape, Terms};
use show::Format;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Make a lock-and-key graph: rooms, keys, switches, a boss and a goal
///
/// It is made in Metazelda's manner: a tree of rooms grows, its key-level rises at intervals, and what is attached across
/// key-levels is locked. Key-level n is the rooms that can be reached with n keys and not with fewer; intensity, from 0 to 1, is how
/// hard a room is next to the others. Every mission is proved before it is printed: it can be won, the player can never
/// get stuck, every key and every switch is needed, and no lock of a named key or a switch is redundant. The same seed
/// gives the same mission.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary mission
      25 rooms and 4 keys, from a seed that is drawn and printed
  quandary mission --rooms 50 --keys 6 --switches 1 --seed 7 --format svg -o mission.svg
      a picture
  quandary mission --space mask.txt --keys 3
      every marked cell of the mask becomes a room
  quandary mission --linearity 100
      the one of 100 that makes the player walk back least
  quandary mission --seed 1 --count 1000 --format json
      seeds 1 to 1000, one line of JSON each")]
pub(crate) struct Options {
    /// How many rooms there are
    #[arg(long, value_name = "N", default_value_t = 25,
          value_parser = whole::<u16>(LEAST_ROOMS as u64..=MOST_ROOMS as u64),
          conflicts_with_all = ["space", "colors"])]
    rooms: u16,

    /// How many keys, and so key-levels above 0, there are, the boss's among them; with 0 the boss is not locked
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u8>(0..=MOST_KEYS as u64))]
    keys: u8,

    /// How many switches there are; every one is needed
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u8>(0..=MOST_SWITCHES as u64))]
    switches: u8,

    /// In which positions switches are asked for on the way to the goal [default: toggle]
    #[arg(long, value_name = "STYLE", value_enum)]
    switch_style: Option<SwitchStyle>,

    /// Whether keys can be had in one order only
    #[arg(long, value_enum, default_value_t = KeyOrder::Total)]
    order: KeyOrder,

    /// How keys work
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = KeyStyle::Named)]
    key_style: KeyStyle,

    /// A mask: a PNG picture (marked: opaque and not black) or text (marked: # X x 1 *, blank: . space 0 - _); every marked cell becomes a room
    #[arg(long, value_name = "FILE", conflicts_with = "colors")]
    space: Option<PathBuf>,

    /// A colour map: a PNG picture with one free-form room a colour, joined where colours touch
    #[arg(long, value_name = "FILE")]
    colors: Option<PathBuf>,

    /// Where the entrance is: a cell of the half-plane (y from 0), of the mask, or of a room of the colour map
    #[arg(long, value_name = "X,Y", value_parser = cell, allow_hyphen_values = true)]
    start: Option<(i32, i32)>,

    /// How likely neighbouring rooms are linked beyond the tree, where locks allow it, 0 to 1 [default: 0.36]
    #[arg(long, value_name = "P", value_parser = real(0.0..=1.0))]
    link_chance: Option<f64>,

    /// Take only a mission that meets this, such as boss-distance>=6; several may be asked for. NAME>=N, NAME<=N or NAME=N of
    /// boss-distance and depth (passages from the entrance to the boss, and to the farthest room), cycles, dead-ends,
    /// forks (rooms of three passages or more) and locks
    #[arg(long, value_name = "NAME>=N")]
    require: Vec<Require>,

    /// Take the best of N attempts: the one whose shortest solution enters the fewest rooms again
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    linearity: Option<u64>,

    /// No room behind the boss's: the boss is the goal
    #[arg(long = "no-goal", action = ArgAction::SetFalse)]
    goal_room: bool,

    /// The boss's room has no lock
    #[arg(id = "boss_unlocked", long = "boss-unlocked", action = ArgAction::SetFalse)]
    boss_locked: bool,

    #[command(flatten)]
    seeds: SeedOptions,

    /// How many random attempts are made. If all fail, --rooms has a fixed construction, which always makes a mission;
    /// on a mask or a colour map, or with --require, nothing is made (exit code 11)
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u64>(1..=u64::MAX))]
    attempts: u64,

    /// What is printed [default: by the file's ending, else text; JSON with --count]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// The way keys work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    /// Every key opens the locks with its letter, and is kept
    Named,
    /// Keys are all alike, and a lock uses one up
    Small,
}

/// A cell as `x,y`.
fn cell(text: &str) -> Result<(i32, i32), String> {
    let number = |part: &str| part.trim().parse::<i32>().ok();
    let cell = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    cell.ok_or_else(|| "two whole numbers with a comma between are wanted, such as 3,0".to_owned())
}

/// Makes what the options ask for.
///
/// # Errors
/// When the request cannot be satisfied, a shape cannot be read, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let seeds = &options.seeds;
    let output = options.output.path();
    let (format, target, chosen) =
        seeds.wanted(options.format, output, Format::Text, Format::Json)?;
    let task = options.task()?;
    let write = |scratch: &mut Scratch, seed, target: &Target, control: &Control<'_>| {
        target.write_map((format == Format::Text).then_some("svg"), |out| {
            match task.make(seed, control, scratch)? {
                Ok(made) => show::write(out, &task, &made, format, target),
                Err(nothing) => Ok(many::told(&nothing)),
            }
        })
    };
    match chosen {
        Seeds::One(seed) => {
            let (threads, cancel) = (seeds.threads, interrupt::listen());
            let control = Control { threads, cancel, ..Control::default() };
            write(&mut Scratch::default(), seed, &target, &control)
        }
        Seeds::Lines { first, count } => {
            let make = |scratch: &mut Scratch, seed, cancel: &_| line(&task, seed, cancel, scratch);
            many::run(first, count, seeds.threads, &target, make)
        }
        Seeds::Files { first, count } => {
            many::files(first, count, seeds.threads, &target, |scratch, seed, file, cancel| {
                write(scratch, seed, file, &Control { threads: 1, cancel, ..Control::default() })
            })
        }
    }
}

/// Makes the line of a seed.
fn line(task: &Task, seed: Seed, cancel: &AtomicBool, scratch: &mut Scratch) -> Result<Line> {
    let control = Control { threads: 1, cancel, ..Control::default() };
    Ok(match task.make(seed, &control, scratch)? {
        Ok(made) => {
            let mut bytes = Vec::with_capacity(4096);
            show::write_line(&mut bytes, task, &made)?;
            Line::Made(bytes)
        }
        Err(nothing) => nothing.into(),
    })
}

impl Options {
    /// The task: the shape is read, and everything is checked that can be checked beforehand.
    fn task(&self) -> Result<Task> {
        if self.key_style == KeyStyle::Small && self.order == KeyOrder::Partial {
            return Err(usage(
                "--key-style small makes all keys alike: it does not go with --order partial",
            ));
        }
        let require = self.require.clone();
        let terms = Terms { start: self.start, link_chance: self.link_chance, require };
        let request = self.request();
        let shape = match (&self.space, &self.colors) {
            (Some(path), _) => Shape::mask(path, &terms)?,
            (None, Some(path)) => Shape::colours(path, &terms)?,
            (None, None) => Shape::count(self.rooms.into(), &terms)?,
        };
        Task::new(request, shape, terms)
    }

    fn request(&self) -> Request {
        Request {
            keys: self.keys,
            switches: self.switches,
            switch_style: self.switch_style.unwrap_or_default(),
            order: self.order,
            key_style: self.key_style,
            goal_room: self.goal_room,
            boss_locked: self.boss_locked,
            linearity: self.linearity,
            attempts: self.attempts,
        }
    }
}

#[cfg(test)]
mod tests;
