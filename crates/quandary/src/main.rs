//! The program `quandary`: makes puzzles, proves them, and ranks them.
//!
//! Everything happens in the modules below, in this order: the command line is read ([`cli`]), shapes
//! come from files ([`mask`]), words from lexicons ([`lexicons`]), [`dungeons`]
//! are made; results are laid out ([`wire`], [`export`]) and written ([`output`]).
//! [`http`] does the same for whoever asks over the network.

use std::process::ExitCode;

mod cli;
mod mask;
mod output;
#[cfg(test)]
mod messages;
#[cfg(test)]
#[allow(dead_code, reason = "several crates share these")]
#[path = "../../../tests/samples/missions.rs"]
mod samples;

fn main() -> ExitCode {
    cli::main()
}
