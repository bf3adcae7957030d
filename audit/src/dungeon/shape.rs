//! Where the rooms lie on the tiles, whether each is in one piece, and what joins them.

use super::ground::{Ground, NONE, STAIR};
use super::signs::node;
use crate::defect::Defect;
use crate::ledger::Judged;
use crate::read::area::Area;
use crate::read::dungeon::Mission;
use crate::read::level::Level;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The sides of a room, whichever way it lies.
const SIDES: [usize; 2] = [11, 16];
/// The tiles of doors.
const DOORS: std::ops::RangeInclusive<u8> = 10..=15;

/// Goes over the shape of a level.
pub(crate) fn shape(
    mission: &Mission,
    area: &Area,
    level: &Level,
    ground: &Ground,
    judged: &mut Judged,
) {
    rectangles(area, level, judged);
    pieces(level, ground, judged);
    joins(mission, ground, judged);
    ends(mission, level, ground, judged);
    let blocks = ground.blocks.len();
    if blocks > super::tiles::MOST_BLOCKS {
        judged.fail(Defect::Blocks, format!("{blocks} blocks"));
    }
}

/// North is up, east is right, rooms lie wall to wall, and floors keep their order.
fn rectangles(area: &Area, level: &Level, judged: &mut Judged) {
    let places: HashMap<String, [i64; 3]> =
        area.rooms.iter().map(|room| (node(room.coords), room.coords)).collect();
    let mut corners: BTreeMap<i64, BTreeSet<(usize, i64, i64)>> = BTreeMap::new();
    let mut sizes = BTreeSet::new();
    for room in &level.rooms {
        let Some(&[x, y, z]) = places.get(&room.node) else {
            judged.fail(Defect::Shape, format!("{} is no room of the area", room.node));
            continue;
        };
        sizes.insert((room.rows, room.cols));
        // Where the room at 0,0 of this floor has its corner, by this room.
        let corner = |at: usize, by: i64, size: usize| at as i64 - by * size as i64;
        let (row, col) = (corner(room.row, -y, room.rows), corner(room.col, x, room.cols));
        corners.entry(z).or_default().insert((room.floor, row, col));
    }
    if level.rooms.len() != area.rooms.len() {
        judged.fail(Defect::Shape, format!("{} rectangles", level.rooms.len()));
    }
    let sides = |&(rows, cols): &(usize, usize)| [rows.min(cols), rows.max(cols)];
    if sizes.len() != 1 || sizes.iter().any(|size| sides(size) != SIDES) {
        judged.fail(Defect::Shape, format!("rooms of {sizes:?}"));
    }
    if let Some((z, corners)) = corners.iter().find(|(_, corners)| corners.len() != 1) {
        judged.fail(Defect::Shape, format!("level {z} is not in one place: {corners:?}"));
    }
    let floors: Vec<usize> =
        corners.values().filter_map(|corners| corners.first()).map(|corner| corner.0).collect();
    let count = level.floors.len();
    if !(floors.iter().copied().eq(0..count) || floors.iter().copied().eq((0..count).rev())) {
        judged.fail(Defect::Shape, format!("levels from below on floors {floors:?} of {count}"));
    }
}

/// Whatever can be stood on within a room hangs together, and there is nothing outside of rooms.
fn pieces(level: &Level, ground: &Ground, judged: &mut Judged) {
    let cells = 0..ground.tiles.len() as u32;
    let mut outside = cells.filter(|&cell| ground.room[cell as usize] == NONE);
    if let Some(cell) = outside.find(|&cell| ground.is_ground(cell)) {
        judged.fail(Defect::Shape, format!("{:?} is in no room", ground.at[cell as usize]));
    }
    for room in &level.rooms {
        let cells = ground.cells_of(room).unwrap_or_default();
        let open: BTreeSet<u32> =
            cells.into_iter().filter(|&cell| ground.is_ground(cell)).collect();
        let mut stack: Vec<u32> = open.first().copied().into_iter().collect();
        let mut seen: BTreeSet<u32> = stack.iter().copied().collect();
        while let Some(cell) = stack.pop() {
            let near = ground.near[cell as usize];
            stack.extend(near.into_iter().filter(|to| open.contains(to) && seen.insert(*to)));
        }
        if open.is_empty() || seen.len() != open.len() {
            let what =
                format!("{}: {} of {} cells hang together", room.node, seen.len(), open.len());
            judged.fail(Defect::Pieces, what);
        }
    }
}

