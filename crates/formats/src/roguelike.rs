//! Reads drawings in the letters of roguelikes.
//!
//! `.` is floor, `#` a wall, a blank nothing; `+` a door, `'` an open one; `@` or else `<` the start, `>` a goal; `^` a
//! hazard that nobody enters, `}` water. Where `|` and `-` are the walls, as in NetHack, `#` is a corridor. A file is
//! one drawing. Ends of short rows are nothing.

use crate::Import;
use crate::aliases::Aliases;
use crate::grid::{Draft, Drawing, pit};
use level::formats::json::ReadError;
use level::{Cell, Tile};

/// The letters, with their tiles. `^` and the start are told apart from others before this table.
const LETTERS: [(char, Tile); 11] = [
    ('.', Tile::Floor),
    ('#', Tile::Wall),
    (' ', Tile::Void),
    ('|', Tile::Wall),
    ('-', Tile::Wall),
    ('+', Tile::DoorOpen),
    ('\'', Tile::DoorOpen),
    ('>', Tile::Goal),
    ('<', Tile::Start),
    ('@', Tile::Start),
    ('}', Tile::Element),
];
/// The letter of a hazard.
const HAZARD: char = '^';

/// True if a text is a drawing in these letters: it has a floor, a wall, and a start or a goal, and letters that a
/// drawing of our own does not have.
#[must_use]
pub fn is(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_known = |letter| letter == HAZARD || LETTERS.iter().any(|(known, _)| *known == letter);
    let mut lines = text.lines().map(str::trim_end);
    let has = |letters: &str| text.contains(|letter| letters.contains(letter));
    lines.all(|line| line.chars().all(is_known))
        && has(".")
        && has("#|-")
        && has("<>@")
        && (has("<'^}") || text.lines().any(|line| line.trim_end().contains(' ')))
}

/// Reads a drawing, with a table of letters that extends or overrides the usual ones. A letter without a meaning is
/// VOID.
///
/// # Errors
/// Unknown letters, at the place of the first; no start.
///
/// ```
/// use quandary_formats::{aliases::Aliases, roguelike};
/// let read = roguelike::read(" ####\n #@.####\n ##'...>#\n  ######\n", &Aliases::default())?;
/// assert!(read.levels[0].is_ok());
/// # Ok::<(), level::formats::json::ReadError>(())
/// ```
pub fn read(text: &str, aliases: &Aliases) -> Result<Import, ReadError> {
    let drawing = Drawing::of_text(text);
    let style = Style::of(&drawing);
    let mut pits = 0;
    let (hazard, _) = pit(0);
    let put = |draft: &mut Draft, cell: Cell, letter: char| {
        let said = aliases.letter(letter).map(Option::unwrap_or_default);
        if said.is_none() && letter == HAZARD {
            pits += 1;
        }
        let tile = said.or_else(|| style.tile(letter, hazard));
        tile.is_some_and(|tile| {
            draft.put(cell, tile);
            true
        })
    };
    let known = || {
        let known = LETTERS.map(|(letter, tile)| format!("{letter} {tile}"));
        format!("{}, ^ a hazard{}", known.join(", "), aliases.letters())
    };
    let draft = Draft::drawn(&drawing, &mut 0, put, known)?;
    let notes = style.notes(&drawing, aliases, pits);
    Ok(Import::of(vec![draft.level(aliases)], notes))
}

/// How a drawing uses letters of two meanings.
#[derive(Clone, Copy)]
struct Style {
    /// True if `#` is a corridor between walls of `|` and `-`.
    has_corridors: bool,
    /// True if `@` shows the player: then `<` is only a stair.
    has_player: bool,
}

impl Style {
    fn of(drawing: &Drawing<'_>) -> Self {
        let has = |letter: char| drawing.rows.iter().any(|row| row.contains(letter));
        Self { has_corridors: has('|') && has('-') && has('#'), has_player: has('@') }
    }

