//! The rows of a corpus as a table, as `quandary corpus` writes them.

mod part;

use crate::failure::Failure;
use crate::generated::lexicon;
use crate::long::{long, pool};
use crate::table::Table;
use ::corpus::{Column, Form, Make, Maker, Memory, Request, Row, RowError, Value};
use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
pub(crate) use part::{corpus_about, corpus_names, corpus_part};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::Arc;

/// Rows per batch; the same as the rows per group of a file.
const BATCH: usize = ::corpus::table::GROUP;

/// The schema of the columns; every column is nullable.
fn schema(columns: &[Column]) -> SchemaRef {
    let field = |column: &Column| {
        let kind = match column.form {
            Form::Text | Form::Name => DataType::Utf8,
            Form::Whole => DataType::Int64,
            Form::Number => DataType::Float64,
            Form::YesNo => DataType::Boolean,
        };
        Field::new(&column.name, kind, true)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// The values of a column.
fn values<'a>(form: Form, values: impl Iterator<Item = Option<&'a Value>>) -> ArrayRef {
    match form {
        Form::Text | Form::Name => {
            Arc::new(StringArray::from_iter(values.map(|value| match value {
                Some(Value::Text(text)) => Some(text.as_str()),
                _ => None,
            })))
        }
        Form::Whole => Arc::new(Int64Array::from_iter(values.map(|value| match value {
            Some(Value::Whole(number)) => Some(*number),
            _ => None,
        }))),
        Form::Number => Arc::new(Float64Array::from_iter(values.map(|value| match value {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }))),
        Form::YesNo => Arc::new(BooleanArray::from_iter(values.map(|value| match value {
            Some(Value::YesNo(answer)) => Some(*answer),
            _ => None,
        }))),
    }
}

/// The rows as a batch.
fn batch(schema: &SchemaRef, columns: &[Column], rows: &[Row]) -> Result<RecordBatch, ArrowError> {
    let arrays = columns
        .iter()
        .enumerate()
        .map(|(at, column)| values(column.form, rows.iter().map(|row| row.values.get(at))));
    RecordBatch::try_new(Arc::clone(schema), arrays.collect())
}

/// Generates the rows of a corpus; `request` is JSON.
#[pyfunction(name = "corpus")]
#[pyo3(signature = (request, threads=0, progress=None))]
pub(crate) fn make_corpus(
    py: Python<'_>,
    request: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let request = Request::read(request).map_err(Failure::request)?;
    long(py, progress.as_ref(), |job| {
        let lexicon = match &request.make {
            Make::Riddle(riddle) => Some(lexicon(riddle.locale)?),
            Make::Dungeon(_) | Make::Mission(_) | Make::Level(_) => None,
        };
        let maker = Maker::new(&request, lexicon).map_err(Failure::request)?;
        let (columns, schema) = (maker.columns(), schema(maker.columns()));
        let one = |memory: &mut Memory, number| {
            if job.is_cancelled() {
                return Err(Failure::Interrupted);
            }
            let row = maker.row(number, memory, job.cancel()).map_err(|why| match why {
                RowError::Interrupted => Failure::Interrupted,
                other => Failure::request(other),
            });
            job.count();
            row
        };
        let rows: Vec<Row> = pool(threads)?.install(|| {
            let numbers = (0..request.count).into_par_iter();
            numbers.map_init(Memory::default, one).collect::<Result<_, Failure>>()
        })?;
        let batches = rows.chunks(BATCH).map(|rows| batch(&schema, columns, rows));
        let batches = batches.collect::<Result<_, _>>().map_err(Failure::request)?;
        Ok::<_, Failure>(Table::of(schema, batches))
    })?
    .map_err(PyErr::from)
}
