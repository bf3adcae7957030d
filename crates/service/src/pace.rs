//! Moving average of the time that work takes, from which `Retry-After` is computed.

use std::time::Duration;

/// Weight of the last piece of work in the average.
const WEIGHT: f64 = 0.2;
/// Largest `Retry-After` in seconds: after that, everything will have changed anyway.
const LONGEST: f64 = 600.0;

/// Exponential moving average of the time that a piece of work takes.
#[derive(Debug, Default)]
pub(super) struct Pace(Option<Duration>);

impl Pace {
    /// A piece of work took so long.
    pub(super) fn took(&mut self, time: Duration) {
        let mean = self.0.unwrap_or(time);
        self.0 = Some(mean.mul_f64(1.0 - WEIGHT) + time.mul_f64(WEIGHT));
    }

    /// The average; `None` as long as no piece is done.
    pub(super) fn mean(&self) -> Option<Duration> {
        self.0
    }
}

/// Seconds until `pieces` pieces of work are done that take `each`, with `at_once` at one time.
pub(super) fn seconds(pieces: usize, each: Duration, at_once: usize) -> u64 {
    let all = each.as_secs_f64() * pieces as f64 / at_once.max(1) as f64;
    all.clamp(1.0, LONGEST).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_lately_counts_more() {
        let mut pace = Pace::default();
        assert_eq!(pace.mean(), None);
        pace.took(Duration::from_secs(10));
        assert_eq!(pace.mean(), Some(Duration::from_secs(10)));
        for _ in 0..40 {
            pace.took(Duration::from_secs(1));
        }
        let mean = pace.mean().unwrap().as_secs_f64();
        assert!((1.0..1.01).contains(&mean), "{mean}");
    }

    #[test]
    fn seconds_are_those_until_it_is_done() {
        let each = Duration::from_secs(4);
        assert_eq!(seconds(17, each, 2), 34);
        assert_eq!(seconds(1, Duration::from_millis(5), 2), 1);
        assert_eq!(seconds(1, Duration::from_millis(1500), 1), 2);
        assert_eq!(seconds(usize::MAX, each, 0), 600);
    }
}
