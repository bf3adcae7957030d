//! What helps outside of a core: ways back, and other values of rules.

use crate::check::change::{Change, changed};
use crate::check::locks::Lock;
use crate::check::winnable::Questions;
use crate::limits::Limits;
use crate::model::graph::Requirement;
use crate::model::level::Level;
use crate::model::tile::Tile;
use crate::rules::{Assignment, Rules};
use clock::Instant;

/// The extent to which changes outside of a core were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tried {
    /// All at once, under all values of the rules that the core leaves as they are: they do not help. Of the rules in the
    /// core each other value was tried by itself.
    Together,
    /// Each by itself; two or more together may help.
    Singly,
    /// Not all: a limit came first.
    Some,
}

/// The values of rules that allow whatever another value of the rule does.
const LOOSEST: [&str; 7] = [
    "push=free",
    "push_onto=walkable",
    "bombs=unlimited",
    "warps=stairs,doors",
    "stair_edges=all",
    "diagonals=true",
    "switches=free",
];

/// The rules of which no value is looser than another. Of `one_way` none is where ways back are added: one that asks for
/// something takes away that the edge may be crossed back for nothing. Where cells ask for something, `push_onto` is one of
/// them: only with `floor` may a block go there.
const INCOMPARABLE: [&str; 3] = ["locks", "blocks", "one_way"];

/// What is asked beside a core.
pub(super) struct Rest<'a> {
    pub(super) level: &'a Level,
    pub(super) rules: &'a Rules,
    pub(super) questions: Questions,
    pub(super) limits: &'a Limits<'a>,
    pub(super) begin: Instant,
}

impl Rest<'_> {
    /// The changes of `beyond` that help by themselves, and how they were tried.
    pub(super) fn tried(
        &self,
        whole: &[Change],
        beyond: &[Change],
        core: &[Change],
    ) -> (Vec<Change>, Tried) {
        let mut left = core.to_vec();
        // Of things that are alike, such as keys, the core holds some.
        let outside = whole.iter().filter(|change| {
            let member = left.iter().position(|member| member == *change);
            member.map(|member| left.swap_remove(member)).is_none()
        });
        let outside: Vec<&Change> = outside.collect();
        let tried = match self.helps_at_once(&outside, beyond, core) {
            Some(false) => Tried::Together,
            _ => Tried::Singly,
        };
        let mut also = Vec::new();
        for change in beyond.iter().filter(|change| !core.contains(change)) {
            if tried == Tried::Together && !is_of_a_rule_among(core, change) {
                continue;
            }
            match self.wins(&[change]) {
                Some(true) => also.push(change.clone()),
                Some(false) => {}
                None => return (also, Tried::Some),
            }
        }
        (also, tried)
    }

    /// True if the changes outside of a core help, all of them at once, under some values of the rules of which no
    /// value is looser than another, ways back only where `one_way` is as it is, and open doors where `locks` is; `None`
    /// when a limit came first.
    fn helps_at_once<'a>(
        &self,
        outside: &[&'a Change],
        beyond: &'a [Change],
        core: &[Change],
    ) -> Option<bool> {
        let asks = self.level.tiles.iter().any(|tiles| !tiles.locks.is_empty());
        let rules = INCOMPARABLE.iter().copied().chain(asks.then_some("push_onto"));
        let rules = rules.filter(|rule| !core.iter().any(|change| rule_of(change) == Some(rule)));
        let rules: Vec<&str> = rules.collect();
        let mut choices: Vec<Vec<&Change>> = vec![Vec::new()];
        for rule in &rules {
            let values: Vec<&Change> =
                beyond.iter().filter(|value| rule_of(value) == Some(rule)).collect();
            let with = |choice: &Vec<&'a Change>| {
                let of = |value: &&'a Change| [choice.clone(), vec![*value]].concat();
                values.iter().map(of).collect::<Vec<_>>()
            };
            let more: Vec<_> = choices.iter().flat_map(with).collect();
            choices.extend(more);
        }
        for choice in choices {
            let chosen = |rule: &str| choice.iter().any(|value| rule_of(value) == Some(rule));
            // A door that asks for nothing any more warps along other edges than one that asks for a key.
            let hurts = |change: &Change| match change {
                Change::Return(_) => chosen("one_way"),
                Change::Open(Lock::Door { .. }) => chosen("locks"),
                other => rule_of(other).is_some_and(|rule| rules.contains(&rule)),
            };
            let others = outside.iter().copied().filter(|change| !hurts(change));
            let set: Vec<&Change> = others.chain(choice.iter().copied()).collect();
            if self.wins(&set)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn wins(&self, set: &[&Change]) -> Option<bool> {
        if self.limits.reached_since(self.begin).is_some() {
            return None;
        }
        let (level, rules) = changed(self.level, self.rules, set);
        self.questions.winnable(&level, &rules, &self.limits.since(self.begin))
    }
}

/// What else could be changed: ways back along edges that lead one way, but for those that are locks by themselves, and
/// every other value of each rule that this level has to do with.
pub(super) fn beyond(level: &Level, rules: &Rules) -> Vec<Change> {
    let has = |tile| level.tiles.iter().any(|tiles| tiles.holding(tile).next().is_some());
    let asks = |wanted| level.graph.edges.iter().any(|edge| edge.asks(wanted));
    let blocks = has(Tile::Block);
    let matters = |rule: &str| match rule {
        "push" | "push_onto" | "blocks" => blocks,
        "bombs" | "bomb_pickup" => has(Tile::DoorBomb) || asks(Requirement::Bombable),
        "one_way" | "warps" | "stair_edges" => !level.graph.edges.is_empty(),
        "switches" => asks(Requirement::Switch),
        _ => true,
    };
    let is_of_tiles = |rule: &str| !["bombs", "bomb_pickup", "one_way", "switches"].contains(&rule);
    let edges = &level.graph.edges;
    let is_lock = |edge: &u32| edges[*edge as usize].asks(Requirement::SoftLocked);
    let ways = level.graph.one_way().filter(|edge| !is_lock(edge)).map(Change::Return);
    let others = Assignment::all().filter(|rule| {
        let mut other = rules.clone();
        other.assign(*rule);
        let decides = level.tiles.is_some() || !is_of_tiles(rule.name());
        decides && matters(rule.name()) && other != *rules
    });
    ways.chain(others.map(Change::Rule)).collect()
}

/// True if a change sets a rule that some change of a core sets too; the bombs of a pick-up are part of the rule on bombs.
fn is_of_a_rule_among(core: &[Change], change: &Change) -> bool {
    let rule =
        |change| rule_of(change).map(|rule| if rule == "bomb_pickup" { "bombs" } else { rule });
    rule(change).is_some() && core.iter().any(|member| rule(member) == rule(change))
}

/// The rule that a change sets.
fn rule_of(change: &Change) -> Option<&'static str> {
    match change {
        Change::Rule(assigned) => Some(assigned.name()),
        _ => None,
    }
}

/// True if a change never hurts.
pub(super) fn is_loosest(change: &Change) -> bool {
    match change {
        Change::Rule(rule) => LOOSEST.contains(&rule.to_string().as_str()),
        _ => true,
    }
}
