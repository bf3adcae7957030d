//! Tests that break each rule of template files once.

use super::super::{ChestTemplate, read};
use super::*;
use testing::faults::refused;

const SMALL: &str = r#"{"format":"quandary/templates/1","category":"cave","templates":[
{"kind":"locked_door","name":"iron door","description":"D","threshold":10,"hint":"H","key":"red key"},
{"kind":"lever","name":"old lever","description":"D","threshold":16,"hint":"H"},
{"kind":"riddle","name":"mouth","description":"D","threshold":12,"hint":"H","riddle":"What?","answers":["Écho","an echo"]},
{"kind":"sequence","name":"bells","description":"D","threshold":12,"hint":"H",
 "objects":["low bell","high bell","mid bell"],"order":["mid bell","Low Bell","high bell"],"clue":"C"}]}"#;

/// Checks that a file with one change is refused with a message that begins with these words.
#[track_caller]
fn check(sound: &str, changes: &str) {
    for (found, said) in refused(sound, read, changes) {
        assert!(found.starts_with(said), "{found}");
    }
}

#[test]
fn a_sound_pack_is_read() {
    let packs = read(SMALL).unwrap();
    let templates = &packs[0].templates;
    assert_eq!(templates[0].kind, Kind::LockedDoor { key: "red key".into() });
    assert_eq!((templates[1].threshold, &templates[1].kind), (16, &Kind::Lever));
    let Kind::Sequence { order, .. } = &templates[3].kind else { panic!("{templates:?}") };
    assert_eq!(order, &[2, 0, 1]);
    let other = SMALL.replacen("cave", "inn", 1);
    assert_eq!(read(&format!(" [{SMALL},\n{other}]")).unwrap().len(), 2);
}

#[test]
fn the_pack() {
    let changes = r#"
        templates/1 → templates/2 ⇒ format: is "quandary/templates/2"; must be "quandary
        "category":"cave", → ⇒ category: is missing; a pack has format
        "cave" → "castle" ⇒ category: unknown category "castle"; known are cave, mine
    "#;
    check(SMALL, changes);
    let none = r#"{"format":"quandary/templates/1","category":"cave","templates":[]}"#;
    let said = read(none).unwrap_err().to_string();
    assert_eq!(said, "templates: has 0; must have 1 to 1000");
    let many = format!("{}]}}", "{},".repeat(1001).trim_end_matches(','));
    let said = read(&none.replace("]}", &many)).unwrap_err().to_string();
    assert_eq!(said, "templates: has 1001; must have 1 to 1000");
}

#[test]
fn the_array() {
    let said = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(said("[]"), "the file: has no pack; must have one, or an array of them");
    let twice = said(&format!("[{SMALL},{SMALL}]"));
    assert_eq!(twice, "[1].category: \"cave\" is that of [0] too; must be another");
    let second = SMALL.replacen("cave", "inn", 1).replacen("16", "17", 1);
    let found = said(&format!("[{SMALL},{second}]"));
    assert!(found.starts_with("[1].templates[1].threshold (of \"old lever\"): is 17;"), "{found}");
}

