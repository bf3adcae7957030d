//! The program in a terminal emulator that records the screen.

use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit of a wait for output.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program, and the screen that it draws on.
pub(crate) struct Screen {
    child: Box<dyn portable_pty::Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    pieces: Receiver<Vec<u8>>,
    /// Bytes that are not parsed yet.
    rest: Vec<u8>,
    cells: Vec<Vec<char>>,
    at: (usize, usize),
    /// The text on the normal screen, also after the drawing.
    pub(crate) plain: String,
    pub(crate) is_drawn: bool,
    pub(crate) has_cursor: bool,
    /// True once the program has used a colour.
    pub(crate) has_colour: bool,
}

fn size((rows, cols): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Screen {
    /// Starts the program with arguments in a folder, on a number of rows and columns, with additional environment
    /// variables.
    pub(crate) fn open(
        args: &[&str],
        folder: &Path,
        rows_and_cols: (u16, u16),
        more: &[(&str, &str)],
    ) -> Self {
        let pair = native_pty_system().openpty(size(rows_and_cols)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_quandary"));
        command.args(args);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        more.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let writer = pair.master.take_writer().unwrap();
        let (send, pieces) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || send.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut screen = Self {
            child,
            master: pair.master,
            writer,
            pieces,
            rest: Vec::new(),
            cells: Vec::new(),
            at: (0, 0),
            plain: String::new(),
            is_drawn: false,
            has_cursor: true,
            has_colour: false,
        };
        screen.clear(rows_and_cols);
        screen
    }

    fn clear(&mut self, (rows, cols): (u16, u16)) {
        self.cells = vec![vec![' '; cols.into()]; rows.into()];
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&mut self, rows_and_cols: (u16, u16)) {
        self.clear(rows_and_cols);
        self.master.resize(size(rows_and_cols)).unwrap();
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// The shown text, one line per row.
    pub(crate) fn text(&self) -> String {
        let rows =
            self.cells.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned());
        rows.collect::<Vec<_>>().join("\n")
    }

    /// The shown words, with one blank between them: wrapped lines are joined.
    pub(crate) fn words(&self) -> String {
        self.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Waits for a state of the screen.
    pub(crate) fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_so(self) {
            let left = end.saturating_duration_since(Instant::now());
            match self.pieces.recv_timeout(left) {
                Ok(piece) => self.read(&piece),
                Err(error) => panic!("{what}: {error}; after {:?}:\n{}", self.plain, self.text()),
            }
        }
    }

    /// Waits until a row shows a text.
    pub(crate) fn expect(&mut self, text: &str) {
        self.until(text, |screen| screen.text().contains(text));
    }

    /// The exit code, after the program has ended and its output was read.
    pub(crate) fn code(&mut self) -> u32 {
        let code = self.child.wait().unwrap().exit_code();
        while let Ok(piece) = self.pieces.recv_timeout(Duration::from_millis(300)) {
            self.read(&piece);
        }
        code
    }

    fn read(&mut self, piece: &[u8]) {
        self.rest.extend_from_slice(piece);
        let bytes = std::mem::take(&mut self.rest);
        let mut rest = &bytes[..];
        while let Some((&first, _)) = rest.split_first() {
            let length = match first {
                0x1b => match control(rest) {
                    Some(length) => length,
                    None => break,
                },
                0x00..=0x7f => 1,
                0xc0..=0xdf => 2,
                0xe0..=0xef => 3,
                _ => 4,
            };
            if rest.len() < length {
                break;
            }
            let (now, after) = rest.split_at(length);
            self.show(&String::from_utf8_lossy(now));
            rest = after;
        }
        self.rest = rest.to_vec();
    }

    fn show(&mut self, text: &str) {
        if let Some(code) = text.strip_prefix("\u{1b}[") {
            let (body, end) = code.split_at(code.len() - 1);
            self.obey(body, end);
        } else if !text.starts_with('\u{1b}') {
            text.chars().for_each(|letter| self.put(letter));
        }
    }

    fn put(&mut self, letter: char) {
        if !self.is_drawn {
            self.plain.push(letter);
            return;
        }
        let (row, col) = self.at;
        if let Some(cell) = self.cells.get_mut(row).and_then(|row| row.get_mut(col)) {
            *cell = letter;
        }
        self.at.1 += 1;
    }

    fn obey(&mut self, body: &str, end: &str) {
        match (body, end) {
            ("?1049", "h") => self.is_drawn = true,
            ("?1049", "l") => self.is_drawn = false,
            ("?25", _) => self.has_cursor = end == "h",
            (_, "H") => {
                let numbers: Vec<usize> = body.split(';').map(|n| n.parse().unwrap_or(1)).collect();
                let at = |which: usize| numbers.get(which).map_or(0, |n| n - 1);
                self.at = (at(0), at(1));
            }
            ("2", "J") => {
                self.cells.iter_mut().for_each(|row| row.fill(' '));
            }
            (_, "m") => {
                let colours = ["38;", "48;"];
                self.has_colour |= colours.iter().any(|colour| body.starts_with(colour));
            }
            _ => {}
        }
    }
}

/// The length of an escape sequence, if it is complete.
fn control(bytes: &[u8]) -> Option<usize> {
    match bytes.get(1)? {
        b'[' => bytes.iter().skip(2).position(|byte| (0x40..=0x7e).contains(byte)).map(|at| at + 3),
        _ => Some(2),
    }
}
