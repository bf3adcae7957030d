//! `cargo xtask web`: writes the studio as a static site, rebuilds it, or compares it with its sources.
//!
//! The prebuilt files are in `crates/studio/dist`, so only changes to them require Node, the target
//! `wasm32-unknown-unknown` and `wasm-bindgen`. Invariant: the hash of the sources is the same on every machine.

use crate::root::{output, root, run};
use anyhow::{Context, Result, bail, ensure};
use crossword::lexicon::shipped_file;
use crossword::locale::Locale;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use toml::Table;

/// Write the studio as a static site, rebuild it, or compare it with its sources
#[derive(clap::Args)]
pub(crate) struct Web {
    /// Write the site to a folder, for any file server
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Rebuild it from its sources; requires Node, the target wasm32-unknown-unknown, and wasm-bindgen
    #[arg(long)]
    build: bool,
    /// The command wasm-bindgen, in the version of Cargo.toml
    #[arg(long, value_name = "FILE", default_value = "wasm-bindgen", env = "WASM_BINDGEN")]
    wasm_bindgen: PathBuf,
    /// Check whether the built site is older than its sources (a warning), or has other algorithms (an error)
    #[arg(long)]
    check: bool,
}

impl Web {
    /// Runs the task.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        if !self.build && !self.check && self.out.is_none() {
            bail!("nothing is asked for; give --out DIR, --build or --check");
        }
        let root = root()?;
        if self.build {
            build(&root, &self.wasm_bindgen)?;
        }
        if let Some(folder) = &self.out {
            // This program does not contain the newly built files yet.
            ensure!(!self.build, "give --out in a run of its own, after --build");
            site(folder)?;
        }
        if self.check { check(&root) } else { Ok(ExitCode::SUCCESS) }
    }
}

/// Writes the prebuilt site, with the lexicons that may be redistributed.
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

/// Compares the prebuilt site with its sources and with the algorithms of this program.
fn check(root: &Path) -> Result<ExitCode> {
    let manifest = studio::manifest();
    for (name, wanted) in &manifest.files {
        let bytes = studio::file(name).with_context(|| format!("{name} is missing"))?.bytes()?;
        let now = hash(&bytes);
        ensure!(
            now == *wanted,
            "{name} is not what the manifest says; run cargo xtask web --build"
        );
    }
    let algorithms = algorithms();
    if manifest.algorithms != algorithms {
        eprintln!(
            "the studio was built with {}, and this is {}; run cargo xtask web --build",
            manifest.algorithms.join(", "),
            algorithms.join(", ")
        );
        return Ok(ExitCode::FAILURE);
    }
    if manifest.sources != sources(root)? {
        eprintln!(
            "warning: the studio is older than its sources; cargo xtask web --build renews it"
        );
    }
    println!("{} files of the studio, of {}", manifest.files.len(), algorithms.join(", "));
    Ok(ExitCode::SUCCESS)
}

/// The modules: features of `quandary-web`, and names of the bindings.
const MODULES: [&str; 2] = ["levels", "words"];
/// Stack size of a module in bytes; the same as for search threads.
const STACK: usize = 8 << 20;
const TARGET: &str = "wasm32-unknown-unknown";

/// The versions of the built-in algorithms.
fn algorithms() -> Vec<String> {
    let riddle = crossword::riddle::ALGORITHM;
    vec![dungeon::json::dungeon::ALGORITHM.to_owned(), riddle.to_owned()]
}

/// Builds the site into `crates/studio/dist`.
fn build(root: &Path, wasm_bindgen: &Path) -> Result<()> {
    let web = root.join("web");
    if !web.join("node_modules").is_dir() {
        run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&web))?;
    }
    for name in MODULES {
        module(root, wasm_bindgen, name)?;
    }
    let npx = |arguments: &[&str]| run(Command::new("npx").args(arguments).current_dir(&web));
    npx(&["svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"])?;
    npx(&["vite", "build", "--outDir", ".build/site", "--emptyOutDir"])?;
    let mut pack = Command::new("node");
    pack.args(["pack.mjs", ".build/site", "../crates/studio/dist"]);
    run(pack.arg(sources(root)?).args(algorithms()).current_dir(&web))
}

/// Builds one module with its bindings. `wasm-opt` would reduce its size, but increase its compressed size.
fn module(root: &Path, wasm_bindgen: &Path, name: &str) -> Result<()> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let home = env::var("CARGO_HOME")
        .or_else(|_| env::var("HOME").map(|home| format!("{home}/.cargo")))
        .unwrap_or_default();
    // Keeps paths of this machine out of the module.
    let flags = format!(
        "-C link-arg=-zstack-size={STACK} --remap-path-prefix={home}=/cargo --remap-path-prefix={}=/quandary",
        root.display()
    );
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--profile", "web", "--locked", "-p", "quandary-web", "--lib"]);
    cargo.args(["--target", TARGET, "--no-default-features", "--features", name]);
    run(cargo.env("RUSTFLAGS", flags).current_dir(root))?;
    let folder = root.join("web/.build").join(name);
    let built = target.join(TARGET).join("web/quandary_web.wasm");
    let mut bind = Command::new(wasm_bindgen);
    bind.args(["--target", "web", "--out-name", name, "--out-dir"]).arg(&folder).arg(&built);
    run(&mut bind)
}

/// The profiles of the root manifest that affect the modules.
const PROFILES: [&str; 2] = ["release", "web"];
/// The arguments for the dependencies of the modules: all features, for the browser, without build and test
/// dependencies.
const TREE: [&str; 15] = [
    "tree",
    "--locked",
    "--package",
    "quandary-web",
    "--no-default-features",
    "--features",
    "levels,words",
    "--target",
    "wasm32-unknown-unknown",
    "--edges",
    "normal",
    "--prefix",
    "none",
    "--format",
    "{p} {f}",
];

