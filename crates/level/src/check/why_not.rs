//! Reasons why a level cannot be won: a minimal unsatisfiable core, and the smallest repair.
//!
//! The candidate changes open a lock or give the player a thing. If these do not help, ways back along one-way edges
//! and the loosest value of each rule are candidates too.
//!
//! More changes never hurt, so two kinds of sets are dual. A *core* is a minimal set such that changing all other
//! candidates does not help: it blocks the level. A *repair* is a set whose change makes the level winnable. Every
//! repair intersects every core. The search therefore tries sets by size and extends each only by members of a core
//! that it does not intersect yet (Reiter's hitting sets, 1987). The first repair found is a smallest one. If that
//! takes too many questions, the answer is an irreducible repair, marked as perhaps not smallest.
//!
//! Changes outside of the core are tried last: all ways back, all loosest rules and all other candidates at once, under
//! each combination of the incomparable rule values. If these do not help, no other change does. Otherwise each other
//! change is tried alone.
//!
//! Some changes may hurt, such as pits that become floor: on floor a block stays in the way that would have filled the
//! pit. Nothing is proved from trying these together. So a repair among such changes is never called smallest, and each
//! is tried alone.

use super::candidates::{beyond, is_loosest, may_hurt, of_locks};
use super::change::{Change, changed};
use super::locks::Lock;
use super::winnable::Questions;
use crate::limits::Limits;
use crate::model::Level;
use crate::rules::{Collect, Rules};
use clock::Instant;
use std::cell;
use std::collections::BTreeSet;

/// An explanation of why a level cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyNot {
    /// A minimal set of locks and missing things, or, where these do not help, also of ways back and rules: changing
    /// all others does not help. Empty if no change of these kinds helps.
    pub core: Vec<Change>,
    /// Changes that make the level winnable, all of them necessary; `None` if no changes of these kinds do.
    pub repair: Option<Vec<Change>>,
    /// True if it is proved that no repair is smaller.
    pub smallest: bool,
    /// Ways back and rule values outside of the core, each of which makes the level winnable alone.
    pub also: Vec<Change>,
    /// The extent to which changes outside of the core were tried.
    pub tried: Tried,
}

/// Limit on questions in the search for a smallest repair.
const MOST_QUESTIONS: usize = 4_000;
/// Limit on states of a question about a single change, where another question came to a limit.
const MOST_ALONE: u64 = 300_000;

/// Explains a level that was proved unsolvable; `None` if a limit came first.
#[must_use]
pub fn why_not(
    level: &Level,
    rules: &Rules,
    collect: Collect,
    limits: &Limits<'_>,
) -> Option<WhyNot> {
    if !level.has_goal() {
        return Some(WhyNot::nothing(Tried::Together));
    }
    let begin = Instant::now();
    // A quarter of the time is left for single changes.
    let time = limits.time.map(|time| time - time / 4);
    let most = Limits { time, ..*limits };
    let verifier =
        |limits| Verifier { level, rules, questions: Questions::of(collect), limits, begin };
    let changes = of_locks(level, rules);
    let beyond = beyond(level, rules);
    let loosest = beyond.iter().filter(|change| is_loosest(change));
    let whole: Vec<Change> = changes.iter().chain(loosest).cloned().collect();
    let mut found = None;
    for candidates in [&changes, &whole] {
        let count = cell::Cell::new(0);
        let question = Question { verifier: verifier(&most), candidates, count };
        match question.answer() {
            Some(answer) => found = answer,
            None => return verifier(limits).cut_short(&beyond),
        }
        if found.is_some() || changes.len() == whole.len() {
            break;
        }
    }
    let mut found = found.unwrap_or(WhyNot::nothing(Tried::Some));
    (found.also, found.tried) = verifier(limits).tried(&whole, &beyond, &found.core);
    Some(found)
}

impl WhyNot {
    /// No core and no repair.
    fn nothing(tried: Tried) -> Self {
        let (core, also) = (Vec::new(), Vec::new());
        Self { core, repair: None, smallest: false, also, tried }
    }
}

/// Indices of candidates.
type Set = BTreeSet<usize>;

