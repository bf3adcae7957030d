//! `cargo xtask tidy`: the house rules that a program can hold.
//!
//! Each file of this folder holds one kind of rule, as a pure function from text to findings; what
//! is here only reads the files of the workspace and hands them over.

mod finding;
mod scan;
mod imports;
mod phases;
mod source;
mod names;
mod settings;
mod modules;
mod circles;
mod dependencies;
mod figures;

use crate::root::root;
use anyhow::{Context, Result};
use figures::Figures;
use finding::Finding;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Check the house rules that a program can hold
#[derive(clap::Args)]
pub(crate) struct Tidy {}

impl Tidy {
    /// Checks the whole workspace and lists every finding.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let (mut findings, figures) = workspace(&root()?)?;
        findings.sort();
        for finding in &findings {
            println!("{finding}");
        }
        println!("{figures}");
        if findings.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!("{} findings", findings.len());
        Ok(ExitCode::FAILURE)
    }
}

/// Every finding of the workspace, and its figures.
fn workspace(root: &Path) -> Result<(Vec<Finding>, Figures)> {
    let manifest = read(root, "Cargo.toml")?;
    let mut findings = imports::check(&manifest, &manifests(root)?);
    findings.extend(phases::check(&read(root, phases::PAGE)?, &read(root, phases::CODE)?));
    findings.extend(settings::rustfmt(&read(root, "rustfmt.toml")?));
    let sources = sources(root)?;
    for (path, text) in &sources {
        findings.extend(names::source(path));
        findings.extend(source::check(path, text));
    }
    let program = read(root, dependencies::MANIFEST)?;
    findings.extend(dependencies::check(&manifest, &program, &sources));
    let circles = circles(&sources);
    let mut figures = Figures::default();
    for (path, text) in sources.iter().filter(|(path, _)| source::is_under_src(path)) {
        figures.count(path, text);
    }
    figures.circles = circles.len();
    findings.extend(circles);
    Ok((findings, figures))
}

/// The texts of all Rust files, by path.
fn sources(root: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for folder in ["crates", "bindings", "dev", "audit", "xtask", "tests", "benches"] {
        for path in files(&root.join(folder))? {
            let path = relative(root, &path);
            if path.ends_with(".rs") {
                let text = read(root, &path)?;
                found.insert(path, text);
            }
        }
    }
    Ok(found)
}

/// The circles of imports of every crate.
fn circles(sources: &BTreeMap<String, String>) -> Vec<Finding> {
    let is_root = |path: &&String| path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs");
    let mut found: Vec<_> =
        sources.keys().filter(is_root).flat_map(|root| circles::check(root, sources)).collect();
    found.sort();
    found.dedup();
    found
}

/// The text of a file of the workspace; a file that is not there is empty, and found wanting.
fn read(root: &Path, path: &str) -> Result<String> {
    let path = root.join(path);
    if !path.exists() {
        return Ok(String::new());
    }
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// The folders below `crates/` and those beside it, each with the text of its manifest.
fn manifests(root: &Path) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for beside in
        [imports::OUTSIDE, imports::WEB, imports::PYTHON, imports::TESTING, imports::REFEREE]
    {
        found.push((beside.to_owned(), read(root, &format!("{beside}/Cargo.toml"))?));
    }
    for path in entries(&root.join("crates"))? {
        if path.is_dir() {
            let name = relative(&root.join("crates"), &path);
            let manifest = read(&path, "Cargo.toml")?;
            found.push((name, manifest));
        }
    }
    Ok(found)
}

/// Every file below a folder, in the order of names; hidden ones and `target` are left out.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// Entries of a folder in the order of names; none when there is no such folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?
    {
        let entry = entry?;
        let name = entry.file_name();
        if name != "target" && !name.to_string_lossy().starts_with('.') {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// A path below `root`, with `/` between its parts on every system.
fn relative(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}
