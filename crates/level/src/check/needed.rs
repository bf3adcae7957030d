//! What a level cannot be won without: each pick-up, symbol, toggle and lock, asked about alone.
//!
//! A pick-up is needed when the level cannot be won with it taken away; a lock is needed when the level
//! cannot be won with it welded shut. Most answers are free: what the cheapest plan does not touch is
//! not needed, and what the optimist's flood (`relax`) cannot do without is.

use super::change::{Change, changed};
use super::locks::locks;
use super::relax;
use crate::graph::{Content, Graph, NodeIndex};
use crate::plan::Walk;
use crate::rules::Rules;
use crate::solve::space::Limits;
use crate::solve::{Verdict, solve};
use std::time::Instant;

/// Whether one thing is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The thing taken away ([`Change::Remove`]) or the lock welded shut ([`Change::Seal`]).
    pub without: Change,
    /// Whether the level cannot be won without it; `None` when a limit came first.
    pub needed: Option<bool>,
}

/// Asks about each thing of a level that `walk` wins.
pub(crate) fn needed(graph: &Graph, rules: &Rules, walk: &Walk, limits: &Limits<'_>) -> Vec<Need> {
    let visited = visited(graph, walk);
    let begin = Instant::now();
    things(graph)
        .into_iter()
        .map(|without| {
            let needed = if touched(graph, &visited, walk, &without) {
                is_needed(graph, rules, &without, &limits.since(begin))
            } else {
                Some(false)
            };
            Need { without, needed }
        })
        .collect()
}

fn is_needed(graph: &Graph, rules: &Rules, without: &Change, limits: &Limits<'_>) -> Option<bool> {
    let (graph, rules) = changed(graph, rules, &[without]);
    if !relax::could_win(&graph, &rules) {
        return Some(true);
    }
    match solve(&graph, &rules, limits).ok()?.verdict {
        Verdict::Solvable { .. } => Some(false),
        Verdict::Unsolvable => Some(true),
        Verdict::Unknown(_) => None,
    }
}

/// The things of a level: what lies in nodes, in their order, then the locks.
fn things(graph: &Graph) -> Vec<Change> {
    let mut things = Vec::new();
    for (n, node) in (0..).zip(&graph.nodes) {
        for &content in &node.contents {
            if !matches!(
                content,
                Content::Start | Content::Goal | Content::Enemy | Content::Boss | Content::Puzzle
            ) {
                things.push(Change::Remove(n, content));
            }
        }
    }
    things.extend(locks(graph).into_iter().map(Change::Seal));
    things
}

/// By node, whether the walk was there.
fn visited(graph: &Graph, walk: &Walk) -> Vec<bool> {
    let mut visited = vec![false; graph.nodes.len()];
    for node in walk.records.iter().map(|record| record.node).chain([walk.start]) {
        visited[node as usize] = true;
    }
    visited
}

/// Whether the walk may make use of a thing: it was in the node, or went between the two nodes.
fn touched(graph: &Graph, visited: &[bool], walk: &Walk, without: &Change) -> bool {
    match without {
        Change::Remove(node, _) => visited[*node as usize],
        Change::Seal(lock) => {
            let nodes = std::iter::once(walk.start).chain(walk.records.iter().map(|r| r.node));
            let nodes: Vec<NodeIndex> = nodes.collect();
            lock.edges.iter().filter_map(|&i| graph.edges.get(i as usize)).any(|edge| {
                nodes.windows(2).any(|step| {
                    (step[0], step[1]) == (edge.from, edge.to)
                        || (step[0], step[1]) == (edge.to, edge.from)
                })
            })
        }
        Change::Open(_) | Change::Grant(_) => true,
    }
}
