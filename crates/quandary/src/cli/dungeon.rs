//! `quandary dungeon`: generates dungeons: the best of many candidates, proved, with all claims.

use super::ending::OutputOptions;
use super::exit::{Exit, usage};
use super::seed::{SeedOptions, Seeds};
use super::{engines, made, progress};
use crate::shown::note;
use anyhow::Result;
use ask::{DungeonRequest, Generated, Look, Request};
use clap::Args;
use draw::dungeon::Format;
use dungeon::dungeon::ATTEMPTS;
use indicatif::ProgressBar;
use level::rate::Band;

/// Generate a complete dungeon: keys and locks, rooms, puzzles and tiles
///
/// The verifier proves every dungeon before it is printed: it can be won, a player can never get stuck, and every
/// other claim was tested on the level with and without the thing in question. The candidate with the best score is
/// kept. The same seed gives the same dungeon.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary dungeon --seed 7 --spoiler
      a map with the walkthrough
  quandary dungeon --seed 7 -o keep.tscn
      a scene for Godot; .ldtk is for LDtk, .tmj for Tiled, .dd2vtt for virtual tabletops
  quandary dungeon --time 2s --format json -o best.json
      the best candidate found in two seconds; the JSON names the attempt
  quandary dungeon --category temple --floors 3 --rooms 30 --keys 4 --difficulty 40..50 -o t.png
      a picture of a larger dungeon of medium difficulty")]
pub(crate) struct Options {
    #[command(flatten)]
    request: DungeonRequest,

    #[command(flatten)]
    seeds: SeedOptions,

    /// Output format [default: from the file extension, otherwise a map; JSON with --count]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Print the walkthrough below the map; draw the solution into a picture
    #[arg(long)]
    spoiler: bool,

    #[command(flatten)]
    output: OutputOptions,
}

/// Generates the requested dungeons.
///
/// # Errors
/// If the request cannot be satisfied, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let (seeds, output) = (&options.seeds, options.output.path());
    let usual = [Format::Map, Format::Json];
    let (format, target, chosen) = seeds.wanted(options.format, output, usual)?;
    engines::fits(format, options.request.floors)?;
    engines::tells(format, options.spoiler)?;
    let task = options.request.task().map_err(|refusal| made::wrong(&refusal))?;
    if options.request.time.is_some() && !matches!(chosen, Seeds::One(_)) {
        return Err(usage("--time and --count do not go together: use --attempts"));
    }
    let bar = match chosen {
        Seeds::One(_) => bar(task.attempts.number(ATTEMPTS)),
        Seeds::Lines { .. } | Seeds::Files { .. } => ProgressBar::hidden(),
    };
    let progress = |done, _| bar.set_position(done);
    let exit = made::run(&task, (chosen, seeds.threads), &target, &progress, |dungeon, target| {
        bar.finish_and_clear();
        let look = Look { spoiler: options.spoiler, colour: target.is_coloured() };
        let picture = (format == Format::Map).then_some("png");
        made::written(target, picture, |out| {
            dungeon.write(out, format, look)?;
            engines::beside(target, format, || dungeon.shown().engines())
        })
    })?;
    bar.finish_and_clear();
    if let (Exit::Nothing, Some(band)) = (&exit, &options.request.difficulty) {
        note!("{}", advice(band));
    }
    Ok(exit)
}

/// Advice for a difficulty range that no attempt met.
fn advice(band: &Band) -> String {
    format!(
        "--difficulty {band} was not met by every seed: ratings grow with the number of rooms, so that fewer --rooms suit an \
         easier band and more of them a harder one; more --attempts help as well"
    )
}

/// A progress bar, hidden for little work; without a number of attempts if only time ends the search.
fn bar(attempts: u64) -> ProgressBar {
    let (number, template) = match attempts {
        0 => (None, "{spinner} {human_pos} attempts, {elapsed}"),
        number => (Some(number), "{wide_bar} {human_pos} of {human_len}"),
    };
    progress::bar(false, number, template)
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

    fn request(line: &str) -> DungeonRequest {
        let words = ["dungeon"].into_iter().chain(line.split_whitespace());
        let line = Line::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"));
        line.options.request
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        assert_eq!(request(""), DungeonRequest::default());
    }

    #[test]
    fn what_cannot_be_is_a_usage_error() {
        let check = |line: &str, part: &str| {
            let error = made::wrong(&request(line).task().map(|_| ()).unwrap_err());
            assert_eq!(of_error(&error), Exit::Usage, "{line}");
            assert!(error.to_string().contains(part), "{error}");
        };
        check("--rooms 4", "from 5 to 2,000");
        check("--floors 9 --rooms 8", "every floor has at least one");
        check("--room-size 5x11", "between 7 and 40");
    }
}
