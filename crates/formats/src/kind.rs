//! The kinds of things, and the fields that things of each kind have.
//!
//! One table for all formats: entities of LDtk, classes of Tiled, metadata of Godot and flags of Foundry have these names.
//! Invariant: a thing has the fields of its kind and no others.

/// The kind of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The player starts here.
    Start,
    /// A goal to be reached.
    Goal,
    /// The rectangle of a room.
    Room,
    /// Something that is taken and opens locks.
    Key,
    /// Something that is taken and opens nothing.
    Item,
    /// A puzzle; solving it opens locks.
    Puzzle,
    /// A switch with two positions.
    Switch,
    /// A pressure plate.
    Plate,
    /// A block that may be pushed.
    Block,
    /// A passage that asks for nothing.
    Door,
    /// A passage that asks for something.
    Lock,
    /// A passage behind a wall that takes a bomb.
    Secret,
    /// A passage that leads one way only.
    OneWay,
    /// A stair.
    Stair,
    /// An enemy.
    Enemy,
    /// A boss.
    Boss,
}

/// A field of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The tile that is drawn for it; a thing without one adds to the level what no tile shows.
    Tile,
    /// The room it lies in.
    Room,
    /// The node of the room graph.
    Node,
    /// What the room is for.
    Purpose,
    /// A sentence or two for the player.
    Text,
    /// What whoever takes it holds from then on.
    Gives,
    /// The passages it opens, alone or with others.
    Opens,
    /// The number of a switch.
    Toggle,
    /// The kind of a puzzle.
    Puzzle,
    /// The name of a plate: things of one name are one plate.
    Plate,
    /// The number of a lock that the level itself has, apart from its rooms: things of one number are one lock.
    Number,
    /// Everything that is asked for on the way from the first of its rooms into the second.
    Needs,
    /// The same on the way back.
    NeedsBack,
    /// Other lists that will do as well, on either way.
    Otherwise,
    /// The things that give what is asked for.
    Keys,
    /// The room it is passed from.
    From,
    /// The room it is passed into.
    Into,
    /// The stair, or the room without one, that it leads to.
    LeadsTo,
    /// How much of the room's danger it is, from 1 to 5; 0 where nobody says.
    Load,
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
    /// All kinds.
    pub const ALL: [Self; 16] = [
        Self::Start,
        Self::Goal,
        Self::Room,
        Self::Key,
        Self::Item,
        Self::Puzzle,
        Self::Switch,
        Self::Plate,
        Self::Block,
        Self::Door,
        Self::Lock,
        Self::Secret,
        Self::OneWay,
        Self::Stair,
        Self::Enemy,
        Self::Boss,
    ];

    /// Its name, as files have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The colour it has in editors, as `#rrggbb`.
    #[must_use]
    pub fn colour(self) -> &'static str {
        self.row().1
    }

    /// Its fields, in the order in which they are written.
    #[must_use]
    pub fn fields(self) -> &'static [Field] {
        self.row().2
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

    fn row(self) -> (&'static str, &'static str, &'static [Field]) {
        use Field::{
            Gives, Keys, LeadsTo, Load, Needs, Node, Opens, Plate, Purpose, Puzzle, Room, Text,
            Tile, Toggle,
        };
        match self {
            Self::Start => ("start", "#3fa34d", &[Tile, Room]),
            Self::Goal => ("goal", "#f2bd3a", &[Tile, Room]),
            Self::Room => ("room", "#7a8699", &[Node, Purpose, Text]),
            Self::Key => ("key", "#e8a33d", &[Tile, Room, Text, Gives, Opens]),
            Self::Item => ("item", "#c58b4b", &[Tile, Room, Text, Gives]),
            Self::Puzzle => ("puzzle", "#7d5ba6", &[Tile, Room, Text, Gives, Puzzle, Opens]),
            Self::Switch => ("switch", "#3d8bd4", &[Tile, Room, Gives, Toggle, Opens]),
            Self::Plate => ("plate", "#6f7d8c", &[Tile, Room, Gives, Plate, Opens]),
            Self::Block => ("block", "#a8977a", &[Tile, Room]),
            Self::Door => ("door", "#b59f74", PASSED),
            Self::Lock => ("lock", "#b8432f", PASSED),
            Self::Secret => ("secret", "#8d6e63", PASSED),
            Self::OneWay => ("one_way", "#2f8f8a", PASSED),
            Self::Stair => ("stair", "#5c6bc0", &[Tile, Room, Needs, Keys, LeadsTo]),
            Self::Enemy => ("enemy", "#c0392b", &[Tile, Room, Load]),
            Self::Boss => ("boss", "#7b1e1e", &[Tile, Room, Load]),
        }
    }
}

impl Field {
    /// All fields.
    pub const ALL: [Self; 19] = [
        Self::Tile,
        Self::Room,
        Self::Node,
        Self::Purpose,
        Self::Text,
        Self::Gives,
        Self::Opens,
        Self::Toggle,
        Self::Puzzle,
        Self::Plate,
        Self::Number,
        Self::Needs,
        Self::NeedsBack,
        Self::Otherwise,
        Self::Keys,
        Self::From,
        Self::Into,
        Self::LeadsTo,
        Self::Load,
    ];

    /// Its name, as files have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// Its type.
    #[must_use]
    pub fn kind(self) -> Type {
        self.row().1
    }

    fn row(self) -> (&'static str, Type) {
        match self {
            Self::Tile => ("tile", Type::Tile),
            Self::Room => ("room", Type::Ref),
            Self::Node => ("node", Type::Text),
            Self::Purpose => ("purpose", Type::Purpose),
            Self::Text => ("text", Type::Text),
            Self::Gives => ("gives", Type::Text),
            Self::Opens => ("opens", Type::Refs),
            Self::Toggle => ("toggle", Type::Int),
            Self::Puzzle => ("puzzle", Type::Text),
            Self::Plate => ("plate", Type::Text),
            Self::Number => ("number", Type::Int),
            Self::Needs => ("needs", Type::Texts),
            Self::NeedsBack => ("needs_back", Type::Texts),
            Self::Otherwise => ("otherwise", Type::Texts),
            Self::Keys => ("keys", Type::Refs),
            Self::From => ("from", Type::Ref),
            Self::Into => ("into", Type::Ref),
            Self::LeadsTo => ("leads_to", Type::Ref),
            Self::Load => ("load", Type::Int),
        }
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
