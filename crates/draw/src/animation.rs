//! An animated picture of a dungeon: its rooms appear, the player walks the solution, and what was proved is printed.
//!
//! The picture is one SVG with SMIL timing and no script, so that it also plays inside an `<img>`. It repeats without end.
//! Invariant: the same dungeon gives the same bytes, and no step is left out.

use crate::level_picture::SIDE;
use crate::level_svg::Board;
use crate::overlay::Step;
use crate::strokes::{self, Pen};
use crate::svg::{INK, PAGE, SOFT, Svg, number};
use level::{Cell, Tiles};
use std::fmt::Write as _;

/// The margin around the board.
const MARGIN: f64 = 16.0;
/// Height of the head, which holds the captions.
const HEAD: f64 = 44.0;
/// Times in seconds: between two rooms, for one step, for the whole walk at most, and for the finished picture.
const ROOM: f64 = 0.15;
const STEP: f64 = 0.07;
const LONGEST_WALK: f64 = 14.0;
const HOLD: f64 = 5.0;
/// Seconds that a room or a caption takes to appear.
const FADE: f64 = 0.25;

/// Draws the animation of a walk over a board. The captions say what was generated, walked and proved.
pub fn animate(
    board: &Board,
    tiles: &Tiles,
    steps: &[Step],
    floor: &str,
    captions: [&str; 3],
) -> String {
    let rooms = tiles.rooms.len() as f64 * ROOM + 2.0 * FADE;
    let step = STEP.min(LONGEST_WALK / steps.len().max(1) as f64);
    let walked = rooms + step * steps.len() as f64;
    let film = Film { board, length: walked + HOLD };
    let (width, height) = (board.size.0 + 2.0 * MARGIN, board.size.1 + HEAD + MARGIN);
    let mut svg = Svg::sheet(width, height, captions[0]);
    for ((i, caption), begin) in (0..).zip(captions).zip([0.0, rooms, walked]) {
        let place = (MARGIN + width * f64::from(i) * 0.31, HEAD / 2.0);
        film.caption(&mut svg, place, i + 1, caption, begin);
    }
    svg.put(&format!("<g transform=\"translate({MARGIN} {HEAD})\">\n{}", board.svg));
    for (at, now) in (0..).zip(steps) {
        let cleared =
            now.changes.iter().map(|change| change.0).chain(now.takes.then_some(now.cell));
        for cell in cleared {
            film.patch(&mut svg, cell, floor, rooms + step * f64::from(at));
        }
    }
    film.walk(&mut svg, steps, (rooms, walked));
    for (at, room) in (0..).zip(&tiles.rooms) {
        let corner = film.corner(room.corner);
        film.cover(&mut svg, corner, (room.cols, room.rows), f64::from(at) * ROOM);
    }
    svg.put("</g>\n");
    svg.finish()
}

/// The board, and the length of one repetition in seconds.
struct Film<'a> {
    board: &'a Board,
    length: f64,
}

impl Film<'_> {
    /// Animates an attribute from one value to another. The change begins at `begin` and takes `within` seconds.
    fn change(&self, attribute: &str, [from, to]: [f64; 2], begin: f64, within: f64) -> String {
        let time = |seconds: f64| format!("{:.4}", seconds / self.length);
        let (begin, end) = (time(begin), time(begin + within));
        format!(
            "<animate attributeName=\"{attribute}\" dur=\"{}s\" repeatCount=\"indefinite\" \
             values=\"{from};{from};{to};{to}\" keyTimes=\"0;{begin};{end};1\"/>",
            number(self.length)
        )
    }

    fn corner(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.board.corners.get(cell.floor as usize).copied().unwrap_or_default();
        (x + f64::from(cell.col) * SIDE, y + f64::from(cell.row) * SIDE)
    }

    /// A numbered line of the head.
    fn caption(&self, svg: &mut Svg, (x, y): (f64, f64), number: u32, words: &str, begin: f64) {
        let fade = self.change("opacity", [0.25, 1.0], begin, FADE);
        svg.put(&format!("<g opacity=\"1\">{fade}\n"));
        strokes::write(
            svg,
            (x, y),
            Pen { weight: 0.17, ..Pen::plain(9.0, INK) },
            &number.to_string(),
        );
        strokes::write(svg, (x + 12.0, y), Pen::plain(7.4, SOFT), words);
        svg.put("</g>\n");
    }

    /// Covers a room until its time.
    fn cover(&self, svg: &mut Svg, (x, y): (f64, f64), (cols, rows): (u32, u32), begin: f64) {
        let fade = self.change("opacity", [1.0, 0.0], begin, FADE);
        let (width, height) = (f64::from(cols) * SIDE, f64::from(rows) * SIDE);
        svg.put(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{PAGE}\" opacity=\"0\">{fade}</rect>\n",
            number(x),
            number(y),
            number(width),
            number(height)
        ));
    }

    /// Draws floor over a cell from a time on: the item is taken, or the door is open.
    fn patch(&self, svg: &mut Svg, cell: Cell, floor: &str, begin: f64) {
        let (x, y) = self.corner(cell);
        let show = self.change("opacity", [0.0, 1.0], begin, 0.01);
        svg.put(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{floor}\" opacity=\"0\">{show}</rect>\n",
            number(x),
            number(y)
        ));
    }

    /// The line of the walk, which grows between two times, and the player at its end.
    fn walk(&self, svg: &mut Svg, steps: &[Step], (begin, end): (f64, f64)) {
        let mut path = String::new();
        for (at, step) in steps.iter().enumerate() {
            let (x, y) = self.corner(step.cell);
            let pen = if at == 0 || step.warp { 'M' } else { 'L' };
            let _ = write!(path, "{pen}{} {}", number(x + SIDE / 2.0), number(y + SIDE / 2.0));
        }
        let grow = self.change("stroke-dashoffset", [1.0, 0.0], begin, end - begin);
        svg.put(&format!(
            "<path fill=\"none\" stroke=\"#c2410c\" stroke-opacity=\".75\" stroke-width=\"3\" stroke-linejoin=\"round\" \
             pathLength=\"1\" stroke-dasharray=\"1 1\" d=\"{path}\">{grow}</path>\n\
             <circle r=\"6\" fill=\"#c2410c\" stroke=\"{PAGE}\" stroke-width=\"2\"><animateMotion dur=\"{}s\" \
             repeatCount=\"indefinite\" calcMode=\"linear\" keyPoints=\"0;0;1;1\" keyTimes=\"0;{:.4};{:.4};1\" path=\"{path}\"/></circle>\n",
            number(self.length),
            begin / self.length,
            end / self.length
        ));
    }
}
