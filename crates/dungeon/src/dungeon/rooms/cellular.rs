//! Interiors cut by a cellular automaton: caves, galleries of mines, clearings. Each one is unique.
//!
//! All caves of a floor are cut from one map of noise that is open inside the walls of rooms and smoothed as a whole,
//! including halls of many cells. Each room keeps its largest open region, dug open to every mouth. Ponds, pits, trees
//! and wet ground are added one by one as long as the floor stays connected as before.

use super::Family;
use super::drawing::{Drawing, Ground, Parts, Spot};
use super::interior::{InteriorRequest, Split};
use crate::bitgrid::automaton::{Rule, step};
use crate::bitgrid::{Border, Grid};
use search::{Pool, Stream};

/// Number of tries to cut an interior that fits.
pub(super) const TRIES: usize = 6;
/// Number of tries to add a stroke.
const STROKES: usize = 60;
/// Minimum number of steps from a mouth to an added stroke.
const CLEAR: usize = 2;

/// The cave parameters of a family.
struct Habits {
    /// The percentage of rock before smoothing.
    rock: u64,
    /// Number of smoothing steps.
    steps: usize,
    /// Number of shafts dug between mouths and random points.
    shafts: usize,
    /// Glyphs to add, each with the maximum number of cells per stroke.
    strokes: &'static [(u8, usize)],
}

impl Habits {
    fn of(family: Family) -> Self {
        match family {
            Family::Mine => Self {
                rock: 60,
                steps: 2,
                shafts: 3,
                strokes: &[(b',', 4), (b'#', 1), (b'#', 2), (b'#', 2), (b'_', 2)],
            },
            Family::Wild => Self {
                rock: 30,
                steps: 3,
                shafts: 0,
                strokes: &[(b'#', 1), (b'#', 1), (b'#', 1), (b'~', 5), (b'~', 3)],
            },
            _ => Self {
                rock: 43,
                steps: 3,
                shafts: 0,
                strokes: &[(b'~', 6), (b'~', 4), (b',', 4), (b'#', 2), (b'#', 1), (b'_', 3)],
            },
        }
    }
}

/// Cuts an interior; none if too little of it is open, or no river separates the requested sides.
pub(super) fn cut(request: &InteriorRequest<'_>, stream: &mut Stream) -> Option<Drawing> {
    let habits = Habits::of(request.family);
    let mut drawing = smoothed(request, stream);
    request.rock.close(&mut drawing);
    open(&mut drawing, request, &habits, stream);
    request.rock.close(&mut drawing);
    let closed = request.rock.closed.iter().filter(|closed| **closed).count();
    let cells = request.width * request.height - closed;
    if floor(&drawing) * 5 < cells * 2 {
        return None;
    }
    if matches!(request.split, Split::Water(_)) {
        river(&mut drawing, request, stream);
    }
    let parts = Parts::dry(&drawing).count;
    let share = 14 + stream.index(12);
    let most = floor(&drawing) * share / 100;
    furnish(&mut drawing, request, &habits, parts, most, stream);
    Some(drawing)
}

/// Number of floor cells.
fn floor(drawing: &Drawing) -> usize {
    drawing.glyphs().iter().filter(|&&glyph| Ground::of(glyph) == Ground::Floor).count()
}

/// The map from which the caves of a floor are cut: noise of the family in all open cells, smoothed as a whole.
#[must_use]
pub fn map(family: Family, open: &Grid, stream: &mut Stream) -> Grid {
    let habits = Habits::of(family);
    let mut grid = open.clone();
    let cells = (0..open.height()).flat_map(|row| (0..open.width()).map(move |col| (col, row)));
    for (col, row) in cells.filter(|&(col, row)| !open.is_solid(col.into(), row.into())) {
        grid.set(col, row, stream.below(100) < habits.rock);
    }
    let pool = Pool::new(1);
    for _ in 0..habits.steps {
        step(&mut grid, Rule::default(), Border::Drawn, &pool);
    }
    grid
}

/// The rock of an interior: its part of the map, or separate noise.
fn smoothed(request: &InteriorRequest<'_>, stream: &mut Stream) -> Drawing {
    let (rows, cols) = (request.height, request.width);
    let mut drawing = Drawing::filled(rows, cols, b'.');
    let own = request.rock.map.is_empty();
    let open = || {
        let mut open = Grid::solid(cols as u32, rows as u32);
        drawing.spots().for_each(|at| open.set(at.col as u32, at.row as u32, false));
        open
    };
    let grid = own.then(|| map(request.family, &open(), stream));
    for (number, at) in drawing.spots().enumerate() {
        let solid = match &grid {
            Some(grid) => grid.is_solid(at.col as i64, at.row as i64),
            None => request.rock.map.get(number) == Some(&true),
        };
        if solid {
            drawing.set(at, b'#');
        }
    }
    drawing
}

