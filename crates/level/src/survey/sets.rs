//! Sets of levels: their expressive range, their distances, and their comparison with the corpus.
//!
//! The expressive range of a set counts its levels by pairs of two numbers.
//!
//! Source: G. Smith and J. Whitehead, *Analyzing the expressive range of a level generator*, 2010.

use super::row::{Column, Row};
use crate::formats::json;
use crate::measure::{Measure, Metrics};
use crate::model::{Level, named};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An axis of a range: its name, its ends, and the number of cells between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The number that is counted.
    pub name: String,
    /// Its smallest and its largest value.
    pub ends: [f64; 2],
    /// The number of cells.
    pub cells: usize,
}

impl Axis {
    /// The smallest axis that contains some values. Values between 0 and 1 get the ends 0 and 1; if all values are
    /// equal, they are in the middle.
    #[must_use]
    pub fn holding(name: &str, values: impl Iterator<Item = f64>, cells: usize) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            (low, high) = (low.min(value), high.max(value));
        }
        let ends = match (low, high) {
            (low, high) if low > high => [0.0, 1.0],
            (low, high) if low >= 0.0 && high <= 1.0 => [0.0, 1.0],
            (low, high) if low == high => [low - 0.5, high + 0.5],
            ends => ends.into(),
        };
        Self { name: name.to_owned(), ends, cells }
    }

    /// The position of a value along the axis, from 0 to 1.
    #[must_use]
    pub fn along(&self, value: f64) -> f64 {
        let [low, high] = self.ends;
        ((value - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// The cell of a value; the last cell includes its upper end.
    fn cell(&self, value: f64) -> usize {
        ((self.along(value) * self.cells as f64) as usize).min(self.cells.saturating_sub(1))
    }
}

/// Levels counted by two numbers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Range {
    /// The horizontal axis, from left to right.
    pub x: Axis,
    /// The vertical axis, from bottom to top.
    pub y: Axis,
    /// The number of levels in each cell: rows from the bottom, cells from the left.
    pub counts: Vec<Vec<usize>>,
}

impl Range {
    /// Counts some points.
    #[must_use]
    pub fn of(x: Axis, y: Axis, points: &[[f64; 2]]) -> Self {
        let mut counts = vec![vec![0; x.cells]; y.cells];
        for point in points {
            counts[y.cell(point[1])][x.cell(point[0])] += 1;
        }
        Self { x, y, counts }
    }

    /// The share of the cells that contain a level.
    #[must_use]
    pub fn covered(&self) -> f64 {
        let cells = self.counts.iter().flatten();
        let taken = cells.clone().filter(|&&count| count > 0).count();
        taken as f64 / cells.count().max(1) as f64
    }
}

// -------------------------------------------------------------------------------------------------
// The distances between the levels of a set, and duplicates.

named! {
    /// A distance between two levels.
    pub enum Distance {
        /// The share of cells whose tiles differ (Hamming distance), with the first corners of the floors aligned. A
        /// cell that one of the levels lacks counts as different. Applies to levels with tiles.
        Tiles = "tiles",
        /// The root mean square of the differences of their rows, each number in standard deviations of the set.
        /// Numbers that one of the levels lacks do not count.
        Rows = "rows",
    }
}

/// The distances between all pairs of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Diversity {
    /// The distance used.
    pub of: Distance,
    /// The number of pairs.
    pub pairs: usize,
    /// The mean distance.
    pub mean: f64,
    /// The smallest distance.
    pub least: f64,
    /// The largest distance.
    pub most: f64,
}

/// The diversity of a set for a distance; `None` if no two levels can be compared.
#[must_use]
pub fn diversity(of: Distance, set: &[(Level, Row)]) -> Option<Diversity> {
    let scales = scales(set);
    let (mut pairs, mut sum, mut least, mut most) = (0, 0.0, f64::INFINITY, 0.0_f64);
    for (at, one) in set.iter().enumerate() {
        for other in &set[..at] {
            let apart = match of {
                Distance::Tiles => tiles(&one.0, &other.0),
                Distance::Rows => rows(&one.1, &other.1, &scales),
            };
            let Some(apart) = apart else { continue };
            pairs += 1;
            sum += apart;
            (least, most) = (least.min(apart), most.max(apart));
        }
    }
    (pairs > 0).then(|| Diversity { of, pairs, mean: sum / pairs as f64, least, most })
}

