//! Commands that this program was built without: their names, and how to get them.

use super::exit::usage;
use clap::Args;

#[cfg(not(feature = "serve"))]
/// Make the riddles of many days (this program was built without it)
#[derive(Debug, Args)]
pub(crate) struct Riddles {
    #[command(flatten)]
    words: Words,
}

#[cfg(not(feature = "serve"))]
/// Answer over HTTP: riddles, plays, words, dungeons and verdicts (this program was built without it)
#[derive(Debug, Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    words: Words,
}

#[cfg(not(feature = "corpus"))]
/// Make corpora as Parquet (this program was built without it)
#[derive(Debug, Args)]
pub(crate) struct Corpus {
    #[command(flatten)]
    words: Words,
}

/// Whatever follows: the answer is the same.
#[derive(Debug, Args)]
struct Words {
    /// Not read: the command is not there
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<String>,
}

/// The error of a command of the service that is not there.
#[cfg(not(feature = "serve"))]
pub(crate) fn without_service() -> anyhow::Error {
    usage(
        "this program was built without the service; the whole of it is installed by \
         `cargo install --path crates/quandary --all-features`, in a copy of the source",
    )
}

/// The error of a command about corpora that is not there.
#[cfg(not(feature = "corpus"))]
pub(crate) fn without_corpora() -> anyhow::Error {
    usage(
        "this program was built without corpora; the whole of it is installed by \
         `cargo install --path crates/quandary --all-features`, in a copy of the source",
    )
}
