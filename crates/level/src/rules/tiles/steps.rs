//! Steps onto neighbouring cells, and what each asks for.

use super::doorways::{self, Doorway};
use super::guards::Guards;
use super::pushes::DIRECTIONS;
use super::sketch::{Ask, Asks, Sketch};
use super::terrain::Terrain;
use super::warps;
use crate::graph::Requirement;
use crate::rules::Push;
use crate::rules::world::{Place, Way};
use crate::tile::Tile;
use rustc_hash::FxHashMap;

const STRAIGHT: [Way; 4] = [Way::Up, Way::Down, Way::Left, Way::Right];
const DIAGONAL: [(Way, (i32, i32)); 4] = [
    (Way::UpLeft, (-1, -1)),
    (Way::UpRight, (-1, 1)),
    (Way::DownLeft, (1, -1)),
    (Way::DownRight, (1, 1)),
];

/// Lays every step of a level.
pub(super) fn lay(
    sketch: &mut Sketch,
    terrain: &Terrain<'_>,
    guards: &Guards<'_>,
    doorways: &[Doorway],
) {
    let mut steps =
        Steps { terrain, guards, entry: entries(terrain, doorways), guarded: FxHashMap::default() };
    for from in 0..terrain.cells.len() as Place {
        let cell = terrain.cells[from as usize];
        for (way, (rows, cols)) in STRAIGHT.into_iter().zip(DIRECTIONS) {
            if let Some(to) = cell.offset(rows, cols).and_then(|cell| terrain.place(cell)) {
                steps.step(sketch, (from, to), way, &Asks::new());
            }
        }
        for (way, (rows, cols)) in DIAGONAL.into_iter().filter(|_| terrain.rules.diagonals) {
            let to = cell.offset(rows, cols).and_then(|cell| terrain.place(cell));
            if let Some(to) = to
                && let Some(clear) = steps.brushed(sketch, from, (rows, cols))
            {
                steps.step(sketch, (from, to), way, &clear);
            }
        }
    }
}

/// What entering each place asks for, where it asks for anything: its locks, its door, its water.
fn entries(terrain: &Terrain<'_>, doorways: &[Doorway]) -> FxHashMap<Place, Asks> {
    let mut entries: FxHashMap<Place, Asks> = FxHashMap::default();
    for &place in terrain.locks.keys() {
        entries.insert(place, warps::entry(terrain, place));
    }
    for doorway in doorways {
        let asks = doorways::asks(doorway, terrain.rules.bombs);
        for &place in &doorway.places {
            entries.entry(place).or_default().extend(asks.iter().copied());
        }
    }
    for (place, &tile) in (0..).zip(&terrain.tile) {
        if tile == Tile::Element {
            entries.entry(place).or_default().push(Ask::For(Requirement::ItemLocked));
        }
    }
    entries
}

struct Steps<'a> {
    terrain: &'a Terrain<'a>,
    guards: &'a Guards<'a>,
    /// By place: what entering it asks for; those that ask for nothing are left out.
    entry: FxHashMap<Place, Asks>,
    /// By two rooms: what a step from the one into the other asks for, any one of a choice.
    guarded: FxHashMap<(u32, u32), Vec<Asks>>,
}

impl Steps<'_> {
    /// Lays a step: a door for each choice that the edges between its two rooms leave.
    fn step(&mut self, sketch: &mut Sketch, ends: (Place, Place), way: Way, besides: &Asks) {
        let (from, to) = ends;
        let entry = self.entry.get(&to);
        let rooms = self.terrain.room_at(from).zip(self.terrain.room_at(to));
        let Some((a, b)) = rooms.filter(|(a, b)| a != b) else {
            let lock = match entry {
                None if besides.is_empty() => 0,
                _ => sketch.lock(entry.into_iter().flatten().chain(besides).copied().collect()),
            };
            sketch.doors.push((from, to, way, lock));
            return;
        };
        let (terrain, guards) = (self.terrain, self.guards);
        let choices = self.guarded.entry((a, b)).or_insert_with(|| {
            match (terrain.rectangle(a), terrain.rectangle(b)) {
                (Some(a), Some(b)) => guards.step(a.node, b.node),
                _ => vec![Asks::new()],
            }
        });
        let first = sketch.doors.len();
        for choice in choices {
            let asks = choice.iter().chain(entry.into_iter().flatten()).chain(besides).copied();
            let lock = sketch.lock(asks.collect());
            let door = (from, to, way, lock);
            if !sketch.doors[first..].contains(&door) {
                sketch.doors.push(door);
            }
        }
    }

    /// What a diagonal step asks of the two cells that it brushes; `None` where one is always in the way.
    fn brushed(&self, sketch: &Sketch, from: Place, way: (i32, i32)) -> Option<Asks> {
        let cell = self.terrain.cells[from as usize];
        let mut asks = Asks::new();
        for beside in [cell.offset(way.0, 0)?, cell.offset(0, way.1)?] {
            let tile = self.terrain.seen(beside);
            let blocked = match tile {
                Tile::Void | Tile::Wall => true,
                Tile::Block => self.terrain.rules.push == Push::Off,
                _ => tile.is_conditional_door(),
            };
            if blocked {
                return None;
            }
            let place = self.terrain.place(beside);
            asks.extend(place.and_then(|place| sketch.blocks.cell(place)).map(Ask::Clear));
        }
        Some(asks)
    }
}
