//! A dungeon for the terminal: its tiles, one character each, with the names of keys and what they open, and a
//! summary below.
//!
//! Floors stand below each other, the highest first, cut to where there are rooms. Invariant: it shows what the
//! level and its graph hold and nothing else.

use super::canvas::Canvas;
use super::dungeon_signs::Signs;
use super::summary::{counted, fold, wrap};
use level::level::{Level, Tiles};
use level::tile::Tile;
use std::fmt::Write as _;

/// What is said below the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// The line above the map.
    pub(crate) title: String,
    /// A line each: a name, and what there is of it.
    pub(crate) lines: Vec<(&'static str, String)>,
    /// The walkthrough, if it is to be told.
    pub(crate) walkthrough: Option<Vec<String>>,
}

/// The whole text; none for a level without tiles.
pub(crate) fn render(level: &Level, words: &Words, coloured: bool) -> Option<String> {
    let tiles = level.tiles.as_ref()?;
    let signs = Signs::of(level, tiles);
    let mut text = format!("{}\n", words.title);
    for number in 0..tiles.floors.len() as u32 {
        if let Some(canvas) = floor(tiles, number, &signs) {
            if tiles.floors.len() > 1 {
                let _ = write!(text, "\nFloor {number}\n");
            } else {
                text.push('\n');
            }
            text.push_str(&canvas.print(coloured));
        }
    }
    text.push('\n');
    wrap(&mut text, &signs.legend(), ", ");
    for (name, what) in &words.lines {
        fold(&mut text, &format!("{name}: {what}"));
    }
    if let Some(walkthrough) = &words.walkthrough {
        let _ =
            writeln!(text, "Walkthrough, {}:", counted(walkthrough.len(), "command", "commands"));
        wrap(&mut text, walkthrough, " · ");
    }
    Some(text)
}

/// A floor, cut to where there is something; none where there is nothing.
fn floor(tiles: &Tiles, number: u32, signs: &Signs) -> Option<Canvas> {
    let there =
        || tiles.cells().filter(move |(cell, tile)| cell.floor == number && *tile != Tile::Void);
    let top = there().map(|(cell, _)| cell.row).min()?;
    let bottom = there().map(|(cell, _)| cell.row).max()?;
    let left = there().map(|(cell, _)| cell.col).min()?;
    let right = there().map(|(cell, _)| cell.col).max()?;
    let mut canvas = Canvas::new((right - left + 1) as usize, (bottom - top + 1) as usize);
    for (cell, tile) in there() {
        let (glyph, style) = signs.look(cell, tile);
        canvas.put((cell.col - left) as usize, (cell.row - top) as usize, glyph, style);
    }
    Some(canvas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_what_they_open_have_a_letter() {
        let drawn = r#"quandary/level/1
legend: - VOID  . FLOOR  # WALL  = DOOR_PUZZLE  @ START  * TRIFORCE
rooms: [{"node":"a","floor":0,"row":0,"col":0,"rows":3,"cols":5},{"node":"b","floor":0,"row":0,"col":5,"rows":3,"cols":4}]
marks: [{"floor":0,"row":1,"col":2,"gives":"symbol:A"}]
graph: {"nodes":[{"id":"a","contents":["start","symbol:A"]},{"id":"b","contents":["goal"]}],"edges":[{"from":"a","to":"b","requires":["symbol:A"]},{"from":"b","to":"a","requires":["symbol:A"]}]}

#########-
#@..==.*#-
#########-
"#;
        let level = level::text::read(drawn).unwrap();
        let words = Words {
            title: "A dungeon".to_owned(),
            lines: vec![("Keys", "1".to_owned())],
            walkthrough: Some(vec!["take A".to_owned(), "go east".to_owned()]),
        };
        let text = render(&level, &words, false).unwrap();
        let expect = "A dungeon\n\n█████████\n█@A·AA·*█\n█████████\n\n  @ start · * goal · b boss · / door · ~ water · A key A\nKeys: 1\nWalkthrough, 2 commands:\n  take A · go east\n";
        assert_eq!(text, expect);
    }
}
