//! The texts of dungeons: every sentence is true, and none is repeated.

use quandary_dungeon::dungeon::{ProvedDungeon, Request, generate};
use quandary_dungeon::game::dungeon::{Game, Scene, commands};
use quandary_dungeon::options::{Attempts, Options};
use search::{Budget, Control, Goal, Seed};
use std::collections::BTreeSet;
use testing::times;

/// The first category of each family.
const FAMILIES: [&str; 10] =
    ["cave", "mine", "dungeon", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"];
const SHARED: &str = include_str!("../../data/texts/shared.json");

fn made(category: &str, seed: u64) -> Option<ProvedDungeon> {
    let mut request = Request::of(category).unwrap_or_else(|error| panic!("{error}"));
    request.rooms = 12;
    let budget = Budget { goal: Goal::Best(1), attempts: Some(3), time: None };
    let control = Control { threads: 1, ..Control::default() };
    let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
    let seed = Seed::new(seed).unwrap_or_else(|error| panic!("{error}"));
    generate(&request, seed, options).ok()
}

/// Some dungeons of each family.
fn dungeons(each: usize) -> impl Iterator<Item = (String, ProvedDungeon)> {
    let all = move |category: &'static str| {
        let found = (1..200).filter_map(move |seed| Some((seed, made(category, seed)?)));
        found.take(each).map(move |(seed, made)| (format!("{category} {seed}"), made))
    };
    FAMILIES.into_iter().flat_map(all)
}

/// Words for barriers that can be opened.
fn gates() -> Vec<String> {
    let shared: serde_json::Value =
        serde_json::from_str(SHARED).unwrap_or_else(|error| panic!("{error}"));
    let kinds = ["small_lock", "boss_lock", "lock", "switch", "puzzle", "plate", "water"];
    let words = kinds.iter().filter_map(|kind| shared["gates"][kind].as_array()).flatten();
    words.filter_map(|word| Some(word.as_str()?.to_owned())).collect()
}

/// The line about the ways out, and the text of the room before it.
fn looked(lines: &[String]) -> (String, String) {
    let at = lines.iter().position(|line| line.starts_with("Ways out")).unwrap_or(0);
    let text = lines.get(1..at).unwrap_or_default().join(" ");
    (lines.get(at).cloned().unwrap_or_default(), text)
}

/// True if a line mentions a name, at its beginning or later.
fn names(line: &str, foe: &str) -> bool {
    line.to_lowercase().contains(&foe.to_lowercase())
}

const SHUT: [&str; 6] = ["locked:", "barred:", "portcullis", "shut", "water", "cracked"];

#[test]
fn no_room_mentions_absent_barriers_or_enemies() {
    let gates = gates();
    for (name, made) in dungeons(2 * times() as usize) {
        let scene = Scene::of(&made).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut game = Game::new(&scene);
        let mut rooms = BTreeSet::new();
        for command in commands(&made) {
            let lines = game.play("look").lines;
            let (ways, text) = looked(&lines);
            let shut = SHUT.iter().any(|word| ways.contains(word));
            let told = gates.iter().find(|gate| text.contains(*gate));
            assert!(shut || told.is_none(), "{name}: {told:?} in {text}\n{ways}");
            let foes = made.foes(game.room());
            let lists =
                lines.last().is_some_and(|last| foes.iter().any(|(_, foe)| names(last, foe)));
            // Several things of a kind have a plural name.
            assert_eq!(lists || foes.len() > 1, !foes.is_empty(), "{name}: {lines:?}");
            if rooms.insert(game.room()) {
                let before = game.commands().len();
                let all = [game.play("take all"), game.play("pull"), game.play("attack")];
                assert!(all.iter().all(|reply| !reply.lines.is_empty()));
                let after = game.play("look").lines.join("\n");
                assert!(foes.iter().all(|(_, foe)| !after.contains(&format!(" {foe}"))), "{after}");
                assert!(!after.contains("You can take"), "{name}: {after}");
                let more = game.commands().len() - before;
                game.play(&format!("undo {more}"));
            }
            game.play(&command);
        }
    }
}

#[test]
fn no_sentence_comes_twice_in_a_dungeon() {
    for (name, made) in dungeons(2 * times() as usize) {
        let mut once = BTreeSet::new();
        for told in &made.flavour.rooms {
            let notes = told.notes.iter().map(|note| note.text.clone());
            for text in [told.text.clone()].into_iter().chain(notes) {
                for sentence in text.split_inclusive(". ") {
                    let sentence = sentence.trim().to_owned();
                    assert!(once.insert(sentence.clone()), "{name}: twice: {sentence}");
                }
            }
        }
    }
}

#[test]
fn fighting_in_every_room_wins_by_the_same_walk() {
    for (name, made) in dungeons(2) {
        let scene = Scene::of(&made).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut game = Game::new(&scene);
        for command in commands(&made) {
            game.play("attack");
            game.play(&command);
        }
        assert!(game.won(), "{name}");
        let inventory = game.play("i").text();
        assert!(inventory.contains(&made.flavour.goal), "{name}: {inventory}");
        let looked = game.play(&format!("x {}", made.flavour.goal)).text();
        assert!(looked.contains("what you came for"), "{name}: {looked}");
    }
}
