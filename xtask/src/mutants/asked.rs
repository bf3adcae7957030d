//! What is asked for.

use std::path::PathBuf;

/// Change a crate in one place after another, and tell what its tests do not notice
#[derive(clap::Args)]
pub(crate) struct Mutants {
    /// The crate, by its folder
    #[arg(long = "crate", value_name = "NAME", default_value = "search")]
    pub(super) of: String,
    /// Draw so many changes of what is committed, and build all of them into one program
    #[arg(long, value_name = "N", conflicts_with_all = ["shard", "output"])]
    pub(super) sample: Option<usize>,
    /// The seed by which changes are drawn
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "sample")]
    pub(super) seed: u64,
    /// A part of the changes: which, and of how many
    #[arg(long, value_name = "K/N", default_value = "0/1")]
    pub(super) shard: String,
    /// Only changes in files with this in their path
    #[arg(long, value_name = "TEXT")]
    pub(super) file: Option<String>,
    /// Seconds that all tests may take for a change, or with --sample each of them; who takes longer has noticed it
    #[arg(long, value_name = "S", default_value_t = 120)]
    pub(super) timeout: u32,
    /// Keep what was found in this folder
    #[arg(long, value_name = "DIR")]
    pub(super) output: Option<PathBuf>,
}
