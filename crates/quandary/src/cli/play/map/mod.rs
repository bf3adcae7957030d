//! Play on the map: a level in the terminal, with a player who walks in it.
//!
//! [`session`] is the game, [`keys`] maps keys to meanings, [`screen`] draws; this module reads keys and saves and
//! loads games. The moves are those of the verifier ([`level::play`]); no rule is implemented here. Invariant: the
//! game continues until the player ends it, and then the terminal is restored.

mod keys;
mod fog;
mod view;
mod paint;
mod board;
mod screen;
mod referee;
mod advice;
mod back;
mod session;
mod about;

use super::opened::Place;
use super::{files, saves};
use crate::cli::complain::with_causes;
use crate::cli::exit::{Exit, invalid};
use crate::cli::interrupt;
use crate::cli::terminal::{Depth, Play, Terminal, Tone, depth};
use crate::output::Target;
use anyhow::Result;
use board::Board;
use crossterm::event::Event;
use draw::dungeon_signs::Signs;
use draw::look::Colours;
use dungeon::dungeon::texts::Texts;
use level::{Level, Limits, Mark, Tile, Tiles};
use paint::Paint;
use ratatui::Frame;
use referee::Referee;
use screen::Screen;
use session::{Next, Session};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Time limit of each check by the referee, and of a hint.
const LOOK: Duration = Duration::from_secs(2);

/// Options of the game on the map.
#[derive(Clone, Debug)]
pub(crate) struct Manner {
    /// True if small `wasd` walk.
    pub(crate) wasd: bool,
    /// True if the referee is on.
    pub(crate) referee: bool,
    /// The file of saved games.
    pub(crate) file: PathBuf,
    /// A saved game to continue.
    pub(crate) load: Option<PathBuf>,
}

/// Plays a level in the terminal.
///
/// # Errors
/// If the level cannot be played, the saved game cannot be loaded, or the terminal fails.
pub(crate) fn play(place: &Place, manner: &Manner) -> Result<Exit> {
    let mut session = Session::new(place)?;
    if let Some(path) = &manner.load {
        let loaded = load(&mut session, path);
        loaded.map_err(|error| {
            invalid(format_args!("{}: {}", files::shown(path), with_causes(&error)))
        })?;
    }
    let cancel = interrupt::listen();
    let picture = Picture::of(place);
    let mut game = Running { session, manner, picture, referee: None, cancel };
    game.begin();
    let mut terminal = Terminal::enter()?;
    let exit = terminal.run(&mut game, cancel);
    drop(terminal);
    let exit = exit?;
    let farewell = game.session.farewell();
    Target::Stdout.write(|out| {
        farewell.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(exit)
    })
}

/// The appearance of a level, which does not change during the game.
struct Picture {
    tiles: Tiles,
    signs: Signs,
    paint: Paint,
    depth: Depth,
}

impl Picture {
    fn of(place: &Place) -> Self {
        let tiles = place.level.tiles.clone().unwrap_or_default();
        let colours = place.family.map(|family| Colours::of(Texts::of(family).palette()));
        let signs = Signs::of(&place.level, &tiles);
        let depth = depth();
        Self { signs, tiles, paint: Paint::new(depth, colours), depth }
    }
}

/// A running game in a terminal.
struct Running<'a> {
    session: Session<'a>,
    manner: &'a Manner,
    picture: Picture,
    /// The referee, if it is on.
    referee: Option<Referee<'static>>,
    cancel: &'static AtomicBool,
}

impl Running<'_> {
    /// Lets the referee check the first state, or a loaded one.
    fn begin(&mut self) {
        if self.manner.referee {
            let (referee, call) = Referee::new(&self.session.game, self.limits());
            self.referee = Some(referee);
            call.into_iter().for_each(|call| self.session.call(call));
        }
    }

    /// The limits of a check.
    fn limits(&self) -> Limits<'static> {
        Limits { time: Some(LOOK), cancel: Some(self.cancel), ..Limits::default() }
    }

    /// Lets the referee check the state after a step.
    fn watch(&mut self) {
        let call = self.referee.as_mut().and_then(|referee| referee.look(&self.session.game));
        call.into_iter().for_each(|call| self.session.call(call));
    }

    fn save(&mut self) {
        let path: &Path = &self.manner.file;
        let session = &mut self.session;
        let text = saves::print(session.place, session.game.steps(), session.hints);
        match files::write(path, &text) {
            Ok(()) => {
                session.is_saved();
                session.say(Tone::Event, format!("Saved as {}.", files::shown(path)));
            }
            Err(error) => {
                session.say(Tone::Refused, format!("Not saved: {}.", with_causes(&error)));
            }
        }
    }

    fn load(&mut self) {
        let path: &Path = &self.manner.file;
        match load(&mut self.session, path) {
            Ok(()) => self.begin(),
            Err(error) => {
                let text = format!("Not loaded: {}: {}.", files::shown(path), with_causes(&error));
                self.session.say(Tone::Refused, text);
            }
        }
    }
}

impl Play for Running<'_> {
    fn draw(&self, frame: &mut Frame<'_>) {
        screen::draw(&screen_of(&self.session, &self.picture), frame);
    }

    fn hear(&mut self, event: &Event) -> Option<Exit> {
        let Event::Key(key) = event else { return None };
        match self.session.press(keys::pressed(*key, self.manner.wasd)?) {
            Next::Stay => {}
            Next::Stepped => self.watch(),
            Next::Hint => self.session.advise(&self.limits()),
            Next::Save => self.save(),
            Next::Load => self.load(),
            Next::Quit => return Some(Exit::Done),
            Next::Interrupt => return Some(Exit::Interrupted),
        }
        None
    }
}

/// Loads a saved game.
fn load<'a>(session: &mut Session<'a>, path: &Path) -> Result<()> {
    let text = files::read(path)?;
    let loaded = saves::read(session.place, &text)?;
    let mut fresh = Session::new(session.place)?;
    for (at, step) in loaded.steps.into_iter().enumerate() {
        let fault =
            |words| invalid(format_args!("the saved game is damaged: move {}: {words}", at + 1));
        fresh.step(step).map_err(fault)?;
    }
    fresh.hints = loaded.hints;
    fresh.is_saved();
    fresh.say(Tone::Event, format!("Loaded {}.", files::shown(path)));
    *session = fresh;
    Ok(())
}

/// The screen of a game.
fn screen_of<'a>(session: &'a Session<'_>, picture: &'a Picture) -> Screen<'a> {
    let tiles = session.game.tiles().unwrap_or(&picture.tiles);
    let marks = session.game.marks().map(|mark: &Mark| mark.cell).collect();
    let board = Board {
        tiles,
        signs: &picture.signs,
        fog: &session.fog,
        paint: picture.paint,
        player: session.cell(),
        marks,
        plates: plates(&session.place.level, tiles),
    };
    Screen {
        board,
        title: session.title(),
        text: session.text(),
        held: session.held(),
        messages: &session.messages,
        depth: picture.depth,
        bar: session.bar(),
        over: session.over,
    }
}

/// The cells of plates; true if blocks are on all cells of a plate.
fn plates(level: &Level, now: &Tiles) -> std::collections::BTreeMap<level::Cell, bool> {
    let plates = level.tiles.iter().flat_map(|tiles| &tiles.plates);
    let mut found = std::collections::BTreeMap::new();
    for plate in plates {
        let is_down = plate.cells.iter().all(|&cell| now.tile(cell) == Some(Tile::Block));
        for &cell in &plate.cells {
            *found.entry(cell).or_default() |= is_down;
        }
    }
    found
}

#[cfg(test)]
mod tests;
