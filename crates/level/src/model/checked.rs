//! The invariants of a level: everything lies on the floors, rectangles do not overlap, and all references are valid.

use super::level::{place, wrong};
use super::{Cell, Content, Graph, GraphError, Level, LevelError, Requirement, Room, Tile, Tiles};
use rustc_hash::FxHashMap;

impl Level {
    /// Returns the level if it satisfies the invariants of this file and of its graph.
    ///
    /// # Errors
    /// The first fault, with the field of a level file to which it belongs.
    pub fn checked(mut self) -> Result<Self, LevelError> {
        self.graph = self.graph.checked()?;
        check_plates(&self)?;
        check_conditions("win", &self.win, &self.graph)?;
        match &self.tiles {
            None if self.graph.start.is_none() => Err(wrong(
                "graph.start",
                "is missing, and no node holds \"start\" among its contents",
            )),
            None => Ok(self),
            Some(tiles) => {
                check_places(tiles)?;
                check_rooms(tiles, &self.graph)?;
                check_marks(tiles, &self.graph)?;
                Ok(self)
            }
        }
    }
}

impl From<GraphError> for LevelError {
    fn from(error: GraphError) -> Self {
        let field = match &error {
            GraphError::NoSuchNode { place, .. }
            | GraphError::NoSuchSymbol { place, .. }
            | GraphError::NoSuchPlate { place, .. } => place.clone(),
            GraphError::DuplicateId(_) | GraphError::EmptySymbol => "graph".to_owned(),
        };
        wrong(field, error.to_string())
    }
}

/// By floor and cell, the last plate placed there, counted from 1. A drawing can be covered with plates.
#[derive(Default)]
struct PlateMap(Vec<Vec<u32>>);

impl PlateMap {
    /// Places a plate on a cell of the floors; returns false if it is there already.
    fn place(&mut self, tiles: &Tiles, Cell { floor, row, col }: Cell, plate: u32) -> bool {
        let grid = &tiles.floors[floor as usize];
        self.0.resize_with(tiles.floors.len(), Vec::new);
        let cells = &mut self.0[floor as usize];
        cells.resize(grid.tiles().len(), 0);
        let last = &mut cells[(row * grid.cols() + col) as usize];
        std::mem::replace(last, plate + 1) != plate + 1
    }
}

fn inside(tiles: &Tiles, cell: Cell, field: impl Fn() -> String) -> Result<Tile, LevelError> {
    tiles.tile(cell).ok_or_else(|| wrong(field(), format!("{} is off the floors", place(cell))))
}

fn check_places(tiles: &Tiles) -> Result<(), LevelError> {
    let start = match tiles.start {
        Some(start) => start,
        None => tiles.only_start()?,
    };
    let tile = inside(tiles, start, || "start".to_owned())?;
    if !tile.is_always_walkable() {
        let message = format!("{} is {tile}, where nobody can stand from the start", place(start));
        return Err(wrong("start", message));
    }
    for (i, &goal) in tiles.goals.iter().flatten().enumerate() {
        inside(tiles, goal, || format!("goals[{i}]"))?;
    }
    Ok(())
}

fn check_rooms(tiles: &Tiles, graph: &Graph) -> Result<(), LevelError> {
    let mut of_node = FxHashMap::default();
    for (i, room) in tiles.rooms.iter().enumerate() {
        let node = graph.id(room.node).ok_or_else(|| {
            let message = format!("names node index {}, which is not there", room.node);
            wrong(format!("rooms[{i}].node"), message)
        })?;
        if let Some(first) = of_node.insert(room.node, i) {
            let message = format!("node {node} has a rectangle already, rooms[{first}]");
            return Err(wrong(format!("rooms[{i}].node"), message));
        }
        let last = || {
            Some(Cell {
                row: room.corner.row.checked_add(room.rows.checked_sub(1)?)?,
                col: room.corner.col.checked_add(room.cols.checked_sub(1)?)?,
                ..room.corner
            })
        };
        match last() {
            Some(last) => inside(tiles, last, || format!("rooms[{i}]"))?,
            None => return Err(wrong(format!("rooms[{i}]"), "a room has at least one cell")),
        };
    }
    check_overlap(&tiles.rooms)
}

