//! Whole dungeons: a mission in a layout, puzzles on passages that no lock takes, and all of it as tiles.
//!
//! A layout is cut or grown to so many rooms; a mission takes each of them for a room and its connections for
//! neighbours, and what it does not use is closed; puzzles go on bridges without a lock. The judge proves the
//! whole at room level, then [`crate::tiles`] lays it out in tiles, and the judge proves it again there.
//!
//! Invariant: nothing leaves this module unproved.

pub mod request;
mod fit;
pub mod proof;

pub use proof::{Proof, Rank};
pub use request::{Request, RequestError, Version, Weights};

use crate::layout::ways::Ways;
use crate::layout::{self, Kind, Layout, kinds};
use crate::mission::{self, Mission};
use crate::model::{Dungeon, Parts, passages_of_mission, rooms_of_mission};
use crate::options::Options;
use crate::puzzle::place::place;
use crate::puzzle::site::{Gates, Site};
use crate::puzzle::{self, Area};
use crate::reject::Reject;
use crate::scratch::Scratch;
use crate::tiles::{self, Blocks};
use fit::{Rooms, fit, unmark};
use level::Level;
use proof::{prove_rooms, prove_small_keys, prove_tiles, prove_walkthrough, rank};
use search::{Attempt, Budget, Goal, Problem, Report, Seed};

/// Default number of attempts; the first that is proved is taken.
const ATTEMPTS: u64 = 100;
/// Number of rooms a puzzle from which an attempt that cannot place all puzzles is rejected: another one can.
/// With fewer rooms as many puzzles as possible are placed, and the report says why it is not all.
const ROOMS_A_PUZZLE: usize = 8;

/// Result of an attempt: a dungeon, and its tiles if they are asked for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Made {
    /// The dungeon.
    pub dungeon: Dungeon,
    /// Its tiles.
    pub level: Option<Level>,
    /// Number of blocks among its tiles, and the reason if there are fewer than were drawn.
    pub blocks: Option<Blocks>,
}

/// The answer of [`generate`].
pub type DungeonReport = Report<Made, Proof, Reject>;

/// Dungeons, as a problem to be searched.
struct DungeonProblem<'a> {
    request: &'a Request,
}

impl Problem for DungeonProblem<'_> {
    type Draft = Made;
    type Proof = Proof;
    type Reject = Reject;
    type Scratch = Scratch;

    /// A layout of the wanted number of rooms, a mission in it, puzzles on passages that are left, and tiles.
    fn draft(&self, attempt: Attempt, scratch: &mut Scratch) -> Result<Made, Reject> {
        let request = self.request;
        let part = attempt.part("layout");
        let mut layout = layout::attempt(&request.layout, part, scratch);
        fit_rooms(&mut layout, request.rooms, part);
        let (space, part_mission) = (Rooms::of(&layout), attempt.part("mission"));
        let mission = mission::attempt(&request.mission, &space, part_mission, &mut scratch.draft)
            .map_err(Reject::NoMission)?;
        shape(&mut layout, &mission, request, part);
        let dungeon = furnish(request, layout, mission, attempt.part("puzzles"));
        let few = (dungeon.area.puzzles.len() as u32) < dungeon.placement.asked;
        if few && dungeon.placement.asked as usize * ROOMS_A_PUZZLE <= request.rooms {
            return Err(Reject::FewPuzzles);
        }
        let lay = |how| tiles::lay(&dungeon, how, request.spots(), attempt.part("tiles"));
        let (level, blocks) = request.tiles.as_ref().map(lay).unzip();
        Ok(Made { dungeon, level, blocks })
    }

    fn prove(&self, made: &Made, scratch: &mut Scratch) -> Result<Proof, Reject> {
        let (plan, states) = prove_rooms(&made.dungeon, self.request, scratch)?;
        prove_small_keys(&made.dungeon.mission, self.request, scratch)?;
        let walkthrough = prove_walkthrough(&made.dungeon, &plan)?;
        let tiles = made.level.as_ref().map(prove_tiles).transpose()?;
        let rank = rank(&made.dungeon, &plan, &self.request.weights);
        Ok(Proof { plan, states, walkthrough, rank, tiles })
    }

    fn rank(&self, _: &Made, proof: &Proof) -> f64 {
        proof.rank.value
    }
}

