//! Rooms of your own: a drawing is read as a template, and furnishes rooms of a dungeon.

use quandary::{Dungeon, DungeonRequest, RoomLibrary, check};

/// One template for fortresses: `one:` gives both `A` the same random result, a pillar or floor; 1 is the best place
/// for a thing.
const ROOMS: &str = "\
family: fortress

room: armoury of mine
one: A = # .
..............
.##.##..##.##.
..............
.#..A....A..#.
......11......
.#..A....A..#.
..............
.##.##..##.##.
..............
";

#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    // An error in a template has its line and column.
    let cut_off = ROOMS.replace("..............\n.#..A", "##############\n.#..A");
    let wrong = RoomLibrary::default().add(&cut_off).err().ok_or("half of it is cut off")?;
    println!("{wrong}");

    let request = DungeonRequest {
        category: "dungeon".to_owned(),
        room_templates: Some(ROOMS.to_owned()),
        ..DungeonRequest::default()
    };
    let dungeon = Dungeon::of_request(&request, 7)?;
    let mine = dungeon.rooms.iter().filter(|room| room.template == "armoury of mine");
    let mine: Vec<_> = mine.map(|room| room.id).collect();
    println!("rooms of mine: {mine:?}");
    assert!(!mine.is_empty() && check(&dungeon.level)?.is_softlock_free());
    Ok(())
}
