//! The program `quandary`: makes puzzles, proves them, and ranks them.
//!
//! [`cli`] reads and runs the command line, with one file per command. [`mask`] reads shapes of missions from files.
//! [`output`] writes results, and [`shown`] escapes control characters, so that a terminal does not execute them.
//! Everything else is in the library crates.

use std::process::ExitCode;

mod cli;
mod mask;
mod output;
mod shown;
#[cfg(test)]
mod messages;

/// The allocator of musl is built for small size; this one is built for speed.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
