//! `quandary man`: prints the manual, generated from the definition of the command line.

use super::exit::Exit;
use crate::output::Target;
use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_mangen::Man;
use std::fs;
use std::path::{Path, PathBuf};

/// Print the manual, or write one page per command
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary man | man -l -
  quandary man -o ~/.local/share/man/man1")]
pub(crate) struct Options {
    /// Folder for one page per command, created if needed [default: the main page on standard output]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Prints the main page of a command line, or writes all its pages.
///
/// # Errors
/// If the folder or standard output cannot be written to.
pub(crate) fn run(options: &Options, command: Command) -> Result<Exit> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    match options.output.as_deref() {
        None => page(&Target::Stdout, command),
        Some(folder) => {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
            pages(folder, &command)
        }
    }
}

/// Writes the page of a command and those of its subcommands.
fn pages(folder: &Path, command: &Command) -> Result<Exit> {
    for sub in command.get_subcommands() {
        pages(folder, sub)?;
    }
    let name = command.get_display_name().unwrap_or(command.get_name());
    page(&Target::File(folder.join(format!("{name}.1"))), command.clone())
}

fn page(target: &Target, command: Command) -> Result<Exit> {
    let mut roff = Vec::new();
    Man::new(command).render(&mut roff)?;
    target.write(|out| {
        out.write_all(&roff)?;
        Ok(Exit::Done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_a_command() {
        let folder = tempfile::tempdir().unwrap();
        let options = Options { output: Some(folder.path().join("man1")) };
        run(&options, crate::cli::command()).unwrap();
        for name in ["quandary", "quandary-mission", "quandary-completions", "quandary-man"] {
            let text = fs::read_to_string(folder.path().join(format!("man1/{name}.1"))).unwrap();
            assert!(text.contains(".TH"), "{name}");
        }
    }
}
