//! The text game: one small state machine, for the terminal, the tests and the web.
//!
//! The game is played in a place that does not change: a [`Scenario`](area::Scenario) is an area with its puzzles, a
//! [`Scene`](dungeon::Scene) a dungeon by the rules of its room graph. A [`Game`] takes one line after another and
//! answers each with a [`Reply`]. The module does no input, no output and reads no clock: the caller saves, loads and
//! ends the game. [`area::walkthrough`] and [`dungeon::walkthrough`] turn a plan of the verifier into the commands
//! that win. Both games draw maps of the rooms that the player has seen, north at the top.
//!
//! Invariant: no line, save or place causes a panic; a refused line changes nothing; a map shows only rooms that the
//! player has entered or looked at from the next room.
//!
//! ```
//! use quandary_dungeon::game::Outcome;
//! use quandary_dungeon::game::area::{Game, Scenario, USUAL_INT};
//! use quandary_dungeon::layout::{Direction, Request, generate};
//! use quandary_dungeon::puzzle::Area;
//! let layout = generate(&Request::of("inn")?, search::Seed::new(7)?, Default::default())?;
//! let area = Area::bare(layout);
//! let scenario = Scenario::new(area)?;
//! let mut game = Game::new(&scenario, USUAL_INT);
//! assert_eq!(game.play("go nowhere").outcome, Outcome::Unknown);
//! assert_eq!(game.play("dance").outcome, Outcome::Unknown);
//! assert!(game.play("LOOK").text().starts_with("The entry (0, 0, 0)."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod normalise;
mod reply;
mod table;
mod play;
pub mod area;
pub mod dungeon;

pub use play::{FORMAT, Game, SaveError};
pub use reply::{Outcome, Reply};

use std::collections::VecDeque;
use std::collections::btree_map::{BTreeMap, Entry};

/// Number of columns from one room to the next, and number of rows.
const WIDE: i64 = 4;
const HIGH: i64 = 2;

/// The characters that are drawn, by row and column.
type Glyphs = BTreeMap<(i64, i64), char>;

/// The row and column of a room's coordinates.
fn spot([x, y, _]: [i32; 3]) -> (i64, i64) {
    (-i64::from(y) * HIGH, i64::from(x) * WIDE)
}

/// The map of a level as lines, starting at its leftmost used column, with a legend.
fn map_lines(level: i32, glyphs: &Glyphs, legend: &[&str]) -> Vec<String> {
    let left = glyphs.keys().map(|&(_, column)| column).min().unwrap_or(0);
    let mut lines = vec![format!("Level {level}")];
    let (mut last, mut end) = (None, left);
    for (&(row, column), &glyph) in glyphs {
        // At most one blank line between rooms that are far apart.
        let new = last.map_or(1, |last: i64| (row - last).min(HIGH + 1));
        lines.extend((0..new).map(|_| String::new()));
        end = if new > 0 { left } else { end };
        if let Some(line) = lines.last_mut() {
            line.extend((end..column).map(|_| ' ').chain([glyph]));
        }
        (last, end) = (Some(row), column + 1);
    }
    lines.extend(legend.iter().map(|&line| line.to_owned()));
    lines
}

/// The steps of a shortest path to a room that satisfies `is_sought`, each with the room that it leads to; `ways`
/// gives the steps that can be taken in a room. `None` if there is no path.
fn shortest<R: Copy + Ord, S: Copy, W: IntoIterator<Item = (S, R)>>(
    from: R,
    ways: impl Fn(R) -> W,
    is_sought: impl Fn(R) -> bool,
) -> Option<Vec<(S, R)>> {
    let mut before = BTreeMap::from([(from, None)]);
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        for (step, to) in ways(at) {
            let Entry::Vacant(new) = before.entry(to) else { continue };
            new.insert(Some((at, step)));
            if is_sought(to) {
                let last = |at| before.get(&at).copied().flatten();
                let rooms = std::iter::successors(Some(to), |&at| Some(last(at)?.0));
                let mut way: Vec<(S, R)> = rooms.filter_map(|to| Some((last(to)?.1, to))).collect();
                way.reverse();
                return Some(way);
            }
            open.push_back(to);
        }
    }
    None
}
