//! Rooms against zones of the whole level, and rooms taken for vast against rooms that are counted.

use super::super::zoned::Zoned;
use super::*;
use crate::formats::text;
use crate::rules::prepared::Prepared;
use crate::rules::{BlockReset, Collect, Push, Rules};
use crate::solve::explore::{Scope, Space};
use testing::dice::Random;
use testing::times;

/// Two or three rooms side by side: blocks, walls, a key and its door, and one goal.
fn drawing(dice: &mut Random) -> String {
    let rooms = 2 + dice.below(2) as usize;
    let mut rows = vec![vec!['.'; 5 * rooms]; 4];
    for row in &mut rows {
        for cell in row.iter_mut() {
            *cell = match dice.below(20) {
                0..4 => 'o',
                4..8 => '#',
                8 => 'k',
                9 => '+',
                _ => '.',
            };
        }
    }
    rows[dice.below(4) as usize][dice.below(5) as usize] = '@';
    let last = 5 * rooms - 1 - dice.below(5) as usize;
    rows[dice.below(4) as usize][last] = '*';
    let room =
        |n: usize| format!(r#"{{"node":{n},"floor":0,"row":0,"col":{},"rows":4,"cols":5}}"#, 5 * n);
    let rectangles: Vec<String> = (0..rooms).map(room).collect();
    let nodes: Vec<String> = (0..rooms).map(|n| format!(r#"{{"id":{n}}}"#)).collect();
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    format!(
        "quandary/level/1\nrooms: [{}]\ngraph: {{\"nodes\":[{}]}}\n\n{}\n",
        rectangles.join(","),
        nodes.join(","),
        rows.join("\n")
    )
}

/// Number of levels with dead states, of levels that were taken for vast, and of those among the latter where dead
/// states were found all the same.
#[derive(Default)]
struct Seen {
    losable: u32,
    vast: u32,
    found: u32,
}

fn compare(dice: &mut Random, push: Push, seen: &mut Seen) {
    let drawing = drawing(dice);
    let Ok(level) = text::read(&drawing) else { return };
    let rules = Rules { push, blocks: BlockReset::Reset, ..Rules::default() };
    let prepared = Prepared::of(&level, &rules, Collect::Nothing);
    let world = prepared.world::<1>().contracted().world;
    if !world.resets() {
        return;
    }
    let limits = Limits::default();
    let (zoned, rooms) = (Zoned::explore(&world, &limits), Rooms::explore(&world, &limits));
    assert_eq!(zoned.counted().0, rooms.counted().0, "{drawing}");
    assert_eq!(zoned.has_goal(), rooms.has_goal(), "{drawing}");
    let few = 1 + u64::from(dice.below(400));
    let tiny = Bounds { states: 2 * few, arrangements: 100.0, few, look: 1 };
    let vast = Rooms::within(tiny, &world, &limits);
    seen.losable += u32::from(rooms.has_dead());
    seen.vast += u32::from(vast.is_vast());
    seen.found += u32::from(vast.is_vast() && vast.has_dead());
    if !vast.is_vast() {
        assert_eq!(vast.counted(), rooms.counted(), "{drawing}");
    }
    assert!(!vast.has_dead() || rooms.has_dead(), "{drawing}");
    // Numbers of arrangements are those of each exploration: only states with all blocks at home are comparable.
    let mut space = Space::default();
    space.explore(&world, Scope::Everything, &limits).unwrap();
    for (config, location) in space.states().filter(|(config, _)| config.blocks == 0) {
        let dead = rooms.is_dead(location, config);
        assert_eq!(zoned.is_dead(location, config), dead, "{drawing}");
        assert!(dead || !vast.is_dead(location, config), "{drawing}");
    }
}

#[test]
fn rooms_tell_what_zones_tell_and_vast_rooms_tell_nothing_wrong() {
    let mut dice = Random(7);
    let mut seen = Seen::default();
    for round in 0..600 * times() {
        compare(&mut dice, [Push::Once, Push::Free][round as usize % 2], &mut seen);
    }
    let Seen { losable, vast, found } = seen;
    assert!(losable > 40 && vast > 40 && found > 8, "{losable} {vast} {found}");
}
