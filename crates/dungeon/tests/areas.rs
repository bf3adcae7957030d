//! Areas from outside: made for many seeds, every law gone over with walks of the test's own.

#![expect(clippy::panic, reason = "a test says what is wrong by panicking")]

use dungeon::mission::KeyStyle;
use dungeon::puzzle::expand::{Expansion, expand};
use dungeon::puzzle::hint::threshold;
use dungeon::puzzle::{Area, Kind, Made, Puzzle, Request, Scratch, Wanted, make_with};
use search::{Control, Seed};
use std::collections::{BTreeMap, BTreeSet};

fn seed(n: u64) -> Seed {
    Seed::new(n).unwrap_or_else(|error| panic!("{error}"))
}

fn request(name: &str) -> Request {
    Request::of(name).unwrap_or_else(|error| panic!("{error}"))
}

fn made(request: &Request, n: u64, scratch: &mut Scratch) -> (Made, u64) {
    let report = make_with(request, seed(n), &Control::default(), scratch);
    let mut report = report.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(report.found.len(), 1, "seed {n}: {:?}", report.tally);
    let found = report.found.remove(0);
    (found.draft, found.attempt)
}

/// Rooms that are reached while some puzzles stay unsolved, by a walk that starts again whenever a key or a
/// room is new.
fn reached(area: &Area, shut: &BTreeSet<usize>) -> BTreeSet<usize> {
    let rooms = &area.layout.rooms;
    let at: BTreeMap<[i32; 3], usize> =
        rooms.iter().enumerate().map(|(i, r)| (r.coords, i)).collect();
    let entry = rooms.iter().position(|room| room.entry).unwrap_or_else(|| panic!("no entry"));
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
                if open {
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
    let has = |key: &String| {
        area.items.iter().any(|item| item.name == *key && known.contains(&(item.room as usize)))
    };
    let key = match &puzzle.kind {
        Kind::LockedDoor { key } => has(key),
        _ => true,
    };
    key && known.contains(&(puzzle.room as usize))
}

fn laws(made: &Made, named: bool, said: &str) {
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
        let far = without.iter().map(|&r| rooms[r].distance).filter(|&d| d < room.distance).max();
        assert_eq!(Some(key_room.distance), far, "{said}");
    }
    assert!(in_room.values().all(|&n| n <= 2), "{said}");
    assert_eq!(made.area.puzzles.len() as u32, made.asked, "{said}");
}

#[test]
fn every_law_holds_in_every_category() {
    let mut scratch = Scratch::default();
    for category in ["dungeon", "cave", "ruins", "temple", "tower", "crypt", "town"] {
        let mut request = request(category);
        request.puzzles = Wanted::Between(1, 4);
        for style in [KeyStyle::Named, KeyStyle::Small] {
            request.key_style = style;
            for n in 0..60 {
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
        let request = Request { puzzles: Wanted::PerRoom, ..request(category) };
        for n in 0..10 {
            let (one, _) = made(&request, n, &mut scratch);
            let area = &one.area;
            assert!(area.puzzles.len() >= 8, "{category} seed {n}: {}", area.puzzles.len());
            assert_eq!(reached(area, &BTreeSet::new()).len(), area.layout.rooms.len());
            assert_eq!(one.shortfall().is_some(), (area.puzzles.len() as u32) < one.asked);
        }
    }
}

#[test]
fn more_rooms_leave_everything_where_it_is() {
    let mut scratch = Scratch::default();
    for category in ["cave", "temple", "tower", "inn"] {
        for style in [KeyStyle::Named, KeyStyle::Small] {
            let request =
                Request { puzzles: Wanted::Between(1, 2), key_style: style, ..request(category) };
            for n in 0..15 {
                let (before, _) = made(&request, n, &mut scratch);
                let expansion =
                    Expansion { rooms: 9, puzzles: Wanted::Between(1, 2), packs: &request.packs };
                let report = expand(&before.area, &expansion, seed(n), &Control::default());
                let report = report.unwrap_or_else(|error| panic!("{error}"));
                let said = format!("{category} {style:?} seed {n}");
                let Some(found) = report.found.first() else {
                    panic!("{said}: {:?}", report.tally)
                };
                let (before, after) = (&before.area, &found.draft.area);
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
                }
                assert!(after.puzzles.len() > before.puzzles.len(), "{said}");
                assert_eq!(reached(after, &BTreeSet::new()).len(), after.layout.rooms.len());
                let names: BTreeSet<&str> = after.puzzles.iter().map(|p| p.name.as_str()).collect();
                assert_eq!(names.len(), after.puzzles.len(), "{said}");
            }
        }
    }
}
