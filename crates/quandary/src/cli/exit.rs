//! Exit codes of the program, and the errors that lead to them.

use crossword::lexicon::installed::LexiconError;
use std::fmt::{self, Display};
use std::path::Path;
use std::process::ExitCode;

/// The outcome of a command, by its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Done; the answer is yes.
    Done = 0,
    /// Winnable, but not softlock-free.
    Softlock = 1,
    /// An option or a value of the command line is not possible.
    Usage = 2,
    /// An input cannot be read or is not valid, or an output cannot be written.
    Invalid = 3,
    /// Proved: the goal cannot be reached.
    NotWinnable = 10,
    /// The limits ended the search before anything was found or decided.
    Nothing = 11,
    /// Interrupted from the keyboard.
    Interrupted = 130,
}

impl Exit {
    /// The script of a game, or moves that are replayed, ended without winning, in a winnable state or not.
    pub(crate) const UNWON: Self = Self::Softlock;
    /// A level of a collection has a fault and is left out.
    pub(crate) const LEFT_OUT: Self = Self::Softlock;
    /// The service is not ready, or not reachable.
    #[cfg(feature = "serve")]
    pub(crate) const NOT_READY: Self = Self::Softlock;

    /// True if the output is a result: only then a file given with `-o` is moved to its place.
    pub(crate) fn keeps_output(self) -> bool {
        matches!(self, Exit::Done | Exit::Softlock | Exit::NotWinnable)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// An error with an exit code. Every other error counts as [`Exit::Invalid`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The options are not possible.
    Usage(String),
    /// A file or its content is not valid.
    Input(String),
    /// A level of a collection is not valid.
    Board(String),
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Input(message) | Failure::Board(message) => {
                f.write_str(message)
            }
        }
    }
}

impl std::error::Error for Failure {}

/// A usage error found after the command line was parsed.
pub(crate) fn usage(message: impl Display) -> anyhow::Error {
    Failure::Usage(message.to_string()).into()
}

/// An error about an input that is not valid; the message names it.
pub(crate) fn invalid(message: impl Display) -> anyhow::Error {
    Failure::Input(message.to_string()).into()
}

/// An error about one level of a collection; the message names it.
pub(crate) fn board(message: impl Display) -> anyhow::Error {
    Failure::Board(message.to_string()).into()
}

/// True for an error about one level of a collection.
pub(crate) fn is_board(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| matches!(cause.downcast_ref(), Some(Failure::Board(_))))
}

/// The error of a file that cannot be read, with its name.
pub(crate) fn unreadable(path: &Path, error: &std::io::Error) -> anyhow::Error {
    let name =
        if path.as_os_str() == "-" { "standard input".into() } else { path.to_string_lossy() };
    invalid(format_args!("{name}: {}", diagnostics::of_io(error)))
}

/// The exit code of an error.
pub(crate) fn of_error(error: &anyhow::Error) -> Exit {
    let is_usage = |cause: &(dyn std::error::Error + 'static)| {
        matches!(cause.downcast_ref(), Some(Failure::Usage(_)))
            || matches!(cause.downcast_ref(), Some(LexiconError::NotAsked))
    };
    if error.chain().any(is_usage) { Exit::Usage } else { Exit::Invalid }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    #[test]
    fn errors_know_their_code() {
        assert_eq!(of_error(&usage("no").context("while starting")), Exit::Usage);
        assert_eq!(of_error(&invalid("no")), Exit::Invalid);
        assert_eq!(of_error(&anyhow!("other")), Exit::Invalid);
    }

    #[test]
    fn only_results_are_kept() {
        assert!(Exit::Done.keeps_output() && Exit::NotWinnable.keeps_output());
        assert!(!Exit::Nothing.keeps_output() && !Exit::Interrupted.keeps_output());
    }
}
