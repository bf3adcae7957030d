//! Reads arrays of numbers, as the PCG Benchmark and similar research writes its levels: a list of rows, or a list of
//! such lists. What the numbers mean, the name of the game says, or a table of names `"0"`, `"1"`, ….

use crate::Import;
use crate::aliases::Aliases;
use crate::grid::{Draft, Tally, pushed_freely};
use level::formats::json::{ReadError, at, parse, wrong};
use level::{Cell, Level, Tile};

/// What a number means.
#[derive(Clone, Copy)]
enum What {
    Tile(Tile),
    /// The key of all locked goals.
    Key,
    /// A goal that needs the key.
    LockedGoal,
    /// A cell that needs a block.
    Target,
    /// Floor with something that has no effect.
    Bare(&'static str),
}

use What::{Bare, Key, LockedGoal, Target};
const WALL: What = What::Tile(Tile::Wall);
const FLOOR: What = What::Tile(Tile::Floor);
const START: What = What::Tile(Tile::Start);
const GOAL: What = What::Tile(Tile::Goal);
const ENEMY: What = What::Tile(Tile::Enemy);
const BLOCK: What = What::Tile(Tile::Block);

/// The games, with the meaning of each number from 0.
const GAMES: [(&str, &[What]); 4] = [
    ("zelda", &[WALL, FLOOR, START, Key, LockedGoal, ENEMY]),
    ("sokoban", &[WALL, FLOOR, START, BLOCK, Target]),
    ("mdungeons", &[WALL, FLOOR, START, GOAL, Bare("potion"), Bare("treasure"), ENEMY, ENEMY]),
    ("binary", &[WALL, FLOOR]),
];

/// True if a text is an array of arrays of numbers.
#[must_use]
pub fn is(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
    depth(text) > 1
        && text.contains(|letter: char| letter.is_ascii_digit())
        && text.bytes().all(|byte| {
            byte.is_ascii_digit() || byte.is_ascii_whitespace() || b"[],-.eE+".contains(&byte)
        })
}

/// The number of brackets with which a text begins, at most 4.
fn depth(text: &str) -> usize {
    let letters = text.chars().filter(|letter| !letter.is_ascii_whitespace());
    letters.take(4).take_while(|letter| *letter == '[').count()
}

/// Reads the levels of a text by the numbers of a game, or by a table of names for them, which comes first.
///
/// # Errors
/// A game that is not known; a text that is no such array, or whose numbers nothing names. A level with a fault is a
/// faulty one of the file.
///
/// ```
/// use quandary_formats::{aliases::Aliases, arrays};
/// let none = Aliases::default();
/// assert!(arrays::read("[[2,3,4]]", Some("zelda"), &none)?.levels[0].is_ok());
/// let said = arrays::read("[[2,3,4]]", None, &none).unwrap_err().to_string();
/// assert!(said.contains("say --game zelda|sokoban|"));
/// # Ok::<(), level::formats::json::ReadError>(())
/// ```
pub fn read(text: &str, game: Option<&str>, aliases: &Aliases) -> Result<Import, ReadError> {
    let game = game.map(of_game).transpose()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (levels, is_list): (Vec<Vec<Vec<i64>>>, bool) = match depth(text) {
        3.. => (parse(text)?, true),
        _ => (vec![parse(text)?], false),
    };
    if game.is_none() && !levels.iter().flatten().flatten().all(|n| said(*n, aliases).is_some()) {
        let games = GAMES.map(|(name, _)| name).join("|");
        let message = format!(
            "is an array of numbers; say --game {games}, or name each number in the file of --map: \"0\" = \"WALL\""
        );
        return Err(at(0, 0, message));
    }
    let mut reader = Reader { game, aliases, cells: 0, bare: Tally::default() };
    let mut read = Import::default();
    for (number, rows) in levels.iter().enumerate() {
        let field = if is_list { format!("[{number}]") } else { "array".to_owned() };
        read.levels.push(reader.level(&field, rows));
    }
    read.notes.extend(reader.bare.note("no effect have"));
    Ok(read)
}

/// The numbers of a game.
fn of_game(name: &str) -> Result<&'static [What], ReadError> {
    let known = GAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map(|(_, numbers)| *numbers).ok_or_else(|| {
        let known = GAMES.map(|(name, _)| name);
        wrong("--game", diagnostics::unknown("game with arrays of numbers", name, known))
    })
}

/// The tile of a number by the table of names.
fn said(number: i64, aliases: &Aliases) -> Option<Tile> {
    aliases.said(&number.to_string()).map(Option::unwrap_or_default)
}

struct Reader<'a> {
    game: Option<&'static [What]>,
    aliases: &'a Aliases,
    cells: u64,
    bare: Tally,
}

