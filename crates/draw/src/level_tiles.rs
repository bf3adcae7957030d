//! Draws the tiles of a level: ground first, then the things on it, and enemies in the figures of the look. It also
//! draws samples of tiles for the legend.

#[cfg(test)]
mod tests;

use super::icons::{self, icon, scaled};
use super::level_picture::{Door, Places, SIDE, doors};
use super::look::{Colours, Foe, Look, PLAIN, Rank, mixed};
use super::svg::{INK, PAGE, Svg, number};
use super::{furniture, textures};
use dungeon::dungeon::texts::Colour;
use level::{Cell, Grid, TILES, Tile, Tiles};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most icons of one kind.
const MOST_ICONS: usize = 20_000;
/// The most cells of a level whose floor has lines between cells.
const MOST_FINE: usize = 200_000;
/// The height of the dark front of a wall.
const FRONT: f64 = 5.0;

/// The tiles of a level as drawn, with the number of each kind.
pub struct TileView<'a> {
    /// The tiles of the ground, with floor in place of furniture.
    tiles: Cow<'a, Tiles>,
    count: BTreeMap<Tile, usize>,
    /// Furniture: the cells of each piece.
    furniture: Vec<Vec<Cell>>,
    look: &'a Look,
}

impl<'a> TileView<'a> {
    /// The tiles in the plain look.
    pub fn of(tiles: &'a Tiles) -> Self {
        Self::with(tiles, &PLAIN)
    }

    /// The tiles in a look, without furniture.
    pub fn bare(tiles: &'a Tiles, look: &'a Look) -> Self {
        let (tiles, furniture) = (Cow::Borrowed(tiles), Vec::new());
        let mut view = Self { tiles, count: BTreeMap::new(), furniture, look };
        view.counted();
        view
    }

    /// The tiles in a look.
    pub fn with(tiles: &'a Tiles, look: &'a Look) -> Self {
        let mut view = Self {
            tiles: Cow::Borrowed(tiles),
            count: BTreeMap::new(),
            furniture: Vec::new(),
            look,
        };
        let many: usize =
            tiles.floors.iter().map(|floor| floor.iter_rows().flatten().count()).sum();
        if let Some(family) = look.family.filter(|_| many <= MOST_FINE) {
            view.furniture = furniture::of(tiles, family);
            let ground = view.tiles.to_mut();
            for cell in view.furniture.iter().flatten() {
                if let Some(grid) = ground.floors.get_mut(cell.floor as usize) {
                    grid.set(cell.row, cell.col, Tile::Floor);
                }
            }
        }
        // The ground has floor under furniture, but the counts are those of the level.
        let tiles = std::mem::replace(&mut view.tiles, Cow::Borrowed(tiles));
        view.counted();
        view.tiles = tiles;
        view
    }

    /// Counts the tiles of each kind.
    fn counted(&mut self) {
        let mut count = BTreeMap::new();
        for (_, tile) in self.tiles.cells() {
            *count.entry(self.tile(tile)).or_default() += 1;
        }
        self.count = count;
    }

    /// The tile as drawn: START and TRIFORCE are floor if the level states its start or goals separately.
    fn tile(&self, tile: Tile) -> Tile {
        match tile {
            Tile::Start if self.tiles.start.is_some() => Tile::Floor,
            Tile::Goal if self.tiles.goals.is_some() => Tile::Floor,
            other => other,
        }
    }

