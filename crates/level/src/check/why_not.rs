//! Reasons why a level cannot be won: a minimal unsatisfiable core, and the smallest repair.
//!
//! Candidates are the locks that could be taken away and the things that could be given to the player; only where
//! none of that helps, also ways back along one-way edges and the loosest value of each rule.
//! Making more changes never hurts, so the candidates split cleanly: a *core* is a minimal set such
//! that changing all the others does not help (it is what blocks), a *repair* is a set whose change
//! makes the level winnable. Every repair meets every core: whatever repairs must change something of
//! each. So sets are tried by size, each grown only by members of a core that it does not meet yet
//! (Reiter's hitting sets, 1987), and the first repair met is a smallest one. Where that takes too many
//! questions, the answer is a repair that can do without none of its changes, and is said to be no more.
//!
//! Then the rest is asked: all ways back and loosest rules at once with every change outside of the core, under each
//! value of the rules that are neither looser nor stricter. Where even that does not help, nothing else does; where it
//! does, each way back and each value of a rule is tried by itself.

use super::change::{Change, changed};
use super::locks::{Lock, locks};
use super::winnable::Questions;
use crate::limits::Limits;
use crate::model::{Content, Level, Requirement, Tile};
use crate::rules::{Assignment, Bombs, Collect, Rules};
use clock::Instant;
use std::cell::Cell;
use std::collections::BTreeSet;

/// An explanation of why a level cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyNot {
    /// A minimal set of locks and missing things, or where none of these helps also of ways back and rules: changing
    /// all others of these kinds does not help. Empty when no change of this kind helps.
    pub core: Vec<Change>,
    /// Changes that make the level winnable, none of which can be left out; `None` where no changes of
    /// this kind do.
    pub repair: Option<Vec<Change>>,
    /// True if no repair is smaller: proved.
    pub smallest: bool,
    /// Ways back and values of rules outside of the core, each of which makes the level winnable by itself.
    pub also: Vec<Change>,
    /// How what is outside of the core was tried.
    pub tried: Tried,
}

/// The most questions that are asked for a smallest repair.
const MOST_QUESTIONS: usize = 4_000;

/// Explains a level that was proved unsolvable; `None` when a limit came before the explanation.
#[must_use]
pub fn why_not(
    level: &Level,
    rules: &Rules,
    collect: Collect,
    limits: &Limits<'_>,
) -> Option<WhyNot> {
    let nothing =
        |tried| WhyNot { core: Vec::new(), repair: None, smallest: false, also: Vec::new(), tried };
    if !level.has_goal() {
        return Some(nothing(Tried::Together));
    }
    let begin = Instant::now();
    let judge = || Judge { level, rules, questions: Questions::of(collect), limits, begin };
    let changes = candidates(level, rules);
    let beyond = beyond(level, rules);
    let loosest = beyond.iter().filter(|change| is_loosest(change));
    let whole: Vec<Change> = changes.iter().chain(loosest).cloned().collect();
    let mut found = None;
    for candidates in [&changes, &whole] {
        let asked = Cell::new(0);
        let question = Question { judge: judge(), candidates, asked };
        found = question.answer()?;
        if found.is_some() || changes.len() == whole.len() {
            break;
        }
    }
    let mut found = found.unwrap_or(nothing(Tried::Some));
    (found.also, found.tried) = judge().tried(&whole, &beyond, &found.core);
    Some(found)
}

/// Places among the candidates.
type Set = BTreeSet<usize>;

/// A level that is judged with changes made.
struct Judge<'a> {
    level: &'a Level,
    rules: &'a Rules,
    questions: Questions,
    limits: &'a Limits<'a>,
    begin: Instant,
}

impl Judge<'_> {
    /// True if the level can be won with these changes; `None` when a limit came first.
    fn wins(&self, changes: &[&Change]) -> Option<bool> {
        if self.limits.reached_since(self.begin).is_some() {
            return None;
        }
        let (level, rules) = changed(self.level, self.rules, changes);
        self.questions.winnable(&level, &rules, &self.limits.since(self.begin))
    }
}

struct Question<'a> {
    judge: Judge<'a>,
    candidates: &'a [Change],
    /// The number of times that the level was judged.
    asked: Cell<usize>,
}

