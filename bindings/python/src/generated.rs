//! Generators: dungeons, missions, layouts, areas, caves and riddles, rendered as by the command line.
//!
//! A request is JSON; its fields are the keyword arguments of the caller.

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
use dungeon::cave;
use dungeon::options::Options;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use search::Seed;
use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of a rendering, or the reason why there are none.
type Rendering = Result<Vec<u8>, Box<dyn Error + Send + Sync>>;

/// Generated content of any kind.
trait AnyContent: Send + Sync {
    /// The seed, and the attempt that succeeded.
    fn origin(&self) -> (u64, u64);
    /// Renders it in a named format, or as one `line` of JSON; with its solution if `spoiler`.
    fn render(&self, format: &str, spoiler: bool) -> Rendering;
    /// The level, to be verified or played.
    fn level(&self) -> Result<level::Level, Box<dyn Error + Send + Sync>>;
}

impl<M: ask::Generated> AnyContent for M {
    fn origin(&self) -> (u64, u64) {
        let (seed, attempt) = ask::Generated::origin(self);
        (seed.value(), attempt)
    }

    fn render(&self, format: &str, spoiler: bool) -> Rendering {
        let mut out = Vec::new();
        if format == "line" {
            self.write_line(&mut out)?;
            return Ok(out);
        }
        let parsed = serde_json::from_value(Value::String(format.to_owned()));
        let parsed = parsed.map_err(|_| format!("{} is not shown as {format}", M::NAME))?;
        self.write(&mut out, parsed, Look { spoiler, colour: false })?;
        Ok(out)
    }

    fn level(&self) -> Result<level::Level, Box<dyn Error + Send + Sync>> {
        let level = ask::Generated::level(self)?;
        level.ok_or_else(|| format!("{} has no level", M::NAME).into())
    }
}

/// Generated content.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Generated {
    content: Box<dyn AnyContent>,
}

#[pymethods]
impl Generated {
    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.content.origin().0
    }

    /// The attempt that succeeded.
    #[getter]
    fn attempt(&self) -> u64 {
        self.content.origin().1
    }

    /// The bytes of a rendering.
    fn render(&self, py: Python<'_>, format: &str, spoiler: bool) -> Result<Vec<u8>, Failure> {
        py.detach(|| self.content.render(format, spoiler)).map_err(Failure::request)
    }

    /// The level, to be verified or played.
    fn level(&self, py: Python<'_>) -> Result<Level, Failure> {
        py.detach(|| self.content.level()).map(Level::of).map_err(Failure::request)
    }
}

/// The requested seed, or a random one.
fn seed_of(seed: Option<u64>) -> Result<Seed, Failure> {
    seed.map_or_else(|| Ok(Seed::random(1)), |seed| Seed::new(seed).map_err(Failure::request))
}

/// Generates content for a request in JSON.
fn make<R>(
    py: Python<'_>,
    request: &str,
    threads: usize,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Generated>
where
    R: Request<Task: Task<Output: 'static>>,
{
    let request: R = ask::json(request).map_err(Failure::from)?;
    let seed = seed_of(request.seed())?;
    let task = request.task().map_err(Failure::from)?;
    let content = long(py, progress, |job| {
        job.controlled(threads, |control| task.make(seed, control, &mut Scratch::default()))
    })?;
    Ok(Generated { content: Box::new(content.map_err(Failure::from)?) })
}

/// Generates a dungeon, a mission, a layout or an area.
#[pyfunction(name = "make")]
#[pyo3(signature = (kind, request, threads=0, progress=None))]
pub(crate) fn make_kind(
    py: Python<'_>,
    kind: &str,
    request: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Generated> {
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

/// Generates a cave: an array of rows and columns, 1 for rock and 0 for open ground.
#[pyfunction(name = "cave")]
#[pyo3(signature = (request, threads=0, progress=None))]
pub(crate) fn make_cave<'py>(
    py: Python<'py>,
    request: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let request: CaveRequest = ask::json(request).map_err(Failure::from)?;
    let (seed, request) = (seed_of(request.seed)?, request.cave().map_err(Failure::from)?);
    let (rows, cols) = (request.height as usize, request.width as usize);
    let grid = long(py, progress.as_ref(), |job| {
        let cave = job.controlled(threads, |control| {
            cave::generate(&request, seed, Options { control: *control, ..Options::default() })
        });
        cave.map(|cave| {
            let solid = |(row, col)| u8::from(cave.grid.is_solid(col as i64, row as i64));
            Array2::from_shape_fn((rows, cols), solid)
        })
    })?;
    let grid = grid.map_err(|failure| match failure {
        cave::Failure::Cancelled => Failure::Interrupted,
        cave::Failure::Request(error) => Failure::request(error),
    })?;
    Ok(grid.into_pyarray(py))
}

/// Cache of opened lexicons: opening one takes longer than most searches.
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

/// Generates a riddle.
#[pyfunction(name = "riddle")]
#[pyo3(signature = (request, threads=0, progress=None))]
pub(crate) fn make_riddle(
    py: Python<'_>,
    request: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Generated> {
    let request: RiddleRequest = ask::json(request).map_err(Failure::from)?;
    let (seed, task) = (seed_of(request.seed)?, request.task().map_err(Failure::from)?);
    let riddle: Result<_, Failure> = long(py, progress.as_ref(), |job| {
        let lexicon = lexicon(task.locale.unwrap_or(ask::riddle::LOCALE))?;
        job.controlled(threads, |control| Ok(task.make(&lexicon, seed, control)?))
    })?;
    Ok(Generated { content: Box::new(riddle?) })
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal.kind {
            ask::RefusalKind::NoResult => Self::NotFound(refusal.error),
            ask::RefusalKind::Interrupted => Self::Interrupted,
            ask::RefusalKind::Request | ask::RefusalKind::Input => Self::request(refusal),
        }
    }
}
