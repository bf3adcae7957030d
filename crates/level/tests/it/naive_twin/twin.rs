//! The naive twin: an independent, simple and slow implementation of the room-level rules. A state consists of sets,
//! every move is tried in every state, and dead states are those that no backward step from a living state reaches.
//!
//! Invariant: of the crate it uses only the data types of `graph` and `rules`, never the rules' implementation.

use quandary_level::rules::{Bombs, OneWay, Rules, Switches};
use quandary_level::{Content, Edge, Graph, NodeIndex, Requirement, SymbolId};
use std::collections::{BTreeMap, BTreeSet};

/// Two nodes, the lower index first.
pub(crate) type Pair = (NodeIndex, NodeIndex);

/// A graph under rules, with winning conditions, and symbols given to the player.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) graph: Graph,
    pub(crate) rules: Rules,
    /// Conditions that win together in any node; if empty, only goals win.
    pub(crate) win: Vec<Requirement>,
    /// Symbols held from the beginning.
    pub(crate) gifts: BTreeSet<SymbolId>,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    pub(crate) node: NodeIndex,
    /// Nodes whose pick-ups were taken, or whose switch was visited.
    pub(crate) taken: BTreeSet<NodeIndex>,
    /// Pairs whose small-key lock is open.
    pub(crate) opened: BTreeSet<Pair>,
    /// Pairs whose wall was bombed, if bombs are used up.
    pub(crate) bombed: BTreeSet<Pair>,
    pub(crate) symbols: BTreeSet<SymbolId>,
    /// Toggles that are on.
    pub(crate) toggles: BTreeSet<u32>,
    /// True if bombs are held, if they are not used up.
    pub(crate) bombs_held: bool,
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Goto(NodeIndex),
    Flip(u32),
}

/// The two ends of an edge.
pub(crate) fn pair_of(edge: &Edge) -> Pair {
    (edge.from.min(edge.to), edge.from.max(edge.to))
}

impl Game {
    pub(crate) fn new(graph: &Graph, rules: &Rules) -> Self {
        let (graph, rules) = (graph.clone(), rules.clone());
        Self { graph, rules, win: Vec::new(), gifts: BTreeSet::new() }
    }

    pub(crate) fn start(&self) -> State {
        let nowhere = State {
            node: self.graph.start.expect("a start"),
            taken: BTreeSet::new(),
            opened: BTreeSet::new(),
            bombed: BTreeSet::new(),
            symbols: self.gifts.clone(),
            toggles: BTreeSet::new(),
            bombs_held: self.rules.bombs == Bombs::Unlimited && self.rules.start.bombs > 0,
        };
        self.enter(nowhere, self.graph.start.expect("a start"))
    }

    pub(crate) fn is_goal(&self, state: &State) -> bool {
        let wins = !self.win.is_empty() && self.win.iter().all(|one| self.is_so(state, *one));
        wins || self.graph.goals.contains(&state.node)
    }

    /// True if a condition holds now.
    fn is_so(&self, state: &State, condition: Requirement) -> bool {
        match condition {
            Requirement::Symbol(id) => state.symbols.contains(&id),
            Requirement::Lacks(id) => !state.symbols.contains(&id),
            Requirement::Toggle(id, on) => state.toggles.contains(&id) == on,
            // Plates lie on tiles, and a graph has none.
            other => panic!("{other:?} in a graph is no condition"),
        }
    }

    fn contents(&self, node: NodeIndex) -> &[Content] {
        &self.graph.nodes[node as usize].contents
    }

    /// Goes into a node and takes what lies there.
    fn enter(&self, mut state: State, node: NodeIndex) -> State {
        let consumed = self.rules.bombs == Bombs::Consumed;
        state.node = node;
        for content in self.contents(node) {
            match content {
                Content::Key | Content::BossKey | Content::KeyItem | Content::Switch => {
                    state.taken.insert(node);
                }
                Content::ItemMinor if consumed => {
                    state.taken.insert(node);
                }
                Content::Symbol(id) => {
                    state.symbols.insert(*id);
                }
                _ => {}
            }
            let bombs = matches!(content, Content::ItemMinor | Content::KeyItem);
            state.bombs_held |= bombs && !consumed;
        }
        state
    }

