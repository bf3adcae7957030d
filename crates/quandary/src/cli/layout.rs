//! `quandary layout`: makes the rooms of an interior on a grid.
//!
//! The options are checked ([`ShapeOptions::request`]), then a layout is made for one seed and shown, or for many
//! seeds in parallel ([`super::many`]).

use super::ending::Endings;
use super::ending::OutputOptions;
use super::exit::{Exit, usage};
use super::many::{self, Line};
use super::seed::{SeedOptions, Seeds};
use super::values::{kinds, real, whole};
use crate::output::Target;
use anyhow::Result;
use clap::{Args, ValueEnum};
use draw::{layout_svg, layout_text, level_png};
use dungeon::json::layout::Artefact;
use dungeon::layout::request::{FILL, MOST_PASSES};
use dungeon::layout::{Automaton, Border, Bounds, Keep, Request, Stairs, generate};
use dungeon::{Options as Making, Scratch};
use search::Seed;
use voice::json;

/// Make a layout: the rooms of a cave, a crypt, a tower or a town, and the ways between them
///
/// Caves are made by a cellular automaton, halls by binary space partition. Every layout is connected and has one entry;
/// caves, halls and towers have a boss at a dead end far from it. The same seed gives the same layout.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary layout
      a dungeon, from a seed that is drawn and printed
  quandary layout --category cave
      a cave on three levels, from a seed that is drawn and printed
  quandary layout --category crypt --bounds -6,6,-4,4,-1,0 --seed 7
      within bounds of one's own
  quandary layout --category tower --seed 7 --format svg -o tower.svg
      a picture
  quandary layout --category cave --seed 1 --count 1000
      seeds 1 to 1000, one line of JSON each")]
pub(crate) struct Options {
    #[command(flatten)]
    shape: ShapeOptions,

    #[command(flatten)]
    seeds: SeedOptions,

    /// What is printed [default: by the file's ending, else text; JSON with --count]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// The options that decide a layout.
#[derive(Debug, Args)]
pub(crate) struct ShapeOptions {
    /// The kind of place
    #[arg(long, value_name = "NAME", default_value = "dungeon", value_parser = kinds())]
    pub(super) category: String,

    /// min_x,max_x,min_y,max_y,min_z,max_z, all inclusive; each category has its own
    #[arg(long, value_name = "SIX", allow_hyphen_values = true)]
    bounds: Option<Bounds>,

    /// Caves: the probability with which a cell is solid before the first pass of the cellular automaton, 0.45 to 0.55
    #[arg(long, value_name = "P", default_value_t = 0.45, value_parser = real(FILL[0]..=FILL[1]))]
    fill: f64,

    /// Caves: how many passes the cellular automaton takes
    #[arg(long, value_name = "N", default_value_t = 4,
          value_parser = whole::<u8>(0..=MOST_PASSES.into()))]
    passes: u8,

    /// Caves: an open cell becomes solid with so many solid neighbours of eight
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole::<u8>(1..=8))]
    birth: u8,

    /// Caves: a solid cell stays solid with so many solid neighbours of eight
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u8>(1..=8))]
    survive: u8,

    /// Caves: the cellular automaton alone, with no noise tried again, no level widened and no niche dug
    #[arg(long)]
    plain: bool,

    /// What the outermost cells are
    #[arg(long, value_enum, default_value_t = Edge::Drawn)]
    border: Edge,

    /// Caves: which regions of a level are kept
    #[arg(long, value_enum, default_value_t = Kept::Largest)]
    keep: Kept,

    /// The least number of rooms a level, as far as they fit [default: in caves a third of the interior, at least 5]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=u32::MAX.into()))]
    min_rooms: Option<u32>,

    /// How many stairs join two levels: a number, or all
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = stairs)]
    stairs: Stairs,

    /// Of the dead ends, the share with a treasure: one at least, but none with 0
    #[arg(long, value_name = "P", default_value_t = 0.3, value_parser = real(0.0..=1.0))]
    treasure_share: f64,

    /// Of the dead ends, the share with a puzzle: one at least, but none with 0
    #[arg(long, value_name = "P", default_value_t = 0.2, value_parser = real(0.0..=1.0))]
    puzzle_share: f64,
}

/// The kind of the outermost cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Edge {
    /// Drawn like any cell
    Drawn,
    /// Solid, so that the map is closed
    Solid,
}

/// Which regions are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kept {
    /// The largest alone
    Largest,
    /// Every region of five cells or more, joined by tunnels
    Bridge,
}

/// The form of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A map of every level
    Text,
    /// The whole layout (quandary/layout/1)
    Json,
    /// A picture
    Svg,
    /// The same picture in pixels
    Png,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] =
        &[("txt", Self::Text), ("json", Self::Json), ("svg", Self::Svg), ("png", Self::Png)];
}

fn stairs(text: &str) -> Result<Stairs, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(Stairs::All);
    }
    let count = whole(1..=u32::MAX.into())(text);
    count
        .map(Stairs::Count)
        .map_err(|_| "a whole number of at least 1 is wanted, or all".to_owned())
}

