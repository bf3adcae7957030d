//! Landmarks against a plain search of every state.

use super::Errands;
use crate::formats::text;
use crate::limits::Limits;
use crate::model::level::Level;
use crate::rules::prepared::Prepared;
use crate::rules::{Bombs, Collect, Locks, Rules};
use crate::solve::plain::least;
use crate::solve::{Verdict, best, by_landmarks, heuristic};
use std::rc::Rc;
use testing::dice::Random;
use testing::{rooms, times};

/// Four chambers in a row, with one or two ways between any two, which ask for symbols and keys that lie anywhere.
fn chambers(dice: &mut Random) -> String {
    const COLS: u32 = 15;
    let mut rows = vec![vec!['.'; COLS as usize]; 5];
    for cell in rows.iter_mut().flatten() {
        *cell = dice.pick(&['.', '.', '.', '.', '.', '.', '#', 'e', '~']);
    }
    let mut locks = Vec::new();
    for (wall, symbol) in [(3, 'A'), (7, 'B'), (11, 'C')] {
        rows.iter_mut().for_each(|row| row[wall] = '#');
        for _ in 0..=dice.below(2) {
            let row = dice.below(5) as usize;
            rows[row][wall] = dice.pick(&['+', 'X', '~', '|', '.', '.', '.']);
            locks.push(format!("{{\"cells\":[[0,{row},{wall}]],\"needs\":[\"symbol:{symbol}\"]}}"));
        }
    }
    let mut marks = Vec::new();
    for symbol in ['A', 'B', 'C', 'A', 'B'].into_iter().take(3 + dice.below(3) as usize) {
        let (row, col) = (dice.below(5), dice.below(COLS));
        rows[row as usize][col as usize] = '.';
        marks.push(format!(
            "{{\"floor\":0,\"row\":{row},\"col\":{col},\"gives\":\"symbol:{symbol}\"}}"
        ));
    }
    for thing in ['k', 'k', 'K', 'I', '*', '@'] {
        rows[dice.below(5) as usize][dice.below(COLS) as usize] = thing;
    }
    let drawn: String = rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
    format!(
        "quandary/level/1\nmarks: [{}]\nlocks: [{}]\n\n{drawn}",
        marks.join(","),
        locks.join(",")
    )
}

/// The number of landmarks of a level.
fn landmarks(level: &Level, rules: &Rules) -> usize {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    let world = prepared.world::<1>();
    let relaxed = best(&world);
    let goal = Rc::new(heuristic::distances(&world, &relaxed));
    let errands = Errands::with_landmarks(&world, &relaxed, &goal);
    let things = errands.map_or(Vec::new(), |errands| errands.things);
    things.iter().filter(|thing| thing.rest.is_some()).count()
}

#[test]
fn a_plan_by_landmarks_costs_what_a_plain_search_finds() {
    let levels = 4_000 * times();
    let (mut won, mut several) = (0, 0);
    for seed in 0..levels {
        let dice = &mut Random(seed);
        let drawing = if dice.chance(50) { chambers(dice) } else { rooms::drawing(dice) };
        let rules = Rules {
            bombs: dice.pick(&[Bombs::Unlimited, Bombs::Consumed]),
            locks: dice.pick(&[Locks::Doorway, Locks::Tile]),
            diagonals: dice.chance(20),
            ..Rules::default()
        };
        let Ok(level) = text::read(&drawing) else { continue };
        let Some(least) = least(&level, &rules, Collect::Nothing) else { continue };
        let found = by_landmarks(&level, &rules, &Limits::default()).unwrap().verdict;
        let found = match found {
            Verdict::Solvable { walk, optimal, .. } => {
                assert!(optimal, "seed {seed}\n{drawing}");
                Some(walk.cost)
            }
            Verdict::Unsolvable => None,
            Verdict::Unknown(limit) => panic!("seed {seed}: {limit}"),
        };
        assert_eq!(found, least, "seed {seed}\n{rules:?}\n{drawing}");
        won += u32::from(least.is_some());
        several += u32::from(least.is_some() && landmarks(&level, &rules) > 1);
    }
    assert!(won > 1_200 && several > 80, "{won} {several}");
}
