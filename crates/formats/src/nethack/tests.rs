//! Tests of levels of NetHack.

use super::*;
use level::Verdict;

fn read_all(text: &str) -> Import {
    assert!(is(text));
    read(text, &Aliases::default()).unwrap()
}

fn length(level: &Result<Level, ReadError>) -> Option<u64> {
    let level = level.as_ref().unwrap();
    let rules = level.rules_under(None);
    let limits = level::Limits::default();
    match level::solve(level, &rules, &level::Options::default(), &limits).unwrap().verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost.straight + walk.cost.diagonal),
        _ => None,
    }
}

/// Two rooms with a door between them.
const MAP: &str = "MAP\n---------\n|...|...|\n|...+...|\n|...|...|\n---------\nENDMAP\n";

#[test]
fn a_locked_door_needs_its_key() {
    let text = format!(
        "MAZE: \"cell\",' '\nGEOMETRY:center,center\n{MAP}DOOR:locked,(4,2)\nSTAIR:(1,2),up\nSTAIR:(7,2),down\n"
    );
    let read = read_all(&text);
    assert_eq!(length(&read.levels[0]), None);
    assert!(read.notes.iter().any(|note| note.contains("kick")), "{:?}", read.notes);
    assert!(read.notes.contains(&"passed over: GEOMETRY".to_owned()), "{:?}", read.notes);
    for key in ["OBJECT:('(',\"skeleton key\"),(1,1)", "OBJECT:'(',\"skeleton key\",(1,1)"] {
        assert_eq!(length(&read_all(&format!("{text}{key}\n")).levels[0]), Some(7));
    }
    let random = read_all(&format!("{text}OBJECT:('(',\"skeleton key\"),random,blessed,0\n"));
    assert_eq!(length(&random.levels[0]), None);
    assert!(random.notes.contains(&"at random places, and therefore left out: keys".to_owned()));
}

#[test]
fn a_key_of_several_doors_is_kept() {
    let text = "MAZE:\"two\",' '\nMAP\n.+.+.\nENDMAP\nDOOR:locked,(1,0)\nDOOR:locked,(3,0)\n\
        BRANCH:(0,0,0,0),(4,0,4,0)\nSTAIR:(4,0),down\nSTAIR:(0,0),up\nOBJECT:('(',\"lock pick\"),(0,0)\n";
    let read = read_all(text);
    assert_eq!(length(&read.levels[0]), Some(4));
    assert!(read.notes.iter().any(|note| note.contains("symbol key")), "{:?}", read.notes);
}

#[test]
fn one_arrives_at_a_branch_and_in_sokoban_from_below() {
    let tail = "STAIR:(3,1),down\nBRANCH:(1,1,1,1),(0,0,0,0)\nOBJECT:('`',\"boulder\"),(2,1)\n";
    let map = "MAP\n-----\n|...|\n-----\nENDMAP\n";
    let read = read_all(&format!("MAZE:\"mylevel\",' '\n{map}{tail}"));
    let tiles = read.levels[0].as_ref().unwrap().tiles.as_ref().unwrap();
    assert_eq!(tiles.start_cell(), Some(Cell::new(0, 1, 1)));
    assert_eq!(tiles.tile(Cell::new(0, 1, 2)), Some(Tile::Block));
    let stairs = "STAIR:(1,1),down\nSTAIR:(3,1),up\n";
    for (head, start) in [
        ("MAZE:\"soko1-1\",' '\n", 1),
        ("MAZE:\"a\",' '\nFLAGS:premapped,sokoban\n", 1),
        ("LEVEL:\"a\"\n", 3),
    ] {
        let read = read_all(&format!("{head}{map}{stairs}"));
        let tiles = read.levels[0].as_ref().unwrap().tiles.as_ref().unwrap();
        assert_eq!(tiles.start_cell(), Some(Cell::new(0, 1, start)), "{head}");
        assert_eq!(length(&read.levels[0]), Some(2));
    }
}

