//! Reads dungeons of Watabou's One Page Dungeon, from its JSON.
//!
//! Rectangles are floor, round rooms without the corners outside of their circle. A door is a cell; it is open. The
//! first door that leads out is the start, stairs down are goals. A table of names may name other tiles for `door`,
//! `portcullis`, `steel door`, `secret door`, `column` and `water`. The cells around the dungeon are VOID.

use crate::Import;
use crate::aliases::Aliases;
use crate::grid::{Draft, Tally, named};
use level::formats::json::{ReadError, parse, wrong};
use level::{Cell, Tile};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The kinds of doors, by number: their names, and the tile of each that is not bare floor.
const DOORS: [(&str, Tile); 10] = [
    ("passage", Tile::Floor),
    ("door", Tile::DoorOpen),
    ("narrow passage", Tile::Floor),
    ("way out", Tile::Floor),
    ("portcullis", Tile::DoorOpen),
    ("door", Tile::DoorOpen),
    ("secret door", Tile::DoorOpen),
    ("steel door", Tile::DoorOpen),
    ("stairs down", Tile::Floor),
    ("stairwell", Tile::Floor),
];
const OUT: usize = 3;
const DOWN: usize = 8;

#[derive(Deserialize)]
struct Raw {
    #[serde(default)]
    title: Option<String>,
    rects: Vec<Rect>,
    doors: Vec<Door>,
    #[serde(default)]
    notes: Vec<IgnoredAny>,
    #[serde(default)]
    columns: Vec<Point>,
    #[serde(default)]
    water: Vec<Point>,
}

#[derive(Clone, Copy, Deserialize)]
struct Rect {
    x: i32,
    y: i32,
    w: u32,
    h: u32,
    #[serde(default)]
    rotunda: bool,
}

#[derive(Deserialize)]
struct Door {
    x: i32,
    y: i32,
    #[serde(rename = "type")]
    kind: usize,
}

#[derive(Clone, Copy, Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

/// True if a text is such a dungeon.
#[must_use]
pub fn is(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        #[serde(rename = "rects")]
        _rects: Vec<IgnoredAny>,
        #[serde(rename = "doors")]
        _doors: Vec<IgnoredAny>,
    }
    text.contains("\"rects\"") && parse::<Head>(text).is_ok()
}

