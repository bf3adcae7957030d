//! The commands of this game.

use crate::puzzle::play::table::{Table, Uses};
use std::sync::LazyLock;

/// The verbs that no other game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Push,
    Bomb,
}

/// The table of commands.
pub(super) static TABLE: LazyLock<Table<Own>> = LazyLock::new(|| {
    Table::new(&Uses {
        go: ["WAY", "walk: a direction (n s e w u d alone will do), or a room"],
        examine: ["THING", "look closely at a thing or a way"],
        take: ["THING|all", "pick something up"],
        unlock: ["WAY [with KEY]", "open the lock of a way"],
        hint: ["[WAY]", "why ways are barred, and where you saw what opens them"],
        map: ["", "what you have seen of this floor"],
        own: &[
            (Own::Push, &["push"], ["[stones]", "push the stones of a room onto their plates"]),
            (Own::Bomb, &["bomb", "blast"], ["[WAY]", "open a cracked wall"]),
        ],
    })
});
