//! What became of the changes, and how it is told.

use anyhow::{Result, bail};

/// The share of changes that is to be noticed.
const ENOUGH: f64 = 0.92;
/// The standard deviations below the mean that one in twenty falls short of.
const ONE_IN_TWENTY: f64 = 1.645;

/// What became of the changes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) caught: usize,
    pub(super) timeout: usize,
    /// Those that do not compile, or cannot be chosen in a program.
    pub(super) unviable: usize,
    pub(super) missed: Vec<String>,
}

impl Found {
    /// Prints the table and what was missed. True if enough is noticed, as far as the sample can tell: no fewer than in
    /// one sample of twenty where the share of all changes is just enough.
    pub(super) fn print(&self, title: &str) -> Result<bool> {
        let noticed = self.caught + self.timeout;
        let viable = noticed + self.missed.len();
        if viable == 0 {
            bail!("there is nothing to change in this part");
        }
        let share = noticed as f64 / viable as f64;
        println!(
            "\n{title}: {viable} viable, {noticed} noticed ({:.1} %), of these {} by taking too long; {} do not compile or cannot be chosen",
            100.0 * share,
            self.timeout,
            self.unviable
        );
        self.missed.iter().for_each(|missed| println!("missed: {missed}"));
        let spread = (ENOUGH * (1.0 - ENOUGH) / viable as f64).sqrt();
        Ok(share >= ENOUGH - ONE_IN_TWENTY * spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_sample_is_given_more_room_than_a_large_one() {
        let is_enough = |caught, missed| {
            Found { caught, missed: vec![String::new(); missed], ..Found::default() }.print("")
        };
        assert!(is_enough(12, 2).unwrap() && !is_enough(11, 3).unwrap());
        assert!(is_enough(272, 28).unwrap() && !is_enough(240, 60).unwrap());
        assert!(is_enough(0, 0).is_err());
    }
}
