//! `quandary/mission/1`: the JSON of a mission.
//!
//! Symbols go by the names of their `Display`; a precondition lists the keys it asks for by name (in
//! the small style: how many), and a position for every switch. `request` holds what decides the
//! result and nothing else.

use super::Provenance;
use crate::mission::request::Require;
use crate::mission::{self, Certificate, spheres};
use crate::mission::{Condition, Coords, Edge, KeyOrder, KeyStyle, Mission, Room, RoomId};
use crate::mission::{MOST_KEYS, Position, SwitchStyle, Symbol, key_name};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

/// A mission with its statistics, its proof, and how it was made.
#[derive(Serialize)]
pub struct Artefact<'a> {
    format: &'static str,
    seed: u64,
    attempt: u64,
    #[serde(flatten)]
    mission: Body<'a>,
    stats: &'a Stats,
    proof: &'a Proof,
    provenance: Provenance<&'a Request>,
}

/// Figures of a mission as it plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// The cost of a shortest solution.
    pub solution: u64,
    /// Number of times that solution enters a room again.
    pub nonlinearity: u32,
    /// Number of times that solution flips a switch.
    pub flips: u32,
    /// The items that can be had at first, those that these open, and so on: their names.
    pub spheres: Vec<Vec<String>>,
    /// Number of independent cycles.
    pub cycles: usize,
}

/// The proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proof {
    /// True if the goal can be reached.
    pub winnable: bool,
    /// True if it can be reached from everywhere the player can get to.
    pub unlosable: bool,
    /// The keys the goal cannot be reached without, each taken away alone.
    pub needed_keys: Vec<String>,
    /// The switches the goal cannot be reached without, each taken away alone.
    pub needed_switches: Vec<String>,
    /// Number of locks that change nothing.
    pub redundant_locks: usize,
}

impl Stats {
    /// The figures of a mission with its certificate.
    #[must_use]
    pub fn of(mission: &Mission, certificate: &Certificate) -> Self {
        Self {
            solution: certificate.plan.len() as u64,
            nonlinearity: certificate.nonlinearity,
            flips: certificate.flips.iter().sum(),
            spheres: spheres(mission),
            cycles: mission.cycles(),
        }
    }
}

impl Proof {
    /// What a certificate says. A mission is winnable if there is a plan, for that was replayed.
    #[must_use]
    pub fn of(certificate: &Certificate) -> Self {
        Self {
            winnable: !certificate.plan.moves.is_empty(),
            unlosable: certificate.dead_states == 0,
            needed_keys: certificate.needed_keys(),
            needed_switches: certificate.needed_switches(),
            redundant_locks: certificate.redundant_locks,
        }
    }
}

impl Request {
    /// The fields of a request for missions of so many rooms; a shape, a start or a chance of links are added by whoever
    /// asks for them.
    #[must_use]
    pub fn of(request: &mission::Request, rooms: Option<usize>) -> Self {
        Self {
            rooms,
            space: None,
            colors: None,
            keys: request.keys,
            switches: request.switches,
            switch_style: request.switch_style,
            start: None,
            link_chance: None,
            require: Vec::new(),
            order: request.order,
            key_style: request.key_style,
            goal_room: request.goal_room,
            boss_locked: request.boss_locked,
            linearity: request.linearity,
            attempts: request.attempts,
        }
    }
}

/// The request, by the names of the options.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Request {
    /// Number of rooms, unless a shape says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rooms: Option<usize>,
    /// The cells of the mask, each `[x, y]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<Vec<(i32, i32)>>,
    /// The cells of each free-form room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colors: Option<Vec<Vec<(i32, i32)>>>,
    /// Number of keys, the boss's included.
    pub keys: u8,
    /// Number of switches.
    pub switches: u8,
    /// In which positions switches are asked for: `once` or `toggle`.
    pub switch_style: SwitchStyle,
    /// The cell where the entrance was to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<(i32, i32)>,
    /// The probability of extra links, where it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_chance: Option<f64>,
    /// What a finished mission must meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub require: Vec<Require>,
    /// The order in which keys can be had.
    pub order: KeyOrder,
    /// The style of the keys.
    pub key_style: KeyStyle,
    /// True if the goal has a room of its own behind the boss.
    pub goal_room: bool,
    /// True if the boss's room is locked.
    pub boss_locked: bool,
    /// The best by nonlinearity of so many attempts.
    pub linearity: Option<u64>,
    /// The most attempts.
    pub attempts: u64,
}

