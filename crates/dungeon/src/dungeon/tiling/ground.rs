//! The rooms of a plan during placement: names of things and cells, the tiles of a room, its position, and its doors.

use crate::dungeon::plan::site::Side;
use crate::dungeon::plan::{Gate, Plan, Thing};
use crate::dungeon::request::Size;
use crate::dungeon::texts;
use crate::layout::Direction;
use level::{Cell, Tile};
use search::Stream;

/// A cell of a room, as row and column from its upper left corner.
pub type Spot = (u32, u32);

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

/// The name of the symbol of a thing; `None` for things that are tiles.
pub(crate) fn symbol(plan: &Plan, thing: Thing) -> Option<String> {
    match thing {
        Thing::Key(key) => Some(key_name(key)),
        Thing::Treasure(treasure) => {
            let name = plan.treasure_names.get(treasure);
            let number = || (treasure + 1).to_string();
            Some(format!("treasure:{}", name.map_or_else(number, |name| texts::symbol(name))))
        }
        Thing::Solution(puzzle) => Some(format!("puzzle:{}", puzzle + 1)),
        Thing::Item | Thing::Bombs | Thing::SmallKey | Thing::Switch(_) => None,
    }
}

/// The tiles of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    rows: u32,
    cols: u32,
    tiles: Vec<Tile>,
    /// The cells before the doors.
    mouths: Vec<Mouth>,
}

/// The cell before a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mouth {
    /// The cell.
    pub(super) spot: Spot,
    /// True if it is reached only across water.
    pub(super) beyond_water: bool,
}

impl Ground {
    /// Floor surrounded by walls.
    pub(super) fn walled(rows: u32, cols: u32) -> Self {
        let size = (rows * cols) as usize;
        let mut ground = Self { rows, cols, tiles: vec![Tile::Wall; size], mouths: Vec::new() };
        for row in 1..rows - 1 {
            for col in 1..cols - 1 {
                ground.set((row, col), Tile::Floor);
            }
        }
        ground
    }

    /// Fills a rectangle with walls.
    fn wall_up(&mut self, (top, left): Spot, (high, wide): (u32, u32)) {
        for row in top..top + high {
            for col in left..left + wide {
                self.set((row, col), Tile::Wall);
            }
        }
    }

