//! Dungeons played in words: the walkthrough of each wins.

use level::play;
use quandary_dungeon::dungeon::{GenerateError, ProvedDungeon, Request, generate};
use quandary_dungeon::game::dungeon::{
    Game, HintSource, Mirror, Scene, commands, onto_tiles, room_at, steps_of,
};
use quandary_dungeon::options::{Attempts, Options};
use search::{Budget, Control, Goal, NoResult, Seed};
use testing::times;

/// The first category of each family.
const FAMILIES: [&str; 10] =
    ["cave", "mine", "dungeon", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"];

fn made(category: &str, seed: u64) -> Option<ProvedDungeon> {
    best_of(3, category, 12, seed).ok()
}

/// The best of some attempts, or the reason for having none.
fn best_of(
    attempts: u64,
    category: &str,
    rooms: usize,
    seed: u64,
) -> Result<ProvedDungeon, GenerateError> {
    let mut request = Request::of(category).unwrap_or_else(|error| panic!("{error}"));
    request.rooms = rooms;
    let budget = Budget { goal: Goal::Best(1), attempts: Some(attempts), time: None };
    let control = Control { threads: 1, ..Control::default() };
    let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
    let seed = Seed::new(seed).unwrap_or_else(|error| panic!("{error}"));
    generate(&request, seed, options)
}

/// A dungeon is not printed if its walkthrough does not win; that such a dungeon exists is a bug of the game.
#[test]
fn no_draft_is_refused_for_its_walkthrough() {
    for category in FAMILIES {
        for seed in 1..=3 * times() {
            if let Err(GenerateError::Nothing(NoResult::Rejected(tally))) =
                best_of(1, category, 24, seed)
            {
                assert!(!tally.contains("walkthrough"), "{category} {seed}: {tally}");
            }
        }
    }
}

#[test]
fn designed_dungeons_of_each_family_are_won_by_their_walkthroughs() {
    let wanted = 4 * times() as usize;
    for category in FAMILIES {
        let found = (1..).filter_map(|seed| Some((seed, made(category, seed)?))).take(wanted);
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
        assert_eq!(played, wanted, "{category}");
    }
}

/// A text game follows a plan over the tiles with the commands of its walkthrough, and can be taken back.
fn is_mirrored(made: &ProvedDungeon, scene: &Scene) {
    let level = &made.candidate.tiled.level;
    let mut mirror = Mirror::new(scene);
    let mut here = room_at(level, made.walk.start);
    for record in &made.walk.records {
        let (before, steps) = (mirror.done(), steps_of(level, here, record));
        steps.iter().for_each(|&step| _ = mirror.follow(step));
        let after = mirror.done();
        mirror.back_to(before);
        assert_eq!(mirror.done(), before);
        steps.iter().for_each(|&step| _ = mirror.follow(step));
        assert_eq!(mirror.done(), after);
        here = room_at(level, record.position).or(here);
    }
    let game = mirror.game().unwrap_or_else(|| panic!("a step cannot be said in words"));
    assert!(game.won());
    // The text game is won on entering the goal's room; on the tiles something may lie on the way to the goal.
    let (told, played) = (commands(made), game.commands());
    assert!(played.starts_with(&told), "{played:?} for {told:?}");
    let more = played.get(told.len()..).unwrap_or_default();
    assert!(!more.iter().any(|command| command.starts_with("go ")), "{played:?} for {told:?}");
    assert!(!mirror.ending().is_empty());
}

/// Commands that win in words win on the tiles, and after each command both games are in the same room.
fn is_done_on_the_tiles(made: &ProvedDungeon, scene: &Scene) {
    let level = &made.candidate.tiled.level;
    let rules = level.rules_under(None);
    let mut words = Game::new(scene);
    for command in commands(made) {
        words.play(&command);
        let steps = onto_tiles(&words, level, &rules);
        let steps = steps.unwrap_or_else(|error| panic!("{error}"));
        let mut played = play::Game::of(level, &rules).unwrap_or_else(|error| panic!("{error}"));
        for step in steps {
            let taken = played.step(step);
            taken.unwrap_or_else(|refusal| panic!("{}", refusal.words(level)));
        }
        assert_eq!(room_at(level, played.position()), Some(words.room()), "{command}");
        assert_eq!(played.is_won(), words.won(), "{command}");
    }
    assert!(words.won());
}

#[test]
fn what_is_done_on_the_tiles_is_done_in_words_and_the_other_way_round() {
    for category in FAMILIES {
        let mut all = (1..200).filter_map(|seed| made(category, seed));
        for made in all.by_ref().take(2) {
            let scene = Scene::of(&made).unwrap_or_else(|error| panic!("{category}: {error}"));
            is_mirrored(&made, &scene);
            is_done_on_the_tiles(&made, &scene);
        }
    }
}

/// The largest number of hints of the last level in a game.
const LONGEST: usize = 2000;

/// The commands of the last hint level, after four hints.
fn next_commands(game: &mut Game<'_>, of: &str) -> Vec<String> {
    let told: Vec<String> = (0..4).map(|_| game.play("hint").text()).collect();
    assert_eq!(told.first().map(|line| line.trim_end()), Some("It can be won from here."), "{of}");
    let [_, place, what, moves] = &told[..] else { panic!("{told:?}") };
    assert!(place.starts_with("Next: ") && !place.contains("There: "), "{of}: {place}");
    assert!(what.starts_with("There: ") && !what.contains('`'), "{of}: {what}");
    assert!(moves.starts_with("The next commands: `"), "{of}: {moves}");
    moves.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Following the hints of the last level wins from any winnable state.
#[test]
fn following_the_last_hint_level_wins() {
    for (number, category) in FAMILIES.into_iter().enumerate() {
        let made = (1..200).find_map(|seed| made(category, seed));
        let made = made.unwrap_or_else(|| panic!("{category}"));
        let scene = Scene::of(&made).unwrap_or_else(|error| panic!("{category}: {error}"));
        let level = &made.candidate.tiled.level;
        let rules = level.rules_under(None);
        let source = HintSource { level, rules: &rules };
        let mut game = Game::new(&scene).hinted_by(source);
        let plan = commands(&made);
        // Some games begin in the middle of a plan. Something that a plan does not take may bar the way on the tiles
        // only.
        let begun = plan.len() * (number % 3) / 4;
        for command in plan.iter().take(begun) {
            game.play(command);
        }
        let (mut hints, mut moves) = (0, game.commands().len());
        while !game.won() {
            for command in next_commands(&mut game, category) {
                let reply = game.play(&command);
                moves += 1;
                assert_eq!(game.commands().len(), moves, "{category}: {command}: {}", reply.text());
            }
            hints += 4;
            assert!(hints < LONGEST, "{category}: {:?}", game.commands());
        }
        assert_eq!(game.hints(), hints, "{category}");
        let again = game.play("hint").text();
        assert!(again.contains("You have won."), "{category}: {again}");
    }
}
