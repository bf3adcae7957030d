//! Large levels: 200 x 200 cells, a maze of rooms with 12 keys and 30 locked doors. A search that reaches a limit must
//! stop in time and never give a wrong answer.
//!
//! The true verdict follows from the construction. The goal lies behind a row of locked doors, all keys are freely
//! reachable, and each key opens one door. The level can be won if and only if there are at least as many keys as doors
//! in the row. All other doors are shortcuts that waste keys.

use quandary_level::formats::text;
use quandary_level::limits::{Limit, Limits};
use quandary_level::plan::Action;
use quandary_level::rules::Rules;
use quandary_level::rules::{Position, Way};
use quandary_level::solve::{Heuristic, Options, Solution, Verdict, solve};
use quandary_level::{Cell, Grid, Level, Tile, Tiles};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use testing::dice::Random;

const SIZE: u32 = 200;
/// Rooms are arranged in 9 rows of 10, each with a wall above and to the left. The row of doors is below them.
const PITCH: u32 = 20;
const ROWS: u32 = 9;
const COLS: u32 = 10;
const KEYS: u32 = 12;
const DOORS: u32 = 30;
/// The default limit of the command line.
const STATES: Limits<'_> = Limits {
    states: Some(200_000),
    time: None,
    memory: None,
    cancel: None,
    progress: None,
    watch: None,
};

/// A maze under construction.
struct Maze {
    random: Random,
    grid: Grid,
    /// The walls with an opening: a room, and true for the wall below it, false for the wall to its right.
    open: BTreeSet<(u32, bool)>,
}

/// A level whose goal lies behind `row` doors. `rough` adds pillars, water, blocks and bombable walls, none of which
/// the player has to pass.
fn maze(seed: u64, row: u32, rough: bool) -> Level {
    let grid = Grid::filled(SIZE, SIZE, Tile::Wall);
    let mut maze = Maze { random: Random(seed), grid, open: BTreeSet::new() };
    maze.rooms(rough);
    maze.passages();
    maze.row(row);
    for _ in row..DOORS {
        maze.short_cut(Tile::DoorLocked);
    }
    for _ in 0..KEYS {
        maze.lay(Tile::KeySmall);
    }
    if rough {
        (0..8).for_each(|_| maze.short_cut(Tile::DoorBomb));
        (0..3).for_each(|_| maze.lay(Tile::ItemMinor));
        maze.lay(Tile::KeyItem);
    }
    maze.grid.set(1, 1, Tile::Start);
    let level = Level::of_tiles(Tiles { floors: vec![maze.grid], ..Tiles::default() });
    level.checked().expect("a sound level")
}

impl Maze {
    fn rooms(&mut self, rough: bool) {
        for row in (0..ROWS * PITCH).filter(|row| row % PITCH != 0) {
            for col in (0..SIZE - 1).filter(|col| col % PITCH != 0) {
                // Pillars stand alone, so they never block a path.
                let pillar = rough && row % PITCH % 4 == 2 && col % PITCH % 4 == 2;
                let tile = match self.random.below(5) {
                    0 if pillar => Tile::Wall,
                    1 if pillar => Tile::Element,
                    2 if pillar && self.random.below(4) == 0 => Tile::Block,
                    _ => Tile::Floor,
                };
                self.grid.set(row, col, tile);
            }
        }
    }

    /// Opens walls until all rooms are connected, as a random tree.
    fn passages(&mut self) {
        let mut reached = vec![0];
        while reached.len() < (ROWS * COLS) as usize {
            let from = reached[self.random.below(reached.len() as u32) as usize];
            let (wall, to) = self.beside(from);
            if let Some(to) = to.filter(|to| !reached.contains(to)) {
                self.open(wall, Tile::Floor);
                reached.push(to);
            }
        }
    }

    /// A random wall of a room, and the room behind it.
    fn beside(&mut self, room: u32) -> ((u32, bool), Option<u32>) {
        let (row, col) = (room / COLS, room % COLS);
        match self.random.below(4) {
            0 => ((room, true), (row + 1 < ROWS).then_some(room + COLS)),
            1 => ((room, false), (col + 1 < COLS).then_some(room + 1)),
            2 if row > 0 => ((room - COLS, true), Some(room - COLS)),
            3 if col > 0 => ((room - 1, false), Some(room - 1)),
            _ => ((room, true), None),
        }
    }

    fn open(&mut self, wall: (u32, bool), tile: Tile) {
        let (room, down) = wall;
        let along = 1 + 2 * self.random.below(9);
        let (row, col) = (room / COLS * PITCH, room % COLS * PITCH);
        match down {
            true => self.grid.set(row + PITCH, col + along, tile),
            false => self.grid.set(row + along, col + PITCH, tile),
        }
        self.open.insert(wall);
    }

