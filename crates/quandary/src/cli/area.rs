//! `quandary area`: a layout with puzzles in its passages, proved.

use super::ending::Endings;
use super::ending::OutputOptions;
use super::exit::{Exit, usage};
use super::interrupt;
use super::layout::ShapeOptions;
use super::many::{self, Line};
use super::puzzles::{PuzzleOptions, Templates};
use super::seed::{SeedOptions, Seeds};
use crate::output::Target;
use anyhow::Result;
use clap::{Args, ValueEnum};
use draw::{area_text, layout_svg, level_png};
use dungeon::designed::texts::with_words;
use dungeon::json::area::Artefact;
use dungeon::json::area::made::{Asked, extras, level};
use dungeon::mission::KeyStyle;
use dungeon::puzzle::{Certificate, Made, Request, Wanted, generate};
use dungeon::{Options as Making, Scratch};
use search::Nothing;
use search::{Control, Found, Seed};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use voice::json;

/// Make an area: a layout whose passages puzzles block until they are solved
///
/// Every puzzle blocks a passage that something lies behind, and the key of a door lies where it can be had
/// before the door, now and then in a locked chest whose key lies elsewhere. Every area is proved before it is printed: every room can be reached, and a player can
/// never get stuck. The same seed gives the same area, and the rooms of the layout of that seed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary area --category cave
      a cave with one or two puzzles, from a seed that is drawn and printed
  quandary area --category crypt --puzzles 4 --seed 7
      four puzzles; categories other than dungeon, cave, ruins and temple have none by themselves
  quandary area --category temple --seed 7 --format json -o temple.json
  quandary check temple.json
  quandary play temple.json
  quandary area --category cave --seed 1 --count 1000
      seeds 1 to 1000, one line of JSON each")]
pub(crate) struct Options {
    #[command(flatten)]
    shape: ShapeOptions,

    #[command(flatten)]
    puzzles: PuzzleOptions,

    /// How the keys of doors work
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = KeyStyle::Named)]
    key_style: KeyStyle,

    #[command(flatten)]
    seeds: SeedOptions,

    /// What is printed [default: by the file's ending, else text; JSON with --count]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// The form of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A map of every level, and the puzzles
    Text,
    /// The whole area (quandary/area/1)
    Json,
    /// A level of rooms (quandary/level/1), for solve and check
    Level,
    /// A picture
    Svg,
    /// The same picture in pixels
    Png,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("json", Self::Json),
        ("json", Self::Level),
        ("svg", Self::Svg),
        ("png", Self::Png),
    ];
}

/// The making of an area, for any seed.
struct Task {
    request: Request,
    asked: Asked,
}

/// Makes what the options ask for.
///
/// # Errors
/// When the request cannot be satisfied, templates cannot be read, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let seeds = &options.seeds;
    let output = options.output.path();
    let (format, target, chosen) =
        seeds.wanted(options.format, output, Format::Text, Format::Json)?;
    let task = options.task()?;
    let write = |scratch: &mut Scratch, seed, target: &Target, cancel: &AtomicBool| {
        let control = Control { threads: 1, cancel, ..Control::default() };
        match task.make(seed, &control, scratch)? {
            Ok(found) => target.write_map((format == Format::Text).then_some("png"), |out| {
                task.write(out, &found, seed, format, target)
            }),
            Err(nothing) => Ok(many::told(&nothing)),
        }
    };
    match chosen {
        Seeds::One(seed) => write(&mut Scratch::default(), seed, &target, interrupt::listen()),
        Seeds::Lines { first, count } => {
            let make = |scratch: &mut Scratch, seed, cancel: &_| task.line(seed, cancel, scratch);
            many::run(first, count, seeds.threads, &target, make)
        }
        Seeds::Files { first, count } => many::files(first, count, seeds.threads, &target, write),
    }
}

impl Task {
    /// Makes the area of a seed; an error is why there is none.
    fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<Result<Found<Made, Certificate>, Nothing>> {
        let report =
            generate(&self.request, seed, Making::controlled(control, scratch)).map_err(usage)?;
        Ok(report.best(seed).map(|found| with_words(seed, found)))
    }

    /// Writes an area in a format.
    fn write(
        &self,
        out: &mut dyn Write,
        found: &Found<Made, Certificate>,
        seed: Seed,
        format: Format,
        target: &Target,
    ) -> Result<Exit> {
        let area = &found.draft.area;
        let picture = || layout_svg::render_area(area, seed.value());
        match format {
            Format::Json => {
                let extras = extras(found, seed, &self.asked)?;
                json::outline(out, &Artefact::new(area, Some(seed.value()), extras), 2)?;
            }
            Format::Level => json::outline(out, &level(found, seed, &self.asked)?, 3)?,
            Format::Svg => out.write_all(picture().as_bytes())?,
            Format::Png => level_png::write(out, &picture())?,
            Format::Text => {
                let text = area_text::render(found, seed.value(), target.is_coloured());
                out.write_all(text.as_bytes())?;
            }
        }
        Ok(Exit::Done)
    }

    fn line(&self, seed: Seed, cancel: &AtomicBool, scratch: &mut Scratch) -> Result<Line> {
        let control = Control { threads: 1, cancel, ..Control::default() };
        let found = match self.make(seed, &control, scratch)? {
            Ok(found) => found,
            Err(nothing) => return Ok(nothing.into()),
        };
        let extras = extras(&found, seed, &self.asked)?;
        let mut bytes = Vec::with_capacity(1 << 14);
        let artefact = Artefact::new(&found.draft.area, Some(seed.value()), extras);
        json::line(&mut bytes, &artefact)?;
        Ok(Line::Made(bytes))
    }
}

impl Options {
    fn task(&self) -> Result<Task> {
        let usual = Request::of(&self.shape.category).map_err(usage)?;
        let layout = self.shape.request()?;
        let Templates { packs, files } = self.puzzles.packs(&self.shape.category)?;
        let puzzles: Wanted = self.puzzles.puzzles.unwrap_or(usual.puzzles);
        let request = Request { layout, puzzles, key_style: self.key_style, packs };
        request.check().map_err(usage)?;
        let asked = Asked::new(&request, files);
        Ok(Task { request, asked })
    }
}
