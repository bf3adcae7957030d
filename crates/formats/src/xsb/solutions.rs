//! The check of the solutions that stand in a file.

use level::play::lurd;
use level::play::step::MOST_STEPS;
use level::{Grid, Level, Tile};

/// The most notes on solutions.
const MOST: usize = 20;
/// The most work of all replays: cells of levels, and blocks times moves.
const MOST_WORK: usize = 1 << 26;
/// The work of a cell, in blocks times moves.
const CELL: usize = 16;

/// Replays solutions and keeps notes on those that are wrong.
#[derive(Default)]
pub(super) struct Solutions {
    notes: Vec<String>,
    /// The number of wrong ones without a note.
    more: usize,
    /// The number of those that are not replayed, because the file has too many.
    unchecked: usize,
    work: usize,
}

impl Solutions {
    /// Checks the moves that stand for a solution at a line, from 0. `name` names the level.
    pub(super) fn check(&mut self, level: &Level, name: &str, line: usize, moves: &str) {
        if self.work < MOST_WORK {
            self.work = self.work.saturating_add(work(level, moves));
        }
        if self.work >= MOST_WORK {
            self.unchecked += 1;
        } else if let Err(message) = lurd::solves(level, moves) {
            if self.notes.len() < MOST {
                let line = line + 1;
                let note = format!("{name}: its solution at line {line} does not win: {message}");
                self.notes.push(note);
            } else {
                self.more += 1;
            }
        }
    }

    /// All notes.
    pub(super) fn notes(self) -> Vec<String> {
        let counted = |n: usize| diagnostics::counted(n as u64, "solution", "solutions");
        let mut notes = self.notes;
        if self.more > 0 {
            notes.push(format!("{} more do not win", counted(self.more)));
        }
        if self.unchecked > 0 {
            notes.push(format!(
                "{} at the end of the file are not checked, for the file has too many moves",
                counted(self.unchecked)
            ));
        }
        notes
    }
}

/// An upper bound of the work of a replay.
fn work(level: &Level, moves: &str) -> usize {
    let tiles = level.tiles.iter().flat_map(|tiles| &tiles.floors);
    let (mut cells, mut blocks) = (0_usize, 0_usize);
    for tile in tiles.flat_map(Grid::tiles) {
        cells += 1;
        blocks += usize::from(*tile == Tile::Block);
    }
    let cells = cells.saturating_mul(CELL);
    match lurd::read(moves) {
        Ok(steps) => cells.saturating_add(steps.len().saturating_mul(blocks + 1)),
        // What is read before the fault may be as long as any solution.
        Err(_) => cells.saturating_add(MOST_STEPS),
    }
}