    /// The look.
    pub fn look(&self) -> &'a Look {
        self.look
    }

    /// True if furniture is drawn.
    pub fn has_pillars(&self) -> bool {
        !self.furniture.is_empty()
    }

    /// True if pits are drawn.
    pub fn has_pits(&self) -> bool {
        self.look.colours.pit.is_some() && textures::are_there(&self.tiles)
    }

    /// True if the level has a tile of this kind.
    pub fn has(&self, tile: Tile) -> bool {
        self.count.contains_key(&tile)
    }

    /// True if the tiles of a kind are drawn as icons: there are some, and not too many.
    pub fn is_fine(&self, tile: Tile) -> bool {
        self.count.get(&tile).is_some_and(|&many| many <= MOST_ICONS)
    }

    /// The cells of a kind.
    fn cells(&self, kind: Tile) -> impl Iterator<Item = Cell> + '_ {
        self.tiles.cells().filter(move |&(_, tile)| self.tile(tile) == kind).map(|(cell, _)| cell)
    }

    /// Draws ground, walls and doors.
    pub fn ground(&self, svg: &mut Svg, places: &Places) {
        for (kind, ..) in TILES {
            self.fill(svg, places, kind);
        }
        let fine = self.count.values().sum::<usize>() <= MOST_FINE;
        if fine {
            self.lines(svg, places);
            textures::floors(svg, places, &self.tiles, self.look);
        }
        textures::draw(svg, places, &self.tiles, self.look);
        self.relief(svg, places);
        if fine {
            textures::walls(svg, places, &self.tiles, self.look);
            textures::corners(svg, places, &self.tiles, self.look);
        }
        self.faces(svg, places);
        for kind in [Tile::Element, Tile::ElementFloor] {
            self.waves(svg, places, kind);
        }
        for door in doors(&self.tiles) {
            self.door(svg, places, &door);
        }
        furniture::draw(svg, places, &self.furniture, self.look);
    }

    /// Draws the things on the ground, above a way.
    pub fn things(&self, svg: &mut Svg, places: &Places) {
        for (kind, ..) in TILES {
            if !kind.is_door()
                && self.is_fine(kind)
                && let Some((name, _)) = icons::of_tile(kind)
            {
                for cell in self.cells(kind) {
                    match self.look.figures.get(&cell) {
                        Some(foe) => draw_foe(svg, places.middle(cell), foe),
                        None if self.look.family.is_some() => {
                            thing(svg, places.middle(cell), kind, name);
                        }
                        None => icon(svg, places.middle(cell), name),
                    }
                }
            }
        }
    }

    /// Fills the cells of a kind with its colour.
    fn fill(&self, svg: &mut Svg, places: &Places, kind: Tile) {
        let Some(colour) =
            self.has(kind).then(|| colour(kind, self.is_fine(kind), self.look)).flatten()
        else {
            return;
        };
        let mut path = String::new();
        for (floor, grid) in self.tiles.floors.iter().enumerate() {
            let (left, top) = places.floor(floor);
            for (y, row) in grid.iter_rows().enumerate() {
                for (x, wide) in runs(row.iter().map(|&tile| self.tile(tile) == kind)) {
                    let (x, y, wide) =
                        (x as f64 * SIDE + left, y as f64 * SIDE + top, wide as f64 * SIDE);
                    let _ = write!(path, "M{x} {y}h{wide}v{SIDE}h-{wide}z");
                }
            }
        }
        svg.put(&format!(
            "<path fill=\"{colour}\" shape-rendering=\"crispEdges\" d=\"{path}\"/>\n"
        ));
    }

    /// Draws the lines between the cells of the floor.
    fn lines(&self, svg: &mut Svg, places: &Places) {
        let bare = |tile: Option<Tile>| tile.is_some_and(|tile| !tile.is_door() && !is_edged(tile));
        let path = self.borders(places, |a, b| bare(a) && bare(b));
        svg.put(&stroke(self.look.colours.line, 1.0, &path));
    }

    /// Draws the faces of pits, below the cells at their upper edges.
    fn faces(&self, svg: &mut Svg, places: &Places) {
        let mut path = String::new();
        for cell in self.cells(Tile::Pit) {
            let above = cell.offset(-1, 0).and_then(|above| self.tiles.tile(above));
            if above != Some(Tile::Pit) {
                face(&mut path, places.corner(cell));
            }
        }
        if !path.is_empty() {
            svg.put(&faces(&path, self.look));
        }
    }

    /// Draws the relief of walls: their front, their shadow, a light along the top, and an outline.
    fn relief(&self, svg: &mut Svg, places: &Places) {
        let is_wall = |tile: Option<Tile>| tile == Some(Tile::Wall);
        let is_open = |tile: Option<Tile>| !matches!(tile, None | Some(Tile::Wall | Tile::Void));
        let (mut front, mut shadow, mut light) = (String::new(), String::new(), String::new());
        for (floor, grid) in self.tiles.floors.iter().enumerate() {
            let (left, top) = places.floor(floor);
            for y in 0..grid.rows() {
                let at = |row: Option<u32>, x| row.and_then(|row| grid.get(row, x));
                let (above, below) = (y.checked_sub(1), y.checked_add(1));
                let across = 0..grid.cols();
                let high = f64::from(y) * SIDE + top;
                let fronts =
                    across.clone().map(|x| is_wall(at(Some(y), x)) && is_open(at(below, x)));
                for (x, wide) in runs(fronts) {
                    let (x, wide) = (x as f64 * SIDE + left, wide as f64 * SIDE);
                    let low = high + SIDE;
                    let _ = write!(front, "M{x} {low}v-{FRONT}h{wide}v{FRONT}z");
                    let _ = write!(shadow, "M{x} {low}v3h{wide}v-3z");
                }
                let lights = across.map(|x| is_wall(at(Some(y), x)) && !is_wall(at(above, x)));
                for (x, wide) in runs(lights) {
                    let (x, wide) = (x as f64 * SIDE + left, wide as f64 * SIDE);
                    let _ = write!(light, "M{x} {}h{wide}", high + 1.0);
                }
            }
        }
        svg.put(&format!("<path fill=\"#3b2f17\" fill-opacity=\".13\" d=\"{shadow}\"/>\n"));
        let colours = self.look.colours;
        svg.put(&format!("<path fill=\"{}\" d=\"{front}\"/>\n", colours.front));
        svg.put(&stroke(colours.light, 2.0, &light));
        let outline =
            self.borders(places, |a, b| is_wall(a) != is_wall(b) || is_open(a) != is_open(b));
        svg.put(&stroke(colours.edge, 1.0, &outline));
    }

    /// The lines between cells for which `parts` is true; each straight run is one stroke.
    fn borders(
        &self,
        places: &Places,
        parts: impl Fn(Option<Tile>, Option<Tile>) -> bool,
    ) -> String {
        let mut path = String::new();
        for (floor, grid) in self.tiles.floors.iter().enumerate() {
            let (left, top) = places.floor(floor);
            let at = |y: i64, x: i64| tile_at(grid, y, x).map(|tile| self.tile(tile));
            let (rows, cols) = (i64::from(grid.rows()), i64::from(grid.cols()));
            for y in 0..=rows {
                for (x, wide) in runs((0..cols).map(|x| parts(at(y - 1, x), at(y, x)))) {
                    let (x, y) = (x as f64 * SIDE + left, y as f64 * SIDE + top);
                    let _ = write!(path, "M{x} {y}h{}", wide as f64 * SIDE);
                }
            }
            for x in 0..=cols {
                for (y, high) in runs((0..rows).map(|y| parts(at(y, x - 1), at(y, x)))) {
                    let (x, y) = (x as f64 * SIDE + left, y as f64 * SIDE + top);
                    let _ = write!(path, "M{x} {y}v{}", high as f64 * SIDE);
                }
            }
        }
        path
    }

    /// Waves on water: two in each cell, shifted from row to row.
    fn waves(&self, svg: &mut Svg, places: &Places, kind: Tile) {
        if !self.is_fine(kind) {
            return;
        }
        let mut path = String::new();
        for cell in self.cells(kind) {
            let along = if cell.row.is_multiple_of(2) { 1.0 } else { 5.0 };
            wave(&mut path, places.corner(cell), along);
        }
        svg.put(&waves(kind, &path, self.look));
    }

    /// A door: its frame, and its sign in the middle.
    fn door(&self, svg: &mut Svg, places: &Places, door: &Door) {
        if !self.is_fine(door.tile) {
            return;
        }
        let ((x, y), (right, bottom)) = (places.corner(door.first), places.corner(door.last));
        let (wide, high) = (right - x + SIDE, bottom - y + SIDE);
        if door.tile == Tile::DoorOpen {
            let Colours { worn, .. } = self.look.colours;
            let worn = format!(
                "fill=\"none\" stroke=\"{worn}\" stroke-width=\"1\" stroke-dasharray=\"2 2\""
            );
            svg.put(&format!("<path {worn} d=\"M{x} {y}h{wide}v{high}h-{wide}z\"/>\n"));
            return;
        }
        svg.put(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"none\" \
             stroke=\"#2b3240\" stroke-opacity=\".55\" stroke-width=\"1.4\"/>\n",
            x + 1.0,
            y + 1.0,
            wide - 2.0,
            high - 2.0,
        ));
        if let Some((name, _)) = icons::of_tile(door.tile) {
            let scale = (wide.min(high) / SIDE).sqrt().min(1.5);
            scaled(svg, (x + wide / 2.0, y + high / 2.0), scale, name);
        }
    }
}

