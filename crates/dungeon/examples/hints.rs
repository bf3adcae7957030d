//! How long hints take: `cargo run --release --example hints -- SEEDS STATES`.
//!
//! Dungeons of forty rooms of all ten families, so many seeds each; in each so many states that a player may be in:
//! some way along a plan, and then up to sixty steps by chance. Every rung is asked for in every state. It prints the time of
//! the middle one, of the slowest hundredth and of the slowest, in processor time, and fails where the hundredth takes more
//! than 50 ms, or where fewer than half of the seeds give a dungeon.

use level::Limits;
use level::hint::{HintLevel, Standing, hint};
use level::play::{Game, Outlook, Step};
use quandary_dungeon::dungeon::{ProvedDungeon, Request, generate};
use quandary_dungeon::options::{Attempts, Options};
use search::{Budget, Control, Goal, Seed};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

/// The first category of each family.
const FAMILIES: [&str; 10] =
    ["cave", "mine", "dungeon", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"];
const ROOMS: usize = 40;
/// The most that the slowest hundredth may take, in milliseconds.
const BAR: f64 = 50.0;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut number = |usual: u64| args.next().map_or(Ok(usual), |text| text.parse());
    let (seeds, states) = (number(3)?, number(40)?);
    let told = all(seeds, states)?;
    let [half, most] = [50.0, 99.0].map(|of| percentile(&told.times, of));
    let slowest = told.times.last().copied().unwrap_or_default();
    println!(
        "{} dungeons of {ROOMS} rooms, {} states, {} hints; {} states were lost",
        told.dungeons,
        told.states,
        told.times.len(),
        told.lost
    );
    println!("50th percentile {half:.2} ms, 99th {most:.2} ms, slowest {slowest:.2} ms");
    let is_enough = 2 * told.dungeons >= seeds * FAMILIES.len() as u64;
    let is_fast = most <= BAR;
    println!("{}", if is_fast { "within 50 ms" } else { "more than 50 ms at the 99th percentile" });
    Ok(if is_enough && is_fast { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The times of all hints.
#[derive(Default)]
struct Told {
    dungeons: u64,
    states: u64,
    lost: u64,
    /// In milliseconds, the shortest first.
    times: Vec<f64>,
}

/// Asks for hints in so many states of dungeons of so many seeds of each family.
fn all(seeds: u64, states: u64) -> Result<Told, Box<dyn Error>> {
    let mut told = Told::default();
    for category in FAMILIES {
        for seed in 1..=seeds {
            match made(category, seed) {
                Ok(made) => in_dungeon(&made, seed, states, &mut told)?,
                Err(why) => println!("{category}, seed {seed}: refused: {why:?}"),
            }
        }
    }
    told.times.sort_by(f64::total_cmp);
    Ok(told)
}

fn made(category: &str, seed: u64) -> Result<ProvedDungeon, Box<dyn Error>> {
    let request = Request { rooms: ROOMS, ..Request::of(category)? };
    let budget = Budget { goal: Goal::Best(1), attempts: Some(4), time: None };
    let control = Control { threads: 1, ..Control::default() };
    let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
    Ok(generate(&request, Seed::new(seed)?, options)?)
}

/// Asks for every rung in states of a dungeon.
fn in_dungeon(
    made: &ProvedDungeon,
    seed: u64,
    states: u64,
    told: &mut Told,
) -> Result<(), Box<dyn Error>> {
    let level = &made.candidate.tiled.level;
    let rules = level.rules_under(None);
    let mut game = Game::of(level, &rules)?;
    let Outlook::Winnable { steps, .. } = game.outlook(&Limits::default()) else {
        return Err("a dungeon that cannot be won".into());
    };
    told.dungeons += 1;
    let mut dice = Dice(seed);
    for _ in 0..states {
        wander(&mut game, &steps, &mut dice);
        told.states += 1;
        for rung in HintLevel::ALL {
            let begin = now();
            let hint = hint(&game, rung, &Limits::default());
            told.times.push(now() - begin);
            told.lost +=
                u64::from(matches!(hint.standing, Standing::Lost(_)) && rung == HintLevel::Moves);
        }
    }
    Ok(())
}

/// Goes some way along a plan, and some steps by chance.
fn wander(game: &mut Game<'_>, plan: &[Step], dice: &mut Dice) {
    game.restart();
    let along = dice.below(plan.len());
    let followed = game.follow(plan.get(..along).unwrap_or_default());
    assert!(followed.is_ok(), "steps of a plan");
    for _ in 0..dice.below(60) {
        let choices = game.choices();
        let Some(choice) = choices.get(dice.below(choices.len())) else { break };
        if game.step(choice.step).is_err() {
            break;
        }
    }
}

/// Numbers that look drawn, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// The time at which so many of a hundred are done.
fn percentile(sorted: &[f64], of: f64) -> f64 {
    let at = (of / 100.0 * sorted.len() as f64).ceil() as usize;
    sorted.get(at.saturating_sub(1)).copied().unwrap_or_default()
}

/// Milliseconds that this thread has run; where the system does not tell, those that have passed.
fn now() -> f64 {
    thread_local!(static BEGIN: Instant = Instant::now());
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let run = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    run.map_or_else(|| BEGIN.with(|begin| begin.elapsed().as_secs_f64() * 1e3), |run| run / 1e6)
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    let mut told = Told::default();
    for seed in 1..=3 {
        if let Ok(made) = made("cave", seed)? {
            in_dungeon(&made, seed, 1, &mut told)?;
        }
    }
    assert!(told.dungeons > 0 && told.times.len() as u64 == 4 * told.states);
    Ok(())
}
