//! What rooms are for: the purpose of each, the first of them that fits, and the way in which a room keeps its key.

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

named! {
    /// A holder of a key.
    pub enum Holder {
        /// On an altar, with guards about it.
        GuardedAltar = "guarded_altar",
        /// On an island.
        Island = "island",
        /// Behind blocks that must be pushed.
        BlockPuzzle = "block_puzzle",
        /// Behind a wall that a bomb opens.
        SecretWall = "secret_wall",
        /// Behind a portcullis that blocks on plates raise.
        PlatePortcullis = "plate_portcullis",
        /// In a vault that fills once the key is taken.
        FloodingVault = "flooding_vault",
        /// Behind a bridge that bears nobody back.
        CollapsingBridge = "collapsing_bridge",
        /// At the end of a winding tunnel, with a lever.
        LeverTunnel = "lever_tunnel",
        /// Among treasures of which one may be taken.
        Choice = "choice",
        /// In the open, with enemies that wait.
        Ambush = "ambush",
    }
}
