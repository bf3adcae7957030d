//! JSON with a line for each thing that a person would read as one: a row of tiles, a room, a node.
//!
//! A part stands on one line if it holds no parts of its own, or is short; all else is opened up.
//!
//! ```json
//! {
//!   "floors": [
//!     {"grid": [
//!       [2, 2, 2],
//!     …
//! ```

use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// The longest line of a part that holds parts.
const SHORT: usize = 100;
/// The longest line of rows: longer ones stand below each other.
const SHORT_TABLE: usize = 40;

/// Writes a value, ended by a newline.
///
/// # Errors
/// When `out` cannot be written to.
pub(crate) fn write(out: &mut dyn Write, value: &impl Serialize) -> Result<()> {
    part(out, &serde_json::to_value(value)?, 0)?;
    Ok(out.write_all(b"\n")?)
}

fn part(out: &mut dyn Write, value: &Value, depth: usize) -> io::Result<()> {
    match value {
        Value::Array(parts) if !is_one_line(value, depth) => {
            out.write_all(b"[")?;
            for (i, value) in parts.iter().enumerate() {
                begin(out, i, depth + 1)?;
                part(out, value, depth + 1)?;
            }
            end(out, "]", depth)
        }
        Value::Object(fields) if !is_one_line(value, depth) => {
            out.write_all(b"{")?;
            for (i, (name, value)) in fields.iter().enumerate() {
                begin(out, i, depth + 1)?;
                serde_json::to_writer(&mut *out, name)?;
                out.write_all(b": ")?;
                part(out, value, depth + 1)?;
            }
            end(out, "}", depth)
        }
        flat => line(out, flat),
    }
}

/// Whether a part stands on one line.
fn is_one_line(value: &Value, depth: usize) -> bool {
    let is_plain = |value: &Value| !value.is_array() && !value.is_object();
    match value {
        Value::Array(parts) if parts.iter().all(is_plain) => true,
        Value::Object(fields) if depth > 0 && fields.values().all(is_plain) => true,
        value => depth > 0 && length(value).is_some(),
    }
}

/// How long the line of a part is, if it is short.
fn length(value: &Value) -> Option<usize> {
    match value {
        Value::Array(parts) => {
            let most = if parts.iter().any(Value::is_array) { SHORT_TABLE } else { SHORT };
            sum(parts.iter().map(length)).filter(|&length| length <= most)
        }
        Value::Object(fields) => {
            sum(fields.iter().map(|(name, value)| Some(name.len() + 4 + length(value)?)))
        }
        Value::String(text) => Some(text.len() + 2),
        Value::Number(number) => Some(number.to_string().len()),
        Value::Null | Value::Bool(_) => Some(5),
    }
}

/// The length of several parts with what stands between them; counting ends where it is too long.
fn sum(mut parts: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    parts.try_fold(0, |sum, part| Some(sum + part? + 2).filter(|&sum| sum <= SHORT))
}

fn begin(out: &mut dyn Write, index: usize, depth: usize) -> io::Result<()> {
    out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
    (0..depth).try_for_each(|_| out.write_all(b"  "))
}

fn end(out: &mut dyn Write, bracket: &str, depth: usize) -> io::Result<()> {
    out.write_all(b"\n")?;
    (0..depth).try_for_each(|_| out.write_all(b"  "))?;
    out.write_all(bracket.as_bytes())
}

/// A part on one line.
fn line(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    match value {
        Value::Array(parts) => {
            out.write_all(b"[")?;
            for (i, value) in parts.iter().enumerate() {
                out.write_all(if i == 0 { b"" } else { b", " })?;
                line(out, value)?;
            }
            out.write_all(b"]")
        }
        Value::Object(fields) => {
            out.write_all(b"{")?;
            for (i, (name, value)) in fields.iter().enumerate() {
                out.write_all(if i == 0 { b"" } else { b", " })?;
                serde_json::to_writer(&mut *out, name)?;
                out.write_all(b": ")?;
                line(out, value)?;
            }
            out.write_all(b"}")
        }
        plain => Ok(serde_json::to_writer(&mut *out, plain)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_and_short_parts_are_lines() {
        let long = "x".repeat(90);
        let value =
            json!({"a": [[1, 2], []], "b": {}, "c": [{"id": long}, {"id": 1, "in": ["k"]}]});
        let mut out = Vec::new();
        write(&mut out, &value).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expect = "{\n  \"a\": [[1, 2], []],\n  \"b\": {},\n  \"c\": [\n    {\"id\": \"LONG\"},\n    \
            {\"id\": 1, \"in\": [\"k\"]}\n  ]\n}\n";
        assert_eq!(text, expect.replace("LONG", &long));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
