//! Explanations of drawn levels, sentence by sentence.

use quandary_level::formats::text;
use quandary_level::hint::explain::{MOST_SENTENCES, Unexplained, explain};
use quandary_level::{Limits, Rules};

fn check(drawing: &str, thing: &str, needed: Option<bool>, expect: &[&str]) {
    let level = text::read(drawing).unwrap();
    let explained = explain(&level, &Rules::default(), thing, &Limits::default()).unwrap();
    let sentences: Vec<&str> = explained.sentences.iter().map(String::as_str).collect();
    assert_eq!((explained.needed, &sentences[..]), (needed, expect), "{thing}");
}

const TWO_LOCKS: &str = "###########\n#@k+.K.X.*#\n###########\n";

#[test]
fn a_key_is_explained_by_what_its_door_leads_to() {
    check(
        TWO_LOCKS,
        "item:1,2",
        Some(true),
        &[
            "item:1,2 is needed: without it the level cannot be won.",
            "Without it, a cheapest way to win ends at [1,2]: it is locked: it asks for a small key.",
            "From there it has to open DOOR_LOCKED [1,3].",
            "From there it has to take boss_key at [1,5]: the way at [1,7] asks for the boss key.",
            "From there it has to go to the goal at [1,9].",
        ],
    );
    check(
        TWO_LOCKS,
        "door:1,7",
        Some(true),
        &[
            "door:1,7 is needed: without it the level cannot be won.",
            "Without it, a cheapest way to win ends at [1,6].",
            "From there it has to go to the goal at [1,9].",
        ],
    );
}

#[test]
fn what_is_not_needed_is_told_by_what_it_costs_to_do_without() {
    let around = "######\n#@+*.#\n#k##.#\n#....#\n######\n";
    check(
        around,
        "item:2,1",
        Some(false),
        &["item:2,1 is not needed: without it the level is won at a cost of 8 in place of 4."],
    );
    let sealed = "#####\n#@.+*\n#####\n";
    check(sealed, "door:1,3", Some(false), &["The level cannot be won, with door:1,3 or without."]);
}

#[test]
fn a_room_is_explained_by_the_way_through_it_and_long_chains_are_cut() {
    let graph = r#"{"format":"quandary/level/1","graph":{"nodes":[{"id":0,"contents":["start"]},{"id":1},
        {"id":2,"contents":["symbol:a"]},{"id":3,"contents":["symbol:b"]},{"id":4,"contents":["symbol:c"]},{"id":5,"contents":["goal"]}],
        "edges":[{"from":0,"to":1},{"from":1,"to":2},{"from":2,"to":3,"requires":"symbol:a"},
        {"from":3,"to":4,"requires":"symbol:b"},{"from":4,"to":5,"requires":"symbol:c"}]}}"#;
    let level = quandary_level::formats::json::read(graph).unwrap();
    let room = |id: &str| explain(&level, &Rules::default(), id, &Limits::default());
    let one = room("room:1").unwrap();
    assert_eq!(one.needed, Some(true));
    assert_eq!(one.sentences.len(), MOST_SENTENCES, "{one:?}");
    assert_eq!(
        one.sentences[1..3],
        [
            "Without it, a cheapest way to win ends in 0.",
            "From there it has to take symbol:a in 2: the way in 3 asks for symbol a.",
        ]
    );
    assert_eq!(one.sentences[4], "After 1 thing more it comes to its end in 5, and wins.");
    let error = room("room:9").unwrap_err().to_string();
    assert!(error.starts_with("unknown thing \"room:9\""), "{error}");
    assert!(matches!(room("item:1,1"), Err(Unexplained::Unknown(_))));
}

#[test]
fn a_chain_of_many_links_says_how_many_are_left_out() {
    // A row of rooms. Each but the first and last holds the symbol that the next door requires.
    let keys = ["a", "b", "c", "d", "e", "f", "g"];
    let nodes =
        (1..).zip(keys).map(|(id, key)| format!(r#"{{"id":{id},"contents":["symbol:{key}"]}}"#));
    let edges = (1..)
        .zip(keys)
        .map(|(id, key)| format!(r#"{{"from":{id},"to":{},"requires":"symbol:{key}"}}"#, id + 1));
    let (nodes, edges) = (nodes.collect::<Vec<_>>().join(","), edges.collect::<Vec<_>>().join(","));
    let graph = format!(
        r#"{{"format":"quandary/level/1","graph":{{"nodes":[{{"id":0,"contents":["start"]}},{nodes},{{"id":8,"contents":["goal"]}}],
        "edges":[{{"from":0,"to":1}},{edges}]}}}}"#
    );
    let level = quandary_level::formats::json::read(&graph).unwrap();
    let told = explain(&level, &Rules::default(), "symbol:a", &Limits::default()).unwrap();
    assert_eq!(told.sentences.len(), MOST_SENTENCES, "{told:?}");
    assert_eq!(told.sentences[4], "After 4 things more it comes to its end in 8, and wins.");
}

#[test]
fn a_bare_name_is_a_symbol_and_else_a_room_and_locks_go_by_their_numbers() {
    let drawing = "quandary/level/1\n\
        marks: [{\"floor\":0,\"row\":1,\"col\":2,\"gives\":\"symbol:A\"}]\n\
        locks: [{\"cells\":[[0,1,4]],\"needs\":[\"symbol:A\"]}]\n\
        graph: {\"nodes\":[{\"id\":\"A\"},{\"id\":\"B\"}],\"edges\":[{\"from\":\"A\",\"to\":\"B\"}]}\n\
        rooms: [{\"node\":\"A\",\"floor\":0,\"row\":1,\"col\":1,\"rows\":1,\"cols\":3},\
        {\"node\":\"B\",\"floor\":0,\"row\":1,\"col\":5,\"rows\":1,\"cols\":2}]\n\n\
        ########\n#@...;*#\n########\n"
        .replace(';', ".");
    let level = text::read(&drawing).unwrap();
    let explained =
        |thing: &str| explain(&level, &Rules::default(), thing, &Limits::default()).unwrap();
    for (bare, full) in [("A", "symbol:A"), ("B", "room:B"), ("lock:0", "lock:0")] {
        let told = explained(bare);
        assert_eq!((told.thing.as_str(), told.needed), (full, Some(true)), "{told:?}");
        assert!(told.sentences.len() <= MOST_SENTENCES, "{told:?}");
    }
    assert_eq!(explained("A"), explained("symbol:A"));
    assert_eq!(
        explained("lock:0").sentences[1],
        "Without it, a cheapest way to win ends at [1,3]."
    );
    let walled = "########\n#@k.+i*#\n#i#k####\n########\n";
    let level = text::read(walled).unwrap();
    let told = |thing: &str| explain(&level, &Rules::default(), thing, &Limits::default());
    let said = told("bombs").unwrap_err().to_string();
    assert_eq!(said, "there are 2 of \"bombs\"; ask about one: item:1,5, item:2,1");
    let level = text::read("######\n#@k+*#\n######\n").unwrap();
    let one = explain(&level, &Rules::default(), "key", &Limits::default()).unwrap();
    assert_eq!((one.thing.as_str(), one.needed), ("item:1,2", Some(true)));
    let level = text::read(&drawing).unwrap();
    for unknown in ["lock:7", "nowhere"] {
        let error = explain(&level, &Rules::default(), unknown, &Limits::default()).unwrap_err();
        assert!(error.to_string().contains(&format!("unknown thing {unknown:?}")), "{error}");
    }
}
