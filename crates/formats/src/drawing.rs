//! Reads drawings with letters of other programs, by the user's table of letters.
//!
//! A letter of the table has its meaning there; other letters are those of drawings of this project. A blank, and the
//! missing end of a short row, is VOID or the tile that the table gives for `empty`. Blank lines separate floors.

use crate::aliases::Aliases;
use crate::check_cells;
use crate::import::{Basis, ForeignName, ForeignNames, Import, named};
use crate::meaning::Meaning;
use indexmap::IndexMap;
use level::formats::json::{FORMAT, LevelBuilder, ReadError, at, wrong};
use level::formats::text;
use level::model::grid::{Cell, Grid};
use level::model::level::{Plate, Tiles};
use level::model::tile::Tile;
use rustc_hash::FxBuildHasher;

/// Reads a drawing. Without a table it is a drawing of this project.
///
/// # Errors
/// The fault of the text, with its line and column; all letters without a meaning at once.
pub fn read(text: &str, aliases: &Aliases) -> Result<Import, ReadError> {
    let is_ours = text.trim_start().starts_with(FORMAT);
    let is_plain = aliases.is_empty() && aliases.start.is_none() && aliases.goals.is_empty();
    let floors = floors(text);
    if is_ours || (is_plain && is_mostly_known(&floors)) {
        return Ok(Import::one(text::read(text)?, Vec::new()));
    }
    let mut reader = Reader::new(aliases);
    reader.check(&floors)?;
    let mut cells = 0;
    for floor in &floors {
        let wide = floor.iter().map(|(_, row)| row.chars().count()).max().unwrap_or(0);
        cells += wide as u64 * floor.len() as u64;
        check_cells(cells).map_err(|message| wrong("drawing", message))?;
        reader.floor(floor, wide);
    }
    reader.finish()
}

/// The letters of a drawing that nothing gives a meaning.
#[must_use]
pub fn unknown(text: &str, aliases: &Aliases) -> Vec<ForeignName> {
    let letters = Reader::new(aliases).unknown(&floors(text));
    let name = |(letter, (times, line, _)): (char, (u64, usize, usize))| ForeignName {
        times,
        first: format!("line {}", line + 1),
        ..named("letter", letter, Meaning::default(), Basis::Unknown)
    };
    letters.into_iter().map(name).collect()
}

/// Letters without a meaning: the number of each, and the line and the column of the first.
type Letters = IndexMap<char, (u64, usize, usize), FxBuildHasher>;

/// The rows of each floor, with their line numbers.
fn floors(text: &str) -> Vec<Vec<(usize, &str)>> {
    let mut floors = vec![Vec::new()];
    for (number, line) in text.lines().enumerate() {
        match (line.trim_end(), floors.last_mut()) {
            ("", Some(floor)) if !floor.is_empty() => floors.push(Vec::new()),
            ("", _) => {}
            (line, Some(floor)) => floor.push((number, line)),
            (_, None) => {}
        }
    }
    floors.retain(|floor| !floor.is_empty());
    floors
}

/// True if most letters are those of drawings of this project.
fn is_mostly_known(floors: &[Vec<(usize, &str)>]) -> bool {
    let letters = || floors.iter().flatten().flat_map(|(_, row)| row.chars());
    let known = letters().filter(|letter| Tile::from_letter(*letter).is_some()).count();
    2 * known >= letters().count()
}

struct Reader<'a> {
    aliases: &'a Aliases,
    tiles: Tiles,
    /// Cells with more than a tile.
    more: Vec<(Cell, char, &'a Meaning)>,
    names: ForeignNames,
}

impl<'a> Reader<'a> {
    fn new(aliases: &'a Aliases) -> Self {
        let (tiles, more, names) = (Tiles::default(), Vec::new(), ForeignNames::default());
        Self { aliases, tiles, more, names }
    }

    /// Checks that each letter has a meaning.
    fn check(&self, floors: &[Vec<(usize, &str)>]) -> Result<(), ReadError> {
        let unknown = self.unknown(floors);
        let Some((_, &(_, line, column))) = unknown.first() else { return Ok(()) };
        let each: Vec<String> = unknown
            .iter()
            .take(20)
            .map(|(letter, (times, ..))| format!("{letter:?} ({times})"))
            .collect();
        let (stand, more) = match unknown.len().saturating_sub(20) {
            0 if unknown.len() == 1 => ("stands", String::new()),
            0 => ("stand", String::new()),
            more => ("stand", format!(" and {more} more")),
        };
        let message = format!(
            "{}{more} {stand} for no tile; --map FILE says what letters mean",
            each.join(", ")
        );
        Err(at(line, column, message))
    }

