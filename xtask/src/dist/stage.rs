//! The folder of what is packed: the program, its manual and completions, the unit for systemd, the licences.

use super::command::{output, run};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The shells that completions are written for, and where each looks for them.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/quandary"),
    ("zsh", "share/zsh/vendor-completions/_quandary"),
    ("fish", "share/fish/vendor_completions.d/quandary.fish"),
];
/// What is packed as it is: its place in the workspace, and below the folder.
const COPIED: [(&str, &str); 4] = [
    ("deploy/quandary.toml", "etc/quandary/quandary.toml"),
    ("LICENSE-MIT", "share/doc/quandary/LICENSE-MIT"),
    ("LICENSE-APACHE", "share/doc/quandary/LICENSE-APACHE"),
    ("CHANGELOG.md", "share/doc/quandary/CHANGELOG.md"),
];
/// The unit for systemd: where it looks for the program, and where packages put that.
const UNIT: [&str; 2] = ["deploy/quandary.service", "lib/systemd/system/quandary.service"];
const OF_UNIT: [&str; 2] = ["/usr/local/bin/quandary", "/usr/bin/quandary"];

/// Lays everything into a folder named by the version; returns it. `root` beside it is the same folder by another name,
/// which the package's list of files knows.
pub(super) fn stage(root: &Path, program: &Path, folder: &Path) -> Result<PathBuf> {
    let said = output(Command::new(program).arg("--version"))?;
    let version = said.split_whitespace().nth(1).context("the program tells no version")?;
    let name = format!("quandary-{version}-linux-x86_64");
    let staged = folder.join(&name);
    put(&staged.join("bin/quandary"), &fs::read(program)?)?;
    run(Command::new("chmod").arg("755").arg(staged.join("bin/quandary")))?;
    let manual = staged.join("share/man/man1");
    fs::create_dir_all(&manual)?;
    run(Command::new(program).arg("man").arg("-o").arg(&manual))?;
    for (shell, place) in SHELLS {
        let said = output(Command::new(program).args(["completions", shell]))?;
        put(&staged.join(place), said.as_bytes())?;
    }
    for (from, to) in COPIED {
        put(&staged.join(to), &fs::read(root.join(from)).context(from)?)?;
    }
    let licences = output(Command::new(program).arg("licenses"))?;
    put(&staged.join("share/doc/quandary/licenses.txt"), licences.as_bytes())?;
    let unit = fs::read_to_string(root.join(UNIT[0])).context(UNIT[0])?;
    put(&staged.join(UNIT[1]), unit.replace(OF_UNIT[0], OF_UNIT[1]).as_bytes())?;
    std::os::unix::fs::symlink(&name, folder.join("root"))?;
    Ok(staged)
}

/// Writes a file, and makes its folder.
fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(path, bytes).with_context(|| path.display().to_string())
}
