//! Reads the levels of a text.

use super::board::{Board, Ink};
use super::credits::{self, Credits};
use super::solutions::Solutions;
use super::square::Square;
use super::{MOST_LEVELS, too_many};
use crate::aliases::Aliases;
use crate::{Import, check_cells, quoted};
use level::formats::json::{ReadError, at};
use level::model::level::Level;
use std::collections::BTreeMap;

/// Reads the levels of a text.
pub(super) fn read(text: &str, aliases: &Aliases) -> Import {
    let mut reader = Reader::of(text, aliases);
    for (number, line) in text.lines().enumerate() {
        if reader.is_full {
            break;
        }
        reader.line(number, line);
    }
    reader.end()
}

/// A title; true if it comes from `Title:`.
type Title = (String, bool);

/// A text with the state of reading.
struct Reader<'a> {
    ink: Ink<'a>,
    levels: Vec<Result<Level, ReadError>>,
    /// True if the file has as many levels or cells as are read.
    is_full: bool,
    /// The level whose rows are being read.
    board: Option<Begun>,
    /// The title of the next level.
    title: Option<Title>,
    /// The line of text that names the next level if nothing else does; true if it is after a blank line.
    said: Option<(String, bool)>,
    /// True if there is a line of text since the last level or solution.
    has_text: bool,
    /// True if the last line was blank.
    is_after_blank: bool,
    /// True if `Title:` has named the previous level.
    is_titled: bool,
    /// Authors of the next level, of all levels, and the collection of the next levels.
    below: Credits,
    of_all: Credits,
    set: Option<Credits>,
    /// The line of an open `Comment:`.
    remark: Option<usize>,
    /// The line and the moves of a solution.
    solution: Option<(usize, String)>,
    solutions: Solutions,
    /// The first line of text, with its number.
    text: Option<(usize, String)>,
    left_out: LeftOut,
}

/// A level whose rows are being read.
struct Begun {
    board: Board,
    title: Option<Title>,
    /// The first line, with its number.
    first: (usize, String),
}

/// What is left out, for notes.
#[derive(Default)]
struct LeftOut {
    lines: u64,
    keys: BTreeMap<String, u64>,
    /// The first line that could have been a row.
    unclear: Option<usize>,
}

impl<'a> Reader<'a> {
    fn of(text: &str, aliases: &'a Aliases) -> Self {
        Self {
            ink: Ink { aliases, cells: 0 },
            levels: Vec::new(),
            is_full: false,
            board: None,
            title: None,
            said: None,
            has_text: false,
            is_after_blank: true,
            is_titled: false,
            below: Credits::default(),
            of_all: Credits::default(),
            // Only the game KSokoban separates levels by NUL.
            set: text.contains('\0').then(Credits::default),
            remark: None,
            solution: None,
            solutions: Solutions::default(),
            text: None,
            left_out: LeftOut::default(),
        }
    }

    fn line(&mut self, number: usize, line: &str) {
        let trimmed = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0');
        let key = key_and_value(trimmed);
        if self.remark.is_some() {
            if key.is_some_and(|(key, _)| key.eq_ignore_ascii_case("comment-end")) {
                self.remark = None;
            }
            return;
        }
        if self.takes_moves(trimmed) {
            return;
        }
        let is_comment = trimmed.is_empty() || trimmed.starts_with("::");
        let is_after_blank = std::mem::replace(&mut self.is_after_blank, is_comment);
        let remark = trimmed.strip_prefix(';').map(str::trim);
        if !is_comment && remark.is_none() && key.is_none() && self.is_row(number, line) {
            return self.squares(number, line);
        }
        self.end_board();
        match (remark, key) {
            _ if is_comment => {}
            (Some(""), _) => {}
            (Some(title), _) => self.title = Some((title.to_owned(), false)),
            (_, Some((key, value))) => self.field(number, key, value),
            _ => self.words(number, line, is_after_blank),
        }
    }

