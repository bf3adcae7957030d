//! Layouts against a naive implementation: the automaton cell by cell, regions by flood fill, distances by
//! breadth-first search, bridges by removal; and every rule on random bounds, for every category.

use quandary_dungeon::layout::{
    Automaton, Border, Bounds, Direction, Generator, Keep, Kind, Layout, Request, Room, Stairs,
    categories, cellular, generate,
};
use quandary_dungeon::{Options, Scratch};
use search::{Seed, Stream};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use testing::times;

type Place = [i32; 3];

fn seed(n: u64) -> Seed {
    Seed::new(n).unwrap_or_else(|error| panic!("{error}"))
}

fn request(name: &str) -> Request {
    Request::of(name).unwrap_or_else(|error| panic!("{error}"))
}

/// One pass of the automaton, cell by cell; cells outside count as solid.
fn pass(open: &[Vec<bool>], birth: u8, survive: u8) -> Vec<Vec<bool>> {
    let solid = |x: i64, y: i64| {
        let row = usize::try_from(y).ok().and_then(|y| open.get(y));
        let cell = row.and_then(|row| usize::try_from(x).ok().and_then(|x| row.get(x)));
        u8::from(!cell.copied().unwrap_or(false))
    };
    let next = |x: i64, y: i64| {
        let mut count = 0;
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            count += solid(x + dx, y + dy);
        }
        if solid(x, y) == 1 { count < survive } else { count < birth }
    };
    let row = |y: usize| (0..open[y].len()).map(|x| next(x as i64, y as i64)).collect();
    (0..open.len()).map(row).collect()
}

/// The largest region, the first of several in reading order.
fn largest(open: &[Vec<bool>]) -> Vec<Vec<bool>> {
    let mut best: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for y in 0..open.len() {
        for x in 0..open[y].len() {
            if !open[y][x] || !seen.insert((x, y)) {
                continue;
            }
            let (mut region, mut stack) = (BTreeSet::new(), vec![(x, y)]);
            while let Some((x, y)) = stack.pop() {
                region.insert((x, y));
                for (x, y) in
                    [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))]
                {
                    let free = open.get(y).and_then(|row| row.get(x)).is_some_and(|&free| free);
                    if free && seen.insert((x, y)) {
                        stack.push((x, y));
                    }
                }
            }
            if region.len() > best.len() {
                best = region;
            }
        }
    }
    let row = |y: usize| (0..open[y].len()).map(|x| best.contains(&(x, y))).collect();
    (0..open.len()).map(row).collect()
}

#[test]
fn the_automaton_is_the_one_that_goes_cell_by_cell() {
    let mut stream = seed(1).attempt(0).phase("twin");
    for _ in 0..2_000 {
        let (columns, rows) = (stream.between(1, 90), stream.between(1, 20));
        let p = 0.4 + 0.2 * stream.unit();
        let mut cell = |_| stream.chance(p);
        let noise: Vec<Vec<bool>> =
            (0..rows).map(|_| (0..columns).map(&mut cell).collect()).collect();
        let (birth, survive) = (stream.between(1, 8) as u8, stream.between(1, 8) as u8);
        let (birth, survive) = if stream.chance(0.5) { (5, 4) } else { (birth, survive) };
        let passes = stream.between(0, 5) as u8;
        let mut open = noise.clone();
        for _ in 0..passes {
            open = pass(&open, birth, survive);
        }
        let kept = largest(&open);
        let said = format!("{columns} × {rows}, {birth} {survive}, {passes} passes");
        assert!(cellular::automaton(&noise, birth, survive, passes) == [open, kept], "{said}");
    }
}

/// The rooms of a layout as a graph.
struct Graph {
    rooms: BTreeMap<Place, Room>,
}

impl Graph {
    fn of(layout: &Layout) -> Self {
        let rooms: BTreeMap<Place, Room> =
            layout.rooms.iter().map(|room| (room.coords, *room)).collect();
        assert_eq!(rooms.len(), layout.rooms.len(), "two rooms in one place");
        Self { rooms }
    }

