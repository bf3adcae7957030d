//! A riddle played by lines: a line is a guess, such as `H8 cats`, or a command.

use super::game::{End, Game};
use crate::cli::exit::Exit;
use crate::cli::play::commands::{Commands, Next};
use crate::output::Target;
use anyhow::Result;
use draw::folded::folded;
use draw::riddle_text::puzzle;
use std::io::Write;

/// The meaning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// A square and a word.
    Guess(&'a str, &'a str),
    Hint,
    GiveUp,
    Quit,
    Help,
    /// An empty line.
    Blank,
    /// An unknown line.
    Unknown,
}

/// The possible lines.
pub(super) const HELP: &str = "A guess is the square of the word's first letter and the word: H8 cats across, 8H cats \
                               down; a blank is ? before its letter, such as H8 ca?ts. Else: hint, give up, quit.";

impl<'a> Line<'a> {
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let mut words = line.split_whitespace();
        match line.to_lowercase().split_whitespace().collect::<Vec<_>>()[..] {
            [] => return Self::Blank,
            ["hint" | "?"] => return Self::Hint,
            ["give", "up"] => return Self::GiveUp,
            ["quit" | "exit"] => return Self::Quit,
            ["help"] => return Self::Help,
            _ => {}
        }
        match (words.next(), words.next(), words.next()) {
            (Some(square), Some(word), None) => Self::Guess(square, word),
            _ => Self::Unknown,
        }
    }
}

/// Plays from lines, each of which is printed before its result.
///
/// # Errors
/// If the input cannot be read, or the output not be written.
pub(super) fn play(game: &mut Game<'_>, commands: &mut Commands<'_>) -> Result<Exit> {
    Target::Stdout.write_coloured(|out| {
        let (width, colour) = (Target::Stdout.width(), Target::Stdout.is_coloured());
        out.write_all(puzzle(&game.puzzle(), colour).as_bytes())?;
        let tell = |out: &mut dyn Write, text: &str| -> Result<()> {
            out.write_all(folded(&format!("{text}\n"), width).as_bytes())?;
            Ok(out.flush()?)
        };
        tell(out, HELP)?;
        while game.end.is_none() {
            let line = match commands.next()? {
                Next::Line(line) => line,
                Next::End => break,
                Next::Interrupt => return Ok(Exit::Interrupted),
            };
            let read = Line::read(&line);
            if read != Line::Blank {
                writeln!(out, "> {}", line.trim().replace(char::is_control, " "))?;
            }
            match read {
                Line::Guess(square, word) => tell(out, &game.guess(square, word).text)?,
                Line::Hint => tell(out, &game.hint().text)?,
                Line::GiveUp => tell(out, &game.give_up().text)?,
                Line::Help | Line::Unknown => tell(out, HELP)?,
                Line::Blank => {}
                Line::Quit => return Ok(Exit::Done),
            }
        }
        Ok(match game.end {
            Some(End::Solved | End::GivenUp) => Exit::Done,
            None => Exit::UNWON,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_guesses_or_words() {
        let check = |line, expect| assert_eq!(Line::read(line), expect, "{line:?}");
        check(" H8  ca?ts ", Line::Guess("H8", "ca?ts"));
        check("8h ÆÐ", Line::Guess("8h", "ÆÐ"));
        check("Hint", Line::Hint);
        check("?", Line::Hint);
        check("give  up", Line::GiveUp);
        check("QUIT", Line::Quit);
        check("", Line::Blank);
        check("give", Line::Unknown);
        check("H8 two words", Line::Unknown);
    }
}
