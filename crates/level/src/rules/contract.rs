//! A world with its open ground drawn together.
//!
//! Places between which a player can walk to and fro, changing nothing else, are one as far as the question
//! goes what can be reached at all. A room of a hundred cells becomes one place, with a weight of a hundred
//! states; what is left are doors, pick-ups, cells that blocks can stand on, and one-way steps.
//!
//! Invariant: a state of the contracted world is reachable exactly when all the states it stands for are,
//! and dead exactly when they are.

use super::blocks::{BlockMap, NONE};
use super::world::{Door, Place, World};

/// A contracted world, and the place that stands for each place of the original.
#[derive(Clone, Debug, Default)]
pub struct Contracted<const W: usize> {
    /// The world.
    pub world: World<W>,
    /// By place of the original: the place that stands for it.
    pub stands_for: Vec<Place>,
}

impl<const W: usize> World<W> {
    /// Draws the open ground together.
    #[must_use]
    pub fn contracted(&self) -> Contracted<W> {
        let stands_for = self.together();
        let places = stands_for.iter().max().map_or(0, |last| *last as usize + 1);
        let mut world = World::<W> {
            start: self.start.map(|start| stands_for[start as usize]),
            goal: vec![false; places],
            gain: vec![Default::default(); places],
            locks: self.locks.clone(),
            meanings: self.meanings.clone(),
            keys: self.keys.clone(),
            bombs: self.bombs.clone(),
            means: self.means,
            rules: self.rules.clone(),
            banned: self.banned,
            collect: self.collect,
            weights: vec![0; places],
            blocks: BlockMap {
                cell_of: if self.has_blocks() { vec![NONE; places] } else { Vec::new() },
                ..self.blocks.clone()
            },
            ..World::default()
        };
        for (place, &one) in (0..).zip(&stands_for) {
            let one = one as usize;
            world.goal[one] |= self.is_goal_place(place);
            world.gain[one] = world.gain[one].union(&self.gives(place));
            world.weights[one] += self.weight(place) as u32;
            if let Some(cell) = self.blocks.cell(place) {
                world.blocks.cell_of[one] = cell;
            }
        }
        self.draw_doors(&stands_for, &mut world);
        self.draw_flips(&stands_for, &mut world);
        Contracted { world, stands_for }
    }

    /// Whether a place is open ground: nothing lies there, no block can stand there, and play goes on.
    fn is_open(&self, place: Place) -> bool {
        self.gives(place).is_empty()
            && !self.is_goal_place(place)
            && self.blocks.cell(place).is_none()
    }

    /// By place: the number of the ground that it belongs to, numbered by their first places.
    fn together(&self) -> Vec<Place> {
        let mut one = vec![Place::MAX; self.places()];
        let mut next = 0;
        let mut waiting = Vec::new();
        for place in 0..self.places() as Place {
            if one[place as usize] != Place::MAX {
                continue;
            }
            one[place as usize] = next;
            waiting.push(place);
            while let Some(at) = waiting.pop().filter(|&at| self.is_open(at)) {
                let (plain, _) = self.doors_by_kind(at);
                for door in plain {
                    let back = || self.doors_by_kind(door.to).0.iter().any(|back| back.to == at);
                    if one[door.to as usize] == Place::MAX
                        && self.is_open(door.to)
                        && self.is_passed(at) == self.is_passed(door.to)
                        && back()
                    {
                        one[door.to as usize] = next;
                        waiting.push(door.to);
                    }
                }
            }
            waiting.clear();
            next += 1;
        }
        one
    }

    /// The doors between different grounds, each once.
    fn draw_doors(&self, stands_for: &[Place], world: &mut World<W>) {
        let mut doors: Vec<(Place, Door)> = Vec::new();
        for place in (0..self.places() as Place).filter(|&place| self.goes_on(place)) {
            let from = stands_for[place as usize];
            for &door in self.doors(place) {
                let to = stands_for[door.to as usize];
                if from != to || !door.plain {
                    doors.push((from, Door { to, ..door }));
                }
            }
        }
        // How a door is passed matters only where it can push a block.
        let key = |(from, door): &(Place, Door)| {
            let pushes = world.blocks.cell(door.to).is_some();
            (*from, door.to, door.lock, pushes.then_some(door.way))
        };
        doors.sort_by_key(key);
        doors.dedup_by_key(|door| key(door));
        world.laid = doors;
        world.lay(world.places());
        world.laid = Vec::new();
    }

    fn draw_flips(&self, stands_for: &[Place], world: &mut World<W>) {
        let mut flips = Vec::new();
        for place in 0..self.places() as Place {
            let one = stands_for[place as usize];
            flips.extend(self.flips(place).iter().map(|&toggle| (one, toggle)));
        }
        flips.sort_unstable();
        flips.dedup();
        let mut next = flips.into_iter().peekable();
        for place in 0..=world.places() as Place {
            world.first_flip.push(world.flips.len() as u32);
            while let Some((_, toggle)) = next.next_if(|(at, _)| *at == place) {
                world.flips.push(toggle);
            }
        }
    }
}
