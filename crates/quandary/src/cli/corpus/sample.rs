//! The rows that are looked at again: as many of each stretch of a corpus as of another.

use search::Seed;

/// The numbers of `sample` rows of `count`, in rising order; all of them where there are no more.
pub(super) fn sample(seed: Seed, count: u64, sample: u64) -> Vec<u64> {
    let sample = sample.min(count);
    let begin = |n: u64| (u128::from(count) * u128::from(n) / u128::from(sample.max(1))) as u64;
    let mut stream = seed.attempt(0).phase("sample");
    (0..sample).map(|n| begin(n) + stream.below(begin(n + 1) - begin(n))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_looked_at_once_and_small_corpora_whole() {
        let seed = Seed::new(1).unwrap();
        assert_eq!(sample(seed, 5, 9), [0, 1, 2, 3, 4]);
        assert_eq!(sample(seed, 0, 9), [0; 0]);
        let some = sample(seed, 10_007, 100);
        assert_eq!(some.len(), 100);
        assert!(some.windows(2).all(|pair| pair[0] < pair[1]) && some[99] < 10_007);
        assert!(some[0] < 101 && some[99] > 9_900);
        assert_ne!(some, sample(Seed::new(2).unwrap(), 10_007, 100));
    }
}
