//! `cargo xtask dist`: packages for users without Rust.
//!
//! A static program for 64-bit Linux, as `.tar.gz` and `.deb`, each with the manual, shell completions, the systemd
//! unit and its configuration; a bill of materials (SBOM); SHA-256 sums. `--prove` unpacks both in a bare Debian root
//! without Rust, and tests there that the program generates, verifies and serves.

use crate::root::{output, root, run};
use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Build packages for users without Rust: a static program as .tar.gz and .deb, an SBOM, and checksums
#[derive(clap::Args)]
pub(crate) struct Dist {
    /// Unpack both in a bare root made by debootstrap, and test the program there; requires root
    #[arg(long)]
    prove: bool,
}

impl Dist {
    /// Builds all files, and tests them if requested.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let root = root()?;
        let folder = root.join(FOLDER);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
        }
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let program = build(&root)?;
        let staged = stage(&root, &program, &folder)?;
        let files = [archive(&staged, &folder)?, deb(&root, &folder)?, list(&root, &folder)?];
        let sums = sums(&folder, &files)?;
        print!("{sums}");
        println!("{} bytes of program, in {FOLDER}", fs::metadata(&program)?.len());
        if self.prove {
            prove(&folder, &files[0], &files[1])?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Builds the program. Returns its path.
fn build(root: &Path) -> Result<PathBuf> {
    let known =
        output(Command::new("rustc").args(["--print", "target-libdir", "--target", PLATFORM]))?;
    ensure!(
        Path::new(known.trim()).exists(),
        "the standard library for {PLATFORM} is missing: rustup target add {PLATFORM}"
    );
    ensure!(
        find("musl-gcc").is_some(),
        "musl-gcc is missing, which compiles what is written in C: apt-get install musl-tools"
    );
    let words =
        ["build", "--profile", "dist", "--locked", "--package", "quandary", "--all-features"];
    run(Command::new("cargo")
        .args(words)
        .args(["--target", PLATFORM])
        .env("CC_x86_64_unknown_linux_musl", "musl-gcc")
        .current_dir(root))?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join(PLATFORM).join("dist/quandary"))
}

/// The target: any Linux, since the program is static.
const PLATFORM: &str = "x86_64-unknown-linux-musl";
/// The output folder, relative to the root.
const FOLDER: &str = "target/shipped";

/// The path of a program, if installed.
fn find(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// The required tools with tested versions.
const CARGO_DEB: [&str; 2] = ["cargo-deb", "3.8.0"];
const CYCLONEDX: [&str; 2] = ["cargo-cyclonedx", "0.5.9"];

/// Packs a folder, reproducibly.
fn archive(staged: &Path, folder: &Path) -> Result<PathBuf> {
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

/// Packs the files listed in `package.metadata.deb` of the program's manifest for Debian.
fn deb(root: &Path, folder: &Path) -> Result<PathBuf> {
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

/// Writes the SBOM: every library with its version, source and licence, in CycloneDX format, without paths of this
/// machine.
fn list(root: &Path, folder: &Path) -> Result<PathBuf> {
    wanted(CYCLONEDX)?;
    let name = "quandary.cdx";
    run(Command::new("cargo")
        .args(["cyclonedx", "--format", "json", "--all-features", "--target", PLATFORM])
        .args(["--manifest-path", "crates/quandary/Cargo.toml", "--override-filename", name])
        .env("SOURCE_DATE_EPOCH", "0")
        .current_dir(root))?;
    let path = folder.join(format!("{name}.json"));
    // The tool writes one beside the manifest of every package of the workspace, with the path of the folder.
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

/// Writes the checksums of files, for `sha256sum --check`. Returns them.
fn sums(folder: &Path, files: &[PathBuf]) -> Result<String> {
    let mut sums = String::new();
    for path in files {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let name = path.file_name().and_then(|name| name.to_str()).context("no name")?;
        let _ = writeln!(sums, "{}  {name}", hex::encode(Sha256::digest(&bytes)));
    }
    fs::write(folder.join("SHA256SUMS"), &sums).context(FOLDER)?;
    Ok(sums)
}

/// The error of a missing tool, with the command to install it.
fn wanted([program, version]: [&str; 2]) -> Result<()> {
    ensure!(
        find(program).is_some(),
        "{program} is missing: cargo install --locked {program} --version {version}"
    );
    Ok(())
}

/// The release of Debian, and what is not needed of it.
const RELEASE: &str = "bookworm";
/// The commands that are used, by the shell of the root; what each prints is to be found in it.
const USED: [(&str, &str); 4] = [
    ("quandary dungeon --rooms 8 --seed 1 --format json -o d.json && echo made", "made"),
    ("quandary check d.json", "unlosable"),
    ("quandary riddle --locale en_US --seed 1 --format json", "\"board\""),
    ("quandary licenses", "Lexicons that come with the program"),
];
/// Number of health checks of the service, and the time between them.
const TRIES: usize = 50;
const PAUSE: Duration = Duration::from_millis(200);

/// Tests the archive and the package, each in its own root.
fn prove(folder: &Path, archive: &Path, deb: &Path) -> Result<()> {
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

/// The output of a command inside a root.
fn inside(root: &Path, command: &str) -> Result<String> {
    output(Command::new("chroot").arg(root).args(["sh", "-c", &format!("cd /tmp && {command}")]))
}

/// Starts the service inside a root, checks its health, and ends it.
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

/// The shells with completions, and the path of each.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/quandary"),
    ("zsh", "share/zsh/vendor-completions/_quandary"),
    ("fish", "share/fish/vendor_completions.d/quandary.fish"),
];
/// The files packed unchanged: the path in the workspace, and the path in the folder.
const COPIED: [(&str, &str); 4] = [
    ("deploy/quandary.toml", "etc/quandary/quandary.toml"),
    ("LICENSE-MIT", "share/doc/quandary/LICENSE-MIT"),
    ("LICENSE-APACHE", "share/doc/quandary/LICENSE-APACHE"),
    ("CHANGELOG.md", "share/doc/quandary/CHANGELOG.md"),
];
/// The systemd unit: its path of the program, and the path in packages.
const UNIT: [&str; 2] = ["deploy/quandary.service", "lib/systemd/system/quandary.service"];
const OF_UNIT: [&str; 2] = ["/usr/local/bin/quandary", "/usr/bin/quandary"];

/// Collects all files in a folder named by the version. Returns it. `root` beside it is a link to the same folder, used
/// by the package's list of files.
fn stage(root: &Path, program: &Path, folder: &Path) -> Result<PathBuf> {
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

/// Writes a file and creates its folder.
fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(path, bytes).with_context(|| path.display().to_string())
}