    /// True if a line is a row of a level.
    fn is_row(&mut self, number: usize, line: &str) -> bool {
        let is_open = self.board.is_some();
        let is_bare = |letter: char| letter.is_ascii_digit() || "-_ \t(".contains(letter);
        if line.chars().find(|letter| !is_bare(*letter)) == Some('#') {
            return true;
        }
        let aliases = self.ink.aliases;
        let is_square = |letter: char| Square::of(letter, aliases).is_ok();
        let is_mark = |letter: char| letter.is_ascii_digit() || "|()\t".contains(letter);
        if !line.chars().all(|letter| is_mark(letter) || is_square(letter)) {
            return is_open && (line.contains('#') || !has_word(line, is_square));
        }
        // Words such as "Bob" can be of letters of squares alone.
        let is_ours = |letter: char| aliases.known(letter).is_some();
        let has_letters = line.chars().any(|letter| letter.is_alphabetic() && !is_ours(letter));
        let has_signs = line.chars().any(|letter| ".$*@+".contains(letter) || is_ours(letter));
        let is_row = has_signs || (line.contains(['-', '_']) && (is_open || !has_letters));
        if is_open && has_letters && !is_row {
            self.left_out.unclear.get_or_insert(number);
        }
        is_row
    }

    /// Takes a line of moves of the solution that is being read.
    fn takes_moves(&mut self, line: &str) -> bool {
        let Some((_, moves)) = &mut self.solution else { return false };
        if is_moves(line) {
            moves.push_str(line);
            moves.push(' ');
            return true;
        }
        let is_before = line.is_empty() && moves.is_empty();
        if !is_before {
            self.end_solution();
        }
        is_before
    }

    fn end_solution(&mut self) {
        let Some((line, moves)) = self.solution.take().filter(|(_, moves)| !moves.is_empty())
        else {
            return;
        };
        (self.said, self.has_text) = (None, false);
        if let Some(Ok(level)) = self.levels.last() {
            let number = self.levels.len();
            let name = level.name.as_deref().map(|name| format!(" {:?}", diagnostics::short(name)));
            let name = format!("level {number}{}", name.unwrap_or_default());
            self.solutions.check(level, &name, line, &moves);
        }
    }

    fn field(&mut self, number: usize, key: &str, value: &str) {
        match (key.to_ascii_lowercase().as_str(), credits::field(key)) {
            ("title", _) if !value.is_empty() => self.name(value),
            ("comment", _) if value.is_empty() => self.remark = Some(number),
            ("title" | "comment" | "comment-end", _) => {}
            (_, Some(field)) => self.credit(field, value),
            (key, None) if is_heading(key) && !self.levels.is_empty() => {
                let moves = if is_moves(value) { format!("{value} ") } else { String::new() };
                self.solution = Some((number, moves));
            }
            _ => *self.left_out.keys.entry(diagnostics::short(key)).or_default() += 1,
        }
    }

    /// Uses the value of `Title:`.
    fn name(&mut self, title: &str) {
        match self.levels.last_mut() {
            Some(above) if !self.is_titled && self.title.is_none() => {
                if let Ok(above) = above {
                    above.name = Some(title.to_owned());
                }
                self.is_titled = true;
            }
            _ => self.title = Some((title.to_owned(), true)),
        }
    }

    /// Uses the value of `Author:` and the like.
    fn credit(&mut self, field: &'static str, value: &str) {
        let is_below = self.title.is_some() || matches!(self.said, Some((_, true)));
        match self.levels.last_mut() {
            _ if value.is_empty() => {}
            _ if is_below => self.below.set(field, value),
            None => self.of_all.set(field, value),
            Some(Err(_)) => {}
            Some(Ok(above)) => {
                if !credits::give(above, field, value) {
                    self.below.set(field, value);
                }
            }
        }
    }

    /// Uses a line of text.
    fn words(&mut self, number: usize, line: &str, is_after_blank: bool) {
        self.text.get_or_insert_with(|| (number, line.to_owned()));
        let line = line.trim();
        if let Some(set) = &mut self.set {
            set.set("collection", line);
        } else if is_heading(line) && !self.levels.is_empty() {
            self.solution = Some((number, String::new()));
        } else {
            self.left_out.lines += 1;
            let is_title = is_after_blank || !self.has_text;
            self.said = is_title.then(|| (line.to_owned(), is_after_blank));
            self.has_text = true;
        }
    }

    /// Reads a line of squares.
    fn squares(&mut self, number: usize, line: &str) {
        let mut begun = self.board.take().unwrap_or_else(|| self.begin(number, line));
        begun.board.line((number, 0), line, &mut self.ink);
        self.board = Some(begun);
    }

