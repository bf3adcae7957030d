//! A second reader of boards, letter by letter, and random boards that both read alike.

use level::{Cell, Level, Tile};
use proptest::prelude::*;
use quandary_formats::xsb::{print, print_all, read};

/// A closed board.
const CLOSED: &str = "#####\n#@$.#\n#####\n";
/// The letters of each square: floor, wall, target, block, block on a target.
const LETTERS: [&str; 5] = [" -_", "#", ".o", "$b", "*B"];
/// The letters of the player, on floor and on a target.
const PLAYERS: [&str; 2] = ["@p", "+P"];

/// A closed board: the squares as indices of [`LETTERS`], and a player.
#[derive(Clone, Debug)]
struct Room {
    rows: Vec<Vec<usize>>,
    player: (usize, usize),
    on_target: bool,
}

impl Room {
    fn letter(&self, row: usize, col: usize, pick: usize) -> char {
        let letters = match (row, col) == self.player {
            true => PLAYERS[usize::from(self.on_target)],
            false => LETTERS[self.rows[row][col]],
        };
        letters.chars().cycle().nth(pick).unwrap()
    }

    /// The tiles and targets of a square, as the level has them.
    fn square(&self, row: usize, col: usize) -> (Tile, bool) {
        match (self.rows[row][col], (row, col) == self.player) {
            (_, true) => (Tile::Floor, self.on_target),
            (1, _) => (Tile::Wall, false),
            (2, _) => (Tile::Floor, true),
            (3, _) => (Tile::Block, false),
            (4, _) => (Tile::Block, true),
            _ => (Tile::Floor, false),
        }
    }

    /// True for the squares that the player reaches if only walls block.
    fn reached(&self) -> Vec<Vec<bool>> {
        let mut reached: Vec<Vec<bool>> =
            self.rows.iter().map(|row| vec![false; row.len()]).collect();
        reached[self.player.0][self.player.1] = true;
        let mut grows = true;
        while grows {
            grows = false;
            for row in 1..reached.len() - 1 {
                for col in 1..reached[row].len() - 1 {
                    let is_beside = reached[row - 1][col]
                        || reached[row + 1][col]
                        || reached[row][col - 1]
                        || reached[row][col + 1];
                    if is_beside && !reached[row][col] && self.square(row, col).0 != Tile::Wall {
                        reached[row][col] = true;
                        grows = true;
                    }
                }
            }
        }
        reached
    }

    /// Checks the tiles, the targets and the start of a level.
    fn is(&self, level: &Level) {
        let (tiles, reached) = (level.tiles.as_ref().unwrap(), self.reached());
        let mut targets = Vec::new();
        for (row, squares) in self.rows.iter().enumerate() {
            for (col, is_reached) in (0..squares.len()).zip(&reached[row]) {
                let (tile, is_target) = self.square(row, col);
                let is_void = tile == Tile::Floor && !is_target && !is_reached;
                let expect = if is_void { Tile::Void } else { tile };
                let found = tiles.floors[0].get(row as u32, col as u32);
                assert_eq!(found, Some(expect), "row {row}, column {col} of {self:?}");
                if is_target {
                    targets.push(Cell::new(0, row as u32, col as u32));
                }
            }
        }
        assert_eq!(tiles.plates[0].cells, targets);
        let start = Cell::new(0, self.player.0 as u32, self.player.1 as u32);
        assert_eq!(tiles.start, Some(start));
    }
}

/// Rooms with a wall around them and at least one target.
fn rooms() -> impl Strategy<Value = Room> {
    (1..6usize, 2..7usize).prop_flat_map(|(rows, cols)| {
        let inner = prop::collection::vec(prop::collection::vec(0..5usize, cols), rows);
        (inner, 1..=rows, 1..cols, any::<bool>()).prop_map(move |(inner, row, col, on_target)| {
            let mut rows = vec![vec![1; cols + 2]];
            rows.extend(inner.into_iter().map(|row| [vec![1], row, vec![1]].concat()));
            rows.push(vec![1; cols + 2]);
            rows[row][col + 1] = 2;
            Room { rows, player: (row, col), on_target }
        })
    })
}

/// Writes rows with run lengths and groups, chosen by numbers.
fn packed(row: &str, picks: &mut impl Iterator<Item = usize>) -> String {
    let mut text = String::new();
    let letters: Vec<char> = row.chars().collect();
    for run in letters.chunk_by(|a, b| a == b) {
        let (letter, many) = (run[0], run.len());
        match (picks.next().unwrap_or(0) % 4, many % 2) {
            (0, _) => text.extend(run),
            (1, 0) => text += &format!("2({}{letter})", many / 2),
            (2, _) if !"@+pP".contains(letter) => text += &format!("{many}({letter})"),
            (_, _) => text += &format!("{many}{letter}"),
        }
    }
    text
}

proptest! {
    #[test]
    fn boards_are_read_as_a_twin_reads_them(
        rooms in prop::collection::vec(rooms(), 1..4),
        picks in prop::collection::vec(0..12usize, 40),
        is_packed in any::<bool>(),
        is_one_line in any::<bool>(),
    ) {
        let mut picks = picks.into_iter().cycle();
        let mut written = String::new();
        for (number, room) in rooms.iter().enumerate() {
            let mut row = |row: usize| -> String {
                let letters = (0..room.rows[row].len()).map(|col| {
                    room.letter(row, col, picks.next().unwrap_or(0))
                });
                let plain: String = letters.collect();
                if is_packed { packed(&plain, &mut picks) } else { plain }
            };
            let rows: Vec<String> = (0..room.rows.len()).map(&mut row).collect();
            let board = rows.join(if is_one_line { "|" } else { "\n" });
            written += &format!("; {number}\n{board}\n\n");
        }
        let levels = read(&written).map_err(|error| TestCaseError::fail(format!("{error}\n{written}")))?;
        prop_assert_eq!(levels.len(), rooms.len());
        for (room, level) in rooms.iter().zip(&levels) {
            room.is(level);
            // VOID beside floor becomes a wall, once.
            let printed = print(level).unwrap();
            let again = read(&printed).unwrap();
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(print(&again[0]), Ok(printed));
        }
        let all = print_all(&levels).unwrap();
        prop_assert_eq!(print_all(&read(&all).unwrap()), Ok(all));
    }

    /// Names and authors come back, whatever they are, in one line and without blanks around.
    #[test]
    fn names_and_authors_come_back(
        names in prop::collection::vec("[ -~]{0,12}", 1..4),
        authors in prop::collection::vec("[ -~]{0,12}", 4),
    ) {
        let level = |(name, author): (&String, &String)| {
            let mut level = read(CLOSED).unwrap().remove(0);
            let [name, author] = [name, author].map(|text| text.trim().to_owned());
            level.name = Some(name).filter(|name| !name.is_empty());
            if !author.is_empty() {
                level.provenance.get_or_insert_default().insert("author".to_owned(), author.into());
            }
            let printed = print(&level).unwrap();
            assert_eq!(read(&printed).unwrap()[..], [level.clone()], "{printed}");
            level
        };
        let levels: Vec<Level> = names.iter().zip(&authors).map(level).collect();
        let all = print_all(&levels).unwrap();
        let again = read(&all).unwrap();
        let of = |levels: &[Level]| -> Vec<_> {
            levels.iter().map(|level| (level.name.clone(), level.provenance.clone())).collect()
        };
        prop_assert_eq!(of(&again), of(&levels), "{}", all);
    }
}
