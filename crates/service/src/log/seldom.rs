//! Lines of the log that may be wanted many times in a moment.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time in which one line of a kind is written.
const PAUSE: Duration = Duration::from_secs(5);

/// A kind of lines, of which one is written in [`PAUSE`].
pub(crate) struct Seldom(Mutex<Option<Told>>);

/// The moment of the last line, and the number of those that were left out since.
struct Told {
    at: Instant,
    left_out: u64,
}

impl Seldom {
    /// No line was written yet.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// A line is wanted: the number of those that were left out before, if it is to be written.
    pub(crate) fn line(&self, now: Instant) -> Option<u64> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match told.as_mut().filter(|told| now.saturating_duration_since(told.at) < PAUSE) {
            Some(told) => {
                told.left_out += 1;
                None
            }
            None => {
                let before = told.replace(Told { at: now, left_out: 0 });
                Some(before.map_or(0, |before| before.left_out))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_lines_one_is_written_and_tells_of_the_others() {
        let (seldom, begin) = (Seldom::new(), Instant::now());
        let at = |n: u32| begin + PAUSE / 10 * n;
        let written: Vec<_> = (0..35).filter_map(|n| seldom.line(at(n))).collect();
        assert_eq!(written, [0, 9, 9, 9]);
    }
}
