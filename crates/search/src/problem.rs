//! The trait [`Problem`], which a generator implements to be run by [`crate::run()`], and its finds.

use crate::Attempt;
use std::fmt::Display;

/// Generate and test: makes drafts, proves them, and ranks them.
///
/// Every method is a pure function of its arguments. `Scratch` is working memory that one thread
/// hands from attempt to attempt; nothing that decides a result may be carried in it.
pub trait Problem: Sync {
    /// The thing that an attempt makes.
    type Draft: Send;
    /// The proof of a draft.
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

    /// Quality of a proved draft; higher is better. All are equal unless this is overridden.
    fn rank(&self, _draft: &Self::Draft, _proof: &Self::Proof) -> f64 {
        0.0
    }

    /// Number of attempts, from a multiple of this number on, that one thread makes in a row faster than
    /// several threads would.
    fn together(&self) -> u64 {
        1
    }

    /// True if only the better of two finds is to be kept. False for all unless this is overridden.
    ///
    /// The best find is always kept, and no two that are kept are alike. Where being alike divides all finds
    /// into kinds, the best of the best kinds are kept.
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
    /// Rank of the draft; higher is better.
    pub rank: f64,
    /// The draft.
    pub draft: D,
    /// Its proof.
    pub proof: P,
}
