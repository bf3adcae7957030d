//! The construction of a dungeon, as `--style` takes it.

use clap::ValueEnum;

/// The construction of a dungeon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Style {
    /// A tree of keys and locks in a layout, with puzzles and plain rooms
    Plain,
    /// Loops that mean something, secrets, gates of many kinds, rooms drawn by hand; every claim is proved by taking
    /// away what it is about
    #[default]
    Designed,
}
