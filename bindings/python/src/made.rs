//! What is made: dungeons, missions, layouts, areas, caves, riddles, each shown as the command line shows it.
//!
//! A request comes as JSON, whose fields are the keyword arguments of the caller.

use crate::failure::Failure;
use crate::level::Level;
use crate::long::long;
use ask::{
    AreaRequest, CaveRequest, DungeonRequest, LayoutRequest, Look, MissionRequest, Refusal,
    Request, RiddleRequest, Task,
};
use crossword::lexicon::Lexicon;
use crossword::lexicon::installed::lexicon_of;
use crossword::locale::Locale;
use dungeon::Scratch;
use dungeon::cave::{CaveError, generate};
use dungeon::options::Options;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use search::Seed;
use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes, or the reason for which there are none.
type Shown = Result<Vec<u8>, Box<dyn Error + Send + Sync>>;

/// Something that was made, whatever it is.
trait Thing: Send + Sync {
    /// The seed, and the attempt of it that made this.
    fn origin(&self) -> (u64, u64);
    /// Shows it in a format by its name, or as one `line` of JSON; `spoiler` with its solution.
    fn shown(&self, format: &str, spoiler: bool) -> Shown;
    /// The level, to be judged or played.
    fn level(&self) -> Result<level::Level, Box<dyn Error + Send + Sync>>;
}

impl<M: ask::Made> Thing for M {
    fn origin(&self) -> (u64, u64) {
        let (seed, attempt) = ask::Made::origin(self);
        (seed.value(), attempt)
    }

    fn shown(&self, format: &str, spoiler: bool) -> Shown {
        let mut out = Vec::new();
        if format == "line" {
            self.write_line(&mut out)?;
            return Ok(out);
        }
        let known = serde_json::from_value(Value::String(format.to_owned()));
        let known = known.map_err(|_| format!("{} is not shown as {format}", M::NAME))?;
        self.write(&mut out, known, Look { spoiler, colour: false })?;
        Ok(out)
    }

    fn level(&self) -> Result<level::Level, Box<dyn Error + Send + Sync>> {
        let level = ask::Made::level(self)?;
        level.ok_or_else(|| format!("{} has no level", M::NAME).into())
    }
}

/// Something that was made.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Made {
    thing: Box<dyn Thing>,
}

#[pymethods]
impl Made {
    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.thing.origin().0
    }

    /// The attempt of the seed that made it.
    #[getter]
    fn attempt(&self) -> u64 {
        self.thing.origin().1
    }

    /// The bytes of a format.
    fn shown(&self, py: Python<'_>, format: &str, spoiler: bool) -> Result<Vec<u8>, Failure> {
        py.detach(|| self.thing.shown(format, spoiler)).map_err(Failure::request)
    }

    /// The level, to be judged or played.
    fn level(&self, py: Python<'_>) -> Result<Level, Failure> {
        py.detach(|| self.thing.level()).map(Level::of).map_err(Failure::request)
    }
}

/// The seed that is asked for; one is drawn where none is.
fn seed_of(seed: Option<u64>) -> Result<Seed, Failure> {
    seed.map_or_else(|| Ok(Seed::random(1)), |seed| Seed::new(seed).map_err(Failure::request))
}

/// Makes what the JSON of a request asks for.
fn make<R>(
    py: Python<'_>,
    request: &str,
    threads: usize,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Made>
where
    R: Request<Task: Task<Made: 'static>>,
{
    let request: R = ask::json(request).map_err(Failure::from)?;
    let seed = seed_of(request.seed())?;
    let task = request.task().map_err(Failure::from)?;
    let made = long(py, progress, |pace| {
        pace.controlled(threads, |control| task.make(seed, control, &mut Scratch::default()))
    })?;
    Ok(Made { thing: Box::new(made.map_err(Failure::from)?) })
}

/// Makes a dungeon, a mission, a layout or an area.
#[pyfunction(name = "make")]
#[pyo3(signature = (kind, request, threads=0, progress=None))]
pub(crate) fn make_kind(
    py: Python<'_>,
    kind: &str,
    request: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Made> {
    let progress = progress.as_ref();
    match kind {
        "dungeon" => make::<DungeonRequest>(py, request, threads, progress),
        "mission" => make::<MissionRequest>(py, request, threads, progress),
        "layout" => make::<LayoutRequest>(py, request, threads, progress),
        "area" => make::<AreaRequest>(py, request, threads, progress),
        other => {
            let known = ["dungeon", "mission", "layout", "area"];
            Err(Failure::request(diagnostics::unknown("kind", other, known)).into())
        }
    }
}

/// Makes a cave: rows and columns, 1 where it is solid and 0 where it is open.
#[pyfunction(name = "cave")]
#[pyo3(signature = (request, threads=0, progress=None))]
pub(crate) fn make_cave<'py>(
    py: Python<'py>,
    request: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let asked: CaveRequest = ask::json(request).map_err(Failure::from)?;
    let (seed, request) = (seed_of(asked.seed)?, asked.cave().map_err(Failure::from)?);
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
        CaveError::Cancelled => Failure::Interrupted,
        CaveError::Request(error) => Failure::request(error),
    })?;
    Ok(map.into_pyarray(py))
}

/// The lexicons that were opened: opening one takes longer than most searches.
static LEXICONS: Mutex<BTreeMap<Locale, Arc<Lexicon>>> = Mutex::new(BTreeMap::new());

/// The lexicon of a locale.
pub(crate) fn lexicon(locale: Locale) -> Result<Arc<Lexicon>, Failure> {
    let mut known = LEXICONS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(lexicon) = known.get(&locale) {
        return Ok(Arc::clone(lexicon));
    }
    let lexicon = Arc::new(lexicon_of(Some(locale), None).map_err(Failure::request)?);
    known.insert(locale, Arc::clone(&lexicon));
    Ok(lexicon)
}

/// Makes a riddle.
#[pyfunction(name = "riddle")]
#[pyo3(signature = (request, threads=0, progress=None))]
pub(crate) fn make_riddle(
    py: Python<'_>,
    request: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Made> {
    let asked: RiddleRequest = ask::json(request).map_err(Failure::from)?;
    let (seed, task) = (seed_of(asked.seed)?, asked.task().map_err(Failure::from)?);
    let made: Result<_, Failure> = long(py, progress.as_ref(), |pace| {
        let lexicon = lexicon(task.locale.unwrap_or(ask::riddle::LOCALE))?;
        pace.controlled(threads, |control| Ok(task.make(&lexicon, seed, control)?))
    })?;
    Ok(Made { thing: Box::new(made?) })
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal.kind {
            ask::Kind::Nothing => Self::NotFound(refusal.error),
            ask::Kind::Interrupted => Self::Interrupted,
            ask::Kind::Request | ask::Kind::Input => Self::request(refusal),
        }
    }
}