    /// Number of steps from a place to every room that can be reached without one connection.
    fn distances(&self, from: Place, without: Option<(Place, Place)>) -> BTreeMap<Place, u32> {
        let mut steps = BTreeMap::from([(from, 0)]);
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            for direction in self.rooms[&here].connections.iter() {
                let to = direction.step(here);
                if without == Some((here, to)) || without == Some((to, here)) {
                    continue;
                }
                let on = steps[&here] + 1;
                steps.entry(to).or_insert_with(|| {
                    queue.push_back(to);
                    on
                });
            }
        }
        steps
    }

    fn bridges(&self, entry: Place, enough: usize) -> usize {
        let mut found = 0;
        for (&place, room) in &self.rooms {
            for direction in room.connections.iter() {
                let to = direction.step(place);
                if place < to && self.distances(entry, Some((place, to))).len() < self.rooms.len() {
                    found += 1;
                    if found == enough {
                        return found;
                    }
                }
            }
        }
        found
    }
}

/// The rules that all layouts keep.
fn laws(layout: &Layout, request: &Request, said: &str) {
    let graph = Graph::of(layout);
    let bounds = request.bounds;
    let entries: Vec<&Room> = layout.rooms.iter().filter(|room| room.entry).collect();
    let [entry] = entries[..] else { panic!("{} entries: {said}", entries.len()) };
    assert_eq!(entry.coords[2], request.category.enters.level(&bounds), "{said}");
    assert_eq!(entry.kind, Kind::Entry, "{said}");
    let away = |[x, y, _]: Place| {
        (2 * x - bounds.min_x - bounds.max_x).pow(2) + (2 * y - bounds.min_y - bounds.max_y).pow(2)
    };
    let level = layout.rooms.iter().filter(|room| room.coords[2] == entry.coords[2]);
    assert_eq!(level.map(|room| away(room.coords)).min(), Some(away(entry.coords)), "{said}");
    let distances = graph.distances(entry.coords, None);
    for room in &layout.rooms {
        assert!(bounds.holds(room.coords), "{said}");
        assert_eq!(distances.get(&room.coords), Some(&room.distance), "{:?}: {said}", room.coords);
        for direction in room.connections.iter() {
            let other = graph.rooms.get(&direction.step(room.coords));
            assert!(other.is_some_and(|o| o.connections.has(direction.opposite())), "{said}");
        }
        let expect = match (room.entry, room.connections.len()) {
            (true, _) => Some(Kind::Entry),
            (false, 3..) => Some(Kind::Corridor),
            (false, _) => Some(Kind::Chamber),
        };
        let special = matches!(room.kind, Kind::Boss | Kind::Treasure | Kind::Puzzle);
        assert!(special && !room.entry || Some(room.kind) == expect, "{room:?}: {said}");
    }
    let plain = request.automaton == Automaton::Plain;
    if layout.generator() != Generator::SingleRoom && !plain {
        levels(layout, request, said);
    }
    boss(layout, request, said);
    dead_ends(layout, request, &graph, entry.coords, said);
    if request.stairs == Stairs::All {
        let lost = pairs_left_out(&graph);
        assert!(lost.is_empty(), "no stairs at {lost:?}: {said}");
    }
}

/// The rooms below another room, without stairs between them.
fn pairs_left_out(graph: &Graph) -> Vec<Place> {
    let left = |(&place, room): (&Place, &Room)| {
        let above = graph.rooms.contains_key(&Direction::Up.step(place));
        (above && !room.connections.has(Direction::Up)).then_some(place)
    };
    graph.rooms.iter().filter_map(left).collect()
}

/// Every level has enough rooms, and no level is a single cell if more fit.
fn levels(layout: &Layout, request: &Request, said: &str) {
    let [x, y, z] = request.bounds.size();
    let solid = |length: u64| if request.border == Border::Solid && length > 2 { 2 } else { 0 };
    let fit = (x - solid(x)) * (y - solid(y));
    let interior = x.saturating_sub(2) * y.saturating_sub(2);
    for level in 0..z as i32 {
        let here = layout.rooms.iter().filter(|r| r.coords[2] == request.bounds.min_z + level);
        let usual = if layout.generator() == Generator::Cellular { interior / 3 } else { 5 };
        let least = request.min_rooms.map_or(usual, u64::from).max(5).min(fit);
        assert!(here.count() as u64 >= least, "level {level}: {said}");
    }
}

