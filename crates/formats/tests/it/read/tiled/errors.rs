//! Tests of errors in maps: each states its layer and object.

use super::{back, drawn, object};
use quandary_formats::tiled::MOST_PARTS;

/// Checks that the message about a map holds all expected parts.
pub(super) fn check(map: &str, parts: &[&str]) {
    let said = back(map).expect_err(&parts.join(", ")).to_string();
    for part in parts {
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    }
}

/// The same for an object on the hand-drawn map.
pub(super) fn of_object(object: &str, parts: &[&str]) {
    let parts = [&["layer \"things\", object 7"], parts].concat();
    check(&drawn(object, ""), &parts);
}

/// A point on the floor.
const FLOOR: (f64, f64) = (37.0, 21.0);
/// The size of a point.
const NONE: (f64, f64) = (0.0, 0.0);

#[test]
fn wrong_keys_are_placed() {
    of_object(
        &object("key", FLOOR, NONE, "gives=\"goal\""),
        &["gives \"goal\", which is unknown", "KEY_SMALL"],
    );
    of_object(
        &object("key", FLOOR, NONE, "gives=3"),
        &["property \"gives\": is 3; a string is asked for"],
    );
    of_object(&object("key", FLOOR, NONE, "gives=\"symbol:\""), &["a symbol has a name"]);
    of_object(
        &object("key", (3.0, 3.0), NONE, "gives=\"key\""),
        &["KEY_SMALL on a cell that is WALL (row 0, column 0)"],
    );
    of_object(
        &object("key", (-1.0, 3.0), NONE, "gives=\"key\""),
        &["does not lie on floor 0, which has 3 rows and 6 columns"],
    );
    of_object(&object("key", (1e300, 3.0), NONE, "gives=\"key\""), &["does not lie on floor 0"]);
}

#[test]
fn wrong_locks_are_placed() {
    of_object(
        &object("lock", FLOOR, (500.0, 16.0), "needs=\"toggle:0=on\""),
        &["does not lie on floor 0"],
    );
    of_object(&object("lock", FLOOR, NONE, ""), &["has no property \"needs\"", "key_locked"]);
    of_object(
        &object("lock", FLOOR, NONE, "needs=\"a key\""),
        &["needs \"a key\", which is unknown; known are symbol:NAME"],
    );
    of_object(&object("lock", FLOOR, NONE, "needs=\"\""), &["an empty name"]);
    of_object(&object("lock", FLOOR, NONE, "needs=\"[3]\""), &["no array of strings"]);
    of_object(
        &object("lock", FLOOR, NONE, "needs=\"bombable, DOOR_BOSS\""),
        &["needs both DOOR_BOMB and DOOR_BOSS"],
    );
    of_object(
        &object("lock", (3.0, 3.0), NONE, "needs=\"bombable\""),
        &["DOOR_BOMB on a cell that is WALL"],
    );
}

