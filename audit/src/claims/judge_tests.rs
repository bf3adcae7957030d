//! A sound dungeon is found sound, and spoilt at one place after another it is found out.

use super::*;
use crate::claims::asking::Finding;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const MOST: usize = 400_000;

fn printed() -> Value {
    serde_json::from_str(include_str!("printed.json")).unwrap()
}

fn kinds(printed: &Value) -> BTreeSet<&'static str> {
    judge(&printed.to_string(), MOST).faults.into_iter().map(|(kind, _)| kind).collect()
}

/// The kinds of faults with other values at some places.
fn spoilt(places: &[(&str, Value)]) -> BTreeSet<&'static str> {
    let mut printed = printed();
    for (pointer, value) in places {
        *printed.pointer_mut(pointer).unwrap() = value.clone();
    }
    kinds(&printed)
}

#[test]
fn a_sound_dungeon_has_no_faults_and_every_claim_is_decided() {
    let judged = judge(&printed().to_string(), MOST);
    assert_eq!(judged.faults, []);
    assert_eq!(judged.claims.len(), 12);
    assert!(judged.claims.iter().all(|(_, finding)| *finding == Finding::Holds));
    assert_eq!(judged.open, [""; 0]);
    assert_eq!((judged.figures.kinds.len(), judged.figures.patterns.len()), (3, 1));
}

#[test]
fn a_claim_that_is_false_is_found_out() {
    let claims = [
        // The treasure is said to be needed, the key to be optional.
        ("/claims/3/claim", json!("needed")),
        ("/claims/2/claim", json!("optional")),
        ("/claims/2/after", json!({"verdict": "solvable", "moves": 145})),
        // Another number of moves, before and after.
        ("/claims/0/before/moves", json!(144)),
        ("/claims/10/after/moves", json!(150)),
        ("/claims/5/before/moves", json!(67)),
        // Other options than those of the claim.
        ("/claims/5/change", json!(["--without", "passage:2-3"])),
        ("/claims/6/change", json!(["--without", "symbol:A"])),
        ("/claims/6/given", json!([])),
        ("/claims/1/change", json!(["--without", "item:28,29"])),
        ("/claims/1/change", json!(["--without", "symbol:treasure:opal-tooth"])),
        ("/claims/4/change", json!(["--free", "passage:4-5"])),
        ("/claims/4/claim", json!("bombs_needed")),
        ("/claims/0/after/unlosable", json!(false)),
        ("/claims/11/holds", json!(false)),
    ];
    for place in claims {
        assert!(spoilt(std::slice::from_ref(&place)).contains("claim"), "{place:?}");
    }
}

#[test]
fn a_level_that_is_not_as_claimed_is_found_out() {
    // The gate asks for nothing: no block matters, nothing has to be pushed.
    let open = spoilt(&[("/level/graph/edges/14/requires", json!([]))]);
    assert!(open.is_superset(&["claim", "kind", "needs", "metrics"].into()), "{open:?}");
    // The boss's lock asks for nothing: the key is not needed.
    let open = spoilt(&[("/level/graph/edges/4/requires", json!([]))]);
    assert!(open.is_superset(&["claim", "needs"].into()), "{open:?}");
    // One way only to the boss, and nothing is wrong with that but what is told.
    let one_way =
        spoilt(&[("/level/graph/edges/5/requires", json!(["symbol:treasure:opal-tooth"]))]);
    assert!(one_way.contains("needs") && !one_way.contains("losable"), "{one_way:?}");
    // The way back from the key asks for the treasure: whoever has not got it is stuck.
    let stuck =
        spoilt(&[("/level/graph/edges/15/requires", json!(["symbol:treasure:opal-tooth"]))]);
    assert!(stuck.is_superset(&["losable", "claim"].into()), "{stuck:?}");
    // The goal is walled in.
    let wall = json!([[2, 2, 2]]);
    let mut shut = printed();
    for (row, col) in [(6, 39), (6, 40), (6, 41), (7, 42), (8, 41)] {
        shut["level"]["floors"][0]["grid"][row][col] = wall[0][0].clone();
    }
    assert!(kinds(&shut).is_superset(&["unwinnable", "claim", "walkthrough"].into()));
    // A wall in the way: longer or shut, but never the same.
    let wall = spoilt(&[
        ("/level/floors/0/grid/20/40", json!(2)),
        ("/level/floors/0/grid/19/39", json!(2)),
    ]);
    assert!(!wall.is_empty());
}

