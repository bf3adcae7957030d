//! `quandary/mission/1`: the JSON of a mission.
//!
//! Symbols have their `Display` names. A precondition lists the required keys by name (in the small-key style, their
//! number) and the required position of each switch. `request` holds exactly the values that determine the result.

use super::Provenance;
use crate::mission::request::Require;
use crate::mission::{self, Certificate, spheres};
use crate::mission::{Condition, Coords, Edge, KeyOrder, KeyStyle, Mission, Room, RoomId};
use crate::mission::{MOST_KEYS, Position, SwitchStyle, Symbol, key_name};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

/// A mission with its statistics, its proof and its provenance.
#[derive(Serialize)]
pub struct MissionJson<'a> {
    format: &'static str,
    seed: u64,
    attempt: u64,
    #[serde(flatten)]
    mission: Body<'a>,
    stats: &'a MissionStats,
    proof: &'a MissionProof,
    provenance: Provenance<&'a MissionRequestJson>,
}

/// Statistics of a mission in play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MissionStats {
    /// The cost of a shortest solution.
    pub solution: u64,
    /// Number of times the solution enters a room again.
    pub nonlinearity: u32,
    /// Number of times the solution flips a switch.
    pub flips: u32,
    /// The names of the items by sphere: those reachable at first, those that these make reachable, and so on.
    pub spheres: Vec<Vec<String>>,
    /// Number of independent cycles.
    pub cycles: usize,
}

/// The proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MissionProof {
    /// True if the goal is reachable.
    pub winnable: bool,
    /// True if the goal is reachable from every reachable state.
    pub unlosable: bool,
    /// The keys without which the goal is unreachable, each removed alone.
    pub needed_keys: Vec<String>,
    /// The switches without which the goal is unreachable, each removed alone.
    pub needed_switches: Vec<String>,
    /// Number of locks that have no effect.
    pub redundant_locks: usize,
}

impl MissionStats {
    /// The statistics of a mission with its certificate.
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

impl MissionProof {
    /// The proof in a certificate. A mission with a plan is winnable, since the plan was replayed.
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

impl MissionRequestJson {
    /// The fields of a request. The caller adds a shape, a start or a link probability if requested.
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

/// The request, with the names of the options as fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MissionRequestJson {
    /// Number of rooms, unless a shape determines it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rooms: Option<usize>,
    /// The cells of the mask, each `[x, y]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<Vec<(i32, i32)>>,
    /// The cells of each free-form room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colors: Option<Vec<Vec<(i32, i32)>>>,
    /// Number of keys, including the boss key.
    pub keys: u8,
    /// Number of switches.
    pub switches: u8,
    /// The switch positions that are required: `once` or `toggle`.
    pub switch_style: SwitchStyle,
    /// The requested cell of the entrance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<(i32, i32)>,
    /// The probability of extra links, if not the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_chance: Option<f64>,
    /// The constraints on a finished mission.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub require: Vec<Require>,
    /// The order in which keys can be collected.
    pub order: KeyOrder,
    /// The style of the keys.
    pub key_style: KeyStyle,
    /// True if the goal has its own room behind the boss.
    pub goal_room: bool,
    /// True if the boss room is locked.
    pub boss_locked: bool,
    /// Number of attempts of which the one with the best nonlinearity is taken.
    pub linearity: Option<u64>,
    /// Maximum number of attempts.
    pub attempts: u64,
}

/// The values that identify a mission.
#[derive(Clone, Copy, Debug)]
pub struct MissionOrigin<'a> {
    /// The seed.
    pub seed: u64,
    /// The attempt of the seed.
    pub attempt: u64,
    /// The request.
    pub request: &'a MissionRequestJson,
}

impl<'a> MissionOrigin<'a> {
    /// The provenance in a document.
    pub fn provenance(self) -> Provenance<&'a MissionRequestJson> {
        Provenance::new(mission::ALGORITHM, self.seed, self.attempt, self.request)
    }
}

impl<'a> MissionJson<'a> {
    /// The document of a mission.
    pub fn new(
        mission: &'a Mission,
        stats: &'a MissionStats,
        proof: &'a MissionProof,
        origin: MissionOrigin<'a>,
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

/// The rooms and edges of a mission without provenance, for use in a larger document.
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

/// The rooms of a mission, each built when it is serialised.
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
    precondition: PreconditionJson<'a>,
    intensity: f64,
    parent: Option<RoomId>,
}

impl<'a> RoomLine<'a> {
    fn new(id: RoomId, room: &'a Room, mission: &'a Mission) -> Self {
        let &Room { ref coords, item, precondition: condition, intensity, parent } = room;
        let precondition = PreconditionJson {
            keys: RequiredKeys(condition, mission),
            switches: RequiredSwitches(condition, mission),
        };
        Self { id, coords, item, precondition, intensity, parent }
    }
}

/// Serialises a [`Precondition`] without allocating its names.
#[derive(Serialize)]
struct PreconditionJson<'a> {
    keys: RequiredKeys<'a>,
    switches: RequiredSwitches<'a>,
}

struct RequiredKeys<'a>(Condition, &'a Mission);

impl Serialize for RequiredKeys<'_> {
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

struct RequiredSwitches<'a>(Condition, &'a Mission);

impl Serialize for RequiredSwitches<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self(condition, mission) = self;
        let position = |s| condition.position(s).map_or("either", Position::name);
        serializer.collect_seq((0..mission.switches).map(position))
    }
}
