//! A riddle as SVG: the board with its premium squares, the rack below it, and the figures a player may know.
//!
//! Letters are text, which a reader can copy and a screen reader can read. Without fonts, as in pictures of pixels,
//! they are strokes. Invariant: without the answer the picture holds nothing of it; the same riddle gives the same
//! bytes.

use super::riddle_text::title;
use super::strokes::{self, Anchor, Pen};
use super::svg::{INK, SOFT, Svg, escape, number};
use crossword::board::{Premium, SIZE, Square};
use crossword::rack::InHand;
use crossword::riddle::Riddle;
use crossword::tile::Tile;

/// The side of a square, and the white space around the board.
const SIDE: f64 = 32.0;
const MARGIN: f64 = 40.0;
/// The rows above the board, and those below it.
const HEAD: f64 = 76.0;
const FOOT: f64 = 112.0;
/// The first choice is the reader's own interface font.
const FONTS: &str =
    "ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif";
/// The colours of tiles: on the board and on the rack, and those of the answer.
const TILE: &str = "#f3e3b8";
const ANSWER: &str = "#b9e0b2";

/// The way letters are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lettering {
    /// As text, in the viewer's own font.
    Text,
    /// As strokes, the same everywhere.
    Strokes,
}

/// The sheet that is drawn on.
struct Sheet {
    svg: Svg,
    lettering: Lettering,
}

impl Sheet {
    /// Text whose capitals are centred on a point.
    fn text(&mut self, at: (f64, f64), size: f64, colour: &str, text: &str) {
        match self.lettering {
            Lettering::Text => self.svg.text(at.0, at.1, size, colour, text),
            Lettering::Strokes => self.strokes(at, size, 0.11, colour, text),
        }
    }

    /// The same in bold letters.
    fn bold(&mut self, at: (f64, f64), size: f64, colour: &str, text: &str) {
        match self.lettering {
            Lettering::Text => self.svg.bold(at.0, at.1, size, colour, text),
            Lettering::Strokes => self.strokes(at, size, 0.17, colour, text),
        }
    }

    fn strokes(&mut self, (x, y): (f64, f64), size: f64, weight: f64, colour: &str, text: &str) {
        // Capitals take this share of the size of a font.
        let height = 0.72 * size;
        let pen = Pen { height, weight, colour, anchor: Anchor::Middle };
        strokes::write(&mut self.svg, (x, y + height / 2.0), pen, text);
    }

    fn put(&mut self, text: &str) {
        self.svg.put(text);
    }
}

/// The whole picture.
pub fn render(riddle: &Riddle, solution: bool, lettering: Lettering) -> String {
    let board = SIZE as f64 * SIDE;
    let svg =
        Svg::sheet(board + 2.0 * MARGIN, board + HEAD + FOOT, &title(riddle.position.setting()));
    let mut svg = Sheet { svg, lettering };
    svg.put(&format!("<g font-family=\"{FONTS}\" text-anchor=\"middle\">\n"));
    svg.bold((MARGIN + board / 2.0, 28.0), 18.0, INK, &title(riddle.position.setting()));
    for n in 0..SIZE {
        let middle = (n as f64 + 0.5) * SIDE;
        svg.text((MARGIN + middle, HEAD - 12.0), 11.0, SOFT, &(n + 1).to_string());
        let row = char::from(b'A' + n as u8).to_string();
        svg.text((MARGIN - 16.0, HEAD + middle), 11.0, SOFT, &row);
    }
    for square in Square::all() {
        match riddle.position.tile(square) {
            Some(tile) => laid(&mut svg, riddle, corner(square), tile, TILE),
            None => empty(&mut svg, riddle, square),
        }
    }
    if solution {
        for (square, tile) in riddle.answer.squares() {
            if let Some(tile) = tile {
                laid(&mut svg, riddle, corner(square), tile, ANSWER);
            }
        }
    }
    rack(&mut svg, riddle, HEAD + board + 20.0);
    let y = HEAD + board + 80.0;
    svg.text((MARGIN + board / 2.0, y), 13.0, INK, &words(riddle, solution));
    svg.put("</g>\n");
    svg.svg.finish()
}

/// Text below the board.
fn words(riddle: &Riddle, solution: bool) -> String {
    let (best, plays) = (riddle.analysis.best_score, riddle.analysis.total_moves);
    let known = format!(
        "best play {best} points · {plays} plays · difficulty {} of 100",
        riddle.difficulty.points()
    );
    match solution {
        true => format!("{known} · {} at {}", riddle.description(), riddle.square()),
        false => known,
    }
}

fn corner(square: Square) -> (f64, f64) {
    (MARGIN + f64::from(square.col) * SIDE, HEAD + f64::from(square.row) * SIDE)
}

