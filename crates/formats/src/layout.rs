//! Layouts as levels. Each room is drawn as tiles, with an open door in the wall to each connected neighbour, and
//! stairs up and down. There are no locks. The start is in the entry, and the goal in the boss's room, or in the
//! farthest room if there is no boss.
//!
//! Invariant: two rooms are joined in the level exactly if they are joined in the layout.

use crate::place::{ExportError, wrong};
use level::Level;
use level::formats::json::{self, parse};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The format of a layout's JSON.
pub const FORMAT: &str = "quandary/layout/1";
/// Rows and columns of a room, walls included.
const ROOM: [usize; 2] = [11, 16];
/// The most positions for rooms, on all floors.
const MOST: i64 = 4096;

const FLOOR: u8 = 1;
const WALL: u8 = 2;
const DOOR: u8 = 10;
const START: u8 = 21;
const GOAL: u8 = 22;
const STAIR: u8 = 42;

/// The rooms of a layout.
#[derive(Deserialize)]
struct Layout {
    #[serde(default)]
    category: String,
    #[serde(default)]
    seed: Option<u64>,
    rooms: Vec<Room>,
    #[serde(default)]
    provenance: Map<String, Value>,
}

#[derive(Deserialize)]
struct Room {
    coords: [i32; 3],
    kind: String,
    connections: Vec<Way>,
    #[serde(default)]
    entry: bool,
    #[serde(default)]
    distance: u32,
}

/// A direction out of a room; north is up on the map.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Way {
    North,
    South,
    East,
    West,
    Up,
    Down,
}

impl Way {
    /// The offset of the room in that direction.
    fn step(self) -> [i32; 3] {
        match self {
            Self::North => [0, 1, 0],
            Self::South => [0, -1, 0],
            Self::East => [1, 0, 0],
            Self::West => [-1, 0, 0],
            Self::Up => [0, 0, 1],
            Self::Down => [0, 0, -1],
        }
    }

    /// The cell of the room that shows it, and its tile.
    fn tile(self) -> ([usize; 2], u8) {
        let [rows, cols] = ROOM;
        match self {
            Self::North => ([0, cols / 2], DOOR),
            Self::South => ([rows - 1, cols / 2], DOOR),
            Self::East => ([rows / 2, cols - 1], DOOR),
            Self::West => ([rows / 2, 0], DOOR),
            Self::Up => ([2, cols - 4], STAIR),
            Self::Down => ([rows - 3, cols - 4], STAIR),
        }
    }
}

/// The level of a layout; `None` if the text is no layout.
///
/// # Errors
/// When a field has the wrong form, or the rooms cannot become a level.
pub fn read(text: &str) -> Option<Result<Level, ExportError>> {
    #[derive(Deserialize)]
    struct Head {
        format: String,
    }
    let is_layout = parse::<Head>(text).is_ok_and(|head| head.format == FORMAT);
    is_layout.then(|| {
        let layout = parse::<Layout>(text).map_err(|fault| wrong("layout", fault.to_string()))?;
        let level = layout.level()?.to_string();
        json::read(&level).map_err(|fault| wrong("rooms", fault.to_string()))
    })
}

impl Layout {
    /// The least coordinate along an axis, and the number of coordinates.
    fn span(&self, axis: usize) -> Result<(i64, usize), ExportError> {
        let along = || self.rooms.iter().filter_map(|room| room.coords.get(axis).copied());
        let (Some(least), Some(most)) = (along().min(), along().max()) else {
            return Err(wrong("rooms", "is empty; expected one room at least"));
        };
        let many = i64::from(most) - i64::from(least) + 1;
        if many > MOST {
            return Err(large());
        }
        Ok((least.into(), usize::try_from(many).unwrap_or_default()))
    }