    /// Adds a door in a random wall without an opening.
    fn short_cut(&mut self, door: Tile) {
        loop {
            let room = self.random.below(ROWS * COLS);
            if let (wall, Some(_)) = self.beside(room)
                && !self.open.contains(&wall)
            {
                return self.open(wall, door);
            }
        }
    }

    /// The row of locked doors below the rooms, with the goal at its end.
    fn row(&mut self, doors: u32) {
        let bottom = ROWS * PITCH;
        (bottom..bottom + 10).for_each(|row| self.grid.set(row, 9, Tile::Floor));
        (9..196).for_each(|col| self.grid.set(bottom + 10, col, Tile::Floor));
        for door in 0..doors {
            self.grid.set(bottom + 10, 20 + 10 * door, Tile::DoorLocked);
        }
        self.grid.set(bottom + 10, 196, Tile::Goal);
    }

    /// Puts a tile on a random room cell without a pillar.
    fn lay(&mut self, tile: Tile) {
        loop {
            let room = self.random.below(ROWS * COLS);
            let row = room / COLS * PITCH + 1 + 2 * self.random.below(9);
            let col = room % COLS * PITCH + 1 + 2 * self.random.below(9);
            if self.grid.get(row, col) == Some(Tile::Floor) {
                return self.grid.set(row, col, tile);
            }
        }
    }
}

/// Compares a solution with the truth. An unknown verdict must name the expected limit.
fn holds(level: &Level, can_be_won: bool, solution: &Solution, limit: Limit) {
    match &solution.verdict {
        Verdict::Solvable { walk, .. } => {
            assert!(can_be_won && walk.wins, "it cannot be won");
            let mut at = Position::Cell(Cell::new(0, 1, 1));
            for record in &walk.records {
                assert!(is_beside(at, record.position), "{at:?} {record:?}");
                at = record.position;
            }
            let tiles = level.tiles.as_ref().expect("tiles");
            let Position::Cell(end) = at else { unreachable!("a node on tiles") };
            assert_eq!(tiles.tile(end), Some(Tile::Goal));
            assert_eq!(walk.cost.straight, walk.records.len() as u64);
            let warps = walk.records.iter().filter(|r| r.action == Action::Go(Way::Warp));
            assert_eq!(warps.count(), 0);
        }
        Verdict::Unsolvable => assert!(!can_be_won, "it can be won"),
        Verdict::Unknown(came) => assert_eq!(*came, limit),
    }
}

fn is_beside(a: Position, b: Position) -> bool {
    let (Position::Cell(a), Position::Cell(b)) = (a, b) else { return false };
    a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1
}

fn solved(level: &Level, options: &Options, limits: &Limits<'_>) -> Solution {
    solve(level, &Rules::default(), options, limits).expect("few things")
}

/// Three levels with their true verdicts: an easy one, one with as many doors in the row as keys, and one with one door
/// more.
fn mazes(seed: u64, rough: bool) -> [(Level, bool); 3] {
    [1, KEYS, KEYS + 1].map(|row| (maze(seed + u64::from(row), row, rough), row <= KEYS))
}

#[test]
fn a_limit_on_states_is_kept_and_told() {
    for rough in [false, true] {
        let [easy, hard, hopeless] = mazes(1, rough).map(|(level, can_be_won)| {
            let solution = solved(&level, &Options::default(), &STATES);
            holds(&level, can_be_won, &solution, Limit::States);
            solution.verdict
        });
        assert!(matches!(easy, Verdict::Solvable { optimal: true, .. }), "one door is soon opened");
        let unknown = [hard, hopeless].map(|verdict| matches!(verdict, Verdict::Unknown(_)));
        assert!(unknown.contains(&true), "so many doors cannot be seen through so soon");
    }
}

#[test]
fn a_limit_on_time_is_kept_and_told() {
    for (rough, number) in [(false, 1), (true, 2)] {
        let (level, can_be_won) = mazes(10, rough)[number].clone();
        let limits = Limits { time: Some(Duration::from_secs(2)), ..Limits::default() };
        let solution = solved(&level, &Options::default(), &limits);
        holds(&level, can_be_won, &solution, Limit::Time);
    }
}

/// Memory that a search may use beyond its limit, because it checks only now and then.
const BEYOND: u64 = 2 << 20;

#[test]
fn a_limit_on_memory_is_kept_and_told() {
    for (rough, limit) in [(false, 2 << 20), (true, 16 << 20)] {
        for (level, can_be_won) in mazes(20, rough).into_iter().skip(1) {
            let limits = Limits { memory: Some(limit), ..Limits::default() };
            let solution = solved(&level, &Options::default(), &limits);
            holds(&level, can_be_won, &solution, Limit::Memory);
            assert!(solution.bytes < limit + BEYOND, "{} for {limit}", solution.bytes);
        }
    }
}

