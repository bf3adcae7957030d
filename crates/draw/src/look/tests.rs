//! The colours of a family are distinct, also for colour-blind eyes, and things stand out against the floor.

use super::*;
use crate::icons;
use crate::svg::{KEYS, SWITCHES};
use dungeon::dungeon::texts::{Figure, Texts};
use level::Tile;

/// Linear light of a colour: red, green, blue.
fn linear(Colour(colour): Colour) -> [f64; 3] {
    colour.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

/// Relative luminance of linear light.
fn luminance([red, green, blue]: [f64; 3]) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Contrast of two colours, from 1 to 21, as defined by the Web Content Accessibility Guidelines.
fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(linear(one)), luminance(linear(other)));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Linear light as seen without one kind of cones, by the matrices of Viénot, Brettel and Mollon (1999), and of
/// Machado, Oliveira and Fernandes (2009) for the blue cones.
const EYES: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]],
    [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]],
    [[1.25553, -0.07675, -0.17878], [-0.07841, 0.93081, 0.14760], [0.00473, 0.69137, 0.30390]],
];

/// The CIELAB distance of two colours, for the eyes that distinguish them worst.
fn apart(one: Colour, other: Colour) -> f64 {
    let seen = |colour: Colour, eyes: &[[f64; 3]; 3]| {
        let light = linear(colour);
        eyes.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
    };
    let distance = |eyes| {
        let (one, other) = (lab(seen(one, eyes)), lab(seen(other, eyes)));
        one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    };
    EYES.iter().map(distance).fold(f64::INFINITY, f64::min)
}

fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505;
    let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089;
    let [x, y, z] = [x, y, z]
        .map(|part: f64| if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn colours(family: Family) -> Colours {
    Colours::of(Texts::of(family).palette())
}

/// The colours in a piece of SVG.
fn colours_in(shapes: &str) -> Vec<Colour> {
    let digits = |at: &str| at.get(..7).and_then(|text| text.parse().ok());
    shapes.match_indices('#').filter_map(|(at, _)| digits(&shapes[at..])).collect()
}

#[test]
fn walls_floor_water_and_pits_are_told_apart_by_every_eye() {
    for family in Family::ALL {
        let Colours { floor, wall, water, pit, block, letters, .. } = colours(family);
        let pit = pit.unwrap();
        let said = family.name();
        assert!(contrast(floor, wall) >= 3.0, "{said}: wall {}", contrast(floor, wall));
        assert!(contrast(wall, letters) >= 3.0, "{said}: letters {}", contrast(wall, letters));
        assert!(contrast(floor, pit) >= 7.0, "{said}: pit {}", contrast(floor, pit));
        for (name, one, other, least) in [
            ("water and floor", water, floor, 17.0),
            ("water and wall", water, wall, 20.0),
            ("pit and wall", pit, wall, 8.0),
            ("block and floor", block, floor, 10.0),
            ("block and wall", block, wall, 15.0),
        ] {
            assert!(apart(one, other) >= least, "{said}: {name} {}", apart(one, other));
        }
    }
}

#[test]
fn whatever_lies_on_a_floor_has_an_outline_that_stands_out_from_it() {
    let mut things: Vec<(&str, &str)> = Figure::ALL.map(icons::figure).to_vec();
    things.extend([icons::chest(), icons::crown()]);
    let tiles = [Tile::Start, Tile::Goal, Tile::Boss, Tile::KeySmall, Tile::KeyItem];
    things.extend(tiles.into_iter().chain([Tile::ItemMinor]).filter_map(icons::of_tile));
    for family in Family::ALL {
        let Colours { floor, .. } = colours(family);
        for (name, shapes) in &things {
            let best = colours_in(shapes).into_iter().map(|colour| contrast(colour, floor));
            assert!(best.fold(0.0, f64::max) >= 4.5, "{} {name}", family.name());
        }
        for colour in KEYS.into_iter().chain(SWITCHES) {
            let colour: Colour = colour.parse().unwrap();
            assert!(contrast(colour, floor) >= 3.0, "{} {colour}", family.name());
        }
    }
}

#[test]
fn families_are_told_apart_by_floor_and_wall() {
    for one in Family::ALL {
        for other in Family::ALL.into_iter().filter(|other| *other != one) {
            let (a, b) = (colours(one), colours(other));
            let far = apart(a.floor, b.floor) + apart(a.wall, b.wall);
            assert!(far >= 9.0, "{} and {}: {far}", one.name(), other.name());
        }
    }
}

#[test]
fn every_kind_of_enemy_has_an_icon_that_pictures_define() {
    for family in Family::ALL {
        for kind in Texts::of(family).enemies() {
            let icon = icons::figure(kind.figure);
            assert!(icons::FIGURES.contains(&icon), "{}", kind.name);
        }
    }
    let mut shapes: Vec<&str> = icons::FIGURES.iter().map(|icon| icon.1).collect();
    shapes.sort_unstable();
    shapes.dedup();
    assert_eq!(shapes.len(), icons::FIGURES.len());
    let taken = |name: &str| icons::ALL.iter().any(|icon| icon.0 == name);
    assert!(icons::FIGURES.iter().all(|icon| !taken(icon.0)), "names are of one icon each");
}

#[test]
fn the_plain_look_has_no_icons_of_its_own() {
    assert_eq!(own_icon(&PLAIN, "block"), None);
    assert!(PLAIN.figures.is_empty() && PLAIN.colours.pit.is_none());
}
