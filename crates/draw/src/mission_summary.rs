//! The summary of a mission, read off its certificate.

use crate::summary::Summary;
use dungeon::json::mission::{Proof, Stats};
use dungeon::mission::{Certificate, KeyStyle, Mission, Position, RoomId, Symbol, key_name};
use level::plan::{Move, Plan};
use std::collections::BTreeSet;

impl Summary {
    /// The summary of a mission that a seed and an attempt of it made, with what its JSON says of it.
    #[must_use]
    pub fn of(
        mission: &Mission,
        certificate: &Certificate,
        (stats, proof): (&Stats, &Proof),
        (seed, attempt): (u64, u64),
    ) -> Self {
        Self {
            seed,
            attempt,
            keys: mission.keys.into(),
            switches: mission.switches.into(),
            rooms: mission.rooms.len(),
            cycles: stats.cycles,
            solution: stats.solution,
            path: path(mission, &certificate.plan),
            spheres: stats.spheres.clone(),
            nonlinearity: stats.nonlinearity,
            flips: certificate.flips.iter().take(mission.switches.into()).copied().collect(),
            winnable: proof.winnable,
            softlock_free: proof.unlosable,
            positions: positions(mission),
            small_keys: mission.key_style == KeyStyle::Small,
            needed_keys: proof.needed_keys.clone(),
            needed_switches: proof.needed_switches.clone(),
            redundant_locks: proof.redundant_locks,
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
    use crate::missions as samples;

    #[test]
    fn a_plan_in_words() {
        let to = |to| Move::Goto { to, door: 0 };
        let moves = vec![to(1), to(0), to(2), to(3), Move::Flip { flip: 0 }, to(2), to(5)];
        let words = path(&samples::grid(), &Plan { moves });
        assert_eq!(words.join(" → "), "0 start → 1 key A → 0 → 2 → 3 → flip 0 → 2 → 5 boss");
    }
}
