//! The screen of a riddle: the board, the known figures and messages beside or below it, and a line of keys.
//!
//! Invariant: a terminal of any size has a screen, which shows the cursor if it shows anything.

use super::session::{LIST, Mode, Session};
use crate::cli::terminal::{Depth, log, window, write};
use crossword::board::{Direction, SIZE, Square};
use draw::board_text::sign;
use draw::riddle_text::{Puzzle, title};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use textwrap::wrap;

/// Columns and rows before the squares, with the names of rows and columns.
const HEAD: (u16, u16) = (2, 1);
/// Columns beside the board.
const SIDE: u16 = 26;
/// Largest width of text that is easy to read, in columns.
const WIDEST: u16 = 60;

/// A riddle, and the figures that are known from the start.
pub(super) struct Screen<'a> {
    pub(super) session: &'a Session<'a>,
    pub(super) puzzle: Puzzle<'a>,
    pub(super) depth: Depth,
}

/// Draws it.
pub(super) fn draw(screen: &Screen<'_>, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let bar_height = u16::from(area.height > 1);
    let rest = Rect { height: area.height - bar_height, ..area };
    let bar = Rect { y: area.y + rest.height, height: bar_height, ..area };
    if screen.session.mode == Mode::Keys {
        keys(rest, buffer);
    } else {
        screen.parts(rest, buffer);
    }
    let style = Style::new().add_modifier(Modifier::REVERSED);
    buffer.set_style(bar, style);
    write(buffer, bar, 0, &screen.session.bar(), style);
}

/// The list of keys.
fn keys(area: Rect, buffer: &mut Buffer) {
    let lines = LIST.iter().flat_map(|(keys, what)| {
        wrap(&format!("{keys:22}  {what}"), usize::from(area.width).max(1))
            .into_iter()
            .map(std::borrow::Cow::into_owned)
            .collect::<Vec<_>>()
    });
    for (row, line) in lines.enumerate() {
        write(buffer, area, row, &line, Style::new());
    }
}

/// Columns of a board with the given distance between squares.
fn width(step: u16) -> u16 {
    HEAD.0 + step * SIZE as u16
}

impl Screen<'_> {
    fn parts(&self, area: Rect, buffer: &mut Buffer) {
        let high = SIZE as u16 + HEAD.1;
        let beside = [3, 2].into_iter().find(|&step| area.width > width(step) + SIDE);
        if let Some(step) = beside.filter(|_| area.height >= high.min(10)) {
            let board = Rect { width: width(step), ..area };
            let x = area.x + board.width + 2;
            let side = (area.width - board.width - 2).min(WIDEST);
            self.board(board, step, buffer);
            self.side(Rect { x, width: side, ..area }, buffer);
            return;
        }
        let step = if area.width >= width(3) { 3 } else { 2 };
        let line = u16::from(area.height > 4);
        let log_height = if area.height > 8 { (area.height / 4).clamp(2, 6) } else { 0 };
        let board = Rect { height: area.height - line - log_height, ..area };
        self.board(board, step, buffer);
        let line = Rect { y: area.y + board.height, height: line, ..area };
        let told = format!("{} · {} points", self.hand(), self.puzzle.best);
        write(buffer, line, 0, &told, Style::new().add_modifier(Modifier::BOLD));
        let below = Rect { y: line.y + line.height, height: log_height, ..area };
        log(&self.session.messages, self.depth, below, buffer);
    }

    /// The part of the rack in the hand.
    fn hand(&self) -> String {
        let alphabet = self.puzzle.position.setting().tiles().alphabet();
        let hand = &self.session.tray.hand;
        let letters = hand.letters().map(|letter| alphabet.upper(letter));
        let tiles: Vec<String> =
            letters.chain((0..hand.blanks()).map(|_| '?')).map(String::from).collect();
        format!("rack {}", tiles.join(" "))
    }

    /// The figures, the hand and the messages.
    fn side(&self, area: Rect, buffer: &mut Buffer) {
        let puzzle = &self.puzzle;
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let laid = self
            .session
            .tray
            .guess()
            .map_or(String::new(), |(at, word)| format!("laid {at} {word}"));
        let head = [
            (title(puzzle.position.setting()), bold),
            (format!("best play {} points, of {} plays", puzzle.best, puzzle.plays), Style::new()),
            (format!("difficulty {} of 100", puzzle.points), Style::new()),
            (String::new(), Style::new()),
            (self.hand(), bold),
            (laid, self.depth.words(220)),
            (String::new(), Style::new()),
        ];
        for (row, (line, style)) in head.iter().enumerate() {
            write(buffer, area, row, line, *style);
        }
        let top = (head.len() as u16).min(area.height);
        let rest = Rect { y: area.y + top, height: area.height - top, ..area };
        log(&self.session.messages, self.depth, rest, buffer);
    }

    /// The part of the board around the cursor that fits.
    fn board(&self, area: Rect, step: u16, buffer: &mut Buffer) {
        let head = if area.height > 2 && area.width > HEAD.0 + step { HEAD } else { (0, 0) };
        let room = [
            usize::from(area.height - head.1),
            usize::from((area.width.saturating_sub(head.0)) / step).max(1),
        ];
        let Square { row, col } = self.session.tray.cursor;
        let shown = window([row.into(), col.into()], room, [SIZE; 2]);
        let faint = Style::new().add_modifier(Modifier::DIM);
        let [rows, cols] =
            [0, 1].map(|axis| shown.first[axis]..shown.first[axis] + shown.shown[axis]);
        for (x, col) in (0..).zip(cols.clone()) {
            let at = Rect { x: area.x + head.0 + x * step, width: step, height: head.1, ..area };
            let wide = usize::from(step);
            write(buffer, at, 0, &format!("{:>wide$}", col + 1), faint);
        }
        for (y, row) in (0..).zip(rows) {
            let y = area.y + head.1 + y;
            let name = Rect { y, width: head.0, height: 1, ..area };
            write(buffer, name, 0, &char::from(b'A' + row as u8).to_string(), faint);
            for (x, col) in (0..).zip(cols.clone()) {
                let Some(square) = Square::new(row, col) else { continue };
                let (sign, style) = self.square(square);
                if let Some(cell) = buffer.cell_mut((area.x + head.0 + (x + 1) * step - 1, y)) {
                    cell.set_char(sign).set_style(style);
                }
            }
        }
    }

    /// The sign of a square, and its style.
    fn square(&self, square: Square) -> (char, Style) {
        let (tray, setting) = (&self.session.tray, self.puzzle.position.setting());
        let alphabet = setting.tiles().alphabet();
        let (shown, style) = match tray.tile(square) {
            Some((tile, is_laid)) => {
                let letter = tile.letter();
                let blank = tile.is_blank();
                let sign = if blank { alphabet.lower(letter) } else { alphabet.upper(letter) };
                let laid = self.depth.words(220).add_modifier(Modifier::UNDERLINED);
                let style = if is_laid { laid } else { Style::new() };
                (sign, style.add_modifier(Modifier::BOLD))
            }
            None if square == tray.cursor => {
                (if tray.direction == Direction::Across { '→' } else { '↓' }, Style::new())
            }
            None => match sign(setting.board().premium(square)) {
                (sign, Some(colour)) => (sign, self.depth.words(colour)),
                (sign, None) => (sign, Style::new().add_modifier(Modifier::DIM)),
            },
        };
        let is_here = square == tray.cursor;
        (shown, if is_here { style.add_modifier(Modifier::REVERSED) } else { style })
    }
}