impl Reader<'_> {
    fn level(&mut self, field: &str, rows: &[Vec<i64>]) -> Result<Level, ReadError> {
        let cols = rows.first().map_or(0, Vec::len);
        let draft = Draft::filled([rows.len(), cols], Tile::Void, &mut self.cells);
        let mut draft = draft.map_err(|message| wrong(field, message))?;
        for (row, numbers) in rows.iter().enumerate() {
            if numbers.len() != cols {
                let found = diagnostics::counted(numbers.len() as u64, "number", "numbers");
                let message = format!("a row of {found} among rows of {cols}");
                return Err(wrong(format!("{field}[{row}]"), message));
            }
            for (col, &number) in numbers.iter().enumerate() {
                let cell = Cell::new(0, row as u32, col as u32);
                let put = self.put(&mut draft, cell, number);
                put.map_err(|message| wrong(format!("{field}[{row}][{col}]"), message))?;
            }
        }
        if draft.has(Tile::Block) {
            draft.rules = Some(pushed_freely());
        }
        draft.level(self.aliases).map_err(|error| match error {
            ReadError::Field { field: of, message } if of == "level" => wrong(field, message),
            other => other,
        })
    }

    /// Places what a number means.
    fn put(&mut self, draft: &mut Draft, cell: Cell, number: i64) -> Result<(), String> {
        if let Some(tile) = said(number, self.aliases) {
            draft.put(cell, tile);
            return Ok(());
        }
        let numbers = self.game.unwrap_or_default();
        let what = usize::try_from(number).ok().and_then(|number| numbers.get(number));
        let Some(&what) = what else {
            let last = numbers.len().saturating_sub(1);
            return Err(format!("is {number}; the numbers of this game are 0 to {last}"));
        };
        draft.put(cell, if let What::Tile(tile) = what { tile } else { Tile::Floor });
        match what {
            Key => draft.keys.push(cell),
            LockedGoal => {
                draft.goals.push(cell);
                draft.locked.push(cell);
            }
            Target => draft.targets.push(cell),
            Bare(name) => self.bare.count(name),
            What::Tile(Tile::Enemy) => self.bare.count("enemies, which are walked past"),
            What::Tile(_) => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::{Limits, Options, Verdict, solve};

    fn lengths(text: &str, game: &str) -> Vec<Option<u64>> {
        let read = read(text, Some(game), &Aliases::default()).unwrap();
        let length = |level: &Result<Level, ReadError>| {
            let level = level.as_ref().unwrap();
            let rules = level.rules_under(None);
            let solution = solve(level, &rules, &Options::default(), &Limits::default());
            match solution.unwrap().verdict {
                Verdict::Solvable { walk, .. } => Some(walk.cost.straight),
                _ => None,
            }
        };
        read.levels.iter().map(length).collect()
    }

    #[test]
    fn arrays_are_told_from_other_json() {
        assert!(is("[[2,1,1],[0,1,4]]") && is("\n[ [[1, 2]],\n[[0]] ]"));
        for other in ["", "[1,2]", "[[]]", "[[\"a\"]]", "{\"a\":[[1]]}", "[[1]] x", "####\n"] {
            assert!(!is(other), "{other}");
        }
    }

    #[test]
    fn a_goal_of_zelda_needs_the_key() {
        let two = "[[[2,1,4],[3,0,5]],[[2,0,3],[1,1,1],[0,0,4]],[[2,4]]]";
        assert_eq!(lengths(two, "zelda"), [Some(4), Some(6), None]);
    }

    #[test]
    fn crates_are_pushed_onto_targets() {
        assert_eq!(lengths("[[2,3,1,4]]", "Sokoban"), [Some(2)]);
        assert_eq!(lengths("[[2,3,3,4]]", "sokoban"), [None]);
        assert_eq!(lengths("[[2,6,4,3]]", "mdungeons"), [Some(3)]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let said = |text: &str, game: Option<&str>| match read(text, game, &Aliases::default()) {
            Ok(mut read) => read.levels.remove(0).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(
            said("[[2,1]]", None).contains("is an array of numbers; say --game zelda|sokoban|")
        );
        assert!(said("[[2,1]]", Some("zelde")).contains("(did you mean zelda?)"));
        assert_eq!(
            said("[[2,9]]", Some("zelda")),
            "array[0][1]: is 9; the numbers of this game are 0 to 5"
        );
        assert_eq!(
            said("[[[2,1],[1]]]", Some("zelda")),
            "[0][1]: a row of 1 number among rows of 2"
        );
        assert!(said("[[1,1]]", Some("binary")).contains("has no start; --start X,Y gives one"));
        assert!(said("[[1,1.5]]", Some("binary")).starts_with("line 1, column 7"));
    }

    #[test]
    fn names_for_numbers_come_first() {
        let aliases = Aliases::of([("0", "FLOOR"), ("1", "START"), ("7", "TRIFORCE")]).unwrap();
        assert!(read("[[1,0,7]]", None, &aliases).unwrap().levels[0].is_ok());
        assert!(read("[[1,0,8]]", None, &aliases).is_err());
        assert!(read("[[1,0,7,3]]", Some("zelda"), &aliases).unwrap().levels[0].is_ok());
    }
}
