//! Everything a player can do in an area, explored.
//!
//! Passages that were opened stay open and lead both ways, and nothing that is picked up gets lost,
//! so where the player stands and what was taken already makes no difference: a state is the set of
//! puzzles solved. What takes nothing away from anybody (a lever, a riddle, a door whose key no other
//! door asks for) can be done at once without losing a way to go on: whoever could solve everything
//! before can do so after. Only doors that compete for keys of one name are tried in every order.

use super::laws::Reach;
use super::map::Map;
use crate::explore::{self, World, explore};
use crate::read::area::{Area, Item};
use std::collections::HashMap;

/// The most sets of opened doors that are looked at.
const MOST_STATES: usize = 1 << 16;

/// An area made ready to be played.
pub(crate) struct Play<'a> {
    map: &'a Map,
    /// Of each room where it leads, and the puzzles that block the way.
    ways: Vec<Vec<(usize, Vec<usize>)>>,
    /// Of each puzzle the number of the name of its key; None where it asks for none.
    keys: Vec<Option<usize>>,
    /// Of each room the numbers of the keys that lie there.
    lying: Vec<Vec<usize>>,
    /// Of each puzzle whether another one asks for a key of the same name.
    contested: Vec<bool>,
    /// Of each puzzle where it stands, and the passage that it blocks. Chests come after the puzzles: they
    /// block none, and give what they hold to whoever opens them.
    stands: Vec<Option<usize>>,
    gates: Vec<Option<(usize, usize)>>,
    holds: Vec<Vec<usize>>,
    /// How many puzzles and chests there are.
    puzzles: usize,
}

/// A chest, by numbers: its key, its room, the keys in it.
#[derive(Clone, Debug)]
struct Locked {
    key: usize,
    room: Option<usize>,
    holds: Vec<usize>,
}

/// How far a player has come; what is solved decides the rest.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    solved: Vec<bool>,
    reached: Vec<bool>,
    /// Keys in hand, by the numbers of their names.
    hand: Vec<usize>,
}

impl<'a> Play<'a> {
    /// Numbers the keys by their names, whatever their case.
    pub(crate) fn new(area: &Area, map: &'a Map) -> Self {
        let mut names = HashMap::new();
        let mut number = |name: &str| {
            let next = names.len();
            *names.entry(name.to_lowercase()).or_insert(next)
        };
        let keys: Vec<Option<usize>> =
            area.puzzles.iter().map(|p| p.required_key.as_deref().map(&mut number)).collect();
        let names: Vec<usize> = area.items.iter().map(|item| number(&item.name)).collect();
        let open = |(item, lies): (&Item, &Option<usize>)| {
            if item.holder.is_none() { *lies } else { None }
        };
        let lies: Vec<Option<usize>> = area.items.iter().zip(&map.lies).map(open).collect();
        let chests = area.chests.iter().map(|chest| {
            let held = area.items.iter().zip(&names);
            let held = held.filter(|(item, _)| item.holder.as_ref() == Some(&chest.id));
            let holds = held.map(|(_, &name)| name).collect();
            let room = map.places.get(&chest.room).copied();
            Locked { key: number(&chest.required_key), room, holds }
        });
        let chests: Vec<Locked> = chests.collect();
        Self::of(map, keys, &names, &lies, &chests)
    }

    /// From the numbers of keys: of each puzzle, of each thing and where it lies in the open, and of chests.
    fn of(
        map: &'a Map,
        mut keys: Vec<Option<usize>>,
        names: &[usize],
        lies: &[Option<usize>],
        chests: &[Locked],
    ) -> Self {
        let mut lying = vec![Vec::new(); map.links.len()];
        for (name, room) in names.iter().zip(lies) {
            if let Some(room) = *room {
                lying[room].push(*name);
            }
        }
        let (mut stands, mut gates) = (map.stands.clone(), map.gates.clone());
        let mut holds = vec![Vec::new(); keys.len()];
        for chest in chests {
            keys.push(Some(chest.key));
            stands.push(chest.room);
            gates.push(None);
            holds.push(chest.holds.clone());
        }
        let contested = keys
            .iter()
            .map(|key| key.is_some() && keys.iter().filter(|other| *other == key).count() > 1)
            .collect();
        let blocks = |from: usize, to: usize| {
            let gates = map.gates.iter().enumerate();
            let here = gates.filter(|(_, gate)| matches!(**gate, Some(gate) if gate == (from, to) || gate == (to, from)));
            here.map(|(puzzle, _)| puzzle).collect::<Vec<_>>()
        };
        let ways = (0..map.links.len())
            .map(|from| map.links[from].iter().map(|&to| (to, blocks(from, to))).collect())
            .collect();
        let puzzles = keys.len();
        Self { map, ways, keys, lying, contested, stands, gates, holds, puzzles }
    }

