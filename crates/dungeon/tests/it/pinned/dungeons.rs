//! Dungeons, and the texts of their games in words and on the map.

use super::{say, seed};
use level::solve::{self, Verdict};
use level::{Level, Limits};
use quandary_dungeon::dungeon::{self, GenerateError, ProvedDungeon};
use quandary_dungeon::game::dungeon::{Game, HintSource, Mirror, Scene, steps};
use quandary_dungeon::json;
use quandary_dungeon::layout::categories;
use quandary_dungeon::{Attempts, Options};
use search::{Budget, Control, Goal, NoResult};
use testing::pinned::hold;

/// Lines that a player may type anywhere.
const OTHERS: [&str; 43] = [
    "look",
    "i",
    "exits",
    "hint",
    "examine door",
    "take all",
    "push block north",
    "xyzzy",
    "map",
    "undo",
    "save",
    "think",
    "score",
    "examine all",
    "take it",
    "take her key",
    "examine them and take it",
    "attack him",
    "back",
    "again",
    "redo 2",
    "push stones onto plates",
    "bomb wall",
    "use bomb on north",
    "use key",
    "unlock north with key",
    "go to room 3",
    "go 1",
    "n",
    "examine water",
    "pull lever 1",
    "pull lever",
    "open door",
    "listen",
    "go back; look",
    "take sword, then look",
    "unlock",
    "swim east",
    "wait",
    "obstacles north",
    "throw lever",
    "throw bomb",
    "throw bombs at wall",
];

/// The dungeon of a valid request, or the reason for having none.
fn made(
    request: &dungeon::Request,
    n: u64,
    options: Options<'_>,
) -> Result<ProvedDungeon, NoResult> {
    dungeon::generate(request, seed(n), options).map_err(|error| match error {
        GenerateError::Nothing(nothing) => nothing,
        GenerateError::Request(error) => panic!("{error}"),
    })
}

/// Dungeons of a number of rooms in every category, each the best of some attempts.
fn designed_dungeons(rooms: usize, attempts: u64, n: u64) {
    let budget = Budget { goal: Goal::Best(1), attempts: Some(attempts), time: None };
    let said = categories().iter().map(|category| {
        let mut text = String::new();
        let mut request = dungeon::Request::of(&category.name).expect("a known category");
        request.rooms = rooms;
        let control = Control { threads: 1, ..Control::default() };
        let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
        let made = made(&request, n, options);
        say(&mut text, &made);
        if let Ok(made) = &made {
            let document = json::dungeon::Dungeon::of(made, seed(n), &request, attempts);
            text += &serde_json::to_string(&document).expect("JSON");
            let scene = Scene::of(made).expect("a scene");
            let level = &made.candidate.tiled.level;
            spoken(&mut text, &scene, level, &document.walkthrough);
            mirrored(&mut text, &scene, level);
        }
        (category.name.as_str(), text)
    });
    hold!(&format!("designed-{rooms}"), &said.collect::<Vec<_>>());
}

/// The first of some attempts whose rating lies in a range.
#[test]
fn designed_dungeons_as_hard_as_asked() {
    let budget = Budget { goal: Goal::First, attempts: Some(4), time: None };
    let said = ["cave", "temple", "tavern", "tower"].map(|category| {
        let mut text = String::new();
        let mut request = dungeon::Request::of(category).expect("a known category");
        request.rooms = 12;
        for (n, band) in (0..).zip(["0..30", "30..45", "40..100", "99..100"]) {
            request.difficulty = band.parse().ok();
            let control = Control { threads: 1, ..Control::default() };
            let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
            say(&mut text, Ok::<_, dungeon::RequestError>(made(&request, n, options)));
        }
        (category, text)
    });
    hold!("designed-hard", &said);
}

#[test]
fn small_designed_dungeons() {
    designed_dungeons(10, 6, 7);
}

#[test]
fn designed_dungeons_of_fourteen_rooms() {
    designed_dungeons(14, 2, 12);
}

#[test]
fn large_designed_dungeons() {
    designed_dungeons(18, 1, 11);
}

/// Records the texts of a game in words that follows the cheapest plan on the tiles.
fn mirrored(text: &mut String, scene: &Scene, level: &Level) {
    let solved = solve::solve(
        level,
        &level.rules_under(None),
        &solve::Options::default(),
        &Limits::default(),
    );
    let Ok(Verdict::Solvable { walk, .. }) = solved.map(|solution| solution.verdict) else {
        return;
    };
    let mut mirror = Mirror::new(scene);
    say(text, mirror.opening());
    for step in steps(level, &walk) {
        say(
            text,
            (mirror.follow(step), mirror.name(), mirror.text(), mirror.foes(), mirror.secrets()),
        );
    }
    say(text, (mirror.ending(), mirror.done(), mirror.game().map(Game::save)));
}

/// Records the replies of a game in words to the walkthrough, with other lines between its commands.
fn spoken(text: &mut String, scene: &Scene, level: &Level, walkthrough: &[String]) {
    let rules = level.rules_under(None);
    let mut game = Game::new(scene);
    let mut hinted = Game::new(scene).hinted_by(HintSource { level, rules: &rules });
    say(text, game.opening());
    for (number, line) in walkthrough.iter().enumerate() {
        for other in [3, 7, 11].map(|step| OTHERS[step * number % OTHERS.len()]) {
            say(text, game.play(other));
            if other == "undo" && number > 0 {
                say(text, game.play(&walkthrough[number - 1]));
            }
        }
        // All hint levels, and one request more.
        for _ in 0..if number % 4 == 0 { 5 } else { 0 } {
            say(text, hinted.play("hint"));
        }
        say(text, game.play(line));
        hinted.play(line);
    }
    say(text, (hinted.hints(), hinted.play("hint"), hinted.play("score")));
    say(text, (game.won(), game.commands(), game.save()));
}
