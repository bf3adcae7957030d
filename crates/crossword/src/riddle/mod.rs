//! Riddles: positions whose best play is the answer.
//!
//! A search makes many candidates by letting robots play (`candidate`), judges each by what a player would feel
//! (`judge`, with the figures of `analysis`), and keeps the best by the weights of a [`Profile`]
//! (`rank`). How hard one is says its [`Rating`]; whoever plays a [`Posed`] one guesses ([`judge()`]) and may ask for
//! hints, rung by rung of a [`Ladder`]. The contract is `riddles.md` of the specification.
//!
//! Invariant: a riddle depends on the request, the lexicon, the seed and the number of its attempt; nothing
//! that decides which riddle is the better one is counted in fractions.

mod profile;
mod request;
mod reject;
mod candidate;
mod judge;
mod analysis;
mod rating;
mod guess;
mod posed;
mod problem;

pub use analysis::{Analysis, Finding, NEAR, rank};
pub use candidate::{Candidate, Table};
pub use guess::{Guess, GuessError, Illegal, Judged, judge};
pub use judge::Judgement;
pub use posed::{HINTS, Hint, Ladder, Posed, PosedError, Secret, hint};
pub use problem::{KEPT, OwnRiddles, Riddle, RiddleProblem, RiddleReport, make, one};
pub use profile::{Commonness, Profile, ProfileError, Weights};
pub use rating::{Part, Parts, Rating, Weighing, Weight};
pub use reject::RejectReason;
pub use request::{ALGORITHM, BanList, Request};
