//! Gates of a shape: patterns on its arcs, locks on its path, secrets and water on its branches, keys before their locks.
//!
//! Only a passage of the path that no arc goes around can be asked of everybody: *bridges* take the locks that are needed.
//! Invariant: the key of a lock hangs on the path before it.

use super::gating::Gating;
use super::outing::Outing;
use super::shape::Shape;
use super::site::Site;
use super::{Plan, cycles, fill, told};
use crate::designed::request::Request;
use crate::designed::rooms::Family;
use crate::purpose::Purpose;
use search::Stream;
use std::sync::Arc;

/// Gates a shape; with the outing of the plan, which it does not change by itself.
#[must_use]
pub(in crate::designed) fn gate(
    site: Arc<Site>,
    shape: &Shape,
    request: &Request,
    stream: &mut Stream,
) -> (Plan, Option<Outing>) {
    let rooms = site.rooms.len();
    let last = shape.path.len() - 1;
    let bridge = |at: usize| !shape.arcs.iter().any(|arc| arc.from <= at && at < arc.to);
    let mut gating = Gating {
        bridges: (0..last).map(bridge).collect(),
        full: vec![false; rooms],
        lock_at: Vec::new(),
        numbers: request.numbers,
        peaceful: request.family == Family::House,
        rest: None,
        plan: Plan {
            path: shape.path.clone(),
            at: shape.at.clone(),
            passages: Vec::new(),
            cycles: Vec::new(),
            things: vec![Vec::new(); rooms],
            keys: 0,
            boss_key: None,
            treasures: 0,
            treasure_names: Vec::new(),
            puzzles: 0,
            plates: 0,
            switches: 0,
            holders: vec![None; rooms],
            enemies: vec![0; rooms],
            purposes: vec![Purpose::Passage; rooms],
            peaceful: request.family == Family::House,
            site,
        },
        shape,
    };
    for room in [gating.plan.start(), gating.plan.goal(), gating.plan.boss()] {
        gating.full[room] = true;
    }
    gating.join(stream);
    gating.patterns(stream);
    let outing = fill::fill(&mut gating, request.family, stream);
    told::tell(&mut gating.plan, outing.as_ref(), stream);
    cycles::keep_true(&mut gating.plan, outing.as_ref());
    (gating.plan, outing)
}
