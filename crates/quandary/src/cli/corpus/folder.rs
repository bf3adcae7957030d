//! The folder of a corpus: its manifest, its parts, and writing a part completely or not at all.
//!
//! A part is written under a temporary name, flushed to disk, and renamed; then its manifest in the same way. A
//! temporary file is locked while its writer runs, so another process removes only the files of ended writers.
//! Invariant: an existing manifest is complete, and so is its part.

use crate::cli::exit::{invalid, usage};
use anyhow::{Context, Result};
use corpus::manifest::{self, Corpus, FILE, FOLDER, Hashed, Part, part_file, part_manifest};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Prefix of temporary names.
const PASSING: &str = ".quandary-";

/// The folder of a corpus.
pub(super) struct Folder {
    path: PathBuf,
    corpus: Corpus,
}

/// State of a part of the folder.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Standing {
    /// It exists and agrees with its manifest.
    There(Box<Part>),
    /// It does not exist.
    Missing,
    /// It exists, but something is wrong with it.
    Wrong(String),
}

impl Folder {
    /// The folder for the parts of a corpus, created if needed.
    ///
    /// # Errors
    /// If it holds another corpus, or cannot be written.
    pub(super) fn make(path: &Path, corpus: Corpus) -> Result<Self> {
        let folder = Self { path: path.to_owned(), corpus };
        let below = path.join(FOLDER);
        fs::create_dir_all(&below).with_context(|| cannot(&below))?;
        for swept in [path, below.as_path()] {
            sweep(swept).with_context(|| cannot(swept))?;
        }
        let about = path.join(FILE);
        if !about.exists() {
            let print = manifest::print(&folder.corpus);
            let mut passing = passing(path).with_context(|| cannot(&about))?;
            passing.write_all(&print).with_context(|| cannot(&about))?;
            // Another process may have written the manifest first.
            match settle(passing, &about, false) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                settled => settled.with_context(|| cannot(&about))?,
            }
        }
        let there = read(path)?;
        match folder.corpus.differs(&there) {
            None => Ok(folder),
            Some([name, here, there]) => Err(usage(format_args!(
                "{} holds another corpus: {name} is {there} there, and {here} is requested; give the same options, or \
                 another folder",
                path.display()
            ))),
        }
    }

    /// The folder of an existing corpus.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn open(path: &Path) -> Result<Self> {
        Ok(Self { path: path.to_owned(), corpus: read(path)? })
    }

    /// The corpus in the folder.
    pub(super) fn corpus(&self) -> &Corpus {
        &self.corpus
    }

    /// The file of a part.
    pub(super) fn part(&self, part: u64) -> PathBuf {
        self.path.join(part_file(part))
    }

    fn manifest(&self, part: u64) -> PathBuf {
        self.path.join(FOLDER).join(part_manifest(part))
    }

    /// Determines the state of a part, by hashing its bytes.
    pub(super) fn standing(&self, part: u64) -> Standing {
        let (path, about) = (self.part(part), self.manifest(part));
        let text = match fs::read(&about) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound && !path.exists() => {
                return Standing::Missing;
            }
            Err(error) => return Standing::Wrong(told(&about, &error)),
        };
        let wrong =
            |path: &Path, what: &str| Standing::Wrong(format!("{}: {what}", path.display()));
        let manifest: Part = match serde_json::from_slice(&text) {
            Ok(manifest) => manifest,
            Err(error) => return wrong(&about, &diagnostics::of_json(&error.to_string())),
        };
        if manifest.part != part || !manifest.is_of(&self.corpus) {
            return wrong(&about, "is not the manifest of this part of this corpus");
        }
        match hashed(&path) {
            Err(error) => Standing::Wrong(told(&path, &error)),
            Ok((_, bytes)) if bytes != manifest.bytes => {
                let wanted = manifest.bytes;
                wrong(&path, &format!("has {bytes} bytes, and its manifest says {wanted}"))
            }
            Ok((hash, _)) if hash != manifest.sha256 => {
                wrong(&path, "its SHA-256 is not that of its manifest")
            }
            Ok(_) => Standing::There(Box::new(manifest)),
        }
    }

    /// Writes a part and its manifest; `body` writes the part and returns its description.
    ///
    /// # Errors
    /// The error of `body`, or a write error; then no file is left.
    pub(super) fn put(
        &self,
        part: u64,
        body: impl FnOnce(&mut Hashed<&File>) -> Result<Part>,
    ) -> Result<()> {
        let (path, about) = (self.part(part), self.manifest(part));
        let file = passing(&self.path).with_context(|| cannot(&path))?;
        let mut hashed = Hashed::new(file.as_file());
        let manifest = body(&mut hashed).map_err(|error| {
            if error.is::<io::Error>() { error.context(cannot(&path)) } else { error }
        })?;
        settle(file, &path, true).with_context(|| cannot(&path))?;
        let below = self.path.join(FOLDER);
        let mut file = passing(&below).with_context(|| cannot(&about))?;
        file.write_all(&manifest::print(&manifest)).with_context(|| cannot(&about))?;
        settle(file, &about, true).with_context(|| cannot(&about))
    }
}

fn cannot(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn told(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), diagnostics::of_io(error))
}

/// The corpus of a folder.
///
/// # Errors
/// If there is none, or it is of another version.
fn read(folder: &Path) -> Result<Corpus> {
    let path = folder.join(FILE);
    let text = fs::read_to_string(&path).map_err(|error| invalid(told(&path, &error)))?;
    serde_json::from_str(&text).map_err(|error| {
        let why = diagnostics::of_json_at(error.line(), error.column(), &error.to_string());
        invalid(format_args!("{}: {why}", path.display()))
    })
}

/// A locked file with a temporary name. If another process removed it between creation and locking, a new one is
/// created.
fn passing(folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PASSING).suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(|error| {
            // The temporary name means nothing to the user.
            error.raw_os_error().map_or(error, io::Error::from_raw_os_error)
        })?;
        // A file system without locks has no other writer to protect.
        let _ = file.as_file().lock();
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Flushes a file to disk and renames it, with or without replacing an existing file.
fn settle(file: NamedTempFile, place: &Path, over: bool) -> io::Result<()> {
    file.as_file().sync_all()?;
    let moved = if over { file.persist(place) } else { file.persist_noclobber(place) };
    moved.map_err(|error| error.error)?;
    #[cfg(unix)]
    if let Some(folder) = place.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Removes the temporary files of ended writers.
fn sweep(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_passing = entry.file_name().to_string_lossy().starts_with(PASSING);
        if !is_passing {
            continue;
        }
        // The file is gone, or its writer still runs: do not remove it.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            match fs::remove_file(entry.path()) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// The SHA-256 of a file, and its length.
fn hashed(path: &Path) -> io::Result<(String, u64)> {
    let mut file = File::open(path)?;
    let mut hash = Hashed::new(io::sink());
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok((hash.sha256(), hash.bytes)),
            length => hash.write_all(piece.get(..length).unwrap_or(&piece))?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dead_are_swept_and_the_living_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let alive = passing(folder.path()).unwrap();
        fs::write(folder.path().join(".quandary-dead.tmp"), "x").unwrap();
        fs::write(folder.path().join("part-00001.parquet"), "x").unwrap();
        sweep(folder.path()).unwrap();
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().path()).collect();
        names.sort();
        assert_eq!(names, [alive.path().to_owned(), folder.path().join("part-00001.parquet")]);
    }
}
