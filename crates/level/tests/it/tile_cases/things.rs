//! Keys, bombs, blocks, water, goals and starts; needed things and spheres.

use crate::tile_cases::judged::{CheckedLevel, check, read, rules};
use quandary_level::solve::Verdict;

// ------------------------------------------------------------------------------- keys and bombs

/// One key, a closet on the left, the goal on the right.
const CLOSET: &str = "
    ########
    #.+@k+*#
    ########";

#[test]
fn a_key_can_be_spent_on_the_wrong_door() {
    // No key 1 (the key's cell takes it), key 2, closet open 4 (dead), goal's door open 4.
    let found = check(CLOSET, &[], "won at 3; 11 states, 4 dead; stuck at 3 on 1,2");
    let expect = ["!remove key at 1,4", "seal + at 1,2", "!seal + at 1,5"];
    assert_eq!(found.needed(), expect);
    // Not taken: closed 1, closet open 3. Taken: closed 2, closet 4, goal's 4, both 6.
    let two = check(CLOSET, &["keys=1"], "won at 3; 20 states, 0 dead; softlock-free");
    assert_eq!(two.needed(), ["remove key at 1,4", "seal + at 1,2", "!seal + at 1,5"]);
}

#[test]
fn a_bomb_can_be_spent_on_the_wrong_wall() {
    let walls = CLOSET.replace('k', "i").replace('+', "%");
    let stuck = "won at 3; 11 states, 4 dead; stuck at 3 on 1,2";
    check(&walls, &["bomb_pickup=1"], stuck);
    // Four bombs in a pick-up: with both walls open 6 more, and nobody is stuck.
    check(&walls, &[], "won at 3; 17 states, 0 dead; softlock-free");
    // Bombs held or not, walls are no part of the state: 1 + 6.
    check(&walls, &["bombs=unlimited"], "won at 3; 7 states, 0 dead; softlock-free");
    let lost = "unsolvable; 3 states, 3 dead; lost from the start";
    let found = check(&walls, &["bomb_pickup=0"], lost);
    found.explained(&["open % at 1,5", "grant item_minor", "grant item_minor"], 1);
}

#[test]
fn the_last_key_lies_behind_its_own_door() {
    // No key 1, first key 2, first door open 4.
    let drawing = "
        #########
        #@k+.+k*#
        #########";
    let found = check(drawing, &[], "unsolvable; 7 states, 7 dead; lost from the start");
    found.explained(&["open + at 1,3", "open + at 1,5", "grant key", "grant key"], 1);
    assert_eq!(found.spheres(), [["key at 1,2"], ["key at 1,6"]]);
    // One more key. No key taken 1; the first 2, with its door open 4, with both 5; both keys and doors 7.
    check(drawing, &["keys=1"], "won at 6; 19 states, 0 dead; softlock-free");
}

#[test]
fn the_boss_key_lies_behind_the_boss_door() {
    let drawing = "
        ########
        #@XKX.*#
        ########";
    let found = check(drawing, &[], "unsolvable; 1 states, 1 dead; lost from the start");
    found.explained(&["open X at 1,2", "grant boss_key"], 1);
    // Boss doors are no part of the state. The key that lies about not taken: @ and X; taken: all 6.
    let given = check(drawing, &["boss_key=true"], "won at 5; 8 states, 0 dead; softlock-free");
    assert_eq!(given.needed(), ["remove boss_key at 1,3", "!seal X at 1,2", "!seal X at 1,4"]);
}

#[test]
fn three_locks_in_a_row_need_three_repairs() {
    let drawing = "
        #########
        #@+.X.%*#
        #########";
    let found = check(drawing, &[], "unsolvable; 1 states, 1 dead; lost from the start");
    let repair = found.explained(&["open % at 1,6", "grant item_minor"], 3);
    let ways = [["open + at 1,2", "grant key"], ["open X at 1,4", "grant boss_key"]];
    for [open, grant] in ways {
        let of_this = repair.iter().filter(|change| *change == open || *change == grant);
        assert_eq!(of_this.count(), 1, "{repair:?}");
    }
    let codes = ["lock_without_key", "lock_without_key", "too_few_keys"];
    assert_eq!(found.codes()[..3], codes);
}

// ---------------------------------------------------------------------------- blocks and water

