//! What became of the changes, and how it is told.

use anyhow::{Result, bail};

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
    /// Prints the table and what was missed; the share that was noticed.
    pub(super) fn print(&self, title: &str) -> Result<f64> {
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
        Ok(share)
    }
}
