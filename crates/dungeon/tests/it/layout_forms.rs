//! Forms of halls (`layout/3`): the share of connections of the grid, symmetry, and variety.

use quandary_dungeon::layout::{
    Bounds, Cut, Direction, Form, Generator, Layout, Request, categories, generate,
};
use quandary_dungeon::{Options, Scratch};
use search::Seed;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

type Place = [i32; 3];

const SEEDS: u64 = 300;

/// The categories of halls, with their forms.
fn halls() -> impl Iterator<Item = (&'static str, Form)> {
    categories().iter().filter_map(|row| Some((row.name.as_str(), row.form?)))
}

fn request(name: &str) -> Request {
    Request::of(name).unwrap_or_else(|error| panic!("{error}"))
}

fn layouts(request: &Request) -> impl Iterator<Item = Layout> {
    let mut scratch = Scratch::default();
    (0..SEEDS).map(move |n| {
        let seed = Seed::new(n).unwrap_or_else(|error| panic!("{error}"));
        generate(request, seed, Options::reusing(&mut scratch))
            .unwrap_or_else(|error| panic!("{error}"))
    })
}

/// The rooms of a layout, each with its directions on its level.
fn ways(layout: &Layout) -> BTreeMap<Place, Vec<Direction>> {
    let level = |way: &Direction| !matches!(way, Direction::Up | Direction::Down);
    let rooms = layout.rooms.iter();
    rooms.map(|room| (room.coords, room.connections.iter().filter(level).collect())).collect()
}

/// Number of connected pairs of neighbours on a level, and of all pairs of neighbours.
fn pairs(layout: &Layout) -> [usize; 2] {
    let ways = ways(layout);
    let beside = [Direction::East, Direction::North];
    let mut found = [0, 0];
    for (&place, joined) in &ways {
        for way in beside.iter().filter(|way| ways.contains_key(&way.step(place))) {
            found[0] += usize::from(joined.contains(way));
            found[1] += 1;
        }
    }
    found
}

/// True if every room can be reached from the entry.
fn is_connected(layout: &Layout) -> bool {
    let rooms: BTreeMap<Place, _> =
        layout.rooms.iter().map(|r| (r.coords, r.connections)).collect();
    let entry = layout.rooms.iter().find(|room| room.entry).map(|room| room.coords);
    let mut queue: VecDeque<Place> = entry.into_iter().collect();
    let mut seen: BTreeSet<Place> = queue.iter().copied().collect();
    while let Some(here) = queue.pop_front() {
        for to in rooms[&here].iter().map(|way| way.step(here)) {
            if seen.insert(to) {
                queue.push_back(to);
            }
        }
    }
    seen.len() == rooms.len()
}

