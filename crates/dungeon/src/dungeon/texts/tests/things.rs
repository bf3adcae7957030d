//! Tests of the names of things and of endings.

use super::{fault, sentence_fault};
use crate::dungeon::rooms::Family;
use crate::dungeon::texts::{
    ItemUse, RoomFacts, Sense, TextGenerator, appraisal, bested, company, family_of, fought,
    parley, plural, portrait, presence, prize, quest, sensed, spoils, symbol, watched,
};
use crate::layout::categories;
use crate::purpose::Purpose;
use search::{Seed, Stream};
use std::collections::BTreeSet;

fn stream(seed: u64) -> Stream {
    Seed::new(seed).unwrap().attempt(0).phase("texts")
}

#[test]
fn treasures_and_keys_never_come_twice_in_a_dungeon() {
    for family in Family::ALL {
        let mut generator = TextGenerator::new(family, stream(1));
        let treasures: BTreeSet<String> = (0..200).map(|_| symbol(&generator.treasure())).collect();
        let keys: BTreeSet<String> = (0..200).map(|_| generator.key()).collect();
        assert_eq!((treasures.len(), keys.len()), (200, 200));
        assert!(treasures.iter().all(|name| !name.contains([' ', '\'', '"', ':'])));
        assert!(keys.iter().all(|name| name.starts_with("the ")));
        let first: Vec<String> =
            (0..25).map(|_| TextGenerator::new(family, stream(2)).treasure()).collect();
        assert!(first.iter().all(|name| !name.contains(|c: char| c.is_ascii_digit())));
    }
}

#[test]
fn a_symbol_has_hyphens_for_spaces_and_no_apostrophes() {
    assert_eq!(symbol("saint's finger bone 2"), "saints-finger-bone-2");
}

#[test]
fn an_enemy_has_the_load_that_is_asked_for() {
    for family in Family::ALL {
        let mut generator = TextGenerator::new(family, stream(3));
        for load in 1..=5 {
            let kind = generator.enemy(load);
            assert_eq!(kind.map(|kind| kind.load), (family != Family::House).then_some(load));
        }
        assert_eq!(generator.enemy(0), None);
        assert_eq!(
            generator.enemy(9).map(|kind| kind.load),
            generator.enemy(5).map(|kind| kind.load)
        );
        assert_eq!(generator.errand().is_some(), family == Family::House);
        assert_eq!(generator.master().is_some(), family != Family::House);
        assert_eq!(generator.lesser().is_some(), family != Family::House);
    }
}

#[test]
fn every_family_has_an_item_of_each_use() {
    for family in Family::ALL {
        let mut generator = TextGenerator::new(family, stream(4));
        for of in [ItemUse::KeyItem, ItemUse::Hook] {
            assert_eq!(generator.item(of).unwrap().of, of);
        }
    }
}

#[test]
fn every_category_has_a_name_and_no_name_says_a_word_twice() {
    for row in categories() {
        let family = Family::of(&row.name).unwrap();
        let mut generator = TextGenerator::new(family, stream(5));
        let names: BTreeSet<String> =
            (0..100).map(|_| generator.place(&row.name).unwrap()).collect();
        assert!(names.len() > 60, "{}: {}", row.name, names.len());
        assert_eq!(generator.place("castle"), None);
        for name in names {
            let (first, noun) = name.split_once(' ').unwrap();
            assert!(!first.to_lowercase().contains(&noun.to_lowercase()), "{name}");
        }
    }
}

#[test]
fn an_ending_says_what_was_won_and_where() {
    for seed in 0..40 {
        let mut generator = TextGenerator::new(Family::Tomb, stream(seed));
        let goal = generator.goal();
        let text = generator.ending("Oldmere Crypt", &goal);
        assert_eq!(fault(&text).or(sentence_fault(&text)), None, "{text}");
        let lower = text.to_lowercase();
        let said = lower.contains(&goal.to_lowercase()) && text.contains("Oldmere Crypt");
        assert!(said && !text.contains(['{', '}']), "{text}");
    }
}

#[test]
fn spoils_are_counted_in_good_form() {
    let found = ["the death mask", "the gold scarab", "the onyx urn", "the jet tear"];
    for (count, treasures) in [(0, 1), (0, 3), (1, 1), (1, 2), (4, 4), (4, 9)] {
        let text = spoils(&found[..count], treasures).unwrap();
        assert_eq!(fault(&text).or(sentence_fault(&text)), None, "{text}");
        assert!(found[..count].iter().take(3).all(|name| text.contains(name)), "{text}");
        assert!(!text.contains("stayed where it"), "{text}");
    }
    assert_eq!(spoils(&[], 0), None);
}

#[test]
fn fights_quests_and_bosses_have_words() {
    for number in 1..4 {
        let foes = fought("the two bats", number, false, 3).unwrap();
        assert!(foes.contains("the two bats"), "{foes}");
        assert!(company("a bat", number, 7).unwrap().contains("a bat"));
    }
    assert!(fought("the Worm", 1, true, 5).unwrap().contains("the Worm"));
    for beaten in [true, false] {
        assert!(bested("the Worm", beaten).unwrap().contains("the Worm"));
    }
    let text = quest("Oldmere Crypt", "the oar", Some("the Worm")).unwrap();
    assert!(text.contains("the oar") && text.contains("the Worm"), "{text}");
    assert!(quest("Oldmere Crypt", "the oar", None).unwrap().contains("the oar"));
    assert!(appraisal(99).is_some());
    assert_eq!((plural("wolf"), plural("gnu")), ("wolves".to_owned(), "gnus".to_owned()));
}

#[test]
fn bosses_prizes_and_senses_are_told_by_their_names() {
    let worm = "the Worm of the Ninth Sump";
    for said in
        [portrait(worm), presence(worm), portrait("the Lame Bear"), presence("the Lame Bear")]
    {
        let said = said.unwrap();
        assert_eq!(fault(&said).or(sentence_fault(&said)), None, "{said}");
        assert!(
            said.to_lowercase().contains("the worm of") || said.contains("Lame Bear"),
            "{said}"
        );
    }
    assert_ne!(portrait(worm), portrait("the Great Crab of the Ninth Sump"));
    assert_eq!((portrait("a pit rat"), presence("the Worm")), (None, None));
    assert!(prize("the missing ham").unwrap().contains("ham"));
    assert_eq!(prize("the golden pip"), None);
    let mut generator = TextGenerator::new(Family::Mine, stream(3));
    let told = generator.room(&RoomFacts::of(Purpose::Passage));
    assert_eq!(family_of(&told.text), Some(Family::Mine));
    assert_eq!(family_of("It smells of apples."), None);
    for sense in Sense::ALL {
        assert!(sensed(None, sense, 4).is_some());
        assert_ne!(sensed(Some(Family::Mine), sense, 0), sensed(Some(Family::Mine), sense, 1));
    }
    for number in 1..4 {
        assert!(watched("the two bats", number, 9).unwrap().contains("the two bats"));
    }
    assert!(parley("the two bats", 2).unwrap().contains("the two bats"));
}
