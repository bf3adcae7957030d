//! Changes to a level, implemented independently for the twin: things removed, locks removed or sealed, things given to
//! the player. A lock is the set of edges between a pair of nodes with the same requirements except for stairs, both
//! directions together.

use crate::naive_twin::twin::{Game, Pair, pair_of};
use quandary_level::check::change::Change;
use quandary_level::rules::Position;
use quandary_level::rules::{Bombs, Rules, Switches};
use quandary_level::{Content, Edge, Graph, NodeIndex, Requirement, SymbolId};
use std::collections::{BTreeMap, BTreeSet};

/// A change in the twin's terms.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ours {
    Open(Lock),
    Seal(Lock),
    Grant(Content),
    Remove(NodeIndex, Content),
    /// Adds an edge back with the requirements of the edge.
    Return(u32),
    Rule(String),
    /// Removes a condition of `win`.
    Waive(Requirement),
}

/// A lock: its pair of nodes and its requirements.
pub(crate) type Lock = (Pair, BTreeSet<Requirement>);

/// Converts a change of the verifier to the twin's terms, and checks its list of edges against the graph.
pub(crate) fn ours(graph: &Graph, change: &Change) -> Ours {
    match change {
        Change::Open(lock) => Ours::Open(our_lock(graph, lock)),
        Change::Seal(lock) => Ours::Seal(our_lock(graph, lock)),
        Change::Grant(content) => Ours::Grant(*content),
        Change::Remove(Position::Node(node), content) => Ours::Remove(*node, *content),
        Change::Remove(Position::Cell(cell), _) => panic!("{cell:?} in a graph"),
        Change::Lift(plate) => panic!("plate {plate} in a graph"),
        Change::Return(edge) => Ours::Return(*edge),
        Change::Rule(rule) => Ours::Rule(rule.to_string()),
        Change::Fill(cells) => panic!("a pit in a graph: {cells:?}"),
        Change::Waive(condition) => Ours::Waive(*condition),
    }
}

fn our_lock(graph: &Graph, lock: &quandary_level::check::locks::Lock) -> Lock {
    let quandary_level::check::locks::Lock::Edges { between, requires, edges } = lock else {
        panic!("{lock:?} in a graph")
    };
    let ours = (*between, requires.iter().copied().collect());
    assert_eq!(locks(graph).get(&ours), Some(edges));
    ours
}

/// The locks of a graph, and the edges of each.
pub(crate) fn locks(graph: &Graph) -> BTreeMap<Lock, Vec<u32>> {
    let mut locks: BTreeMap<Lock, Vec<u32>> = BTreeMap::new();
    for (i, edge) in (0..).zip(&graph.edges) {
        let lock = lock_of(edge);
        if edge.from != edge.to && !lock.1.is_empty() {
            locks.entry(lock).or_default().push(i);
        }
    }
    locks
}

fn lock_of(edge: &Edge) -> Lock {
    let asked = edge.requires.iter().copied().filter(|asked| *asked != Requirement::Stair);
    (pair_of(edge), asked.collect())
}

/// The removal of each thing in a node.
pub(crate) fn removals(graph: &Graph) -> Vec<Ours> {
    let idle = [Content::Start, Content::Goal, Content::Enemy, Content::Boss, Content::Puzzle];
    let mut removals = Vec::new();
    for (n, node) in (0..).zip(&graph.nodes) {
        let useful = node.contents.iter().filter(|content| !idle.contains(content));
        removals.extend(useful.map(|content| Ours::Remove(n, *content)));
    }
    removals
}

/// All candidates for an unwinnable level: every lock opened, everything a lock requires given, small keys (and bombs
/// that are used up) once per lock.
pub(crate) fn candidates(graph: &Graph, rules: &Rules) -> Vec<Ours> {
    let locks: Vec<Lock> = locks(graph).into_keys().collect();
    let mut candidates: Vec<Ours> = locks.iter().cloned().map(Ours::Open).collect();
    for asked in locks.iter().flat_map(|(_, asks)| asks) {
        let Some(wanted) = wanted(*asked) else { continue };
        let many = wanted == Content::Key
            || (wanted == Content::ItemMinor && rules.bombs == Bombs::Consumed);
        if many || !candidates.contains(&Ours::Grant(wanted)) {
            candidates.push(Ours::Grant(wanted));
        }
    }
    candidates
}

