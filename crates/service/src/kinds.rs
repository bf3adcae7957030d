//! OpenAPI schemas for the kinds of values in requests.
//!
//! They replace the schema of the `String` or number that is parsed. Invariant: names and letters are those of the
//! parser, and the parser refuses every value that a schema refuses, except names of languages in another case or with
//! a hyphen.

use ask::kinds;
pub(super) use ask::schema::{BoardName, LocaleName, ProfileName};
use ask::schema::{one_of, text};
use crossword::locale::Locale;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use store::daily::Zone;
use unicode_normalization::UnicodeNormalization;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{OneOfBuilder, Ref};

kinds! {
    /// A date.
    pub(super) DayName = day;
    /// A date, or `today`.
    pub(super) DayOrToday = day_or_today;
    /// A time zone.
    pub(super) ZoneName = zone;
    /// A row of a board.
    pub(super) Row = row;
    /// The tiles in hand.
    pub(super) Tiles = tiles;
    /// First square and direction of a word.
    pub(super) Coordinate = coordinate;
    /// A playable word.
    pub(super) Word = word;
    /// A dungeon in one of the JSON formats.
    pub(super) DungeonJson = dungeon_json;
    /// The file name of a tile picture.
    pub(super) TilesName = tiles_name;
}

/// A text of `times` characters out of `characters`; a letter may be followed by a combining mark.
fn made_of(characters: &str, times: &str) -> ObjectBuilder {
    let marks = marks();
    text().pattern(Some(format!("^([{characters}][{marks}]?){{{times}}}$")))
}

/// The combining marks of all languages.
fn marks() -> String {
    let apart =
        letters().chars().flat_map(|c| std::iter::once(c).nfd().skip(1)).collect::<BTreeSet<_>>();
    apart.into_iter().collect()
}

/// The letters of all languages, in both cases.
fn letters() -> String {
    let all = Locale::ALL.into_iter().flat_map(|locale| locale.alphabet().letters());
    let both: BTreeSet<char> = all.flat_map(|c| c.to_uppercase().chain([c])).collect();
    both.into_iter().collect()
}

fn day() -> ObjectBuilder {
    text()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))
        .description(Some("A date, such as `2026-12-01`."))
}

fn day_or_today() -> Schema {
    OneOfBuilder::new().item(day()).item(one_of(["today"])).build().into()
}

/// Offsets from 12 hours behind UTC to 14 hours ahead, the range of inhabited zones.
const OFFSETS: &str =
    r"[+-](0[0-9]|1[01])(:[0-5][0-9])?|-12(:00)?|\+(12|13)(:[0-5][0-9])?|\+14(:00)?";

/// The names of time zones known on this host.
static ZONES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let names = jiff::tz::db().available().map(|name| name.to_string());
    names.filter(|name| Zone::named(name).is_some()).collect()
});

/// A time zone by name, or an offset from UTC.
fn zone() -> Schema {
    let offset = text().pattern(Some(format!("^({OFFSETS})$")));
    let what = "A time zone, such as `Europe/Oslo` or `+05:30`. Case does not matter in names.";
    OneOfBuilder::new()
        .item(one_of(ZONES.iter().map(String::as_str)))
        .item(offset)
        .description(Some(what))
        .build()
        .into()
}

fn row() -> ObjectBuilder {
    let what = "Fifteen squares: a letter is a tile, a dot or space an empty square.";
    made_of(&format!("{}. ", letters()), "15").description(Some(what))
}

fn tiles() -> ObjectBuilder {
    made_of(&format!("{}?", letters()), "0,7").description(Some("Tiles, `?` for a blank."))
}

fn coordinate() -> ObjectBuilder {
    text()
        .pattern(Some("^([A-Oa-o]([1-9]|1[0-5])|([1-9]|1[0-5])[A-Oa-o])$"))
        .description(Some("First square and direction of a word: `H8` across, `8H` down."))
}

