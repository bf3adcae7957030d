//! `quandary riddle --play`: a riddle played in the terminal, by cursor or by lines.
//!
//! [`game`] is the game, [`session`] and [`screen`] play it by cursor and [`lines`] by lines; [`streaks`] stores the
//! days. Invariant: the answer is hidden until it is found or the player gives up.

mod game;
mod lines;
mod screen;
mod session;
mod streaks;
mod tray;
#[cfg(test)]
mod tests;

use self::game::{End, Game};
use self::screen::Screen;
use self::session::{Next, Session};
use super::file;
use crate::cli::complain::with_causes;
use crate::cli::exit::{Exit, invalid, usage};
use crate::cli::interrupt;
use crate::cli::judge::input;
use crate::cli::play::commands::Commands;
use crate::cli::terminal::{Depth, Play, Terminal, depth};
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use crossterm::event::Event;
use crossword::lexicon::Lexicon;
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::Posed;
use draw::riddle_text::Puzzle;
use ratatui::Frame;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use streaks::{Day, Streaks, record};

/// The riddle of a file, in the language of a lexicon and on a board.
///
/// # Errors
/// If it cannot be read, is not a riddle, or its solution is not the best play.
pub(super) fn of_file(path: &Path, setting: Setting, lexicon: &Lexicon) -> Result<Posed> {
    if path.as_os_str() == "-" {
        return Err(usage("--play -: guesses come from standard input; name a file"));
    }
    let name = input::name(path);
    let mut riddles = file::riddles(&name, &input::text(path)?)?;
    let several = riddles.len();
    match (riddles.pop(), several) {
        (Some((_, riddle)), 1) => {
            riddle.posed(setting, lexicon).map_err(|error| invalid(format_args!("{name}: {error}")))
        }
        _ => Err(invalid(format_args!("{name}: holds {several} riddles; one is played"))),
    }
}

/// Plays a riddle; `made` are the options that generate it again.
///
/// # Errors
/// If the terminal, the input or the output fails.
pub(super) fn play(
    posed: &Posed,
    lexicon: &Lexicon,
    made: Option<&str>,
    file: Option<&Path>,
) -> Result<Exit> {
    let is_seen = io::stdin().is_terminal() && io::stdout().is_terminal();
    // A script writes no file that it did not request.
    let file = file.map(Path::to_owned).or_else(|| streaks::usual().filter(|_| is_seen));
    let locale = posed.position().setting().locale;
    let days = Days { file: file.filter(|file| is_readable(file)), locale };
    let mut game = Game::new(posed, lexicon);
    let exit = match is_seen {
        true => on_screen(&mut game)?,
        false => lines::play(&mut game, &mut Commands::script(io::stdin().lock()))?,
    };
    let mut farewell = vec![game.farewell()];
    farewell.extend(made.map(|made| format!("It is made again by {made}.")));
    farewell.extend(days.record(&game));
    Target::Stdout.write(|out| {
        farewell.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(exit)
    })
}

/// True if streaks can be stored in a file; otherwise a note gives the reason.
fn is_readable(file: &Path) -> bool {
    let read = Streaks::read(file);
    if let Err(error) = &read {
        note!("streaks are not kept: {}", with_causes(error));
    }
    read.is_ok()
}

/// The file of streaks, if they are stored, and the language.
struct Days {
    file: Option<PathBuf>,
    locale: Locale,
}

impl Days {
    /// Stores the day of a started game; returns the new numbers.
    fn record(&self, game: &Game<'_>) -> Option<String> {
        let is_played = game.has_begun() || game.end.is_some();
        let file = self.file.as_deref().filter(|_| is_played)?;
        match record(file, self.locale, Day::today(), game.end == Some(End::Solved)) {
            Ok(standing) => Some(standing.words(self.locale)),
            Err(error) => {
                note!("streaks are not kept: {}", with_causes(&error));
                None
            }
        }
    }
}

/// A riddle that is played in a terminal.
struct Running<'a> {
    session: Session<'a>,
    puzzle: Puzzle<'a>,
    depth: Depth,
}

impl Play for Running<'_> {
    fn draw(&self, frame: &mut Frame<'_>) {
        let Self { session, puzzle, depth } = self;
        screen::draw(&Screen { session, puzzle: *puzzle, depth: *depth }, frame);
    }

    fn hear(&mut self, event: &Event) -> Option<Exit> {
        let Event::Key(key) = event else { return None };
        match self.session.press(*key) {
            Next::Stay => None,
            Next::Quit => Some(Exit::Done),
            Next::Interrupt => Some(Exit::Interrupted),
        }
    }
}

/// Plays by cursor.
fn on_screen(game: &mut Game<'_>) -> Result<Exit> {
    let cancel = interrupt::listen();
    let puzzle = game.puzzle();
    let mut running = Running { session: Session::new(game.clone()), puzzle, depth: depth() };
    let mut terminal = Terminal::enter()?;
    let exit = terminal.run(&mut running, cancel);
    drop(terminal);
    *game = running.session.game;
    exit
}
