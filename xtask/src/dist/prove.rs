//! The proof of what was packed: it is unpacked in a bare root of Debian, in which there is no Rust, and used there.

use super::command::{find, output, run};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The release of Debian, and what is not needed of it.
const RELEASE: &str = "bookworm";
/// The commands that are used, by the shell of the root; what each prints is to be found in it.
const USED: [(&str, &str); 4] = [
    ("quandary dungeon --rooms 8 --seed 1 --format json -o d.json && echo made", "made"),
    ("quandary check d.json", "unlosable"),
    ("quandary riddle --locale en_US --seed 1 --format json", "\"board\""),
    ("quandary licenses", "Lexicons that come with the program"),
];
/// How often the service is asked whether it is well, and how long it is waited between.
const TRIES: usize = 50;
const PAUSE: Duration = Duration::from_millis(200);

/// Proves the archive and the package, each in a root of its own.
pub(super) fn prove(folder: &Path, archive: &Path, deb: &Path) -> Result<()> {
    ensure!(find("debootstrap").is_some(), "debootstrap is missing: apt-get install debootstrap");
    for (name, file) in [("of-archive", archive), ("of-deb", deb)] {
        let root = folder.join(name);
        let mut make = Command::new("debootstrap");
        make.args(["--variant=minbase", RELEASE]).arg(&root).stdout(Stdio::null());
        run(&mut make)?;
        let packed = file.file_name().context("no name")?;
        fs::copy(file, root.join("tmp").join(packed))?;
        let install = match name {
            "of-archive" => {
                "tar -xzf /tmp/quandary-*.tar.gz -C /opt && cp -r /opt/quandary-*/* /usr/"
            }
            _ => "dpkg -i /tmp/quandary_*.deb",
        };
        inside(&root, install)?;
        let rust = inside(&root, "command -v cargo rustc || echo none")?;
        ensure!(rust.trim() == "none", "there is Rust in {name}: {rust}");
        for (command, wanted) in USED {
            let said = inside(&root, command)?;
            ensure!(said.contains(wanted), "{name}: {command}: {said}");
        }
        serve(&root).with_context(|| format!("{name}: quandary serve"))?;
        println!("{name}: dungeon, check, riddle, licenses and serve work without Rust");
        fs::remove_dir_all(&root)?;
    }
    Ok(())
}

/// What a command prints inside a root.
fn inside(root: &Path, command: &str) -> Result<String> {
    output(Command::new("chroot").arg(root).args(["sh", "-c", &format!("cd /tmp && {command}")]))
}

/// Starts the service inside a root, asks it whether it is well, and ends it.
fn serve(root: &Path) -> Result<()> {
    const ADDRESS: &str = "127.0.0.1:18080";
    let command = format!("cd /tmp && exec quandary serve --listen {ADDRESS}");
    let mut service = Command::new("chroot")
        .arg(root)
        .args(["sh", "-c", &command])
        .stderr(Stdio::null())
        .spawn()?;
    let health = format!("quandary serve --listen {ADDRESS} --health");
    let is_well = (0..TRIES).any(|_| {
        sleep(PAUSE);
        inside(root, &health).is_ok()
    });
    run(Command::new("kill").arg(service.id().to_string()))?;
    let status = service.wait()?;
    ensure!(is_well, "it did not say that it is well");
    ensure!(status.success(), "it ended with {status}");
    Ok(())
}
