//! The JSON of `quandary solve`, and of plans move by move.

use super::names::{Changed, PlaceJson, Thing, changed};
use crate::check::why_not::{Tried, WhyNot};
use crate::limits::Limit;
use crate::model::{Cell, Level, Tile};
use crate::plan::{Cost, Record, Walk};
use crate::rules::{Fact, Holdings, Inventory, Rules};
use crate::solve::{Improvement, Solution, Verdict};
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;

/// The JSON of a solution.
#[derive(Serialize)]
pub struct SolutionJson<'a> {
    verdict: &'static str,
    cost: Option<CostJson>,
    optimal: bool,
    path: Option<Vec<PlaceJson<'a>>>,
    plan: Option<Vec<StepJson<'a>>>,
    states_explored: u64,
    /// By the exact search, if it ran beside the requested one.
    #[serde(skip_serializing_if = "Option::is_none")]
    states_explored_beside: Option<u64>,
    states_pruned: u64,
    max_queue: u64,
    millis: f64,
    inventory: Option<InventoryJson>,
    /// Only for an unsolvable level.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<WhyNotJson<'a>>,
    /// The limit that ended the search before everything was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    /// With `--anytime`: the plans found, each cheaper than the one before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    improvements: Vec<ImprovementJson>,
    #[serde(flatten)]
    in_force: RulesJson,
}

/// The rules in force.
#[derive(Serialize)]
pub struct RulesJson {
    /// The value of each rule.
    rules: Rules,
    /// The initial inventory, if it is not empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<StartJson>,
}

/// The initial inventory.
#[derive(Serialize)]
struct StartJson {
    keys: u32,
    bombs: u32,
    boss_key: bool,
    key_item: bool,
}

impl RulesJson {
    /// The JSON of some rules.
    pub fn new(rules: &Rules) -> Self {
        let Inventory { keys, bombs, boss_key, key_item } = rules.start;
        let something = rules.start != Inventory::default();
        let start = something.then_some(StartJson { keys, bombs, boss_key, key_item });
        Self { rules: rules.clone(), start }
    }
}

/// A plan that was the best so far.
#[derive(Serialize)]
struct ImprovementJson {
    cost: CostJson,
    /// A proved lower bound on the cost of any plan.
    bound: f64,
}

/// The name of a limit.
pub fn limit(limit: Limit) -> &'static str {
    match limit {
        Limit::States => "states",
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Cancelled => "cancelled",
        Limit::Rooms => "rooms",
    }
}

/// The name of a verdict. A level without a goal is neither winnable nor not.
pub fn verdict(level: &Level, verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Unsolvable if !level.has_goal() => "no goal",
        Verdict::Solvable { .. } => "solvable",
        Verdict::Unsolvable => "unsolvable",
        Verdict::Unknown(_) => "unknown",
    }
}

impl<'a> SolutionJson<'a> {
    /// The JSON of a solution, with the full state after each move.
    pub fn full(
        level: &'a Level,
        rules: &Rules,
        solution: &Solution,
        reason: Option<&WhyNot>,
        millis: f64,
    ) -> Self {
        let plan = match &solution.verdict {
            Verdict::Solvable { walk, .. } => Some(full_steps(level, walk)),
            _ => None,
        };
        Self { plan, ..Self::new(level, rules, solution, reason, millis) }
    }

    /// The JSON of a solution.
    pub fn new(
        level: &'a Level,
        rules: &Rules,
        solution: &Solution,
        reason: Option<&WhyNot>,
        millis: f64,
    ) -> Self {
        let (walk, optimal) = match &solution.verdict {
            Verdict::Solvable { walk, optimal, .. } => (Some(walk), *optimal),
            Verdict::Unsolvable | Verdict::Unknown(_) => (None, false),
        };
        let last = walk.map(|walk| walk.records.last().map_or(&walk.holdings, |r| &r.holdings));
        let improvement = |improvement: &Improvement| ImprovementJson {
            cost: CostJson(improvement.cost),
            bound: improvement.bound,
        };
        Self {
            verdict: verdict(level, &solution.verdict),
            cost: walk.map(|walk| CostJson(solution.cost.of(walk))),
            optimal,
            path: walk.map(|walk| path(level, walk)),
            plan: walk.map(|walk| steps(level, walk)),
            states_explored: solution.explored,
            states_explored_beside: (solution.beside > 0).then_some(solution.beside),
            states_pruned: solution.pruned,
            max_queue: solution.most_waiting,
            millis,
            inventory: last.map(|holdings| InventoryJson::new(level, holdings)),
            reason: reason.map(|why_not| WhyNotJson::new(level, why_not)),
            limit: solution.limit.map(limit),
            improvements: solution.improvements.iter().map(improvement).collect(),
            in_force: RulesJson::new(rules),
        }
    }
}

