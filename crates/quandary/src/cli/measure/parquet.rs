//! Rows as Parquet, by the writer of corpora.

use super::survey::Surveyed;
use anyhow::Result;

/// The rows as Parquet: the name, the verdicts and the numbers that comma-separated values have, with their types.
///
/// # Errors
/// When the writer refuses them.
#[cfg(feature = "corpus")]
pub(super) fn bytes(set: &[Surveyed]) -> Result<Vec<u8>> {
    use corpus::{Column, Form, Row, Value, table::Writer};
    let first = [("level", Form::Text), ("winnable", Form::YesNo), ("unlosable", Form::YesNo)];
    let numbers = level::survey::Column::all();
    let named = numbers.iter().map(|column| (column.name(), Form::Number));
    let columns = first.into_iter().chain(named);
    let columns: Vec<Column> =
        columns.map(|(name, form)| Column { name: name.to_owned(), form }).collect();
    let note = format!("{{\"format\":\"{}\"}}", super::told::FORMAT);
    let mut writer = Writer::new(Vec::new(), &columns, &note)?;
    for Surveyed { name, row, .. } in set {
        let judged: [Value; 3] = [name.as_str().into(), row.winnable.into(), row.unlosable.into()];
        let values = numbers.iter().map(|column| Value::from(row.value(*column)));
        writer.write(Row { values: judged.into_iter().chain(values).collect() })?;
    }
    Ok(writer.finish()?)
}

/// The same of a program that writes no Parquet.
///
/// # Errors
/// Always: how to get the program that does.
#[cfg(not(feature = "corpus"))]
pub(super) fn bytes(_: &[Surveyed]) -> Result<Vec<u8>> {
    Err(crate::cli::left_out::without_corpora())
}
