//! Tests of common kinds of maps in the reference data: each is read and verified.

use crate::common::judged;
use level::Level;
use quandary_formats::aliases::Aliases;
use quandary_formats::tiled::Read;
use quandary_formats::{ldtk, tiled};
use std::fs;
use std::path::PathBuf;
use testing::skipped;

/// The folder of the files, if it exists.
fn folder() -> Option<PathBuf> {
    let data = std::env::var_os("QUANDARY_DATA").map(PathBuf::from);
    let folder = data.map(|data| data.join("files")).filter(|folder| folder.is_dir());
    if folder.is_none() {
        skipped("QUANDARY_DATA names no folder of reference data with files of others");
    }
    folder
}

/// The least number of moves to win a level, if it can be won.
fn moves(level: &Level) -> Option<u64> {
    judged(level).1
}

#[test]
fn maps_of_others_are_what_they_look_like() {
    let Some(folder) = folder() else { return };
    let text =
        |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| error.to_string());
    let map = |name: &str| tiled::read(&text(name).unwrap(), &text).unwrap();
    assert_eq!(moves(&map("tiled_layers.tmx").level), Some(5));
    assert_eq!(moves(&map("tiled_template.tmx").level), None);
    let project = |more: &[(&str, &str)]| {
        let names = [
            ("walls", "WALL"),
            ("floor", "FLOOR"),
            ("Player", "START"),
            ("Exit", "TRIFORCE"),
            ("Item", "KEY_SMALL"),
        ];
        let aliases = Aliases::of([&names, more].concat()).unwrap();
        ldtk::read(&text("ldtk_empty.ldtk").unwrap(), &aliases, &Read::no_files).unwrap()
    };
    let told = project(&[]);
    assert_eq!(
        (moves(told.levels[0].as_ref().unwrap()), told.notes.len()),
        (Some(3), 1),
        "{:?}",
        told.notes
    );
    let told = project(&[("empty", "FLOOR")]);
    assert_eq!(
        (moves(told.levels[0].as_ref().unwrap()), told.notes.len()),
        (Some(3), 1),
        "{:?}",
        told.notes
    );
}
