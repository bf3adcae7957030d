//! Prints the time of one check of a level by the verifier, in microseconds. `benches/overhead.py` compares with it.

use level::{Limits, check};
use std::error::Error;
use std::hint::black_box;
use std::io::{Read, stdin};
use std::time::Instant;

/// Number of checks per round.
const CHECKS: u32 = 2_000;
/// Number of rounds; the fastest counts.
const ROUNDS: usize = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    let level = level::formats::text::read(&text)?;
    let limits = Limits { states: Some(10_000_000), memory: Some(4 << 30), ..Limits::default() };
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        for _ in 0..CHECKS {
            black_box(check(black_box(&level), &level.rules_under(None), &limits)?);
        }
        best = best.min(begin.elapsed().as_secs_f64() / f64::from(CHECKS));
    }
    println!("{}", best * 1e6);
    Ok(())
}
