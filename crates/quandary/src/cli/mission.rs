//! `quandary mission`: makes lock-and-key graphs, and proves them.
//!
//! The options are checked ([`Options::task`]): they say which space is to be filled ([`Shape`]) and what is asked of the
//! mission. The task makes a mission for one seed ([`Task::make`]), which is shown in the format that was asked for, or for
//! many seeds in parallel ([`super::many`]).

use super::ending::{Endings, OutputOptions};
use super::exit::{Exit, input as invalid, usage};
use super::interrupt;
use super::judge::input::name as input_name;
use super::many::{self, Line};
use super::seed::{SeedOptions, Seeds};
use super::values::{real, whole};
use crate::mask::{self, ColourMap};
use crate::output::Target;
use anyhow::Result;
use clap::{ArgAction, Args, ValueEnum};
use draw::summary::Summary;
use draw::{mission_dot, mission_svg, mission_text};
use dungeon::Scratch;
use dungeon::json::mission::{Artefact, Origin, Proof, Request as Asked, Stats};
use dungeon::mission::require::{Require, Required};
use dungeon::mission::space::{LEAST_ROOMS, MOST_ROOMS};
use dungeon::mission::{
    Certificate, Constraints, Count, Given, KeyOrder, KeyStyle, MOST_KEYS, MOST_SWITCHES, Mission,
    Request, RequestError, SpaceError, SwitchStyle, generate, level_graph,
};
use level::Level;
use search::{Control, Found, Nothing, Seed};
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use voice::json;

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
                Ok(made) => write_mission(out, &task, &made, format, target),
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
            write_line(&mut bytes, task, &made)?;
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

/// Settings that spaces of every kind have.
#[derive(Clone, Debug, Default)]
struct Terms {
    /// Cell of the entrance.
    start: Option<(i32, i32)>,
    /// Probability of extra links, from 0 to 1.
    link_chance: Option<f64>,
    /// The requirements of a finished mission.
    require: Vec<Require>,
}

impl Terms {
    /// The space with these settings.
    fn told<S: Constraints + 'static>(
        &self,
        mut space: S,
        starting_at: impl FnOnce(S, i32, i32) -> Result<S, SpaceError>,
        with_link_chance: impl FnOnce(S, f64) -> Result<S, SpaceError>,
    ) -> Result<Box<dyn Constraints>> {
        if let Some((x, y)) = self.start {
            let said = |error| usage(format_args!("--start {x},{y}: {error}"));
            space = starting_at(space, x, y).map_err(said)?;
        }
        if let Some(p) = self.link_chance {
            let said = |error| usage(format_args!("--link-chance {p}: {error}"));
            space = with_link_chance(space, p).map_err(said)?;
        }
        Ok(Required::of(Box::new(space), self.require.clone()))
    }
}

/// A space, the file it came from, and its part of the provenance.
struct Shape {
    /// The space.
    constraints: Box<dyn Constraints>,
    /// The number of rooms, where no file says it.
    rooms: Option<usize>,
    /// The cells of a mask.
    space: Option<Vec<mask::Cell>>,
    /// The cells of free-form rooms.
    colours: Option<Vec<Vec<mask::Cell>>>,
    file: Option<PathBuf>,
}

impl Shape {
    /// A number of rooms in an unbounded half-plane.
    fn count(rooms: usize, terms: &Terms) -> Result<Self> {
        let space = Count::new(rooms);
        let constraints = terms.told(space, Count::starting_at, Count::with_link_chance)?;
        Ok(Self { constraints, rooms: Some(rooms), space: None, colours: None, file: None })
    }

    /// The mask in a file.
    fn mask(path: &Path, terms: &Terms) -> Result<Self> {
        let cells = mask::space(path)?;
        let space = Given::squares(&cells).map_err(|why| unfit(path, why))?;
        let constraints = terms.told(space, Given::starting_at, Given::with_link_chance)?;
        let file = Some(path.to_owned());
        Ok(Self { constraints, rooms: None, space: Some(cells), colours: None, file })
    }

