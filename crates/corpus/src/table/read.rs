//! Tables read back.

use super::{GROUP, NOTE, TableError, schema};
use crate::column::{Column, Form};
use crate::row::{Row, Value};
use bytes::Bytes;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A table that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The rows.
    pub rows: Vec<Row>,
    /// The note that was written with it.
    pub note: String,
}

/// Reads a table with some columns.
///
/// # Errors
/// When it is no Parquet, or has other columns.
pub fn read(bytes: Vec<u8>, columns: &[Column]) -> Result<Table, TableError> {
    // The reader of Parquet panics at some files that are damaged.
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
        0 => Value::Nothing,
        _ => values.next().unwrap_or(Value::Nothing),
    });
    Ok(each.collect())
}

fn text(bytes: &ByteArray) -> Result<Value, TableError> {
    let text = std::str::from_utf8(bytes.data());
    let text = text.map_err(|_| TableError::Parquet("a text is not UTF-8".to_owned()))?;
    Ok(Value::Text(text.to_owned()))
}

/// All values of a column, and for each row 1 where there is one.
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
