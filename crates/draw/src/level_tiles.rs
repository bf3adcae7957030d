//! The tiles of a level as SVG: floor, walls with a lit top and a dark front, water, doors, and icons.
//!
//! Tiles of one colour are one path with one piece for each run in a row, so that a level of a million tiles
//! stays a file that can be opened. A kind of tile that is there more than `MOST_ICONS` times, and every
//! line inside the floor of a level larger than `MOST_FINE`, is left to its colour alone.

use super::level_icons::{self as icons, icon, scaled};
use super::level_picture::{Door, doors};
use super::level_places::{Places, SIDE};
use super::svg::{Svg, number};
use level::{Cell, Grid, TILES, Tile, Tiles};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most icons of one kind.
const MOST_ICONS: usize = 20_000;
/// The most cells of a level whose floor shows its cells.
const MOST_FINE: usize = 200_000;
/// The height of the dark front of a wall.
const FRONT: f64 = 5.0;

/// Colours of tiles without an outline.
const WALL: &str = "#8c95a6";
const WALL_FRONT: &str = "#667085";
const WALL_EDGE: &str = "#4e576a";
const WALL_LIGHT: &str = "#b3bac8";
const FLOOR: &str = "#f1e9d9";
const FLOOR_LINE: &str = "#e3d8c2";
const WATER: &str = "#9cc9e2";
const WAVE: &str = "#5f9dc2";

/// The tiles of a level as they are shown, and the number of each kind.
pub struct Shown<'a> {
    tiles: &'a Tiles,
    count: BTreeMap<Tile, usize>,
}

impl<'a> Shown<'a> {
    /// The tiles as they are shown.
    pub fn of(tiles: &'a Tiles) -> Self {
        let mut shown = Self { tiles, count: BTreeMap::new() };
        for (_, tile) in tiles.cells() {
            *shown.count.entry(shown.tile(tile)).or_default() += 1;
        }
        shown
    }

    /// START and TRIFORCE are floor where the level says start and goals itself.
    fn tile(&self, tile: Tile) -> Tile {
        match tile {
            Tile::Start if self.tiles.start.is_some() => Tile::Floor,
            Tile::Triforce if self.tiles.goals.is_some() => Tile::Floor,
            other => other,
        }
    }

    /// True if there is a tile of this kind.
    pub fn has(&self, tile: Tile) -> bool {
        self.count.contains_key(&tile)
    }

