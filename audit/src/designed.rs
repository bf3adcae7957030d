//! Designed dungeons, asked of the program.

use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::tempfile;

/// The first category of each of the ten families.
pub(crate) const FAMILIES: [&str; 10] =
    ["cave", "mine", "dungeon", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"];

/// The dungeons that are asked for.
pub(crate) struct Request<'a> {
    pub(crate) category: &'a str,
    pub(crate) rooms: u64,
    /// Of how many attempts the best is asked for; none leaves it to the program.
    pub(crate) attempts: Option<u64>,
    /// The first seed, and how many.
    pub(crate) first: u64,
    pub(crate) count: u64,
    /// More arguments.
    pub(crate) extra: &'a str,
}

/// The seeds of which nothing was printed, with why.
pub(crate) type Refused = Vec<(u64, String)>;

impl Request<'_> {
    /// The arguments of the program.
    pub(crate) fn words(&self) -> Vec<String> {
        let Self { category, rooms, first, count, extra, .. } = self;
        let mut words = format!(
            "dungeon --category {category} --rooms {rooms} --seed {first} --count {count} --format json {extra}"
        );
        if let Some(attempts) = self.attempts {
            words.push_str(&format!(" --attempts {attempts}"));
        }
        words.split_whitespace().map(str::to_owned).collect()
    }

    /// Hands over each dungeon as it is printed; the seeds that are refused.
    ///
    /// # Errors
    /// The program does not run, or the dungeons that it neither prints nor refuses.
    pub(crate) fn each(
        &self,
        program: &Path,
        mut over: impl FnMut(&str) -> Result<()>,
    ) -> Result<Refused> {
        let mut said = tempfile().context("cannot make a file")?;
        let mut child = Command::new(program)
            .args(self.words())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(said.try_clone().context("cannot share a file")?)
            .spawn()
            .with_context(|| format!("cannot run {}", program.display()))?;
        let output = child.stdout.take().context("the program has no standard output")?;
        let mut printed = BTreeSet::new();
        let mut each = |text: &str| -> Result<()> {
            let seed: Seeded = serde_json::from_str(text).context("cannot read a dungeon")?;
            printed.insert(seed.seed);
            over(text)
        };
        // A dungeon alone need not stand on one line.
        if self.count == 1 {
            let mut text = String::new();
            BufReader::new(output).read_to_string(&mut text).context("cannot read the program")?;
            if !text.trim().is_empty() {
                each(&text)?;
            }
        } else {
            for line in BufReader::new(output).lines() {
                each(&line.context("cannot read the program")?)?;
            }
        }
        child.wait().context("the program is lost")?;
        let mut text = String::new();
        said.rewind().context("cannot read what the program said")?;
        said.read_to_string(&mut text).context("cannot read what the program said")?;
        let missing = (self.first..self.first + self.count).filter(|seed| !printed.contains(seed));
        let missing: Vec<u64> = missing.collect();
        let refused = missing.is_empty() || text.contains("nothing found");
        ensure!(
            refused,
            "{}: {} seeds are missing: {}",
            self.words().join(" "),
            missing.len(),
            text.trim()
        );
        Ok(self.refused(&missing, &text))
    }

    /// The seeds that are missing, with what the program said of them; of many it lists some.
    fn refused(&self, missing: &[u64], text: &str) -> Refused {
        let why = |seed: &u64| {
            let head = format!("seed {seed}: ");
            let own = text.lines().find_map(|line| line.strip_prefix(&head));
            let alone =
                || text.lines().find(|line| self.count == 1 && line.contains("nothing found"));
            own.or_else(alone).unwrap_or("the program lists others").to_owned()
        };
        missing.iter().map(|seed| (*seed, why(seed))).collect()
    }
}

/// The seed of a dungeon.
#[derive(serde::Deserialize)]
struct Seeded {
    seed: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_seeds_are_told_with_why() {
        let request = |count| Request {
            category: "cave",
            rooms: 9,
            attempts: Some(1),
            first: 4,
            count,
            extra: "",
        };
        let many =
            "seed 5: nothing found in 1 attempt: 1 × too large\nnothing found for 1 of 4 seeds\n";
        assert_eq!(
            request(4).refused(&[5], many),
            [(5, "nothing found in 1 attempt: 1 × too large".to_owned())]
        );
        assert_eq!(
            request(1).refused(&[4], "nothing found in 1 attempt"),
            [(4, "nothing found in 1 attempt".to_owned())]
        );
        assert!(request(1).words().ends_with(&["--attempts".to_owned(), "1".to_owned()]));
    }
}
