//! Objects that are locks: what they need, and which cells they make doors.

use super::super::TiledError;
use super::super::names::names_of;
use super::{Over, Placed};
use level::formats::json;
use level::model::graph::Requirement;
use level::model::grid::Cell;
use level::model::level::TileLock;
use level::model::tile::Tile;

impl Over<'_> {
    /// A lock of cells, or doors that are laid, or both.
    pub(super) fn lock(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        let (needs, door) = self.needs(placed)?;
        let cells: Vec<Cell> = match placed.text("cells")? {
            Some("none") => Vec::new(),
            _ => {
                let area = self.area(placed)?;
                self.count(placed, &area)?;
                area.cells().collect()
            }
        };
        if let Some(door) = door {
            for &cell in &cells {
                self.door(placed, cell, door)?;
            }
            if needs.is_empty() {
                return Ok(());
            }
        }
        let number = placed.object.int("lock", &placed.place)?;
        if let Some(&at) = number.and_then(|number| self.locks.get(&number))
            && let Some(lock) = self.tiles.locks.get_mut(at)
        {
            if lock.needs != needs {
                let first = self.from.get(&("locks", at)).cloned().unwrap_or_default();
                return Err(placed.wrong(format!(
                    "needs something else than {first}, which has the same \"lock\""
                )));
            }
            lock.cells.extend(cells);
            return Ok(());
        }
        let at = self.tiles.locks.len();
        self.from.insert(("locks", at), placed.place.clone());
        self.tiles.locks.push(TileLock { cells, needs });
        if let Some(number) = number {
            self.locks.insert(number, at);
        }
        Ok(())
    }

    /// Requirements of a lock: symbols, toggles and plates; and its door tile, if it is one.
    fn needs(
        &mut self,
        placed: &Placed<'_>,
    ) -> Result<(Vec<Requirement>, Option<Tile>), TiledError> {
        const LOCKS: [&str; 3] = ["key_locked", "boss_locked", "bombable"];
        let known = format!(
            "symbol:NAME, lacks:symbol:NAME, toggle:N=on, toggle:N=off, plate:NAME, {}",
            LOCKS.join(", ")
        );
        let names = match placed.object.property("needs") {
            None => Err(format!(
                "has no property \"needs\"; it is a list, separated by commas, of {known}"
            )),
            Some(value) => names_of(value).map_err(|message| format!("\"needs\" {message}")),
        };
        let names = names.map_err(|message| placed.wrong(message))?;
        let (mut needs, mut door) = (Vec::new(), None);
        for name in &names {
            let need = match json::requirement(name, self.parts.names()) {
                Err(message) if name.starts_with("plate:") => return Err(placed.wrong(message)),
                need => need.ok().flatten(),
            };
            match need {
                Some(need) if need.is_condition() => needs.push(need),
                other => {
                    let tile = Tile::from_name(name).filter(|&tile| tile.asks().is_some());
                    let of_need = || door_of(other?);
                    match (tile.or_else(of_need), door) {
                        (Some(tile), None) => door = Some(tile),
                        (Some(tile), Some(first)) => {
                            let message =
                                format!("needs both {first} and {tile}; a tile is one of them");
                            return Err(placed.wrong(message));
                        }
                        (None, _) => {
                            let tip = voice::did_you_mean(name, &LOCKS);
                            let message =
                                format!("needs {name:?}, which is unknown{tip}; known are {known}");
                            return Err(placed.wrong(message));
                        }
                    }
                }
            }
        }
        Ok((needs, door))
    }

    /// Makes a cell a door.
    fn door(&mut self, placed: &Placed<'_>, cell: Cell, door: Tile) -> Result<(), TiledError> {
        let here = self.tiles.tile(cell).unwrap_or_default();
        let fits =
            matches!(here, Tile::Floor | Tile::ElementFloor | Tile::DoorOpen | Tile::DoorPuzzle);
        if here != door && !fits {
            let message = format!(
                "is {door} on a cell that is {here} (row {}, column {}); such a lock lies on FLOOR, ELEMENT_FLOOR, \
                 DOOR_OPEN or DOOR_PUZZLE",
                cell.row, cell.col
            );
            return Err(placed.wrong(message));
        }
        self.set(cell, door);
        Ok(())
    }
}

/// The door tile that asks for a requirement.
fn door_of(requirement: Requirement) -> Option<Tile> {
    let doors = [Tile::DoorLocked, Tile::DoorBomb, Tile::DoorBoss];
    doors.into_iter().find(|&door| door.asks() == Some(requirement))
}
