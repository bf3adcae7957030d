//! One mission: from the request to the mission with everything that is said of it.

use super::shape::{Shape, Terms};
use crate::cli::exit::usage;
use anyhow::Result;
use draw::summary::Summary;
use dungeon::json::mission::{Origin, Proof, Request as Asked, Stats};
use dungeon::mission::{Certificate, generate, spheres};
use dungeon::mission::{KeyStyle, Mission, RoomId};
use dungeon::mission::{Position, Symbol, key_name};
use dungeon::mission::{Request, RequestError, Version};
use dungeon::{Options, Scratch};
use level::plan::{Move, Plan};
use search::Nothing;
use search::{Control, Found, Seed};
use std::collections::BTreeSet;

/// The making of a mission, for any seed.
pub(super) struct Task {
    request: Request,
    shape: Shape,
    asked: Asked,
}

/// A mission, with its plan, figures and proof.
pub(super) struct Made {
    /// The mission.
    pub(super) mission: Mission,
    /// The shortest solution.
    plan: Plan,
    /// By switch: the number of times the plan flips it.
    flips: Vec<u32>,
    /// The statistics, as JSON has them.
    pub(super) stats: Stats,
    /// The proof, as JSON has it.
    pub(super) proof: Proof,
    seed: u64,
    attempt: u64,
}

impl Task {
    /// A task whose numbers are possible.
    ///
    /// # Errors
    /// The limit that is broken: a usage error, or an invalid input where a file is too small.
    pub(super) fn new(request: Request, mut shape: Shape, terms: Terms) -> Result<Self> {
        request.check(shape.constraints.rooms()).map_err(|error| match &error {
            RequestError::Rooms { .. } => shape.unfit(&error).unwrap_or_else(|| usage(&error)),
            _ => usage(&error),
        })?;
        let asked = Asked {
            rooms: shape.rooms,
            space: shape.space.take(),
            colors: shape.colours.take(),
            keys: request.keys,
            switches: request.switches,
            switch_style: request.choice_of_switches(),
            start: terms.start,
            link_chance: terms.link_chance,
            order: request.order,
            key_style: request.key_style,
            goal_room: request.goal_room,
            boss_locked: request.boss_locked,
            linearity: request.linearity,
            attempts: request.attempts,
        };
        Ok(Self { request, shape, asked })
    }

    /// Makes the mission of one seed; an error within is why there is none.
    ///
    /// # Errors
    /// When the request cannot be satisfied at all.
    pub(super) fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<Result<Made, Nothing>> {
        let space = &*self.shape.constraints;
        let report = generate(&self.request, space, seed, Options::controlled(control, scratch))
            .map_err(usage)?;
        let tells = self.request.version != Version::V1;
        let made =
            |found: Found<_, _>| Made::new(found.draft, found.proof, seed, found.attempt, tells);
        Ok(report.best(seed).map(made))
    }

    /// Provenance of a mission of this task.
    pub(super) fn origin(&self, made: &Made) -> Origin<'_> {
        Origin {
            algorithm: self.request.version.name(),
            seed: made.seed,
            attempt: made.attempt,
            request: &self.asked,
        }
    }
}

impl Made {
    /// A mission with its certificate. It is winnable if there is a plan, for that was replayed. The JSON of
    /// the first version does not tell of flips.
    fn new(
        mission: Mission,
        certificate: Certificate,
        seed: Seed,
        attempt: u64,
        tells_flips: bool,
    ) -> Self {
        let flips = certificate.flips.iter().take(mission.switches.into()).copied().collect();
        let stats = Stats {
            solution: certificate.plan.len() as u64,
            nonlinearity: certificate.nonlinearity,
            flips: tells_flips.then(|| certificate.flips.iter().sum()),
            spheres: spheres(&mission),
            cycles: mission.cycles(),
        };
        let proof = Proof {
            winnable: !certificate.plan.moves.is_empty(),
            unlosable: certificate.dead_states == 0,
            needed_keys: certificate.needed_keys(),
            needed_switches: certificate.needed_switches(),
            redundant_locks: certificate.redundant_locks,
        };
        let plan = certificate.plan;
        Self { mission, plan, flips, stats, proof, seed: seed.value(), attempt }
    }

    /// The summary under a map.
    pub(super) fn summary(&self) -> Summary {
        Summary {
            seed: self.seed,
            attempt: self.attempt,
            keys: self.mission.keys.into(),
            switches: self.mission.switches.into(),
            rooms: self.mission.rooms.len(),
            cycles: self.stats.cycles,
            solution: self.stats.solution,
            path: path(&self.mission, &self.plan),
            spheres: self.stats.spheres.clone(),
            nonlinearity: self.stats.nonlinearity,
            flips: self.flips.clone(),
            winnable: self.proof.winnable,
            softlock_free: self.proof.unlosable,
            positions: positions(&self.mission),
            small_keys: self.mission.key_style == KeyStyle::Small,
            needed_keys: self.proof.needed_keys.clone(),
            needed_switches: self.proof.needed_switches.clone(),
            redundant_locks: self.proof.redundant_locks,
        }
    }
}

/// By switch: true if locks ask for it on, and true if they ask for it off.
fn positions(mission: &Mission) -> Vec<[bool; 2]> {
    let asks = |symbol| mission.edges.iter().any(|edge| edge.symbol == Some(symbol));
    let of = |s| [Position::On, Position::Off].map(|position| asks(Symbol::Switch(s, position)));
    (0..mission.switches).map(of).collect()
}

/// A plan in words: the rooms passed, with the things found in each at the first visit, and the flips.
fn path(mission: &Mission, plan: &Plan) -> Vec<String> {
    let item = |room: RoomId| mission.rooms.get(room as usize).and_then(|room| room.item);
    let mut seen = BTreeSet::new();
    let mut enter = |room| match item(room).filter(|_| seen.insert(room)) {
        Some(Symbol::Key(n)) => format!("{room} key {}", key_name(n)),
        Some(Symbol::SwitchObject(_)) | None => room.to_string(),
        Some(item) => format!("{room} {item}"),
    };
    let mut here = mission.start;
    let mut words = vec![enter(here)];
    for step in &plan.moves {
        words.push(match (step, item(here)) {
            (Move::Goto { to, .. }, _) => {
                here = *to;
                enter(here)
            }
            (Move::Flip { .. }, Some(Symbol::SwitchObject(s))) => format!("flip {s}"),
            (Move::Flip { .. }, _) => "flip".to_owned(),
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn a_plan_in_words() {
        let to = |to| Move::Goto { to, door: 0 };
        let moves = vec![to(1), to(0), to(2), to(3), Move::Flip { flip: 0 }, to(2), to(5)];
        let words = path(&samples::grid(), &Plan { moves });
        assert_eq!(words.join(" → "), "0 start → 1 key A → 0 → 2 → 3 → flip 0 → 2 → 5 boss");
    }
}
