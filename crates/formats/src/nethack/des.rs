//! The lines of a `.des` file: `NAME:value,value`, and maps from `MAP` to `ENDMAP`.

use super::said::{Said, Thing, What};
use level::formats::json::{ReadError, at};

/// Reads a file.
pub(super) fn read(text: &str) -> Result<Vec<Said<'_>>, ReadError> {
    let mut said = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((line, text)) = lines.next() {
        let text = text.trim();
        if text == "MAP" {
            let mut rows = Vec::new();
            loop {
                match lines.next() {
                    Some((_, row)) if row.trim() == "ENDMAP" => break,
                    Some((_, row)) => rows.push(row),
                    None => return Err(at(line, 0, "MAP has no ENDMAP after it")),
                }
            }
            said.push(Said { line: line + 1, what: What::Map(rows) });
        } else if !text.is_empty() && !text.starts_with('#') {
            statement(line, text, &mut said);
        }
    }
    Ok(said)
}

/// Reads a line outside of maps.
fn statement<'a>(line: usize, text: &str, said: &mut Vec<Said<'a>>) {
    let mut text = text;
    let mut put = |what: What<'a>| said.push(Said { line, what });
    if let Some((_, rest)) = text.strip_prefix('[').and_then(|rest| rest.split_once("]:")) {
        put(What::Condition);
        text = rest.trim_start();
    }
    let end = text.find(|letter: char| !(letter.is_ascii_uppercase() || letter == '_'));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let rest = rest.trim_start();
    match name {
        "" if text.starts_with(['{', '}']) => {}
        "" => put(What::Other("variables and other words".to_owned())),
        "IF" | "LOOP" | "FOR" | "SWITCH" => put(What::Condition),
        "ELSE" | "CASE" | "DEFAULT" | "BREAK" => {}
        name => {
            let values = values(rest.strip_prefix(':').unwrap_or(rest));
            what(name, &values).into_iter().for_each(put);
        }
    }
}

/// What a line of a name and values means.
fn what<'a>(name: &str, values: &[&str]) -> Vec<What<'a>> {
    let region = values.first().and_then(|value| region(value));
    let place = region.or_else(|| values.iter().find_map(|value| numbers(value)));
    let has = |word: &str| values.iter().any(|value| value.eq_ignore_ascii_case(word));
    let text = || values.iter().find_map(|value| quoted(value)).unwrap_or_default();
    let thing = match name {
        "MAZE" | "LEVEL" => {
            let is_sokoban = has("sokoban").then_some(What::Sokoban);
            return [What::Level(text().to_owned())].into_iter().chain(is_sokoban).collect();
        }
        "MAZEWALK" => return vec![What::Maze],
        "FLAGS" if has("sokoban") => return vec![What::Sokoban],
        "DOOR" => {
            let state = values.iter().find(|value| !value.starts_with('(')).copied();
            Thing::Door(state.unwrap_or("random").to_ascii_lowercase())
        }
        "STAIR" | "LADDER" if has("up") || has("down") => Thing::Stair { up: has("up") },
        "BRANCH" => Thing::Arrival,
        "TELEPORT_REGION" => Thing::Arrival,
        "OBJECT" | "CONTAINER" => Thing::object(text()),
        "TRAP" => Thing::trap(text()),
        name => return vec![What::Other(name.to_owned())],
    };
    vec![What::Thing(thing, place)]
}

/// The values between the commas that stand in no brackets and quotes.
fn values(text: &str) -> Vec<&str> {
    let (mut values, mut from, mut depth, mut quote) = (Vec::new(), 0, 0_usize, None);
    let mut letters = text.char_indices().peekable();
    while let Some((place, letter)) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => {
                quote = Some(letter);
                // A quote may stand in single quotes.
                if letter == '\'' {
                    letters.next();
                }
            }
            (None, '(' | '{') => depth += 1,
            (None, ')' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                values.extend(text.get(from..place));
                from = place + 1;
            }
            _ => {}
        }
    }
    values.extend(text.get(from..));
    values.into_iter().map(str::trim).collect()
}

/// The text in the first double quotes.
fn quoted(value: &str) -> Option<&str> {
    let (_, rest) = value.split_once('"')?;
    rest.split_once('"').map(|(text, _)| text)
}

/// The numbers of `(x,y)`, or of more.
fn numbers<const MANY: usize>(value: &str) -> Option<[u32; MANY]> {
    let inside = value.strip_prefix('(')?.strip_suffix(')')?;
    let numbers: Option<Vec<u32>> =
        inside.split(',').map(|part| part.trim().parse().ok()).collect();
    numbers?.try_into().ok()
}

/// The column and row of a region of one cell, `(x,y,x,y)`. No line names the empty region `(0,0,0,0)` as a place.
fn region(value: &str) -> Option<[u32; 2]> {
    let [x, y, to_x, to_y] = numbers(value)?;
    ((x, y) == (to_x, to_y) && (x, y) != (0, 0)).then_some([x, y])
}
