//! Hints in dungeons are true in any state.

use level::Limits;
use level::hint::{HintLevel, Standing, hint};
use level::play::{Game, Outlook};
use quandary_dungeon::dungeon::{ProvedDungeon, Request, generate};
use quandary_dungeon::options::{Attempts, Options};
use search::{Budget, Control, Goal, Seed};

fn made(category: &str, rooms: usize, seed: u64) -> Option<ProvedDungeon> {
    let mut request = Request::of(category).expect("a known category");
    request.rooms = rooms;
    let budget = Budget { goal: Goal::Best(1), attempts: Some(4), time: None };
    let control = Control { threads: 1, ..Control::default() };
    let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
    generate(&request, Seed::new(seed).expect("a small seed"), options).ok()
}

/// Pseudo-random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// Plays to a state: a part of a plan, and some steps aside.
fn wander(game: &mut Game<'_>, dice: &mut Dice) {
    game.restart();
    let Outlook::Winnable { steps, .. } = game.outlook(&Limits::default()) else {
        panic!("a dungeon that cannot be won")
    };
    let along = dice.below(steps.len());
    game.follow(&steps[..along]).expect("steps of a plan");
    for _ in 0..dice.below(40) {
        let choices = game.choices();
        let Some(choice) = choices.get(dice.below(choices.len())) else { break };
        game.step(choice.step).expect("a choice");
    }
}

#[test]
fn hints_of_designed_dungeons_lead_to_the_goal() {
    let (mut dungeons, mut asked) = (0, 0);
    for (category, seed) in [("temple", 3), ("crypt", 5), ("cave", 2), ("tower", 4)] {
        let Some(made) = made(category, 10, seed) else { continue };
        dungeons += 1;
        let level = &made.candidate.tiled.level;
        let rules = level.rules_under(None);
        let mut game = Game::of(level, &rules).expect("a level that can be played");
        wander(&mut game, &mut Dice(seed));
        asked += follows_every_hint(&mut game, category);
    }
    assert!(dungeons >= 2 && asked > 3 * dungeons, "{asked} hints in {dungeons} dungeons");
}

/// Follows every hint, which wins at the remaining cost. Returns the number of hints.
fn follows_every_hint(game: &mut Game<'_>, category: &str) -> usize {
    let limits = Limits::default();
    let (mut left, mut asked) = (None, 0);
    while !game.is_won() {
        let (before, hint) = (game.cost(), hint(game, HintLevel::Moves, &limits));
        assert_eq!((hint.standing, hint.is_cheapest), (Standing::Winnable, true), "{category}");
        assert!(hint.place.is_some() && hint.aim.is_some(), "{category}");
        let Outlook::Winnable { cost, .. } = game.outlook(&limits) else { panic!("{category}") };
        assert!(left.is_none_or(|left| left == cost.straight), "{category}");
        game.follow(&hint.moves.expect("moves")).expect("moves of a hint");
        left = Some(cost.straight - (game.cost().straight - before.straight));
        asked += 1;
    }
    assert_eq!(left, Some(0), "{category}");
    asked
}
