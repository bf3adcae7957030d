//! Rows as Parquet: written in groups, compressed with zstd, and read back.
//!
//! Invariant: the bytes depend on the rows, their order and the note alone. Nothing that knows a time, a machine or a number
//! of threads is written.

mod read;

use crate::column::{Column, Form};
use crate::row::{Row, Value};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type};
pub use read::{Table, read};
use std::io::{self, Write};
use std::sync::Arc;

/// Number of rows of a group: what is held in memory until it is written.
pub const GROUP: usize = 256;
/// The effort of the compressor: a few milliseconds a dungeon.
const LEVEL: i32 = 9;
/// The key of the note in a file.
const NOTE: &str = "quandary";

/// A table that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The system gives a reason.
    #[error("{}", voice::of_io(.0))]
    Io(io::Error),
    /// It is no Parquet, or not as it should be.
    #[error("is not as it was written: {0}")]
    Parquet(String),
    /// It is Parquet of other columns.
    #[error("has other columns: {0}")]
    Columns(String),
}

impl From<ParquetError> for TableError {
    fn from(error: ParquetError) -> Self {
        match error {
            ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                Ok(error) => Self::Io(*error),
                Err(other) => Self::Parquet(other.to_string()),
            },
            other => Self::Parquet(other.to_string()),
        }
    }
}

/// Writes rows as they come, a group at a time.
pub struct Writer<'a, W: Write + Send> {
    columns: &'a [Column],
    group: Vec<Row>,
    file: SerializedFileWriter<W>,
}

impl<'a, W: Write + Send> Writer<'a, W> {
    /// A writer of rows with some columns. `note` is kept in the file: JSON that says what it is.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn new(out: W, columns: &'a [Column], note: &str) -> Result<Self, TableError> {
        let schema = Arc::new(schema(columns)?);
        let file = SerializedFileWriter::new(out, schema, Arc::new(properties(columns, note)?))?;
        Ok(Self { columns, group: Vec::with_capacity(GROUP), file })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&mut self, row: Row) -> Result<(), TableError> {
        self.group.push(row);
        if self.group.len() < GROUP { Ok(()) } else { self.flush() }
    }

    /// Writes the rows that wait.
    fn flush(&mut self) -> Result<(), TableError> {
        let rows = std::mem::take(&mut self.group);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        let mut columns = self.columns.iter().enumerate();
        while let Some(mut writer) = group.next_column()? {
            if let Some((at, column)) = columns.next() {
                put(&mut writer, column.form, rows.iter().map(|row| row.values.get(at)))?;
            }
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes what waits, and the end of the file.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn finish(mut self) -> Result<W, TableError> {
        self.flush()?;
        Ok(self.file.into_inner()?)
    }
}

/// The values of a column, and for each row 1 where there is one.
fn put<'a>(
    writer: &mut SerializedColumnWriter<'_>,
    form: Form,
    values: impl Iterator<Item = Option<&'a Value>> + Clone,
) -> Result<(), TableError> {
    let there = |value: Option<&Value>| i16::from(!matches!(value, None | Some(Value::Nothing)));
    let levels: Vec<i16> = values.clone().map(there).collect();
    let levels = Some(levels.as_slice());
    let values = values.flatten();
    match form {
        Form::Text | Form::Name => {
            let texts = values.filter_map(|value| match value {
                Value::Text(text) => Some(ByteArray::from(text.as_bytes().to_vec())),
                _ => None,
            });
            let texts: Vec<ByteArray> = texts.collect();
            writer.typed::<ByteArrayType>().write_batch(&texts, levels, None)?;
        }
        Form::Whole => {
            let numbers = values.filter_map(|value| match value {
                Value::Whole(number) => Some(*number),
                _ => None,
            });
            let numbers: Vec<i64> = numbers.collect();
            writer.typed::<Int64Type>().write_batch(&numbers, levels, None)?;
        }
        Form::Number => {
            let numbers = values.filter_map(|value| match value {
                Value::Number(number) => Some(*number),
                _ => None,
            });
            let numbers: Vec<f64> = numbers.collect();
            writer.typed::<DoubleType>().write_batch(&numbers, levels, None)?;
        }
        Form::YesNo => {
            let answers = values.filter_map(|value| match value {
                Value::YesNo(answer) => Some(*answer),
                _ => None,
            });
            let answers: Vec<bool> = answers.collect();
            writer.typed::<BoolType>().write_batch(&answers, levels, None)?;
        }
    }
    Ok(())
}

/// The schema of some columns, all of which may be empty.
fn schema(columns: &[Column]) -> Result<Type, ParquetError> {
    let field = |column: &Column| {
        let (physical, logical) = match column.form {
            Form::Text | Form::Name => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Form::Whole => (Physical::INT64, None),
            Form::Number => (Physical::DOUBLE, None),
            Form::YesNo => (Physical::BOOLEAN, None),
        };
        let field = Type::primitive_type_builder(&column.name, physical);
        let field = field.with_repetition(Repetition::OPTIONAL).with_logical_type(logical);
        field.build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
    Type::group_type_builder("row").with_fields(fields).build()
}

/// How the columns are written.
fn properties(columns: &[Column], note: &str) -> Result<WriterProperties, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_created_by(format!("quandary {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_key_value_metadata(Some(vec![KeyValue::new(NOTE.to_owned(), note.to_owned())]));
    for column in columns {
        let path = ColumnPath::from(column.name.as_str());
        properties = match column.form {
            Form::Name => properties.set_column_dictionary_enabled(path, true),
            // Nobody looks for a level between two others; the page of a level is a mebibyte of them.
            Form::Text => properties.set_column_statistics_enabled(path, EnabledStatistics::None),
            Form::Whole | Form::Number | Form::YesNo => properties,
        };
    }
    Ok(properties.build())
}

#[cfg(test)]
mod tests;
