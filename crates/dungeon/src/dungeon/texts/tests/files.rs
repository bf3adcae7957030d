//! Tests that every file is complete and well-formed.

use super::{clause_fault, fault, sentence_fault};
use crate::dungeon::rooms::Family;
use crate::dungeon::texts::data::{self, FILE, Shared, Texts};
use crate::dungeon::texts::facts::VisibleGate;
use crate::dungeon::texts::{EnemyKind, ItemUse, Sense};
use crate::layout::categories;
use crate::purpose::Holder;
use crate::purpose::Purpose;
use std::collections::{BTreeMap, BTreeSet};

/// The slots that can be filled.
const SLOTS: [&str; 14] = [
    "seen", "walls", "side", "errand", "gate", "foe", "boss", "key", "treasure", "goal", "place",
    "list", "rest", "",
];

fn texts(of: Family) -> Texts {
    serde_json::from_str(data::file(of)).unwrap_or_else(|error| panic!("{}: {error}", of.name()))
}

fn shared() -> Shared {
    serde_json::from_str(FILE).unwrap()
}

/// Every string of a file.
fn strings(value: &serde_json::Value, all: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => all.push(text.clone()),
        serde_json::Value::Array(items) => items.iter().for_each(|item| strings(item, all)),
        serde_json::Value::Object(fields) => fields.values().for_each(|item| strings(item, all)),
        _ => {}
    }
}

#[test]
fn every_file_can_be_read_and_is_what_is_told_from() {
    for family in Family::ALL {
        assert_eq!(&texts(family), Texts::of(family));
    }
    assert_eq!(shared().gates, Shared::phrases().gates);
}

#[test]
fn no_phrase_names_the_machinery_or_is_out_of_form() {
    for file in Family::ALL.map(data::file).into_iter().chain([FILE]) {
        let mut all = Vec::new();
        strings(&serde_json::from_str(file).unwrap(), &mut all);
        for phrase in all.iter().filter(|phrase| !phrase.starts_with('#')) {
            let machine = ["key_item", "hook"].contains(&phrase.as_str());
            assert!(machine || fault(phrase).is_none(), "{phrase:?} {:?}", fault(phrase));
            for slot in phrase.split('{').skip(1) {
                let (slot, _) = slot.split_once('}').unwrap_or_else(|| panic!("{phrase:?}"));
                assert!(SLOTS.contains(&slot), "{phrase:?}: nothing goes into {slot:?}");
            }
        }
    }
}

#[test]
fn sentences_have_capitals_and_full_stops_and_clauses_have_none() {
    let sentences = |lines: &BTreeMap<String, Vec<String>>| {
        for line in lines.values().flatten() {
            assert_eq!(sentence_fault(line), None, "{line:?}");
        }
    };
    let clauses = |clauses: &[String], begins: bool| {
        for clause in clauses {
            assert_eq!(clause_fault(clause, begins), None, "{clause:?}");
        }
    };
    let all = shared();
    sentences(&all.lines);
    sentences(&all.holders);
    for part in [&all.cracks, &all.water, &all.void, &all.blocks, &all.drops, &all.plates] {
        clauses(part, false);
    }
    clauses(&all.errands, false);
    let fights = [all.fights.one, all.fights.several, all.fights.boss].concat();
    let watched = [all.watcher, all.watchers, all.seconds, all.answers].concat();
    let senses = all.senses.into_values().flatten().collect();
    let told =
        [all.locks, all.stones, all.bridges, all.foe, all.foes, fights, all.quests, all.appraisals];
    for line in told.iter().chain([&watched, &senses]).flatten() {
        assert_eq!(sentence_fault(line), None, "{line:?}");
    }
    for texts in Family::ALL.map(texts) {
        sentences(&texts.lines);
        clauses(&texts.openings, true);
        clauses(&texts.details, false);
        clauses(&texts.cracks, false);
        let told = [&texts.prizes, &texts.portraits, &texts.presences];
        for line in told.into_iter().chain(texts.senses.values()).flatten() {
            assert_eq!(sentence_fault(line), None, "{line:?}");
        }
        let levers = texts.levers.iter().flat_map(|lever| [&lever.line, &lever.text]);
        for line in texts.items.iter().map(|item| &item.text).chain(levers) {
            assert_eq!(sentence_fault(line), None, "{line:?}");
        }
    }
}