    /// The colour map in a file.
    fn colours(path: &Path, terms: &Terms) -> Result<Self> {
        let ColourMap { rooms, neighbours } = mask::colours(path)?;
        let space = Given::regions(rooms.clone(), neighbours).map_err(|why| unfit(path, why))?;
        let constraints = terms.told(space, Given::starting_at, Given::with_link_chance)?;
        let file = Some(path.to_owned());
        Ok(Self { constraints, rooms: None, space: None, colours: Some(rooms), file })
    }

    /// The error that the file does not fit the request; none where there is no file.
    fn unfit(&self, why: impl Display) -> Option<anyhow::Error> {
        self.file.as_deref().map(|path| unfit(path, why))
    }
}

fn unfit(path: &Path, why: impl Display) -> anyhow::Error {
    invalid(format_args!("{}: {why}", input_name(path)))
}

/// The making of a mission, for any seed.
struct Task {
    request: Request,
    shape: Shape,
    asked: Asked,
}

/// A mission, with its figures and proof.
struct Made {
    /// The mission.
    mission: Mission,
    /// The proof as it was found, with the shortest solution.
    certificate: Certificate,
    /// The statistics, as JSON has them.
    stats: Stats,
    /// The proof, as JSON has it.
    proof: Proof,
    seed: u64,
    attempt: u64,
}

impl Task {
    /// A task whose numbers are possible.
    ///
    /// # Errors
    /// The limit that is broken: a usage error, or an invalid input where a file is too small.
    fn new(request: Request, mut shape: Shape, terms: Terms) -> Result<Self> {
        request.check(shape.constraints.rooms()).map_err(|error| match &error {
            RequestError::Rooms { .. } => shape.unfit(&error).unwrap_or_else(|| usage(&error)),
            _ => usage(&error),
        })?;
        let asked = Asked {
            space: shape.space.take(),
            colors: shape.colours.take(),
            start: terms.start,
            link_chance: terms.link_chance,
            require: terms.require,
            ..Asked::of(&request, shape.rooms)
        };
        Ok(Self { request, shape, asked })
    }

    /// Makes the mission of one seed; an error within is why there is none.
    ///
    /// # Errors
    /// When the request cannot be satisfied at all.
    fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<Result<Made, Nothing>> {
        let space = &*self.shape.constraints;
        let report =
            generate(&self.request, space, seed, dungeon::Options::controlled(control, scratch))
                .map_err(usage)?;
        let made = |found| Made::new(found, seed);
        Ok(report.best(seed).map(made))
    }

    /// Provenance of a mission of this task.
    fn origin(&self, made: &Made) -> Origin<'_> {
        Origin { seed: made.seed, attempt: made.attempt, request: &self.asked }
    }
}

impl Made {
    /// A mission with its certificate. It is winnable if there is a plan, for that was replayed.
    fn new(found: Found<Mission, Certificate>, seed: Seed) -> Self {
        let Found { attempt, draft: mission, proof: certificate, .. } = found;
        let stats = Stats::of(&mission, &certificate);
        let proof = Proof::of(&certificate);
        Self { mission, certificate, stats, proof, seed: seed.value(), attempt }
    }

    /// The summary under a map.
    fn summary(&self) -> Summary {
        let told = (&self.stats, &self.proof);
        Summary::of(&self.mission, &self.certificate, told, (self.seed, self.attempt))
    }
}

/// The form of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A map, the critical path, and what was proved
    Text,
    /// The whole mission (quandary/mission/1)
    Json,
    /// A graph for Graphviz
    Dot,
    /// A picture
    Svg,
    /// A level of rooms (quandary/level/1), for solve and check
    Level,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("json", Self::Json),
        ("json", Self::Level),
        ("svg", Self::Svg),
        ("dot", Self::Dot),
    ];
}

