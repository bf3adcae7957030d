//! Answers of the judge.

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
