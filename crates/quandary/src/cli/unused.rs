//! Options that other options leave without effect: each is an error that names the needed option.
//!
//! One table serves all commands. Invariant: every given option of a command in the table has an effect, or is an
//! error; the tests check every option of every such command.

use super::exit::usage;
use anyhow::Result;
use clap::ArgMatches;
use clap::parser::ValueSource;
use dungeon::layout::{Bounds, Category, Generator, categories, category};
use dungeon::puzzle::PuzzleCount;
use std::any::Any;
use std::path::PathBuf;

/// Options of some commands, by their long names, and the condition under which they have no effect.
struct Row {
    commands: &'static [&'static str],
    options: &'static [&'static str],
    /// The end of the message, if the options have no effect.
    why: fn(&ArgMatches) -> Option<String>,
}

/// The rows. The first that applies is reported.
const ROWS: [Row; 12] = [
    Row {
        commands: &["layout", "area"],
        options: &["fill", "passes", "birth", "survive", "keep"],
        why: no_automaton,
    },
    Row {
        commands: &["layout", "area", "cave"],
        options: &["birth", "survive"],
        why: |m| {
            let none = number(m, "passes") == Some(0);
            none.then(|| "decides nothing with --passes 0: the automaton takes no pass".to_owned())
        },
    },
    Row { commands: &["layout", "area"], options: &["min-rooms"], why: one_room },
    Row { commands: &["layout", "area"], options: &["stairs"], why: one_level },
    Row {
        commands: &["layout", "area"],
        options: &["fill", "passes", "birth", "survive", "keep", "min-rooms"],
        why: no_interior,
    },
    Row {
        commands: &["area"],
        options: &["templates", "key-style"],
        why: |m| {
            let none = PuzzleCount::Between(0, 0);
            let usual = place(m).map(PuzzleCount::usual);
            let wanted = value::<PuzzleCount>(m, "puzzles").copied().or(usual);
            (wanted == Some(none)).then(|| no_puzzles(m))
        },
    },
    Row {
        commands: &["mission"],
        options: &["switch-style"],
        why: |m| {
            none(m, "switches", 0, "goes with --switches N: without a switch it decides nothing")
        },
    },
    Row {
        commands: &["mission"],
        options: &["order", "key-style", "boss-unlocked", "switch-style"],
        why: |m| none(m, "keys", 4, "goes with --keys N: without a key it decides nothing"),
    },
    Row {
        commands: &["mission"],
        options: &["attempts"],
        why: |m| {
            let chosen = m.contains_id("linearity");
            chosen.then(|| "does not go with --linearity N, which makes N attempts".to_owned())
        },
    },
    Row {
        commands: &["cave"],
        options: &["min"],
        why: |m| {
            let bridge = raw(m, "keep").is_some_and(|keep| keep.eq_ignore_ascii_case("bridge"));
            (!bridge).then(|| "goes with --keep bridge, which joins regions".to_owned())
        },
    },
    Row {
        commands: &["expand"],
        options: &["templates"],
        why: |m| {
            let none = value::<PuzzleCount>(m, "puzzles") == Some(&PuzzleCount::Between(0, 0));
            none.then(|| no_puzzles(m))
        },
    },
    Row {
        commands: &["play"],
        options: &[
            "category",
            "rooms",
            "keys",
            "difficulty",
            "switches",
            "puzzles",
            "floors",
            "room-size",
            "blocks",
            "bridges",
            "room-templates",
            "attempts",
            "time",
            "attempt",
        ],
        why: |m| {
            let played = value::<PathBuf>(m, "file").is_some();
            played.then(|| {
                "is about a dungeon that is made; here the one in FILE is played".to_owned()
            })
        },
    },
];

