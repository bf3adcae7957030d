//! Tables of measures, which other libraries read through the Arrow C stream interface.

use crate::failure::Failure;
use crate::level::Level;
use crate::long::{long, pool};
use ::level::survey::{Column, Read, Row, row};
use ::level::{Limits, Rules};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use rayon::prelude::*;
use std::sync::Arc;

/// Rows with one schema.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    /// The table of batches that share a schema.
    pub(crate) fn of(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// All rows as an Arrow stream. `requested_schema` is ignored, as the interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok::<_, ArrowError>);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// The table of rows and the names of their levels. A value that is not counted, or undecided, is null.
fn table(names: Vec<String>, rows: &[Row]) -> Result<RecordBatch, ArrowError> {
    let verdicts = |of: fn(&Row) -> Option<bool>| {
        Arc::new(rows.iter().map(of).collect::<BooleanArray>()) as ArrayRef
    };
    let mut fields = vec![
        Field::new("level", DataType::Utf8, false),
        Field::new("winnable", DataType::Boolean, true),
        Field::new("unlosable", DataType::Boolean, true),
    ];
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from(names)),
        verdicts(|row| row.winnable),
        verdicts(|row| row.softlock_free),
    ];
    for column in Column::all() {
        fields.push(Field::new(column.name(), DataType::Float64, true));
        let values = rows.iter().map(|row| row.value(column));
        columns.push(Arc::new(values.collect::<Float64Array>()));
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

/// Measures levels, one row per level.
#[pyfunction]
#[pyo3(signature = (levels, names, rules=None, limits=None, corpus=false, threads=0, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of Python")]
pub(crate) fn measure(
    py: Python<'_>,
    levels: Vec<Py<Level>>,
    names: Vec<String>,
    rules: Option<&Bound<'_, PyAny>>,
    limits: Option<&Bound<'_, PyDict>>,
    corpus: bool,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let limits = crate::rules::limits(py, limits, ::level::trial::STATES)?;
    let read = if corpus { Read::Corpus } else { Read::Plain };
    let queries = levels.iter().map(|level| {
        let level = Arc::clone(&level.get().level);
        let rules = crate::rules::rules(&level, rules)?;
        Ok((level, rules))
    });
    let queries = queries.collect::<PyResult<Vec<_>>>()?;
    let rows = long(py, progress.as_ref(), |job| {
        let pool = pool(threads)?;
        let limits = Limits { cancel: Some(job.cancel()), ..limits };
        let one = |(level, rules): &(Arc<::level::Level>, Rules)| {
            if job.is_cancelled() {
                return Err(Failure::Interrupted);
            }
            let row = row(level, rules, read, &limits).map_err(Failure::large);
            job.count();
            row
        };
        pool.install(|| queries.par_iter().map(one).collect::<Result<Vec<_>, _>>())
    })??;
    let rows = table(names, &rows).map_err(Failure::request)?;
    Ok(Table::of(rows.schema(), vec![rows]))
}
