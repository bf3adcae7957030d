//! Tests of plates, win conditions and rules on maps.

use super::errors::{check, of_object};
use super::{back, drawn, object, print};
use level::formats::text;

/// A plate with some cells of row 1, of 16 pixels each.
fn plate(name: &str, (from, to): (u32, u32), property: &str) -> String {
    let place = (f64::from(from) * 16.0, 16.0);
    let size = (f64::from(to - from) * 16.0, 16.0);
    object("plate", place, size, property)
        .replace("\"name\":\"\",", &format!("\"name\":\"{name}\","))
}

/// A property of the map.
fn property(name: &str, value: &str) -> String {
    format!(r#"{{"name":"{name}","type":"string","value":{value:?}}}"#)
}

#[test]
fn plates_drawn_by_hand_are_plates() {
    let objects = [
        object("lock", (64.0, 16.0), (16.0, 16.0), "needs=\"plate:north, lacks:symbol:alarm\""),
        plate("north", (2, 3), "gives=\"symbol:alarm\""),
        plate("south", (2, 4), ""),
        plate("", (3, 4), "name=\"north\"").replace("\"id\":7", "\"id\":9"),
    ];
    let said = [
        property("rules", "push = free, warps=stairs,doors"),
        property("win", "plate:south, toggle:0=off"),
    ];
    let level = back(&drawn(&objects.join(","), &said.join(","))).unwrap().level;
    let right = "quandary/level/1
locks: [{\"cells\":[[0,1,4]],\"needs\":[\"plate:north\",\"lacks:symbol:alarm\"]}]
plates: [{\"name\":\"north\",\"cells\":[[0,1,2],[0,1,3]],\"gives\":\"symbol:alarm\"},{\"name\":\"south\",\"cells\":[[0,1,2],[0,1,3]]}]
win: [\"plate:south\",\"toggle:0=off\"]
rules: {\"push\":\"free\",\"warps\":\"stairs,doors\"}

######
#@..*#
######
";
    assert_eq!(level, text::read(right).unwrap());
    // The level and the bytes are unchanged after reading back.
    let map = print(&level, None).unwrap();
    assert!(map.contains(r#""value":"push=free, warps=stairs,doors""#), "{map}");
    assert_eq!(map.matches(r#""type":"plate""#).count(), 2);
    let again = back(&map).unwrap().level;
    assert_eq!((print(&again, None).unwrap(), again), (map, level));
}

#[test]
fn rules_are_a_list_and_those_of_the_usual_preset_too() {
    let rules = |written: &str| back(&drawn("", &property("rules", written))).unwrap().level.rules;
    let preset = |name: &str| rules(&format!("preset={name}"));
    assert_eq!(
        rules(r#"["bomb_pickup=2", "diagonals=true"]"#),
        rules("diagonals=true,bomb_pickup=2")
    );
    assert_ne!(preset("strict"), preset("classic"));
    assert_eq!(back(&drawn("", "")).unwrap().level.rules, None);
    let level = text::read("quandary/level/1\nrules: {}\n\n@*\n").unwrap();
    let map = print(&level, None).unwrap();
    assert!(map.contains(r#""value":"preset=strict""#), "{map}");
    assert_eq!(back(&map).unwrap().level, level);
}

#[test]
fn wrong_plates_are_placed() {
    of_object(&plate("", (2, 3), ""), &["has no name, by which a lock could ask for it"]);
    of_object(&plate("p", (2, 3), "name=3"), &["property \"name\": is 3; a string is asked for"]);
    of_object(
        &plate("p", (2, 5), ""),
        &["covers a cell that is TRIFORCE (row 1, column 4); a plate lies on FLOOR"],
    );
    of_object(&plate("p", (2, 9), ""), &["does not lie on floor 0, which has 3 rows"]);
    of_object(
        &plate("p", (2, 3), "gives=\"toggle:1\""),
        &["is \"toggle:1\"; a plate gives a symbol, symbol:NAME"],
    );
    let with = |plates: [String; 2]| plates.join(",").replacen("\"id\":7", "\"id\":6", 1);
    let twice = with([plate("p", (2, 3), ""), plate("p", (2, 4), "")]);
    of_object(&twice, &["covers row 1, column 2, which the plate \"p\" covers already"]);
    let gives = |name: &str| format!("gives=\"symbol:{name}\"");
    let other = with([plate("p", (2, 3), &gives("a")), plate("p", (3, 4), &gives("b"))]);
    let first =
        "gives something else than layer \"things\", object 6 \"p\", which has the same name";
    of_object(&other, &[first]);
    let lock = object("lock", (48.0, 16.0), (16.0, 16.0), "needs=\"plate:nort\"");
    of_object(&lock, &["\"plate:nort\": the level has no plates"]);
    let north = plate("north", (2, 3), "").replace("\"id\":7", "\"id\":8");
    of_object(&format!("{lock},{north}"), &["unknown plate \"nort\" (did you mean north?)"]);
}

#[test]
fn wrong_conditions_and_rules_are_placed() {
    let win = |value: &str, part: &str| {
        check(&drawn("", &property("win", value)), &["map, property \"win\"", part]);
    };
    win("plate:p", "win[0]: \"plate:p\": the level has no plates");
    win("symbol:a, key_locked", "win[1]: here only symbols, toggles and plates can be asked for");
    win("symbol:a, ", "has an empty name between its commas");
    win("[]", "is empty; without it only places win");
    let rules = |value: &str, part: &str| {
        check(&drawn("", &property("rules", value)), &["map, property \"rules\"", part]);
    };
    rules("pusch=free", "rules.pusch: unknown rule \"pusch\" (did you mean push?)");
    rules("push=free, push=off", "\"push\" stands twice");
    rules("free", "has \"free\", which is not of the form NAME=VALUE, such as push=free");
    rules("preset=usual", "rules.preset: unknown preset \"usual\"; known are classic, strict");
    check(
        &drawn("", r#"{"name":"rules","type":"bool","value":true}"#),
        &["property \"rules\": is true; a string"],
    );
    // The ignored object may be the missing one.
    let plat = object("plat", (32.0, 16.0), (16.0, 16.0), "");
    let map = drawn(&plat, &property("win", "plate:p"));
    check(
        &map,
        &[
            "the level has no plates",
            "note: layer \"things\"",
            "unknown class \"plat\" (did you mean plate?)",
        ],
    );
}
