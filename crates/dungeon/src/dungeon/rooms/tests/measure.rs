//! Measures filled interiors with independent definitions: requests are satisfied at any size, rooms differ, and
//! families are distinguishable.

use crate::dungeon::rooms::{
    Family, Interior, InteriorRequest, Rock, RoomLibrary, Sides, Split, Spot, UseCounts, fill,
};
use crate::purpose::Purpose;
use level::Tile;
use search::{Seed, Stream};
use std::collections::{BTreeMap, BTreeSet};

/// Classes of cells: floor, outer wall, pillar, void, water, wet floor, stair, pattern.
const CLASSES: usize = 8;
const OUTER: u8 = 1;
const WATER: u8 = 4;

/// An interior as classes of cells.
pub(super) struct Measured {
    pub(super) rows: usize,
    pub(super) cols: usize,
    classes: Vec<u8>,
}

/// The cells connected to the start cells through open cells.
fn flood(
    rows: usize,
    cols: usize,
    from: Vec<(usize, usize)>,
    open: impl Fn(usize) -> bool,
) -> BTreeSet<usize> {
    let (mut seen, mut waiting) = (BTreeSet::new(), from);
    while let Some((row, col)) = waiting.pop() {
        let at = row * cols + col;
        if row < rows && col < cols && open(at) && seen.insert(at) {
            let beside = [(row + 1, col), (row, col + 1)];
            waiting.extend(beside);
            waiting.extend(row.checked_sub(1).map(|row| (row, col)));
            waiting.extend(col.checked_sub(1).map(|col| (row, col)));
        }
    }
    seen
}

impl Measured {
    pub(super) fn of(filled: &Interior) -> Self {
        let cols = filled.width;
        let rows = filled.tiles.len() / cols;
        let edge = |&(row, col): &(usize, usize)| {
            row == 0 || col == 0 || row + 1 == rows || col + 1 == cols
        };
        let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let solid = |at: usize| matches!(filled.tiles[at], Tile::Wall | Tile::Void);
        let outer = flood(rows, cols, cells.filter(edge).collect(), solid);
        let class = |(at, tile): (usize, &Tile)| match tile {
            _ if outer.contains(&at) => OUTER,
            Tile::Floor => 0,
            Tile::Wall => 2,
            Tile::Void => 3,
            Tile::Element => WATER,
            Tile::ElementFloor => 5,
            Tile::Stair => 6,
            Tile::Puzzle => 7,
            other => panic!("{other:?}"),
        };
        Self { rows, cols, classes: filled.tiles.iter().enumerate().map(class).collect() }
    }

    fn at(&self, row: usize, col: usize) -> u8 {
        self.classes[row * self.cols + col]
    }

    pub(super) fn count(&self, class: u8) -> usize {
        self.classes.iter().filter(|&&c| c == class).count()
    }

    /// Share of features among the tiles inside the outer wall.
    fn features(&self) -> f64 {
        let inside = self.classes.len() - self.count(OUTER);
        (inside - self.count(0)) as f64 / inside as f64
    }

    pub(super) fn is_plain(&self) -> bool {
        self.classes.iter().all(|&class| class == 0)
    }

    /// True if the box around everything inside the outer wall is symmetrical.
    pub(super) fn mirrors(&self) -> bool {
        let inside: Vec<_> =
            (0..self.classes.len()).filter(|&i| self.classes[i] != OUTER).collect();
        let span = |along: &dyn Fn(usize) -> usize| {
            let of = || inside.iter().map(|&i| along(i));
            (of().min().unwrap(), of().max().unwrap())
        };
        let (top, bottom) = span(&|i| i / self.cols);
        let (left, right) = span(&|i| i % self.cols);
        let all = |image: &dyn Fn(usize, usize) -> (usize, usize)| {
            (top..=bottom).all(|row| {
                (left..=right).all(|col| {
                    let (r, c) = image(row, col);
                    self.at(row, col) == self.at(r, c)
                })
            })
        };
        all(&|r, c| (r, left + right - c)) || all(&|r, c| (top + bottom - r, c))
    }

    /// True if water splits floor.
    fn is_split(&self) -> bool {
        let solid = |at: usize| matches!(self.classes[at], OUTER | 2 | 3);
        let parts = |open: &dyn Fn(usize) -> bool| {
            let mut left: BTreeSet<usize> = (0..self.classes.len()).filter(|&i| open(i)).collect();
            let mut parts = 0;
            while let Some(&at) = left.first() {
                let from = vec![(at / self.cols, at % self.cols)];
                left = &left - &flood(self.rows, self.cols, from, open);
                parts += 1;
            }
            parts
        };
        parts(&|at| !solid(at) && self.classes[at] != WATER) > parts(&|at| !solid(at))
    }

