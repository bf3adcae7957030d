//! The squares of a level of Sokoban, and the letters that stand for them.

use crate::aliases::Aliases;
use level::model::tile::Tile;

/// A square of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// The tile that it is.
    pub tile: Tile,
    /// True if a block is wanted there.
    pub is_target: bool,
    /// True if the player starts there.
    pub is_player: bool,
}

pub(super) const fn square(tile: Tile, is_target: bool, is_player: bool) -> Square {
    Square { tile, is_target, is_player }
}

/// The characters of squares, with what they are. Of several characters of a square the first is the one that is printed.
pub const SQUARES: [(char, &str, Square); 9] = [
    (' ', "floor", square(Tile::Floor, false, false)),
    ('-', "floor", square(Tile::Floor, false, false)),
    ('_', "floor", square(Tile::Floor, false, false)),
    ('#', "wall", square(Tile::Wall, false, false)),
    ('.', "target", square(Tile::Floor, true, false)),
    ('$', "block", square(Tile::Block, false, false)),
    ('*', "block on a target", square(Tile::Block, true, false)),
    ('@', "player", square(Tile::Floor, false, true)),
    ('+', "player on a target", square(Tile::Floor, true, true)),
];

/// Tiles that a table of letters may name, with the squares that they are.
const OURS: [(Tile, Square); 6] = [
    (Tile::Floor, square(Tile::Floor, false, false)),
    (Tile::Wall, square(Tile::Wall, false, false)),
    (Tile::Block, square(Tile::Block, false, false)),
    (Tile::Start, square(Tile::Floor, false, true)),
    (Tile::Triforce, square(Tile::Floor, true, false)),
    (Tile::Void, square(Tile::Void, false, false)),
];

impl Square {
    /// The square of a letter, as a table of letters says, or else as usual.
    ///
    /// # Errors
    /// A letter that is unknown, or that the table says to be what no level of Sokoban has.
    pub(super) fn of(letter: char, aliases: &Aliases) -> Result<Self, String> {
        if let Some(said) = aliases.letter(letter) {
            let tile = said.unwrap_or(Tile::Void);
            let known = OURS.iter().find(|(known, _)| *known == tile).map(|&(_, square)| square);
            return known.ok_or_else(|| {
                let known = OURS.map(|(tile, _)| tile.name()).join(", ");
                let tile = tile.name();
                format!("{letter:?} is {tile} by --aliases, which no level of Sokoban has; known are {known}, nothing")
            });
        }
        let known = SQUARES.iter().find(|(known, ..)| *known == letter);
        known.map(|&(.., square)| square).ok_or_else(|| unknown(letter, aliases))
    }

    pub(super) fn is_bare_floor(self) -> bool {
        self == square(Tile::Floor, false, false)
    }
}

fn unknown(letter: char, aliases: &Aliases) -> String {
    if letter == '|' {
        return "a number stands before the square that it repeats, and | is none".to_owned();
    }
    let known = SQUARES.map(|(letter, what, _)| match letter {
        ' ' => format!("a blank {what}"),
        letter => format!("{letter} {what}"),
    });
    format!(
        "{letter:?} stands for no square; known are {}{}; a title is written \"; TITLE\"",
        known.join(", "),
        aliases.letters()
    )
}
