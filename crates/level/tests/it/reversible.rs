//! Proofs for graphs in which nothing is ever lost.

use quandary_level::check::certify::{self, Scratch};
use quandary_level::check::reversible::certify;
use quandary_level::check::{Safety, USUAL_STATES, check, usual};
use quandary_level::formats::json;
use quandary_level::limits::{Limit, Limits};
use quandary_level::model::level::Level;
use quandary_level::solve::Verdict;
use quandary_level::{Graph, Plan, Rules};

fn graph(nodes: &str, edges: &str) -> Graph {
    let text = format!(
        r#"{{"format":"quandary/level/1","name":"","graph":{{"nodes":[{nodes}],"edges":[{edges}]}}}}"#
    );
    json::read(&text).unwrap().graph
}

/// A hall with `n` side rooms. Each lock requires the symbol in the room before it.
fn cupboards(n: usize) -> Graph {
    let mut nodes = r#"{"id":"hall","contents":["start","symbol:s0"]}"#.to_owned();
    let mut edges = Vec::new();
    for i in 0..n {
        nodes += &format!(r#",{{"id":"c{i}","contents":["symbol:s{}"]}}"#, i + 1);
        for (from, to) in
            [("hall".to_owned(), format!("c{i}")), (format!("c{i}"), "hall".to_owned())]
        {
            edges.push(format!(r#"{{"from":"{from}","to":"{to}","requires":"symbol:s{i}"}}"#));
        }
    }
    nodes += r#",{"id":"end","contents":["goal"]}"#;
    for (from, to) in [("hall", "end"), ("end", "hall")] {
        edges.push(format!(r#"{{"from":"{from}","to":"{to}","requires":"symbol:s{n}"}}"#));
    }
    graph(&nodes, &edges.join(","))
}

#[test]
fn the_two_certificates_agree() {
    for n in [0, 1, 5, 9] {
        let graph = cupboards(n);
        let rules = Rules::default();
        let one = certify(&graph, &rules).unwrap().unwrap();
        let other = certify::certify(&graph, &rules, &Limits::default(), &mut Scratch::default());
        let other = other.unwrap();
        assert_eq!(one.plan.as_ref().map(Plan::len), other.plan.as_ref().map(Plan::len));
        assert_eq!((one.unreachable, one.needless), (other.unreachable, other.needless), "{n}");
    }
}

#[test]
fn a_check_that_runs_out_of_states_still_knows() {
    // Thirty rooms that can be visited in any order have too many states to count.
    let mut nodes = r#"{"id":"hall","contents":["start"]}"#.to_owned();
    let mut edges = Vec::new();
    let mut wants = Vec::new();
    for i in 0..30 {
        nodes += &format!(r#",{{"id":"r{i}","contents":["symbol:s{i}"]}}"#);
        edges.push(format!(r#"{{"from":"hall","to":"r{i}"}},{{"from":"r{i}","to":"hall"}}"#));
        wants.push(format!(r#""symbol:s{i}""#));
    }
    nodes += r#",{"id":"end","contents":["goal"]}"#;
    let wants = wants.join(",");
    for (from, to) in [("hall", "end"), ("end", "hall")] {
        edges.push(format!(r#"{{"from":"{from}","to":"{to}","requires":[{wants}]}}"#));
    }
    let level = Level::of_graph(graph(&nodes, &edges.join(",")));
    let limits = Limits { states: Some(10_000), ..Limits::default() };
    let found = check(&level, &Rules::default(), &limits).unwrap();
    assert!(matches!(found.verdict, Verdict::Solvable { optimal: false, .. }));
    assert_eq!((found.safety, found.limit), (Safety::SoftlockFree, Some(Limit::States)));
    assert!(found.needed.iter().all(|need| need.needed == Some(true)), "{:?}", found.needed);
    let mut without = level.clone();
    without.graph.nodes[7].contents.clear();
    let found = check(&without, &Rules::default(), &limits).unwrap();
    assert_eq!((found.verdict, found.safety), (Verdict::Unsolvable, Safety::Softlock(None)));
    assert!(found.why_not.is_some_and(|why_not| !why_not.core.is_empty()));
}

#[test]
fn a_locked_in_key_is_no_way_to_win() {
    let mut graph = cupboards(4);
    graph.nodes[2].contents.clear();
    let found = certify(&graph, &Rules::default()).unwrap().unwrap();
    assert_eq!((found.plan, found.unreachable), (None, 3));
}

#[test]
fn dozens_of_locks_are_no_matter_and_small_keys_are_not_judged() {
    let found = certify(&cupboards(200), &Rules::default()).unwrap().unwrap();
    assert_eq!(found.plan.unwrap().len(), 401);
    let small = graph(
        r#"{"id":1,"contents":["start","key"]},{"id":2,"contents":["goal"]}"#,
        r#"{"from":1,"to":2,"requires":"key_locked"},{"from":2,"to":1,"requires":"key_locked"}"#,
    );
    assert_eq!(certify(&small, &Rules::default()), Ok(None));
}

/// A hall with 20 side rooms, each with a symbol that opens a 21st: a million states.
#[test]
fn states_are_not_counted_where_the_rest_is_known() {
    let mut nodes =
        r#"{"id":"hall","contents":["start"]},{"id":"end","contents":["goal"]}"#.to_owned();
    let mut edges = vec![r#"{"from":"hall","to":"end"},{"from":"end","to":"hall"}"#.to_owned()];
    nodes += r#",{"id":"last"}"#;
    for i in 0..20 {
        nodes += &format!(r#",{{"id":"c{i}","contents":["symbol:s{i}"]}}"#);
        edges.push(format!(r#"{{"from":"hall","to":"c{i}"}},{{"from":"c{i}","to":"hall"}}"#));
        for (from, to) in [("hall", "last"), ("last", "hall")] {
            edges.push(format!(r#"{{"from":"{from}","to":"{to}","requires":"symbol:s{i}"}}"#));
        }
    }
    let level = Level::of_graph(graph(&nodes, &edges.join(",")));
    let mut limits = Limits::default();
    let found = usual(&level, &Rules::default(), &mut limits).unwrap();
    assert_eq!((found.safety, found.limit), (Safety::SoftlockFree, Some(Limit::States)));
    assert!(matches!(found.verdict, Verdict::Solvable { optimal: true, .. }));
    assert_eq!(limits.states, Some(USUAL_STATES[0]));
    assert!(found.kept < USUAL_STATES[0] + 100, "{}", found.kept);
    // A smaller limit holds, and the larger one is not used.
    limits.states = Some(100);
    let found = usual(&level, &Rules::default(), &mut limits).unwrap();
    assert!(found.limit == Some(Limit::States) && found.kept < 200);
}
