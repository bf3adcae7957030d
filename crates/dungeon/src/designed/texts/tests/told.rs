//! What is told of rooms.

use super::{fault, sentence_fault};
use crate::designed::holder::Holder;
use crate::designed::purpose::Purpose;
use crate::designed::rooms::Family;
use crate::designed::texts::shared::Shared;
use crate::designed::texts::teller::LONGEST;
use crate::designed::texts::{Gate, Kind, RoomFacts, Seen, Teller, Texts, Told};
use crate::layout::Direction;
use search::{Seed, Stream};
use std::collections::BTreeSet;

fn stream(seed: u64) -> Stream {
    Seed::new(seed).unwrap().attempt(0).phase("texts")
}

/// What may be seen in a room; none in most.
fn seen(stream: &mut Stream) -> Vec<Seen<'static>> {
    let sides = &Direction::ALL[..4];
    let side = |stream: &mut Stream| *stream.pick(sides).unwrap();
    let one = |stream: &mut Stream| match stream.index(10) {
        0 => Seen::Crack(side(stream)),
        1 => Seen::Gate(*stream.pick(&Gate::ALL).unwrap()),
        2 => Seen::Drop(side(stream)),
        3 => Seen::Plate,
        4 => Seen::Blocks,
        5 | 6 => Seen::Water,
        7 => Seen::Void,
        _ => Seen::Crack(side(stream)),
    };
    (0..[0, 0, 1, 1, 2, 3][stream.index(6)]).map(|_| one(stream)).collect()
}

/// Purposes of rooms, in about the shares of a dungeon.
fn drawn(family: Family, stream: &mut Stream) -> Purpose {
    use Purpose::{Fight, Hub, Key, LockView, Passage, Puzzle, Secret, Treasure, Vista};
    let shares = [
        Fight, Fight, Fight, Hub, Key, Key, LockView, Passage, Passage, Puzzle, Secret, Treasure,
        Vista,
    ];
    let purpose = *stream.pick(&shares).unwrap();
    if Texts::of(family).occurs(purpose) { purpose } else { Passage }
}

/// Tells a dungeon of so many rooms.
fn dungeon(family: Family, rooms: usize, seed: u64) -> Vec<Told> {
    let mut facts = stream(seed + 1_000);
    let mut teller = Teller::new(family, stream(seed));
    (0..rooms)
        .map(|room| {
            let purpose = Purpose::ALL.get(room).copied().filter(|p| Texts::of(family).occurs(*p));
            let purpose = purpose.unwrap_or_else(|| drawn(family, &mut facts));
            let foes: Vec<&Kind> =
                (0..facts.index(4)).filter_map(|n| teller.enemy(n as u8 + 1)).collect();
            let [key, treasure, puzzle] = [teller.key(), teller.treasure(), teller.puzzle()];
            let master = teller.master();
            let holder = (purpose == Purpose::Key).then(|| *facts.pick(&Holder::ALL).unwrap());
            teller.room(&RoomFacts {
                holder,
                foes: &foes,
                boss: master.as_deref(),
                key: Some(&key),
                treasure: Some(&treasure),
                puzzle: Some(&puzzle),
                seen: &seen(&mut facts),
                ..RoomFacts::of(purpose)
            })
        })
        .collect()
}

#[test]
fn dungeons_of_40_and_of_400_rooms_repeat_no_name_and_no_text_and_keep_their_form() {
    for family in Family::ALL {
        for (rooms, seeds) in [(40, 5), (400, 1)] {
            for seed in 0..seeds {
                let told = dungeon(family, rooms, seed);
                let names: BTreeSet<&String> = told.iter().map(|told| &told.name).collect();
                let texts: BTreeSet<&String> = told.iter().map(|told| &told.text).collect();
                assert_eq!((names.len(), texts.len()), (rooms, rooms), "{}", family.name());
                for Told { name, text } in &told {
                    let length = text.chars().count();
                    assert!((40..=LONGEST).contains(&length), "{length}: {text}");
                    assert_eq!(
                        fault(text).or(sentence_fault(text)).or(fault(name)),
                        None,
                        "{text}"
                    );
                    assert!(
                        !text.contains(['{', '}']) && name.starts_with("The "),
                        "{name}: {text}"
                    );
                    assert!(text.matches(". ").count() <= 1, "more than two sentences: {text}");
                }
            }
        }
    }
}

/// A sentence that is the same whatever a gate is called.
fn ungated(line: &str) -> String {
    let words = &Shared::phrases().gates["lock"];
    words.iter().fold(line.to_owned(), |line, gate| line.replace(gate, "GATE"))
}

