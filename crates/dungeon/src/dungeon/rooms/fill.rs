//! Fills interiors: tries candidates in turn and takes the first that satisfies the request. If a door leads onto rock
//! or a cut corner, a way is dug to the floor behind it, mirrored to keep the symmetry. If no template fits, the result
//! is plain floor, optionally with rows of props, which water may split.

use super::cellular;
use super::drawing::{Axis, Drawing, Ground, Spot, scaled, strain, tile};
use super::interior::fit;
use super::interior::{Interior, InteriorRequest, Rock, Silhouette, Split, UseCounts};
use super::read::RoomLibrary;
use super::shore::{Shore, moat};
use super::{Family, Template, Turns};
use search::Stream;

/// Maximum strain of a drawing.
const MOST_STRAIN: usize = 600;
/// Weights of a template for the purpose, and of one for any purpose.
const MEANT: u64 = 30_000;
const ANY: u64 = 10_000;
/// The same weights for a template with the preferred tile.
const LIKED: u64 = 3_000_000;
/// Number of times the lots of a candidate are drawn.
const DRAWS: usize = 2;

/// Probability that a room of a family is cut by an automaton before templates are tried.
fn organic(family: Family) -> f64 {
    match family {
        Family::Cave => 0.7,
        Family::Mine => 0.3,
        Family::Wild => 0.3,
        _ => 0.0,
    }
}

/// True if a family has rooms cut by an automaton.
#[must_use]
pub fn has_caves(family: Family) -> bool {
    organic(family) > 0.0
}

/// Fills an interior. None if not even plain floor satisfies the request, for instance if there are more things than
/// cells.
#[must_use]
pub fn fill(
    library: &RoomLibrary,
    request: &InteriorRequest<'_>,
    used: &mut UseCounts,
    stream: &mut Stream,
) -> Option<Interior> {
    // An automaton produces only floor and walls.
    let cut = if request.liked.is_none() { organic(request.family) } else { 0.0 };
    let found = if stream.chance(cut) { cells(request, used, stream) } else { None };
    let found = found.or_else(|| drawn(library, request, used, stream));
    let again = |stream: &mut Stream| if cut > 0.0 { cells(request, used, stream) } else { None };
    let found = found.or_else(|| again(stream));
    let found = found.or_else(|| ashore(library, request, used, stream));
    let found = found.or_else(|| bare(request, stream));
    let (drawing, filled) = found.or_else(|| moated(library, request, used, stream))?;
    used.note(Silhouette::of(&drawing), &filled.template);
    Some(filled)
}

/// The drawing that was made, and how it is filled.
type Candidate = Option<(Drawing, Interior)>;

/// An interior from an automaton.
fn cells(request: &InteriorRequest<'_>, used: &UseCounts, stream: &mut Stream) -> Candidate {
    for number in 0..cellular::TRIES {
        // First with the map of the floor; if that leaves too little, with noise for this room.
        let map = if number < cellular::TRIES / 2 { request.rock.map } else { &[] };
        let rock = Rock { map, ..request.rock };
        let cut = cellular::cut(&InteriorRequest { rock, ..request.clone() }, stream);
        let Some(drawing) = cut else { continue };
        if used.times(&Silhouette::of(&drawing)) == 0
            && let Some(filled) = fit(&drawing, "cellular", request, stream)
        {
            return Some((drawing, filled));
        }
    }
    None
}

/// An interior with a template in its middle and water before the sides beyond water.
fn ashore(
    library: &RoomLibrary,
    request: &InteriorRequest<'_>,
    used: &UseCounts,
    stream: &mut Stream,
) -> Candidate {
    let Split::Water(sides) = request.split else { return None };
    if !request.rock.closed.is_empty() {
        return None;
    }
    let shore = Shore::of(request, sides, stream)?;
    let (height, width, mouths) = (shore.height, shore.width, &shore.mouths[..]);
    let middle = InteriorRequest { height, width, mouths, split: Split::Open, ..request.clone() };
    for template in order(library, &middle, used, stream) {
        let drawing = shore.around(drawing(template, &middle, stream));
        if used.is_worn(&Silhouette::of(&drawing)) {
            continue;
        }
        let name = format!("{} by the water", template.name);
        if let Some(filled) = fit(&drawing, &name, request, stream) {
            return Some((drawing, filled));
        }
    }
    None
}

/// An interior with moats around the doors beyond water.
fn moated(
    library: &RoomLibrary,
    request: &InteriorRequest<'_>,
    used: &UseCounts,
    stream: &mut Stream,
) -> Candidate {
    let Split::Water(sides) = request.split else { return None };
    let whole = InteriorRequest { split: Split::Open, ..request.clone() };
    let mut all = order(library, &whole, used, stream).into_iter();
    all.find_map(|template| {
        let mut drawing = drawing(template, &whole, stream);
        moat(&mut drawing, request.mouths, sides.mouths);
        let filled = fit(&drawing, &format!("{} with a moat", template.name), request, stream)?;
        (!used.is_worn(&Silhouette::of(&drawing))).then_some((drawing, filled))
    })
}

