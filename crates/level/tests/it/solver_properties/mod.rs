//! Properties of the search options: under every option the verdict is the same, the plan can be replayed, and its cost
//! is within the promised factor.
//!
//! The levels are random, small and the same in every run. A failure prints the level as text and its rules.

mod levels;

use levels::{Family, random};
use quandary_level::check::{Check, Safety, check};
use quandary_level::limits::{Limit, Limits};
use quandary_level::plan::{Action, Cost, Plan, Walk, replay};
use quandary_level::rules::Rules;
use quandary_level::rules::{Position, Way};
use quandary_level::solve::{Collect, Heuristic, Options, Solution, Verdict, solve};
use quandary_level::{Cell, Grid, Level, Tile, Tiles};
use std::sync::atomic::AtomicBool;
use testing::times;

/// Levels of each family, times `QUANDARY_TIMES`.
const LEVELS: u64 = 505;
const BIT: f64 = 1e-6;

/// A level, its rules, and the least cost of a plan.
struct Case {
    level: Level,
    rules: Rules,
    least: Option<Cost>,
    words: String,
}

#[test]
fn levels_under_strict_rules() {
    all_of(Family::Strict);
}

#[test]
fn levels_under_classic_rules() {
    all_of(Family::Classic);
}

#[test]
fn levels_under_mixed_rules() {
    all_of(Family::Mixed);
}

#[test]
fn levels_with_diagonals() {
    all_of(Family::Diagonals);
}

#[test]
fn levels_with_blocks() {
    all_of(Family::Blocks);
}

fn all_of(family: Family) {
    let levels = LEVELS * times();
    let [mut won, mut pruned, mut better, mut gathered, mut undecided, mut softlocked] = [0; 6];
    for seed in 0..levels {
        let (level, rules) = random(family, seed);
        let words = format!(
            "{family:?} {seed}\n{}\n{rules:?}",
            quandary_level::formats::text::print(&level)
        );
        let mut case = Case { level, rules, least: None, words };
        let first = case.solve(&Options::default());
        assert_eq!(first, case.solve(&Options::default()), "not twice the same: {case}");
        case.least = cost(&first.verdict);
        case.holds(&first, Collect::Nothing);
        won += u64::from(case.least.is_some());
        pruned += case.unguided() + first.pruned;
        case.weighted();
        better += case.anytime(seed);
        case.guessed();
        case.nudged();
        gathered += u64::from(case.collected());
        undecided += case.limited(seed);
        softlocked += u64::from(case.checked());
    }
    assert!(pruned > 0, "no state was dominated");
    let seen = [better, gathered, undecided, softlocked];
    assert!(seen.iter().all(|&times| times > 0), "{seen:?}: the levels are too much alike");
    assert!(won > levels / 4 && won < levels * 9 / 10, "{won} of {levels} can be won");
}

fn cost(verdict: &Verdict) -> Option<Cost> {
    match verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost),
        _ => None,
    }
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)
    }
}

impl Case {
    fn solve(&self, options: &Options) -> Solution {
        self.solve_within(options, &Limits::default())
    }

    fn solve_within(&self, options: &Options, limits: &Limits<'_>) -> Solution {
        solve(&self.level, &self.rules, options, limits).expect("few things")
    }

    /// Checks a solution found without limits: the verdict is the same, the plan replays, and it costs at least the
    /// least cost, or exactly that if it is declared optimal. Returns its cost.
    fn holds(&self, solution: &Solution, collect: Collect) -> f64 {
        match (&solution.verdict, self.least) {
            (Verdict::Solvable { plan, walk, optimal }, Some(least)) => {
                self.walked(plan, walk, collect);
                assert!(walk.cost >= least, "cheaper than {least}: {} {self}", walk.cost);
                assert!(!optimal || walk.cost == least, "{} is not {least} {self}", walk.cost);
                walk.cost.value()
            }
            (Verdict::Unsolvable, None) => f64::INFINITY,
            (other, least) => panic!("{other:?}, where {least:?} is known: {self}"),
        }
    }

    /// Checks that a solution has exactly the least cost.
    fn holds_exactly(&self, options: &Options) -> Solution {
        let solution = self.solve(options);
        self.holds(&solution, options.collect);
        assert_eq!(cost(&solution.verdict), self.least, "{options:?} {self}");
        if let Verdict::Solvable { optimal, .. } = solution.verdict {
            assert!(optimal, "not proved: {options:?} {self}");
        }
        solution
    }

    // ------------------------------------------------------------------------------ the walk

