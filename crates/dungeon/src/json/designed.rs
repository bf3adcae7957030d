//! `quandary/dungeon/2`: the JSON of a designed dungeon: rooms, passages, loops, claims, measures, and the level.

use super::Provenance;
use crate::designed::claims::{Answer, Change, Claim};
use crate::designed::holder::Holder;
use crate::designed::lay::{key_name, plate_name, symbol};
use crate::designed::plan::site::Place;
use crate::designed::plan::{Gate, Passage, Pattern, Plan, Thing};
use crate::designed::purpose::Purpose;
use crate::designed::{Designed, Request, play};
use crate::layout::Direction;
use crate::layout::room::Kind;
use level::measure::{Metrics, off_main_floors};
use level::{Cell, Level, Requirement, Tile};
use search::Seed;
use serde::Serialize;
use std::collections::BTreeSet;

/// The name of the format.
pub const FORMAT: &str = "quandary/dungeon/2";
/// The name of the algorithm.
pub const ALGORITHM: &str = "dungeon/4";

/// The largest load of a room.
const HEAVIEST: f64 = 5.0;

/// A designed dungeon, and what is said about it.
#[derive(Serialize)]
pub struct Artefact<'a> {
    format: &'static str,
    seed: u64,
    attempt: u64,
    rooms: Vec<Room<'a>>,
    passages: Vec<Way>,
    cycles: Vec<Cycle<'a>>,
    puzzles: Vec<Puzzle>,
    claims: Vec<Claimed<'a>>,
    metrics: &'a Metrics,
    level: &'a Level,
    proof: Proof,
    walkthrough: Vec<String>,
    /// The name of the place, where its category has names.
    name: Option<&'a str>,
    /// What is said to whoever wins.
    ending: &'a str,
    rank: Rank,
    provenance: Provenance<Asked<'a>>,
}

#[derive(Serialize)]
struct Room<'a> {
    id: usize,
    coords: Place,
    cells: &'a [Place],
    purpose: Purpose,
    template: &'a str,
    kind: Kind,
    /// 0 to 1.
    intensity: f64,
    load: u8,
    enemies: Vec<Foe<'a>>,
    holds: Vec<String>,
    holder: Option<Holder>,
    name: &'a str,
    text: &'a str,
}

/// An enemy: its kind, its floor, row and column, and its part of the room's load.
#[derive(Serialize)]
struct Foe<'a> {
    kind: &'a str,
    cell: [u32; 3],
    load: u8,
}

#[derive(Serialize)]
struct Way {
    a: usize,
    b: usize,
    kind: &'static str,
    needs: Needs,
}

/// What each direction asks for; `None` where there is no way.
#[derive(Serialize)]
struct Needs {
    a_to_b: Option<Vec<String>>,
    b_to_a: Option<Vec<String>>,
}

#[derive(Serialize)]
struct Cycle<'a> {
    pattern: Pattern,
    entry: usize,
    goal: usize,
    arc_a: &'a [usize],
    arc_b: &'a [usize],
    claims: &'a [usize],
}

#[derive(Serialize)]
struct Puzzle {
    kind: &'static str,
    name: String,
    room: usize,
    passage: [usize; 2],
}

#[derive(Serialize)]
struct Claimed<'a> {
    claim: &'static str,
    about: &'a [String],
    given: Vec<&'a str>,
    change: Vec<&'a str>,
    before: Answered,
    after: Answered,
    holds: bool,
}

#[derive(Serialize)]
struct Answered {
    verdict: &'static str,
    moves: Option<u64>,
    /// Of the claim that nobody can get stuck.
    #[serde(skip_serializing_if = "Option::is_none")]
    unlosable: Option<bool>,
}

#[derive(Serialize)]
struct Proof {
    winnable: bool,
    unlosable: bool,
    /// From all of them a goal can be reached with what is held there at least.
    places: u64,
    merged: bool,
    cost: u64,
}

#[derive(Serialize)]
struct Rank {
    value: f64,
}

/// The request, by the names of the options.
#[derive(Clone, Debug, Serialize)]
pub struct Asked<'a> {
    style: &'static str,
    category: &'a str,
    rooms: usize,
    floors: u64,
    room_size: [u32; 2],
    attempts: u64,
}

impl<'a> Asked<'a> {
    /// The fields of a request of which the best of so many attempts was taken.
    #[must_use]
    pub fn new(request: &'a Request, attempts: u64) -> Self {
        Self {
            style: "designed",
            category: &request.layout.category.name,
            rooms: request.rooms,
            floors: request.floors(),
            room_size: [request.tiles.width, request.tiles.height],
            attempts,
        }
    }
}

