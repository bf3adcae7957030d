//! The library gives what the program gives.

use quandary::{Dungeon, Rules, check, check_with, read_level};
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

/// A block that is to be pushed twice, as only the rules of the level allow.
#[test]
fn a_guest_has_a_level_judged_by_its_own_rules() {
    let drawn = "quandary/level/1\nrules: {\"push\":\"free\"}\n\n######\n#@o..#\n###*##\n######\n";
    let level = read_level(drawn).unwrap_or_else(|error| panic!("{error}"));
    let own = check(&level).unwrap_or_else(|error| panic!("{error}"));
    assert!(own.is_winnable() && own.to_string().ends_with("rules: strict, push=free\n"), "{own}");
    let strict = check_with(&level, Rules::default(), &Default::default());
    assert!(!strict.unwrap_or_else(|error| panic!("{error}")).is_winnable());
}
