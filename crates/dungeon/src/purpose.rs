//! The purpose of a room: the first of them that fits is told.

use crate::named::named;

named! {
    /// The purpose of a room.
    pub enum Purpose {
        /// The player starts here.
        Entrance = "entrance",
        /// The dungeon is won here.
        Goal = "goal",
        /// The boss waits here.
        Boss = "boss",
        /// A lesser boss, before the key item.
        MiniBoss = "mini_boss",
        /// Reached through bombable passages only.
        Secret = "secret",
        /// Holds a key or an item.
        Key = "key",
        /// Holds a treasure.
        Treasure = "treasure",
        /// Holds a puzzle.
        Puzzle = "puzzle",
        /// Next to a lock that is met before its key.
        LockView = "lock_view",
        /// Lets something be seen over water, bars or a lock.
        Vista = "vista",
        /// Quiet, before the boss.
        Rest = "rest",
        /// Four passages or more.
        Hub = "hub",
        /// Holds enemies.
        Fight = "fight",
        /// None of these.
        Passage = "passage",
    }
}