/// An interior without a template.
fn bare(request: &InteriorRequest<'_>, stream: &mut Stream) -> Candidate {
    let mut all = plain(request).into_iter();
    all.find_map(|(name, mut drawing)| {
        request.rock.close(&mut drawing);
        let filled = fit(&drawing, name, request, stream)?;
        Some((drawing, filled))
    })
}

/// An interior from a template, preferably an unused one, otherwise one that may be used again.
fn drawn(
    library: &RoomLibrary,
    request: &InteriorRequest<'_>,
    used: &UseCounts,
    stream: &mut Stream,
) -> Candidate {
    let mut second = None;
    for template in order(library, request, used, stream) {
        for _ in 0..DRAWS {
            let drawing = drawing(template, request, stream);
            let silhouette = Silhouette::of(&drawing);
            if used.is_worn(&silhouette) || (second.is_some() && used.times(&silhouette) > 0) {
                continue;
            }
            let Some(filled) = fit(&drawing, &template.name, request, stream) else { continue };
            if used.times(&silhouette) == 0 {
                return Some((drawing, filled));
            }
            second = Some((drawing, filled));
        }
    }
    second
}

/// A template turned, scaled to the requested size, with its lots drawn, and opened at the mouths.
fn drawing(template: &Template, request: &InteriorRequest<'_>, stream: &mut Stream) -> Drawing {
    let upright = is_upright(template, request);
    let turned = template.turned_by_lot(upright, stream);
    let mut drawing = template.drawn(scaled(&turned, request.height, request.width), stream);
    request.rock.close(&mut drawing);
    open(&mut drawing, request, stream);
    request.rock.close(&mut drawing);
    drawing
}

/// The strain of a template as drawn, and with rows and columns swapped.
fn strains(template: &Template, request: &InteriorRequest<'_>) -> [usize; 2] {
    let sides = (template.drawing.rows(), template.drawing.cols());
    let [along, across] = [sides, (sides.1, sides.0)]
        .map(|(rows, cols)| strain(rows, request.height) + strain(cols, request.width));
    [along, if template.turns == Turns::Any { across } else { usize::MAX }]
}

/// True if a template fits better with rows and columns swapped.
fn is_upright(template: &Template, request: &InteriorRequest<'_>) -> bool {
    let [along, across] = strains(template, request);
    across < along
}

/// The templates of a family in the order in which to try them: a random order by weight, with those for other purposes
/// last.
fn order<'a>(
    library: &'a RoomLibrary,
    request: &InteriorRequest<'_>,
    used: &UseCounts,
    stream: &mut Stream,
) -> Vec<&'a Template> {
    let splits = matches!(request.split, Split::Water(_));
    let fits = |one: &&Template| one.families.contains(&request.family) && one.splits == splits;
    let (mut first, mut last) = (Vec::new(), Vec::new());
    for template in library.templates().iter().filter(fits) {
        let [along, across] = strains(template, request);
        let strain = along.min(across);
        let worn = 1 + 3 * used.of_template(&template.name);
        let weight = |of: u64| of / (1 + strain as u64 / 8) / worn;
        let has = |liked| template.drawing.glyphs().iter().any(|&glyph| tile(glyph) == liked);
        if strain > MOST_STRAIN {
            continue;
        } else if request.liked.is_some_and(has) {
            first.push((weight(LIKED), template));
        } else if template.purposes.contains(&request.purpose) {
            first.push((weight(MEANT), template));
        } else if template.purposes.is_empty() {
            first.push((weight(ANY), template));
        } else {
            last.push((weight(ANY), template));
        }
    }
    let mut order = by_weight(first, stream);
    order.append(&mut by_weight(last, stream));
    order
}

/// Items in a random order by weight.
fn by_weight<T>(mut items: Vec<(u64, T)>, stream: &mut Stream) -> Vec<T> {
    let mut order = Vec::with_capacity(items.len());
    while !items.is_empty() {
        let mut left = stream.below(items.iter().map(|(weight, _)| weight.max(&1)).sum());
        let past = |(weight, _): &(u64, T)| {
            let here = left < (*weight).max(1);
            left = left.saturating_sub((*weight).max(1));
            here
        };
        let at = items.iter().position(past).unwrap_or(0);
        order.push(items.remove(at).1);
    }
    order
}

/// The plain interiors to try last, with their names, best first.
fn plain(request: &InteriorRequest<'_>) -> Vec<(&'static str, Drawing)> {
    let bare = Drawing::filled(request.height, request.width, b'.');
    let floors = [propped(&bare, request), bare];
    let named = |name, all: fn(&Drawing) -> Vec<Drawing>| {
        floors.iter().flat_map(all).map(move |drawing| (name, drawing)).collect::<Vec<_>>()
    };
    match request.split {
        Split::Open => floors.map(|floor| ("plain", floor)).into(),
        Split::Water(_) => [named("ford", fords), named("island", islands)].concat(),
    }
}

