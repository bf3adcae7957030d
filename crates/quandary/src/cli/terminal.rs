//! The terminal while a game is drawn in it: taken over, drawn in, listened to, and given back.
//!
//! What was said to the player stands below the picture, the last at the bottom; [`window`] says which part of something
//! larger than the screen is shown. Invariant: the terminal is given back as it was whichever way the game ends, a panic
//! included; the player is in the window, and no window shows more than there is.

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
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::{Frame, Terminal as Drawn};
use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{env, panic};
use textwrap::wrap;

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

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

/// The way it is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Something that happened.
    Told,
    /// Something that cannot be done.
    Refused,
    /// A hint.
    Hint,
    /// The referee speaks.
    Referee,
    /// Victory.
    Won,
}

/// Number of messages that are kept.
const KEPT: usize = 200;

/// Says something more.
pub(crate) fn say(said: &mut Vec<Said>, tone: Tone, text: impl Into<String>) {
    let text = text.into();
    if !text.is_empty() {
        said.push(Said { text, tone });
    }
    let over = said.len().saturating_sub(KEPT);
    said.drain(..over);
}

/// Writes a line, cut to the area; nothing below its end.
pub(crate) fn write(buffer: &mut Buffer, area: Rect, row: usize, text: &str, style: Style) {
    if row < usize::from(area.height) {
        buffer.set_stringn(area.x, area.y + row as u16, text, area.width.into(), style);
    }
}

/// As much of what was said as there is room for: the last of it.
pub(crate) fn log(said: &[Said], depth: Depth, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    if width == 0 {
        return;
    }
    let mut lines: Vec<(String, Style)> = Vec::new();
    for said in said.iter().rev() {
        let style = tone(said.tone, depth);
        let folded = wrap(&said.text, width);
        lines.extend(folded.into_iter().rev().map(|line| (line.into_owned(), style)));
        if lines.len() >= area.height.into() {
            break;
        }
    }
    lines.truncate(area.height.into());
    for (row, (line, style)) in lines.iter().rev().enumerate() {
        write(buffer, area, row, line, *style);
    }
}

fn tone(tone: Tone, depth: Depth) -> Style {
    match tone {
        Tone::Told => Style::new(),
        Tone::Refused => depth.words(179),
        Tone::Hint => depth.words(117),
        Tone::Referee => depth.words(203).add_modifier(Modifier::BOLD),
        Tone::Won => depth.words(120).add_modifier(Modifier::BOLD),
    }
}

/// A window, in rows and columns of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The first that are shown.
    pub(crate) first: [usize; 2],
    /// The number of those that are shown.
    pub(crate) shown: [usize; 2],
    /// Blank rows and columns before them, where there is more room than cells.
    pub(crate) blank: [usize; 2],
}

/// The window of so many rows and columns about a cell, where there are so many.
pub(crate) fn window(about: [usize; 2], room: [usize; 2], all: [usize; 2]) -> Window {
    let along = |axis: usize| -> (usize, usize, usize) {
        let [at, room, all] = [about, room, all].map(|pair| pair.get(axis).copied().unwrap_or(0));
        let shown = all.min(room);
        let first = at.saturating_sub(shown / 2).min(all.saturating_sub(shown));
        (first, shown, (room - shown) / 2)
    };
    let (rows, cols) = (along(0), along(1));
    Window { first: [rows.0, cols.0], shown: [rows.1, cols.1], blank: [rows.2, cols.2] }
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

    #[test]
    fn the_window_follows_the_player_and_stays_on_the_floor() {
        let at = |row, col| window([row, col], [5, 10], [50, 100]);
        assert_eq!(at(0, 0), Window { first: [0, 0], shown: [5, 10], blank: [0, 0] });
        assert_eq!(at(25, 50).first, [23, 45]);
        assert_eq!(at(49, 99).first, [45, 90]);
        for row in 0..50 {
            for col in 0..100 {
                let window = at(row, col);
                for (axis, at) in [row, col].into_iter().enumerate() {
                    assert!(
                        (window.first[axis]..window.first[axis] + window.shown[axis]).contains(&at)
                    );
                }
            }
        }
    }

    #[test]
    fn a_small_floor_stands_in_the_middle() {
        let window = window([1, 1], [24, 80], [4, 10]);
        assert_eq!(window, Window { first: [0, 0], shown: [4, 10], blank: [10, 35] });
        assert_eq!(super::window([1, 1], [0, 0], [4, 10]).shown, [0, 0]);
    }
}
