//! Every law of template files, broken once.

use super::super::{Chest, read};
use super::*;

const SMALL: &str = r#"{"format":"quandary/templates/1","category":"cave","templates":[
{"kind":"locked_door","name":"iron door","description":"D","threshold":10,"hint":"H","key":"red key"},
{"kind":"lever","name":"old lever","description":"D","threshold":16,"hint":"H"},
{"kind":"riddle","name":"mouth","description":"D","threshold":12,"hint":"H","riddle":"What?","answers":["Écho","an echo"]},
{"kind":"sequence","name":"bells","description":"D","threshold":12,"hint":"H",
 "objects":["low bell","high bell","mid bell"],"order":["mid bell","Low Bell","high bell"],"clue":"C"}]}"#;

/// With `from` replaced by `to`, the file is refused with just these words, or words that begin with these.
#[track_caller]
fn check(from: &str, to: &str, said: &str) {
    let text = SMALL.replacen(from, to, 1);
    assert_ne!(text, SMALL);
    let found = read(&text).expect_err(said).to_string();
    assert!(found.starts_with(said), "{found}");
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
    check("templates/1", "templates/2", "format: is \"quandary/templates/2\"; must be \"quandary");
    check("\"category\":\"cave\",", "", "category: is missing; a pack has format");
    check("\"cave\"", "\"castle\"", "category: unknown category \"castle\"; known are cave, mine");
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
    at("7", "line 1, column 1, the file: is integer `7`, and is to be an object");
    at(&format!("{SMALL}x"), "line 6, column");
    check(
        "\"old lever\",",
        "\"old lever\"",
        "line 3, column 35, templates[1]: expected `,` or `}`",
    );
    check("\"old lever\"", "7", "line 3, column 24, templates[1].name: is integer `7`");
    let said = "line 3, column 49, templates[1].description (of \"old lever\"): is an array";
    check("\"old lever\",\"description\":\"D\"", "\"old lever\",\"description\":[]", said);
    let said = "line 3, column 76, templates[1].colour (of \"old lever\"): unknown field `colour`; known are";
    check("\"threshold\":16,\"hint\"", "\"threshold\":16,\"colour\":1,\"hint\"", said);
    let said = "line 3, column 70, templates[1] (of \"old lever\"): duplicate field `hint`";
    check("\"threshold\":16", "\"hint\":\"H\"", said);
    check(
        "\"category\"",
        "\"note\":1,\"category\"",
        "line 1, column 39, note: unknown field `note`",
    );
    let row = r#"["lever","a","D",12,"H"],{"kind":"lever""#;
    check(
        r#"{"kind":"lever""#,
        row,
        "line 3, column 0, templates[1]: is an array, and is to be an object",
    );
}

