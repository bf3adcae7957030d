//! Makes a dungeon, and walks its rooms and passages with what locks them.

use quandary_dungeon::{Lock, Options, Request, generate, search::Seed};
use std::error::Error;

#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn Error>> {
    let report = generate(&Request::of("temple")?, Seed::new(7)?, Options::default())?;
    let found = report.found.first().ok_or("nothing in so many attempts")?;
    for room in found.draft.dungeon.rooms() {
        println!("room {} at {:?}", room.id, room.coords());
        for passage in room.passages() {
            let lock = match passage.lock() {
                None => "open".to_owned(),
                Some(Lock::Symbol(symbol)) => format!("locked by {symbol}"),
                Some(Lock::Puzzle(puzzle)) => format!("behind a puzzle of room {}", puzzle.room),
                Some(_) => "locked".to_owned(),
            };
            println!("  {:?} to room {}: {lock}", passage.direction(), passage.to().id);
        }
    }
    Ok(())
}
