//! Areas of many seeds: every rule is checked with the test's own graph walks.

use quandary_dungeon::game::Outcome;
use quandary_dungeon::game::area::{Game, Scenario, explore, walkthrough};
use quandary_dungeon::layout::{Bounds, RoomKind};
use quandary_dungeon::mission::KeyStyle;
use quandary_dungeon::puzzle::expansion::{DressError, Dressing, dress};
use quandary_dungeon::puzzle::expansion::{Expansion, expand};
use quandary_dungeon::puzzle::templates::Packs;
use quandary_dungeon::puzzle::{
    Area, Holder, Item, Kind, Lack, PlacedArea, Puzzle, PuzzleCount, Request, generate, threshold,
};
use quandary_dungeon::{Options, Scratch};
use search::Seed;
use std::collections::{BTreeMap, BTreeSet};
use testing::times;

fn seed(n: u64) -> Seed {
    Seed::new(n).unwrap_or_else(|error| panic!("{error}"))
}

fn request(name: &str) -> Request {
    Request::of(name).unwrap_or_else(|error| panic!("{error}"))
}

fn made(request: &Request, n: u64, scratch: &mut Scratch) -> (PlacedArea, u64) {
    let report = generate(request, seed(n), Options::reusing(scratch));
    let mut report = report.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(report.found.len(), 1, "seed {n}: {:?}", report.tally);
    let found = report.found.remove(0);
    (found.candidate, found.attempt)
}

/// The rooms that can be reached while some puzzles stay unsolved; the walk starts again after every new key and room.
fn reached(area: &Area, shut: &BTreeSet<usize>) -> BTreeSet<usize> {
    reached_past(area, shut, None)
}

