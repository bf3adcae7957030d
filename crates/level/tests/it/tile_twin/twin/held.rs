//! The inventory, payments, and conditions.

use super::{Game, Lock, State, is_block};
use quandary_level::rules::{Bombs, Switches};
use quandary_level::{Cell, Content, Edge, NodeIndex, PlateId, Requirement, Tile};
use std::collections::BTreeSet;

impl Game<'_> {
    /// Number of things taken of a kind, on tiles and in nodes.
    fn found(&self, state: &State, tile: Tile, content: Content) -> u32 {
        let lay = state.taken.iter().filter(|cell| self.tile(**cell) == Some(tile)).count() as u32;
        lay + state.passed.iter().map(|node| self.many(*node, content)).sum::<u32>()
    }

    /// Number of things of a kind in a node.
    fn many(&self, node: NodeIndex, content: Content) -> u32 {
        let contents = &self.level.graph.nodes[node as usize].contents;
        contents.iter().filter(|held| **held == content).count() as u32
    }

    /// Number of bomb pick-ups taken. A node has one for each minor item, or one if it has none but a key item.
    fn bombs_found(&self, state: &State) -> u32 {
        let brings = [Tile::ItemMinor, Tile::KeyItem];
        let lay = |cell: &&Cell| self.tile(**cell).is_some_and(|tile| brings.contains(&tile));
        let of_node = |node: &NodeIndex| {
            let key_items = self.many(*node, Content::KeyItem).min(1);
            self.many(*node, Content::ItemMinor).max(key_items)
        };
        state.taken.iter().filter(lay).count() as u32
            + state.passed.iter().map(of_node).sum::<u32>()
    }

    /// Small keys in hand.
    pub(crate) fn keys(&self, state: &State) -> u32 {
        let is_key = |lock: &&Lock| matches!(lock, Lock::KeyDoor(_) | Lock::KeyPair(..));
        let used = state.opened.iter().filter(is_key).count() as u32;
        self.rules.start.keys + self.found(state, Tile::KeySmall, Content::Key) - used
    }

    /// Bombs in hand; if they are not used up, 1 for any.
    pub(crate) fn bombs(&self, state: &State) -> u32 {
        if self.rules.bombs == Bombs::Unlimited {
            return u32::from(state.bombs_held);
        }
        let is_bomb = |lock: &&Lock| matches!(lock, Lock::BombDoor(_) | Lock::BombPair(..));
        let used = state.opened.iter().filter(is_bomb).count() as u32;
        let found = self.bombs_found(state) * self.rules.bomb_pickup;
        self.rules.start.bombs + found - used
    }

    pub(crate) fn has_boss_key(&self, state: &State) -> bool {
        self.rules.start.boss_key || self.found(state, Tile::KeyBoss, Content::BossKey) > 0
    }

    pub(crate) fn has_key_item(&self, state: &State) -> bool {
        self.rules.start.key_item || self.found(state, Tile::KeyItem, Content::KeyItem) > 0
    }

    fn has_switch(&self, state: &State) -> bool {
        let mut nodes = state.entered.iter().chain(&state.passed);
        nodes.any(|node| self.holds(*node, Content::Switch))
    }

    /// Opens a lock that takes a small key; `None` without one.
    pub(super) fn use_key(&self, mut state: State, lock: Lock) -> Option<State> {
        if !state.opened.contains(&lock) && self.keys(&state) == 0 {
            return None;
        }
        state.opened.insert(lock);
        Some(state)
    }

    /// Opens a lock that takes a bomb; `None` without one. If bombs are not used up, nothing stays open, because the
    /// player keeps the bombs.
    pub(super) fn use_bomb(&self, mut state: State, lock: Lock) -> Option<State> {
        if self.rules.bombs == Bombs::Unlimited {
            return (self.bombs(&state) > 0).then_some(state);
        }
        if !state.opened.contains(&lock) && self.bombs(&state) == 0 {
            return None;
        }
        state.opened.insert(lock);
        Some(state)
    }

    /// Meets all requirements of an edge and pays for them; `None` if that is impossible.
    pub(super) fn pay(&self, state: &State, edge: &Edge) -> Option<State> {
        let (a, b) = (edge.from.min(edge.to), edge.from.max(edge.to));
        edge.requires.iter().try_fold(state.clone(), |state, asked| {
            let met = match *asked {
                Requirement::KeyLocked => return self.use_key(state, Lock::KeyPair(a, b)),
                Requirement::Bombable => return self.use_bomb(state, Lock::BombPair(a, b)),
                Requirement::SoftLocked | Requirement::Stair => true,
                Requirement::BossLocked => self.has_boss_key(&state),
                Requirement::ItemLocked => self.has_key_item(&state),
                Requirement::Switch => {
                    self.rules.switches == Switches::Free || self.has_switch(&state)
                }
                condition => self.is_so(&state, condition),
            };
            met.then_some(state)
        })
    }

    /// True if all requirements of the locks on a cell are met.
    pub(super) fn needs_are_met(&self, state: &State, cell: Cell) -> bool {
        let locks = self.tiles.locks.iter().filter(|lock| lock.cells.contains(&cell));
        locks.flat_map(|lock| &lock.needs).all(|need| self.is_so(state, *need))
    }

    /// True if a condition holds now.
    pub(super) fn is_so(&self, state: &State, condition: Requirement) -> bool {
        match condition {
            Requirement::Symbol(id) => state.symbols.contains(&id),
            Requirement::Lacks(id) => !state.symbols.contains(&id),
            Requirement::Toggle(id, on) => state.toggles.contains(&id) == on,
            Requirement::Plate(id) => self.plates_down(state).contains(&id),
            other => unreachable!("{other:?} is no condition"),
        }
    }

    /// The plates that are down: each of their cells holds a block.
    pub(crate) fn plates_down(&self, state: &State) -> BTreeSet<PlateId> {
        let plates = (0..).zip(&self.tiles.plates);
        let down = plates.filter(|(_, plate)| plate.cells.iter().all(|c| is_block(state, *c)));
        down.map(|(id, _)| id).collect()
    }
}
