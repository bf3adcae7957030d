//! The terminal while a game is drawn in it.
//!
//! Invariant: it is given back as it was whichever way the game ends, a panic included.

use super::paint::Depth;
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use crossterm::cursor::{Hide, Show};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal as Drawn;
use ratatui::backend::CrosstermBackend;
use std::env;
use std::io::{self, Stdout, Write};
use std::panic;

/// A terminal that is drawn in.
pub(super) struct Terminal {
    pub(super) drawn: Drawn<CrosstermBackend<Stdout>>,
}

impl Terminal {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it cannot be read key by key, or written to.
    pub(super) fn enter() -> Result<Self> {
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
pub(super) fn depth() -> Depth {
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
