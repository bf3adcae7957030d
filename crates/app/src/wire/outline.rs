//! JSON that a person can read: objects and lists opened up to a depth, and one line a part below it.
//!
//! ```json
//! {
//!   "format": "quandary/mission/1",
//!   "rooms": [
//!     {"id": 0, "coords": [0, 0]}
//!   ]
//! }
//! ```

use anyhow::Result;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// Writes a value in outline, ended by a newline: down to `depth` every part has a line of its own.
///
/// # Errors
/// When `out` cannot be written to.
pub(crate) fn write(out: &mut dyn Write, value: &impl Serialize, depth: usize) -> Result<()> {
    let outline = Outline { most: depth, depth: 0, filled: false };
    let mut writer = Serializer::with_formatter(&mut *out, outline);
    value.serialize(&mut writer).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

/// Writes a value in one line, ended by a newline.
///
/// # Errors
/// When `out` cannot be written to.
pub(crate) fn write_line(out: &mut dyn Write, value: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
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
    use serde_json::{Value, json};

    fn check(value: &Value, expect: &str) {
        let mut out = Vec::new();
        write(&mut out, value, 2).unwrap();
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
        write_line(&mut out, &json!({"a": [1, {"b": "x\ny"}]})).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "{\"a\":[1,{\"b\":\"x\\ny\"}]}\n");
    }
}
