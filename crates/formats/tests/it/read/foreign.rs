//! Tests of foreign files, intact and damaged: each gives a level or an error, and nothing panics.

use level::Level;
use level::formats::json::{self, ReadError};
use level::formats::text;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use quandary_formats::Import;
use quandary_formats::aliases::Aliases;
use quandary_formats::{ldtk, tiled, xsb};

/// Fixed cases; the fuzz targets explore further.
fn config(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(u64::from(cases));
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

const HOUSE: &str = include_str!("../../ldtk/house.ldtk");

const CELLAR: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16" infinite="0">
 <properties><property name="win">symbol:A</property></properties>
 <tileset firstgid="1" name="mine"><image source="mine.png"/>
  <tile id="0" type="bricks"/><tile id="1" class="FLOOR"/>
  <tile id="2"><properties><property name="tile" type="int" value="11"/></properties></tile></tileset>
 <layer id="1" name="ground" width="4" height="2"><data encoding="base64">AgAAAAIAAAADAAAAAgAAAAEAAAABAAAAAQAAAAEAAAA=</data></layer>
 <group id="2" class="decoration"><layer name="x" width="1" height="1"><data><tile gid="1"/></data></layer></group>
 <objectgroup id="3" name="things"><object id="1" type="start" x="4.5" y="4"><point/></object>
  <object id="3" type="symbol" x="20" y="4"><properties><property name="gives" value="symbol:A"/></properties></object>
 </objectgroup></map>"#;

const SOKOBAN: &str = "; one push\n5w|#p$.#|#####\nTitle: again\n\n####\n#+$#\nw  #\n";

fn table() -> Aliases {
    let pairs = [
        ("bricks", "WALL"),
        ("Ground.3", "TRIFORCE"),
        ("Key", "KEY_SMALL"),
        ("Gate", "DOOR_LOCKED"),
        ("Hero", "START"),
        ("Torch", "nothing"),
        ("w", "WALL"),
        ("p", "START"),
        ("k", "KEY_SMALL"),
    ];
    Aliases::of(pairs).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks that a level that was read can be printed and read back.
fn comes_back(level: &Level) {
    assert_eq!(json::read(&json::print(level)).as_ref(), Ok(level));
    assert_eq!(text::read(&text::print(level)).as_ref(), Ok(level));
}

/// Checks that an error has a message and a position.
fn is_placed(written: &str, error: &ReadError) {
    match error {
        ReadError::Json { line, message, .. } => {
            let lines = written.matches('\n').count() + 1;
            assert!((1..=lines).contains(line) && !message.is_empty(), "{error}");
        }
        ReadError::Field { field, message } => {
            assert!(!field.is_empty() && !message.is_empty(), "{error}");
        }
    }
}

fn all_are_read_or_refused(written: &str) {
    for aliases in [Aliases::default(), table()] {
        let projects =
            ldtk::read(written, &aliases, &tiled::Read::no_files).and_then(Import::whole);
        for read in [projects, xsb::read_with(written, &aliases)] {
            match read {
                Ok(levels) => levels.iter().for_each(comes_back),
                Err(error) => is_placed(written, &error),
            }
        }
        let _ = tiled::is_map(written);
        match tiled::read_with(written, &tiled::Read::no_files, &aliases) {
            Ok(read) => comes_back(&read.level),
            Err(error) => assert!(!error.place.is_empty() && !error.message.is_empty(), "{error}"),
        }
    }
}

#[test]
fn the_good_files_are_good() {
    let drawn = |levels: Result<Vec<Level>, ReadError>| {
        let levels = levels.unwrap_or_else(|error| panic!("{error}"));
        let drawn = levels.iter().map(text::print);
        drawn.map(|text| text.split("\n\n").nth(1).unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    let house = ldtk::read(HOUSE, &table(), &tiled::Read::no_files).and_then(Import::whole);
    assert_eq!(drawn(house), ["######\n#@k+*#\n######\n", "@.*\n---\n"]);
    assert_eq!(drawn(xsb::read_with(SOKOBAN, &table())).len(), 2);
    let map = tiled::read_with(CELLAR, &tiled::Read::no_files, &table());
    let map = map.map(|read| vec![read.level]).map_err(|error| panic!("{error}"));
    assert_eq!(drawn(map), ["..+.\n####\n"]);
    [HOUSE, CELLAR, SOKOBAN].into_iter().for_each(all_are_read_or_refused);
}

#[test]
fn files_cut_short_are_refused() {
    for written in [HOUSE, CELLAR] {
        let whole = written.trim_end().len();
        for end in (0..whole).filter(|end| written.is_char_boundary(*end)) {
            let cut = &written[..end];
            assert!(ldtk::read(cut, &table(), &tiled::Read::no_files).is_err(), "{cut}");
            assert!(tiled::read_with(cut, &tiled::Read::no_files, &table()).is_err(), "{cut}");
        }
    }
}

/// The pieces that are inserted to damage a text.
const SPLINTERS: [&str; 32] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "\n",
    "<",
    ">",
    "/>",
    "</",
    "=",
    "&",
    "&#0;",
    "<!--",
    "<![CDATA[",
    "0",
    "-1",
    "99999999999",
    "1e999",
    "null",
    "true",
    "\"Hero\"",
    "\"__grid\"",
    "gid=\"4294967295\"",
    "<group>",
    "<tile gid=\"1\"/>",
    "é",
    "\u{1F5DD}",
    "\u{0}",
    "w",
];

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        all_are_read_or_refused(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words_are_read_or_refused(words in vec(select(&SPLINTERS[..]), 0..40)) {
        all_are_read_or_refused(&words.concat());
    }

    #[test]
    fn spoilt_files_are_read_or_refused(
        good in select(&[HOUSE, CELLAR, SOKOBAN][..]),
        spoils in vec((any::<Index>(), 0..12usize, select(&SPLINTERS[..])), 1..4),
    ) {
        let mut text: Vec<char> = good.chars().collect();
        for (place, length, splinter) in spoils {
            let from = place.index(text.len() + 1);
            let to = (from + length).min(text.len());
            text.splice(from..to, splinter.chars());
        }
        all_are_read_or_refused(&text.into_iter().collect::<String>());
    }

    /// Projects are full of numbers: replace each by another.
    #[test]
    fn projects_with_other_numbers_are_read_or_refused(
        numbers in vec((any::<Index>(), prop_oneof![any::<i64>(), -3..20i64]), 1..6),
    ) {
        let mut parts: Vec<String> = split(HOUSE);
        let places: Vec<usize> = (0..parts.len()).filter(|&at| is_number(&parts[at])).collect();
        for (place, number) in numbers {
            parts[places[place.index(places.len())]] = number.to_string();
        }
        all_are_read_or_refused(&parts.concat());
    }

    #[test]
    fn any_table_is_one_or_is_refused(pairs in vec((".{0,5}", "[A-Za-z_]{0,8}|WALL|nothing"), 0..5)) {
        if let Ok(aliases) = Aliases::of(pairs) {
            let _ = (aliases.tile("bricks"), aliases.letter('w'), aliases.letters());
        }
    }
}

/// Splits a text into numbers and the text between them.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was = false;
    for letter in text.chars() {
        if letter.is_ascii_digit() != was {
            parts.push(String::new());
            was = !was;
        }
        if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts
}

fn is_number(part: &str) -> bool {
    part.starts_with(|letter: char| letter.is_ascii_digit())
}
