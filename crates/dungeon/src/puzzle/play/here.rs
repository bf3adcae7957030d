//! The things around the player, by the names that a player can use, and how much of them the player sees.
//!
//! Invariant: whatever is listed as being here can be named, if only by its id.

use super::fold;
use super::names::Candidate;
use super::scenario::Scenario;
use super::state::{Door, State};
use crate::layout::Direction;
use crate::puzzle::{Chest, Hint, Kind, Puzzle};
use std::collections::BTreeSet;

/// The players that are told in which order a sequence is to be touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clues {
    /// Whoever has INT enough for the hint.
    #[default]
    Hidden,
    /// Whoever looks.
    Open,
}

/// The means of a player to see: INT, and the clues that are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wit {
    pub(super) int: u8,
    pub(super) clues: Clues,
}

impl Wit {
    /// True if a hint is seen.
    pub(super) fn sees(self, hint: &Hint) -> bool {
        self.int >= hint.threshold
    }
}

/// Something that can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// A puzzle that stands here.
    Puzzle(usize),
    /// A puzzle that stands on the other side of a passage, and blocks it.
    Beyond(usize, Direction),
    /// A chest.
    Chest(usize),
    /// An item, lying here or held.
    Item(usize),
}

/// The state of a game, with what it is a game of.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) state: &'a State,
}

impl<'a> Here<'a> {
    /// The puzzles that stand here.
    pub(super) fn puzzles(self) -> impl Iterator<Item = (usize, &'a Puzzle)> {
        self.scenario.puzzles_in(self.state.room)
    }

    /// The puzzles here that are of some kind, and solved or not.
    pub(super) fn kind(self, solved: bool, is: fn(&Kind) -> bool) -> Vec<Candidate<usize>> {
        let all = self
            .puzzles()
            .filter(|&(i, puzzle)| is(&puzzle.kind) && self.state.is_solved(i) == solved);
        all.map(|(i, puzzle)| named(i, puzzle, &[])).collect()
    }

    /// The things that lie here; of several that are called the same, the first.
    pub(super) fn lying(self) -> Vec<Candidate<usize>> {
        self.items(self.state.lying(self.scenario, self.state.room))
    }

    /// The things that the player carries; of several that are called the same, the first.
    pub(super) fn held(self) -> Vec<Candidate<usize>> {
        self.items(self.state.held())
    }

    fn items(self, all: Vec<usize>) -> Vec<Candidate<usize>> {
        let mut names = BTreeSet::new();
        let all = all.into_iter().map(|item| (item, self.name(item)));
        let first = all.filter(|(_, name)| names.insert(fold::name(name)));
        first.map(|(item, name)| Candidate::new(item, name, &[])).collect()
    }

    /// The name of an item.
    pub(super) fn name(self, item: usize) -> String {
        self.scenario.area().items.get(item).map_or(String::new(), |item| item.name.clone())
    }

    /// The chests that stand here.
    pub(super) fn chests(self) -> impl Iterator<Item = (usize, &'a Chest)> {
        self.scenario.chests_in(self.state.room)
    }

    /// The doors and chests here that are shut.
    pub(super) fn doors(self) -> Vec<Candidate<Door>> {
        let shut = |&(i, puzzle): &(usize, &Puzzle)| {
            puzzle.kind.key().is_some() && !self.state.is_solved(i)
        };
        let puzzles = self.puzzles().filter(shut);
        let puzzles = puzzles.map(|(i, puzzle)| {
            let way = puzzle.direction.name();
            named(Door::Puzzle(i), puzzle, &[way, &format!("{way} door")])
        });
        let chests = self.chests().filter(|&(i, _)| !self.state.is_unlocked(i));
        let chests = chests.map(|(i, chest)| chest_named(Door::Chest(i), chest));
        puzzles.chain(chests).collect()
    }

    /// Everything here that can be looked at.
    pub(super) fn sights(self) -> Vec<Candidate<Sight>> {
        let mut all: Vec<_> =
            self.puzzles().map(|(i, p)| named(Sight::Puzzle(i), p, &[])).collect();
        all.extend(self.beyond().map(|(i, way, puzzle)| named(Sight::Beyond(i, way), puzzle, &[])));
        all.extend(self.chests().map(|(i, chest)| chest_named(Sight::Chest(i), chest)));
        let mut keys = self.state.lying(self.scenario, self.state.room);
        keys.extend(self.state.held());
        let keys = self.items(keys).into_iter();
        all.extend(keys.map(|key| Candidate::new(Sight::Item(key.value), key.shown, &[])));
        all
    }

    /// The puzzles that stand on the other side of a passage from here.
    pub(super) fn beyond(self) -> impl Iterator<Item = (usize, Direction, &'a Puzzle)> {
        let Self { scenario, state } = self;
        Direction::ALL.into_iter().flat_map(move |way| {
            let barriers = scenario.barriers(state.room, way).iter();
            barriers.filter_map(move |&i| {
                let there = scenario.puzzle(i).filter(|puzzle| puzzle.room != state.room);
                there.map(|puzzle| (i, way, puzzle))
            })
        })
    }
}

fn named<T>(value: T, puzzle: &Puzzle, others: &[&str]) -> Candidate<T> {
    let others: Vec<&str> = [puzzle.id.as_str()].iter().chain(others).copied().collect();
    Candidate::new(value, puzzle.name.clone(), &others)
}

fn chest_named<T>(value: T, chest: &Chest) -> Candidate<T> {
    Candidate::new(value, chest.name.clone(), &[&chest.id])
}
