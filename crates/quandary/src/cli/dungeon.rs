//! `quandary dungeon`: the best of many drafts, proved, with every claim.

use super::ending::OutputOptions;
use super::exit::{Exit, usage};
use super::many::{self, Line};
use super::seed::{SeedOptions, Seeds};
use super::values::{self, any, kinds, whole};
use super::{engines, interrupt, progress};
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use clap::Args;
use draw::dungeon::{Format, Shown};
use dungeon::Scratch;
use dungeon::designed::request::{MOST_BLOCKS, MOST_FLOORS, Numbers, Size};
use dungeon::designed::{ATTEMPTS, Designed, Request, generate};
use dungeon::mission::{MOST_KEYS, MOST_SWITCHES};
use dungeon::options::{Attempts, Options as Making};
use indicatif::ProgressBar;
use level::rate::Band;
use search::{Budget, Control, Goal, Nothing, Seed};
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
    shape: DungeonOptions,

    #[command(flatten)]
    seeds: SeedOptions,

    /// Keep the best of N attempts by rank [default: 50]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    attempts: Option<u64>,

    /// Keep the best that is found in this time, such as 2s or 500ms
    #[arg(long, value_name = "TIME", value_parser = values::time, conflicts_with = "attempts")]
    time: Option<Duration>,

    /// Make this attempt alone: again what a search within a time had found
    #[arg(long, value_name = "K", conflicts_with_all = ["attempts", "time"],
          value_parser = whole::<u64>(0..=u64::MAX))]
    attempt: Option<u64>,

    /// What is printed [default: by the file's ending, else a map; JSON with --count]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Tell the walkthrough below the map, draw the way into a picture
    #[arg(long)]
    spoiler: bool,

    #[command(flatten)]
    output: OutputOptions,
}

/// The options that decide a dungeon, besides its seed.
#[derive(Debug, Args)]
pub(crate) struct DungeonOptions {
    /// The kind of place
    #[arg(long, value_name = "NAME", default_value = "dungeon", value_parser = kinds())]
    category: String,

    /// How many rooms there are
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = any::<usize>)]
    rooms: usize,

    /// How many keys there are, the boss's among them [default: what suits the rooms]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0..=MOST_KEYS as u64))]
    keys: Option<u8>,

    /// How hard it is to be, by the rating that `quandary rate` gives it, such as 40..55; nothing is made
    /// where none of the attempts is (exit code 11)
    #[arg(long, value_name = "LOW..HIGH")]
    difficulty: Option<Band>,

    /// How many switches there are [default: what suits the rooms]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0..=MOST_SWITCHES as u64))]
    switches: Option<u8>,

    /// How many puzzles there are that are solved in the room before the passage they block [default: what suits the rooms]
    #[arg(long, value_name = "N", value_parser = any::<usize>)]
    puzzles: Option<usize>,

    /// How many floors there are
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = whole::<u32>(1..=MOST_FLOORS.into()))]
    floors: u32,

    /// How many tiles a room has across and down, walls included
    #[arg(long, value_name = "WxH", default_value = "16x11", value_parser = room_size)]
    room_size: (u32, u32),

    /// How many blocks can be pushed [default: what suits the rooms]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=MOST_BLOCKS as u64))]
    blocks: Option<usize>,
}

/// Makes what the options ask for.
///
/// # Errors
/// When the request cannot be satisfied, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let seeds = &options.seeds;
    let output = options.output.path();
    let (format, target, chosen) =
        seeds.wanted(options.format, output, Format::Map, Format::Json)?;
    engines::fits(format, options.shape.floors)?;
    engines::tells(format, options.spoiler)?;
    let asked = Asked::of(options)?;
    let exit = match chosen {
        Seeds::Lines { .. } | Seeds::Files { .. } if options.time.is_some() => {
            Err(usage("--time and --count do not go together: use --attempts"))
        }
        Seeds::One(seed) => {
            let bar = bar(&asked.budget());
            let progress = |done, _| bar.set_position(done);
            let (threads, cancel) = (seeds.threads, interrupt::listen());
            let control = Control { threads, cancel, progress: &progress };
            let made = asked.make(seed, &control, &mut Scratch::default())?;
            bar.finish_and_clear();
            asked.show(options, made, seed, format, &target)
        }
        Seeds::Lines { first, count } => {
            let make = |scratch: &mut Scratch, seed, cancel: &_| {
                let control = Control { threads: 1, cancel, ..Control::default() };
                Ok(match asked.make(seed, &control, scratch)? {
                    Err(nothing) => nothing.into(),
                    Ok(made) => {
                        let mut bytes = Vec::with_capacity(1 << 17);
                        json::line(&mut bytes, &asked.shown(&made, seed).document())?;
                        Line::Made(bytes)
                    }
                })
            };
            many::run(first, count, seeds.threads, &target, make)
        }
        Seeds::Files { first, count } => {
            many::files(first, count, seeds.threads, &target, |scratch, seed, file, cancel| {
                let control = Control { threads: 1, cancel, ..Control::default() };
                asked.show(options, asked.make(seed, &control, scratch)?, seed, format, file)
            })
        }
    }?;
    if let (Exit::Nothing, Some(band)) = (&exit, &options.shape.difficulty) {
        note!("{}", advice(band));
    }
    Ok(exit)
}

