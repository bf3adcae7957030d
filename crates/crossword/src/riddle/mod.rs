//! Riddles: positions whose best play is the answer.
//!
//! A search generates many candidates from games of robots (`candidate`), verifies each against the requirements of a
//! [`Profile`] (`proof`, with the figures of `analysis`), and keeps the best by the profile's weights (`rank`). A
//! [`Rating`] is the difficulty. A player of a [`Posed`] riddle guesses ([`evaluate`]) and may take hints, one
//! [`HintLevel`] after another. The contract is `riddles.md` of the specification.
//!
//! Invariant: a riddle depends on the request, the lexicon, the seed and the number of its attempt. Riddles are ranked
//! by whole numbers only.

mod profile;
mod request;
mod reject;
mod candidate;
mod proof;
mod analysis;
mod rating;
mod guess;
mod posed;
mod problem;

pub use analysis::{Analysis, Finding, NEAR, rank};
pub use candidate::{Candidate, Table};
pub use guess::{Evaluation, Guess, GuessError, Illegal, evaluate};
pub use posed::{HINTS, Hint, HintLevel, Posed, PosedError, Secret, hint};
pub use problem::{KEPT, OwnRiddles, Riddle, RiddleProblem, RiddleReport, make, one};
pub use profile::{Commonness, Profile, ProfileError, Weights};
pub use proof::Proof;
pub use rating::{Part, Parts, Rating, Weighing, Weight};
pub use reject::RejectReason;
pub use request::{ALGORITHM, BanList, Request};