/// The boss's room is the farthest dead end of the farthest level; it is not the entry and has no stairs.
fn boss(layout: &Layout, request: &Request, said: &str) {
    let bosses: Vec<&Room> = layout.rooms.iter().filter(|r| r.kind == Kind::Boss).collect();
    if !layout.generator().has_boss() {
        assert!(bosses.is_empty(), "{said}");
        return;
    }
    let bounds = request.bounds;
    let first = request.category.enters.level(&bounds);
    let level =
        if first - bounds.min_z >= bounds.max_z - first { bounds.min_z } else { bounds.max_z };
    let others: Vec<&Room> =
        layout.rooms.iter().filter(|r| r.coords[2] == level && !r.entry).collect();
    assert_eq!(bosses.len(), usize::from(!others.is_empty()), "{said}");
    let Some(boss) = bosses.first() else { return };
    assert_eq!(boss.coords[2], level, "{said}");
    let stairs = |r: &Room| r.connections.has(Direction::Up) || r.connections.has(Direction::Down);
    let plain: Vec<&&Room> = others.iter().filter(|r| !stairs(r)).collect();
    if plain.is_empty() {
        return;
    }
    assert!(!stairs(boss), "boss on the stairs: {said}");
    let ends = plain.iter().filter(|r| r.connections.len() == 1).map(|r| r.distance).max();
    let all = plain.iter().map(|r| r.distance).max();
    assert_eq!(Some(boss.distance), ends.or(all), "{said}");
    let wide = bounds.size()[0] >= 2 && bounds.size()[1] >= 2;
    if others.len() >= 3 && wide && request.automaton == Automaton::Helped {
        assert_eq!(boss.connections.len(), 1, "the boss is at no dead end: {said}");
    }
}

/// Dead ends, bridges, treasures and puzzles.
fn dead_ends(layout: &Layout, request: &Request, graph: &Graph, entry: Place, said: &str) {
    let count = |kind| layout.rooms.iter().filter(|r| r.kind == kind).count();
    let ends = layout.rooms.iter().filter(|r| r.connections.len() == 1 && !r.entry).count();
    let row = |axis: usize| {
        let all: BTreeSet<i32> = layout.rooms.iter().map(|room| room.coords[axis]).collect();
        all.len() == 1
    };
    let line = [0, 1, 2].into_iter().filter(|&axis| row(axis)).count() >= 2;
    if layout.rooms.len() >= 8 && request.automaton == Automaton::Helped {
        assert!(ends >= 3 || line, "{ends} dead ends: {said}");
        assert_eq!(graph.bridges(entry, 3), 3, "{said}");
    }
    let left = layout.rooms.len() - 1 - count(Kind::Boss);
    let (no_treasure, no_puzzle) = (request.treasure_share == 0.0, request.puzzle_share == 0.0);
    let before = usize::from(!no_treasure);
    let expect = (usize::from(left >= 1 && !no_treasure), usize::from(left > before && !no_puzzle));
    let found = (count(Kind::Treasure).min(1), count(Kind::Puzzle).min(1));
    assert_eq!(found, expect, "treasure and puzzle: {said}");
}

#[test]
fn every_category_keeps_every_law_at_its_usual_bounds() {
    for category in categories() {
        let request = request(&category.name);
        let (mut scratch, mut seen) = (Scratch::default(), BTreeSet::new());
        for n in 0..200 {
            let layout = generate(&request, seed(n), Options::reusing(&mut scratch))
                .unwrap_or_else(|e| panic!("{e}"));
            laws(&layout, &request, &format!("{} seed {n}", category.name));
            assert_eq!(generate(&request, seed(n), Options::default()).as_ref(), Ok(&layout));
            seen.insert(format!("{:?}", layout.rooms));
        }
        let least = if category.generator == Generator::SingleRoom { 10 } else { 190 };
        assert!(seen.len() >= least, "{}: {} of 200 differ", category.name, seen.len());
    }
}