    /// The silhouette as the smallest of its images.
    pub(super) fn silhouette(&self) -> Vec<Vec<u8>> {
        let ground = |class: u8| match class {
            OUTER | 2 | 3 => 2,
            WATER => 1,
            _ => 0,
        };
        let row = |row: &[u8]| row.iter().map(|&class| ground(class)).collect::<Vec<u8>>();
        let drawn: Vec<_> = self.classes.chunks(self.cols).map(row).collect();
        let left: Vec<_> =
            drawn.iter().map(|row| row.iter().rev().copied().collect::<Vec<_>>()).collect();
        let turn = |rows: &Vec<Vec<u8>>| rows.iter().rev().cloned().collect::<Vec<_>>();
        [turn(&drawn), turn(&left), drawn, left].into_iter().min().unwrap()
    }
}

/// Mouths of a room, at any offset along one to four of its sides.
fn mouths(rows: usize, cols: usize, stream: &mut Stream) -> Vec<Spot> {
    let mut sides = [0, 1, 2, 3];
    stream.shuffle(&mut sides);
    let number = 1 + stream.index(4);
    let mouth = |side: usize| match side {
        0 => Spot::new(0, stream.index(cols)),
        1 => Spot::new(rows - 1, stream.index(cols)),
        2 => Spot::new(stream.index(rows), 0),
        _ => Spot::new(stream.index(rows), cols - 1),
    };
    let mut mouths: Vec<_> = sides.into_iter().take(number).map(mouth).collect();
    mouths.sort();
    mouths.dedup();
    mouths
}

/// The rooms of a dungeon of a family: mostly single cells, some larger, one in seven split by water.
fn rooms(family: Family, seed: u64, number: usize) -> Vec<Interior> {
    let stream = &mut Seed::new(seed).unwrap().attempt(0).phase(family.name());
    let mut used = UseCounts::new(number);
    let purposes = Purpose::ALL;
    let room = |_| {
        let (height, width) = match stream.index(12) {
            0 => (9, 30),
            1 => (20, 14),
            2 if stream.chance(0.5) => (20, 30),
            _ => (9, 14),
        };
        // More than half of the rooms are fights or passages.
        let common = [Purpose::Fight, Purpose::Fight, Purpose::Passage];
        let often = stream.chance(0.5);
        let among = if often { &common[..] } else { &purposes[..] };
        let purpose = *stream.pick(among).unwrap();
        let split = stream.chance(0.15);
        let sides = Sides { mouths: &[Some(0)], things: &[Some(1)], stairs: &[] };
        let mouths = mouths(height, width, stream);
        let stairs = usize::from(stream.chance(if family == Family::Tower { 0.3 } else { 0.08 }));
        let request = InteriorRequest {
            family,
            purpose,
            width,
            height,
            mouths: if split { &mouths[..1] } else { &mouths },
            things: if split { 1 } else { stream.index(3) },
            stairs,
            split: if split { Split::Water(sides) } else { Split::Open },
            liked: None,
            rock: Rock::default(),
        };
        let filled = fill(RoomLibrary::builtin(), &request, &mut used, stream).unwrap();
        holds(&filled, &request);
        filled
    };
    (0..number).map(room).collect()
}

