//! `cargo xtask audit claims`: the claims of designed dungeons, asked again by a search from outside.

use super::judge::judge;
use super::sum::{Sum, table};
use crate::clock::Clock;
use crate::designed::{FAMILIES, Request};
use crate::sweep::{Seeds, Sweep};
use anyhow::Result;
use std::process::ExitCode;

/// Ask the claims of designed dungeons again, and count what they have
#[derive(clap::Args)]
#[command(mut_arg("count", |count| count.default_value("10")))]
pub(crate) struct Claims {
    #[command(flatten)]
    seeds: Seeds,
    /// The categories; by themselves the first of each family
    #[arg(long = "category", value_name = "C", num_args = 1..)]
    categories: Vec<String>,
    /// The number of rooms of a dungeon
    #[arg(long, value_name = "R", num_args = 1.., default_values_t = [24])]
    rooms: Vec<u64>,
    /// Of how many attempts the best is asked for, where not as many as by itself
    #[arg(long, value_name = "A")]
    attempts: Option<u64>,
    /// The most states that are looked at for one answer
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    states: usize,
    /// Let false claims, proofs and plans alone decide the exit code
    #[arg(long)]
    proofs: bool,
}

impl Claims {
    /// Prints the table; the exit code says if anything is wrong.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let Sweep { program, first, .. } = self.seeds.sweep()?;
        let named = self.categories.iter().map(String::as_str);
        let categories: Vec<&str> = match self.categories.is_empty() {
            true => FAMILIES.to_vec(),
            false => named.collect(),
        };
        let mut sums = Vec::new();
        for category in categories {
            for &rooms in &self.rooms {
                eprintln!("{category}, {rooms} rooms");
                let request = Request {
                    category,
                    rooms,
                    attempts: self.attempts,
                    first,
                    count: self.seeds.count(),
                    extra: "",
                };
                let mut sum = Sum::new(format!("{category} {rooms}"));
                let begin = Clock::now();
                sum.refused = request.each(&program, |text| {
                    let mut judged = judge(text, self.states);
                    if judged.rooms as u64 != rooms {
                        let what = format!("{} rooms, asked for {rooms}", judged.rooms);
                        judged.faults.push(("rooms", what));
                    }
                    sum.add(judged);
                    Ok(())
                })?;
                sum.seconds = (Clock::now() - begin).own;
                sums.push(sum);
            }
        }
        println!("{}", table(&sums));
        let clean =
            sums.iter().all(|sum| if self.proofs { sum.is_proved() } else { sum.is_clean() });
        Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