#[test]
fn a_search_is_cancelled_from_outside() {
    let level = maze(5, KEYS + 1, false);
    let cancel = AtomicBool::new(false);
    let limits =
        Limits { cancel: Some(&cancel), time: Some(Duration::from_secs(60)), ..Limits::default() };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            cancel.store(true, Ordering::Relaxed);
        });
        let solution = solved(&level, &Options::default(), &limits);
        holds(&level, false, &solution, Limit::Cancelled);
    });
}

#[test]
fn guesses_are_held_to_the_truth_too() {
    for heuristic in [Heuristic::None, Heuristic::Balanced] {
        for (level, can_be_won) in mazes(30, true) {
            let options = Options { heuristic, ..Options::default() };
            let limits = Limits { states: Some(10_000), ..Limits::default() };
            holds(&level, can_be_won, &solved(&level, &options, &limits), Limit::States);
        }
    }
}

/// A long corridor to and fro, past a block that is never in the way.
#[test]
fn a_long_way_past_a_block_is_found() {
    let mut rows = vec!["#".repeat(102)];
    for row in 0..30 {
        rows.push(format!("#{}#", ".".repeat(100)));
        let gap = if row % 2 == 0 { 100 } else { 1 };
        let wall: String = (0..102).map(|col| if col == gap { '.' } else { '#' }).collect();
        rows.push(wall);
    }
    rows.push(format!("#{}*.o#", ".".repeat(97)));
    rows.push("#".repeat(102));
    rows[1].replace_range(1..2, "@");
    let level = quandary_level::formats::text::read(&rows.join("\n")).unwrap();
    for rule in ["push=once", "push=free"] {
        let mut rules = Rules::default();
        rules.set(rule).unwrap();
        let solution = solve(&level, &rules, &Options::default(), &Limits::default()).unwrap();
        let Verdict::Solvable { walk, optimal, .. } = solution.verdict else { panic!("{rule}") };
        assert!(walk.cost.straight > 3000 && optimal, "{rule}: {}", walk.cost);
    }
}

/// A square field with a block and a plate in the lower right corner. The plate lies left of the block, so the player
/// has to walk around the block first.
fn corner(size: usize) -> Level {
    let mut rows = vec![vec![b'.'; size]; size];
    for (at, sign) in [(5, b'@'), (4, b'o')] {
        rows[size - 4][size - at] = sign;
    }
    let plate = format!("[0,{},{}]", size - 4, size - 8);
    let rows: Vec<_> = rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
    let head = "quandary/level/1\nplates: [{\"name\":\"p\",\"cells\":[";
    text::read(&format!("{head}{plate}]}}]\nwin: [\"plate:p\"]\n\n{}\n", rows.join("\n")))
        .expect("a level")
}

/// Block positions remain distinct in a field with more cells than half a word has bits.
#[test]
fn blocks_of_a_wide_field_are_pushed_as_those_of_a_small_one() {
    let limits = Limits { states: Some(2_000_000), ..Limits::default() };
    let [small, wide] = [10, 190].map(|size| {
        let level = corner(size);
        let mut rules = level.rules_under(None);
        rules.set("push=free").expect("a rule");
        match solve(&level, &rules, &Options::default(), &limits).expect("few bits").verdict {
            Verdict::Solvable { walk, optimal: true, .. } => walk.cost,
            other => panic!("{size}: {other:?}"),
        }
    });
    assert_eq!(small, wide);
}

/// The same for a block in a passage behind a wide field.
#[test]
fn a_block_in_a_passage_behind_a_wide_field_is_pushed_on() {
    for size in [12, 190] {
        let mut rows = vec![vec![b'.'; size]; size];
        rows[size - 5][size - 8..].fill(b'#');
        rows[size - 4][size - 10..].copy_from_slice(b"..@.o....#");
        rows[size - 3][size - 8..].copy_from_slice(b"####*###");
        let rows: Vec<_> = rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
        let level = text::read(&rows.join("\n")).expect("a level");
        let mut rules = Rules::default();
        rules.set("push=free").expect("a rule");
        let solved = solve(&level, &rules, &Options::default(), &STATES).expect("few bits");
        let Verdict::Solvable { walk, .. } = solved.verdict else { panic!("{:?}", solved.verdict) };
        assert_eq!((walk.cost.straight, walk.records[2].pushed.is_some()), (5, true), "{size}");
    }
}

#[test]
fn a_level_too_large_for_the_memory_is_not_begun() {
    let level = quandary_level::formats::text::read(&format!("@{}*", ".".repeat(10_000))).unwrap();
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let solution = solve(&level, &Rules::default(), &Options::default(), &limits).unwrap();
    assert_eq!(solution.verdict, Verdict::Unknown(Limit::Memory));
    let check = quandary_level::check::check(&level, &Rules::default(), &limits).unwrap();
    assert_eq!(check.verdict, Verdict::Unknown(Limit::Memory));
}
