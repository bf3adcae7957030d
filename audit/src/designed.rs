//! Designed dungeons, asked of the program.

use anyhow::{Context, Result, ensure};
use std::io::{BufRead, BufReader, Read};
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
            "dungeon --style designed --category {category} --rooms {rooms} --seed {first} --count {count} --format json {extra}"
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
        let mut printed = 0;
        // A dungeon alone need not stand on one line.
        if self.count == 1 {
            let mut text = String::new();
            BufReader::new(output).read_to_string(&mut text).context("cannot read the program")?;
            if !text.trim().is_empty() {
                printed += 1;
                over(&text)?;
            }
        } else {
            for line in BufReader::new(output).lines() {
                printed += 1;
                over(&line.context("cannot read the program")?)?;
            }
        }
        child.wait().context("the program is lost")?;
        let mut text = String::new();
        std::io::Seek::rewind(&mut said).context("cannot read what the program said")?;
        said.read_to_string(&mut text).context("cannot read what the program said")?;
        let refused = self.refused(&text);
        ensure!(
            printed + refused.len() as u64 == self.count,
            "{}: {printed} printed, {} refused of {}: {}",
            self.words().join(" "),
            refused.len(),
            self.count,
            text.trim()
        );
        Ok(refused)
    }

    /// The seeds that are refused, by what the program said.
    fn refused(&self, text: &str) -> Refused {
        let many = |line: &str| {
            let (seed, why) = line.strip_prefix("seed ")?.split_once(": ")?;
            Some((seed.parse().ok()?, why.to_owned()))
        };
        let why = |line: &&str| line.contains("nothing found");
        match self.count {
            1 => {
                text.lines().find(why).map(|why| (self.first, why.to_owned())).into_iter().collect()
            }
            _ => text.lines().filter_map(many).collect(),
        }
    }
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
            request(4).refused(many),
            [(5, "nothing found in 1 attempt: 1 × too large".to_owned())]
        );
        assert_eq!(
            request(1).refused("nothing found in 1 attempt"),
            [(4, "nothing found in 1 attempt".to_owned())]
        );
        assert!(request(1).words().ends_with(&["--attempts".to_owned(), "1".to_owned()]));
    }
}