/// Verifies variants of a level.
struct Verifier<'a> {
    level: &'a Level,
    rules: &'a Rules,
    questions: Questions,
    limits: &'a Limits<'a>,
    begin: Instant,
}

impl Verifier<'_> {
    /// True if the level with these changes can be won; `None` if a limit came first.
    fn wins(&self, changes: &[&Change]) -> Option<bool> {
        self.wins_within(changes, self.limits.states)
    }

    /// The same under another limit on states.
    fn wins_within(&self, changes: &[&Change], states: Option<u64>) -> Option<bool> {
        if self.limits.reached_since(self.begin).is_some() {
            return None;
        }
        let (level, rules) = changed(self.level, self.rules, changes);
        let limits = Limits { states, ..self.limits.since(self.begin) };
        self.questions.winnable(&level, &rules, &limits)
    }
}

struct Question<'a> {
    verifier: Verifier<'a>,
    candidates: &'a [Change],
    /// Number of questions so far.
    count: cell::Cell<usize>,
}

impl Question<'_> {
    /// The core and a repair; `Some(None)` if no candidates help, `None` if a limit came first.
    fn answer(&self) -> Option<Option<WhyNot>> {
        let candidates = self.candidates;
        let all: Set = (0..candidates.len()).collect();
        if !self.wins(&all)? {
            return Some(None);
        }
        let core = self.core(&Set::new())?;
        let spare = self.spared(&all)?;
        let Verifier { level, rules, .. } = self.verifier;
        let may_hurt = may_hurt(level, rules, &candidates.iter().collect::<Vec<_>>());
        let (repair, smallest) = match self.smallest(core.clone(), spare.len()) {
            Some(Some(smaller)) => (smaller, !may_hurt),
            Some(None) => (spare, !may_hurt),
            None => (spare, false),
        };
        let pick = |set: &Set| set.iter().map(|&i| candidates[i].clone()).collect::<Vec<_>>();
        let (core, repair) = (pick(&core), Some(pick(&repair)));
        Some(Some(WhyNot { core, repair, smallest, ..WhyNot::nothing(Tried::Some) }))
    }

    /// True if the level with these candidates changed can be won; `None` if a limit came first.
    fn wins(&self, set: &Set) -> Option<bool> {
        let changes: Vec<&Change> = set.iter().map(|&i| &self.candidates[i]).collect();
        self.count.set(self.count.get() + 1);
        self.verifier.wins(&changes)
    }

    /// A core disjoint from `chosen`, which is no repair. Adds other candidates one after another while the level stays
    /// unwinnable; the rest is the core.
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

    /// An irreducible repair within the repair `all`. Removes changes one after another while the level stays winnable,
    /// things before locks.
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

    /// A smallest repair of fewer than `most` changes; `Some(None)` if it is proved that there is none; `None` if the
    /// questions ran out or a limit came first.
    fn smallest(&self, core: Set, most: usize) -> Option<Option<Set>> {
        let mut cores = vec![core];
        let mut sets = BTreeSet::from([Set::new()]);
        for _ in 1..most {
            let mut larger = BTreeSet::new();
            for set in &sets {
                if self.count.get() > MOST_QUESTIONS {
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
                if self.count.get() > MOST_QUESTIONS {
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

    /// A set with one more member. Among equal candidates, such as keys, the first that is not in the set.
    fn with(&self, set: &Set, member: usize) -> Set {
        let alike = &self.candidates[member];
        let first = (0..member).find(|i| self.candidates[*i] == *alike && !set.contains(i));
        let mut larger = set.clone();
        larger.insert(first.unwrap_or(member));
        larger
    }
}

// -------------------------------------------------------------------------------------------------
// Changes outside of a core: ways back, and other values of rules.

/// The extent to which changes outside of a core were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tried {
    /// All at once, under all values of the rules that the core does not change: they do not help. Each other value of
    /// the rules in the core was tried alone.
    Together,
    /// Each alone; two or more together may help.
    Singly,
    /// Some of them: a limit came first.
    Some,
    /// Some of them, each alone: a limit came before a core was found. Core and repair are empty.
    CutShort,
}

/// Rules without a loosest value. Where cells have requirements, `push_onto` is a further one: only `floor` lets a
/// block onto such a cell.
const INCOMPARABLE: [&str; 3] = ["locks", "blocks", "one_way"];

/// The questions outside of a core.
impl Verifier<'_> {
    /// The changes outside of the core that help alone, and the extent of the search.
    fn tried(&self, whole: &[Change], beyond: &[Change], core: &[Change]) -> (Vec<Change>, Tried) {
        let mut left = core.to_vec();
        // The core may hold some of several equal candidates, such as keys.
        let outside = whole.iter().filter(|change| {
            let member = left.iter().position(|member| member == *change);
            member.map(|member| left.swap_remove(member)).is_none()
        });
        let outside: Vec<&Change> = outside.collect();
        let tried = match self.helps_at_once(&outside, beyond, core) {
            Some(false) => Tried::Together,
            _ => Tried::Singly,
        };
        let mut asked: Vec<&Change> = Vec::new();
        for change in beyond.iter().chain(outside) {
            let counts = tried != Tried::Together || is_of_a_rule_among(core, change);
            if counts && !core.contains(change) && !asked.contains(&change) {
                asked.push(change);
            }
        }
        let are_whole = |change: &&Change| match (change, &self.level.tiles) {
            // Several pits at once, because there are too many.
            (Change::Fill(cells), Some(tiles)) => {
                cells.first().is_none_or(|&cell| tiles.piece(cell).len() == cells.len())
            }
            _ => true,
        };
        let all = asked.iter().all(are_whole);
        let (also, is_sure) = self.alone(asked.into_iter(), self.limits.states);
        (also, if is_sure && all { tried } else { Tried::Some })
    }

    /// The changes that help alone, and true if each was decided. After the first that is not, the others are asked
    /// about within fewer states.
    fn alone<'a>(
        &self,
        changes: impl Iterator<Item = &'a Change>,
        most: Option<u64>,
    ) -> (Vec<Change>, bool) {
        let (mut also, mut is_sure, mut states) = (Vec::new(), true, most);
        for change in changes {
            match self.wins_within(&[change], states) {
                Some(true) => also.push(change.clone()),
                Some(false) => {}
                None => {
                    is_sure = false;
                    states = Some(most.map_or(MOST_ALONE, |most| most.min(MOST_ALONE)));
                }
            }
        }
        (also, is_sure)
    }

    /// What helps alone, where a limit came before a core was found; `None` if nothing is known to.
    fn cut_short(&self, beyond: &[Change]) -> Option<WhyNot> {
        let states = self.limits.states.map_or(MOST_ALONE, |states| states.min(MOST_ALONE));
        let (also, _) = self.alone(beyond.iter(), Some(states));
        let found = WhyNot { also, ..WhyNot::nothing(Tried::CutShort) };
        (!found.also.is_empty()).then_some(found)
    }

    /// True if all changes outside of a core help together under some combination of values of the incomparable rules;
    /// `None` if a limit came first, or if one of these changes may hurt. Ways back are tried with and without another
    /// `one_way`, opened doors with and without other `locks`.
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
        let is_chosen = |change: &Change| rule_of(change).is_some_and(|rule| rules.contains(&rule));
        let others: Vec<&Change> =
            outside.iter().copied().filter(|change| !is_chosen(change)).collect();
        let conditions = beyond.iter().any(|change| matches!(change, Change::Waive(_)));
        if conditions || may_hurt(self.level, self.rules, &others) {
            return None;
        }
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
            // A way back replaces the ways back of another `one_way`. An open door warps along other edges than a
            // locked door.
            let clashes = |change: &Change| match change {
                Change::Return(_) => chosen("one_way"),
                Change::Open(Lock::Door { .. }) => chosen("locks"),
                _ => false,
            };
            let fewer: Vec<&Change> =
                others.iter().copied().filter(|change| !clashes(change)).collect();
            let sets = [&others, &fewer];
            let sets = sets.into_iter().take(if fewer.len() < others.len() { 2 } else { 1 });
            for set in sets {
                let set: Vec<&Change> = set.iter().chain(&choice).copied().collect();
                if self.wins(&set)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}

/// True if the change sets a rule that a change of the core sets too. The rule on bombs per pick-up counts as the rule
/// on bombs.
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
