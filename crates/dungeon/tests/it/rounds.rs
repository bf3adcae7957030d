//! Batches of what-if questions about dungeons, each compared with a solve of the changed level.

use level::check::what_if::{Answer, Batch, WhatIf};
use level::rules::{Push, Rules};
use level::solve::{self, Verdict};
use level::{Level, Limits, Tile};
use quandary_dungeon::dungeon::{ProvedDungeon, Request, generate};
use quandary_dungeon::options::{Attempts, Options};
use search::{Budget, Control, Goal, Seed};
use testing::times;

/// The largest number of states for a question.
const MOST: u64 = 2_000_000;

fn made(category: &str, rooms: usize, seed: u64) -> Option<ProvedDungeon> {
    let mut request = Request::of(category).expect("a known category");
    request.rooms = rooms;
    let budget = Budget { goal: Goal::Best(1), attempts: Some(4), time: None };
    let control = Control { threads: 1, ..Control::default() };
    let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
    generate(&request, Seed::new(seed).expect("a small seed"), options).ok()
}

/// The solver's answer for the changed level.
fn plainly(level: &Level, asked: &WhatIf, can_push: bool) -> Answer {
    let rules = level.rules_under(None);
    let rules = if can_push { rules } else { Rules { push: Push::Off, ..rules } };
    let level = asked.of(level, &rules).expect("things of the level");
    let solution = solve::solve(&level, &rules, &solve::Options::default(), &Limits::default());
    match solution.expect("few things").verdict {
        Verdict::Solvable { walk, optimal: true, .. } => Answer::Solvable(walk.cost.straight),
        Verdict::Unsolvable => Answer::Unsolvable,
        other => panic!("{other:?} without any limit"),
    }
}

/// All things that can be removed, except passages; and all passages.
fn things(level: &Level) -> [Vec<String>; 3] {
    let tiles = level.tiles.as_ref().expect("tiles");
    let several = tiles.floors.len() > 1;
    let place = |cell: level::Cell| match several {
        true => format!("{},{},{}", cell.floor, cell.row, cell.col),
        false => format!("{},{}", cell.row, cell.col),
    };
    let of_tile = |kind: &'static str, wanted: fn(Tile) -> bool| {
        let cells = tiles.cells().filter(move |(_, tile)| wanted(*tile));
        cells.map(move |(cell, _)| format!("{kind}:{}", place(cell)))
    };
    let items = of_tile("item", |tile| {
        matches!(tile, Tile::KeySmall | Tile::KeyBoss | Tile::KeyItem | Tile::ItemMinor)
    });
    let symbols = level.graph.symbols.iter().map(|name| format!("symbol:{name}"));
    let switches = tiles.marks.iter().filter_map(|mark| match mark.gives {
        level::Content::Toggle(number) => Some(format!("toggle:{number}")),
        _ => None,
    });
    let blocks = of_tile("block", |tile| tile == Tile::Block);
    let edges =
        level.graph.edges.iter().map(|edge| (edge.from.min(edge.to), edge.from.max(edge.to)));
    let mut pairs: Vec<_> = edges.collect();
    pairs.sort_unstable();
    pairs.dedup();
    let passages = pairs.into_iter().map(|(a, b)| format!("passage:{a}-{b}"));
    [items.chain(symbols).chain(switches).collect(), blocks.collect(), passages.collect()]
}

/// Questions about a level: each thing and passage removed, alone and some together; other goals; blocks removed and
/// fixed.
fn questions(level: &Level) -> Vec<(WhatIf, bool)> {
    let [things, blocks, passages] = things(level);
    let goals: Vec<String> =
        (0..level.graph.nodes.len()).map(|room| format!("room:{room}")).collect();
    let without = |name: &String| WhatIf { without: vec![name.clone()], ..WhatIf::default() };
    let mut asked = vec![(WhatIf::default(), true), (WhatIf::default(), false)];
    let away: Vec<&String> = things.iter().chain(&blocks).chain(&passages).collect();
    asked.extend(away.iter().map(|name| (without(name), true)));
    for (number, thing) in away.iter().enumerate() {
        let other = away[(7 * number + 3) % away.len()];
        let both = vec![(*thing).clone(), other.clone()];
        asked.push((WhatIf { without: both, ..WhatIf::default() }, number % 5 > 0));
    }
    for (number, goal) in goals.iter().enumerate() {
        let aim = WhatIf { goal: Some(goal.clone()), ..WhatIf::default() };
        asked.push((aim.clone(), number % 2 == 0));
        asked.push((WhatIf { without: vec![away[5 * number % away.len()].clone()], ..aim }, true));
    }
    for (number, block) in blocks.iter().enumerate() {
        let wall = WhatIf { wall: vec![block.clone()], ..WhatIf::default() };
        let goal = Some(goals[3 * number % goals.len()].clone());
        asked.push((WhatIf { goal: goal.clone(), ..wall.clone() }, true));
        asked.push((WhatIf { goal, ..without(block) }, true));
        asked.push((wall, true));
    }
    for symbol in things.iter().filter(|name| name.starts_with("symbol:")) {
        let goal = Some(symbol.clone());
        let number = symbol.len() * 11 % away.len();
        asked.push((WhatIf { goal: goal.clone(), ..WhatIf::default() }, true));
        asked.push((WhatIf { goal, ..without(away[number]) }, true));
    }
    asked
}

#[test]
fn a_round_answers_as_the_judge_does_who_is_asked_plainly() {
    let categories = ["dungeon", "cave", "temple", "crypt", "tower", "village", "tavern", "grove"];
    let (mut asked, mut unsolvable) = (0, 0);
    for (number, category) in (1..).zip(categories) {
        let sizes = [(8, number), (12, number + 10), (16, number + 20)];
        // The largest dungeons have the most questions and take most of the time; two of them are enough.
        let sizes =
            sizes.into_iter().filter(|(rooms, _)| *rooms < 16 || number % 4 == 0 || times() > 1);
        for (rooms, seed) in sizes {
            let Some(made) = made(category, rooms, seed) else { continue };
            let level = &made.candidate.tiled.level;
            let rules = level.rules_under(None);
            let mut round = Batch::of(level, &rules).expect("few things");
            for (question, can_push) in questions(level) {
                let answer = round.ask(&question, can_push, MOST).expect("things of the level");
                let plain = plainly(level, &question, can_push);
                assert_eq!(answer, plain, "{category} {rooms} {seed}: {question:?} {can_push}");
                asked += 1;
                unsolvable += usize::from(answer == Answer::Unsolvable);
            }
            let walk = round.plan(MOST).expect("a plan");
            assert_eq!(walk.cost, made.walk.cost, "{category} {rooms} {seed}");
        }
    }
    assert!(asked > 1_000 && unsolvable > 100, "{asked} {unsolvable}");
}
