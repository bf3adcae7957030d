//! `cargo xtask dist`: what people without Rust install.
//!
//! A static program for 64-bit Linux, as `.tar.gz` and as `.deb`, each with the manual, completions, the unit for
//! systemd and its configuration; a list of what is in it (SBOM); SHA-256 sums. `--prove` unpacks both in a bare root of
//! Debian without Rust, and has the program make, judge and serve there.

mod command;
mod pack;
mod prove;
mod stage;

use crate::root::root;
use anyhow::{Context, Result, ensure};
use command::{FOLDER, PLATFORM, find, output, run};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

/// Make what people without Rust install: a static program as .tar.gz and .deb, a list of what is in it, and sums
#[derive(clap::Args)]
pub(crate) struct Dist {
    /// Unpack both in a bare root made by debootstrap, and use the program there; wants root's rights
    #[arg(long)]
    prove: bool,
}

impl Dist {
    /// Makes all files, and proves them if that is asked for.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let root = root()?;
        let folder = root.join(FOLDER);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
        }
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let program = build(&root)?;
        let staged = stage::stage(&root, &program, &folder)?;
        let files = [
            pack::archive(&staged, &folder)?,
            pack::deb(&root, &folder)?,
            pack::list(&root, &folder)?,
        ];
        let sums = pack::sums(&folder, &files)?;
        print!("{sums}");
        println!("{} bytes of program, in {FOLDER}", fs::metadata(&program)?.len());
        if self.prove {
            prove::prove(&folder, &files[0], &files[1])?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Builds the program, and returns its path.
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