    /// True if a kind is drawn with icons: it is there, and not too often.
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
        if self.count.values().sum::<usize>() <= MOST_FINE {
            self.lines(svg, places);
        }
        self.relief(svg, places);
        for kind in [Tile::Element, Tile::ElementFloor] {
            self.waves(svg, places, kind);
        }
        for door in doors(self.tiles) {
            self.door(svg, places, &door);
        }
    }

    /// Draws the things on the ground, above a way.
    pub fn things(&self, svg: &mut Svg, places: &Places) {
        for (kind, ..) in TILES {
            if !kind.is_door()
                && self.is_fine(kind)
                && let Some((name, _)) = icons::of_tile(kind)
            {
                for cell in self.cells(kind) {
                    icon(svg, places.middle(cell), name);
                }
            }
        }
    }

    /// The colour under a kind of tile.
    fn fill(&self, svg: &mut Svg, places: &Places, kind: Tile) {
        let Some(colour) = self.has(kind).then(|| colour(kind, self.is_fine(kind))).flatten()
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

    /// The lines between the cells of the floor.
    fn lines(&self, svg: &mut Svg, places: &Places) {
        let bare = |tile: Option<Tile>| {
            tile.is_some_and(|tile| {
                !tile.is_door() && !matches!(tile, Tile::Wall | Tile::Void | Tile::Element)
            })
        };
        let path = self.borders(places, |a, b| bare(a) && bare(b));
        svg.put(&stroke(FLOOR_LINE, 1.0, &path));
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
        svg.put(&format!("<path fill=\"{WALL_FRONT}\" d=\"{front}\"/>\n"));
        svg.put(&stroke(WALL_LIGHT, 2.0, &light));
        let outline =
            self.borders(places, |a, b| is_wall(a) != is_wall(b) || is_open(a) != is_open(b));
        svg.put(&stroke(WALL_EDGE, 1.0, &outline));
    }

    /// The lines between cells that `parts` says yes to, each straight run in one stroke.
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

    /// Waves on water: two a cell, moved along from row to row.
    fn waves(&self, svg: &mut Svg, places: &Places, kind: Tile) {
        if !self.is_fine(kind) {
            return;
        }
        let mut path = String::new();
        for cell in self.cells(kind) {
            let along = if cell.row.is_multiple_of(2) { 1.0 } else { 5.0 };
            wave(&mut path, places.corner(cell), along);
        }
        svg.put(&waves(kind, &path));
    }

    /// A door: its frame, and its sign in the middle.
    fn door(&self, svg: &mut Svg, places: &Places, door: &Door) {
        if !self.is_fine(door.tile) {
            return;
        }
        let ((x, y), (right, bottom)) = (places.corner(door.first), places.corner(door.last));
        let (wide, high) = (right - x + SIDE, bottom - y + SIDE);
        if door.tile == Tile::DoorOpen {
            let worn =
                "fill=\"none\" stroke=\"#b59f74\" stroke-width=\"1\" stroke-dasharray=\"2 2\"";
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

/// The colour under a tile; flat tiles have no icon that would tell them apart.
fn colour(tile: Tile, fine: bool) -> Option<&'static str> {
    Some(match tile {
        Tile::Void => return None,
        Tile::Wall => WALL,
        Tile::Element => WATER,
        Tile::ElementFloor => "#e2ebe6",
        Tile::DoorOpen => "#e0d2b2",
        Tile::DoorLocked => "#e3c98f",
        Tile::DoorBomb => "#b9bfcb",
        Tile::DoorPuzzle => "#bccfe2",
        Tile::DoorBoss => "#c98a8f",
        Tile::DoorSoft => "#b5d9cd",
        _ if fine => FLOOR,
        Tile::Block => "#c9bb9c",
        Tile::Stair => "#767479",
        Tile::Enemy => "#b79bc6",
        Tile::Boss => "#a82a3c",
        Tile::KeySmall | Tile::Triforce => "#f2bd3a",
        Tile::KeyBoss => "#e0566a",
        Tile::KeyItem => "#d69a54",
        Tile::ItemMinor => "#5d6675",
        Tile::Puzzle => "#3f9c8f",
        Tile::Start => "#2f9e5b",
        Tile::Floor => FLOOR,
    })
}

/// The waves of one cell.
fn wave(path: &mut String, (x, y): (f64, f64), along: f64) {
    let _ = write!(path, "M{} {}q1.5-2 3 0t3 0", number(x + along), number(y + 6.0));
    let _ = write!(path, "M{} {}q1.5-2 3 0t3 0", number(x + 9.0 - along), number(y + 13.0));
}

fn waves(kind: Tile, path: &str) -> String {
    let (colour, width) = if kind == Tile::Element { (WAVE, 1.2) } else { (WATER, 1.0) };
    stroke(colour, width, path)
}

/// Draws a tile around a point, as a legend shows it.
pub fn sample(svg: &mut Svg, (x, y): (f64, f64), tile: Tile) {
    let (left, top) = (x - SIDE / 2.0, y - SIDE / 2.0);
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" rx=\"2\" fill=\"{}\"/>\n",
        number(left),
        number(top),
        colour(tile, true).unwrap_or(FLOOR),
    ));
    if matches!(tile, Tile::Element | Tile::ElementFloor) {
        let mut path = String::new();
        wave(&mut path, (left, top), 1.5);
        svg.put(&waves(tile, &path));
    }
    if let Some((name, _)) = icons::of_tile(tile) {
        scaled(svg, (x, y), 0.9, name);
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

fn stroke(colour: &str, width: f64, path: &str) -> String {
    format!(
        "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"square\" d=\"{path}\"/>\n"
    )
}

#[cfg(test)]
mod tests;