    /// The level, as JSON.
    fn level(&self) -> Result<Value, ExportError> {
        let [(west, wide), (south, high), (lowest, deep)] =
            [self.span(0)?, self.span(1)?, self.span(2)?];
        if wide.saturating_mul(high).saturating_mul(deep) > MOST as usize {
            return Err(large());
        }
        let [rows, cols] = ROOM;
        let mut floors = vec![vec![vec![0_u8; wide * cols]; high * rows]; deep];
        let mut areas = Vec::new();
        let at = |from: i64, to: i32| usize::try_from(i64::from(to) - from).unwrap_or_default();
        for room in &self.rooms {
            let [x, y, z] = room.coords;
            // Rows run southwards, and floors are numbered downwards.
            let floor = deep - 1 - at(lowest, z);
            let corner = [(high - 1 - at(south, y)) * rows, at(west, x) * cols];
            if let Some(grid) = floors.get_mut(floor) {
                room.draw(grid, corner, self.goal() == Some(room.coords));
            }
            areas.push(json!({
                "node": id(room.coords), "floor": floor, "row": corner[0], "col": corner[1],
                "rows": rows, "cols": cols,
            }));
        }
        let name =
            self.seed.map_or(self.category.clone(), |seed| format!("{} {seed}", self.category));
        let nodes: Vec<Value> =
            self.rooms.iter().map(|room| json!({"id": id(room.coords)})).collect();
        Ok(json!({
            "format": "quandary/level/1",
            "name": name,
            "floors": floors.into_iter().map(|grid| json!({"grid": grid})).collect::<Vec<_>>(),
            "rooms": areas,
            "graph": {"nodes": nodes, "edges": self.edges()},
            "provenance": self.provenance,
        }))
    }

    /// The room with the goal: the boss's room, or else the farthest.
    fn goal(&self) -> Option<[i32; 3]> {
        let boss = self.rooms.iter().find(|room| room.kind == "boss_room");
        let far = || self.rooms.iter().rev().max_by_key(|room| room.distance);
        boss.or_else(far).map(|room| room.coords)
    }

    /// The edges between rooms. Ways that lead to no room are left out.
    fn edges(&self) -> Vec<Value> {
        let there: BTreeSet<[i32; 3]> = self.rooms.iter().map(|room| room.coords).collect();
        let of = |room: &Room| {
            let edges = room.connections.iter().map(|way| {
                let [dx, dy, dz] = way.step();
                let [x, y, z] = room.coords;
                let to = [x.saturating_add(dx), y.saturating_add(dy), z.saturating_add(dz)];
                let asks = if dz == 0 { json!([]) } else { json!(["stair"]) };
                (to, json!({"from": id(room.coords), "to": id(to), "requires": asks}))
            });
            edges.collect::<Vec<_>>()
        };
        let all = self.rooms.iter().flat_map(of);
        all.filter(|(to, _)| there.contains(to)).map(|(_, edge)| edge).collect()
    }
}

impl Room {
    /// Draws the room on its floor.
    fn draw(&self, grid: &mut [Vec<u8>], [row, col]: [usize; 2], is_goal: bool) {
        let [rows, cols] = ROOM;
        let mut set = |at: [usize; 2], tile: u8| {
            if let Some(cell) = grid.get_mut(row + at[0]).and_then(|line| line.get_mut(col + at[1]))
            {
                *cell = tile;
            }
        };
        for r in 0..rows {
            for c in 0..cols {
                let is_edge = r == 0 || c == 0 || r + 1 == rows || c + 1 == cols;
                set([r, c], if is_edge { WALL } else { FLOOR });
            }
        }
        for (at, tile) in self.connections.iter().map(|way| way.tile()) {
            set(at, tile);
        }
        if self.entry {
            set([rows / 2, cols / 4], START);
        }
        if is_goal {
            set([rows / 2, cols / 2], GOAL);
        }
    }
}

fn large() -> ExportError {
    wrong("rooms", format!("lie too far apart; floors may have {MOST} places for rooms in all"))
}

/// The id of a room's node.
fn id([x, y, z]: [i32; 3]) -> String {
    format!("{x},{y},{z}")
}
