//! The rooms that enemies are in; in a place without any, what is found there instead.

use super::gating::Gating;
use super::outing::Outing;
use super::site::RoomId;
use super::steps::Steps;
use super::{Gate, Pattern, Plan, Thing, told};
use crate::designed::holder::Holder;
use crate::purpose::Purpose;
use search::Stream;
use std::cmp::Reverse;

/// The least share of the rooms that enemies are in, and by how much it is more at most.
const SHARE: [f64; 2] = [0.62, 0.16];

/// Lays enemies in about two rooms of three: not at the entrance, nor where blocks are pushed, and rather far away than
/// near; and one room to rest in stays on the way to the boss.
pub(super) fn lay(gating: &mut Gating<'_>, outing: Option<&Outing>, stream: &mut Stream) {
    if gating.peaceful {
        finds(gating, stream);
        return;
    }
    let plan = &gating.plan;
    let (quiet, fought) = routes(plan);
    let mut spared = vec![plan.start(), plan.goal(), plan.boss()];
    spared.extend(outing.and_then(|outing| rest(plan, outing)));
    spared.extend(quiet);
    let many = plan.things.len();
    let fits = |room: &RoomId| !spared.contains(room) && !gating.is_yard(*room);
    let mut rooms: Vec<RoomId> = (0..many).filter(fits).collect();
    stream.shuffle(&mut rooms);
    let guarded = |room: RoomId| {
        let holder = plan.holders[room];
        let waited = matches!(holder, Some(Holder::GuardedAltar | Holder::Ambush));
        fought.contains(&room) || waited || is_free(plan, room)
    };
    let steps = Steps::of(plan).from(plan.start());
    let far = steps.iter().copied().max().unwrap_or(0);
    rooms.sort_by_cached_key(|&room| {
        // There are enemies where nothing else is.
        let bare = usize::from(plan.things[room].is_empty());
        (!guarded(room), Reverse(steps[room] + bare * far / 4))
    });
    rooms.truncate((many as f64 * (SHARE[0] + SHARE[1] * stream.unit())).round() as usize);
    rooms.push(plan.boss());
    for room in rooms {
        gating.plan.enemies[room] = 1;
    }
}

/// True if a treasure lies in a room that nothing bars: its price is a fight.
fn is_free(plan: &Plan, room: RoomId) -> bool {
    let treasure = plan.things[room].iter().any(|thing| matches!(thing, Thing::Treasure(_)));
    treasure && plan.passages_of(room).all(|passage| passage.gate == Gate::Open)
}

/// The last room on the way to the boss that can be one of rest.
fn rest(plan: &Plan, outing: &Outing) -> Option<RoomId> {
    let boss = outing.entered(plan.boss())?;
    let fits = |&room: &RoomId| {
        plan.things[room].is_empty() && told::purpose(plan, room, true) == Purpose::Rest
    };
    let rooms = (0..plan.things.len()).filter(fits);
    let entered = rooms.filter_map(|room| Some((outing.entered(room)?, room)));
    entered.filter(|&(at, _)| at < boss).max().map(|(_, room)| room)
}

/// Lays something in most of the rooms in which there is nothing else.
fn finds(gating: &mut Gating<'_>, stream: &mut Stream) {
    let bare = |room: &RoomId| {
        !gating.full[*room] && gating.plan.things[*room].is_empty() && !gating.is_yard(*room)
    };
    let mut rooms: Vec<RoomId> = (0..gating.full.len()).filter(bare).collect();
    stream.shuffle(&mut rooms);
    rooms.truncate(rooms.len() * 4 / 5);
    for room in rooms {
        let treasure = gating.new_treasure();
        gating.lay(room, Thing::Treasure(treasure));
    }
}

/// The rooms inside the quiet arc and inside the other of each dangerous route.
pub(super) fn routes(plan: &Plan) -> (Vec<RoomId>, Vec<RoomId>) {
    let (mut quiet, mut fought) = (Vec::new(), Vec::new());
    for cycle in plan.cycles.iter().filter(|cycle| cycle.pattern == Pattern::DangerousRoute) {
        let mut arcs = [&cycle.arc_a, &cycle.arc_b];
        arcs.sort_by_key(|arc| arc.len());
        let [short, long] = arcs.map(|arc| arc[1..arc.len() - 1].to_vec());
        quiet.extend(long);
        fought.extend(short);
    }
    (quiet, fought)
}
