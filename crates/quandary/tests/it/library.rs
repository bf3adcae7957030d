//! The library gives the same results as the program.

use quandary::{Dungeon, Level, Rules, check, check_with, read_level, read_level_file, solve};
use std::process::Command;

#[test]
fn a_dungeon_is_the_same_for_a_guest_and_for_the_program() {
    for (category, seed, formats) in
        [("temple", "7", &["json"][..]), ("tavern", "3", &["json", "map", "svg"])]
    {
        let printed = |format: &str| {
            let options = ["dungeon", "--category", category, "--seed", seed, "--format", format];
            let run = Command::new(env!("CARGO_BIN_EXE_quandary")).args(options).output();
            String::from_utf8_lossy(&run.map(|run| run.stdout).unwrap_or_default()).into_owned()
        };
        let made = Dungeon::generate(category, seed.parse().unwrap_or_default());
        let made = made.unwrap_or_else(|error| panic!("{error}"));
        for format in formats {
            let own = match *format {
                "json" => made.to_json().ok(),
                "map" => made.map().ok(),
                _ => made.to_svg().ok(),
            };
            assert_eq!(own, Some(printed(format)), "{category} {seed} {format}");
        }
        assert_eq!(made.to_png().map(|png| png[1..4].to_vec()).ok(), Some(b"PNG".to_vec()));
    }
}

/// A block that must be pushed twice, which only the rules of the level allow.
#[test]
fn a_guest_has_a_level_judged_by_its_own_rules() {
    let drawn = "quandary/level/1\nrules: {\"push\":\"free\"}\n\n######\n#@o..#\n###*##\n######\n";
    let level = read_level(drawn).unwrap_or_else(|error| panic!("{error}"));
    let own = check(&level).unwrap_or_else(|error| panic!("{error}"));
    assert!(own.is_winnable() && own.to_string().ends_with("rules: strict, push=free\n"), "{own}");
    let strict = check_with(&level, Rules::default(), &Default::default());
    assert!(!strict.unwrap_or_else(|error| panic!("{error}")).is_winnable());
}

/// Output of the program, perhaps changed in an editor, is read by its file name or from its text alone.
#[test]
fn a_guest_reads_every_format_that_the_program_writes_and_reads() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let run = |options: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_quandary")).args(options).output();
        let run = run.unwrap_or_else(|error| panic!("{error}"));
        assert!(run.status.success(), "{options:?}: {}", String::from_utf8_lossy(&run.stderr));
    };
    let path = |name: &str| folder.path().join(name).display().to_string();
    let json = path("crypt.json");
    run(&[
        "dungeon",
        "--category",
        "crypt",
        "--rooms",
        "6",
        "--attempts",
        "2",
        "--seed",
        "7",
        "-o",
        &json,
    ]);
    let read = |path: &str| read_level_file(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let moves = |level: &Level| solve(level).ok().and_then(|solution| solution.moves());
    let expect = moves(&read(&json));
    assert!(expect.is_some());
    for (command, name) in
        [("convert", "crypt.txt"), ("convert", "crypt.tmj"), ("export", "crypt.ldtk")]
    {
        let file = path(name);
        run(&[command, &json, "-o", &file]);
        assert_eq!(moves(&read(&file)), expect, "{name}");
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let alone = read_level(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(moves(&alone), expect, "{name} by its text alone");
    }
}
