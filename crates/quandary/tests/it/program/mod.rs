//! Runs the program.

pub(crate) mod screen;
pub(crate) mod terminal;

use std::fs;
use std::io::Write;
use std::path::Path;
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

/// Writes a file, and returns its path.
pub(crate) fn put(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap_or_else(|error| panic!("{error}"));
    path.display().to_string()
}

/// Runs a command. Checks its exit code, and returns its output and its messages.
pub(crate) fn ran(command: &str, code: i32) -> (String, String) {
    let output = quandary(command, "");
    let [out, told] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert_eq!(output.status.code(), Some(code), "{command}\n{out}{told}");
    (out, told)
}
