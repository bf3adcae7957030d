//! Rules for designers in graphs: required absences, and winning conditions in any node. Levels counted by hand, and
//! random ones, for each rule alone and both together.
//!
//! Invariant: the test fails if a rule decides nothing in most levels generated for it.

use crate::naive_twin::levels::{Case, Kind, Random, small};
use crate::naive_twin::space::agree;
use crate::naive_twin::twin::{Game, Reach, can_win};
use crate::naive_twin::{MOST_STATES, changes, delete_relaxation, spheres};
use quandary_level::check::{Check, check};
use quandary_level::limits::Limits;
use quandary_level::rules::Rules;
use quandary_level::{Content, Graph, Level, Requirement};
use std::collections::BTreeSet;
use std::fmt::{self, Display};
use testing::times;

/// Levels of each theme, times `QUANDARY_TIMES`.
const LEVELS: u64 = 2_000;

/// A graph under rules, with its winning conditions.
struct Design {
    case: Case,
    win: Vec<Requirement>,
}

impl Design {
    fn level(&self) -> Level {
        Level { win: self.win.clone(), ..Level::of_graph(self.case.graph.clone()) }
    }

    fn game(&self) -> Game {
        let win = self.win.clone();
        Game { win, ..Game::new(&self.case.graph, &self.case.rules) }
    }

    fn judged(&self) -> Check {
        check(&self.level(), &self.case.rules, &Limits::default()).expect("few things")
    }

    /// Compares all results of the verifier with those of the twin.
    fn agree(&self, reach: &Reach) -> Check {
        let check = self.judged();
        agree(self, &self.level(), &self.game(), reach, &check);
        check
    }
}

impl Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = quandary_level::formats::json::print(&self.level());
        write!(f, "seed {}\n{text}\n{:?}", self.case.seed, self.case.rules)
    }
}

// ------------------------------------------------------------------------------- counted by hand

/// A level: `node NAME CONTENT..`, `edge FROM TO REQUIREMENT..`, `both FROM TO REQUIREMENT..`, `win CONDITION..`. The
/// first node is the start. Verifier and twin must give `COST STATES DEAD WITNESS`, with `-` for none.
fn counted(lines: &str, result: &str) {
    let (mut nodes, mut edges, mut win) = (Vec::new(), Vec::new(), Vec::new());
    for line in lines.split(", ") {
        let words: Vec<&str> = line.split(' ').collect();
        let mut edge = |from: &str, to: &str, requires: &[&str]| {
            edges.push(serde_json::json!({"from": from, "to": to, "requires": requires}));
        };
        match words[0] {
            "node" => {
                nodes.push(serde_json::json!({"id": words[1], "contents": words[2..]}));
            }
            "edge" => edge(words[1], words[2], &words[3..]),
            "both" => {
                edge(words[1], words[2], &words[3..]);
                edge(words[2], words[1], &words[3..]);
            }
            "win" => win.extend(words[1..].iter().map(ToString::to_string)),
            other => panic!("{other:?}"),
        }
    }
    let start = nodes[0]["id"].clone();
    let mut value = serde_json::json!({"format": "quandary/level/1",
        "graph": {"nodes": nodes, "edges": edges, "start": start}});
    if !win.is_empty() {
        value["win"] = serde_json::json!(win);
    }
    let level = quandary_level::formats::json::read(&value.to_string()).expect(lines);
    let case = Case { seed: 0, graph: level.graph, rules: Rules::default() };
    let design = Design { case, win: level.win };
    let reach = Reach::of(&design.game(), 100).expect("few states");
    let cost = |cost: Option<u64>| cost.map_or("-".to_owned(), |cost| cost.to_string());
    let [won, lost] = [reach.cost(), reach.witness()].map(cost);
    let found = format!("{won} {} {} {lost}", reach.states.len(), reach.dead_states());
    assert_eq!(found, result, "the twin, {lines}");
    design.agree(&reach);
}

