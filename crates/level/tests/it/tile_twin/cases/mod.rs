//! Hand-drawn levels with results counted by hand, one or more for each sentence of the rules.
//!
//! A case consists of the lines `room NODE FLOOR ROW COL ROWS COLS`, `node NODE CONTENT..`, `edge FROM TO
//! REQUIREMENT..`, `mark FLOOR ROW COL NAME`, `lock FLOOR ROW COL NEED..`, `start FLOOR ROW COL`, `goal FLOOR ROW COL`
//! (or `goal` for no goal), then the tiles, with a line `next` between floors. [`crate::tile_twin::designs`] has
//! further lines. A result is cost, states, dead states, witness. A cost is `STRAIGHT` or `STRAIGHT+DIAGONAL`; `-` is
//! none.

mod moves;
mod guards;
mod things;
mod warps;
mod read;

use crate::tile_twin::designs::{LACKS, PLATES, RESET, WIN};
use crate::tile_twin::further::{ONTO, STAIR_EDGES};
use crate::tile_twin::pits::PITS;
use crate::tile_twin::twin::explore;
use guards::{GUARDS, ONE_WAY};
use moves::{ITEMS, MOVES, PUSHES};
use things::THINGS;
use warps::WARPS;

/// A level, its rules, and the expected results.
pub(crate) struct DrawnCase {
    pub(crate) what: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) level: &'static str,
    pub(crate) result: &'static str,
}

pub(crate) const fn case(
    what: &'static str,
    rules: &'static str,
    level: &'static str,
    result: &'static str,
) -> DrawnCase {
    DrawnCase { what, rules, level, result }
}

pub(crate) fn all() -> impl Iterator<Item = &'static DrawnCase> {
    let first = [MOVES, ITEMS, PUSHES, GUARDS, ONE_WAY, THINGS, WARPS];
    first.into_iter().chain([ONTO, STAIR_EDGES]).chain([PLATES, LACKS, WIN, RESET, PITS]).flatten()
}

#[test]
fn the_twin_says_what_was_counted_by_hand() {
    let mut wrong = String::new();
    for drawn in all() {
        let found = explore(&drawn.level(), &drawn.rules(), 10_000).expect(drawn.what);
        if found != drawn.outcome() {
            let DrawnCase { what, rules, level, result } = drawn;
            wrong += &format!("{what} ({rules})\n{level}\nexpected {result}, found {found:?}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
