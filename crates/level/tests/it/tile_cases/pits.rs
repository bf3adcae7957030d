//! Pits: what is said of them, how they are played, and that they are proved to need their blocks.

use crate::tile_cases::judged::{check, read};
use quandary_level::check::what_if::WhatIf;
use quandary_level::limits::Limits;
use quandary_level::play::{Command, Game, Refusal};
use quandary_level::rules::Way;
use quandary_level::solve::{Options, Verdict, solve};
use quandary_level::{Cell, Rules, Tile};

/// A bridge of two cells, and as many blocks: one is pushed onto the first pit, the other up, and over it onto the next.
const BRIDGE: &str = "
    ##########
    #@....####
    #..o.xx.*#
    #..o..####
    #.....####
    ##########";

#[test]
fn a_pit_that_bars_the_way_is_named_with_the_change_that_helps() {
    let found = check("@x*", &[], "unsolvable; 1 states, 1 dead; lost from the start");
    let why_not = found.check.why_not.as_ref().expect("it cannot be won");
    let text = quandary_level::report::text::core(&found.level, why_not);
    assert_eq!((text.as_str(), why_not.smallest), ("the pit at [0,1]", false));
    let wide = check("@xx*", &[], "unsolvable; 1 states, 1 dead; lost from the start");
    let why_not = wide.check.why_not.as_ref().expect("it cannot be won");
    let text = quandary_level::report::text::core(&wide.level, why_not);
    assert_eq!(text, "the pit of 2 cells at [0,1]");
}

#[test]
fn pits_that_no_block_can_fill_are_found() {
    let said = |drawing: &str, settings: &[&str]| -> Vec<String> {
        let rules = crate::tile_cases::judged::rules(settings);
        let found = quandary_level::check::check(&read(drawing), &rules, &Limits::default());
        let lint = found.expect("few things").lint.into_iter();
        lint.filter(|one| one.code == "pit_never_filled").map(|one| one.message).collect()
    };
    assert_eq!(said("@ox*", &[]), [""; 0]);
    let at = |col: u32| format!("no block can fill the pit at floor 0, row 0, column {col}");
    assert_eq!(said("@ox*", &["push=off"]), [at(2)]);
    assert_eq!(said("@oxx*", &[]), [at(3)], "the block is pushed once");
    assert_eq!(said("@oxx*", &["push=free"]), [""; 0], "a second block could go on");
    assert_eq!(said("o@*x", &[]), [at(3)], "the block is on the other side");
    assert_eq!(said("@#ox*", &[]), [at(3)], "nobody stands behind the block");
    let two = "no block can fill 2 cells of the pit at floor 0, row 0, column 1";
    assert_eq!(said("@xx*", &[]), [two]);
}

#[test]
fn a_pit_is_played() {
    let (level, rules) = (read("@ox*"), Rules::default());
    let mut game = Game::of(&level, &rules).expect("a level");
    let row = |game: &Game<'_>| -> Vec<Tile> {
        let tiles = game.tiles().expect("tiles");
        (1..3).filter_map(|col| tiles.tile(Cell::new(0, 0, col))).collect()
    };
    game.step(Command::Go(Way::Right)).expect("a push");
    assert_eq!(row(&game), [Tile::Floor, Tile::Floor]);
    assert!(game.undo());
    assert_eq!(row(&game), [Tile::Block, Tile::Pit]);
    for drawing in ["@x*", "@x.\n#.o\n..*"] {
        let level = read(drawing);
        let mut game = Game::of(&level, &rules).expect("a level");
        assert_eq!(game.step(Command::Go(Way::Right)), Err(Refusal::Pit), "{drawing}");
    }
}

#[test]
fn each_block_of_a_bridge_is_needed() {
    let level = read(BRIDGE);
    let mut rules = Rules::default();
    rules.set("push=free").expect("a rule");
    let wins = |asked: &WhatIf| {
        let level = asked.of(&level, &rules).expect("things of the level");
        let found = solve(&level, &rules, &Options::default(), &Limits::default());
        matches!(found.expect("few things").verdict, Verdict::Solvable { .. })
    };
    let without = |block: &str| WhatIf { without: vec![block.to_owned()], ..WhatIf::default() };
    let walled = |block: &str| WhatIf { wall: vec![block.to_owned()], ..WhatIf::default() };
    assert!(wins(&WhatIf::default()));
    for block in ["block:2,3", "block:3,3"] {
        assert!(!wins(&without(block)) && !wins(&walled(block)), "{block}");
    }
}
