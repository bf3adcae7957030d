//! What the fuzz targets hold of every level that can be read: it prints and reads back equal, and the
//! judge answers within small limits and does not contradict itself.

use level::check::certify::{Judge, certify};
use level::check::locks::edge_locks;
use level::check::{Safety, check};
use level::json::{print, read};
use level::level::Level;
use level::rules::{Preset, Rules};
use level::solve::space::Limits;
use level::plan::Cost;
use level::solve::{Options, Verdict, solve};

/// The most states a judge may look at.
const MOST_STATES: u64 = 500;

/// The most locks of a level that is checked: the smallest repair of an unsolvable level takes time
/// that grows with every subset of them.
const MOST_LOCKS: usize = 24;

/// A level is read back as it was printed.
pub fn prints_and_reads_back(level: &Level) {
    assert_eq!(read(&print(level)).as_ref(), Ok(level));
}

/// Judges a level under both presets.
pub fn is_judged(level: &Level) {
    for preset in [Preset::Strict, Preset::Classic] {
        let rules = Rules::preset(preset);
        let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
        let options = Options::default();
        let Ok(solution) = solve(level, &rules, &options, &limits) else { return };
        if edge_locks(&level.graph).len() <= MOST_LOCKS {
            is_checked(level, &rules, &limits, &solution.verdict);
        }
    }
}

/// A check says what `verdict` says, and a certificate says what the check says.
fn is_checked(level: &Level, rules: &Rules, limits: &Limits<'_>, verdict: &Verdict) {
    let check = check(level, rules, limits).expect("as many things as for the solver");
    if !matches!((verdict, &check.verdict), (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_))) {
        assert_eq!(cost(verdict), cost(&check.verdict));
    }
    if let (Safety::Losable(None), Verdict::Solvable { .. }) = (&check.safety, &check.verdict) {
        panic!("a level that can be won has dead states but no witness");
    }
    if level.tiles.is_some() {
        return;
    }
    let Ok(certificate) = certify(&level.graph, rules, limits, &mut Judge::default()) else { return };
    let straight = cost(&check.verdict).map(|cost| cost.straight);
    assert_eq!(certificate.plan.map(|plan| plan.len() as u64), straight);
    assert_eq!(certificate.states, check.states);
    assert_eq!(Some(certificate.dead_states), check.dead_states);
}

fn cost(verdict: &Verdict) -> Option<Cost> {
    match verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost),
        Verdict::Unsolvable | Verdict::Unknown(_) => None,
    }
}
