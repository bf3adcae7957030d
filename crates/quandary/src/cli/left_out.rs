//! Commands that this program was built without: their names, and how to get them.

use super::exit::usage;
use clap::Args;

/// Make the riddles of many days (this program was built without it)
#[derive(Debug, Args)]
pub(crate) struct Riddles {
    #[command(flatten)]
    words: Words,
}

/// Answer over HTTP: riddles, plays, words, dungeons and verdicts (this program was built without it)
#[derive(Debug, Args)]
pub(crate) struct Serve {
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

/// The error of a command that is not there.
pub(crate) fn without_service() -> anyhow::Error {
    usage(
        "this program was built without the service; the whole of it is installed by \
         `cargo install --path crates/quandary --all-features`, in a copy of the source",
    )
}
