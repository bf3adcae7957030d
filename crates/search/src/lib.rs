//! Generate, prove, rank, within a budget.
//!
//! A [`Problem`] says how one numbered attempt makes a draft, how a draft is proved, and how good a
//! proved draft is. [`run()`] makes attempts until a [`Budget`] ends and answers with a [`Report`]:
//! what was found, how often each reason to reject came up, and why the search stopped.
//!
//! The crate knows nothing of what is made. Its law is determinism: an attempt is a pure function of
//! (problem, seed, attempt number), ties go to the lowest number, and with a budget of attempts the
//! answer and the tally are the same for any number of threads.
//!
//! ```
//! use quandary_search::{run, Attempt, Budget, Control, Goal, Problem, Seed};
//!
//! /// Looks for a number that 7 divides.
//! struct Sevens;
//! impl Problem for Sevens {
//!     type Draft = u64;
//!     type Proof = ();
//!     type Reject = &'static str;
//!     type Scratch = ();
//!     fn draft(&self, attempt: Attempt, _: &mut ()) -> Result<u64, &'static str> {
//!         Ok(attempt.phase("number").below(1000))
//!     }
//!     fn prove(&self, draft: &u64, _: &mut ()) -> Result<(), &'static str> {
//!         if draft % 7 == 0 { Ok(()) } else { Err("a remainder") }
//!     }
//! }
//!
//! let budget = Budget { goal: Goal::First, attempts: Some(100), time: None };
//! let report = run(&Sevens, Seed::new(1)?, &budget, &Control::default());
//! assert!(report.found[0].draft % 7 == 0);
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
pub use problem::{Budget, Control, Found, Goal, Problem};
pub use report::{Nothing, Report, Stop, Tally};
pub use run::{Pool, run, run_with};
pub use scheduler::{JobHandle, Refused, Scheduler};
pub use seed::{Attempt, Seed, SeedError, Stream};
#[cfg(test)]
mod messages;