#[test]
fn levels_counted_by_hand() {
    // Without x two nodes; from c the lock is shut.
    counted("node a, node b symbol:x, node c goal, both a b, edge a c lacks:symbol:x", "1 4 2 1");
    // A forbidden thing may be gained on entering.
    counted("node a, node b symbol:x goal, edge a b lacks:symbol:x", "1 2 0 -");
    // Held from the start on.
    counted("node a symbol:x, node b goal, edge a b lacks:symbol:x", "- 1 1 -");
    // A thing that lies nowhere is never held.
    counted("node a, node b goal, edge a b lacks:symbol:x", "1 2 0 -");
    counted("node a, node b goal, edge a b symbol:x lacks:symbol:x", "- 1 1 -");
    // There is no way back with x: a, b with x, c.
    counted("node a, node b symbol:x, node c goal, both a b lacks:symbol:x, edge b c", "2 3 0 -");
    // The game is won in b and ends there.
    counted("node a, node b symbol:x, node c goal, both a b, both b c, win symbol:x", "1 2 0 -");
    counted("node a, node b symbol:x, node c, both a b, both b c, win symbol:x", "1 2 0 -");
    // The goal is nearer.
    counted(
        "node a, node b, node c symbol:x, node d goal, both a b, both b c, both a d, win symbol:x",
        "1 4 0 -",
    );
    // Won at the start: by a symbol held, a symbol not held, or a toggle that is off.
    counted("node a symbol:x, node b, both a b, win symbol:x", "0 1 0 -");
    counted("node a, node b symbol:x, both a b, win lacks:symbol:x", "0 1 0 -");
    counted("node a, node b toggle:0, both a b, win toggle:0=off", "0 1 0 -");
    // Off two nodes; the flip wins.
    counted("node a, node b toggle:0, both a b, win toggle:0=on", "2 3 0 -");
    // Without x, off and on, a and b; with x, off, all three; on it is won in c, or by a flip in b after that.
    counted(
        "node a, node b toggle:0, node c symbol:x, both a b, both b c, win toggle:0=on symbol:x",
        "3 9 0 -",
    );
    // With x first y comes too late: without both 1; y alone wins; x 2, both 3.
    counted(
        "node a, node b symbol:x, node c symbol:y, both a b, both a c, win symbol:y lacks:symbol:x",
        "1 7 5 1",
    );
    // A thing that lies nowhere never wins.
    counted("node a, node b, both a b, win symbol:x", "- 2 2 -");
    // The game is won before the goal.
    counted(
        "node a, node b symbol:x, node c goal, edge a b, edge b c, edge a c symbol:x, win symbol:x",
        "1 2 0 -",
    );
}

// --------------------------------------------------------------------------------- random levels

/// The rules of a level: required absences, winning conditions.
#[derive(Clone, Copy, Debug)]
struct Theme {
    lacks: bool,
    wins: bool,
}

fn designed(seed: u64, theme: Theme) -> Design {
    let kind = if seed.is_multiple_of(3) { Kind::Any } else { Kind::Plain };
    let mut case = small(seed, kind);
    let mut random = Random::new(!seed);
    let graph = &mut case.graph;
    for _ in 0..1 + random.below(3) {
        lay(&mut random, graph);
    }
    let given = given(graph);
    if theme.lacks {
        for _ in 0..1 + random.below(5) {
            let edge = random.below(graph.edges.len() as u32) as usize;
            let lacks = Requirement::Lacks(random.pick(&given));
            let requires = &mut graph.edges[edge].requires;
            if random.chance(30) {
                requires.clear();
            }
            if !requires.contains(&lacks) {
                requires.push(lacks);
            }
        }
    }
    let win = if theme.wins { winning(&mut random, graph) } else { Vec::new() };
    if theme.wins && random.chance(50) {
        graph.goals.clear();
    }
    Design { case, win }
}

/// One to three conditions, rarely true at the start.
fn winning(random: &mut Random, graph: &Graph) -> Vec<Requirement> {
    let conditions = conditions(graph);
    let start = graph.start.expect("a start") as usize;
    let at_start = |one: &Requirement| match one {
        Requirement::Symbol(id) => graph.nodes[start].contents.contains(&Content::Symbol(*id)),
        Requirement::Toggle(_, on) => !on,
        _ => true,
    };
    let mut later = conditions.clone();
    later.retain(|one| !at_start(one));
    let first = if later.is_empty() || random.chance(10) { &conditions } else { &later };
    let mut win = vec![random.pick(first)];
    for _ in 0..[0, 0, 1, 1, 2][random.below(5) as usize] {
        let more = random.pick(&conditions);
        win.extend((!win.contains(&more)).then_some(more));
    }
    win
}

/// Places a symbol in a node.
fn lay(random: &mut Random, graph: &mut Graph) {
    let symbol = Content::Symbol(random.below(graph.symbols.len() as u32));
    let node = random.below(graph.nodes.len() as u32) as usize;
    let contents = &mut graph.nodes[node].contents;
    if !contents.contains(&symbol) {
        contents.push(symbol);
    }
}

