//! What the judge must say of an area before it leaves.
//!
//! The area is handed over as a room graph, and everything is asked anew: nothing that placement believes of
//! its area is believed here.

use super::Area;
use super::level_graph::level_graph;
use super::make::Reject;
use level::Graph;
use level::check::certify::{self, Judge};
use level::check::reversible;
use level::plan::Plan;
use level::rules::Rules;
use level::solve::space::Limits;

/// The most states an area may have to be explored; larger ones are proved without counting, if nothing in
/// them can be lost.
const MOST_STATES: u64 = 200_000;

/// The proof of an area: winnable and unlosable, every room in reach, every puzzle needed.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// A plan to the boss and behind every puzzle, replayed; a shortest one where states were counted.
    pub plan: Plan,
    /// How many states a player can be in; `None` where they were too many to count.
    pub states: Option<u64>,
}

/// Has an area proved.
///
/// # Errors
/// What does not hold of it.
pub fn prove(area: &Area, judge: &mut Judge) -> Result<Certificate, Reject> {
    let graph = level_graph(area);
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let Ok(proof) = certify::certify(&graph, &Rules::default(), &limits, judge) else {
        return prove_uncounted(&graph);
    };
    let wrong = [
        (proof.unreachable > 0, Reject::UnreachableRoom),
        (proof.plan.is_none(), Reject::Unwinnable),
        (proof.dead_states > 0, Reject::Losable),
        (!proof.needless.is_empty(), Reject::Needless),
    ];
    refuse(&wrong)?;
    let plan = proof.plan.ok_or(Reject::Unwinnable)?;
    Ok(Certificate { plan, states: Some(proof.states) })
}

fn prove_uncounted(graph: &Graph) -> Result<Certificate, Reject> {
    let proof = reversible::certify(graph, &Rules::default()).ok().flatten();
    let proof = proof.ok_or(Reject::TooLargeToProve)?;
    let wrong = [
        (proof.unreachable > 0, Reject::UnreachableRoom),
        (proof.plan.is_none(), Reject::Unwinnable),
        (!proof.needless.is_empty(), Reject::Needless),
    ];
    refuse(&wrong)?;
    Ok(Certificate { plan: proof.plan.ok_or(Reject::Unwinnable)?, states: None })
}

/// The first thing that does not hold.
fn refuse(wrong: &[(bool, Reject)]) -> Result<(), Reject> {
    wrong.iter().find(|(wrong, _)| *wrong).map_or(Ok(()), |&(_, reject)| Err(reject))
}
