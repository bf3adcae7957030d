//! Areas, their expansions, and the texts of their games.

use super::{say, seed};
use quandary_dungeon::game::area::{Clues, Game, Scenario, explore, walkthrough};
use quandary_dungeon::json;
use quandary_dungeon::layout::categories;
use quandary_dungeon::puzzle::expansion::{Expansion, expand};
use quandary_dungeon::puzzle::templates::Packs;
use quandary_dungeon::puzzle::{self, Area, Kind, PuzzleCount};
use quandary_dungeon::{Options, Scratch};
use testing::pinned::hold;

#[test]
fn areas() {
    let mut scratch = Scratch::default();
    let said = categories().iter().map(|category| {
        let mut text = String::new();
        let mut request = puzzle::Request::of(&category.name).expect("a known category");
        for n in 0..60 {
            request.puzzles = if n < 58 { request.puzzles } else { PuzzleCount::PerRoom };
            let made = puzzle::generate(&request, seed(n), Options::reusing(&mut scratch));
            say(&mut text, &made);
            let Some(found) = made.iter().flat_map(|report| &report.found).next() else { continue };
            say(&mut text, found.candidate.shortfall());
            let asked = json::area::Asked::new(&request, Vec::new());
            let extras = json::area::extras(found, seed(n), &asked).expect("an area");
            let artefact = json::area::Artefact::new(&found.candidate.area, Some(n), extras);
            text += &serde_json::to_string(&artefact).expect("JSON");
            if n < 6 {
                extended(&mut text, &found.candidate.area, n);
                played(&mut text, &found.candidate.area, n);
            }
        }
        (category.name.as_str(), text)
    });
    hold!("areas", &said.collect::<Vec<_>>());
}

/// Records an area with further rooms and puzzles, including more than fit.
fn extended(text: &mut String, area: &Area, n: u64) {
    let packs = Packs::default();
    for (rooms, puzzles) in [(1, PuzzleCount::Between(0, 0)), (5, PuzzleCount::Between(3, 30))] {
        let expansion = Expansion { rooms, puzzles, packs: &packs };
        say(text, expand(area, &expansion, seed(n), Options::default()));
    }
}

/// Records the replies of a game of an area to its walkthrough, with other lines between its commands.
fn played(text: &mut String, area: &Area, n: u64) {
    let scenario = Scenario::new(area.clone()).expect("a sound area");
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

/// Lines about everything in an area, by whole names, by ids, and by a part of a name.
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
