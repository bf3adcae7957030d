//! What the fuzz targets hold of every level that can be read: it prints and reads back equal, and the
//! judge answers within small limits and does not contradict itself.

use level::check::certify::{Judge, certify};
use level::check::locks::locks;
use level::check::{Safety, check};
use level::graph::Graph;
use level::json::{print, read};
use level::level::Level;
use level::rules::{Preset, Rules};
use level::solve::space::Limits;
use level::solve::{Verdict, solve};

/// The most states a judge may look at.
const MOST_STATES: u64 = 500;

/// The most locks of a level that is checked: the smallest repair of an unsolvable level takes time
/// that grows with every subset of them.
const MOST_LOCKS: usize = 24;

/// A level is read back as it was printed.
pub fn prints_and_reads_back(level: &Level) {
    assert_eq!(read(&print(level)).as_ref(), Ok(level));
}

/// Judges a graph under both presets.
pub fn is_judged(graph: &Graph) {
    for preset in [Preset::Strict, Preset::Classic] {
        let rules = Rules::preset(preset);
        let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
        let Ok(solution) = solve(graph, &rules, &limits) else { return };
        if locks(graph).len() <= MOST_LOCKS {
            is_checked(graph, &rules, &limits, &solution.verdict);
        }
    }
}

/// A check says what `verdict` says, and a certificate says what the check says.
fn is_checked(graph: &Graph, rules: &Rules, limits: &Limits<'_>, verdict: &Verdict) {
    let check = check(graph, rules, limits).expect("as many things as for the solver");
    if !matches!((verdict, &check.verdict), (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_))) {
        assert_eq!(cost(verdict), cost(&check.verdict));
    }
    if let (Safety::Losable(None), Verdict::Solvable { .. }) = (&check.safety, &check.verdict) {
        panic!("a level that can be won has dead states but no witness");
    }
    let Ok(certificate) = certify(graph, rules, limits, &mut Judge::default()) else { return };
    assert_eq!(certificate.plan.map(|plan| plan.cost()), cost(&check.verdict));
    assert_eq!(certificate.states, check.states);
    assert_eq!(Some(certificate.dead_states), check.dead_states);
}

fn cost(verdict: &Verdict) -> Option<u64> {
    match verdict {
        Verdict::Solvable { plan, .. } => Some(plan.cost()),
        Verdict::Unsolvable | Verdict::Unknown(_) => None,
    }
}
