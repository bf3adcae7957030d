//! Levels printed in every format, and read again.

use crate::pinned::{each, pinned};
use formats::tiled::{Read, Way};
use formats::{tiled, xsb};
use quandary_level::formats::{json, text};
use quandary_level::{Cell, Level};
use std::fmt::Write as _;

/// The first walkable cells of a level, as a path.
fn way_of(level: &Level) -> Vec<Cell> {
    level.tiles.iter().flat_map(|tiles| tiles.cells().map(|(cell, _)| cell)).take(5).collect()
}

#[test]
fn every_format() {
    pinned(
        "forms",
        each(|case, said| {
            let level = &case.level;
            let printed = json::print(level);
            *said += &printed;
            let back = json::read(&printed).map(|level| json::print(&level));
            assert_eq!(back.as_ref(), Ok(&printed));
            if level.tiles.is_none() {
                return;
            }
            let drawn = text::print(level);
            *said += &drawn;
            let _ = writeln!(said, "{:?}", text::read(&drawn).map(|level| json::print(&level)));
            let way = Way {
                title: "a way".to_owned(),
                cells: way_of(level),
                words: "so".to_owned(),
                dead_state: false,
            };
            for way in [None, Some(&way)] {
                match tiled::print(level, way) {
                    Ok(map) => {
                        *said += &map;
                        let back = tiled::read(&map, &Read::no_files);
                        let _ = writeln!(
                            said,
                            "{:?}",
                            back.map(|read| (json::print(&read.level), read.notes))
                        );
                    }
                    Err(error) => _ = writeln!(said, "{error}"),
                }
            }
            let _ = writeln!(said, "{:?}", xsb::print(level));
        }),
    );
}
