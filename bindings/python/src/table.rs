//! The measures of levels as a table, which other programs read by the C stream interface of Arrow.

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

/// Rows of one kind.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    /// The table of some batches of rows with one schema.
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

    /// All rows as a stream of Arrow. What schema is asked for is not looked at, as the interface allows.
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

/// The table of some rows by the names of their levels. Nothing stands where nothing is counted, or was not decided.
fn table(names: Vec<String>, rows: &[Row]) -> Result<RecordBatch, ArrowError> {
    let judged = |of: fn(&Row) -> Option<bool>| {
        Arc::new(rows.iter().map(of).collect::<BooleanArray>()) as ArrayRef
    };
    let mut fields = vec![
        Field::new("level", DataType::Utf8, false),
        Field::new("winnable", DataType::Boolean, true),
        Field::new("unlosable", DataType::Boolean, true),
    ];
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from(names)),
        judged(|row| row.winnable),
        judged(|row| row.softlock_free),
    ];
    for column in Column::all() {
        fields.push(Field::new(column.name(), DataType::Float64, true));
        let values = rows.iter().map(|row| row.value(column));
        columns.push(Arc::new(values.collect::<Float64Array>()));
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

/// Measures levels, a row each.
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
    let asked = levels.iter().map(|level| {
        let level = Arc::clone(&level.get().level);
        let rules = crate::rules::rules(&level, rules)?;
        Ok((level, rules))
    });
    let asked = asked.collect::<PyResult<Vec<_>>>()?;
    let rows = long(py, progress.as_ref(), |pace| {
        let pool = pool(threads)?;
        let limits = Limits { cancel: Some(pace.cancel()), ..limits };
        let one = |(level, rules): &(Arc<::level::Level>, Rules)| {
            if pace.is_cancelled() {
                return Err(Failure::Interrupted);
            }
            let row = row(level, rules, read, &limits).map_err(Failure::large);
            pace.count();
            row
        };
        pool.install(|| asked.par_iter().map(one).collect::<Result<Vec<_>, _>>())
    })??;
    let rows = table(names, &rows).map_err(Failure::request)?;
    Ok(Table::of(rows.schema(), vec![rows]))
}