/// The origin of a mission.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The seed.
    pub seed: u64,
    /// The attempt of that seed.
    pub attempt: u64,
    /// The request.
    pub request: &'a Request,
}

impl<'a> Origin<'a> {
    /// The provenance that an artefact carries.
    pub fn provenance(self) -> Provenance<&'a Request> {
        Provenance::new(mission::ALGORITHM, self.seed, self.attempt, self.request)
    }
}

impl<'a> Artefact<'a> {
    /// The artefact of a mission.
    pub fn new(
        mission: &'a Mission,
        stats: &'a Stats,
        proof: &'a Proof,
        origin: Origin<'a>,
    ) -> Self {
        Self {
            format: "quandary/mission/1",
            seed: origin.seed,
            attempt: origin.attempt,
            mission: Body::new(mission),
            stats,
            proof,
            provenance: origin.provenance(),
        }
    }
}

/// A mission without how it was made: as part of something larger.
#[derive(Serialize)]
pub struct Body<'a> {
    rooms: Rooms<'a>,
    edges: &'a [Edge],
    start: RoomId,
    boss: RoomId,
    goal: RoomId,
}

impl<'a> Body<'a> {
    /// The rooms and edges of a mission.
    pub fn new(mission: &'a Mission) -> Self {
        let &Mission { ref edges, start, boss, goal, .. } = mission;
        Self { rooms: Rooms(mission), edges, start, boss, goal }
    }
}

/// The rooms of a mission, each made when it is written.
struct Rooms<'a>(&'a Mission);

impl Serialize for Rooms<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rooms = (0..).zip(&self.0.rooms);
        serializer.collect_seq(rooms.map(|(id, room)| RoomLine::new(id, room, self.0)))
    }
}

#[derive(Serialize)]
struct RoomLine<'a> {
    id: RoomId,
    coords: &'a Coords,
    item: Option<Symbol>,
    precondition: Asked<'a>,
    intensity: f64,
    parent: Option<RoomId>,
}

impl<'a> RoomLine<'a> {
    fn new(id: RoomId, room: &'a Room, mission: &'a Mission) -> Self {
        let &Room { ref coords, item, precondition: condition, intensity, parent } = room;
        let precondition = Asked {
            keys: AskedKeys(condition, mission),
            switches: AskedSwitches(condition, mission),
        };
        Self { id, coords, item, precondition, intensity, parent }
    }
}

/// [`Precondition`] as it is written, without one of its names being put together.
#[derive(Serialize)]
struct Asked<'a> {
    keys: AskedKeys<'a>,
    switches: AskedSwitches<'a>,
}

struct AskedKeys<'a>(Condition, &'a Mission);

impl Serialize for AskedKeys<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self(condition, mission) = self;
        if mission.key_style == KeyStyle::Small {
            return serializer.serialize_u32(condition.key_level() as u32);
        }
        let held = |n: &u8| condition.keys() >> (n - 1) & 1 == 1;
        let mut names = serializer.serialize_seq(None)?;
        for n in (1..=MOST_KEYS as u8).filter(held) {
            names.serialize_element(key_name(n))?;
        }
        names.end()
    }
}

struct AskedSwitches<'a>(Condition, &'a Mission);

impl Serialize for AskedSwitches<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self(condition, mission) = self;
        let position = |s| condition.position(s).map_or("either", Position::name);
        serializer.collect_seq((0..mission.switches).map(position))
    }
}
