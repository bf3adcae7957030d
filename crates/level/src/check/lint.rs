//! Findings about a level file that are no errors but that its maker will want to know.

use super::locks;
use super::relax;
use crate::graph::{Content, Graph, NodeIndex, Requirement};
use crate::names;
use crate::rules::{Rules, Switches};
use rustc_hash::FxHashSet;

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of finding: a fixed name.
    pub code: &'static str,
    /// What was found, in words.
    pub message: String,
}

/// All findings, in a fixed order.
pub(crate) fn lint(graph: &Graph, rules: &Rules) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut say = |code, message| findings.push(Finding { code, message });
    goals(graph, &mut say);
    edges(graph, &mut say);
    means(graph, rules, &mut say);
    unreachable(graph, rules, &mut say);
    findings
}

type Say<'a> = &'a mut dyn FnMut(&'static str, String);

fn name(graph: &Graph, node: NodeIndex) -> String {
    graph.id(node).map(ToString::to_string).unwrap_or_default()
}

fn goals(graph: &Graph, say: Say<'_>) {
    match graph.goals.as_slice() {
        [] => say("no_goal", "the level has no goal".to_owned()),
        [_] => {}
        several => {
            let names: Vec<_> = several.iter().map(|&goal| name(graph, goal)).collect();
            say("several_goals", format!("nodes {} are all goals; any one wins", names.join(", ")));
        }
    }
    if let Some(start) = graph.start.filter(|start| graph.goals.contains(start)) {
        say("start_is_goal", format!("the level begins in a goal, node {}", name(graph, start)));
    }
}

fn edges(graph: &Graph, say: Say<'_>) {
    let mut seen = FxHashSet::default();
    for edge in &graph.edges {
        let way = || format!("{} to {}", name(graph, edge.from), name(graph, edge.to));
        if edge.from == edge.to {
            say("self_edge", format!("the edge from {} does nothing", way()));
        } else if !seen.insert((edge.from, edge.to, &edge.requires)) {
            say("duplicate_edge", format!("the edge from {} stands twice", way()));
        }
    }
    let ways: FxHashSet<_> = graph.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    for edge in &graph.edges {
        let asked = edge.requires.iter().filter(|r| **r != Requirement::Stair);
        let one_way = !ways.contains(&(edge.to, edge.from));
        if one_way && edge.from != edge.to && !edge.asks(Requirement::SoftLocked) {
            let asked: Vec<_> = asked.map(|&r| names::of_requirement(r, &graph.symbols)).collect();
            let kind = if asked.is_empty() { "open".to_owned() } else { asked.join(" and ") };
            let (from, to) = (name(graph, edge.from), name(graph, edge.to));
            say("one_way_edge", format!("the {kind} edge from {from} to {to} has no edge back"));
        }
    }
}

/// Locks that ask for what the level does not hold, or not often enough.
fn means(graph: &Graph, rules: &Rules, say: Say<'_>) {
    let held: FxHashSet<Content> =
        graph.nodes.iter().flat_map(|n| n.contents.iter().copied()).collect();
    let mut missing = FxHashSet::default();
    let mut key_locks = FxHashSet::default();
    for lock in locks::locks(graph) {
        for &requirement in &lock.requires {
            if requirement == Requirement::KeyLocked {
                key_locks.insert(lock.between);
            }
            let stands = match requirement {
                Requirement::BossLocked => rules.start.boss_key || held.contains(&Content::BossKey),
                Requirement::ItemLocked => rules.start.key_item || held.contains(&Content::KeyItem),
                Requirement::Bombable => {
                    rules.start.bombs > 0
                        || held.contains(&Content::ItemMinor)
                        || held.contains(&Content::KeyItem)
                }
                Requirement::Switch => {
                    rules.switches == Switches::Free || held.contains(&Content::Switch)
                }
                Requirement::Symbol(id) => held.contains(&Content::Symbol(id)),
                Requirement::Toggle(id, _) => held.contains(&Content::Toggle(id)),
                Requirement::KeyLocked | Requirement::SoftLocked | Requirement::Stair => true,
            };
            if !stands && missing.insert(requirement) {
                let asked = names::of_requirement(requirement, &graph.symbols);
                let (a, b) = (name(graph, lock.between.0), name(graph, lock.between.1));
                say(
                    "lock_without_key",
                    format!("the edge between {a} and {b} asks for {asked}, which stands nowhere"),
                );
            }
        }
    }
    let keys = graph.holding(Content::Key).count() + rules.start.keys as usize;
    if keys < key_locks.len() {
        let locks = key_locks.len();
        say("too_few_keys", format!("small keys: {keys}, locks that take one: {locks}"));
    }
}

fn unreachable(graph: &Graph, rules: &Rules, say: Say<'_>) {
    let (_, reached) = relax::waves(graph, rules);
    for (n, _) in (0..).zip(&reached).filter(|(_, reached)| !**reached) {
        say("unreachable", format!("node {} can never be reached", name(graph, n)));
    }
}
