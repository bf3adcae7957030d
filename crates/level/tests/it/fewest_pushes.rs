//! Plans with the fewest pushes, compared with an independent Sokoban search.

use formats::xsb;
use quandary_level::formats::text;
use quandary_level::solve::{CostModel, Options, Verdict, solve};
use quandary_level::{Level, Limits, Rules};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// The player and the boxes.
type State = (usize, BTreeSet<usize>);

/// A drawn Sokoban level: rows of equal width.
struct Sokoban {
    width: usize,
    cells: Vec<u8>,
}

impl Sokoban {
    fn find(&self, signs: &[u8]) -> BTreeSet<usize> {
        (0..self.cells.len()).filter(|&at| signs.contains(&self.cells[at])).collect()
    }

    /// The least number of pushes: explores all states without a further push, then those with one more.
    fn fewest(&self) -> Option<u64> {
        let targets = self.find(b".*+");
        let player = *self.find(b"@+").first()?;
        let start = (player, self.find(b"$*"));
        let mut best: HashMap<State, u64> = HashMap::from([(start.clone(), 0)]);
        let mut waiting = VecDeque::from([(0, start)]);
        while let Some((pushes, state)) = waiting.pop_front() {
            if best[&state] < pushes {
                continue;
            }
            if targets.is_subset(&state.1) {
                return Some(pushes);
            }
            for way in [-(self.width as isize), self.width as isize, -1, 1] {
                let Some((next, pushed)) = self.step(&state, way) else { continue };
                let worth = pushes + u64::from(pushed);
                if best.get(&next).is_some_and(|&known| known <= worth) {
                    continue;
                }
                best.insert(next.clone(), worth);
                match pushed {
                    false => waiting.push_front((worth, next)),
                    true => waiting.push_back((worth, next)),
                }
            }
        }
        None
    }

    fn step(&self, (player, boxes): &State, way: isize) -> Option<(State, bool)> {
        let is_wall = |at: usize| self.cells[at] == b'#';
        let to = player.wrapping_add_signed(way);
        if is_wall(to) {
            return None;
        }
        if !boxes.contains(&to) {
            return Some(((to, boxes.clone()), false));
        }
        let beyond = to.wrapping_add_signed(way);
        if is_wall(beyond) || boxes.contains(&beyond) {
            return None;
        }
        let mut boxes = boxes.clone();
        boxes.remove(&to);
        boxes.insert(beyond);
        Some(((to, boxes), true))
    }
}

fn solved(level: &Level) -> Option<u64> {
    let options = Options { cost: CostModel::Pushes, ..Options::default() };
    match solve(level, &level.rules_under(None), &options, &Limits::default()).map(|s| s.verdict) {
        Ok(Verdict::Solvable { walk, optimal: true, .. }) => {
            Some(CostModel::Pushes.of(&walk).straight)
        }
        Ok(Verdict::Unsolvable) => None,
        other => unreachable!("{other:?}"),
    }
}

/// A random room of 7 by 7 with walls, two boxes and two targets.
fn random(seed: u64) -> Sokoban {
    let mut stream = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |n: u64| {
        stream =
            stream.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (stream >> 33) % n
    };
    let mut cells = vec![b' '; 49];
    for (at, cell) in cells.iter_mut().enumerate() {
        let edge = !(7..42).contains(&at) || at % 7 == 0 || at % 7 == 6;
        if edge || below(6) == 0 {
            *cell = b'#';
        }
    }
    for sign in *b"@$$.." {
        let at = loop {
            let at = 7 * (1 + below(5)) + 1 + below(5);
            if matches!(cells[at as usize], b' ' | b'#') {
                break at as usize;
            }
        };
        cells[at] = sign;
    }
    Sokoban { width: 7, cells }
}

#[test]
fn as_few_pushes_as_sokoban_alone_needs() {
    let (mut won, mut most) = (0, 0);
    for seed in 0..400 {
        let room = random(seed);
        let rows = room.cells.chunks(7).map(|row| String::from_utf8(row.to_vec()).unwrap());
        let drawing = rows.collect::<Vec<_>>().join("\n");
        let level = xsb::read(&drawing).unwrap().remove(0);
        let fewest = room.fewest();
        assert_eq!(solved(&level), fewest, "seed {seed}\n{drawing}");
        won += u32::from(fewest.is_some());
        most = most.max(fewest.unwrap_or(0));
    }
    assert!(won > 40 && most > 8, "{won} were won, with at most {most} pushes");
}

/// The straight path takes three moves with two pushes, the path around five moves without a push.
#[test]
fn who_counts_pushes_walks_around() {
    let level = text::read("#######\n#@o...#\n#.#*..#\n#.....#\n#######\n").unwrap();
    let mut rules = Rules::default();
    rules.set("push=free").unwrap();
    let moves = |cost| {
        let options = Options { cost, ..Options::default() };
        let solution = solve(&level, &rules, &options, &Limits::default()).unwrap();
        let Verdict::Solvable { walk, .. } = solution.verdict else { panic!() };
        (walk.records.len(), CostModel::Pushes.of(&walk).straight)
    };
    assert_eq!(moves(CostModel::Moves), (3, 2));
    assert_eq!(moves(CostModel::Pushes), (5, 0));
}
