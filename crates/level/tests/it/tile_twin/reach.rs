//! The things of levels without a goal, compared with the twin: each thing is the only goal of a level of its own. And
//! pits that no block can fill: no state of the twin has one filled.

use crate::tile_twin::compare::{MOST_STATES, walked};
use crate::tile_twin::explanations::changed;
use crate::tile_twin::levels::{Case, FAMILIES, random};
use crate::tile_twin::twin::{Outcome, explore};
use quandary_level::check::change::Change;
use quandary_level::check::check;
use quandary_level::check::locks::locks;
use quandary_level::check::reach::{Reach, ThingAt};
use quandary_level::limits::Limits;
use quandary_level::rules::{Position, Rules};
use quandary_level::{Level, Tile};
use std::collections::BTreeSet;
use testing::times;

/// Levels of a family.
const LEVELS: u64 = 30;

#[test]
fn things_in_reach_out_of_reach_and_lost_agree() {
    let [mut reached, mut never, mut behind, mut lost] = [0; 4];
    for (family, seed) in
        FAMILIES.into_iter().flat_map(|f| (0..LEVELS * times()).map(move |n| (f, n)))
    {
        let mut case = random(family, 40_000 + seed);
        case.level.win.clear();
        case.level.tiles.as_mut().expect("tiles").goals = Some(Vec::new());
        if explore(&case.level, &case.rules, MOST_STATES).is_none() {
            continue;
        }
        let found = check(&case.level, &case.rules, &Limits::default()).expect("few things");
        assert!(found.why_not.is_none(), "{case}");
        let reach = found.reach.unwrap_or_else(|| panic!("{case}"));
        compare(&case, &reach);
        reached += reach.comes();
        never += reach.never.len();
        behind += reach.never.iter().filter(|group| !group.behind.is_empty()).count();
        lost += reach.losable.len();
    }
    let told = [reached, never, behind, lost];
    assert!(told.iter().all(|&many| many > 10), "reached, never, behind, lost: {told:?}");
}

/// Results of the twin for a level with a thing on a cell as its only goal; `None` for things in nodes, and for a level
/// of too many states.
fn aimed(level: &Level, rules: &Rules, thing: &ThingAt) -> Option<Outcome> {
    let Position::Cell(cell) = thing.0 else { return None };
    let mut level = level.clone();
    level.tiles.as_mut().expect("tiles").goals = Some(vec![cell]);
    explore(&level, rules, 4 * MOST_STATES)
}

fn compare(case: &Case, reach: &Reach) {
    assert!(reach.undecided.is_empty() && reach.unknown == 0, "{reach:?}\n{case}");
    let on_cells = all(&case.level);
    let never: Vec<ThingAt> = reach.never.iter().flat_map(|group| group.things.clone()).collect();
    let mut least = None;
    for thing in &on_cells {
        let outcome = aimed(&case.level, &case.rules, thing).expect("no more states than before");
        assert_eq!(never.contains(thing), outcome.cost.is_none(), "{thing:?}\n{case}");
        let witness = outcome.witness.filter(|_| outcome.cost.is_some());
        assert_eq!(reach.losable.contains(thing), witness.is_some(), "{thing:?}\n{case}");
        least = [least, witness].into_iter().flatten().min();
    }
    if let (Some((thing, walk)), Some(least)) = (&reach.witness, least) {
        assert!(walked(walk) <= least, "{thing:?}\n{case}");
        assert!(reach.shortest, "{case}");
        if matches!(thing.0, Position::Cell(_)) {
            assert_eq!(walked(walk), least, "{thing:?}\n{case}");
        }
    }
    for group in &reach.never {
        for thing in group.things.iter().filter(|thing| on_cells.contains(thing)) {
            for lock in locks(&case.level, &case.rules) {
                let (level, rules) = changed(case, &[Change::Open(lock.clone())]);
                if let Some(outcome) = aimed(&level, &rules, thing) {
                    let (told, helps) = (group.behind.contains(&lock), outcome.cost.is_some());
                    assert_eq!(told, helps, "{thing:?}, {lock:?}\n{case}");
                }
            }
        }
    }
}

/// The pick-ups, symbols and toggles on cells.
fn all(level: &Level) -> Vec<ThingAt> {
    use quandary_level::Content::{BossKey, ItemMinor, Key, KeyItem};
    let tiles = level.tiles.as_ref().expect("tiles");
    let item = |tile| match tile {
        Tile::KeySmall => Some(Key),
        Tile::KeyBoss => Some(BossKey),
        Tile::KeyItem => Some(KeyItem),
        Tile::ItemMinor => Some(ItemMinor),
        _ => None,
    };
    let items = tiles.cells().filter_map(|(cell, tile)| Some((cell, item(tile)?)));
    let marks = tiles.marks.iter().map(|mark| (mark.cell, mark.gives));
    items.chain(marks).map(|(cell, content)| (Position::Cell(cell), content)).collect()
}

#[test]
fn a_pit_that_is_said_never_to_be_filled_never_is() {
    use crate::tile_twin::twin::{Game, all_filled};
    use crate::tile_twin::workshop::{Size, THEMES, pitted};
    let (mut told, mut filled) = (0, 0);
    for (theme, seed) in THEMES.into_iter().flat_map(|t| (0..60 * times()).map(move |n| (t, n))) {
        let mut case = pitted(theme, Size::Small, 5_000 + seed);
        // Without a goal no state ends the game.
        case.level.win.clear();
        case.level.tiles.as_mut().expect("tiles").goals = Some(Vec::new());
        let Some(fills) = all_filled(&Game::new(&case.level, &case.rules), 4 * MOST_STATES) else {
            continue;
        };
        let found = check(&case.level, &case.rules, &Limits::default()).expect("few things");
        let tiles = case.level.tiles.as_ref().expect("tiles");
        let pits: BTreeSet<_> = tiles.holding(Tile::Pit).collect();
        let said: usize = found
            .lint
            .iter()
            .filter(|one| one.code == "pit_never_filled")
            .map(|one| {
                let words = one.message.split("fill ").nth(1).expect("a number or a pit");
                words.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(1)
            })
            .sum();
        assert!(said <= pits.len() - fills.len(), "{said} of {pits:?}, filled {fills:?}\n{case}");
        told += said;
        filled += fills.len();
    }
    assert!(told > 10 && filled > 10, "told {told}, filled {filled}");
}
