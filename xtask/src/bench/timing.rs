//! The one way in which work is timed: processor time, and the median of several runs, since machines are noisy.

use crate::clock::Clock;
use anyhow::{Context, Result};

/// Number of runs of which the median is taken.
const RUNS: usize = 5;
/// Half of the step in which the system counts processor time, in seconds.
const HALF_TICK: f64 = 0.005;

/// The times a second that `work` is done; it gets the numbers 0, 1, 2, … and takes so many seconds in all its runs.
pub(super) fn rate(seconds: f64, mut work: impl FnMut(u64) -> Result<()>) -> Result<f64> {
    let (mut number, mut batch) = (0, 1);
    let mut rates = Vec::with_capacity(RUNS);
    for _ in 0..RUNS {
        let (begin, first) = (Clock::now().own, number);
        let mut last = begin;
        let spent = loop {
            for _ in 0..batch {
                work(number)?;
                number += 1;
            }
            let now = Clock::now().own;
            // To ask for the time may take longer than the work: what takes less than a tick is done more often.
            if now - last < HALF_TICK {
                batch *= 2;
            }
            last = now;
            let spent = now - begin;
            if spent > 0.0 && spent * RUNS as f64 >= seconds {
                break spent;
            }
        };
        rates.push((number - first) as f64 / spent);
    }
    median(rates)
}

/// Milliseconds that `work` takes.
pub(super) fn milliseconds<T, E: Into<anyhow::Error>>(
    seconds: f64,
    mut work: impl FnMut() -> Result<T, E>,
) -> Result<f64> {
    Ok(1000.0 / rate(seconds, |_| work().map(drop).map_err(Into::into))?)
}

/// The median of some figures.
pub(super) fn median(mut figures: Vec<f64>) -> Result<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().context("nothing was measured")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_gets_consecutive_numbers() {
        let mut next = 0;
        let counted = |number| {
            assert_eq!(number, next);
            next += 1;
            Ok(())
        };
        assert!(rate(0.05, counted).unwrap() > 1000.0);
        assert_eq!(median(vec![3.0, 1.0, 2.0]).unwrap(), 2.0);
        assert!(median(Vec::new()).is_err());
    }
}
