//! `quandary dungeon`: mission, rooms, puzzles and tiles in one, proved and ranked.
//!
//! The options become a [`Shape`], as a request to the service does, and with a budget a [`Task`]; what is made
//! is written in the format that was asked for.

pub(super) mod numbers;

use super::ending::OutputOptions;
use super::engines;
use super::exit::{Exit, usage};
use super::interrupt;
use super::judge::quantity;
use super::many::{self, Line};
use super::progress;
use super::puzzles::PuzzleOptions;
use super::seed::{SeedOptions, Seeds};
use super::style::{Algorithm, Style};
use super::values::{any, kinds, named, whole};
use crate::output::Target;
use anyhow::Result;
use clap::Args;
use draw::dungeon::{Chosen, Format, Shown};
use dungeon::Scratch;
use dungeon::generate::Made;
use dungeon::generate::request::MOST_FLOORS;
use dungeon::generate::{Proof, Version, Weights};
use dungeon::json::dungeon::Artefact;
use dungeon::mission::{KeyStyle, MOST_KEYS, MOST_SWITCHES, SwitchStyle};
use dungeon::task::{FIRST, Figure, Shape, Task};
use dungeon::tiles::{self, MOST_BLOCKS};
use indicatif::ProgressBar;
use level::rate::Band;
use numbers::{room_size, weight};
use search::Nothing;
use search::{Budget, Control, Found, Goal, Seed};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use voice::json;

/// Make a whole dungeon: keys and locks, rooms, puzzles and tiles
///
/// Every dungeon is proved before it is printed: it can be won, a player can never get stuck, and all that is claimed
/// of it was asked with and without. Of many attempts the best is kept. The same seed gives the same dungeon.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary dungeon --category temple --floors 3 --rooms 30 --keys 4 --seed 7 --format png -o temple.png
      a picture
  quandary dungeon --seed 7 --spoiler
      with the walkthrough
  quandary dungeon --time 2s --format json -o best.json
      the best that is found in two seconds; it says which attempt it was
  quandary dungeon --difficulty 40..50 --seed 7
      one that is neither easy nor hard
  quandary dungeon --seed 7 --format tmj -o map.tmj
      a map for Tiled, with its tile set beside it
  quandary dungeon --seed 7 -o keep.tscn
      a scene for Godot; .ldtk and .dd2vtt are for LDtk and for virtual tables
  quandary play --seed 7")]
pub(crate) struct Options {
    #[command(flatten)]
    pub(super) shape: DungeonOptions,

    /// How it is made
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = Style::Designed)]
    pub(super) style: Style,

    #[command(flatten)]
    pub(super) seeds: SeedOptions,

    /// Keep the best of N attempts by rank [default: 50; where the style is plain, the first of 200 that is proved]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    pub(super) attempts: Option<u64>,

    /// Keep the best that is found in this time, such as 2s or 500ms
    #[arg(long, value_name = "TIME", value_parser = quantity::time, conflicts_with = "attempts")]
    pub(super) time: Option<Duration>,

    /// Make this attempt alone: again what a search within a time had found
    #[arg(long, value_name = "K", conflicts_with_all = ["attempts", "time"],
          value_parser = whole::<u64>(0..=u64::MAX))]
    pub(super) attempt: Option<u64>,

    /// What is printed [default: by the file's ending, else a map; JSON with --count]
    #[arg(long, value_enum)]
    pub(super) format: Option<Format>,

    /// Tell the walkthrough below the map, draw the way into a picture
    #[arg(long)]
    pub(super) spoiler: bool,

    #[command(flatten)]
    pub(super) output: OutputOptions,
}

/// Numbers of keys and of blocks of a plain dungeon, where none are asked for.
const KEYS: u8 = 2;
const BLOCKS: u32 = 4;

/// The options that decide a dungeon, besides its seed.
#[derive(Debug, Args)]
pub(crate) struct DungeonOptions {
    /// The kind of place
    #[arg(long, value_name = "NAME", default_value = "dungeon", value_parser = kinds())]
    category: String,