/// The rack, its tiles side by side below the board.
fn rack(svg: &mut Sheet, riddle: &Riddle, y: f64) {
    let tiles: Vec<InHand> = riddle.position.rack().tiles().collect();
    let (blanks, letters): (Vec<_>, Vec<_>) =
        tiles.into_iter().partition(|tile| matches!(tile, InHand::Blank));
    let tiles: Vec<InHand> = letters.into_iter().chain(blanks).collect();
    let wide = tiles.len() as f64 * (SIDE + 4.0) - 4.0;
    let left = MARGIN + (SIZE as f64 * SIDE - wide) / 2.0;
    let set = riddle.position.setting().tiles();
    for (n, tile) in tiles.into_iter().enumerate() {
        let at = (left + n as f64 * (SIDE + 4.0), y);
        match tile {
            InHand::Blank => face(svg, at, TILE, INK, "?", 0),
            InHand::Letter(letter) => {
                let name = set.alphabet().upper(letter).to_string();
                face(svg, at, TILE, INK, &name, set.value(letter));
            }
        }
    }
}

/// A tile on the board. A blank has no value, and its letter is pale.
fn laid(svg: &mut Sheet, riddle: &Riddle, at: (f64, f64), tile: Tile, fill: &str) {
    let set = riddle.position.setting().tiles();
    let name = set.alphabet().upper(tile.letter()).to_string();
    let colour = if tile.is_blank() { "#a2453a" } else { INK };
    face(svg, at, fill, colour, &name, set.worth(tile));
}

/// The face of a tile: its letter, and its value.
fn face(svg: &mut Sheet, at: (f64, f64), fill: &str, colour: &str, name: &str, worth: u8) {
    rect(svg, at, fill, 4);
    svg.bold((at.0 + SIDE / 2.0 - 1.0, at.1 + SIDE / 2.0), 18.0, colour, name);
    if worth > 0 {
        svg.text((at.0 + SIDE - 6.0, at.1 + SIDE - 6.0), 8.0, INK, &worth.to_string());
    }
}

/// An empty square: its premium, by colour and name.
fn empty(svg: &mut Sheet, riddle: &Riddle, square: Square) {
    let board = riddle.position.setting().board.board();
    let (fill, name) = premium(board.premium(square));
    let at = corner(square);
    rect(svg, at, fill, 1);
    let name = if name.is_empty() && square == board.start() { "★" } else { name };
    if !name.is_empty() {
        svg.text((at.0 + SIDE / 2.0, at.1 + SIDE / 2.0), 10.0, INK, name);
    }
}

fn rect(svg: &mut Sheet, (x, y): (f64, f64), fill: &str, round: u8) {
    let (x, y, side) = (number(x + 1.0), number(y + 1.0), number(SIDE - 2.0));
    svg.put(&format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"{round}\" fill=\"{}\"/>\n",
        escape(fill)
    ));
}

/// The colour and the short name of a premium.
fn premium(premium: Premium) -> (&'static str, &'static str) {
    match (premium.word, premium.letter) {
        (3, _) => ("#ef9a8d", "3W"),
        (2, _) => ("#f5c6c4", "2W"),
        (_, 3) => ("#8fbde6", "3L"),
        (_, 2) => ("#c6e0f2", "2L"),
        _ => ("#ece6d6", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level_png;
    use crate::pixels::{self, Pixels};
    use crate::riddles::riddle;

    #[test]
    fn the_board_and_the_rack_are_there() {
        let riddle = riddle();
        for solution in [false, true] {
            let svg = render(&riddle, solution, Lettering::Text);
            let parsed = roxmltree::Document::parse(&svg).unwrap();
            let root = parsed.root_element();
            assert_eq!(root.attribute("viewBox"), Some("0 0 560 668"));
            let tiles = parsed.descendants().filter(|node| node.attribute("rx") == Some("4"));
            let laid = if solution { riddle.answer.tiles_placed() } else { 0 };
            assert_eq!(tiles.count(), riddle.position.tiles_on_board() + 7 + laid);
            assert_eq!(svg.contains(&riddle.description()), solution);
            assert_eq!(svg.contains(ANSWER), solution);
            assert_eq!(svg, render(&riddle, solution, Lettering::Text));
        }
    }

    /// A picture in pixels holds no text element, and shows the answer if requested.
    #[test]
    fn a_picture_in_pixels_needs_no_font() {
        let riddle = riddle();
        let drawn = |solution| {
            let svg = render(&riddle, solution, Lettering::Strokes);
            assert!(!svg.contains("<text"));
            let mut png = Vec::new();
            level_png::write(&mut png, &svg).unwrap();
            pixels::read(&png, 9999).unwrap()
        };
        let [hidden, shown] = [drawn(false), drawn(true)];
        let scale = f64::from(hidden.width) / (SIZE as f64 * SIDE + 2.0 * MARGIN);
        let colour = |picture: &Pixels, square| {
            // A point left of and below the letter of a tile.
            let (x, y) = corner(square);
            let [x, y] = [x + 4.0, y + SIDE - 5.0].map(|at| (at * scale) as u32);
            let [red, green, blue, _] = picture.at(x, y).unwrap();
            format!("#{red:02x}{green:02x}{blue:02x}")
        };
        for (square, tile) in riddle.answer.squares() {
            assert_eq!(colour(&shown, square), if tile.is_some() { ANSWER } else { TILE });
            assert_eq!(colour(&hidden, square) == TILE, tile.is_none());
        }
        assert!(hidden.width >= 1000, "{} pixels", hidden.width);
    }
}
