//! Missions: every request is met exactly, on every kind of space, and every reject reason occurs.

use quandary_dungeon::mission::proof::prove;
use quandary_dungeon::mission::space::{Cell, Cells};
use quandary_dungeon::mission::{
    Condition, Constraints, Coords, Count, Edge, GivenRooms, KeyOrder, KeyStyle, Mission,
    MissionReport, Position, Request, Room, SwitchStyle, Symbol, generate,
};
use quandary_dungeon::{MissionFault, Options, RejectReason, Scratch};
use search::Seed;

fn made<C: Constraints>(request: &Request, space: &C, seed: u64) -> MissionReport {
    let seed = Seed::new(seed).unwrap_or_else(|error| panic!("{error}"));
    generate(request, space, seed, Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn count_items(mission: &Mission, is: impl Fn(Symbol) -> bool) -> usize {
    mission.rooms.iter().filter_map(|room| room.item).filter(|&item| is(item)).count()
}

/// Generates a mission, and compares it with the request.
fn exact(request: &Request, rooms: usize, seed: u64) {
    let report = made(request, &Count::new(rooms), seed);
    let said = || format!("{request:?} in {rooms} rooms, seed {seed}: {}", report.tally);
    let [found] = &report.found[..] else { panic!("nothing found: {}", said()) };
    let mission = &found.candidate;
    let keys = count_items(mission, |item| matches!(item, Symbol::Key(_) | Symbol::SmallKey));
    let switches = count_items(mission, |item| matches!(item, Symbol::SwitchObject(_)));
    let counts = (mission.rooms.len(), keys, switches);
    assert_eq!(counts, (rooms, request.keys.into(), request.switches.into()), "{}", said());
    assert_eq!(mission.goal != mission.boss, request.goal_room, "{}", said());
    let into_boss = mission.edges.iter().find(|edge| edge.b == mission.boss);
    let locked = into_boss
        .is_some_and(|edge| matches!(edge.symbol, Some(Symbol::Key(_) | Symbol::SmallKey)));
    assert_eq!(locked, request.boss_has_key(), "{}", said());
    assert_eq!(found.proof.dead_states, 0, "{}", said());
}

/// Every request with few keys and switches, in the least number of rooms and a few more. There is one attempt before
/// the fixed construction, so both are tested.
#[test]
fn every_possible_request_succeeds() {
    let mut seed = 0;
    for keys in 0..=6 {
        for switches in 0..=3 {
            for bits in 0..16 {
                let on = |bit: u32| bits >> bit & 1 == 1;
                let request = Request {
                    keys,
                    switches,
                    order: if on(0) { KeyOrder::Partial } else { KeyOrder::Total },
                    key_style: if on(1) { KeyStyle::Small } else { KeyStyle::Named },
                    goal_room: on(2),
                    boss_locked: on(3),
                    attempts: 1,
                    ..Request::default()
                };
                if on(0) && on(1) {
                    continue;
                }
                let (least, _) = request.least_rooms();
                for spare in [0, 1, 5] {
                    seed += 1;
                    exact(&request, least + spare, seed);
                }
            }
        }
    }
}

#[test]
fn the_largest_requests_succeed() {
    let most = Request { keys: 26, switches: 4, ..Request::default() };
    let partial = Request { order: KeyOrder::Partial, ..most.clone() };
    for request in [&most, &partial] {
        for rooms in [request.least_rooms().0, 60, 300] {
            exact(request, rooms, 5);
        }
    }
    exact(&Request { keys: 2, ..Request::default() }, 2_000, 5);
}

#[test]
fn the_most_linear_of_several_is_no_less_linear_than_the_first() {
    for seed in 0..50 {
        let request = Request { switches: 1, ..Request::default() };
        let first = made(&request, &Count::new(25), seed).found.remove(0);
        let linear = Request { linearity: Some(10), ..request };
        let best = made(&linear, &Count::new(25), seed).found.remove(0);
        assert!(best.proof.nonlinearity <= first.proof.nonlinearity, "{seed}");
    }
}

#[test]
fn a_space_holds_no_state() {
    let request = Request { switches: 1, ..Request::default() };
    let space = Count::new(30);
    for seed in 0..50 {
        let again = (made(&request, &space, seed), made(&request, &space, seed));
        assert_eq!(again.0, again.1);
        assert_eq!(again.0, made(&request, &Count::new(30), seed));
    }
}

/// The cells of a map in a string, `#` for a room, the last line at y = 0.
fn mask(map: &str) -> GivenRooms {
    let lines: Vec<&str> = map.split_whitespace().collect();
    let mut cells = Vec::new();
    for (y, line) in (0..).zip(lines.iter().rev()) {
        cells.extend((0..).zip(line.chars()).filter(|(_, c)| *c == '#').map(|(x, _)| (x, y)));
    }
    GivenRooms::squares(&cells).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_marked_cell_becomes_a_room() {
    let space = mask("#####.. ..#.### ..##### .##.#.. ..###..");
    let request = Request { keys: 2, attempts: 200, ..Request::default() };
    for style in [KeyStyle::Named, KeyStyle::Small] {
        for seed in 0..100 {
            let request = Request { key_style: style, ..request.clone() };
            let report = made(&request, &space, seed);
            let [found] = &report.found[..] else { panic!("{style:?} {seed}: {}", report.tally) };
            assert_eq!(found.candidate.rooms.len(), space.rooms());
            let Coords::Cell(_, y) = found.candidate.rooms[0].coords else {
                panic!("not on a grid")
            };
            assert_eq!(y, 0, "entered from below");
        }
    }
}

#[test]
fn free_forms_are_rooms_of_many_cells() {
    // A ring of nine regions with a spoke at every third one.
    let regions: Vec<_> = (0..12).map(|n| vec![(n, 0), (n, 1)]).collect();
    let mut near = vec![Vec::new(); 12];
    let mut join = |a: u32, b: u32| {
        near[a as usize].push(b);
        near[b as usize].push(a);
    };
    (0..9).for_each(|n| join(n, (n + 1) % 9));
    (0..3).for_each(|n| join(3 * n, 9 + n));
    let space = GivenRooms::regions(regions, near).unwrap_or_else(|error| panic!("{error}"));
    let request = Request { keys: 2, attempts: 500, ..Request::default() };
    let found = made(&request, &space, 3).found.remove(0).candidate;
    assert!(found.rooms.iter().all(|room| room.coords.cells().count() == 2));
}

/// A half-plane with its own rules for items and missions.
struct Fussy {
    count: Count,
    entrance: bool,
    accepts: bool,
    north: bool,
}

impl Constraints for Fussy {
    fn rooms(&self) -> usize {
        self.count.rooms()
    }
    fn cells(&self) -> usize {
        self.count.cells()
    }
    fn first_cells(&self) -> Vec<Cell> {
        self.count.first_cells()
    }
    fn neighbours(&self, cell: Cell, level: usize, into: &mut Cells) {
        self.count.neighbours(cell, level, into);
    }
    fn is_weighted(&self) -> bool {
        self.north
    }
    fn weight(&self, from: Cell, into: Cell, _: usize) -> f64 {
        if into > from + 1 { 1.0 } else { 0.0 }
    }
    fn coords(&self, cell: Cell) -> Coords {
        self.count.coords(cell)
    }
    fn may_hold(&self, _: Cell, item: Symbol) -> bool {
        self.entrance || item != Symbol::Start
    }
    fn accepts(&self, _: &Mission) -> bool {
        self.accepts
    }
}

#[test]
fn weights_decide_where_rooms_grow() {
    let count = Count::new(6);
    let space = Fussy { count, entrance: true, accepts: true, north: true };
    let request = Request { keys: 0, ..Request::default() };
    let mission = made(&request, &space, 1).found.remove(0).candidate;
    let column: Vec<_> = mission.rooms.iter().flat_map(|room| room.coords.cells()).collect();
    assert_eq!(column, [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)]);
}

fn reasons(report: &MissionReport) -> Vec<MissionFault> {
    let fault = |&reason: &RejectReason| match reason {
        RejectReason::Mission(fault) => fault,
        proved => panic!("{proved}"),
    };
    report.tally.iter().map(|(reason, _)| fault(reason)).collect()
}

#[test]
fn every_reason_of_the_generator_comes_up() {
    let count = Count::new(10);
    let fussy = |entrance, accepts| Fussy { count, entrance, accepts, north: false };
    let request = Request { keys: 4, switches: 1, attempts: 2_000, ..Request::default() };
    assert_eq!(reasons(&made(&request, &fussy(false, true), 1)), [MissionFault::NoEntrance]);
    let all = reasons(&made(&request, &fussy(true, false), 1));
    let expect = [
        MissionFault::NoBoss,
        MissionFault::NoCircuit,
        MissionFault::OnePosition,
        MissionFault::NoRoomForKey,
        MissionFault::Refused,
    ];
    assert_eq!(all, expect);
    // The locks of small keys are a chain, which a narrow space can enclose.
    let small = Request { key_style: KeyStyle::Small, ..Request::default() };
    let comb = mask("##.##.## ##.##.## ########");
    assert!(
        (0..200).any(|seed| reasons(&made(&small, &comb, seed)).contains(&MissionFault::NoSpace))
    );
}

// ------------------------------------------------------------------- missions that the verifier rejects

/// A mission from rooms with their items, and edges with their locks; the first room is the start, the last two are
/// the boss and the goal.
fn drawn(items: &[Option<Symbol>], edges: &[(u32, u32, Option<Symbol>)]) -> Mission {
    let last = items.len() as u32 - 1;
    let mut items = items.to_vec();
    (items[0], items[last as usize - 1]) = (Some(Symbol::Start), Some(Symbol::Boss));
    items[last as usize] = Some(Symbol::Goal);
    let room = |item| Room {
        coords: Coords::Cell(0, 0),
        item,
        precondition: Condition::default(),
        intensity: 0.0,
        parent: None,
    };
    let small = items.contains(&Some(Symbol::SmallKey));
    let count =
        |is: fn(&Symbol) -> bool| items.iter().flatten().filter(|item| is(item)).count() as u8;
    Mission {
        keys: count(|item| matches!(item, Symbol::Key(_) | Symbol::SmallKey)),
        switches: count(|item| matches!(item, Symbol::SwitchObject(_))),
        rooms: items.into_iter().map(room).collect(),
        edges: edges.iter().map(|&(a, b, symbol)| Edge { a, b, symbol }).collect(),
        start: 0,
        boss: last - 1,
        goal: last,
        key_style: if small { KeyStyle::Small } else { KeyStyle::Named },
    }
}

const A: Option<Symbol> = Some(Symbol::Key(1));
const KEY: Option<Symbol> = Some(Symbol::SmallKey);
const LEVER: Option<Symbol> = Some(Symbol::SwitchObject(0));
const ON: Option<Symbol> = Some(Symbol::Switch(0, Position::On));

#[test]
fn the_verifier_rejects_faulty_missions() {
    let check = |mission: &Mission, order, expect: Result<(), RejectReason>| {
        let request = Request {
            keys: mission.keys,
            switches: mission.switches,
            key_style: mission.key_style,
            order,
            ..Request::default()
        };
        let said = prove(mission, &request, &mut Scratch::default()).map(|_| ());
        assert_eq!(said, expect, "{mission:?}");
    };
    let total =
        |items: &[_], edges: &[_], expect| check(&drawn(items, edges), KeyOrder::Total, expect);
    let (no, lock) = (None, A);
    // Start, key aside, boss behind its lock, goal.
    let good = [(0, 1, no), (0, 2, lock), (2, 3, no)];
    total(&[no, A, no, no], &good, Ok(()));
    total(
        &[no, A, no, no],
        &[(0, 1, lock), (0, 2, lock), (2, 3, no)],
        Err(RejectReason::Unwinnable),
    );
    total(
        &[no, A, no, no, no],
        &[(0, 1, no), (0, 3, lock), (3, 4, no)],
        Err(RejectReason::UnreachableRoom),
    );
    total(&[no, A, no, no], &[(0, 1, no), (0, 2, no), (2, 3, no)], Err(RejectReason::NeedlessKey));
    // A closet behind the key's own room: a player before its lock always has the key.
    let cupboard = [(0, 1, no), (1, 2, lock), (0, 3, lock), (3, 4, no)];
    total(&[no, A, no, no, no], &cupboard, Err(RejectReason::RedundantLock));
    // A closet that can waste a small key.
    let waste = [(0, 1, no), (0, 2, KEY), (0, 3, KEY), (3, 4, no)];
    total(&[no, KEY, no, no, no], &waste, Err(RejectReason::Losable));
    let lever = [(0, 1, no), (0, 2, ON), (2, 3, no)];
    total(&[no, LEVER, no, no], &lever, Ok(()));
    total(
        &[no, LEVER, no, no],
        &[(0, 1, no), (0, 2, no), (2, 3, no)],
        Err(RejectReason::NeedlessSwitch),
    );
    // Three keys in a row, although a choice was requested.
    let [b, c] = [2, 3].map(|n| Some(Symbol::Key(n)));
    let row = [(0, 1, no), (0, 2, A), (1, 3, b), (2, 4, c), (4, 5, no)];
    let in_a_row = drawn(&[no, A, b, c, no, no], &row);
    check(&in_a_row, KeyOrder::Total, Ok(()));
    check(&in_a_row, KeyOrder::Partial, Err(RejectReason::NoChoiceOfKeys));
}

// -------------------------------------------------------------------------------- intensity and switches

/// The number of rooms that do not rise above a parent of their own key-level, without the boss and the goal.
fn fallen(mission: &Mission) -> usize {
    let falls = |room: &Room| {
        let parent = room.parent.and_then(|parent| mission.rooms.get(parent as usize));
        let same = |parent: &&Room| parent.precondition.keys() == room.precondition.keys();
        let role = matches!(room.item, Some(Symbol::Boss | Symbol::Goal));
        !role && parent.filter(same).is_some_and(|parent| room.intensity <= parent.intensity)
    };
    mission.rooms.iter().filter(|room| falls(room)).count()
}

#[test]
fn intensity_rises_from_parent_to_child() {
    let rows =
        [(8, 3, 0, 200), (25, 4, 1, 200), (100, 8, 2, 50), (400, 8, 1, 20), (2_000, 8, 0, 3)];
    for (rooms, keys, switches, seeds) in rows {
        for (order, key_style) in [
            (KeyOrder::Total, KeyStyle::Named),
            (KeyOrder::Partial, KeyStyle::Named),
            (KeyOrder::Total, KeyStyle::Small),
        ] {
            let request = Request { keys, switches, order, key_style, ..Request::default() };
            for seed in 0..seeds {
                let mission = made(&request, &Count::new(rooms), seed).found.remove(0).candidate;
                assert_eq!(fallen(&mission), 0, "{request:?} in {rooms} rooms, seed {seed}");
                let top = mission.rooms.iter().filter(|r| r.item != Some(Symbol::Boss));
                assert!(top.into_iter().all(|room| (0.0..=0.991).contains(&room.intensity)));
            }
        }
    }
}

#[test]
fn both_positions_of_a_switch_are_required() {
    let rows =
        [(10, 4, 1), (25, 4, 1), (25, 1, 1), (50, 6, 1), (60, 5, 4), (100, 8, 2), (400, 8, 1)];
    for (rooms, keys, switches) in rows {
        for (order, key_style) in [
            (KeyOrder::Total, KeyStyle::Named),
            (KeyOrder::Partial, KeyStyle::Named),
            (KeyOrder::Total, KeyStyle::Small),
        ] {
            let request = Request { keys, switches, order, key_style, ..Request::default() };
            let seeds = if rooms > 100 { 10 } else { 60 };
            let mut all = 0;
            for seed in 0..seeds {
                let found = made(&request, &Count::new(rooms), seed).found.remove(0);
                let flips = &found.proof.flips[..switches.into()];
                assert!(flips.iter().all(|&flips| flips >= 1), "{request:?} {rooms} {seed}");
                all += u64::from(flips.iter().all(|&flips| flips >= 2));
            }
            assert!(all * 100 >= seeds * 80, "{request:?} in {rooms} rooms: {all} of {seeds}");
        }
    }
}

#[test]
fn once_is_once_and_without_a_room_to_spare_too() {
    let once = Request { switches: 1, switch_style: SwitchStyle::Once, ..Request::default() };
    let mut flips = 0;
    for seed in 0..50 {
        flips += made(&once, &Count::new(25), seed).found.remove(0).proof.flips[0];
        // Four keys and a switch take eight rooms.
        let toggle = Request { switches: 1, ..Request::default() };
        let tight = made(&toggle, &Count::new(8), seed).found.remove(0).proof.flips;
        assert_eq!(tight, [1, 0, 0, 0], "{seed}");
    }
    assert!(flips < 75, "{flips} flips in 50 missions");
}

#[test]
fn the_most_linear_mission_asks_for_both_positions_too() {
    let request = Request { switches: 1, linearity: Some(10), ..Request::default() };
    let toggled =
        (0..50).filter(|&seed| made(&request, &Count::new(25), seed).found[0].proof.flips[0] >= 2);
    assert!(toggled.count() >= 48);
}

// ------------------------------------------------------------------------- entrances and links of one's own

#[test]
fn the_entrance_is_where_one_likes() {
    let cell = |mission: &Mission| mission.rooms[0].coords.cells().next();
    for (rooms, keys, attempts) in [(8, 4, 1), (25, 4, 20), (100, 8, 20)] {
        let request = Request { keys, switches: 1, attempts, ..Request::default() };
        for (seed, start) in
            (0..30).zip([(0, 0), (7, 0), (-9, 3), (1_000_000, 1_000_000)].iter().cycle())
        {
            let space = Count::new(rooms).starting_at(start.0, start.1);
            let space = space.unwrap_or_else(|error| panic!("{error}"));
            let mission = made(&request, &space, seed).found.remove(0).candidate;
            assert_eq!(cell(&mission), Some(*start));
            let mut cells: Vec<_> = mission.rooms.iter().flat_map(|r| r.coords.cells()).collect();
            assert!(cells.iter().all(|&(_, y)| y >= 0));
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), rooms);
            for edge in &mission.edges {
                let [a, b] =
                    [edge.a, edge.b].map(|room| mission.rooms[room as usize].coords.cells().next());
                let apart = a.zip(b).map(|(a, b)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1));
                assert_eq!(apart, Some(1));
            }
        }
    }
    let space =
        mask("##### #.#.# #####").starting_at(2, 1).unwrap_or_else(|error| panic!("{error}"));
    let request = Request { keys: 2, attempts: 500, ..Request::default() };
    assert_eq!(cell(&made(&request, &space, 1).found.remove(0).candidate), Some((2, 1)));
}

#[test]
fn links_are_as_likely_as_one_likes() {
    let cycles = |p: Option<f64>| -> usize {
        let space = Count::new(50);
        let space = p.map_or(Ok(space), |p| space.with_link_chance(p));
        let space = space.unwrap_or_else(|error| panic!("{error}"));
        let request = Request::default();
        (0..20).map(|seed| made(&request, &space, seed).found.remove(0).candidate.cycles()).sum()
    };
    let [none, usual, all] = [Some(0.0), None, Some(1.0)].map(cycles);
    assert_eq!((none, cycles(Some(0.36))), (0, usual));
    assert!(all > 2 * usual, "{none} {usual} {all}");
}
