//! A riddle as text: the board, the rack, the figures a player may know, and the options that generate it again.
//!
//! Invariant: without the answer the text gives only its score and its difficulty: no word, no square, no play, and no
//! part of the difficulty.

use super::board_text::board;
use anstyle::Style;
use crossword::alphabet::Letter;
use crossword::board::Square;
use crossword::moves::coordinate;
use crossword::position::{Position, Setting};
use crossword::riddle::{Part, Riddle};
use crossword::tile::Tile;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The board, and the figures of a riddle that a player may know.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle<'a> {
    /// The board and the rack.
    pub position: &'a Position,
    /// Score of the best play.
    pub best: u32,
    /// Number of legal plays.
    pub plays: u32,
    /// Mean score of the legal plays.
    pub average: f64,
    /// The difficulty, in whole points.
    pub points: u32,
}

/// The part that a player may know: the board, the rack, and figures that reveal nothing of the answer.
pub fn puzzle(puzzle: &Puzzle<'_>, colour: bool) -> String {
    let mut text = format!("{}\n\n", title(puzzle.position.setting()));
    text += &board(puzzle.position, colour);
    let bold = if colour { Style::new().bold() } else { Style::new() };
    let rack = rack(puzzle.position);
    let _ = writeln!(text, "\nrack        {bold}{rack}{bold:#}");
    let _ = writeln!(text, "values      {}", values(puzzle.position));
    let _ = writeln!(text, "best play   {} points", puzzle.best);
    let (plays, average) = (puzzle.plays, puzzle.average);
    let _ = writeln!(text, "plays       {plays}, worth {average:.1} points in the mean");
    let _ = writeln!(text, "difficulty  {} of 100", puzzle.points);
    text
}

/// A riddle, with its answer or without.
pub fn render(riddle: &Riddle, solution: bool, colour: bool) -> String {
    let analysis = &riddle.analysis;
    let known = Puzzle {
        position: &riddle.position,
        best: analysis.best_score,
        plays: analysis.total_moves,
        average: analysis.average_score(),
        points: riddle.difficulty.points(),
    };
    let mut text = puzzle(&known, colour);
    if solution {
        text += &parts(riddle);
        text += &answer(riddle);
    }
    let _ = writeln!(text, "made by     {}, profile {}", options(riddle), riddle.profile);
    text
}

/// The options that generate it again.
pub fn options(riddle: &Riddle) -> String {
    format!("--seed {} --attempt {}", riddle.seed.value(), riddle.attempt)
}

/// The language and the board.
pub fn title(setting: Setting) -> String {
    format!("Riddle: {}, {} board", setting.locale, setting.board)
}

/// The rack in capitals, with blanks last.
pub fn rack(position: &Position) -> String {
    let alphabet = position.setting().tiles().alphabet();
    let rack = position.rack();
    let letters = rack.letters().map(|letter| alphabet.upper(letter));
    letters.chain((0..rack.blanks()).map(|_| '?')).collect()
}

/// Values of the letters of the board and the rack, by value.
fn values(position: &Position) -> String {
    let set = position.setting().tiles();
    let laid = Square::all().filter_map(|square| position.tile(square));
    let laid = laid.filter(|tile| !tile.is_blank()).map(Tile::letter);
    let mut by_value = BTreeMap::<u8, BTreeSet<Letter>>::new();
    for letter in laid.chain(position.rack().letters()) {
        by_value.entry(set.value(letter)).or_default().insert(letter);
    }
    let names = |letters: &BTreeSet<Letter>| -> String {
        letters.iter().map(|&letter| set.alphabet().upper(letter)).collect()
    };
    let rows = by_value.iter().map(|(value, letters)| format!("{} {value}", names(letters)));
    rows.collect::<Vec<_>>().join(" · ")
}

/// The parts of the difficulty, with the points of each. They are printed only with the answer, because one of them
/// gives the length of the word.
fn parts(riddle: &Riddle) -> String {
    let rating = &riddle.difficulty;
    let mut text = String::new();
    for part in Part::ALL {
        let (counted, points) = (rating.parts.get(part).round(), rating.share(part));
        let _ = writeln!(text, "  {:10}{counted:5}  makes {points:4.1}", part.name());
    }
    text
}

/// The answer, and the best other plays.
fn answer(riddle: &Riddle) -> String {
    let mut text = format!("answer      {} at {}\n", riddle.description(), riddle.square());
    for (n, play) in (1..).zip(&riddle.analysis.near) {
        let place = coordinate(play.start(), play.direction());
        let word = play.word(&riddle.position);
        let _ = writeln!(text, "  {n:2}  {place:4} {word:17} {:3}", play.score());
    }
    text
}
