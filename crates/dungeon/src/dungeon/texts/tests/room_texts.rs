//! Tests of the texts of rooms.

use super::{fault, sentence_fault};
use crate::dungeon::rooms::Family;
use crate::dungeon::texts::data::Shared;
use crate::dungeon::texts::phrases::LONGEST;
use crate::dungeon::texts::{
    Feature, LeverFact, NoteTime, RoomFacts, RoomText, TextGenerator, Texts, ThingFact, VisibleGate,
};
use crate::layout::Direction;
use crate::purpose::Holder;
use crate::purpose::Purpose;
use search::{Seed, Stream};
use std::collections::{BTreeMap, BTreeSet};

fn stream(seed: u64) -> Stream {
    Seed::new(seed).unwrap().attempt(0).phase("texts")
}

/// Random visible features of a room; none in most.
fn seen(stream: &mut Stream) -> Vec<Feature<'static>> {
    let sides = &Direction::ALL[..4];
    let side = |stream: &mut Stream| *stream.pick(sides).unwrap();
    let one = |stream: &mut Stream| match stream.index(10) {
        0 => Feature::Crack(side(stream), 1),
        1 => Feature::Gate(*stream.pick(&VisibleGate::ALL).unwrap(), side(stream), 2),
        2 => Feature::Drop(side(stream)),
        3 => Feature::Plate(3),
        4 => Feature::Blocks,
        5 | 6 => Feature::Water,
        7 => Feature::Void,
        8 => Feature::Errand("a kettle to be taken off"),
        _ => Feature::Crack(side(stream), 4),
    };
    (0..[0, 0, 1, 1, 2, 3][stream.index(6)]).map(|_| one(stream)).collect()
}

/// Random purposes of rooms, in about the shares of a dungeon.
fn drawn(family: Family, stream: &mut Stream) -> Purpose {
    use Purpose::{Fight, Hub, Key, LockView, Passage, Puzzle, Secret, Treasure, Vista};
    let shares = [
        Fight, Fight, Fight, Hub, Key, Key, LockView, Passage, Passage, Puzzle, Secret, Treasure,
        Vista,
    ];
    let purpose = *stream.pick(&shares).unwrap();
    if Texts::of(family).occurs(purpose) { purpose } else { Passage }
}

/// The texts of a dungeon with this number of rooms.
fn dungeon(family: Family, rooms: usize, seed: u64) -> Vec<RoomText> {
    let mut facts = stream(seed + 1_000);
    let mut generator = TextGenerator::new(family, stream(seed));
    (0..rooms)
        .map(|room| {
            let purpose = Purpose::ALL.get(room).copied().filter(|p| Texts::of(family).occurs(*p));
            let purpose = purpose.unwrap_or_else(|| drawn(family, &mut facts));
            let (key, treasure, master) =
                (generator.key(), generator.treasure(), generator.master());
            let lever = generator.lever().map_or("", |(_, lever)| &lever.line);
            let holder = (purpose == Purpose::Key).then(|| *facts.pick(&Holder::ALL).unwrap());
            generator.room(&RoomFacts {
                holder,
                guarded: true,
                boss: master.as_deref(),
                key: Some(ThingFact { thing: "symbol:A", name: &key }),
                treasure: Some(ThingFact { thing: "symbol:treasure:x", name: &treasure }),
                lever: Some(LeverFact { thing: "symbol:puzzle:1", line: lever }),
                features: &seen(&mut facts),
                ..RoomFacts::of(purpose)
            })
        })
        .collect()
}

/// The sentences of descriptions and notes.
fn sentences(told: &[RoomText]) -> Vec<&str> {
    let notes = told.iter().flat_map(|told| told.notes.iter().map(|note| &note.text));
    let texts = told.iter().map(|told| &told.text).chain(notes);
    texts.flat_map(|text| text.split_inclusive(". ")).map(str::trim).collect()
}

#[test]
fn dungeons_of_40_and_of_400_rooms_repeat_no_name_and_no_sentence_and_keep_their_form() {
    for family in Family::ALL {
        for (rooms, seeds) in [(40, 5), (400, 1)] {
            for seed in 0..seeds {
                let told = dungeon(family, rooms, seed);
                let names: BTreeSet<&String> = told.iter().map(|told| &told.name).collect();
                assert_eq!(names.len(), rooms, "{}", family.name());
                let mut once = BTreeSet::new();
                for sentence in sentences(&told) {
                    assert!(once.insert(sentence), "{}: twice: {sentence}", family.name());
                    let is_right = fault(sentence).or(sentence_fault(sentence)).is_none();
                    assert!(is_right && !sentence.contains(['{', '}']), "{sentence}");
                }
                for RoomText { name, text, notes } in &told {
                    let length = text.chars().count();
                    assert!((40..=LONGEST).contains(&length), "{length}: {text}");
                    assert!(fault(name).is_none() && name.starts_with("The "), "{name}");
                    assert!(text.matches(". ").count() <= 1, "more than two sentences: {text}");
                    assert!(notes.len() <= 3, "{notes:?}");
                }
            }
        }
    }
}

#[test]
fn no_clause_comes_twice_in_a_dungeon_of_sixteen_rooms() {
    for family in Family::ALL {
        for seed in 0..40 {
            let told = dungeon(family, 16, seed);
            let firsts = told.iter().filter_map(|told| told.text.split(". ").next());
            let halves = firsts.flat_map(|first| first.split("; "));
            let mut once = BTreeSet::new();
            for clause in halves.flat_map(|half| half.split(", and ")) {
                let clause = clause.trim_end_matches('.');
                let is_new = clause.len() < 15 || once.insert(clause.to_owned());
                assert!(is_new, "{} {seed}: {clause}", family.name());
            }
        }
    }
}

