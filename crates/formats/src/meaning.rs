//! The meaning of a name in a foreign file: tiles of a cell, one over the other, and contents with fields.
//!
//! In writing, parts are joined by ` on `, the uppermost first. A part is the name of a tile, or one of
//!
//! | part | meaning |
//! |---|---|
//! | `lock needs=LIST` | a lock; LIST has conditions such as `symbol:iron, toggle:0=on`, separated by commas |
//! | `key gives=THING` | a pick-up: `symbol:iron`, `toggle:0`, or the name of a tile |
//! | `plate name=NAME` | a pressure plate, perhaps with `gives=symbol:NAME` |
//!
//! `nothing` alone stands for no meaning.

use level::formats::json::{LevelBuilder, content, requirement, symbol};
use level::model::graph::Content;
use level::model::grid::Cell;
use level::model::level::{Mark, Plate, TileLock, Tiles};
use level::model::tile::{self, Tile};
use std::fmt;

/// The word for a name without a meaning.
pub(crate) const NOTHING: &str = "nothing";

/// The meaning of a name. Without parts, it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// The parts, the uppermost first.
    parts: Vec<Part>,
}

/// A part of a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Tile(Tile),
    /// A lock with its conditions.
    Lock(Vec<String>),
    /// A pick-up, by the name of its content.
    Gives(String),
    /// A pressure plate with its name, and the symbol that it gives.
    Plate(String, Option<String>),
}

/// The fields of parts.
const FIELDS: [&str; 3] = ["needs", "gives", "name"];
/// The contents with fields.
const CONTENTS: [&str; 5] = ["lock", "key", "item", "symbol", "plate"];

impl From<Tile> for Meaning {
    fn from(tile: Tile) -> Self {
        Self { parts: vec![Part::Tile(tile)] }
    }
}

impl Meaning {
    /// Reads a meaning.
    ///
    /// # Errors
    /// A part that is unknown, with the known ones; tiles that cannot lie over each other.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        if text.trim() == NOTHING {
            return Ok(Self::default());
        }
        let parts = text.split(" on ").map(|part| Part::read(part.trim()));
        let meaning = Self { parts: parts.collect::<Result<_, _>>()? };
        meaning.check()?;
        Ok(meaning)
    }

    /// A lock with one condition.
    pub(crate) fn lock(need: String) -> Self {
        Self { parts: vec![Part::Lock(vec![need])] }
    }

    /// A pick-up.
    pub(crate) fn gives(content: String) -> Self {
        Self { parts: vec![Part::Gives(content)] }
    }

    /// Checks that the lower tiles can lie under others.
    fn check(&self) -> Result<(), String> {
        let mut tiles = self.tiles();
        let Some(upper) = tiles.next() else { return Ok(()) };
        let fits = |tile: &Tile| match tile {
            Tile::Floor | Tile::ElementFloor | Tile::Start => true,
            Tile::Goal => !matches!(upper, Tile::Wall | Tile::Void),
            _ => false,
        };
        match tiles.find(|tile| !fits(tile)) {
            Some(lower) => Err(format!(
                "{upper} on {lower}: {lower} cannot lie under another tile; FLOOR, START and TRIFORCE can"
            )),
            None => Ok(()),
        }
    }

    /// True if it has no parts.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.parts.is_empty()
    }

    /// Its tiles, the uppermost first.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.parts.iter().filter_map(|part| match part {
            Part::Tile(tile) => Some(*tile),
            _ => None,
        })
    }

    /// Its uppermost tile.
    #[must_use]
    pub fn tile(&self) -> Option<Tile> {
        self.tiles().next()
    }

    /// True if it has a part that is no tile.
    pub(crate) fn has_contents(&self) -> bool {
        self.parts.iter().any(|part| !matches!(part, Part::Tile(_)))
    }

    /// Its only part, if that is a tile; `None` inside for no meaning.
    pub(crate) fn plain(&self) -> Option<Option<Tile>> {
        match self.parts[..] {
            [] => Some(None),
            [Part::Tile(tile)] => Some(Some(tile)),
            _ => None,
        }
    }

    /// True if it covers all cells of an object, as a lock and a plate do.
    pub(crate) fn is_large(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Lock(_) | Part::Plate(..)))
    }

    /// The names of its plates.
    pub(crate) fn plates(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Plate(name, _) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Puts the tiles and contents on cells. All other tiles are drawn, and the names of plates are known.
    ///
    /// # Errors
    /// A content or a condition that is unknown.
    pub(crate) fn put(
        &self,
        cells: &[Cell],
        tiles: &mut Tiles,
        builder: &mut LevelBuilder,
    ) -> Result<(), String> {
        let upper = self.tile();
        for &cell in cells {
            if let Some(upper) = upper
                && let Some(grid) = tiles.floors.get_mut(cell.floor as usize)
            {
                grid.set(cell.row, cell.col, upper);
            }
            for lower in self.tiles().skip(1) {
                match lower {
                    Tile::Start => tiles.start = Some(cell),
                    Tile::Goal => {
                        let drawn: Vec<Cell> = tiles.holding(Tile::Goal).collect();
                        tiles.goals.get_or_insert(drawn).push(cell);
                    }
                    _ => {}
                }
            }
        }
        self.parts.iter().try_for_each(|part| part.put(cells, tiles, builder))
    }
}

