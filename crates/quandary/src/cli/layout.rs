//! `quandary layout`: generates the rooms of an interior on a grid.

use super::ending::{Endings, OutputOptions};
use super::exit::Exit;
use super::made;
use super::seed::SeedOptions;
use anyhow::Result;
use ask::{Generated, LayoutFormat, LayoutRequest, Look, Request};
use clap::Args;

/// Generate a layout: the rooms of a cave, a crypt, a tower or a town, and their connections
///
/// A cellular automaton generates caves, and binary space partition generates halls. Every layout is connected and
/// has one entry; caves, halls and towers have a boss at a dead end far from it. The same seed gives the same layout.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary layout
      a dungeon, from a random seed
  quandary layout --category cave --seed 1 --count 1000
      seeds 1 to 1000, one JSON object per line
  quandary layout --category tower --seed 7 -o tower.svg
      a picture
  quandary layout --category crypt --bounds -6,6,-4,4,-1,0 --seed 7
      within the given bounds")]
pub(crate) struct Options {
    #[command(flatten)]
    request: LayoutRequest,

    #[command(flatten)]
    seeds: SeedOptions,

    /// Output format [default: from the file extension, otherwise text; JSON with --count]
    #[arg(long, value_enum)]
    format: Option<LayoutFormat>,

    #[command(flatten)]
    output: OutputOptions,
}

impl Endings for LayoutFormat {
    const ENDINGS: &'static [(&'static str, Self)] =
        &[("txt", Self::Text), ("json", Self::Json), ("svg", Self::Svg), ("png", Self::Png)];
}

/// Generates the requested layouts.
///
/// # Errors
/// If the request cannot be satisfied, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let (seeds, output) = (&options.seeds, options.output.path());
    let usual = [LayoutFormat::Text, LayoutFormat::Json];
    let (format, target, chosen) = seeds.wanted(options.format, output, usual)?;
    let task = options.request.task().map_err(|refusal| made::wrong(&refusal))?;
    made::run(&task, (chosen, seeds.threads), &target, &|_, _| (), |layout, target| {
        let look = Look { colour: target.is_coloured(), ..Look::default() };
        let picture = (format == LayoutFormat::Text).then_some("png");
        made::written(target, picture, |out| layout.write(out, format, look))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::exit::of_error;
    use clap::Parser;
    use dungeon::layout::{Border, Bounds, Keep, Request, Stairs};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn options(line: &str) -> Options {
        let words = ["layout"].into_iter().chain(line.split_whitespace());
        Line::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).options
    }

    fn layout(options: &Options) -> Result<Request> {
        options.request.layout().map_err(|refusal| made::wrong(&refusal))
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let options = options("--category crypt");
        let request = layout(&options).unwrap();
        assert_eq!(request, Request::of("crypt").unwrap());
    }

    #[test]
    fn bounds_begin_with_a_hyphen() {
        for line in ["--bounds -3,3,-3,3,-2,0", "--bounds=-3,3,-3,3,-2,0"] {
            let options = options(&format!("--category town {line}"));
            let request = layout(&options).unwrap();
            assert_eq!(request.bounds, Bounds::around(3, -2, 0));
        }
    }

    #[test]
    fn every_parameter_is_an_option() {
        let line = "--category cave --fill 0.5 --passes 5 --birth 6 --survive 3 --border solid \
                    --keep bridge --min-rooms 9 --stairs all --treasure-share 0.1 --puzzle-share 0";
        let request = layout(&options(line)).unwrap();
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
            let error = layout(&options(line)).unwrap_err();
            assert_eq!(of_error(&error), Exit::Usage, "{line}");
            assert!(error.to_string().contains(part), "{error}");
        };
        check("--category cave --bounds 3,-3,0,0,0,0", "inverted");
        check("--category crypt --plain", "crypt is not made by one: cave, mine are");
        check("--category cave --plain --min-rooms 9", "leave out one of the two");
    }
}
