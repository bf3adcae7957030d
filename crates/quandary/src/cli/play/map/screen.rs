//! The screen: the map, texts beside or below it, and a line of keys.
//!
//! Invariant: a terminal of any size has a screen, and the map is the last part to be left out.

use super::board::Board;
use super::keys::LIST;
use crate::cli::terminal::{self, Depth, Message, write};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use textwrap::wrap;

/// The content of the screen.
pub(super) struct Screen<'a> {
    pub(super) board: Board<'a>,
    /// The name of the room, or of the level.
    pub(super) title: String,
    /// The text of the room.
    pub(super) text: Vec<String>,
    /// The inventory.
    pub(super) held: Vec<String>,
    /// The messages, newest last.
    pub(super) messages: &'a [Message],
    pub(super) depth: Depth,
    /// The last line: keys, or a question.
    pub(super) bar: String,
    pub(super) over: Over,
}

/// The overlay on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// Nothing.
    Nothing,
    /// A whole floor, with its number if there are several.
    Map(u32),
    /// The keys.
    Keys,
}

/// Parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Parts {
    map: Rect,
    /// Name, text, inventory and messages, beside the map.
    side: Rect,
    /// Name and inventory in one line, below it.
    line: Rect,
    /// Messages below it.
    log: Rect,
    bar: Rect,
}

/// Number of columns from which on texts are beside the map.
const WIDE: u16 = 72;
/// Number of rows from which on texts are beside the map.
const HIGH: u16 = 10;
/// Columns beside the map.
const SIDE: (u16, u16) = (30, 44);

impl Parts {
    fn of(area: Rect) -> Self {
        let none = Rect { width: 0, height: 0, ..area };
        let Rect { x, y, width, height } = area;
        let bar_height = u16::from(height > 1);
        let bar = Rect { y: y + height - bar_height, height: bar_height, ..area };
        let rest = height - bar_height;
        if width >= WIDE && height >= HIGH {
            let side = (width / 3).clamp(SIDE.0, SIDE.1);
            let map = Rect { width: width - side - 1, height: rest, ..area };
            let side = Rect { x: x + width - side, y, width: side, height: rest };
            return Self { map, side, line: none, log: none, bar };
        }
        let line = u16::from(height > 4);
        let log = if height > 6 { (height / 4).clamp(1, 6) } else { 0 };
        let map = Rect { height: rest - line - log, ..area };
        let line = Rect { y: y + map.height, height: line, ..area };
        let log = Rect { y: line.y + line.height, height: log, ..area };
        Self { map, side: none, line, log, bar }
    }
}

/// Draws it.
pub(super) fn draw(screen: &Screen<'_>, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let parts = Parts::of(area);
    match screen.over {
        Over::Nothing => {
            screen.board.draw(parts.map, buffer);
            screen.beside(parts.side, buffer);
            screen.below(parts.line, parts.log, buffer);
        }
        Over::Map(floor) => {
            screen.whole(floor, Rect { height: area.height - parts.bar.height, ..area }, buffer);
        }
        Over::Keys => keys(Rect { height: area.height - parts.bar.height, ..area }, buffer),
    }
    let style = Style::new().add_modifier(Modifier::REVERSED);
    buffer.set_style(parts.bar, style);
    write(buffer, parts.bar, 0, &screen.bar, style);
}

impl Screen<'_> {
    /// Name, text and inventory, and then the messages, newest at the bottom.
    fn beside(&self, area: Rect, buffer: &mut Buffer) {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        if width == 0 || height == 0 {
            return;
        }
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let folded = |lines: &[String]| -> Vec<String> {
            lines
                .iter()
                .flat_map(|line| wrap(line, width))
                .map(std::borrow::Cow::into_owned)
                .collect()
        };
        let title = wrap(&self.title, width).into_iter().map(|line| (line.into_owned(), bold));
        // The inventory and messages take precedence over the text of a room.
        let mut text = folded(&self.text);
        text.truncate(height.saturating_sub(8).max(2));
        let text = text.into_iter().map(|line| (line, Style::new()));
        let blank = || std::iter::once((String::new(), Style::new()));
        let held = folded(&self.held).into_iter().map(|line| (line, self.depth.words(220)));
        let head: Vec<(String, Style)> =
            title.chain(text).chain(blank()).chain(held).chain(blank()).collect();
        for (row, (line, style)) in head.iter().enumerate() {
            write(buffer, area, row, line, *style);
        }
        let top = head.len().min(height);
        let rest = Rect { y: area.y + top as u16, height: (height - top) as u16, ..area };
        terminal::log(self.messages, self.depth, rest, buffer);
    }

    /// Name and inventory in a line, and the messages.
    fn below(&self, line: Rect, log: Rect, buffer: &mut Buffer) {
        let held = self.held.join(", ");
        let told =
            if held.is_empty() { self.title.clone() } else { format!("{} · {held}", self.title) };
        write(buffer, line, 0, &told, Style::new().add_modifier(Modifier::BOLD));
        terminal::log(self.messages, self.depth, log, buffer);
    }

    /// A whole floor, with its number if there are several.
    fn whole(&self, floor: u32, area: Rect, buffer: &mut Buffer) {
        let title = u16::from(area.height > 3);
        let map = Rect { y: area.y + title, height: area.height - title, ..area };
        let floors = self.board.tiles.floors.len();
        let mut told = if floors > 1 {
            format!("Floor {floor} of 0 to {}", floors - 1)
        } else {
            "The map".to_owned()
        };
        match self.board.scale(floor, map) {
            1 => {}
            scale => told.push_str(&format!(", {scale} × {scale} cells a sign")),
        }
        let head = Rect { height: title, ..area };
        write(buffer, head, 0, &told, Style::new().add_modifier(Modifier::BOLD));
        self.board.draw_whole(floor, map, buffer);
    }
}

/// The list of keys.
fn keys(area: Rect, buffer: &mut Buffer) {
    let widest = LIST.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0);
    let apart = usize::from(area.width) >= widest + 40;
    let lines = LIST.iter().flat_map(|(keys, what)| match apart {
        true => vec![format!("{keys:widest$}  {what}")],
        false => wrap(&format!("{keys}: {what}"), usize::from(area.width).max(1))
            .into_iter()
            .map(Into::into)
            .collect(),
    });
    for (row, line) in lines.enumerate() {
        write(buffer, area, row, &line, Style::new());
    }
}
