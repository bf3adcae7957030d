//! The rows of a run: printed immediately, written as lines of JSON or into a page, and compared with targets and with
//! another run; and a description of the machine.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::fs;
use std::io::Write as _;
use std::path::Path;

/// The heading of a page above the table.
const FIGURES: &str = "## Figures";
/// The smallest reported relative change of a time; less is noise of a shared machine.
const NOISE: f64 = 0.05;
/// The same for instruction counts; less is noise of the memory layout.
const NOISE_COUNTED: f64 = 0.005;

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Unit {
    #[serde(rename = "per CPU second")]
    PerSecond,
    #[serde(rename = "G cells per CPU second")]
    Cells,
    #[serde(rename = "CPU seconds")]
    Seconds,
    #[serde(rename = "CPU milliseconds")]
    Milliseconds,
    #[serde(rename = "MB")]
    Megabytes,
    #[serde(rename = "bytes")]
    Bytes,
    #[serde(rename = "rank")]
    Rank,
    #[serde(rename = "instructions")]
    Instructions,
}

impl Unit {
    /// The ratio of two figures; more than 1 is better.
    fn share(self, value: f64, other: f64) -> f64 {
        let more_is_better = matches!(self, Self::PerSecond | Self::Cells | Self::Rank);
        if more_is_better { value / other } else { other / value }
    }
}

impl Display for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    name: String,
    value: f64,
    unit: Unit,
}

impl Row {
    /// The target of the figure, and the ratio to it; more than 1 is better.
    fn bar(&self) -> Option<(f64, f64)> {
        let (_, bar) = BARS.iter().find(|(name, _)| *name == self.name)?;
        Some((*bar, self.unit.share(self.value, *bar)))
    }
}

/// The rows of a run.
#[derive(Default)]
pub(super) struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// Adds a figure and prints it with a remark.
    pub(super) fn note(
        &mut self,
        name: impl Into<String>,
        value: f64,
        unit: Unit,
        more: impl Display,
    ) {
        let name = name.into();
        print(&name, value, unit, more);
        self.rows.push(Row { name, value, unit });
    }

    /// Adds a figure, unless there is a worse one of the same name; prints it in any case.
    pub(super) fn note_worst(&mut self, name: &str, value: f64, unit: Unit, more: impl Display) {
        match self.rows.iter_mut().find(|row| row.name == name) {
            None => self.note(name, value, unit, more),
            Some(row) => {
                print(name, value, unit, more);
                if unit.share(value, row.value) < 1.0 {
                    row.value = value;
                }
            }
        }
    }

    /// The rows with a target, each with the ratio to it. Empty if there are none.
    pub(super) fn bars(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let Some((bar, share)) = row.bar() else { continue };
            if text.is_empty() {
                text = format!(
                    "\n{:40} {:>14} {:>14} {:>6}  unit\n",
                    "bar", "is", "to reach", "share"
                );
            }
            let told = if share < 1.0 { "  not reached" } else { "" };
            let Row { name, value, unit } = row;
            let (value, bar) = (figure(*value), figure(bar));
            let _ = writeln!(text, "{name:40} {value:>14} {bar:>14} {share:6.2}  {unit}{told}");
        }
        text
    }

    /// Writes the rows into a Markdown page, below the heading of the table; keeps everything above.
    ///
    /// # Errors
    /// The page cannot be read or written, or has no such heading.
    pub(super) fn onto(&self, path: &Path) -> Result<()> {
        let page = read_file(path)?;
        let (above, _) = page
            .split_once(FIGURES)
            .with_context(|| format!("{} has no line {FIGURES:?}", path.display()))?;
        let mut text =
            format!("{above}{FIGURES}\n\n{}, version {}.\n\n", machine_text(), machine().version);
        text += "| row | figure | unit | to reach | share |\n|---|---|---|---|---|\n";
        // Rows with a target come first.
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by_key(|row| row.bar().is_none());
        for row in rows {
            let (bar, share) = row.bar().map_or_else(Default::default, |(bar, share)| {
                let told = if share < 1.0 { ", not reached" } else { "" };
                (figure(bar), format!("{share:.2}{told}"))
            });
            let Row { name, value, unit } = row;
            let _ = writeln!(text, "| {name} | {} | {unit} | {bar} | {share} |", figure(*value));
        }
        replace(path, &text)
    }

    /// Writes the rows to a file, atomically.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let mut text = serde_json::to_string(&machine())? + "\n";
        for row in &self.rows {
            text += &(serde_json::to_string(row)? + "\n");
        }
        replace(path, &text)
    }

    /// Compares the rows with those of another run: the ratio of each.
    ///
    /// # Errors
    /// The file cannot be read, or has no row in common with these.
    pub(super) fn against(&self, path: &Path) -> Result<String> {
        let (then, before) = read(path)?;
        let before: BTreeMap<&str, &Row> =
            before.iter().map(|row| (row.name.as_str(), row)).collect();
        let mut text =
            format!("\n{:40} {:>14} {:>14} {:>7}  unit\n", "row", "before", "now", "times");
        let mut common = 0;
        for Row { name, value, unit } in &self.rows {
            let now = figure(*value);
            let Some(old) = before.get(name.as_str()).filter(|old| old.unit == *unit) else {
                let _ = writeln!(text, "{name:40} {:>14} {now:>14}", "-");
                continue;
            };
            common += 1;
            let times = unit.share(*value, old.value);
            let noise = if *unit == Unit::Instructions { NOISE_COUNTED } else { NOISE };
            let told = match times {
                _ if (times - 1.0).abs() < noise => "",
                _ if times > 1.0 => "  better",
                _ => "  worse",
            };
            let old = figure(old.value);
            let _ = writeln!(text, "{name:40} {old:>14} {now:>14} {times:7.2}  {unit}{told}");
        }
        let path = path.display();
        ensure!(common > 0, "{path} has no row of this run: measure the same thing for both");
        let now = machine();
        if (&then.processor, then.threads) != (&now.processor, now.threads) {
            let (processor, threads) = (then.processor, then.threads);
            let _ = writeln!(
                text,
                "\nbefore was measured on another machine: {processor} with {threads} threads"
            );
        }
        Ok(text)
    }
}

