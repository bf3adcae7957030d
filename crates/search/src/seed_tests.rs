//! Tests that sampling follows its definition, with pinned values.

use super::*;
use proptest::prelude::*;

fn stream(seed: u64, attempt: u64, phase: &str) -> Stream {
    Seed::new(seed).unwrap().attempt(attempt).phase(phase)
}

#[test]
fn the_stream_is_pinned_for_ever() {
    let mut s = stream(7, 3, "keys");
    let got: Vec<u64> = (0..4).map(|_| s.next_u64()).collect();
    assert_eq!(got, PINNED, "a change here is a new algorithm version of every generator");
}
const PINNED: [u64; 4] = [
    12_927_987_571_440_377_059,
    6_927_023_993_217_436_872,
    16_401_635_610_749_673_612,
    14_551_412_149_726_626_149,
];

/// A number below a bound, by definition: of the 2^64 values, the remainder that would favour some numbers is
/// rejected.
fn below(draw: &mut Stream, bound: u64) -> u64 {
    let left_over = (1u128 << 64) % u128::from(bound);
    loop {
        let wide = u128::from(draw.next_u64()) * u128::from(bound);
        if wide % (1 << 64) >= left_over {
            return (wide >> 64) as u64;
        }
    }
}

#[test]
fn numbers_below_a_bound_are_drawn_as_the_definition_says() {
    // Large bounds reject many values; a power of two rejects none.
    for bound in [1, 2, 3, 10, 1 << 40, 3 << 62, (1 << 63) + 1, u64::MAX, 5_000_000_000_000_000_000]
    {
        let (mut fast, mut naive) = (stream(5, 1, "below"), stream(5, 1, "below"));
        for _ in 0..300 {
            assert_eq!(fast.below(bound), below(&mut naive, bound), "{bound}");
        }
    }
    let mut drawn = stream(5, 1, "below");
    assert_eq!(drawn.below(0), 0);
    assert_eq!(drawn.next_u64(), stream(5, 1, "below").next_u64(), "nothing is drawn for no bound");
}

#[test]
fn numbers_between_ends_are_those_below_the_span_from_the_lower_one() {
    for (low, high) in [(-5, 9), (0, 0), (3, 4), (i64::MIN, i64::MAX), (i64::MIN, -1), (7, -7)] {
        let (mut drawn, mut twin) = (stream(8, 2, "between"), stream(8, 2, "between"));
        for _ in 0..50 {
            let offset = match (i128::from(high) - i128::from(low)).max(0) {
                0 => 0,
                span if span == i128::from(u64::MAX) => i128::from(twin.next_u64()),
                span => i128::from(below(&mut twin, span as u64 + 1)),
            };
            assert_eq!(
                i128::from(drawn.between(low, high)),
                i128::from(low) + offset,
                "{low}..={high}"
            );
        }
    }
}

#[test]
fn fractions_are_the_upper_53_bits() {
    let (mut drawn, mut twin) = (stream(8, 2, "unit"), stream(8, 2, "unit"));
    for _ in 0..50 {
        assert_eq!(drawn.unit() * 9_007_199_254_740_992.0, (twin.next_u64() >> 11) as f64);
    }
}

#[test]
fn chances_are_strict_and_elements_are_picked_by_their_index() {
    let (mut drawn, mut twin) = (stream(8, 2, "chance"), stream(8, 2, "chance"));
    for _ in 0..20 {
        assert!(!drawn.chance(twin.unit()), "as likely as the fraction that was drawn");
        assert!(drawn.chance(twin.unit().next_up()));
    }
    let items = ['a', 'b', 'c', 'd', 'e'];
    for _ in 0..20 {
        assert_eq!(drawn.pick(&items), Some(&items[twin.index(5)]));
    }
    assert_eq!(drawn.pick(&items[..0]), None);
}

#[test]
fn a_part_has_a_seed_of_its_own_of_53_bits() {
    let attempt = Seed::new(7).unwrap().attempt(3);
    let part = attempt.part("tiles");
    assert_eq!(part.seed().value(), attempt.phase("tiles").next_u64() >> 11);
    assert_eq!(part.number(), 3);
    assert_ne!(part.phase("x").next_u64(), attempt.phase("x").next_u64());
}

#[test]
fn seed_attempt_and_phase_each_change_the_stream() {
    let first = stream(1, 1, "a").next_u64();
    assert_ne!(first, stream(2, 1, "a").next_u64());
    assert_ne!(first, stream(1, 2, "a").next_u64());
    assert_ne!(first, stream(1, 1, "b").next_u64());
    assert_eq!(first, stream(1, 1, "a").next_u64());
}

#[test]
fn seeds_stay_below_two_to_the_53() {
    assert_eq!(Seed::new(Seed::MAX).unwrap().value(), 9_007_199_254_740_991);
    assert!(Seed::new(Seed::MAX + 1).unwrap_err().to_string().contains("below 2^53"));
}

#[test]
fn every_value_of_a_small_range_is_equally_likely() {
    let mut counts = [0u32; 6];
    let mut s = stream(3, 0, "dice");
    for _ in 0..60_000 {
        counts[s.index(6)] += 1;
    }
    assert!(counts.iter().all(|&c| (9_600..10_400).contains(&c)), "{counts:?}");
}

#[test]
fn every_order_of_three_is_equally_likely() {
    let mut counts = std::collections::BTreeMap::new();
    let mut s = stream(4, 0, "cards");
    for _ in 0..60_000 {
        let mut cards = [0, 1, 2];
        s.shuffle(&mut cards);
        *counts.entry(cards).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|c| (9_600..10_400).contains(c)), "{counts:?}");
}

proptest! {
    #[test]
    fn ranges_hold(seed in 0..=Seed::MAX, bound in 1u64.., a in any::<i64>(), b in any::<i64>()) {
        let mut s = stream(seed, 0, "p");
        prop_assert!(s.below(bound) < bound);
        let (low, high) = (a.min(b), a.max(b));
        let n = s.between(low, high);
        prop_assert!(low <= n && n <= high);
        let u = s.unit();
        prop_assert!((0.0..1.0).contains(&u));
        prop_assert!(!s.chance(0.0));
        prop_assert!(s.chance(1.0));
    }
}

#[test]
fn drawn_seeds_differ_and_leave_room() {
    let drawn: std::collections::BTreeSet<u64> = (0..50).map(|_| Seed::random(1).value()).collect();
    assert!(drawn.len() > 45);
    assert!(Seed::random(Seed::MAX).after(Seed::MAX).is_some());
    assert_eq!(Seed::new(Seed::MAX).ok().and_then(|seed| seed.after(1)), None);
}
