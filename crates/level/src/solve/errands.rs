//! A lower bound of the remaining cost of a plan that has to take everything.
//!
//! Whoever has things to take goes to one of them first, then from one to the next, and to a goal in the end. The
//! ways between them are at least those of the relaxed world, and a way that joins them all is no shorter than
//! the least tree that does (Held and Karp, 1970). The tree depends on what is missing alone, and is
//! worked out once for each configuration.

use super::heuristic::{self, Distances};
use super::relax::Relaxed;
use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::world::World;
use std::rc::Rc;

/// The largest number of distances kept: one for each location and thing.
const MOST: usize = 1 << 24;

/// The things that a goal requires besides being reached, and the distances to them.
pub(super) struct Errands<const W: usize> {
    things: Vec<Thing<W>>,
    /// By two things, the goal being the last: a lower bound of the distance between them, either way.
    between: Vec<Vec<f64>>,
    /// By location: the distance to a goal.
    goal: Rc<Distances>,
}

struct Thing<const W: usize> {
    bit: Bits<W>,
    /// By location: the distance to the thing.
    way: Distances,
}

impl<const W: usize> Errands<W> {
    /// The errands of a world; `None` where there are none, or too many for what they are worth.
    pub(super) fn of(world: &World<W>, relaxed: &Relaxed<W>, goal: &Rc<Distances>) -> Option<Self> {
        let wanted: Vec<Bits<W>> = world.wanted().iter().map(Bits::one).collect();
        if wanted.is_empty() || wanted.len().saturating_mul(world.locations()) > MOST {
            return None;
        }
        let lies = |bit: Bits<W>| {
            let locations = 0..world.locations() as Location;
            let lies = move |location: &Location| {
                relaxed.reached[*location as usize] && world.gives(*location).meets(&bit)
            };
            locations.filter(lies)
        };
        let thing =
            |&bit: &Bits<W>| Thing { bit, way: heuristic::distances_to(world, relaxed, lies(bit)) };
        let things: Vec<Thing<W>> = wanted.iter().map(thing).collect();
        let from = |at: Bits<W>, way: &Distances| {
            lies(at).map(|location| way.value(location)).fold(f64::INFINITY, f64::min)
        };
        let many = things.len();
        let mut between = vec![vec![f64::INFINITY; many + 1]; many + 1];
        for (i, one) in things.iter().enumerate() {
            for (j, other) in things.iter().enumerate().filter(|(j, _)| *j != i) {
                let way = from(one.bit, &other.way);
                between[i][j] = between[i][j].min(way);
                between[j][i] = between[j][i].min(way);
            }
            let last = from(one.bit, goal);
            (between[i][many], between[many][i]) = (last, last);
        }
        Some(Self { things, between, goal: Rc::clone(goal) })
    }

    /// Cost of the minimum spanning tree of the missing things and a goal (Prim, 1957); 0 where there is none,
    /// which is a bound too.
    pub(super) fn tree(&self, held: &Bits<W>) -> f64 {
        let mut left: Vec<usize> =
            (0..self.things.len()).filter(|&i| !held.meets(&self.things[i].bit)).collect();
        let goal = self.things.len();
        let mut near: Vec<f64> = left.iter().map(|&i| self.between[goal][i]).collect();
        let mut sum = 0.0;
        while let Some(next) = (0..left.len()).min_by(|&a, &b| near[a].total_cmp(&near[b])) {
            let (joined, cost) = (left.swap_remove(next), near.swap_remove(next));
            sum += cost;
            for (way, &thing) in near.iter_mut().zip(&left) {
                *way = way.min(self.between[joined][thing]);
            }
        }
        if sum.is_finite() { sum } else { 0.0 }
    }

    /// The distance from a location to the nearest missing thing, or to a goal where none is missing.
    pub(super) fn nearest(&self, held: &Bits<W>, location: Location) -> f64 {
        let missing = self.things.iter().filter(|thing| !held.meets(&thing.bit));
        let nearest = missing.map(|thing| thing.way.value(location)).fold(f64::INFINITY, f64::min);
        if nearest.is_finite() { nearest } else { self.goal.value(location) }
    }
}