// -------------------------------------------------------------------------------------------------
// A replayed plan: its path and the record of each move.

/// The inventory of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InventoryJson {
    /// Small keys.
    pub keys: u32,
    /// Bombs.
    pub bombs: u32,
    /// The boss key.
    pub boss_key: bool,
    /// The key item.
    pub key_item: bool,
    /// Symbols, sorted by name.
    pub symbols: Vec<String>,
    /// Toggles that are on.
    pub toggles: Vec<u32>,
    /// Pressure plates that are down, sorted by name; absent if the level has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plates: Option<Vec<String>>,
}

/// A cost, written as an integer unless it includes diagonal steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostJson(pub Cost);

impl Serialize for CostJson {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.0.diagonal {
            0 => s.serialize_u64(self.0.straight),
            _ => s.serialize_f64(self.0.value()),
        }
    }
}

/// A move and its effects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepJson<'a> {
    /// Kind of the move: `up`, `warp`, `flip`, `goto` …
    pub action: &'static str,
    /// Location of the player after the move.
    pub position: PlaceJson<'a>,
    /// Inventory of the player after the move.
    #[serde(flatten)]
    pub held: InventoryJson,
    /// Locks opened by the move.
    pub opened: Vec<String>,
    /// Things taken by the move.
    pub collected: Vec<String>,
    /// The things taken by the move, each with its cell or node.
    #[serde(skip)]
    pub collected_at: Vec<String>,
    /// The cells from which and to which the move pushed a block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushed: Option<[PlaceJson<'a>; 2]>,
    /// The plates that the move pressed, by name.
    #[serde(skip)]
    pub pressed: Vec<String>,
    /// The plates that the move released, by name.
    #[serde(skip)]
    pub released: Vec<String>,
    /// The full state after the move, if requested.
    #[serde(flatten)]
    pub so_far: Option<FullStateJson<'a>>,
    /// True if bombs came with a taken thing and are not named themselves.
    #[serde(skip)]
    pub with_bombs: bool,
}

/// The full state after a move: everything done so far, and the positions of the blocks.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FullStateJson<'a> {
    /// Locks opened, in order.
    opened_so_far: Vec<String>,
    /// Things taken, each with its place, in order.
    collected_so_far: Vec<String>,
    /// The cells that hold a block, in reading order.
    blocks: Vec<PlaceJson<'a>>,
    /// The pits that blocks have filled, in reading order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    filled: Vec<PlaceJson<'a>>,
}

impl InventoryJson {
    /// The inventory of a player in a level.
    pub fn new(level: &Level, holdings: &Holdings) -> Self {
        let name = |&id: &u32| level.graph.symbol_name(id).to_owned();
        let mut symbols: Vec<String> = holdings.symbols.iter().map(name).collect();
        symbols.sort_unstable();
        let name = |&id: &u32| level.graph.plates.get(id as usize).cloned();
        let mut plates: Vec<String> = holdings.plates.iter().filter_map(name).collect();
        plates.sort_unstable();
        Self {
            keys: holdings.keys,
            bombs: holdings.bombs,
            boss_key: holdings.boss_key,
            key_item: holdings.key_item,
            symbols,
            toggles: holdings.toggles.clone(),
            plates: (!level.graph.plates.is_empty()).then_some(plates),
        }
    }
}

/// The places on a walk, including the start: one more than moves.
pub fn path<'a>(level: &'a Level, walk: &Walk) -> Vec<PlaceJson<'a>> {
    walk.positions().map(|position| PlaceJson::of(level, position)).collect()
}

