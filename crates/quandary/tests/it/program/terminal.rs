//! The program in a pseudo-terminal.

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A program in a pseudo-terminal.
pub(crate) struct Terminal {
    child: Box<dyn portable_pty::Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    pieces: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    pub(crate) fn open(args: &[&str], folder: &TempDir) -> Self {
        let size = PtySize { rows: 24, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_quandary"));
        command.args(args);
        command.cwd(folder.path());
        command.env("NO_COLOR", "1");
        command.env("TERM", "xterm");
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let writer = pair.master.take_writer().unwrap();
        let (send, pieces) = channel();
        thread::spawn(move || {
            // The other side must stay open as long as it is read.
            let _master = pair.master;
            let mut bytes = [0; 4096];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || send.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { child, writer, pieces, seen: String::new() }
    }

    pub(crate) fn type_in(&mut self, text: &str) {
        self.writer.write_all(text.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Waits for a text, and drops the output before it.
    pub(crate) fn expect(&mut self, part: &str) {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some((_, rest)) = self.seen.split_once(part) {
                self.seen = rest.to_owned();
                return;
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.pieces.recv_timeout(left) {
                Ok(piece) => self.seen.push_str(&String::from_utf8_lossy(&piece)),
                Err(error) => panic!("{part:?} is not in {:?}: {error}", self.seen),
            }
        }
    }

    /// All output until the program ends.
    pub(crate) fn rest(&mut self) -> String {
        let mut rest = std::mem::take(&mut self.seen);
        while let Ok(piece) = self.pieces.recv_timeout(Duration::from_secs(1)) {
            rest.push_str(&String::from_utf8_lossy(&piece));
        }
        rest
    }

    pub(crate) fn code(&mut self) -> u32 {
        self.child.wait().unwrap().exit_code()
    }
}
