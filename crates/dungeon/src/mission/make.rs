//! Missions by search: attempts until one is proved, or the most linear of several.

use super::certificate::{Certificate, Court, prove};
use super::constraints::{Constraints, Count};
use super::draft::Draft;
use super::graph::Mission;
use super::request::{Request, RequestError};
use super::{Reject, fixed, generate, intensity};
use search::{Attempt, Budget, Control, Goal, Problem, Report, Seed, run_with};

/// What a switch of which one position is asked for counts against a mission: more than rooms can be entered again.
const MISSED: f64 = 1e9;

/// The answer of [`make`].
pub type MissionReport = Report<Mission, Certificate, Reject>;

/// Working memory for attempts: nothing in it decides a result.
#[derive(Default)]
pub struct Scratch {
    draft: Draft,
    court: Court,
}

/// Missions in a space, as a problem to be searched.
pub struct MissionProblem<'a, C: Constraints + ?Sized> {
    /// What is asked for.
    pub request: &'a Request,
    /// Where.
    pub space: &'a C,
}

impl<C: Constraints + ?Sized> Problem for MissionProblem<'_, C> {
    type Draft = Mission;
    type Proof = Certificate;
    type Reject = Reject;
    type Scratch = Scratch;

    fn draft(&self, attempt: Attempt, scratch: &mut Scratch) -> Result<Mission, Reject> {
        generate(self.request, self.space, attempt, &mut scratch.draft)
    }

    fn prove(&self, mission: &Mission, scratch: &mut Scratch) -> Result<Certificate, Reject> {
        prove(mission, self.request, &mut scratch.court)
    }

    /// The more linear, the better; but first what asks for both positions of switches, where that is wanted.
    fn rank(&self, _: &Mission, certificate: &Certificate) -> f64 {
        let once = certificate.flips.iter().take(self.request.switches.into()).filter(|&&n| n < 2);
        let short = if self.request.toggles() { once.count() as f64 * MISSED } else { 0.0 };
        -short - f64::from(certificate.nonlinearity)
    }
}

/// One attempt at a mission, not proved yet.
///
/// # Errors
/// Why it came to nothing.
pub(crate) fn attempt<C: Constraints + ?Sized>(
    request: &Request,
    space: &C,
    attempt: Attempt,
    scratch: &mut Scratch,
) -> Result<Mission, Reject> {
    generate(request, space, attempt, &mut scratch.draft)
}

/// Has a mission proved by itself.
///
/// # Errors
/// What does not hold of it.
pub(crate) fn proved(
    mission: &Mission,
    request: &Request,
    scratch: &mut Scratch,
) -> Result<Certificate, Reject> {
    prove(mission, request, &mut scratch.court)
}

/// Missions by the fixed construction, for when random attempts find none.
struct FixedProblem<'a> {
    request: &'a Request,
    space: &'a Count,
}

impl Problem for FixedProblem<'_> {
    type Draft = Mission;
    type Proof = Certificate;
    type Reject = Reject;
    type Scratch = Scratch;

    fn draft(&self, attempt: Attempt, scratch: &mut Scratch) -> Result<Mission, Reject> {
        let draft = &mut scratch.draft;
        fixed::build(draft, self.space, self.request, attempt)?;
        intensity::rise(draft, self.request, attempt);
        Ok(draft.mission(self.space, self.request))
    }

    fn prove(&self, mission: &Mission, scratch: &mut Scratch) -> Result<Certificate, Reject> {
        prove(mission, self.request, &mut scratch.court)
    }
}

/// Makes a mission: the first attempt that is proved, or the most linear of as many as are asked for.
/// Where all attempts fail on a half-plane, the fixed construction is the attempt after them.
///
/// The report holds at most one mission, with its proof, and the tally of rejects. It is the same for
/// any number of threads.
///
/// # Errors
/// A request that nothing can satisfy.
///
/// ```
/// use dungeon::mission::{Count, Request, make};
/// let request = Request { keys: 3, switches: 1, ..Request::default() };
/// let report = make(&request, &Count::new(12), search::Seed::new(7)?, &Default::default())?;
/// let found = &report.found[0];
/// assert_eq!(found.draft.rooms.len(), 12);
/// assert!(found.proof.plan.len() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make<C: Constraints + ?Sized>(
    request: &Request,
    space: &C,
    seed: Seed,
    control: &Control<'_>,
) -> Result<MissionReport, RequestError> {
    make_with(request, space, seed, control, &mut Scratch::default())
}

/// The same, with the caller's working memory: for one mission after another.
///
/// # Errors
/// A request that nothing can satisfy.
pub fn make_with<C: Constraints + ?Sized>(
    request: &Request,
    space: &C,
    seed: Seed,
    control: &Control<'_>,
    scratch: &mut Scratch,
) -> Result<MissionReport, RequestError> {
    request.check(space.rooms())?;
    let (goal, attempts) = match request.linearity {
        Some(n) => (Goal::Best(1), n),
        None => (Goal::First, request.attempts),
    };
    let budget = Budget { goal, attempts: Some(attempts), time: None };
    let problem = MissionProblem { request, space };
    let mut report = run_with(&problem, seed, &budget, control, scratch);
    let spent = report.found.is_empty() && report.attempts == attempts;
    if let Some(space) = space.half_plane().filter(|_| spent) {
        let problem = FixedProblem { request, space };
        report.try_once(&problem, seed.attempt(attempts), scratch);
    }
    Ok(report)
}
