//! Claims: their kinds, what is changed for them, and what the judge answered.

use crate::designed::plan::{Pattern, Plan};
use crate::named::named;

named! {
    /// The kind of a claim.
    pub enum Kind {
        /// It can be won, and nobody can get stuck.
        Sound = "sound",
        /// Without the thing it cannot be won.
        Needed = "needed",
        /// Without the thing it can be won.
        Optional = "optional",
        /// With the passage of an arc closed it can be won.
        Arc = "arc",
        /// Each of two keys is had without the other.
        Apart = "apart",
        /// With every secret wall closed it can be won.
        Secrets = "secrets",
        /// With every secret wall closed it cannot be won.
        BombsNeeded = "bombs_needed",
        /// Without a push what is gated cannot be reached.
        PushGate = "push_gate",
        /// Without the block, or with a wall in its place, what is gated costs otherwise or cannot be reached.
        BlockMatters = "block_matters",
    }
}

/// A change of the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The thing is not there.
    Without(String),
    /// The thing is the only goal.
    Goal(String),
    /// The block is a wall.
    Wall(String),
    /// Nothing can be pushed.
    PushOff,
}

impl Change {
    /// The option of `quandary solve` and its value.
    #[must_use]
    pub fn option(&self) -> [&str; 2] {
        match self {
            Self::Without(thing) => ["--without", thing],
            Self::Goal(thing) => ["--goal", thing],
            Self::Wall(block) => ["--wall", block],
            Self::PushOff => ["--rule", "push=off"],
        }
    }
}

/// An answer of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a plan; with the moves of a cheapest one, where that was found.
    Solvable(Option<u64>),
    /// There is none.
    Unsolvable,
}

impl Answer {
    /// True if there is a plan.
    #[must_use]
    pub fn is_solvable(self) -> bool {
        self != Self::Unsolvable
    }

    /// The moves of a cheapest plan, where one was found.
    #[must_use]
    pub fn moves(self) -> Option<u64> {
        match self {
            Self::Solvable(moves) => moves,
            Self::Unsolvable => None,
        }
    }

    /// True if another answer is certainly another: one is a plan and one is none, or cheapest plans differ.
    pub(super) fn differs(self, other: Self) -> bool {
        match (self.moves(), other.moves()) {
            (Some(one), Some(two)) => one != two,
            _ => self.is_solvable() != other.is_solvable(),
        }
    }
}

/// A claim that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its kind.
    pub kind: Kind,
    /// The things it is about.
    pub about: Vec<String>,
    /// The changes that the level is judged with, before and after.
    pub given: Vec<Change>,
    /// The changes that are made besides for the answer after.
    pub change: Vec<Change>,
    /// The answer with what is given.
    pub before: Answer,
    /// The answer with the change besides.
    pub after: Answer,
}

/// All claims of a dungeon that hold, with the loops' own for each loop: their places among the claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The claims.
    pub all: Vec<Claim>,
    /// Of each cycle of the plan the places of its claims.
    pub of_cycles: Vec<Vec<usize>>,
    /// Number of claims that were asked and are not so, or not decided.
    pub dropped: usize,
}

impl Claims {
    /// Of each loop, true if all that makes it what it is said to be was claimed: either arc will do, or either key is had
    /// without the other and both are needed.
    pub(in crate::designed) fn bear_out(&self, plan: &Plan) -> Vec<bool> {
        let kinds = |places: &[usize], kind: Kind| {
            places
                .iter()
                .filter(|&&place| self.all.get(place).is_some_and(|c| c.kind == kind))
                .count()
        };
        let needed = |name: &String| {
            let is_it = |c: &Claim| c.kind == Kind::Needed && c.about.first() == Some(name);
            self.all.iter().any(is_it)
        };
        let all_needed = |places: &[usize]| {
            places
                .iter()
                .filter_map(|&place| self.all.get(place))
                .all(|claim| claim.about.iter().all(needed))
        };
        plan.cycles
            .iter()
            .zip(&self.of_cycles)
            .map(|(cycle, places)| match cycle.pattern {
                Pattern::TwoPaths => kinds(places, Kind::Arc) == 2,
                Pattern::TwoKeys => kinds(places, Kind::Apart) == 2 && all_needed(places),
                Pattern::HiddenShortcut | Pattern::DangerousRoute | Pattern::Gambit => {
                    kinds(places, Kind::Arc) == 1
                }
                _ => true,
            })
            .collect()
    }
}