    /// Number of things of a kind in the taken nodes.
    fn taken(&self, state: &State, wanted: Content) -> u32 {
        state.taken.iter().map(|&node| self.many(node, wanted)).sum()
    }

    /// Number of things of a kind in a node.
    fn many(&self, node: NodeIndex, wanted: Content) -> u32 {
        self.contents(node).iter().filter(|content| **content == wanted).count() as u32
    }

    /// Number of times a node gives bombs: once for each minor item, or once if it has none but a key item.
    fn bombs_in(&self, node: NodeIndex) -> u32 {
        self.many(node, Content::ItemMinor).max(self.many(node, Content::KeyItem).min(1))
    }

    /// Small keys in hand.
    pub(crate) fn keys(&self, state: &State) -> u32 {
        self.rules.start.keys + self.taken(state, Content::Key) - state.opened.len() as u32
    }

    /// Bombs in hand; if they are not used up, 1 for any.
    pub(crate) fn bombs(&self, state: &State) -> u32 {
        if self.rules.bombs == Bombs::Unlimited {
            return u32::from(state.bombs_held);
        }
        let found: u32 = state.taken.iter().map(|&node| self.bombs_in(node)).sum();
        self.rules.start.bombs + found * self.rules.bomb_pickup - state.bombed.len() as u32
    }

    pub(crate) fn boss_key(&self, state: &State) -> bool {
        self.rules.start.boss_key || self.taken(state, Content::BossKey) > 0
    }

    pub(crate) fn key_item(&self, state: &State) -> bool {
        self.rules.start.key_item || self.taken(state, Content::KeyItem) > 0
    }

    /// The passages out of a node: the target and the edge.
    fn ways(&self, node: NodeIndex) -> Vec<(NodeIndex, &Edge)> {
        let edges = self.graph.edges.iter().filter(|edge| edge.from != edge.to);
        let mut ways = Vec::new();
        for edge in edges {
            if edge.from == node {
                ways.push((edge.to, edge));
            } else if edge.to == node && self.may_go_back(edge) {
                ways.push((edge.from, edge));
            }
        }
        ways
    }

    /// True if an edge can be crossed backwards: a one-way edge under `one_way=ignored`, if the graph has no edge back.
    /// For a one-way door, stairs do not count as edges back.
    fn may_go_back(&self, edge: &Edge) -> bool {
        let counts =
            |e: &Edge| !e.requires(Requirement::Stair) || !edge.requires(Requirement::SoftLocked);
        let is_back = |e: &Edge| e.from == edge.to && e.to == edge.from && counts(e);
        self.rules.one_way == OneWay::Ignored && !self.graph.edges.iter().any(is_back)
    }

    /// Meets one requirement of an edge and pays for it; `None` if it cannot be met.
    fn meet(&self, mut state: State, asked: Requirement, ends: Pair) -> Option<State> {
        let met = match asked {
            Requirement::KeyLocked => {
                let met = state.opened.contains(&ends) || self.keys(&state) > 0;
                state.opened.insert(ends);
                met
            }
            Requirement::Bombable if self.rules.bombs == Bombs::Unlimited => state.bombs_held,
            Requirement::Bombable => {
                let met = state.bombed.contains(&ends) || self.bombs(&state) > 0;
                state.bombed.insert(ends);
                met
            }
            Requirement::BossLocked => self.boss_key(&state),
            Requirement::ItemLocked => self.key_item(&state),
            Requirement::Switch => {
                self.rules.switches == Switches::Free || self.taken(&state, Content::Switch) > 0
            }
            Requirement::SoftLocked | Requirement::Stair => true,
            condition => self.is_so(&state, condition),
        };
        met.then_some(state)
    }

