//! Arguments that many requests share.

use crate::failure::Failure;
use crate::fields::Fields;
use dungeon::layout::{Automaton, Border, Bounds, Keep, Request, Stairs};
use dungeon::mission::{KeyStyle, SwitchStyle};
use dungeon::options::Attempts;
use dungeon::puzzle::Wanted;
use pyo3::prelude::*;
use search::{Budget, Goal, Seed};
use std::time::Duration;

/// The seed; one is drawn where none is given.
pub(super) fn seed(fields: &mut Fields<'_>) -> PyResult<Seed> {
    let seed = fields.take::<u64>("seed")?.map(Seed::new).transpose();
    Ok(seed.map_err(Failure::request)?.unwrap_or_else(|| Seed::random(1)))
}

/// A time in seconds.
pub(super) fn seconds(fields: &mut Fields<'_>) -> PyResult<Option<Duration>> {
    let time = fields.take::<f64>("seconds")?.map(Duration::try_from_secs_f64).transpose();
    Ok(time.map_err(|error| Failure::request(format_args!("seconds: {error}")))?)
}

/// The attempts to make, of which the best is taken.
pub(super) fn attempts(fields: &mut Fields<'_>) -> PyResult<Attempts> {
    let best = |attempts, time| Attempts::Within(Budget { goal: Goal::Best(1), attempts, time });
    let attempt: Option<u64> = fields.take("attempt")?;
    let attempts: Option<u64> = fields.take("attempts")?;
    match (attempt, attempts, seconds(fields)?) {
        (None, None, None) => Ok(Attempts::Usual),
        (Some(number), None, None) => Ok(Attempts::Only(number)),
        (None, Some(0), None) => {
            Err(Failure::request("attempts=0: a whole number of at least 1 is wanted").into())
        }
        (None, Some(attempts), None) => Ok(best(Some(attempts), None)),
        (None, None, Some(time)) => Ok(best(None, Some(time))),
        _ => Err(Failure::request("of attempt, attempts and seconds one alone is given").into()),
    }
}

/// The number of threads, 0 for one a core.
pub(super) fn threads(fields: &mut Fields<'_>) -> PyResult<usize> {
    fields.or("threads", 0)
}

/// Puzzles: a number, or text as the command line has it.
pub(super) fn wanted(fields: &mut Fields<'_>) -> PyResult<Option<Wanted>> {
    let text: Option<Bound<'_, PyAny>> = fields.take("puzzles")?;
    let read = |value: Bound<'_, PyAny>| {
        let text = value.str()?.to_string();
        let wrong = |why| Failure::request(format_args!("puzzles={text}: {why}"));
        text.parse::<Wanted>().map_err(wrong).map_err(PyErr::from)
    };
    text.map(read).transpose()
}

/// The styles of keys by name.
pub(super) const KEY_STYLES: [(&str, KeyStyle); 2] =
    [("named", KeyStyle::Named), ("small", KeyStyle::Small)];
/// The styles of switches by name.
pub(super) const SWITCH_STYLES: [(&str, SwitchStyle); 2] =
    [("once", SwitchStyle::Once), ("toggle", SwitchStyle::Toggle)];

/// The fields that decide a layout.
pub(super) fn shape(fields: &mut Fields<'_>) -> PyResult<Request> {
    let category = fields.or("category", "dungeon".to_owned())?;
    let usual = Request::of(&category).map_err(Failure::request)?;
    let stairs = match fields.take::<Bound<'_, PyAny>>("stairs")? {
        None => usual.stairs,
        Some(all) if all.extract::<String>().is_ok_and(|all| all == "all") => Stairs::All,
        Some(count) => Stairs::Count(count.extract::<u32>().map_err(|_| {
            Failure::request("stairs: a whole number of at least 1 is wanted, or \"all\"")
        })?),
    };
    let keep = [("largest", Keep::Largest), ("bridge", Keep::Bridge)];
    let border = [("drawn", Border::Drawn), ("solid", Border::Solid)];
    let plain = fields.or("plain", false)?;
    let request = Request {
        bounds: bounds(fields)?.unwrap_or(usual.bounds),
        fill: fields.or("fill", usual.fill)?,
        passes: fields.or("passes", usual.passes)?,
        birth: fields.or("birth", usual.birth)?,
        survive: fields.or("survive", usual.survive)?,
        automaton: if plain { Automaton::Plain } else { Automaton::Helped },
        border: fields.among("border", &border)?.unwrap_or(usual.border),
        keep: fields.among("keep", &keep)?.unwrap_or(usual.keep),
        min_rooms: fields.take("min_rooms")?,
        stairs,
        treasure_share: fields.or("treasure_share", usual.treasure_share)?,
        puzzle_share: fields.or("puzzle_share", usual.puzzle_share)?,
        ..usual
    };
    request.check().map_err(Failure::request)?;
    Ok(request)
}

/// Six numbers, or text as the command line has it.
fn bounds(fields: &mut Fields<'_>) -> PyResult<Option<Bounds>> {
    let Some(given) = fields.take::<Bound<'_, PyAny>>("bounds")? else { return Ok(None) };
    let text = match given.extract::<[i64; 6]>() {
        Ok(six) => six.map(|number| number.to_string()).join(","),
        Err(_) => given.str()?.to_string(),
    };
    let wrong = |why| Failure::request(format_args!("bounds={text}: {why}"));
    Ok(Some(text.parse::<Bounds>().map_err(wrong)?))
}
