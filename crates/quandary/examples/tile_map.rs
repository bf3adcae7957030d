//! Walks a dungeon into a tile map of a game's own: what stands on each cell, and where things lie.

use quandary::level::Tile;
use quandary::{Dungeon, DungeonRequest};
use std::error::Error;

/// What a game draws on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    Rock,
    Ground,
    Door { is_locked: bool },
    Chest,
}

fn drawn(tile: Tile) -> Drawn {
    match tile {
        Tile::Void | Tile::Wall => Drawn::Rock,
        Tile::KeySmall | Tile::KeyBoss | Tile::KeyItem => Drawn::Chest,
        Tile::DoorLocked | Tile::DoorBoss => Drawn::Door { is_locked: true },
        tile if tile.is_door() => Drawn::Door { is_locked: false },
        _ => Drawn::Ground,
    }
}

#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn Error>> {
    let request = DungeonRequest { category: "crypt".to_owned(), rooms: 10, ..Default::default() };
    let crypt = Dungeon::of_request(&request, 7)?;
    let tiles = crypt.level.tiles.as_ref().ok_or("a dungeon has tiles")?;
    for floor in &tiles.floors {
        let rows: Vec<Vec<Drawn>> =
            floor.iter_rows().map(|row| row.iter().map(|&tile| drawn(tile)).collect()).collect();
        let doors = rows.iter().flatten().filter(|cell| matches!(cell, Drawn::Door { .. })).count();
        println!("{} rows of {} cells, {doors} of them doors", rows.len(), floor.cols());
    }
    // What lies on the floor besides tiles: keys and treasures by their names.
    for mark in &tiles.marks {
        let name = crypt.level.graph.content_name(mark.gives);
        println!("{name} at row {}, column {}", mark.cell.row, mark.cell.col);
    }
    for room in &crypt.rooms {
        println!("room {}: {}, {}", room.id, room.name, room.holds.join(", "));
    }
    Ok(())
}
