//! Runs the program.

pub(crate) mod screen;
pub(crate) mod terminal;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with arguments, separated by blanks, and with `input` on standard input.
pub(crate) fn quandary(args: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quandary"))
        .args(args.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{error}"));
    if let Some(mut stdin) = child.stdin.take() {
        // A program that ends before reading everything closes the pipe, which is fine.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output().unwrap_or_else(|error| panic!("{error}"))
}
