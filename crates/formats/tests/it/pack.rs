//! Tests of all formats in one folder: names and contents of files.

use crate::common::TWO;
use quandary_formats::annotations::Annotations;
use quandary_formats::format::{Format, Using};
use quandary_formats::ldtk::Worlds;
use quandary_formats::pack::{Art, README, files, stem};
use quandary_formats::{Place, Sheet};

#[test]
fn a_title_becomes_the_beginning_of_a_file_name() {
    assert_eq!(stem("The Cook's Cellar, No. 3"), "the-cooks-cellar-no-3");
    assert_eq!([stem("…"), stem("Ærø")], ["level", "r"]);
}

#[test]
fn every_format_is_there_and_told_of() {
    let level = level::formats::json::read(TWO).unwrap();
    let place = Place::of(&level, &Annotations::default()).unwrap();
    let art = Art {
        sheets: vec![("tiles.png".to_owned(), 32, vec![1])],
        floors: vec![Some((vec![2], 64)), None],
    };
    let files = files(&place, &art, TWO).unwrap();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "two.json",
            "two.tscn",
            "two.ldtk",
            "two.tmj",
            "two-rooms.ldtk",
            "quandary.tiled-project",
            "two-0.dd2vtt",
            "two-0.foundry.json",
            "two-0.png",
            "two-1.dd2vtt",
            "two-1.foundry.json",
            "tiles.png",
            "LICENSE-pictures.txt",
            "README.md"
        ]
    );
    let page = String::from_utf8(files.last().unwrap().bytes.clone()).unwrap();
    assert!(names.iter().filter(|name| **name != README).all(|name| page.contains(name)), "{page}");
    assert!(page.contains("Left out: the picture of floor 1 (it would be too large).\n"), "{page}");
}

#[test]
fn a_file_of_one_floor_asks_which() {
    let level = level::formats::json::read(TWO).unwrap();
    let place = Place::of(&level, &Annotations::default()).unwrap();
    let sheet = Sheet { file: "tiles.png", side: 32 };
    let said = |floor| {
        let using = Using { sheet, worlds: Worlds::Floors, floor, picture: None };
        Format::Uvtt.print(&place, &using).map_or_else(|error| error.to_string(), |_| String::new())
    };
    assert_eq!(said(None), "floors: are 2, and a file of uvtt has one: say which, from 0");
    assert_eq!(said(Some(2)), "floors: has no floor 2: the level has 2 floors, counted from 0");
    assert_eq!(said(Some(1)), "");
}
