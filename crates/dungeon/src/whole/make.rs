//! Whole dungeons by search: attempts until one is proved, or the best of several.

use super::fit::{fit, unmark};
use super::proof::{Proof, prove_rooms, prove_small_keys, prove_tiles, prove_walkthrough, rank};
use super::space::Rooms;
use super::{Dungeon, Request, RequestError};
use crate::layout::{self, Kind, Layout, kinds};
use crate::mission::{self, Mission};
use crate::puzzle::Area;
use crate::puzzle::gates::Gates;
use crate::puzzle::place::{Placed, Site, place};
use crate::puzzle::ways::{Passage, Ways};
use crate::realise::{self, Blocks};
use level::Level;
use level::check::certify::Judge;
use search::{Attempt, Budget, Control, Problem, Report, Seed, run_with};

/// From so many rooms a puzzle on, an attempt that cannot place all puzzles is thrown away: another one can. With
/// fewer rooms what can be placed is placed, and the report says why it is not all.
const ROOMS_A_PUZZLE: usize = 8;

/// Why an attempt was thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Reject {
    /// The mission did not fit into the layout.
    #[error("no mission in the layout: {0}")]
    Mission(mission::Reject),
    /// Fewer passages gate something than puzzles were asked for, though there are rooms enough.
    #[error("too few passages for the puzzles")]
    FewPuzzles,
    /// The proof ran into its limit.
    #[error("too large to prove")]
    TooLargeToProve,
    /// The judge found no plan through the rooms.
    #[error("not winnable")]
    Unwinnable,
    /// A room that nobody can come to.
    #[error("a room out of reach")]
    UnreachableRoom,
    /// A player can get stuck.
    #[error("losable")]
    Losable,
    /// A key or a switch of the mission that is not needed.
    #[error("a needless key or switch")]
    Needless,
    /// The judge found no plan through the tiles.
    #[error("tiles that cannot be won")]
    TilesUnwinnable,
    /// A player can get stuck among the tiles.
    #[error("tiles that can be lost")]
    TilesLosable,
    /// The plan, put into commands, does not win the game of words.
    #[error("a walkthrough that does not win")]
    Walkthrough,
}

/// What an attempt makes: a dungeon, and its tiles if they are asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The dungeon.
    pub dungeon: Dungeon,
    /// Its tiles.
    pub level: Option<Level>,
    /// What came of the blocks that were asked for among its tiles.
    pub blocks: Option<Blocks>,
}

/// The answer of [`make`].
pub type DungeonReport = Report<Made, Proof, Reject>;

/// Working memory for attempts: nothing in it decides a result.
#[derive(Default)]
pub struct Scratch {
    layout: layout::Scratch,
    mission: mission::Scratch,
    judge: Judge,
}

/// Dungeons, as a problem to be searched.
struct DungeonProblem<'a> {
    request: &'a Request,
}

impl Problem for DungeonProblem<'_> {
    type Draft = Made;
    type Proof = Proof;
    type Reject = Reject;
    type Scratch = Scratch;

    /// A layout of so many rooms, a mission in it, puzzles on what is left, and tiles.
    fn draft(&self, attempt: Attempt, scratch: &mut Scratch) -> Result<Made, Reject> {
        let request = self.request;
        let part = attempt.part("layout");
        let mut layout = layout::attempt(&request.layout, part, &mut scratch.layout);
        unmark(&mut layout);
        fit(&mut layout, request.rooms, &mut part.phase("fit"));
        let mission = mission::make::attempt(
            &request.mission,
            &Rooms::of(&layout),
            attempt.part("mission"),
            &mut scratch.mission,
        )
        .map_err(Reject::Mission)?;
        shape(&mut layout, &mission, request, part);
        let dungeon = furnish(request, layout, mission, attempt.part("puzzles"));
        let few = (dungeon.area.puzzles.len() as u32) < dungeon.placement.asked;
        if few && dungeon.placement.asked as usize * ROOMS_A_PUZZLE <= request.rooms {
            return Err(Reject::FewPuzzles);
        }
        let lay = |tiles| realise::lay(&dungeon, tiles, request.version, attempt.part("tiles"));
        let (level, blocks) = request.tiles.as_ref().map(lay).unzip();
        Ok(Made { dungeon, level, blocks })
    }

    fn prove(&self, made: &Made, scratch: &mut Scratch) -> Result<Proof, Reject> {
        let (plan, states) = prove_rooms(&made.dungeon, self.request, &mut scratch.judge)?;
        prove_small_keys(&made.dungeon.mission, self.request, &mut scratch.mission)?;
        let walkthrough = prove_walkthrough(&made.dungeon, &plan)?;
        let tiles = made.level.as_ref().map(prove_tiles).transpose()?;
        let rank = rank(&made.dungeon, &plan, &self.request.weights);
        Ok(Proof { plan, states, walkthrough, rank, tiles })
    }

    fn rank(&self, _: &Made, proof: &Proof) -> f64 {
        proof.rank.value
    }
}

