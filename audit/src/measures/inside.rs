//! One room from inside: what lies between its walls.

use super::site::{At, around, pieces};
use crate::graph::flood;
use std::collections::{BTreeMap, BTreeSet};

/// The figures of an interior.
pub(crate) struct Inside {
    /// The share of its tiles that are features.
    pub(crate) features: f64,
    pub(crate) plain: bool,
    pub(crate) mirrors: bool,
    pub(crate) split: bool,
}

/// The tiles that are features: void, wall, block, water, wet floor, stair, puzzle.
const FEATURES: [u8; 7] = [0, 2, 3, 40, 41, 42, 43];

/// Looks into a room; none where it is wall throughout.
pub(crate) fn look(cells: &BTreeMap<At, u8>) -> Option<Inside> {
    let inside = interior(cells);
    let rows = || inside.keys().map(|at| at[1]);
    let cols = || inside.keys().map(|at| at[2]);
    let (top, bottom) = (rows().min()?, rows().max()?);
    let (left, right) = (cols().min()?, cols().max()?);
    let features = inside.values().filter(|tile| FEATURES.contains(tile)).count();
    let full = inside.len() == (bottom + 1 - top) * (right + 1 - left);
    // Outside of the interior there is the outer wall, with its doors.
    let sign = |row: usize, col: usize| {
        let floor = inside.first_key_value().map_or(0, |(at, _)| at[0]);
        match inside.get(&[floor, row, col]) {
            None => '#',
            Some(0 | 2) => 'o',
            Some(3) => 'b',
            Some(40) => '~',
            Some(41) => ',',
            Some(42) => '>',
            Some(43) => '?',
            Some(_) => '.',
        }
    };
    let picture: Vec<Vec<char>> =
        (top..=bottom).map(|row| (left..=right).map(|col| sign(row, col)).collect()).collect();
    let turned = |line: &Vec<char>| line.iter().rev().eq(line);
    let upside_down = picture.iter().rev().eq(&picture);
    Some(Inside {
        features: features as f64 / inside.len() as f64,
        plain: full && features == 0,
        mirrors: upside_down || picture.iter().all(turned),
        split: is_split(&inside),
    })
}

/// The cells of the interior.
pub(crate) fn interior(cells: &BTreeMap<At, u8>) -> BTreeMap<At, u8> {
    let edge = |at: &At| around(*at).filter(|beside| cells.contains_key(beside)).count() < 4;
    let ring: BTreeSet<At> = cells.keys().filter(|at| edge(at)).copied().collect();
    let solid = |at: &At| matches!(cells.get(at), Some(0 | 2));
    let walls = flood(ring.iter().copied(), |at| around(at).filter(solid).collect::<Vec<_>>());
    let outer = |at: &At| ring.contains(at) || walls.contains(at);
    let inside = cells.iter().filter(|(at, tile)| !outer(at) && !matches!(tile, 10..=15));
    inside.map(|(at, tile)| (*at, *tile)).collect()
}

/// True if blocks and water split a piece of the floor.
fn is_split(inside: &BTreeMap<At, u8>) -> bool {
    let open = inside.iter().filter(|(_, tile)| !matches!(tile, 0 | 2)).map(|(at, _)| *at);
    let dry = |at: &At| !matches!(inside.get(at), Some(3 | 40));
    pieces(open).into_iter().any(|piece| pieces(piece.into_iter().filter(dry)).len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(drawing: &[&str]) -> BTreeMap<At, u8> {
        let tile = |sign| match sign {
            '#' => 2,
            'o' => 3,
            '/' => 10,
            '~' => 40,
            _ => 1,
        };
        let cells = drawing.iter().enumerate().flat_map(|(row, line)| {
            line.chars().enumerate().map(move |(col, sign)| ([2, row + 7, col + 3], tile(sign)))
        });
        cells.collect()
    }

    #[test]
    fn rooms_are_seen_from_inside() {
        let seen = |drawing: &[&str]| {
            look(&room(drawing)).map(|s| (s.features, s.plain, s.mirrors, s.split))
        };
        assert_eq!(seen(&["#####", "#...#", "#.../", "#####"]), Some((0.0, true, true, false)));
        // A corner of wall is no part of the interior, a pillar is; the door in the inner wall is none either.
        let round = ["#######", "##....#", "#..#../", "##....#", "#######"];
        assert_eq!(seen(&round), Some((1.0 / 13.0, false, true, false)));
        assert_eq!(
            seen(&["#####", "#.o.#", "#.~.#", "#####"]),
            Some((2.0 / 6.0, false, true, true))
        );
        assert_eq!(
            seen(&["#####", "#.o.#", "#..~#", "#####"]),
            Some((2.0 / 6.0, false, false, true))
        );
        assert_eq!(seen(&["###", "###", "###"]), None);
    }
}