#[test]
fn wrong_objects_are_placed() {
    of_object(&object("room", FLOOR, NONE, ""), &["has no property \"node\""]);
    of_object(&object("room", FLOOR, NONE, "node=true"), &["the id of a node, a string or an int"]);
    of_object(
        &object("room", FLOOR, NONE, "node=\"x\""),
        &["names node \"x\", which the room graph does not have"],
    );
    of_object(&object("start", (3.0, 3.0), NONE, ""), &["(start)", "where nobody can stand"]);
    of_object(
        &object("key", FLOOR, NONE, "tile=\"KEY_SMALL\""),
        &["tells of KEY_SMALL", "row 1, column 2 is FLOOR"],
    );
    of_object(
        &object("key", FLOOR, NONE, "tile=\"KEY\""),
        &["property \"tile\": unknown tile \"KEY\"; known are VOID"],
    );
    of_object(
        &object("start", FLOOR, NONE, "").replace("\"rotation\":0", "\"rotation\":45"),
        &["turned by 45 degrees"],
    );
    of_object(
        &object("start", FLOOR, NONE, "").replace("\"rotation\":0", "\"polygon\":[]"),
        &["is a polygon; a point"],
    );
    let nowhere = object("start", FLOOR, NONE, "").replace(",\"x\":37,", ",");
    of_object(&nowhere, &["layer \"things\", object 7: has no \"x\""]);
    of_object(
        &object("start", FLOOR, NONE, "").replace("\"rotation\":0", "\"template\":\"a.tx\""),
        &["template \"a.tx\": no file is read from here, and so not \"a.tx\"", "Detach"],
    );
    let twice = object("start", FLOOR, NONE, "");
    of_object(&format!("{twice},{twice}"), &["is a second start; the first is layer \"things\""]);
    let here = object("start", FLOOR, NONE, "")
        .replace("\"properties\":[]", r#""properties":[{"name":"floor","value":2}]"#);
    of_object(&here, &["there is no floor 2"]);
}

#[test]
fn wrong_rooms_are_placed() {
    let quandary =
        |json: &str| format!(r#"{{"name":"quandary","type":"string","value":{json:?}}}"#);
    let nodes = r#"{"graph":{"nodes":[{"id":1},{"id":2}]}}"#;
    let room = |node: u32| {
        object("room", (16.0, 16.0), (32.0, 16.0), &format!("node={node}"))
            .replace("\"id\":7", &format!("\"id\":{node}"))
    };
    let rooms = drawn(&format!("{},{}", room(1), room(2)), &quandary(nodes));
    check(
        &rooms,
        &["layer \"things\", object 2 \"room\" (rooms[1]): overlaps layer \"things\", object 1"],
    );
    check(
        &drawn("", &quandary("{\"grph\":1}")),
        &["property \"quandary\"", "unknown field `grph`"],
    );
    check(
        &drawn("", &quandary("{\"graph\":{\"nodes\":[{\"id\":1},{\"id\":1}]}}")),
        &["graph.nodes[1].id", "twice"],
    );
}

#[test]
fn wrong_layers_are_placed() {
    let map = drawn("", "");
    let changed = |from: &str, to: &str, parts: &[&str]| {
        assert!(map.contains(from), "{from}");
        check(&map.replacen(from, to, 1), parts);
    };
    changed("orthogonal", "hexagonal", &["orientation: is hexagonal, whose cells have six"]);
    changed(
        "[1,1,1,1,1,1,",
        "[1,1,1,1,1,",
        &["layer \"ground\", data: has 17 cells, but width times height is 18"],
    );
    changed("[1,1,1,1,1,1,", "[1,1,-9,1,1,1,", &["line 2, column", "layers[0].data"]);
    changed("\"firstgid\":1", "\"firstgid\":2", &["tile 1 is of no tile set of the map"]);
    changed(
        "\"value\":\"WALL\"",
        "\"value\":\"WAL\"",
        &[
            "tile set \"mine\", tile 0, property \"tile\": unknown tile \"WAL\" (did you mean WALL?); known are 0 VOID",
        ],
    );
    changed(
        "\"type\":\"tilelayer\"",
        "\"type\":\"tiles\"",
        &["unknown type \"tiles\"; known are tilelayer"],
    );
    changed("\"type\":\"tilelayer\"", "\"type\":\"imagelayer\"", &["there is no tile layer"]);
    changed(
        "\"width\":6",
        "\"width\":4294967295",
        &["layer \"ground\", data: makes 12884901885 cells"],
    );
    changed(
        "\"data\":[1,1,1,1,1,1,",
        "\"compression\":\"zstd\",\"encoding\":\"base64\",\"data\":\"AA==\",\"d\":[",
        &["the zstd data is damaged"],
    );
    changed(
        "1,3,2,",
        "1,2,2,",
        &["start: is missing, and there is no START tile", "; give one object the class \"start\""],
    );
    // The error lists ignored objects, because one may be the missing thing.
    let player = drawn(&object("playr", (24.0, 24.0), (0.0, 0.0), ""), "");
    check(
        &player.replacen("1,3,2,", "1,2,2,", 1),
        &[
            "start: is missing",
            "note: layer \"things\", object 7 \"playr\"",
            "unknown class \"playr\"",
        ],
    );
    let deep = "{\"type\":\"group\",\"layers\":[".repeat(17) + &"]}".repeat(17);
    changed("\"layers\":[", &format!("\"layers\":[{deep},"), &["lies in 16 groups"]);
    check(&"{".repeat(MOST_PARTS + 1), &["JSON objects; 1048576 are the most"]);
}