/// Closes what the mission does not use, and marks boss and goal.
fn shape(layout: &mut Layout, mission: &Mission, request: &Request, attempt: Attempt) {
    let ways = Ways::of(layout);
    let number = |id: u32| room_of(layout, mission, id);
    let used: Vec<(u32, u32)> =
        mission.edges.iter().map(|edge| (number(edge.a), number(edge.b))).collect();
    let marked = [(number(mission.boss), Kind::Boss), (number(mission.goal), Kind::Treasure)];
    for room in 0..ways.len() as u32 {
        for (Passage { direction, .. }, to) in ways.from(room) {
            if !used.contains(&(room, to)) && !used.contains(&(to, room)) {
                layout.close(room, direction);
            }
        }
    }
    kinds::reassign(&mut layout.rooms, &marked, &request.layout, &mut attempt.phase("marks"));
    layout.settle();
}

/// The room of the layout in which a room of the mission lies.
fn room_of(layout: &Layout, mission: &Mission, id: u32) -> u32 {
    match mission.rooms.get(id as usize).map(|room| &room.coords) {
        Some(mission::Coords::Place(place)) => layout.index(*place).unwrap_or(0),
        _ => 0,
    }
}

/// Puts puzzles on bridges that no lock takes.
fn furnish(request: &Request, mut layout: Layout, mission: Mission, attempt: Attempt) -> Dungeon {
    let gates = gates(&layout, &mission);
    let site = Site {
        gates: &gates,
        key_style: request.key_style(),
        templates: &request.packs.of(&layout.category.name).templates,
        // A tile cannot ask for what opens a chest: in whole dungeons all keys lie in the open.
        chest_templates: &[],
        version: request.puzzle_version(),
        puzzles: Vec::new(),
        items: Vec::new(),
        chests: Vec::new(),
        may_close: &|_| false,
        may_block: &|_| true,
        layout: &mut layout,
    };
    let Placed { puzzles, items, chests, placement } = place(site, request.puzzles, attempt);
    let area = Area { layout, puzzles, items, chests };
    Dungeon { mission, area, placement }
}

/// What the mission puts in a player's way.
fn gates(layout: &Layout, mission: &Mission) -> Gates {
    let rooms = layout.rooms.len();
    let mut gates = Gates {
        locks: vec![[None; 6]; rooms],
        items: vec![None; rooms],
        levels: vec![0; rooms],
        goal: Some(room_of(layout, mission, mission.goal)),
    };
    for (id, room) in (0..).zip(&mission.rooms) {
        let at = room_of(layout, mission, id) as usize;
        gates.items[at] = room.item;
        gates.levels[at] = room.precondition.key_level() as u8;
    }
    for edge in &mission.edges {
        let (a, b) = (room_of(layout, mission, edge.a), room_of(layout, mission, edge.b));
        for (from, to) in [(a, b), (b, a)] {
            if let Some(direction) = super::level_graph::direction(layout, from, to) {
                gates.locks[from as usize][direction as usize] = edge.symbol;
            }
        }
    }
    gates
}

/// Makes one attempt alone, such as one that a search within a time found; the report has it, or why it failed.
///
/// # Errors
/// A request that nothing can satisfy.
pub fn make_attempt(
    request: &Request,
    seed: Seed,
    attempt: u64,
) -> Result<DungeonReport, RequestError> {
    request.check()?;
    let mut report = Report::default();
    report.try_once(&DungeonProblem { request }, seed.attempt(attempt), &mut Scratch::default());
    Ok(report)
}

/// Makes a dungeon within a budget: the first attempt that is proved, or the best.
///
/// # Errors
/// A request that nothing can satisfy.
///
/// ```
/// use dungeon::whole::{Request, make};
/// use search::{Budget, Goal, Seed};
/// let budget = Budget { goal: Goal::First, attempts: Some(100), time: None };
/// let report = make(&Request::of("temple")?, Seed::new(7)?, &budget, &Default::default())?;
/// let found = &report.found[0];
/// assert_eq!(found.draft.dungeon.area.layout.rooms.len(), 16);
/// assert!(found.proof.tiles.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make(
    request: &Request,
    seed: Seed,
    budget: &Budget,
    control: &Control<'_>,
) -> Result<DungeonReport, RequestError> {
    make_with(request, seed, budget, control, &mut Scratch::default())
}

/// The same, with the caller's working memory: for one dungeon after another.
///
/// # Errors
/// A request that nothing can satisfy.
pub fn make_with(
    request: &Request,
    seed: Seed,
    budget: &Budget,
    control: &Control<'_>,
    scratch: &mut Scratch,
) -> Result<DungeonReport, RequestError> {
    request.check()?;
    Ok(run_with(&DungeonProblem { request }, seed, budget, control, scratch))
}
