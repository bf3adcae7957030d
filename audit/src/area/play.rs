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
use crate::read::area::Area;
use std::collections::HashMap;
use std::mem;

/// The most sets of opened doors that are looked at.
const MOST_STATES: usize = 1 << 16;

/// An area made ready to be played.
pub(crate) struct Play {
    entry: usize,
    /// Of each room where it leads, and the puzzles that block the way.
    ways: Vec<Vec<(usize, Vec<usize>)>>,
    /// Puzzles, and after them chests, which block no passage.
    puzzles: Vec<Puzzle>,
    things: Vec<Thing>,
}

/// A thing that can be solved or opened: the room where it stands, and the number of the name of the key it asks for.
#[derive(Clone, Copy, Debug)]
struct Puzzle {
    stands: Option<usize>,
    key: Option<usize>,
}

/// A key: the number of its name, the room where it lies in the open, the chest that holds it.
#[derive(Clone, Copy, Debug)]
struct Thing {
    name: usize,
    lies: Option<usize>,
    chest: Option<usize>,
}

/// Of each puzzle whether it is solved.
type Solved = Vec<bool>;

impl Play {
    /// Numbers the keys by their names, whatever their case.
    pub(crate) fn new(area: &Area, map: &Map) -> Self {
        let mut names = HashMap::new();
        let mut number = |name: &str| {
            let next = names.len();
            *names.entry(name.to_lowercase()).or_insert(next)
        };
        let puzzles = area
            .puzzles
            .iter()
            .zip(&map.stands)
            .map(|(puzzle, &stands)| (stands, puzzle.required_key.as_deref()));
        let chests = area
            .chests
            .iter()
            .map(|chest| (map.places.get(&chest.room).copied(), Some(chest.required_key.as_str())));
        let puzzles = puzzles.chain(chests);
        let puzzles = puzzles.map(|(stands, key)| Puzzle { stands, key: key.map(&mut number) });
        let puzzles = puzzles.collect();
        let things = area.items.iter().zip(&map.lies).map(|(item, &lies)| {
            let held = |holder: &String| area.chests.iter().position(|chest| chest.id == *holder);
            let chest = item.holder.as_ref().and_then(held).map(|chest| area.puzzles.len() + chest);
            let lies = lies.filter(|_| item.holder.is_none());
            Thing { name: number(&item.name), lies, chest }
        });
        Self::of(map, puzzles, things.collect())
    }

    fn of(map: &Map, puzzles: Vec<Puzzle>, things: Vec<Thing>) -> Self {
        let blocks = |from: usize, to: usize| {
            let ends = [Some((from, to)), Some((to, from))];
            (0..map.gates.len()).filter(|&puzzle| ends.contains(&map.gates[puzzle])).collect()
        };
        let ways = (0..map.links.len())
            .map(|from| map.links[from].iter().map(|&to| (to, blocks(from, to))).collect())
            .collect();
        Self { entry: map.entry, ways, puzzles, things }
    }

    /// Plays it in every way, with one puzzle never to be solved.
    pub(crate) fn explore(&self, without: Option<usize>) -> Reach {
        self.explore_past(without, None)
    }

    /// The same by a player who never enters a room.
    pub(crate) fn explore_past(&self, without: Option<usize>, avoided: Option<usize>) -> Reach {
        let game = Game { play: self, without, avoided };
        let space = explore(&game, MOST_STATES);
        let mut all = Reach {
            rooms: vec![false; self.ways.len()],
            solved: vec![false; self.puzzles.len()],
            stuck: None,
            large: space.large,
        };
        for (_, solved) in space.states() {
            let reached = self.region(solved, avoided);
            union(&mut all.rooms, &reached);
            union(&mut all.solved, solved);
            if all.stuck.is_none() && game.can(solved, true).is_empty() {
                all.stuck = lacks(solved, &reached);
            }
        }
        all
    }

    /// The rooms that can be reached with these puzzles solved, without entering one room.
    fn region(&self, solved: &[bool], avoided: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.ways.len()];
        let open = |guards: &[usize]| guards.iter().all(|&puzzle| solved[puzzle]);
        let mut stack = vec![self.entry];
        while let Some(here) = stack.pop() {
            if avoided != Some(here) && !mem::replace(&mut reached[here], true) {
                let ways = self.ways[here].iter().filter(|(_, guards)| open(guards));
                stack.extend(ways.map(|(to, _)| *to));
            }
        }
        reached
    }

    /// True if a key of a name is in hand.
    fn has(&self, name: usize, solved: &[bool], reached: &[bool]) -> bool {
        let had = |thing: &&Thing| {
            let taken = thing.lies.is_some_and(|room| reached[room]);
            thing.name == name && (taken || thing.chest.is_some_and(|chest| solved[chest]))
        };
        let puzzles = self.puzzles.iter().zip(solved);
        let spent = puzzles.filter(|(puzzle, solved)| **solved && puzzle.key == Some(name));
        self.things.iter().filter(had).count() > spent.count()
    }

    /// True if another puzzle asks for a key of the same name.
    fn is_contested(&self, puzzle: usize) -> bool {
        let key = self.puzzles[puzzle].key;
        key.is_some() && self.puzzles.iter().filter(|other| other.key == key).count() > 1
    }
}

/// Number of puzzles left, and a room that is out of reach, if a player cannot go on with either.
fn lacks(solved: &[bool], reached: &[bool]) -> Option<String> {
    let opened = solved.iter().filter(|&&solved| solved).count();
    let room = reached.iter().position(|&reached| !reached);
    let short = opened < solved.len() || room.is_some();
    short.then(|| format!("{opened} of {} solved, room {room:?} not reached", solved.len()))
}

/// An area played with one puzzle never to be solved, and one room never to be entered.
struct Game<'a> {
    play: &'a Play,
    without: Option<usize>,
    avoided: Option<usize>,
}

impl Game<'_> {
    /// The puzzles that can be solved now: those that take a key from others, or the others.
    fn can(&self, solved: &[bool], contested: bool) -> Vec<usize> {
        let reached = self.play.region(solved, self.avoided);
        let can = |puzzle: &usize| {
            let Puzzle { stands, key } = self.play.puzzles[*puzzle];
            !solved[*puzzle]
                && self.without != Some(*puzzle)
                && stands.is_some_and(|room| reached[room])
                && self.play.is_contested(*puzzle) == contested
                && key.is_none_or(|name| self.play.has(name, solved, &reached))
        };
        (0..solved.len()).filter(can).collect()
    }

    /// Solves everything whose solution takes nothing away.
    fn close(&self, mut solved: Solved) -> explore::State<Solved> {
        loop {
            let can = self.can(&solved, false);
            if can.is_empty() {
                return (0, solved);
            }
            can.into_iter().for_each(|puzzle| solved[puzzle] = true);
        }
    }
}

impl World for Game<'_> {
    type Key = Solved;

    fn places(&self) -> usize {
        1
    }

    fn start(&self) -> explore::State<Solved> {
        self.close(vec![false; self.play.puzzles.len()])
    }

    fn is_goal(&self, _: u32) -> bool {
        false
    }

    fn moves(&self, _: u32, solved: &Solved, into: &mut Vec<explore::State<Solved>>) {
        for puzzle in self.can(solved, true) {
            let mut next = solved.clone();
            next[puzzle] = true;
            into.push(self.close(next));
        }
    }
}

fn union(all: &mut [bool], more: &[bool]) {
    all.iter_mut().zip(more).for_each(|(all, &more)| *all |= more);
}

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
