//! The terminal during a game: set up, drawing, events, and restoring.
//!
//! Messages to the player are below the picture, the newest at the bottom; [`window`] selects the visible part of
//! something larger than the screen. Invariant: the terminal is restored at the end, even after a panic; the player
//! is in the window, and no window is larger than its content.

use super::exit::Exit;
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use crossterm::cursor::{Hide, Show};
use crossterm::event::{self, Event};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Frame;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{env, panic};
use textwrap::wrap;

/// Interval between checks for an interrupt from outside.
const WATCH: Duration = Duration::from_millis(100);

/// Events within this time are handled together. A time of zero would also miss events that are already read.
const AT_ONCE: Duration = Duration::from_millis(1);

/// A game in a terminal.
pub(crate) trait Play {
    /// Draws the current state.
    fn draw(&self, frame: &mut Frame<'_>);
    /// Handles an event; returns the exit if that ends the game.
    fn hear(&mut self, event: &Event) -> Option<Exit>;
}

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// No colours.
    Plain,
    /// 256 colours.
    Indexed,
    /// All colours.
    Full,
}

impl Depth {
    /// One of the 256 colours, for text.
    pub(crate) fn words(self, colour: u8) -> Style {
        match self {
            Self::Plain => Style::new(),
            Self::Indexed | Self::Full => Style::new().fg(Color::Indexed(colour)),
        }
    }
}

/// The terminal of a game.
pub(crate) struct Terminal {
    screen: ratatui::Terminal<CrosstermBackend<Stdout>>,
}

impl Terminal {
    /// Sets up the terminal.
    ///
    /// # Errors
    /// If it cannot be read key by key, or written.
    pub(crate) fn enter() -> Result<Self> {
        let cannot = "cannot draw in the terminal";
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
        enable_raw_mode().context(cannot)?;
        // From here on any error restores the terminal.
        let guard = Guard;
        execute!(io::stdout(), EnterAlternateScreen, Hide).context(cannot)?;
        let screen = ratatui::Terminal::new(CrosstermBackend::new(io::stdout())).context(cannot)?;
        std::mem::forget(guard);
        Ok(Self { screen })
    }

    /// Draws, waits for an event and handles it, until the game ends or is interrupted from outside.
    ///
    /// # Errors
    /// If the terminal cannot be read or drawn in.
    pub(crate) fn run(&mut self, game: &mut impl Play, cancel: &AtomicBool) -> Result<Exit> {
        let cannot = "the terminal cannot be read";
        loop {
            let screen = self.screen.draw(|frame| game.draw(frame));
            screen.context("cannot draw in the terminal")?;
            while !event::poll(WATCH).context(cannot)? {
                if cancel.load(Ordering::Relaxed) {
                    return Ok(Exit::Interrupted);
                }
            }
            // After several keys at once only the last state is drawn.
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

/// Restores the terminal when dropped.
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal.
fn restore() {
    // A closed terminal needs nothing.
    let _ = disable_raw_mode();
    let _ = leave(&mut io::stdout());
}

/// Writes the codes that end the drawing.
fn leave(out: &mut impl Write) -> io::Result<()> {
    execute!(out, Show, LeaveAlternateScreen)
}

/// The colours of the terminal.
pub(crate) fn depth() -> Depth {
    if AutoStream::choice(&io::stdout()) == ColorChoice::Never {
        return Depth::Plain;
    }
    match env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => Depth::Full,
        _ => Depth::Indexed,
    }
}

/// A message to the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

/// Kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// An event.
    Event,
    /// An action that is not possible.
    Refused,
    /// A hint.
    Hint,
    /// A report of the referee.
    Referee,
    /// Victory.
    Won,
}

/// Number of messages that are stored.
const KEPT: usize = 200;

/// Adds a message.
pub(crate) fn say(messages: &mut Vec<Message>, tone: Tone, text: impl Into<String>) {
    let text = text.into();
    if !text.is_empty() {
        messages.push(Message { text, tone });
    }
    let over = messages.len().saturating_sub(KEPT);
    messages.drain(..over);
}

/// Writes a line, cut to the area; rows below the area are not written.
pub(crate) fn write(buffer: &mut Buffer, area: Rect, row: usize, text: &str, style: Style) {
    if row < usize::from(area.height) {
        buffer.set_stringn(area.x, area.y + row as u16, text, area.width.into(), style);
    }
}

/// Writes the newest messages that fit.
pub(crate) fn log(messages: &[Message], depth: Depth, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    if width == 0 {
        return;
    }
    let mut lines: Vec<(String, Style)> = Vec::new();
    for message in messages.iter().rev() {
        let style = tone(message.tone, depth);
        let folded = wrap(&message.text, width);
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
        Tone::Event => Style::new(),
        Tone::Refused => depth.words(179),
        Tone::Hint => depth.words(117),
        Tone::Referee => depth.words(203).add_modifier(Modifier::BOLD),
        Tone::Won => depth.words(120).add_modifier(Modifier::BOLD),
    }
}

/// A window, in rows and columns of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// First visible row and column.
    pub(crate) first: [usize; 2],
    /// Number of visible rows and columns.
    pub(crate) shown: [usize; 2],
    /// Blank rows and columns before them, if there is more room than cells.
    pub(crate) blank: [usize; 2],
}

/// The window of the given size around a cell, as far as there are cells.
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