/// Reads a dungeon, with a table of names for tiles.
///
/// # Errors
/// A field of the wrong form; no rectangle, or too many cells. A dungeon without a way out is a faulty level.
pub fn read(text: &str, aliases: &Aliases) -> Result<Import, ReadError> {
    let raw: Raw = parse(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    let (ground, size) = ground(&raw.rects)?;
    let draft = Draft::filled(size, Tile::Void, &mut 0);
    let mut draft = draft.map_err(|message| wrong("rects", message))?;
    for rect in &raw.rects {
        ground.fill(&mut draft, *rect)?;
    }
    let mut passed = Tally::default();
    for (things, name) in [(&raw.water, "water"), (&raw.columns, "column")] {
        for point in things {
            let cell = ground.cell(point.x.floor() as i32, point.y.floor() as i32);
            match (aliases.said(name), cell) {
                (Some(tile), Some(cell)) => draft.put(cell, tile.unwrap_or_default()),
                _ => passed.count(name),
            }
        }
    }
    let mut doors = Tally::default();
    for (number, door) in raw.doors.iter().enumerate() {
        let &(name, tile) = DOORS.get(door.kind).ok_or_else(|| {
            let last = DOORS.len() - 1;
            let message = format!("is {}; the kinds of doors are 0 to {last}", door.kind);
            wrong(format!("doors[{number}].type"), message)
        })?;
        let Some(cell) = ground.cell(door.x, door.y) else { continue };
        if tile == Tile::DoorOpen && aliases.said(name).is_none() {
            doors.count(name);
        }
        draft.put(cell, named(aliases, name, tile));
        match door.kind {
            OUT => draft.starts.push(cell),
            DOWN => draft.goals.push(cell),
            _ => {}
        }
    }
    draft.name = raw.title;
    let mut notes = vec![ground.note()];
    draft.first_start("ways out", &mut notes);
    notes.extend(doors.note("doors read as open"));
    notes.extend(passed.note("read as bare floor"));
    if !raw.notes.is_empty() {
        let many = diagnostics::counted(raw.notes.len() as u64, "note is", "notes are");
        notes.push(format!("{many} passed over"));
    }
    Ok(Import::of(vec![draft.level(aliases)], notes))
}

/// The position of the first cell.
struct Ground {
    left: i64,
    top: i64,
}

/// The ground of some rectangles, with a cell around them, and the number of rows and columns.
fn ground(rects: &[Rect]) -> Result<(Ground, [usize; 2]), ReadError> {
    let least = |at: fn(&Rect) -> i32| rects.iter().map(at).min();
    let most = |at: fn(&Rect) -> i64| rects.iter().map(at).max();
    let ends = (
        least(|rect| rect.x),
        least(|rect| rect.y),
        most(|rect| i64::from(rect.x) + i64::from(rect.w)),
        most(|rect| i64::from(rect.y) + i64::from(rect.h)),
    );
    let (Some(left), Some(top), Some(right), Some(bottom)) = ends else {
        return Err(wrong("rects", "is empty; expected one rectangle at least"));
    };
    let ground = Ground { left: i64::from(left) - 1, top: i64::from(top) - 1 };
    let size = [bottom + 1 - ground.top, right + 1 - ground.left];
    Ok((ground, size.map(|length| usize::try_from(length).unwrap_or_default())))
}

impl Ground {
    fn cell(&self, x: i32, y: i32) -> Option<Cell> {
        let row = u32::try_from(i64::from(y) - self.top).ok()?;
        let col = u32::try_from(i64::from(x) - self.left).ok()?;
        Some(Cell::new(0, row, col))
    }

    /// Makes the cells of a rectangle floor.
    fn fill(&self, draft: &mut Draft, rect: Rect) -> Result<(), ReadError> {
        let Some(corner) = self.cell(rect.x, rect.y) else { return Ok(()) };
        draft
            .spend(u64::from(rect.w) * u64::from(rect.h))
            .map_err(|message| wrong("rects", message))?;
        let [wide, high] = [rect.w, rect.h].map(f64::from);
        let from_middle = |at: u32, many: f64| f64::from(at) + 0.5 - many / 2.0;
        for row in 0..rect.h {
            for col in 0..rect.w {
                let away = from_middle(col, wide).hypot(from_middle(row, high));
                if !rect.rotunda || away <= wide.max(high) / 2.0 {
                    draft.put(Cell::new(0, corner.row + row, corner.col + col), Tile::Floor);
                }
            }
        }
        Ok(())
    }

    fn note(&self) -> String {
        format!("x 0, y 0 of the file is column {}, row {} here", -self.left, -self.top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::Level;

    /// A way in, a round room with water and a column, a room with stairs behind a steel door.
    const PAGE: &str = r#"{"version":"1.2.7","title":"Hole","rects":[{"x":0,"y":0,"w":1,"h":1},
        {"x":-2,"y":1,"w":5,"h":5,"rotunda":true},{"x":3,"y":3,"w":1,"h":1},{"x":4,"y":2,"w":2,"h":3,"ending":true},
        {"x":6,"y":3,"w":1,"h":1}],
        "doors":[{"x":0,"y":0,"dir":{"x":0,"y":-1},"type":3},{"x":3,"y":3,"dir":{"x":1,"y":0},"type":7},
        {"x":6,"y":3,"dir":{"x":1,"y":0},"type":8}],
        "notes":[{"text":"a bat","ref":"1","pos":{"x":0,"y":3}}],
        "columns":[{"x":-1,"y":2}],"water":[{"x":0.5,"y":3}]}"#;

    fn drawn(level: &Level) -> Vec<String> {
        let text = level::formats::text::print(level);
        text.lines().skip_while(|line| !line.is_empty()).skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn a_page_becomes_cells() {
        assert!(is(PAGE) && !is("{\"rects\": 1}") && !is("#####\n"));
        let read = read(PAGE, &Aliases::default()).unwrap();
        let expected = [
            "-----------",
            "---@-------",
            "--...------",
            "-.....-..--",
            "-...../..*-",
            "-.....-..--",
            "--...------",
            "-----------",
        ];
        assert_eq!(drawn(read.levels[0].as_ref().unwrap()), expected);
        let said = [
            "x 0, y 0 of the file is column 3, row 1 here",
            "doors read as open: steel door",
            "read as bare floor: column, water",
            "1 note is passed over",
        ];
        assert_eq!(read.notes, said);
    }

    #[test]
    fn names_of_the_table_come_first() {
        let pairs = [("steel door", "DOOR_LOCKED"), ("water", "ELEMENT"), ("column", "WALL")];
        let read = read(PAGE, &Aliases::of(pairs).unwrap()).unwrap();
        let drawn = drawn(read.levels[0].as_ref().unwrap());
        assert_eq!(drawn[3..5], ["-.#...-..--", "-..~..+..*-"]);
        assert_eq!(read.notes.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let said = |from: &str, to: &str| {
            let text = PAGE.replace(from, to);
            assert_ne!(text, PAGE);
            match read(&text, &Aliases::default()) {
                Ok(mut read) => read.levels.remove(0).unwrap_err().to_string(),
                Err(error) => error.to_string(),
            }
        };
        assert!(said("\"type\":3", "\"type\":1").contains("has no start; --start X,Y gives one"));
        assert_eq!(
            said("\"type\":7", "\"type\":17"),
            "doors[1].type: is 17; the kinds of doors are 0 to 9"
        );
        assert!(said("\"w\":5", "\"w\":4000000000").starts_with("rects: makes more than"));
        assert!(said("\"w\":5", "\"w\":-1").contains("rects[1].w"));
        let empty = read("{\"rects\":[],\"doors\":[]}", &Aliases::default()).unwrap_err();
        assert_eq!(empty.to_string(), "rects: is empty; expected one rectangle at least");
    }
}