impl Question<'_> {
    /// Core and repair; `Some(None)` where no change of these helps, `None` when a limit came first.
    fn answer(&self) -> Option<Option<WhyNot>> {
        let candidates = self.candidates;
        let all: Set = (0..candidates.len()).collect();
        if !self.wins(&all)? {
            return Some(None);
        }
        let core = self.core(&Set::new())?;
        let spare = self.spared(&all)?;
        let (repair, smallest) = match self.smallest(core.clone(), spare.len()) {
            Some(Some(smaller)) => (smaller, true),
            Some(None) => (spare, true),
            None => (spare, false),
        };
        let pick = |set: &Set| set.iter().map(|&i| candidates[i].clone()).collect::<Vec<_>>();
        let (core, repair) = (pick(&core), Some(pick(&repair)));
        Some(Some(WhyNot { core, repair, smallest, also: Vec::new(), tried: Tried::Some }))
    }

    /// True if the level can be won with these candidates changed; `None` when a limit came first.
    fn wins(&self, set: &Set) -> Option<bool> {
        let changes: Vec<&Change> = set.iter().map(|&i| &self.candidates[i]).collect();
        self.asked.set(self.asked.get() + 1);
        self.judge.wins(&changes)
    }

    /// A core that `chosen`, which is no repair, does not meet: of the other candidates, as many as can be
    /// are changed too, one after another; what is left over blocks.
    fn core(&self, chosen: &Set) -> Option<Set> {
        let mut changed = chosen.clone();
        let mut core = Set::new();
        for candidate in (0..self.candidates.len()).filter(|i| !chosen.contains(i)) {
            changed.insert(candidate);
            if self.wins(&changed)? {
                changed.remove(&candidate);
                core.insert(candidate);
            }
        }
        Some(core)
    }

    /// A repair that can do without none of its changes: of `all`, which is one, as many as can be are
    /// left out, one after another, things given before locks opened.
    fn spared(&self, all: &Set) -> Option<Set> {
        let mut repair = all.clone();
        for candidate in all.iter().rev() {
            repair.remove(candidate);
            if !self.wins(&repair)? {
                repair.insert(*candidate);
            }
        }
        Some(repair)
    }

    /// A smallest repair of fewer than `most` changes; `Some(None)` when there is none, proved; `None` when
    /// the questions ran out or a limit came.
    fn smallest(&self, core: Set, most: usize) -> Option<Option<Set>> {
        let mut cores = vec![core];
        let mut sets = BTreeSet::from([Set::new()]);
        for _ in 1..most {
            let mut larger = BTreeSet::new();
            for set in &sets {
                if self.asked.get() > MOST_QUESTIONS {
                    return None;
                }
                let core = match cores.iter().find(|core| core.is_disjoint(set)) {
                    Some(core) => core.clone(),
                    None => {
                        cores.push(self.core(set)?);
                        cores.last()?.clone()
                    }
                };
                larger.extend(core.iter().map(|&member| self.with(set, member)));
            }
            for set in &larger {
                if self.asked.get() > MOST_QUESTIONS {
                    return None;
                }
                if cores.iter().all(|core| !core.is_disjoint(set)) && self.wins(set)? {
                    return Some(Some(set.clone()));
                }
            }
            sets = larger;
        }
        Some(None)
    }

    /// A set with one more member. Of things that are alike, such as keys, the first that it lacks.
    fn with(&self, set: &Set, member: usize) -> Set {
        let alike = &self.candidates[member];
        let first = (0..member).find(|i| self.candidates[*i] == *alike && !set.contains(i));
        let mut larger = set.clone();
        larger.insert(first.unwrap_or(member));
        larger
    }
}

/// The candidates for change: locks first, then the things they ask for, as many keys as there are key locks.
/// Water asks for the key item, but is no lock that could be taken away.
fn candidates(level: &Level, rules: &Rules) -> Vec<Change> {
    let locks = locks(level, rules);
    let mut grants: Vec<Content> = Vec::new();
    let asked = locks.iter().flat_map(|lock| lock.requires(level)).chain(level.win.iter().copied());
    let water = level.has(Tile::Element).then_some(Requirement::ItemLocked);
    for requirement in asked.chain(water) {
        let wanted = match requirement {
            Requirement::KeyLocked => Content::Key,
            Requirement::Bombable => Content::ItemMinor,
            Requirement::BossLocked => Content::BossKey,
            Requirement::ItemLocked => Content::KeyItem,
            Requirement::Switch => Content::Switch,
            Requirement::Symbol(id) => Content::Symbol(id),
            _ => continue,
        };
        let used_up = wanted == Content::Key
            || (wanted == Content::ItemMinor && rules.bombs == Bombs::Consumed);
        if used_up || !grants.contains(&wanted) {
            grants.push(wanted);
        }
    }
    grants.sort_unstable();
    locks.into_iter().map(Change::Open).chain(grants.into_iter().map(Change::Grant)).collect()
}

// -------------------------------------------------------------------------------------------------
// What helps outside of a core: ways back, and other values of rules.

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
impl Judge<'_> {
    /// The changes of `beyond` that help by themselves, and how they were tried.
    fn tried(&self, whole: &[Change], beyond: &[Change], core: &[Change]) -> (Vec<Change>, Tried) {
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
        let asks = !self.level.locks().is_empty();
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
}

/// What else could be changed: ways back along edges that lead one way, but for those that are locks by themselves, and
/// every other value of each rule that this level has to do with.
fn beyond(level: &Level, rules: &Rules) -> Vec<Change> {
    let (blocks, asks) = (level.has(Tile::Block), |wanted| level.graph.requires(wanted));
    let matters = |rule: &str| match rule {
        "push" | "push_onto" | "blocks" => blocks,
        "bombs" | "bomb_pickup" => level.has(Tile::DoorBomb) || asks(Requirement::Bombable),
        "one_way" | "warps" | "stair_edges" => !level.graph.edges.is_empty(),
        "switches" => asks(Requirement::Switch),
        _ => true,
    };
    let is_of_tiles = |rule: &str| !["bombs", "bomb_pickup", "one_way", "switches"].contains(&rule);
    let edges = &level.graph.edges;
    let is_lock = |edge: &u32| edges[*edge as usize].requires(Requirement::SoftLocked);
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

fn rule_of(change: &Change) -> Option<&'static str> {
    match change {
        Change::Rule(assigned) => Some(assigned.name()),
        _ => None,
    }
}

/// True if a change never hurts.
fn is_loosest(change: &Change) -> bool {
    match change {
        Change::Rule(rule) => LOOSEST.contains(&rule.to_string().as_str()),
        _ => true,
    }
}
