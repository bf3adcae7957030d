//! Levers, symbols, one-way doors, stairs, doorways of tiles and of the room graph, diagonal steps.

use crate::tile_cases::judged::{beside, cell, check, place, read};
use quandary_level::rules::Collect;
use quandary_level::solve::{Options, Verdict, solve};

// ---------------------------------------------------------------------- levers, symbols, one way

#[test]
fn a_lever_shuts_a_door_behind_the_player() {
    // Off 4 cells, on the 2 before the door. The player can always flip the lever back.
    let drawing = r#"
        marks: [{"floor":0,"row":1,"col":4,"gives":"toggle:0"}]
        locks: [{"cells":[[0,1,2]],"needs":["toggle:0=off"]}]

        ######
        #*/@.#
        ######"#;
    let found = check(drawing, &[], "won at 2; 6 states, 0 dead; softlock-free");
    assert_eq!(found.needed(), ["remove toggle:0 at 1,4", "!seal toggle:0=off of lock 0"]);
}

/// A ledge with a lever, a drop, and a door below.
fn ledge(needs: &str) -> String {
    let lever = r#"
        marks: [{"floor":0,"row":1,"col":2,"gives":"toggle:0"}]
        locks: [{"cells":[[0,1,4]],"needs":[NEEDS]}]"#;
    let tiles = "#######
                 ##@|/*#
                 #######";
    format!("{}\n{}", lever.replace("NEEDS", needs), beside(&["a>b soft_locked"], tiles))
}