#[test]
fn halls_are_one_piece_and_no_lattice() {
    // The largest share of connected pairs of neighbours, and the largest mean number of ways of a room.
    let most = [
        ("dungeon", 0.80, 2.4),
        ("ruins", 0.80, 2.0),
        ("temple", 0.85, 2.2),
        ("tomb", 0.81, 2.0),
        ("crypt", 0.80, 2.0),
        ("monastery", 0.81, 2.2),
        ("shrine", 0.84, 2.1),
    ];
    let mut wrong = Vec::new();
    assert!(halls().map(|(name, _)| name).eq(most.map(|(name, ..)| name)));
    for (name, share, degree) in most {
        let (mut sum, mut rooms) = ([0, 0], 0);
        for (n, layout) in layouts(&request(name)).enumerate() {
            assert!(is_connected(&layout), "{name} {n}");
            let [joined, all] = pairs(&layout);
            (sum[0], sum[1], rooms) = (sum[0] + joined, sum[1] + all, rooms + layout.rooms.len());
        }
        let found = sum[0] as f64 / sum[1] as f64;
        let ways = 2.0 * sum[0] as f64 / rooms as f64;
        let said = format!(
            "{name}: {found:.3} of pairs joined, {ways:.2} ways a room, {} rooms",
            rooms as u64 / SEEDS
        );
        if found > share || ways > degree {
            wrong.push(said);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn mirrored_layouts_are_symmetric_but_for_a_few_niches() {
    for (name, _) in halls().filter(|(_, form)| form.mirrored) {
        let mut counts = [0; 3];
        for layout in layouts(&request(name)) {
            let ways = ways(&layout);
            let bounds = layout.bounds;
            for (&[x, y, z], joined) in &ways {
                let twin = ways.get(&[bounds.min_x + bounds.max_x - x, y, z]);
                let turned = |way: &Direction| match way {
                    Direction::East | Direction::West => way.opposite(),
                    _ => *way,
                };
                counts[0] += usize::from(twin.is_some());
                counts[1] += 1;
                let all: BTreeSet<Direction> = joined.iter().map(turned).collect();
                counts[2] +=
                    usize::from(twin.is_some_and(|twin| all == twin.iter().copied().collect()));
            }
        }
        let [twins, rooms, alike] = counts.map(|count| count as f64);
        let said = format!(
            "{name}: {:.3} have a twin, {:.3} are joined alike",
            twins / rooms,
            alike / rooms
        );
        assert!(twins / rooms > 0.99 && alike / rooms > 0.97, "{said}");
    }
}

#[test]
fn chapels_are_joined_to_their_nave_alone() {
    let naves = |name: &str| {
        let (mut ends, mut long, mut rooms) = (0, 0, 0);
        for layout in layouts(&request(name)) {
            let ways = ways(&layout);
            rooms += ways.len();
            ends += ways.values().filter(|ways| ways.len() == 1).count();
            // A hall is a run of five rooms in a row.
            for way in [Direction::East, Direction::North] {
                let runs = |start: Place| {
                    let next =
                        |&place: &Place| ways.get(&place)?.contains(&way).then(|| way.step(place));
                    std::iter::successors(Some(start), next).take(5).count() == 5
                };
                long += ways.keys().filter(|&&place| runs(place)).count();
            }
        }
        [ends, long].map(|count| count as f64 / rooms as f64)
    };
    for (name, _) in halls().filter(|(_, form)| form.cut == Cut::Halls) {
        let [ends, long] = naves(name);
        assert!(ends > 0.35 && long > 0.12, "{name}: {ends:.3} dead ends, {long:.3} begin a hall");
    }
    let [ends, long] = naves("ruins");
    assert!(ends < 0.35 && long < 0.08, "ruins: {ends:.3} dead ends, {long:.3} begin a hall");
}

#[test]
fn no_two_categories_are_alike_and_the_same_seed_gives_the_same() {
    let names: Vec<&str> = halls().map(|(name, _)| name).collect();
    let of = |name: &&str| -> Vec<Layout> { layouts(&request(name)).collect() };
    let all: Vec<Vec<Layout>> = names.iter().map(of).collect();
    for (at, a) in all.iter().enumerate() {
        assert_eq!(*a, of(&names[at]), "{}", names[at]);
        for b in &all[..at] {
            assert!(a.iter().zip(b).all(|(a, b)| a.rooms != b.rooms), "{}", names[at]);
        }
        let different: BTreeSet<String> = a.iter().map(|a| format!("{:?}", a.rooms)).collect();
        assert!(different.len() as u64 > SEEDS - 10, "{}: {}", names[at], different.len());
    }
}

#[test]
fn only_halls_differ_where_all_neighbours_are_joined() {
    for category in categories().iter().map(|row| row.name.as_str()) {
        let (new, old) = (request(category), Request { all_joined: true, ..request(category) });
        let same = layouts(&new).zip(layouts(&old)).filter(|(a, b)| a == b).count() as u64;
        let halls = new.category.generator == Generator::Bsp;
        assert_eq!(same, if halls { 0 } else { SEEDS }, "{category}");
    }
}

#[test]
fn small_and_narrow_bounds_have_forms_too() {
    for (name, _) in halls() {
        for bounds in
            ["0,2,0,2,0,0", "0,3,0,2,-3,0", "0,2,0,20,-1,0", "0,79,0,4,-1,0", "0,1,0,6,0,1"]
        {
            let bounds: Bounds = bounds.parse().unwrap_or_else(|error| panic!("{error}"));
            for (n, layout) in layouts(&Request { bounds, ..request(name) }).enumerate() {
                assert!(is_connected(&layout), "{name} {bounds} {n}");
            }
        }
    }
}
