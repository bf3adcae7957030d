//! Levels as text: reading, printing, errors.

use quandary_level::formats::FORMAT;
use quandary_level::formats::json;
use quandary_level::formats::text::{draw, print, read};
use quandary_level::model::grid::Cell;
use quandary_level::{TILES, Tile};

const DRAWN: &str = "quandary/level/1
name: \"both\"
legend: x WALL  . FLOOR  @ START  k KEY_SMALL
start: {\"floor\":0,\"row\":1,\"col\":1}
goals: [{\"floor\":1,\"row\":0,\"col\":1}]
rooms: [{\"node\":\"a\",\"floor\":0,\"row\":0,\"col\":0,\"rows\":3,\"cols\":2}]
marks: [{\"floor\":0,\"row\":1,\"col\":2,\"gives\":\"symbol:puzzle:1\"}]
locks: [{\"cells\":[[0,1,3],[0,2,3]],\"needs\":[\"symbol:puzzle:1\",\"toggle:0=on\"]}]
graph: {\"nodes\":[{\"id\":\"a\"}]}
provenance: {\"seed\":1}

xxxxx
x@.kx
xxxxx

x..x
";

#[test]
fn a_drawing_with_a_header_round_trips() {
    let level = read(DRAWN).unwrap();
    let tiles = level.tiles.as_ref().unwrap();
    assert_eq!((tiles.floors.len(), tiles.start), (2, Some(Cell::new(0, 1, 1))));
    assert_eq!(tiles.tile(Cell::new(0, 1, 3)), Some(Tile::KeySmall));
    assert_eq!(level.graph.symbols, ["puzzle:1"]);
    assert_eq!(read(&print(&level)).unwrap(), level);
    assert_eq!(json::read(&json::print(&level)).unwrap(), level);
}

const PLATED: &str = "quandary/level/1
legend: . FLOOR  # WALL  o BLOCK  @ START
locks: [{\"cells\":[[0,1,6]],\"needs\":[\"lacks:symbol:alarm\",\"plate:left\"]}]
plates: [{\"name\":\"left\",\"cells\":[[0,1,3],[0,1,2]]},{\"name\":\"the other\",\"cells\":[[0,1,5]],\"gives\":\"symbol:alarm\"}]
win: [\"plate:the other\",\"toggle:3=off\"]
rules: {\"push\":\"free\",\"bomb_pickup\":2}

########
#@o.o..#
########
";

#[test]
fn plates_win_and_rules_stand_in_a_header() {
    let level = read(PLATED).unwrap();
    assert_eq!(print(&level), PLATED, "the fields in their order, each as it was written");
    assert_eq!(json::read(&json::print(&level)).unwrap(), level);
    let check = |from: &str, to: &str, part: &str| {
        let text = PLATED.replacen(from, to, 1);
        assert_ne!(text, PLATED, "{from}");
        let said = read(&text).expect_err(part).to_string();
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    };
    check("[0,1,5]]", "[0,1,0]]", "plates[1].cells[0]: floor 0, row 1, column 0 is WALL");
    check(
        "\"cells\":[[0,1,3]",
        "\"cell\":[[0,1,3]",
        "line 4, column 30, plates[0].cell: unknown field `cell`",
    );
    check("win: [", "win: [1,", "line 5, column 7, win[0]: expected a string, found the integer 1");
    check("\"free\"", "\"fre\"", "rules.push: unknown value \"fre\" (did you mean free?)");
    check("rules: {", "rules: [", "line 6, column 7, rules: expected an object, found an array");
    check("plates:", "plate:", "unknown field \"plate\" (did you mean plates?)");
    let rooms = "quandary/level/1\nplates: []\ngraph: {\"nodes\":[{\"id\":0}],\"start\":0}\n";
    let said = read(rooms).unwrap_err().to_string();
    assert_eq!(said, "plates: is for levels that have floors, and none is drawn");
    let won = rooms.replace("plates: []", "win: [\"lacks:symbol:x\"]");
    assert_eq!(read(&won).unwrap().win.len(), 1, "rooms alone can be won by a condition");
}

#[test]
fn a_drawing_alone_is_a_level() {
    let all: String = TILES.iter().map(|(.., letter)| letter).collect();
    let level = read(&all).unwrap();
    assert_eq!(read(&print(&level)).unwrap(), level);
    assert_eq!(read(&format!("\u{feff}{all}\r\n\r\n\r\n")).unwrap(), level);
}

#[test]
fn what_is_wrong_is_placed() {
    let check = |from: &str, to: &str, part: &str| {
        let text = DRAWN.replacen(from, to, 1);
        assert_ne!(text, DRAWN, "{from}");
        let said = read(&text).expect_err(part).to_string();
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    };
    check("x@.kx", "x@.Qx", "line 13, column 4: 'Q' stands for no tile; known are - VOID, . FLOOR");
    check("x@.kx", "x@.k", "line 13, column 5: a row of 4 tiles among rows of 5");
    check(
        "name:",
        "nome:",
        "line 2, column 1: unknown field \"nome\" (did you mean name?); known are name",
    );
    check("name:", "name", "line 2, column 1: a line of the header is FIELD: VALUE");
    check(
        "x WALL",
        "x WAL",
        "line 3, column 9: unknown tile \"WAL\" (did you mean WALL?); known are VOID",
    );
    check("x WALL", "xx WALL", "line 3, column 9: \"xx\" is not one character");
    check("\"row\":1,\"col\":1}", "\"row\":1}", "start: missing field `col`");
    check(
        "\"row\":1,\"col\":1}",
        "\"row\":0,\"col\":1}",
        "start: floor 0, row 0, column 1 is WALL",
    );
    check("\"col\":1}]", "\"col\":9}]", "goals[0]: floor 1, row 0, column 9 is off the floors");
    check("\"rows\":3", "\"rows\":4", "rooms[0]: floor 0, row 3, column 1 is off the floors");
    check("\"rows\":3", "\"rows\":0", "rooms[0]: a room has at least one cell");
    check("\"node\":\"a\"", "\"node\":\"b\"", "rooms[0].node: there is no node with the id \"b\"");
    check("symbol:puzzle:1\"}", "key\"}", "marks[0].gives: a mark gives a symbol or a toggle");
    check(
        "\"toggle:0=on\"",
        "\"switch\"",
        "locks[0].needs[1]: here only symbols, toggles and plates can be asked for",
    );
    check("\"toggle:0=on\"", "\"open\"", "locks[0].needs[1]: is open");
    check("start: {\"floor\":0,\"row\":1,\"col\":1}\n", "start: {\"floor\":0}\n", "missing field");
    check("k KEY_SMALL", "x FLOOR", "'x' stands twice");
    let said = read("##\n").unwrap_err().to_string();
    assert_eq!(said, "start: is missing, and there is no START tile (@ in a drawing)");
    let said = read("@@\n").unwrap_err().to_string();
    assert!(said.contains("in floor 0, row 0, column 0 and in floor 0, row 0, column 1"), "{said}");
    assert!(read("").unwrap_err().to_string().contains("nothing is drawn"));
}

#[test]
fn a_legend_adds_characters_or_replaces_them() {
    let drawn = |legend: &str, floors: &str| {
        let read = read(&format!("{FORMAT}\nlegend: {legend}\n\n{floors}"));
        read.map(|level| {
            let floors = level.tiles.iter().flat_map(|tiles| &tiles.floors);
            floors.map(|grid| draw(grid, |_, tile| tile.letter())).collect::<String>()
        })
    };
    assert_eq!(drawn("x WALL", "x@.*#\n").unwrap(), "#@.*#\n");
    assert_eq!(drawn("# FLOOR x WALL", "x@#*x\n").unwrap(), "#@.*#\n");
    assert_eq!(drawn("SPACE FLOOR", "  @  *\n #\n  \n  #\n").unwrap(), "..@..*\n.#....\n..#\n");
    assert_eq!(drawn("only SPACE FLOOR p START", " p\n").unwrap(), ".@\n");
    let check = |legend: &str, floors: &str, part: &str| {
        let said = drawn(legend, floors).unwrap_err().to_string();
        assert!(said.contains(part), "{said}");
    };
    check(
        "only @ START SPACE FLOOR",
        "@.\n",
        "'.' stands for no tile; known are SPACE FLOOR, @ START",
    );
    check("x WALL", "Q\n", "# WALL, x WALL, o BLOCK");
    check("x WALL", " @\n", "' ' stands for no tile");
    check("only", "@\n", "'@' stands for no tile; known are ");
    check("x WALL only . FLOOR", "@\n", "\"only\" is not one character");
}