#[test]
fn every_purpose_that_occurs_has_lines_and_peaceful_places_have_no_fights() {
    let fights = [Purpose::Boss, Purpose::MiniBoss, Purpose::Fight];
    for family in Family::ALL {
        let texts = texts(family);
        for purpose in Purpose::ALL {
            let occurs = family != Family::House || !fights.contains(&purpose);
            assert_eq!(texts.occurs(purpose), occurs, "{} {}", family.name(), purpose.name());
            let count = |lines: &BTreeMap<String, Vec<String>>| {
                lines.get(purpose.name()).map_or(0, Vec::len)
            };
            let (own, all) = match purpose {
                Purpose::Puzzle => (texts.levers.len(), shared().stones.len()),
                _ => (count(&texts.lines), count(&shared().lines)),
            };
            assert!(!occurs || (own >= 4 && all >= 6), "{} {}", family.name(), purpose.name());
        }
        assert!(texts.lines.keys().all(|name| Purpose::named(name).is_some()));
        let is_peaceful = family == Family::House;
        assert_eq!(texts.enemies.is_empty(), is_peaceful);
        assert_eq!(texts.errands.len() >= 6, is_peaceful);
        assert_eq!(texts.lesser.is_empty() && texts.masters.first.is_empty(), is_peaceful);
    }
}

#[test]
fn holders_and_gates_each_have_words() {
    let shared = shared();
    let names = |map: &BTreeMap<String, Vec<String>>| map.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&shared.holders), Holder::ALL.map(|holder| holder.name().to_owned()).into());
    assert_eq!(names(&shared.gates), VisibleGate::ALL.map(|gate| gate.name().to_owned()).into());
    assert_eq!(names(&shared.nouns), Purpose::ALL.map(|purpose| purpose.name().to_owned()).into());
    for lines in shared.holders.values() {
        assert!(lines.len() >= 4);
    }
}

#[test]
fn each_family_keeps_its_keys_in_a_way_of_its_own_and_every_holder_is_of_some() {
    let all: Vec<Vec<Holder>> =
        Family::ALL.map(|family| texts(family).holders().collect()).into_iter().collect();
    let kinds: BTreeSet<Holder> = all.iter().flatten().copied().collect();
    assert_eq!(kinds, Holder::ALL.into_iter().collect());
    for (family, holders) in Family::ALL.into_iter().zip(&all) {
        assert_eq!(holders.len(), texts(family).holders.len(), "{}: unknown", family.name());
        assert!(holders.len() >= 6, "{}: {holders:?}", family.name());
        let same = all.iter().filter(|others| *others == holders).count();
        assert_eq!(same, 1, "{}: {holders:?}", family.name());
        let guards = [Holder::GuardedAltar, Holder::Ambush];
        let fights = holders.iter().any(|holder| guards.contains(holder));
        assert_eq!(fights, family != Family::House, "{}", family.name());
    }
}

#[test]
fn a_family_has_enough_of_everything_and_nothing_twice() {
    for family in Family::ALL {
        let texts = texts(family);
        let enough = [
            (&texts.openings, 18),
            (&texts.details, 18),
            (&texts.treasures, 25),
            (&texts.keepers, 14),
            (&texts.adjectives, 20),
            (&texts.nouns, 18),
            (&texts.tails, 10),
            (&texts.goals, 5),
            (&texts.cracks, 4),
        ];
        for (phrases, least) in enough {
            let different: BTreeSet<&String> = phrases.iter().collect();
            assert!(
                phrases.len() >= least && different.len() == phrases.len(),
                "{}: {phrases:?}",
                family.name()
            );
        }
        let lines: Vec<&String> = texts.lines.values().flatten().collect();
        assert_eq!(lines.iter().collect::<BTreeSet<_>>().len(), lines.len(), "{}", family.name());
        assert!(texts.treasures.iter().all(|name| *name == name.to_lowercase()));
        let uses = |of: ItemUse| texts.items.iter().filter(|item| item.of == of).count();
        assert!(uses(ItemUse::KeyItem) >= 1 && uses(ItemUse::Hook) >= 1);
        let loads: BTreeSet<u8> = texts.enemies.iter().map(|kind| kind.load).collect();
        assert!(
            family == Family::House || (texts.enemies.len() >= 6 && loads == (1..=5).collect())
        );
    }
}

#[test]
fn every_prize_boss_and_sense_has_sentences_of_its_own() {
    let mut once = BTreeSet::new();
    for family in Family::ALL {
        let texts = texts(family);
        assert_eq!(texts.prizes.len(), texts.goals.len(), "{}", family.name());
        assert_eq!(texts.portraits.len(), texts.masters.first.len(), "{}", family.name());
        assert_eq!(texts.presences.len() >= 2, family != Family::House, "{}", family.name());
        for sense in Sense::ALL {
            assert!(texts.senses[sense.name()].len() >= 2, "{}", family.name());
            assert!(shared().senses[sense.name()].len() >= 2);
        }
        let all = [texts.prizes, texts.portraits, texts.presences].concat();
        assert!(all.into_iter().all(|line| once.insert(line)), "{}", family.name());
    }
}

