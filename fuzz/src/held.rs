//! The checks of the fuzz targets for every valid level: it prints and reads back equal, and the verifier answers
//! within small limits and consistently.

use level::Level;
use level::Limits;
use level::check::certify::{Scratch, certify};
use level::check::locks::locks;
use level::check::{Safety, check};
use level::formats::json::{print, read};
use level::formats::text;
use level::plan::Cost;
use level::rules::{Preset, Rules};
use level::solve::{Heuristic, Options, Verdict, solve};

/// Maximum number of states per verification.
const MOST_STATES: u64 = 500;

/// Maximum number of locks of a checked level: the time for the smallest repair of an unsolvable level grows with the
/// number of their subsets.
const MOST_LOCKS: usize = 24;

/// Maximum number of cells of a checked level: in some formats a few letters mean millions.
const MOST_CELLS: usize = 4096;

/// True if a level is small enough for the checks.
pub fn is_small(level: &Level) -> bool {
    let floors = level.tiles.iter().flat_map(|tiles| &tiles.floors);
    floors.map(|grid| grid.rows() as usize * grid.cols() as usize).sum::<usize>() <= MOST_CELLS
}

/// Checks that a level reads back equal to the printed one.
pub fn prints_and_reads_back(level: &Level) {
    assert_eq!(read(&print(level)).as_ref(), Ok(level));
    assert_eq!(text::read(&text::print(level)).as_ref(), Ok(level));
}

/// Verifies a level under both presets and under rules and options derived from the text.
pub fn is_judged(level: &Level, text: &str) {
    let dice = text.bytes().fold(0u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(5)
    });
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    for rules in [Rules::preset(Preset::Strict), Rules::preset(Preset::Classic), mixed(dice)] {
        let Ok(solution) = solve(level, &rules, &Options::default(), &limits) else { return };
        let guessed = solve(level, &rules, &options(dice), &limits).expect("as many things");
        agree(&solution.verdict, &guessed.verdict);
        if locks(level, &rules).len() <= MOST_LOCKS {
            is_checked(level, &rules, &limits, &solution.verdict);
        }
    }
}

/// Random rules.
fn mixed(dice: u64) -> Rules {
    let mut rules = Rules::default();
    let pick = |shift: u32, values: &[&'static str]| {
        let many = values.len() as u64;
        values.get((dice >> shift & 0xff) as usize % many as usize).copied().unwrap_or("")
    };
    for rule in [
        pick(0, &["locks=tile", "locks=doorway"]),
        pick(3, &["push=off", "push=free", "push=once"]),
        pick(8, &["bombs=unlimited", "bombs=consumed"]),
        pick(11, &["bomb_pickup=0", "bomb_pickup=1", "bomb_pickup=4"]),
        pick(16, &["one_way=ignored", "one_way=enforced"]),
        pick(19, &["warps=none", "warps=stairs", "warps=doors", "warps=stairs,doors"]),
        pick(24, &["diagonals=true", "diagonals=false"]),
        pick(27, &["switches=free", "switches=visited"]),
        pick(52, &["push_onto=floor", "push_onto=walkable"]),
        pick(55, &["stair_edges=stair", "stair_edges=all"]),
    ] {
        rules.set(rule).expect("a rule");
    }
    rules.start.keys = (dice >> 32) as u32 % 3;
    rules.start.key_item = dice >> 36 & 1 == 1;
    rules
}

/// Random options that do not change the verdict.
fn options(dice: u64) -> Options {
    let heuristic = Heuristic::ALL[(dice >> 40) as usize % Heuristic::ALL.len()];
    Options {
        heuristic,
        weight: [1.0, 1.5, 5.0][(dice >> 44) as usize % 3],
        anytime: dice >> 48 & 1 == 1,
        tie_break: dice >> 49 & 1 == 1,
        key_boost: dice >> 50 & 1 == 1,
        ..Options::default()
    }
}

/// Checks that two searches do not contradict each other.
fn agree(one: &Verdict, other: &Verdict) {
    if let (Verdict::Solvable { walk, optimal: true, .. }, Verdict::Solvable { walk: dear, .. }) =
        (one, other)
    {
        assert!(walk.cost <= dear.cost);
    }
    let contradict = |a: &Verdict, b: &Verdict| {
        matches!((a, b), (Verdict::Solvable { .. }, Verdict::Unsolvable))
    };
    assert!(!contradict(one, other) && !contradict(other, one));
}

/// Checks that `check` agrees with `verdict`, and the certificate with `check`.
fn is_checked(level: &Level, rules: &Rules, limits: &Limits<'_>, verdict: &Verdict) {
    let check = check(level, rules, limits).expect("as many things as for the solver");
    agree(verdict, &check.verdict);
    if let (Safety::Softlock(None), Verdict::Solvable { .. }) = (&check.safety, &check.verdict) {
        panic!("a level that can be won has dead states but no witness");
    }
    if level.tiles.is_some() {
        return;
    }
    let Ok(certificate) = certify(&level.graph, rules, limits, &mut Scratch::default()) else {
        return;
    };
    let straight = cost(&check.verdict).map(|cost| cost.straight);
    assert_eq!(certificate.plan.map(|plan| plan.len() as u64), straight);
    assert_eq!(certificate.states, check.states);
    assert_eq!(Some(certificate.dead_states), check.dead_states);
}

fn cost(verdict: &Verdict) -> Option<Cost> {
    match verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost),
        Verdict::Unsolvable | Verdict::Unknown(_) => None,
    }
}