    /// Every move from a state; none from a goal.
    pub(crate) fn moves(&self, state: &State) -> Vec<(Step, State)> {
        let mut moves = Vec::new();
        if self.is_goal(state) {
            return moves;
        }
        for (to, edge) in self.ways(state.node) {
            let paid = edge
                .requires
                .iter()
                .try_fold(state.clone(), |state, asked| self.meet(state, *asked, pair_of(edge)));
            moves.extend(paid.map(|paid| (Step::Goto(to), self.enter(paid, to))));
        }
        let contents: BTreeSet<Content> = self.contents(state.node).iter().copied().collect();
        for content in &contents {
            if let Content::Toggle(id) = content {
                let mut after = state.clone();
                if !after.toggles.remove(id) {
                    after.toggles.insert(*id);
                }
                moves.push((Step::Flip(*id), after));
            }
        }
        moves
    }
}

// ------------------------------------------------------------------------------- the whole space

/// Every reachable state, in order of cost.
pub(crate) struct Reach {
    pub(crate) states: Vec<State>,
    pub(crate) costs: Vec<u64>,
    pub(crate) dead: Vec<bool>,
    is_goal: Vec<bool>,
}

impl Reach {
    /// Explores a game; `None` if there are more than `most` states.
    pub(crate) fn of(game: &Game, most: usize) -> Option<Self> {
        let (states, costs, next) = explore(game, most)?;
        let is_goal: Vec<bool> = states.iter().map(|state| game.is_goal(state)).collect();
        let dead = dead(&is_goal, &next);
        Some(Self { states, costs, dead, is_goal })
    }

    /// The least cost of a goal.
    pub(crate) fn cost(&self) -> Option<u64> {
        self.is_goal.iter().position(|goal| *goal).map(|first| self.costs[first])
    }

    pub(crate) fn dead_states(&self) -> u64 {
        self.dead.iter().filter(|dead| **dead).count() as u64
    }

    /// The least cost of a dead state, in a winnable level.
    pub(crate) fn witness(&self) -> Option<u64> {
        self.cost()?;
        self.dead.iter().position(|dead| *dead).map(|first| self.costs[first])
    }

    /// True if a reachable state is dead.
    pub(crate) fn is_dead(&self, state: &State) -> bool {
        self.states.iter().position(|s| s == state).is_some_and(|at| self.dead[at])
    }

    /// The nodes that can be reached.
    pub(crate) fn nodes(&self) -> BTreeSet<NodeIndex> {
        self.states.iter().map(|state| state.node).collect()
    }
}

type Explored = (Vec<State>, Vec<u64>, Vec<Vec<usize>>);

fn explore(game: &Game, most: usize) -> Option<Explored> {
    let (mut states, mut costs, mut next) = (vec![game.start()], vec![0], Vec::new());
    let mut places = BTreeMap::from([(game.start(), 0)]);
    while next.len() < states.len() {
        let at = next.len();
        let mut row = Vec::new();
        for (_, after) in game.moves(&states[at]) {
            let place = *places.entry(after.clone()).or_insert(states.len());
            if place == states.len() {
                states.push(after);
                costs.push(costs[at] + 1);
            }
            row.push(place);
        }
        next.push(row);
        if states.len() > most {
            return None;
        }
    }
    Some((states, costs, next))
}

/// The states from which no goal can be reached.
fn dead(is_goal: &[bool], next: &[Vec<usize>]) -> Vec<bool> {
    let mut dead: Vec<bool> = is_goal.iter().map(|goal| !goal).collect();
    loop {
        let before = dead.clone();
        for (at, row) in next.iter().enumerate() {
            dead[at] = before[at] && row.iter().all(|&to| before[to]);
        }
        if dead == before {
            return dead;
        }
    }
}

/// True if a game can be won.
pub(crate) fn can_win(game: &Game) -> bool {
    let mut waiting = vec![game.start()];
    let mut seen = BTreeSet::from([game.start()]);
    while let Some(state) = waiting.pop() {
        if game.is_goal(&state) {
            return true;
        }
        for (_, after) in game.moves(&state) {
            if seen.insert(after.clone()) {
                waiting.push(after);
            }
        }
    }
    false
}