    /// The letters without a meaning, each with its number, and the line and the column of the first.
    fn unknown(&self, floors: &[Vec<(usize, &str)>]) -> Letters {
        let mut unknown = Letters::default();
        for (number, row) in floors.iter().flatten() {
            for (column, letter) in row.chars().enumerate() {
                let is_known = letter == ' '
                    || self.given(letter).is_some()
                    || Tile::from_letter(letter).is_some();
                if !is_known {
                    unknown.entry(letter).or_insert((0, *number, column)).0 += 1;
                }
            }
        }
        unknown
    }

    /// The meaning of a letter in the table.
    fn given(&self, letter: char) -> Option<&'a Meaning> {
        self.aliases.meaning(letter.encode_utf8(&mut [0; 4])).or_else(|| {
            let is_ours = letter == ' ' || Tile::from_letter(letter).is_some();
            self.aliases.otherwise().filter(|_| !is_ours)
        })
    }

    fn floor(&mut self, rows: &[(usize, &str)], wide: usize) {
        let empty = self.aliases.empty().unwrap_or_default();
        let floor = self.tiles.floors.len() as u32;
        let mut grid = Grid::filled(rows.len() as u32, wide as u32, empty);
        for (row, (_, line)) in (0..).zip(rows) {
            for (col, letter) in (0..).zip(line.chars()) {
                let Some(meaning) = self.given(letter) else {
                    let ours = Tile::from_letter(letter).filter(|_| letter != ' ');
                    grid.set(row, col, ours.unwrap_or(empty));
                    continue;
                };
                let found = named("letter", letter, meaning.clone(), Basis::Given);
                self.names.used(&found, || format!("line {}", row + 1));
                grid.set(row, col, meaning.tile().unwrap_or(Tile::Floor));
                if meaning.plain().is_none() {
                    self.more.push((Cell::new(floor, row, col), letter, meaning));
                }
            }
        }
        self.tiles.floors.push(grid);
    }

    fn finish(mut self) -> Result<Import, ReadError> {
        let mut builder = LevelBuilder::default();
        for name in self.aliases.plates() {
            builder.names().add_plate(name);
            self.tiles.plates.push(Plate { cells: Vec::new(), gives: None });
        }
        for (cell, letter, meaning) in self.more {
            let put = meaning.put(&[cell], &mut self.tiles, &mut builder);
            put.map_err(|message| wrong(format!("--map: {letter:?}"), message))?;
        }
        self.aliases.place(&mut self.tiles, &[])?;
        builder.set_tiles(self.tiles);
        let names = self.names.list();
        let levels = vec![Ok(builder.level(None, None)?)];
        Ok(Import { names, ..Import::of(levels, Vec::new()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(pairs: &[(&str, &str)]) -> Aliases {
        Aliases::of(pairs.iter().copied()).expect("a table")
    }

    #[test]
    fn letters_of_the_table_have_their_meanings() {
        let table = given(&[
            ("w", "WALL"),
            ("A", "START"),
            ("g", "lock needs=symbol:k on TRIFORCE"),
            ("k", "key gives=symbol:k"),
            ("q", "WALL"),
        ]);
        let read = read("wwwww\nwAkgw\nwwwww\n", &table).expect("a level");
        let level = read.levels.into_iter().next().expect("one").expect("a level");
        let tiles = level.tiles.expect("tiles");
        assert_eq!(tiles.locks.len(), 1);
        assert_eq!(tiles.marks.len(), 1);
        assert_eq!(tiles.goal_cells().to_vec(), [Cell::new(0, 1, 3)]);
        let note = "--map: \"q\" names nothing in the file";
        assert_eq!(table.unmet().as_deref(), Some(note));
    }

    #[test]
    fn letters_without_a_meaning_are_told_at_once() {
        let said = read("#####\n#@q*yq#\n#####\n", &given(&[("A", "START")])).unwrap_err();
        let said = said.to_string();
        assert!(said.contains("'q' (2), 'y' (1) stand for no tile"), "{said}");
    }
}
