//! All states of a small level, found by playing every step from every state and undoing it.

use quandary_level::play::{Game, Step};
use quandary_level::rules::{Fact, Position, Push, Rules};
use quandary_level::{Cell, Level, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// A state, as the records of steps show it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    at: (u32, u32, u32),
    facts: BTreeSet<Fact>,
    blocks: BTreeSet<Cell>,
    pushed: BTreeSet<Cell>,
    /// The pits that are filled.
    filled: BTreeSet<Cell>,
}

/// The states of a level.
pub(crate) struct Space {
    /// By state: steps that lead to it.
    pub(crate) ways: Vec<Vec<Step>>,
    /// By state: true if it is won.
    pub(crate) won: Vec<bool>,
    /// By state: each possible step, and the state it leads to.
    pub(crate) next: Vec<Vec<(Step, usize)>>,
}

/// The state of a game.
pub(crate) fn key(game: &Game<'_>, once: bool) -> Key {
    let at = match game.position() {
        Position::Node(node) => (node, 0, 0),
        Position::Cell(cell) => (cell.floor, cell.row, cell.col),
    };
    let (mut facts, mut pushed) = (BTreeSet::new(), BTreeSet::new());
    for record in game.records() {
        for fact in &record.changed {
            if !facts.remove(fact) {
                facts.insert(*fact);
            }
        }
        if record.resets {
            pushed.clear();
        }
        if let Some((from, to)) = record.pushed {
            pushed.remove(&from);
            pushed.insert(to);
        }
    }
    let blocks = game.tiles().into_iter().flat_map(|tiles| tiles.holding(Tile::Block)).collect();
    let pits = game.level().tiles.iter().flat_map(|tiles| tiles.holding(Tile::Pit));
    let is_filled = |pit: &Cell| game.tiles().is_some_and(|now| now.tile(*pit) != Some(Tile::Pit));
    let filled = pits.filter(is_filled).collect();
    Key { at, facts, blocks, pushed: if once { pushed } else { BTreeSet::new() }, filled }
}

/// All states of a level, the start first; `None` if there are more than `most`.
pub(crate) fn space(level: &Level, rules: &Rules, most: usize) -> Option<Space> {
    let once = rules.push == Push::Once;
    let mut game = Game::of(level, rules).expect("a level that can be played");
    let mut known = BTreeMap::from([(key(&game, once), 0)]);
    let mut space =
        Space { ways: vec![Vec::new()], won: vec![game.is_won()], next: vec![Vec::new()] };
    // Depth first. Each entry is a state and its untried steps.
    let mut open = vec![(0, choices(&game))];
    while let Some((state, steps)) = open.last_mut() {
        let state = *state;
        let Some(step) = steps.pop() else {
            open.pop();
            game.undo();
            continue;
        };
        game.step(step).expect("a step that is among the choices");
        let number = space.ways.len();
        let found = *known.entry(key(&game, once)).or_insert(number);
        space.next[state].push((step, found));
        if found < number {
            game.undo();
            continue;
        }
        if number == most {
            return None;
        }
        space.ways.push(game.steps().to_vec());
        space.won.push(game.is_won());
        space.next.push(Vec::new());
        open.push((number, choices(&game)));
    }
    Some(space)
}

fn choices(game: &Game<'_>) -> Vec<Step> {
    game.choices().into_iter().map(|choice| choice.step).collect()
}

impl Space {
    /// By state: true if it can be won from there.
    pub(crate) fn winnable(&self) -> Vec<bool> {
        let mut winnable = self.won.clone();
        loop {
            let wins = |state: &usize| self.next[*state].iter().any(|(_, to)| winnable[*to]);
            let more: Vec<usize> =
                (0..winnable.len()).filter(|state| !winnable[*state] && wins(state)).collect();
            if more.is_empty() {
                return winnable;
            }
            more.into_iter().for_each(|state| winnable[state] = true);
        }
    }
}
