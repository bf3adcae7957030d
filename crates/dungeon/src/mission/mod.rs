//! Missions: the lock-and-key graph of a dungeon, made in Metazelda's manner (Coxon, 2013), extended.
//!
//! A *symbol* is a truth that a player can gain: a key, kept for good, or a switch position. A
//! *condition* is what must hold to be in a room. *Key-level* n is the rooms that can be reached with n
//! keys and not with n − 1; the key for level n lies below it. *Intensity* is the relative difficulty of
//! a room, *nonlinearity* the number of rooms that a shortest solution re-enters.
//!
//! [`generate`] searches; `attempt` is one attempt, the phases in their order. A mission is solvable by
//! construction, and then proved all the same: [`proof`].

pub mod symbol;
pub mod graph;
pub mod space;
pub mod request;
pub(crate) mod draft;
mod tree;
mod switches;
mod keys;
mod fixed;
pub mod proof;

pub use graph::{Coords, Edge, KeyStyle, Mission, Room, RoomId, level_graph};
pub use proof::{Certificate, spheres};
pub use request::{ALGORITHM, KeyOrder, Request, RequestError, SwitchStyle};
pub use space::GivenRooms;
pub use space::{Constraints, Count, SpaceError};
pub use symbol::{Condition, MOST_KEYS, MOST_SWITCHES, Position, Symbol, key_name};

use crate::options::Scratch;
use crate::options::{Attempts, Options};
use crate::reject::{MissionFault, RejectReason};
use draft::Draft;
use search::{Attempt, Budget, Goal, Problem, Report, Seed};

/// Penalty of a mission for each switch of which only one position is asked for: more than rooms can be entered
/// again.
const MISSED: f64 = 1e9;

/// The answer of [`generate`].
pub type MissionReport = Report<Mission, Certificate, RejectReason>;

/// Makes a mission in a space: the first attempt that is proved, or the most linear of as many as are asked for.
/// If all attempts fail on a half-plane, the fixed construction is the attempt after them.
///
/// The report holds at most one mission, with its proof, and the tally of rejects. It is the same for
/// any number of threads.
///
/// # Errors
/// A request that nothing can satisfy.
///
/// ```
/// use quandary_dungeon::Options;
/// use quandary_dungeon::mission::{Count, Request, generate};
/// let request = Request { keys: 3, switches: 1, ..Request::default() };
/// let report = generate(&request, &Count::new(12), search::Seed::new(7)?, Options::default())?;
/// let found = &report.found[0];
/// assert_eq!(found.candidate.rooms.len(), 12);
/// assert!(found.proof.plan.len() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate<C: Constraints + ?Sized>(
    request: &Request,
    space: &C,
    seed: Seed,
    mut options: Options<'_>,
) -> Result<MissionReport, RequestError> {
    request.check(space.rooms())?;
    let (goal, attempts) = match request.linearity {
        Some(n) => (Goal::Best(1), n),
        None => (Goal::First, request.attempts),
    };
    let all = options.attempts == Attempts::Usual;
    let mut own = None;
    let scratch = options.scratch.take().unwrap_or_else(|| own.insert(Scratch::default()));
    let usual = Budget { goal, attempts: Some(attempts), time: None };
    let random = MissionProblem { request, space };
    let options = Options { scratch: Some(&mut *scratch), ..options };
    let mut report = options.search(&random, seed, usual);
    let spent = all && report.found.is_empty() && report.attempts == attempts;
    if let Some(space) = space.half_plane().filter(|_| spent) {
        let fixed = FixedProblem { request, space };
        report.try_once(&fixed, seed.attempt(attempts), scratch);
    }
    Ok(report)
}

/// One attempt at a mission: the phases, in their order.
pub(crate) fn attempt<C: Constraints + ?Sized>(
    request: &Request,
    space: &C,
    attempt: Attempt,
    draft: &mut Draft,
) -> Result<Mission, MissionFault> {
    tree::entrance(draft, space, request, attempt)?;
    tree::rooms(draft, space, request, attempt)?;
    tree::goal(draft, space, request, attempt)?;
    switches::switches(draft, space, request, attempt)?;
    keys::intensity(draft, attempt);
    keys::keys(draft, space, request)?;
    keys::graphify(draft, space, attempt);
    let mission = draft.mission(space, request);
    if space.accepts(&mission) { Ok(mission) } else { Err(MissionFault::Refused) }
}

/// Missions in a space, as a problem to be searched.
pub struct MissionProblem<'a, C: Constraints + ?Sized> {
    /// The request.
    pub request: &'a Request,
    /// The space.
    pub space: &'a C,
}

impl<C: Constraints + ?Sized> Problem for MissionProblem<'_, C> {
    type Candidate = Mission;
    type Proof = Certificate;
    type RejectReason = RejectReason;
    type Scratch = Scratch;

    fn generate(&self, number: Attempt, scratch: &mut Scratch) -> Result<Mission, RejectReason> {
        Ok(attempt(self.request, self.space, number, &mut scratch.draft)?)
    }

    fn prove(&self, mission: &Mission, scratch: &mut Scratch) -> Result<Certificate, RejectReason> {
        proof::prove(mission, self.request, scratch)
    }

    /// Minus the nonlinearity; where both positions of switches are wanted, a penalty for each that is missed
    /// outweighs it.
    fn rank(&self, _: &Mission, certificate: &Certificate) -> f64 {
        let once = certificate.flips.iter().take(self.request.switches.into()).filter(|&&n| n < 2);
        let short = if self.request.toggles() { once.count() as f64 * MISSED } else { 0.0 };
        -short - f64::from(certificate.nonlinearity)
    }
}

/// Missions by the fixed construction, for when random attempts find none.
struct FixedProblem<'a> {
    request: &'a Request,
    space: &'a Count,
}

impl Problem for FixedProblem<'_> {
    type Candidate = Mission;
    type Proof = Certificate;
    type RejectReason = RejectReason;
    type Scratch = Scratch;

    fn generate(&self, attempt: Attempt, scratch: &mut Scratch) -> Result<Mission, RejectReason> {
        let draft = &mut scratch.draft;
        fixed::build(draft, self.space, self.request, attempt)?;
        keys::intensity(draft, attempt);
        Ok(draft.mission(self.space, self.request))
    }

    fn prove(&self, mission: &Mission, scratch: &mut Scratch) -> Result<Certificate, RejectReason> {
        proof::prove(mission, self.request, scratch)
    }
}
