//! Turns: what a player can do in a state, each with the state after it.
//!
//! The world's doors that make up one warp are one turn here, and doors that lead to the same state are the same turn.

use super::step::{Deed, Step};
use crate::model::graph::NodeIndex;
use crate::model::level::Level;
use crate::plan::{Action, Record, Seen, record};
use crate::rules::bits::Bits;
use crate::rules::blocks::Blocks;
use crate::rules::door::{Door, Way};
use crate::rules::world::{Config, World};
use crate::rules::{Fact, Location, Position};
use rustc_hash::FxHashSet;

/// A state of a game.
pub(super) type State<const W: usize> = (Location, Config<W>);

/// The most states that are met in the midst of one warp: rooms with so many ways to come by are nobody's design.
const MOST_PASSED: usize = 1 << 12;

/// A level and its world.
pub(super) struct Site<'a, const W: usize> {
    pub(super) level: &'a Level,
    pub(super) world: World<W>,
}

/// The outcome of a step.
pub(super) struct Turn<const W: usize> {
    pub(super) state: State<W>,
    action: Action,
    /// The cells of a push, as the map of pushes numbers them.
    pushed: Option<(u32, u32)>,
    resets: bool,
}

impl<const W: usize> Site<'_, W> {
    /// The node that a location is, or whose rectangle it lies in.
    pub(super) fn node(&self, at: Location) -> Option<NodeIndex> {
        match self.world.position(at)? {
            Position::Node(node) => Some(node),
            Position::Cell(cell) => {
                let mut rooms = self.level.tiles.iter().flat_map(|tiles| &tiles.rooms);
                rooms.find(|room| room.contains(cell)).map(|room| room.node)
            }
        }
    }

    /// The number of a toggle.
    pub(super) fn toggle(&self, bit: &Bits<W>) -> Option<u32> {
        let fact = self.world.facts().get(bit.iter().next()?)?;
        if let Fact::Toggle(id) = fact { Some(*id) } else { None }
    }

    /// The deed of passing a door, a warp aside.
    pub(super) fn deed(door: Door) -> Deed {
        if door.way == Way::Goto { Deed::Goto(door.to) } else { Deed::Go(door.way) }
    }

    /// The record of a turn out of a state.
    pub(super) fn record(&self, (_, before): &State<W>, turn: &Turn<W>) -> Option<Record> {
        let Turn { state: (location, config), action, pushed, resets } = turn;
        let (action, pushed, resets, location) = (*action, *pushed, *resets, *location);
        record(&self.world, before, &Seen { action, location, config, pushed, resets })
    }

    /// Every turn out of a state, by its step: in the order of the deeds, those of one deed in the order of what they use
    /// up.
    pub(super) fn turns(&self, state: State<W>, blocks: &mut Blocks) -> Vec<(Step, Turn<W>)> {
        let (at, config) = state;
        if self.world.is_goal(at, &config) {
            return Vec::new();
        }
        let mut turns: Vec<(Deed, Turn<W>)> = Vec::new();
        for &door in self.world.doors(at) {
            if door.way == Way::Warp {
                turns.extend(self.warps(&config, door, blocks));
            } else if let Some(turn) = self.pass(&config, door, blocks) {
                turns.push((Self::deed(door), turn));
            }
        }
        for toggle in self.world.flips(at) {
            let flipped = self.toggle(toggle).zip(self.world.flip(&config, toggle));
            turns.extend(flipped.map(|(id, config)| {
                let state = (at, config);
                (Deed::Flip(id), Turn { state, action: Action::Flip, pushed: None, resets: false })
            }));
        }
        turns.sort_by_key(|(deed, turn)| (*deed, self.world.used_up(&config, &turn.state.1)));
        let mut numbered: Vec<(Step, Turn<W>)> = Vec::new();
        for (deed, turn) in turns {
            let alike = numbered.iter().rev().take_while(|(step, _)| step.deed == deed);
            let by = alike.clone().count() as u32;
            if !alike.map(|(_, turn)| turn.state).any(|state| state == turn.state) {
                numbered.push((Step { deed, by }, turn));
            }
        }
        numbered
    }

    /// The turn of passing a door.
    fn pass(&self, config: &Config<W>, door: Door, blocks: &mut Blocks) -> Option<Turn<W>> {
        let pushed = self.world.pushed(config, door, blocks);
        let after = self.world.step(config, door, blocks)?;
        let way = if door.way == Way::Pass { Way::Warp } else { door.way };
        let action = Action::Go(way);
        Some(Turn { state: (door.to, after), action, pushed, resets: door.resets })
    }

    /// The turns of a warp through a door, wherever it lands, those over fewer nodes first.
    fn warps(&self, config: &Config<W>, door: Door, blocks: &mut Blocks) -> Vec<(Deed, Turn<W>)> {
        let mut landed = Vec::new();
        let mut met = FxHashSet::<State<W>>::default();
        let mut passed: Vec<State<W>> = Vec::new();
        let (mut done, mut next) = (0, 0);
        let mut turn = self.pass(config, door, blocks);
        loop {
            if let Some(turn) = turn.filter(|turn| met.insert(turn.state)) {
                match self.node(turn.state.0) {
                    Some(node) => landed.push((Deed::Warp(node), turn)),
                    None => passed.push(turn.state),
                }
            }
            // Each node that was passed is left by each of its doors in turn.
            let Some(&(at, config)) = passed.get(done).filter(|_| met.len() < MOST_PASSED) else {
                return landed;
            };
            let doors = self.world.doors(at);
            turn = doors.get(next).and_then(|&door| self.pass(&config, door, blocks));
            next += 1;
            if next > doors.len() {
                (done, next) = (done + 1, 0);
            }
        }
    }
}
