//! Plans of the solver, played step by step: positions, holdings, changes and costs equal those of the replay.

use crate::play::cases;
use quandary_level::limits::Limits;
use quandary_level::plan::Action;
use quandary_level::play::{Game, step};
use quandary_level::rules::{Collect, Preset, Rules, Way};
use quandary_level::solve::{Options, Verdict, solve};
use quandary_level::{Level, replay};
use testing::skipped;

/// Plays a cheapest plan of a level. Returns false if there is none.
fn plays(level: &Level, rules: &Rules, name: &str) -> bool {
    let limits = Limits { states: Some(300_000), ..Limits::default() };
    let solution = solve(level, rules, &Options::default(), &limits).expect(name);
    let Verdict::Solvable { plan, .. } = solution.verdict else { return false };
    let mut walk = replay(level, rules, Collect::Nothing, &plan).expect(name);
    // The last move of a warp has an action of its own.
    let passes = walk.records.iter_mut().filter(|record| record.action == Action::Go(Way::Pass));
    passes.for_each(|record| record.action = Action::Go(Way::Warp));
    let mut game = Game::of(level, rules).expect(name);
    assert_eq!((game.position(), game.holdings()), (walk.start, walk.holdings.clone()), "{name}");
    let fresh = game.tiles().cloned();
    let steps = game.steps_of(&plan).expect(name);
    assert_eq!(steps.len(), walk.records.len(), "{name}");
    for (&step, record) in steps.iter().zip(&walk.records) {
        assert!(!game.is_won(), "{name}");
        assert_eq!(game.step(step).expect(name), *record, "{name}");
        assert_eq!((game.position(), &game.holdings()), (record.position, &record.holdings));
    }
    assert!(game.is_won() == walk.wins && game.cost() == walk.cost, "{name}");
    assert_eq!(game.records().cloned().collect::<Vec<_>>(), walk.records, "{name}");
    let words = step::write(level, game.steps());
    assert_eq!(step::read(level, &words).expect(&words), steps, "{words}");
    game.restart();
    assert_eq!((game.position(), game.holdings()), (walk.start, walk.holdings), "{name}");
    assert_eq!((game.tiles().cloned(), game.steps().len()), (fresh, 0), "{name}");
    true
}

#[test]
fn plans_are_played_as_they_are_replayed() {
    let played = cases(150).filter(|case| plays(&case.level, &case.rules, &case.to_string()));
    assert!(played.count() > 600);
}

#[test]
fn plans_of_the_corpus_are_played_as_they_are_replayed() {
    let Some(data) = std::env::var_os("QUANDARY_DATA").map(std::path::PathBuf::from) else {
        return skipped("QUANDARY_DATA does not name the folder of reference data");
    };
    for number in 1..=6 {
        let file = data.join(format!("zelda/tile/LoZ_{number}.json"));
        let text = std::fs::read_to_string(&file).expect("a level of the corpus");
        let level = quandary_level::formats::json::read(&text).expect("a level of the corpus");
        let rules = Rules {
            start: "key_item=true".parse().expect("a start"),
            ..Rules::preset(Preset::Strict)
        };
        assert!(plays(&level, &rules, &format!("LoZ_{number}")), "LoZ_{number}");
        let graph = Level::of_graph(level.graph);
        if graph.graph.start.is_some() {
            plays(&graph, &rules, &format!("the graph of LoZ_{number}"));
        }
    }
}
