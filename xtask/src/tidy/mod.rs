//! `cargo xtask tidy`: the project's rules that neither the compiler nor clippy can check.
//!
//! The rules: permitted dependencies ([`imports`]), no circular imports between files ([`circles`]), and for each file
//! its first line, its name, and a reason for `unsafe`.

mod imports;
pub(crate) mod modules;
mod circles;

use crate::root::root;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Words in file names that do not describe the content.
const EMPTY_WORDS: [&str; 6] = ["util", "utils", "helper", "helpers", "manager", "managers"];
/// The words in the header of a file that may contain `unsafe`.
const UNSAFE_KERNEL: &str = "Unsafe kernel";
/// The lint that such a file allows; in two parts, or else the check would match this file.
const UNSAFE_LINT: &str = concat!("unsafe", "_code");

/// Check the project's rules that neither the compiler nor clippy can check
#[derive(clap::Args)]
pub(crate) struct Tidy {}

impl Tidy {
    /// Checks the whole workspace and lists every finding.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let root = root()?;
        let mut findings = imports::check(&read(&root, "Cargo.toml")?, &manifests(&root)?);
        let sources = sources(&root)?;
        findings.extend(sources.iter().flat_map(|(path, text)| of_file(path, text)));
        let is_root =
            |path: &&String| ["/src/lib.rs", "/src/main.rs"].iter().any(|end| path.ends_with(end));
        let roots = sources.keys().filter(is_root);
        findings.extend(roots.flat_map(|root| circles::check(root, &sources)));
        findings.sort();
        findings.dedup();
        findings.iter().for_each(|finding| println!("{finding}"));
        println!("tidy: {} files, {} findings", sources.len(), findings.len());
        Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// The findings of one Rust file.
fn of_file(path: &str, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let header = text.lines().take_while(|line| line.starts_with("//!"));
    let header = header.collect::<Vec<_>>().join("\n");
    if header.is_empty() {
        findings.push(format!("{path}:1: the file does not open with `//!`"));
    }
    let mut words = path.trim_end_matches(".rs").split(['/', '_', '-']);
    if let Some(word) = words.find(|word| EMPTY_WORDS.contains(word)) {
        findings.push(format!("{path}:1: a module is named after what it holds, not `{word}`"));
    }
    // The workspace denies `unsafe`, so only files that allow it contain any.
    if text.contains(UNSAFE_LINT) && !header.contains(UNSAFE_KERNEL) {
        findings.push(format!(
            "{path}:1: `unsafe` is allowed, and the header has no `{UNSAFE_KERNEL}`"
        ));
    }
    findings
}

/// The texts of all Rust files by path.
fn sources(root: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for folder in ["crates", "bindings", "dev", "xtask"] {
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
/// The text of a file of the workspace. A missing file counts as empty, which causes a finding.
fn read(root: &Path, path: &str) -> Result<String> {
    let path = root.join(path);
    if !path.exists() {
        return Ok(String::new());
    }
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// The folders of all packages, each with the text of its manifest.
fn manifests(root: &Path) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for beside in [imports::WEB, imports::PYTHON, imports::TESTING, imports::REFEREE] {
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

/// All files below a folder, sorted by name; without hidden files and `target`.
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

/// The entries of a folder, sorted by name; none if the folder does not exist.
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

/// The path relative to `root`, with `/` as separator on every system.
fn relative(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::{UNSAFE_LINT, of_file};

    fn check(path: &str, text: &str, expect: &[&str]) {
        assert_eq!(of_file(path, text), expect, "{path} {text}");
    }

    #[test]
    fn a_file_opens_with_its_header() {
        check("a.rs", "//! What it is.\n", &[]);
        check("a.rs", "// x\n//! y\n", &["a.rs:1: the file does not open with `//!`"]);
    }

    #[test]
    fn a_module_is_named_after_what_it_holds() {
        check("a/src/utilise.rs", "//! x", &[]);
        let complaint =
            "a/key_helpers/b.rs:1: a module is named after what it holds, not `helpers`";
        check("a/key_helpers/b.rs", "//! x", &[complaint]);
    }

    #[test]
    fn unsafe_stays_in_its_kernel() {
        let allowed = format!("#![allow({UNSAFE_LINT})]\n");
        check("a.rs", &format!("//! Unsafe kernel: proof\n{allowed}"), &[]);
        let complaint = "a.rs:1: `unsafe` is allowed, and the header has no `Unsafe kernel`";
        check("a.rs", &format!("//! x\n{allowed}"), &[complaint]);
    }
}
