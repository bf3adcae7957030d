//! Infinite maps, told in the cell numbers of the editor.

use level::Cell;
use quandary_formats::aliases::{Aliases, Spot};
use quandary_formats::tiled::{Read, TiledError, read_with};

/// A map of two chunks of 4x4 cells, the first at (-4, -2). Tile 0 is of a class or of none.
fn map(class: &str, things: &str) -> String {
    let chunk = |x: i32, cells: &str| {
        format!("<chunk x=\"{x}\" y=\"-2\" width=\"4\" height=\"4\">{cells}</chunk>")
    };
    let (west, east) = ("2,2,2,2,2,1,1,1,2,1,1,1,2,2,2,2", "2,2,2,2,1,1,1,2,1,1,1,2,2,2,2,2");
    format!(
        "<map orientation=\"orthogonal\" width=\"8\" height=\"4\" tilewidth=\"16\" tileheight=\"16\" infinite=\"1\">\
         <tileset firstgid=\"1\" name=\"mine\"><tile id=\"0\" {class}/><tile id=\"1\" type=\"WALL\"/></tileset>\
         <layer name=\"All\" width=\"8\" height=\"4\"><data encoding=\"csv\">{}{}</data></layer>\
         <objectgroup name=\"Things\">{things}</objectgroup></map>",
        chunk(-4, west),
        chunk(0, east),
    )
}

fn found(map: &str, aliases: &Aliases) -> Result<Read, TiledError> {
    read_with(map, &Read::no_files, aliases)
}

const FLOOR: &str = "type=\"FLOOR\"";
const START: &str = "<object id=\"1\" type=\"start\" x=\"-40\" y=\"-8\"><point/></object>";

#[test]
fn a_note_says_where_the_editor_counts_from() {
    let read = found(&map(FLOOR, START), &Aliases::default()).unwrap();
    assert_eq!(
        read.notes,
        [
            "reports count rows and columns from the corner of what is drawn: row 0, column 0 is the editor's cell (-4, -2)"
        ]
    );
    assert_eq!(read.level.tiles.unwrap().start, Some(Cell::new(0, 1, 1)));
}

#[test]
fn a_start_and_a_goal_are_given_in_the_numbers_of_the_editor() {
    let spot = |col, row| Spot { floor: 0, row, col };
    let aliases = |start, goal| {
        let mut aliases = Aliases::default();
        (aliases.start, aliases.goals) = (Some(start), vec![goal]);
        aliases
    };
    let read = found(&map(FLOOR, ""), &aliases(spot(-3, -1), spot(2, 0))).unwrap();
    let tiles = read.level.tiles.unwrap();
    assert_eq!(
        (tiles.start, tiles.goals),
        (Some(Cell::new(0, 1, 1)), Some(vec![Cell::new(0, 2, 6)]))
    );
    for (off, place) in [(spot(-5, 0), "column -5, row 0"), (spot(0, 2), "column 0, row 2")] {
        let said = found(&map(FLOOR, ""), &aliases(spot(-3, -1), off)).unwrap_err().to_string();
        let right = "is not on floor 0, which has columns -4 to 3 and rows -2 to 1";
        assert_eq!(said.lines().next(), Some(&*format!("{place}: {right}")), "{said}");
    }
}

#[test]
fn places_of_names_and_of_faults_are_those_of_the_editor() {
    let read = found(&map("", ""), &Aliases::default()).unwrap();
    let firsts: Vec<&str> = read.names.iter().map(|name| name.first.as_str()).collect();
    assert_eq!(firsts, ["layer \"All\", row -1, column -3", "row -1, column -3"]);
    let key =
        "<object id=\"2\" type=\"item\" name=\"KEY_SMALL\" x=\"56\" y=\"24\"><point/></object>";
    let said = found(&map(FLOOR, &format!("{START}{key}")), &Aliases::default()).unwrap_err();
    assert!(said.to_string().contains("on a cell that is WALL (row 1, column 3)"), "{said}");
}