fn print(name: &str, value: f64, unit: Unit, more: impl Display) {
    println!("{name:40} {:>14}  {:24} {more}", figure(value), unit.to_string());
}

/// Formats a figure with its significant digits.
fn figure(value: f64) -> String {
    match value.abs() {
        size if size >= 1000.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.4}"),
    }
}

/// Writes a file atomically.
fn replace(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or_else(|| Path::new(".")))
        .with_context(|| format!("cannot write beside {}", path.display()))?;
    file.write_all(text.as_bytes())?;
    file.persist(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

fn read_file(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Reads a file of rows.
fn read(path: &Path) -> Result<(Machine, Vec<Row>)> {
    let text = read_file(path)?;
    let mut lines = (1..).zip(text.lines());
    let bad = |line: usize| format!("{}, line {line}, is no line of {FORMAT}", path.display());
    let (_, first) = lines.next().with_context(|| format!("{} is empty", path.display()))?;
    let machine: Machine = serde_json::from_str(first).with_context(|| bad(1))?;
    ensure!(machine.format == FORMAT, bad(1));
    let rows = lines.map(|(number, line)| serde_json::from_str(line).with_context(|| bad(number)));
    Ok((machine, rows.collect::<Result<Vec<Row>>>()?))
}

/// The format of a file of rows.
pub(super) const FORMAT: &str = "quandary/bench/1";

/// The first line of a file: the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Machine {
    pub(super) format: String,
    pub(super) processor: String,
    pub(super) threads: usize,
    pub(super) version: String,
}

/// Describes this machine.
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

/// The text for the machine and the build profile of this program.
pub(super) fn machine_text() -> String {
    let Machine { processor, threads, .. } = machine();
    let program = std::env::current_exe().unwrap_or_default();
    let profile = program.parent().and_then(Path::file_name).unwrap_or_default();
    format!("{processor}, {threads} threads, built with {}", profile.display())
}

/// Targets by the name of the row; rows of the reference data are of the slowest dungeon.
pub(super) const BARS: [(&str, f64); 33] = [
    ("mission 25/4/0, made", 377_000.0),
    ("mission 25/4/0, proved", 113_100.0),
    ("mission 25/4/1, made", 323_000.0),
    ("mission 25/4/1, proved", 96_900.0),
    ("mission 100/8/1, made", 64_600.0),
    ("mission 100/8/1, proved", 19_380.0),
    // 2.5 times the peer, which prints nothing.
    ("mission 25/4/0, printed", 94_250.0),
    ("dungeon 24, best of 50", 1.0),
    ("dungeon 24, one attempt", 0.02),
    ("dungeon 100, best of 50", 5.0),
    ("dungeon 2000, one attempt", 10.0),
    ("cave 4096, 1 thread, whole", 0.7),
    ("cave 4096, 2 threads, as PNG", 0.4),
    ("rooms, plan", 0.05),
    ("raw push=off, met", 5e6),
    ("raw push=once, met", 4e6),
    ("raw push=free, met", 4e6),
    ("raw push=off, bytes a state", 32.0),
    ("raw push=once, bytes a state", 32.0),
    ("raw push=free, bytes a state", 32.0),
    ("level file, read and solved", 10.0),
    ("lexicon ENABLE, memory", 64.0),
    ("lexicon ENABLE, read", 10.0),
    ("met positions, all plays", 13_000.0),
    ("met positions, best play", 24_000.0),
    // 1.5 times the fastest peer's GADDAG, 1.3 times its word map.
    ("file positions, all plays", 2_985.0),
    ("file positions, best play", 11_480.0),
    ("games, 1 threads", 1_100.0),
    ("riddles en_US, boards", 1_000.0),
    ("riddles is_IS, boards", 400.0),
    ("lexicon is_IS, in use", 64.0),
    ("riddles en_US, peer, rank after 0.5 s", 188.0),
    ("riddles is_IS, peer_words, rank after 0.5 s", 142.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn report(rows: &[(&str, f64, Unit)]) -> Report {
        let mut report = Report::default();
        rows.iter().for_each(|(name, value, unit)| report.note(*name, *value, *unit, ""));
        report
    }

    #[test]
    fn a_run_is_held_against_the_one_that_was_written_down() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("before.jsonl");
        let before = [
            ("a", 100.0, Unit::PerSecond),
            ("b", 2.0, Unit::Seconds),
            ("i", 1000.0, Unit::Instructions),
        ];
        report(&before).write(&path).unwrap();
        let now = [
            ("a", 150.0, Unit::PerSecond),
            ("b", 4.0, Unit::Seconds),
            ("i", 990.0, Unit::Instructions),
            ("new", 1.0, Unit::Rank),
        ];
        let told = report(&now).against(&path).unwrap();
        let line =
            |name: &str| told.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        assert!(line("a").contains("1.50") && line("a").ends_with("better"), "{told}");
        assert!(line("b").contains("0.50") && line("b").ends_with("worse"), "{told}");
        assert!(line("i").ends_with("better") && line("new").contains('-'), "{told}");
        assert!(!told.contains("another machine"));
        assert!(report(&[("z", 1.0, Unit::Bytes)]).against(&path).is_err());
    }

    #[test]
    fn a_page_keeps_what_stands_above_its_table() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.md");
        fs::write(&path, "# Speed\n\nWords.\n\n## Figures\n\nold\n").unwrap();
        let rows = [("dungeon 24, best of 50", 2.0, Unit::Seconds), ("x", 1.0, Unit::Bytes)];
        report(&rows).onto(&path).unwrap();
        let page = fs::read_to_string(&path).unwrap();
        assert!(page.starts_with("# Speed\n\nWords.\n\n## Figures\n\n") && !page.contains("old"));
        assert!(page.contains(
            "| dungeon 24, best of 50 | 2.0000 | CPU seconds | 1.0000 | 0.50, not reached |"
        ));
        assert!(page.contains("| x | 1.0000 | bytes |  |  |"), "{page}");
        fs::write(&path, "# Speed\n").unwrap();
        assert!(report(&rows).onto(&path).is_err());
    }

    #[test]
    fn what_is_no_file_of_rows_is_refused_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        report(&[("a", 1.0, Unit::Bytes)]).write(&path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}nonsense\n")).unwrap();
        let told = format!("{:#}", report(&[("a", 1.0, Unit::Bytes)]).against(&path).unwrap_err());
        assert!(told.contains("line 3"), "{told}");
        fs::write(&path, text.replace("bench/1", "bench/9")).unwrap();
        assert!(report(&[("a", 1.0, Unit::Bytes)]).against(&path).is_err());
    }

    #[test]
    fn a_bar_is_told_with_the_share_that_was_reached() {
        let told =
            report(&[("dungeon 24, best of 50", 2.0, Unit::Seconds), ("x", 1.0, Unit::Bytes)])
                .bars();
        assert!(
            told.contains("0.50") && told.contains("not reached") && !told.contains("\nx"),
            "{told}"
        );
        assert_eq!(report(&[("x", 1.0, Unit::Bytes)]).bars(), "");
        let mut worst = Report::default();
        [3.0, 1.0, 2.0].iter().for_each(|value| worst.note_worst("w", *value, Unit::PerSecond, ""));
        assert_eq!(worst.rows, [Row { name: "w".into(), value: 1.0, unit: Unit::PerSecond }]);
    }
}
