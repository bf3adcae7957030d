//! The program `quandary`: makes puzzles, proves them, and ranks them.
//!
//! The command line is read and carried out in [`cli`], a file for each command. Shapes of missions come from
//! files ([`mask`]), and results are written by [`output`], so that a terminal shows
//! them and obeys none of them ([`shown`]). Everything else is in the library crates.

use std::process::ExitCode;

mod cli;
mod mask;
mod output;
mod shown;
#[cfg(test)]
mod messages;

/// musl's own allocator is made to be small; this one is made to be fast.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