#[test]
fn maps_of_a_file_are_levels_and_faults_are_theirs() {
    let text = "MAZE:\"a\",' '\nMAP\n...\nENDMAP\nSTAIR:(0,0),up\nMAP\n.?.\nENDMAP\nSTAIR:(0,0),up\n\
        LEVEL:\"b\"\nROOM:\"ordinary\",lit,random {\n  STAIR:random,up\n}\n\
        LEVEL:\"c\"\nMAP\n..\nENDMAP\n[50%]:TRAP:\"pit\",(9,9)\n\
        IF [50%] {\nTRAP:\"fire\",(0,0)\n}\n$place = { (1,1) }\n";
    let read = read_all(text);
    let said: Vec<String> = read
        .levels
        .iter()
        .map(|level| match level {
            Ok(level) => level.name.clone().unwrap(),
            Err(error) => error.to_string(),
        })
        .collect();
    assert_eq!(said[0], "a");
    assert!(said[1].starts_with("line 7, column 2: '?' stands for no tile"), "{said:?}");
    assert!(said[2].starts_with("b: has no map"), "{said:?}");
    assert!(said[3].contains("has no start"), "{said:?}");
    let notes = read.notes.join("\n");
    for part in [
        "1 level has several maps",
        "left out: stairs up",
        "passed over: ROOM, pits off the map, traps fire, variables and other words",
        "2 conditions and loops are not run",
    ] {
        assert!(notes.contains(part), "{part}: {notes}");
    }
    let maze = read_all("MAZE:\"m\",' '\nMAP\n...\nENDMAP\nSTAIR:(0,0),up\nMAZEWALK:(2,0),east\n");
    assert!(maze.levels[0].as_ref().unwrap_err().to_string().contains("a maze"));
    let said = super::read("MAP\n..\n", &Aliases::default()).unwrap_err().to_string();
    assert_eq!(said, "line 1, column 1: MAP has no ENDMAP after it");
}

const LUA: &str = r#"-- a cellar; des.map([[ no map ]])
--[[ des.map([[ no ]] 
des.level_flags("mazelevel", 'noflip');
local place = { {1,1},{2,2} };
des.map({ halign = "left", map = [[
---------
|...|...|
|...+...|
|.}.|...|
---------
]] })
des.stair({ dir = "up", coord = { 1, 2 } });
des.stair("down", 7,02)
des.door({ state = "locked", x=4, y = 2 });
des.object({ id = "skeleton key", class = "(", x = 1, y = 1 })
des.object("boulder", {6,1});
des.object("boulder", selection.rndcoord(place))
des.trap("fire")
if percent(50) then des.trap("spiked pit", 6, 3) end
des.levregion({ region = {1,3,1,3}, type="branch" })
des.monster("newt", 2, 2)
"#;

#[test]
fn lua_is_read_like_des() {
    let read = read_all(LUA);
    assert_eq!(length(&read.levels[0]), Some(7));
    let tiles = read.levels[0].as_ref().unwrap().tiles.as_ref().unwrap();
    assert_eq!(tiles.tile(Cell::new(0, 1, 6)), Some(Tile::Block));
    assert_eq!(tiles.tile(Cell::new(0, 3, 6)), Some(pit(0).0));
    assert_eq!(tiles.tile(Cell::new(0, 2, 4)), Some(Tile::DoorLocked));
    let notes = read.notes.join("\n");
    for part in [
        "left out: boulders",
        "passed over: level_flags, monster, traps fire",
        "1 condition or loop is not run",
        "1 pit or hole is",
        "water",
    ] {
        assert!(notes.contains(part), "{part}: {notes}");
    }
}

#[test]
fn what_must_be_computed_is_random() {
    let places = [
        ("3, 4", Some([3, 4])),
        ("{3,4}", Some([3, 4])),
        ("x + 1, 4", None),
        ("-1, 4", None),
        ("1.5, 4", None),
        ("{ coord = {3,4}, x = y }", Some([3, 4])),
        ("{ x = 3, y = f(4) }", Some([3, 4])),
        ("{ x = 3, y = 4 * 2 }", None),
        ("1, 2, 3", None),
    ];
    for (place, expected) in places {
        let text = format!("des.map([[..]]) des.trap(\"pit\", {place})");
        let said = lua::read(&text);
        let Some(Said { what: What::Thing(Thing::Pit, found), .. }) = said.last() else { panic!() };
        // A call with a plain number is not told from the number.
        assert!(place.contains('f') || *found == expected, "{place}: {found:?}");
    }
}
