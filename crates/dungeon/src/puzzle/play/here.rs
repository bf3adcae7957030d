//! The things around the player, by the names that a player can use, and how much of them the player sees.
//!
//! Invariant: whatever is listed as being here can be named, if only by its id.

use super::action::{Door, Portable};
use super::fold;
use super::names::Candidate;
use super::quest::Lock;
use super::scenario::{Barrier, Scenario};
use super::state::State;
use crate::layout::Direction;
use crate::mission::symbol::{Symbol, key_name};
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
    /// A lock of the mission.
    Lock(usize, Direction),
    /// A chest.
    Chest(usize),
    /// A key, lying here or held.
    Portable(Portable),
    /// A switch.
    Switch(u8),
}

/// Something that can be pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pull {
    Lever(usize),
    Switch(u8),
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
    pub(super) fn lying(self) -> Vec<Candidate<Portable>> {
        self.portables(self.state.lying(self.scenario, self.state.room))
    }

    /// The things that the player carries; of several that are called the same, the first.
    pub(super) fn held(self) -> Vec<Candidate<Portable>> {
        self.portables(self.state.held())
    }

    fn portables(self, all: Vec<Portable>) -> Vec<Candidate<Portable>> {
        let mut names = BTreeSet::new();
        let all = all.into_iter().map(|what| (what, self.name(what)));
        let first = all.filter(|(_, name)| names.insert(fold::name(name)));
        first.map(|(what, name)| Candidate::new(what, name, &[])).collect()
    }

    /// The name of something that can be carried.
    pub(super) fn name(self, what: Portable) -> String {
        match what {
            Portable::Item(i) => {
                self.scenario.area().items.get(i).map_or(String::new(), |item| item.name.clone())
            }
            Portable::Thing(i) => {
                let thing = self.scenario.quest().things.get(i);
                thing.map_or(String::new(), |thing| symbol_name(thing.symbol))
            }
        }
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
        let locks = self.scenario.locks_in(self.state.room);
        let locks = locks.filter(|&(i, _, lock)| !self.state.is_open(i, lock));
        let locks = locks.map(|(i, way, lock)| lock_named(Door::Lock(i), way, lock));
        let chests = self.chests().filter(|&(i, _)| !self.state.is_unlocked(i));
        let chests = chests.map(|(i, chest)| chest_named(Door::Chest(i), chest));
        puzzles.chain(locks).chain(chests).collect()
    }

    /// The things that can be pulled here: levers that nobody has pulled yet, and switches.
    pub(super) fn pulls(self) -> Vec<Candidate<Pull>> {
        let levers = self
            .puzzles()
            .filter(|&(i, puzzle)| matches!(puzzle.kind, Kind::Lever) && !self.state.is_solved(i));
        let levers = levers.map(|(i, puzzle)| named(Pull::Lever(i), puzzle, &[]));
        let switches = State::switches(self.scenario, self.state.room).into_iter();
        let switches = switches.map(|switch| {
            let name = symbol_name(Symbol::SwitchObject(switch));
            Candidate::new(Pull::Switch(switch), name, &[])
        });
        levers.chain(switches).collect()
    }

    /// Everything here that can be looked at.
    pub(super) fn sights(self) -> Vec<Candidate<Sight>> {
        let mut all: Vec<_> =
            self.puzzles().map(|(i, p)| named(Sight::Puzzle(i), p, &[])).collect();
        all.extend(self.beyond().map(|(i, way, puzzle)| named(Sight::Beyond(i, way), puzzle, &[])));
        let locks = self.scenario.locks_in(self.state.room);
        all.extend(locks.map(|(i, way, lock)| lock_named(Sight::Lock(i, way), way, lock)));
        all.extend(self.chests().map(|(i, chest)| chest_named(Sight::Chest(i), chest)));
        let mut keys = self.state.lying(self.scenario, self.state.room);
        keys.extend(self.state.held());
        let keys = self.portables(keys).into_iter();
        all.extend(keys.map(|key| Candidate::new(Sight::Portable(key.value), key.shown, &[])));
        let switches = State::switches(self.scenario, self.state.room).into_iter();
        all.extend(switches.map(|switch| {
            Candidate::new(Sight::Switch(switch), symbol_name(Symbol::SwitchObject(switch)), &[])
        }));
        all
    }

    /// The puzzles that stand on the other side of a passage from here.
    pub(super) fn beyond(self) -> impl Iterator<Item = (usize, Direction, &'a Puzzle)> {
        let Self { scenario, state } = self;
        Direction::ALL.into_iter().flat_map(move |way| {
            let barriers = scenario.barriers(state.room, way).iter();
            barriers.filter_map(move |barrier| match *barrier {
                Barrier::Puzzle(i) => {
                    let there = scenario.puzzle(i).filter(|puzzle| puzzle.room != state.room);
                    there.map(|puzzle| (i, way, puzzle))
                }
                Barrier::Lock(_) => None,
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

fn lock_named<T>(value: T, way: Direction, lock: Lock) -> Candidate<T> {
    let (name, way) = (lock_name(lock.symbol), way.name());
    Candidate::new(value, format!("{name} to the {way}"), &[&name, way, &format!("{way} door")])
}

/// The name of a lock.
pub(super) fn lock_name(symbol: Symbol) -> String {
    match symbol {
        Symbol::Key(n) => format!("door {}", key_name(n)),
        Symbol::Switch(switch, _) => format!("gate {switch}"),
        _ => "plain door".to_owned(),
    }
}

/// The name of a key or of the object of a switch.
pub(super) fn symbol_name(symbol: Symbol) -> String {
    match symbol {
        Symbol::Key(n) => format!("key {}", key_name(n)),
        Symbol::SmallKey => "small key".to_owned(),
        Symbol::SwitchObject(switch) => format!("switch {switch}"),
        other => other.to_string(),
    }
}
