//! Yards of every family: blocks stay inside, and most rooms get a yard soon.

use super::*;
use crate::layout::Direction;
use search::Seed;
use std::collections::BTreeSet;

/// A room with a door on each of two sides.
fn room(rows: u32, cols: u32) -> Ground {
    let mut ground = Ground::walled(rows, cols);
    ground.door((0, cols / 2), Direction::North, Tile::DoorOpen, false);
    ground.door((rows / 2, cols - 1), Direction::East, Tile::DoorPuzzle, false);
    ground
}

fn stream(number: u64) -> Stream {
    Seed::new(number).unwrap().attempt(0).phase("yard")
}

#[test]
fn every_family_has_yards_that_look_different() {
    for family in Family::ALL {
        let mut looks = BTreeSet::new();
        for number in 0..40 {
            let mut ground = room(11, 16);
            let plates = lay(&mut ground, family, None, &mut stream(number)).unwrap();
            let blocks = ground.tiles().filter(|(_, tile)| *tile == Tile::Block).count();
            assert_eq!(plates.len(), blocks, "{} {number}", family.name());
            assert!(plates.iter().all(|&plate| ground.tile(plate) == Tile::Floor));
            let look = |(_, tile): (Spot, Tile)| match tile {
                Tile::Block => Tile::Floor,
                other => other,
            };
            looks.insert(ground.tiles().map(look).collect::<Vec<_>>());
        }
        assert!(looks.len() >= 36, "{} {}", family.name(), looks.len());
    }
}

#[test]
fn no_block_is_ever_pushed_out_of_its_yard() {
    for family in Family::ALL {
        for number in 0..40 {
            let mut ground = room(11, 16);
            let yard = yards::build(&mut ground, family, &mut stream(number)).unwrap();
            let inside: BTreeSet<Spot> = yard.floor.iter().copied().collect();
            let can_be_pushed_onto = |spot| ground.tile(spot) == Tile::Floor;
            for &spot in &inside {
                for way in WAYS {
                    let next = step(spot, way);
                    assert!(inside.contains(&next) || !can_be_pushed_onto(next), "{spot:?}");
                }
            }
        }
    }
}

#[test]
fn a_room_that_is_too_small_has_no_yard() {
    assert_eq!(lay(&mut room(8, 9), Family::Tomb, None, &mut stream(0)), None);
    assert!(lay(&mut room(22, 32), Family::Shrine, None, &mut stream(0)).is_some());
}
