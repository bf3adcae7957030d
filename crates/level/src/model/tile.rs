//! Tiles: the possible contents of a cell.
//!
//! One table gives the name of each tile, its number in files, and its character in drawings. [`crate::rules`]
//! defines the effects of tiles on a player.

use std::fmt::{self, Display};

/// A tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Tile {
    /// Nothing: solid.
    #[default]
    Void = 0,
    /// Floor: a block can be pushed onto it.
    Floor = 1,
    /// Wall: solid.
    Wall = 2,
    /// A block that may be pushed.
    Block = 3,
    /// An open door.
    DoorOpen = 10,
    /// A door that uses up one small key.
    DoorLocked = 11,
    /// A wall that requires a bomb.
    DoorBomb = 12,
    /// A door that opens with a puzzle; it counts as open.
    DoorPuzzle = 13,
    /// A door that requires the boss key, which is not used up.
    DoorBoss = 14,
    /// A one-way door; the room graph defines its direction.
    DoorSoft = 15,
    /// An enemy on a floor.
    Enemy = 20,
    /// The start of the player.
    Start = 21,
    /// A goal to be reached.
    Goal = 22,
    /// A boss on a floor.
    Boss = 23,
    /// A small key.
    KeySmall = 30,
    /// The boss key.
    KeyBoss = 31,
    /// The key item (ladder, raft); it brings bombs too.
    KeyItem = 32,
    /// A minor item: bombs.
    ItemMinor = 33,
    /// Water or lava: requires the key item.
    Element = 40,
    /// Floor among water or lava: a block can be pushed onto it.
    ElementFloor = 41,
    /// A stair; the room graph defines its destination.
    Stair = 42,
    /// A puzzle on a floor.
    Puzzle = 43,
    /// A pit: nobody enters it, and a block that is pushed onto it makes it floor.
    Pit = 44,
}

/// Every tile with its name in files and its character in drawings, in the order of the numbers.
pub const TILES: [(Tile, &str, char); 23] = [
    (Tile::Void, "VOID", '-'),
    (Tile::Floor, "FLOOR", '.'),
    (Tile::Wall, "WALL", '#'),
    (Tile::Block, "BLOCK", 'o'),
    (Tile::DoorOpen, "DOOR_OPEN", '/'),
    (Tile::DoorLocked, "DOOR_LOCKED", '+'),
    (Tile::DoorBomb, "DOOR_BOMB", '%'),
    (Tile::DoorPuzzle, "DOOR_PUZZLE", '='),
    (Tile::DoorBoss, "DOOR_BOSS", 'X'),
    (Tile::DoorSoft, "DOOR_SOFT", '|'),
    (Tile::Enemy, "ENEMY", 'e'),
    (Tile::Start, "START", '@'),
    (Tile::Goal, "TRIFORCE", '*'),
    (Tile::Boss, "BOSS", 'b'),
    (Tile::KeySmall, "KEY_SMALL", 'k'),
    (Tile::KeyBoss, "KEY_BOSS", 'K'),
    (Tile::KeyItem, "KEY_ITEM", 'I'),
    (Tile::ItemMinor, "ITEM_MINOR", 'i'),
    (Tile::Element, "ELEMENT", '~'),
    (Tile::ElementFloor, "ELEMENT_FLOOR", ','),
    (Tile::Stair, "STAIR", '>'),
    (Tile::Puzzle, "PUZZLE", '?'),
    (Tile::Pit, "PIT", 'x'),
];

impl Tile {
    /// The number of the tile in files.
    #[must_use]
    pub fn id(self) -> u8 {
        self as u8
    }

    /// The tile with a number.
    #[must_use]
    pub fn from_id(id: u64) -> Option<Self> {
        TILES.iter().map(|&(tile, ..)| tile).find(|tile| u64::from(tile.id()) == id)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The tile with a name. `GOAL` is accepted for `TRIFORCE`, because the corpus uses it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name == "GOAL" { "TRIFORCE" } else { name };
        TILES.iter().find(|(_, known, _)| *known == name).map(|&(tile, ..)| tile)
    }

    /// Its character in a drawing.
    #[must_use]
    pub fn letter(self) -> char {
        self.row().2
    }

    /// The tile with a character.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        TILES.iter().find(|(.., known)| *known == letter).map(|&(tile, ..)| tile)
    }

    fn row(self) -> &'static (Tile, &'static str, char) {
        TILES.iter().find(|(tile, ..)| *tile == self).unwrap_or(&TILES[0])
    }

    /// True if a player can always stand on it, with any items and any locks open.
    #[must_use]
    pub fn is_always_walkable(self) -> bool {
        use Tile::{
            Block, DoorBomb, DoorBoss, DoorLocked, DoorOpen, DoorPuzzle, DoorSoft, Element,
            ElementFloor, Enemy, Floor, Goal, ItemMinor, KeyBoss, KeyItem, KeySmall, Pit, Puzzle,
            Stair, Start, Void, Wall,
        };
        match self {
            Floor | DoorOpen | DoorPuzzle | DoorSoft | Enemy | Start | Goal => true,
            Tile::Boss | KeySmall | KeyBoss | KeyItem | ItemMinor | ElementFloor => true,
            Stair | Puzzle => true,
            Void | Wall | Block | DoorLocked | DoorBomb | DoorBoss | Element | Pit => false,
        }
    }

    /// True if a player can never stand on it.
    #[must_use]
    pub fn is_solid(self) -> bool {
        matches!(self, Tile::Void | Tile::Wall)
    }

    /// True if it is a door with a requirement. Such doors block diagonal steps, even when open.
    #[must_use]
    pub fn is_conditional_door(self) -> bool {
        matches!(self, Tile::DoorLocked | Tile::DoorBomb | Tile::DoorPuzzle | Tile::DoorBoss)
    }

    /// True if it is a door of any kind.
    #[must_use]
    pub fn is_door(self) -> bool {
        self.is_conditional_door() || matches!(self, Tile::DoorOpen | Tile::DoorSoft)
    }

    /// True if something can be picked up from it.
    #[must_use]
    pub fn is_item(self) -> bool {
        matches!(self, Tile::KeySmall | Tile::KeyBoss | Tile::KeyItem | Tile::ItemMinor)
    }
}

impl Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The names of all tiles, by number.
#[must_use]
pub fn names() -> [&'static str; 23] {
    TILES.map(|(_, name, _)| name)
}

/// All tiles, for the message about an unknown one: `0 VOID, 1 FLOOR, …`.
#[must_use]
pub fn known() -> String {
    TILES.map(|(tile, name, _)| format!("{} {name}", tile.id())).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_table_tells_every_tile_apart() {
        let ids: BTreeSet<_> = TILES.iter().map(|(tile, ..)| tile.id()).collect();
        let names: BTreeSet<_> = TILES.iter().map(|&(_, name, _)| name).collect();
        let letters: BTreeSet<_> = TILES.iter().map(|&(.., letter)| letter).collect();
        assert_eq!([ids.len(), names.len(), letters.len()], [23; 3]);
        for (tile, name, letter) in TILES {
            assert_eq!(Tile::from_id(tile.id().into()), Some(tile));
            assert_eq!(Tile::from_name(name), Some(tile));
            assert_eq!(Tile::from_letter(letter), Some(tile));
            assert_eq!((tile.name(), tile.letter()), (name, letter));
        }
        assert_eq!(Tile::from_name("GOAL"), Some(Tile::Goal));
        assert_eq!((Tile::from_id(4), Tile::from_letter('Z')), (None, None));
    }
}
