//! From a plan to tiles: a level that can be walked, with its room graph.
//!
//! A room is a rectangle of tiles with walls around it, a passage a pair of doors that face each other, somewhere along
//! the side that it leads through. What a passage asks for stands on its edge; walls that a bomb opens, water and plates
//! are tiles besides. Invariant: whatever is laid for looks or for a puzzle leaves all doors and things of a room in one
//! piece, water before a door aside.

mod ground;
mod blocks;
mod graph;

use super::plan::site::{RoomId, Side};
use super::plan::{Gate, Plan, Thing};
use super::rooms::{self, Family, Library, Sides, Split, Used, Wanted};
use crate::layout::Direction;
use crate::reject::Reject;
use crate::tiles;
use ground::Ground;
use level::rules::{BlockReset, Bombs, Push};
use level::{Cell, Content, Grid, Level, Mark, Rules, Tile, Tiles};
use search::{Attempt, Stream};

/// Cells of a room, by row and column from its upper left corner.
pub type Spot = (u32, u32);

/// A plan in tiles.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tiled {
    /// The level.
    pub level: Level,
    /// Of each room the name of the template that furnished it.
    pub templates: Vec<String>,
}

/// A room while it is laid.
#[derive(Clone, Debug)]
struct Laid {
    /// Its upper left cell.
    corner: Cell,
    /// Its tiles.
    ground: Ground,
    /// Symbols on its tiles.
    marks: Vec<(Spot, String)>,
    /// The plates of its blocks, with the number of the portcullis that they open.
    plates: Vec<(usize, Vec<Spot>)>,
    /// True if it has a stair.
    stairs: bool,
    /// The name of what furnished it.
    template: String,
}

/// The door of a passage in the room that it leaves or comes to.
#[derive(Clone, Copy, Debug)]
struct Door {
    spot: Spot,
    direction: Direction,
}

/// Lays a plan out in tiles.
///
/// # Errors
/// [`Reject::NoYard`] where no blocks were found that open a portcullis, [`Reject::NoFurniture`] where not even a bare
/// room holds what is to lie in it.
pub fn lay(
    plan: &Plan,
    family: Family,
    request: &tiles::Request,
    attempt: Attempt,
) -> Result<Tiled, Reject> {
    let mut rooms = rooms(plan, request);
    doors(plan, request, &mut rooms, &mut attempt.phase("doors"));
    contents(plan, family, &mut rooms, attempt)?;
    let templates = rooms.iter_mut().map(|laid| std::mem::take(&mut laid.template)).collect();
    Ok(Tiled { level: assemble(plan, request, rooms), templates })
}

/// The bounds of the rooms of a floor along an axis, or of all.
fn span(plan: &Plan, floor: Option<i32>, axis: usize) -> (i32, i32) {
    let cells = plan.site.rooms.iter().flatten();
    let along = cells.filter(|cell| floor.is_none_or(|z| cell[2] == z)).map(|cell| cell[axis]);
    (along.clone().min().unwrap_or(0), along.max().unwrap_or(0))
}

/// The upper left tile of a cell: every floor begins with its own westernmost column and northernmost row.
fn corner(plan: &Plan, request: &tiles::Request, [x, y, z]: [i32; 3]) -> Cell {
    let (west, _) = span(plan, Some(z), 0);
    let (_, north) = span(plan, Some(z), 1);
    let (_, top) = span(plan, None, 2);
    Cell {
        floor: (top - z) as u32,
        row: (north - y) as u32 * request.height,
        col: (x - west) as u32 * request.width,
    }
}

/// The rooms with walls around them.
fn rooms(plan: &Plan, request: &tiles::Request) -> Vec<Laid> {
    let room = |cells: &Vec<[i32; 3]>| {
        let bound = |axis: usize| {
            let along = cells.iter().map(|cell| cell[axis]);
            (along.clone().min().unwrap_or(0), along.max().unwrap_or(0))
        };
        let ((west, east), (south, north)) = (bound(0), bound(1));
        let floor = cells.first().map_or(0, |cell| cell[2]);
        let (wide, high) = ((east - west + 1) as u32, (north - south + 1) as u32);
        Laid {
            corner: corner(plan, request, [west, north, floor]),
            ground: Ground::walled(high * request.height, wide * request.width),
            marks: Vec::new(),
            plates: Vec::new(),
            stairs: false,
            template: String::new(),
        }
    };
    plan.site.rooms.iter().map(room).collect()
}

/// Cuts the doors of all passages, and counts stairs.
fn doors(plan: &Plan, request: &tiles::Request, rooms: &mut [Laid], stream: &mut Stream) {
    for passage in &plan.passages {
        let along = offset(passage.side, request, stream);
        let sides = [passage.side, passage.side.beyond()];
        for (number, (&room, side)) in passage.ends.iter().zip(sides).enumerate() {
            let Some(laid) = rooms.get_mut(room) else { continue };
            match door(plan, request, laid, side, along) {
                Some(door) => {
                    let beyond = passage.gate == Gate::Water && number == 0;
                    laid.ground.door(door.spot, door.direction, tile(&passage.gate), beyond);
                }
                None => laid.stairs = true,
            }
        }
    }
}

