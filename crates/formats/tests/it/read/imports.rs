//! Tests of the readers of drawings, arrays and tables together: each kind of file is told from the others and from
//! ours, and no damaged file stops a reader.

use crate::common::judged;
use level::Level;
use level::formats::json::ReadError;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quandary_formats::aliases::Aliases;
use quandary_formats::{
    Import, arrays, donjon, foundry, gvgai, nethack, roguelike, uvtt, watabou, xsb,
};
use std::fs;
use std::path::{Path, PathBuf};
use testing::skipped;

type Is = fn(&str) -> bool;

/// How each kind of file is told, by name.
const KINDS: [(&str, Is); 8] = [
    ("roguelike", roguelike::is),
    ("nethack", nethack::is),
    ("gvgai", gvgai::is),
    ("arrays", arrays::is),
    ("watabou", watabou::is),
    ("donjon", donjon::is),
    ("uvtt", uvtt::is),
    ("foundry", foundry::is),
];

/// The kinds that a text is told to be.
fn told(text: &str) -> Vec<&'static str> {
    KINDS.iter().filter(|(_, is)| is(text)).map(|(name, _)| *name).collect()
}

/// The examples of the fuzz target, by name.
fn seeds() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/imports");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|file| (name(file), fs::read_to_string(file).unwrap())).collect()
}

#[test]
fn each_kind_is_told_from_the_others() {
    let kinds = [
        ("roguelike.txt", "roguelike"),
        ("nethack.des", "nethack"),
        ("nethack.lua", "nethack"),
        ("gvgai.txt", "gvgai"),
        ("zelda.json", "arrays"),
        ("sokoban.json", "arrays"),
        ("page.json", "watabou"),
        ("donjon.tsv", "donjon"),
        ("donjon.json", "donjon"),
        ("map.dd2vtt", "uvtt"),
        ("scene.json", "foundry"),
        ("ours.json", "foundry"),
    ];
    let seeds = seeds();
    for (file, kind) in kinds {
        let (_, text) = seeds.iter().find(|(name, _)| name == file).unwrap();
        assert_eq!(told(text), [kind], "{file}");
    }
}

#[test]
fn nothing_of_ours_is_told_to_be_of_others() {
    let level = level::formats::text::read("#######\n#@k#o*#\n#..+..#\n#######\n").unwrap();
    let sokoban = xsb::read("; a\n#####\n#@$.#\n#####\n").unwrap().remove(0);
    let tiled = quandary_formats::tiled::print(&level, None).unwrap();
    for text in [
        level::formats::text::print(&level),
        level::formats::json::print(&level),
        xsb::print(&sokoban).unwrap(),
        level::formats::text::print(&sokoban),
        tiled,
        "#####\n#@.>#\n#####\n".to_owned(),
        "#######\n# @$. #\n#######\n".to_owned(),
        "WWWWWWWWWWW\n".repeat(16),
        "{\"cells\":[[1]],\"cell_bit\":\"des.map([[\"".to_owned(),
        "; 0\n#####\n#@$.#\n#####\n".to_owned(),
        crate::common::TWO.to_owned(),
    ] {
        assert!(told(&text).is_empty(), "{:?}: {text}", told(&text));
    }
}

/// The files of others among the reference data.
#[test]
fn files_of_others_are_what_they_look_like() {
    let data = std::env::var_os("QUANDARY_DATA").map(|data| PathBuf::from(data).join("files"));
    let Some(folder) = data.filter(|folder| folder.is_dir()) else {
        return skipped("QUANDARY_DATA names no folder of reference data with files of others");
    };
    let none = Aliases::default();
    let text = |name: &str, kind: &str| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(told(&text), [kind], "{name}");
        text
    };
    let moves = |read: Result<Import, ReadError>| -> Result<Option<u64>, String> {
        let level: Result<Level, ReadError> = read.unwrap().levels.remove(0);
        level.map(|level| judged(&level).1).map_err(|error| error.to_string())
    };
    let no_start = Err("level: has no start; --start X,Y gives one".to_owned());
    assert_eq!(moves(gvgai::read(&text("gvgai.txt", "gvgai"), None, &none)), Ok(Some(2)));
    let array = text("array.json", "arrays");
    assert_eq!(moves(arrays::read(&array, Some("zelda"), &none)), Ok(None));
    assert!(arrays::read(&array, None, &none).unwrap_err().to_string().contains("say --game"));
    assert_eq!(moves(donjon::read(&text("donjon.tsv", "donjon"), &none)), Ok(Some(3)));
    assert_eq!(moves(nethack::read(&text("nethack.des", "nethack"), &none)), no_start);
    assert_eq!(moves(uvtt::read(&text("map.dd2vtt", "uvtt"), &none)), no_start);
}

/// Reads a text by every reader.
fn read_by_all(text: &str, game: &str, aliases: &Aliases) {
    told(text);
    let reads = [
        roguelike::read(text, aliases),
        nethack::read(text, aliases),
        gvgai::read(text, Some(game), aliases),
        arrays::read(text, Some("zelda"), aliases),
        watabou::read(text, aliases),
        donjon::read(text, aliases),
        uvtt::read(text, aliases),
        foundry::read(text, aliases),
    ];
    for level in reads.iter().flatten().flat_map(|read| &read.levels).flatten() {
        assert_eq!(
            level::formats::json::read(&level::formats::json::print(level)).as_ref(),
            Ok(level)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(44), failure_persistence: None, ..ProptestConfig::with_cases(500)
    })]

    /// A part of one file takes the place of a part of another.
    #[test]
    fn damaged_files_are_errors_at_most(
        file in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        cuts in prop::array::uniform4(any::<prop::sample::Index>()),
        inserted in "[0-9.#|<>@^}+\\-\\[\\]{}(),:\"\\n\\tFDSUw -]{0,6}",
    ) {
        let seeds = seeds();
        let [(_, text), (_, other)] = [file.get(&seeds), other.get(&seeds)];
        let cut = |text: &str, from: &prop::sample::Index, to: &prop::sample::Index| {
            let letters: Vec<char> = text.chars().collect();
            let [from, to] = [from, to].map(|cut| cut.index(letters.len() + 1));
            let (from, to) = (from.min(to), from.max(to));
            let part = |part: &[char]| part.iter().collect::<String>();
            [part(&letters[..from]), part(&letters[from..to]), part(&letters[to..])]
        };
        let [start, _, end] = cut(text, &cuts[0], &cuts[1]);
        let [_, middle, _] = cut(other, &cuts[2], &cuts[3]);
        let aliases = Aliases::of([("?", "BLOCK"), ("door", "START")]).unwrap();
        for middle in [&middle, &inserted] {
            let text = format!("{start}{middle}{end}");
            let (map, game) = text.split_once('\0').unwrap_or((&text, other));
            read_by_all(map, game, &aliases);
        }
    }
}
