//! Messages to the player, and the drawing of them: the last at the bottom.

use super::Depth;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use textwrap::wrap;

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
