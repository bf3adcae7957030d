//! Results of checks in words and as JSON, and counts of states.

use crate::pinned::{each, limits, pinned};
use quandary_level::check::{
    certify, count, least, reversible, safety, spheres, survey, wins_without_bombs,
};
use quandary_level::report::{self, text::Terms};
use quandary_level::solve::{CostModel, Options, solve};
use quandary_level::{Level, Limits, Verdict, check};
use std::fmt::Write as _;

#[test]
fn checks_in_words_and_as_json() {
    pinned(
        "checked",
        each(|case, text| {
            let (level, rules, limits) = (&case.level, &case.rules, limits(6_000));
            let terms = Terms { rules, limits: &limits };
            let checked = check(level, rules, &limits).expect("few bits");
            *text += &report::text::check(level, terms, &checked);
            let _ = writeln!(text, "{}", report::text::line(level, &checked));
            let wire = report::check::CheckJson::new(level, rules, &checked);
            let _ = writeln!(text, "{}", serde_json::to_string(&wire).expect("JSON"));
            let _ = writeln!(text, "{checked:?}");
            for cost in [CostModel::Moves, CostModel::Pushes] {
                let options = Options { cost, ..Options::default() };
                let solved = solve(level, rules, &options, &limits).expect("few bits");
                let why = checked.why_not.as_ref();
                *text += &report::text::solution(level, terms, &solved, why);
                let wire = report::solution::SolutionJson::full(level, rules, &solved, why, 0.0);
                let _ = writeln!(text, "{}", serde_json::to_string(&wire).expect("JSON"));
            }
            let few = Limits { states: Some(25), ..Limits::default() };
            let cut = check(level, rules, &few).expect("few bits");
            *text += &report::text::check(level, Terms { rules, limits: &few }, &cut);
            let _ = writeln!(text, "{:?} {} {:?}", cut.limit, cut.kept, cut.dead_states);
            for memory in [300, 3_000, 30_000] {
                let few = Limits { memory: Some(memory), ..limits };
                let cut = check(level, rules, &few).expect("few bits");
                let _ = writeln!(text, "{:?} {} {:?}", cut.limit, cut.kept, cut.dead_states);
            }
        }),
    );
}

#[test]
fn proofs_and_counts() {
    pinned(
        "proved",
        each(|case, text| {
            let (level, rules, limits) = (&case.level, &case.rules, limits(6_000));
            let _ = writeln!(text, "{:?}", count(level, rules, &limits));
            let _ = writeln!(
                text,
                "{:?}",
                safety(level, rules, &limits).map(|safe| (safe.states, safe.safety))
            );
            let _ = writeln!(text, "{:?}", spheres(level, rules));
            let _ = writeln!(text, "{:?}", least::prove(level, rules, &limits));
            let _ = writeln!(text, "{:?}", least::wins(level, rules, &limits));
            let _ = writeln!(text, "{:?}", least::walk(level, rules, &limits));
            let _ = writeln!(text, "{:?}", wins_without_bombs(level, rules, &limits));
            let _ = writeln!(text, "{:?}", reversible::certify(&level.graph, rules));
            let _ = writeln!(text, "{:?}", certified(level, rules, &limits));
            let solved = solve(level, rules, &Options::default(), &limits).expect("few bits");
            if let Verdict::Solvable { walk, .. } = &solved.verdict {
                let _ = writeln!(text, "{:?}", survey::survey(level, rules, walk, &limits));
            }
            let _ = writeln!(
                text,
                "{:?}",
                survey::solve_and_survey(level, rules, &limits).map(|both| both.1)
            );
        }),
    );
}

fn certified(
    level: &Level,
    rules: &quandary_level::Rules,
    limits: &Limits<'_>,
) -> Result<certify::Certificate, certify::Uncertified> {
    certify::certify(&level.graph, rules, limits, &mut certify::Scratch::default())
}
