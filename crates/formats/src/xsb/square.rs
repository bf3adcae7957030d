//! The squares of a level and their letters.

use crate::aliases::Aliases;
use level::model::tile::Tile;

/// A square of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// Its tile.
    pub tile: Tile,
    /// True if it is a target for blocks.
    pub is_target: bool,
    /// True if the player starts there.
    pub is_player: bool,
}

pub(super) const fn square(tile: Tile, is_target: bool, is_player: bool) -> Square {
    Square { tile, is_target, is_player }
}

/// The characters of squares. If a square has several, the first is printed.
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

/// The letters of old collections and of `.sok`, each with the character of [`SQUARES`] that it stands for.
const LETTERS: [(char, char); 5] = [('p', '@'), ('P', '+'), ('b', '$'), ('B', '*'), ('o', '.')];

/// What a tile of the table of letters gives to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Ground(Tile),
    Target,
    Player,
}

/// The tiles that a table of letters may name.
const OURS: [(Tile, Part); 6] = [
    (Tile::Floor, Part::Ground(Tile::Floor)),
    (Tile::Wall, Part::Ground(Tile::Wall)),
    (Tile::Block, Part::Ground(Tile::Block)),
    (Tile::Start, Part::Player),
    (Tile::Goal, Part::Target),
    (Tile::Void, Part::Ground(Tile::Void)),
];

impl Square {
    /// The square of a letter, from the table or else the usual one.
    ///
    /// # Errors
    /// An unknown letter, or one that the table maps to a tile that Sokoban does not have.
    pub(super) fn of(letter: char, aliases: &Aliases) -> Result<Self, String> {
        if let Some(meaning) = aliases.known(letter) {
            let tiles: Vec<Tile> = meaning.tiles().collect();
            return match tiles[..] {
                [] => Self::of_tiles(letter, &[Tile::Void]),
                ref tiles => Self::of_tiles(letter, tiles),
            };
        }
        let plain = LETTERS.iter().find(|(known, _)| *known == letter);
        let plain = plain.map_or(letter, |(_, plain)| *plain);
        let known = SQUARES.iter().find(|(known, ..)| *known == plain);
        known.map(|&(.., square)| square).ok_or_else(|| unknown(letter, aliases))
    }

    /// The square of a letter that stands for tiles on each other, such as a block on a target.
    fn of_tiles(letter: char, tiles: &[Tile]) -> Result<Self, String> {
        let mut all = square(Tile::Floor, false, false);
        for &tile in tiles {
            match OURS.iter().find(|(known, _)| *known == tile) {
                Some((_, Part::Ground(tile))) => all.tile = *tile,
                Some((_, Part::Target)) => all.is_target = true,
                Some((_, Part::Player)) => all.is_player = true,
                None => return Err(foreign(letter, tile)),
            }
        }
        Ok(all)
    }

    pub(super) fn is_bare_floor(self) -> bool {
        self == square(Tile::Floor, false, false)
    }
}

fn foreign(letter: char, tile: Tile) -> String {
    let known = OURS.map(|(tile, _)| tile.name()).join(", ");
    let tile = tile.name();
    format!(
        "{letter:?} is {tile} by --map, which no level of Sokoban has; known are {known}, nothing"
    )
}

fn unknown(letter: char, aliases: &Aliases) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_lie_on_each_other() {
        let of = |tiles: &[Tile]| Square::of_tiles('x', tiles);
        assert_eq!(of(&[Tile::Block, Tile::Goal]), Ok(square(Tile::Block, true, false)));
        assert_eq!(of(&[Tile::Start, Tile::Goal]), Ok(square(Tile::Floor, true, true)));
        assert_eq!(of(&[Tile::Wall]), Ok(square(Tile::Wall, false, false)));
        assert!(of(&[Tile::Block, Tile::KeySmall]).is_err());
    }
}
