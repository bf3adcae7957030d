//! Reads level text of GVGAI, by the description of its game.
//!
//! The `LevelMapping` of a game gives the sprites of each letter, its other parts say what they do. The avatar is the
//! start. What the avatar steps back from is a wall, what it pushes a block, what kills it a pit if blocks fill it and
//! otherwise a wall. The sprites whose end wins are goals; one from which the avatar steps back without the key needs
//! the key. Where blocks are brought into holes to win, each hole is taken as a target for one block. A game in which
//! the avatar or a block meets something with another effect, such as a way through a portal, is refused.
//!
//! Without a game, the letters are those of `zelda`: `w` a wall, `A` the avatar, `+` the key, `g` the goal, `1` to `3`
//! enemies, `.` and a blank floor.

mod game;

use crate::Import;
use crate::aliases::Aliases;
use crate::grid::{Draft, Drawing, Tally, pit, pushed_freely};
use game::{Game, Role};
use level::formats::json::{ReadError, wrong};
use level::{Cell, Level, Tile};
use std::collections::BTreeSet;

/// The games that are known by name: descriptions with what matters here.
const GAMES: [(&str, &str); 3] = [
    ("zelda", include_str!("gvgai/zelda.txt")),
    ("bait", include_str!("gvgai/bait.txt")),
    ("sokoban", include_str!("gvgai/sokoban.txt")),
];

/// The guess for a level without a game.
const ZELDA: &str = "letters as in zelda (--game FILE gives the LevelMapping of another game)";

/// True if a text looks like a level: rows of equal length with one `A`, and a border of `w`.
#[must_use]
pub fn is(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
    let rows = || text.lines().map(str::trim_end);
    let width = rows().next().map_or(0, str::len);
    let is_border = |row: &str| {
        let walls = row.bytes().filter(|byte| *byte == b'w').count();
        walls > 1 && walls * 2 > row.len()
    };
    width > 2
        && rows()
            .all(|row| row.len() == width && row.bytes().all(|byte| (b' '..0x7f).contains(&byte)))
        && text.bytes().filter(|byte| *byte == b'A').count() == 1
        && rows().next().is_some_and(is_border)
        && rows().next_back().is_some_and(is_border)
}

/// True if a text describes a game.
#[must_use]
pub fn is_game(text: &str) -> bool {
    ["BasicGame", "SpriteSet", "InteractionSet"].iter().any(|part| text.contains(part))
        && text.contains("LevelMapping")
}

/// Reads a level, by the description of a game or the name of a known one, and with a table of letters that comes
/// first.
///
/// # Errors
/// A game that is not known, or whose avatar does not walk; unknown letters, at the place of the first.
///
/// ```
/// use quandary_formats::{aliases::Aliases, gvgai};
/// let read = gvgai::read("wwwww\nwA+gw\nwwwww\n", None, &Aliases::default())?;
/// assert!(read.levels[0].is_ok());
/// # Ok::<(), level::formats::json::ReadError>(())
/// ```
pub fn read(text: &str, game: Option<&str>, aliases: &Aliases) -> Result<Import, ReadError> {
    let game_text = game.map_or(Ok(GAMES[0].1), of_game)?;
    let told = Game::of(game_text)?;
    let drawing = Drawing::of_text(text);
    let mut reader =
        Reader { game: &told, aliases, used: BTreeSet::new(), roles: Tally::default(), pits: 0 };
    let put = |draft: &mut Draft, cell: Cell, letter: char| reader.put(draft, cell, letter);
    let known = || {
        let letters: Vec<String> = told.letters.iter().map(told_letter).collect();
        let more = if game.is_none() {
            "; --game FILE gives the LevelMapping of another game"
        } else {
            ""
        };
        format!("{}{}{more}", letters.join(", "), aliases.letters())
    };
    let draft = Draft::drawn(&drawing, &mut 0, put, known)?;
    let notes = reader.notes(&draft);
    let mut unread = Tally::default();
    told.unread(&reader.used).into_iter().for_each(|meeting| unread.count(meeting));
    if let Some(message) = unread.note("is played by more than is read") {
        return Ok(Import::of(vec![Err(wrong("game", message))], notes));
    }
    let is_emptied = told.is_won_without(&["box", "crate", "block"]);
    let guessed =
        if game.is_none() && !reader.used.is_empty() { vec![ZELDA.to_owned()] } else { Vec::new() };
    Ok(Import { guessed, ..Import::of(vec![level(draft, is_emptied, aliases)], notes) })
}

