//! Loop edges: new passages between touching rooms that close loops after all locks are placed.
//!
//! A *region* is the part of the dungeon between two locks of the main path. Within a region a loop edge is a secret
//! wall; from a later region to an earlier one it is a drop. Invariant: no loop edge bypasses a lock, and the goal
//! keeps its minimum distance.

use super::Steps;
use super::gating::Gating;
use super::site::{Contact, RoomId, Site};
use super::{Cycle, Gate, Passage, Pattern, Thing};
use search::Stream;
use std::sync::Arc;

/// Minimum distance of the goal, per room.
const LEAST: f64 = 0.36;
/// Target for the number of loops, per room.
const LOOPS: f64 = 0.21;
/// Minimum distance of the goal with foreshadowing, per room.
const LEAST_FORESEEN: f64 = 0.24;
/// Probabilities of foreshadowing and of a way that costs a small key.
const FORESEEN: f64 = 0.5;
const GAMBLED: f64 = 0.3;
/// Distances beyond this do not make a loop edge better.
const FAR: usize = 12;

/// Adds a loop edge for foreshadowing or one that costs a small key; seldom both, since each brings the goal nearer.
pub(super) fn add_special(gating: &mut Gating<'_>, stream: &mut Stream) {
    let site = Arc::clone(&gating.plan.site);
    let (mut loop_edges, contacts) = LoopEdges::of(gating, &site, stream);
    let seen = stream.chance(FORESEEN) && contacts.iter().any(|c| loop_edges.foreshadow(c, stream));
    let _ =
        !seen && stream.chance(GAMBLED) && contacts.iter().any(|c| loop_edges.gambit(c, stream));
}

/// Adds loop edges until there are enough loops.
pub(super) fn close_loops(gating: &mut Gating<'_>, stream: &mut Stream) {
    let rooms = gating.full.len();
    let wanted = (rooms as f64 * LOOPS).ceil() as usize;
    let site = Arc::clone(&gating.plan.site);
    let (mut loop_edges, contacts) = LoopEdges::of(gating, &site, stream);
    for contact in contacts {
        let loops = loop_edges.gating.plan.passages.len() + 1 - rooms;
        if loops >= wanted {
            return;
        }
        loop_edges.close_loop(contact, stream);
    }
}

struct LoopEdges<'a, 'b> {
    gating: &'a mut Gating<'b>,
    steps: Steps,
    /// Minimum distance of the goal.
    least: usize,
    /// For each room, the number of locks on the main path before it; `None` for a room behind its own gate.
    regions: Vec<Option<usize>>,
    /// Number of secret walls that may still close loops.
    spare_walls: usize,
}

/// Number of secret walls that may close loops: at most two more than the secret walls that hide rooms.
fn spare_walls(gating: &Gating<'_>) -> usize {
    let walls = gating.plan.passages.iter().filter(|passage| passage.gate == Gate::Bombable);
    let hides = |room: &RoomId| gating.plan.passages_of(*room).count() == 1;
    let (hidden, loops): (Vec<_>, Vec<_>) = walls.partition(|wall| wall.ends.iter().any(hides));
    (hidden.len() + 2).saturating_sub(loops.len())
}

