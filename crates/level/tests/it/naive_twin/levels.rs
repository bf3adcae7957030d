//! Random graphs: small ones with all features, long ones with more bits than a word, and ladders whose states become
//! alive in zigzag order.
//!
//! Invariant: a level is a function of its seed.

use quandary_level::rules::{Bombs, OneWay, Preset, Rules, Switches};
use quandary_level::{Content, Edge, Graph, Level, Node, NodeId, NodeIndex, Requirement};
use std::fmt::{self, Display};

/// A level and its rules.
pub(crate) struct Case {
    pub(crate) seed: u64,
    pub(crate) graph: Graph,
    pub(crate) rules: Rules,
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = quandary_level::formats::json::print(&Level::of_graph(self.graph.clone()));
        write!(f, "seed {}\n{text}\n{:?}", self.seed, self.rules)
    }
}

/// Marsaglia's xorshift generator ("Xorshift RNGs", 2003), 64 bits, with a scrambled result.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..4).for_each(|_| random.0 = random.next());
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A random number below `n`.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        ((self.next().wrapping_mul(0xD134_2543_DE82_EF95) >> 33) % u64::from(n)) as u32
    }

    /// True with a probability of `percent` in a hundred.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}

/// The kinds of locks and things in a level.
struct Theme {
    asks: Vec<Requirement>,
    holds: Vec<Content>,
}

const SYMBOLS: u32 = 3;
const TOGGLES: u32 = 2;

/// The allowed themes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Any.
    Any,
    /// Symbols and toggles only.
    Plain,
    /// Symbols only.
    Symbols,
}

/// The level of a seed.
pub(crate) fn small(seed: u64, kind: Kind) -> Case {
    let mut random = Random::new(seed);
    let theme = theme(&mut random, kind);
    let nodes = 2 + random.below(8);
    let mut graph = Graph { symbols: symbols(SYMBOLS), start: Some(0), ..Graph::default() };
    graph.nodes = (0..nodes).map(node).collect();
    let deep = random.chance(40);
    if deep {
        graph.goals = vec![nodes - 1];
    } else {
        let start = random.below(nodes);
        graph.start = Some(start);
        graph.goals = goals(&mut random, nodes, start);
    }
    furnish(&mut random, &theme, &mut graph);
    connect(&mut random, &theme, &mut graph, deep);
    Case { seed, graph, rules: rules(&mut random) }
}

fn symbols(n: u32) -> Vec<String> {
    (0..n).map(|i| format!("s{i}")).collect()
}

fn node(n: u32) -> Node {
    Node { id: NodeId::Number(i64::from(n)), contents: Default::default() }
}

fn theme(random: &mut Random, kind: Kind) -> Theme {
    let choice = match kind {
        Kind::Any => random.below(10),
        Kind::Plain => 2 + random.below(3),
        Kind::Symbols => 2,
    };
    let keys = || vec![(Requirement::KeyLocked, Content::Key)];
    let bombs = || {
        vec![
            (Requirement::Bombable, Content::ItemMinor),
            (Requirement::ItemLocked, Content::KeyItem),
        ]
    };
    let symbols = || (0..SYMBOLS).map(|i| (Requirement::Symbol(i), Content::Symbol(i))).collect();
    let toggles = || {
        let both = |i| [true, false].map(|on| (Requirement::Toggle(i, on), Content::Toggle(i)));
        (0..TOGGLES).flat_map(both).collect::<Vec<_>>()
    };
    let others =
        vec![(Requirement::BossLocked, Content::BossKey), (Requirement::Switch, Content::Switch)];
    let pairs: Vec<_> = match choice {
        0 => keys(),
        1 => bombs(),
        2 => symbols(),
        3 => toggles(),
        4 => [symbols(), toggles()].concat(),
        5 => [keys(), others].concat(),
        6 => [keys(), bombs()].concat(),
        _ => [keys(), bombs(), symbols(), toggles(), others].concat(),
    };
    let (asks, holds) = pairs.into_iter().unzip();
    Theme { asks, holds }
}

