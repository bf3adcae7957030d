//! Ratings of levels counted by hand, and the property that a larger part never lowers the rating.

use proptest::prelude::*;
use quandary_level::formats::{json, text};
use quandary_level::rate::{Band, BandError, Part, Parts, Rating, Unrated, Weights, figure, rate};

fn rated(text: &str) -> Rating {
    let level = match text.starts_with('{') {
        true => json::read(text).unwrap(),
        false => text::read(text).unwrap(),
    };
    rate(&level, &level.rules_under(None)).unwrap()
}

/// Compares every part with the counted value (0 if not given), and the figure with the computed one: a part `x` with
/// scale `s` and weight `w` contributes `w·ln(1 + x/s)`, and the sum `z` gives `100·(1 − e^−z)`.
fn check(text: &str, counted: &[(Part, f64)], figure: f64) {
    let rating = rated(text);
    assert!((rating.figure - figure).abs() < 5e-4, "{figure} {rating:?}");
    for part in Part::ALL {
        let counted = counted.iter().find(|(other, _)| *other == part).map_or(0.0, |(_, n)| *n);
        assert!((rating.parts.get(part) - counted).abs() < 1e-9, "{} {rating:?}", part.name());
    }
    assert!(rating.is_sure);
}

#[test]
fn a_walk_has_its_length_alone() {
    // 0.5081·ln(1 + 4/337) = 0.005995
    check("#######\n#@...*#\n#######\n", &[(Part::Length, 4.0)], 0.5977);
}

#[test]
fn a_key_that_can_be_wasted_is_a_trap() {
    // Take the key, go back and open the side room: four moves into the nearest dead state; 5 of 15 states are dead.
    let parts = [
        (Part::Length, 3.0),
        (Part::Gating, 1.0),
        (Part::Dead, 500.0 / 15.0),
        (Part::Trap, 100.0 / 5.0),
    ];
    // 0.5081·ln(1 + 3/337) + 0.0064·ln(1 + 1/6) + 0.2·ln(1 + 33.33/62.18) + 0.032·ln(1 + 20/20)
    // = 0.004503 + 0.000987 + 0.085846 + 0.022181 = 0.113517
    check("#########\n#.+.@k+*#\n#########\n", &parts, 10.7311);
}

#[test]
fn the_way_back_for_a_lock_seen_before_its_key_is_counted() {
    // Rooms a - b - c in a row, the key in c, and the goal behind a lock in a, for each kind of key.
    let level = r#"{"format": "quandary/level/1", "graph": {"nodes": [
        {"id": "a", "contents": ["start"]}, {"id": "b"}, {"id": "c", "contents": ["KEY"]}, {"id": "d", "contents": ["goal"]}],
        "edges": [{"from": "a", "to": "b"}, {"from": "b", "to": "a"}, {"from": "b", "to": "c"}, {"from": "c", "to": "b"},
        {"from": "a", "to": "d", "requires": "LOCK"}, {"from": "d", "to": "a"}]}}"#;
    let level = |key: &str, lock: &str| level.replace("KEY", key).replace("LOCK", lock);
    let parts = [
        (Part::Length, 5.0 * 12.0), // a b c b a d
        (Part::Backtracking, 2.0),
        (Part::Gating, 1.0),
        (Part::Choices, (2.0 + 2.0 + 1.0 + 0.0) / 4.0), // a-b a-d; b-c a-d; a-d; none
        (Part::Carrying, 2.0),                          // from c to a
    ];
    // 0.5081·ln(1 + 60/337) + 0.2541·ln(1 + 2/3) + 0.0064·ln(1 + 1/6) + 0.2541·ln(1 + 1.25/4.1) + 0.0064·ln(1 + 2/1)
    // = 0.083254 + 0.129801 + 0.000987 + 0.067618 + 0.007031 = 0.288691
    for (key, lock) in
        [("symbol:A", "symbol:A"), ("boss_key", "boss_locked"), ("key", "key_locked")]
    {
        check(&level(key, lock), &parts, 25.0756);
    }
    // A key that lies before its lock needs no carrying.
    let at_once = level("switch", "symbol:A").replace(r#"["start"]"#, r#"["start", "symbol:A"]"#);
    assert!(rated(&at_once).parts.get(Part::Carrying).abs() < 1e-9);
}