/// Checks that a filled interior satisfies its request.
fn holds(filled: &Interior, request: &InteriorRequest<'_>) {
    let (rows, cols) = (request.height, request.width);
    assert_eq!((filled.tiles.len(), filled.width), (rows * cols, cols));
    let tile = |at: Spot| filled.tiles[at.row * cols + at.col];
    let solid = |tile: Tile| matches!(tile, Tile::Wall | Tile::Void);
    let dry = |at: usize| !solid(filled.tiles[at]) && filled.tiles[at] != Tile::Element;
    let all: BTreeSet<usize> = (0..rows * cols).filter(|&at| dry(at)).collect();
    let from = request.mouths.first().copied().unwrap_or(Spot::new(0, 0));
    let reached = |crosses: bool| {
        let open = |at: usize| if crosses { !solid(filled.tiles[at]) } else { dry(at) };
        flood(rows, cols, vec![(from.row, from.col)], open)
    };
    let (on_foot, crossing) = (reached(false), reached(true));
    let water = matches!(request.split, Split::Water(_));
    assert!(all.is_subset(if water { &crossing } else { &on_foot }), "{}", filled.template);
    assert_eq!(water, !all.is_subset(&on_foot), "{}", filled.template);
    assert_eq!(filled.things.len(), request.things);
    assert_eq!(filled.stairs.len(), request.stairs);
    assert!(request.mouths.iter().all(|&at| dry(at.row * cols + at.col)));
    assert!(filled.stairs.iter().all(|&at| tile(at) == Tile::Stair));
    assert!(filled.things.iter().all(|&at| tile(at) == Tile::Floor));
    let stairs = filled.tiles.iter().filter(|&&tile| tile == Tile::Stair).count();
    assert_eq!(stairs, request.stairs);
    let taken: Vec<_> = filled.things.iter().chain(&filled.stairs).chain(&filled.enemies).collect();
    for (i, a) in taken.iter().enumerate() {
        let apart = |b: &&Spot| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) >= 2;
        assert!(taken[i + 1..].iter().all(apart), "{}", filled.template);
        assert!(!request.mouths.contains(a));
    }
    if let Split::Water(sides) = request.split {
        keeps_apart(filled, request, &sides);
    }
}

/// Checks that sides are separated.
fn keeps_apart(filled: &Interior, request: &InteriorRequest<'_>, sides: &Sides<'_>) {
    let mut known: BTreeMap<u8, u16> = BTreeMap::new();
    let pairs = request.mouths.iter().zip(sides.mouths);
    let pairs = pairs.chain(filled.things.iter().zip(sides.things));
    for (&at, side) in pairs.chain(filled.stairs.iter().zip(sides.stairs)) {
        let (part, Some(side)) = (filled.part(at), *side) else { continue };
        assert!(part > 0);
        assert_eq!(*known.entry(side).or_insert(part), part, "{}", filled.template);
    }
    let parts: BTreeSet<_> = known.values().collect();
    assert_eq!(parts.len(), known.len(), "{}", filled.template);
}

#[test]
fn interiors_of_any_size_are_filled() {
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    for family in Family::ALL {
        let stream = &mut Seed::new(11).unwrap().attempt(0).phase(family.name());
        for height in (5..=29).step_by(2).chain([6, 12, 20, 38, 58, 78]) {
            let mut used = UseCounts::new(40);
            for width in [5, 6, 7, 9, 11, 12, 14, 17, 20, 23, 26, 29, 38, 58, 78] {
                let mouths = mouths(height, width, stream);
                let request = InteriorRequest {
                    family,
                    purpose: *stream.pick(&Purpose::ALL).unwrap(),
                    width,
                    height,
                    mouths: &mouths,
                    things: stream.index(3),
                    stairs: stream.index(2),
                    split: Split::Open,
                    liked: None,
                    rock: Rock::default(),
                };
                let filled = fill(RoomLibrary::builtin(), &request, &mut used, stream).unwrap();
                holds(&filled, &request);
                *tally.entry(filled.template).or_default() += 1;
            }
        }
    }
    let plain = tally.get("plain").copied().unwrap_or(0);
    let all: usize = tally.values().sum();
    println!("{plain} of {all} interiors of odd sizes are plain");
    assert!(plain * 5 <= all);
}

#[test]
fn a_river_keeps_doors_apart_in_rooms_of_any_size() {
    let (mut found, mut asked) = (0, 0);
    for family in Family::ALL {
        let stream = &mut Seed::new(12).unwrap().attempt(0).phase(family.name());
        for (height, width) in
            [(5, 5), (9, 14), (9, 14), (9, 14), (7, 12), (20, 14), (9, 30), (20, 30)]
        {
            let mouths =
                [Spot::new(0, stream.index(width)), Spot::new(height - 1, stream.index(width))];
            for things in [&[][..], &[Some(0)], &[Some(1), Some(1)]] {
                let sides = Sides { mouths: &[Some(0), Some(1)], things, stairs: &[] };
                let request = InteriorRequest {
                    family,
                    purpose: Purpose::Vista,
                    width,
                    height,
                    mouths: &mouths,
                    things: things.len(),
                    stairs: 0,
                    split: Split::Water(sides),
                    liked: None,
                    rock: Rock::default(),
                };
                asked += 1;
                let used = &mut UseCounts::new(20);
                if let Some(filled) = fill(RoomLibrary::builtin(), &request, used, stream) {
                    holds(&filled, &request);
                    found += 1;
                }
            }
        }
    }
    println!("{found} of {asked} rivers");
    assert_eq!(found, asked);
}

