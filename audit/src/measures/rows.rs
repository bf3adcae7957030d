//! The rows of the table: names, how a set of dungeons is told, what the corpus has, and what is to be reached.

use Told::{Median, Pooled};

/// The figure that tells a set of dungeons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// The median of the dungeons' values.
    Median,
    /// Parts and wholes summed over the dungeons.
    Pooled,
}

/// A row.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) told: Told,
    /// The figure of the corpus as the description has it, with the range of a median.
    pub(crate) corpus: &'static str,
    /// The least and the most that the figure is to be.
    pub(crate) reach: [f64; 2],
    /// The value of a whole: 100 where things are told a hundred rooms.
    pub(crate) scale: f64,
}

const fn row(
    name: &'static str,
    told: Told,
    corpus: &'static str,
    reach: [f64; 2],
    scale: f64,
) -> Row {
    Row { name, told, corpus, reach, scale }
}

/// No upper bound.
const MOST: f64 = f64::INFINITY;

/// The rows in their order.
pub(crate) const ROWS: [Row; 19] = [
    row("empty", Median, "0.12 (0.06-0.20)", [0.0, 0.15], 1.0),
    row("dead_ends", Pooled, "0.78", [0.9, MOST], 1.0),
    row("distance", Median, "0.43 (0.22-0.56)", [0.35, 0.6], 1.0),
    row("eccentric", Median, "1.00 (0.57-1.00)", [0.95, MOST], 1.0),
    row("reentry", Median, "0.00 (0.00-0.11)", [0.0, 0.25], 1.0),
    row("cycles", Median, "0.13 (0.08-0.33)", [0.1, MOST], 1.0),
    row("on_cycle", Median, "0.43 (0.32-0.83)", [0.45, MOST], 1.0),
    row("gated", Median, "0.67 (0.60-0.78)", [0.54, 0.74], 1.0),
    row("locks", Pooled, "23", [15.0, 30.0], 100.0),
    row("keys", Pooled, "17", [12.0, 20.0], 100.0),
    row("bombable", Pooled, "24", [15.0, 25.0], 100.0),
    row("one_sided", Pooled, "29", [10.0, 30.0], 100.0),
    row("puzzles", Pooled, "32", [20.0, MOST], 100.0),
    row("enemies", Median, "0.76 (0.58-0.79)", [0.6, 0.8], 1.0),
    row("plain", Median, "0.21 (0.12-0.28)", [0.0, 0.15], 1.0),
    row("symmetric", Median, "0.86 (0.74-0.92)", [0.7, MOST], 1.0),
    row("features", Median, "0.18 (0.13-0.21)", [0.13, 0.25], 1.0),
    row("split", Median, "0.16 (0.00-0.32)", [0.1, 0.35], 1.0),
    row("off_plan", Median, "0.47 (0.36-0.72)", [0.35, 0.6], 1.0),
];

/// The row that is never to be 0 in any dungeon.
pub(crate) const NEVER_NONE: &str = "cycles";

/// The rows that are only told of dungeons with more than this many rooms.
pub(crate) const OF_FEWER_ROOMS: (u64, [&str; 5]) =
    (60, ["distance", "reentry", "locks", "keys", "off_plan"]);

/// The categories that a row is not asked of.
pub(crate) const EXCUSED: [(&str, &[&str]); 2] = [
    ("symmetric", &["cave", "mine", "grove", "hollow", "waystation", "campsite", "overlook"]),
    ("enemies", &["tavern", "shop", "inn"]),
];
