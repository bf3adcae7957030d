//! What could be reached at best: keys and bombs never run out and toggles are in every position.
//!
//! Every real plan is a plan here too, so that what this flood does not reach cannot be reached: an
//! instant proof. Its waves are the spheres of a level: what comes into reach with what lay in the
//! waves before.

use crate::graph::{Content, Graph, NodeIndex, Requirement};
use crate::rules::{Bombs, OneWay, Rules, Switches};
use rustc_hash::FxHashSet;

/// The waves of the flood: each a list of what came into reach, by node and content, in the order of
/// the nodes. Contents that no rule asks for are left out.
pub(crate) fn waves(graph: &Graph, rules: &Rules) -> (Vec<Vec<(NodeIndex, Content)>>, Vec<bool>) {
    let mut flood = Flood::new(graph, rules);
    let mut waves = Vec::new();
    loop {
        let before = flood.reached.clone();
        flood.spread();
        let wave = flood.take(&before);
        if wave.is_empty() {
            return (waves, flood.reached);
        }
        waves.push(wave);
    }
}

/// Whether a goal could be reached at best.
pub(crate) fn could_win(graph: &Graph, rules: &Rules) -> bool {
    let (_, reached) = waves(graph, rules);
    graph.goals.iter().any(|&goal| reached.get(goal as usize) == Some(&true))
}

struct Flood<'a> {
    graph: &'a Graph,
    rules: &'a Rules,
    /// By node: the places of the edges that may be crossed from it, forwards or backwards.
    ways: Vec<Vec<(u32, NodeIndex)>>,
    reached: Vec<bool>,
    held: FxHashSet<Content>,
    goal: Vec<bool>,
    /// Small keys found so far.
    keys: u32,
    /// What a pick-up of bombs brings, if anything.
    bombs: Option<Content>,
}

impl<'a> Flood<'a> {
    fn new(graph: &'a Graph, rules: &'a Rules) -> Self {
        let mut ways = vec![Vec::new(); graph.nodes.len()];
        let walkable: FxHashSet<_> = graph
            .edges
            .iter()
            .filter(|edge| !edge.asks(Requirement::Stair))
            .map(|edge| (edge.from, edge.to))
            .collect();
        for (i, edge) in (0..).zip(&graph.edges).filter(|(_, edge)| edge.from != edge.to) {
            ways[edge.from as usize].push((i, edge.to));
            if edge.asks(Requirement::SoftLocked)
                && rules.one_way == OneWay::Ignored
                && !walkable.contains(&(edge.to, edge.from))
            {
                ways[edge.to as usize].push((i, edge.from));
            }
        }
        let mut held = FxHashSet::default();
        let start = &rules.start;
        held.extend((start.bombs > 0).then_some(Content::ItemMinor));
        held.extend(start.boss_key.then_some(Content::BossKey));
        held.extend(start.key_item.then_some(Content::KeyItem));
        let mut goal = vec![false; graph.nodes.len()];
        graph.goals.iter().for_each(|&n| goal[n as usize] = true);
        let reached = vec![false; graph.nodes.len()];
        let brings = rules.bombs == Bombs::Unlimited || rules.bomb_pickup > 0;
        let bombs = brings.then_some(Content::ItemMinor);
        Self { graph, rules, ways, reached, held, goal, keys: start.keys, bombs }
    }

    /// Reaches all that can be reached with what is held: no way to a node passes more key locks than
    /// keys were found. A queue with two ends, since a step passes one lock or none.
    fn spread(&mut self) {
        let mut fewest = vec![u32::MAX; self.graph.nodes.len()];
        let mut queue: std::collections::VecDeque<_> =
            self.graph.start.map(|start| (start, 0)).into_iter().collect();
        while let Some((node, spent)) = queue.pop_front() {
            let best = &mut fewest[node as usize];
            if *best <= spent {
                continue;
            }
            *best = spent;
            self.reached[node as usize] = true;
            if self.goal[node as usize] {
                continue;
            }
            for &(edge, to) in &self.ways[node as usize] {
                match self.cost(edge) {
                    Some(0) => queue.push_front((to, spent)),
                    Some(cost) if spent + cost <= self.keys => queue.push_back((to, spent + cost)),
                    _ => {}
                }
            }
        }
    }

    /// How many small keys an edge takes, or `None` where it cannot be passed with what is held.
    fn cost(&self, edge: u32) -> Option<u32> {
        let mut cost = 0;
        for requirement in &self.graph.edges.get(edge as usize)?.requires {
            let held = match *requirement {
                Requirement::KeyLocked => {
                    cost = 1;
                    true
                }
                Requirement::BossLocked => self.held.contains(&Content::BossKey),
                Requirement::ItemLocked => self.held.contains(&Content::KeyItem),
                Requirement::Bombable => self.held.contains(&Content::ItemMinor),
                Requirement::Switch => {
                    self.rules.switches == Switches::Free || self.held.contains(&Content::Switch)
                }
                Requirement::Symbol(id) => self.held.contains(&Content::Symbol(id)),
                Requirement::Toggle(id, on) => !on || self.held.contains(&Content::Toggle(id)),
                Requirement::SoftLocked | Requirement::Stair => true,
            };
            if !held {
                return None;
            }
        }
        Some(cost)
    }

    /// Takes what lies in the nodes that were not reached `before`.
    fn take(&mut self, before: &[bool]) -> Vec<(NodeIndex, Content)> {
        let mut wave = Vec::new();
        for (n, node) in (0..).zip(&self.graph.nodes) {
            if !self.reached[n as usize] || before[n as usize] {
                continue;
            }
            for &content in &node.contents {
                if !matches!(
                    content,
                    Content::Start
                        | Content::Goal
                        | Content::Enemy
                        | Content::Boss
                        | Content::Puzzle
                ) {
                    wave.push((n, content));
                    self.hold(n, content);
                }
            }
        }
        wave
    }

    /// Holds what was taken; what lies in a goal opens nothing, since no move leaves it.
    fn hold(&mut self, node: NodeIndex, content: Content) {
        if self.goal[node as usize] {
            return;
        }
        match content {
            Content::Key => self.keys = self.keys.saturating_add(1),
            Content::ItemMinor => self.held.extend(self.bombs),
            Content::KeyItem => self.held.extend(self.bombs.into_iter().chain([content])),
            _ => self.held.extend([content]),
        }
    }
}
