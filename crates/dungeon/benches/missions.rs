//! `cargo bench -p quandary-dungeon`: generates missions and proves missions, one after another on one thread.
//!
//! Measures wall time per mission, for ratios within one run; `cargo xtask bench mission` measures processor time,
//! compares with the peer, and prints what is counted: attempts and states.

use divan::Bencher;
use divan::counter::ItemsCount;
use quandary_dungeon::Scratch;
use quandary_dungeon::mission::{Count, MissionProblem, Request};
use search::{Problem, Seed};

const ROWS: [(usize, u8, u8); 4] = [(25, 4, 0), (25, 4, 1), (100, 8, 1), (400, 8, 1)];

fn main() {
    divan::main();
}

fn request((_, keys, switches): (usize, u8, u8)) -> Request {
    Request { keys, switches, ..Request::default() }
}

/// Generates one attempt after another, each from its own seed; rejected attempts count too.
#[divan::bench(args = ROWS)]
fn generated(bencher: Bencher, row: (usize, u8, u8)) {
    let (request, space) = (request(row), Count::new(row.0));
    let problem = MissionProblem { request: &request, space: &space };
    let (mut scratch, mut seed) = (Scratch::default(), 0);
    bencher.counter(ItemsCount::new(1u8)).bench_local(|| {
        seed += 1;
        Seed::new(seed).map(|seed| problem.generate(seed.attempt(0), &mut scratch))
    });
}

/// Proves a hundred missions over and over.
#[divan::bench(args = ROWS)]
fn proved(bencher: Bencher, row: (usize, u8, u8)) {
    let (request, space) = (request(row), Count::new(row.0));
    let problem = MissionProblem { request: &request, space: &space };
    let mut scratch = Scratch::default();
    let seeds = (0..100).filter_map(|seed| Seed::new(seed).ok());
    let missions: Vec<_> =
        seeds.filter_map(|seed| problem.generate(seed.attempt(0), &mut scratch).ok()).collect();
    let mut next = missions.iter().cycle();
    bencher
        .counter(ItemsCount::new(1u8))
        .bench_local(|| next.next().map(|mission| problem.prove(mission, &mut scratch)));
}
