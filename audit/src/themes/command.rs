//! `cargo xtask audit themes`: families told apart by the tiles of their dungeons.

use super::look::{Centroids, look};
use super::print::Printed;
use crate::category::categories;
use crate::designed::{FAMILIES, Request};
use crate::seeds::Seeds;
use crate::sheet::align;
use anyhow::{Context, Result, anyhow};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// The least share of dungeons whose family is to be guessed.
const LEAST: f64 = 0.7;

/// Guess the family of designed dungeons from their tiles, and look for categories that share them
#[derive(clap::Args)]
#[command(mut_arg("count", |count| count.default_value("100")))]
pub(crate) struct Themes {
    #[command(flatten)]
    seeds: Seeds,
    /// The number of rooms of a dungeon
    #[arg(long, value_name = "R", default_value_t = 24)]
    rooms: u64,
    /// Of how many attempts the best is asked for, where not as many as by itself
    #[arg(long, value_name = "A")]
    attempts: Option<u64>,
    /// For how many seeds all categories are compared, one attempt each
    #[arg(long, value_name = "K", default_value_t = 3)]
    same: u64,
}

impl Themes {
    /// Prints the guesses; the exit code says if too many are wrong, or if categories share tiles.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let (program, first) = (self.seeds.program()?, self.seeds.first());
        let mut known = Vec::new();
        let mut asked = Vec::new();
        let half = first + self.seeds.count() / 2;
        for category in FAMILIES {
            eprintln!("{category}");
            let looks = self.looks(&program, category, first)?;
            let (early, late): (Vec<_>, Vec<_>) =
                looks.into_iter().partition(|(seed, _)| *seed < half);
            known.push(early.into_iter().map(|(_, look)| look).collect::<Vec<_>>());
            asked.push(late.into_iter().map(|(_, look)| look).collect::<Vec<_>>());
        }
        let (text, right) = guesses(&Centroids::of(&known), &asked);
        println!("{text}\nright: {right:.2}, to reach: at least {LEAST:.2}");
        let shared = self.shared(&program, first)?;
        for (seed, names) in &shared {
            println!("seed {seed}: {} have the same tiles", names.join(", "));
        }
        println!("categories with the same tiles, of {} seeds: {}", self.same, shared.len());
        let clean = right >= LEAST && shared.is_empty();
        Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The looks of the dungeons of a category, with their seeds.
    fn looks(&self, program: &Path, category: &str, first: u64) -> Result<Vec<(u64, Vec<f64>)>> {
        let Self { rooms, attempts, .. } = *self;
        let count = self.seeds.count();
        let request = Request { category, rooms, attempts, first, count, extra: "" };
        let mut looks = Vec::new();
        let refused = request.each(program, |text| {
            let printed: Printed = serde_json::from_str(text).context("cannot read a dungeon")?;
            looks.push((printed.seed, look(&printed).map_err(|what| anyhow!(what))?));
            Ok(())
        })?;
        if !refused.is_empty() {
            println!("{category}: {} of {count} seeds are refused", refused.len());
        }
        Ok(looks)
    }

    /// The seeds for which categories have the same tiles, with these categories.
    fn shared(&self, program: &Path, first: u64) -> Result<Vec<(u64, Vec<&'static str>)>> {
        let mut by_tiles: BTreeMap<(u64, String), Vec<&'static str>> = BTreeMap::new();
        for (category, _) in categories() {
            let (rooms, attempts, count) = (self.rooms, Some(1), self.same);
            let request = Request { category, rooms, attempts, first, count, extra: "" };
            request.each(program, |text| {
                let printed: serde_json::Value =
                    serde_json::from_str(text).context("cannot read a dungeon")?;
                let seed = printed["seed"].as_u64().unwrap_or_default();
                let tiles = printed["level"]["floors"].to_string();
                by_tiles.entry((seed, tiles)).or_default().push(category);
                Ok(())
            })?;
        }
        let shared = by_tiles.into_iter().filter(|(_, names)| names.len() > 1);
        Ok(shared.map(|((seed, _), names)| (seed, names)).collect())
    }
}

/// A line for each family with how often each was guessed, and the share that is right.
fn guesses(centroids: &Centroids, asked: &[Vec<Vec<f64>>]) -> (String, f64) {
    let mut lines = vec![
        ["is \\ guessed"]
            .iter()
            .chain(&FAMILIES)
            .chain(&["right"])
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>(),
    ];
    let (mut right, mut all) = (0, 0);
    for (family, looks) in asked.iter().enumerate() {
        let mut times = [0; FAMILIES.len()];
        looks.iter().for_each(|look| times[centroids.nearest(look)] += 1);
        (right, all) = (right + times[family], all + looks.len());
        let share = f64::from(times[family]) / looks.len().max(1) as f64;
        let times = times.iter().map(ToString::to_string);
        lines.push(
            [FAMILIES[family].to_owned()]
                .into_iter()
                .chain(times)
                .chain([format!("{share:.2}")])
                .collect(),
        );
    }
    (align(&lines), f64::from(right) / all.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_counted_by_family() {
        let family = |number: usize| vec![vec![number as f64]];
        let known: Vec<Vec<Vec<f64>>> = (0..FAMILIES.len()).map(family).collect();
        let mut asked = known.clone();
        asked[0].push(vec![9.2]); // a cave that looks like a shrine
        let (text, right) = guesses(&Centroids::of(&known), &asked);
        assert_eq!((right * 11.0).round() as i64, 10, "{text}");
        let cave: Vec<&str> =
            text.lines().nth(1).into_iter().flat_map(str::split_whitespace).collect();
        assert_eq!(
            (cave.first(), cave.get(1), cave.last()),
            (Some(&"cave"), Some(&"1"), Some(&"0.50"))
        );
    }
}
