//! Work of a thread: its processor time, where the system tells it.
//!
//! The work of others on the same cores is no part of it, so that a search is not charged for a slice in which its
//! thread had to wait. Invariant: it is used to share threads fairly, and reaches no find.

use std::time::Duration;

/// Processor time of this thread since it began, or since some other moment that stays the same.
#[cfg(unix)]
pub(crate) fn effort() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Time since some moment that stays the same, where the system tells no processor time of threads.
#[cfg(not(unix))]
pub(crate) fn effort() -> Duration {
    static BEGIN: std::sync::OnceLock<clock::Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(clock::Instant::now).elapsed()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn work_counts_and_sleep_does_not() {
        let begin = effort();
        std::thread::sleep(Duration::from_millis(200));
        let slept = effort();
        let mut sum = 0_u64;
        while effort() < slept + Duration::from_millis(20) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0 && slept - begin < Duration::from_millis(100), "{:?}", slept - begin);
    }
}
