//! Designed dungeons, played in words from outside: the walkthrough wins each of them.

#![expect(clippy::panic, reason = "a test says what is wrong by panicking")]

use quandary_dungeon::designed::play::{Game, Scene, commands};
use quandary_dungeon::designed::{Designed, Request, generate};
use quandary_dungeon::options::{Attempts, Options};
use search::{Budget, Control, Goal, Nothing, Seed};

/// The first category of each family.
const FAMILIES: [&str; 10] =
    ["cave", "mine", "dungeon", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"];

fn made(category: &str, seed: u64) -> Option<Designed> {
    best_of(3, category, 12, seed).ok()
}

/// The best of some attempts, or why there is none.
fn best_of(attempts: u64, category: &str, rooms: usize, seed: u64) -> Result<Designed, Nothing> {
    let mut request = Request::of(category).unwrap_or_else(|error| panic!("{error}"));
    request.rooms = rooms;
    let budget = Budget { goal: Goal::Best(1), attempts: Some(attempts), time: None };
    let control = Control { threads: 1, ..Control::default() };
    let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
    let seed = Seed::new(seed).unwrap_or_else(|error| panic!("{error}"));
    generate(&request, seed, options).unwrap_or_else(|error| panic!("{error}"))
}

/// A dungeon whose walkthrough does not win is never printed; that there is one at all is a fault of the game.
#[test]
fn no_draft_is_refused_for_its_walkthrough() {
    for category in FAMILIES {
        for seed in 1..=8 {
            if let Err(Nothing::Rejected(tally)) = best_of(1, category, 24, seed) {
                assert!(!tally.contains("walkthrough"), "{category} {seed}: {tally}");
            }
        }
    }
}

#[test]
fn ten_designed_dungeons_of_each_family_are_won_by_their_walkthroughs() {
    for category in FAMILIES {
        let found = (1..200).filter_map(|seed| Some((seed, made(category, seed)?))).take(10);
        let mut played = 0;
        for (seed, made) in found {
            let scene =
                Scene::of(&made).unwrap_or_else(|error| panic!("{category} {seed}: {error}"));
            let commands = commands(&made);
            let mut game = Game::new(&scene);
            for command in &commands {
                let before = game.commands().len();
                let reply = game.play(command);
                let done =
                    game.commands().get(before..).is_some_and(|new| new == [command.clone()]);
                assert!(done, "{category} {seed}: {command}: {}\n{commands:#?}", reply.text());
            }
            assert!(game.won(), "{category} {seed}: {commands:#?}");
            played += 1;
        }
        assert_eq!(played, 10, "{category}");
    }
}
