//! The shape of a level: the places of its rooms on the tiles, each in one piece, and what joins them.

use super::ground::{GOAL, Ground, NONE, STAIR, START};
use super::signs::node;
use super::tiles::MOST_BLOCKS;
use crate::defect::Defect;
use crate::graph::flood;
use crate::ledger::Judged;
use crate::read::dungeon::{Dungeon, Mission};
use crate::read::level::Level;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The sides of a room, whichever way it lies.
const SIDES: [usize; 2] = [11, 16];
/// The tiles of doors.
const DOORS: std::ops::RangeInclusive<u8> = 10..=15;

/// Goes over the shape of a level.
pub(crate) fn shape(dungeon: &Dungeon, ground: &Ground, judged: &mut Judged) {
    rectangles(dungeon, judged);
    pieces(&dungeon.level, ground, judged);
    joins(&dungeon.mission, ground, judged);
    ends(&dungeon.mission, &dungeon.level, ground, judged);
    let blocks = ground.blocks.len();
    judged.expect(blocks <= MOST_BLOCKS, Defect::Blocks, || format!("{blocks} blocks"));
}

/// North is up, east is right, rooms lie wall to wall, and floors keep their order.
fn rectangles(Dungeon { area, level, .. }: &Dungeon, judged: &mut Judged) {
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
        // The corner of the room at 0,0 of this floor, by this room.
        let corner = |at: usize, by: i64, size: usize| at as i64 - by * size as i64;
        let (row, col) = (corner(room.row, -y, room.rows), corner(room.col, x, room.cols));
        corners.entry(z).or_default().insert((room.floor, row, col));
    }
    let count = level.rooms.len();
    judged.expect(count == area.rooms.len(), Defect::Shape, || format!("{count} rectangles"));
    let right = |&(rows, cols): &(usize, usize)| [rows.min(cols), rows.max(cols)] == SIDES;
    let alike = sizes.len() == 1 && sizes.iter().all(right);
    judged.expect(alike, Defect::Shape, || format!("rooms of {sizes:?}"));
    if let Some((z, corners)) = corners.iter().find(|(_, corners)| corners.len() != 1) {
        judged.fail(Defect::Shape, format!("level {z} is not in one place: {corners:?}"));
    }
    let floors = corners.values().filter_map(BTreeSet::first).map(|corner| corner.0);
    let (floors, count) = (floors.collect::<Vec<_>>(), level.floors.len());
    let ordered =
        (0..count).eq(floors.iter().copied()) || (0..count).rev().eq(floors.iter().copied());
    let what = || format!("levels from below on floors {floors:?} of {count}");
    judged.expect(ordered, Defect::Shape, what);
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
        let near =
            |cell: u32| ground.near[cell as usize].into_iter().filter(|to| open.contains(to));
        let (piece, all) = (flood(open.first().copied(), near).len(), open.len());
        judged.expect(all > 0 && piece == all, Defect::Pieces, || {
            format!("{}: {piece} of {all} cells hang together", room.node)
        });
    }
}

/// Every passage is facing doors or stairs, and nothing else joins two rooms.
fn joins(mission: &Mission, ground: &Ground, judged: &mut Judged) {
    let mut joins = ground.joins();
    let stairs: BTreeSet<&str> =
        ground.all(STAIR).into_iter().filter_map(|cell| ground.node(cell)).collect();
    for (a, b) in mission.edges.iter().filter_map(|edge| mission.ends(edge)) {
        let ends = (node(a), node(b));
        if a[2] != b[2] {
            let both = [&ends.0, &ends.1].iter().all(|end| stairs.contains(end.as_str()));
            judged.expect(both, Defect::Joins, || format!("no stairs in both of {ends:?}"));
            continue;
        }
        joins.remove(&(ends.1.clone(), ends.0.clone()));
        let steps = joins.remove(&ends).unwrap_or_default();
        let is_door = |cell: u32| DOORS.contains(&ground.tiles[cell as usize]);
        let facing =
            !steps.is_empty() && steps.iter().all(|&(from, to)| is_door(from) && is_door(to));
        judged.expect(facing, Defect::Joins, || format!("no facing doors between {ends:?}"));
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
        let fits = out.is_empty() || out.iter().any(|&to| ground.is_ground(to));
        judged.expect(fits, Defect::Joins, || {
            format!("the door at {:?} faces none", ground.at[cell])
        });
    }
}

/// One start and one goal among the tiles, in their rooms, and no others in the graph.
fn ends(mission: &Mission, level: &Level, ground: &Ground, judged: &mut Judged) {
    let goals: Vec<u32> =
        (0..ground.tiles.len() as u32).filter(|&cell| ground.goal[cell as usize]).collect();
    let counts = [level.count(START), level.count(GOAL), goals.len()];
    let nodes = [Some(ground.start), goals.first().copied()].map(|cell| ground.node(cell?));
    let rooms = [mission.start, mission.goal].map(|id| mission.place(id).map(node));
    let rooms = rooms.each_ref().map(Option::as_deref);
    judged.expect(counts == [1; 3] && nodes == rooms, Defect::StartGoal, || {
        format!("{counts:?} start, goal tiles and goals, in {nodes:?}")
    });
    for (told, right) in level.graph.ends().iter().zip(rooms) {
        let fits = told.iter().all(|told| Some(*told) == right);
        let what = || format!("the graph names {told:?}, not {right:?}");
        judged.expect(fits, Defect::StartGoal, what);
    }
}