/// The share of cells that differ.
fn tiles(one: &Level, other: &Level) -> Option<f64> {
    let (one, other) = (one.tiles.as_ref()?, other.tiles.as_ref()?);
    let (mut alike, mut both) = (0, 0);
    for (a, b) in one.floors.iter().zip(&other.floors) {
        for (a, b) in a.iter_rows().zip(b.iter_rows()) {
            both += a.len().min(b.len());
            alike += a.iter().zip(b).filter(|(a, b)| a == b).count();
        }
    }
    let all = one.cells().count() + other.cells().count() - both;
    (all > 0).then(|| 1.0 - alike as f64 / all as f64)
}

/// Each column whose values differ, with its standard deviation.
fn scales(set: &[(Level, Row)]) -> Vec<(Column, f64)> {
    let deviation = |column: Column| {
        let values: Vec<f64> = set.iter().filter_map(|(_, row)| row.value(column)).collect();
        let many = values.len() as f64;
        let mean = values.iter().sum::<f64>() / many;
        (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / many).sqrt()
    };
    let all = Column::all().into_iter().map(|column| (column, deviation(column)));
    all.filter(|(_, deviation)| *deviation > 1e-12).collect()
}

fn rows(one: &Row, other: &Row, scales: &[(Column, f64)]) -> Option<f64> {
    let apart = |&(column, scale): &(Column, f64)| {
        Some(((one.value(column)? - other.value(column)?) / scale).powi(2))
    };
    let squares: Vec<f64> = scales.iter().filter_map(apart).collect();
    (!squares.is_empty()).then(|| (squares.iter().sum::<f64>() / squares.len() as f64).sqrt())
}

/// For each level, the index of the first level of the set that it repeats, ignoring names and provenance.
#[must_use]
pub fn duplicates<'a>(levels: impl IntoIterator<Item = &'a Level>) -> Vec<Option<usize>> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let first = |(at, level): (usize, &Level)| {
        let bare = Level { name: None, provenance: None, ..level.clone() };
        let first = *known.entry(json::print(&bare)).or_insert(at);
        (first < at).then_some(first)
    };
    levels.into_iter().enumerate().map(first).collect()
}

// -------------------------------------------------------------------------------------------------
// A comparison of a set with the nine dungeons of the corpus, measure by measure.
//
// The figures of the corpus and the target intervals are data: `data/corpus.json`.

/// The statistic that represents a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The median of the levels' values.
    Median,
    /// The sums of parts and wholes over the levels.
    Pooled,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Line {
    /// The measure, by name.
    pub measure: &'static str,
    /// The statistic of the set.
    #[serde(rename = "told")]
    pub statistic: Statistic,
    /// The figure of the set; `None` if nothing is counted.
    pub figure: Option<f64>,
    /// The figure of the corpus.
    pub corpus: f64,
    /// The lower and the upper bound of the target interval.
    pub reach: [Option<f64>; 2],
    /// True if the figure lies within the target interval; `None` if there is no figure.
    pub within: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    measure: String,
    #[serde(rename = "told")]
    statistic: Statistic,
    corpus: f64,
    #[serde(default)]
    least: Option<f64>,
    #[serde(default)]
    most: Option<f64>,
}

const KNOWN: &str = include_str!("../../data/corpus.json");

/// Compares a set with the corpus.
#[must_use]
pub fn against(rows: &[&Row]) -> Vec<Line> {
    let known: Vec<Known> = serde_json::from_str(KNOWN).unwrap_or_default();
    let line = |known: Known| {
        let measure = Measure::ALL.into_iter().find(|measure| measure.name() == known.measure)?;
        let figure = match known.statistic {
            Statistic::Median => median(rows.iter().filter_map(|row| row.metrics.value(measure))),
            Statistic::Pooled => {
                Metrics::pooled(rows.iter().map(|row| &row.metrics)).value(measure)
            }
        };
        let within = figure.map(|figure| {
            known.least.is_none_or(|least| figure >= least - 1e-9)
                && known.most.is_none_or(|most| figure <= most + 1e-9)
        });
        let (statistic, corpus, reach) = (known.statistic, known.corpus, [known.least, known.most]);
        Some(Line { measure: measure.name(), statistic, figure, corpus, reach, within })
    };
    known.into_iter().filter_map(line).collect()
}

/// The median of some values; for an even number of values, the mean of the middle two.
#[must_use]
pub fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() % 2 {
        _ if values.is_empty() => None,
        0 => Some((values[middle - 1] + values[middle]) / 2.0),
        _ => Some(values[middle]),
    }
}
