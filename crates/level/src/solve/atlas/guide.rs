//! A lower bound of what the rest of a plan costs: a way through all that is needed and not held, in an order in which
//! it can be had, and on to a goal.
//!
//! Needed is what no plan does without, were all locks but its own open to whoever came so far. The ways from one needed
//! thing to the next are at least those without locks, and the cheapest order of them is found from the end (Held and
//! Karp, 1962), for each set of missing things once. Invariant: the bound is never more than the rest costs.

use super::pieces::{Flood, Pieces, opens};
use super::ports::{Exit, FAR, Ports};
use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::world::World;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The most needed things that are kept in mind.
const MOST_NEEDED: usize = 30;
/// The most sets of missing things whose orders are worked out: beyond, the farthest of them tells.
const MOST_SETS: usize = 30_000;

/// A needed thing.
struct Need<const W: usize> {
    bit: Bits<W>,
    /// By port: the distance to it.
    to: Vec<u32>,
    /// The distance from it to each other, and from it to a goal.
    onward: Vec<u32>,
    goal: u32,
    /// The needed things that are had before it for sure.
    before: u32,
}

/// The bound.
pub(super) struct Guide<const W: usize> {
    needs: Vec<Need<W>>,
    /// By port: the distance to a goal.
    goal: Vec<u32>,
    /// By set of missing things: those that can be next, each with the cost of the rest from there.
    orders: FxHashMap<u32, Rc<[(u8, u32)]>>,
}

impl<const W: usize> Guide<W> {
    /// The bound in a world that could be won at best.
    pub(super) fn of(
        world: &World<W>,
        (ports, pieces): (&Ports, &Pieces<W>),
        is_closed: impl Fn(Location, Location) -> bool + Copy,
        (reached, without): (&Flood<W>, Bits<W>),
    ) -> Self {
        let is_open = |exit: &Exit| {
            !is_closed(exit.from, exit.door.to) && opens(world, &reached.held, exit.door)
        };
        let goals: Vec<Location> = world.goals().collect();
        let goal = ports.distances(&goals, is_open);
        let takeable: Bits<W> =
            ports.all.iter().fold(Bits::default(), |all, &at| all.union(&world.gives(at)));
        let mut needs: Vec<Need<W>> = Vec::new();
        let mut lies: Vec<Vec<Location>> = Vec::new();
        let mut had: Vec<Bits<W>> = Vec::new();
        let start = world.start_location().map_or_else(Bits::default, |at| world.gives(at));
        let asked = takeable.intersection(&reached.held).difference(&start);
        for bit in asked.iter().map(Bits::one).take(MOST_NEEDED) {
            let lacking = pieces.flood(world, is_closed, without.union(&bit));
            if lacking.wins {
                continue;
            }
            let gives = |at: &Location| world.gives(*at).meets(&bit);
            let ends: Vec<Location> = ports.all.iter().copied().filter(gives).collect();
            let to = ports.distances(&ends, is_open);
            needs.push(Need { bit, to, onward: Vec::new(), goal: FAR, before: 0 });
            lies.push(ends);
            had.push(lacking.held);
        }
        let from = |ends: &[Location], to: &[u32]| {
            ends.iter().map(|&end| to[ports.number(end) as usize]).min().unwrap_or(FAR)
        };
        for number in 0..needs.len() {
            let ends = &lies[number];
            let onward = needs.iter().map(|need| from(ends, &need.to)).collect();
            let before = (0..)
                .zip(&had)
                .filter(|(other, had)| *other != number && !had.meets(&needs[number].bit));
            needs[number].before = before.fold(0, |all, (other, _)| all | 1 << other);
            (needs[number].onward, needs[number].goal) = (onward, from(ends, &goal));
        }
        Self { needs, goal, orders: FxHashMap::default() }
    }

    /// The least cost from a port, with some bits held; far where no goal can be reached.
    pub(super) fn least(&mut self, port: u32, held: &Bits<W>) -> u32 {
        let goal = self.goal[port as usize];
        let missing = (0..).zip(&self.needs).filter(|(_, need)| !held.meets(&need.bit));
        let missing = missing.fold(0, |all: u32, (number, _)| all | 1 << number);
        if missing == 0 || goal == FAR {
            return goal;
        }
        let order = self.order(missing);
        let through = order
            .iter()
            .map(|&(next, rest)| self.needs[next as usize].to[port as usize].saturating_add(rest));
        through.min().unwrap_or(FAR).max(goal)
    }

    /// The missing things that can be next, each with the least cost of the rest from there.
    fn order(&mut self, missing: u32) -> Rc<[(u8, u32)]> {
        if let Some(known) = self.orders.get(&missing) {
            return Rc::clone(known);
        }
        let is_full = self.orders.len() >= MOST_SETS;
        let each = (0..self.needs.len()).filter(|next| missing >> next & 1 == 1);
        let first: Vec<usize> =
            each.filter(|&next| self.needs[next].before & missing == 0).collect();
        let order: Rc<[(u8, u32)]> = first
            .into_iter()
            .map(|next| {
                let left = missing & !(1 << next);
                let rest = if is_full { self.farthest(next, left) } else { self.after(next, left) };
                (next as u8, rest)
            })
            .collect();
        if !is_full {
            self.orders.insert(missing, Rc::clone(&order));
        }
        order
    }

    /// The least cost from a thing through all that is left.
    fn after(&mut self, from: usize, left: u32) -> u32 {
        if left == 0 {
            return self.needs[from].goal;
        }
        let order = self.order(left);
        let onward = &self.needs[from].onward;
        let through = order.iter().map(|&(next, rest)| onward[next as usize].saturating_add(rest));
        through.min().unwrap_or(FAR)
    }

    /// A lower bound of that: the way through the farthest.
    fn farthest(&self, from: usize, left: u32) -> u32 {
        let through = (0..).zip(&self.needs).filter(|(other, _)| left >> other & 1 == 1);
        let need = &self.needs[from];
        let through =
            through.map(|(other, next): (usize, _)| need.onward[other].saturating_add(next.goal));
        through.max().unwrap_or(need.goal)
    }
}
