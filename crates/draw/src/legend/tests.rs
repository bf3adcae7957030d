//! Tests of the legend of a level.

use super::*;
use crate::legend::entries;
use crate::level_tiles::TileView;
use level::Content;

#[test]
fn a_legend_explains_what_is_there() {
    let level = level::formats::text::read("@.k+*\n").unwrap();
    let tiles = level.tiles.as_ref().unwrap();
    let entries = entries(&level, &Names::default(), &TileView::of(tiles), &[], None);
    let words: Vec<_> = entries.iter().map(|entry| entry.words.as_str()).collect();
    assert_eq!(words, ["start", "goal", "key", "locked door"]);
}

#[test]
fn a_narrow_page_has_several_rows() {
    let level = level::formats::text::read("@.k+*KIi~%=X|ob?e\n").unwrap();
    let tiles = level.tiles.as_ref().unwrap();
    let entries = entries(&level, &Names::default(), &TileView::of(tiles), &[], None);
    let rows = |width| layout(&Page { width, scale: 1.0 }, &entries).at.last().map(|at| at.1);
    assert_eq!(rows(4000.0), Some(0.0));
    assert!(rows(480.0) > Some(2.0 * ROW));
}

#[test]
fn a_long_name_is_a_number_on_the_map_and_told_whole_in_the_legend() {
    let long = "the key of the very old and rather tired warden who sits below the stairs all day";
    let level = format!(
        "quandary/level/1\nmarks: [{{\"floor\":0,\"row\":0,\"col\":1,\"gives\":\"symbol:{long}\"}}]\n\
             locks: [{{\"cells\":[[0,0,2]],\"needs\":[\"symbol:{long}\"]}}]\n\n@./*\n"
    );
    let level = level::formats::text::read(&level).unwrap();
    let tiles = level.tiles.as_ref().unwrap();
    let names = Names::of(&level, &[]);
    assert_eq!(names.symbol(0), "1");
    let entries = entries(&level, &names, &TileView::of(tiles), &[], None);
    let told = entries.iter().find(|entry| entry.words == long).unwrap();
    assert_eq!(told.sign, Sign::Gives(Content::Symbol(0)));
    for width in [300.0, 480.0, 2000.0] {
        let page = Page { width, scale: 1.0 };
        let lines = told.lines(&page);
        assert!(lines.len() > 1 && lines.join(" ") == long, "{lines:?}");
        let fits = |line: &String| strokes::width(line, LETTERS) <= width - 2.0 * page.margin();
        assert!(lines.iter().all(fits));
        let placed = layout(&page, &entries);
        let last = placed.at.last().unwrap();
        let foot = last.1 + 8.0 + last.2.len() as f64 * BELOW;
        assert!(foot <= placed.height + BELOW, "{foot} {}", placed.height);
    }
    // A single word that is too long is cut and ends in dots.
    let word = Entry { sign: Sign::OneWay, words: "x".repeat(400) };
    assert!(word.lines(&Page { width: 480.0, scale: 1.0 })[0].ends_with('…'));
}

/// The words of the entries of a legend.
fn words(level: &str) -> Vec<String> {
    let level = level::formats::text::read(level).unwrap();
    let view = TileView::of(level.tiles.as_ref().unwrap());
    let entries = entries(&level, &Names::of(&level, &[]), &view, &[], None);
    entries.into_iter().map(|entry| entry.words).collect()
}

#[test]
fn plates_and_what_asks_for_them_are_explained() {
    let plate = |name: &str, col: u32, gives: &str| {
        format!("{{\"name\":\"{name}\",\"cells\":[[0,0,{col}]]{gives}}}")
    };
    let gives = ",\"gives\":\"symbol:alarm bell\"";
    let plates = [plate("A", 1, ""), plate("north", 2, ""), plate("B", 3, gives)].join(",");
    let level = format!(
        "quandary/level/1\nplates: [{plates}]\n\
         locks: [{{\"cells\":[[0,0,4]],\"needs\":[\"plate:A\",\"lacks:symbol:alarm bell\"]}}]\n\n@o..*\n"
    );
    let told = [
        "start",
        "goal",
        "block",
        "plate, pressed down by blocks on all its cells",
        "plate that is down",
        "asks that the symbol is not held",
        "asks for the plate to be down",
        "alarm bell",
        "north",
        "B: gives alarm bell when it is down",
    ];
    assert_eq!(words(&level), told);
    let up = level.replace("o..", "..o");
    assert!(words(&up).contains(&"plate that is down".to_owned()), "B is down now");
    let none = words(&level.replace("o..", "..."));
    assert!(!none.contains(&"plate that is down".to_owned()), "{none:?}");
}
