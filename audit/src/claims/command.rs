//! `cargo xtask audit claims`: the claims of designed dungeons, asked again by a search from outside.

use super::judge::{Judged, judge};
use super::sum::{PEACE, Sum};
use super::table::table;
use crate::clock::Clock;
use crate::designed::{FAMILIES, Refused, Request};
use crate::sweep::{Seeds, Sweep};
use anyhow::{Context, Result, anyhow};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// The categories of the peaceful family.
const HOUSES: [&str; 3] = ["tavern", "shop", "inn"];
/// Number of attempts of a seed after which there is none that is not refused.
const AGAIN: u64 = 50;

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
    /// Of how many attempts the best is asked for, where not as many as by itself; of 1 it is the first that is accepted
    #[arg(long, value_name = "A")]
    attempts: Option<u64>,
    /// The most states that are looked at for one answer
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    states: usize,
    /// Number of threads that judge
    #[arg(long, value_name = "N", default_value = "2")]
    jobs: NonZeroUsize,
    /// Let false claims, proofs and plans alone decide the exit code
    #[arg(long)]
    proofs: bool,
    /// Let figures that miss what is to be reached (!), and seeds without a dungeon, decide the exit code too
    #[arg(long)]
    bars: bool,
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
                let (attempts, count) = (self.attempts, self.seeds.count());
                sums.push(self.sum(
                    &program,
                    &Request { category, rooms, attempts, first, count, extra: "" },
                )?);
            }
        }
        if self.categories.is_empty() {
            sums.push(Sum::of_all(&sums));
        }
        println!("{}", table(&sums));
        let clean =
            sums.iter().all(|sum| if self.proofs { sum.is_proved() } else { sum.is_clean() });
        let full = !self.bars || sums.iter().all(Sum::is_full);
        Ok(if clean && full { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The sum of the dungeons of a request.
    fn sum(&self, program: &Path, request: &Request<'_>) -> Result<Sum> {
        let mut sum = Sum::new(format!("{} {}", request.category, request.rooms));
        let begin = Clock::now();
        let (mut all, again);
        (all, sum.refused, again) = self.judged(program, request)?;
        // As they would come if one thread judged them.
        all.sort_by_key(|judged| judged.seed);
        all.into_iter().for_each(|judged| sum.add(judged));
        sum.again = again;
        sum.seconds = (Clock::now() - begin).own;
        Ok(sum)
    }

    /// Judges the dungeons of a request on several threads; with the seeds that are refused, and the number of those of
    /// which another attempt was asked for than the first.
    fn judged(
        &self,
        program: &Path,
        request: &Request<'_>,
    ) -> Result<(Vec<Judged>, Refused, usize)> {
        let (send, receive) = mpsc::channel::<String>();
        let receive = Mutex::new(receive);
        let next = || receive.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        let work = || {
            let texts = std::iter::from_fn(next);
            texts.map(|text| self.one(&text, request)).collect::<Vec<Judged>>()
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.get()).map(|_| scope.spawn(work)).collect();
            let mut over = |text: &str| send.send(text.to_owned()).context("nobody judges");
            let refused = request.each(program, &mut over).and_then(|refused| {
                let first = refused.len();
                let left = match self.attempts {
                    Some(1) => later(program, request, refused, &mut over)?,
                    _ => refused,
                };
                Ok((first - left.len(), left))
            });
            // Whoever waits for another dungeon is told that none comes, whatever went wrong.
            drop(send);
            let mut all = Vec::new();
            for worker in workers {
                all.extend(worker.join().map_err(|_| anyhow!("a thread of the audit fell over"))?);
            }
            let (again, refused) = refused?;
            Ok((all, refused, again))
        })
    }

    /// Judges a dungeon.
    fn one(&self, text: &str, request: &Request<'_>) -> Judged {
        let mut judged = judge(text, self.states);
        if judged.rooms as u64 != request.rooms {
            let what = format!("{} rooms, asked for {}", judged.rooms, request.rooms);
            judged.faults.push(("rooms", what));
        }
        if HOUSES.contains(&request.category) {
            judged.figures.say(PEACE, judged.figures.peaceful);
        }
        judged
    }
}

/// Asks for later attempts of the seeds whose first was refused, until one is not; the seeds of which there is none.
fn later(
    program: &Path,
    request: &Request<'_>,
    refused: Refused,
    over: &mut impl FnMut(&str) -> Result<()>,
) -> Result<Refused> {
    let mut left = Vec::new();
    for (seed, why) in refused {
        let mut found = false;
        for attempt in 1..AGAIN {
            let extra = format!("--attempt {attempt} {}", request.extra);
            let (first, extra) = (seed, extra.as_str());
            let one = Request { attempts: None, first, count: 1, extra, ..*request };
            if one.each(program, &mut *over)?.is_empty() {
                found = true;
                break;
            }
        }
        if !found {
            left.push((seed, why));
        }
    }
    Ok(left)
}
