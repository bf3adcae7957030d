//! Layouts, as `quandary layout` makes them.

use super::common::{seed, shape};
use super::thing::{Format, Made, Shown, Thing, not_in};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::long::long;
use draw::{layout_svg, layout_text, level_png};
use dungeon::json::layout::Artefact;
use dungeon::layout::{self, Request, generate};
use dungeon::options::Options;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::Seed;
use voice::json;

/// A layout, and what was asked for.
struct Layout {
    made: layout::Layout,
    request: Request,
    seed: Seed,
}

/// Makes a layout.
#[pyfunction(name = "layout")]
#[pyo3(signature = (progress=None, **request))]
pub(crate) fn make_layout(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    request: Option<&Bound<'_, PyDict>>,
) -> PyResult<Made> {
    let mut fields = Fields::of(py, request)?;
    let seed = seed(&mut fields)?;
    let request = shape(&mut fields)?;
    fields.end()?;
    let made = long(py, progress.as_ref(), |pace| {
        pace.controlled(1, |control| {
            generate(&request, seed, Options { control: *control, ..Options::default() })
        })
    })?;
    Ok(Made::of(Layout { made: made.map_err(Failure::request)?, request, seed }))
}

impl Thing for Layout {
    fn origin(&self) -> (u64, u64) {
        (self.seed.value(), 0)
    }

    fn shown(&self, format: Format, _: bool) -> Shown {
        let Self { made, request, seed } = self;
        let seed = seed.value();
        let artefact = || Artefact::new(made, request, seed);
        let mut out = Vec::new();
        match format {
            Format::Json => json::lines(&mut out, &artefact())?,
            Format::Line => json::line(&mut out, &artefact())?,
            Format::Text => out.extend(layout_text::render(made, seed, false).into_bytes()),
            Format::Svg => out.extend(layout_svg::render(made, seed).into_bytes()),
            Format::Png => level_png::write(&mut out, &layout_svg::render(made, seed))?,
            Format::Level | Format::Tmj | Format::Dot => return not_in(format, "a layout"),
        }
        Ok(out)
    }
}