/// Floor with rows of props, symmetrical and not before a mouth.
fn propped(floor: &Drawing, request: &InteriorRequest<'_>) -> Drawing {
    let mut drawing = floor.clone();
    let rhythm = |at: usize, many: usize, every: usize| at.min(many - 1 - at) % every == 1;
    let stands = |at: Spot| {
        rhythm(at.row, floor.rows(), 3)
            && rhythm(at.col, floor.cols(), 4)
            && request.mouths.iter().all(|mouth| mouth.steps(at) > 1)
    };
    for at in floor.spots().filter(|&at| stands(at)) {
        drawing.set(at, b'#');
    }
    drawing
}

/// Floor with one straight river or two, nearest to the middle first.
fn fords(floor: &Drawing) -> Vec<Drawing> {
    let (rows, cols) = (floor.rows(), floor.cols());
    let mut all = Vec::new();
    let inner = |of: usize| {
        let mut lines: Vec<usize> = (1..of.saturating_sub(1)).collect();
        lines.sort_by_key(|&line| (2 * line).abs_diff(of - 1));
        lines
    };
    for row in inner(rows) {
        all.push(watered(floor, |at| at.row == row));
    }
    for col in inner(cols) {
        all.push(watered(floor, |at| at.col == col));
    }
    for row in 1..rows / 2 {
        all.push(watered(floor, |at| at.row == row || at.row == rows - 1 - row));
    }
    for col in 1..cols / 2 {
        all.push(watered(floor, |at| at.col == col || at.col == cols - 1 - col));
    }
    all
}

/// Floor with a ring of water around its middle.
fn islands(floor: &Drawing) -> Vec<Drawing> {
    let (rows, cols) = (floor.rows(), floor.cols());
    let depth = |at: Spot| at.row.min(at.col).min(rows - 1 - at.row).min(cols - 1 - at.col);
    let rings = 1..rows.min(cols).div_ceil(2).saturating_sub(1);
    rings.rev().map(|ring| watered(floor, |at| depth(at) == ring)).collect()
}

/// The drawing with water in the selected cells.
fn watered(floor: &Drawing, is: impl Fn(Spot) -> bool) -> Drawing {
    let mut drawing = floor.clone();
    for at in floor.spots().filter(|&at| is(at)) {
        drawing.set(at, b'~');
    }
    drawing
}

/// Maximum number of cells dug for a mouth.
const DEEPEST: usize = 4;

/// Digs straight from solid mouths to the nearest floor; a mouth with water in between stays closed.
fn open(drawing: &mut Drawing, request: &InteriorRequest<'_>, stream: &mut Stream) {
    let axis = axis(drawing, request.stairs, stream);
    for &mouth in request.mouths {
        for at in way(drawing, mouth).unwrap_or_default() {
            drawing.set(at, b'.');
            if let Some(axis) = axis {
                drawing.set(drawing.mirrored(at, axis), b'.');
            }
        }
    }
}

/// The axis for mirroring openings; if stairs are needed, one with cells on it.
fn axis(drawing: &Drawing, stairs: usize, stream: &mut Stream) -> Option<Axis> {
    let mut axes: Vec<_> = Axis::BOTH.into_iter().filter(|&axis| drawing.mirrors(axis)).collect();
    stream.shuffle(&mut axes);
    let cells_on = |axis: &Axis| match axis {
        Axis::LeftRight => drawing.cols() % 2 == 1,
        Axis::TopBottom => drawing.rows() % 2 == 1,
    };
    axes.into_iter().max_by_key(|axis| stairs == 1 && cells_on(axis))
}

/// The solid cells straight ahead from a mouth to the nearest floor; none if there is no floor nearby.
fn way(drawing: &Drawing, mouth: Spot) -> Option<Vec<Spot>> {
    let Spot { row, col } = mouth;
    let down = (0..DEEPEST).map(|i| Spot::new(row + i, col));
    let right = (0..DEEPEST).map(|i| Spot::new(row, col + i));
    let up = (0..DEEPEST).map_while(|i| Some(Spot::new(row.checked_sub(i)?, col)));
    let left = (0..DEEPEST).map_while(|i| Some(Spot::new(row, col.checked_sub(i)?)));
    let ways: [Vec<Spot>; 4] = [down.collect(), right.collect(), up.collect(), left.collect()];
    let dug = |way: Vec<Spot>| {
        let ground = |at: &Spot| Ground::of(drawing.at(*at));
        let end = way.iter().position(|at| ground(at) != Ground::Solid)?;
        (ground(way.get(end)?) == Ground::Floor).then(|| way.into_iter().take(end).collect())
    };
    ways.into_iter().filter_map(dug).min_by_key(|way: &Vec<Spot>| way.len())
}
