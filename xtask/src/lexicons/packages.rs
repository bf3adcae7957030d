//! Packages in fixed versions, fetched once from their registries with the registries' own programs.

use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of packages.
pub(super) struct Packages {
    folder: PathBuf,
}

impl Packages {
    /// The packages in a folder, which is made if it is not there.
    pub(super) fn new(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Self { folder: folder.canonicalize()? })
    }

    /// The contents of a Debian package, such as `scowl` in version `2020.12.07-2`: a folder.
    pub(super) fn debian(&self, name: &str, version: &str) -> Result<PathBuf> {
        let contents = self.folder.join(format!("{name}_{version}"));
        if !contents.is_dir() {
            let package = self.fetched(&format!("{name}_"), &format!("_{version}_"), || {
                let wanted = format!("{name}={version}");
                run(Command::new("apt-get").current_dir(&self.folder).args(["download", &wanted]))
            })?;
            run(Command::new("dpkg-deb").arg("-x").arg(package).arg(&contents))?;
        }
        Ok(contents)
    }

    /// A Python package as it comes: a wheel.
    pub(super) fn wheel(&self, name: &str, version: &str) -> Result<PathBuf> {
        let file = name.replace('-', "_");
        self.fetched(&format!("{file}-{version}-"), ".whl", || {
            let wanted = format!("{name}=={version}");
            let arguments = ["-m", "pip", "download", "--quiet", "--no-deps", &wanted];
            run(Command::new("python3").current_dir(&self.folder).args(arguments))
        })
    }

    /// A Python with these packages; their dependencies come from the registry as they are.
    pub(super) fn python(&self, name: &str, wheels: &[PathBuf]) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        let python = folder.join("bin/python");
        if !python.is_file() {
            run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
            run(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(wheels))?;
        }
        Ok(python)
    }

    /// The file whose name begins and goes on like this; fetched if it is not there.
    fn fetched(
        &self,
        begin: &str,
        part: &str,
        fetch: impl FnOnce() -> Result<Vec<u8>>,
    ) -> Result<PathBuf> {
        let find = || -> Result<Option<PathBuf>> {
            for entry in fs::read_dir(&self.folder)? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let is_file = entry.path().is_file();
                if is_file && name.starts_with(begin) && name.contains(part) {
                    return Ok(Some(entry.path()));
                }
            }
            Ok(None)
        };
        if let Some(found) = find()? {
            return Ok(found);
        }
        fetch()?;
        find()?.with_context(|| format!("no package {begin}…{part}… was fetched"))
    }
}

/// Output of a program; an error if it fails.
pub(super) fn run(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.success(), "{command:?} failed: {said}");
    Ok(output.stdout)
}
