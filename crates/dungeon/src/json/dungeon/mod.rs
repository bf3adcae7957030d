//! `quandary/dungeon/2`: a dungeon as data: rooms, passages, loops, claims, measures, and the level. One type is printed
//! and read.

mod passage;
mod room;

pub use passage::{Lock, Needs, Passage};
pub use room::{Enemy, Note, Room};

/// The name of a thing.
pub use crate::designed::tale::Named;

use super::Provenance;
use super::strict::{parse, wrong};
use crate::designed::claims::{self, Answer, Change};
use crate::designed::lay::{plate_name, symbol};
use crate::designed::plan::{self, Gate, Pattern, Plan, Thing};
use crate::designed::request::Numbers;
use crate::designed::{Designed, Request, play, route};
use level::Level;
use level::formats::json::ReadError;
use level::measure::off_main_floors;
use search::Seed;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The name of the format.
pub const FORMAT: &str = "quandary/dungeon/2";
/// The version of the algorithm: with it, a request, a seed and an attempt give the same dungeon.
pub const ALGORITHM: &str = "dungeon/4";

/// A dungeon, and what is said about it. Rooms are numbered as the nodes of the level's graph.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Dungeon {
    format: String,
    /// The seed that it was made from.
    pub seed: u64,
    /// The attempt of that seed.
    pub attempt: u64,
    /// The rooms, in the order of their numbers.
    pub rooms: Vec<Room>,
    /// The passages between them.
    pub passages: Vec<Passage>,
    /// The loops that mean something.
    pub cycles: Vec<Cycle>,
    /// The puzzles that bar passages.
    pub puzzles: Vec<Puzzle>,
    /// What was claimed and proved.
    pub claims: Vec<Claim>,
    /// The measures by name; null where nothing is counted.
    pub metrics: Map<String, Value>,
    /// The level of tiles.
    pub level: Level,
    /// What was proved of the level.
    pub proof: Proof,
    /// Commands of the text game that win it.
    pub walkthrough: Vec<String>,
    /// The rooms of the plan in order, and what is taken in each.
    pub route: Vec<String>,
    /// The name of the place, where its category has names.
    pub name: Option<String>,
    /// The thing that is sought, with an article.
    pub goal: String,
    /// The words said to whoever wins.
    pub ending: String,
    /// The names of what can be taken or pulled.
    pub things: Vec<Named>,
    /// How good it is.
    pub rank: Rank,
    /// All it takes to make it again.
    pub provenance: Provenance<Value>,
}

/// A loop: two arcs from one room to another that share no other room.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Cycle {
    /// Its meaning.
    pub pattern: Pattern,
    /// The room where it begins.
    pub entry: usize,
    /// The room where it ends.
    pub goal: usize,
    /// The rooms of one arc, ends included.
    pub arc_a: Vec<usize>,
    /// Those of the other.
    pub arc_b: Vec<usize>,
    /// The places of its claims among all.
    pub claims: Vec<usize>,
}

/// A puzzle that bars a passage.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Puzzle {
    /// `lever` or `pressure_plate`.
    pub kind: String,
    /// Its name in the level.
    pub name: String,
    /// The room where it is solved.
    pub room: usize,
    /// The rooms of the passage, the smaller number first.
    pub passage: [usize; 2],
}

/// A claim with its two answers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Claim {
    /// Its kind.
    #[serde(rename = "claim")]
    pub kind: claims::Kind,
    /// The things it is about, by the names that `quandary solve` takes.
    pub about: Vec<String>,
    /// Options of `quandary solve` for the answer before.
    pub given: Vec<String>,
    /// Options that are added for the answer after.
    pub change: Vec<String>,
    /// The answer with what is given.
    pub before: Answered,
    /// The answer with the change besides.
    pub after: Answered,
    /// True: what does not hold is not claimed.
    pub holds: bool,
}

/// An answer of the verifier.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Answered {
    /// `solvable` or `unsolvable`.
    pub verdict: String,
    /// The moves of a cheapest plan, where one was found.
    pub moves: Option<u64>,
    /// Of the claim that nobody can get stuck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlosable: Option<bool>,
}

/// What was proved of the level.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Proof {
    /// True if the goal can be reached.
    pub winnable: bool,
    /// True if it can be reached from everywhere a player can get to.
    pub unlosable: bool,
    /// Number of places, from each of which the goal can be reached, even with the least that a player can hold there.
    pub places: u64,
    /// True if states were merged that differ only in symbols nothing asks for.
    pub merged: bool,
    /// The cost of the plan in moves.
    pub cost: u64,
    /// True if it is proved that no plan costs less.
    pub cheapest: bool,
}

/// How good a dungeon is.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Rank {
    /// Higher is better.
    pub value: f64,
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
    #[serde(flatten)]
    numbers: Numbers,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<String>,
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
            room_size: [request.size.width, request.size.height],
            attempts,
            numbers: request.numbers,
            difficulty: request.difficulty.map(|band| band.to_string()),
        }
    }
}

impl Dungeon {
    /// A dungeon that was made of a seed, by a request of which the best of so many attempts was taken.
    #[must_use]
    pub fn of(made: &Designed, seed: Seed, request: &Request, attempts: u64) -> Self {
        let (plan, level) = (&made.draft.plan, &made.draft.tiled.level);
        let off = off_main_floors(level);
        let passages = plan.passages.iter();
        let asked = serde_json::to_value(Asked::new(request, attempts)).unwrap_or_default();
        let tale = &made.tale;
        Self {
            format: FORMAT.to_owned(),
            seed: seed.value(),
            attempt: made.attempt,
            rooms: (0..plan.things.len()).map(|id| room::room(made, id)).collect(),
            passages: passages.clone().map(|one| passage::passage(one, plan, &off)).collect(),
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
            walkthrough: play::commands(made),
            route: route(level, &made.walk),
            name: tale.place.clone(),
            goal: tale.goal.clone(),
            ending: tale.ending.clone(),
            things: tale.things.clone(),
            rank: Rank { value: made.rank },
            provenance: Provenance::new(ALGORITHM, seed.value(), made.attempt, asked),
        }
    }

    /// Reads what is printed of a dungeon.
    ///
    /// # Errors
    /// The fault of the text, with its line and column or its field.
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
pub fn claims(made: &Designed) -> Vec<Claim> {
    made.claims.all.iter().map(claim).collect()
}

fn claim(claim: &claims::Claim) -> Claim {
    let sound = claim.kind == claims::Kind::Sound;
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