/// A request of any category with random bounds and parameters.
fn any_request(stream: &mut Stream) -> Request {
    let all = categories();
    let mut request = request(&all[stream.index(all.len())].name);
    let span = |stream: &mut Stream, most| {
        let low = stream.between(-5, 5) as i32;
        (low, low + stream.between(0, most) as i32)
    };
    let wide = if stream.chance(0.1) { 80 } else { 13 };
    let ((min_x, max_x), (min_y, max_y)) = (span(stream, wide), span(stream, 13));
    let (min_z, max_z) = span(stream, 4);
    request.bounds = Bounds { min_x, max_x, min_y, max_y, min_z, max_z };
    request.fill = 0.45 + 0.1 * stream.unit();
    request.passes = stream.between(0, 6) as u8;
    if stream.chance(0.3) {
        (request.birth, request.survive) = (stream.between(1, 8) as u8, stream.between(1, 8) as u8);
    }
    request.border = if stream.chance(0.3) { Border::Solid } else { Border::Drawn };
    request.keep = if stream.chance(0.3) { Keep::Bridge } else { Keep::Largest };
    request.min_rooms = stream.chance(0.2).then(|| stream.below(60) as u32);
    request.stairs = match stream.below(4) {
        0 => Stairs::All,
        1 => Stairs::Count(stream.between(2, 5) as u32),
        _ => Stairs::Count(1),
    };
    let share = |stream: &mut Stream| if stream.chance(0.1) { 0.0 } else { stream.unit() * 0.5 };
    (request.treasure_share, request.puzzle_share) = (share(stream), share(stream));
    request.all_joined = stream.below(5) < 2;
    if request.category.generator == Generator::Cellular && stream.chance(0.3) {
        (request.automaton, request.min_rooms) = (Automaton::Plain, None);
    }
    request
}

fn layouts(request: &Request, seeds: u64) -> impl Iterator<Item = Layout> {
    let mut scratch = Scratch::default();
    (0..seeds).map(move |n| {
        generate(request, seed(n), Options::reusing(&mut scratch))
            .unwrap_or_else(|error| panic!("{error}"))
    })
}

fn cave(bounds: &str) -> Request {
    let bounds = bounds.parse().unwrap_or_else(|error| panic!("{error}"));
    Request { bounds, ..request("cave") }
}

/// The dead ends of a layout without the boss's, and the numbers of those with a treasure and with a puzzle.
fn shared(layout: &Layout) -> [usize; 3] {
    let end = |r: &&Room| r.connections.len() == 1 && !r.entry && r.kind != Kind::Boss;
    let ends: Vec<&Room> = layout.rooms.iter().filter(end).collect();
    let of = |kind| ends.iter().filter(|room| room.kind == kind).count();
    [ends.len(), of(Kind::Treasure), of(Kind::Puzzle)]
}

#[test]
fn shares_are_the_requested_ones() {
    let check = |request: &Request, seeds, expect: [f64; 2]| {
        let mut sum = [0; 3];
        for layout in layouts(request, seeds) {
            let counts = shared(&layout);
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            for (count, share) in counts.into_iter().skip(1).zip(expect) {
                assert!(counts[0] < 2 || count > 0 || share == 0.0, "{counts:?}");
            }
        }
        for (count, share) in sum.into_iter().skip(1).zip(expect) {
            let found = count as f64 / sum[0] as f64;
            let near = if share == 0.0 { 0.0 } else { 0.03 };
            assert!((found - share).abs() <= near, "{found:.3}, not {share}: {request:?}");
        }
    };
    for (bounds, seeds) in
        [("-3,3,-3,3,-2,0", 2_000), ("0,9,0,9,0,0", 2_000), ("0,29,0,29,-2,0", 50)]
    {
        let request = cave(bounds);
        check(&request, seeds, [0.3, 0.2]);
        for shares in [[0.0, 0.2], [0.3, 0.0], [0.0, 0.0], [0.5, 0.5], [1.0, 0.0]] {
            let [treasure_share, puzzle_share] = shares;
            let request = Request { treasure_share, puzzle_share, ..request.clone() };
            check(&request, seeds / 4, shares);
        }
    }
}

