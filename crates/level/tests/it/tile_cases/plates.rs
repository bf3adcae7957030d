//! Pressure plates: what they open and give, and findings about them.

use crate::tile_cases::judged::{CheckedLevel, check, read, rules};

/// One block, and a lock on the only cell before the goal.
fn gate(plates: &str, needs: &str) -> String {
    format!(
        r#"
        plates: [{plates}]
        locks: [{{"cells":[[0,1,5]],"needs":["{needs}"]}}]

        ########
        #@o...*#
        #....###
        ########"#
    )
}

const PLATE: &str = r#"{"name":"p","cells":[[0,1,3]]}"#;

fn codes(drawing: &str, settings: &[&str]) -> Vec<&'static str> {
    let level = read(drawing);
    let check = quandary_level::check::check(&level, &rules(settings), &Default::default());
    let codes = CheckedLevel { level, check: check.expect("few things") }.codes();
    codes.into_iter().filter(|code| code.starts_with("plate_")).collect()
}

#[test]
fn a_block_on_its_plate_opens_the_lock_as_long_as_it_stands_there() {
    // The block where it was: 7 cells beside it. Pushed onto the plate by the first step: those 7, the lock, the goal.
    // Nothing is pushed onto START, nor into walls.
    let open = check(&gate(PLATE, "plate:p"), &[], "won at 7; 16 states, 0 dead; softlock-free");
    assert_eq!(open.codes(), [""; 0]);
}

#[test]
fn what_no_blocks_can_press_is_found() {
    let two = r#"{"name":"p","cells":[[0,1,3],[0,2,1]]}"#;
    assert_eq!(codes(&gate(two, "plate:p"), &[]), ["plate_never_down"], "one block for two cells");
    assert_eq!(codes(&gate(PLATE, "plate:p"), &["push=off"]), ["plate_never_down"]);
    let on_block = PLATE.replace("[0,1,3]", "[0,1,2]");
    assert_eq!(codes(&gate(&on_block, "plate:p"), &["push=off"]), [""; 0], "down from the start");
}

#[test]
fn a_plate_that_nothing_is_about_is_found() {
    assert_eq!(codes(&gate(PLATE, "symbol:s"), &[]), ["plate_without_use"]);
    let giving = PLATE.replace("]]}", "]],\"gives\":\"symbol:s\"}");
    assert_eq!(codes(&gate(&giving, "symbol:s"), &[]), [""; 0]);
    let won = gate(PLATE, "symbol:s").replace("locks:", "win: [\"plate:p\"]\nlocks:");
    assert_eq!(codes(&won, &[]), [""; 0], "it wins");
    let lacking = gate(PLATE, "lacks:symbol:s");
    assert_eq!(codes(&lacking, &["push=off"]), ["plate_never_down", "plate_without_use"]);
}

#[test]
fn a_symbol_that_only_a_plate_gives_stands_somewhere() {
    let giving = PLATE.replace("]]}", "]],\"gives\":\"symbol:s\"}");
    let level = read(&gate(&giving, "symbol:s"));
    let found = quandary_level::check::check(&level, &rules(&[]), &Default::default());
    let lint = found.expect("few things").lint;
    assert!(lint.iter().all(|finding| finding.code != "lock_without_key"), "{lint:?}");
}

#[test]
fn plates_are_in_spheres_and_are_asked_about() {
    let found = check(&gate(PLATE, "plate:p"), &[], "won at 7; 16 states, 0 dead; softlock-free");
    assert_eq!(found.needed(), ["!lift p", "!seal plate:p of lock 0"]);
    assert_eq!(found.spheres(), [["plate p"]]);
    // The symbol also lies somewhere, so the plate is not needed. Block at home: 2 cells before the symbol, with it 7,
    // the lock, the goal. Pushed, which gives the symbol: 7, the lock, the goal.
    let giving = PLATE.replace("]]}", "]],\"gives\":\"symbol:s\"}");
    let marks = "marks: [{\"floor\":0,\"row\":2,\"col\":2,\"gives\":\"symbol:s\"}]\nlocks:";
    let both = gate(&giving, "symbol:s").replace("locks:", marks);
    let found = check(&both, &[], "won at 7; 20 states, 0 dead; softlock-free");
    assert_eq!(found.needed(), ["remove symbol:s at 2,2", "lift p", "!seal symbol:s of lock 0"]);
    assert_eq!(found.spheres(), [["symbol:s at 2,2", "plate p"]]);
}

#[test]
fn a_plate_comes_with_the_last_of_its_cells() {
    // The first cell is reachable from the start, the second behind the locked door.
    let drawing = "
        plates: [{\"name\":\"p\",\"cells\":[[0,1,2],[0,1,5]]}]

        ########
        #@.k+.*#
        ########";
    let level = read(drawing);
    let found = quandary_level::check::check(&level, &rules(&[]), &Default::default());
    let judged = CheckedLevel { level, check: found.expect("few things") };
    assert_eq!(judged.spheres(), [["key at 1,3"], ["plate p"]]);
}
