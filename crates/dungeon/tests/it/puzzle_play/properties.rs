//! Random players: no line causes a panic, and every action can be undone, saved and loaded.

use super::samples::{all, bells, chest, door, item, puzzle, riddle};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use quandary_dungeon::game::Outcome;
use quandary_dungeon::game::area::{Game, Scenario, explore, walkthrough};
use quandary_dungeon::layout::{Layout, Request, categories, generate};
use quandary_dungeon::options::Options;
use quandary_dungeon::puzzle::{Area, Holder, Kind};
use search::Seed;
use std::collections::BTreeSet;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..Default::default()
    }
}

/// A line that is likely to have a meaning.
fn sensible() -> impl Strategy<Value = String> {
    let lines = "n | s | e | w | u | d | take | take key | take clé d'été | take dull key | take small | \
        unlock | unlock porte | unlock left | unlock right door with dull key | unlock north | \
        unlock east | unlock door A with key A | open small box | open great box with box key | \
        open c1 | take gate key | take small box key | take box key | pull | pull rusty | \
        pull lever of ash | pull rope | pull switch 0 | pull gate lever | step | step on worn | \
        answer river | answer stream | answer stone head river | answer stone heart of night | \
        answer the bronze face a river | activate great | activate cracked | activate small | \
        activate red drum | activate drums drum | undo | look | map | inventory | hint | \
        examine p1 | help | save x | load | quit";
    select(lines.split(" | ").map(str::to_owned).collect::<Vec<_>>())
}

/// A line of words of the game in random order, or any text.
fn wild() -> impl Strategy<Value = String> {
    let words = [
        "go", "take", "unlock", "with", "answer", "activate", "examine", "pull", "step", "on",
        "the", "p1", "p5", "o1", "o2", "river", "bell", "lever", "A", "key", "stone", "drum",
        "hint", "?", "é", "load",
    ];
    let words =
        vec(select(words.map(str::to_owned).to_vec()), 0..6).prop_map(|words| words.join(" "));
    prop_oneof![words, ".{0,40}", any::<String>()]
}

fn lines() -> impl Strategy<Value = Vec<String>> {
    vec(prop_oneof![8 => sensible(), 1 => wild()], 0..120)
}

/// Puzzles on passages that lead away from the entry, so the player meets each from its near side.
fn puzzled(layout: Layout, drawn: &[(Index, u8)]) -> Area {
    let mut area = Area::bare(layout);
    let rooms = &area.layout.rooms;
    let mut passages = Vec::new();
    for (at, room) in (0..).zip(rooms) {
        for way in room.connections.iter() {
            let far = area.layout.index(way.step(room.coords)).unwrap();
            if rooms[far as usize].distance > room.distance {
                passages.push((at, way));
            }
        }
    }
    for (i, (index, kind)) in drawn.iter().enumerate() {
        if passages.is_empty() {
            break;
        }
        // Each passage at most once.
        let (here, direction) = passages.remove(index.index(passages.len()));
        let kind = match kind % 6 {
            0 => Kind::Lever,
            1 => Kind::PressurePlate,
            2 => riddle(&["The Nothing!", "zero"]),
            3 => bells(),
            same => {
                let key = if same == 4 { "plain key".to_owned() } else { format!("key {i}") };
                let room = area.layout.entry();
                // Every other key lies in a chest beside the door, and the key of the chest at the entry.
                if same == 5 && i % 2 == 0 {
                    let (opener, number) = (format!("opener {i}"), area.chests.len());
                    area.items.push(item(&key, here, Holder::Chest(number)));
                    area.items.push(item(&opener, room, Holder::Open));
                    area.chests.push(chest(i, &format!("Box {i}"), here, &opener));
                } else {
                    area.items.push(item(&key, room, Holder::Open));
                }
                door(&key)
            }
        };
        area.puzzles.push(puzzle(i, &format!("Thing {i}"), here, direction, kind));
    }
    area
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn every_walkthrough_wins(
        category in 0_usize..24,
        seed in 0_u64..1 << 40,
        drawn in vec((any::<Index>(), any::<u8>()), 0..12),
    ) {
        let request = Request::of(&categories()[category].name).unwrap();
        let layout = generate(&request, Seed::new(seed).unwrap(), Options::default()).unwrap();
        let scenario = Scenario::new(puzzled(layout, &drawn)).unwrap();
        let commands = walkthrough(&scenario, &explore(&scenario));
        let mut game = Game::new(&scenario, 0);
        let mut entered = BTreeSet::from([game.place()]);
        for command in &commands {
            let reply = game.play(command);
            let done = matches!(reply.outcome, Outcome::Done | Outcome::Won);
            prop_assert!(done, "{command}: {}", reply.text());
            entered.insert(game.place());
        }
        prop_assert!(game.won());
        let rooms = scenario.area().layout.rooms.len();
        prop_assert_eq!(entered.len(), rooms);
        prop_assert_eq!(Game::load(&scenario, &game.save()), Ok(game));
    }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn whatever_is_typed_can_be_undone_and_saved(lines in lines(), which in 0_usize..5, int: u8) {
        let scenarios = all();
        let scenario = &scenarios[which];
        let first = Game::new(scenario, int);
        let mut game = first.clone();
        for line in &lines {
            let before = game.clone();
            let reply = game.play(line);
            let changes = matches!(reply.outcome, Outcome::Done | Outcome::Won | Outcome::Wrong);
            prop_assert!(changes || game == before, "{line}: {reply:?}");
            prop_assert!(reply.lines.iter().all(|line| !line.contains(char::is_control)));
            if game.commands().len() > before.commands().len() {
                let mut back = game.clone();
                back.play("undo");
                prop_assert_eq!(&back, &before);
            }
        }
        let saved = game.save();
        prop_assert_eq!(&Game::load(scenario, &saved).map_err(|error| error.to_string()), &Ok(game.clone()));
        for _ in 0..lines.len() {
            game.play("undo");
        }
        prop_assert_eq!(game, first);
    }

    #[test]
    fn no_save_panics(text in ".{0,60}", cut in 0_usize..200, put: String) {
        let scenarios = all();
        let scenario = &scenarios[0];
        prop_assert!(Game::load(scenario, &text).is_err());
        let mut game = Game::new(scenario, 10);
        for line in ["e", "pull", "n", "take"] {
            game.play(line);
        }
        let mut saved = game.save();
        let cut = (0..=cut.min(saved.len())).rev().find(|&at| saved.is_char_boundary(at)).unwrap_or(0);
        saved.insert_str(cut, &put);
        if let Ok(loaded) = Game::load(scenario, &saved) {
            prop_assert!(loaded.commands().len() <= 4);
        }
    }
}