impl<'a> Artefact<'a> {
    /// The artefact of a designed dungeon.
    #[must_use]
    pub fn new(made: &'a Designed, seed: Seed, asked: Asked<'a>) -> Self {
        let (plan, level) = (&made.draft.plan, &made.draft.tiled.level);
        let cycles = plan.cycles.iter().zip(&made.claims.of_cycles);
        let off = off_main_floors(level);
        Self {
            format: FORMAT,
            seed: seed.value(),
            attempt: made.attempt,
            rooms: (0..plan.things.len()).map(|id| room(made, id)).collect(),
            passages: plan.passages.iter().map(|passage| way(passage, plan, &off)).collect(),
            cycles: cycles
                .map(|(cycle, claims)| Cycle {
                    pattern: cycle.pattern,
                    entry: cycle.arc_a.first().copied().unwrap_or(0),
                    goal: cycle.arc_a.last().copied().unwrap_or(0),
                    arc_a: &cycle.arc_a,
                    arc_b: &cycle.arc_b,
                    claims,
                })
                .collect(),
            puzzles: plan.passages.iter().filter_map(|passage| puzzle(plan, passage)).collect(),
            claims: made.claims.all.iter().map(claimed).collect(),
            metrics: &made.metrics,
            level,
            proof: Proof {
                winnable: true,
                unlosable: true,
                places: made.places,
                merged: true,
                cost: made.walk.cost.straight,
            },
            walkthrough: play::commands(made),
            name: made.tale.place.as_deref(),
            ending: &made.tale.ending,
            rank: Rank { value: made.rank },
            provenance: Provenance::new(ALGORITHM, seed.value(), made.attempt, asked),
        }
    }
}

impl Artefact<'_> {
    /// The commands of the game that the plan comes to.
    #[must_use]
    pub fn walkthrough(&self) -> &[String] {
        &self.walkthrough
    }
}

/// The cell of a level as its floor, row and column.
fn triple(Cell { floor, row, col }: Cell) -> [u32; 3] {
    [floor, row, col]
}

fn room(made: &Designed, id: usize) -> Room<'_> {
    let (plan, tiled) = (&made.draft.plan, &made.draft.tiled);
    let told = made.tale.rooms.get(id);
    let cells: &[Place] = plan.site.rooms.get(id).map_or(&[], Vec::as_slice);
    let tiles = tiled.level.tiles.as_ref();
    let rectangle =
        tiles.and_then(|tiles| tiles.rooms.iter().find(|room| room.node as usize == id));
    let enemies = rectangle.into_iter().flat_map(level::Room::cells);
    let is_foe = |tile: Tile| matches!(tile, Tile::Enemy | Tile::Boss);
    let is_enemy = |cell: &Cell| tiles.and_then(|tiles| tiles.tile(*cell)).is_some_and(is_foe);
    let foes: Vec<[u32; 3]> = enemies.filter(is_enemy).map(triple).collect();
    // The load of the room in parts that are as even as may be.
    let (load, many) = (plan.enemies[id], foes.len().max(1) as u8);
    let shared = (0..many).map(move |foe| load / many + u8::from(foe < load % many));
    let foe = made.tale.foes.get(id).and_then(Option::as_deref).unwrap_or("enemy");
    Room {
        id,
        coords: cells.first().copied().unwrap_or_default(),
        cells,
        purpose: plan.purposes[id],
        template: tiled.templates.get(id).map_or("", String::as_str),
        kind: kind(plan, id),
        intensity: if plan.purposes[id] == Purpose::Boss {
            1.0
        } else {
            f64::from(load) / HEAVIEST
        },
        load: plan.enemies[id],
        enemies: foes
            .iter()
            .zip(shared)
            .map(|(&cell, load)| Foe { kind: foe, cell, load })
            .collect(),
        holds: holds(plan, id),
        holder: plan.holders[id],
        name: told.map_or("", |told| &told.name),
        text: told.map_or("", |told| &told.text),
    }
}

/// Names of what a room holds, as in the level.
fn holds(plan: &Plan, id: usize) -> Vec<String> {
    let name = |&thing: &Thing| match (thing, symbol(plan, thing)) {
        (_, Some(symbol)) => format!("symbol:{symbol}"),
        (Thing::Item, None) => "key_item".to_owned(),
        (Thing::SmallKey, None) => "key".to_owned(),
        (Thing::Switch(switch), None) => format!("toggle:{switch}"),
        (_, None) => "item_minor".to_owned(),
    };
    let fixed = [(plan.start(), "start"), (plan.goal(), "goal"), (plan.boss(), "boss")];
    let there = |&(room, name): &(usize, &str)| room == id && !(plan.peaceful && name == "boss");
    let fixed = fixed.into_iter().filter(there).map(|(_, name)| name.to_owned());
    fixed.chain(plan.things[id].iter().map(name)).collect()
}

