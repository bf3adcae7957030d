//! Shores. A room with doors that no drawn river separates gets a template in its middle and strips of water before the
//! sides beyond water, or moats around the doors.

use super::drawing::{Drawing, Ground, Spot};
use super::interior::{InteriorRequest, Sides};
use search::Stream;

/// Number of rows or columns of a strip: floor at the edge, and water.
const STRIP: usize = 2;
/// Minimum number of rows and columns left in the middle.
const LEAST: usize = 5;

/// A side of an interior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Top,
    Bottom,
    Left,
    Right,
}

/// The strips of a room, outermost first, and the size and the mouths of the remaining middle.
#[derive(Clone, Debug)]
pub(super) struct Shore {
    edges: Vec<Edge>,
    pub(super) height: usize,
    pub(super) width: usize,
    pub(super) mouths: Vec<Spot>,
}

impl Shore {
    /// The strips that a room needs; none if they leave no middle, or if no edge is free for the doors beyond water.
    pub(super) fn of(
        request: &InteriorRequest<'_>,
        sides: Sides<'_>,
        stream: &mut Stream,
    ) -> Option<Self> {
        let (height, width) = (request.height, request.width);
        let mut shore = Self { edges: Vec::new(), height, width, mouths: request.mouths.to_vec() };
        let at =
            |edge| request.mouths.iter().filter(move |&&mouth| is_at(mouth, edge, height, width));
        let mut all = [Edge::Top, Edge::Bottom, Edge::Left, Edge::Right];
        stream.shuffle(&mut all);
        let main = main(sides.mouths);
        let others = sides.things.iter().chain(sides.stairs).chain(sides.mouths).flatten();
        let mut seen = Vec::new();
        for &side in others {
            if Some(side) == main || seen.contains(&side) {
                continue;
            }
            seen.push(side);
            let mut mouths = request.mouths.iter().zip(sides.mouths);
            let mouth = mouths.find(|(_, of)| **of == Some(side)).map(|(&mouth, _)| mouth);
            let fits = |edge: &Edge| match mouth {
                Some(mouth) => is_at(mouth, *edge, height, width),
                None => at(*edge).next().is_none(),
            };
            let edge = all.into_iter().find(|edge| fits(edge) && !shore.edges.contains(edge))?;
            shore.cut(edge);
        }
        let roomy = shore.height >= LEAST && shore.width >= LEAST && !shore.edges.is_empty();
        roomy.then_some(shore)
    }

    /// Cuts off a strip with the mouths on it.
    fn cut(&mut self, edge: Edge) {
        self.edges.push(edge);
        let (down, right) = (usize::from(edge == Edge::Top), usize::from(edge == Edge::Left));
        if matches!(edge, Edge::Top | Edge::Bottom) {
            self.height = self.height.saturating_sub(STRIP);
        } else {
            self.width = self.width.saturating_sub(STRIP);
        }
        let moved = |mouth: Spot| {
            let row = mouth.row.checked_sub(down * STRIP)?;
            let col = mouth.col.checked_sub(right * STRIP)?;
            (row < self.height && col < self.width).then_some(Spot::new(row, col))
        };
        self.mouths = self.mouths.iter().filter_map(|&mouth| moved(mouth)).collect();
    }

    /// The whole room around a drawing for its middle.
    pub(super) fn around(&self, middle: Drawing) -> Drawing {
        self.edges.iter().rev().fold(middle, |drawing, &edge| with_strip(&drawing, edge))
    }
}

/// Puts water around every mouth beyond water.
pub(super) fn moat(drawing: &mut Drawing, mouths: &[Spot], sides: &[Option<u8>]) {
    let main = main(sides);
    let beyond = mouths.iter().zip(sides).filter(|(_, side)| side.is_some() && **side != main);
    for (&mouth, _) in beyond {
        for at in drawing.beside(mouth) {
            if Ground::of(drawing.at(at)) == Ground::Floor && !mouths.contains(&at) {
                drawing.set(at, b'~');
            }
        }
    }
}

/// The side with the most mouths; the first of several.
fn main(mouths: &[Option<u8>]) -> Option<u8> {
    let of = |side: u8| mouths.iter().filter(|&&one| one == Some(side)).count();
    mouths.iter().flatten().copied().rev().max_by_key(|&side| of(side))
}

fn is_at(mouth: Spot, edge: Edge, height: usize, width: usize) -> bool {
    match edge {
        Edge::Top => mouth.row == 0,
        Edge::Bottom => mouth.row + 1 == height,
        Edge::Left => mouth.col == 0,
        Edge::Right => mouth.col + 1 == width,
    }
}

/// A drawing with water and floor added at one of its edges.
fn with_strip(drawing: &Drawing, edge: Edge) -> Drawing {
    let upright = matches!(edge, Edge::Left | Edge::Right);
    let lying = if upright { drawing.transposed() } else { drawing.clone() };
    let cols = lying.cols();
    let strip = |first: u8, second: u8| [vec![first; cols], vec![second; cols]].concat();
    let glyphs = if matches!(edge, Edge::Top | Edge::Left) {
        [strip(b'.', b'~'), lying.glyphs().to_vec()].concat()
    } else {
        [lying.glyphs().to_vec(), strip(b'~', b'.')].concat()
    };
    let whole = Drawing::new(cols, glyphs);
    if upright { whole.transposed() } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_takes_the_mouths_that_lie_on_it() {
        let all = [
            (0, 4),
            (1, 4),
            (2, 4),
            (6, 4),
            (7, 4),
            (8, 4),
            (4, 0),
            (4, 2),
            (4, 8),
            (4, 9),
            (4, 10),
        ];
        let mouths: Vec<Spot> = all.iter().map(|&(row, col)| Spot::new(row, col)).collect();
        let check = |edge: Edge, size: (usize, usize), left: &[(usize, usize)]| {
            let mut shore =
                Shore { edges: Vec::new(), height: 9, width: 11, mouths: mouths.clone() };
            shore.cut(edge);
            let found: Vec<_> = shore.mouths.iter().map(|spot| (spot.row, spot.col)).collect();
            assert_eq!(((shore.height, shore.width), &found[..]), (size, left), "{edge:?}");
        };
        let top = [(0, 4), (4, 4), (5, 4), (6, 4), (2, 0), (2, 2), (2, 8), (2, 9), (2, 10)];
        check(Edge::Top, (7, 11), &top);
        let bottom = [(0, 4), (1, 4), (2, 4), (6, 4), (4, 0), (4, 2), (4, 8), (4, 9), (4, 10)];
        check(Edge::Bottom, (7, 11), &bottom);
        let left = [(0, 2), (1, 2), (2, 2), (6, 2), (7, 2), (8, 2), (4, 0), (4, 6), (4, 7), (4, 8)];
        check(Edge::Left, (9, 9), &left);
        let right = [(0, 4), (1, 4), (2, 4), (6, 4), (7, 4), (8, 4), (4, 0), (4, 2), (4, 8)];
        check(Edge::Right, (9, 9), &right);
    }
}
