//! The kinds of things, and the fields that things of each kind have.
//!
//! All formats use the names of this table: entities of LDtk, classes of Tiled, metadata of Godot and flags of Foundry.
//! Invariant: a thing has the fields of its kind and no others.
//! Invariant: a thing has the fields of its kind and no others.

use Field::{
    Gives, Keys, LeadsTo, Load, Needs, Node, Opens, Plate, Purpose, Puzzle, Room, Text, Tile,
    Toggle,
};

/// Declares an enum from a table. Each row has the value, its name in files, and further data.
macro_rules! table {
    (
        $(#[$about:meta])* $enum:ident, $what:ident: $of:ty;
        $($(#[$doc:meta])* $value:ident $name:literal $more:expr;)+
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $enum {
            $($(#[$doc])* $value,)+
        }

        impl $enum {
            /// All values, in the order of the table.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Its name in files.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }

            fn $what(self) -> $of {
                match self {
                    $(Self::$value => $more,)+
                }
            }
        }
    };
}

table! {
    /// The kind of a thing.
    Kind, row: (&'static str, &'static [Field]);
    /// The player starts here.
    Start "start" ("#3fa34d", &[Tile, Room]);
    /// A goal to reach.
    Goal "goal" ("#f2bd3a", &[Tile, Room]);
    /// The rectangle of a room.
    Room "room" ("#7a8699", &[Node, Purpose, Text]);
    /// An item that opens locks.
    Key "key" ("#e8a33d", &[Tile, Room, Text, Gives, Opens]);
    /// An item that opens nothing.
    Item "item" ("#c58b4b", &[Tile, Room, Text, Gives]);
    /// A puzzle whose solution opens locks.
    Puzzle "puzzle" ("#7d5ba6", &[Tile, Room, Text, Gives, Puzzle, Opens]);
    /// A switch with two positions.
    Switch "switch" ("#3d8bd4", &[Tile, Room, Gives, Toggle, Opens]);
    /// A pressure plate.
    Plate "plate" ("#6f7d8c", &[Tile, Room, Gives, Plate, Opens]);
    /// A block that may be pushed.
    Block "block" ("#a8977a", &[Tile, Room]);
    /// A passage without requirements.
    Door "door" ("#b59f74", PASSED);
    /// A passage with requirements.
    Lock "lock" ("#b8432f", PASSED);
    /// A passage behind a bombable wall.
    Secret "secret" ("#8d6e63", PASSED);
    /// A one-way passage.
    OneWay "one_way" ("#2f8f8a", PASSED);
    /// A stair.
    Stair "stair" ("#5c6bc0", &[Tile, Room, Needs, Keys, LeadsTo]);
    /// An enemy.
    Enemy "enemy" ("#c0392b", &[Tile, Room, Load]);
    /// A boss.
    Boss "boss" ("#7b1e1e", &[Tile, Room, Load]);
}

table! {
    /// A field of a thing.
    Field, of_type: Type;
    /// The tile that shows the thing. A thing without one is not visible in the tiles.
    Tile "tile" Type::Tile;
    /// The room it lies in.
    Room "room" Type::Ref;
    /// The node of the room graph.
    Node "node" Type::Text;
    /// The purpose of the room.
    Purpose "purpose" Type::Purpose;
    /// A sentence or two for the player.
    Text "text" Type::Text;
    /// The symbol or item that the player gains.
    Gives "gives" Type::Text;
    /// The passages that it opens, alone or with others.
    Opens "opens" Type::Refs;
    /// The number of a switch.
    Toggle "toggle" Type::Int;
    /// The kind of a puzzle.
    Puzzle "puzzle" Type::Text;
    /// The name of a plate. Things with one name are one plate.
    Plate "plate" Type::Text;
    /// The number of a lock of the level itself, which does not depend on rooms. Things with one number are one lock.
    Number "number" Type::Int;
    /// The requirements on the way from its first room into the second.
    Needs "needs" Type::Texts;
    /// The requirements on the way back.
    NeedsBack "needs_back" Type::Texts;
    /// Alternative lists of requirements, for either direction.
    Otherwise "otherwise" Type::Texts;
    /// The things that meet the requirements.
    Keys "keys" Type::Refs;
    /// The room from which it is passed.
    From "from" Type::Ref;
    /// The room into which it is passed.
    Into "into" Type::Ref;
    /// The stair to which it leads, or the room if that has no stair.
    LeadsTo "leads_to" Type::Ref;
    /// Its share of the load of its room, from 1 to 5; 0 if unknown.
    Load "load" Type::Int;
}

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Text.
    Text,
    /// A whole number.
    Int,
    /// One of [`PURPOSES`].
    Purpose,
    /// One of the names of tiles.
    Tile,
    /// Texts.
    Texts,
    /// Another thing.
    Ref,
    /// Other things.
    Refs,
}

/// The purposes of rooms.
pub const PURPOSES: [&str; 14] = [
    "entrance",
    "goal",
    "boss",
    "mini_boss",
    "secret",
    "key",
    "treasure",
    "puzzle",
    "lock_view",
    "vista",
    "rest",
    "hub",
    "fight",
    "passage",
];

/// The fields of passages.
const PASSED: &[Field] = &[
    Field::Tile,
    Field::Number,
    Field::Needs,
    Field::NeedsBack,
    Field::Otherwise,
    Field::Keys,
    Field::From,
    Field::Into,
];

impl Kind {
    /// Its colour in editors, as `#rrggbb`.
    #[must_use]
    pub fn colour(self) -> &'static str {
        self.row().0
    }

    /// Its fields, in the order in which they are written.
    #[must_use]
    pub fn fields(self) -> &'static [Field] {
        self.row().1
    }

    /// The kind with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// True if it is a passage between rooms.
    #[must_use]
    pub fn is_passed(self) -> bool {
        matches!(self, Self::Door | Self::Lock | Self::Secret | Self::OneWay)
    }
}

impl Field {
    /// Its type.
    #[must_use]
    pub fn kind(self) -> Type {
        self.of_type()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_and_colours_tell_all_apart() {
        let names: BTreeSet<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        let colours: BTreeSet<_> = Kind::ALL.iter().map(|kind| kind.colour()).collect();
        let fields: BTreeSet<_> = Field::ALL.iter().map(|field| field.name()).collect();
        assert_eq!([names.len(), colours.len(), fields.len()], [16, 16, 19]);
        for kind in Kind::ALL {
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
            let fields: BTreeSet<_> = kind.fields().iter().collect();
            assert_eq!(fields.len(), kind.fields().len(), "{kind:?}");
        }
        assert_eq!(Kind::from_name("keys"), None);
    }
}
