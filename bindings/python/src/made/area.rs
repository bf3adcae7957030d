//! Areas, as `quandary area` makes them.

use super::common::{KEY_STYLES, seed, shape, wanted};
use super::thing::{Format, Made, Shown, Thing, not_in};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::long::long;
use draw::{area_text, layout_svg, level_png};
use dungeon::designed::texts::with_words;
use dungeon::json::area::Artefact;
use dungeon::json::area::made::{Asked, extras, level};
use dungeon::options::Options;
use dungeon::puzzle::{Certificate, Made as Draft, Request, generate};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Found, Seed};
use voice::json;

/// An area, and what was asked for.
struct Area {
    found: Found<Draft, Certificate>,
    asked: Asked,
    seed: Seed,
}

/// Makes an area.
#[pyfunction(name = "area")]
#[pyo3(signature = (progress=None, **request))]
pub(crate) fn make_area(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    request: Option<&Bound<'_, PyDict>>,
) -> PyResult<Made> {
    let mut fields = Fields::of(py, request)?;
    let seed = seed(&mut fields)?;
    let layout = shape(&mut fields)?;
    let usual = Request::of(&layout.category.name).map_err(Failure::request)?;
    let puzzles = wanted(&mut fields)?.unwrap_or(usual.puzzles);
    let key_style = fields.among("key_style", &KEY_STYLES)?.unwrap_or_default();
    fields.end()?;
    let request = Request { layout, puzzles, key_style, packs: usual.packs };
    request.check().map_err(Failure::request)?;
    let asked = Asked::new(&request, Vec::new());
    let made = long(py, progress.as_ref(), |pace| {
        pace.controlled(1, |control| {
            generate(&request, seed, Options { control: *control, ..Options::default() })
        })
    })?;
    let found = made.map_err(Failure::request)?.best(seed).map_err(Failure::from)?;
    let found = with_words(seed, found);
    Ok(Made::of(Area { found, asked, seed }))
}

impl Thing for Area {
    fn origin(&self) -> (u64, u64) {
        (self.seed.value(), self.found.attempt)
    }

    fn shown(&self, format: Format, _: bool) -> Shown {
        let Self { found, asked, seed } = self;
        let (area, number) = (&found.draft.area, seed.value());
        let artefact = || {
            Ok::<_, serde_json::Error>(Artefact::new(
                area,
                Some(number),
                extras(found, *seed, asked)?,
            ))
        };
        let mut out = Vec::new();
        match format {
            Format::Json => json::outline(&mut out, &artefact()?, 2)?,
            Format::Line => json::line(&mut out, &artefact()?)?,
            Format::Level => json::outline(&mut out, &level(found, *seed, asked)?, 3)?,
            Format::Text => out.extend(area_text::render(found, number, false).into_bytes()),
            Format::Svg => out.extend(layout_svg::render_area(area, number).into_bytes()),
            Format::Png => level_png::write(&mut out, &layout_svg::render_area(area, number))?,
            Format::Tmj | Format::Dot => return not_in(format, "an area"),
        }
        Ok(out)
    }
}