/// Adjacent doors in a corner cannot be separated: at most five in two hundred rooms.
#[test]
fn a_door_beyond_water_is_kept_apart_from_several_others() {
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for family in Family::ALL {
        let stream = &mut Seed::new(13).unwrap().attempt(0).phase(family.name());
        let mut used = UseCounts::new(60);
        for number in 0..60 {
            let mouths = mouths(9, 14, stream);
            let beyond = if number % 5 == 0 { 2 } else { 1 };
            let side = |at: usize| if at < beyond { at as u8 + 1 } else { 0 };
            let sides: Vec<_> = (0..mouths.len()).map(|at| Some(side(at))).collect();
            let split = Split::Water(Sides { mouths: &sides, things: &[Some(0)], stairs: &[] });
            let request = InteriorRequest {
                family,
                purpose: Purpose::Passage,
                width: 14,
                height: 9,
                mouths: &mouths,
                things: 1,
                stairs: 0,
                split,
                liked: None,
                rock: Rock::default(),
            };
            let filled = fill(RoomLibrary::builtin(), &request, &mut used, stream);
            let kind = match &filled {
                None => "none",
                Some(filled) => match filled.template.as_str() {
                    "ford" | "island" => "bare",
                    "cellular" => "cellular",
                    name if name.ends_with("with a moat") => "moat",
                    name if name.ends_with("by the water") => "shore",
                    _ => "drawn",
                },
            };
            *tally.entry(kind).or_default() += 1;
            filled.iter().for_each(|filled| holds(filled, &request));
        }
    }
    println!("{tally:?}");
    assert!(tally.get("none").is_none_or(|&none| none <= 15), "{tally:?}");
}

#[test]
fn what_does_not_fit_is_not_filled() {
    let stream = &mut Seed::new(1).unwrap().attempt(0).phase("none");
    let mouths = [Spot::new(0, 0)];
    let request = InteriorRequest {
        family: Family::Tomb,
        purpose: Purpose::Key,
        width: 5,
        height: 5,
        mouths: &mouths,
        things: 40,
        stairs: 0,
        split: Split::Open,
        liked: None,
        rock: Rock::default(),
    };
    assert_eq!(fill(RoomLibrary::builtin(), &request, &mut UseCounts::new(1), stream), None);
    let outside = [Spot::new(9, 9)];
    let request = InteriorRequest { mouths: &outside, things: 0, ..request };
    assert_eq!(fill(RoomLibrary::builtin(), &request, &mut UseCounts::new(1), stream), None);
    let empty = InteriorRequest { width: 0, height: 0, mouths: &[], ..request };
    assert_eq!(fill(RoomLibrary::builtin(), &empty, &mut UseCounts::new(1), stream), None);
}

/// Families whose rooms need not be symmetrical.
fn is_organic(family: Family) -> bool {
    matches!(family, Family::Cave | Family::Mine | Family::Wild)
}

fn share(rooms: &[Measured], is: impl Fn(&Measured) -> bool) -> f64 {
    rooms.iter().filter(|room| is(room)).count() as f64 / rooms.len() as f64
}

#[test]
fn two_hundred_rooms_of_a_family_differ_and_are_furnished() {
    let mut wrong = Vec::new();
    println!("family      silhouettes  mirror  features  plain  split  shaped  drawn");
    for family in Family::ALL {
        let filled: Vec<Interior> = (0..5).flat_map(|seed| rooms(family, seed, 40)).collect();
        let interiors: Vec<_> = filled.iter().map(Measured::of).collect();
        let shapes: BTreeSet<_> = interiors.iter().map(Measured::silhouette).collect();
        let furnished: Vec<_> = filled.iter().map(Measured::of).filter(|i| !i.is_plain()).collect();
        let mirror = share(&furnished, Measured::mirrors);
        let features =
            interiors.iter().map(Measured::features).sum::<f64>() / interiors.len() as f64;
        let plain = share(&interiors, Measured::is_plain);
        let split = share(&interiors, Measured::is_split);
        let shaped = share(&interiors, |room| room.count(1) > 0 || room.classes.len() > 126);
        let bare = ["plain", "ford", "island", "cellular"];
        let drawn = filled.iter().filter(|one| !bare.contains(&one.template.as_str())).count();
        println!(
            "{:12}{:10}{:9.2}{features:10.3}{plain:7.3}{split:7.2}{shaped:8.2}{drawn:7}",
            family.name(),
            shapes.len(),
            mirror
        );
        let holds = [
            shapes.len() >= 40,
            is_organic(family) || mirror >= 0.85,
            (0.13..=0.25).contains(&features),
            plain <= 0.15 && split >= 0.08,
        ];
        wrong.extend(holds.iter().position(|holds| !holds).map(|which| (family, which)));
    }
    assert_eq!(wrong, []);
}

