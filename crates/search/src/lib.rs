//! Generate, prove, rank, within a budget.
//!
//! A [`Problem`] defines how a numbered attempt makes a candidate, how a candidate is proved, and how a proved
//! candidate is ranked. [`run()`] makes attempts until a [`Budget`] ends and returns a [`Report`]: the results, the
//! number of attempts rejected for each reason, and the reason to stop.
//!
//! The crate does not depend on what is generated. It is deterministic: an attempt is a pure function of (problem,
//! seed, attempt number), ties go to the lowest number, and with a budget of attempts the results and the tally are
//! the same for any number of threads.
//!
//! ```
//! use quandary_search::{run, Attempt, Budget, Control, Goal, Problem, Seed};
//!
//! /// Looks for a number that 7 divides.
//! struct Sevens;
//! impl Problem for Sevens {
//!     type Candidate = u64;
//!     type Proof = ();
//!     type RejectReason = &'static str;
//!     type Scratch = ();
//!     fn generate(&self, attempt: Attempt, _: &mut ()) -> Result<u64, &'static str> {
//!         Ok(attempt.phase("number").below(1000))
//!     }
//!     fn prove(&self, candidate: &u64, _: &mut ()) -> Result<(), &'static str> {
//!         if candidate % 7 == 0 { Ok(()) } else { Err("a remainder") }
//!     }
//! }
//!
//! let budget = Budget { goal: Goal::First, attempts: Some(100), time: None };
//! let report = run(&Sevens, Seed::new(1)?, &budget, &Control::default());
//! assert!(report.found[0].candidate % 7 == 0);
//! # Ok::<(), quandary_search::SeedError>(())
//! ```

mod seed;
mod problem;
mod report;
mod run;
mod parts;
mod job;
mod queue;
mod scheduler;
#[cfg(test)]
mod numbers;

pub use job::Job;
pub use problem::{Accepted, Budget, Control, Goal, Problem};
pub use report::{NoResult, Report, Stop, Tally};
pub use run::{Pool, run, run_with};
pub use scheduler::{JobHandle, Refused, Scheduler};
pub use seed::{Attempt, Seed, SeedError, Stream};
#[cfg(test)]
mod messages;
