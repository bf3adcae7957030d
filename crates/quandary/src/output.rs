//! Output of results: standard output, or a file that is written completely or not at all.
//!
//! A file is first written under a temporary name in the same folder and then renamed. Nobody ever sees half a file,
//! and a run that fails keeps the old file. If the reader closes the pipe early, the program ends without an error.
//! After an interrupt no output is started, and no file is renamed to its place.

use crate::cli::exit::Exit;
use crate::cli::interrupt;
use crate::shown::{EscapingWriter, note};
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use draw::folded::PAGE;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Destination of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Standard output.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl Target {
    /// The target of `-o FILE`; standard output for `-`, or without the option.
    pub(crate) fn of(path: Option<&Path>) -> Self {
        match path {
            Some(path) if path.as_os_str() != OsStr::new("-") => Self::File(path.to_owned()),
            _ => Self::Stdout,
        }
    }

    /// Width of its lines in columns: that of the terminal, otherwise that of a page.
    pub(crate) fn width(&self) -> usize {
        self.terminal().map_or(PAGE, |width| width.max(40))
    }

    /// Width of the terminal in columns, if the target is a terminal.
    fn terminal(&self) -> Option<usize> {
        let is_terminal = *self == Self::Stdout && io::stdout().is_terminal();
        let (width, _) = is_terminal.then(terminal_size::terminal_size).flatten()?;
        Some(width.0.into())
    }

    /// True if text is coloured: in a terminal with colours, or if the user requested colours.
    pub(crate) fn is_coloured(&self) -> bool {
        match self {
            Self::Stdout => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            Self::File(_) => ColorChoice::global() == ColorChoice::AlwaysAnsi,
        }
    }

    /// Writes the output of `body`: text without colours, JSON, or a picture. A file appears only if `body` succeeds
    /// with [`Exit::keeps_output`].
    ///
    /// # Errors
    /// The error of `body`, or a write error with the name of the target.
    pub(crate) fn write(&self, body: impl FnOnce(&mut dyn Write) -> Result<Exit>) -> Result<Exit> {
        self.write_shown(false, body).map(|(exit, _)| exit)
    }

    /// Like [`write`](Self::write), for text with our own colours.
    ///
    /// # Errors
    /// Those of [`write`](Self::write).
    pub(crate) fn write_coloured(
        &self,
        body: impl FnOnce(&mut dyn Write) -> Result<Exit>,
    ) -> Result<Exit> {
        self.write_shown(self.is_coloured(), body).map(|(exit, _)| exit)
    }

    /// Like [`write`](Self::write), for a map. If the terminal is too narrow for the map, a note names the way to see
    /// it whole: a picture with this file extension. Without an extension there is no note.
    ///
    /// # Errors
    /// Those of [`write`](Self::write).
    pub(crate) fn write_map(
        &self,
        picture: Option<&str>,
        body: impl FnOnce(&mut dyn Write) -> Result<Exit>,
    ) -> Result<Exit> {
        let (exit, widest) = self.write_shown(self.is_coloured(), body)?;
        if let (Some(ending), Some(width)) = (picture, self.terminal().filter(|&w| w < widest)) {
            note!(
                "The map has {widest} columns, and this terminal {width}: `-o map.{ending}` draws it, and `| less -S` \
                 keeps its lines whole."
            );
        }
        Ok(exit)
    }

    /// Writes text, and counts the columns of its widest line if it goes to standard output.
    fn write_shown(
        &self,
        colours: bool,
        body: impl FnOnce(&mut dyn Write) -> Result<Exit>,
    ) -> Result<(Exit, usize)> {
        let mut widest = 0;
        let exit = self.write_bytes(|out| match self {
            Self::Stdout => {
                let mut shown = EscapingWriter::new(out, colours, self.terminal().is_some());
                let exit = body(&mut shown);
                widest = shown.widest();
                exit
            }
            Self::File(_) => body(out),
        })?;
        Ok((exit, widest))
    }

    /// Writes bytes unchanged, for output that no terminal shows.
    ///
    /// # Errors
    /// Those of [`write`](Self::write).
    pub(crate) fn write_bytes(
        &self,
        body: impl FnOnce(&mut dyn Write) -> Result<Exit>,
    ) -> Result<Exit> {
        match self {
            Self::Stdout => quietly(to_stdout(body)),
            Self::File(path) => to_file(path, body),
        }
    }
}

