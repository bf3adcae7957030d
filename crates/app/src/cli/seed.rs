//! Seeds: given on the command line, or drawn.

use search::{Seed, SeedError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::SystemTime;

/// Reads `--seed`.
///
/// # Errors
/// When it is no number below 2^53.
pub(crate) fn parse(text: &str) -> Result<Seed, String> {
    let value: u64 = text.parse().map_err(|error: std::num::ParseIntError| error.to_string())?;
    Seed::new(value).map_err(|error| error.to_string())
}

/// A seed drawn from the clock, the process and the system's own randomness, with room above it for
/// `count` consecutive ones.
///
/// # Errors
/// Never: what is drawn is below 2^53.
pub(crate) fn draw(count: u64) -> Result<Seed, SeedError> {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    hasher.write_u128(since.map_or(0, |age| age.as_nanos()));
    let drawn = hasher.finish() >> 11;
    Seed::new(drawn.min(Seed::MAX.saturating_sub(count)))
}

/// The seed `n` after this one, if it is still a seed.
pub(crate) fn after(seed: Seed, n: u64) -> Option<Seed> {
    Seed::new(seed.value().checked_add(n)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_below_two_to_the_53() {
        assert_eq!(parse("9007199254740991").map(Seed::value), Ok(Seed::MAX));
        assert!(parse("9007199254740992").unwrap_err().contains("below 2^53"));
        assert!(parse("-1").is_err() && parse("").is_err() && parse("1e3").is_err());
    }

    #[test]
    fn drawn_seeds_differ_and_leave_room() {
        let drawn: std::collections::BTreeSet<Seed> = (0..50).map(|_| draw(1).unwrap()).collect();
        assert!(drawn.len() > 45);
        assert!(after(draw(Seed::MAX).unwrap(), Seed::MAX).is_some());
        assert_eq!(after(parse("9007199254740991").unwrap(), 1), None);
    }
}