/// The same without entering one room.
fn reached_past(area: &Area, shut: &BTreeSet<usize>, avoided: Option<usize>) -> BTreeSet<usize> {
    let rooms = &area.layout.rooms;
    let at: BTreeMap<[i32; 3], usize> =
        rooms.iter().enumerate().map(|(i, r)| (r.coords, i)).collect();
    let entry = rooms.iter().position(|room| room.entry).unwrap_or_else(|| panic!("no entry"));
    if avoided == Some(entry) {
        return BTreeSet::new();
    }
    let mut known = BTreeSet::from([entry]);
    loop {
        let before = known.len();
        for here in known.clone() {
            for direction in rooms[here].connections.iter() {
                let to = at[&direction.step(rooms[here].coords)];
                let blocks = |i: &usize| {
                    let p = &area.puzzles[*i];
                    let far = at[&p.direction.step(rooms[p.room as usize].coords)];
                    (p.room as usize, far) == (here, to) || (p.room as usize, far) == (to, here)
                };
                let by = (0..area.puzzles.len()).find(blocks);
                let open = by.is_none_or(|i| !shut.contains(&i) && can_solve(area, i, &known));
                if open && avoided != Some(to) {
                    known.insert(to);
                }
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

fn can_solve(area: &Area, i: usize, known: &BTreeSet<usize>) -> bool {
    let puzzle = &area.puzzles[i];
    let key = match &puzzle.kind {
        Kind::LockedDoor { key } => has(area, key, known),
        _ => true,
    };
    key && known.contains(&(puzzle.room as usize))
}

/// True if a key can be taken from known rooms, from a chest if necessary.
fn has(area: &Area, key: &str, known: &BTreeSet<usize>) -> bool {
    area.items.iter().any(|item| {
        let here = item.name == key && known.contains(&(item.room as usize));
        here && match item.holder {
            Holder::Open => true,
            Holder::Chest(chest) => has(area, &area.chests[chest].key, known),
        }
    })
}

fn laws(made: &PlacedArea, named: bool, said: &str) {
    let area = &made.area;
    let rooms = &area.layout.rooms;
    assert_eq!(reached(area, &BTreeSet::new()).len(), rooms.len(), "{said}");
    let mut in_room = BTreeMap::new();
    let mut names = BTreeSet::new();
    for (i, puzzle) in area.puzzles.iter().enumerate() {
        let room = &rooms[puzzle.room as usize];
        assert!(!room.entry && room.connections.has(puzzle.direction), "{said}");
        let without = reached(area, &BTreeSet::from([i]));
        assert!(without.len() < rooms.len() && without.contains(&(puzzle.room as usize)), "{said}");
        assert!(names.insert(puzzle.name.to_lowercase()), "{said}: {}", puzzle.name);
        *in_room.entry(puzzle.room).or_insert(0) += 1;
        assert!(puzzle.hint.threshold >= threshold(10, room.distance, room.coords[2]), "{said}");
        let Kind::LockedDoor { key } = &puzzle.kind else { continue };
        if !named {
            continue;
        }
        assert!(names.insert(key.to_lowercase()), "{said}: {key}");
        let lies: Vec<_> = area.items.iter().filter(|item| item.name == *key).collect();
        let [item] = lies[..] else { panic!("{} keys: {said}", lies.len()) };
        let key_room = &rooms[item.room as usize];
        assert!(without.contains(&(item.room as usize)), "{said}");
        assert!(key_room.distance < room.distance, "{said}");
        let shut = BTreeSet::from([i]);
        farthest(area, [puzzle.room, item.room], &without, &shut, said);
    }
    assert!(in_room.values().all(|&n| n <= 2), "{said}");
    chest_laws(area, &mut names, named, said);
    for item in &area.items {
        assert!(item.description.as_ref().is_some_and(|text| text.len() > 40), "{said}: {item:?}");
    }
    assert_eq!(made.area.puzzles.len() as u32, made.placement.asked, "{said}");
}

/// Checks that a lock can be reached without passing the room of its key, and that this room is the farthest possible:
/// every path to the lock passes all rooms that are farther from the entry than it, nearer than the lock, and in reach
/// while the lock is shut.
fn farthest(
    area: &Area,
    [lock, key]: [u32; 2],
    reached: &BTreeSet<usize>,
    shut: &BTreeSet<usize>,
    said: &str,
) {
    let steps = |room: usize| area.layout.rooms[room].distance;
    let is_passed = |room| !reached_past(area, shut, Some(room)).contains(&(lock as usize));
    assert!(!is_passed(key as usize), "{said}: the lock in room {lock} does nothing");
    let farther =
        |room: &&usize| steps(**room) < steps(lock as usize) && steps(**room) > steps(key as usize);
    assert!(reached.iter().filter(farther).all(|&room| is_passed(room)), "{said}");
}

#[test]
fn puzzles_stand_in_or_guard_the_rooms_set_aside_for_them() {
    let mut scratch = Scratch::default();
    let (mut at, mut placed, mut rooms) = (0, 0, 0);
    for category in ["dungeon", "cave", "ruins", "temple"] {
        let request = request(category);
        for n in 0..15 {
            let (one, _) = made(&request, n, &mut scratch);
            let area = &one.area;
            let marked = |id: u32| area.layout.rooms[id as usize].kind == RoomKind::Puzzle;
            let is_at = |p: &&Puzzle| marked(p.room) || area.beyond(p).is_some_and(marked);
            let found = area.puzzles.iter().filter(is_at).count() as u32;
            if let Some(told) = one.placement.puzzle_rooms {
                assert_eq!(told.puzzles, found, "{category} seed {n}");
                assert!(told.gating <= told.marked, "{category} seed {n}");
                let most = told.gating.min(one.placement.placed);
                assert!(told.puzzles >= most, "{category} seed {n}: {told:?}");
                rooms += told.gating;
            }
            (at, placed) = (at + found, placed + area.puzzles.len());
        }
    }
    let share = f64::from(at) / placed as f64;
    assert!(share > 0.8 && rooms > 0, "{share}");
}

#[test]
fn one_room_is_dressed_and_everything_else_stays() {
    let packs = Packs::default();
    let (mut scratch, mut counts) = (Scratch::default(), [0; 3]);
    let (area, _) = made(&request("ruins"), 3, &mut scratch);
    let area = area.area;
    for (n, room) in (0..).zip(&area.layout.rooms) {
        let dressing = |puzzles| Dressing { room: room.coords, puzzles, packs: &packs };
        let dressed = |puzzles| dress(&area, &dressing(puzzles), seed(n), Options::default());
        if room.entry {
            assert_eq!(dressed(None).err(), Some(DressError::Entry(room.coords)));
            continue;
        }
        assert_eq!(dressed(Some(3)).err(), Some(DressError::Many(3)));
        for puzzles in [None, Some(2)] {
            let report = dressed(puzzles).unwrap_or_else(|error| panic!("{error}"));
            let [found] = &report.found[..] else { panic!("seed {n}: {:?}", report.tally) };
            let PlacedArea { area: new, placement, .. } = &found.candidate;
            let old = area.puzzles.len();
            assert_eq!((&new.layout, &new.puzzles[..old]), (&area.layout, &area.puzzles[..]));
            assert_eq!(new.items[..area.items.len()], area.items[..]);
            let added = &new.puzzles[old..];
            assert!(added.iter().all(|puzzle| area.layout.index(room.coords) == Some(puzzle.room)));
            let asked = placement.asked as usize - old;
            assert!(added.len() <= asked && puzzles.is_none_or(|n| asked == usize::from(n)));
            assert_eq!(added.len() < asked, placement.missing().is_some(), "seed {n}");
            counts[added.len()] += 1;
        }
    }
    assert!(counts.iter().all(|&n| n > 0), "{counts:?}");
    let nowhere = Dressing { room: [99, 0, 0], puzzles: None, packs: &packs };
    let said = dress(&area, &nowhere, seed(0), Options::default()).err();
    assert_eq!(said, Some(DressError::NoRoom([99, 0, 0])));
}

#[test]
fn a_lock_whose_key_everybody_passes_is_not_made() {
    // A row of rooms: every key would lie on the way.
    let bounds = Bounds { max_y: 0, min_y: 0, ..Bounds::around(6, 0, 0) };
    let mut scratch = Scratch::default();
    for n in 0..30 {
        let mut request = request("dungeon");
        request.layout.bounds = bounds;
        request.puzzles = PuzzleCount::Between(3, 3);
        let (one, _) = made(&request, n, &mut scratch);
        assert_eq!(one.area.puzzles.len(), 3, "seed {n}");
        let found = one.area.puzzles.iter().any(|p| {
            let apart = |item: &&Item| Some(&*item.name) == p.kind.key();
            let Some(key) = area_item(&one.area, apart) else { return false };
            let shut = BTreeSet::from([one.area.puzzles.iter().position(|o| o == p).unwrap_or(0)]);
            !reached_past(&one.area, &shut, Some(key as usize)).contains(&(p.room as usize))
        });
        assert!(!found, "seed {n}");
    }
}

fn area_item(area: &Area, is: impl Fn(&&Item) -> bool) -> Option<u32> {
    area.items.iter().find(is).map(|item| item.room)
}

/// Checks that a chest stands where the key of a door would lie, and that its own key lies in the open, in the
/// farthest room that is nearer to the entry, off the way to the chest, and reached while the chest is shut.
fn chest_laws(area: &Area, names: &mut BTreeSet<String>, named: bool, said: &str) {
    let rooms = &area.layout.rooms;
    let mut held: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for item in &area.items {
        if let Holder::Chest(chest) = item.holder {
            assert_eq!(item.room, area.chests[chest].room, "{said}");
            held.entry(chest).or_default().push(&item.name);
        }
    }
    for (number, chest) in area.chests.iter().enumerate() {
        assert_eq!(chest.id, format!("c{}", number + 1), "{said}");
        assert!(
            names.insert(chest.name.to_lowercase()) && names.insert(chest.key.to_lowercase()),
            "{said}"
        );
        let Some([inside]) = held.get(&number).map(Vec::as_slice) else {
            panic!("{said}: {held:?}")
        };
        let opens = |p: &Puzzle| matches!(&p.kind, Kind::LockedDoor { key } if key == inside);
        let doors: BTreeSet<usize> =
            (0..area.puzzles.len()).filter(|&i| opens(&area.puzzles[i])).collect();
        assert!(!doors.is_empty(), "{said}");
        let stands = &rooms[chest.room as usize];
        assert!(chest.hint.threshold >= threshold(10, stands.distance, stands.coords[2]), "{said}");
        let lies: Vec<_> = area.items.iter().filter(|item| item.name == chest.key).collect();
        let [key] = lies[..] else { panic!("{} keys: {said}", lies.len()) };
        let shut = reached(area, &doors);
        assert!(key.holder == Holder::Open && shut.contains(&(key.room as usize)), "{said}");
        assert!(rooms[key.room as usize].distance < stands.distance, "{said}");
        if named {
            farthest(area, [chest.room, key.room], &shut, &doors, said);
        }
    }
}

/// The commands of a walk without the verifier that wins the game.
fn is_won(area: &Area, said: &str) {
    let scenario = Scenario::new(area.clone());
    let scenario = scenario.unwrap_or_else(|error| panic!("{said}: {error}"));
    let mut game = Game::new(&scenario, 0);
    for command in walkthrough(&scenario, &explore(&scenario)) {
        let outcome = game.play(&command).outcome;
        assert!(matches!(outcome, Outcome::Done | Outcome::Won), "{said}: {command}");
    }
    assert!(game.won(), "{said}");
}

#[test]
fn one_area_in_four_with_a_locked_door_has_a_chest() {
    let mut scratch = Scratch::default();
    for style in [KeyStyle::Named, KeyStyle::Small] {
        let (mut with_doors, mut with_chests) = (0, 0);
        for category in ["dungeon", "cave", "ruins", "temple", "mine", "tomb", "crypt", "tower"] {
            let request = Request {
                puzzles: PuzzleCount::Between(2, 4),
                key_style: style,
                ..request(category)
            };
            for n in 0..60 {
                let (one, _) = made(&request, n, &mut scratch);
                let is_door = |p: &Puzzle| matches!(p.kind, Kind::LockedDoor { .. });
                with_doors += u32::from(one.area.puzzles.iter().any(is_door));
                with_chests += one.area.chests.len();
                if !one.area.chests.is_empty() {
                    is_won(&one.area, &format!("{category} {style:?} seed {n}"));
                }
            }
        }
        let share = with_chests as f64 / f64::from(with_doors);
        assert!((0.17..0.3).contains(&share), "{with_chests} of {with_doors}");
    }
}

#[test]
fn every_law_holds_in_every_category() {
    let mut scratch = Scratch::default();
    for category in ["dungeon", "cave", "ruins", "temple", "tower", "crypt", "town"] {
        let mut request = request(category);
        request.puzzles = PuzzleCount::Between(1, 4);
        for style in [KeyStyle::Named, KeyStyle::Small] {
            request.key_style = style;
            for n in 0..20 * times() {
                let (one, attempt) = made(&request, n, &mut scratch);
                let said = format!("{category} {style:?} seed {n} attempt {attempt}");
                laws(&one, style == KeyStyle::Named, &said);
                let (again, _) = made(&request, n, &mut Scratch::default());
                assert_eq!(again, one, "{said}");
            }
        }
    }
}

#[test]
fn puzzles_by_room_are_as_many_as_passages_allow() {
    let mut scratch = Scratch::default();
    for category in ["cave", "ruins"] {
        let request = Request { puzzles: PuzzleCount::PerRoom, ..request(category) };
        let mut closed = 0;
        for n in 0..10 {
            let (one, _) = made(&request, n, &mut scratch);
            let area = &one.area;
            closed += one.placement.closed;
            assert!(area.puzzles.len() >= 8, "{category} seed {n}: {}", area.puzzles.len());
            assert_eq!(reached(area, &BTreeSet::new()).len(), area.layout.rooms.len());
            assert_eq!(
                one.shortfall().is_some(),
                (area.puzzles.len() as u32) < one.placement.asked
            );
            told(&request, &one, n);
            let ends = one.placement.lacks.iter().any(|&(lack, _)| lack == Lack::DeadEnd);
            assert!(ends, "{:?}", one.placement);
        }
        assert!(closed >= 5, "{category}: {closed} passages closed");
    }
}

/// The reported numbers of puzzles placed, passages closed and puzzles missing are right, by the layout of the same
/// seed.
fn told(request: &Request, one: &PlacedArea, n: u64) {
    let placement = &one.placement;
    assert_eq!(placement.placed as usize, one.area.puzzles.len());
    let lacks: u32 = placement.lacks.iter().map(|&(_, puzzles)| puzzles).sum();
    assert_eq!(placement.placed + lacks, placement.asked, "{placement:?}");
    let layout = quandary_dungeon::layout::generate(&request.layout, seed(n), Options::default());
    let layout = layout.unwrap_or_else(|error| panic!("{error}"));
    let passages = |layout: &quandary_dungeon::layout::Layout| {
        layout.rooms.iter().map(|room| room.connections.len()).sum::<u32>() / 2
    };
    assert_eq!(passages(&layout) - passages(&one.area.layout), placement.closed, "{placement:?}");
}

#[test]
fn closed_passages_and_missing_puzzles_are_reported() {
    let mut scratch = Scratch::default();
    let mut closed = 0;
    for category in ["dungeon", "cave", "inn"] {
        let request = Request { puzzles: PuzzleCount::Between(0, 12), ..request(category) };
        for n in 0..40 {
            let (one, _) = made(&request, n, &mut scratch);
            told(&request, &one, n);
            assert!(one.placement.lacks.iter().all(|&(lack, _)| lack == Lack::NoGate));
            closed += one.placement.closed;
        }
    }
    assert!(closed > 0);
}

#[test]
fn a_pack_that_runs_out_is_reported() {
    let door = r#"{"format": "quandary/templates/1", "category": "cave", "templates": [
        {"kind": "locked_door", "name": "door", "description": "D", "threshold": 10, "hint": "H", "key": "key"}]}"#;
    let packs =
        quandary_dungeon::puzzle::templates::read(door).unwrap_or_else(|error| panic!("{error}"));
    let mut request = Request {
        puzzles: PuzzleCount::Between(12, 12),
        key_style: KeyStyle::Small,
        ..request("cave")
    };
    std::sync::Arc::make_mut(&mut request.packs).add(packs);
    let (one, _) = made(&request, 3, &mut Scratch::default());
    told(&request, &one, 3);
    assert!(
        one.placement.lacks.iter().any(|&(lack, _)| lack == Lack::NoTemplate),
        "{:?}",
        one.placement
    );
    assert!(
        one.area.chests.is_empty() && one.area.items.iter().all(|item| item.description.is_some())
    );
}

#[test]
fn a_seed_asks_for_other_numbers_in_other_categories() {
    let mut scratch = Scratch::default();
    let rows: BTreeSet<Vec<u32>> = ["dungeon", "cave", "ruins", "temple"]
        .iter()
        .map(|category| {
            let request = request(category);
            (0..40).map(|n| made(&request, n, &mut scratch).0.placement.asked).collect()
        })
        .collect();
    assert_eq!(rows.len(), 4);
}

#[test]
fn more_rooms_leave_everything_where_it_is() {
    let mut scratch = Scratch::default();
    let (mut chests, mut old_chests) = (0, 0);
    for category in ["cave", "temple", "tower", "inn"] {
        for style in [KeyStyle::Named, KeyStyle::Small] {
            let request = Request {
                puzzles: PuzzleCount::Between(1, 2),
                key_style: style,
                ..request(category)
            };
            for n in 0..15 {
                let (before, _) = made(&request, n, &mut scratch);
                let expansion = Expansion {
                    rooms: 9,
                    puzzles: PuzzleCount::Between(1, 2),
                    packs: &request.packs,
                };
                let report = expand(&before.area, &expansion, seed(n), Options::default());
                let report = report.unwrap_or_else(|error| panic!("{error}"));
                let said = format!("{category} {style:?} seed {n}");
                let Some(found) = report.found.first() else {
                    panic!("{said}: {:?}", report.tally)
                };
                let (before, after) = (&before.area, &found.candidate.area);
                assert_eq!(after.layout.rooms.len(), before.layout.rooms.len() + 9, "{said}");
                let place = |area: &Area, room: u32| area.layout.rooms[room as usize].coords;
                for room in &before.layout.rooms {
                    let Some(now) = after.layout.index(room.coords) else { panic!("{said}") };
                    let now = after.layout.rooms[now as usize];
                    assert!(room.connections.iter().all(|way| now.connections.has(way)), "{said}");
                    assert_eq!(now.distance, room.distance, "{said}");
                }
                for (old, new) in before.puzzles.iter().zip(&after.puzzles) {
                    assert_eq!(place(before, old.room), place(after, new.room), "{said}");
                    let moved = Puzzle { room: new.room, ..old.clone() };
                    assert_eq!(&moved, new, "{said}");
                }
                for (old, new) in before.items.iter().zip(&after.items) {
                    assert_eq!(place(before, old.room), place(after, new.room), "{said}");
                    assert_eq!(&Item { room: new.room, ..old.clone() }, new, "{said}");
                }
                for (old, new) in before.chests.iter().zip(&after.chests) {
                    assert_eq!(place(before, old.room), place(after, new.room), "{said}");
                    assert_eq!(
                        &quandary_dungeon::puzzle::Chest { room: new.room, ..old.clone() },
                        new,
                        "{said}"
                    );
                }
                let mut names = BTreeSet::new();
                chest_laws(after, &mut names, false, &said);
                chests += after.chests.len() - before.chests.len();
                old_chests += before.chests.len();
                is_won(after, &said);
                assert_eq!(
                    found.candidate.placement.placed as usize,
                    after.puzzles.len(),
                    "{said}"
                );
                assert!(after.puzzles.len() > before.puzzles.len(), "{said}");
                assert_eq!(reached(after, &BTreeSet::new()).len(), after.layout.rooms.len());
                let names: BTreeSet<&str> = after.puzzles.iter().map(|p| p.name.as_str()).collect();
                assert_eq!(names.len(), after.puzzles.len(), "{said}");
            }
        }
    }
    assert!(chests > 3 && old_chests > 3, "{chests} {old_chests}");
}
