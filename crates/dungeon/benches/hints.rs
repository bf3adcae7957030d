//! `cargo bench -p quandary-dungeon --bench hints`: hints of dungeons of forty rooms, from states that a player
//! may be in, rung by rung.
//!
//! Wall time a hint; the bar of 50 ms is for the slowest hundredth.

use divan::Bencher;
use level::hint::{HintLevel, hint};
use level::play::{Game, Outlook, Step};
use level::{Level, Limits};
use quandary_dungeon::dungeon::{Request, generate};
use quandary_dungeon::options::{Attempts, Options};
use search::{Budget, Control, Goal, Seed};

const CATEGORIES: [&str; 4] = ["temple", "crypt", "cave", "tower"];
const ROOMS: usize = 40;

fn main() {
    divan::main();
}

fn made(category: &str) -> Option<Level> {
    let request = Request { rooms: ROOMS, ..Request::of(category).ok()? };
    let budget = Budget { goal: Goal::Best(1), attempts: Some(4), time: None };
    let control = Control { threads: 1, ..Control::default() };
    let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
    Some(generate(&request, Seed::new(1).ok()?, options).ok()?.candidate.tiled.level)
}

/// A cheapest plan of a level.
fn plan(level: &Level) -> Option<Vec<Step>> {
    match Game::of(level, &level.rules_under(None)).ok()?.outlook(&Limits::default()) {
        Outlook::Winnable { steps, .. } => Some(steps),
        _ => None,
    }
}

/// A hint from a state along a plan, each time a fifth further.
#[divan::bench(args = HintLevel::ALL, sample_size = 1, sample_count = 100)]
fn told(bencher: Bencher, rung: HintLevel) {
    let levels: Vec<(Level, Vec<Step>)> = CATEGORIES
        .iter()
        .filter_map(|category| made(category))
        .filter_map(|level| plan(&level).map(|steps| (level, steps)))
        .collect();
    let rules: Vec<_> = levels.iter().map(|(level, _)| level.rules_under(None)).collect();
    let mut games = Vec::new();
    for ((level, steps), rules) in levels.iter().zip(&rules) {
        for fifth in 0..5 {
            let game = Game::of(level, rules).ok();
            games.extend(game.and_then(|mut game| {
                game.follow(&steps[..steps.len() * fifth / 5]).ok()?;
                Some(game)
            }));
        }
    }
    let mut next = games.iter().cycle();
    bencher.bench_local(|| next.next().map(|game| hint(game, rung, &Limits::default())));
}