#[test]
fn what_lies_under_a_block_is_found() {
    let with = |marks: &str| {
        let drawing = format!(
            "
        marks: [{marks}]

        #####
        #@o.#
        #..*#
        #####"
        );
        // The block where it was: the other three cells and the goal; pushed to the right: its cell too.
        let found = check(&drawing, &[], "won at 3; 9 states, 0 dead; softlock-free");
        found.codes().iter().filter(|code| **code == "under_block").count()
    };
    let mark = |col: u32| format!(r#"{{"floor":0,"row":1,"col":{col},"gives":"symbol:A"}}"#);
    assert_eq!([with(&mark(2)), with(&mark(1)), with("")], [1, 0, 0]);
}

/// A block before the only passage. Pushed from the left, it plugs the passage; pushed up or down, it clears it.
const PLUG: &str = "
    #######
    #..####
    #@o..*#
    #..####
    #######";

#[test]
fn a_block_can_be_pushed_into_the_only_passage() {
    // The block where it was 5, in the passage 6 (dead), up or down 8 each: 5 of the room, passage, goal.
    let once = check(PLUG, &[], "won at 6; 27 states, 6 dead; stuck at 1 on 2,2");
    assert_eq!(once.needed(), [""; 0]);
    // Pushed again, to the end of the passage, 7 more.
    check(PLUG, &["push=free"], "won at 6; 34 states, 13 dead; stuck at 1 on 2,2");
    let off = check(PLUG, &["push=off"], "unsolvable; 5 states, 5 dead; lost from the start");
    // No lock and no thing helps, only the rule.
    off.explained(&["rule push=free"], 1);
    assert_eq!(off.also(), ["rule push=once"]);
}

#[test]
fn a_block_is_pushed_twice_only_where_that_is_free() {
    // In its place 3, one on 4, two on 6: down the shaft, then out of the way.
    let drawing = "
        ######
        #@..##
        ##o###
        ##.*##
        ##.###
        ######";
    check(drawing, &["push=free"], "won at 4; 13 states, 0 dead; softlock-free");
    check(drawing, &[], "unsolvable; 7 states, 7 dead; lost from the start");
}

#[test]
fn a_ladder_crosses_the_water() {
    // Without it 2 cells, with it 6.
    let drawing = "
        ########
        #I@.~~*#
        ########";
    let found = check(drawing, &[], "won at 6; 8 states, 0 dead; softlock-free");
    assert_eq!(found.needed(), ["!remove key_item at 1,1"]);
    assert_eq!(found.spheres(), [["key_item at 1,1"]]);
    check(drawing, &["key_item=true"], "won at 4; 11 states, 0 dead; softlock-free");
}

#[test]
fn the_ladder_lies_beyond_the_water() {
    let drawing = "
        #######
        #@.~I*#
        #######";
    let found = check(drawing, &[], "unsolvable; 2 states, 2 dead; lost from the start");
    assert_eq!(found.explained(&["grant key_item"], 1), ["grant key_item"]);
    assert!(found.codes().contains(&"unreachable"));
}

// ------------------------------------------------------------------------------ goals and starts

#[test]
fn the_nearer_of_two_goals_wins() {
    let drawing = "
        ########
        #*..@.*#
        ########";
    let found = check(drawing, &[], "won at 2; 6 states, 0 dead; softlock-free");
    assert_eq!(found.codes(), ["several_goals"]);
    // Only the left one is a goal; the right one is floor.
    let left = format!(r#"goals: [{{"floor":0,"row":1,"col":1}}]{}{drawing}"#, "\n\n");
    let found = check(&left, &[], "won at 3; 6 states, 0 dead; softlock-free");
    assert_eq!(found.codes(), [""; 0]);
    let none = format!("goals: []\n\n{drawing}");
    let found = check(&none, &[], "unsolvable; 6 states, 6 dead; lost from the start");
    assert_eq!(found.codes(), ["no_goal"]);
}

#[test]
fn no_move_leaves_a_goal() {
    // The key behind the goal is never taken.
    let drawing = "
        #####
        #@*k#
        #####";
    let found = check(drawing, &[], "won at 1; 2 states, 0 dead; softlock-free");
    assert_eq!(found.codes(), ["unreachable"]);
}

#[test]
fn a_goal_can_lie_on_a_pick_up() {
    let drawing = r#"
        goals: [{"floor":0,"row":1,"col":3}]

        #####
        #@.k#
        #####"#;
    let found = check(drawing, &[], "won at 2; 3 states, 0 dead; softlock-free");
    assert_eq!(found.needed(), ["remove key at 1,3"]);
    let Verdict::Solvable { walk, .. } = &found.check.verdict else { panic!("it is won") };
    assert_eq!(walk.records.last().map(|record| record.holdings.keys), Some(1));
}

#[test]
fn what_lies_where_the_player_starts_is_taken_at_once() {
    // The door shut 1, open 3. START is floor here.
    let drawing = r#"
        start: {"floor":0,"row":1,"col":1}

        ######
        #k+*@#
        ######"#;
    let found = check(drawing, &[], "won at 2; 4 states, 0 dead; softlock-free");
    assert_eq!(found.needed(), ["!remove key at 1,1", "!seal + at 1,2"]);
    let Verdict::Solvable { walk, .. } = &found.check.verdict else { panic!("it is won") };
    assert_eq!(walk.holdings.keys, 1);
}

// ---------------------------------------------------------------------------- needed and spheres

#[test]
fn what_a_level_cannot_be_won_without_is_said_exactly() {
    let drawing = "
        ###########
        #ikK@+%X*.#
        #.#########
        #i+k#######
        ###########";
    let settings = ["bombs=unlimited"];
    let level = read(drawing);
    let check = quandary_level::check::check(&level, &rules(&settings), &Default::default());
    let found = CheckedLevel { level, check: check.expect("few things") };
    let expect = [
        "remove item_minor at 1,1",
        "!remove key at 1,2",
        "!remove boss_key at 1,3",
        "remove item_minor at 3,1",
        "remove key at 3,3",
        "!seal + at 1,5",
        "!seal % at 1,6",
        "!seal X at 1,7",
        "seal + at 3,2",
    ];
    assert_eq!(found.needed(), expect);
}

#[test]
fn spheres_come_in_order() {
    // By what was taken: nothing 1; the key 2, door open 3; boss key 5; ladder 8.
    let drawing = "
        ##########
        #@k+KXI~*#
        ##########";
    let found = check(drawing, &[], "won at 7; 19 states, 0 dead; softlock-free");
    assert_eq!(found.spheres(), [["key at 1,2"], ["boss_key at 1,4"], ["key_item at 1,6"]]);
}
