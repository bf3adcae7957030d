//! The default memory limit of a search.

use std::fs;

/// Its largest value, in bytes.
const MOST: u64 = 4 << 30;

/// The default memory limit in bytes, rounded down to whole mebibytes: half of the memory of this machine or of its
/// container, at most 4 GiB. Reads the values of Linux; on other systems the result is 4 GiB.
#[must_use]
pub fn usual_memory() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let container = fs::read_to_string("/sys/fs/cgroup/memory.max");
    let container = container.ok().and_then(|text| text.trim().parse().ok());
    let all = [machine, container].into_iter().flatten().min().unwrap_or(u64::MAX);
    MOST.min((all / 2) >> 20 << 20)
}

/// The total memory in the text of `/proc/meminfo`, in bytes.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        let text = "MemTotal:        6040216 kB\nMemFree:          111111 kB\n";
        assert_eq!(total(text), Some(6_040_216 * 1024));
        for wrong in ["", "MemTotal: kB", "MemTotal: 1 MB", "MemTotal: 99999999999999999999 kB"] {
            assert_eq!(total(wrong), None, "{wrong}");
        }
        assert!((1 << 20..=MOST).contains(&usual_memory()));
    }
}
