//! Dungeons, as `quandary dungeon` makes them.

use super::common::{attempts, seed, threads};
use super::thing::{Format, Made, Shown, Thing, drawn, not_in};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::long::long;
use draw::dungeon::Shown as Drawing;
use dungeon::designed::request::{Numbers, Size};
use dungeon::designed::{ATTEMPTS, Designed, Request, generate};
use dungeon::options::{Attempts, Options};
use level::rate::Band;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::Seed;
use voice::json;

/// A dungeon, and what was asked for.
struct Dungeon {
    made: Designed,
    request: Request,
    seed: Seed,
    attempts: u64,
}

/// The request for a dungeon.
fn request(fields: &mut Fields<'_>) -> PyResult<Request> {
    let category = fields.or("category", "dungeon".to_owned())?;
    let request = Request::of(&category).map_err(Failure::request)?;
    let floors = fields.or("floors", 1)?;
    let mut request = request.on_floors(floors).map_err(Failure::request)?;
    request.rooms = fields.or("rooms", request.rooms)?;
    let (width, height) = fields.or("room_size", (request.size.width, request.size.height))?;
    request.size = Size { width, height };
    request.numbers = Numbers {
        keys: fields.take("keys")?,
        switches: fields.take("switches")?,
        puzzles: fields.take("puzzles")?,
        blocks: fields.take("blocks")?,
    };
    request.difficulty = fields.named::<Band>("difficulty")?;
    request.check().map_err(Failure::request)?;
    Ok(request)
}

/// Makes a dungeon.
#[pyfunction(name = "dungeon")]
#[pyo3(signature = (progress=None, **request))]
pub(crate) fn make_dungeon(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    request: Option<&Bound<'_, PyDict>>,
) -> PyResult<Made> {
    let mut fields = Fields::of(py, request)?;
    let (seed, attempts) = (seed(&mut fields)?, attempts(&mut fields)?);
    let (threads, request) = (threads(&mut fields)?, self::request(&mut fields)?);
    fields.end()?;
    let made = long(py, progress.as_ref(), |pace| {
        pace.controlled(threads, |control| {
            let options = Options { attempts, control: *control, scratch: None };
            generate(&request, seed, options)
        })
    })?;
    let made = made.map_err(Failure::request)?.map_err(Failure::from)?;
    let attempts = Attempts::number(attempts, ATTEMPTS);
    Ok(Made::of(Dungeon { made, request, seed, attempts }))
}

impl Thing for Dungeon {
    fn origin(&self) -> (u64, u64) {
        (self.seed.value(), self.made.attempt)
    }

    fn shown(&self, format: Format, spoiler: bool) -> Shown {
        let Self { made, request, seed, attempts } = self;
        let shown = Drawing { made, request, seed: *seed, attempts: *attempts };
        let mut out = Vec::new();
        match (format, drawn(format)) {
            (Format::Dot, _) => return not_in(format, "a dungeon"),
            (_, Some(drawn)) => shown.write(&mut out, drawn, spoiler, false)?,
            (_, None) => json::line(&mut out, &shown.document())?,
        }
        Ok(out)
    }
}