    /// Plays it in every way, with one puzzle never to be solved.
    pub(crate) fn explore(&self, without: Option<usize>) -> Reach {
        let space = explore(&Game { play: self, without }, MOST_STATES);
        let mut all = Reach {
            rooms: vec![false; self.map.links.len()],
            solved: vec![false; self.puzzles],
            stuck: None,
            large: space.large,
        };
        for (_, state) in space.states() {
            union(&mut all.rooms, &state.reached);
            union(&mut all.solved, &state.solved);
            if all.stuck.is_none() && self.choices(state, without).next().is_none() {
                all.stuck = self.lacks(state);
            }
        }
        all
    }

    /// Where a player begins.
    fn first(&self, without: Option<usize>) -> State {
        let lying = self.lying.iter().chain(&self.holds).flatten();
        let names = self.keys.iter().flatten().chain(lying).max();
        let mut first = State {
            solved: vec![false; self.puzzles],
            reached: vec![false; self.map.links.len()],
            hand: vec![0; names.map_or(0, |most| most + 1)],
        };
        self.enter(&mut first, self.map.entry);
        self.close(&mut first, without);
        first
    }

    /// The doors that take a key from others, and can be opened now.
    fn choices(&self, state: &State, without: Option<usize>) -> impl Iterator<Item = usize> {
        (0..self.puzzles).filter(move |&p| self.contested[p] && self.can(state, p, without))
    }

    /// Whether a puzzle can be solved now.
    fn can(&self, state: &State, puzzle: usize, without: Option<usize>) -> bool {
        let here = self.stands[puzzle].is_some_and(|room| state.reached[room]);
        let means = self.keys[puzzle].is_none_or(|key| state.hand[key] > 0);
        here && means && !state.solved[puzzle] && without != Some(puzzle)
    }

    /// Solves everything whose solution takes nothing away.
    fn close(&self, state: &mut State, without: Option<usize>) {
        loop {
            let can = |p: &usize| !self.contested[*p] && self.can(state, *p, without);
            let Some(puzzle) = (0..self.puzzles).find(can) else { return };
            self.solve(state, puzzle);
        }
    }

    /// Solves a puzzle, spending its key, and walks on through what it opens.
    fn solve(&self, state: &mut State, puzzle: usize) {
        state.solved[puzzle] = true;
        if let Some(key) = self.keys[puzzle] {
            state.hand[key] -= 1;
        }
        self.holds[puzzle].iter().for_each(|&key| state.hand[key] += 1);
        let Some((a, b)) = self.gates[puzzle] else { return };
        for (from, to) in [(a, b), (b, a)] {
            let way = self.ways[from].iter().find(|way| way.0 == to);
            let open = way.is_some_and(|(_, guards)| guards.iter().all(|&p| state.solved[p]));
            if open && state.reached[from] && !state.reached[to] {
                self.enter(state, to);
            }
        }
    }

    /// Enters a room and all that can be reached from it, and picks up every key.
    fn enter(&self, state: &mut State, room: usize) {
        let mut stack = vec![room];
        state.reached[room] = true;
        while let Some(here) = stack.pop() {
            self.lying[here].iter().for_each(|&key| state.hand[key] += 1);
            for (to, guards) in &self.ways[here] {
                if !state.reached[*to] && guards.iter().all(|&puzzle| state.solved[puzzle]) {
                    state.reached[*to] = true;
                    stack.push(*to);
                }
            }
        }
    }

    /// What a player who cannot go on has not done.
    fn lacks(&self, state: &State) -> Option<String> {
        let opened = state.solved.iter().filter(|&&solved| solved).count();
        let room = state.reached.iter().position(|&reached| !reached);
        let short = opened < self.puzzles || room.is_some();
        short.then(|| format!("{opened} of {} solved, room {room:?} not reached", self.puzzles))
    }
}

/// An area played with one puzzle never to be solved.
struct Game<'a> {
    play: &'a Play<'a>,
    without: Option<usize>,
}

impl World for Game<'_> {
    type Key = State;

    fn places(&self) -> usize {
        1
    }

    fn start(&self) -> explore::State<State> {
        (0, self.play.first(self.without))
    }

    fn is_goal(&self, _: u32) -> bool {
        false
    }

    fn moves(&self, _: u32, state: &State, into: &mut Vec<explore::State<State>>) {
        for puzzle in self.play.choices(state, self.without) {
            let mut next = state.clone();
            self.play.solve(&mut next, puzzle);
            self.play.close(&mut next, self.without);
            into.push((0, next));
        }
    }
}

fn union(all: &mut [bool], more: &[bool]) {
    all.iter_mut().zip(more).for_each(|(all, &more)| *all |= more);
}

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
