//! Plans, and the work of finding them.

use crate::pinned::{each, pinned};
use quandary_level::rules::Collect;
use quandary_level::solve::{CostModel, Heuristic, Options, solve};
use quandary_level::{Limits, Verdict};
use std::fmt::Write as _;

/// Most option combinations in use, and some others.
fn options() -> Vec<Options> {
    let usual = Options::default();
    let mut all: Vec<Options> = Heuristic::ALL
        .into_iter()
        .map(|heuristic| Options { heuristic, ..usual.clone() })
        .collect();
    all.extend([
        Options { weight: 2.0, ..usual.clone() },
        Options { weight: 3.0, anytime: true, ..usual.clone() },
        Options { heuristic: Heuristic::Balanced, anytime: true, key_boost: true, ..usual.clone() },
        Options { tie_break: true, ..usual.clone() },
        Options { heuristic: Heuristic::None, key_boost: true, ..usual.clone() },
        Options { collect: Collect::Everything, ..usual.clone() },
        Options { cost: CostModel::Pushes, ..usual.clone() },
        Options { cost: CostModel::Pushes, collect: Collect::Everything, ..usual },
    ]);
    all
}

#[test]
fn plans_and_counted_work() {
    pinned(
        "solved",
        each(|case, text| {
            for (number, options) in options().iter().enumerate() {
                let limits = Limits { states: Some(20_000), ..Limits::default() };
                let solved = solve(&case.level, &case.rules, options, &limits).expect("few bits");
                let plan = match &solved.verdict {
                    Verdict::Solvable { plan, optimal, .. } => format!("{plan:?} {optimal}"),
                    other => format!("{other:?}"),
                };
                let work =
                    [solved.explored, solved.pruned, solved.most_waiting, solved.met, solved.bytes];
                let found = solved.improvements;
                let _ = writeln!(text, "{number} {work:?} {:?} {found:?} {plan}", solved.limit);
            }
            // Every limit ends a search at a fixed point.
            for states in [0, 1, 7, 60] {
                let limits = Limits { states: Some(states), ..Limits::default() };
                let solved = solve(&case.level, &case.rules, &Options::default(), &limits)
                    .expect("few bits");
                let _ = writeln!(
                    text,
                    "{states}: {:?} {} {}",
                    solved.limit, solved.explored, solved.met
                );
            }
            for memory in [300, 3_000, 30_000] {
                let limits =
                    Limits { memory: Some(memory), states: Some(20_000), ..Limits::default() };
                for options in options().into_iter().step_by(6) {
                    let solved =
                        solve(&case.level, &case.rules, &options, &limits).expect("few bits");
                    let (limit, work) = (solved.limit, [solved.explored, solved.bytes]);
                    let _ = writeln!(text, "{memory}: {limit:?} {work:?}");
                }
            }
        }),
    );
}
