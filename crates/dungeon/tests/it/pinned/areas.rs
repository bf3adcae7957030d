//! Areas, what is added to them, what is said to who plays them, and plain dungeons.

use super::{say, seed};
use quandary_dungeon::generate as plain;
use quandary_dungeon::json;
use quandary_dungeon::layout::categories;
use quandary_dungeon::mission::KeyStyle;
use quandary_dungeon::model::{Dungeon, Room};
use quandary_dungeon::puzzle::expansion::{Expansion, expand};
use quandary_dungeon::puzzle::play::{Clues, Game, Quest, Scenario, explore, walkthrough};
use quandary_dungeon::puzzle::templates::Packs;
use quandary_dungeon::puzzle::{self, Area, Kind, Wanted};
use quandary_dungeon::tiles;
use quandary_dungeon::{Attempts, Options, Scratch};
use search::{Budget, Goal};
use testing::pinned::hold;

#[test]
fn areas() {
    let mut scratch = Scratch::default();
    let said = categories().iter().map(|category| {
        let mut text = String::new();
        let mut request = puzzle::Request::of(&category.name).expect("a known category");
        for n in 0..60 {
            request.puzzles = if n < 58 { request.puzzles } else { Wanted::PerRoom };
            let made = puzzle::generate(&request, seed(n), Options::reusing(&mut scratch));
            say(&mut text, &made);
            let Some(found) = made.iter().flat_map(|report| &report.found).next() else { continue };
            say(&mut text, found.draft.shortfall());
            let asked = json::area::made::Asked::new(&request, Vec::new());
            let extras = json::area::made::extras(found, seed(n), &asked).expect("an area");
            let artefact = json::area::Artefact::new(&found.draft.area, Some(n), extras);
            text += &serde_json::to_string(&artefact).expect("JSON");
            if n < 6 {
                extended(&mut text, &found.draft.area, n);
                played(&mut text, &found.draft.area, n);
            }
        }
        (category.name.as_str(), text)
    });
    hold!("areas", &said.collect::<Vec<_>>());
}

#[test]
fn plain_dungeons() {
    let mut scratch = Scratch::default();
    let budget = Budget { goal: Goal::First, attempts: Some(20), time: None };
    let said = categories().iter().map(|category| {
        let mut text = String::new();
        let mut request = plain::Request::of(&category.name).expect("a known category");
        for n in 1..=12 {
            request.mission.key_style = if n % 2 == 0 { KeyStyle::Small } else { KeyStyle::Named };
            // Rooms of several sizes, with more blocks and fewer.
            let (width, height) = ([16, 9, 24][n as usize % 3], [11, 9, 15, 12][n as usize % 4]);
            request.tiles = Some(tiles::Request { width, height, blocks: n as u32 % 5 });
            request.layout.bounds.max_z = request.layout.bounds.min_z + i32::from(n % 3 == 0);
            let options =
                Options { attempts: Attempts::Within(budget), ..Options::reusing(&mut scratch) };
            let made = plain::generate(&request, seed(n), options);
            say(&mut text, &made);
            for found in made.iter().flat_map(|report| &report.found) {
                let asked = json::dungeon::Asked::new(&request, Vec::new());
                let artefact = json::dungeon::Artefact::new(found, seed(n), &asked);
                text += &serde_json::to_string(&artefact.expect("a dungeon")).expect("JSON");
                looked_at(&mut text, &found.draft.dungeon);
            }
        }
        (category.name.as_str(), text)
    });
    hold!("dungeons", &said.collect::<Vec<_>>());
}

/// Says what the model of a dungeon tells of it.
fn looked_at(text: &mut String, dungeon: &Dungeon) {
    for room in dungeon.rooms() {
        say(text, (room.coords(), room.kind(), room.distance(), room.item(), room.condition()));
        say(
            text,
            (room.key_level(), room.intensity(), room.keys().count(), room.puzzles().count()),
        );
        for passage in room.passages() {
            let (ends, back) = ([passage.from(), passage.to()], passage.back());
            say(text, (ends.map(Room::coords), passage.direction(), passage.lock()));
            say(text, (back.direction(), room.passage(passage.direction()).is_some()));
        }
    }
    say(text, [dungeon.start(), dungeon.goal(), dungeon.boss()].map(Room::coords));
}

/// Says what an area becomes with further rooms and puzzles, more than there is room for among them.
fn extended(text: &mut String, area: &Area, n: u64) {
    let packs = Packs::default();
    for (rooms, puzzles) in [(1, Wanted::Between(0, 0)), (5, Wanted::Between(3, 30))] {
        let expansion = Expansion { rooms, puzzles, packs: &packs };
        say(text, expand(area, &expansion, seed(n), Options::default()));
    }
}

/// Says what is answered to who plays an area as its walkthrough does, and types other things in between.
fn played(text: &mut String, area: &Area, n: u64) {
    let scenario = Scenario::new(area.clone(), Quest::default()).expect("a sound area");
    let clues = if n.is_multiple_of(2) { Clues::Hidden } else { Clues::Open };
    let mut game = Game::with_clues(&scenario, 6 + 3 * n as u8, clues);
    say(text, game.opening());
    let lines = typed(area);
    let mut others = lines.iter().cycle();
    for command in walkthrough(&scenario, &explore(&scenario)) {
        for line in others.by_ref().take(7) {
            say(text, game.play(line));
        }
        say(text, (game.play(&command), game.place()));
    }
    let rest = lines.iter().skip(lines.len() / 2).map(String::as_str);
    for line in rest.chain(["undo 3", "save", "look"]) {
        say(text, game.play(line));
    }
    let saved = game.save();
    say(text, (game.won(), game.int(), game.clues(), game.commands(), &saved));
    let again = Game::load(&scenario, &saved);
    say(text, again.map(|game| (game.place(), game.won())));
}

/// Lines about everything in an area, by whole names, by ids, and by a part of them.
fn typed(area: &Area) -> Vec<String> {
    let alone = "look,inventory,hint,map,step,pull,take all,answer,u,help,xyzzy";
    let mut lines: Vec<String> = alone.split(',').map(str::to_owned).collect();
    for puzzle in &area.puzzles {
        let part = puzzle.name.split(' ').next_back().unwrap_or_default();
        for name in [&puzzle.name, &puzzle.id, part] {
            for verb in ["examine", "pull", "step on", "answer", "activate", "unlock", "hint"] {
                lines.push(format!("{verb} {name}"));
            }
        }
        match &puzzle.kind {
            Kind::Riddle { answers, .. } => {
                let first = answers.first().map(String::as_str).unwrap_or_default();
                lines.extend(["answer nothing".to_owned(), format!("say {} {first}x", puzzle.id)]);
            }
            Kind::Sequence { objects, .. } => {
                for object in objects {
                    lines.push(format!("touch {} {object}", puzzle.id));
                    lines.push(format!("activate {object}"));
                }
                lines.extend(["touch o1", "touch o2", "touch o9"].map(String::from));
            }
            Kind::LockedDoor { key } => lines.push(format!("unlock {} with {key}", puzzle.id)),
            Kind::Lever | Kind::PressurePlate => {}
        }
    }
    for item in &area.items {
        lines.extend(["take", "examine", "drop"].map(|verb| format!("{verb} {}", item.name)));
        lines.push(format!("take {}", item.name.split(' ').next().unwrap_or_default()));
    }
    for chest in &area.chests {
        lines.push(format!("open {}", chest.name));
        lines.push(format!("unlock {} with {}", chest.id, chest.key));
    }
    lines
}
