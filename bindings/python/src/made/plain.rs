//! Plain dungeons, as `quandary dungeon --style plain` makes them.

use super::common::{attempts, seed, templates, threads, wanted};
use super::thing::{Format, Made, Shown, Thing, drawn};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::long::long;
use draw::dungeon::{Chosen, Shown as Drawing};
use dungeon::Scratch;
use dungeon::generate::{Made as Draft, Proof, Version, Weights};
use dungeon::json::dungeon::{Artefact, Asked};
use dungeon::mission::{KeyStyle, SwitchStyle};
use dungeon::options::Attempts;
use dungeon::task::{FIRST, Shape, Task};
use dungeon::tiles;
use pyo3::prelude::*;
use search::{Found, Seed};
use voice::json;

/// Numbers of keys and of blocks, where none are asked for.
const KEYS: u8 = 2;
const BLOCKS: u32 = 4;

/// A plain dungeon, and what was asked for.
struct Plain {
    found: Found<Draft, Proof>,
    asked: Asked,
    seed: Seed,
    chosen: Chosen,
}

/// The styles of keys by name.
pub(super) const KEY_STYLES: [(&str, KeyStyle); 2] =
    [("named", KeyStyle::Named), ("small", KeyStyle::Small)];
/// The styles of switches by name.
pub(super) const SWITCH_STYLES: [(&str, SwitchStyle); 2] =
    [("once", SwitchStyle::Once), ("toggle", SwitchStyle::Toggle)];

/// The shape that the arguments ask for.
fn shape(fields: &mut Fields<'_>, version: Version) -> PyResult<Shape> {
    let style = fields.among("switch_style", &SWITCH_STYLES)?;
    let style = SwitchStyle::asked(style, version.missions(), version.name());
    let (width, height) = fields.or("room_size", (16, 11))?;
    Ok(Shape {
        version,
        category: fields.or("category", "dungeon".to_owned())?,
        rooms: fields.or("rooms", 16)?,
        keys: fields.or("keys", KEYS)?,
        switches: fields.or("switches", 0)?,
        switch_style: style.map_err(Failure::Request)?,
        puzzles: wanted(fields)?,
        templates: templates(),
        key_style: fields.among("key_style", &KEY_STYLES)?.unwrap_or_default(),
        floors: fields.or("floors", 1)?,
        tiles: tiles::Request { width, height, blocks: fields.or("blocks", BLOCKS)? },
        weights: Weights::default(),
    })
}

/// Makes a plain dungeon.
pub(super) fn dungeon(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    mut fields: Fields<'_>,
    version: Version,
) -> PyResult<Made> {
    let (seed, attempts) = (seed(&mut fields)?, attempts(&mut fields)?);
    let (threads, shape) = (threads(&mut fields)?, shape(&mut fields, version)?);
    fields.end()?;
    let (request, asked) = shape.request().map_err(Failure::request)?;
    let (task, chosen) = match attempts {
        Attempts::Usual => (Task::new(request, asked, FIRST), Chosen::First),
        Attempts::Within(budget) => (Task::new(request, asked, budget), Chosen::Best),
        Attempts::Only(number) => {
            let task = Task::new(request, asked, FIRST);
            (Task { attempt: Some(number), ..task }, Chosen::Best)
        }
    };
    let made = long(py, progress, |pace| {
        pace.controlled(threads, |control| task.make(seed, control, &mut Scratch::default()))
    })?;
    let found = made.map_err(Failure::request)?.map_err(Failure::from)?;
    Ok(Made::of(Plain { found, asked: task.asked, seed, chosen }))
}

impl Thing for Plain {
    fn origin(&self) -> (u64, u64) {
        (self.seed.value(), self.found.attempt)
    }

    fn shown(&self, format: Format, spoiler: bool) -> Shown {
        let Self { found, asked, seed, chosen } = self;
        let mut out = Vec::new();
        match drawn(format) {
            Some(format) => {
                let shown = Drawing { found, seed: *seed, asked, chosen: *chosen };
                shown.write(&mut out, format, spoiler, false)?;
            }
            None => json::line(&mut out, &Artefact::new(found, *seed, asked)?)?,
        }
        Ok(out)
    }
}
