//! The verifier compared with the referee (`dev/referee`), an independent implementation of the rules that reads the
//! JSON of a level. Compared are cost, states, dead states and the cost of the shortest witness of the twins' random
//! levels.
//!
//! `QUANDARY_TIMES` multiplies the number of levels.

use crate::naive_twin::levels::{Kind, small};
use crate::tile_twin::compare::{Disagreements, MOST_STATES, walked};
use crate::tile_twin::levels::{FAMILIES, random};
use crate::tile_twin::workshop::{Size, THEMES, designed, pitted};
use quandary_level::check::{Check, Safety, check};
use quandary_level::limits::Limits;
use quandary_level::rules::Rules;
use quandary_level::solve::Verdict;
use quandary_level::{Level, formats::json};
use referee::Count;
use referee::search::Space;
use referee::world::World;
use testing::times;

/// Costs as straight and diagonal steps.
type Cost = (u32, u32);

/// The compared values: least cost, states, dead states, cost of the shortest witness.
type Outcome = (Option<Cost>, u64, u64, Option<Cost>);

/// Levels of each family and theme, times `QUANDARY_TIMES`.
const LEVELS: u64 = 50;

/// The referee's outcome; `None` if there are too many states.
fn refereed(level: &Level, rules: &Rules) -> Result<Option<Outcome>, String> {
    let level = Level { rules: Some(rules.clone()), ..level.clone() };
    let level = referee::level::Level::read(&json::print(&level))?;
    let space = Space::of(&World::new(&level, &[], Count::All)?, MOST_STATES);
    if !space.complete {
        return Ok(None);
    }
    let cost = |cost: referee::world::Cost| (cost.straight, cost.diagonal);
    let (dead, least) = (space.dead(), space.least());
    // A level that cannot be won has no witness, because it is lost from the start.
    let witness = least.and_then(|_| dead.iter().map(|&state| space.costs[state]).min());
    let states = space.states.len() as u64;
    Ok(Some((least.map(cost), states, dead.len() as u64, witness.map(cost))))
}

/// The verifier's outcome.
fn judged(level: &Level, rules: &Rules) -> Result<Outcome, String> {
    let Check { verdict, safety, states, dead_states, .. } =
        check(level, rules, &Limits::default()).map_err(|error| error.to_string())?;
    let cost = |walk| {
        let cost = walked(walk);
        (cost.straight as u32, cost.diagonal as u32)
    };
    let least = match &verdict {
        Verdict::Solvable { walk, .. } => Some(cost(walk)),
        _ => None,
    };
    let witness = match &safety {
        Safety::Softlock(Some((_, walk))) => Some(cost(walk)),
        _ => None,
    };
    Ok((least, states, dead_states.ok_or("dead states were not counted")?, witness))
}

/// The number of levels compared, and the differences.
#[derive(Default)]
struct Round {
    compared: u64,
    won: u64,
    softlocks: u64,
    wrong: Disagreements,
}

impl Round {
    fn compare(&mut self, level: &Level, rules: &Rules) {
        // A level file does not contain the initial inventory.
        let rules = &Rules { start: Default::default(), ..rules.clone() };
        let theirs = refereed(level, rules);
        let Some(theirs) = theirs.transpose() else { return };
        let ours = judged(level, rules);
        if ours != theirs {
            let level = json::print(&Level { rules: Some(rules.clone()), ..level.clone() });
            self.wrong.add(&format!("the referee: {theirs:?}\nthe judge: {ours:?}\n{level}"));
        }
        self.compared += 1;
        if let Ok((least, .., witness)) = ours {
            self.won += u64::from(least.is_some());
            self.softlocks += u64::from(witness.is_some());
        }
    }

    /// Checks that there are no differences, and that every outcome occurred.
    fn ends(&self) {
        self.wrong.are_none(self.compared);
        let Self { compared, won, softlocks, .. } = *self;
        println!("{compared} levels compared, {won} can be won, {softlocks} have a softlock");
        assert!(won > compared / 4 && won < compared && softlocks > 0 && softlocks < compared);
    }
}

#[test]
fn graphs() {
    let mut round = Round::default();
    for seed in 0..LEVELS * 8 * times() {
        let case = small(seed, Kind::Any);
        round.compare(&Level::of_graph(case.graph), &case.rules);
    }
    round.ends();
}

#[test]
fn tiles() {
    let mut round = Round::default();
    for seed in 0..LEVELS * times() {
        for family in FAMILIES {
            let case = random(family, seed);
            round.compare(&case.level, &case.rules);
        }
    }
    round.ends();
}

#[test]
fn designs() {
    let mut round = Round::default();
    for seed in 0..LEVELS * times() {
        for theme in THEMES {
            let case = designed(theme, Size::Small, seed);
            round.compare(&case.level, &case.rules);
        }
    }
    round.ends();
}

#[test]
fn pits() {
    let mut round = Round::default();
    for seed in 0..LEVELS * times() {
        for theme in THEMES {
            let case = pitted(theme, Size::Small, seed);
            round.compare(&case.level, &case.rules);
        }
    }
    round.ends();
}
