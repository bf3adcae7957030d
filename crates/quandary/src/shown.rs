//! Escapes control characters in everything that the program prints, so that a terminal shows them and executes none.
//!
//! Invariant: text goes to standard output through [`EscapingWriter`], and to standard error through [`note!`](note)
//! and `complain`. No command has to escape text itself.

use diagnostics::shown_lines;
use std::io::{self, Write};
use std::str;

/// A writer that escapes control characters, except colours if they are allowed. It writes complete characters.
/// Output that does not start as text is a PNG picture and is passed on unchanged.
pub(crate) struct EscapingWriter<W: Write> {
    inner: W,
    colours: bool,
    /// True if columns are counted.
    counts: bool,
    /// True if the output is text; `None` before the first byte.
    is_text: Option<bool>,
    /// Columns of the current line, and of the widest line.
    columns: [usize; 2],
}

impl<W: Write> EscapingWriter<W> {
    /// A writer to `inner` that keeps or drops colours, and counts columns or not.
    pub(crate) fn new(inner: W, colours: bool, counts: bool) -> Self {
        Self { inner, colours, counts, is_text: None, columns: [0; 2] }
    }

    /// Number of columns of the widest line.
    pub(crate) fn widest(&self) -> usize {
        self.columns.into_iter().max().unwrap_or(0)
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        let mut left = text;
        while let Some((before, colour, after)) = self.colours.then(|| coloured(left)).flatten() {
            self.plain(before)?;
            self.inner.write_all(colour.as_bytes())?;
            left = after;
        }
        self.plain(left)
    }

    fn plain(&mut self, text: &str) -> io::Result<()> {
        let text = shown_lines(text);
        for (number, line) in text.split('\n').enumerate() {
            let begun = if number == 0 { self.columns[0] } else { 0 };
            self.columns = [begun + line.chars().count(), self.widest()];
        }
        self.inner.write_all(text.as_bytes())
    }
}

/// True if the bytes are printable ASCII and line breaks, as most output is. The check reads all bytes without
/// branches, so that it is vectorised.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().fold(true, |all, byte| all & matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

/// The first colour sequence in a text, with the text before and after it.
fn coloured(text: &str) -> Option<(&str, &str, &str)> {
    text.match_indices("\x1b[").find_map(|(begin, _)| {
        let (before, sequence) = text.split_at(begin);
        let numbers = sequence.get(2..)?;
        let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
        let after = numbers.get(end..)?.strip_prefix('m')?;
        Some((before, sequence.get(..end + 3)?, after))
    })
}

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        if !self.counts && self.is_text != Some(false) && is_plain(bytes) {
            self.is_text = Some(true);
            self.inner.write_all(bytes)?;
            return Ok(bytes.len());
        }
        let is_text = *self.is_text.get_or_insert_with(|| str::from_utf8(bytes).is_ok());
        match is_text {
            true => self.show(&String::from_utf8_lossy(bytes))?,
            false => self.inner.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Writes a line to standard error, like `eprintln!`, but ignores write errors: where the message matters, the exit
/// code says it too.
macro_rules! note {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let line = format!($($words)*);
        let _ = writeln!(anstream::stderr(), "{}", diagnostics::shown_lines(&line));
    }};
}
pub(crate) use note;

#[cfg(test)]
mod tests {
    use super::*;

    fn written(colours: bool, parts: &[&[u8]]) -> Vec<u8> {
        let [counted, plain] = [true, false].map(|counts| {
            let mut out = Vec::new();
            let mut shown = EscapingWriter::new(&mut out, colours, counts);
            parts.iter().for_each(|part| shown.write_all(part).unwrap());
            out
        });
        assert_eq!(counted, plain);
        plain
    }

    #[test]
    fn text_is_shown_and_pixels_are_passed_on() {
        let bad = "a\x1b]0;x\x07\u{9b}2J\u{202e}b\n".as_bytes();
        let good = b"a\\u001b]0;x\\u0007\\u009b2J\\u202eb\n";
        assert_eq!(written(false, &[bad, b"", bad]), [*good, *good].concat());
        assert_eq!(written(true, &[bad]), good);
        assert_eq!(
            written(false, &[b"ab\n", bad, b"c\t~"]),
            [b"ab\n", &good[..], b"c\t~"].concat()
        );
        assert_eq!(written(false, &[b"\x89PNG\r\n\x1a\n", b"\0\r"]), b"\x89PNG\r\n\x1a\n\0\r");
    }

    #[test]
    fn colours_stay_where_they_are_asked_for() {
        let text: &[u8] = b"\x1b[1m\x1b[38;5;244ma\x1b[0m\x1b[2Jb\x1b[31";
        let rest = "a\x1b[0m\\u001b[2Jb\\u001b[31";
        assert_eq!(written(true, &[text]), format!("\x1b[1m\x1b[38;5;244m{rest}").as_bytes());
        assert!(!written(false, &[text]).contains(&0x1b));
    }

    #[test]
    fn the_widest_line_is_counted_without_its_colours() {
        let mut shown = EscapingWriter::new(Vec::new(), true, true);
        for (part, widest) in [("ab", 2), ("\x1b[1mÞ─\x1b[0m\nab", 4), ("cde\n", 5), ("", 5)] {
            shown.write_all(part.as_bytes()).unwrap();
            assert_eq!(shown.widest(), widest, "{part:?}");
        }
    }

    #[test]
    fn json_stays_the_same_json() {
        let text = serde_json::to_string("\x1b\u{7f}\u{9b}\u{2028}\u{202e}").unwrap();
        let shown = written(false, &[text.as_bytes()]);
        let read = |json: &[u8]| serde_json::from_slice::<String>(json).unwrap();
        assert_eq!(read(&shown), read(text.as_bytes()));
    }
}
