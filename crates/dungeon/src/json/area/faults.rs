//! Faults of the fields of an area, and the fields that several parts of it have.

use crate::layout::{Direction, Directions};
use crate::puzzle::HIGHEST_THRESHOLD as HIGHEST;
use crate::puzzle::play::fold;
use crate::puzzle::{Area, Hint, RoomIndex};
use std::collections::BTreeSet;

/// The place of a room.
type Place = [i32; 3];

/// A field, and what is wrong with it.
pub(in crate::json) type Wrong = (String, String);

pub(super) fn no<T>(field: impl Into<String>, message: impl Into<String>) -> Result<T, Wrong> {
    Err((field.into(), message.into()))
}

pub(super) fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

pub(super) fn names_of(directions: Directions) -> String {
    list(&directions.iter().map(|way| way.name().to_owned()).collect::<Vec<_>>())
}

pub(super) fn direction(name: &str, field: impl Fn() -> String) -> Result<Direction, Wrong> {
    let known = || voice::unknown("direction", name, Direction::ALL.map(Direction::name));
    Direction::named(name).ok_or_else(|| (field(), known()))
}

pub(super) fn directions(
    names: &[String],
    field: impl Fn() -> String,
) -> Result<Directions, Wrong> {
    let mut all = BTreeSet::new();
    for name in names {
        if !all.insert(direction(name, &field)?) {
            return no(field(), format!("{name} is there twice"));
        }
    }
    Ok(all.into_iter().collect())
}

pub(super) fn room_at(
    area: &Area,
    place: Place,
    field: impl Fn() -> String,
) -> Result<RoomIndex, Wrong> {
    let none = || no(field(), format!("there is no room {place:?}"));
    area.layout.index(place).map_or_else(none, Ok)
}

pub(super) fn hint(
    threshold: u8,
    text: &str,
    field: impl Fn(&str) -> String,
) -> Result<Hint, Wrong> {
    if threshold > HIGHEST {
        return no(field("hint_threshold"), format!("is {threshold}; the highest is {HIGHEST}"));
    }
    Ok(Hint { threshold, text: text.to_owned() })
}

/// A name that can be typed.
pub(super) fn named(name: &str, field: impl Fn() -> String) -> Result<(), Wrong> {
    if fold::name(name).is_empty() { no(field(), "is empty") } else { Ok(()) }
}