#[test]
fn lists_that_do_not_agree_with_the_level_are_found_out() {
    let table = [
        ("/passages/2/kind", json!("lock"), "kind"),
        ("/passages/6/kind", json!("open"), "kind"),
        ("/passages/7/needs/b_to_a", json!(null), "needs"),
        ("/passages/0/b", json!(5), "passages"),
        ("/rooms/2/holds", json!([]), "holds"),
        ("/level/graph/nodes/2/contents", json!(["symbol:B"]), "contents"),
        ("/rooms/1/id", json!(9), "rooms"),
        ("/rooms/0/enemies", json!([]), "enemies"),
        ("/rooms/0/load", json!(0), "enemies"),
        ("/rooms/7/purpose", json!("passage"), "purpose"),
        ("/metrics/keys", json!(0.0), "metrics"),
        ("/cycles/0/arc_a", json!([1, 3]), "pattern"),
        ("/cycles/0/arc_b", json!([1, 4, 3]), "pattern"),
        ("/cycles/0/claims", json!([10, 40]), "pattern"),
        ("/cycles/0/pattern", json!("hidden_shortcut"), "pattern"),
        ("/cycles/0/pattern", json!("two_keys"), "pattern"),
        ("/cycles/0/pattern", json!("lock_and_key"), "pattern"),
        ("/cycles/0/pattern", json!("blocked_retreat"), "pattern"),
        ("/cycles/0/pattern", json!("gambit"), "pattern"),
        ("/cycles/0/pattern", json!("false_goal"), "pattern"),
        ("/cycles/0/pattern", json!("foreshadowing"), "pattern"),
        ("/cycles/0/pattern", json!("dangerous_route"), "pattern"),
        ("/cycles/0/pattern", json!("a walk"), "pattern"),
        ("/route/1", json!("go to room 0"), "walkthrough"),
        ("/route/3", json!("go to room 6"), "walkthrough"),
        ("/route/4", json!("take symbol:treasure:opal-tooth"), "walkthrough"),
        ("/route/7", json!("take nothing"), "walkthrough"),
        ("/claims/3/claim", json!("arc"), "unclaimed"),
        ("/proof/cost", json!(144), "cost"),
        ("/proof/unlosable", json!(false), "proof"),
        ("/format", json!("quandary/dungeon/1"), "form"),
        ("/level/rules/diagonals", json!("true"), "form"),
    ];
    for (pointer, value, kind) in table {
        if pointer == "/level/rules/diagonals" {
            let mut printed = printed();
            printed["level"]["rules"]["diagonals"] = value;
            assert!(kinds(&printed).contains(kind));
            continue;
        }
        let found = spoilt(&[(pointer, value.clone())]);
        assert!(found.contains(kind), "{pointer} {value}: {found:?}");
    }
}

#[test]
fn what_takes_too_many_states_is_not_decided_and_never_false() {
    let judged = judge(&printed().to_string(), 8);
    assert!(judged.faults.is_empty(), "{:?}", judged.faults);
    assert_eq!(judged.open, ["unlosable", "walkthrough"]);
    assert!(judged.claims.iter().any(|(_, finding)| *finding == Finding::Undecided));
}

/// Ways made one-way may strand somebody: whether they do is found by looking at all states.
#[test]
fn what_is_shown_without_looking_at_all_states_is_so_and_is_shown_more_often_than_not() {
    let (mut safe, mut shown, mut lost) = (0, 0, 0);
    let edges = printed()["level"]["graph"]["edges"].as_array().map_or(0, Vec::len);
    for edge in 0..edges {
        let mut printed = printed();
        let all = printed["level"]["graph"]["edges"].as_array_mut().unwrap();
        let (from, to) = (all[edge]["from"].clone(), all[edge]["to"].clone());
        all[edge]["requires"].as_array_mut().unwrap().push(json!("soft_locked"));
        all.retain(|edge| edge["from"] != to || edge["to"] != from);
        let printed: Printed = serde_json::from_value(printed).unwrap();
        let board = Board::new(&printed.level, &[]).unwrap();
        let (spots, known) = (Spots::new(&board), Known::default());
        let game = || Game::contracted(&board, &spots, &known);
        let found = search(&mut game(), Until::All, MOST);
        assert!(!found.large);
        let (is_shown, is_safe) = (stuck::nobody(&mut game(), MOST), found.dead() == 0);
        assert!(is_safe || !is_shown, "edge {edge}");
        safe += usize::from(is_safe);
        shown += usize::from(is_shown);
        lost += usize::from(!is_safe);
    }
    assert!(lost > 0 && 2 * shown > safe, "{lost} are lost, {shown} of {safe} are shown");
    println!("{lost} are lost, {shown} of {safe} are shown to be safe");
}
