//! Caves, as `quandary cave` makes them, as an array.

use super::common::{seed, threads};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::long::long;
use dungeon::cave::request::{Border, Keep, Request, Rule};
use dungeon::cave::{Failure as Ended, generate};
use dungeon::options::Options;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The request for a cave.
fn request(fields: &mut Fields<'_>) -> PyResult<Request> {
    let (width, height) = fields.or("size", (80, 24))?;
    let usual = Request::new(width, height);
    let border = [("solid", Border::Solid), ("drawn", Border::Drawn)];
    let least = fields.or("min", 16)?;
    let keep =
        [("largest", Keep::Largest), ("all", Keep::All), ("bridge", Keep::Bridge { min: least })];
    let request = Request {
        fill: fields.or("fill", usual.fill)?,
        passes: fields.or("passes", usual.passes)?,
        rule: Rule {
            birth: fields.or("birth", usual.rule.birth)?,
            survive: fields.or("survive", usual.rule.survive)?,
        },
        border: fields.among("border", &border)?.unwrap_or(usual.border),
        keep: fields.among("keep", &keep)?.unwrap_or(usual.keep),
        ..usual
    };
    request.check().map_err(Failure::request)?;
    Ok(request)
}

/// Makes a cave: rows and columns, 1 where it is solid and 0 where it is open.
#[pyfunction(name = "cave")]
#[pyo3(signature = (progress=None, **request))]
pub(crate) fn make_cave<'py>(
    py: Python<'py>,
    progress: Option<Py<PyAny>>,
    request: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let mut fields = Fields::of(py, request)?;
    let (seed, threads) = (seed(&mut fields)?, threads(&mut fields)?);
    let request = self::request(&mut fields)?;
    fields.end()?;
    let (rows, cols) = (request.height as usize, request.width as usize);
    let made = long(py, progress.as_ref(), |pace| {
        let made = pace.controlled(threads, |control| {
            generate(&request, seed, Options { control: *control, ..Options::default() })
        });
        made.map(|cave| {
            let solid = |(row, col)| u8::from(cave.grid.is_solid(col as i64, row as i64));
            Array2::from_shape_fn((rows, cols), solid)
        })
    })?;
    let map = made.map_err(|ended| match ended {
        Ended::Cancelled => Failure::Interrupted,
        Ended::Request(error) => Failure::request(error),
    })?;
    Ok(map.into_pyarray(py))
}