impl Part {
    fn read(text: &str) -> Result<Self, String> {
        if let Some(tile) = Tile::from_name(&text.to_ascii_uppercase()) {
            return Ok(Self::Tile(tile));
        }
        let (word, fields) = fields(text);
        let one = |name: &str| {
            let found = fields.iter().find(|(field, _)| field == name);
            found.map(|(_, value)| value.clone()).filter(|value| !value.is_empty())
        };
        let needed =
            |name: &str| one(name).ok_or_else(|| format!("{text:?} has no field {name}=…"));
        match word {
            "lock" => Ok(Self::Lock(
                needed("needs")?.split(',').map(|need| need.trim().to_owned()).collect(),
            )),
            "plate" => Ok(Self::Plate(needed("name")?, one("gives"))),
            "key" | "item" | "symbol" => {
                let gives = needed("gives")?;
                let tile = Tile::from_name(&gives).filter(|tile| tile.is_item());
                Ok(tile.map_or(Self::Gives(gives), Self::Tile))
            }
            _ => {
                let known = tile::names().into_iter().chain(CONTENTS).chain([NOTHING]);
                Err(diagnostics::unknown("tile", text, known))
            }
        }
    }

    fn put(
        &self,
        cells: &[Cell],
        tiles: &mut Tiles,
        builder: &mut LevelBuilder,
    ) -> Result<(), String> {
        match self {
            Self::Tile(_) => {}
            Self::Lock(needs) => {
                let need = |need: &String| match requirement(need, builder.names())? {
                    Some(need) if need.is_condition() => Ok(need),
                    _ => Err(format!(
                        "{need:?} is no condition of a lock; such are symbol:NAME, lacks:symbol:NAME, toggle:N=on, \
                         toggle:N=off and plate:NAME"
                    )),
                };
                let needs = needs.iter().map(need).collect::<Result<_, _>>()?;
                tiles.locks.push(TileLock { cells: cells.to_vec(), needs });
            }
            Self::Gives(name) => {
                let gives = content(name, builder.names())?;
                if !matches!(gives, Content::Symbol(_) | Content::Toggle(_)) {
                    return Err(format!(
                        "{name:?} cannot lie on a cell; symbol:NAME, toggle:N and names of items can"
                    ));
                }
                tiles.marks.extend(cells.iter().map(|&cell| Mark { cell, gives }));
            }
            Self::Plate(name, gives) => {
                let names = builder.names();
                let gives = gives.as_ref().map(|gives| symbol(gives, names)).transpose()?;
                let id = names.plate(name).map(|id| id as usize).unwrap_or_default();
                let blank = Plate { cells: Vec::new(), gives: None };
                let many = tiles.plates.len().max(id + 1);
                tiles.plates.resize(many, blank);
                if let Some(plate) = tiles.plates.get_mut(id) {
                    plate.cells.extend(cells);
                    plate.gives = plate.gives.or(gives);
                }
            }
        }
        Ok(())
    }
}

/// The first word of a part, and its fields. A value may contain blanks.
fn fields(text: &str) -> (&str, Vec<(String, String)>) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut fields: Vec<(String, String)> = Vec::new();
    for piece in rest.split_whitespace() {
        match piece.split_once('=').filter(|(name, _)| FIELDS.contains(name)) {
            Some((name, value)) => fields.push((name.to_owned(), value.to_owned())),
            None => {
                if let Some((_, value)) = fields.last_mut() {
                    value.push(' ');
                    value.push_str(piece);
                }
            }
        }
    }
    (word, fields)
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.parts.is_empty() {
            return f.write_str(NOTHING);
        }
        for (at, part) in self.parts.iter().enumerate() {
            if at > 0 {
                f.write_str(" on ")?;
            }
            match part {
                Part::Tile(tile) => f.write_str(tile.name())?,
                Part::Lock(needs) => write!(f, "lock needs={}", needs.join(","))?,
                Part::Gives(content) => write!(f, "key gives={content}")?,
                Part::Plate(name, None) => write!(f, "plate name={name}")?,
                Part::Plate(name, Some(gives)) => write!(f, "plate name={name} gives={gives}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meanings_are_read_as_they_are_written() {
        for text in [
            "WALL",
            "nothing",
            "BLOCK on TRIFORCE",
            "START on TRIFORCE",
            "lock needs=symbol:iron key,toggle:0=on on DOOR_OPEN",
            "key gives=symbol:iron key",
            "plate name=by the well gives=symbol:bell",
        ] {
            assert_eq!(Meaning::read(text).map(|meaning| meaning.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(Meaning::read("goal"), Ok(Tile::Goal.into()));
        assert_eq!(Meaning::read("key gives=KEY_BOSS"), Ok(Tile::KeyBoss.into()));
    }

    #[test]
    fn a_wrong_meaning_is_told_what_would_be_right() {
        let check = |text: &str, part: &str| {
            let said = Meaning::read(text).expect_err(text);
            assert!(said.contains(part), "{text}: {said}");
        };
        check("WAL", "did you mean WALL?");
        check("lock", "has no field needs=");
        check("KEY_SMALL on WALL", "WALL cannot lie under another tile");
        check("WALL on TRIFORCE", "TRIFORCE cannot lie under another tile");
        check("FLOOR on ", "known are");
    }
}