#[test]
fn the_shape() {
    let at = |text: &str, said: &str| {
        let found = read(text).unwrap_err().to_string();
        assert!(found.starts_with(said), "{found}");
    };
    at("", "line 1, column 0, the file: the text ends too early");
    at("7", "line 1, column 1, the file: expected an object, found the integer 7");
    at(&format!("{SMALL}x"), "line 6, column");
    let changes = r#"
        "old lever", → "old lever" ⇒ line 3, column 35, templates[1]: expected `,` or `}`
        "old lever" → 7 ⇒ line 3, column 24, templates[1].name: expected a string, found the integer 7
        "old lever","description":"D" → "old lever","description":[] ⇒ line 3, column 49, templates[1].description (of "old lever"): expected a string, found an array
        "threshold":16,"hint" → "threshold":16,"colour":1,"hint" ⇒ line 3, column 76, templates[1].colour (of "old lever"): unknown field `colour`; known are
        "threshold":16 → "hint":"H" ⇒ line 3, column 70, templates[1] (of "old lever"): duplicate field `hint`
        "category" → "note":1,"category" ⇒ line 1, column 39, note: unknown field `note`
        {"kind":"lever" → ["lever","a","D",12,"H"],{"kind":"lever" ⇒ line 3, column 0, templates[1]: expected an object, found an array
    "#;
    check(SMALL, changes);
}

#[test]
fn the_kind() {
    let changes = r#"
        "lever" → "trap" ⇒ templates[1].kind (of "old lever"): unknown kind "trap"; known are locked_door, lever, pressure_plate, riddle, sequence
        "kind":"lever", → ⇒ templates[1].kind (of "old lever"): is missing; must be one of locked_door, lever, pressure_plate, riddle, sequence
        ,"key":"red key" → ⇒ templates[0].key (of "iron door"): is missing; a locked_door has kind, name, descr
        locked_door → lever ⇒ templates[0].key (of "iron door"): does not belong here; a lever has kind, name,
        "name":"old lever", → ⇒ templates[1].name: is missing; a lever has kind, name, description, threshold, hint
        "old lever" → null ⇒ templates[1].name: is missing; a lever has kind, name, description, threshold, hint
    "#;
    check(SMALL, changes);
}

#[test]
fn the_threshold() {
    for wrong in ["9", "17", "12.5", "-12", "\"12\"", "1e99"] {
        let text = SMALL.replacen("16", wrong, 1);
        let found = read(&text).unwrap_err().to_string();
        let said = "templates[1].threshold (of \"old lever\"): is ";
        assert!(found.starts_with(said), "{found}");
        assert!(found.ends_with("; must be a whole number from 10 to 16"), "{found}");
    }
}

#[test]
fn names() {
    let changes = r#"
        old lever → Iron Door ⇒ templates[1].name (of "Iron Door"): "Iron Door" is templates[0].name too, but
        old lever → RED key ⇒ templates[1].name (of "RED key"): "RED key" is templates[0].key too, but for case
        {"kind":"lever" → {"kind":"locked_door","name":"oak door","description":"D","threshold":10,"hint":"H","key":"Red Key"},{"kind":"lever" ⇒ templates[1].key (of "oak door"): "Red Key" is templates[0].key too, but for
        "old lever" → "" ⇒ templates[1].name: is ""; must have a letter or a digit
        "old lever" → "  " ⇒ templates[1].name (of "  "): is "  "; must have a letter
        old lever → old  lever ⇒ templates[1].name (of "old  lever"): is "old  lever"; must have sin
        "old lever" → "lever " ⇒ templates[1].name (of "lever "): is "lever "; must have single blanks
        old lever → a\tb ⇒ templates[1].name (of "a\tb"): has '\t'; must have no control char
        old lever → LONG ⇒ templates[1].name (of "MOST"): has 61 characters; must have at most 60
        red key → LONG ⇒ templates[0].key (of "iron door"): has 61 characters; must have at most 60
    "#;
    check(SMALL, &changes.replace("LONG", &"é".repeat(61)).replace("MOST", &"é".repeat(60)));
    assert!(read(&SMALL.replacen("old lever", &"é".repeat(60), 1)).is_ok());
}

#[test]
fn prose() {
    let changes = r#"
        "D" → "LONG!" ⇒ templates[0].description (of "iron door"): has 601 characters; must have at most 600
        "H" → " ?" ⇒ templates[0].hint (of "iron door"): is " ?"; must have a letter
        "What?" → "\u001b[2J" ⇒ templates[2].riddle (of "mouth"): has '\u{1b}'; must
        "C" → "" ⇒ templates[3].clue (of "bells"): is ""; must have a letter
    "#;
    check(SMALL, &changes.replace("LONG", &"word ".repeat(120)));
}

#[test]
fn answers() {
    let changes = r#"
        ["Écho","an echo"] → [] ⇒ templates[2].answers (of "mouth"): has 0; must have 1 to 50
        "an echo" → " " ⇒ templates[2].answers[1] (of "mouth"): is " "; must have a letter
        an echo → LONG ⇒ templates[2].answers[1] (of "mouth"): has 61 characters; must have at m
    "#;
    check(SMALL, &changes.replace("LONG", &"a".repeat(61)));
}

#[test]
fn objects_and_order() {
    let changes = r#"
        ["low bell","high bell","mid bell"] → ["low bell"] ⇒ templates[3].objects (of "bells"): has 1; must have 2 to 9
        "high bell","mid bell"]," → "LOW bell","mid bell"]," ⇒ templates[3].objects[1] (of "bells"): "LOW bell" is objects[0] too, but for case; must
        ["mid bell","Low Bell","high bell"] → ["gong","low bell"] ⇒ templates[3].order[0] (of "bells"): "gong" is not an object; ALL
        ["mid bell","Low Bell","high bell"] → ["mid bell","MID bell","low bell"] ⇒ templates[3].order[1] (of "bells"): "MID bell" comes twice; ALL
        ["mid bell","Low Bell","high bell"] → ["mid bell"] ⇒ templates[3].order (of "bells"): is without low bell, high bell; ALL
        ["mid bell","Low Bell","high bell"] → [] ⇒ templates[3].order (of "bells"): is without low bell, high bell, mid bell; ALL
    "#;
    check(SMALL, &changes.replace("ALL", "must have each once: low bell, high bell, mid bell"));
}

#[test]
fn no_part_of_a_file_is_a_file() {
    for end in (0..SMALL.len()).filter(|&end| SMALL.is_char_boundary(end)) {
        let said = read(&SMALL[..end]).expect_err("a part").to_string();
        assert!(said.starts_with("line "), "{said}");
    }
}

#[test]
fn keys_may_be_described() {
    let described = |text: &str| SMALL.replacen("\"red key\"", text, 1);
    let packs = read(&described("\"red key\",\"key_description\":\"It is red.\"")).unwrap();
    assert_eq!(packs[0].templates[0].key_description.as_deref(), Some("It is red."));
    assert_eq!(read(SMALL).unwrap()[0].templates[0].key_description, None);
    let changes = r#"
        "red key" → "red key","key_description":"?" ⇒ templates[0].key_description (of "iron door"): is "?"; must have a letter
        "threshold":16 → "key_description":"It is.","threshold":16 ⇒ templates[1].key_description (of "old lever"): does not belong here; a lever has no
    "#;
    check(SMALL, changes);
}

#[test]
fn chests() {
    let chest = r#"{"name":"box","description":"D","threshold":11,"hint":"H","key":"box key","key_description":"K"}"#;
    let with = |chests: &str| {
        SMALL.replacen("\"templates\"", &format!("\"chests\":[{chests}],\"templates\""), 1)
    };
    let packs = read(&with(chest)).unwrap();
    let expect = ChestTemplate {
        name: "box".into(),
        description: "D".into(),
        threshold: 11,
        hint: "H".into(),
        key: "box key".into(),
        key_description: "K".into(),
    };
    assert_eq!(packs[0].chests, [expect]);
    assert_eq!(read(SMALL).unwrap()[0].chests, []);
    let changes = r#"
        "hint":"H","key" → "key" ⇒ chests[0].hint (of "box"): is missing; a chest has name, description, threshold, hint, key, key_description
        11 → 9 ⇒ chests[0].threshold (of "box"): is 9; must be a whole number from 10
        "K" → "" ⇒ chests[0].key_description (of "box"): is ""; must have a letter
        box key → Red Key ⇒ chests[0].key (of "box"): "Red Key" is templates[0].key too
        "box" → "old  lever" ⇒ chests[0].name (of "old  lever"): is "old  lever"; must
        "box" → "Old Lever" ⇒ chests[0].name (of "Old Lever"): "Old Lever" is templates[1]
        "name" → "kind":1,"name" ⇒ line 1, column 68, chests[0].kind (of "box"): unknown field `kind`
        }], → },CHEST], ⇒ chests[1].name (of "box"): "box" is chests[0].name too
    "#;
    check(&with(chest), &changes.replace("CHEST", chest));
}