    /// Begins a level, which takes the title above it.
    fn begin(&mut self, number: usize, line: &str) -> Begun {
        let mut title = self.title.take();
        if let (None, Some((said, _))) = (&title, self.said.take()) {
            title = Some((said, false));
            self.left_out.lines -= 1;
        }
        self.has_text = false;
        Begun { board: Board::new((number, 0)), title, first: (number, line.to_owned()) }
    }

    /// Finishes the current level, if there is one.
    fn end_board(&mut self) {
        let Some(Begun { board, title, first }) = self.board.take() else { return };
        if board.is_rule() {
            self.left_out.lines += 1;
            self.text.get_or_insert(first);
            self.title = title;
            return;
        }
        if self.levels.len() == MOST_LEVELS {
            self.is_full = true;
            return self.levels.push(Err(at(first.0, 0, too_many())));
        }
        self.is_titled = title.as_ref().is_some_and(|(_, is_said)| *is_said);
        let below = std::mem::take(&mut self.below);
        let level = board.level(&mut self.ink).map(|mut level| {
            level.name = title.map(|(title, _)| title);
            below.give(&mut level);
            self.set.iter().for_each(|set| set.give(&mut level));
            level
        });
        self.is_full = check_cells(self.ink.cells).is_err();
        self.levels.push(level);
    }

    /// The levels and the notes.
    fn end(mut self) -> Import {
        self.end_board();
        self.end_solution();
        if let Some(line) = self.remark {
            self.levels.push(Err(at(line, 0, "Comment: has no Comment-End: after it")));
        }
        if self.levels.is_empty() {
            let none = at(0, 0, "no level is drawn");
            // If it is meant as a level, the fault is in the first line of text.
            let fault = self.text.take().and_then(|(number, line)| {
                let mut board = Board::new((number, 0));
                board.line((number, 0), &line, &mut self.ink);
                board.level(&mut self.ink).err()
            });
            self.levels.push(Err(fault.unwrap_or(none)));
        }
        self.levels.iter_mut().flatten().for_each(|level| self.of_all.give(level));
        let mut notes = self.left_out.notes();
        notes.extend(self.solutions.notes());
        Import::of(self.levels, notes)
    }
}

impl LeftOut {
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        match self.lines {
            0 => {}
            1 => notes.push("1 line of text is left out".to_owned()),
            lines => {
                let lines = diagnostics::grouped(lines);
                notes.push(format!("{lines} lines of text are left out"));
            }
        }
        if !self.keys.is_empty() {
            let keys: Vec<&str> = self.keys.keys().map(String::as_str).collect();
            let lines = self.keys.values().sum();
            let lines = diagnostics::counted(lines, "line", "lines");
            notes.push(format!("{lines} with keys that are not read left out: {}", quoted(&keys)));
        }
        if let Some(line) = self.unclear {
            let line = line + 1;
            notes.push(format!(
                "line {line} is taken as text and ends a level, for it has no sign of a square but letters"
            ));
        }
        notes
    }
}

/// The parts of a line `KEY: VALUE`. A key begins with a letter; no row has a colon.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim_end();
    key.starts_with(char::is_alphabetic).then_some((key, value.trim()))
}

/// True for the line before the moves of a solution.
fn is_heading(line: &str) -> bool {
    const HEADING: &str = "solution";
    let is_heading = |begin: &str| begin.eq_ignore_ascii_case(HEADING);
    line.get(..HEADING.len()).is_some_and(is_heading)
        && !line.get(HEADING.len()..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}

/// True for a line of moves, also of those with jumps, which are no moves of a player.
fn is_moves(line: &str) -> bool {
    let is_way = |letter: char| "lurdLURD".contains(letter);
    let is_other = |letter: char| letter.is_ascii_digit() || "()[]{}* \t".contains(letter);
    line.contains(is_way) && line.chars().all(|letter| is_way(letter) || is_other(letter))
}

/// True if two letters are side by side that are not both squares.
fn has_word(line: &str, is_square: impl Fn(char) -> bool) -> bool {
    let pairs = line.chars().zip(line.chars().skip(1));
    let is_letter = |letter: char| letter.is_alphabetic();
    pairs.into_iter().any(|(a, b)| is_letter(a) && is_letter(b) && !(is_square(a) && is_square(b)))
}