fn to_stdout(body: impl FnOnce(&mut dyn Write) -> Result<Exit>) -> Result<Exit> {
    if interrupt::came() {
        return Ok(interrupt::refuse());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let exit = body(&mut out)?;
    out.flush().context("cannot write to standard output")?;
    Ok(exit)
}

/// Turns the error of a closed pipe into an end without an error.
fn quietly(result: Result<Exit>) -> Result<Exit> {
    result.or_else(|error| {
        let closed = error
            .chain()
            .filter_map(|cause| cause.downcast_ref::<io::Error>())
            .any(|cause| cause.kind() == ErrorKind::BrokenPipe);
        if closed { Ok(Exit::Done) } else { Err(error) }
    })
}

fn to_file(path: &Path, body: impl FnOnce(&mut dyn Write) -> Result<Exit>) -> Result<Exit> {
    let cannot = || format!("cannot write {}", path.display());
    let place = destination(path).with_context(cannot)?;
    if let Some(device) = open_device(&place).with_context(cannot)? {
        return through(device, body, cannot);
    }
    // An interrupt between the two calls would leave the temporary file.
    interrupt::listen();
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut passing =
        passing_file(folder.unwrap_or(Path::new(".")), &place).with_context(cannot)?;
    let exit = through(passing.as_file_mut(), body, cannot)?;
    if interrupt::came() {
        return Ok(interrupt::refuse());
    }
    if exit.keeps_output() {
        passing.persist(&place).map_err(|error| error.error).with_context(cannot)?;
    }
    Ok(exit)
}

/// Runs `body`; only write errors get the name of the file.
fn through(
    out: impl Write,
    body: impl FnOnce(&mut dyn Write) -> Result<Exit>,
    cannot: impl Fn() -> String,
) -> Result<Exit> {
    let mut out = BufWriter::new(out);
    let exit = body(&mut out)
        .map_err(|error| if error.is::<io::Error>() { error.context(cannot()) } else { error })?;
    out.flush().with_context(cannot)?;
    Ok(exit)
}

/// The target of a symbolic link, which keeps the link; otherwise the path itself.
fn destination(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(path.to_owned()),
        found => found,
    }
}

/// The opened file if it is not an ordinary file (a terminal, a named pipe, a null device); such a file is written
/// directly.
fn open_device(place: &Path) -> io::Result<Option<File>> {
    match fs::metadata(place) {
        Ok(found) if found.is_dir() => {
            Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"))
        }
        Ok(found) if !found.is_file() => File::options().write(true).open(place).map(Some),
        _ => Ok(None),
    }
}

/// A temporary file beside `place`, with the permissions that `place` has or would get.
fn passing_file(folder: &Path, place: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".quandary-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file =
        builder.tempfile_in(folder).map_err(|error| io::Error::new(error.kind(), plain(&error)))?;
    if let Ok(old) = fs::metadata(place) {
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(file)
}

/// The reason of the system, without the temporary name.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        ErrorKind::PermissionDenied => "the folder may not be written to".to_owned(),
        _ => diagnostics::of_io(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    fn put(path: &Path, text: &str) -> Result<Exit> {
        Target::of(Some(path)).write(|out| {
            out.write_all(text.as_bytes())?;
            Ok(Exit::Done)
        })
    }

    #[test]
    fn a_dash_is_standard_output() {
        assert_eq!(Target::of(None), Target::Stdout);
        assert_eq!(Target::of(Some(Path::new("-"))), Target::Stdout);
        assert_eq!(Target::of(Some(Path::new("./-"))), Target::File("./-".into()));
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt");
        put(&path, "one").unwrap();
        let failed = Target::of(Some(&path)).write(|out| {
            out.write_all(b"half")?;
            Err(anyhow!("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        let nothing = Target::of(Some(&path)).write(|_| Ok(Exit::Nothing)).unwrap();
        assert_eq!(nothing, Exit::Nothing);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        put(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
    }

    #[cfg(unix)]
    #[test]
    fn rights_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (path, link) = (folder.path().join("a"), folder.path().join("b"));
        File::create(folder.path().join("plain")).unwrap();
        put(&path, "one").unwrap();
        assert_eq!(mode(&path), mode(&folder.path().join("plain")));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        put(&link, "two").unwrap();
        assert_eq!(mode(&path), 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        put(Path::new("/dev/null"), "gone").unwrap();
    }

    #[test]
    fn errors_name_the_path() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("no/such/out.txt"), folder.path().to_owned()] {
            let error = put(&path, "x").unwrap_err();
            let text = format!("{error:#}");
            assert!(text.starts_with(&format!("cannot write {}: ", path.display())), "{text}");
            assert!(!text.contains(".quandary-"), "{text}");
        }
    }

    #[test]
    fn a_closed_pipe_is_no_error() {
        let broken = io::Error::new(ErrorKind::BrokenPipe, "closed");
        assert_eq!(quietly(Err(broken.into())).unwrap(), Exit::Done);
        assert!(quietly(Err(anyhow!("other"))).is_err());
    }
}