    fn tile(self, letter: char, hazard: Tile) -> Option<Tile> {
        match letter {
            HAZARD => Some(hazard),
            '#' if self.has_corridors => Some(Tile::Floor),
            '<' if self.has_player => Some(Tile::Floor),
            _ => LETTERS.iter().find(|(known, _)| *known == letter).map(|&(_, tile)| tile),
        }
    }

    /// Notes on letters that mean less, or more, than they say.
    fn notes(self, drawing: &Drawing<'_>, aliases: &Aliases, pits: usize) -> Vec<String> {
        let many = |letter: char| {
            let all = drawing.rows.iter().flat_map(|row| row.chars());
            let many = all.filter(|found| *found == letter).count() as u64;
            if aliases.letter(letter).is_some() { 0 } else { many }
        };
        let said = [
            (
                many('+'),
                "+ is read as an open door; \"+\" = \"DOOR_LOCKED\" in the file of --map locks them",
            ),
            (many('}'), "} is water, which needs the key item"),
            (
                if self.has_corridors { many('#') } else { 0 },
                "# is read as a corridor, for | and - are the walls; \"#\" = \"WALL\" in the file of \
                 --map makes it one",
            ),
            (
                if self.has_player { many('<') } else { 0 },
                "< is read as floor, for @ is where the player starts",
            ),
        ];
        let said = said.into_iter().filter(|(many, _)| *many > 0);
        said.map(|(_, note)| note.to_owned()).chain(pit(pits).1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::{Options, solve};

    const CELLAR: &str = "  #####\n  #@..#\n  ##+###\n   #...'.\n   #^}.#>\n   ######\n";

    fn level(text: &str) -> (level::Level, Vec<String>) {
        let mut read = read(text, &Aliases::default()).unwrap();
        (read.levels.remove(0).unwrap(), read.notes)
    }

    fn length(level: &level::Level) -> Option<u64> {
        let rules = level.rules_under(None);
        let solution = solve(level, &rules, &Options::default(), &level::Limits::default());
        match solution.unwrap().verdict {
            level::Verdict::Solvable { walk, .. } => Some(walk.cost.straight),
            _ => None,
        }
    }

    #[test]
    fn a_drawing_is_told_from_ours_and_from_others() {
        assert!(is(CELLAR));
        for other in [
            "",
            "#####\n#@.*#\n#####\n",
            "#####\n#@.>#\n#####\n",
            "#####\n#@$.#\n# # #\n",
            "wwwww\nwA+gw\n",
            "{\"a\": 1}",
            "  .\n  >\n",
            "quandary/level/1\n\n#'@.\n",
        ] {
            assert!(!is(other), "{other:?}");
        }
    }

    #[test]
    fn a_drawing_is_read_with_its_notes() {
        let (level, notes) = level(CELLAR);
        assert_eq!(length(&level), Some(8));
        assert_eq!(notes.len(), 3, "{notes:?}");
        let locked = Aliases::of([("+", "DOOR_LOCKED"), ("}", "FLOOR")]).unwrap();
        let read = read(CELLAR, &locked).unwrap();
        assert_eq!((length(read.levels[0].as_ref().unwrap()), read.notes.len()), (None, 1));
    }

    #[test]
    fn corridors_run_between_walls_of_lines() {
        let (level, notes) =
            level("-----   ---\n|.<.|   |@|\n|...+####.|\n|.>.|   |.|\n-----   ---\n");
        assert_eq!(length(&level), Some(9));
        assert_eq!(notes.len(), 3, "{notes:?}");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let said = |text: &str| match read(text, &Aliases::default()) {
            Ok(mut read) => read.levels.remove(0).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        let unknown = said("\n###\n#.Z@Q.Z>\n");
        assert!(
            unknown.starts_with("line 3, column 3: 'Q', 'Z' (2) stand for no tile"),
            "{unknown}"
        );
        assert!(said("#.>\n").contains("--start X,Y"));
        assert!(said("#@.@ >\n").contains("has two starts"));
    }
}
