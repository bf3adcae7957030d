//! Tests of foreign levels of Sokoban, which are read, printed and solved, and of damaged files.

use level::formats::{json, text};
use level::{Level, Limits, Options, Verdict, solve};
use proptest::prelude::*;
use quandary_formats::xsb;
use std::fs;
use std::path::PathBuf;
use testing::skipped;

/// The levels of a file of the reference data.
fn boxoban(name: &str) -> Option<(String, Vec<Level>)> {
    let Some(data) = std::env::var_os("QUANDARY_DATA").map(PathBuf::from) else {
        skipped("QUANDARY_DATA does not name the folder of reference data");
        return None;
    };
    let path = data.join("boxoban").join(name);
    let written =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let levels = xsb::read(&written).unwrap_or_else(|error| panic!("{name}: {error}"));
    Some((written, levels))
}

#[test]
fn levels_of_boxoban_come_back() {
    for name in ["test.xsb", "hard.xsb"] {
        let Some((written, levels)) = boxoban(name) else { return };
        assert_eq!(levels.len(), 30, "{name}");
        for level in &levels {
            let title = level.name.as_deref().unwrap_or_default();
            let printed =
                xsb::print(level).unwrap_or_else(|error| panic!("{name}, {title}: {error}"));
            assert_eq!(xsb::read(&printed).as_deref(), Ok(std::slice::from_ref(level)), "{title}");
            assert_eq!(json::read(&json::print(level)).as_ref(), Ok(level), "{title}");
            assert_eq!(text::read(&text::print(level)).as_ref(), Ok(level), "{title}");
            let plate = level.tiles.as_ref().and_then(|tiles| tiles.plates.first());
            assert_eq!(plate.map(|plate| plate.cells.len()), Some(4), "{title}");
            assert!(written.contains(&format!("; {title}\n")), "{title}");
        }
    }
}

#[test]
fn levels_of_boxoban_are_solved() {
    let Some((_, levels)) = boxoban("test.xsb") else { return };
    for level in levels.iter().take(3) {
        let rules = level.rules.clone().unwrap_or_default();
        let found = solve(level, &rules, &Options::default(), &Limits::default());
        let solution = found.unwrap_or_else(|error| panic!("{error}"));
        let is_solved = matches!(solution.verdict, Verdict::Solvable { optimal: true, .. });
        assert!(is_solved, "{:?}", level.name);
    }
}

proptest! {
    #[test]
    fn no_text_brings_the_reader_down(written in "[-#@$.*+ _|0-9;:Tx\n]{0,200}") {
        let _ = xsb::read(&written);
    }

    #[test]
    fn no_bytes_bring_the_reader_down(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = xsb::read(&String::from_utf8_lossy(&bytes));
    }

    /// Printing a level that was read, reading it and printing it again changes nothing.
    #[test]
    fn what_is_printed_stays(rows in proptest::collection::vec("[-#$.* ]{0,7}", 1..7), player in "[@+]") {
        let Ok(levels) = xsb::read(&format!("{player}.{}", rows.join("|"))) else { return Ok(()) };
        for level in levels {
            let printed = xsb::print(&level).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let again = xsb::read(&printed).map_err(|error| TestCaseError::fail(format!("{error}\n{printed}")))?;
            prop_assert_eq!(again.len(), 1, "{}", &printed);
            prop_assert_eq!(xsb::print(&again[0]), Ok(printed));
        }
    }
}