#[test]
fn no_silhouette_comes_more_than_twice_in_a_dungeon_but_plain_ones() {
    for family in Family::ALL {
        for seed in 0..5 {
            let mut times: BTreeMap<_, usize> = BTreeMap::new();
            let bare = ["plain", "ford", "island"];
            for room in rooms(family, seed, 40) {
                if !bare.contains(&room.template.as_str()) {
                    *times.entry(Measured::of(&room).silhouette()).or_default() += 1;
                }
            }
            assert!(times.values().all(|&times| times <= 2), "{} {seed}", family.name());
        }
    }
}

#[test]
fn a_stream_gives_the_same_rooms_again() {
    for family in Family::ALL {
        assert_eq!(rooms(family, 7, 12), rooms(family, 7, 12));
    }
}

const MEASURES: usize = CLASSES + 4;
type Row = [f64; MEASURES];

/// The shares of the classes of cells in a dungeon, and the means of four measures of its interiors.
fn row(family: Family, seed: u64) -> Row {
    let interiors: Vec<_> = rooms(family, seed, 24).iter().map(Measured::of).collect();
    let cells: usize = interiors.iter().map(|room| room.classes.len()).sum();
    let mut row = [0.0; MEASURES];
    for (class, share) in row.iter_mut().take(CLASSES).enumerate() {
        let of = interiors.iter().map(|room| room.count(class as u8)).sum::<usize>();
        *share = of as f64 / cells as f64;
    }
    let mean = |of: &dyn Fn(&Measured) -> f64| {
        interiors.iter().map(of).sum::<f64>() / interiors.len() as f64
    };
    row[CLASSES] = mean(&|room| f64::from(u8::from(room.is_plain())));
    row[CLASSES + 1] = mean(&|room| f64::from(u8::from(room.mirrors())));
    row[CLASSES + 2] = mean(&Measured::features);
    row[CLASSES + 3] = mean(&|room| f64::from(u8::from(room.is_split())));
    row
}

fn mean(rows: &[Row]) -> Row {
    std::array::from_fn(|i| rows.iter().map(|row| row[i]).sum::<f64>() / rows.len() as f64)
}

#[test]
fn the_nearest_centroid_names_the_family() {
    let dungeons = |seeds: std::ops::Range<u64>| -> Vec<Vec<Row>> {
        let of = |family| seeds.clone().map(|seed| row(family, seed)).collect();
        Family::ALL.into_iter().map(of).collect()
    };
    let (known, asked) = (dungeons(100..115), dungeons(200..215));
    let all: Vec<Row> = known.iter().flatten().copied().collect();
    let middle = mean(&all);
    let spread: Row = std::array::from_fn(|i| {
        let squares = all.iter().map(|row| (row[i] - middle[i]).powi(2)).sum::<f64>();
        (squares / all.len() as f64).sqrt().max(1e-9)
    });
    let centroids: Vec<Row> = known.iter().map(|rows| mean(rows)).collect();
    println!("            floor outer pillar void water  wet stair pattern");
    for (family, centroid) in Family::ALL.into_iter().zip(&centroids) {
        let shares: Vec<_> = centroid[..CLASSES].iter().map(|x| format!("{x:5.3}")).collect();
        println!("{:12}{}", family.name(), shares.join(" "));
    }
    let (mut right, mut total) = (0, 0);
    for (family, rows) in Family::ALL.into_iter().zip(&asked) {
        let nearest = |row: &Row| {
            let far = |i: &usize| {
                let z = |k: usize| (row[k] - centroids[*i][k]) / spread[k];
                (0..MEASURES).map(|k| z(k).powi(2)).sum::<f64>()
            };
            (0..centroids.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap()
        };
        let named: Vec<_> = rows.iter().map(|row| Family::ALL[nearest(row)]).collect();
        let hits = named.iter().filter(|&&named| named == family).count();
        let wrong: Vec<_> = named.iter().filter(|&&n| n != family).map(|n| n.name()).collect();
        println!("{:12}{hits}/{} {wrong:?}", family.name(), rows.len());
        right += hits;
        total += rows.len();
    }
    assert!(right * 10 >= total * 8, "{right} of {total}");
}
