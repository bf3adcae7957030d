//! `quandary/dungeon/2`: the JSON of a designed dungeon: rooms, passages, loops, claims, measures, and the level.

mod room;
mod way;

use super::Provenance;
use crate::designed::claims::{Answer, Change, Claim};
use crate::designed::lay::{plate_name, symbol};
use crate::designed::plan::{Gate, Passage, Pattern, Plan, Thing};
use crate::designed::request::Numbers;
use crate::designed::{Designed, Request, play, route, tale};
use level::Level;
use level::measure::{Metrics, off_main_floors};
use room::{Room, room};
use search::Seed;
use serde::Serialize;
use way::{Way, way};

/// The name of the format.
pub const FORMAT: &str = "quandary/dungeon/2";
/// The name of the algorithm.
pub const ALGORITHM: &str = "dungeon/4";

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
    /// The rooms of the plan in order, and what is taken in each.
    route: Vec<String>,
    /// The name of the place, where its category has names.
    name: Option<&'a str>,
    /// The thing that is sought, with an article.
    goal: &'a str,
    /// The words said to whoever wins.
    ending: &'a str,
    things: Vec<Named<'a>>,
    rank: Rank,
    provenance: Provenance<Asked<'a>>,
}

/// The name of what can be taken.
#[derive(Serialize)]
struct Named<'a> {
    thing: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
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

/// A claim with its two answers.
#[derive(Serialize)]
pub struct Claimed<'a> {
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
    /// From all of them a goal can be reached, even with the least that a player can hold there.
    places: u64,
    merged: bool,
    cost: u64,
    /// True if it is proved that no plan costs less.
    cheapest: bool,
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
            room_size: [request.tiles.width, request.tiles.height],
            attempts,
            numbers: request.numbers,
            difficulty: request.difficulty.map(|band| band.to_string()),
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
            claims: claims(made).collect(),
            metrics: &made.metrics,
            level,
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
            name: made.tale.place.as_deref(),
            goal: &made.tale.goal,
            ending: &made.tale.ending,
            things: made.tale.things.iter().map(named).collect(),
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

fn named(named: &tale::Named) -> Named<'_> {
    Named { thing: &named.thing, name: &named.name, text: named.text.as_deref() }
}

fn puzzle(plan: &Plan, passage: &Passage) -> Option<Puzzle> {
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
    Some(Puzzle { kind, name, room, passage: [from.min(to), from.max(to)] })
}

/// The claims of a dungeon, as its JSON has them.
pub fn claims(made: &Designed) -> impl Iterator<Item = Claimed<'_>> {
    made.claims.all.iter().map(claimed)
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