/// Writes a mission.
///
/// # Errors
/// When `out` cannot be written to.
fn write_mission(
    out: &mut dyn Write,
    task: &Task,
    made: &Made,
    format: Format,
    target: &Target,
) -> Result<Exit> {
    let (mission, summary) = (&made.mission, made.summary());
    match format {
        Format::Json => json::outline(out, &artefact(task, made), 2)?,
        Format::Level => json::outline(out, &level_of(made, task.origin(made))?, 3)?,
        Format::Dot => out.write_all(mission_dot::render(mission, &summary.title()).as_bytes())?,
        Format::Svg => out.write_all(mission_svg::render(mission, &summary).as_bytes())?,
        Format::Text => {
            out.write_all(
                mission_text::render(mission, &summary, target.is_coloured()).as_bytes(),
            )?;
        }
    }
    Ok(Exit::Done)
}

/// Writes a mission as one line of JSON.
///
/// # Errors
/// When `out` cannot be written to.
fn write_line(out: &mut dyn Write, task: &Task, made: &Made) -> Result<()> {
    Ok(json::line(out, &artefact(task, made))?)
}

fn artefact<'a>(task: &'a Task, made: &'a Made) -> Artefact<'a> {
    Artefact::new(&made.mission, &made.stats, &made.proof, task.origin(made))
}

/// The mission as a level of rooms, with the same provenance.
fn level_of(made: &Made, origin: Origin<'_>) -> Result<Level> {
    let provenance = match serde_json::to_value(origin.provenance())? {
        serde_json::Value::Object(fields) => Some(fields),
        _ => None,
    };
    let name = Some(format!("mission {}", origin.seed));
    Ok(Level { name, provenance, ..Level::of_graph(level_graph(&made.mission)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::exit::of_error;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn options(line: &str) -> Options {
        let words = ["mission"].into_iter().chain(line.split_whitespace());
        Line::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).options
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        assert_eq!(options("").request(), Request::default());
        assert_eq!(options("").rooms, 25);
    }

    #[test]
    fn flags_turn_things_off() {
        let request = options("--no-goal --boss-unlocked --linearity 9").request();
        assert!(!request.goal_room && !request.boss_locked);
        assert_eq!(request.linearity, Some(9));
    }

    #[test]
    fn formats_and_counts() {
        let check = |line: &str, expect| {
            let options = options(line);
            let (seeds, output) = (&options.seeds, options.output.path());
            let wanted = seeds.wanted(options.format, output, Format::Text, Format::Json);
            assert_eq!(wanted.ok().map(|(format, ..)| format), expect, "{line}");
        };
        check("", Some(Format::Text));
        check("--count 5", Some(Format::Json));
        check("--count 5 --format json", Some(Format::Json));
        check("--count 1 --format svg", Some(Format::Svg));
        check("--count 2 --format text", None);
        check("--count 2 --format level", None);
        check("--count 2 -o a.svg", Some(Format::Svg));
        check("-o a.dot", Some(Format::Dot));
        check("-o a.png", None);
    }

    #[test]
    fn what_cannot_be_is_a_usage_error() {
        let check = |line: &str, part: &str| {
            let options = options(line);
            let error = options.seeds.seeds(true, &Target::Stdout).and_then(|_| options.task());
            let error = error.map(|_| ()).unwrap_err();
            assert_eq!(of_error(&error), Exit::Usage, "{line}");
            assert!(error.to_string().contains(part), "{error}");
        };
        check("--key-style small --order partial", "--order partial");
        check("--rooms 6", "7 is the least");
        check("--seed 9007199254740991 --count 2", "goes past the last seed");
    }

    #[test]
    fn a_bad_shape_is_an_invalid_input() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let check = |text: &str, part: &str| {
            std::fs::write(file.path(), text).unwrap();
            let line = format!("--keys 1 --space {}", file.path().display());
            let error = options(&line).task().map(|_| ()).unwrap_err();
            assert_eq!(of_error(&error), Exit::Invalid);
            let said = error.to_string();
            assert!(
                said.contains(part) && said.contains(&file.path().display().to_string()),
                "{said}"
            );
        };
        check("##.##\n", "in pieces");
        check("##\n", "2 rooms are too few: 4 is the least");
    }
}
