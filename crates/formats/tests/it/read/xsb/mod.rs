//! Tests of levels of Sokoban: reading, printing, rejecting.

mod boards;
mod foreign;
mod slc;
mod solutions;
mod twin;

use level::formats::{json, text};
use level::rules::Push;
use level::{Cell, Level, Tile};
use quandary_formats::aliases::Aliases;
use quandary_formats::xsb::{print, read, read_with};

const TWO: &str = "\
; Skinner, David
; first
 ####
##  ###
#@$ * #
#  . ##
#####

5#|#+$-#|5#
Author: nobody
Title: second
Comment:
  #@$.#
Comment-End:
";

fn drawn(level: &Level) -> String {
    let grid = &level.tiles.as_ref().unwrap().floors[0];
    text::draw(grid, |_, tile| tile.letter())
}

fn one(written: &str) -> Level {
    let mut levels = read(written).unwrap();
    assert_eq!(levels.len(), 1, "{written}");
    levels.remove(0)
}

#[test]
fn levels_and_their_titles_are_read() {
    let levels = read(TWO).unwrap();
    let names: Vec<_> = levels.iter().map(|level| level.name.as_deref()).collect();
    assert_eq!(names, [Some("first"), Some("second")]);
    assert_eq!(drawn(&levels[0]), "-####--\n##..###\n#.o.o.#\n#....##\n#####--\n");
    let tiles = levels[0].tiles.as_ref().unwrap();
    assert_eq!(tiles.start, Some(Cell::new(0, 2, 1)));
    assert_eq!(tiles.plates[0].cells, [Cell::new(0, 2, 4), Cell::new(0, 3, 3)]);
    assert_eq!(
        (tiles.plates[0].gives, &levels[0].graph.plates[..]),
        (None, &["targets".to_owned()][..])
    );
    assert_eq!(levels[0].rules.as_ref().map(|rules| rules.push), Some(Push::Free));
    assert_eq!(drawn(&levels[1]), "#####\n#.o.#\n#####\n");
    let printed = json::print(&levels[0]);
    assert!(printed.contains(r#""win":["plate:targets"],"rules":{"push":"free"}"#), "{printed}");
    for level in &levels {
        assert_eq!(json::read(&json::print(level)).unwrap(), *level);
        assert_eq!(text::read(&text::print(level)).unwrap(), *level);
        assert_eq!(one(&print(level).unwrap()), *level);
    }
}

#[test]
fn titles_stand_above_or_below() {
    let names = |written: &str| -> Vec<Option<String>> {
        read(written).unwrap().into_iter().map(|level| level.name).collect()
    };
    let some = |name: &str| Some(name.to_owned());
    let board = "#####\n#@$.#\n#####\n";
    for (before, after) in [("Title: ", ""), ("; ", ""), ("", "Title: "), ("", "title :")] {
        let file: Vec<String> = ["a", "b"]
            .map(|name| match (before, after) {
                ("", after) => format!("{board}{after}{name}\n\n"),
                (before, _) => format!("{before}{name}\n{board}\n"),
            })
            .into();
        assert_eq!(names(&file.concat()), [some("a"), some("b")], "{before}{after}");
    }
    assert_eq!(names(&format!("; 1\n{board}; 2\n\n{board}Title: two\n")), [some("1"), some("two")]);
    assert_eq!(names(&format!("{board};\n{board}")), [None, None]);
}

#[test]
fn what_is_not_reached_is_void() {
    let check = |written: &str, expect: &str| assert_eq!(drawn(&one(written)), expect, "{written}");
    check("   ####\n___#@.#\n   ####", "---####\n---#..#\n---####\n");
    check("########\n#@$.#  #\n########", "########\n#.o.#--#\n########\n");
    // Blocks do not block the walk, and squares that are more than floor are kept.
    check("#######\n#@$ #.#\n#######", "#######\n#.o.#.#\n#######\n");
    check("@.|3-|", "..-\n...\n");
}

#[test]
fn a_level_that_is_one_is_printed() {
    let level = text::read(
        "quandary/level/1\nname: \"a\\nb\"\nstart: {\"floor\":0,\"row\":1,\"col\":0}\n\
         plates: [{\"name\":\"x\",\"cells\":[[0,1,2],[0,1,0]]}]\nwin: [\"plate:x\"]\n\
         rules: {\"preset\":\"classic\"}\n\n\
         ------\n,oo---\n------\n------\n",
    )
    .unwrap();
    let printed = print(&level).unwrap();
    assert_eq!(printed, "; a b\n ###---\n#+$*#\n ###\n-\n");
    let again = one(&printed);
    assert_eq!(drawn(&again), "-###---\n#.oo#--\n-###---\n-------\n");
    assert_eq!(print(&again).unwrap(), printed);
}

#[test]
fn what_is_no_level_of_sokoban_is_told() {
    let sound = "quandary/level/1\nstart: {\"floor\":0,\"row\":0,\"col\":0}\n\
                 plates: [{\"name\":\"x\",\"cells\":[[0,0,2]]}]\nwin: [\"plate:x\"]\n\
                 rules: {\"push\":\"free\"}\n\n.o.#\n";
    assert!(print(&text::read(sound).unwrap()).is_ok());
    let check = |from: &str, to: &str, part: &str| {
        let written = sound.replacen(from, to, 1);
        assert_ne!(written, sound, "{from}");
        let said = print(&text::read(&written).unwrap()).expect_err(part).to_string();
        assert!(said.starts_with(part) && said.ends_with("no level of Sokoban"), "{said}");
    };
    check(".o.#\n", ".o.+\n", "floors[0]: row 0, column 3 is DOOR_LOCKED, where blocks cannot go");
    check(".o.#\n", ".o.#\n\n...#\n", "floors: there are 2, not one");
    check(".o.#", ".o.*", "goals: the level has some");
    check("\"push\":\"free\"", "", "rules: they are not push=free");
    check("free\"", "free\",\"diagonals\":true", "rules: ");
    check("\"plate:x\"", "\"plate:x\",\"toggle:1=off\"", "win: ");
    check(
        "[[0,0,2]]",
        "[[0,0,2]],\"gives\":\"symbol:a\"",
        "plates: expected a single plate of all targets",
    );
    check("rules", "graph: {\"nodes\":[{\"id\":1}]}\nrules", "graph: the level has some");
    let graph = json::read(
        r#"{"format":"quandary/level/1","graph":{"nodes":[{"id":0,"contents":["start"]}]}}"#,
    );
    assert!(print(&graph.unwrap()).unwrap_err().to_string().starts_with("floors: there are none"));
}

/// Collections have prefaces, and numbers and mottoes above their levels.
#[test]
fn text_between_levels_is_passed_over() {
    let levels = read(
        "All levels are\nmine.\n// 2004 //\n\n1\n#####\n#@$.#\n#####\n\n; 2\n'Duh!'\n\n -5#|#@$.#|5#\n",
    );
    let levels = levels.unwrap();
    assert_eq!(levels.len(), 2);
    assert_eq!(levels[1].name.as_deref(), Some("2"));
}

#[test]
fn what_is_wrong_is_placed() {
    let check = |written: &str, expect: &str| {
        let said = read(written).expect_err(expect).to_string();
        assert!(said.starts_with(expect), "{expect:?} is not how {said:?} begins");
    };
    check("", "line 1, column 1: no level is drawn");
    check("; x\nAuthor: y\n", "line 1, column 1: no level is drawn");
    check(
        "\n####\n#@.x#\n",
        "line 3, column 4: 'x' stands for no square; known are a blank floor, - floor",
    );
    check("Level 1\n", "line 1, column 1: 'L' stands for no square");
    check("\n\n###\n#.#\n", "line 3, column 1: the level that begins here has no player");
    check("#@$#\n", "line 1, column 1: the level that begins here has no target");
    check("#@.#\n#+ #\n", "line 2, column 2: is a second player");
    check("#.2@#\n", "line 1, column 4: is a second player");
    check("#@.4\n", "line 1, column 4: a number stands before the square that it repeats");
    check(
        "#@.4|#\n",
        "line 1, column 5: a number stands before the square that it repeats, and | is none",
    );
    check("@.99999999999999999999999#", "line 1, column 26: makes more than 16,777,216 cells");
    check(
        &format!("@.9999#{}", "|".repeat(9_999)),
        "line 1, column 1: makes more than 16,777,216 cells",
    );
    check("#@.#\nComment:\n#@.#\n", "line 2, column 1: Comment: has no Comment-End: after it");
}

#[test]
fn letters_have_aliases() {
    let pairs = [
        ("w", "WALL"),
        ("p", "START"),
        ("o", "TRIFORCE"),
        ("b", "BLOCK"),
        ("x", "nothing"),
        ("k", "KEY_SMALL"),
    ];
    let aliases = Aliases::of(pairs).unwrap();
    let read = |text: &str| read_with(text, &aliases);
    let levels = read("xx3w\nwwwow\nwpb.w\n5w\n").unwrap();
    let usual = read("; a\n#####\n###.#\n#@$.#\n#####\n").unwrap();
    let tiles =
        |level: &Level| level.tiles.as_ref().map(|tiles| (tiles.start, tiles.plates.clone()));
    assert_eq!(tiles(&levels[0]), tiles(&usual[0]));
    assert_eq!(levels[0].tiles.as_ref().unwrap().floors[0].get(0, 1), Some(Tile::Void));
    let said = read("kw\n").unwrap_err().to_string();
    assert_eq!(
        said,
        "line 1, column 1: 'k' is KEY_SMALL by --map, which no level of Sokoban has; known are FLOOR, WALL, BLOCK, \
         START, TRIFORCE, VOID, nothing"
    );
    let said = read("q\n").unwrap_err().to_string();
    assert!(
        said.contains(
            "player on a target, b BLOCK, k KEY_SMALL, o TRIFORCE, p START, w WALL, x nothing;"
        ),
        "{said}"
    );
}