fn tile_at(grid: &Grid, row: i64, col: i64) -> Option<Tile> {
    grid.get(u32::try_from(row).ok()?, u32::try_from(col).ok()?)
}

/// The runs of true values: the start and length of each.
fn runs(says: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in says.enumerate().filter(|(_, yes)| *yes) {
        match runs.last_mut() {
            Some((from, length)) if *from + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

/// The colour under a tile. Kinds without icons have colours that tell them apart.
pub(super) fn colour(tile: Tile, fine: bool, look: &Look) -> Option<Colour> {
    let colours = look.colours;
    Some(match tile {
        Tile::Void => return None,
        Tile::Wall => colours.wall,
        Tile::Element => colours.water,
        Tile::ElementFloor => colours.shallow,
        Tile::Pit => pit(look),
        Tile::DoorOpen => colours.door,
        Tile::DoorLocked => Colour([0xe3, 0xc9, 0x8f]),
        Tile::DoorBomb => colours.cracked,
        Tile::DoorPuzzle => Colour([0xbc, 0xcf, 0xe2]),
        Tile::DoorBoss => Colour([0xc9, 0x8a, 0x8f]),
        Tile::DoorSoft => Colour([0xb5, 0xd9, 0xcd]),
        _ if fine => colours.floor,
        Tile::Block => Colour([0xc9, 0xbb, 0x9c]),
        Tile::Stair => Colour([0x76, 0x74, 0x79]),
        Tile::Enemy => Colour([0xb7, 0x9b, 0xc6]),
        Tile::Boss => Colour([0xa8, 0x2a, 0x3c]),
        Tile::KeySmall | Tile::Goal => Colour([0xf2, 0xbd, 0x3a]),
        Tile::KeyBoss => Colour([0xe0, 0x56, 0x6a]),
        Tile::KeyItem => Colour([0xd6, 0x9a, 0x54]),
        Tile::ItemMinor => Colour([0x5d, 0x66, 0x75]),
        Tile::Puzzle => Colour([0x3f, 0x9c, 0x8f]),
        Tile::Start => Colour([0x2f, 0x9e, 0x5b]),
        Tile::Floor => colours.floor,
    })
}

/// The colour of a pit that a block can fill.
fn pit(look: &Look) -> Colour {
    look.colours.pit.unwrap_or(Colour([0x3a, 0x36, 0x3c]))
}

/// True for the kinds around which no lines are drawn.
fn is_edged(tile: Tile) -> bool {
    matches!(tile, Tile::Wall | Tile::Void | Tile::Element | Tile::Pit)
}

/// The face of a pit at the upper edge of a cell.
fn face(path: &mut String, (x, y): (f64, f64)) {
    let _ = write!(path, "M{} {}h{SIDE}v{FRONT}h-{SIDE}z", number(x), number(y));
}

/// The faces of pits: lighter than the pits.
fn faces(path: &str, look: &Look) -> String {
    let colour = mixed(look.colours.floor, pit(look), 0.55);
    format!("<path fill=\"{colour}\" d=\"{path}\"/>\n")
}

/// The waves of one cell.
pub(super) fn wave(path: &mut String, (x, y): (f64, f64), along: f64) {
    let _ = write!(path, "M{} {}q1.5-2 3 0t3 0", number(x + along), number(y + 6.0));
    let _ = write!(path, "M{} {}q1.5-2 3 0t3 0", number(x + 9.0 - along), number(y + 13.0));
}

/// Waves on water of a kind.
pub(super) fn waves(kind: Tile, path: &str, look: &Look) -> String {
    let Colours { wave, water, .. } = look.colours;
    let (colour, width) = if kind == Tile::Element { (wave, 1.2) } else { (water, 1.0) };
    stroke(colour, width, path)
}

/// Draws a square of ground around a point.
pub(super) fn ground(svg: &mut Svg, (x, y): (f64, f64), colour: Colour) {
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" rx=\"2\" fill=\"{colour}\"/>\n",
        number(x - SIDE / 2.0),
        number(y - SIDE / 2.0),
    ));
}

/// Draws an icon on a square of ground.
pub(super) fn with_icon(svg: &mut Svg, at: (f64, f64), colour: Colour, name: &str, scale: f64) {
    ground(svg, at, colour);
    scaled(svg, at, scale, name);
}

/// Draws a tile around a point, as a legend shows it.
pub(super) fn sample(svg: &mut Svg, (x, y): (f64, f64), tile: Tile, look: &Look) {
    ground(svg, (x, y), colour(tile, true, look).unwrap_or(look.colours.floor));
    if matches!(tile, Tile::Element | Tile::ElementFloor) {
        let mut path = String::new();
        wave(&mut path, (x - SIDE / 2.0, y - SIDE / 2.0), 1.5);
        svg.put(&waves(tile, &path, look));
    }
    if tile == Tile::Pit {
        let mut path = String::new();
        face(&mut path, (x - SIDE / 2.0, y - SIDE / 2.0));
        svg.put(&faces(&path, look));
    }
    if let Some((name, _)) = icons::of_tile(tile) {
        scaled(svg, (x, y), 0.9, name);
    }
}

/// A line with square ends.
pub(super) fn stroke(colour: Colour, width: f64, path: &str) -> String {
    format!(
        "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"square\" d=\"{path}\"/>\n"
    )
}

/// The distance between two dots.
const PIP: f64 = 2.9;

/// Draws an enemy around a point. A guard has a crown, a boss a ring of fire.
pub(super) fn draw_foe(svg: &mut Svg, at: (f64, f64), foe: &Foe) {
    if foe.rank == Rank::Boss {
        halo(svg, at, 12.5, "#a82a3c");
    }
    scaled(svg, at, foe.rank.scale(), foe.icon);
    if foe.rank == Rank::Common {
        pips(svg, (at.0, at.1 + 7.4), foe.load);
    }
    if foe.rank == Rank::Warden {
        let (name, _) = icons::crown();
        scaled(svg, (at.0, at.1 - 11.0), 1.2, name);
    }
}

/// One dot for each point of load, side by side.
fn pips(svg: &mut Svg, (x, y): (f64, f64), load: u8) {
    let first = x - f64::from(load.saturating_sub(1)) * PIP / 2.0;
    let path: String = (0..load)
        .map(|pip| format!("M{} {}h0", number(first + f64::from(pip) * PIP), number(y)))
        .collect();
    svg.put(&format!(
        "<path fill=\"none\" stroke=\"{PAGE}\" stroke-width=\"3.4\" stroke-linecap=\"round\" d=\"{path}\"/>\
         <path fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\" stroke-linecap=\"round\" d=\"{path}\"/>\n"
    ));
}

/// An enemy as a legend shows it.
pub(super) fn sample_foe(svg: &mut Svg, (x, y): (f64, f64), foe: &Foe, look: &Look) {
    with_icon(svg, (x, y), look.colours.floor, foe.icon, 0.95);
    if foe.rank == Rank::Common {
        pips(svg, (x, y + 6.4), foe.load);
    }
    if foe.rank == Rank::Warden {
        let (name, _) = icons::crown();
        scaled(svg, (x + 3.6, y - 6.4), 0.9, name);
    }
}

/// Draws a thing that lies on a tile or is one.
pub(super) fn thing(svg: &mut Svg, at: (f64, f64), kind: Tile, name: &str) {
    let scale = match kind {
        Tile::Goal => {
            halo(svg, at, 12.0, "#d99a12");
            1.4
        }
        Tile::KeyItem => {
            halo(svg, at, 10.5, "#d99a12");
            1.1
        }
        Tile::Start => 1.15,
        _ => 1.0,
    };
    scaled(svg, at, scale, name);
}

/// A halo behind a thing: a disc with eight rays.
fn halo(svg: &mut Svg, (x, y): (f64, f64), radius: f64, colour: &str) {
    let circle = number(radius * 0.76);
    let (long, short) = (number(radius), number(radius * 0.82));
    let rays: String = (0..8).map(|turn| ray(f64::from(turn) * 45.0, &short, &long)).collect();
    svg.put(&format!(
        "<g transform=\"translate({} {})\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-linecap=\"round\">\
         <circle r=\"{circle}\" fill=\"#fff6d8\" fill-opacity=\".85\"/>{rays}</g>\n",
        number(x),
        number(y),
    ));
}

/// A ray outwards.
fn ray(turn: f64, from: &str, to: &str) -> String {
    format!("<path d=\"M{from} 0H{to}\" transform=\"rotate({})\"/>", number(turn))
}