/// Checks that every given option has an effect.
///
/// # Errors
/// The first option without effect, with the options that it needs.
pub(super) fn check(matches: &ArgMatches) -> Result<()> {
    let Some((command, matches)) = matches.subcommand() else { return Ok(()) };
    for row in ROWS.iter().filter(|row| row.commands.contains(&command)) {
        let given = row.options.iter().find(|option| is_given(matches, option));
        if let Some((option, why)) = given.and_then(|option| Some((option, (row.why)(matches)?))) {
            return Err(usage(format_args!("--{option} {why}")));
        }
    }
    Ok(())
}

/// True if an option is on the command line.
fn is_given(matches: &ArgMatches, option: &str) -> bool {
    matches.value_source(&option.replace('-', "_")) == Some(ValueSource::CommandLine)
}

/// The value of an option of a type.
fn value<'a, T: Any + Clone + Send + Sync>(matches: &'a ArgMatches, id: &str) -> Option<&'a T> {
    matches.try_get_one::<T>(id).ok().flatten()
}

/// The value of an option as it was typed.
fn raw<'a>(matches: &'a ArgMatches, id: &str) -> Option<&'a str> {
    matches.get_raw(id)?.next()?.to_str()
}

/// The whole number of an option.
fn number(matches: &ArgMatches, id: &str) -> Option<u64> {
    raw(matches, id)?.parse().ok()
}

/// A reason, if the number of an option, or its default, is 0.
fn none(matches: &ArgMatches, id: &str, usual: u64, why: &str) -> Option<String> {
    (number(matches, id).unwrap_or(usual) == 0).then(|| why.to_owned())
}

/// The requested category.
fn place(matches: &ArgMatches) -> Option<&'static Category> {
    category(value::<String>(matches, "category")?).ok()
}

/// The category, if no cellular automaton generates it.
fn no_automaton(matches: &ArgMatches) -> Option<String> {
    let place = place(matches).filter(|place| place.generator != Generator::Cellular)?;
    let caves = categories().iter().filter(|row| row.generator == Generator::Cellular);
    let caves: Vec<&str> = caves.map(|row| row.name.as_str()).collect();
    Some(format!(
        "goes with --category {}, which a cellular automaton makes; {} has none",
        caves.join(" or "),
        place.name
    ))
}

/// The category, if it is a single room with side rooms.
fn one_room(matches: &ArgMatches) -> Option<String> {
    let place = place(matches).filter(|place| place.generator == Generator::SingleRoom)?;
    let why = "goes with places of many rooms";
    Some(format!("{why}; {} is a single room with up to three at its sides", place.name))
}

/// The requested bounds, otherwise those of the category.
fn bounds(matches: &ArgMatches) -> Option<Bounds> {
    let given = value::<Bounds>(matches, "bounds").copied();
    given.or_else(|| place(matches).map(Category::bounds))
}

/// The reason, if no stairs join two levels.
fn one_level(matches: &ArgMatches) -> Option<String> {
    let [.., levels] = bounds(matches).filter(|bounds| bounds.check().is_ok())?.size();
    let one = levels == 1 || one_room(matches).is_some();
    one.then(|| {
        "goes with places of several levels; this one has one (--bounds sets the levels)".to_owned()
    })
}

/// The reason, if the bounds have no interior.
fn no_interior(matches: &ArgMatches) -> Option<String> {
    let [columns, rows, _] = bounds(matches).filter(|bounds| bounds.check().is_ok())?.size();
    let rim = if raw(matches, "border") == Some("solid") { 2 } else { 0 };
    let small = columns.min(rows) < 3 + rim;
    small.then(|| {
        "goes with --bounds that hold 3 × 3 cells or more; all of these are opened".to_owned()
    })
}

/// The reason, if no puzzle is requested.
fn no_puzzles(matches: &ArgMatches) -> String {
    let why = "is about puzzles, and none is requested";
    match place(matches).filter(|place| !place.puzzles && !is_given(matches, "puzzles")) {
        Some(place) => format!("{why}: {} has some with --puzzles N", place.name),
        None => format!("{why} with --puzzles 0"),
    }
}

#[cfg(test)]
mod tests;