/// A way to have a band met.
fn advice(band: &Band) -> String {
    format!(
        "--difficulty {band} was not met by every seed: ratings grow with the number of rooms, so that fewer --rooms suit an \
         easier band and more of them a harder one; more --attempts help as well"
    )
}

/// A request, and the attempts at it.
struct Asked {
    request: Request,
    attempts: Attempts,
    /// Number of attempts of which the best is taken, as it is told.
    told: u64,
}

impl Asked {
    /// The request that the options make.
    fn of(options: &Options) -> Result<Self> {
        let best = |attempts, time| Budget { goal: Goal::Best(1), attempts, time };
        let attempts = match (options.attempt, options.attempts, options.time) {
            (Some(number), ..) => Attempts::Only(number),
            (None, Some(attempts), _) => Attempts::Within(best(Some(attempts), None)),
            (None, None, Some(time)) => Attempts::Within(best(None, Some(time))),
            (None, None, None) => Attempts::Usual,
        };
        Ok(Self { request: options.shape.request()?, attempts, told: attempts.number(ATTEMPTS) })
    }

    fn budget(&self) -> Budget {
        match self.attempts {
            Attempts::Within(budget) => budget,
            Attempts::Usual | Attempts::Only(_) => {
                Budget { goal: Goal::Best(1), attempts: Some(self.told), time: None }
            }
        }
    }

    fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<std::result::Result<Designed, Nothing>> {
        let making = Making { attempts: self.attempts, control: *control, scratch: Some(scratch) };
        generate(&self.request, seed, making).map_err(usage)
    }

    fn shown<'a>(&'a self, made: &'a Designed, seed: Seed) -> Shown<'a> {
        Shown { made, request: &self.request, seed, attempts: self.told }
    }

    /// Writes the dungeon of a seed, or reports why there is none; a map for Tiled goes with the picture of its tiles
    /// beside it.
    fn show(
        &self,
        options: &Options,
        made: std::result::Result<Designed, Nothing>,
        seed: Seed,
        format: Format,
        target: &Target,
    ) -> Result<Exit> {
        let made = match made {
            Ok(made) => made,
            Err(nothing) => return Ok(many::told(&nothing)),
        };
        target.write_map((format == Format::Map).then_some("png"), |out| {
            let shown = self.shown(&made, seed);
            shown.write(out, format, options.spoiler, target.is_coloured())?;
            engines::beside(target, format, || shown.engines())?;
            Ok(Exit::Done)
        })
    }
}

impl DungeonOptions {
    /// The request, whose numbers are drawn to suit where they are not given.
    ///
    /// # Errors
    /// The limit that is broken.
    pub(super) fn request(&self) -> Result<Request> {
        let request = Request::of(&self.category).and_then(|usual| usual.on_floors(self.floors));
        let (width, height) = self.room_size;
        let request = Request {
            rooms: self.rooms,
            size: Size { width, height },
            numbers: Numbers {
                keys: self.keys.map(usize::from),
                switches: self.switches.map(usize::from),
                puzzles: self.puzzles,
                blocks: self.blocks,
            },
            difficulty: self.difficulty,
            ..request.map_err(usage)?
        };
        request.check().map_err(usage)?;
        Ok(request)
    }
}

/// The size of rooms: two numbers with an x between.
pub(super) fn room_size(text: &str) -> Result<(u32, u32), String> {
    let number = |part: &str| part.parse::<u32>().ok();
    let size = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some((number(w)?, number(h)?)));
    size.ok_or_else(|| "two whole numbers with an x between are wanted, such as 16x11".to_owned())
}

/// A bar, if there is something to wait for.
fn bar(budget: &Budget) -> ProgressBar {
    let template = match budget.attempts {
        Some(_) => "{wide_bar} {human_pos} of {human_len}",
        None => "{spinner} {human_pos} attempts, {elapsed}",
    };
    progress::bar(false, budget.attempts, template)
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

    fn request(line: &str) -> anyhow::Result<Request> {
        let words = ["dungeon"].into_iter().chain(line.split_whitespace());
        let line = Line::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"));
        line.options.shape.request()
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let (asked, usual) = (request("--category cave").unwrap(), Request::of("cave").unwrap());
        assert_eq!(
            (asked.rooms, asked.size, asked.numbers),
            (usual.rooms, usual.size, usual.numbers)
        );
        assert_eq!((asked.layout, asked.family), (usual.layout, usual.family));
    }

    #[test]
    fn what_cannot_be_is_a_usage_error() {
        let check = |line: &str, part: &str| {
            let error = request(line).map(|_| ()).unwrap_err();
            assert_eq!(of_error(&error), Exit::Usage, "{line}");
            assert!(error.to_string().contains(part), "{error}");
        };
        check("--rooms 4", "from 5 to 2,000");
        check("--floors 9 --rooms 8", "every floor has at least one");
        check("--room-size 5x11", "between 7 and 40");
    }
}
