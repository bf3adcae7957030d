//! Generates a dungeon and prints its rooms and its passages with their gates.

use quandary_dungeon::dungeon::{ATTEMPTS, Request, generate};
use quandary_dungeon::{Dungeon, Options, search::Seed};
use std::error::Error;

#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn Error>> {
    let (request, seed) = (Request::of("temple")?, Seed::new(7)?);
    let made = generate(&request, seed, Options::default())?;
    let dungeon = Dungeon::of(&made, seed, &request, ATTEMPTS);
    for room in &dungeon.rooms {
        println!("room {} at {:?}: {}, {}", room.id, room.coords, room.name, room.holds.join(", "));
    }
    for passage in &dungeon.passages {
        println!("from {} to {}: {}", passage.a, passage.b, passage.kind.name());
    }
    Ok(())
}
