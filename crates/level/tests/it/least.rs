//! The lower-bound inventory proof, compared with a count of all states; and the plan that fetches the nearest thing.

use quandary_level::Level;
use quandary_level::check::least::{self, Proof};
use quandary_level::check::{Safety, check, count};
use quandary_level::formats::json;
use quandary_level::limits::{Limit, Limits};
use quandary_level::plan::Walk;
use quandary_level::rules::Rules;
use quandary_level::solve::Verdict;
use testing::dice::Random;

/// A graph of a few rooms: symbols, doors that require or forbid them, a toggle, one-way edges, and sometimes a small
/// key.
fn graph(dice: &mut Random) -> Level {
    let rooms = 4 + dice.below(5);
    let node = |id: u32, dice: &mut Random| {
        let mut holds: Vec<String> = Vec::new();
        if id == 0 {
            holds.push("start".to_owned());
        } else if id == rooms - 1 {
            holds.push("goal".to_owned());
        } else {
            match dice.below(8) {
                0..4 => holds.push(format!("symbol:{}", dice.below(3))),
                4 => holds.push("toggle:0".to_owned()),
                5 => holds.push("key".to_owned()),
                _ => {}
            }
        }
        let holds: Vec<String> = holds.iter().map(|held| format!("\"{held}\"")).collect();
        format!(r#"{{"id":{id},"contents":[{}]}}"#, holds.join(","))
    };
    let nodes: Vec<String> = (0..rooms).map(|id| node(id, dice)).collect();
    let mut edges = Vec::new();
    for to in 1..rooms {
        for _ in 0..1 + dice.below(2) {
            let from = dice.below(to);
            let symbol = dice.below(3);
            let asks = match dice.below(12) {
                0..3 => format!(r#""symbol:{symbol}""#),
                3 => format!(r#""lacks:symbol:{symbol}""#),
                4 => r#""toggle:0=on""#.to_owned(),
                5 => r#""toggle:0=off""#.to_owned(),
                6 => r#""key_locked""#.to_owned(),
                _ => String::new(),
            };
            edges.push(format!(r#"{{"from":{from},"to":{to},"requires":[{asks}]}}"#));
            if dice.below(6) > 0 {
                edges.push(format!(r#"{{"from":{to},"to":{from},"requires":[{asks}]}}"#));
            }
        }
    }
    let (nodes, edges) = (nodes.join(","), edges.join(","));
    let text = format!(
        r#"{{"format":"quandary/level/1","name":"","graph":{{"nodes":[{nodes}],"edges":[{edges}]}}}}"#
    );
    json::read(&text).expect("a graph")
}

#[test]
fn what_is_proved_is_so_and_most_of_what_is_so_is_proved() {
    let (mut safe, mut proved, mut walked, mut won) = (0, 0, 0, 0);
    for seed in 0..6_000 {
        let level = graph(&mut Random(seed));
        let (rules, limits) = (Rules::default(), Limits::default());
        let counted = count(&level, &rules, &limits).expect("few things");
        let dead = counted.dead_states.expect("no limit");
        let proof = least::prove(&level, &rules, &limits).expect("few things");
        let walk = least::walk(&level, &rules, &limits).expect("few things");
        if let Proof::SoftlockFree { .. } = proof {
            assert_eq!(dead, 0, "{seed}");
            // In a softlock-free level, fetching the nearest thing wins.
            assert!(walk.as_ref().is_some_and(|walk: &Walk| walk.wins), "{seed}");
            proved += 1;
        }
        assert!(walk.as_ref().is_none_or(|walk| walk.wins), "{seed}");
        safe += u32::from(dead == 0);
        won += u32::from(dead < counted.states);
        walked += u32::from(walk.is_some());
    }
    assert!(safe > 1_000 && proved * 10 > safe * 7, "{proved} of {safe} proved");
    assert!(won > 2_000 && walked * 10 > won * 7, "{walked} of {won} walked");
}

#[test]
fn a_check_that_runs_out_of_states_proves_what_it_did_not_count() {
    // Two edges to the goal, one of them one-way, and twelve rooms that can be visited in any order.
    let mut nodes =
        r#"{"id":"hall","contents":["start"]},{"id":"pit"},{"id":"end","contents":["goal"]}"#
            .to_owned();
    let mut edges = r#"{"from":"hall","to":"pit"},{"from":"pit","to":"end","requires":"symbol:s3"},{"from":"pit","to":"r0"}"#.to_owned();
    for room in 0..12 {
        nodes += &format!(r#",{{"id":"r{room}","contents":["symbol:s{room}"]}}"#);
        edges += &format!(r#",{{"from":"hall","to":"r{room}"}},{{"from":"r{room}","to":"hall"}}"#);
    }
    let text = format!(
        r#"{{"format":"quandary/level/1","name":"","graph":{{"nodes":[{nodes}],"edges":[{edges}]}}}}"#
    );
    let level = json::read(&text).expect("a graph");
    let limits = Limits { states: Some(100), ..Limits::default() };
    let found = check(&level, &Rules::default(), &limits).expect("few things");
    assert_eq!((found.limit, found.dead_states), (Some(Limit::States), None));
    assert_eq!(found.safety, Safety::SoftlockFree);
    assert!(matches!(found.verdict, Verdict::Solvable { .. }), "{:?}", found.verdict);
}
