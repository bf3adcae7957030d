//! `quandary completions`: shell completions for the command line.

use super::exit::Exit;
use crate::output::Target;
use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary completions zsh
  quandary completions bash > ~/.local/share/bash-completion/completions/quandary
  quandary completions fish > ~/.config/fish/completions/quandary.fish")]
pub(crate) struct Options {
    /// Shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the completions of a command line.
///
/// # Errors
/// If standard output cannot be written to.
pub(crate) fn run(options: &Options, mut command: Command) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command, "quandary", &mut script);
    Target::Stdout.write(|out| {
        out.write_all(&script)?;
        Ok(Exit::Done)
    })
}
