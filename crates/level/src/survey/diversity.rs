//! The distances between the levels of a set, and those of them that are the same.

use super::row::{Column, Row};
use crate::formats::json;
use crate::model::level::Level;
use std::collections::BTreeMap;

/// A distance of two levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// The share of cells whose tiles differ (Hamming), floors laid over each other by their first corners; a cell that
    /// one of them lacks differs. Of levels with tiles.
    Tiles,
    /// The root of the mean of the squares by which their rows are apart, each number told in standard deviations of the
    /// set; numbers that one of them lacks do not count.
    Rows,
}

impl Distance {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Tiles, Self::Rows];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tiles => "tiles",
            Self::Rows => "rows",
        }
    }
}

/// The distances of all pairs of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Diversity {
    /// Which distance.
    pub of: Distance,
    /// Number of pairs.
    pub pairs: usize,
    /// The mean.
    pub mean: f64,
    /// The least.
    pub least: f64,
    /// The largest.
    pub most: f64,
}

/// The diversity of a set by a distance; `None` where no two can be compared.
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

/// Each column that varies, with its standard deviation.
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

/// For each level the first of the set that it repeats, names and provenance aside.
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
