//! `cargo bench -p quandary-dungeon --bench layouts`: generates layouts one after another on one thread.
//!
//! Measures wall time per layout, for ratios within one run; `cargo xtask bench layouts` measures processor time and
//! compares with the peer. The count is of layouts, each from its own seed.

use divan::Bencher;
use divan::counter::ItemsCount;
use quandary_dungeon::layout::{Bounds, Request, generate};
use quandary_dungeon::{Options, Scratch};
use search::Seed;

/// Category, cells to each side of the origin, and lowest level.
const ROWS: [(&str, i32, i32); 5] =
    [("cave", 3, 2), ("cave", 25, 2), ("dungeon", 5, 3), ("tower", 2, 4), ("town", 5, 0)];

fn main() {
    divan::main();
}

#[divan::bench(args = ROWS)]
fn made(bencher: Bencher, (category, side, below): (&str, i32, i32)) {
    let bounds = Bounds::around(side, -below, 0);
    let request = Request::of(category).map(|usual| Request { bounds, ..usual });
    let (mut scratch, mut seed) = (Scratch::default(), 0);
    bencher.counter(ItemsCount::new(1u8)).bench_local(|| {
        seed += 1;
        let seed = Seed::new(seed).ok()?;
        generate(request.as_ref().ok()?, seed, Options::reusing(&mut scratch)).ok()
    });
}
