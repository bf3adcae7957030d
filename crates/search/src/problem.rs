//! What is searched: the trait a generator implements to be run by [`crate::run()`], and what it finds.

use crate::Attempt;
use std::fmt::Display;

/// Generate and test: how one attempt makes a draft, proves it, and says how good it is.
///
/// Every method is a pure function of its arguments. `Scratch` is working memory that one thread
/// hands from attempt to attempt; nothing that decides a result may be carried in it.
pub trait Problem: Sync {
    /// What an attempt makes.
    type Draft: Send;
    /// What proves it.
    type Proof: Send;
    /// A named reason to throw an attempt away; its order is the order of the tally.
    type Reject: Ord + Clone + Display + Send;
    /// Working memory, one per thread.
    type Scratch: Default;

    /// Makes the draft of one attempt.
    ///
    /// # Errors
    /// The reason why this attempt made nothing.
    fn draft(
        &self,
        attempt: Attempt,
        scratch: &mut Self::Scratch,
    ) -> Result<Self::Draft, Self::Reject>;

    /// Proves a draft, by means that do not trust how it was made.
    ///
    /// # Errors
    /// The reason why the draft does not stand.
    fn prove(
        &self,
        draft: &Self::Draft,
        scratch: &mut Self::Scratch,
    ) -> Result<Self::Proof, Self::Reject>;

    /// How good a proved draft is; the higher, the better. All are alike unless this says otherwise.
    fn rank(&self, _draft: &Self::Draft, _proof: &Self::Proof) -> f64 {
        0.0
    }

    /// How many attempts, from a multiple of this number on, are sooner made by one thread in a row than by several.
    fn together(&self) -> u64 {
        1
    }

    /// Whether only the better of two finds is to be kept. None are alike unless this says otherwise.
    ///
    /// The best find is always kept, and no two that are kept are alike. Where being alike divides all finds into
    /// kinds, the best of the best kinds are kept.
    fn alike(
        &self,
        _one: &Found<Self::Draft, Self::Proof>,
        _other: &Found<Self::Draft, Self::Proof>,
    ) -> bool {
        false
    }
}

/// One accepted attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<D, P> {
    /// The number of the attempt: replaying it gives the same draft.
    pub attempt: u64,
    /// How good it is.
    pub rank: f64,
    /// What was made.
    pub draft: D,
    /// What proves it.
    pub proof: P,
}
