//! The files that people fetch: an archive, a package for Debian, the list of what is in the program, and sums.

use super::command::{FOLDER, PLATFORM, find, run};
use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs that are wanted, and their versions that are known to do.
const CARGO_DEB: [&str; 2] = ["cargo-deb", "3.8.0"];
const CYCLONEDX: [&str; 2] = ["cargo-cyclonedx", "0.5.9"];

/// Packs a folder; the same folder gives the same bytes.
pub(super) fn archive(staged: &Path, folder: &Path) -> Result<PathBuf> {
    let name =
        staged.file_name().and_then(|name| name.to_str()).context("a folder without a name")?;
    let path = folder.join(format!("{name}.tar.gz"));
    run(Command::new("tar")
        .args(["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"])
        .args(["--use-compress-program=gzip -9n", "-cf"])
        .arg(&path)
        .arg("-C")
        .arg(folder)
        .arg(name))?;
    Ok(path)
}

/// Packs the same files for Debian, as `package.metadata.deb` of the program's manifest lists them.
pub(super) fn deb(root: &Path, folder: &Path) -> Result<PathBuf> {
    wanted(CARGO_DEB)?;
    run(Command::new("cargo")
        .args(["deb", "--package", "quandary", "--no-build", "--no-strip", "--target", PLATFORM])
        .arg("--output")
        .arg(folder)
        .env("SOURCE_DATE_EPOCH", "0")
        .current_dir(root))?;
    let mut found = fs::read_dir(folder)?.filter_map(Result::ok).map(|entry| entry.path());
    found
        .find(|path| path.extension().is_some_and(|ending| ending == "deb"))
        .context("no .deb was written")
}

/// Writes what is in the program: every library with its version, source and licence, as CycloneDX has it; no path of
/// this machine.
pub(super) fn list(root: &Path, folder: &Path) -> Result<PathBuf> {
    wanted(CYCLONEDX)?;
    let name = "quandary.cdx";
    run(Command::new("cargo")
        .args(["cyclonedx", "--format", "json", "--all-features", "--target", PLATFORM])
        .args(["--manifest-path", "crates/quandary/Cargo.toml", "--override-filename", name])
        .env("SOURCE_DATE_EPOCH", "0")
        .current_dir(root))?;
    let path = folder.join(format!("{name}.json"));
    // It is written beside the manifest of every package of the workspace, and names the folder it was made in.
    let written = root.join(format!("crates/quandary/{name}.json"));
    let text = fs::read_to_string(&written).with_context(|| written.display().to_string())?;
    fs::write(&path, text.replace(&format!("{}/", root.display()), ""))?;
    for folder in [".", "crates", "bindings"] {
        for entry in fs::read_dir(root.join(folder))?.filter_map(Result::ok) {
            let beside = entry.path().join(format!("{name}.json"));
            if beside.exists() {
                fs::remove_file(beside)?;
            }
        }
    }
    Ok(path)
}

/// Writes the sums of some files, as `sha256sum --check` reads them; returns them.
pub(super) fn sums(folder: &Path, files: &[PathBuf]) -> Result<String> {
    let mut sums = String::new();
    for path in files {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let name = path.file_name().and_then(|name| name.to_str()).context("no name")?;
        let _ = writeln!(sums, "{}  {name}", hex::encode(Sha256::digest(&bytes)));
    }
    fs::write(folder.join("SHA256SUMS"), &sums).context(FOLDER)?;
    Ok(sums)
}

/// Says how to get a program that is not there.
fn wanted([program, version]: [&str; 2]) -> Result<()> {
    ensure!(
        find(program).is_some(),
        "{program} is missing: cargo install --locked {program} --version {version}"
    );
    Ok(())
}
