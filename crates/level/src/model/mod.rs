//! A level as a value: tiles on floors, a graph of rooms, or both.

/// Defines enums whose variants have names in files and commands, with a list of all variants and the name of each.
macro_rules! named {
    ($($(#[$about:meta])+ $seen:vis enum $of:ident {
        $($(#[$words:meta])* $variant:ident = $name:literal,)+
    })+) => {$(
        $(#[$about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $seen enum $of {
            $($(#[$words])* $variant,)+
        }

        #[allow(dead_code, reason = "an enum that no other crate sees may be told by name alone, or never be listed")]
        impl $of {
            /// All variants, in order.
            $seen const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The names of all variants.
            $seen const NAMES: [&'static str; Self::ALL.len()] = [$($name),+];

            /// Its name.
            #[must_use]
            $seen const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        impl ::serde::Serialize for $of {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
            }
        }
    )+};
}
pub(crate) use named;

pub mod tile;
pub mod grid;
pub(crate) mod contents;
pub mod graph;
pub(crate) mod ruleset;
pub mod level;
mod checked;

pub(crate) use graph::{
    Content, Edge, Graph, GraphError, Node, NodeId, NodeIndex, PlateId, Requirement, SymbolId,
};
pub(crate) use grid::{Cell, Grid};
pub(crate) use level::{Level, LevelError, Mark, Plate, Room, TileLock, Tiles};
pub(crate) use tile::{TILES, Tile};