#[test]
fn every_pair_of_family_and_purpose_has_at_least_twelve_sentences() {
    let own = [Purpose::Key, Purpose::Treasure, Purpose::Puzzle, Purpose::LockView];
    for family in Family::ALL {
        for purpose in Purpose::ALL.into_iter().filter(|p| Texts::of(family).occurs(*p)) {
            let count = |lines: &BTreeMap<String, Vec<String>>| {
                lines.get(purpose.name()).map_or(0, Vec::len)
            };
            let lines = match purpose {
                Purpose::Puzzle => Texts::of(family).levers.len(),
                _ => count(&Texts::of(family).lines) + count(&Shared::phrases().lines),
            };
            assert!(lines >= 12, "{} {}", family.name(), purpose.name());
            let mut generator = TextGenerator::new(family, stream(3));
            let key = ThingFact { thing: "symbol:A", name: "the cook's key" };
            let facts = RoomFacts {
                guarded: true,
                boss: Some("the Worm"),
                key: Some(key),
                treasure: Some(key),
                features: &[Feature::Gate(VisibleGate::Lock, Direction::East, 1)],
                ..RoomFacts::of(purpose)
            };
            let told = (0..12).map(|_| {
                let line = generator.lever().map_or("", |(_, lever)| &lever.line);
                let lever = Some(LeverFact { thing: "symbol:puzzle:1", line });
                generator.room(&RoomFacts { lever, ..facts })
            });
            let told: Vec<RoomText> = told.collect();
            let about = |told: &RoomText| told.notes.len() + told.text.matches(". ").count();
            let least = if own.contains(&purpose) { 1 } else { 2 };
            assert!(
                told.iter().all(|told| about(told) >= least),
                "{} {}",
                family.name(),
                purpose.name()
            );
        }
    }
}

#[test]
fn what_bars_a_way_is_a_note_for_as_long_as_it_does_so_and_names_the_side() {
    for family in Family::ALL {
        for purpose in Purpose::ALL.into_iter().filter(|p| Texts::of(family).occurs(*p)) {
            let mut generator = TextGenerator::new(family, stream(5));
            let seen = [
                Feature::Crack(Direction::East, 7),
                Feature::Gate(VisibleGate::Lock, Direction::South, 8),
            ];
            let told = generator.room(&RoomFacts { features: &seen, ..RoomFacts::of(purpose) });
            let note = |to: usize| {
                let found = told.notes.iter().find(|note| note.during == NoteTime::Barred(to));
                found.map(|note| note.text.clone()).unwrap_or_default()
            };
            assert!(note(7).contains("the east "), "{told:?}");
            assert!(note(8).contains("to the south"), "{told:?}");
            assert!(!told.text.contains("to the south"), "{told:?}");
        }
    }
}

#[test]
fn plates_drops_and_water_have_their_words() {
    let mut generator = TextGenerator::new(Family::Temple, stream(8));
    let cases: [(Feature<'_>, &[&str]); 4] = [
        (Feature::Drop(Direction::South), &["south"]),
        (Feature::Gate(VisibleGate::Plate, Direction::West, 1), &["portcullis", "bars"]),
        (Feature::Gate(VisibleGate::Water, Direction::West, 1), &["water"]),
        (Feature::Plate(1), &["slab", "stone lies", "square"]),
    ];
    for (seen, words) in cases {
        for _ in 0..8 {
            let facts = RoomFacts { features: &[seen], ..RoomFacts::of(Purpose::Passage) };
            let told = generator.room(&facts);
            let notes: String = told.notes.iter().map(|note| note.text.as_str()).collect();
            let text = told.text + &notes;
            assert!(words.iter().any(|word| text.contains(word)), "{text}");
        }
    }
}

#[test]
fn what_lies_in_a_room_is_told_of_while_it_does() {
    let mut generator = TextGenerator::new(Family::Tomb, stream(9));
    let mask = ThingFact { thing: "symbol:treasure:death-mask", name: "the death mask" };
    let facts = RoomFacts { treasure: Some(mask), ..RoomFacts::of(Purpose::Treasure) };
    let told: Vec<RoomText> = (0..12).map(|_| generator.room(&facts)).collect();
    let during = NoteTime::Holds(mask.thing.to_owned());
    let notes = told.iter().filter_map(|told| told.notes.first());
    assert!(notes.clone().all(|note| note.during == during), "{told:?}");
    let named = notes.filter(|note| note.text.contains("the death mask")).count();
    assert!((4..=9).contains(&named), "{named}");
    assert!(told.iter().all(|told| !told.text.contains("death mask")), "{told:?}");
    let empty = RoomFacts::of(Purpose::Fight);
    assert!(generator.room(&empty).notes.is_empty(), "nobody is told of who is not there");
    let facts = RoomFacts { guarded: true, ..empty };
    assert_eq!(generator.room(&facts).notes[0].during, NoteTime::Foes);
}

#[test]
fn the_time_of_a_note_is_read_as_it_is_written() {
    for during in [NoteTime::Barred(12), NoteTime::Holds("symbol:A".to_owned()), NoteTime::Foes] {
        assert_eq!(during.to_string().parse(), Ok(during));
    }
    assert!("barred:x".parse::<NoteTime>().is_err() && "never".parse::<NoteTime>().is_err());
}

#[test]
fn the_same_stream_tells_the_same() {
    assert_eq!(dungeon(Family::Wild, 60, 7), dungeon(Family::Wild, 60, 7));
    assert_ne!(dungeon(Family::Wild, 60, 7), dungeon(Family::Wild, 60, 8));
}