/// Every passage is facing doors or stairs, and nothing else joins two rooms.
fn joins(mission: &Mission, ground: &Ground, judged: &mut Judged) {
    let places: HashMap<u64, [i64; 3]> =
        mission.rooms.iter().map(|room| (room.id, room.coords)).collect();
    let mut joins = ground.joins();
    let stairs: BTreeSet<&str> =
        ground.all(STAIR).into_iter().filter_map(|cell| name(ground, cell)).collect();
    for edge in &mission.edges {
        let Some((a, b)) = places.get(&edge.a).zip(places.get(&edge.b)) else { continue };
        let ends = (node(*a), node(*b));
        if a[2] != b[2] {
            if !stairs.contains(ends.0.as_str()) || !stairs.contains(ends.1.as_str()) {
                judged.fail(Defect::Joins, format!("no stairs in both of {ends:?}"));
            }
            continue;
        }
        joins.remove(&(ends.1.clone(), ends.0.clone()));
        let steps = joins.remove(&ends).unwrap_or_default();
        let is_door = |cell: u32| DOORS.contains(&ground.tiles[cell as usize]);
        if steps.is_empty() || !steps.iter().all(|&(from, to)| is_door(from) && is_door(to)) {
            judged.fail(Defect::Joins, format!("no facing doors between {ends:?}"));
        }
    }
    if let Some((ends, steps)) = joins.first_key_value() {
        judged.fail(Defect::Joins, format!("{} steps between {ends:?}", steps.len()));
    }
    lone_doors(ground, judged);
}

/// A door at the edge of its room faces one of the next room.
fn lone_doors(ground: &Ground, judged: &mut Judged) {
    for cell in (0..ground.tiles.len()).filter(|&cell| DOORS.contains(&ground.tiles[cell])) {
        let room = |cell: u32| ground.room.get(cell as usize).copied().unwrap_or(NONE);
        let out = ground.near[cell].into_iter().filter(|&to| room(to) != ground.room[cell]);
        let out: Vec<u32> = out.collect();
        if !out.is_empty() && !out.iter().any(|&to| ground.is_ground(to)) {
            judged.fail(Defect::Joins, format!("the door at {:?} faces none", ground.at[cell]));
        }
    }
}

/// The node of a cell's room.
fn name(ground: &Ground, cell: u32) -> Option<&str> {
    ground.nodes.get(ground.room[cell as usize] as usize).map(String::as_str)
}

/// One start and one goal among the tiles, in their rooms.
fn ends(mission: &Mission, level: &Level, ground: &Ground, judged: &mut Judged) {
    let place = |id: u64| mission.rooms.iter().find(|room| room.id == id).map(|room| room.coords);
    let goals: Vec<u32> =
        (0..ground.tiles.len() as u32).filter(|&cell| ground.goal[cell as usize]).collect();
    let counts = [level.count(21), level.count(22), goals.len()];
    let nodes = [Some(ground.start), goals.first().copied()].map(|cell| name(ground, cell?));
    let rooms = [mission.start, mission.goal].map(|id| place(id).map(node));
    if counts != [1; 3] || nodes != rooms.each_ref().map(Option::as_deref) {
        judged.fail(
            Defect::StartGoal,
            format!("{counts:?} start, goal tiles and goals, in {nodes:?}"),
        );
    }
    let marked = |content: &str| {
        let nodes = level.graph.nodes.iter();
        let marked = nodes.filter(|node| node.contents.iter().any(|name| name == content));
        marked.map(|node| node.id.as_str()).collect::<Vec<_>>()
    };
    let start = level.graph.start.as_deref().map_or(marked("start"), |start| vec![start]);
    let goals = level.graph.goals.as_ref();
    let goals = goals.map_or(marked("goal"), |goals| goals.iter().map(String::as_str).collect());
    for (told, right) in [start, goals].iter().zip(&rooms) {
        if told.iter().any(|told| Some(*told) != right.as_deref()) {
            judged.fail(Defect::StartGoal, format!("the graph names {told:?}, not {right:?}"));
        }
    }
}