    /// How many rooms there are
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = any::<usize>)]
    pub(super) rooms: usize,

    /// How many keys there are, the boss's among them [default: what suits the rooms, or 2 where the style is plain]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0..=MOST_KEYS as u64))]
    pub(super) keys: Option<u8>,

    /// How hard a designed dungeon is to be, by the rating that `quandary rate` gives it, such as 40..55; nothing is made
    /// where none of the attempts is (exit code 11)
    #[arg(long, value_name = "LOW..HIGH")]
    pub(super) difficulty: Option<Band>,

    /// How many switches there are; every one is needed
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0..=MOST_SWITCHES as u64))]
    pub(super) switches: Option<u8>,

    /// In which positions switches are asked for on the way to the goal [default: toggle]
    #[arg(long, value_name = "STYLE", value_enum)]
    pub(super) switch_style: Option<SwitchStyle>,

    #[command(flatten)]
    pub(super) puzzles: PuzzleOptions,

    /// How keys work, those of puzzles too
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = KeyStyle::Named)]
    pub(super) key_style: KeyStyle,

    /// How many floors there are
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = whole::<u32>(1..=MOST_FLOORS.into()))]
    pub(super) floors: u32,

    /// How many tiles a room has across and down, walls included
    #[arg(long, value_name = "WxH", default_value = "16x11", value_parser = room_size)]
    room_size: (u32, u32),

    /// How many blocks can be pushed [default: what suits the rooms]. Of a plain dungeon the most [default: 4]: a number is
    /// drawn between 0 and this, and fewer are laid where that would make too much to prove
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=MOST_BLOCKS.into()))]
    pub(super) blocks: Option<u32>,

    /// How much a figure counts in the rank of plain dungeons: solution, nonlinearity, spheres, gating or optional
    #[arg(long, value_name = "NAME=W", value_parser = weight)]
    pub(super) weight: Vec<(Figure, f64)>,

    /// The algorithm, as provenance names it [default: the newest of the style]. An older one of plain dungeons gives what
    /// it always gave
    #[arg(long, value_name = "NAME", value_parser = named::<Algorithm>(Algorithm::names()))]
    pub(super) algorithm: Option<Algorithm>,
}

/// Makes what the options ask for.
///
/// # Errors
/// When the request cannot be satisfied, templates cannot be read, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let seeds = &options.seeds;
    let output = options.output.path();
    let (format, target, chosen) =
        seeds.wanted(options.format, output, Format::Map, Format::Json)?;
    engines::fits(format, options.shape.floors)?;
    engines::tells(format, options.spoiler)?;
    let task = options.task()?;
    match chosen {
        Seeds::Lines { .. } | Seeds::Files { .. } if options.time.is_some() => {
            Err(usage("--time and --count do not go together: use --attempts"))
        }
        Seeds::One(seed) => {
            let bar = bar(&task.budget);
            let progress = |done, _| bar.set_position(done);
            let (threads, cancel) = (seeds.threads, interrupt::listen());
            let control = Control { threads, cancel, progress: &progress };
            let made = task.make(seed, &control, &mut Scratch::default()).map_err(usage)?;
            bar.finish_and_clear();
            options.show(&task, made, seed, format, &target)
        }
        Seeds::Lines { first, count } => {
            let make = |scratch: &mut Scratch, seed, cancel: &_| line(&task, seed, cancel, scratch);
            many::run(first, count, seeds.threads, &target, make)
        }
        Seeds::Files { first, count } => {
            many::files(first, count, seeds.threads, &target, |scratch, seed, file, cancel| {
                let control = Control { threads: 1, cancel, ..Control::default() };
                options.show(
                    &task,
                    task.make(seed, &control, scratch).map_err(usage)?,
                    seed,
                    format,
                    file,
                )
            })
        }
    }
}

/// Makes the line of a seed.
fn line(task: &Task, seed: Seed, cancel: &AtomicBool, scratch: &mut Scratch) -> Result<Line> {
    let control = Control { threads: 1, cancel, ..Control::default() };
    let found = match task.make(seed, &control, scratch).map_err(usage)? {
        Ok(found) => found,
        Err(nothing) => return Ok(nothing.into()),
    };
    let mut bytes = Vec::with_capacity(1 << 17);
    json::line(&mut bytes, &Artefact::new(&found, seed, &task.asked)?)?;
    Ok(Line::Made(bytes))
}

