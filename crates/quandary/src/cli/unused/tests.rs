//! Every option of the commands in the table has an effect, or is an error.

use super::*;
use crate::cli::exit::{Exit, of_error};
use crate::cli::{Cli, command, parse};
use clap::Arg;
use serde_json::Value;
use std::fs;

/// Options of the time, the seeds and the output format, which do not change the result; a picture; the version.
const GENERAL: [&str; 12] = [
    "attempt", "attempts", "color", "colors", "count", "format", "help", "output", "seed",
    "spoiler", "threads", "time",
];

/// Values of options other than the defaults; FOLDER is the folder of the files.
const VALUES: [(&str, &str); 38] = [
    ("birth", "8"),
    ("blocks", "0"),
    ("bridges", "1"),
    ("border", "drawn"),
    ("border", "solid"),
    ("boss-unlocked", ""),
    ("bounds", "0,8,0,8,-1,0"),
    ("category", "mine"),
    ("distance", ""),
    ("fill", "0.55"),
    ("floors", "2"),
    ("keep", "bridge"),
    ("key-style", "small"),
    ("keys", "3"),
    ("linearity", "5"),
    ("link-chance", "0.9"),
    ("min", "200"),
    ("min-rooms", "100000"),
    ("no-goal", ""),
    ("order", "partial"),
    ("passes", "1"),
    ("plain", ""),
    ("puzzle-share", "0"),
    ("puzzles", "1"),
    ("require", "cycles=1"),
    ("room-size", "12x9"),
    ("rooms", "14"),
    ("size", "50x20"),
    ("space", "FOLDER/mask.txt"),
    ("stairs", "all"),
    ("start", "3,4"),
    ("survive", "1"),
    ("switch-style", "once"),
    ("switches", "1"),
    ("switches", "2"),
    ("templates", "FOLDER/packs.json"),
    ("room-templates", "FOLDER/rooms.txt"),
    ("treasure-share", "0"),
];

/// Command lines to which each option is added: one or more per generator, without any items of one kind.
const LINES: [&str; 19] = [
    "layout --category cave --bounds 0,19,0,19,-1,0",
    "layout --category cave --passes 0",
    "layout --category temple",
    "layout --category tower",
    "layout --category town",
    "layout --category inn",
    "layout --category cave --bounds 0,1,0,6,-3,0",
    "area --category cave --bounds 0,14,0,14,-1,0 --puzzles 3",
    "area --category ruins",
    "area --category tower --puzzles 3",
    "area --category town",
    "area --category inn --puzzles 0",
    "mission --rooms 25 --keys 4 --switches 1",
    "mission --rooms 25 --keys 4",
    "mission --rooms 12 --keys 0 --switches 1",
    "cave --keep all",
    "cave --keep bridge",
    "cave --passes 0",
    "dungeon --rooms 10 --attempts 2",
];

/// Seeds, at least one of which shows the effect of an option.
const SEEDS: u64 = 12;

/// Runs a command line, and returns the JSON without the provenance, or the usage error.
fn made(line: &str, folder: &tempfile::TempDir) -> Result<Value, String> {
    let file = folder.path().join("made.json");
    // Files of an earlier run must not count as output of this one.
    let _ = fs::remove_file(&file);
    let words = format!("quandary {line}").replace("FOLDER", &folder.path().display().to_string());
    let words = words.split_whitespace().map(str::to_owned);
    let all = words.chain(["-o".to_owned(), file.display().to_string()]);
    let (cli, matches): (Cli, ArgMatches) = match parse(all) {
        Ok(parsed) => parsed,
        Err(error) => return Err(error.to_string()),
    };
    if let Err(error) = check(&matches).and_then(|()| cli.command.run()) {
        assert_eq!(of_error(&error), Exit::Usage, "{line}: {error}");
        return Err(error.to_string());
    }
    let Ok(bytes) = fs::read(file) else { return Err("nothing is made".to_owned()) };
    let mut made: Value = serde_json::from_slice(&bytes).unwrap();
    made.as_object_mut().unwrap().remove("provenance");
    Ok(made)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mask.txt"), "#######\n".repeat(4)).unwrap();
    let packs = ["dungeon", "cave", "ruins", "tower"].map(|category| {
        format!(
            r#"{{"format": "quandary/templates/1", "category": "{category}", "templates": [{{"kind": "lever",
            "name": "pump", "description": "It is dry.", "threshold": 10, "hint": "Pull it."}}]}}"#
        )
    });
    let rooms = format!("family: fortress\nroom: hall\n{}", "..............\n".repeat(9));
    fs::write(folder.path().join("rooms.txt"), rooms).unwrap();
    fs::write(folder.path().join("packs.json"), format!("[{}]", packs.join(","))).unwrap();
    folder
}

/// The reason, if an option has no effect and no error.
fn silent(line: &str, option: &Arg, folder: &tempfile::TempDir) -> Option<String> {
    let long = option.get_long()?;
    if GENERAL.contains(&long) || line.contains(&format!("--{long} ")) || long == "difficulty" {
        // A difficulty range that no attempt meets gives nothing to compare.
        return None;
    }
    let values: Vec<&str> = VALUES.iter().filter(|row| row.0 == long).map(|row| row.1).collect();
    if values.is_empty() {
        return Some(format!("{line}: --{long} has no value here that differs from the usual one"));
    }
    for seed in 1..=SEEDS {
        let line = format!("{line} --seed {seed}");
        let usual = match made(&line, folder) {
            Ok(usual) => usual,
            Err(said) if said == "nothing is made" => continue,
            Err(said) => return Some(format!("{line} is refused: {said}")),
        };
        for value in &values {
            match made(&format!("{line} --{long} {value}"), folder) {
                Err(said) if said.contains(&format!("--{long}")) || long == "plain" => return None,
                Ok(other) if other != usual => return None,
                _ => {}
            }
        }
    }
    Some(format!("{line}: --{long} is ignored in silence"))
}

#[test]
fn every_option_decides_something_or_is_refused() {
    let (folder, command) = (folder(), command());
    let mut faults = Vec::new();
    for line in LINES {
        let name = line.split(' ').next().unwrap();
        let command = command.get_subcommands().find(|one| one.get_name() == name).unwrap();
        faults.extend(command.get_arguments().filter_map(|option| silent(line, option, &folder)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_row_is_of_options_that_are_there() {
    let command = command();
    for row in &ROWS {
        for name in row.commands {
            let command = command.get_subcommands().find(|one| one.get_name() == *name).unwrap();
            for option in row.options {
                let is = |arg: &&Arg| arg.get_long() == Some(*option);
                let arg =
                    command.get_arguments().find(is).unwrap_or_else(|| panic!("{name} {option}"));
                assert_eq!(arg.get_id().as_str(), option.replace('-', "_"), "{name}");
            }
        }
    }
}
