//! A slow implementation of the cave automaton, written from its description: one cell at a time, with regions, the
//! regions that are kept, tunnels and distances. It is compared with the fast one on thousands of random maps, with
//! widths on both sides of a word boundary.

use quandary_dungeon::Options;
use quandary_dungeon::bitgrid::automaton::{Rule, step};
use quandary_dungeon::bitgrid::noise::{self, Odds};
use quandary_dungeon::bitgrid::{Border, Grid, regions};
use quandary_dungeon::cave::distance::{self, OUT_OF_REACH};
use quandary_dungeon::cave::{self, Keep, Request};
use search::{Control, Pool, Seed, Stream};
use std::collections::VecDeque;

/// Rows of cells, true where solid.
type Map = Vec<Vec<bool>>;

const SIDES: [u32; 14] = [1, 2, 3, 7, 31, 62, 63, 64, 65, 66, 127, 128, 129, 200];

fn stream(name: &str) -> Stream {
    Seed::new(11).unwrap_or_else(|error| panic!("{error}")).attempt(0).phase(name)
}

fn side(stream: &mut Stream) -> u32 {
    stream.pick(&SIDES).copied().unwrap_or(1)
}

fn random_map(stream: &mut Stream) -> Map {
    let (width, height) = (side(stream), side(stream));
    let fill = stream.unit();
    (0..height).map(|_| (0..width).map(|_| stream.chance(fill)).collect()).collect()
}

fn packed(map: &Map) -> Grid {
    let mut grid = Grid::solid(map[0].len() as u32, map.len() as u32);
    for (y, row) in map.iter().enumerate() {
        for (x, &solid) in row.iter().enumerate() {
            grid.set(x as u32, y as u32, solid);
        }
    }
    grid
}

fn is_solid(map: &Map, x: i64, y: i64) -> bool {
    let row = usize::try_from(y).ok().and_then(|y| map.get(y));
    let cell = row.zip(usize::try_from(x).ok()).and_then(|(row, x)| row.get(x));
    cell.copied().unwrap_or(true)
}

