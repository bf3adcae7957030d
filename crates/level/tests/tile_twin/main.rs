//! The judge of tile levels against its naive twin: hand-drawn levels with results counted by hand, and
//! thousands of random levels.
//!
//! A failure prints the family, the seed, the level as text and the rules.

#![expect(clippy::expect_used, reason = "this is how a test fails")]

mod twin;
mod cases;
mod levels;

/// Levels with more states than this are passed over: the twin is slow.
const MOST_STATES: usize = 2_000;

#[test]
fn random_levels_are_worth_judging() {
    for family in levels::FAMILIES {
        let [mut judged, mut won, mut losable] = [0; 3];
        for seed in 0..100 {
            let case = levels::random(family, seed);
            if let Some(outcome) = twin::explore(&case.level, &case.rules, MOST_STATES) {
                judged += 1;
                won += u32::from(outcome.cost.is_some());
                losable += u32::from(outcome.witness.is_some());
            }
        }
        assert!(judged > 90 && won > 40 && won < 70 && losable > 0, "{judged} {won} {losable}");
    }
}