#[test]
fn larger_caves_have_more_dead_ends() {
    let ends = |request: &Request, seeds| {
        let all = layouts(request, seeds).map(|layout| (shared(&layout)[0], layout.rooms.len()));
        all.fold((0, 0), |(ends, rooms), (more, of)| (ends + more, rooms + of))
    };
    // Small caves get all requested niches; in large ones the rock may be used up first.
    for (bounds, rooms_an_end) in
        [("-3,3,-3,3,-2,0", 9), ("0,9,0,9,-2,0", 9), ("0,19,0,19,-2,0", 11), ("0,49,0,49,0,0", 15)]
    {
        let (ends, rooms) = ends(&cave(bounds), 50);
        assert!(ends * rooms_an_end > rooms, "{bounds}: {ends} in {rooms} rooms");
    }
}

#[test]
fn all_stairs_are_all() {
    for name in ["cave", "mine", "dungeon", "crypt", "temple", "tower"] {
        let request = Request { stairs: Stairs::All, ..request(name) };
        for (n, layout) in (0..200).zip(layouts(&request, 200)) {
            let lost = pairs_left_out(&Graph::of(&layout));
            assert!(lost.is_empty(), "{name} {n}: {lost:?}");
        }
    }
}

/// The rooms of a layout, moved until the first is at the origin.
fn shape(layout: &Layout) -> Vec<Place> {
    let [x, y, z] = layout.rooms.first().map_or([0; 3], |room| room.coords);
    layout.rooms.iter().map(|room| room.coords).map(|[a, b, c]| [a - x, b - y, c - z]).collect()
}

#[test]
fn no_two_categories_share_their_rooms() {
    let alike = |a: &str, b: &str| {
        let of = |name| Request { all_joined: true, ..request(name) };
        let (a, b) = (of(a), of(b));
        layouts(&a, 100).zip(layouts(&b, 100)).filter(|(a, b)| shape(a) == shape(b)).count()
    };
    let rooms = |row: &&quandary_dungeon::layout::Category| row.generator != Generator::SingleRoom;
    let names: Vec<&str> = categories().iter().filter(rooms).map(|row| row.name.as_str()).collect();
    for (at, a) in names.iter().enumerate() {
        for b in &names[..at] {
            assert_eq!(alike(a, b), 0, "{a} and {b}");
        }
    }
    // There are few layouts of a single room; equal ones occur by chance.
    let singles = [("tavern", "shop"), ("inn", "grove"), ("hollow", "overlook")];
    assert!(singles.iter().all(|(a, b)| alike(a, b) < 30));
}

#[test]
fn a_plain_automaton_is_never_an_error() {
    for name in ["cave", "mine"] {
        for bounds in ["-3,3,-3,3,-2,0", "0,2,0,2,-5,0", "0,1,0,6,-3,0", "0,30,0,4,-1,0"] {
            for (fill, stairs) in [(0.45, Stairs::Count(1)), (0.55, Stairs::All)] {
                let usual = Request { fill, stairs, ..cave(bounds) };
                let request = Request {
                    automaton: Automaton::Plain,
                    category: request(name).category,
                    ..usual
                };
                let mut smaller = 0;
                for (n, layout) in (0..100).zip(layouts(&request, 100)) {
                    laws(&layout, &request, &format!("{name} {bounds} {fill} seed {n}"));
                    let helped = Request { automaton: Automaton::Helped, ..request.clone() };
                    let helped = generate(&helped, seed(n), Options::default())
                        .unwrap_or_else(|error| panic!("{error}"));
                    smaller += usize::from(layout.rooms.len() < helped.rooms.len());
                }
                let interior = !bounds.starts_with("0,1,");
                assert_eq!(smaller > 50, interior, "{name} {bounds}: {smaller} of 100");
            }
        }
    }
}

#[test]
fn laws_hold_on_random_bounds() {
    let mut stream = seed(2).attempt(0).phase("bounds");
    let mut scratch = Scratch::default();
    for n in 0..400 * times() {
        let request = any_request(&mut stream);
        let layout = generate(&request, seed(n), Options::reusing(&mut scratch))
            .unwrap_or_else(|e| panic!("{e}"));
        laws(&layout, &request, &format!("seed {n}: {request:?}"));
    }
}
