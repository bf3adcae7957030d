//! Converts a dungeon to the tile map of a game: the sprite of each cell, and the places of things.

use quandary::level::Tile;
use quandary::{Dungeon, DungeonRequest};
use std::error::Error;

/// The sprite of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sprite {
    Rock,
    Ground,
    Door { is_locked: bool },
    Chest,
}

fn sprite(tile: Tile) -> Sprite {
    match tile {
        Tile::Void | Tile::Wall => Sprite::Rock,
        Tile::KeySmall | Tile::KeyBoss | Tile::KeyItem => Sprite::Chest,
        Tile::DoorLocked | Tile::DoorBoss => Sprite::Door { is_locked: true },
        tile if tile.is_door() => Sprite::Door { is_locked: false },
        _ => Sprite::Ground,
    }
}

#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn Error>> {
    let request = DungeonRequest { category: "crypt".to_owned(), rooms: 10, ..Default::default() };
    let crypt = Dungeon::of_request(&request, 7)?;
    let tiles = crypt.level.tiles.as_ref().ok_or("a dungeon has tiles")?;
    for floor in &tiles.floors {
        let rows: Vec<Vec<Sprite>> =
            floor.iter_rows().map(|row| row.iter().map(|&tile| sprite(tile)).collect()).collect();
        let doors =
            rows.iter().flatten().filter(|cell| matches!(cell, Sprite::Door { .. })).count();
        println!("{} rows of {} cells, {doors} of them doors", rows.len(), floor.cols());
    }
    // Things on the floor besides tiles: keys and treasures by their names.
    for mark in &tiles.marks {
        let name = crypt.level.graph.content_name(mark.gives);
        println!("{name} at row {}, column {}", mark.cell.row, mark.cell.col);
    }
    for room in &crypt.rooms {
        println!("room {}: {}, {}", room.id, room.name, room.holds.join(", "));
    }
    Ok(())
}
