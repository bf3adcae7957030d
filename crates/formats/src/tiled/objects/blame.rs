//! Errors of a level that was made from objects, traced back to the objects.

use super::super::{TiledError, wrong};
use rustc_hash::FxHashMap;

/// An error of a level, with the object that it comes from.
pub(super) fn blame(
    from: &FxHashMap<(&'static str, usize), String>,
    field: String,
    message: String,
) -> TiledError {
    let (list, rest) = field.split_once('[').unwrap_or((&field, "0]"));
    let number = rest.split(']').next().and_then(|number| number.parse::<usize>().ok());
    let found = ["start", "goals", "rooms", "marks", "locks"]
        .into_iter()
        .find(|known| *known == list)
        .and_then(|list| from.get(&(list, number?)));
    // Another room is named by its place in the list, too.
    let mut message = message;
    if let Some(other) =
        message.strip_prefix("overlaps rooms[").and_then(|rest| rest.strip_suffix(']'))
        && let Some(other) = other.parse().ok().and_then(|at: usize| from.get(&("rooms", at)))
    {
        message = format!("overlaps {other}");
    }
    match found {
        Some(place) => wrong(format!("{place} ({field})"), message),
        None if field == "start" => {
            let how = "give one object the class \"start\", or draw one START tile";
            wrong(field, format!("{message}; {how}"))
        }
        None if list == "win" => wrong(format!("map, property \"win\", {field}"), message),
        None => wrong(field, message),
    }
}
