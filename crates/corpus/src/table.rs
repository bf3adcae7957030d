//! Rows as Parquet: written in groups, compressed with zstd, and read back.
//!
//! Invariant: the bytes depend on the rows, their order and the note alone, not on time, machine or number of threads.

use crate::row::{Column, Form, Row, Value};
use bytes::Bytes;
use parquet::basic::{self, Compression, LogicalType, Repetition, ZstdLevel};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Number of rows of a group, which is held in memory until it is written.
pub const GROUP: usize = 256;
/// The level of zstd: a few milliseconds a dungeon.
const LEVEL: i32 = 9;
/// The key of the note in a file.
const NOTE: &str = "quandary";

/// Reason why a table cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// An error of the system.
    #[error("{}", diagnostics::of_io(.0))]
    Io(io::Error),
    /// The bytes are no valid Parquet.
    #[error("is not as it was written: {0}")]
    Parquet(String),
    /// The table has other columns.
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
    /// A writer of rows with some columns. `note`, JSON that describes the file, is stored in it.
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

    /// Writes the buffered rows.
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

    /// Writes the buffered rows and the end of the file.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn finish(mut self) -> Result<W, TableError> {
        self.flush()?;
        Ok(self.file.into_inner()?)
    }
}

/// Writes the values of a column; the definition level of a row is 1 if it has a value.
fn put<'a>(
    writer: &mut SerializedColumnWriter<'_>,
    form: Form,
    values: impl Iterator<Item = Option<&'a Value>> + Clone,
) -> Result<(), TableError> {
    let there = |value: Option<&Value>| i16::from(!matches!(value, None | Some(Value::Null)));
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

/// The schema of some columns, all optional.
fn schema(columns: &[Column]) -> Result<Type, ParquetError> {
    let field = |column: &Column| {
        let (physical, logical) = match column.form {
            Form::Text | Form::Name => (basic::Type::BYTE_ARRAY, Some(LogicalType::String)),
            Form::Whole => (basic::Type::INT64, None),
            Form::Number => (basic::Type::DOUBLE, None),
            Form::YesNo => (basic::Type::BOOLEAN, None),
        };
        let field = Type::primitive_type_builder(&column.name, physical);
        let field = field.with_repetition(Repetition::OPTIONAL).with_logical_type(logical);
        field.build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
    Type::group_type_builder("row").with_fields(fields).build()
}

/// The writer properties of the columns.
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
            // Minimum and maximum of long texts are useless and large.
            Form::Text => properties.set_column_statistics_enabled(path, EnabledStatistics::None),
            Form::Whole | Form::Number | Form::YesNo => properties,
        };
    }
    Ok(properties.build())
}

/// A table read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The rows.
    pub rows: Vec<Row>,
    /// Its note.
    pub note: String,
}

/// Reads a table with some columns.
///
/// # Errors
/// If the bytes are no Parquet or have other columns.
pub fn read(bytes: Vec<u8>, columns: &[Column]) -> Result<Table, TableError> {
    // The Parquet reader panics on some damaged files.
    let read = catch_unwind(AssertUnwindSafe(|| whole(bytes, columns)));
    read.unwrap_or_else(|_| Err(TableError::Parquet("its parts do not fit together".to_owned())))
}

fn whole(bytes: Vec<u8>, columns: &[Column]) -> Result<Table, TableError> {
    let file = SerializedFileReader::new(Bytes::from(bytes))?;
    let about = file.metadata().file_metadata();
    let found = about.schema().get_fields();
    let wanted = schema(columns)?;
    if found != wanted.get_fields() {
        let name = |at: usize| found.get(at).map_or("none", |field| field.name());
        let fields = wanted.get_fields().iter().enumerate();
        let odd = fields.clone().find(|(at, field)| found.get(*at) != Some(*field));
        let odd = odd.map_or_else(
            || format!("column {} is too many", name(wanted.get_fields().len())),
            |(at, field)| format!("`{}` stands where `{}` is to be", name(at), field.name()),
        );
        return Err(TableError::Columns(odd));
    }
    let notes = about.key_value_metadata().into_iter().flatten();
    let note = notes.into_iter().find(|pair| pair.key == NOTE).and_then(|pair| pair.value.clone());
    let mut rows = Vec::new();
    for number in 0..file.num_row_groups() {
        let group = file.get_row_group(number)?;
        let count = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        if count > GROUP {
            let message = format!("a group has {count} rows; {GROUP} are the most");
            return Err(TableError::Parquet(message));
        }
        let begin = rows.len();
        rows.resize(begin + count, Row { values: Vec::with_capacity(columns.len()) });
        for (at, column) in columns.iter().enumerate() {
            let values = column_values(group.get_column_reader(at)?, column.form, count)?;
            for (row, value) in rows.iter_mut().skip(begin).zip(values) {
                row.values.push(value);
            }
        }
    }
    Ok(Table { rows, note: note.unwrap_or_default() })
}

/// The values of a column of a group.
fn column_values(reader: ColumnReader, form: Form, count: usize) -> Result<Vec<Value>, TableError> {
    let (levels, values): (Vec<i16>, Vec<Value>) = match (form, reader) {
        (Form::Text | Form::Name, ColumnReader::ByteArrayColumnReader(reader)) => {
            let (levels, texts) = all(reader, count)?;
            (levels, texts.iter().map(text).collect::<Result<_, _>>()?)
        }
        (Form::Whole, ColumnReader::Int64ColumnReader(reader)) => {
            let (levels, numbers) = all(reader, count)?;
            (levels, numbers.into_iter().map(Value::Whole).collect())
        }
        (Form::Number, ColumnReader::DoubleColumnReader(reader)) => {
            let (levels, numbers) = all(reader, count)?;
            (levels, numbers.into_iter().map(Value::Number).collect())
        }
        (Form::YesNo, ColumnReader::BoolColumnReader(reader)) => {
            let (levels, answers) = all(reader, count)?;
            (levels, answers.into_iter().map(Value::YesNo).collect())
        }
        _ => return Err(TableError::Parquet("a column has another type".to_owned())),
    };
    if levels.len() != count {
        let found = levels.len();
        return Err(TableError::Parquet(format!("a column has {found} values, not {count}")));
    }
    let mut values = values.into_iter();
    let each = levels.into_iter().map(|there| match there {
        0 => Value::Null,
        _ => values.next().unwrap_or(Value::Null),
    });
    Ok(each.collect())
}

fn text(bytes: &ByteArray) -> Result<Value, TableError> {
    let text = std::str::from_utf8(bytes.data());
    let text = text.map_err(|_| TableError::Parquet("a text is not UTF-8".to_owned()))?;
    Ok(Value::Text(text.to_owned()))
}

/// All values of a column, and the definition levels: 1 for each row with a value.
fn all<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    count: usize,
) -> Result<(Vec<i16>, Vec<T::T>), ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    while levels.len() < count {
        let left = count - levels.len();
        let (read, ..) = reader.read_records(left, Some(&mut levels), None, &mut values)?;
        if read == 0 {
            break;
        }
    }
    Ok((levels, values))
}

#[cfg(test)]
mod tests;