fn word() -> ObjectBuilder {
    made_of(&letters(), "2,15").description(Some("A word of two to fifteen letters."))
}

fn tiles_name() -> ObjectBuilder {
    one_of(draw::tile_sheet::all().map(|(name, ..)| name))
}

/// By `format`: the dungeon, its level alone, or a Tiled map.
fn dungeon_json() -> Schema {
    let tiled = ObjectBuilder::new().schema_type(Type::Object).required("layers");
    let own = ["Dungeon", "Level"].map(Ref::from_schema_name);
    own.into_iter().fold(OneOfBuilder::new(), OneOfBuilder::item).item(tiled).build().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossword::lexicon::installed::is_there;
    use serde_json::{Value, json};
    use utoipa::PartialSchema;

    fn schema<T: PartialSchema>() -> Value {
        serde_json::to_value(T::schema()).unwrap()
    }

    #[test]
    fn every_name_that_is_told_is_read() {
        let names = schema::<LocaleName>();
        let names: Vec<_> = names["enum"].as_array().unwrap().iter().collect();
        assert!(names.contains(&&json!("is_IS")) && names.contains(&&json!("en")), "{names:?}");
        let read = |name: &Value| name.as_str().unwrap().parse::<Locale>().unwrap();
        assert!(names.iter().all(|name| is_there(read(name))), "{names:?}");
        assert_eq!(names.contains(&&json!("no")), is_there(Locale::NbNo), "{names:?}");
        assert_eq!(schema::<BoardName>()["enum"], json!(["standard", "explo"]));
        assert_eq!(schema::<ProfileName>()["enum"], json!(["design", "daily", "open"]));
    }

    fn admits<T: PartialSchema>(text: &str) -> bool {
        jsonschema::is_valid(&schema::<T>(), &json!(text))
    }

    /// Every offset in the notation, valid and invalid.
    #[test]
    fn offsets_of_the_schema_are_those_that_are_read() {
        let zones = jsonschema::validator_for(&schema::<ZoneName>()).unwrap();
        let two = |n: u32| format!("{n:02}");
        let hours = (0..100).map(two);
        let minutes = [String::new()].into_iter().chain((0..100).map(|n| format!(":{n:02}")));
        let minutes: Vec<_> = minutes.collect();
        for offset in hours.flat_map(|h| ["+", "-"].map(|sign| format!("{sign}{h}"))) {
            for name in minutes.iter().map(|minutes| format!("{offset}{minutes}")) {
                assert_eq!(zones.is_valid(&json!(name)), Zone::named(&name).is_some(), "{name}");
            }
        }
        assert!(admits::<ZoneName>("Europe/Oslo") && !admits::<ZoneName>("-25:44"));
        assert!(!admits::<ZoneName>("Europe/Asgard") && Zone::named("Europe/Asgard").is_none());
        let names = schema::<ZoneName>()["oneOf"][0]["enum"].as_array().unwrap().clone();
        assert!(names.iter().all(|name| Zone::named(name.as_str().unwrap()).is_some()));
        assert!(names.len() > 300, "{}", names.len());
    }

    #[test]
    fn letters_may_have_their_marks_behind_them() {
        let apart: String = "żółć".nfd().collect();
        assert!(admits::<Word>("żółć") && admits::<Word>(&apart) && apart.chars().count() == 7);
        assert!(!admits::<Word>("\u{301}at") && !admits::<Word>("a\u{301}\u{301}t"));
        assert!(admits::<Tiles>("") && admits::<Tiles>("??") && !admits::<Tiles>("abcdefgh"));
    }

    #[test]
    fn letters_are_those_of_all_languages_in_both_cases() {
        let letters = letters();
        assert!("azAZæÆþÞłŁåÅ".chars().all(|c| letters.contains(c)), "{letters}");
        assert!(!letters.contains(['1', ']', '\\', '-', '?', '.']), "{letters}");
    }
}
