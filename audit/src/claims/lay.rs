//! Laying out a level as a board: cells, then all that asks, then where it begins and ends, then what lies about.

use super::board::{Board, Draft, NONE, taken};
use super::change::{Change, Thing, known, told};
use super::doors;
use super::facts::{Ask, Facts};
use super::rules::Rules;
use crate::measures::read::Level;
use rustc_hash::FxHashMap;

impl Board {
    /// Lays out a level.
    ///
    /// # Errors
    /// Something does not fit together, or is not known to the search.
    pub(super) fn new(level: &Level, changes: &[Change]) -> Result<Self, String> {
        changes.iter().try_for_each(|change| known(level, change))?;
        let mut rules = Rules::of(level)?;
        rules.push &= !changes.contains(&Change::PushOff);
        let rooms = level.graph.nodes.iter().zip(0..).map(|(node, n)| (told(&node.id), n));
        let (facts, rooms) = (Facts::default(), rooms.collect());
        let mut draft = Draft { level, changes, rules, facts, cells: FxHashMap::default(), rooms };
        let mut board = Self::cells(&mut draft);
        board.rectangles(&draft)?;
        board.asks(&mut draft)?;
        board.ends(&mut draft)?;
        board.things(&mut draft)?;
        board.facts = draft.facts;
        Ok(board)
    }

    /// Everything that asks for something; from here on the facts are known.
    fn asks(&mut self, draft: &mut Draft<'_>) -> Result<(), String> {
        doors::ways(self, draft)?;
        doors::locks(self, draft)?;
        doors::doors(self, draft)?;
        if self.tiles.contains(&40) {
            self.item = draft.facts.note("key_item")?;
        }
        self.item = draft.facts.bit("key_item");
        Ok(())
    }

    /// Finds the start, the goals, and the facts that win.
    fn ends(&mut self, draft: &mut Draft<'_>) -> Result<(), String> {
        let level = draft.level;
        let tiled = |tile| (0..).zip(&self.tiles).filter(move |(_, t)| **t == tile).map(|(c, _)| c);
        let first = tiled(21).next();
        let start = level.start.as_ref().map(|cell| draft.cell(cell.at())).transpose()?.or(first);
        self.start = start.ok_or("there is no start")?;
        let goals: Vec<u32> = match (draft.goal(), &level.goals) {
            (Some(Thing::Room(name)), _) => {
                let room = draft.rooms.get(name).copied().unwrap_or(NONE);
                (0..).zip(&self.room).filter(|(_, r)| **r == room).map(|(cell, _)| cell).collect()
            }
            (Some(_), _) => Vec::new(),
            (None, Some(goals)) => {
                goals.iter().map(|cell| draft.cell(cell.at())).collect::<Result<_, _>>()?
            }
            (None, None) => tiled(22).collect(),
        };
        goals.into_iter().for_each(|cell| self.goal[cell as usize] = true);
        self.win = match draft.goal() {
            Some(Thing::Symbol(name)) => Some(format!("symbol:{name}")),
            Some(Thing::Item(at)) => Some(taken(*at)),
            Some(Thing::Room(_)) => None,
            Some(other) => return Err(format!("{other:?} cannot be the goal")),
            None if level.win.is_empty() => None,
            None => {
                self.win = Some(doors::ask(draft, &level.win, "")?);
                return Ok(());
            }
        }
        .map(|name| Ok::<_, String>(Ask { all: draft.facts.note(&name)?, ..Ask::default() }))
        .transpose()?;
        Ok(())
    }
}
