//! Dungeons with bridges of blocks: every claim is asked again, the player cannot get stuck, and the texts are true.

use crate::dungeons::moves;
use level::check::least::{self, Proof};
use level::check::{Safety, check};
use level::formats::json;
use level::solve::Verdict;
use level::{Level, Limits, Tile};
use quandary_dungeon::dungeon::claims::{Change, Claim, ClaimKind};
use quandary_dungeon::dungeon::plan::{Gate, Passage};
use quandary_dungeon::dungeon::{ProvedDungeon, Request, RequestError, generate};
use quandary_dungeon::game::dungeon::{Game, Scene, commands, onto_tiles};
use quandary_dungeon::options::{Attempts, Options};
use search::{Budget, Control, Goal, Seed};
use testing::times;

/// The first category of each family.
const FAMILIES: [&str; 10] =
    ["cave", "mine", "dungeon", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"];

fn request(category: &str, rooms: usize, bridges: usize) -> Request {
    let mut request = Request { rooms, ..Request::of(category).expect("a known category") };
    request.numbers.bridges = Some(bridges);
    request
}

fn made(request: &Request, seed: u64, attempts: u64) -> Option<ProvedDungeon> {
    let budget = Budget { goal: Goal::Best(1), attempts: Some(attempts), time: None };
    let control = Control { threads: 1, ..Control::default() };
    let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
    generate(request, Seed::new(seed).expect("a small seed"), options).ok()
}

/// The tiles of a room with a bridge.
fn count(level: &Level, room: usize, wanted: Tile) -> usize {
    let tiles = level.tiles.as_ref().expect("tiles");
    let rectangle = tiles.rooms.iter().find(|one| one.node as usize == room).expect("a room");
    rectangle.cells().filter(|&cell| tiles.tile(cell) == Some(wanted)).count()
}

/// Asks every claim again.
fn hold(level: &Level, claims: &[Claim], name: &str) {
    for Claim { kind, about, given, change, before, after } in claims {
        let given: Vec<&Change> = given.iter().collect();
        let both: Vec<&Change> = given.iter().copied().chain(change).collect();
        let again = [moves(level, &given), moves(level, &both)];
        for (again, answer) in again.into_iter().zip([before, after]) {
            assert_eq!(again.is_some(), answer.is_solvable(), "{name}: {kind:?} {about:?}");
            assert!(answer.moves().is_none_or(|moves| Some(moves) == again), "{name}: {about:?}");
        }
    }
}

/// The claims about the blocks of each bridge: the room behind is out of reach without pushes, and without any block.
fn are_gates(made: &ProvedDungeon, name: &str) {
    let (plan, level) = (&made.candidate.plan, &made.candidate.tiled.level);
    for &room in &plan.bridged {
        let blocks = count(level, room, Tile::Block);
        assert!((1..=3).contains(&blocks), "{name}: {blocks} blocks");
        assert!(count(level, room, Tile::Pit) >= blocks, "{name}");
        assert_eq!(count(level, room, Tile::Enemy), 0, "{name}");
        assert_eq!(made.candidate.tiled.templates[room], "bridge", "{name}");
        let is_out = |passage: &&_| {
            let Passage { ends, gate, .. } = passage;
            ends[0] == room && matches!(gate, Gate::Puzzle(_))
        };
        let to = plan.passages.iter().find(is_out).expect("a gated passage").ends[1];
        let goal = format!("room:{to}");
        let about = |kind: ClaimKind| -> Vec<&Claim> {
            let all = made.claims.all.iter();
            all.filter(|claim| claim.kind == kind && claim.about.contains(&goal)).collect()
        };
        let gates = about(ClaimKind::PushGate);
        assert_eq!(gates.len(), 1, "{name}: {:?}", made.claims.all);
        assert!(gates[0].before.is_solvable() && !gates[0].after.is_solvable(), "{name}");
        // Removed and turned into a wall.
        let matters = about(ClaimKind::BlockMatters);
        assert_eq!(matters.len(), 2 * blocks, "{name}");
        assert!(matters.iter().all(|claim| !claim.after.is_solvable()), "{name}");
        let walk = walk_to(level, &goal);
        assert!(walk >= 4, "{name}: {walk} pushes");
    }
}

/// The number of pushes of a cheapest way to a thing.
fn walk_to(level: &Level, goal: &str) -> usize {
    let asked = level::check::what_if::WhatIf { goal: Some(goal.to_owned()), ..Default::default() };
    let rules = level.rules_under(None);
    let level = asked.of(level, &rules).expect("a thing of the level");
    let found =
        level::solve::solve(&level, &rules, &level::solve::Options::default(), &Limits::default());
    let Verdict::Solvable { walk, .. } = found.expect("few things").verdict else {
        panic!("{goal} is out of reach");
    };
    walk.records.iter().filter(|record| record.pushed.is_some()).count()
}

#[test]
fn the_claims_of_dungeons_with_bridges_hold_when_asked_again() {
    let (mut found, mut lengths) = (0, [0; 4]);
    for seed in 1..=70 * times() {
        let category = FAMILIES[seed as usize % FAMILIES.len()];
        let name = format!("{category} {seed}");
        let Some(made) = made(&request(category, 9, 1), seed, 3) else { continue };
        let level = &made.candidate.tiled.level;
        assert_eq!(made.candidate.plan.bridged.len(), 1, "{name}");
        are_gates(&made, &name);
        hold(level, &made.claims.all, &name);
        let proof = least::prove(level, &level.rules_under(None), &Limits::default());
        assert!(matches!(proof, Ok(Proof::SoftlockFree { .. })), "{name}");
        lengths[count(level, made.candidate.plan.bridged[0], Tile::Block)] += 1;
        found += 1;
    }
    assert!(found >= 60 * times(), "{found}");
    assert!(lengths[1..].iter().all(|&many| many >= 5), "{lengths:?}");
}

#[test]
fn a_dungeon_with_bridges_is_checked_and_comes_back_from_json() {
    for (category, rooms, seed) in [("dungeon", 12, 1), ("tower", 12, 2), ("cave", 16, 3)] {
        let made = made(&request(category, rooms, 1), seed, 4).expect("a dungeon");
        let level = &made.candidate.tiled.level;
        let again = json::read(&json::print(level)).expect("what is printed can be read");
        assert_eq!(again, *level, "{category}");
        for level in [level, &again] {
            let found = check(level, &level.rules_under(None), &Limits::default()).expect("few");
            assert!(matches!(found.verdict, Verdict::Solvable { .. }), "{category}");
            assert_eq!(found.safety, Safety::SoftlockFree, "{category}");
            assert!(found.lint.is_empty(), "{category}: {:?}", found.lint);
            assert!(found.levels.is_none_or(|levels| levels.agree == Some(true)), "{category}");
        }
    }
}

#[test]
fn a_bridge_is_told_of_and_crossed_in_words() {
    let mut crossed = 0;
    for (category, seed) in FAMILIES.into_iter().zip(1..) {
        let Some(made) = made(&request(category, 9, 1), seed, 4) else { continue };
        let level = &made.candidate.tiled.level;
        let room = made.candidate.plan.bridged[0];
        let notes = &made.flavour.rooms[room].notes;
        assert!(
            notes.iter().any(|note| note.text.contains("pit")
                || note.text.contains("stone")
                || note.text.contains("dug")),
            "{notes:?}"
        );
        let scene = Scene::of(&made).expect("rooms and nodes match");
        let mut game = Game::new(&scene);
        for command in commands(&made) {
            let is_here = game.room() == room && command.starts_with("pull ");
            if is_here {
                let told = game.play("look").text();
                assert!(
                    told.contains("beyond a pit. A stone pushed into a pit fills it"),
                    "{told}"
                );
                let mut other = game.clone();
                let pushed = other.play("push stones").text();
                let reply = game.play(&command).text();
                assert_eq!(pushed, reply, "{command}");
                assert!(reply.contains("into the pit") && reply.contains("You pull "), "{reply}");
                crossed += 1;
            } else {
                game.play(&command);
            }
        }
        assert!(game.won(), "{category}");
        let steps = onto_tiles(&game, level, &level.rules_under(None)).expect("on the tiles");
        assert!(!steps.is_empty());
    }
    assert!(crossed >= 2, "{crossed}");
}

#[test]
fn numbers_of_bridges_are_exact_or_refused() {
    for (bridges, blocks) in [(0, None), (2, None), (2, Some(5)), (1, Some(1))] {
        let mut request = request("dungeon", 20, bridges);
        request.numbers.blocks = blocks;
        let made = made(&request, 5, 8).expect("a dungeon");
        let (plan, level) = (&made.candidate.plan, &made.candidate.tiled.level);
        assert_eq!(plan.bridged.len(), bridges);
        let laid: usize = (0..20).map(|room| count(level, room, Tile::Block)).sum();
        assert!(blocks.is_none_or(|blocks| blocks == laid), "{laid} of {blocks:?}");
    }
    let mut few = request("dungeon", 20, 2);
    few.numbers.blocks = Some(1);
    let refused = few.check().expect_err("two bridges of one block").to_string();
    assert_eq!(
        refused,
        "2 bridges and 1 block are asked for: a bridge is made of at least one block"
    );
    few.numbers.blocks = None;
    few.numbers.puzzles = Some(0);
    assert!(matches!(few.check(), Err(RequestError::FewForBridges { bridges: 2, .. })));
    few.numbers.bridges = Some(17);
    assert_eq!(few.check(), Err(RequestError::Bridges(17)));
}