#[test]
fn a_lever_above_a_drop_can_shut_the_door_below() {
    // Off @, |, /, * and on @, | of which the second is dead.
    let stuck = "won at 3; 6 states, 1 dead; stuck at 2 on 1,3";
    check(&ledge(r#""toggle:0=off""#), &[], stuck);
    // The other way round: off @, | (dead), on @, |, /, *.
    let stuck = "won at 4; 6 states, 1 dead; stuck at 1 on 1,3";
    let on = check(&ledge(r#""toggle:0=on""#), &[], stuck);
    assert_eq!(
        on.needed(),
        ["!remove toggle:0 at 1,2", "!seal soft_locked from 0 to 1", "!seal toggle:0=on of lock 0"]
    );
    let lost = "unsolvable; 4 states, 4 dead; lost from the start";
    let both = check(&ledge(r#""toggle:0=on","toggle:0=off""#), &[], lost);
    both.explained(&["open toggle:0=on+toggle:0=off of lock 0"], 1);
}

#[test]
fn a_doorway_asks_for_a_symbol() {
    let with = r#"
        marks: [{"floor":0,"row":1,"col":1,"gives":"symbol:rune"}]
        locks: [{"cells":[[0,1,4]],"needs":["symbol:rune"]}]

        #######
        #..@/*#
        #######"#;
    let mark = with.lines().nth(1).expect("the mark");
    let without = with.replace(mark, "");
    for locks in ["locks=tile", "locks=doorway"] {
        // Without the symbol 2 cells, with it 5.
        let found = check(with, &[locks], "won at 6; 7 states, 0 dead; softlock-free");
        let needed = ["!remove symbol:rune at 1,1", "!seal symbol:rune of lock 0"];
        assert_eq!(found.needed(), needed);
        let lost = "unsolvable; 3 states, 3 dead; lost from the start";
        let found = check(&without, &[locks], lost);
        found.explained(&["open symbol:rune of lock 0", "grant symbol:rune"], 1);
        assert_eq!(found.codes()[0], "lock_without_key");
    }
}

#[test]
fn a_one_way_drop_is_a_trap() {
    let tiles = "#######
                 #*@|..#
                 #######";
    let edges = ["a>b soft_locked"];
    let drop = beside(&edges, tiles);
    check(&drop, &[], "won at 1; 5 states, 3 dead; stuck at 1 on 1,3");
    check(&drop, &["locks=tile"], "won at 1; 5 states, 3 dead; stuck at 1 on 1,3");
    check(&drop, &["one_way=ignored"], "won at 1; 5 states, 0 dead; softlock-free");
    // Without an edge it can be walked in both directions.
    check(tiles, &[], "won at 1; 5 states, 0 dead; softlock-free");
    let below = beside(&edges, &tiles.replace("*@|..", "*.|.@"));
    let found = check(&below, &[], "unsolvable; 3 states, 3 dead; lost from the start");
    found.explained(&["open soft_locked from 0 to 1"], 1);
    check(&below, &["one_way=ignored"], "won at 4; 5 states, 0 dead; softlock-free");
}

// ---------------------------------------------------------------------- tiles and the room graph

#[test]
fn an_edge_guards_a_doorway_or_its_tile_does() {
    let tiles = "#######
                 #@.+.*#
                 #######";
    // The edge is the lock, and it is open. Then the tile is the lock.
    let open = beside(&["a>b", "b>a"], tiles);
    check(&open, &["locks=doorway"], "won at 4; 5 states, 0 dead; softlock-free");
    let lost = "unsolvable; 2 states, 2 dead; lost from the start";
    let found = check(&open, &["locks=tile"], lost);
    found.explained(&["open + at 1,3", "grant key"], 1);
    // Conversely: an open door on the map, a lock in the graph.
    let locked = beside(&["a>b key_locked", "b>a key_locked"], &tiles.replace('+', "/"));
    let found = check(&locked, &["locks=doorway"], lost);
    found.explained(&["open key_locked from 0 to 1", "grant key"], 1);
    check(&locked, &["locks=tile"], "won at 4; 5 states, 0 dead; softlock-free");
    // The door shut 2, open 5.
    let paid = "won at 4; 7 states, 0 dead; softlock-free";
    check(&locked, &["locks=doorway", "keys=1"], paid);
    check(&open, &["locks=tile", "keys=1"], paid);
}

/// A stair to a node without a rectangle, and from there one up to the goal behind a locked door.
const CELLAR: &str = r#"
    rooms: [{"node":"hall","floor":0,"row":0,"col":0,"rows":3,"cols":4}, {"node":"attic","floor":1,"row":0,"col":0,"rows":3,"cols":5}]
    graph: {"nodes":[{"id":"hall"},{"id":"cellar","contents":["key"]},{"id":"attic"}], "edges":[{"from":"hall","to":"cellar","requires":"stair"},{"from":"cellar","to":"attic","requires":"stair"}]}

    ####
    #@>#
    ####

    #####
    #>+*#
    #####"#;

#[test]
fn a_stair_leads_through_a_cellar_that_holds_a_key() {
    // In the hall 2; in the attic, with the key, 1 and with the door open 3. No way leads back.
    let found = check(CELLAR, &[], "won at 4; 6 states, 0 dead; softlock-free");
    assert_eq!(found.needed(), ["!remove key from node 1", "!seal + at 1:1,2"]);
    assert_eq!(found.spheres(), [["key in node 1"]]);
    let Verdict::Solvable { walk, .. } = &found.check.verdict else { panic!("it is won") };
    let walked: Vec<_> = walk.positions().map(|position| place(cell(position))).collect();
    assert_eq!(walked, ["1,1", "1,2", "1:1,1", "1:1,2", "1:1,3"]);
    let empty = CELLAR.replace(r#"["key"]"#, "[]");
    let found = check(&empty, &[], "unsolvable; 3 states, 3 dead; lost from the start");
    found.explained(&["open + at 1:1,2", "grant key"], 1);
    let found = check(CELLAR, &["warps=none"], "unsolvable; 2 states, 2 dead; lost from the start");
    found.explained(&["rule warps=stairs,doors"], 1);
    assert_eq!(found.also(), ["rule warps=stairs"]);
}

#[test]
fn who_collects_everything_goes_down_to_the_cellar() {
    let drawing = r#"
        rooms: [{"node":"hall","floor":0,"row":0,"col":0,"rows":3,"cols":5}]
        graph: {"nodes":[{"id":"hall"},{"id":"cellar","contents":["key"]}], "edges":[{"from":"hall","to":"cellar","requires":"stair"},{"from":"cellar","to":"hall","requires":"stair"}]}

        #####
        #@>*#
        #####"#;
    // Without the key @, > and *; with it > and the ways back, @ and *.
    let found = check(drawing, &[], "won at 2; 6 states, 0 dead; softlock-free");
    assert_eq!(found.needed(), ["remove key from node 1"]);
    let options = Options { collect: Collect::Everything, ..Options::default() };
    let solution = solve(&read(drawing), &Default::default(), &options, &Default::default());
    match solution.map(|solution| solution.verdict) {
        Ok(Verdict::Solvable { walk, .. }) => assert_eq!(walk.cost.straight, 3, "the key is left"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_room_graph_and_the_tiles_can_disagree() {
    let told = |edges: &[&str], tiles: &str, expect: &str| {
        let levels = check(&beside(edges, tiles), &[], expect).check.levels.expect("both levels");
        (levels.room_winnable, levels.agree, levels.reasons)
    };
    let lost = "unsolvable; 2 states, 2 dead; lost from the start";
    let walled = "#######\n#@.#.*#\n#######";
    let (rooms, agree, reasons) = told(&["a>b", "b>a"], walled, lost);
    assert_eq!((rooms, agree, reasons.len()), (Some(true), Some(false), 1));
    assert!(reasons[0].contains(r#""a" leads to node "b""#), "{reasons:?}");
    let won = "won at 4; 5 states, 0 dead; softlock-free";
    let open = walled.replace(".#.", "...");
    let (rooms, agree, reasons) = told(&[], &open, won);
    assert_eq!((rooms, agree, reasons.len()), (Some(false), Some(false), 1));
    assert!(reasons[0].contains(r#"node "b" can be walked to"#), "{reasons:?}");
    let one_way = walled.replace(".#.", ".|.");
    assert_eq!(told(&["a>b soft_locked"], &one_way, won), (Some(true), Some(true), vec![]));
}

// ------------------------------------------------------------------------------------- diagonals

#[test]
fn no_diagonal_step_brushes_a_corner_or_a_door() {
    let drawing = "
        ####
        #@?#
        #.*#
        ####";
    // Next to the step: floor, wall, a locked door without a key, an open door, a one-way door, water.
    let ways = [
        (".", "won at 1.414; 4 states, 0 dead; softlock-free"),
        ("#", "won at 2; 3 states, 0 dead; softlock-free"),
        ("-", "won at 2; 3 states, 0 dead; softlock-free"),
        ("o", "won at 2; 3 states, 0 dead; softlock-free"),
        ("+", "won at 2; 3 states, 0 dead; softlock-free"),
        ("%", "won at 2; 3 states, 0 dead; softlock-free"),
        ("X", "won at 2; 3 states, 0 dead; softlock-free"),
        ("=", "won at 2; 4 states, 0 dead; softlock-free"),
        ("/", "won at 1.414; 4 states, 0 dead; softlock-free"),
        ("|", "won at 1.414; 4 states, 0 dead; softlock-free"),
        ("~", "won at 1.414; 3 states, 0 dead; softlock-free"),
    ];
    for (beside, expect) in ways {
        check(&drawing.replace('?', beside), &["diagonals=true"], expect);
    }
    // An opened door still blocks diagonal steps: shut 3, open 4.
    let opened = ["diagonals=true", "keys=1"];
    check(&drawing.replace('?', "+"), &opened, "won at 2; 7 states, 0 dead; softlock-free");
}

// ------------------------------------------------------------------------- rules that allow more

#[test]
fn where_only_a_rule_stands_in_the_way_it_is_named() {
    let onto_a_key = "
        #@ok#
        ##.##
        ##*##";
    let found = check(onto_a_key, &[], "unsolvable; 1 states, 1 dead; lost from the start");
    assert_eq!(found.explained(&["rule push_onto=walkable"], 1), ["rule push_onto=walkable"]);
    // Before the push 1; after it @, the cell of the block, and two below.
    let walkable = "won at 3; 5 states, 0 dead; softlock-free";
    check(onto_a_key, &["push_onto=walkable"], walkable);
    check(onto_a_key, &["push_onto=walkable", "push=free"], walkable);

    // A stair in a room with a locked edge out of it, and no stair edge.
    let locked_stair = r#"
        rooms: [{"node":"hall","floor":0,"row":0,"col":0,"rows":3,"cols":5}, {"node":"attic","floor":1,"row":0,"col":0,"rows":3,"cols":4}]
        graph: {"nodes":[{"id":"hall"},{"id":"attic"}], "edges":[{"from":"hall","to":"attic","requires":"key_locked"}]}

        #####
        #@k>#
        #####

        ####
        #>*#
        ####"#;
    let found = check(locked_stair, &[], "unsolvable; 4 states, 4 dead; lost from the start");
    found.explained(&["rule stair_edges=all"], 1);
    assert!(found.codes().contains(&"stair_to_nowhere"), "{:?}", found.codes());
    // Without the key @, with it 3, and upstairs 2.
    let all =
        check(locked_stair, &["stair_edges=all"], "won at 4; 6 states, 0 dead; softlock-free");
    assert!(!all.codes().contains(&"stair_to_nowhere"), "{:?}", all.codes());
    assert!(!all.codes().contains(&"edge_without_doorway"), "{:?}", all.codes());
}
