//! Commands that this build does not include, with the way to get them.

use super::exit::usage;
use clap::Args;

#[cfg(not(feature = "serve"))]
/// Generate the riddles of many days (not in this build)
#[derive(Debug, Args)]
pub(crate) struct Riddles {
    #[command(flatten)]
    words: Words,
}

#[cfg(not(feature = "serve"))]
/// Serve riddles, plays, words, dungeons and verdicts over HTTP (not in this build)
#[derive(Debug, Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    words: Words,
}

#[cfg(not(feature = "corpus"))]
/// Generate corpora as Parquet (not in this build)
#[derive(Debug, Args)]
pub(crate) struct Corpus {
    #[command(flatten)]
    words: Words,
}

/// All further arguments, which are ignored.
#[derive(Debug, Args)]
struct Words {
    /// Ignored: the command is not in this build
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<String>,
}

/// The error of a service command that this build does not include.
#[cfg(not(feature = "serve"))]
pub(crate) fn without_service() -> anyhow::Error {
    usage(
        "this program was built without the service; the whole of it is installed by \
         `cargo install --path crates/quandary --all-features`, in a copy of the source",
    )
}

/// The error of a corpus command that this build does not include.
#[cfg(not(feature = "corpus"))]
pub(crate) fn without_corpora() -> anyhow::Error {
    usage(
        "this program was built without corpora; the whole of it is installed by \
         `cargo install --path crates/quandary --all-features`, in a copy of the source",
    )
}