/// Digs from every mouth to the largest region, digs shafts, and fills everything not connected to it.
fn open(
    drawing: &mut Drawing,
    request: &InteriorRequest<'_>,
    habits: &Habits,
    stream: &mut Stream,
) {
    let heart = heart(drawing, stream);
    for &mouth in request.mouths {
        dig(drawing, mouth, heart, stream);
    }
    for _ in 0..habits.shafts {
        let to = any(drawing, stream);
        let from = stream.pick(request.mouths).copied().unwrap_or(heart);
        dig(drawing, from, to, stream);
    }
    let parts = Parts::dry(drawing);
    let main = parts.at(drawing, heart);
    for at in drawing.spots() {
        if parts.at(drawing, at) != main {
            drawing.set(at, b'#');
        }
    }
}

fn any(drawing: &Drawing, stream: &mut Stream) -> Spot {
    drawing.spot(stream.index(drawing.glyphs().len()))
}

/// A cell of the largest region; if there is none, any cell, which is opened.
fn heart(drawing: &mut Drawing, stream: &mut Stream) -> Spot {
    let parts = Parts::dry(drawing);
    let size = |part: &u16| parts.of.iter().filter(|&other| other == part).count();
    let largest = (1..=parts.count).max_by_key(size);
    let cells: Vec<_> =
        drawing.spots().filter(|&at| Some(parts.at(drawing, at)) == largest).collect();
    let heart = stream.pick(&cells).copied().unwrap_or_else(|| any(drawing, stream));
    drawing.set(heart, b'.');
    heart
}

/// Digs a crooked way from one cell until it is connected to the other.
fn dig(drawing: &mut Drawing, from: Spot, to: Spot, stream: &mut Stream) {
    let parts = Parts::dry(drawing);
    let goal = parts.at(drawing, to);
    let mut at = from;
    loop {
        let met = goal != 0 && parts.at(drawing, at) == goal;
        drawing.set(at, b'.');
        if at == to || met {
            return;
        }
        let down = at.row.abs_diff(to.row) as u64;
        let along = at.col.abs_diff(to.col) as u64;
        let nearer = |from: usize, to: usize| if from < to { from + 1 } else { from - 1 };
        if stream.below(down + along) < down {
            at.row = nearer(at.row, to.row);
        } else {
            at.col = nearer(at.col, to.col);
        }
    }
}

/// Adds a river from one side to the opposite side, around the mouths.
fn river(drawing: &mut Drawing, request: &InteriorRequest<'_>, stream: &mut Stream) {
    let down = stream.chance(0.5);
    let (length, width) =
        if down { (request.height, request.width) } else { (request.width, request.height) };
    let bed =
        |along, across| if down { Spot::new(along, across) } else { Spot::new(across, along) };
    let mut across = stream.between(1, (width as i64 - 2).max(1)) as usize;
    for along in 0..length {
        let turn = stream.index(4);
        let next = match turn {
            0 if across > 1 => across - 1,
            1 if across + 2 < width => across + 1,
            _ => across,
        };
        for across in across.min(next)..=across.max(next) {
            let at = bed(along, across);
            if !request.mouths.contains(&at) && drawing.at(at) == b'.' {
                drawing.set(at, b'~');
            }
        }
        across = next;
    }
}

/// Adds strokes up to a number of cells, as long as the number of parts of the floor stays the same.
fn furnish(
    drawing: &mut Drawing,
    request: &InteriorRequest<'_>,
    habits: &Habits,
    parts: u16,
    most: usize,
    stream: &mut Stream,
) {
    let mut taken = 0;
    for _ in 0..STROKES {
        if taken >= most {
            return;
        }
        let Some(&(glyph, length)) = stream.pick(habits.strokes) else { return };
        let mut tried = drawing.clone();
        let cells = stroke(&mut tried, request, glyph, length, stream);
        if cells > 0
            && Parts::dry(&tried).count == parts
            && (parts == 1 || Parts::wet(&tried).count == 1)
        {
            *drawing = tried;
            taken += cells;
        }
    }
}

/// Draws a stroke of a glyph over floor, from a cell to its neighbours, away from mouths. Returns its length.
fn stroke(
    drawing: &mut Drawing,
    request: &InteriorRequest<'_>,
    glyph: u8,
    length: usize,
    stream: &mut Stream,
) -> usize {
    let rock = |at: Spot| {
        drawing.beside(at).count() < 4 || drawing.beside(at).any(|b| drawing.at(b) == b'#')
    };
    let solid = Ground::of(glyph) == Ground::Solid;
    let clear = |at: Spot| request.mouths.iter().all(|mouth| mouth.steps(at) >= CLEAR);
    // A solid object must stand apart, or it would merge with the rock.
    let bed: Vec<_> = drawing
        .spots()
        .filter(|&at| drawing.at(at) == b'.' && clear(at) && !(solid && rock(at)))
        .collect();
    let Some(&from) = stream.pick(&bed) else { return 0 };
    let (mut at, mut cells) = (from, 0);
    for _ in 0..1 + stream.index(length) {
        drawing.set(at, glyph);
        cells += 1;
        let beside: Vec<_> = drawing
            .beside(at)
            .filter(|next| drawing.at(*next) == b'.' && bed.contains(next))
            .collect();
        let Some(&next) = stream.pick(&beside) else { break };
        at = next;
    }
    cells
}
