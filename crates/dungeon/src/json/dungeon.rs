//! `quandary/dungeon/2`: a dungeon as data: rooms, passages, loops, claims, measures, and the level. One type is both
//! written and read.

use super::Provenance;
use super::{parse, wrong};
use crate::dungeon::claims::{self, Answer, Change};
use crate::dungeon::plan::site::Place;
use crate::dungeon::plan::{self, Gate, Pattern, Plan, Thing};
use crate::dungeon::request::Numbers;
use crate::dungeon::texts::RoomText;
use crate::dungeon::tiling::{key_name, plate_name, symbol};
use crate::dungeon::{ProvedDungeon, Request, route};
use crate::game::dungeon::commands;
use crate::layout::Direction;
use crate::layout::room::RoomKind;
use crate::named::named;
use crate::purpose::Holder;
use crate::purpose::Purpose;
use level::formats::json::ReadError;
use level::measure::off_main_floors;
use level::{Cell, Level, Requirement};
use search::Seed;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The name of a thing.
pub use crate::dungeon::flavour::Named;

/// The name of the format.
pub const FORMAT: &str = "quandary/dungeon/2";
/// The version of the algorithm. A version, a request, a seed and an attempt determine the dungeon.
pub const ALGORITHM: &str = "dungeon/4";

/// A dungeon with its proof and its provenance. Room numbers are the node numbers of the level's graph.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Dungeon {
    format: String,
    /// The seed.
    pub seed: u64,
    /// The attempt of the seed.
    pub attempt: u64,
    /// The rooms in the order of their numbers.
    pub rooms: Vec<Room>,
    /// The passages between them.
    pub passages: Vec<Passage>,
    /// The loops that have a pattern.
    pub cycles: Vec<Cycle>,
    /// The puzzles that gate passages.
    pub puzzles: Vec<Puzzle>,
    /// The claims, all proved.
    pub claims: Vec<Claim>,
    /// The measures by name; null if there is nothing to count.
    pub metrics: Map<String, Value>,
    /// The level of tiles.
    pub level: Level,
    /// The proof of the level.
    pub proof: Proof,
    /// Commands of the text game that win the dungeon.
    pub walkthrough: Vec<String>,
    /// The rooms of the plan in order, with the items taken in each.
    pub route: Vec<String>,
    /// The name of the dungeon, if its category has names.
    pub name: Option<String>,
    /// The goal item, with an article.
    pub goal: String,
    /// The text shown on winning.
    pub ending: String,
    /// The names of things that can be taken or pulled.
    pub things: Vec<Named>,
    /// The rank.
    pub rank: Rank,
    /// The data from which the dungeon can be generated again.
    pub provenance: Provenance<Value>,
}

/// A loop: two arcs between the same two rooms that share no other room.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Cycle {
    /// Its pattern.
    pub pattern: Pattern,
    /// The room where the arcs begin.
    pub entry: usize,
    /// The room where the arcs end.
    pub goal: usize,
    /// The rooms of one arc, ends included.
    pub arc_a: Vec<usize>,
    /// The rooms of the other arc.
    pub arc_b: Vec<usize>,
    /// Indices of its claims among all claims.
    pub claims: Vec<usize>,
}

/// A puzzle that gates a passage.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Puzzle {
    /// `lever` or `pressure_plate`.
    pub kind: String,
    /// Its name in the level.
    pub name: String,
    /// The room where it is solved.
    pub room: usize,
    /// The rooms of the passage, in ascending order.
    pub passage: [usize; 2],
}

/// A claim with its two answers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Claim {
    /// The kind of the claim.
    #[serde(rename = "claim")]
    pub kind: claims::ClaimKind,
    /// The things it is about, by their names in `quandary solve`.
    pub about: Vec<String>,
    /// Options of `quandary solve` for both answers.
    pub given: Vec<String>,
    /// Additional options for the second answer.
    pub change: Vec<String>,
    /// The first answer, with the options of `given` only.
    pub before: Answered,
    /// The second answer, with those of `change` as well.
    pub after: Answered,
    /// Always true: claims that do not hold are left out.
    pub holds: bool,
}

/// An answer of the verifier.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Answered {
    /// `solvable` or `unsolvable`.
    pub verdict: String,
    /// Number of moves of a cheapest plan, if one was found.
    pub moves: Option<u64>,
    /// True if the level is softlock-free; only for the claim about softlocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlosable: Option<bool>,
}

