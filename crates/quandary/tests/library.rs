//! The library gives what the program gives.

use quandary::Dungeon;
use std::process::Command;

#[test]
fn a_seed_is_the_same_dungeon_for_a_guest_and_for_the_program() {
    for (category, seed) in [("temple", "7"), ("cave", "3"), ("dungeon", "11")] {
        let printed = |format: &str| {
            let options = ["dungeon", "--category", category, "--seed", seed, "--format", format];
            let run = Command::new(env!("CARGO_BIN_EXE_quandary")).args(options).output();
            let out = run.map(|run| run.stdout).unwrap_or_default();
            String::from_utf8_lossy(&out).into_owned()
        };
        let made = Dungeon::generate(category, seed.parse().unwrap_or_default());
        let made = made.unwrap_or_else(|error| panic!("{error}"));
        assert!(made.to_json() == printed("json"), "{category} {seed}");
        assert!(made.map() == printed("map"), "{category} {seed}");
        assert!(made.to_svg() == printed("svg"), "{category} {seed}");
    }
}
