//! `cargo xtask web`: the studio as a static site, built anew, and held against its sources.
//!
//! The files that a browser gets lie built ahead in `crates/studio/dist`, so that only whoever
//! changes it needs Node, the target `wasm32-unknown-unknown` and `wasm-bindgen`. Invariant: sources have one hash on any machine.

mod build;
mod linked;
mod sources;

use crate::root::root;
use anyhow::{Context, Result, bail, ensure};
use crossword::lexicon::shipped_file;
use crossword::locale::Locale;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write the studio as a static site, build it anew, or hold it against its sources
#[derive(clap::Args)]
pub(crate) struct Web {
    /// Write the site to a folder, which any file server can give away
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Build it anew from its sources: needs Node, the target wasm32-unknown-unknown, and wasm-bindgen
    #[arg(long)]
    build: bool,
    /// The command wasm-bindgen, of the version that Cargo.toml names
    #[arg(long, value_name = "FILE", default_value = "wasm-bindgen", env = "WASM_BINDGEN")]
    wasm_bindgen: PathBuf,
    /// Say whether what was built is older than its sources (a warning), or of other algorithms (an error)
    #[arg(long)]
    check: bool,
}

impl Web {
    /// Does what is asked for.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        if !self.build && !self.check && self.out.is_none() {
            bail!("nothing is asked for; give --out DIR, --build or --check");
        }
        let root = root()?;
        if self.build {
            build::build(&root, &self.wasm_bindgen)?;
        }
        if let Some(folder) = &self.out {
            // The files that were just built are not in this program yet.
            ensure!(!self.build, "give --out in a run of its own, after --build");
            site(folder)?;
        }
        if self.check { check(&root) } else { Ok(ExitCode::SUCCESS) }
    }
}

/// Writes the site that was built ahead, with the lexicons that may be handed on.
fn site(folder: &Path) -> Result<()> {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    };
    let files = studio::manifest().files;
    for name in files.keys() {
        let file = studio::file(name).with_context(|| format!("{name} is missing"))?;
        write(name, &file.bytes()?)?;
    }
    let lexicons: Vec<(Locale, &[u8])> = Locale::ALL
        .into_iter()
        .filter_map(|locale| Some((locale, shipped_file(locale).ok()?)))
        .collect();
    for (locale, bytes) in &lexicons {
        write(&format!("lexicons/{}.qlex", locale.name()), bytes)?;
    }
    println!("{}: {} files and {} lexicons", folder.display(), files.len(), lexicons.len());
    Ok(())
}

/// Holds what was built ahead against its sources and the algorithms of this program.
fn check(root: &Path) -> Result<ExitCode> {
    let manifest = studio::manifest();
    for (name, hash) in &manifest.files {
        let bytes = studio::file(name).with_context(|| format!("{name} is missing"))?.bytes()?;
        let now = sources::hash(&bytes);
        ensure!(now == *hash, "{name} is not what the manifest says; run cargo xtask web --build");
    }
    let algorithms = build::algorithms();
    if manifest.algorithms != algorithms {
        eprintln!(
            "the studio was built with {}, and this is {}; run cargo xtask web --build",
            manifest.algorithms.join(", "),
            algorithms.join(", ")
        );
        return Ok(ExitCode::FAILURE);
    }
    if manifest.sources != sources::sources(root)? {
        eprintln!(
            "warning: the studio is older than its sources; cargo xtask web --build renews it"
        );
    }
    println!("{} files of the studio, of {}", manifest.files.len(), algorithms.join(", "));
    Ok(ExitCode::SUCCESS)
}