/// Makes what the options ask for.
///
/// # Errors
/// When the request cannot be satisfied, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let seeds = &options.seeds;
    let output = options.output.path();
    let (format, target, chosen) =
        seeds.wanted(options.format, output, Format::Text, Format::Json)?;
    let request = options.shape.request()?;
    match chosen {
        Seeds::One(seed) => write(&request, seed, format, &target, &mut Scratch::default()),
        Seeds::Lines { first, count } => {
            let make = |scratch: &mut Scratch, seed, _: &_| line(&request, seed, scratch);
            many::run(first, count, seeds.threads, &target, make)
        }
        Seeds::Files { first, count } => {
            many::files(first, count, seeds.threads, &target, |scratch, seed, file, _| {
                write(&request, seed, format, file, scratch)
            })
        }
    }
}

/// Makes the layout of a seed and writes it.
fn write(
    request: &Request,
    seed: Seed,
    format: Format,
    target: &Target,
    scratch: &mut Scratch,
) -> Result<Exit> {
    let layout = generate(request, seed, Making::reusing(scratch)).map_err(usage)?;
    let seed = seed.value();
    target.write_map((format == Format::Text).then_some("png"), |out| {
        match format {
            Format::Json => json::lines(out, &Artefact::new(&layout, request, seed))?,
            Format::Svg => out.write_all(layout_svg::render(&layout, seed).as_bytes())?,
            Format::Png => level_png::write(out, &layout_svg::render(&layout, seed))?,
            Format::Text => {
                let text = layout_text::render(&layout, seed, target.is_coloured());
                out.write_all(text.as_bytes())?;
            }
        }
        Ok(Exit::Done)
    })
}

/// Makes the line of a seed.
fn line(request: &Request, seed: Seed, scratch: &mut Scratch) -> Result<Line> {
    let layout = generate(request, seed, Making::reusing(scratch)).map_err(usage)?;
    let mut bytes = Vec::with_capacity(4096);
    json::line(&mut bytes, &Artefact::new(&layout, request, seed.value()))?;
    Ok(Line::Made(bytes))
}

impl ShapeOptions {
    /// The request, checked.
    ///
    /// # Errors
    /// When the request cannot be satisfied.
    pub(crate) fn request(&self) -> Result<Request> {
        let usual = Request::of(&self.category).map_err(usage)?;
        let request = Request {
            bounds: self.bounds.unwrap_or(usual.bounds),
            fill: self.fill,
            passes: self.passes,
            birth: self.birth,
            survive: self.survive,
            automaton: if self.plain { Automaton::Plain } else { Automaton::Helped },
            border: match self.border {
                Edge::Drawn => Border::Drawn,
                Edge::Solid => Border::Solid,
            },
            keep: match self.keep {
                Kept::Largest => Keep::Largest,
                Kept::Bridge => Keep::Bridge,
            },
            min_rooms: self.min_rooms,
            stairs: self.stairs,
            treasure_share: self.treasure_share,
            puzzle_share: self.puzzle_share,
            ..usual
        };
        request.check().map_err(usage)?;
        Ok(request)
    }
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
        let words = ["layout"].into_iter().chain(line.split_whitespace());
        Line::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).options
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let options = options("--category crypt");
        let request = options.shape.request().unwrap();
        assert_eq!(request, Request::of("crypt").unwrap());
    }

    #[test]
    fn bounds_begin_with_a_hyphen() {
        for line in ["--bounds -3,3,-3,3,-2,0", "--bounds=-3,3,-3,3,-2,0"] {
            let options = options(&format!("--category town {line}"));
            let request = options.shape.request().unwrap();
            assert_eq!(request.bounds, Bounds::around(3, -2, 0));
        }
    }

    #[test]
    fn every_parameter_is_an_option() {
        let line = "--category cave --fill 0.5 --passes 5 --birth 6 --survive 3 --border solid \
                    --keep bridge --min-rooms 9 --stairs all --treasure-share 0.1 --puzzle-share 0";
        let request = options(line).shape.request().unwrap();
        let expect = Request {
            fill: 0.5,
            passes: 5,
            birth: 6,
            survive: 3,
            border: Border::Solid,
            keep: Keep::Bridge,
            min_rooms: Some(9),
            stairs: Stairs::All,
            treasure_share: 0.1,
            puzzle_share: 0.0,
            ..Request::of("cave").unwrap()
        };
        assert_eq!(request, expect);
    }

    #[test]
    fn what_cannot_be_is_a_usage_error() {
        let check = |line: &str, part: &str| {
            let error = options(line).shape.request().unwrap_err();
            assert_eq!(of_error(&error), Exit::Usage, "{line}");
            assert!(error.to_string().contains(part), "{error}");
        };
        check("--category cave --bounds 3,-3,0,0,0,0", "inverted");
        check("--category crypt --plain", "crypt is not made by one: cave, mine are");
        check("--category cave --plain --min-rooms 9", "leave out one of the two");
    }
}