    /// Numbers of rows and columns.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.rows, self.cols)
    }

    /// All cells with their tiles.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (Spot, Tile)> + '_ {
        self.spots().zip(self.tiles.iter().copied())
    }

    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    fn index(&self, (row, col): Spot) -> Option<usize> {
        (row < self.rows && col < self.cols).then(|| (row * self.cols + col) as usize)
    }

    /// The tile of a cell; a wall outside the room.
    pub(super) fn tile(&self, spot: Spot) -> Tile {
        self.index(spot).map_or(Tile::Wall, |at| self.tiles[at])
    }

    /// Sets a tile.
    pub(super) fn set(&mut self, spot: Spot, tile: Tile) {
        if let Some(at) = self.index(spot) {
            self.tiles[at] = tile;
        }
    }

    /// The cells before the doors.
    pub(super) fn mouths(&self) -> &[Mouth] {
        &self.mouths
    }

    /// Cuts a door. `beyond_water` is true if only the key item gives access to it.
    pub(super) fn door(
        &mut self,
        spot: Spot,
        direction: Direction,
        tile: Tile,
        beyond_water: bool,
    ) {
        self.set(spot, tile);
        self.mouths.push(Mouth { spot: inwards(spot, direction), beyond_water });
    }

    /// Puts water before the doors that are beyond water, as much as leaves all other doors and `held` connected. False
    /// if even a single cell of water disconnects them.
    pub(super) fn moats(&mut self, held: &[Spot]) -> bool {
        let beyond: Vec<Spot> =
            self.mouths.iter().filter(|mouth| mouth.beyond_water).map(|mouth| mouth.spot).collect();
        beyond.into_iter().all(|mouth| {
            let (row, col) = mouth;
            let around = (row - 1..=row + 1).flat_map(|r| (col - 1..=col + 1).map(move |c| (r, c)));
            let around: Vec<Spot> = around
                .filter(|&spot| self.tile(spot) == Tile::Floor && !held.contains(&spot))
                .filter(|&spot| self.mouths.iter().all(|mouth| mouth.spot != spot))
                .collect();
            self.set(mouth, Tile::Element);
            for &spot in &around {
                self.set(spot, Tile::Element);
            }
            if !self.connects(held) {
                for spot in around {
                    self.set(spot, Tile::Floor);
                }
            }
            self.connects(held)
        })
    }

    /// The floor cell without a thing nearest to `from`, or `from` itself, that is not needed for going from door to
    /// door. None if every cell is needed.
    pub(super) fn aside(&self, from: Spot, held: &[Spot]) -> Option<Spot> {
        let steps = |&(row, col): &Spot| row.abs_diff(from.0) + col.abs_diff(from.1);
        let is_free =
            |spot: &Spot| *spot == from || self.tile(*spot) == Tile::Floor && !held.contains(spot);
        let mut free: Vec<Spot> = self.spots().filter(is_free).collect();
        free.sort_by_key(steps);
        free.into_iter().find(|&spot| self.passes_by(spot))
    }

    /// True if all doors stay connected without a cell; water and other passable tiles count as open.
    fn passes_by(&self, without: Spot) -> bool {
        let mut mouths = self.mouths.iter().map(|mouth| mouth.spot);
        let open = |spot| spot != without && !matches!(self.tile(spot), Tile::Wall | Tile::Void);
        let Some(first) = mouths.next() else { return true };
        let seen = self.flood(first, open);
        self.mouths.len() == 1 || first != without && mouths.all(|spot| seen.contains(&spot))
    }

    /// True if all doors not beyond water and all of `held` are connected without crossing water.
    fn connects(&self, held: &[Spot]) -> bool {
        let doors = self.mouths.iter().filter(|mouth| !mouth.beyond_water).map(|mouth| mouth.spot);
        let mut wanted = doors.chain(held.iter().copied());
        let Some(first) = wanted.next() else { return true };
        let seen = self.flood(first, |spot| self.tile(spot).is_always_walkable());
        wanted.all(|spot| seen.contains(&spot))
    }

    /// The cells within the walls that are reachable from `first` through open cells.
    fn flood(&self, first: Spot, open: impl Fn(Spot) -> bool) -> Vec<Spot> {
        let mut seen = vec![first];
        let mut next = 0;
        while let Some(&(row, col)) = seen.get(next) {
            next += 1;
            for to in [(row, col + 1), (row, col - 1), (row + 1, col), (row - 1, col)] {
                let door = to.0 == 0 || to.1 == 0 || to.0 + 1 == self.rows || to.1 + 1 == self.cols;
                if !door && open(to) && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        seen
    }
}

/// The cell in front of a door, inside the room.
fn inwards((row, col): Spot, direction: Direction) -> Spot {
    match direction {
        Direction::North => (row + 1, col),
        Direction::South => (row.saturating_sub(1), col),
        Direction::West => (row, col + 1),
        Direction::East => (row, col.saturating_sub(1)),
        Direction::Up | Direction::Down => (row, col),
    }
}

/// A room during placement.
#[derive(Clone, Debug)]
pub(super) struct PlacedRoom {
    /// Its upper left cell.
    pub(super) corner: Cell,
    /// Its tiles.
    pub(super) ground: Ground,
    /// Symbols on its tiles.
    pub(super) marks: Vec<(Spot, String)>,
    /// Switches on its tiles, by number.
    pub(super) switches: Vec<(Spot, usize)>,
    /// The plates of its blocks, with the number of the portcullis that they open.
    pub(super) plates: Vec<(usize, Vec<Spot>)>,
    /// True if it has a stair.
    pub(super) stairs: bool,
    /// The name of its template or other source of furniture.
    pub(super) template: String,
}

/// The door of a passage in one of its rooms.
#[derive(Clone, Copy, Debug)]
struct Door {
    spot: Spot,
    direction: Direction,
}

/// The range of the rooms of a floor along an axis, or of all floors.
pub(super) fn span(plan: &Plan, floor: Option<i32>, axis: usize) -> (i32, i32) {
    let cells = plan.site.rooms.iter().flatten();
    let along = cells.filter(|cell| floor.is_none_or(|z| cell[2] == z)).map(|cell| cell[axis]);
    (along.clone().min().unwrap_or(0), along.max().unwrap_or(0))
}

/// The upper left tile of a cell; every floor starts at its own westernmost column and northernmost row.
fn corner(plan: &Plan, size: Size, [x, y, z]: [i32; 3]) -> Cell {
    let (west, _) = span(plan, Some(z), 0);
    let (_, north) = span(plan, Some(z), 1);
    let (_, top) = span(plan, None, 2);
    Cell {
        floor: (top - z) as u32,
        row: (north - y) as u32 * size.height,
        col: (x - west) as u32 * size.width,
    }
}

/// The upper left tile of a cell, relative to the corner of its room.
fn spot(plan: &Plan, size: Size, room: Cell, cell: [i32; 3]) -> Spot {
    let cell = corner(plan, size, cell);
    (cell.row - room.row, cell.col - room.col)
}

/// The rooms, surrounded by walls.
pub(super) fn rooms(plan: &Plan, size: Size) -> Vec<PlacedRoom> {
    let room = |cells: &Vec<[i32; 3]>| {
        let bound = |axis: usize| {
            let along = cells.iter().map(|cell| cell[axis]);
            (along.clone().min().unwrap_or(0), along.max().unwrap_or(0))
        };
        let ((west, east), (south, north)) = (bound(0), bound(1));
        let floor = cells.first().map_or(0, |cell| cell[2]);
        let (wide, high) = ((east - west + 1) as u32, (north - south + 1) as u32);
        let corner = corner(plan, size, [west, north, floor]);
        let mut ground = Ground::walled(high * size.height, wide * size.width);
        // The part of the rectangle outside the shape is rock.
        let all = (south..=north).flat_map(|y| (west..=east).map(move |x| [x, y, floor]));
        for left in all.filter(|cell| !cells.contains(cell)) {
            ground.wall_up(spot(plan, size, corner, left), (size.height, size.width));
        }
        PlacedRoom {
            corner,
            ground,
            marks: Vec::new(),
            switches: Vec::new(),
            plates: Vec::new(),
            stairs: false,
            template: String::new(),
        }
    };
    plan.site.rooms.iter().map(room).collect()
}

/// Cuts the doors of all passages, and notes which rooms have stairs.
pub(super) fn doors(plan: &Plan, size: Size, rooms: &mut [PlacedRoom], stream: &mut Stream) {
    for passage in &plan.passages {
        let along = offset(passage.side, size, stream);
        let sides = [passage.side, passage.side.beyond()];
        for (number, (&room, side)) in passage.ends.iter().zip(sides).enumerate() {
            let Some(placed) = rooms.get_mut(room) else { continue };
            match door(plan, size, placed, side, along) {
                Some(door) => {
                    let beyond = passage.gate == Gate::Water && number == 0;
                    placed.ground.door(door.spot, door.direction, tile(&passage.gate), beyond);
                }
                None => placed.stairs = true,
            }
        }
    }
}

/// The tile of a door.
fn tile(gate: &Gate) -> Tile {
    match gate {
        Gate::Open | Gate::Water => Tile::DoorOpen,
        Gate::Bombable => Tile::DoorBomb,
        Gate::Keys(_) | Gate::Puzzle(_) | Gate::Plate(_) | Gate::Shutter(_) | Gate::Switch(..) => {
            Tile::DoorPuzzle
        }
        Gate::SmallLock => Tile::DoorLocked,
        Gate::OneWay => Tile::DoorSoft,
    }
}

/// The position of a door along the side of its cell, from the western or northern end: the middle, or well off the
/// middle.
fn offset(side: Side, size: Size, stream: &mut Stream) -> u32 {
    let length = match side.direction {
        Direction::East | Direction::West => size.height,
        _ => size.width,
    };
    let middle = length / 2;
    if length < 9 || stream.chance(0.5) {
        return middle;
    }
    let away = stream.between(2, i64::from(middle) - 2) as u32;
    if stream.chance(0.5) { middle - away } else { (middle + away).min(length - 3) }
}

/// The door of a side of a cell; `None` for up and down.
fn door(plan: &Plan, size: Size, placed: &PlacedRoom, side: Side, along: u32) -> Option<Door> {
    let (top, left) = spot(plan, size, placed.corner, side.cell);
    let (height, width) = (size.height, size.width);
    let spot = match side.direction {
        Direction::North => (top, left + along),
        Direction::South => (top + height - 1, left + along),
        Direction::West => (top + along, left),
        Direction::East => (top + along, left + width - 1),
        Direction::Up | Direction::Down => return None,
    };
    Some(Door { spot, direction: side.direction })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A room from a drawing: `#` wall, `.` floor, `~` water; the cells before doors are given.
    fn room(rows: &[&str], mouths: &[Spot]) -> Ground {
        let mut ground = Ground::walled(rows.len() as u32, rows[0].len() as u32);
        for (row, line) in (0..).zip(rows) {
            for (col, c) in (0..).zip(line.chars()) {
                let tile = match c {
                    '#' => Tile::Wall,
                    '~' => Tile::Element,
                    _ => Tile::Floor,
                };
                ground.set((row, col), tile);
            }
        }
        ground.mouths.extend(mouths.iter().map(|&spot| Mouth { spot, beyond_water: false }));
        ground
    }

    #[test]
    fn a_winding_way_connects_whichever_end_it_is_walked_from() {
        // All four sides are needed, from either end.
        let rows = [
            "#######", "#.#...#", "#.#.#.#", "#...#.#", "#####.#", "#...#.#", "#.#...#", "#.#####",
            "#######",
        ];
        for (from, to) in [((1, 1), (7, 1)), ((7, 1), (1, 1))] {
            let ground = room(&rows, &[from]);
            assert!(ground.connects(&[to]), "{from:?}");
            let all = ground.flood(from, |spot| ground.tile(spot) == Tile::Floor);
            assert_eq!(all.len(), 21, "{from:?}");
        }
        let cut = [
            "#######", "#.#...#", "#.#.#.#", "#...#~#", "#####.#", "#...#.#", "#.#...#", "#.#####",
            "#######",
        ];
        assert!(!room(&cut, &[(1, 1)]).connects(&[(7, 1)]));
    }

    /// The rows of a room as a drawing.
    fn drawn(ground: &Ground) -> Vec<String> {
        let glyph = |col, row| match ground.tile((row, col)) {
            Tile::Wall => '#',
            Tile::Element => '~',
            _ => '.',
        };
        (0..ground.rows).map(|row| (0..ground.cols).map(|col| glyph(col, row)).collect()).collect()
    }

    #[test]
    fn a_moat_takes_what_others_do_not_need() {
        let rows = ["#######", "#.....#", "#.....#", "#.....#", "#######"];
        let moat = |mouths: &[Spot], held: &[Spot]| {
            let mut ground = room(&rows, mouths);
            ground.mouths.push(Mouth { spot: (1, 3), beyond_water: true });
            (ground.moats(held), drawn(&ground))
        };
        let open = ["#######", "#.~~~.#", "#.~~~.#", "#.....#", "#######"].map(String::from);
        assert_eq!(moat(&[(3, 1)], &[(3, 5)]), (true, open.to_vec()));
        // Cells with things stay dry, and so do cells around another door.
        let held = ["#######", "#.~~~.#", "#.~.~.#", "#.....#", "#######"].map(String::from);
        assert_eq!(moat(&[(3, 1)], &[(2, 3)]), (true, held.to_vec()));
        assert_eq!(moat(&[(3, 1), (2, 3)], &[]), (true, held.to_vec()));
        // A narrow way stays passable: only the cell itself is wet.
        let mut narrow = room(&["#######", "#.....#", "###.###", "#######"], &[(1, 1)]);
        narrow.mouths.push(Mouth { spot: (2, 3), beyond_water: true });
        assert!(narrow.moats(&[(1, 5)]));
        assert_eq!(drawn(&narrow), ["#######", "#.....#", "###~###", "#######"]);
        // A cell that others must pass cannot become water.
        let mut shut = room(&["#######", "#.....#", "#######"], &[(1, 1)]);
        shut.mouths.push(Mouth { spot: (1, 3), beyond_water: true });
        assert!(!shut.moats(&[(1, 5)]));
    }

    #[test]
    fn a_goal_stands_in_nobodys_way() {
        let rows = ["#######", "#.....#", "###.###", "#.....#", "#######"];
        let ground = room(&rows, &[(1, 1), (3, 5)]);
        // The doors are joined through the middle: the nearest cells off the way are the two dead ends.
        assert_eq!(ground.aside((2, 3), &[]), Some((1, 4)));
        assert_eq!(ground.aside((2, 3), &[(1, 4)]), Some((3, 2)));
        assert_eq!(ground.aside((1, 5), &[]), Some((1, 5)));
        assert!(!ground.passes_by((1, 1)), "a door itself");
        // With one door there is no way between doors.
        assert_eq!(room(&rows, &[(1, 1)]).aside((2, 3), &[]), Some((2, 3)));
        let corridor = room(&["#####", "#...#", "#####"], &[(1, 1), (1, 3)]);
        assert_eq!(corridor.aside((1, 2), &[]), None);
    }
}
