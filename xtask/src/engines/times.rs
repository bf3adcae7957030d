//! Times of the writers.

use super::Exported;
use super::readers::Outcome;
use anyhow::Result;
use formats::annotations::{self, Annotations};
use formats::format::{Format, Using};
use formats::ldtk::Worlds;
use formats::{Place, Sheet};
use level::Level;
use std::fmt::Write as _;
use std::fs;
use std::time::Instant;

/// Maximum time of a dungeon per format in milliseconds, without pictures.
const MOST: f64 = 50.0;
/// Number of repetitions for a dungeon over the limit, since the machine may have been busy.
const AGAIN: usize = 10;

/// Measures the time of each writer per dungeon, with all floors and without pictures. In a release build, fails if one
/// is too slow.
///
/// # Errors
/// A dungeon cannot be read or written.
pub(super) fn proof(exported: &Exported) -> Result<Outcome> {
    let places = places(exported)?;
    let mut told = String::new();
    let mut longest = 0.0_f64;
    for format in Format::ALL {
        let mut took = Vec::new();
        for (level, annotations) in &places {
            let mut least = written(format, level, annotations)?;
            for _ in 0..AGAIN {
                if least > MOST {
                    least = least.min(written(format, level, annotations)?);
                }
            }
            took.push(least);
        }
        let mean = took.iter().sum::<f64>() / took.len().max(1) as f64;
        let most = took.iter().copied().fold(0.0, f64::max);
        longest = longest.max(most);
        let comma = if told.is_empty() { "" } else { ", " };
        write!(told, "{comma}{} {mean:.1} ms (at most {most:.1})", format.name())?;
    }
    Ok(if cfg!(debug_assertions) {
        Outcome::NotRun(format!("this is no build for release, which is not measured: {told}"))
    } else if longest > MOST {
        Outcome::Failed(told)
    } else {
        Outcome::Passed(told)
    })
}

fn places(exported: &Exported) -> Result<Vec<(Level, Annotations)>> {
    let mut places = Vec::new();
    for dungeon in &exported.dungeons {
        let text = fs::read_to_string(dungeon)?;
        let value: serde_json::Value = serde_json::from_str(&text)?;
        let level = value.get("level").unwrap_or(&value);
        let level = level::formats::json::read(&level.to_string())?;
        places.push((level, annotations::read(&text)?));
    }
    Ok(places)
}

/// The time of a level in a format in milliseconds, with all floors.
fn written(format: Format, level: &Level, annotations: &Annotations) -> Result<f64> {
    let sheet = Sheet { file: "quandary-tiles.png", side: 32 };
    let begin = Instant::now();
    let place = Place::of(level, annotations)?;
    let floors = if format.is_a_floor() { place.floors.len() as u32 } else { 1 };
    for floor in 0..floors {
        let using = Using { sheet, worlds: Worlds::Floors, floor: Some(floor), picture: None };
        format.print(&place, &using)?;
    }
    Ok(begin.elapsed().as_secs_f64() * 1000.0)
}