/// The proof of the level.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Proof {
    /// True if the goal is reachable.
    pub winnable: bool,
    /// True if the goal is reachable from every reachable state.
    pub unlosable: bool,
    /// Number of places from which the goal is reachable, even with the smallest inventory possible there.
    pub places: u64,
    /// True if states were merged that differ only in symbols that nothing requires.
    pub merged: bool,
    /// The cost of the plan, in moves.
    pub cost: u64,
    /// True if it is proved that no plan costs less.
    pub cheapest: bool,
}

/// The rank of a dungeon.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Rank {
    /// Higher is better.
    pub value: f64,
}

/// The request, with the names of the options as fields.
#[derive(Clone, Debug, Serialize)]
pub struct DungeonRequestJson<'a> {
    style: &'static str,
    category: &'a str,
    rooms: usize,
    floors: u64,
    room_size: [u32; 2],
    attempts: u64,
    #[serde(flatten)]
    numbers: Numbers,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    room_templates: &'a str,
}

impl<'a> DungeonRequestJson<'a> {
    /// The fields of a request, with the number of attempts of which the best is taken.
    #[must_use]
    pub fn new(request: &'a Request, attempts: u64) -> Self {
        Self {
            style: "designed",
            category: &request.layout.category.name,
            rooms: request.rooms,
            floors: request.floors(),
            room_size: [request.size.width, request.size.height],
            attempts,
            numbers: request.numbers,
            difficulty: request.difficulty.map(|band| band.to_string()),
            room_templates: request.library.added(),
        }
    }
}

impl Dungeon {
    /// The document of a generated dungeon. `attempts` is the number of attempts of which the best was taken.
    #[must_use]
    pub fn of(made: &ProvedDungeon, seed: Seed, request: &Request, attempts: u64) -> Self {
        let (plan, level) = (&made.candidate.plan, &made.candidate.tiled.level);
        let off = off_main_floors(level);
        let passages = plan.passages.iter();
        let asked =
            serde_json::to_value(DungeonRequestJson::new(request, attempts)).unwrap_or_default();
        let flavour = &made.flavour;
        Self {
            format: FORMAT.to_owned(),
            seed: seed.value(),
            attempt: made.attempt,
            rooms: (0..plan.things.len()).map(|id| room(made, id)).collect(),
            passages: passages.clone().map(|one| passage(one, plan, &off)).collect(),
            cycles: plan.cycles.iter().zip(&made.claims.of_cycles).map(cycle).collect(),
            puzzles: passages.filter_map(|passage| puzzle(plan, passage)).collect(),
            claims: claims(made),
            metrics: match serde_json::to_value(&made.metrics) {
                Ok(Value::Object(metrics)) => metrics,
                _ => Map::new(),
            },
            level: level.clone(),
            proof: Proof {
                winnable: true,
                unlosable: true,
                places: made.places,
                merged: true,
                cost: made.walk.cost.straight,
                cheapest: made.is_cheapest,
            },
            walkthrough: commands(made),
            route: route(level, &made.walk),
            name: flavour.place.clone(),
            goal: flavour.goal.clone(),
            ending: flavour.ending.clone(),
            things: flavour.things.clone(),
            rank: Rank { value: made.rank },
            provenance: Provenance::new(ALGORITHM, seed.value(), made.attempt, asked),
        }
    }

    /// Reads a dungeon document.
    ///
    /// # Errors
    /// The fault of the text, with its line and column, or its field.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let dungeon: Self = parse(text)?;
        match dungeon.format.as_str() {
            FORMAT => Ok(dungeon),
            other => Err(wrong("format", format!("is {other:?}; {FORMAT:?} is read here"))),
        }
    }
}

fn cycle((cycle, claims): (&plan::Cycle, &Vec<usize>)) -> Cycle {
    Cycle {
        pattern: cycle.pattern,
        entry: cycle.arc_a.first().copied().unwrap_or(0),
        goal: cycle.arc_a.last().copied().unwrap_or(0),
        arc_a: cycle.arc_a.clone(),
        arc_b: cycle.arc_b.clone(),
        claims: claims.clone(),
    }
}

fn puzzle(plan: &Plan, passage: &plan::Passage) -> Option<Puzzle> {
    let [from, to] = passage.ends;
    let (kind, name, room) = match passage.gate {
        Gate::Puzzle(puzzle) => {
            let lever = Thing::Solution(puzzle);
            let room = plan.things.iter().position(|things| things.contains(&lever))?;
            ("lever", symbol(plan, lever)?, room)
        }
        Gate::Plate(plate) => ("pressure_plate", plate_name(plate), from),
        _ => return None,
    };
    Some(Puzzle { kind: kind.to_owned(), name, room, passage: [from.min(to), from.max(to)] })
}