#[test]
fn a_wall_that_has_to_be_bombed_is_a_secret_and_a_short_cut_is_none() {
    let level = |other: &str| {
        format!(
            r#"{{"format": "quandary/level/1", "rules": {{"bombs": "unlimited"}}, "graph": {{"nodes": [
        {{"id": 0, "contents": ["start", "item_minor"]}}, {{"id": 1}}, {{"id": 2, "contents": ["goal"]}}],
        "edges": [{{"from": 0, "to": 2, "requires": "bombable"}}, {{"from": 2, "to": 0, "requires": "bombable"}},
        {{"from": 0, "to": 1}}, {{"from": 1, "to": 0}}{other}]}}}}"#
        )
    };
    let gated = [(Part::Length, 12.0), (Part::Gating, 1.0), (Part::Choices, 1.5)];
    let needed = [&gated[..], &[(Part::Secrets, 1.0)]].concat();
    // 0.5081·ln(1 + 12/337) + 0.0064·ln(1 + 1/6) + 0.2541·ln(1 + 1.5/4.1) + 0.0254·ln(1 + 1/1)
    // = 0.017778 + 0.000987 + 0.079223 + 0.017606 = 0.115594
    check(&level(""), &needed, 10.9163);
    let round = level(r#", {"from": 1, "to": 2}, {"from": 2, "to": 1}"#);
    let gated = [(Part::Length, 12.0), (Part::Gating, 1.0), (Part::Choices, 2.0)];
    // 0.017778 + 0.000987 + 0.2541·ln(1 + 2/4.1) = 0.119719
    check(&round, &gated, 11.2830);
}

#[test]
fn a_room_of_blocks_tells_its_pushes_and_the_effort_of_a_search() {
    let level = formats::xsb::read("#######\n#@ $ .#\n#     #\n#######\n");
    let level = level.unwrap().pop().unwrap();
    let rating = rate(&level, &level.rules_under(None)).unwrap();
    assert!(rating.parts.get(Part::Pushes) >= 1.0);
    assert!(rating.parts.get(Part::Effort) >= 1.0);
    assert!(rating.parts.get(Part::Dead) > 0.0 && rating.parts.get(Part::Trap) > 0.0);
}

#[test]
fn what_cannot_be_won_is_told_apart_from_what_is_undecided() {
    let level = text::read("#####\n#@#*#\n#####\n").unwrap();
    let unrated = rate(&level, &level.rules_under(None)).unwrap_err();
    assert_eq!((unrated, unrated.winnable()), (Unrated::Unwinnable, Some(false)));
    assert_eq!(Unrated::Undecided.winnable(), None);
}

#[test]
fn bands_are_read_and_hold_their_ends() {
    let band: Band = "30..45".parse().unwrap();
    assert!(band.holds(30.0) && band.holds(45.0) && !band.holds(45.1) && !band.holds(29.9));
    assert_eq!((band.to_string(), band.ends()), ("30..45".to_owned(), (30.0, 45.0)));
    assert_eq!("45..30".parse::<Band>(), Err(BandError::Inverted));
    for wrong in ["30", "30..", "a..b", "-1..3", "3..101", "nan..3"] {
        assert_eq!(wrong.parse::<Band>(), Err(BandError::Form), "{wrong}");
    }
}

proptest! {
    /// The rating never falls when one part grows and the others stay the same, and it stays between 0 and 100.
    #[test]
    fn no_part_makes_a_level_easier(
        numbers in prop::array::uniform10(0.0..5_000.0_f64),
        part in 0..Part::ALL.len(),
        more in 0.0..5_000.0_f64,
    ) {
        let (weights, part) = (Weights::usual(), Part::ALL[part]);
        let before = Parts::from(|part| numbers[part as usize]);
        let after = before.with(part, before.get(part) + more);
        let (low, high) = (figure(&before, &weights), figure(&after, &weights));
        prop_assert!(low <= high && (0.0..=100.0).contains(&low) && (0.0..=100.0).contains(&high));
        if weights.of(part).weight > 0.0 && more > 1.0 && high < 99.999 {
            prop_assert!(low < high);
        }
    }
}
