//! Rooms passed in one move against a plain search of every state, cell by cell.

use super::super::astar::Search;
use super::super::heuristic;
use super::super::order::Order;
use super::Most;
use crate::dice::Dice;
use crate::formats::text;
use crate::limits::{Clock, Limits};
use crate::model::level::Level;
use crate::plan::{Cost, Walk, replay_in};
use crate::rules::blocks::Blocks;
use crate::rules::prepared::Prepared;
use crate::rules::{BlockReset, Bombs, Collect, Fact, Locks, Push, PushOnto, Rules};
use crate::solve::{Heuristic, Options, Verdict, best, cheapest, solve};
use std::rc::Rc;
use testing::times;

const ROWS: u64 = 5;
const COLS: u64 = 5;

/// All that an edge may ask for besides what a plate before it gives.
const ASKED: [&str; 19] = [
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "symbol:P0",
    "symbol:P0",
    "symbol:P1",
    "symbol:M",
    "key_locked",
    "soft_locked",
    "item_locked",
    "plate:p0",
    "lacks:symbol:P0",
    "toggle:0=on",
    "toggle:0=on",
    "toggle:0=off",
];

/// All that a cell may ask for.
const NEEDED: [&str; 8] = [
    "plate:p0",
    "plate:p0",
    "plate:p1",
    "symbol:P0",
    "symbol:P1",
    "symbol:M",
    "toggle:0=on",
    "lacks:symbol:P1",
];

