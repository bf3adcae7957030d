//! The machine on which it is measured.

use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The format of a file of rows.
pub(super) const FORMAT: &str = "quandary/bench/1";

/// The first line of a file: where it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Machine {
    pub(super) format: String,
    pub(super) processor: String,
    pub(super) threads: usize,
    pub(super) version: String,
}

/// The machine on which this runs.
pub(super) fn machine() -> Machine {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = processors.lines().find_map(|line| line.strip_prefix("model name"));
    let processor =
        named.and_then(|line| line.split_once(':')).map_or("unknown", |(_, name)| name.trim());
    Machine {
        format: FORMAT.to_owned(),
        processor: processor.to_owned(),
        threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// The machine in words, and the profile that this program was built with.
pub(super) fn machine_told() -> String {
    let Machine { processor, threads, .. } = machine();
    let program = std::env::current_exe().unwrap_or_default();
    let profile = program.parent().and_then(Path::file_name).unwrap_or_default();
    format!("{processor}, {threads} threads, built with {}", profile.display())
}