/// The moves of a walk.
pub fn steps<'a>(level: &'a Level, walk: &Walk) -> Vec<StepJson<'a>> {
    let mut bombs = walk.holdings.bombs;
    let mut plates = InventoryJson::new(level, &walk.holdings).plates.unwrap_or_default();
    let step = |record: &Record| {
        let mut step = step(level, record);
        let now = step.held.plates.clone().unwrap_or_default();
        let without = |some: &[String], others: &[String]| -> Vec<String> {
            some.iter().filter(|name| !others.contains(name)).cloned().collect()
        };
        (step.pressed, step.released) = (without(&now, &plates), without(&plates, &now));
        plates = now;
        let named = step.collected.iter().any(|name| name == "bombs" || name == "item_minor");
        step.with_bombs = record.holdings.bombs > bombs && !named && !step.collected.is_empty();
        bombs = record.holdings.bombs;
        step
    };
    walk.records.iter().map(step).collect()
}

/// The moves of a walk, each with the full state after it.
pub fn full_steps<'a>(level: &'a Level, walk: &Walk) -> Vec<StepJson<'a>> {
    let mut so_far = FullStateJson::default();
    let at_start: BTreeSet<Cell> = level.holding(Tile::Block).collect();
    let is_pit = |cell| level.tiles.as_ref().is_some_and(|t| t.tile(cell) == Some(Tile::Pit));
    let (mut blocks, mut filled) = (at_start.clone(), BTreeSet::new());
    let places = |cells: &BTreeSet<Cell>| -> Vec<_> {
        cells.iter().map(|&cell| PlaceJson::cell(level, cell)).collect()
    };
    let mut steps = steps(level, walk);
    for (step, record) in steps.iter_mut().zip(&walk.records) {
        so_far.opened_so_far.extend(step.opened.iter().cloned());
        so_far.collected_so_far.extend(step.collected_at.iter().cloned());
        if record.resets {
            blocks.clone_from(&at_start);
            filled.clear();
        }
        if let Some((from, to)) = record.pushed {
            blocks.remove(&from);
            if !is_pit(to) || !filled.insert(to) {
                blocks.insert(to);
            }
        }
        (so_far.blocks, so_far.filled) = (places(&blocks), places(&filled));
        step.so_far = Some(so_far.clone());
    }
    steps
}

fn step<'a>(level: &'a Level, record: &Record) -> StepJson<'a> {
    let mut step = StepJson {
        action: record.action.name(),
        position: PlaceJson::of(level, record.position),
        held: InventoryJson::new(level, &record.holdings),
        opened: Vec::new(),
        collected: Vec::new(),
        collected_at: Vec::new(),
        pushed: record.pushed.map(|(a, b)| [PlaceJson::cell(level, a), PlaceJson::cell(level, b)]),
        pressed: Vec::new(),
        released: Vec::new(),
        so_far: None,
        with_bombs: false,
    };
    for &meaning in &record.changed {
        match changed(level, meaning) {
            Some(Changed::Opened(name)) => step.opened.push(name),
            Some(Changed::Collected(name)) => {
                let at = match meaning {
                    Fact::Item(cell) => PlaceJson::cell(level, cell),
                    Fact::Taken(node) => PlaceJson::node(level, node),
                    _ => step.position.clone(),
                };
                step.collected_at.push(format!("{name} {at}"));
                step.collected.push(name);
            }
            None => {}
        }
    }
    step
}

// -------------------------------------------------------------------------------------------------
// The JSON of the reasons why a level cannot be won.

/// Core and repair of a level that cannot be won.
#[derive(Serialize)]
pub(crate) struct WhyNotJson<'a> {
    core: Vec<Thing<'a>>,
    repair: Option<Vec<Thing<'a>>>,
    /// True if it is proved that no repair is smaller.
    smallest: bool,
    /// Changes outside of the core, each of which helps alone.
    also: Vec<Thing<'a>>,
    /// The extent to which changes outside of the core were tried.
    tried: Tried,
}

impl<'a> WhyNotJson<'a> {
    /// The JSON of an explanation.
    pub(crate) fn new(level: &'a Level, why_not: &WhyNot) -> Self {
        let things = |changes: &Vec<_>| changes.iter().map(|c| Thing::of(level, c)).collect();
        let repair = why_not.repair.as_ref().map(things);
        let WhyNot { smallest, tried, .. } = *why_not;
        Self { core: things(&why_not.core), repair, smallest, also: things(&why_not.also), tried }
    }
}
