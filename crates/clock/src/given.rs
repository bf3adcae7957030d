//! Instants of a clock that the program supplies.

use crate::Clock;
use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<Clock> = OnceLock::new();

/// Sets the clock that instants are read from. Only the first call counts.
pub fn give(clock: Clock) {
    // With a second clock, instants of the first would be meaningless.
    let _ = CLOCK.set(clock);
}

/// A time of the supplied clock, or of one that stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// The current time.
    #[must_use]
    pub fn now() -> Self {
        Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// The time since this instant.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        Self::now().saturating_duration_since(*self)
    }

    /// The time since an earlier instant; zero for a later one.
    #[must_use]
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The time since an earlier instant; zero for a later one.
    #[must_use]
    pub fn duration_since(&self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }

    /// The instant `time` later, if it is representable.
    #[must_use]
    pub fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static MILLIS: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn instants_stand_still_until_a_clock_is_given_and_then_go_by_the_first() {
        let still = Instant::now();
        assert_eq!(Instant::now().saturating_duration_since(still), Duration::ZERO);
        give(|| Duration::from_millis(MILLIS.load(Ordering::Relaxed)));
        give(|| Duration::from_secs(99));
        let begin = Instant::now();
        MILLIS.store(20, Ordering::Relaxed);
        assert_eq!(begin.elapsed(), Duration::from_millis(20));
        let end = begin.checked_add(Duration::from_millis(30)).unwrap();
        assert!(Instant::now() < end);
        MILLIS.store(30, Ordering::Relaxed);
        assert!(Instant::now() >= end && begin.duration_since(end) == Duration::ZERO);
        assert_eq!(end - begin, Duration::from_millis(30));
        assert_eq!(begin + Duration::from_millis(30), end);
    }
}
