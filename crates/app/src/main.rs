//! The program `quandary`: makes puzzles, proves them, and ranks them.
//!
//! Everything happens in the modules below, in this order: the command line is read ([`cli`]), shapes
//! come from files ([`mask`]), words from lexicons ([`lexicons`]), [`dungeons`]
//! are made; results are laid out ([`wire`], [`export`]) and written ([`output`]).
//! [`http`] does the same for whoever asks over the network.

use std::process::ExitCode;

mod cli;
mod mask;
mod lexicons;
mod dungeons;
mod wire;
mod export;
mod output;
mod store;
mod daily;
mod http;
mod log;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod samples;
#[cfg(test)]
#[path = "../tests/database/mod.rs"]
mod database;

fn main() -> ExitCode {
    cli::main()
}
