//! The purposes of rooms, and the holders of keys. A room has the first purpose that fits.

use crate::named::named;

named! {
    /// The purpose of a room.
    pub enum Purpose {
        /// The player starts here.
        Entrance = "entrance",
        /// The dungeon is won here.
        Goal = "goal",
        /// The boss is here.
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
        /// Shows something across water, bars or a lock.
        Vista = "vista",
        /// A room without enemies, before the boss.
        Rest = "rest",
        /// Has four or more passages.
        Hub = "hub",
        /// Holds enemies.
        Fight = "fight",
        /// None of these.
        Passage = "passage",
    }
}

named! {
    /// The guard or container of a key.
    pub enum Holder {
        /// An altar with guards around it.
        GuardedAltar = "guarded_altar",
        /// On an island.
        Island = "island",
        /// Behind blocks that must be pushed: onto plates, or into pits as a bridge.
        BlockPuzzle = "block_puzzle",
        /// Behind a wall that a bomb opens.
        SecretWall = "secret_wall",
        /// Behind a portcullis that blocks on plates raise.
        PlatePortcullis = "plate_portcullis",
        /// A vault that floods once the key is taken.
        FloodingVault = "flooding_vault",
        /// Behind a bridge that cannot be crossed back.
        CollapsingBridge = "collapsing_bridge",
        /// At the end of a winding tunnel, with a lever.
        LeverTunnel = "lever_tunnel",
        /// Among several treasures, of which one may be taken.
        Choice = "choice",
        /// In the open, with enemies at a distance.
        Ambush = "ambush",
    }
}
