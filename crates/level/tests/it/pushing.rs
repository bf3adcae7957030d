//! Rooms of blocks and plates, compared with an independent search that only walks and pushes: fewest moves, fewest
//! pushes, and fewest moves among those.

use quandary_level::formats::text;
use quandary_level::solve::{CostModel, Options, Verdict, solve};
use quandary_level::{Level, Limits, Rules};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use testing::dice::Random;
use testing::times;

/// Number of rooms, times `QUANDARY_TIMES`.
const ROOMS: u64 = 300;

/// Pushes if they count, else 0; and moves.
type Worth = (u64, u64);

/// A room: its rows of equal width, and the squares that have to hold a block.
struct Room {
    width: usize,
    /// `#` wall, `.` floor, `o` a block on floor, `k` a key, `@` the player, `*` a goal.
    squares: Vec<u8>,
    plates: Vec<Vec<usize>>,
}

impl Room {
    /// A room of at most 8 by 7 squares, or a wide one full of walls. Some have more blocks than targets, occupied
    /// targets, two plates, a square closed to blocks, or a goal.
    fn random(seed: u64) -> Self {
        let mut dice = Random(seed);
        let (rows, width, wall) = match dice.below(5) {
            0 => (5 + dice.below(3), 16 + dice.below(3), 2),
            _ => (5 + dice.below(3), 6 + dice.below(3), 4 + dice.below(8)),
        };
        let (rows, width) = (rows as usize, width as usize);
        let is_edge = |at: usize| {
            at < width
                || at >= (rows - 1) * width
                || at.is_multiple_of(width)
                || at % width == width - 1
        };
        let mut squares: Vec<u8> = (0..rows * width)
            .map(|at| if is_edge(at) || dice.below(wall) == 0 { b'#' } else { b'.' })
            .collect();
        let inside = |squares: &[u8], signs: &[u8], dice: &mut Random| loop {
            let at = dice.below((rows * width) as u32) as usize;
            if !is_edge(at) && signs.contains(&squares[at]) {
                return at;
            }
        };
        let blocks = 1 + dice.below(4) as usize;
        let mut signs = vec![b'o'; blocks];
        signs.extend([b'k'].iter().filter(|_| dice.below(4) == 0));
        signs.extend([b'*'].iter().filter(|_| dice.below(8) == 0));
        signs.push(b'@');
        for sign in signs {
            let at = inside(&squares, b".#", &mut dice);
            squares[at] = sign;
        }
        let targets =
            if dice.below(3) == 0 { 1 + dice.below(blocks as u32) as usize } else { blocks };
        let mut cells = Vec::new();
        while cells.len() < targets
            && squares.iter().filter(|sign| b".o".contains(sign)).count() > targets
        {
            let at = inside(&squares, if dice.below(3) == 0 { b".o" } else { b".." }, &mut dice);
            if !cells.contains(&at) {
                cells.push(at);
            }
        }
        if cells.is_empty() {
            cells.push(inside(&squares, b"o", &mut dice));
        }
        let second = if dice.below(3) == 0 { cells.split_off(cells.len() / 2) } else { Vec::new() };
        let plates = [cells, second].into_iter().filter(|plate| !plate.is_empty()).collect();
        Self { width, squares, plates }
    }

    /// The room as a level file.
    fn text(&self) -> String {
        let cell = |&at: &usize| format!("[0,{},{}]", at / self.width, at % self.width);
        let cells = |plate: &Vec<usize>| plate.iter().map(cell).collect::<Vec<_>>().join(",");
        let plates: Vec<String> = (0..)
            .zip(&self.plates)
            .map(|(n, plate)| format!("{{\"name\":\"p{n}\",\"cells\":[{}]}}", cells(plate)))
            .collect();
        let win: Vec<String> = (0..plates.len()).map(|n| format!("\"plate:p{n}\"")).collect();
        let rows: Vec<_> = self.squares.chunks(self.width).map(String::from_utf8_lossy).collect();
        let (plates, win) = (plates.join(","), win.join(","));
        format!("quandary/level/1\nplates: [{plates}]\nwin: [{win}]\n\n{}\n", rows.join("\n"))
    }

    /// The least cost of a plan, by a best-first search over all states.
    fn least(&self, counts_pushes: bool) -> Option<Worth> {
        let targets = self.plates.iter().flatten().fold(0, |all, at| all | 1_u128 << at);
        let all = |sign| (0..self.squares.len()).filter(move |&at| self.squares[at] == sign);
        let start = (all(b'@').next()?, all(b'o').fold(0, |all, at| all | 1_u128 << at));
        let mut best = HashMap::from([(start, (0, 0))]);
        let mut waiting = BinaryHeap::from([Reverse(((0, 0), start))]);
        while let Some(Reverse((worth, state))) = waiting.pop() {
            if best[&state] < worth {
                continue;
            }
            if targets & !state.1 == 0 || self.squares[state.0] == b'*' {
                return Some(worth);
            }
            for way in [-(self.width as isize), self.width as isize, -1, 1] {
                let Some((next, pushed)) = self.step(state, way) else { continue };
                let worth = (worth.0 + u64::from(pushed && counts_pushes), worth.1 + 1);
                if best.get(&next).is_none_or(|&known| known > worth) {
                    best.insert(next, worth);
                    waiting.push(Reverse((worth, next)));
                }
            }
        }
        None
    }

    fn step(&self, (player, blocks): (usize, u128), way: isize) -> Option<((usize, u128), bool)> {
        let to = player.wrapping_add_signed(way);
        if self.squares[to] == b'#' {
            return None;
        }
        if blocks >> to & 1 == 0 {
            return Some(((to, blocks), false));
        }
        let beyond = to.wrapping_add_signed(way);
        let takes = b".o".contains(&self.squares[beyond]) && blocks >> beyond & 1 == 0;
        takes.then_some(((to, blocks & !(1 << to) | 1 << beyond), true))
    }
}

fn solved(level: &Level, rules: &Rules, options: &Options) -> Option<Worth> {
    match solve(level, rules, options, &Limits::default()).map(|solution| solution.verdict) {
        Ok(Verdict::Solvable { walk, optimal: true, .. }) => {
            let pushes = match options.cost {
                CostModel::Moves => 0,
                CostModel::Pushes => CostModel::Pushes.of(&walk).straight,
            };
            Some((pushes, walk.records.len() as u64))
        }
        Ok(Verdict::Unsolvable) => None,
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn rooms_of_blocks_and_plates_cost_what_a_plain_search_finds() {
    let rooms = ROOMS * times();
    let (mut won, mut most) = (0, 0);
    let mut rules = Rules::default();
    rules.set("push=free").unwrap();
    for seed in 0..rooms {
        let room = Room::random(seed);
        let level = text::read(&room.text()).unwrap_or_else(|e| panic!("{e}\n{}", room.text()));
        for cost in [CostModel::Moves, CostModel::Pushes] {
            let least = room.least(cost == CostModel::Pushes);
            let found = solved(&level, &rules, &Options { cost, ..Options::default() });
            assert_eq!(found, least, "{cost:?}, seed {seed}\n{}", room.text());
            won += u64::from(least.is_some());
            most = most.max(least.unwrap_or_default().0);
        }
    }
    assert!(won > rooms / 4 && won < rooms * 3 / 2, "{won} of {rooms} rooms can be won");
    assert!(most > 5, "no plan has more than {most} pushes");
}
