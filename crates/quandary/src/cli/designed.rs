//! `quandary dungeon --style designed`: the best of many drafts, proved, with every claim.

use super::dungeon::{DungeonOptions, Options, bar};
use super::engines;
use super::exit::{Exit, usage};
use super::interrupt;
use super::many::{self, Line};
use super::seed::Seeds;
use super::style::Algorithm;
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use draw::designed::Shown;
use draw::dungeon::Format;
use dungeon::Scratch;
use dungeon::designed::request::Numbers;
use dungeon::designed::{ATTEMPTS, Designed, Request, generate};
use dungeon::generate::Version;
use dungeon::mission::KeyStyle;
use dungeon::options::{Attempts, Options as Making};
use level::rate::Band;
use search::{Budget, Control, Goal, Nothing, Seed};
use voice::json;

/// Makes what the options ask for.
///
/// # Errors
/// When the request cannot be satisfied, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let seeds = &options.seeds;
    let output = options.output.path();
    let (format, target, chosen) =
        seeds.wanted(options.format, output, Format::Map, Format::Json)?;
    if format == Format::Dot {
        return Err(usage("--format dot draws a mission, which --style designed has none of"));
    }
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
                        json::line(&mut bytes, &asked.shown(&made, seed).artefact())?;
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
        Ok(Self { request: options.shape.designed()?, attempts, told: attempts.number(ATTEMPTS) })
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
    /// The request for a designed dungeon, whose numbers are drawn to suit where they are not given.
    pub(super) fn designed(&self) -> Result<Request> {
        Algorithm::designed(self.algorithm)?;
        let shape = self.shape(Version::default())?;
        let plain = [
            ("switch-style", self.switch_style.is_some()),
            ("templates", self.puzzles.has_templates()),
            ("key-style", self.key_style != KeyStyle::Named),
            ("weight", !self.weight.is_empty()),
        ];
        if let Some((option, _)) = plain.iter().find(|(_, given)| *given) {
            return Err(usage(format!(
                "--{option} goes with --style plain; designed dungeons have none of it"
            )));
        }
        let request = Request::of(&shape.category).and_then(|r| r.on_floors(shape.floors));
        let mut request = request.map_err(usage)?;
        request.rooms = shape.rooms;
        request.difficulty = self.difficulty;
        request.tiles = shape.tiles;
        request.numbers = Numbers {
            keys: self.keys.map(usize::from),
            switches: self.switches.map(usize::from),
            puzzles: self.puzzles.exactly()?,
            blocks: self.blocks.map(|blocks| blocks as usize),
        };
        request.check().map_err(usage)?;
        Ok(request)
    }
}
