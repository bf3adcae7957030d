//! Seeds: from the command line or random; one, or many.

use super::ending::{self, Endings};
use super::exit::usage;
use crate::output::Target;
use anyhow::Result;
use ask::values::{MOST_THREADS, whole};
use clap::Args;
use search::Seed;
use std::path::Path;

/// Options of the seeds.
#[derive(Debug, Args)]
pub(crate) struct SeedOptions {
    /// Seed of all random choices, below 2^53 [default: a random seed]
    #[arg(long, value_name = "N", value_parser = parse)]
    pub(crate) seed: Option<Seed>,

    /// Generate one result for each of N consecutive seeds: one JSON object per line, or with -o NAME.EXT in any
    /// other format the files NAME-SEED.EXT [default: 1 result]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    count: Option<u64>,

    /// Number of threads; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    pub(crate) threads: usize,
}

/// The requested seeds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seeds {
    /// One seed, whose result is shown.
    One(Seed),
    /// `count` consecutive seeds, one line each.
    Lines { first: Seed, count: u64 },
    /// `count` consecutive seeds, one file each.
    Files { first: Seed, count: u64 },
}

impl SeedOptions {
    /// The format, the target and the seeds of an output. The default format is `text` for one seed and `json` for
    /// several lines.
    ///
    /// # Errors
    /// If format and file do not match ([`ending::format`]), or there are not enough seeds.
    pub(crate) fn wanted<F: Endings>(
        &self,
        given: Option<F>,
        output: Option<&Path>,
        [text, json]: [F; 2],
    ) -> Result<(F, Target, Seeds)> {
        let format = ending::format(given, output, if self.count.is_some() { json } else { text })?;
        let target = Target::of(output);
        let seeds = self.seeds(format == json, &target)?;
        Ok((format, target, seeds))
    }

    /// The seeds, given or random, with the last one below 2^53. A count of 1 in a format that is not for `lines` is
    /// one seed; a larger count goes to files.
    ///
    /// # Errors
    /// If there are not enough seeds, or no name for the files.
    pub(crate) fn seeds(&self, lines: bool, output: &Target) -> Result<Seeds> {
        let count = self.count.unwrap_or(1);
        let first = self.seed.unwrap_or_else(|| Seed::random(count));
        if first.after(count - 1).is_none() {
            let first = first.value();
            return Err(usage(format_args!(
                "--count {count} from --seed {first} goes past the last seed, {}",
                Seed::MAX
            )));
        }
        match output {
            _ if self.count.is_some() && lines => Ok(Seeds::Lines { first, count }),
            _ if count == 1 => Ok(Seeds::One(first)),
            Target::File(_) => Ok(Seeds::Files { first, count }),
            Target::Stdout => Err(usage(
                "--count N above 1 prints lines of JSON; in any other format it writes a file each: -o NAME.ENDING \
                 gives NAME-SEED.ENDING",
            )),
        }
    }
}

/// Reads `--seed`.
///
/// # Errors
/// If it is not a whole number below 2^53.
pub(crate) fn parse(text: &str) -> Result<Seed, String> {
    let value = whole::<u64>(0..=u64::MAX)(text).map_err(|_| wanted())?;
    Seed::new(value).map_err(|_| wanted())
}

fn wanted() -> String {
    let most = diagnostics::grouped(Seed::MAX);
    format!("expected a whole number from 0 to {most}: seeds are below 2^53")
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
}
