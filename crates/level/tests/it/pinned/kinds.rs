//! The levels for the pinned results.

use crate::naive_twin;
use crate::repair;
use crate::tile_twin::levels::{Case, FAMILIES, random};
use crate::tile_twin::workshop::{Size, THEMES, designed};
use formats::xsb;
use quandary_level::Level;
use quandary_level::formats::{json, text};
use testing::dice::Random;

/// Levels generated in one way.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) cases: Vec<Case>,
}

/// Designed dungeons of eight, twelve and sixteen rooms, and a plain one of two floors.
const DUNGEONS: [&str; 4] = [
    include_str!("../../pinned/small.json"),
    include_str!("../../pinned/mine.json"),
    include_str!("../../pinned/temple.json"),
    include_str!("../../pinned/plain.json"),
];

/// Larger drawings for the search by rooms: a key two rooms from its door, and one with a softlock.
const DRAWN: [&str; 4] = [
    "###########\n#@..#....k#\n#...+..#..#\n#...#..#..#\n#####++####\n#....*....#\n###########\n",
    "#########\n#.+.@k+*#\n#########\n",
    "##########\n#@.k.+...#\n#.##.###.#\n#.k..+..*#\n##########\n",
    "########\n#@.oo.*#\n#..kk..#\n#.+##+.#\n#.k..*.#\n########\n",
];

/// Every kind.
pub(crate) fn kinds() -> Vec<Kind> {
    let kind = |name, cases| Kind { name, cases };
    let families =
        FAMILIES.into_iter().flat_map(|family| (0..80).map(move |seed| random(family, seed)));
    let workshop = |size, each| {
        let themes = THEMES.into_iter();
        themes
            .flat_map(move |theme| (0..each).map(move |seed| designed(theme, size, seed)))
            .collect()
    };
    vec![
        kind("graphs", graph_cases()),
        kind("tiles", families.collect()),
        kind("workshop", workshop(Size::Small, 80)),
        kind("rows", workshop(Size::Row, 20)),
        kind("halls", workshop(Size::Large, 16)),
        kind("losable", losable()),
        kind("blocks", (0..80).map(blocks).collect()),
        kind("drawn", drawn()),
        kind("dungeons", (0..).zip(DUNGEONS).map(dungeon).collect()),
    ]
}

/// A level under its own rules.
fn plain(family: &str, seed: u64, level: Level) -> Case {
    let rules = level.rules_under(None);
    Case { family: family.to_owned(), seed, level, rules }
}

fn dungeon((seed, text): (u64, &str)) -> Case {
    plain("dungeon", seed, json::read(text).expect("a dungeon"))
}

fn of_graph(family: &str, case: naive_twin::levels::Case) -> Case {
    let naive_twin::levels::Case { seed, graph, rules } = case;
    Case { family: family.to_owned(), seed, level: Level::of_graph(graph), rules }
}

fn graph_cases() -> Vec<Case> {
    let small = (0..200).map(|seed| {
        of_graph("any", naive_twin::levels::small(seed, naive_twin::levels::Kind::Any))
    });
    let simple = (0..60).map(|seed| {
        of_graph("plain", naive_twin::levels::small(seed, naive_twin::levels::Kind::Plain))
    });
    let symbols = (0..60).map(|seed| {
        of_graph("symbols", naive_twin::levels::small(seed, naive_twin::levels::Kind::Symbols))
    });
    small.chain(simple).chain(symbols).collect()
}

fn losable() -> Vec<Case> {
    let mut seed = 0;
    let next = |_| {
        let repair::levels::Case { seed, level, rules } = repair::levels::losable(&mut seed);
        Case { family: "losable".to_owned(), seed, level, rules }
    };
    (0..80).map(next).collect()
}

/// A room of Sokoban: seven by seven, two boxes or three.
fn blocks(seed: u64) -> Case {
    let mut dice = Random(seed);
    let mut rows = vec![vec![b'#'; 8]; 7];
    for row in &mut rows[1..6] {
        row[1..7].iter_mut().for_each(|sign| *sign = if dice.below(8) == 0 { b'#' } else { b' ' });
    }
    let boxes = 2 + usize::from(dice.below(3) == 0);
    for sign in [b"$.".repeat(boxes), vec![b'@']].concat() {
        loop {
            let at = &mut rows[1 + dice.below(5) as usize][1 + dice.below(6) as usize];
            if *at == b' ' {
                *at = sign;
                break;
            }
        }
    }
    let text = rows.iter().map(|row| String::from_utf8_lossy(row)).collect::<Vec<_>>().join("\n");
    plain("blocks", seed, xsb::read(&text).expect("a room").swap_remove(0))
}

fn drawn() -> Vec<Case> {
    let read = |(seed, rows)| plain("drawn", seed, text::read(rows).expect(rows));
    let mut cases: Vec<Case> = (0..).zip(DRAWN).map(read).collect();
    let long = |seed| of_graph("long", naive_twin::levels::long(seed, 40));
    let ladder = |seed| of_graph("ladder", naive_twin::levels::ladder(seed, 12));
    cases.extend((0..3).map(long).chain((0..3).map(ladder)));
    cases.push(of_graph("row", naive_twin::levels::row(9)));
    // A level without a goal, and one with an unreachable goal.
    let lost = ["#####\n#@..#\n#####\n", "######\n#@.#*#\n######\n"];
    cases.extend((10..).zip(lost).map(read));
    cases
}
