//! A rectangle of styled characters, on which terminal maps are drawn.
//!
//! Invariant: writing outside the rectangle does nothing, and printing leaves no blanks at line ends.

use anstyle::Style;
use std::fmt::Write as _;

/// A character and its style.
type Glyph = (char, Style);

/// Rows of characters, all equally long.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: usize,
    glyphs: Vec<Glyph>,
}

impl Canvas {
    /// A blank canvas.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, glyphs: vec![(' ', Style::new()); width * height] }
    }

    /// Puts one character.
    pub fn put(&mut self, x: usize, y: usize, glyph: char, style: Style) {
        if x >= self.width {
            return;
        }
        if let Some(place) = self.glyphs.get_mut(y * self.width + x) {
            *place = (glyph, style);
        }
    }

    /// Puts a string from left to right.
    pub fn text(&mut self, x: usize, y: usize, text: &str, style: Style) {
        for (i, glyph) in text.chars().enumerate() {
            self.put(x + i, y, glyph, style);
        }
    }

    /// The rows, each ended by a newline. Escape sequences are written only if `colour` is set.
    pub fn print(&self, colour: bool) -> String {
        let mut out = String::with_capacity(self.glyphs.len() * 2);
        for row in self.glyphs.chunks(self.width.max(1)) {
            let end = row.iter().rposition(|&(glyph, _)| glyph != ' ').map_or(0, |last| last + 1);
            print_row(&mut out, row.get(..end).unwrap_or(row), colour);
            out.push('\n');
        }
        out
    }
}

/// Prints a row, with one escape sequence for each run of characters of one style.
fn print_row(out: &mut String, row: &[Glyph], colour: bool) {
    for run in row.chunk_by(|a, b| a.1 == b.1) {
        let style = run.first().map_or(Style::new(), |glyph| glyph.1);
        if colour {
            let _ = write!(out, "{}", style.render());
        }
        out.extend(run.iter().map(|glyph| glyph.0));
        if colour {
            let _ = write!(out, "{}", style.render_reset());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_without_blanks_at_line_ends() {
        let mut canvas = Canvas::new(6, 3);
        canvas.text(1, 0, "ab", Style::new());
        canvas.put(5, 2, '!', Style::new());
        canvas.put(6, 0, 'x', Style::new());
        canvas.put(0, 3, 'x', Style::new());
        assert_eq!(canvas.print(false), " ab\n\n     !\n");
    }

    #[test]
    fn escapes_only_when_asked() {
        let mut canvas = Canvas::new(3, 1);
        canvas.text(0, 0, "abc", Style::new().bold());
        assert_eq!(canvas.print(false), "abc\n");
        assert_eq!(canvas.print(true), "\u{1b}[1mabc\u{1b}[0m\n");
    }
}