/// A letter with its sprites.
fn told_letter((letter, sprites): (&char, &Vec<String>)) -> String {
    format!("{letter} {}", diagnostics::short(&sprites.join(" ")))
}

/// The description of a game.
fn of_game(game: &str) -> Result<&str, ReadError> {
    if game.contains("LevelMapping") {
        return Ok(game);
    }
    let known = GAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(game.trim()));
    known.map(|(_, text)| *text).ok_or_else(|| {
        let known = GAMES.map(|(name, _)| name);
        let message = diagnostics::unknown("game of GVGAI", game, known);
        wrong("--game", message + "; a file with a LevelMapping describes another")
    })
}

struct Reader<'a> {
    game: &'a Game,
    aliases: &'a Aliases,
    /// The sprites of the level.
    used: BTreeSet<String>,
    /// The sprites whose role is a guess.
    roles: Tally,
    pits: usize,
}

impl Reader<'_> {
    /// Places the sprites of a letter; false if it has none.
    fn put(&mut self, draft: &mut Draft, cell: Cell, letter: char) -> bool {
        if let Some(said) = self.aliases.letter(letter) {
            draft.put(cell, said.unwrap_or_default());
            return true;
        }
        let none = Vec::new();
        let sprites = match self.game.letters.get(&letter) {
            Some(sprites) => sprites,
            None if letter == ' ' => &none,
            None => return false,
        };
        draft.put(cell, Tile::Floor);
        for sprite in sprites {
            self.place(draft, cell, sprite);
        }
        true
    }

    fn place(&mut self, draft: &mut Draft, cell: Cell, sprite: &str) {
        if !self.used.contains(sprite) {
            self.used.insert(sprite.to_owned());
        }
        match self.game.role(sprite) {
            Role::Floor => {}
            Role::Wall => draft.put(cell, Tile::Wall),
            Role::Block => draft.put(cell, Tile::Block),
            Role::Avatar => draft.starts.push(cell),
            Role::Key => draft.keys.push(cell),
            Role::Goal { locked } => {
                draft.goals.push(cell);
                draft.locked.extend(locked.then_some(cell));
            }
            Role::Target => draft.targets.push(cell),
            Role::Pit => {
                self.pits += 1;
                draft.put(cell, pit(0).0);
            }
            Role::Enemy => {
                self.roles.count(format!("{sprite} as an enemy, which is walked past"));
                if draft.tile(cell) == Some(Tile::Floor) {
                    draft.put(cell, Tile::Enemy);
                }
            }
            Role::Deadly => {
                self.roles.count(format!("{sprite} as WALL, for it kills the avatar"));
                draft.put(cell, Tile::Wall);
            }
            Role::Unknown => self.roles.count(format!("{sprite} as floor")),
        }
    }

    fn notes(&self, draft: &Draft) -> Vec<String> {
        let mut notes = Vec::new();
        notes.extend(self.roles.note("sprites are read by their names"));
        notes.extend(pit(self.pits).1);
        if !draft.targets.is_empty() {
            notes.push(
                "each hole is a target for one block, which stays there; in the game it is gone"
                    .to_owned(),
            );
        }
        notes.extend(self.game.won_otherwise().map(|how| {
            format!("the game is won by {:?}, which is not read", diagnostics::short(how))
        }));
        notes
    }
}

/// The level of a draft. If it is won when all blocks are gone, there must be a target for each.
fn level(mut draft: Draft, is_emptied: bool, aliases: &Aliases) -> Result<Level, ReadError> {
    let blocks = draft.grid.tiles().iter().filter(|tile| **tile == Tile::Block).count();
    let holes = draft.targets.len();
    if is_emptied && holes > 0 && holes != blocks {
        let [blocks, holes] = [(blocks, "block", "blocks"), (holes, "hole", "holes")]
            .map(|(many, one, more)| diagnostics::counted(many as u64, one, more));
        let message = format!("has {blocks} for {holes}; only as many of each are read");
        return Err(wrong("level", message));
    }
    if blocks > 0 {
        draft.rules = Some(pushed_freely());
    }
    draft.level(aliases)
}

#[cfg(test)]
mod tests;
