//! One part of a corpus as a file, with the bytes of `quandary corpus`, for generation on many machines.

use crate::failure::Failure;
use crate::generated::lexicon;
use crate::long::{JobState, long};
use ::corpus::manifest::{
    Corpus, Count, FILE, FOLDER, Hashed, Part, part_file, part_manifest, print,
};
use ::corpus::{Make, Maker, Memory, Request, RowError, table};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::fs::File;
use std::io;
use std::path::PathBuf;

/// The reason why a part was not written.
enum WriteError {
    /// The request is invalid, or the work was interrupted.
    Failure(Failure),
    /// The operating system returned an error.
    System(io::Error),
}

impl From<Failure> for WriteError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl From<table::TableError> for WriteError {
    fn from(error: table::TableError) -> Self {
        match error {
            table::TableError::Io(error) => Self::System(error),
            other => Self::Failure(Failure::request(other)),
        }
    }
}

impl From<WriteError> for PyErr {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Failure(failure) => failure.into(),
            WriteError::System(error) => PyOSError::new_err(error),
        }
    }
}

/// The generator of a request in JSON.
fn maker(request: &str) -> Result<Maker, Failure> {
    let request = Request::read(request).map_err(Failure::request)?;
    request.check().map_err(Failure::request)?;
    let lexicon = match &request.make {
        Make::Riddle(riddle) => Some(lexicon(riddle.locale)?),
        Make::Dungeon(_) | Make::Mission(_) | Make::Level(_) => None,
    };
    Maker::new(&request, lexicon).map_err(Failure::request)
}

fn text(bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(Failure::request)
}

/// The description of a corpus: the name of its file, its text, and the name of the folder of manifests.
#[pyfunction]
pub(crate) fn corpus_about(
    py: Python<'_>,
    request: &str,
) -> PyResult<(&'static str, String, &'static str)> {
    let about = long(py, None, |_| text(print(&Corpus::of(&maker(request)?))))?;
    Ok((FILE, about?, FOLDER))
}

/// The file names of a part and of its manifest.
#[pyfunction]
pub(crate) fn corpus_names(part: u64) -> (String, String) {
    (part_file(part), part_manifest(part))
}

/// Writes a part to a file, on one thread, and returns the text of its manifest.
#[pyfunction]
#[pyo3(signature = (request, part, path, progress=None))]
pub(crate) fn corpus_part(
    py: Python<'_>,
    request: &str,
    part: u64,
    path: PathBuf,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let manifest = long(py, progress.as_ref(), |job| write(request, part, &path, job))?;
    Ok(manifest?)
}

fn write(request: &str, part: u64, path: &PathBuf, job: &JobState) -> Result<String, WriteError> {
    let maker = maker(request)?;
    let rows = maker.request().rows(part).map_err(Failure::request)?;
    let file = File::create(path)?;
    let mut hashed = Hashed::new(&file);
    let about = serde_json::to_string(&Corpus::of(&maker)).map_err(Failure::request)?;
    let mut writer = table::Writer::new(&mut hashed, maker.columns(), &about)?;
    let (mut memory, mut count) = (Memory::default(), Count::default());
    for number in rows {
        let row = maker.row(number, &mut memory, job.cancel()).map_err(|why| match why {
            RowError::Interrupted => Failure::Interrupted,
            other => Failure::request(other),
        })?;
        count.add(&maker, &row);
        writer.write(row)?;
        job.count();
    }
    writer.finish()?;
    file.sync_all()?;
    Ok(text(print(&Part::of(&maker, part, count, &hashed)))?)
}
