//! The delete relaxation of a graph: bombs never run out, every toggle is in both positions once it is in reach, every
//! required absence holds, and each path is paid for separately. Its waves are the spheres of a level.

use quandary_level::rules::{Bombs, OneWay, Rules, Switches};
use quandary_level::{Content, Edge, Graph, NodeIndex, Requirement};
use std::collections::{BTreeMap, BTreeSet};

type Sphere = BTreeSet<(NodeIndex, Content)>;

/// The spheres of a graph: the new things of each wave.
pub(crate) fn spheres(graph: &Graph, rules: &Rules) -> Vec<Sphere> {
    let (mut spheres, mut all) = (Vec::new(), Sphere::new());
    loop {
        let reached = reached(graph, rules, &all);
        let found: Sphere = reached.iter().flat_map(|n| things(graph, *n)).collect();
        let wave: Sphere = found.difference(&all).copied().collect();
        if wave.is_empty() {
            return spheres;
        }
        all.extend(&wave);
        spheres.push(wave);
    }
}

/// The things in a node that a rule may require.
pub(crate) fn things(graph: &Graph, node: NodeIndex) -> Vec<(NodeIndex, Content)> {
    let idle = [Content::Start, Content::Goal, Content::Enemy, Content::Boss, Content::Puzzle];
    let contents = graph.nodes[node as usize].contents.iter().copied();
    contents.filter(|content| !idle.contains(content)).map(|content| (node, content)).collect()
}

/// The nodes reachable by some path with no more small-key locks than keys found.
fn reached(graph: &Graph, rules: &Rules, found: &Sphere) -> BTreeSet<NodeIndex> {
    // No move leaves a goal, so things in a goal open nothing.
    let held: Vec<Content> =
        found.iter().filter(|(n, _)| !graph.goals.contains(n)).map(|(_, c)| *c).collect();
    let keys_in = |node: NodeIndex| {
        graph.nodes[node as usize].contents.iter().filter(|c| **c == Content::Key).count()
    };
    let with_keys = found.iter().filter(|(n, c)| *c == Content::Key && !graph.goals.contains(n));
    let keys = rules.start.keys as usize + with_keys.map(|(n, _)| keys_in(*n)).sum::<usize>();
    let mut spent = BTreeMap::from([(graph.start.expect("a start"), 0)]);
    loop {
        let before = spent.clone();
        for edge in
            graph.edges.iter().filter(|edge| edge.requires.iter().all(|r| met(rules, &held, *r)))
        {
            for (from, to) in ways(graph, rules, edge) {
                let Some(&so_far) = spent.get(&from).filter(|_| !graph.goals.contains(&from))
                else {
                    continue;
                };
                let cost = so_far + usize::from(edge.requires(Requirement::KeyLocked));
                if cost <= keys && spent.get(&to).is_none_or(|least| cost < *least) {
                    spent.insert(to, cost);
                }
            }
        }
        if spent == before {
            return spent.into_keys().collect();
        }
    }
}

/// The directions in which an edge can be passed.
fn ways(graph: &Graph, rules: &Rules, edge: &Edge) -> Vec<(NodeIndex, NodeIndex)> {
    let mut ways = vec![(edge.from, edge.to)];
    let has_back = graph.edges.iter().any(|other| {
        (other.from, other.to) == (edge.to, edge.from)
            && !(other.requires(Requirement::Stair) && edge.requires(Requirement::SoftLocked))
    });
    if rules.one_way == OneWay::Ignored && !has_back {
        ways.push((edge.to, edge.from));
    }
    ways
}

/// True if a requirement is met, small keys aside.
fn met(rules: &Rules, held: &[Content], asked: Requirement) -> bool {
    let start = &rules.start;
    let holds = |content| held.contains(&content);
    match asked {
        Requirement::KeyLocked | Requirement::SoftLocked | Requirement::Stair => true,
        Requirement::Bombable => {
            let brings = rules.bombs == Bombs::Unlimited || rules.bomb_pickup > 0;
            let found = holds(Content::ItemMinor) || holds(Content::KeyItem);
            start.bombs > 0 || (brings && found)
        }
        Requirement::BossLocked => start.boss_key || holds(Content::BossKey),
        Requirement::ItemLocked => start.key_item || holds(Content::KeyItem),
        Requirement::Switch => rules.switches == Switches::Free || holds(Content::Switch),
        Requirement::Symbol(id) => holds(Content::Symbol(id)),
        Requirement::Lacks(_) => true,
        Requirement::Toggle(id, on) => !on || holds(Content::Toggle(id)),
        Requirement::Plate(_) => panic!("a plate in a graph"),
    }
}