    /// Replays a plan: each step leads to an adjacent cell, the costs add up, and the end is a goal.
    fn walked(&self, plan: &Plan, walk: &Walk, collect: Collect) {
        let again = replay(&self.level, &self.rules, collect, plan);
        assert_eq!(again.as_ref(), Ok(walk), "{self}");
        let tiles = self.level.tiles.as_ref().expect("tiles");
        let mut at = tiles.start_cell().expect("a start");
        assert!(walk.wins && walk.start == Position::Cell(at), "{self}");
        let mut sum = Cost::default();
        for record in &walk.records {
            let Position::Cell(to) = record.position else { panic!("a node: {self}") };
            let diagonal = matches!(record.action, Action::Go(way) if way.is_diagonal());
            let one = u64::from(diagonal);
            sum = sum.plus(Cost { straight: 1 - one, diagonal: one });
            assert!(self.is_step(tiles, at, to, record.action), "{at:?} {record:?} {self}");
            at = to;
        }
        assert_eq!(sum, walk.cost, "{self}");
        assert!(tiles.goal_cells().contains(&at), "{self}");
    }

    fn is_step(&self, tiles: &Tiles, from: Cell, to: Cell, action: Action) -> bool {
        let (rows, cols) = match action {
            Action::Flip => (0, 0),
            Action::Go(way) => match way {
                Way::Up => (-1, 0),
                Way::Down => (1, 0),
                Way::Left => (0, -1),
                Way::Right => (0, 1),
                Way::UpLeft => (-1, -1),
                Way::UpRight => (-1, 1),
                Way::DownLeft => (1, -1),
                Way::DownRight => (1, 1),
                Way::Warp | Way::Pass => {
                    let tile = tiles.tile(from);
                    let stair = self.rules.warps.stairs && tile == Some(Tile::Stair);
                    return stair || self.rules.warps.doors && tile.is_some_and(Tile::is_door);
                }
                Way::Goto => return false,
            },
        };
        from.offset(rows, cols) == Some(to)
    }

    // --------------------------------------------------------------------------- the options

    /// Without a heuristic, verdict and cost are the same. Returns the number of pruned states.
    fn unguided(&self) -> u64 {
        self.holds_exactly(&Options { heuristic: Heuristic::None, ..Options::default() }).pruned
    }

    fn weighted(&self) {
        for heuristic in [Heuristic::Optimal, Heuristic::None] {
            for weight in [1.0, 1.5, 2.0, 3.0] {
                let options = Options { heuristic, weight, ..Options::default() };
                let cost = self.holds(&self.solve(&options), Collect::Nothing);
                let least = self.least.map_or(f64::INFINITY, Cost::value);
                assert!(cost <= weight * least + BIT, "{cost} > {weight} x {least} {self}");
            }
        }
    }

    /// Returns the number of improved first plans.
    fn anytime(&self, seed: u64) -> u64 {
        let mut bettered = 0;
        let heuristic = Heuristic::ALL[seed as usize % Heuristic::ALL.len()];
        for (heuristic, weight) in [(heuristic, 1.0), (Heuristic::Optimal, 3.0), (heuristic, 3.0)] {
            let options = Options { heuristic, weight, anytime: true, ..Options::default() };
            let solution = self.holds_exactly(&options);
            let improvements = &solution.improvements;
            assert_eq!(improvements.last().map(|i| i.cost), self.least, "{options:?} {self}");
            bettered += u64::from(improvements.first().map(|i| i.cost) > self.least);
            // Each plan is cheaper than the one before. The last may be repeated with the proof that it is cheapest.
            for (i, pair) in improvements.windows(2).enumerate() {
                let proof = i + 2 == improvements.len() && pair[1].bound > pair[0].bound;
                let falls = pair[1].cost < pair[0].cost || proof && pair[1].cost == pair[0].cost;
                assert!(falls, "{options:?}: {improvements:?} {self}");
            }
            for improvement in improvements {
                let least = self.least.expect("a plan").value();
                assert!(improvement.bound <= least + BIT, "{options:?}: {improvements:?} {self}");
                assert!(improvement.bound <= improvement.cost.value() + BIT, "{self}");
            }
        }
        bettered
    }

    fn guessed(&self) {
        for heuristic in [Heuristic::Balanced, Heuristic::Speedrunner, Heuristic::Completionist] {
            let options = Options { heuristic, ..Options::default() };
            self.holds(&self.solve(&options), Collect::Nothing);
        }
    }

    /// An option that only breaks ties changes no cost; a boost of 0.01 per pick-up changes it by at most that.
    fn nudged(&self) {
        for heuristic in [Heuristic::Optimal, Heuristic::None] {
            let tie_break = true;
            self.holds_exactly(&Options { heuristic, tie_break, ..Options::default() });
            let options = Options { heuristic, key_boost: true, ..Options::default() };
            let cost = self.holds(&self.solve(&options), Collect::Nothing);
            let least = self.least.map_or(f64::INFINITY, Cost::value);
            assert!(cost <= least + 0.2, "{cost} for {least} {self}");
            if !self.rules.diagonals && cost.is_finite() {
                assert!((cost - least).abs() < BIT, "{cost} is not {least} {self}");
            }
        }
    }

    // --------------------------------------------------------------------------- collecting