/// The tile of a door.
fn tile(gate: &Gate) -> Tile {
    match gate {
        Gate::Open | Gate::Water => Tile::DoorOpen,
        Gate::Bombable => Tile::DoorBomb,
        Gate::Keys(_) | Gate::Puzzle(_) | Gate::Plate(_) => Tile::DoorPuzzle,
        Gate::OneWay => Tile::DoorSoft,
    }
}

/// The place of a door along the side of its cell, from its western or northern end: in the middle, or well off it.
fn offset(side: Side, request: &tiles::Request, stream: &mut Stream) -> u32 {
    let length = match side.direction {
        Direction::East | Direction::West => request.height,
        _ => request.width,
    };
    let middle = length / 2;
    if length < 9 || stream.chance(0.5) {
        return middle;
    }
    let away = stream.between(2, i64::from(middle) - 2) as u32;
    if stream.chance(0.5) { middle - away } else { (middle + away).min(length - 3) }
}

/// The door of a side of a cell; `None` up and down.
fn door(
    plan: &Plan,
    request: &tiles::Request,
    laid: &Laid,
    side: Side,
    along: u32,
) -> Option<Door> {
    let cell = corner(plan, request, side.cell);
    let (top, left) = (cell.row - laid.corner.row, cell.col - laid.corner.col);
    let (height, width) = (request.height, request.width);
    let spot = match side.direction {
        Direction::North => (top, left + along),
        Direction::South => (top + height - 1, left + along),
        Direction::West => (top + along, left),
        Direction::East => (top + along, left + width - 1),
        Direction::Up | Direction::Down => return None,
    };
    Some(Door { spot, direction: side.direction })
}

/// Furnishes the rooms, and lays what lies in them.
fn contents(
    plan: &Plan,
    family: Family,
    rooms: &mut [Laid],
    attempt: Attempt,
) -> Result<(), Reject> {
    let part = attempt.part("contents");
    let mut used = Used::new(rooms.len());
    for (id, laid) in rooms.iter_mut().enumerate() {
        let stream = &mut part.phase(&id.to_string());
        let plate = plan.passages.iter().find_map(|passage| match passage.gate {
            Gate::Plate(plate) if passage.ends[0] == id => Some(plate),
            _ => None,
        });
        match plate {
            Some(plate) => {
                let spots = blocks::lay(&mut laid.ground, stream).ok_or(Reject::NoYard)?;
                laid.plates.push((plate, spots));
                laid.template = "yard".to_owned();
            }
            None => furnish(plan, id, family, laid, &mut used, stream)?,
        }
    }
    Ok(())
}

/// Fills a room by a template, and lays its things and enemies.
fn furnish(
    plan: &Plan,
    id: RoomId,
    family: Family,
    laid: &mut Laid,
    used: &mut Used,
    stream: &mut Stream,
) -> Result<(), Reject> {
    let fixed = fixtures(plan, id);
    let things = &plan.things[id];
    let (rows, cols) = laid.ground.size();
    let mouths: Vec<rooms::Spot> =
        laid.ground.mouths().iter().map(|mouth| inside(mouth.spot)).collect();
    // Each way over water leads to a part of its own, and all else lies on one side.
    let sides: Vec<Option<u8>> = (1..)
        .zip(laid.ground.mouths())
        .map(|(side, mouth)| Some(if mouth.beyond_water { side } else { 0 }))
        .collect();
    let count = fixed.len() + things.len();
    let near = vec![Some(0); count.max(1)];
    let split = Split::Water(Sides {
        mouths: &sides,
        things: &near[..count],
        stairs: &near[..usize::from(laid.stairs)],
    });
    let wanted = Wanted {
        family,
        purpose: plan.purposes[id],
        width: cols as usize - 2,
        height: rows as usize - 2,
        mouths: &mouths,
        things: count,
        stairs: usize::from(laid.stairs),
        split: if laid.ground.mouths().iter().any(|mouth| mouth.beyond_water) {
            split
        } else {
            Split::Open
        },
    };
    let library = Library::builtin();
    let filled = rooms::fill(library, &wanted, used, stream);
    // Where no river fits there is a moat before the door.
    let moat = filled.is_none() && wanted.split != Split::Open;
    let filled = match filled {
        None if moat => {
            rooms::fill(library, &Wanted { split: Split::Open, ..wanted }, used, stream)
        }
        filled => filled,
    };
    let filled = filled.ok_or(Reject::NoFurniture)?;
    for (at, &tile) in filled.tiles.iter().enumerate() {
        let (row, col) = (at / filled.width, at % filled.width);
        laid.ground.set((row as u32 + 1, col as u32 + 1), tile);
    }
    let mut spots = filled.things.iter().map(|&spot| outside(spot));
    for (tile, spot) in fixed.into_iter().zip(&mut spots) {
        laid.ground.set(spot, tile);
    }
    for (&thing, spot) in things.iter().zip(&mut spots) {
        laid.ground.set(spot, tile_of(thing));
        laid.marks.extend(symbol(thing).map(|name| (spot, name)));
    }
    let load = usize::from(plan.enemies[id]);
    let enemies = filled.enemies.iter().map(|&spot| outside(spot));
    for spot in enemies.take(load.div_ceil(2)) {
        laid.ground.set(spot, Tile::Enemy);
    }
    laid.template = filled.template;
    let held: Vec<Spot> = filled.things.iter().map(|&spot| outside(spot)).collect();
    if moat && !laid.ground.moats(&held) {
        return Err(Reject::NoFurniture);
    }
    Ok(())
}