impl Options {
    fn task(&self) -> Result<Task> {
        let (request, asked) = self.shape.plain()?.request().map_err(usage)?;
        let (goal, attempts) = match (self.attempts, self.time) {
            (Some(attempts), _) => (Goal::Best(1), Some(attempts)),
            (None, Some(_)) => (Goal::Best(1), None),
            (None, None) => {
                return Ok(Task { attempt: self.attempt, ..Task::new(request, asked, FIRST) });
            }
        };
        let budget = Budget { goal, attempts, time: self.time };
        Ok(Task::new(request, asked, budget))
    }

    /// Writes the dungeon of a seed, or reports why there is none.
    fn show(
        &self,
        task: &Task,
        made: std::result::Result<Found<Made, Proof>, Nothing>,
        seed: Seed,
        format: Format,
        target: &Target,
    ) -> Result<Exit> {
        let found = match made {
            Ok(found) => found,
            Err(nothing) => return Ok(many::told(&nothing)),
        };
        let first = task.budget.goal == Goal::First && task.attempt.is_none();
        let chosen = if first { Chosen::First } else { Chosen::Best };
        let shown = Shown { found: &found, seed, asked: &task.asked, chosen };
        target.write_map((format == Format::Map).then_some("png"), |out| {
            self.write(out, &shown, format, target)
        })
    }

    /// Writes a dungeon; a map for Tiled goes with the picture of its tiles beside it.
    fn write(
        &self,
        out: &mut dyn Write,
        shown: &Shown<'_>,
        format: Format,
        target: &Target,
    ) -> Result<Exit> {
        shown.write(out, format, self.spoiler, target.is_coloured())?;
        engines::beside(target, format, || shown.engines())?;
        Ok(Exit::Done)
    }
}

impl DungeonOptions {
    /// The shape that the options ask for.
    ///
    /// # Errors
    /// A file of templates that cannot be read.
    pub(super) fn shape(&self, version: Version) -> Result<Shape> {
        let (width, height) = self.room_size;
        Ok(Shape {
            version,
            category: self.category.clone(),
            rooms: self.rooms,
            keys: self.keys.unwrap_or(KEYS),
            switches: self.switches.unwrap_or(0),
            switch_style: SwitchStyle::asked(self.switch_style, version.missions(), version.name())
                .map_err(usage)?,
            puzzles: self.puzzles.puzzles,
            templates: self.puzzles.packs(&self.category)?,
            key_style: self.key_style,
            floors: self.floors,
            tiles: tiles::Request { width, height, blocks: self.blocks.unwrap_or(BLOCKS) },
            weights: self.weights(),
        })
    }

    /// The shape of a plain dungeon.
    ///
    /// # Errors
    /// Those of [`shape`](Self::shape), and an algorithm of the other style.
    fn plain(&self) -> Result<Shape> {
        self.shape(Algorithm::plain(self.algorithm)?)
    }

    /// A task for the first dungeon of a seed that is proved.
    ///
    /// # Errors
    /// The limit that is broken.
    pub(super) fn first(&self) -> Result<Task> {
        let (request, asked) = self.plain()?.request().map_err(usage)?;
        Ok(Task::new(request, asked, FIRST))
    }

    fn weights(&self) -> Weights {
        let mut weights = Weights::default();
        for &(figure, value) in &self.weight {
            figure.set(&mut weights, value);
        }
        weights
    }
}

/// A bar, if the best of many is looked for.
pub(super) fn bar(budget: &Budget) -> ProgressBar {
    let template = match budget.attempts {
        Some(_) => "{wide_bar} {human_pos} of {human_len}",
        None => "{spinner} {human_pos} attempts, {elapsed}",
    };
    progress::bar(budget.goal == Goal::First, budget.attempts, template)
}

#[cfg(test)]
mod tests;