/// The symbols that lie somewhere.
fn given(graph: &Graph) -> Vec<u32> {
    let symbol = |content: &Content| match content {
        Content::Symbol(id) => Some(*id),
        _ => None,
    };
    graph.nodes.iter().flat_map(|node| node.contents.iter().filter_map(symbol)).collect()
}

/// The conditions that a graph can require.
fn conditions(graph: &Graph) -> Vec<Requirement> {
    let mut conditions: Vec<Requirement> = given(graph)
        .into_iter()
        .flat_map(|id| [Requirement::Symbol(id), Requirement::Symbol(id), Requirement::Lacks(id)])
        .collect();
    for node in &graph.nodes {
        for content in &node.contents {
            if let Content::Toggle(id) = content {
                conditions.extend([true, false].map(|on| Requirement::Toggle(*id, on)));
            }
        }
    }
    conditions
}

/// The level without these rules.
fn plain(design: &Design) -> Game {
    let mut game = Game::new(&design.case.graph, &design.case.rules);
    let lacks = |asked: &Requirement| matches!(asked, Requirement::Lacks(_));
    game.graph.edges.iter_mut().for_each(|edge| edge.requires.retain(|asked| !lacks(asked)));
    game
}

/// Compares the levels of a theme. Of a hundred levels, at least the given numbers must be won by moves, unwinnable,
/// with a softlock, softlock-free, different without the rules, and different in winnability without them.
fn compare(theme: Theme, least: [u64; 6]) {
    let (mut seen, mut compared) = ([0; 6], 0);
    for seed in (0..LEVELS * times()).map(|seed| seed + 500_000) {
        let design = designed(seed, theme);
        let Some(reach) = Reach::of(&design.game(), MOST_STATES) else { continue };
        let check = design.agree(&reach);
        needed_things_agree(&design, &reach, &check);
        let without = Reach::of(&plain(&design), MOST_STATES);
        let said = |reach: &Reach| (reach.cost(), reach.states.len(), reach.witness());
        let now = [
            reach.cost().is_some_and(|cost| cost > 0),
            reach.cost().is_none(),
            reach.witness().is_some(),
            reach.dead_states() == 0,
            without.as_ref().is_none_or(|without| said(without) != said(&reach)),
            without.is_some_and(|without| without.cost().is_some() != reach.cost().is_some()),
        ];
        seen.iter_mut().zip(now).for_each(|(seen, is)| *seen += u64::from(is));
        compared += 1;
    }
    assert!(compared * 10 >= LEVELS * times() * 9, "{compared} are small");
    let enough = seen.iter().zip(least).all(|(seen, least)| seen * 100 >= compared * least);
    assert!(enough, "{theme:?}: {seen:?} of {compared}, at least {least:?} of a hundred");
}

fn needed_things_agree(design: &Design, reach: &Reach, check: &Check) {
    let graph = &design.case.graph;
    let asked = if reach.cost().is_some() { &check.needed[..] } else { &[] };
    for need in asked {
        let without = changes::ours(graph, &need.without);
        let changed = changes::changed(graph, &design.case.rules, std::slice::from_ref(&without));
        let needed = !can_win(&Game { win: design.win.clone(), ..changed });
        assert_eq!(need.needed, Some(needed), "{without:?}\n{design}");
    }
}

/// The delete relaxation ignores required absences.
#[test]
fn spheres_pass_what_must_be_lacked() {
    for seed in 600_000..601_000 {
        let design = designed(seed, Theme { lacks: true, wins: false });
        let Case { graph, rules, .. } = &design.case;
        let spheres = spheres::spheres_of(&design.case);
        let sets: Vec<BTreeSet<_>> = spheres.into_iter().map(BTreeSet::from_iter).collect();
        assert_eq!(sets, delete_relaxation::spheres(graph, rules), "{design}");
    }
}

#[test]
fn edges_that_ask_for_what_must_be_lacked() {
    compare(Theme { lacks: true, wins: false }, [30, 45, 8, 22, 28, 8]);
}

#[test]
fn conditions_that_win() {
    compare(Theme { lacks: false, wins: true }, [40, 35, 4, 40, 35, 25]);
}

#[test]
fn both_together() {
    compare(Theme { lacks: true, wins: true }, [35, 40, 6, 35, 45, 27]);
}
