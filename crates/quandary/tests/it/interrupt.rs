//! Programs that are interrupted under test.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The exit of a program that is interrupted as soon as it catches interrupts.
pub(crate) fn interrupted(program: &mut Command) -> Output {
    let child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    catches_interrupts(child.id());
    let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(asked.is_ok_and(|status| status.success()));
    child.wait_with_output().unwrap()
}

/// Waits until a program catches interrupts (bit 1 of the mask that Linux shows); elsewhere three seconds.
fn catches_interrupts(id: u32) {
    let status = format!("/proc/{id}/status");
    if !Path::new(&status).exists() {
        return sleep(Duration::from_secs(3));
    }
    let caught = || {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask & 2 != 0)
    };
    while !caught() {
        sleep(Duration::from_millis(5));
    }
}