/// Closes the passages that the mission does not use, and marks boss and goal.
fn shape(layout: &mut Layout, mission: &Mission, request: &Request, attempt: Attempt) {
    let ways = Ways::of(layout);
    let numbers = rooms_of_mission(mission, layout);
    let number = |id: u32| numbers.get(id as usize).copied().unwrap_or(0);
    let used: Vec<[u32; 2]> =
        passages_of_mission(mission, layout, &numbers).map(|(ends, ..)| ends).collect();
    let marked = [(number(mission.boss), Kind::Boss), (number(mission.goal), Kind::Treasure)];
    for room in 0..ways.len() as u32 {
        for (passage, to) in ways.from(room) {
            if !used.contains(&[room, to]) && !used.contains(&[to, room]) {
                layout.close(room, passage.direction);
            }
        }
    }
    kinds::reassign(&mut layout.rooms, &marked, &request.layout, &mut attempt.phase("marks"));
    layout.settle();
}

/// Puts puzzles on bridges that no lock takes.
fn furnish(request: &Request, layout: Layout, mission: Mission, attempt: Attempt) -> Dungeon {
    let site = Site {
        gates: gates(&layout, &mission),
        key_style: request.key_style(),
        templates: &request.packs.of(&layout.category.name).templates,
        // A tile cannot ask for what opens a chest: in whole dungeons all keys lie in the open.
        chest_templates: &[],
        version: request.puzzle_version(),
        may_close: &|_| false,
        may_block: &|_| true,
        area: Area::bare(layout),
    };
    let puzzle::Made { area, placement } = place(site, request.puzzles, attempt);
    Dungeon::new(Parts { mission, area, placement })
}

/// The locks, items and key-levels of the mission, by room of the layout, around which puzzles are placed.
fn gates(layout: &Layout, mission: &Mission) -> Gates {
    let rooms = layout.rooms.len();
    let numbers = rooms_of_mission(mission, layout);
    let mut gates = Gates {
        locks: vec![[None; 6]; rooms],
        items: vec![None; rooms],
        levels: vec![0; rooms],
        goal: numbers.get(mission.goal as usize).copied(),
    };
    for (&at, room) in numbers.iter().zip(&mission.rooms) {
        gates.items[at as usize] = room.item;
        gates.levels[at as usize] = room.precondition.key_level() as u8;
    }
    for ([a, b], direction, lock) in passages_of_mission(mission, layout, &numbers) {
        gates.locks[a as usize][direction as usize] = lock;
        gates.locks[b as usize][direction.opposite() as usize] = lock;
    }
    gates
}

/// A layout cut or grown to so many rooms, with no mark but that of the entry.
pub(crate) fn fit_rooms(layout: &mut Layout, rooms: usize, part: Attempt) {
    unmark(layout);
    fit(layout, rooms, &mut part.phase("fit"));
}

/// Makes a dungeon: the first attempt that is proved, or the best within a budget.
///
/// # Errors
/// A request that nothing can satisfy.
///
/// ```
/// use quandary_dungeon::generate::{Request, generate};
/// let report = generate(&Request::of("temple")?, search::Seed::new(7)?, Default::default())?;
/// let found = &report.found[0];
/// assert_eq!(found.draft.dungeon.rooms().len(), 16);
/// assert!(found.proof.tiles.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    request: &Request,
    seed: Seed,
    options: Options<'_>,
) -> Result<DungeonReport, RequestError> {
    request.check()?;
    let usual = Budget { goal: Goal::First, attempts: Some(ATTEMPTS), time: None };
    Ok(options.search(&DungeonProblem { request }, seed, usual))
}