/// What a room is, as layouts have it.
fn kind(plan: &Plan, id: usize) -> Kind {
    match plan.purposes[id] {
        Purpose::Entrance => Kind::Entry,
        Purpose::Boss => Kind::Boss,
        Purpose::Treasure => Kind::Treasure,
        Purpose::Puzzle => Kind::Puzzle,
        _ if plan.passages_of(id).count() >= 3 => Kind::Corridor,
        _ => Kind::Chamber,
    }
}

/// A passage. `off` has the pairs of rooms between which blocks or water are in the way.
fn way(passage: &Passage, plan: &Plan, off: &BTreeSet<(u32, u32)>) -> Way {
    let [from, to] = passage.ends;
    let stair = matches!(passage.side.direction, Direction::Up | Direction::Down);
    let boss = passage.ends.contains(&plan.boss()) && !plan.peaceful;
    let pair = (from.min(to) as u32, from.max(to) as u32);
    let kind = match &passage.gate {
        Gate::Bombable => "bombable",
        Gate::Keys(_) if boss => "boss_lock",
        Gate::Keys(_) => "lock",
        Gate::Puzzle(_) => "puzzle",
        Gate::Plate(_) => "plate",
        Gate::Water => "water",
        Gate::OneWay | Gate::Shutter(_) => "one_way",
        Gate::SmallLock => "small_lock",
        Gate::Switch(..) => "switch",
        Gate::Open if off.contains(&pair) => "blocks",
        Gate::Open if stair => "stairs",
        Gate::Open => "open",
    };
    let there = asked(plan, &passage.gate, stair);
    let back = match passage.gate {
        Gate::OneWay => None,
        Gate::Puzzle(_) | Gate::Plate(_) => Some(asked(plan, &Gate::Open, stair)),
        _ => Some(there.clone()),
    };
    let turned = from > to;
    let [a_to_b, b_to_a] = if turned { [back, Some(there)] } else { [Some(there), back] };
    Way { a: from.min(to), b: from.max(to), kind, needs: Needs { a_to_b, b_to_a } }
}

/// What a gate asks for, as the edges of the level have it.
fn asked(plan: &Plan, gate: &Gate, stair: bool) -> Vec<String> {
    let mut asked: Vec<String> = match gate {
        Gate::Open => Vec::new(),
        Gate::Bombable => vec![Requirement::Bombable],
        Gate::Water => vec![Requirement::ItemLocked],
        Gate::OneWay => vec![Requirement::SoftLocked],
        Gate::SmallLock => vec![Requirement::KeyLocked],
        Gate::Switch(switch, on) => vec![Requirement::Toggle(*switch as u32, *on)],
        Gate::Keys(_) | Gate::Puzzle(_) | Gate::Plate(_) | Gate::Shutter(_) => Vec::new(),
    }
    .into_iter()
    .map(|requirement| level::Graph::default().requirement_name(requirement))
    .collect();
    match gate {
        Gate::Keys(keys) => {
            asked.extend(keys.iter().map(|&key| format!("symbol:{}", key_name(key))));
        }
        Gate::Puzzle(puzzle) => {
            let name = symbol(plan, Thing::Solution(*puzzle));
            asked.extend(name.map(|name| format!("symbol:{name}")));
        }
        Gate::Plate(plate) => asked.push(format!("symbol:plate:{}", plate_name(*plate))),
        Gate::Shutter(key) => asked.push(format!("lacks:symbol:{}", key_name(*key))),
        Gate::Open
        | Gate::Bombable
        | Gate::Water
        | Gate::OneWay
        | Gate::SmallLock
        | Gate::Switch(..) => {}
    }
    asked.extend(stair.then(|| "stair".to_owned()));
    asked
}

fn puzzle(plan: &Plan, passage: &Passage) -> Option<Puzzle> {
    let [from, to] = passage.ends;
    let (kind, name) = match passage.gate {
        Gate::Puzzle(puzzle) => ("lever", symbol(plan, Thing::Solution(puzzle))?),
        Gate::Plate(plate) => ("pressure_plate", plate_name(plate)),
        _ => return None,
    };
    Some(Puzzle { kind, name, room: from, passage: [from.min(to), from.max(to)] })
}

fn claimed(claim: &Claim) -> Claimed<'_> {
    let sound = claim.kind == crate::designed::claims::Kind::Sound;
    let answered = |answer: Answer| Answered {
        verdict: if answer.is_solvable() { "solvable" } else { "unsolvable" },
        moves: answer.moves(),
        unlosable: sound.then_some(true),
    };
    Claimed {
        claim: claim.kind.name(),
        about: &claim.about,
        given: claim.given.iter().flat_map(Change::option).collect(),
        change: claim.change.iter().flat_map(Change::option).collect(),
        before: answered(claim.before),
        after: answered(claim.after),
        holds: true,
    }
}
