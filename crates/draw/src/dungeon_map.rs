//! A dungeon for the terminal: one character for each tile, the names of keys with the doors they open, and a summary
//! below.
//!
//! Floors stand below each other, the highest first, cropped to their rooms. Invariant: the map shows only what the
//! level and its graph hold.

use super::canvas::Canvas;
use super::dungeon_signs::Signs;
use super::summary::{counted, fold, wrap};
use level::{Level, Tile, Tiles};
use std::fmt::Write as _;

/// Text around a map.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The line above the map.
    pub title: String,
    /// Lines below the map, each a name and a value.
    pub lines: Vec<(&'static str, String)>,
    /// The walkthrough, if it is printed.
    pub walkthrough: Option<Vec<String>>,
}

/// The whole text; none for a level without tiles.
pub fn render(level: &Level, words: &Words, coloured: bool) -> Option<String> {
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

/// A floor, cropped to its tiles; none if it has no tiles.
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
        let level = level::formats::text::read(drawn).unwrap();
        let words = Words {
            title: "A dungeon".to_owned(),
            lines: vec![("Keys", "1".to_owned())],
            walkthrough: Some(vec!["take A".to_owned(), "go east".to_owned()]),
        };
        let text = render(&level, &words, false).unwrap();
        let expect = "A dungeon\n\n█████████\n█@A·AA·*█\n█████████\n\n  · floor, █ wall, @ start, * goal, A key A and its door\nKeys: 1\nWalkthrough, 2 commands:\n  take A · go east\n";
        assert_eq!(text, expect);
    }

    /// Calls a function with the tiles of dungeon candidates of many kinds.
    fn levels(mut each: impl FnMut(String, &Level)) {
        use dungeon::Scratch;
        use dungeon::dungeon::{Request, candidate, rank::Targets, request::Size};
        use search::Seed;
        let mut scratch = Scratch::default();
        for (category, floors, width, height) in
            [("dungeon", 1, 16, 11), ("cave", 2, 11, 9), ("town", 1, 12, 9), ("tower", 3, 16, 11)]
        {
            for (rooms, n) in [16, 70].into_iter().flat_map(|rooms| (0..8).map(move |n| (rooms, n)))
            {
                let request = Request::of(category).unwrap().on_floors(floors).unwrap();
                let request = Request { rooms, size: Size { width, height }, ..request };
                let seed = Seed::new(n).unwrap();
                if let Ok(made) =
                    candidate(&request, Targets::of(seed), seed.attempt(0), &mut scratch)
                {
                    each(format!("{category} {rooms} {n}"), &made.tiled.level);
                }
            }
        }
    }

    #[test]
    fn every_character_that_is_drawn_has_one_meaning_in_the_legend() {
        let (mut maps, mut seen) = (0, std::collections::BTreeSet::new());
        levels(|said, level| {
            maps += 1;
            let text = render(level, &Words { title: "x".to_owned(), ..Words::default() }, false);
            // Shallow water is drawn as a comma, and commas also separate the entries of the legend.
            let text = text.unwrap().replace(", , ", ", ‚ ");
            let (map, legend) = text.rsplit_once("\n\n").unwrap();
            let legend = legend.replace(",\n    ", ", ");
            let mut explained = std::collections::BTreeMap::new();
            for entry in legend.trim().split(", ") {
                let (sign, words) = entry.split_once(' ').unwrap();
                assert_eq!(sign.chars().count(), 1, "{said}: {entry:?}");
                let other = explained.insert(sign.chars().next().unwrap(), words);
                assert_eq!(other, None, "{said}: {sign} twice\n{text}");
            }
            let map = map.replace(',', "‚");
            let rows = map.lines().skip(1).filter(|line| !line.starts_with("Floor "));
            let drawn: std::collections::BTreeSet<char> =
                rows.flat_map(str::chars).filter(|sign| *sign != ' ').collect();
            assert!(drawn.iter().eq(explained.keys()), "{said}: {drawn:?}\n{text}");
            let words: std::collections::BTreeSet<&&str> = explained.values().collect();
            assert_eq!(words.len(), explained.len(), "{said}: two signs of one meaning\n{text}");
            seen.extend(explained.into_iter().map(|(sign, words)| format!("{sign} {words}")));
        });
        assert!(maps > 40, "{maps}");
        for word in ["I key I and its door", "# ladder", "k small key", "0 switch 0", "> stair"] {
            assert!(seen.contains(word), "{word}: {seen:?}");
        }
        assert!(seen.iter().any(|word| word.ends_with("door while switch 0 is on")), "{seen:?}");
        assert!(seen.iter().any(|word| word.contains("is off")), "{seen:?}");
    }

    #[test]
    fn what_lies_under_a_block_is_told_of() {
        let level = "quandary/level/1\nmarks: [{\"floor\":0,\"row\":0,\"col\":2,\"gives\":\"symbol:A\"}]\n\n@.o.*\n";
        let level = level::formats::text::read(level).unwrap();
        let text = render(&level, &Words::default(), false).unwrap();
        assert!(text.contains("\n@·o·*\n") && text.contains("(under a block)"), "{text}");
    }
}