/// One step, cell by cell.
fn stepped(map: &Map, rule: Rule, border: Border) -> Map {
    let (width, height) = (map[0].len() as i64, map.len() as i64);
    let cell = |x: i64, y: i64| {
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        let around = around.filter(|&at| at != (0, 0));
        let solid = around.filter(|(dx, dy)| is_solid(map, x + dx, y + dy)).count() as u8;
        let edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
        let least = if is_solid(map, x, y) { rule.survive } else { rule.birth };
        solid >= least || (edge && border == Border::Solid)
    };
    (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect()
}

/// The regions in reading order, each as its cells, by flood fill.
fn flooded(map: &Map) -> Vec<Vec<(usize, usize)>> {
    let mut seen = map.clone();
    let mut found = Vec::new();
    for y in 0..map.len() {
        for x in 0..map[0].len() {
            if seen[y][x] {
                continue;
            }
            seen[y][x] = true;
            let mut region = vec![(x, y)];
            let mut next = 0;
            while let Some(&(x, y)) = region.get(next) {
                next += 1;
                let around =
                    [(x, y.wrapping_sub(1)), (x.wrapping_sub(1), y), (x + 1, y), (x, y + 1)];
                for (x, y) in around {
                    if let Some(cell) = seen.get_mut(y).and_then(|row| row.get_mut(x))
                        && !*cell
                    {
                        *cell = true;
                        region.push((x, y));
                    }
                }
            }
            found.push(region);
        }
    }
    found
}

/// The map with only the regions that are to be kept.
fn kept(map: &Map, wanted: impl Fn(usize, usize) -> bool) -> Map {
    let mut left = vec![vec![true; map[0].len()]; map.len()];
    for (i, region) in flooded(map).iter().enumerate() {
        if wanted(i, region.len()) {
            region.iter().for_each(|&(x, y)| left[y][x] = false);
        }
    }
    left
}

fn largest(map: &Map) -> Option<usize> {
    let sizes: Vec<usize> = flooded(map).iter().map(Vec::len).collect();
    sizes.iter().position(|size| Some(size) == sizes.iter().max())
}

#[test]
fn steps_are_those_of_the_twin() {
    let mut stream = stream("steps");
    for n in 0..600 {
        let map = random_map(&mut stream);
        let rule = match n % 3 {
            0 => Rule::default(),
            _ => Rule { birth: stream.below(10) as u8, survive: stream.below(10) as u8 },
        };
        let border = if n % 2 == 0 { Border::Solid } else { Border::Drawn };
        let mut grid = packed(&map);
        step(&mut grid, rule, border, &Pool::new(1));
        let expect = packed(&stepped(&map, rule, border));
        assert!(grid == expect, "{n}: {}x{} {rule:?} {border:?}", map[0].len(), map.len());
    }
}

#[test]
fn regions_and_kept_regions_agree_with_the_twin() {
    let mut stream = stream("regions");
    let pool = Pool::new(1);
    for n in 0..600 {
        let mut map = random_map(&mut stream);
        if n % 2 == 0 {
            map = stepped(&map, Rule::default(), Border::Drawn);
        }
        let grid = packed(&map);
        let found = regions::find(&grid, &pool);
        let sizes: Vec<u32> = flooded(&map).iter().map(|region| region.len() as u32).collect();
        let size = format!("{n}: {}x{}", map[0].len(), map.len());
        assert_eq!(found.iter().map(|region| region.size).collect::<Vec<_>>(), sizes, "{size}");
        for (region, cells) in found.iter().zip(flooded(&map)) {
            assert_eq!((region.x as usize, region.y as usize), cells[0], "{size}");
        }

        let mut one = grid.clone();
        cave::keep(&mut one, &found, Keep::Largest, Border::Drawn);
        let first = largest(&map);
        assert!(one == packed(&kept(&map, |i, _| Some(i) == first)), "{size}");
        let mut all = grid.clone();
        cave::keep(&mut all, &found, Keep::All, Border::Drawn);
        assert!(all == grid, "{size}");
    }
}

#[test]
fn tunnels_join_large_regions_and_touch_nothing_else() {
    let mut stream = stream("tunnels");
    let pool = Pool::new(1);
    for n in 0..400 {
        let border = if n % 2 == 0 { Border::Solid } else { Border::Drawn };
        let map = stepped(&random_map(&mut stream), Rule::default(), border);
        let (width, height) = (map[0].len() as i64, map.len() as i64);
        let mut grid = packed(&map);
        let min = [1, 4, 30][n % 3];
        let found = regions::find(&grid, &pool);
        cave::keep(&mut grid, &found, Keep::Bridge { min }, border);
        let first = largest(&map);
        let large = kept(&map, |i, size| size >= min as usize || Some(i) == first);
        let joined = regions::find(&grid, &pool);
        assert_eq!(joined.len(), usize::from(first.is_some()), "{n}: {width}x{height}");
        for y in 0..height {
            for x in 0..width {
                let edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
                let solid = grid.is_solid(x, y);
                assert!(is_solid(&large, x, y) || !solid, "{n}: what is kept stays open");
                assert!(solid || !edge || border == Border::Drawn, "{n}: the border stays closed");
            }
        }
        let (tunnels, opened) = (flooded(&large).len().max(1) - 1, grid.open_cells());
        let dug = opened - packed(&large).open_cells();
        let longest = (width + height) as u64;
        assert!(dug >= tunnels.min(1) as u64 && dug <= tunnels as u64 * longest, "{n}: {dug}");
    }
}

#[test]
fn two_rooms_are_joined_by_a_shortest_tunnel() {
    let mut grid = Grid::drawn("..######\n..######\n######..\n######..\n");
    let found = regions::find(&grid, &Pool::new(1));
    cave::keep(&mut grid, &found, Keep::Bridge { min: 2 }, Border::Drawn);
    // From (1, 1) to (6, 2) there are six steps, so five cells lie between.
    assert_eq!(grid.open_cells(), 8 + 5);
}

#[test]
fn distances_are_those_of_the_twin() {
    let mut stream = stream("distances");
    for n in 0..300 {
        let map = random_map(&mut stream);
        let grid = packed(&map);
        let Some(from) = distance::nearest_the_middle(&grid) else {
            assert_eq!(grid.open_cells(), 0);
            continue;
        };
        let off = |(x, y): (u32, u32)| {
            let along = |at: u32, side: usize| (2 * i64::from(at) + 1 - side as i64).pow(2);
            along(x, map[0].len()) + along(y, map.len())
        };
        let mut steps = vec![vec![OUT_OF_REACH; map[0].len()]; map.len()];
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some(((x, y), distance)) = queue.pop_front() {
            if is_solid(&map, x.into(), y.into()) || steps[y as usize][x as usize] != OUT_OF_REACH {
                continue;
            }
            steps[y as usize][x as usize] = distance;
            let around = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
            queue.extend(around.map(|cell| (cell, distance + 1)));
        }
        let Some(found) = distance::measure(&grid, from) else { panic!("{n}: none") };
        let mut most = 0;
        for (y, row) in (0..).zip(&steps) {
            assert_eq!(found.row(y), row, "{n}");
            most = row.iter().copied().filter(|&d| d != OUT_OF_REACH).fold(most, u32::max);
            for x in (0..).zip(&map[y as usize]).filter(|(_, solid)| !**solid).map(|(x, _)| x) {
                assert!((off(from), from.1, from.0) <= (off((x, y)), y, x), "{n}: the nearest");
            }
        }
        assert_eq!(found.most, most);
    }
}

#[test]
fn a_whole_cave_is_the_twins_for_any_number_of_threads() {
    let mut stream = stream("whole");
    for n in 0..60u32 {
        let mut request = Request::new(side(&mut stream), side(&mut stream));
        if n % 4 == 0 {
            request.height = 500;
        }
        request.fill = 0.4 + stream.unit() * 0.2;
        request.passes = n % 6;
        request.border = if n % 2 == 0 { Border::Solid } else { Border::Drawn };
        request.keep = [Keep::Largest, Keep::All, Keep::Bridge { min: 5 }][n as usize % 3];
        let seed = Seed::new(u64::from(n)).unwrap_or_else(|error| panic!("{error}"));
        let make = |threads| {
            let control = Control { threads, ..Control::default() };
            cave::generate(&request, seed, Options { control, ..Options::default() })
                .unwrap_or_else(|error| panic!("{error}"))
        };
        let one = make(1);
        for threads in [2, 3, 8] {
            assert!(make(threads) == one, "{n}: {threads} threads, {request:?}");
        }
        assert_eq!(one.open_cells, one.grid.open_cells());

        let mut noise = Grid::solid(request.width, request.height);
        let odds = Odds::of(request.fill);
        noise::draw(&mut noise, odds, request.border, seed.attempt(0), &Pool::new(1));
        let cell = |x: u32, y: u32| noise.is_solid(x.into(), y.into());
        let mut map: Map =
            (0..request.height).map(|y| (0..request.width).map(|x| cell(x, y)).collect()).collect();
        for _ in 0..request.passes {
            map = stepped(&map, request.rule, request.border);
        }
        assert_eq!(one.regions, flooded(&map).len());
        let first = largest(&map);
        match request.keep {
            Keep::Largest => {
                assert!(one.grid == packed(&kept(&map, |i, _| Some(i) == first)), "{request:?}");
            }
            Keep::All => assert!(one.grid == packed(&map), "{request:?}"),
            Keep::Bridge { .. } => (),
        }
    }
}
