//! Needed things: a survey compared with a changed level for each question.

use quandary_level::check::change::Change;
use quandary_level::check::count;
use quandary_level::check::survey::{Survey, solve_and_survey, survey};
use quandary_level::{Limits, Options, Rules, Verdict, check, solve};

/// The survey, after comparison with `check`, which changes the level for each question.
fn twins(text: &str) -> Survey {
    let (rules, limits) = (Rules::default(), Limits::default());
    let level = quandary_level::formats::text::read(text).unwrap();
    let solution = solve(&level, &rules, &Options::default(), &limits).unwrap();
    let Verdict::Solvable { walk, .. } = solution.verdict else { panic!("{text}") };
    let survey = survey(&level, &rules, &walk, &limits).unwrap();
    let both = solve_and_survey(&level, &rules, &limits).unwrap();
    let verdict = solve(&level, &rules, &Options::default(), &limits).unwrap().verdict;
    assert_eq!(both, (verdict, survey.clone()), "{text}");
    let all = check(&level, &rules, &limits).unwrap().needed;
    let things = all.into_iter().filter(|need| matches!(need.without, Change::Remove(..)));
    assert_eq!(survey.things, things.collect::<Vec<_>>(), "{text}");
    assert_eq!(survey.counted, count(&level, &rules, &limits).unwrap());
    survey
}

fn needed(text: &str) -> Vec<Option<bool>> {
    twins(text).things.iter().map(|need| need.needed).collect()
}

#[test]
fn things_are_asked_about_one_by_one_and_all_at_once() {
    assert_eq!(needed("#######\n#@ki+*#\n#######\n"), [Some(true), Some(false)]);
    // Either of two keys suffices, but one is needed.
    let two = twins("########\n#@kk.+*#\n########\n");
    assert!(two.things.iter().all(|need| need.needed == Some(false)));
    assert_eq!(two.together, Some(false));
    let none = twins("#######\n#@kki*#\n#######\n");
    assert_eq!(none.together, Some(true));
}

#[test]
fn a_symbol_in_two_places_is_taken_away_in_one() {
    let level = "quandary/level/1\n\
        marks: [{\"floor\":0,\"row\":1,\"col\":2,\"gives\":\"symbol:A\"},{\"floor\":0,\"row\":1,\"col\":3,\"gives\":\"symbol:A\"}]\n\
        locks: [{\"cells\":[[0,1,4]],\"needs\":[\"symbol:A\"]}]\n\n#######\n#@../*#\n#######\n";
    let found = twins(level);
    assert!(found.things.iter().all(|need| need.needed == Some(false)));
    assert_eq!(found.together, Some(false));
    let toggle = level
        .replace("symbol:A\"},{", "toggle:0\"},{")
        .replace("needs\":[\"symbol:A\"", "needs\":[\"toggle:0=on\"");
    assert_eq!(needed(&toggle), [Some(true), Some(false)]);
}

#[test]
fn blocks_may_decide() {
    // The block can be pushed out of the way, so the door is not needed; in the next level it cannot.
    assert_eq!(needed("#######\n##.####\n#@o..*#\n#k.+.##\n#######\n"), [Some(false)]);
    assert_eq!(needed("#######\n#######\n#@o..*#\n#k.+.##\n#######\n"), [Some(true)]);
}
