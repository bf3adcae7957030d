//! The kinds of things, and the fields that things of each kind have.
//!
//! One table for all formats: entities of LDtk, classes of Tiled, metadata of Godot and flags of Foundry have these names.
//! Invariant: a thing has the fields of its kind and no others.

use Field::{
    Gives, Keys, LeadsTo, Load, Needs, Node, Opens, Plate, Purpose, Puzzle, Room, Text, Tile,
    Toggle,
};

/// An enum out of a table: by row what a value is, its name in files, and what else is known of it.
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
            /// All of them, in the order of the table.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Its name, as files have it.
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
    /// A goal to be reached.
    Goal "goal" ("#f2bd3a", &[Tile, Room]);
    /// The rectangle of a room.
    Room "room" ("#7a8699", &[Node, Purpose, Text]);
    /// Something that is taken and opens locks.
    Key "key" ("#e8a33d", &[Tile, Room, Text, Gives, Opens]);
    /// Something that is taken and opens nothing.
    Item "item" ("#c58b4b", &[Tile, Room, Text, Gives]);
    /// A puzzle; solving it opens locks.
    Puzzle "puzzle" ("#7d5ba6", &[Tile, Room, Text, Gives, Puzzle, Opens]);
    /// A switch with two positions.
    Switch "switch" ("#3d8bd4", &[Tile, Room, Gives, Toggle, Opens]);
    /// A pressure plate.
    Plate "plate" ("#6f7d8c", &[Tile, Room, Gives, Plate, Opens]);
    /// A block that may be pushed.
    Block "block" ("#a8977a", &[Tile, Room]);
    /// A passage that asks for nothing.
    Door "door" ("#b59f74", PASSED);
    /// A passage that asks for something.
    Lock "lock" ("#b8432f", PASSED);
    /// A passage behind a wall that takes a bomb.
    Secret "secret" ("#8d6e63", PASSED);
    /// A passage that leads one way only.
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
    /// The tile that is drawn for it; a thing without one adds to the level what no tile shows.
    Tile "tile" Type::Tile;
    /// The room it lies in.
    Room "room" Type::Ref;
    /// The node of the room graph.
    Node "node" Type::Text;
    /// What the room is for.
    Purpose "purpose" Type::Purpose;
    /// A sentence or two for the player.
    Text "text" Type::Text;
    /// What whoever takes it holds from then on.
    Gives "gives" Type::Text;
    /// The passages it opens, alone or with others.
    Opens "opens" Type::Refs;
    /// The number of a switch.
    Toggle "toggle" Type::Int;
    /// The kind of a puzzle.
    Puzzle "puzzle" Type::Text;
    /// The name of a plate: things of one name are one plate.
    Plate "plate" Type::Text;
    /// The number of a lock that the level itself has, apart from its rooms: things of one number are one lock.
    Number "number" Type::Int;
    /// Everything that is asked for on the way from the first of its rooms into the second.
    Needs "needs" Type::Texts;
    /// The same on the way back.
    NeedsBack "needs_back" Type::Texts;
    /// Other lists that will do as well, on either way.
    Otherwise "otherwise" Type::Texts;
    /// The things that give what is asked for.
    Keys "keys" Type::Refs;
    /// The room it is passed from.
    From "from" Type::Ref;
    /// The room it is passed into.
    Into "into" Type::Ref;
    /// The stair, or the room without one, that it leads to.
    LeadsTo "leads_to" Type::Ref;
    /// How much of the room's danger it is, from 1 to 5; 0 where nobody says.
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

/// The fields of what is passed.
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
    /// The colour it has in editors, as `#rrggbb`.
    #[must_use]
    pub fn colour(self) -> &'static str {
        self.row().0
    }

    /// Its fields, in the order in which they are written.
    #[must_use]
    pub fn fields(self) -> &'static [Field] {
        self.row().1
    }

    /// The kind of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// True if somebody passes through it from room to room.
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
