//! A part of a corpus as a file, for whoever makes parts on many machines: the bytes of `quandary corpus`.

use crate::failure::Failure;
use crate::long::{Pace, long};
use crate::made::lexicon;
use ::corpus::manifest::{
    Corpus, Count, FILE, FOLDER, Hashed, Part, part_file, part_manifest, print,
};
use ::corpus::{Make, Maker, Memory, Request, RowError, table};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::fs::File;
use std::io;
use std::path::PathBuf;

/// The reason for which a part was not written.
enum Unwritten {
    /// It cannot be asked for, or was interrupted.
    Failure(Failure),
    /// The system gives a reason.
    System(io::Error),
}

impl From<Failure> for Unwritten {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl From<table::TableError> for Unwritten {
    fn from(error: table::TableError) -> Self {
        match error {
            table::TableError::Io(error) => Self::System(error),
            other => Self::Failure(Failure::request(other)),
        }
    }
}

impl From<Unwritten> for PyErr {
    fn from(unwritten: Unwritten) -> Self {
        match unwritten {
            Unwritten::Failure(failure) => failure.into(),
            Unwritten::System(error) => PyOSError::new_err(error),
        }
    }
}

/// A maker of what JSON asks for.
fn maker(request: &str) -> Result<Maker, Failure> {
    let request = Request::read(request).map_err(Failure::request)?;
    request.check().map_err(Failure::request)?;
    let lexicon = match &request.make {
        Make::Riddle(asked) => Some(lexicon(asked.locale)?),
        Make::Dungeon(_) | Make::Mission(_) | Make::Level(_) => None,
    };
    Maker::new(&request, lexicon).map_err(Failure::request)
}

fn text(bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(Failure::request)
}

/// What a corpus is, for its folder: the name of the file, what stands in it, and the folder of manifests.
#[pyfunction]
pub(crate) fn corpus_about(
    py: Python<'_>,
    request: &str,
) -> PyResult<(&'static str, String, &'static str)> {
    let told = long(py, None, |_| text(print(&Corpus::of(&maker(request)?))))?;
    Ok((FILE, told?, FOLDER))
}

/// The names of a part's file and of its manifest.
#[pyfunction]
pub(crate) fn corpus_names(part: u64) -> (String, String) {
    (part_file(part), part_manifest(part))
}

/// Writes a part to a file, on this thread's behalf alone, and says what its manifest is.
#[pyfunction]
#[pyo3(signature = (request, part, path, progress=None))]
pub(crate) fn corpus_part(
    py: Python<'_>,
    request: &str,
    part: u64,
    path: PathBuf,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let written = long(py, progress.as_ref(), |pace| write(request, part, &path, pace))?;
    Ok(written?)
}

fn write(request: &str, part: u64, path: &PathBuf, pace: &Pace) -> Result<String, Unwritten> {
    let maker = maker(request)?;
    let rows = maker.request().rows(part).map_err(Failure::request)?;
    let file = File::create(path)?;
    let mut hashed = Hashed::new(&file);
    let about = serde_json::to_string(&Corpus::of(&maker)).map_err(Failure::request)?;
    let mut writer = table::Writer::new(&mut hashed, maker.columns(), &about)?;
    let (mut memory, mut count) = (Memory::default(), Count::default());
    for number in rows {
        let row = maker.row(number, &mut memory, pace.cancel()).map_err(|why| match why {
            RowError::Interrupted => Failure::Interrupted,
            other => Failure::request(other),
        })?;
        count.add(&maker, &row);
        writer.write(row)?;
        pace.count();
    }
    writer.finish()?;
    file.sync_all()?;
    Ok(text(print(&Part::of(&maker, part, count, &hashed)))?)
}