impl<'a, 'b> LoopEdges<'a, 'b> {
    /// The loop edges of a plan, and the contacts where more are possible: secret walls before drops, distant rooms
    /// first, since a loop of a few rooms has little effect.
    fn of<'c>(
        gating: &'a mut Gating<'b>,
        site: &'c Site,
        stream: &mut Stream,
    ) -> (Self, Vec<&'c Contact>) {
        let loop_edges = Self {
            least: (gating.full.len() as f64 * LEAST).ceil() as usize,
            steps: Steps::of(&gating.plan),
            regions: gating.regions(),
            spare_walls: spare_walls(gating),
            gating,
        };
        let mut contacts: Vec<&Contact> = site.contacts.iter().collect();
        stream.shuffle(&mut contacts);
        let drop = |[a, b]: [RoomId; 2]| loop_edges.regions[a] != loop_edges.regions[b];
        let mut from: Vec<Option<Vec<usize>>> = vec![None; loop_edges.regions.len()];
        contacts.sort_by_cached_key(|contact| {
            let [a, b] = contact.ends;
            (
                drop(contact.ends),
                std::cmp::Reverse(
                    from[a].get_or_insert_with(|| loop_edges.steps.from(a))[b].min(FAR),
                ),
            )
        });
        (loop_edges, contacts)
    }

    /// The distances from two rooms if a loop edge between them keeps the goal at least `least` away.
    fn apart(&self, [a, b]: [RoomId; 2], least: usize) -> Option<[Vec<usize>; 2]> {
        let plan = &self.gating.plan;
        let [start, goal] = [plan.start(), plan.goal()];
        let joined = plan.passages.iter().any(|p| p.ends == [a, b] || p.ends == [b, a]);
        if joined || [start, goal, plan.boss()].iter().any(|room| [a, b].contains(room)) {
            return None;
        }
        let [from, to] = [a, b].map(|room| self.steps.from(room));
        let way = |x: &[usize], y: &[usize]| x[start].saturating_add(y[goal]).saturating_add(1);
        (from[b] >= 3 && way(&from, &to).min(way(&to, &from)) >= least).then_some([from, to])
    }

    /// Adds a passage between touching rooms; false if it would be a stair.
    fn add(
        &mut self,
        contact: &Contact,
        ends: [RoomId; 2],
        gate: Gate,
        pattern: Option<Pattern>,
        stream: &mut Stream,
    ) -> bool {
        let Some(&side) = stream.pick(&contact.sides) else { return false };
        let side = if ends == contact.ends { side } else { side.beyond() };
        let passage = Passage { ends, side, gate };
        if passage.is_stair() {
            return false;
        }
        if let Some(pattern) = pattern {
            let arc_a = self.steps.way(ends[0], ends[1]);
            self.gating.plan.cycles.push(Cycle { pattern, arc_a, arc_b: ends.to_vec() });
        }
        self.steps.join(ends);
        self.gating.plan.passages.push(passage);
        true
    }

    /// Adds a loop edge at a contact if it is allowed.
    fn close_loop(&mut self, contact: &Contact, stream: &mut Stream) {
        let [a, b] = contact.ends;
        let Some([from, to]) = self.apart(contact.ends, self.least) else { return };
        let around = from[b];
        let (Some(first), Some(second)) = (self.regions[a], self.regions[b]) else { return };
        let (ends, gate) = match first.cmp(&second) {
            std::cmp::Ordering::Equal => ([a, b], Gate::Bombable),
            std::cmp::Ordering::Greater => ([a, b], Gate::OneWay),
            std::cmp::Ordering::Less => ([b, a], Gate::OneWay),
        };
        // No secret wall may lead to the leaf room with the boss key, which is at the boss door.
        let is_way_to_key =
            gate == Gate::Bombable && contact.ends.iter().any(|&r| self.hangs_with_key(r));
        if gate == Gate::Bombable && self.spare_walls == 0 || is_way_to_key {
            return;
        }
        // A drop must shorten the way back.
        let start = self.gating.plan.start();
        let home = if ends == [a, b] { (&from, &to) } else { (&to, &from) };
        if gate == Gate::OneWay && home.0[start] <= home.1[start] + 1 {
            return;
        }
        let pattern = match gate {
            Gate::Bombable if around >= 5 => Some(Pattern::HiddenShortcut),
            Gate::OneWay if around >= 4 => Some(Pattern::AlteredReturn),
            _ => None,
        };
        let is_wall = gate == Gate::Bombable;
        if self.add(contact, ends, gate, pattern, stream) && is_wall {
            self.spare_walls -= 1;
        }
    }

    /// True for a leaf room with the boss key.
    fn hangs_with_key(&self, room: RoomId) -> bool {
        let plan = &self.gating.plan;
        let key = plan.boss_key.map(Thing::Key);
        key.is_some_and(|key| plan.things[room].contains(&key))
            && plan.passages_of(room).count() == 1
    }

    /// A key that lies in a region or a later one.
    fn key_from(&self, region: usize) -> Option<usize> {
        let plan = &self.gating.plan;
        let held = (0..plan.things.len()).filter(|&room| self.regions[room] >= Some(region));
        held.flat_map(|room| &plan.things[room]).find_map(|thing| match thing {
            Thing::Key(key) => Some(*key),
            _ => None,
        })
    }

    /// Adds a lock between an early and a late room whose key is found late; true if added.
    fn foreshadow(&mut self, contact: &Contact, stream: &mut Stream) -> bool {
        let plan = &self.gating.plan;
        let last = plan.path.len() - 1;
        let ends = match contact.ends {
            [a, b] if plan.at[a] > plan.at[b] => [b, a],
            ends => ends,
        };
        let [early, late] = ends.map(|room| plan.at[room]);
        let on_path = ends.iter().all(|room| plan.path.contains(room));
        let apart = on_path && 3 * early <= last && 3 * late >= 2 * last;
        if !apart || ends.iter().any(|&room| self.regions[room].is_none()) {
            return false;
        }
        let least = (self.regions.len() as f64 * LEAST_FORESEEN).ceil() as usize;
        let key = self.regions[ends[1]].and_then(|region| self.key_from(region));
        let Some(key) = key.filter(|_| self.apart(contact.ends, least).is_some()) else {
            return false;
        };
        self.add(contact, ends, Gate::Keys(vec![key]), Some(Pattern::Foreshadowing), stream)
    }

    /// Adds a way that costs a small key, and places the key off that way; true if added.
    fn gambit(&mut self, contact: &Contact, stream: &mut Stream) -> bool {
        let [a, b] = contact.ends;
        let within = self.regions[a].is_some() && self.regions[a] == self.regions[b];
        if !within || self.apart(contact.ends, self.least).is_none() {
            return false;
        }
        let free = |&room: &RoomId| {
            !self.gating.full[room]
                && !contact.ends.contains(&room)
                && self.gating.leaf_on(room).is_some()
        };
        let leaves: Vec<RoomId> = (0..self.regions.len()).filter(free).collect();
        let Some(&leaf) = stream.pick(&leaves) else { return false };
        let gambit = Some(Pattern::Gambit);
        let made = self.add(contact, contact.ends, Gate::SmallLock, gambit, stream);
        if made {
            self.gating.place(leaf, Thing::SmallKey);
        }
        made
    }
}
