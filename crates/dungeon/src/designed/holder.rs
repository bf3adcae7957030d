//! The holder of a key: the way in which a room keeps it from whoever comes for it.

use crate::named::named;

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
