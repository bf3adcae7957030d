//! Rooms of dungeons: as many shapes, as much in them, and as symmetric, as is asked for.

use super::measure::{Interior, rooms};
use crate::designed::rooms::{Family, Filled};
use std::collections::{BTreeMap, BTreeSet};

/// Families whose rooms need not mirror.
fn is_organic(family: Family) -> bool {
    matches!(family, Family::Cave | Family::Mine | Family::Wild)
}

fn share(rooms: &[Interior], is: impl Fn(&Interior) -> bool) -> f64 {
    rooms.iter().filter(|room| is(room)).count() as f64 / rooms.len() as f64
}

#[test]
fn two_hundred_rooms_of_a_family_differ_and_are_furnished() {
    let mut wrong = Vec::new();
    println!("family      silhouettes  mirror  features  plain  split  shaped  drawn");
    for family in Family::ALL {
        let filled: Vec<Filled> = (0..5).flat_map(|seed| rooms(family, seed, 40)).collect();
        let interiors: Vec<_> = filled.iter().map(Interior::of).collect();
        let shapes: BTreeSet<_> = interiors.iter().map(Interior::silhouette).collect();
        let furnished: Vec<_> = filled.iter().map(Interior::of).filter(|i| !i.is_plain()).collect();
        let mirror = share(&furnished, Interior::mirrors);
        let features =
            interiors.iter().map(Interior::features).sum::<f64>() / interiors.len() as f64;
        let plain = share(&interiors, Interior::is_plain);
        let split = share(&interiors, Interior::is_split);
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
                    *times.entry(Interior::of(&room).silhouette()).or_default() += 1;
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
