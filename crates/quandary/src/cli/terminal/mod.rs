//! The terminal while a game is drawn in it: taken over, drawn in, listened to, and given back.
//!
//! [`said`] draws what was said, [`window`](mod@window) says which part of something large is shown. Invariant: the terminal
//! is given back as it was whichever way the game ends, a panic included.

pub(crate) mod said;
pub(crate) mod window;

use super::exit::Exit;
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use crossterm::cursor::{Hide, Show};
use crossterm::event::{self, Event};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::backend::CrosstermBackend;
use ratatui::style::{Color, Style};
use ratatui::{Frame, Terminal as Drawn};
use std::env;
use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time between looks at whether the game was interrupted from outside.
const WATCH: Duration = Duration::from_millis(100);

/// Events within this time come together. No time at all would find none, not even those that are read already.
const AT_ONCE: Duration = Duration::from_millis(1);

/// A game that is played in a terminal.
pub(crate) trait Play {
    /// Draws it as it stands.
    fn draw(&self, frame: &mut Frame<'_>);
    /// Does what an event says; the exit if that ends the game.
    fn hear(&mut self, event: &Event) -> Option<Exit>;
}

/// The colours that a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// None.
    Plain,
    /// 256.
    Indexed,
    /// All.
    Full,
}

impl Depth {
    /// A colour of the 256, for words.
    pub(crate) fn words(self, colour: u8) -> Style {
        match self {
            Self::Plain => Style::new(),
            Self::Indexed | Self::Full => Style::new().fg(Color::Indexed(colour)),
        }
    }
}

/// A terminal that is drawn in.
pub(crate) struct Terminal {
    drawn: Drawn<CrosstermBackend<Stdout>>,
}

impl Terminal {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it cannot be read key by key, or written to.
    pub(crate) fn enter() -> Result<Self> {
        let cannot = "the terminal cannot be drawn in";
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
        enable_raw_mode().context(cannot)?;
        // From here on whatever fails gives the terminal back.
        let guard = Guard;
        execute!(io::stdout(), EnterAlternateScreen, Hide).context(cannot)?;
        let drawn = Drawn::new(CrosstermBackend::new(io::stdout())).context(cannot)?;
        std::mem::forget(guard);
        Ok(Self { drawn })
    }

    /// Draws, waits for a key, and does what it says, until the game ends or is interrupted from outside.
    ///
    /// # Errors
    /// When the terminal cannot be read or drawn in.
    pub(crate) fn run(&mut self, game: &mut impl Play, asked: &AtomicBool) -> Result<Exit> {
        let cannot = "the terminal cannot be read";
        loop {
            let drawn = self.drawn.draw(|frame| game.draw(frame));
            drawn.context("the terminal cannot be drawn in")?;
            while !event::poll(WATCH).context(cannot)? {
                if asked.load(Ordering::Relaxed) {
                    return Ok(Exit::Interrupted);
                }
            }
            // Of keys that come together only the last is drawn.
            loop {
                if let Some(exit) = game.hear(&event::read().context(cannot)?) {
                    return Ok(exit);
                }
                if !event::poll(AT_ONCE).context(cannot)? {
                    break;
                }
            }
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back if it goes out of scope.
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back.
fn restore() {
    // A terminal that is gone needs nothing.
    let _ = disable_raw_mode();
    let _ = leave(&mut io::stdout());
}

/// Writes what ends the drawing.
fn leave(out: &mut impl Write) -> io::Result<()> {
    execute!(out, Show, LeaveAlternateScreen)
}

/// The colours that the terminal shows.
pub(crate) fn depth() -> Depth {
    if AutoStream::choice(&io::stdout()) == ColorChoice::Never {
        return Depth::Plain;
    }
    match env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => Depth::Full,
        _ => Depth::Indexed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_and_the_screen_come_back() {
        let mut out = Vec::new();
        leave(&mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "\u{1b}[?25h\u{1b}[?1049l");
    }
}
