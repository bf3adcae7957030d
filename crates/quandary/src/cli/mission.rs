//! `quandary mission`: generates and proves lock-and-key graphs.

use super::ending::{Endings, OutputOptions};
use super::exit::{Exit, invalid};
use super::judge::input;
use super::made;
use super::seed::SeedOptions;
use crate::mask;
use anyhow::Result;
use ask::{Generated, Look, MissionFormat, MissionRequest, MissionTask, Refusal, Request};
use clap::Args;
use std::path::{Path, PathBuf};

/// Generate a lock-and-key graph: rooms, keys, switches, a boss and a goal
///
/// The generator works like Metazelda: a tree of rooms grows, its key-level rises at intervals, and links across
/// key-levels are locked. Key-level n holds the rooms that can be reached with n keys but not with fewer. The
/// intensity of a room, from 0 to 1, is its difficulty relative to the other rooms. The verifier proves every mission
/// before it is printed: it can be won, the player can never get stuck, every key and every switch is needed, and no
/// lock of a named key or a switch is redundant. The same seed gives the same mission.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary mission
      25 rooms and 4 keys, from a random seed
  quandary mission --linearity 100
      the mission with the least backtracking of 100
  quandary mission --seed 1 --count 1000 --format json
      seeds 1 to 1000, one JSON object per line
  quandary mission --rooms 50 --keys 6 --switches 1 --seed 7 -o mission.svg
      a picture")]
pub(crate) struct Options {
    #[command(flatten)]
    request: MissionRequest,

    /// Mask whose marked cells become rooms: a PNG picture (marked: opaque and not black) or text (marked: # X x 1 *,
    /// blank: . space 0 - _) [default: no mask]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["colors", "rooms"])]
    space: Option<PathBuf>,

    /// Colour map: a PNG picture with one free-form room per colour; rooms are linked where their colours touch
    /// [default: no colour map]
    #[arg(long, value_name = "FILE", conflicts_with = "rooms")]
    colors: Option<PathBuf>,

    #[command(flatten)]
    seeds: SeedOptions,

    /// Output format [default: from the file extension, otherwise text; JSON with --count]
    #[arg(long, value_enum)]
    format: Option<MissionFormat>,

    #[command(flatten)]
    output: OutputOptions,
}

impl Endings for MissionFormat {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("json", Self::Json),
        ("json", Self::Level),
        ("svg", Self::Svg),
        ("dot", Self::Dot),
    ];
}

/// Generates the requested missions.
///
/// # Errors
/// If the request cannot be satisfied, a shape cannot be read, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let (seeds, output) = (&options.seeds, options.output.path());
    let (format, target, chosen) = seeds.wanted(options.format, output, USUAL)?;
    let task = options.task()?;
    made::run(&task, (chosen, seeds.threads), &target, &|_, _| (), |mission, target| {
        let look = Look { colour: target.is_coloured(), ..Look::default() };
        let picture = (format == MissionFormat::Text).then_some("svg");
        made::written(target, picture, |out| mission.write(out, format, look))
    })
}

/// The default formats of one mission, and of many.
const USUAL: [MissionFormat; 2] = [MissionFormat::Text, MissionFormat::Json];

impl Options {
    /// The task, with the shape read from its file. All checks that need no search are done here.
    fn task(&self) -> Result<MissionTask> {
        let mut request = self.request.clone();
        request.space = self.space.as_deref().map(mask::space).transpose()?;
        request.colors = self.colors.as_deref().map(mask::colours).transpose()?;
        request.task().map_err(|refusal| self.wrong(&refusal))
    }

    /// The error of a request that cannot be satisfied; it names the shape file if that is at fault.
    fn wrong(&self, refusal: &Refusal) -> anyhow::Error {
        let of_file =
            |path: &Path| invalid(format_args!("{}: {}", input::name(path), refusal.error));
        match (refusal.field.as_str(), &self.space, &self.colors) {
            ("space", Some(path), _) | ("colors", _, Some(path)) => of_file(path),
            _ => made::wrong(refusal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::exit::of_error;
    use crate::output::Target;
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
        assert_eq!(options("").request, MissionRequest::default());
    }

    #[test]
    fn flags_turn_things_off() {
        let request = options("--no-goal --boss-unlocked --linearity 9").request;
        assert!(!request.goal_room && !request.boss_locked);
        assert_eq!(request.linearity, Some(9));
    }

    #[test]
    fn formats_and_counts() {
        let check = |line: &str, expect| {
            let options = options(line);
            let (seeds, output) = (&options.seeds, options.output.path());
            let wanted = seeds.wanted(options.format, output, USUAL);
            assert_eq!(wanted.ok().map(|(format, ..)| format), expect, "{line}");
        };
        check("", Some(MissionFormat::Text));
        check("--count 5", Some(MissionFormat::Json));
        check("--count 5 --format json", Some(MissionFormat::Json));
        check("--count 1 --format svg", Some(MissionFormat::Svg));
        check("--count 2 --format text", None);
        check("--count 2 --format level", None);
        check("--count 2 -o a.svg", Some(MissionFormat::Svg));
        check("-o a.dot", Some(MissionFormat::Dot));
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
        check("--key-style small --order partial", "order partial");
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