#[test]
fn every_pair_of_family_and_purpose_has_thousands_of_texts() {
    for family in Family::ALL {
        for purpose in Purpose::ALL.into_iter().filter(|p| Texts::of(family).occurs(*p)) {
            let mut teller = Teller::new(family, stream(3));
            let foes: Vec<&Kind> = teller.enemy(3).into_iter().collect();
            let texts: BTreeSet<String> =
                (0..1_500).map(|_| teller.room(&RoomFacts::of(purpose)).text).collect();
            assert_eq!(texts.len(), 1_500, "{} {}", family.name(), purpose.name());
            let known = RoomFacts {
                foes: &foes,
                boss: Some("the Worm"),
                key: Some("the cook's key"),
                treasure: Some("gold ring"),
                puzzle: Some("the stones of the old"),
                seen: &[Seen::Gate(Gate::Lock)],
                ..RoomFacts::of(purpose)
            };
            let known: Vec<String> = (0..400).map(|_| teller.room(&known).text).collect();
            let lines = known.iter().filter_map(|text| text.split(". ").nth(1));
            let lines: BTreeSet<String> = lines.map(ungated).collect();
            assert!(lines.len() >= 12, "{} {}: {lines:?}", family.name(), purpose.name());
        }
    }
}

#[test]
fn a_cracked_wall_is_always_told_with_its_side() {
    for family in Family::ALL {
        let mut teller = Teller::new(family, stream(5));
        for purpose in Purpose::ALL.into_iter().filter(|p| Texts::of(family).occurs(*p)) {
            let seen = [Seen::Water, Seen::Gate(Gate::Lock), Seen::Crack(Direction::East)];
            let facts = RoomFacts { seen: &seen, ..RoomFacts::of(purpose) };
            let text = teller.room(&facts).text;
            assert!(text.contains("the east "), "{text}");
        }
        let seen = [Seen::Crack(Direction::East); 2];
        let text = teller.room(&RoomFacts { seen: &seen, ..RoomFacts::of(Purpose::Hub) }).text;
        let several = ["east walls", "east rock faces", "east banks"];
        assert!(!several.iter().any(|words| text.contains(words)), "{text}");
        let seen = [Seen::Crack(Direction::West), Seen::Blocks, Seen::Crack(Direction::North)];
        let facts = RoomFacts { seen: &seen, ..RoomFacts::of(Purpose::Hub) };
        let text = teller.room(&facts).text;
        assert!(text.contains("the north and west "), "{text}");
    }
}

#[test]
fn locks_plates_and_drops_are_told_where_no_crack_is() {
    let mut teller = Teller::new(Family::Temple, stream(8));
    let cases: [(Seen<'_>, &[&str]); 4] = [
        (Seen::Drop(Direction::South), &["south"]),
        (Seen::Gate(Gate::Plate), &["portcullis", "bars"]),
        (Seen::Gate(Gate::Water), &["water"]),
        (Seen::Plate, &["slab", "stone lies", "square"]),
    ];
    for (seen, words) in cases {
        for _ in 0..20 {
            let facts = RoomFacts { seen: &[seen], ..RoomFacts::of(Purpose::Passage) };
            let text = teller.room(&facts).text;
            assert!(words.iter().any(|word| text.contains(word)), "{text}");
        }
    }
}

#[test]
fn what_a_room_holds_is_called_by_its_name_now_and_then() {
    let mut teller = Teller::new(Family::Tomb, stream(9));
    let facts = RoomFacts { treasure: Some("death mask"), ..RoomFacts::of(Purpose::Treasure) };
    let named = (0..100).filter(|_| teller.room(&facts).text.contains("the death mask")).count();
    assert!((30..90).contains(&named), "{named}");
    let rat = &Texts::of(Family::Cave).enemies()[0];
    let facts = RoomFacts { foes: &[rat, rat, rat], ..RoomFacts::of(Purpose::Fight) };
    let mut teller = Teller::new(Family::Cave, stream(9));
    let told = (0..50).filter(|_| teller.room(&facts).text.contains("three cave rats")).count();
    assert!(told > 10, "{told}");
}

#[test]
fn the_same_stream_tells_the_same() {
    assert_eq!(dungeon(Family::Wild, 60, 7), dungeon(Family::Wild, 60, 7));
    assert_ne!(dungeon(Family::Wild, 60, 7), dungeon(Family::Wild, 60, 8));
}

/// Prints some dungeons, to be read: `cargo nextest run -p quandary-dungeon shown --run-ignored all --no-capture`.
#[test]
#[ignore = "shows texts, and asserts nothing"]
fn texts_are_shown() {
    for family in Family::ALL {
        println!("== {}", family.name());
        for Told { name, text } in dungeon(family, 30, 1) {
            println!("{name}: {text}");
        }
    }
}
