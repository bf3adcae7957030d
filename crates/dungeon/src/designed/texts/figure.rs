//! Figures of enemies: the few shapes by which drawings tell their kinds apart.

use crate::named::named;

named! {
    /// The shape that a kind of enemy is drawn in.
    pub enum Figure {
        /// It goes on four legs.
        Beast = "beast",
        /// It has wings.
        Flyer = "flyer",
        /// It has more legs than four.
        Crawler = "crawler",
        /// It has no legs.
        Serpent = "serpent",
        /// It floats, and can be seen through.
        Ghost = "ghost",
        /// It burns.
        Flame = "flame",
        /// It bears arms.
        Fighter = "fighter",
        /// It hides its face.
        Hood = "hood",
        /// It is hollow, or bare bones.
        Bones = "bones",
        /// It was made for work, and moves by itself.
        Engine = "engine",
        /// It is far larger than others.
        Brute = "brute",
    }
}
