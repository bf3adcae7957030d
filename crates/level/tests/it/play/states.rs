//! The states found by playing equal those counted by a check, and refused steps change nothing.

use crate::play::cases;
use crate::play::space::space;
use crate::tile_twin::levels::Case;
use quandary_level::formats::text;
use quandary_level::limits::Limits;
use quandary_level::play::{Command, Game, Refusal, Step};
use quandary_level::rules::{Rules, Way};
use quandary_level::{Cell, Level, Tile, check};
use std::collections::BTreeMap;

/// Limit on states of a tested level.
const MOST: usize = 1_500;

#[test]
fn what_is_taken_is_gone_and_what_is_opened_is_open() {
    let level = text::read("########\n#@k+Ki*#\n########\n").expect("a drawing");
    let rules = Rules::default();
    let mut game = Game::of(&level, &rules).expect("a level");
    let tiles = |game: &Game<'_>| -> Vec<Tile> {
        let tiles = game.tiles().expect("tiles");
        (2..=5).filter_map(|col| tiles.tile(Cell { floor: 0, row: 1, col })).collect()
    };
    let mut before = vec![tiles(&game)];
    for (col, left) in
        [Tile::Floor, Tile::DoorOpen, Tile::Floor, Tile::Floor].into_iter().enumerate()
    {
        game.step(Command::Go(Way::Right)).expect("a way");
        let mut expect = before[col].clone();
        expect[col] = left;
        assert_eq!(tiles(&game), expect);
        before.push(expect);
    }
    while before.len() > 1 {
        assert_eq!(Some(tiles(&game)), before.pop());
        assert!(game.undo());
    }
    assert_eq!(Some(tiles(&game)), before.pop());
}

#[test]
fn every_state_that_the_judge_counts_is_played_and_no_other() {
    let mut played = 0;
    for case in cases(60) {
        let Some(space) = space(&case.level, &case.rules, MOST) else { continue };
        let limits = Limits { states: Some(100_000), ..Limits::default() };
        let check = check(&case.level, &case.rules, &limits).expect("few things");
        assert_eq!(space.ways.len() as u64, check.states, "{case}");
        let dead = space.winnable().iter().filter(|winnable| !**winnable).count();
        assert_eq!(Some(dead as u64), check.dead_states, "{case}");
        played += 1;
    }
    assert!(played > 500, "{played} levels were played out");
}

/// Every command in a level, legal or not.
fn commands(level: &Level) -> Vec<Command> {
    let nodes = 0..level.graph.nodes.len() as u32;
    let there = nodes.flat_map(|node| [Command::Goto(node), Command::Warp(node)]);
    Way::STEPS
        .map(|(way, _)| Command::Go(way))
        .into_iter()
        .chain(there)
        .chain((0..3).map(Command::Flip))
        .collect()
}

/// Plays a level at random and tries illegal steps. Counts refusals by name.
fn wander(case: &Case, refusals: &mut BTreeMap<String, u32>) {
    let mut game = Game::of(&case.level, &case.rules).expect("a level that can be played");
    let start = (game.position(), game.holdings(), game.choices(), game.tiles().cloned());
    let mut past = Vec::new();
    let mut draw = case.seed.wrapping_mul(2) + 1;
    for _ in 0..40 {
        let choices = game.choices();
        let state = (game.position(), game.holdings(), game.cost(), game.tiles().cloned());
        for command in commands(&case.level) {
            for by in 0..2 {
                let step = Step { command, by };
                if choices.iter().any(|choice| choice.step == step) {
                    continue;
                }
                let refusal = game.step(step).expect_err("a step that is not among the choices");
                assert!(!refusal.words(&case.level).is_empty(), "{case}");
                let name = format!("{refusal:?}");
                let name = name.split('(').next().unwrap_or_default().to_owned();
                let name = if matches!(refusal, Refusal::Block(_)) {
                    format!("{refusal:?}")
                } else {
                    name
                };
                *refusals.entry(name).or_default() += 1;
            }
        }
        assert_eq!((game.choices(), game.steps().len()), (choices.clone(), past.len()), "{case}");
        let same = (game.position(), game.holdings(), game.cost(), game.tiles().cloned());
        assert_eq!(same, state, "{case}");
        assert_eq!(choices.is_empty() && game.is_won(), game.is_won(), "{case}");
        draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(choice) = choices.get((draw >> 33) as usize % choices.len().max(1)) else { break };
        assert_eq!(game.step(choice.step).expect("a choice"), choice.record, "{case}");
        past.push(state);
    }
    while let Some(before) = past.pop() {
        assert!(game.undo());
        let now = (game.position(), game.holdings(), game.cost(), game.tiles().cloned());
        assert_eq!(now, before, "{case}");
    }
    assert!(!game.undo());
    assert_eq!((game.position(), game.holdings(), game.choices(), game.tiles().cloned()), start);
}

#[test]
fn what_is_refused_changes_nothing_and_undo_leads_back() {
    let mut refusals = BTreeMap::new();
    for case in cases(100) {
        wander(&case, &mut refusals);
    }
    // Every reason occurs.
    for name in [
        "Won",
        "Solid",
        "Diagonal",
        "Corner",
        "OneWay",
        "Locked",
        "Water",
        "Pit",
        "Landing",
        "NoEdge",
        "NoWarp",
        "NoToggle",
        "FewerWays",
        "Block(Ahead)",
        "Block(Behind)",
        "Block(Pushed)",
        "Block(Diagonal)",
    ] {
        assert!(refusals.contains_key(name), "{name} is missing: {refusals:?}");
    }
}
