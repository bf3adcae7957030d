//! Why a level cannot be won: a minimal core, and the smallest repair.
//!
//! Candidates are the locks that could be taken away and the things that could be given to the player.
//! Making more changes never hurts, so the candidates split cleanly: a *core* is a minimal set such
//! that changing all the others does not help (it is what blocks), a *repair* is a set whose change
//! makes the level winnable. Every repair meets every core; the smallest set that meets all cores found
//! so far is therefore never larger than the smallest repair, and the first such set that is a repair
//! is a smallest one (Reiter's hitting sets, 1987).

use super::change::{Change, changed};
use super::locks::{Lock, locks};
use super::relax;
use crate::graph::{Content, Graph, Requirement};
use crate::rules::Rules;
use crate::solve::space::Limits;
use crate::solve::{Verdict, solve};

/// Why a level cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyNot {
    /// A minimal set of locks and missing things: changing any others does not help. Empty when no
    /// change of this kind helps, because no way at all leads to a goal.
    pub core: Vec<Change>,
    /// A smallest set of changes that makes the level winnable, if there is one.
    pub repair: Option<Vec<Change>>,
}

/// The most rounds of the search for a smallest repair.
const MOST_ROUNDS: usize = 256;

/// Explains a level that was proved unsolvable; `None` when a limit came before the explanation.
#[must_use]
pub fn why_not(graph: &Graph, rules: &Rules, limits: &Limits<'_>) -> Option<WhyNot> {
    let candidates = candidates(graph, rules);
    let question = Question { graph, rules, limits, candidates: &candidates };
    let all: Vec<usize> = (0..candidates.len()).collect();
    if !question.wins(&all)? {
        return Some(WhyNot { core: Vec::new(), repair: None });
    }
    let mut cores = vec![question.core(&all)?];
    let pick = |set: &[usize]| set.iter().map(|&i| candidates[i].clone()).collect::<Vec<_>>();
    let core = pick(&cores[0]);
    for _ in 0..MOST_ROUNDS {
        let repair = smallest_hitting_set(&cores);
        if question.wins(&repair)? {
            return Some(WhyNot { core, repair: Some(pick(&repair)) });
        }
        let rest: Vec<usize> = all.iter().copied().filter(|i| !repair.contains(i)).collect();
        cores.push(question.core(&rest)?);
    }
    None
}

struct Question<'a> {
    graph: &'a Graph,
    rules: &'a Rules,
    limits: &'a Limits<'a>,
    candidates: &'a [Change],
}

impl Question<'_> {
    /// Whether the level can be won with these candidates changed; `None` when a limit came first.
    fn wins(&self, set: &[usize]) -> Option<bool> {
        let changes: Vec<&Change> = set.iter().map(|&i| &self.candidates[i]).collect();
        let (graph, rules) = changed(self.graph, self.rules, &changes);
        if !relax::could_win(&graph, &rules) {
            return Some(false);
        }
        match solve(&graph, &rules, self.limits).ok()?.verdict {
            Verdict::Solvable { .. } => Some(true),
            Verdict::Unsolvable => Some(false),
            Verdict::Unknown(_) => None,
        }
    }

    /// A minimal part of `set` such that changing every candidate outside it does not help, given
    /// that this holds for `set` itself. Each candidate is asked about once.
    fn core(&self, set: &[usize]) -> Option<Vec<usize>> {
        let mut core = set.to_vec();
        for candidate in set {
            let without: Vec<usize> = core.iter().copied().filter(|i| i != candidate).collect();
            let outside: Vec<usize> =
                (0..self.candidates.len()).filter(|i| !without.contains(i)).collect();
            if !self.wins(&outside)? {
                core = without;
            }
        }
        Some(core)
    }
}

/// What could be changed: locks first, then what they ask for, as many keys as there are key locks.
fn candidates(graph: &Graph, rules: &Rules) -> Vec<Change> {
    let locks = locks(graph);
    let mut grants: Vec<Content> = Vec::new();
    for requirement in locks.iter().flat_map(|lock| &lock.requires) {
        let wanted = match *requirement {
            Requirement::KeyLocked => Content::Key,
            Requirement::Bombable => Content::ItemMinor,
            Requirement::BossLocked => Content::BossKey,
            Requirement::ItemLocked => Content::KeyItem,
            Requirement::Switch => Content::Switch,
            Requirement::Symbol(id) => Content::Symbol(id),
            _ => continue,
        };
        let countable = matches!(wanted, Content::Key)
            || (wanted == Content::ItemMinor && rules.bombs == crate::rules::Bombs::Consumed);
        if countable || !grants.contains(&wanted) {
            grants.push(wanted);
        }
    }
    grants.sort_unstable();
    let open = |lock: Lock| Change::Open(lock);
    locks.into_iter().map(open).chain(grants.into_iter().map(Change::Grant)).collect()
}

/// A smallest set that meets each of `sets`; of several, the first in the order of the branches.
fn smallest_hitting_set(sets: &[Vec<usize>]) -> Vec<usize> {
    let mut best: Option<Vec<usize>> = None;
    branch(sets, &mut Vec::new(), &mut best);
    best.unwrap_or_default()
}

fn branch(sets: &[Vec<usize>], chosen: &mut Vec<usize>, best: &mut Option<Vec<usize>>) {
    let unmet = sets.iter().filter(|set| !set.iter().any(|i| chosen.contains(i)));
    let Some(smallest) = unmet.min_by_key(|set| set.len()) else {
        *best = Some(chosen.clone());
        return;
    };
    for &candidate in smallest {
        if best.as_ref().is_some_and(|best| chosen.len() + 1 >= best.len()) {
            return;
        }
        chosen.push(candidate);
        branch(sets, chosen, best);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::smallest_hitting_set;

    #[test]
    fn hitting_sets_are_smallest() {
        let check = |sets: &[&[usize]], expect: &[usize]| {
            let sets: Vec<_> = sets.iter().map(|set| set.to_vec()).collect();
            assert_eq!(smallest_hitting_set(&sets), expect);
        };
        check(&[&[3, 4]], &[3]);
        check(&[&[1, 2], &[2, 3]], &[2]);
        check(&[&[1, 2], &[3, 4], &[2, 4], &[1, 3]], &[1, 4]);
        check(&[], &[]);
    }
}
