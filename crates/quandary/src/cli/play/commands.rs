//! Source of the commands of a game, and the width of replies.
//!
//! In a terminal the player types them, with line editing and history. Elsewhere they are lines of standard input.
//! Invariant: any input bytes become a text line of at most [`LONGEST`] bytes.

use anyhow::{Context, Result};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use std::borrow::Cow;
use std::io::{BufRead, Read};

/// Greatest length of a line, in bytes.
const LONGEST: u64 = 1 << 16;
/// Width of text in columns, if the terminal does not report one.
const USUAL_WIDTH: usize = 80;

/// Source of commands.
pub(crate) enum Commands<'a> {
    /// A person types them.
    Typed(Box<Editor<(), MemHistory>>),
    /// They are read from lines.
    Script(Box<dyn BufRead + 'a>),
}

/// The next command, if there is one.
pub(crate) enum Next {
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C was pressed.
    Interrupt,
}

impl<'a> Commands<'a> {
    /// Commands that are typed after a prompt.
    ///
    /// # Errors
    /// If the terminal cannot be set up.
    pub(crate) fn typed() -> Result<Self> {
        let config = Config::builder().bracketed_paste(false).auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let editor = Editor::with_history(config, history);
        Ok(Self::Typed(Box::new(editor.context("the terminal cannot be read")?)))
    }

    /// The lines of a script.
    pub(crate) fn script(input: impl BufRead + 'a) -> Self {
        Self::Script(Box::new(input))
    }

    /// Waits for the next command.
    ///
    /// # Errors
    /// If the terminal or the input cannot be read.
    pub(crate) fn next(&mut self) -> Result<Next> {
        match self {
            Self::Typed(editor) => match editor.readline("> ") {
                Ok(line) => Ok(Next::Line(line)),
                Err(ReadlineError::Eof) => Ok(Next::End),
                Err(ReadlineError::Interrupted) => Ok(Next::Interrupt),
                Err(error) => Err(error).context("the terminal cannot be read"),
            },
            Self::Script(input) => {
                let mut bytes = Vec::new();
                let read = input.take(LONGEST).read_until(b'\n', &mut bytes)?;
                // Bytes that are not UTF-8 are replaced.
                let line = || String::from_utf8_lossy(&bytes).into_owned();
                Ok(if read > 0 { Next::Line(line()) } else { Next::End })
            }
        }
    }
}

/// Width of text in the terminal, in columns.
pub(crate) fn width() -> usize {
    let told = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    told.filter(|width| *width > 0).unwrap_or(USUAL_WIDTH)
}

/// A line of a reply, broken between words at a number of columns; maps are unchanged.
pub(crate) fn wrapped(line: &str, width: usize) -> Vec<Cow<'_, str>> {
    // The legend of a map also has signs, separated by points.
    let has_signs = line.contains(['─', '│', '═', '║', '×', '→', '←', '↑', '↓']);
    let is_drawn = (line.starts_with(' ') || has_signs) && !line.contains('·');
    if is_drawn { vec![Cow::Borrowed(line)] } else { textwrap::wrap(line, width) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_and_maps_are_left_alone() {
        let check = |line: &str, expect: &[&str]| assert_eq!(wrapped(line, 12), expect);
        check("", &[""]);
        check("A corridor.", &["A corridor."]);
        check("A corridor, and a door.", &["A corridor,", "and a door."]);
        check("E───o─×─?───o───o", &["E───o─×─?───o───o"]);
        check("    │           │", &["    │           │"]);
        check("?           ×", &["?           ×"]);
        check("@ you · × barred", &["@ you · ×", "barred"]);
        let long = "word ".repeat(9);
        assert_eq!(wrapped(long.trim(), usize::MAX).len(), 1);
    }

    #[test]
    fn no_line_of_a_text_is_wider_than_40_80_or_120_columns_and_no_word_is_lost() {
        let text = "Candle smoke has drawn a second ceiling; a false door is painted on the south and east \
                    walls, a little too well. Ways out: north (The Embalmer's Undercroft; water, which the \
                    bier ladder crosses), east (locked: key A and small key) and west.";
        for width in [40, 80, 120] {
            let lines = wrapped(text, width);
            assert!(lines.iter().all(|line| textwrap::core::display_width(line) <= width));
            assert_eq!(lines.join(" "), text, "{width}");
        }
    }

    #[test]
    fn a_script_is_read_to_its_end_whatever_is_in_it() {
        let mut commands = Commands::script(&b"go \xff\nlook"[..]);
        let mut lines = Vec::new();
        while let Next::Line(line) = commands.next().unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["go \u{fffd}\n", "look"]);
    }
}
