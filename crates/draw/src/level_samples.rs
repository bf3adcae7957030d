//! Colours under tiles, and samples of tiles as a legend shows them.

use super::level_icons::{self as icons, scaled};
use super::level_places::SIDE;
use super::look::{Colours, Look};
use super::svg::{Svg, number};
use dungeon::designed::texts::Colour;
use level::Tile;
use std::fmt::Write as _;

/// The colour under a tile; flat tiles have no icon that would tell them apart.
pub(super) fn colour(tile: Tile, fine: bool, look: &Look) -> Option<Colour> {
    let colours = look.colours;
    Some(match tile {
        Tile::Void => return None,
        Tile::Wall => colours.wall,
        Tile::Element => colours.water,
        Tile::ElementFloor => colours.shallow,
        Tile::DoorOpen => colours.door,
        Tile::DoorLocked => Colour([0xe3, 0xc9, 0x8f]),
        Tile::DoorBomb => colours.cracked,
        Tile::DoorPuzzle => Colour([0xbc, 0xcf, 0xe2]),
        Tile::DoorBoss => Colour([0xc9, 0x8a, 0x8f]),
        Tile::DoorSoft => Colour([0xb5, 0xd9, 0xcd]),
        _ if fine => colours.floor,
        Tile::Block => Colour([0xc9, 0xbb, 0x9c]),
        Tile::Stair => Colour([0x76, 0x74, 0x79]),
        Tile::Enemy => Colour([0xb7, 0x9b, 0xc6]),
        Tile::Boss => Colour([0xa8, 0x2a, 0x3c]),
        Tile::KeySmall | Tile::Triforce => Colour([0xf2, 0xbd, 0x3a]),
        Tile::KeyBoss => Colour([0xe0, 0x56, 0x6a]),
        Tile::KeyItem => Colour([0xd6, 0x9a, 0x54]),
        Tile::ItemMinor => Colour([0x5d, 0x66, 0x75]),
        Tile::Puzzle => Colour([0x3f, 0x9c, 0x8f]),
        Tile::Start => Colour([0x2f, 0x9e, 0x5b]),
        Tile::Floor => colours.floor,
    })
}

/// The waves of one cell.
pub(super) fn wave(path: &mut String, (x, y): (f64, f64), along: f64) {
    let _ = write!(path, "M{} {}q1.5-2 3 0t3 0", number(x + along), number(y + 6.0));
    let _ = write!(path, "M{} {}q1.5-2 3 0t3 0", number(x + 9.0 - along), number(y + 13.0));
}

/// Waves on water of a kind.
pub(super) fn waves(kind: Tile, path: &str, look: &Look) -> String {
    let Colours { wave, water, .. } = look.colours;
    let (colour, width) = if kind == Tile::Element { (wave, 1.2) } else { (water, 1.0) };
    stroke(colour, width, path)
}

/// Draws a square of ground around a point.
pub(super) fn ground(svg: &mut Svg, (x, y): (f64, f64), colour: Colour) {
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" rx=\"2\" fill=\"{colour}\"/>\n",
        number(x - SIDE / 2.0),
        number(y - SIDE / 2.0),
    ));
}

/// Draws an icon on a square of ground.
pub(super) fn with_icon(svg: &mut Svg, at: (f64, f64), colour: Colour, name: &str, scale: f64) {
    ground(svg, at, colour);
    scaled(svg, at, scale, name);
}

/// Draws a tile around a point, as a legend shows it.
pub(super) fn sample(svg: &mut Svg, (x, y): (f64, f64), tile: Tile, look: &Look) {
    ground(svg, (x, y), colour(tile, true, look).unwrap_or(look.colours.floor));
    if matches!(tile, Tile::Element | Tile::ElementFloor) {
        let mut path = String::new();
        wave(&mut path, (x - SIDE / 2.0, y - SIDE / 2.0), 1.5);
        svg.put(&waves(tile, &path, look));
    }
    if let Some((name, _)) = icons::of_tile(tile) {
        scaled(svg, (x, y), 0.9, name);
    }
}

/// A line of square ends.
pub(super) fn stroke(colour: Colour, width: f64, path: &str) -> String {
    format!(
        "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"square\" d=\"{path}\"/>\n"
    )
}
