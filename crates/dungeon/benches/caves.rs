//! `cargo bench -p quandary-dungeon --bench caves`: noise, one step, regions, and whole caves, on one thread.
//!
//! Measures wall time and cells per second; `cargo xtask bench layouts` measures processor time, also with threads.

use divan::Bencher;
use divan::counter::ItemsCount;
use quandary_dungeon::bitgrid::automaton::{self, Rule};
use quandary_dungeon::bitgrid::noise::{self, Odds};
use quandary_dungeon::bitgrid::{Border, Grid, regions};
use quandary_dungeon::cave::{self, Request};
use search::{Pool, Seed};

const SIDES: [u32; 2] = [1024, 4096];

fn main() {
    divan::main();
}

fn cells(side: u32) -> ItemsCount {
    ItemsCount::new(u64::from(side).pow(2))
}

/// A map after `passes` steps.
fn map(side: u32, passes: u32) -> Option<Grid> {
    let mut grid = Grid::solid(side, side);
    draw(&mut grid)?;
    (0..passes)
        .for_each(|_| automaton::step(&mut grid, Rule::default(), Border::Solid, &Pool::new(1)));
    Some(grid)
}

fn draw(grid: &mut Grid) -> Option<()> {
    let attempt = Seed::new(1).ok()?.attempt(0);
    noise::draw(grid, Odds::of(0.45), Border::Solid, attempt, &Pool::new(1));
    Some(())
}

#[divan::bench(args = SIDES)]
fn noise_drawn(bencher: Bencher, side: u32) {
    let mut grid = Grid::solid(side, side);
    bencher.counter(cells(side)).bench_local(|| draw(&mut grid));
}

#[divan::bench(args = SIDES)]
fn stepped(bencher: Bencher, side: u32) {
    if let Some(mut grid) = map(side, 0) {
        let mut step = || automaton::step(&mut grid, Rule::default(), Border::Solid, &Pool::new(1));
        bencher.counter(cells(side)).bench_local(&mut step);
    }
}

#[divan::bench(args = SIDES)]
fn labelled(bencher: Bencher, side: u32) {
    if let Some(grid) = map(side, 4) {
        bencher.counter(cells(side)).bench_local(|| regions::find(&grid, &Pool::new(1)));
    }
}

#[divan::bench(args = SIDES)]
fn whole(bencher: Bencher, side: u32) {
    if let Ok(seed) = Seed::new(1) {
        let make = || cave::generate(&Request::new(side, side), seed, Default::default());
        bencher.counter(cells(side)).bench_local(make);
    }
}
