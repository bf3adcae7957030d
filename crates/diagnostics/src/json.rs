//! Readable JSON in one of three layouts.
//!
//! [`lines`] gives each logical unit a line: a row of tiles, a room, a node. A value is on one line if it is scalar,
//! flat or short; all others are expanded. [`outline`] expands objects and lists down to a depth, and puts each value
//! below it on one line. [`line()`] writes everything on one line.
//!
//! ```
//! let level = serde_json::json!({"floors": [{"grid": [[2, 2], [2, 0]]}]});
//! let mut out = Vec::new();
//! quandary_diagnostics::json::lines(&mut out, &level)?;
//! assert_eq!(out, b"{\n  \"floors\": [{\"grid\": [[2, 2], [2, 0]]}]\n}\n");
//! # std::io::Result::Ok(())
//! ```

use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Serializer, Value};
use std::io::{self, BufWriter, Write};

/// The longest line of a nested value, in characters.
const SHORT: usize = 100;
/// The longest line of a list of rows, in characters; longer lists have a line for each row.
const SHORT_TABLE: usize = 40;

/// Writes a value with a line for each logical unit, ended by a newline.
///
/// # Errors
/// When `out` cannot be written to.
pub fn lines(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    part(out, &serde_json::to_value(value)?, 0)?;
    out.write_all(b"\n")
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
        small => flat(out, small),
    }
}

/// True if a value is written on one line.
fn is_one_line(value: &Value, depth: usize) -> bool {
    let is_plain = |value: &Value| !value.is_array() && !value.is_object();
    match value {
        Value::Array(parts) if parts.iter().all(is_plain) => true,
        Value::Object(fields) if depth > 0 && fields.values().all(is_plain) => true,
        value => depth > 0 && length(value).is_some(),
    }
}

/// Length of the line of a value in characters, if short.
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

/// The length of several parts with their separators; `None` once it is too long.
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

/// Writes a value on one line.
fn flat(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    match value {
        Value::Array(parts) => {
            out.write_all(b"[")?;
            for (i, value) in parts.iter().enumerate() {
                out.write_all(if i == 0 { b"" } else { b", " })?;
                flat(out, value)?;
            }
            out.write_all(b"]")
        }
        Value::Object(fields) => {
            out.write_all(b"{")?;
            for (i, (name, value)) in fields.iter().enumerate() {
                out.write_all(if i == 0 { b"" } else { b", " })?;
                serde_json::to_writer(&mut *out, name)?;
                out.write_all(b": ")?;
                flat(out, value)?;
            }
            out.write_all(b"}")
        }
        plain => Ok(serde_json::to_writer(&mut *out, plain)?),
    }
}

/// Writes a value in outline, ended by a newline: down to `depth` every part has its own line.
///
/// # Errors
/// When `out` cannot be written to.
pub fn outline(out: &mut dyn Write, value: &impl Serialize, depth: usize) -> io::Result<()> {
    let outline = Outline { most: depth, depth: 0, filled: false };
    let mut writer = Serializer::with_formatter(&mut *out, outline);
    value.serialize(&mut writer).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

/// Writes a value in one line, ended by a newline.
///
/// # Errors
/// When `out` cannot be written to.
pub fn line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    // A line consists of many small pieces; one call of `out` for each would cost more than the formatting.
    let mut out = BufWriter::new(out);
    serde_json::to_writer(&mut out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()
}

struct Outline {
    most: usize,
    depth: usize,
    filled: bool,
}

impl Outline {
    fn open<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        out.write_all(bracket)
    }

    fn part<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.depth <= self.most {
            self.line(out)
        } else if first {
            Ok(())
        } else {
            out.write_all(b" ")
        }
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        let opened = self.depth <= self.most && self.filled;
        self.depth = self.depth.saturating_sub(1);
        self.filled = true;
        if opened {
            self.line(out)?;
        }
        out.write_all(bracket)
    }

    fn line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for Outline {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.part(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.part(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
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
        lines(&mut out, &value).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expect = "{\n  \"a\": [[1, 2], []],\n  \"b\": {},\n  \"c\": [\n    {\"id\": \"LONG\"},\n    \
            {\"id\": 1, \"in\": [\"k\"]}\n  ]\n}\n";
        assert_eq!(text, expect.replace("LONG", &long));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    fn check(value: &Value, expect: &str) {
        let mut out = Vec::new();
        outline(&mut out, value, 2).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expect);
    }

    #[test]
    fn two_levels_are_opened() {
        let value =
            json!({"a": 1, "b": [{"c": [1, 2], "d": {}}, []], "e": {}, "f": {"g": [3, "x"]}});
        let expect = r#"{
  "a": 1,
  "b": [
    {"c": [1, 2], "d": {}},
    []
  ],
  "e": {},
  "f": {
    "g": [3, "x"]
  }
}
"#;
        check(&value, expect);
        check(&json!([]), "[]\n");
    }

    #[test]
    fn one_line_is_one_line() {
        let mut out = Vec::new();
        line(&mut out, &json!({"a": [1, {"b": "x\ny"}]})).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "{\"a\":[1,{\"b\":\"x\\ny\"}]}\n");
    }
}