/// Further changes: a way back along every one-way edge, and every other value of each rule for graphs.
pub(crate) fn beyond(graph: &Graph, rules: &Rules) -> Vec<Ours> {
    let leads = |from, to| graph.edges.iter().any(|edge| (edge.from, edge.to) == (from, to));
    let edges = (0..).zip(&graph.edges);
    let one_way = edges.filter(|(_, edge)| {
        !edge.requires(Requirement::SoftLocked)
            && edge.from != edge.to
            && !leads(edge.to, edge.from)
    });
    let mut beyond: Vec<Ours> = one_way.map(|(i, _)| Ours::Return(i)).collect();
    for rule in [
        "bombs=unlimited",
        "bombs=consumed",
        "bomb_pickup=1",
        "bomb_pickup=4",
        "one_way=ignored",
        "one_way=enforced",
        "switches=free",
        "switches=visited",
    ] {
        let mut other = rules.clone();
        other.set(rule).expect("a rule");
        if other != *rules {
            beyond.push(Ours::Rule(rule.to_owned()));
        }
    }
    beyond
}

fn wanted(asked: Requirement) -> Option<Content> {
    match asked {
        Requirement::KeyLocked => Some(Content::Key),
        Requirement::Bombable => Some(Content::ItemMinor),
        Requirement::BossLocked => Some(Content::BossKey),
        Requirement::ItemLocked => Some(Content::KeyItem),
        Requirement::Switch => Some(Content::Switch),
        Requirement::Symbol(id) => Some(Content::Symbol(id)),
        _ => None,
    }
}

/// The elements of `all` without those of `some`, each removed once.
pub(crate) fn without(all: &[Ours], some: &[Ours]) -> Vec<Ours> {
    let mut left = all.to_vec();
    for one in some {
        let at = left.iter().position(|other| other == one).expect("a candidate");
        left.remove(at);
    }
    left
}

/// The game after some changes.
pub(crate) fn changed(graph: &Graph, rules: &Rules, changes: &[Ours]) -> Game {
    applied(Game::new(graph, rules), changes)
}

/// A game after some changes.
pub(crate) fn applied(mut game: Game, changes: &[Ours]) -> Game {
    let graph = game.graph.clone();
    for change in changes {
        match change {
            Ours::Open(lock) => open(&mut game.graph, &graph, lock),
            Ours::Waive(condition) => game.win.retain(|other| other != condition),
            Ours::Seal(lock) => {
                let edges = game.graph.edges.iter_mut().filter(|edge| lock_of(edge) == *lock);
                edges.for_each(|edge| edge.requires.push(Requirement::Symbol(SymbolId::MAX)));
            }
            Ours::Return(edge) => {
                let Edge { from, to, requires } = game.graph.edges[*edge as usize].clone();
                game.graph.edges.push(Edge { from: to, to: from, requires });
            }
            Ours::Rule(rule) => game.rules.set(rule).expect("a rule"),
            Ours::Grant(content) => grant(&mut game, *content),
            Ours::Remove(node, content) => {
                let contents = &mut game.graph.nodes[*node as usize].contents;
                let at = contents.iter().position(|held| held == content).expect("the thing");
                contents.remove(at);
            }
        }
    }
    game
}

/// Removes a lock: its edges require nothing, and a one-way door opens both ways.
fn open(changed: &mut Graph, graph: &Graph, lock: &Lock) {
    for (i, edge) in graph.edges.iter().enumerate().filter(|(_, edge)| lock_of(edge) == *lock) {
        changed.edges[i].requires.retain(|asked| *asked == Requirement::Stair);
        if edge.requires(Requirement::SoftLocked) {
            let (from, to) = (edge.to, edge.from);
            changed.edges.push(Edge { from, to, requires: Default::default() });
        }
    }
}

fn grant(game: &mut Game, content: Content) {
    match content {
        Content::Key => game.rules.start.keys += 1,
        Content::ItemMinor => game.rules.start.bombs += 1,
        Content::BossKey => game.rules.start.boss_key = true,
        Content::KeyItem => game.rules.start.key_item = true,
        Content::Switch => game.rules.switches = Switches::Free,
        Content::Symbol(id) => {
            game.gifts.insert(id);
        }
        other => panic!("{other:?} cannot be given"),
    }
}

/// The game without a lock that uses nothing up, in the directions of its edges.
pub(crate) fn without_lock(graph: &Graph, rules: &Rules, lock: &Lock) -> Game {
    let mut game = Game::new(graph, rules);
    for edge in game.graph.edges.iter_mut().filter(|edge| lock_of(edge) == *lock) {
        let stays = [Requirement::Stair, Requirement::SoftLocked];
        edge.requires.retain(|asked| stays.contains(asked));
    }
    game
}