    /// Returns true if everything can be collected.
    fn collected(&self) -> bool {
        let options = Options { collect: Collect::Everything, ..Options::default() };
        let everything = self.solve(&options);
        let unguided = Options { heuristic: Heuristic::None, ..options.clone() };
        let all = cost(&everything.verdict);
        assert_eq!(all, cost(&self.solve(&unguided).verdict), "{self}");
        match &everything.verdict {
            Verdict::Solvable { plan, walk, optimal } => {
                assert!(*optimal && self.least.is_some_and(|least| walk.cost >= least), "{self}");
                self.walked(plan, walk, Collect::Everything);
                let tiles = self.level.tiles.as_ref().expect("tiles");
                for (item, _) in tiles.cells().filter(|(_, tile)| tile.is_item()) {
                    let mut way = walk.positions();
                    assert!(way.any(|at| at == Position::Cell(item)), "{item:?} is left {self}");
                }
            }
            Verdict::Unsolvable => {}
            Verdict::Unknown(limit) => panic!("{limit:?} {self}"),
        }
        let walled = Case { level: walled_off(&self.level), ..self.again() };
        assert_eq!(walled.solve(&options).verdict, Verdict::Unsolvable, "{self}");
        walled.holds_exactly(&Options::default());
        all.is_some()
    }

    fn again(&self) -> Self {
        let (level, rules, words) = (self.level.clone(), self.rules.clone(), self.words.clone());
        Self { level, rules, least: self.least, words }
    }

    // ------------------------------------------------------------------------------- limits

    /// A limit may leave a level undecided, but never gives a wrong verdict. Returns the number of undecided runs.
    fn limited(&self, seed: u64) -> u64 {
        let mut undecided = 0;
        let heuristic = [Heuristic::Optimal, Heuristic::Balanced][seed as usize % 2];
        let options = Options { heuristic, anytime: seed.is_multiple_of(5), ..Options::default() };
        for states in [0, 1, 6, 25, 100] {
            let limits = Limits { states: Some(states), ..Limits::default() };
            let solution = self.solve_within(&options, &limits);
            match solution.verdict {
                Verdict::Unknown(limit) => {
                    assert_eq!(limit, Limit::States, "{self}");
                    undecided += 1;
                }
                _ => _ = self.holds(&solution, Collect::Nothing),
            }
        }
        let cancel = AtomicBool::new(true);
        let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
        let cancelled = self.solve_within(&options, &limits).verdict;
        let at_once = self.least == Some(Cost::default());
        match (cancelled, self.least) {
            (Verdict::Unknown(Limit::Cancelled), _) | (Verdict::Unsolvable, None) => {}
            (Verdict::Solvable { .. }, Some(_)) if at_once => {}
            (other, _) => panic!("{other:?}, though it was cancelled: {self}"),
        }
        undecided
    }

    // -------------------------------------------------------------------------------- check

    /// Returns true for a winnable level with a softlock.
    fn checked(&self) -> bool {
        let limits = Limits { states: Some(3_000), ..Limits::default() };
        let told = check(&self.level, &self.rules, &limits).expect("few things");
        let Check { verdict, safety, states, dead_states, .. } = &told;
        if let Verdict::Unknown(_) = verdict {
            return false;
        }
        assert_eq!(cost(verdict), self.least, "{self}");
        match (safety, self.least) {
            (Safety::Unknown(_), _) => {}
            (Safety::SoftlockFree, Some(_)) => {
                let none = dead_states.map_or(told.limit.is_some(), |n| n == 0);
                assert!(none, "{self}");
            }
            (Safety::Softlock(Some((_, walk))), Some(_)) => {
                // Within a limit, a dead state may be known and the number of dead states unknown.
                let counted = dead_states.map_or(told.limit.is_some(), |n| 0 < n && n < *states);
                assert!(!walk.wins && counted, "{self}");
            }
            (Safety::Softlock(None), None) => assert_eq!(*dead_states, Some(*states), "{self}"),
            (other, least) => panic!("{other:?}, where {least:?} is known: {self}"),
        }
        assert!(verdict == &Verdict::Unsolvable || told.why_not.is_none(), "{self}");
        matches!(safety, Safety::Softlock(Some(_)))
    }
}

/// The level with two additional rows at the bottom: a wall, and a key below it.
fn walled_off(level: &Level) -> Level {
    let mut level = level.clone();
    let tiles = level.tiles.as_mut().expect("tiles");
    let old = &tiles.floors[0];
    let (rows, cols) = (old.rows(), old.cols());
    let mut grid = Grid::filled(rows + 2, cols, Tile::Wall);
    for (row, tiles) in (0..).zip(old.iter_rows()) {
        for (col, &tile) in (0..).zip(tiles) {
            grid.set(row, col, tile);
        }
    }
    grid.set(rows + 1, 0, Tile::KeySmall);
    tiles.floors[0] = grid;
    level
}