#[test]
fn the_kind() {
    let known = "must be one of locked_door, lever, pressure_plate, riddle, sequence";
    let at = "templates[1].kind (of \"old lever\"): ";
    let trap = known.replace("must be one of", "known are");
    check("\"lever\"", "\"trap\"", &format!("{at}unknown kind \"trap\"; {trap}"));
    check("\"kind\":\"lever\",", "", &format!("{at}is missing; {known}"));
    let said =
        "templates[0].key (of \"iron door\"): is missing; a locked_door has kind, name, descr";
    check(",\"key\":\"red key\"", "", said);
    let said = "templates[0].key (of \"iron door\"): does not belong here; a lever has kind, name,";
    check("locked_door", "lever", said);
    let said =
        "templates[1].name: is missing; a lever has kind, name, description, threshold, hint";
    check("\"name\":\"old lever\",", "", said);
    check("\"old lever\"", "null", said);
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
    let said = "templates[1].name (of \"Iron Door\"): \"Iron Door\" is templates[0].name too, but";
    check("old lever", "Iron Door", said);
    let said =
        "templates[1].name (of \"RED key\"): \"RED key\" is templates[0].key too, but for case";
    check("old lever", "RED key", said);
    let door = r#"{"kind":"locked_door","name":"oak door","description":"D","threshold":10,
        "hint":"H","key":"Red Key"},{"kind":"lever""#;
    let said = "templates[1].key (of \"oak door\"): \"Red Key\" is templates[0].key too, but for";
    check(r#"{"kind":"lever""#, door, said);
    let at = "templates[1].name (of ";
    check("old lever", "", "templates[1].name: is \"\"; must have a letter or a digit");
    check("old lever", "  ", &format!("{at}\"  \"): is \"  \"; must have a letter"));
    check(
        "old lever",
        "old  lever",
        &format!("{at}\"old  lever\"): is \"old  lever\"; must have sin"),
    );
    check(
        "old lever",
        "lever ",
        &format!("{at}\"lever \"): is \"lever \"; must have single blanks"),
    );
    check("old lever", "a\\tb", &format!("{at}\"a\\tb\"): has '\\t'; must have no control char"));
    let long = "é".repeat(61);
    let said = "has 61 characters; must have at most 60";
    check("old lever", &long, &format!("{at}{:?}): {said}", "é".repeat(60)));
    assert!(read(&SMALL.replacen("old lever", &"é".repeat(60), 1)).is_ok());
    check("red key", &long, &format!("templates[0].key (of \"iron door\"): {said}"));
}

#[test]
fn prose() {
    let long = "word ".repeat(120) + "!";
    let said =
        "templates[0].description (of \"iron door\"): has 601 characters; must have at most 600";
    check("\"D\"", &format!("{long:?}"), said);
    check("\"H\"", "\" ?\"", "templates[0].hint (of \"iron door\"): is \" ?\"; must have a letter");
    check("\"What?\"", "\"\\u001b[2J\"", "templates[2].riddle (of \"mouth\"): has '\\u{1b}'; must");
    check("\"C\"", "\"\"", "templates[3].clue (of \"bells\"): is \"\"; must have a letter");
}

#[test]
fn answers() {
    let at = "templates[2].answers";
    check(r#"["Écho","an echo"]"#, "[]", &format!("{at} (of \"mouth\"): has 0; must have 1 to 50"));
    check("an echo", " ", &format!("{at}[1] (of \"mouth\"): is \" \"; must have a letter"));
    let long = "a".repeat(61);
    check("an echo", &long, &format!("{at}[1] (of \"mouth\"): has 61 characters; must have at m"));
}

#[test]
fn objects_and_order() {
    let (at, of) = ("templates[3]", "(of \"bells\")");
    let all = "must have each once: low bell, high bell, mid bell";
    let objects = r#"["low bell","high bell","mid bell"]"#;
    check(objects, "[\"low bell\"]", &format!("{at}.objects {of}: has 1; must have 2 to 9"));
    let said = format!("{at}.objects[1] {of}: \"LOW bell\" is objects[0] too, but for case; must");
    check("\"high bell\",\"mid bell\"],\"", "\"LOW bell\",\"mid bell\"],\"", &said);
    let order = r#""mid bell","Low Bell","high bell""#;
    let said = format!("{at}.order[0] {of}: \"gong\" is not an object; {all}");
    check(order, "\"gong\",\"low bell\"", &said);
    let said = format!("{at}.order[1] {of}: \"MID bell\" comes twice; {all}");
    check(order, "\"mid bell\",\"MID bell\",\"low bell\"", &said);
    let said = format!("{at}.order {of}: is without low bell, high bell; {all}");
    check(order, "\"mid bell\"", &said);
    check(order, "", &format!("{at}.order {of}: is without low bell, high bell, mid bell; {all}"));
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
    let said = "templates[0].key_description (of \"iron door\"): is \"?\"; must have a letter";
    check("\"red key\"", "\"red key\",\"key_description\":\"?\"", said);
    let said =
        "templates[1].key_description (of \"old lever\"): does not belong here; a lever has no";
    check("\"threshold\":16", "\"key_description\":\"It is.\",\"threshold\":16", said);
}

#[test]
fn chests() {
    let chest = r#"{"name":"box","description":"D","threshold":11,"hint":"H","key":"box key","key_description":"K"}"#;
    let with = |chests: &str| {
        SMALL.replacen("\"templates\"", &format!("\"chests\":[{chests}],\"templates\""), 1)
    };
    let packs = read(&with(chest)).unwrap();
    let expect = Chest {
        name: "box".into(),
        description: "D".into(),
        threshold: 11,
        hint: "H".into(),
        key: "box key".into(),
        key_description: "K".into(),
    };
    assert_eq!(packs[0].chests, [expect]);
    assert_eq!(read(SMALL).unwrap()[0].chests, []);
    let refused = |from: &str, to: &str, said: &str| {
        let changed = chest.replacen(from, to, 1);
        assert_ne!(changed, chest);
        let found = read(&with(&changed)).expect_err(said).to_string();
        assert!(found.starts_with(said), "{found}");
    };
    let all = "a chest has name, description, threshold, hint, key, key_description";
    refused("\"hint\":\"H\",", "", &format!("chests[0].hint (of \"box\"): is missing; {all}"));
    refused("11", "9", "chests[0].threshold (of \"box\"): is 9; must be a whole number from 10");
    refused("\"K\"", "\"\"", "chests[0].key_description (of \"box\"): is \"\"; must have a letter");
    refused(
        "box key",
        "Red Key",
        "chests[0].key (of \"box\"): \"Red Key\" is templates[0].key too",
    );
    refused(
        "\"box\"",
        "\"old  lever\"",
        "chests[0].name (of \"old  lever\"): is \"old  lever\"; must",
    );
    refused(
        "\"box\"",
        "\"Old Lever\"",
        "chests[0].name (of \"Old Lever\"): \"Old Lever\" is templates[1]",
    );
    refused(
        "\"name\"",
        "\"kind\":1,\"name\"",
        "line 1, column 68, chests[0].kind (of \"box\"): unknown field `kind`",
    );
    let twice = read(&with(&format!("{chest},{chest}"))).unwrap_err().to_string();
    assert!(
        twice.starts_with("chests[1].name (of \"box\"): \"box\" is chests[0].name too"),
        "{twice}"
    );
}