/// The claims of a dungeon.
#[must_use]
pub fn claims(made: &ProvedDungeon) -> Vec<Claim> {
    made.claims.all.iter().map(claim).collect()
}

fn claim(claim: &claims::Claim) -> Claim {
    let sound = claim.kind == claims::ClaimKind::Sound;
    let answered = |answer: Answer| Answered {
        verdict: if answer.is_solvable() { "solvable" } else { "unsolvable" }.to_owned(),
        moves: answer.moves(),
        unlosable: sound.then_some(true),
    };
    let options = |changes: &[Change]| {
        changes.iter().flat_map(Change::option).map(str::to_owned).collect::<Vec<_>>()
    };
    Claim {
        kind: claim.kind,
        about: claim.about.clone(),
        given: options(&claim.given),
        change: options(&claim.change),
        before: answered(claim.before),
        after: answered(claim.after),
        holds: true,
    }
}

/// The largest enemy load of a room.
const HEAVIEST: f64 = 5.0;

/// A room.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Room {
    /// Its number, equal to its node number in the level.
    pub id: usize,
    /// The first of its cells, as x, y, z.
    pub coords: Place,
    /// All its cells; large rooms have several.
    pub cells: Vec<Place>,
    /// Its purpose.
    pub purpose: Purpose,
    /// The name of the room template; empty if there is none.
    pub template: String,
    /// Its kind, as in layouts.
    pub kind: RoomKind,
    /// Its difficulty, from 0 to 1.
    pub intensity: f64,
    /// The total load of its enemies, from 0 to 5.
    pub load: u8,
    /// Its enemies, including a boss.
    pub enemies: Vec<Enemy>,
    /// The names of its contents, as in the level.
    pub holds: Vec<String>,
    /// The holder of its key.
    pub holder: Option<Holder>,
    /// Its name.
    pub name: String,
    /// A description that is always true.
    pub text: String,
    /// Sentences that are true for some time.
    pub notes: Vec<Note>,
}

/// A sentence with the time for which it is true.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Note {
    /// `barred:ROOM`, `holds:THING` or `enemies`.
    #[serde(rename = "while")]
    pub during: String,
    /// The sentence.
    pub text: String,
}

/// An enemy.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Enemy {
    /// The name of its kind.
    pub kind: String,
    /// Floor, row and column.
    pub cell: [u32; 3],
    /// Its share of the room's load.
    pub load: u8,
}

/// The cell of a level as its floor, row and column.
fn triple(Cell { floor, row, col }: Cell) -> [u32; 3] {
    [floor, row, col]
}

/// A room of a dungeon.
fn room(made: &ProvedDungeon, id: usize) -> Room {
    let (plan, tiled) = (&made.candidate.plan, &made.candidate.tiled);
    let told = made.flavour.rooms.get(id);
    let cells = plan.site.rooms.get(id).map_or(Vec::new(), Vec::clone);
    let foes = made.foes(id);
    // Divides the load of the room among its enemies as evenly as possible.
    let (load, many) = (plan.enemies[id], foes.len().max(1) as u8);
    let shared = (0..many).map(move |foe| load / many + u8::from(foe < load % many));
    Room {
        id,
        coords: cells.first().copied().unwrap_or_default(),
        cells,
        purpose: plan.purposes[id],
        template: tiled.templates.get(id).cloned().unwrap_or_default(),
        kind: kind(plan, id),
        intensity: if plan.purposes[id] == Purpose::Boss {
            1.0
        } else {
            f64::from(load) / HEAVIEST
        },
        load: plan.enemies[id],
        enemies: foes
            .into_iter()
            .zip(shared)
            .map(|((cell, kind), load)| Enemy { kind: kind.to_owned(), cell: triple(cell), load })
            .collect(),
        holds: holds(plan, id),
        holder: plan.holders[id],
        name: told.map_or(String::new(), |told| told.name.clone()),
        text: told.map_or(String::new(), |told| told.text.clone()),
        notes: told.map(notes).unwrap_or_default(),
    }
}

fn notes(told: &RoomText) -> Vec<Note> {
    let notes = told.notes.iter();
    notes.map(|note| Note { during: note.during.to_string(), text: note.text.clone() }).collect()
}

/// Names of the contents of a room, as in the level.
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

