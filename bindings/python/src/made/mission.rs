//! Missions, as `quandary mission` makes them.

use super::common::{KEY_STYLES, SWITCH_STYLES, seed, threads};
use super::thing::{Format, Made, Shown, Thing, not_in};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::long::long;
use draw::summary::Summary;
use draw::{mission_dot, mission_svg, mission_text};
use dungeon::json::mission::{Artefact, Origin, Proof, Request as Asked, Stats};
use dungeon::mission::require::{Require, Required};
use dungeon::mission::{
    self, Certificate, Constraints, Count, Given, KeyOrder, KeyStyle, Request, generate,
    level_graph,
};
use dungeon::options::Options;
use level::Level;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Found, Seed};
use serde_json::Value;
use voice::json;

/// A mission, and what was asked for.
struct Mission {
    found: Found<mission::Mission, Certificate>,
    stats: Stats,
    proof: Proof,
    asked: Asked,
    seed: Seed,
}

/// A place for a mission: so many rooms, or the cells that are to be rooms.
struct Space {
    constraints: Box<dyn Constraints>,
    rooms: Option<usize>,
    cells: Option<Vec<(i32, i32)>>,
    start: Option<(i32, i32)>,
    links: Option<f64>,
    require: Vec<Require>,
}

/// The place that the arguments ask for.
fn space(fields: &mut Fields<'_>) -> PyResult<Space> {
    let rooms: Option<usize> = fields.take("rooms")?;
    let cells: Option<Vec<(i32, i32)>> = fields.take("space")?;
    let start: Option<(i32, i32)> = fields.take("start")?;
    let links: Option<f64> = fields.take("link_chance")?;
    let require: Option<Vec<String>> = fields.take("require")?;
    let require = require.unwrap_or_default().into_iter().map(|text| text.parse::<Require>());
    let require = require.collect::<Result<Vec<_>, _>>().map_err(Failure::request)?;
    let constraints: Box<dyn Constraints> = match &cells {
        Some(_) if rooms.is_some() => {
            return Err(Failure::request("of rooms and space one alone is given").into());
        }
        Some(cells) => {
            let mut given = Given::squares(cells).map_err(Failure::request)?;
            if let Some((x, y)) = start {
                given = given.starting_at(x, y).map_err(Failure::request)?;
            }
            if let Some(chance) = links {
                given = given.with_link_chance(chance).map_err(Failure::request)?;
            }
            Box::new(given)
        }
        None => {
            let mut count = Count::new(rooms.unwrap_or(ROOMS));
            if let Some((x, y)) = start {
                count = count.starting_at(x, y).map_err(Failure::request)?;
            }
            if let Some(chance) = links {
                count = count.with_link_chance(chance).map_err(Failure::request)?;
            }
            Box::new(count)
        }
    };
    let rooms = cells.is_none().then(|| rooms.unwrap_or(ROOMS));
    let constraints = Required::of(constraints, require.clone());
    Ok(Space { constraints, rooms, cells, start, links, require })
}

/// The number of rooms where none is asked for.
const ROOMS: usize = 25;

/// The request for a mission.
fn request(fields: &mut Fields<'_>) -> PyResult<Request> {
    let orders = [("total", KeyOrder::Total), ("partial", KeyOrder::Partial)];
    let request = Request {
        keys: fields.or("keys", 4)?,
        switches: fields.or("switches", 0)?,
        switch_style: fields.among("switch_style", &SWITCH_STYLES)?.unwrap_or_default(),
        order: fields.among("order", &orders)?.unwrap_or_default(),
        key_style: fields.among("key_style", &KEY_STYLES)?.unwrap_or_default(),
        goal_room: fields.or("goal_room", true)?,
        boss_locked: fields.or("boss_locked", true)?,
        linearity: fields.take("linearity")?,
        attempts: fields.or("attempts", 20)?,
    };
    if request.key_style == KeyStyle::Small && request.order == KeyOrder::Partial {
        let why = "key_style=\"small\" makes all keys alike: it does not go with order=\"partial\"";
        return Err(Failure::request(why).into());
    }
    Ok(request)
}

/// Makes a mission.
#[pyfunction(name = "mission")]
#[pyo3(signature = (progress=None, **request))]
pub(crate) fn make_mission(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    request: Option<&Bound<'_, PyDict>>,
) -> PyResult<Made> {
    let mut fields = Fields::of(py, request)?;
    let (seed, threads) = (seed(&mut fields)?, threads(&mut fields)?);
    let (space, request) = (space(&mut fields)?, self::request(&mut fields)?);
    fields.end()?;
    request.check(space.constraints.rooms()).map_err(Failure::request)?;
    let report = long(py, progress.as_ref(), |pace| {
        pace.controlled(threads, |control| {
            let options = Options { control: *control, ..Options::default() };
            generate(&request, &*space.constraints, seed, options)
        })
    })?;
    let found = report.map_err(Failure::request)?.best(seed).map_err(Failure::from)?;
    let Space { rooms, cells, start, links, require, .. } = space;
    let asked = Asked::of(&request, rooms);
    Ok(Made::of(Mission {
        stats: Stats::of(&found.draft, &found.proof),
        proof: Proof::of(&found.proof),
        asked: Asked { space: cells, start, link_chance: links, require, ..asked },
        found,
        seed,
    }))
}

impl Mission {
    fn origin_of(&self) -> Origin<'_> {
        let (seed, attempt) = self.origin();
        Origin { seed, attempt, request: &self.asked }
    }

    fn summary(&self) -> Summary {
        let Self { found, stats, proof, .. } = self;
        Summary::of(&found.draft, &found.proof, (stats, proof), self.origin())
    }

    fn level(&self) -> serde_json::Result<Level> {
        let origin = self.origin_of();
        let provenance = match serde_json::to_value(origin.provenance())? {
            Value::Object(fields) => Some(fields),
            _ => None,
        };
        let name = Some(format!("mission {}", origin.seed));
        Ok(Level { name, provenance, ..Level::of_graph(level_graph(&self.found.draft)) })
    }
}

impl Thing for Mission {
    fn origin(&self) -> (u64, u64) {
        (self.seed.value(), self.found.attempt)
    }

    fn shown(&self, format: Format, _: bool) -> Shown {
        let mission = &self.found.draft;
        let artefact = || Artefact::new(mission, &self.stats, &self.proof, self.origin_of());
        let mut out = Vec::new();
        match format {
            Format::Json => json::outline(&mut out, &artefact(), 2)?,
            Format::Line => json::line(&mut out, &artefact())?,
            Format::Level => json::outline(&mut out, &self.level()?, 3)?,
            Format::Text => {
                out.extend(mission_text::render(mission, &self.summary(), false).into_bytes());
            }
            Format::Svg => out.extend(mission_svg::render(mission, &self.summary()).into_bytes()),
            Format::Dot => {
                out.extend(mission_dot::render(mission, &self.summary().title()).into_bytes());
            }
            Format::Png | Format::Tmj => return not_in(format, "a mission"),
        }
        Ok(out)
    }
}