fn edges(dice: &mut Dice, rooms: u64) -> String {
    let mut edges = Vec::new();
    for room in 1..rooms {
        for (from, to) in [(room - 1, room), (room, room - 1)] {
            let onward = from < to && dice.below(2) == 0;
            let asked =
                if onward { ["symbol:P0", "symbol:P1"][from as usize] } else { dice.pick(&ASKED) };
            let asked = if asked.is_empty() { String::new() } else { format!("\"{asked}\"") };
            if asked.is_empty() || dice.below(8) > 0 {
                edges.push(format!(r#"{{"from":{from},"to":{to},"requires":[{asked}]}}"#));
            }
        }
    }
    edges.join(",")
}

/// Two or three rooms in a row, with blocks and plates, and things between which they must choose.
fn drawing(dice: &mut Dice) -> String {
    let rooms = 2 + dice.below(2);
    let mut rows = vec![vec!['.'; (COLS * rooms) as usize]; ROWS as usize];
    for cell in rows.iter_mut().flatten() {
        *cell = match dice.below(80) {
            0..2 => 'o',
            2..12 => '#',
            12..14 => dice.pick(&['k', '+', 'I', '~', ',', 'i', '%']),
            _ => '.',
        };
    }
    let mut put = |room: u64, tile: char, dice: &mut Dice| {
        let (row, col) = (dice.below(ROWS), COLS * room + dice.below(COLS));
        rows[row as usize][col as usize] = tile;
        format!("[0,{row},{col}]")
    };
    let mut plates = Vec::new();
    for plate in 0..2 {
        let room = if dice.below(4) == 0 { dice.below(rooms) } else { plate };
        let cells: Vec<String> = (0..1 + dice.below(2)).map(|_| put(room, '.', dice)).collect();
        for _ in &cells {
            put(room, 'o', dice);
        }
        let gives = match dice.below(8) {
            0 => String::new(),
            1 => r#","gives":"symbol:M""#.to_string(),
            _ => format!(r#","gives":"symbol:P{plate}""#),
        };
        plates.push(format!(r#"{{"name":"p{plate}","cells":[{}]{gives}}}"#, cells.join(",")));
    }
    put(0, '@', dice);
    put(dice.pick(&[rooms - 1, rooms - 1, rooms - 1, 0]), '*', dice);
    let mark = |gives: &str, dice: &mut Dice| {
        let (row, col) = (dice.below(ROWS), dice.below(COLS * rooms));
        format!(r#"{{"floor":0,"row":{row},"col":{col},"gives":"{gives}"}}"#)
    };
    let marks: Vec<String> = ["symbol:M", "symbol:T", "toggle:0", "toggle:0"]
        .into_iter()
        .filter(|_| dice.below(3) == 0)
        .collect::<Vec<_>>()
        .into_iter()
        .map(|gives| mark(gives, dice))
        .collect();
    let lock = |needs: &str, dice: &mut Dice| {
        let (row, col) = (dice.below(ROWS), dice.below(COLS * rooms));
        format!(r#"{{"cells":[[0,{row},{col}]],"needs":["{needs}"]}}"#)
    };
    let locks: Vec<String> = (0..dice.below(4)).map(|_| lock(dice.pick(&NEEDED), dice)).collect();
    let room = |n: u64| {
        format!(
            r#"{{"node":{n},"floor":0,"row":0,"col":{},"rows":{ROWS},"cols":{COLS}}}"#,
            COLS * n
        )
    };
    let rectangles: Vec<String> = (0..rooms).map(room).collect();
    let nodes: Vec<String> = (0..rooms).map(|n| format!(r#"{{"id":{n}}}"#)).collect();
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    format!(
        "quandary/level/1\nrooms: [{}]\nmarks: [{}]\nlocks: [{}]\nplates: [{}]\n\
         graph: {{\"nodes\":[{}],\"edges\":[{}]}}\n\n{}\n",
        rectangles.join(","),
        marks.join(","),
        locks.join(","),
        plates.join(","),
        nodes.join(","),
        edges(dice, rooms),
        rows.join("\n")
    )
}

fn rules(dice: &mut Dice) -> Rules {
    Rules {
        push: dice.pick(&[Push::Free, Push::Free, Push::Once]),
        blocks: BlockReset::Reset,
        bombs: dice.pick(&[Bombs::Unlimited, Bombs::Consumed]),
        locks: dice.pick(&[Locks::Doorway, Locks::Doorway, Locks::Doorway, Locks::Tile]),
        push_onto: dice.pick(&[PushOnto::Floor, PushOnto::Walkable]),
        ..Rules::default()
    }
}

/// The least cost that a plain search finds; `None` where there is no plan. Not answered for levels that are too large.
fn least(level: &Level, rules: &Rules, collect: Collect) -> Option<Option<Cost>> {
    let prepared = Prepared::of(level, rules, collect);
    let world = prepared.world::<1>();
    let limits = Limits { states: Some(60_000), ..Limits::default() };
    let clock = Clock::start(&limits);
    let wins = |location, config: &_| world.is_goal(location, config);
    let plan = cheapest(&world, &Blocks::default(), &clock, wins, |_, _| true).ok()?;
    Some(plan.map(|plan| replay_in(&world, &plan).unwrap().cost))
}

/// The number of levels that were compared, of those that can be won, and of those won by what a plate gives.
#[derive(Debug, Default)]
struct Seen {
    compared: u64,
    won: u64,
    pressed: u64,
}

/// The cost of the plan of a search that leaves rooms to itself soon.
fn found_with(level: &Level, rules: &Rules, collect: Collect, most: Most) -> Option<Cost> {
    let prepared = Prepared::of(level, rules, collect);
    let world = prepared.world::<1>();
    let bound = Rc::new(heuristic::distances(&world, &best(&world)));
    let search = Search::new(&world, Order::exact(bound), true, Blocks::default());
    let mut search = search.passing_rooms(&world, most);
    let wins = |location, config: &_| world.is_goal(location, config);
    let state =
        search.run(&world, &Clock::start(&Limits::default()), wins, |_, _| true).unwrap()?;
    let walk = replay_in(&world, &search.plan(&world, state)).unwrap();
    assert!(walk.wins && walk.cost == search.cost(state));
    Some(walk.cost)
}

fn presses(walk: &Walk) -> bool {
    let mut records = walk.records.iter().filter(|record| record.pushed.is_some());
    records.any(|record| record.changed.iter().any(|fact| matches!(fact, Fact::Symbol(_))))
}

fn compare(seed: u64, seen: &mut Seen) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let drawing = drawing(&mut dice);
    let rules = rules(&mut dice);
    let Ok(level) = text::read(&drawing) else { return };
    let collect = dice.pick(&[Collect::Nothing, Collect::Nothing, Collect::Everything]);
    let Some(least) = least(&level, &rules, collect) else { return };
    let usual = Options { collect, ..Options::default() };
    let others = [
        usual.clone(),
        Options { heuristic: Heuristic::None, ..usual.clone() },
        Options { anytime: true, heuristic: Heuristic::Balanced, ..usual.clone() },
        Options { weight: 1.5, ..usual.clone() },
        Options { heuristic: Heuristic::Completionist, ..usual },
    ];
    for options in others {
        let solution = solve(&level, &rules, &options, &Limits::default()).unwrap();
        let words = || format!("seed {seed}, {options:?}\n{rules:?}\n{drawing}");
        match (solution.verdict, least) {
            (Verdict::Unsolvable, None) => {}
            (Verdict::Solvable { walk, optimal, .. }, Some(least)) => {
                let exact = optimal || options.anytime || options.promises_the_least();
                let holds = if exact { walk.cost == least } else { walk.cost >= least };
                assert!(holds, "{} and not {least}: {}", walk.cost, words());
                let most = options.weight * least.value() + 1e-6;
                assert!(options.weight == 1.0 || walk.cost.value() <= most, "{}", words());
                if options.heuristic == Heuristic::Optimal && exact {
                    seen.pressed += u64::from(presses(&walk));
                }
            }
            (verdict, least) => unreachable!("{verdict:?} and not {least:?}: {}", words()),
        }
    }
    let most = Most { visit: 1 + dice.below(300), passage: dice.below(20) };
    let found = found_with(&level, &rules, collect, most);
    assert_eq!(found, least, "seed {seed}, {most:?}\n{rules:?}\n{drawing}");
    seen.compared += 1;
    seen.won += u64::from(least.is_some());
}

#[test]
fn rooms_passed_in_one_move_cost_what_a_plain_search_finds() {
    let levels = 700 * times();
    let mut seen = Seen::default();
    (0..levels).for_each(|seed| compare(seed, &mut seen));
    let Seen { compared, won, pressed } = seen;
    assert!(compared * 2 > levels && won * 4 > compared && pressed * 40 > compared, "{seen:?}");
}
