//! A set held against the nine dungeons of the corpus, row by row.
//!
//! The figures of the corpus and those to be reached are data: `data/corpus.json`.

use super::row::Row;
use crate::measure::{Measure, Metrics};
use serde::{Deserialize, Serialize};

/// The figure that tells a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// The median of the levels' values.
    Median,
    /// Parts and wholes summed over the levels.
    Pooled,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Line {
    /// The measure, by name.
    pub measure: &'static str,
    /// The way a set is told.
    pub told: Told,
    /// The figure of the set; `None` where nothing is counted.
    pub figure: Option<f64>,
    /// The figure of the corpus.
    pub corpus: f64,
    /// The least and the most that is to be reached.
    pub reach: [Option<f64>; 2],
    /// True if the figure lies within, `None` where there is none.
    pub within: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    measure: String,
    told: Told,
    corpus: f64,
    #[serde(default)]
    least: Option<f64>,
    #[serde(default)]
    most: Option<f64>,
}

const KNOWN: &str = include_str!("../../data/corpus.json");

/// Holds a set against the corpus.
#[must_use]
pub fn against(rows: &[&Row]) -> Vec<Line> {
    let known: Vec<Known> = serde_json::from_str(KNOWN).unwrap_or_default();
    let line = |known: Known| {
        let measure = Measure::ALL.into_iter().find(|measure| measure.name() == known.measure)?;
        let figure = match known.told {
            Told::Median => median(rows.iter().filter_map(|row| row.metrics.value(measure))),
            Told::Pooled => Metrics::pooled(rows.iter().map(|row| &row.metrics)).value(measure),
        };
        let within = figure.map(|figure| {
            known.least.is_none_or(|least| figure >= least - 1e-9)
                && known.most.is_none_or(|most| figure <= most + 1e-9)
        });
        let (told, corpus, reach) = (known.told, known.corpus, [known.least, known.most]);
        Some(Line { measure: measure.name(), told, figure, corpus, reach, within })
    };
    known.into_iter().filter_map(line).collect()
}

/// The median of some values; of an even number of them the mean of the two in the middle.
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