/// The kind of a room, as in layouts.
fn kind(plan: &Plan, id: usize) -> RoomKind {
    match plan.purposes[id] {
        Purpose::Entrance => RoomKind::Entry,
        Purpose::Boss => RoomKind::Boss,
        Purpose::Treasure => RoomKind::Treasure,
        Purpose::Puzzle => RoomKind::Puzzle,
        _ if plan.passages_of(id).count() >= 3 => RoomKind::Corridor,
        _ => RoomKind::Chamber,
    }
}

named! {
    /// The kind of a passage: the first that applies.
    pub enum Lock {
        /// A wall that bombs open.
        Bombable = "bombable",
        /// Requires a small key and uses it up.
        SmallLock = "small_lock",
        /// The door of the boss; requires a key.
        BossLock = "boss_lock",
        /// Requires a key.
        Lock = "lock",
        /// Requires a position of a switch.
        Switch = "switch",
        /// Requires a puzzle to be solved in the room before it.
        Puzzle = "puzzle",
        /// A portcullis that opens while blocks lie on plates.
        Plate = "plate",
        /// Leads through water.
        Water = "water",
        /// Passable in one direction only, or closes behind the player.
        OneWay = "one_way",
        /// Requires nothing, but blocks or water are in the way.
        Blocks = "blocks",
        /// Leads to another floor.
        Stairs = "stairs",
        /// Requires nothing.
        Open = "open",
    }
}

/// A passage between two rooms.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Passage {
    /// The room with the smaller number.
    pub a: usize,
    /// The other room.
    pub b: usize,
    /// Its kind.
    pub kind: Lock,
    /// Its requirements.
    pub needs: Needs,
}

/// The requirements in each direction, by their names in the level; `None` if it is not passable in that direction.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Needs {
    /// From `a` to `b`.
    pub a_to_b: Option<Vec<String>>,
    /// From `b` to `a`.
    pub b_to_a: Option<Vec<String>>,
}

/// A passage. `off` holds the pairs of rooms with blocks or water between them.
fn passage(passage: &plan::Passage, plan: &Plan, off: &BTreeSet<(u32, u32)>) -> Passage {
    let [from, to] = passage.ends;
    let stair = matches!(passage.side.direction, Direction::Up | Direction::Down);
    let boss = passage.ends.contains(&plan.boss()) && !plan.peaceful;
    let pair = (from.min(to) as u32, from.max(to) as u32);
    let kind = match &passage.gate {
        Gate::Bombable => Lock::Bombable,
        Gate::Keys(_) if boss => Lock::BossLock,
        Gate::Keys(_) => Lock::Lock,
        Gate::Puzzle(_) => Lock::Puzzle,
        Gate::Plate(_) => Lock::Plate,
        Gate::Water => Lock::Water,
        Gate::OneWay | Gate::Shutter(_) => Lock::OneWay,
        Gate::SmallLock => Lock::SmallLock,
        Gate::Switch(..) => Lock::Switch,
        Gate::Open if off.contains(&pair) => Lock::Blocks,
        Gate::Open if stair => Lock::Stairs,
        Gate::Open => Lock::Open,
    };
    let there = requirements(plan, &passage.gate, stair);
    let back = match passage.gate {
        Gate::OneWay => None,
        Gate::Puzzle(_) | Gate::Plate(_) => Some(requirements(plan, &Gate::Open, stair)),
        _ => Some(there.clone()),
    };
    let turned = from > to;
    let [a_to_b, b_to_a] = if turned { [back, Some(there)] } else { [Some(there), back] };
    Passage { a: from.min(to), b: from.max(to), kind, needs: Needs { a_to_b, b_to_a } }
}

/// The requirements of a gate, by their names in the level.
fn requirements(plan: &Plan, gate: &Gate, stair: bool) -> Vec<String> {
    let mut names: Vec<String> = match gate {
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
            names.extend(keys.iter().map(|&key| format!("symbol:{}", key_name(key))));
        }
        Gate::Puzzle(puzzle) => {
            let name = symbol(plan, Thing::Solution(*puzzle));
            names.extend(name.map(|name| format!("symbol:{name}")));
        }
        Gate::Plate(plate) => names.push(format!("symbol:plate:{}", plate_name(*plate))),
        Gate::Shutter(key) => names.push(format!("lacks:symbol:{}", key_name(*key))),
        Gate::Open
        | Gate::Bombable
        | Gate::Water
        | Gate::OneWay
        | Gate::SmallLock
        | Gate::Switch(..) => {}
    }
    names.extend(stair.then(|| "stair".to_owned()));
    names
}