/// A cell of a room as one of its interior.
fn inside((row, col): Spot) -> rooms::Spot {
    rooms::Spot { row: row.saturating_sub(1) as usize, col: col.saturating_sub(1) as usize }
}

/// A cell of an interior as one of its room.
fn outside(spot: rooms::Spot) -> Spot {
    (spot.row as u32 + 1, spot.col as u32 + 1)
}

/// The tiles that a room has besides its things: start, goal and boss.
fn fixtures(plan: &Plan, id: RoomId) -> Vec<Tile> {
    let fixed =
        [(plan.start(), Tile::Start), (plan.goal(), Tile::Triforce), (plan.boss(), Tile::Boss)];
    fixed.into_iter().filter(|&(room, _)| room == id).map(|(_, tile)| tile).collect()
}

/// The name of a key.
#[must_use]
pub fn key_name(key: usize) -> String {
    match u8::try_from(key) {
        Ok(key) if key < 26 => char::from(b'A' + key).to_string(),
        _ => format!("key {key}"),
    }
}

/// The name of the symbol that opens a portcullis.
pub(crate) fn plate_name(plate: usize) -> String {
    format!("stones {}", plate + 1)
}

/// The name of the symbol that a thing gives; `None` for things that are tiles.
pub(crate) fn symbol(thing: Thing) -> Option<String> {
    match thing {
        Thing::Key(key) => Some(key_name(key)),
        Thing::Treasure(treasure) => Some(format!("treasure:{}", treasure + 1)),
        Thing::Solution(puzzle) => Some(format!("puzzle:{}", puzzle + 1)),
        Thing::Item | Thing::Bombs => None,
    }
}

/// The tile that a thing lies on, or is. Where things lie there are no blocks that could be pushed onto them.
fn tile_of(thing: Thing) -> Tile {
    match thing {
        Thing::Item => Tile::KeyItem,
        Thing::Bombs => Tile::ItemMinor,
        Thing::Key(_) | Thing::Treasure(_) | Thing::Solution(_) => Tile::Floor,
    }
}

/// The rules of designed dungeons: bombs never run out, blocks can be pushed again and go back when their room is left.
#[must_use]
pub fn rules() -> Rules {
    let mut rules = Rules::default();
    rules.bombs = Bombs::Unlimited;
    rules.push = Push::Free;
    rules.blocks = BlockReset::Reset;
    rules
}

/// The level of all rooms.
fn assemble(plan: &Plan, request: &tiles::Request, rooms: Vec<Laid>) -> Level {
    let mut graph = graph::graph(plan);
    let (lowest, top) = span(plan, None, 2);
    let floor = |z: i32| {
        let size = |axis| {
            let (low, high) = span(plan, Some(z), axis);
            (high - low + 1) as u32
        };
        Grid::filled(size(1) * request.height, size(0) * request.width, Tile::Void)
    };
    let mut tiles = Tiles { floors: (lowest..=top).rev().map(floor).collect(), ..Tiles::default() };
    for (node, laid) in (0..).zip(rooms) {
        let Laid { corner, ground, marks, plates, .. } = laid;
        let cell =
            |(row, col): Spot| Cell { row: corner.row + row, col: corner.col + col, ..corner };
        for (spot, tile) in ground.tiles() {
            let Cell { floor, row, col } = cell(spot);
            if let Some(grid) = tiles.floors.get_mut(floor as usize) {
                grid.set(row, col, tile);
            }
        }
        let (rows, cols) = ground.size();
        tiles.rooms.push(level::Room { node, corner, rows, cols });
        for (spot, name) in marks {
            let gives = Content::Symbol(graph::symbol(&mut graph, &name));
            tiles.marks.push(Mark { cell: cell(spot), gives });
        }
        for (number, spots) in plates {
            let name = plate_name(number);
            let gives = Some(graph::symbol(&mut graph, &format!("plate:{name}")));
            graph.plates.push(name);
            tiles.plates.push(level::Plate { cells: spots.into_iter().map(cell).collect(), gives });
        }
    }
    Level { graph, rules: Some(rules()), ..Level::of_tiles(tiles) }
}