/// Mostly one goal away from the start; sometimes several, none, or the start itself.
fn goals(random: &mut Random, nodes: u32, start: NodeIndex) -> Vec<NodeIndex> {
    let count = [0, 1, 1, 1, 1, 1, 1, 1, 2, 3][random.below(10) as usize];
    let mut goals = Vec::new();
    for _ in 0..count {
        let goal = random.below(nodes);
        let wanted = !goals.contains(&goal) && (goal != start || random.chance(10));
        goals.extend(wanted.then_some(goal));
    }
    goals
}

/// Puts things into nodes: those of the theme, and some that no rule requires.
fn furnish(random: &mut Random, theme: &Theme, graph: &mut Graph) {
    let idle = [Content::Start, Content::Goal, Content::Enemy, Content::Boss, Content::Puzzle];
    for _ in 0..random.below(graph.nodes.len() as u32 + 3) {
        let content =
            if random.chance(10) { random.pick(&idle) } else { random.pick(&theme.holds) };
        let at = random.below(graph.nodes.len() as u32) as usize;
        let contents = &mut graph.nodes[at].contents;
        if !contents.contains(&content) {
            contents.push(content);
        }
    }
}

/// A random tree, mostly with two-way edges, then further edges of all kinds. A deep graph is closer to a row and has
/// fewer shortcuts.
fn connect(random: &mut Random, theme: &Theme, graph: &mut Graph, deep: bool) {
    let nodes = graph.nodes.len() as u32;
    for to in 1..nodes {
        let from = if deep && random.chance(70) { to - 1 } else { random.below(to) };
        link(random, theme, graph, from, to);
    }
    for _ in 0..random.below(if deep { 2 } else { 5 }) {
        let (from, to) = (random.below(nodes), random.below(nodes));
        link(random, theme, graph, from, to);
    }
    if random.chance(10) {
        let copy = graph.edges[random.below(graph.edges.len() as u32) as usize].clone();
        graph.edges.push(copy);
    }
}

/// An edge, and mostly one back: equal, reordered, different, or open.
fn link(random: &mut Random, theme: &Theme, graph: &mut Graph, a: NodeIndex, b: NodeIndex) {
    let (from, to) = if random.chance(75) { (a, b) } else { (b, a) };
    let edge = Edge { from, to, requires: requires(random, theme) };
    let mut back = Edge { from: to, to: from, requires: edge.requires.clone() };
    graph.edges.push(edge);
    match random.below(10) {
        0..=4 => graph.edges.push(back),
        5 => {
            back.requires.reverse();
            graph.edges.push(back);
        }
        6 => graph.edges.push(Edge { requires: requires(random, theme), ..back }),
        7 => graph.edges.push(Edge { requires: Default::default(), ..back }),
        _ => {}
    }
}

fn requires<V: FromIterator<Requirement>>(random: &mut Random, theme: &Theme) -> V {
    let count = [0, 0, 0, 1, 1, 1, 1, 1, 2, 2][random.below(10) as usize];
    let mut asked = Vec::new();
    for _ in 0..count {
        let one = match random.below(10) {
            0 => Requirement::SoftLocked,
            1 => Requirement::Stair,
            _ => random.pick(&theme.asks),
        };
        if !asked.contains(&one) {
            asked.push(one);
        }
    }
    asked.into_iter().collect()
}

/// A preset, often with changed rules and an initial inventory.
fn rules(random: &mut Random) -> Rules {
    let mut rules = Rules::preset(random.pick(&[Preset::Strict, Preset::Classic]));
    if random.chance(50) {
        rules.bombs = random.pick(&[Bombs::Consumed, Bombs::Unlimited]);
        rules.bomb_pickup = random.below(4);
        rules.one_way = random.pick(&[OneWay::Ignored, OneWay::Enforced]);
        rules.switches = random.pick(&[Switches::Free, Switches::Visited]);
    }
    if random.chance(30) {
        rules.start.keys = random.below(3);
        rules.start.bombs = random.below(3);
        rules.start.boss_key = random.chance(30);
        rules.start.key_item = random.chance(30);
    }
    rules
}