/// The inputs of the modules.
struct Linked {
    /// Folders of workspace crates, relative to the root.
    folders: BTreeSet<String>,
    /// Lines that affect the build: profiles, and versions and features of crates.
    lines: BTreeSet<String>,
}

/// Determines the inputs of the modules.
///
/// # Errors
/// Cargo fails, or the root manifest cannot be read.
fn linked(root: &Path) -> Result<Linked> {
    let told = output(Command::new("cargo").args(TREE).current_dir(root))?;
    let mut linked = read(&told, &root.display().to_string());
    let manifest: Table = fs::read_to_string(root.join("Cargo.toml"))?.parse()?;
    for name in PROFILES {
        let profile = manifest.get("profile").and_then(|profiles| profiles.get(name));
        linked.lines.insert(format!("profile {name} {}", serde_json::to_string(&profile)?));
    }
    Ok(linked)
}

/// Parses lines of a name, a version, the folder of a workspace crate in brackets, and features. Removes paths of this
/// machine and the mark of a repeated crate.
fn read(tree: &str, root: &str) -> Linked {
    let mut linked = Linked { folders: BTreeSet::new(), lines: BTreeSet::new() };
    for line in tree.lines().map(|line| line.trim_end_matches(" (*)")) {
        let line = line.replace(&format!("({root}/"), "(");
        let in_brackets = line.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        if let Some((folder, _)) = in_brackets.filter(|(what, _)| *what != "proc-macro") {
            linked.folders.insert(folder.to_owned());
        }
        linked.lines.insert(line);
    }
    linked
}

/// Folders and files of the pages that affect the build, relative to the root.
const PAGES: [&str; 9] = [
    "web/index.html",
    "web/pack.mjs",
    "web/package-lock.json",
    "web/package.json",
    "web/public",
    "web/src",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/vite.config.ts",
];

/// The hash of bytes in hexadecimal.
fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// The hash of all sources: the linked inputs, and the names and contents of all files, sorted by name.
fn sources(root: &Path) -> Result<String> {
    hash_of(root, &linked(root)?)
}

fn hash_of(root: &Path, linked: &Linked) -> Result<String> {
    let mut files = Vec::new();
    for source in PAGES {
        collect(&root.join(source), &mut files)?;
    }
    for folder in &linked.folders {
        // Every crate has sources, and some also have data.
        let parts = ["src", "data"].map(|part| root.join(folder).join(part));
        for part in parts.iter().filter(|part| part.is_dir()) {
            collect(part, &mut files)?;
        }
    }
    let mut sum = Sha256::new();
    for line in &linked.lines {
        sum.update(format!("{line}\n"));
    }
    let mut named: Vec<(String, PathBuf)> =
        files.into_iter().map(|file| (name(root, &file), file)).collect();
    named.sort();
    for (name, file) in named {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        sum.update(format!("{name}\n{}\n", hash(&bytes)));
    }
    Ok(hex::encode(sum.finalize()))
}

/// The files at or below a path, except tests, which do not affect the build.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_file() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let entries = fs::read_dir(path).with_context(|| format!("cannot list {}", path.display()))?;
    for entry in entries {
        let path = entry?.path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        // The page loads lexicons separately.
        if !is_test && path.extension().is_none_or(|ending| ending != "qlex") {
            collect(&path, files)?;
        }
    }
    Ok(())
}

/// The path relative to the root, with `/` as separator on every system.
fn name(root: &Path, file: &Path) -> String {
    let below = file.strip_prefix(root).unwrap_or(file);
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_the_workspace_are_folders() {
        let tree = "web v0.1.0 (/r/bindings/web) words\nlevel v0.1.0 (/r/crates/level) \n\
                    serde v1.0.0 std\nserde_derive v1.0.0 (proc-macro) \nlevel v0.1.0 (/r/crates/level)  (*)\n";
        let Linked { folders, lines } = read(tree, "/r");
        assert_eq!(folders.into_iter().collect::<Vec<_>>(), ["bindings/web", "crates/level"]);
        assert!(lines.contains("level v0.1.0 (crates/level) ") && lines.len() == 4, "{lines:?}");
    }

    #[test]
    fn the_modules_have_the_writers_of_engines_and_no_service() {
        let folders = linked(&crate::root::root().unwrap()).unwrap().folders;
        for wanted in ["crates/formats", "crates/draw", "crates/crossword"] {
            assert!(folders.contains(wanted), "{wanted} is not in {folders:?}");
        }
        assert!(!folders.contains("crates/service"));
    }

    #[test]
    fn a_hash_goes_by_names_and_contents_and_by_nothing_else() {
        let make = |text: &str| {
            let folder = tempfile::tempdir().unwrap();
            let put = |name: &str, text: &str| {
                let path = folder.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            };
            PAGES.iter().for_each(|page| put(page, "a page"));
            fs::remove_file(folder.path().join("web/src")).unwrap();
            put("web/src/a.ts", text);
            let linked = Linked {
                folders: ["crates/a".to_owned()].into(),
                lines: ["a v0.1.0 (crates/a)".to_owned()].into(),
            };
            let sources = |root: &Path| hash_of(root, &linked);
            put("crates/a/src/tests.rs", text);
            put("crates/a/data/x.qlex", text);
            let first = sources(folder.path()).unwrap();
            put("crates/a/src/tests.rs", "other");
            assert_eq!(first, sources(folder.path()).unwrap(), "a test decides nothing");
            put("crates/a/src/lib.rs", "other");
            assert_ne!(first, sources(folder.path()).unwrap(), "a crate below the modules does");
            first
        };
        assert_eq!(make("a"), make("a"));
        assert_ne!(make("a"), make("b"));
    }
}