#[test]
fn each_family_has_levers_of_its_own_that_a_player_can_name() {
    let (mut lines, mut sets) = (BTreeSet::new(), BTreeSet::new());
    for family in Family::ALL {
        let levers = texts(family).levers;
        assert!(levers.len() >= 12, "{}", family.name());
        let names: BTreeSet<&String> = levers.iter().map(|lever| &lever.name).collect();
        assert_eq!(names.len(), levers.len(), "{}", family.name());
        for lever in &levers {
            assert!(lines.insert(lever.line.clone()) && lines.insert(lever.text.clone()));
            // Names must not contain words that split commands, sides, or other sorts of things.
            let said = ["with", "on", "of", "and", "to", "stone", "stones", "switch", "key", "up"];
            let mut words = lever.name.split(' ');
            assert!(words.all(|word| !said.contains(&word)), "{:?}", lever.name);
            assert!(!lever.name.starts_with("the "), "{:?}", lever.name);
        }
        assert!(sets.insert(names.into_iter().cloned().collect::<Vec<_>>()), "{}", family.name());
    }
}

#[test]
fn no_text_promises_what_nothing_holds_one_to() {
    const PROMISES: [&str; 7] = [
        "does not share",
        "Peace is unlikely",
        "much too easy",
        "comes of it yet",
        "has stopped waiting",
        "Sooner or later",
        "no gap is to be seen",
    ];
    for file in Family::ALL.map(data::file).into_iter().chain([FILE]) {
        let told = PROMISES.iter().find(|promise| file.contains(**promise));
        assert_eq!(told, None);
    }
}

#[test]
fn every_category_has_nouns_of_places_in_its_own_family() {
    for row in categories() {
        let family = Family::of(&row.name).unwrap();
        for other in Family::ALL {
            let places = texts(other).places.get(&row.name).map_or(0, Vec::len);
            assert_eq!(places > 0, other == family, "{} {}", row.name, other.name());
        }
    }
}

#[test]
fn the_colours_of_a_family_differ_from_each_other_and_from_those_of_others() {
    let palettes = Family::ALL.map(|family| texts(family).palette);
    for palette in &palettes {
        let colours = [
            palette.floor,
            palette.wall,
            palette.water,
            palette.void,
            palette.block,
            palette.accent,
        ];
        let different: BTreeSet<String> = colours.iter().map(ToString::to_string).collect();
        assert_eq!(different.len(), colours.len(), "{palette:?}");
    }
    let floors: BTreeSet<String> =
        palettes.iter().map(|palette| palette.floor.to_string()).collect();
    assert_eq!(floors.len(), palettes.len());
}

#[test]
fn no_two_kinds_of_enemies_of_a_family_are_drawn_alike() {
    for family in Family::ALL {
        let kinds = texts(family).enemies;
        let looks: BTreeSet<_> = kinds.iter().map(|kind| (kind.figure, kind.load)).collect();
        assert_eq!(looks.len(), kinds.len(), "{}", family.name());
        let figures: BTreeSet<_> = kinds.iter().map(|kind| kind.figure).collect();
        assert!(family == Family::House || figures.len() >= 4, "{}", family.name());
    }
}

#[test]
fn an_enemy_is_named_only_where_it_is() {
    for family in Family::ALL {
        let texts = texts(family);
        let lines = texts.lines.iter().filter(|(purpose, _)| *purpose != "fight");
        let mut said: Vec<&String> = lines.flat_map(|(_, lines)| lines).collect();
        for part in
            [&texts.openings, &texts.details, &texts.cracks, &texts.treasures, &texts.errands]
        {
            said.extend(part);
        }
        let shared = shared();
        said.extend(shared.lines.values().flatten());
        for EnemyKind { name, plural, .. } in &texts.enemies {
            let told = said.iter().find(|text| {
                let words: Vec<&str> = text.split(|letter: char| !letter.is_alphabetic()).collect();
                let words = format!(" {} ", words.join(" ").to_lowercase());
                [name, plural].iter().any(|name| words.contains(&format!(" {name} ")))
            });
            assert_eq!(told, None, "{}: {name}", family.name());
        }
    }
}
