//! Interiors of any size hold what is asked for.

use super::measure::{flood, mouths};
use crate::designed::rooms::{
    Family, Filled, Library, Rock, Sides, Split, Spot, Used, Wanted, fill,
};
use crate::purpose::Purpose;
use level::Tile;
use search::Seed;
use std::collections::{BTreeMap, BTreeSet};

/// Asks of a filled interior all that was asked of whoever filled it.
pub(super) fn holds(filled: &Filled, wanted: &Wanted<'_>) {
    let (rows, cols) = (wanted.height, wanted.width);
    assert_eq!((filled.tiles.len(), filled.width), (rows * cols, cols));
    let tile = |at: Spot| filled.tiles[at.row * cols + at.col];
    let solid = |tile: Tile| matches!(tile, Tile::Wall | Tile::Void);
    let dry = |at: usize| !solid(filled.tiles[at]) && filled.tiles[at] != Tile::Element;
    let all: BTreeSet<usize> = (0..rows * cols).filter(|&at| dry(at)).collect();
    let from = wanted.mouths.first().copied().unwrap_or(Spot::new(0, 0));
    let reached = |crosses: bool| {
        let open = |at: usize| if crosses { !solid(filled.tiles[at]) } else { dry(at) };
        flood(rows, cols, vec![(from.row, from.col)], open)
    };
    let (on_foot, crossing) = (reached(false), reached(true));
    let water = matches!(wanted.split, Split::Water(_));
    assert!(all.is_subset(if water { &crossing } else { &on_foot }), "{}", filled.template);
    assert_eq!(water, !all.is_subset(&on_foot), "{}", filled.template);
    assert_eq!(filled.things.len(), wanted.things);
    assert_eq!(filled.stairs.len(), wanted.stairs);
    assert!(wanted.mouths.iter().all(|&at| dry(at.row * cols + at.col)));
    assert!(filled.stairs.iter().all(|&at| tile(at) == Tile::Stair));
    assert!(filled.things.iter().all(|&at| tile(at) == Tile::Floor));
    let stairs = filled.tiles.iter().filter(|&&tile| tile == Tile::Stair).count();
    assert_eq!(stairs, wanted.stairs);
    let taken: Vec<_> = filled.things.iter().chain(&filled.stairs).chain(&filled.enemies).collect();
    for (i, a) in taken.iter().enumerate() {
        let apart = |b: &&Spot| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) >= 2;
        assert!(taken[i + 1..].iter().all(apart), "{}", filled.template);
        assert!(!wanted.mouths.contains(a));
    }
    if let Split::Water(sides) = wanted.split {
        keeps_apart(filled, wanted, &sides);
    }
}

/// Asks that sides are kept apart.
fn keeps_apart(filled: &Filled, wanted: &Wanted<'_>, sides: &Sides<'_>) {
    let mut known: BTreeMap<u8, u16> = BTreeMap::new();
    let pairs = wanted.mouths.iter().zip(sides.mouths);
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
            let mut used = Used::new(40);
            for width in [5, 6, 7, 9, 11, 12, 14, 17, 20, 23, 26, 29, 38, 58, 78] {
                let mouths = mouths(height, width, stream);
                let wanted = Wanted {
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
                let filled = fill(Library::builtin(), &wanted, &mut used, stream).unwrap();
                holds(&filled, &wanted);
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
                let wanted = Wanted {
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
                let used = &mut Used::new(20);
                if let Some(filled) = fill(Library::builtin(), &wanted, used, stream) {
                    holds(&filled, &wanted);
                    found += 1;
                }
            }
        }
    }
    println!("{found} of {asked} rivers");
    assert_eq!(found, asked);
}

/// Doors that stand side by side in a corner cannot be kept apart: five in two hundred rooms at most.
#[test]
fn a_door_beyond_water_is_kept_apart_from_several_others() {
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for family in Family::ALL {
        let stream = &mut Seed::new(13).unwrap().attempt(0).phase(family.name());
        let mut used = Used::new(60);
        for number in 0..60 {
            let mouths = mouths(9, 14, stream);
            let beyond = if number % 5 == 0 { 2 } else { 1 };
            let side = |at: usize| if at < beyond { at as u8 + 1 } else { 0 };
            let sides: Vec<_> = (0..mouths.len()).map(|at| Some(side(at))).collect();
            let split = Split::Water(Sides { mouths: &sides, things: &[Some(0)], stairs: &[] });
            let wanted = Wanted {
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
            let filled = fill(Library::builtin(), &wanted, &mut used, stream);
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
            filled.iter().for_each(|filled| holds(filled, &wanted));
        }
    }
    println!("{tally:?}");
    assert!(tally.get("none").is_none_or(|&none| none <= 15), "{tally:?}");
}

#[test]
fn what_does_not_fit_is_not_filled() {
    let stream = &mut Seed::new(1).unwrap().attempt(0).phase("none");
    let mouths = [Spot::new(0, 0)];
    let wanted = Wanted {
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
    assert_eq!(fill(Library::builtin(), &wanted, &mut Used::new(1), stream), None);
    let outside = [Spot::new(9, 9)];
    let wanted = Wanted { mouths: &outside, things: 0, ..wanted };
    assert_eq!(fill(Library::builtin(), &wanted, &mut Used::new(1), stream), None);
    let empty = Wanted { width: 0, height: 0, mouths: &[], ..wanted };
    assert_eq!(fill(Library::builtin(), &empty, &mut Used::new(1), stream), None);
}
