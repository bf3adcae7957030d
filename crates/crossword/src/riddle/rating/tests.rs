//! Ratings of riddles counted by hand, and a property: no part makes a riddle easier.

use super::*;
use crate::lexicon::{Lexicon, Options, build};
use crate::locale::Locale;
use crate::position::{Notation, Position, Setting};
use crate::riddle::Posed;
use proptest::prelude::*;

/// Words with their commonness.
const WORDS: [(&str, u8); 9] = [
    ("as", 240),
    ("at", 250),
    ("cat", 230),
    ("cats", 200),
    ("catseat", 90),
    ("eat", 235),
    ("sat", 210),
    ("scat", 100),
    ("seat", 220),
];

fn lexicon(has_ranks: bool) -> Lexicon {
    let words: String = WORDS.iter().map(|(word, _)| format!("{word}\n")).collect();
    let (lexicon, _) = build(words.as_bytes(), Locale::EnUs, &Options::default()).unwrap();
    let mut ranks = Vec::new();
    lexicon.words(|word| {
        ranks.extend(WORDS.iter().filter(|(known, _)| *known == word).map(|(_, rank)| *rank));
    });
    if has_ranks { lexicon.with_ranks(ranks).unwrap() } else { lexicon }
}

/// The rating of a position whose first drawn row is H.
fn rated(rows: &[&str], rack: &str, answer: &str, lexicon: &Lexicon) -> Rating {
    let mut board = vec![".".repeat(15); 15];
    for (row, drawn) in board[7..].iter_mut().zip(rows) {
        *row = format!("{drawn:.<15}");
    }
    let setting = Setting::standard(Locale::EnUs);
    let position = Position::read(setting, &board, Notation::Batch).unwrap();
    let posed = Posed::of(position.with_rack(rack).unwrap(), lexicon).unwrap();
    assert_eq!(posed.answer().describe(posed.position()), answer);
    posed.rating(lexicon)
}

/// Compares every part with the counted ones; parts not given are 0.
fn check(rating: &Rating, counted: &[(Part, f64)]) {
    for part in Part::ALL {
        let counted = counted.iter().find(|(other, _)| *other == part).map_or(0.0, |(_, n)| *n);
        assert!((rating.parts.get(part) - counted).abs() < 1e-9, "{} {rating:?}", part.name());
    }
}

#[test]
fn a_first_word_has_no_board_to_hide_in() {
    // SAT in three places of the row, AT and AS in two each; a fourth letter there is none. The start doubles.
    let rating = rated(&[], "SAT", "H6 sat 6", &lexicon(true));
    let counted = [
        (Part::Rarity, 255.0 - 210.0),
        (Part::Length, 3.0),
        (Part::Plays, 3.0 + 2.0 + 2.0),
        (Part::Before, 4.0),
        (Part::Nearness, 100.0),
    ];
    check(&rating, &counted);
    assert!(rating.is_sure);
}

/// CAT and EAT in a row, held together below.
const JOINED: [&str; 3] = ["..CAT.EAT", "....A.A", "....SSS"];

#[test]
fn words_that_lie_there_are_taken_in() {
    let rating = rated(&JOINED, "S", "H3 catseat 9", &lexicon(true));
    let counted = [
        (Part::Rarity, 255.0 - 90.0),
        (Part::Length, 7.0),
        (Part::Through, 6.0),
        (Part::Extension, 2.0),
        (Part::Plays, 3.0), // and SCAT, and AS below the A of EAT
        (Part::Before, 2.0),
        (Part::Nearness, 100.0 * 6.0 / 9.0),
    ];
    check(&rating, &counted);
}

#[test]
fn cross_words_and_blanks_are_counted() {
    let rating = rated(&[".......CAT"], "A?", "7G a?s 7", &lexicon(true));
    // With A alone AT; with the blank alone CATS, SCAT, AS, AT and AT; with both CAT down from the C; CAT, EAT and SAT
    // down to the T; AS down to CATS and to SCAT; AS and AT above the T.
    let plays = 1.0 + 5.0 + 1.0 + 3.0 + 2.0 + 2.0;
    let counted = [
        (Part::Rarity, 255.0 - 240.0),
        (Part::Crossing, 255.0 - 100.0),
        (Part::Length, 2.0),
        (Part::Hooks, 1.0),
        (Part::Blank, 1.0),
        (Part::Plays, plays),
        (Part::Before, plays - 2.0), // all but those that make SCAT
        (Part::Nearness, 100.0 * 6.0 / 7.0),
    ];
    check(&rating, &counted);
}

#[test]
fn what_is_not_known_is_not_sure() {
    let rating = rated(&[], "SAT", "H6 sat 6", &lexicon(false));
    assert!(!rating.is_sure);
    assert_eq!(rating.parts.get(Part::Rarity), 127.0);
    assert_eq!(rating.parts.get(Part::Before), 0.0);
}

#[test]
fn the_shares_of_the_parts_are_the_figure() {
    let rating = rated(&JOINED, "S", "H3 catseat 9", &lexicon(true));
    let sum: f64 = Part::ALL.iter().map(|&part| rating.share(part)).sum();
    assert!((sum - rating.figure).abs() < 1e-9);
    assert_eq!(rating.hundredths(), (rating.figure * 100.0).round() as u32);
    let nothing = Rating::of_parts(Parts::from(|_| 0.0), true);
    assert_eq!((nothing.figure, nothing.share(Part::Rarity)), (0.0, 0.0));
}

proptest! {
    /// A rating never falls when one part grows alone, and stays on its scale.
    #[test]
    fn no_part_makes_a_riddle_easier(
        numbers in prop::array::uniform10(0.0..2_000.0_f64),
        part in 0..Part::ALL.len(),
        more in 0.0..2_000.0_f64,
    ) {
        let (weighing, part) = (Weighing::usual(), Part::ALL[part]);
        let before = Parts::from(|part| numbers[part as usize]);
        let after = before.with(part, before.get(part) + more);
        let figure = |parts: &Parts| super::figure(&adds(parts, &weighing));
        let (low, high) = (figure(&before), figure(&after));
        prop_assert!(low <= high && (0.0..=100.0).contains(&low) && (0.0..=100.0).contains(&high));
        if weighing.of(part).weight > 0.0 && more > 1.0 && high < 99.999 {
            prop_assert!(low < high);
        }
        let points = |parts| Rating::of_parts(parts, true).hundredths();
        prop_assert!(points(before) <= points(after));
    }
}

#[test]
fn every_part_has_a_weight_and_nothing_else_has() {
    let known: BTreeMap<String, Weight> = serde_json::from_str(USUAL).unwrap();
    let names: Vec<&str> = known.keys().map(String::as_str).collect();
    let mut parts = Part::ALL.map(Part::name).to_vec();
    parts.sort_unstable();
    assert_eq!(names, parts);
    assert!(known.values().all(|w| w.weight >= 0.0 && w.scale > 0.0));
}
