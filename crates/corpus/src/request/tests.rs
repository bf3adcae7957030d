//! Requests: their parts, and their JSON.

use super::*;
use std::collections::BTreeMap;

#[test]
fn every_row_is_of_one_part() {
    for (count, parts) in [(1, 1), (10, 3), (10, 10), (1_000_003, 17), (9_000_000_000, 99_999)] {
        let request = Request { make: Make::Mission(Missions::default()), seed: 0, count, parts };
        let rows: Vec<_> = (0..parts).map(|part| request.rows(part).unwrap()).collect();
        assert_eq!((rows[0].start, rows[rows.len() - 1].end), (0, count));
        assert!(rows.windows(2).all(|pair| pair[0].end == pair[1].start));
        let lengths = rows.iter().map(|rows| rows.end - rows.start);
        assert!(lengths.clone().max().unwrap() - lengths.min().unwrap() <= 1);
        assert!(request.rows(parts).is_err());
    }
}

#[test]
fn what_is_written_is_read() {
    for make in [
        Make::Dungeon(Dungeons { difficulty: "30..45".parse().ok(), ..Dungeons::default() }),
        Make::Mission(Missions { order: KeyOrder::Partial, ..Missions::default() }),
        Make::Level(Dungeons { puzzles: Some(1), ..Dungeons::default() }),
        Make::Riddle(Riddles { locale: Locale::PlPl, ..Riddles::default() }),
    ] {
        let request = Request { make, seed: 7, count: 9, parts: 2 };
        let text = serde_json::to_string(&request).unwrap();
        assert_eq!(Request::read(&text).as_ref(), Ok(&request), "{text}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    let check = |text: &str, expect: &str| {
        let said = Request::read(text).unwrap_err().to_string();
        assert!(said.contains(expect), "{said}");
    };
    let of = |make: &str| format!("{{\"seed\":1,\"count\":1,\"parts\":1,\"make\":{make}}}");
    check("{", "the text ends too early");
    check(&of("{\"dungeon\":{\"room\":3}}"), "unknown field `room` (did you mean rooms?)");
    check(&of("{\"riddle\":{\"locale\":\"xx\"}}"), "make.riddle.locale");
    check(&of("{\"castle\":{}}"), "known are dungeon, mission, level, riddle");
    check("{\"seed\":1,\"count\":1,\"parts\":1}", "missing field `make`");
}

fn names(given: &[&str]) -> Vec<&'static str> {
    cycle(&given.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()).unwrap()
}

#[test]
fn families_come_equally_often_and_so_do_the_categories_of_each() {
    let cycle = names(&[FAMILIES]);
    assert_eq!(cycle[..10].iter().collect::<std::collections::BTreeSet<_>>().len(), 10);
    let (mut of_family, mut of_category) = (BTreeMap::new(), BTreeMap::new());
    for name in &cycle {
        let family = Family::of(name).unwrap().name();
        *of_family.entry(family).or_insert(0) += 1;
        *of_category.entry((family, *name)).or_insert(0) += 1;
    }
    assert_eq!(of_family.len(), Family::ALL.len());
    assert!(of_family.values().all(|&n| n * Family::ALL.len() == cycle.len()));
    for (family, name) in of_category.keys() {
        let alike: Vec<i32> =
            of_category.iter().filter(|((f, _), _)| f == family).map(|(_, n)| *n).collect();
        assert!(alike.iter().all(|n| *n == alike[0]), "{name}: {alike:?}");
    }
    assert_eq!(of_category.len(), categories().len());
}

#[test]
fn names_stand_for_themselves() {
    assert_eq!(names(&["cave", "temple", "cave"]), ["cave", "temple", "cave"]);
    assert_eq!(names(&[ALL]).len(), categories().len());
    assert!(cycle(&["castle".to_owned()]).is_err());
}