/// Compares rectangles of one floor, from top to bottom, with those that extend to their first row.
fn check_overlap(rooms: &[Room]) -> Result<(), LevelError> {
    let mut sorted: Vec<(usize, &Room)> = rooms.iter().enumerate().collect();
    sorted.sort_by_key(|(_, room)| (room.corner.floor, room.corner.row));
    let mut open: Vec<(usize, &Room)> = Vec::new();
    for (i, room) in sorted {
        open.retain(|(_, above)| {
            above.corner.floor == room.corner.floor
                && above.corner.row + above.rows > room.corner.row
        });
        let meets = |above: &Room| {
            above.corner.col < room.corner.col + room.cols
                && room.corner.col < above.corner.col + above.cols
        };
        if let Some((j, _)) = open.iter().find(|(_, above)| meets(above)) {
            let (j, i) = (i.min(*j), i.max(*j));
            return Err(wrong(format!("rooms[{i}]"), format!("overlaps rooms[{j}]")));
        }
        open.push((i, room));
    }
    Ok(())
}

fn check_marks(tiles: &Tiles, graph: &Graph) -> Result<(), LevelError> {
    for (i, mark) in tiles.marks.iter().enumerate() {
        inside(tiles, mark.cell, || format!("marks[{i}]"))?;
        let field = || format!("marks[{i}].gives");
        match mark.gives {
            Content::Symbol(id) => graph.check_symbol(&field, id)?,
            Content::Toggle(_) => {}
            _ => return Err(wrong(field(), "a mark gives a symbol or a toggle")),
        }
    }
    for (i, lock) in tiles.locks.iter().enumerate() {
        for (j, &cell) in lock.cells.iter().enumerate() {
            inside(tiles, cell, || format!("locks[{i}].cells[{j}]"))?;
        }
        check_conditions(&format!("locks[{i}].needs"), &lock.needs, graph)?;
    }
    Ok(())
}

/// Checks that all entries of a list are conditions, and that the things they name exist.
fn check_conditions(field: &str, needs: &[Requirement], graph: &Graph) -> Result<(), LevelError> {
    for (i, &need) in needs.iter().enumerate() {
        let field = || format!("{field}[{i}]");
        if !need.is_condition() {
            let message = "here only symbols, toggles and plates can be asked for";
            return Err(wrong(field(), message));
        }
        graph.check_requirement(need, &field)?;
    }
    Ok(())
}

/// Checks that every plate has a unique name, and cells on which blocks can stand.
fn check_plates(level: &Level) -> Result<(), LevelError> {
    let Level { tiles, graph, .. } = level;
    let plates = tiles.as_ref().map_or(&[][..], |tiles| &tiles.plates);
    if plates.len() != graph.plates.len() {
        let message = format!("are {}, and their names are {}", plates.len(), graph.plates.len());
        return Err(wrong("plates", message));
    }
    let (mut names, mut plate_map) = (FxHashMap::default(), PlateMap::default());
    for (i, (plate, name)) in plates.iter().zip(&graph.plates).enumerate() {
        let field = |part: &str| format!("plates[{i}].{part}");
        if name.is_empty() {
            return Err(wrong(field("name"), "is empty"));
        }
        if let Some(first) = names.insert(name, i) {
            let message = format!("{name:?} is the name of plates[{first}] already");
            return Err(wrong(field("name"), message));
        }
        if plate.cells.is_empty() {
            return Err(wrong(field("cells"), "is empty: a plate has at least one cell"));
        }
        if let Some(id) = plate.gives {
            graph.check_symbol(&|| field("gives"), id)?;
        }
        for (j, &cell) in plate.cells.iter().enumerate() {
            let field = || format!("plates[{i}].cells[{j}]");
            let Some(tiles) = tiles else { continue };
            let tile = inside(tiles, cell, field)?;
            if !tiles.bears_blocks(tile) {
                let message = format!("{} is {tile}, where no plate can lie", place(cell));
                return Err(wrong(field(), message));
            }
            if !plate_map.place(tiles, cell, i as u32) {
                let first = plate.cells.iter().position(|&other| other == cell).unwrap_or(j);
                let message = format!("{} is cells[{first}] already", place(cell));
                return Err(wrong(field(), message));
            }
        }
    }
    Ok(())
}
