//! Distances, cycles and bridges of the passages between rooms.

use crate::graph::flood;
use std::collections::BTreeSet;

/// A passage: two rooms, the lower number first.
pub(crate) type Pair = (usize, usize);

/// Rooms, and the passages between them.
pub(crate) struct Links {
    pub(crate) passages: BTreeSet<Pair>,
    pub(crate) near: Vec<BTreeSet<usize>>,
}

impl Links {
    /// The links of a number of rooms.
    pub(crate) fn new(rooms: usize, passages: BTreeSet<Pair>) -> Self {
        let mut near = vec![BTreeSet::new(); rooms];
        for &(a, b) in &passages {
            near[a].insert(b);
            near[b].insert(a);
        }
        Self { passages, near }
    }

    /// The rooms in growing distance from one: those at distance 0, 1, 2, …
    pub(crate) fn rings(&self, from: usize) -> Vec<BTreeSet<usize>> {
        let mut rings = vec![BTreeSet::from([from])];
        let mut met = rings[0].clone();
        loop {
            let last = rings.last().into_iter().flatten();
            let next: BTreeSet<usize> = last.flat_map(|&room| &self.near[room]).copied().collect();
            let next: BTreeSet<usize> = next.into_iter().filter(|&room| met.insert(room)).collect();
            if next.is_empty() {
                return rings;
            }
            rings.push(next);
        }
    }

    /// Number of components.
    pub(crate) fn components(&self) -> usize {
        let mut left: BTreeSet<usize> = (0..self.near.len()).collect();
        let mut components = 0;
        while let Some(&room) = left.first() {
            components += 1;
            let piece = flood([room], |room| self.near[room].iter().copied());
            left.retain(|room| !piece.contains(room));
        }
        components
    }

    /// The rooms at the ends of passages around which another way leads.
    pub(crate) fn on_cycle(&self) -> BTreeSet<usize> {
        let around = |&&(a, b): &&Pair| {
            let others = |room: usize| {
                let near = self.near[room].iter().copied();
                near.filter(move |&next| (room.min(next), room.max(next)) != (a, b))
            };
            flood([a], others).contains(&b)
        };
        self.passages.iter().filter(around).flat_map(|&(a, b)| [a, b]).collect()
    }
}
