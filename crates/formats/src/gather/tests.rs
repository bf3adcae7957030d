//! Tests of all kinds of things, and of the invariants of a place.

use super::*;
use crate::TWO;
use crate::annotations::Label;
use crate::kind::Type;

fn place(text: &str) -> Place {
    Place::of(&level::formats::json::read(text).unwrap(), &Annotations::default()).unwrap()
}

/// Checks the invariants of a place.
fn sound(place: &Place) {
    let mut ids = BTreeSet::new();
    for thing in &place.things {
        assert!(ids.insert(&thing.id), "{}", thing.id);
        let order: Vec<usize> = thing
            .fields
            .iter()
            .map(|(field, value)| {
                assert!(value.is(field.kind()), "{thing:?}");
                if let Type::Ref | Type::Refs = field.kind() {
                    assert!(
                        thing.refs(*field).iter().all(|&at| at < place.things.len()),
                        "{thing:?}"
                    );
                }
                thing.kind.fields().iter().position(|known| known == field).unwrap()
            })
            .collect();
        assert!(order.windows(2).all(|pair| pair[0] < pair[1]), "{thing:?}");
        assert!(thing.area.cells().all(|cell| place.tiles().tile(cell).is_some()), "{thing:?}");
    }
    assert!(place.ways.iter().all(|way| place.things[way.thing].kind.is_passed()));
}

fn of(place: &Place, kind: Kind) -> Vec<&Thing> {
    place.things.iter().filter(|thing| thing.kind == kind).collect()
}

#[test]
fn everything_in_a_level_becomes_a_thing_with_its_fields() {
    let place = place(TWO);
    sound(&place);
    let many: Vec<usize> = Kind::ALL.map(|kind| of(&place, kind).len()).to_vec();
    // start goal room key item puzzle switch plate block door lock secret one_way stair enemy boss
    assert_eq!(many, [1, 1, 3, 1, 0, 0, 1, 1, 1, 0, 3, 0, 0, 2, 1, 0]);
    let locks = of(&place, Kind::Lock);
    assert_eq!((locks[0].texts(Field::Needs), locks[0].floor()), (&["plate:p".to_owned()][..], 1));
    assert_eq!(locks[1].texts(Field::Needs), ["symbol:A"]);
    assert_eq!(locks[1].texts(Field::NeedsBack), [""; 0]);
    assert_eq!(locks[1].text(Field::Tile), "DOOR_PUZZLE");
    assert_eq!(place.keys_of(locks[1]).map(|key| key.id.as_str()).collect::<Vec<_>>(), ["key_1"]);
    let key = of(&place, Kind::Key)[0];
    let opened: Vec<_> = place.referred(key, Field::Opens).map(|lock| &lock.id).collect();
    assert_eq!(opened, ["lock_2", "lock_3"]);
    let stairs = of(&place, Kind::Stair);
    assert_eq!(stairs[0].texts(Field::Needs), ["toggle:0=on"]);
    assert_eq!(place.referred(stairs[0], Field::LeadsTo).next(), Some(stairs[1]));
    assert_eq!(place.referred(of(&place, Kind::Switch)[0], Field::Opens).next(), Some(stairs[0]));
    assert_eq!(place.floors.iter().map(|floor| floor.depth).collect::<Vec<_>>(), [0, -1]);
    assert_eq!(place.ways.len(), 3);
}

#[test]
fn a_lock_is_called_by_what_opens_it() {
    let called = Label { name: "the iron key".to_owned(), text: String::new() };
    let annotations =
        Annotations { things: [("symbol:A".to_owned(), called)].into(), ..Annotations::default() };
    let named = Place::of(&level::formats::json::read(TWO).unwrap(), &annotations).unwrap();
    let names = |place: &Place| {
        of(place, Kind::Lock).iter().map(|lock| lock.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&named)[..2], ["opened by p", "opened by the iron key"]);
    assert_eq!(names(&place(TWO))[..2], ["opened by p", "opened by symbol:A"]);
}

#[test]
fn a_one_way_passage_leads_from_the_first_room_into_the_second() {
    let text = TWO
        .replace(r#""requires":["symbol:A"]"#, r#""requires":["soft_locked"]"#)
        .replace(r#"{"from":1,"to":0,"requires":[]},"#, "");
    let one = place(&text);
    sound(&one);
    let passages = of(&one, Kind::OneWay);
    assert_eq!(passages.len(), 2);
    assert_eq!(
        (passages[0].refs(Field::From), passages[0].refs(Field::Into)),
        (&[0][..], &[1][..])
    );
    let turned =
        place(&text.replace(
            r#"{"from":0,"to":1,"requires":["soft"#,
            r#"{"from":1,"to":0,"requires":["soft"#,
        ));
    let passages = of(&turned, Kind::OneWay);
    assert_eq!(
        (passages[0].refs(Field::From), passages[0].refs(Field::Into)),
        (&[1][..], &[0][..])
    );
}

#[test]
fn a_bombable_passage_is_a_secret_and_a_free_one_a_door() {
    let text = TWO.replace(r#"["symbol:A"]"#, r#"["bombable"]"#);
    assert_eq!(of(&place(&text), Kind::Secret).len(), 2);
    let text = TWO.replace(r#"["symbol:A"]"#, "[]");
    let place = place(&text);
    assert_eq!(of(&place, Kind::Door).len(), 2);
    // No passage requires the symbol now.
    assert_eq!(of(&place, Kind::Item).len(), 1);
}

#[test]
fn a_graph_alone_is_refused() {
    let level = level::formats::json::read(
        r#"{"format":"quandary/level/1","graph":{"nodes":[{"id":0,"contents":["start","goal"]}],"edges":[]}}"#,
    );
    let said = Place::of(&level.unwrap(), &Annotations::default()).unwrap_err().to_string();
    assert_eq!(said, "floors: is missing; only levels with tiles are written for engines");
}
