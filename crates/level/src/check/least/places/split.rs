//! Places told apart by what was brought there: who comes one way holds this, and who comes another holds that.
//!
//! The bits that all ways have in common may be too few to get out with, where those that each brings are enough: behind
//! a lock there is a lever that opens another way there, and either leads out again.

use super::{Bits, IndexSet, PlaceId, Places, SetId, Way};
use smallvec::{SmallVec, smallvec};
use std::collections::VecDeque;

/// The most sets of a place; of more than these, what they have in common is taken.
const MOST: usize = 16;

/// Sets of bits of which whoever stands at a place holds one at least. None contains another.
#[derive(Clone, Default)]
struct Brought {
    sets: SmallVec<[SetId; 4]>,
    /// True once there were too many.
    is_common: bool,
}

impl<const W: usize> Places<W> {
    /// The same places, each as often as there are sets of bits of which one is held there.
    pub(in super::super) fn split(mut self) -> Self {
        let brought = self.brought();
        let mut first = Vec::with_capacity(brought.len());
        let mut nodes: PlaceId = 0;
        for one in &brought {
            first.push(nodes);
            nodes += one.sets.len() as PlaceId;
        }
        let (mut ways, mut ends, mut goals, mut least) = (vec![], vec![], vec![], vec![]);
        for place in 0..brought.len() as PlaceId {
            for &set in &brought[place as usize].sets {
                let held = self.lasting(&self.sets[set as usize]);
                for number in self.range(place) {
                    let way = self.ways[number];
                    let there = &brought[way.to as usize].sets;
                    let with = held.union(&self.sets[way.gives as usize]);
                    // The most of what is there for sure.
                    let best = (0..there.len())
                        .filter(|&at| with.contains(&self.sets[there[at] as usize]))
                        .max_by_key(|&at| self.sets[there[at] as usize].count());
                    if let Some(best) = best {
                        let to = first[way.to as usize] + best as PlaceId;
                        ways.push(Way { to, ..way });
                    }
                }
                ends.push(ways.len() as u32);
                goals.push(self.goals[place as usize]);
                least.push(set);
            }
        }
        let homes = self.homes.iter().flat_map(|&home| {
            let sets = brought[home as usize].sets.len() as PlaceId;
            (0..sets).map(|at| first[home as usize] + at).collect::<Vec<_>>()
        });
        let homes = homes.collect();
        Self { least, ways, ends, goals, homes, all: IndexSet::default(), ..self }
    }

    /// Works out the sets of every place.
    fn brought(&mut self) -> Vec<Brought> {
        let mut brought = vec![Brought::default(); self.len()];
        let mut waiting = VecDeque::from([0]);
        let mut waits = vec![false; self.len()];
        brought[0].sets = smallvec![self.least[0]];
        while let Some(from) = waiting.pop_front() {
            waits[from as usize] = false;
            for set in brought[from as usize].sets.clone() {
                let held = self.lasting(&self.sets[set as usize]);
                for number in self.range(from) {
                    let Way { to, gives, .. } = self.ways[number];
                    let with = held.union(&self.sets[gives as usize]);
                    let new = self.admit(&mut brought[to as usize], with);
                    if new && !std::mem::replace(&mut waits[to as usize], true) {
                        waiting.push_back(to);
                    }
                }
            }
        }
        brought
    }

    /// Adds a set; false if nothing is new.
    fn admit(&mut self, brought: &mut Brought, with: Bits<W>) -> bool {
        if brought.sets.iter().any(|&set| with.contains(&self.sets[set as usize])) {
            return false;
        }
        brought.sets.retain(|set| !self.sets[*set as usize].contains(&with));
        brought.sets.push(self.set(with));
        brought.is_common |= brought.sets.len() > MOST;
        if brought.is_common {
            let all = brought.sets.iter().map(|&set| self.sets[set as usize]);
            let common = all.reduce(|a, b| a.intersection(&b));
            brought.sets = common.into_iter().map(|bits| self.set(bits)).collect();
        }
        true
    }
}