// -------------------------------------------------------------------------- levels of other shapes

/// A long row of rooms, one-way except for a few steps back: more bits than a word, and few states.
pub(crate) fn long(seed: u64, nodes: u32) -> Case {
    let mut random = Random::new(seed);
    let mut graph = Graph { symbols: symbols(nodes), start: Some(0), ..Graph::default() };
    graph.nodes = (0..nodes).map(node).collect();
    graph.goals = vec![nodes - 1];
    for n in 0..nodes {
        let held = if random.chance(70) { Content::Symbol(n) } else { Content::Key };
        graph.nodes[n as usize].contents.push(held);
    }
    graph.nodes[1 + random.below(nodes - 2) as usize].contents.push(Content::Toggle(0));
    for to in 1..nodes {
        let last = to + u32::from(random.chance(2));
        let asked = match random.below(10) {
            0..=1 => vec![Requirement::KeyLocked],
            2..=6 => vec![Requirement::Symbol(random.below(last))],
            _ => Vec::new(),
        };
        graph.edges.push(Edge { from: to - 1, to, requires: asked.into() });
        if random.chance(8) {
            graph.edges.push(Edge { from: to, to: to - 1, requires: Default::default() });
        }
    }
    drop_unmet(&mut random, &mut graph);
    let mut rules = Rules::default();
    rules.start.keys = random.below(8);
    Case { seed, graph, rules }
}

/// Opens most edges that require a symbol that lies nowhere.
fn drop_unmet(random: &mut Random, graph: &mut Graph) {
    let nodes = &graph.nodes;
    let stands = |id| nodes.iter().any(|node| node.contents.contains(&Content::Symbol(id)));
    for edge in &mut graph.edges {
        edge.requires.retain(|asked| match asked {
            Requirement::Symbol(id) => stands(*id) || random.chance(1),
            _ => true,
        });
    }
}

/// Two one-way rows of rooms. The first leads into the second at random places, so a path to the goal alternates
/// between states found late and states found early.
pub(crate) fn ladder(seed: u64, length: u32) -> Case {
    let mut random = Random::new(seed);
    let mut graph =
        Graph { nodes: (0..2 * length).map(node).collect(), start: Some(0), ..Graph::default() };
    let mut rungs: Vec<NodeIndex> = (length..2 * length).collect();
    for i in (1..rungs.len()).rev() {
        rungs.swap(i, random.below(i as u32 + 1) as usize);
    }
    let mut open = |from, to| graph.edges.push(Edge { from, to, requires: Default::default() });
    for n in 0..length - 1 {
        open(n, n + 1);
        open(n, rungs[n as usize]);
        if random.chance(98) {
            open(length + n, length + n + 1);
        }
    }
    graph.edges.push(Edge {
        from: length - 1,
        to: rungs[length as usize - 1],
        requires: Default::default(),
    });
    graph.goals = vec![2 * length - 1];
    Case { seed, graph, rules: Rules::default() }
}

/// A row of rooms, each with the symbol for the next door: a level of exactly `things` bits.
pub(crate) fn row(things: u32) -> Case {
    let mut graph =
        Graph { symbols: symbols(things), goals: vec![things], start: Some(0), ..Graph::default() };
    graph.nodes = (0..=things).map(node).collect();
    for n in 0..things {
        graph.nodes[n as usize].contents.push(Content::Symbol(n));
        let requires = [Requirement::Symbol(n)].into_iter().collect();
        graph.edges.push(Edge { from: n, to: n + 1, requires });
    }
    Case { seed: u64::from(things), graph, rules: Rules::default() }
}
