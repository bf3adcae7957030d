//! What a module of the studio is linked of: crates of the workspace, and versions of all others.
//!
//! A manifest counts by the tables that decide what is built, and the lock by the packages that are reached: a module is not
//! older because something else of the workspace has a newer version. Invariant: a new crate below the modules is found here by itself.

use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use toml::{Table, Value};

/// The crate of the modules, by its folder.
const MODULES: &str = "bindings/web";
/// Profiles of the root's manifest that the modules are built with.
const PROFILES: [&str; 2] = ["release", "web"];

/// What the modules are linked of.
pub(super) struct Linked {
    /// Folders of crates of the workspace, below the root.
    pub(super) folders: BTreeSet<String>,
    /// Lines that differ where something else is built: tables of manifests, and versions.
    pub(super) lines: Vec<String>,
}

/// Reads a file of TOML below the root.
fn table(root: &Path, name: &str) -> Result<Table> {
    let text =
        fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"))?;
    text.parse().with_context(|| format!("{name} is no TOML"))
}

/// The table of a name within another; an empty one where there is none.
fn part(of: &Table, name: &str) -> Table {
    of.get(name).and_then(Value::as_table).cloned().unwrap_or_default()
}

/// All that the modules are linked of.
///
/// # Errors
/// When a manifest or the lock cannot be read, or names what is not there.
pub(super) fn linked(root: &Path) -> Result<Linked> {
    let whole = table(root, "Cargo.toml")?;
    let shared = part(&part(&whole, "workspace"), "dependencies");
    let mut linked = Linked { folders: BTreeSet::new(), lines: Vec::new() };
    for profile in PROFILES {
        let text = json(&part(&part(&whole, "profile"), profile))?;
        linked.lines.push(format!("profile {profile} {text}"));
    }
    let mut others = BTreeSet::new();
    let mut waiting = vec![MODULES.to_owned()];
    while let Some(folder) = waiting.pop() {
        if !linked.folders.insert(folder.clone()) {
            continue;
        }
        let manifest = table(root, &format!("{folder}/Cargo.toml"))?;
        linked.lines.push(told(&folder, &manifest)?);
        for (name, asked) in wanted(&folder, &manifest) {
            let meant = match is_shared(&asked) {
                true => shared.get(&name).with_context(|| {
                    format!("{folder}/Cargo.toml names {name}, which Cargo.toml has not")
                })?,
                false => &asked,
            };
            linked.lines.push(format!("dependency {name} {}", json(meant)?));
            match meant.get("path").and_then(Value::as_str) {
                Some(path) => waiting.push(path.to_owned()),
                None => {
                    let package = meant.get("package").and_then(Value::as_str);
                    others.insert(package.unwrap_or(&name).to_owned());
                }
            }
        }
    }
    linked.lines.extend(versions(&table(root, "Cargo.lock")?, others)?);
    linked.lines.sort();
    linked.lines.dedup();
    Ok(linked)
}

/// A value as a text, which is the same on any machine.
fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).context("a manifest has a value that is no JSON")
}

/// The tables of a manifest that decide what is built.
fn told(folder: &str, manifest: &Table) -> Result<String> {
    let [lib, features] = ["lib", "features"].map(|name| json(&part(manifest, name)));
    Ok(format!("crate {folder} {} {}", lib?, features?))
}

fn is_shared(asked: &Value) -> bool {
    asked.get("workspace").and_then(Value::as_bool) == Some(true)
}

/// The dependencies that are linked: all of the modules' own, and of other crates those that are not optional.
fn wanted(folder: &str, manifest: &Table) -> Vec<(String, Value)> {
    let is_optional = |asked: &Value| asked.get("optional").and_then(Value::as_bool) == Some(true);
    let mut all: Vec<(String, Value)> = part(manifest, "dependencies").into_iter().collect();
    if folder == MODULES {
        // Its tables by target are those of a browser.
        let targets = part(manifest, "target").into_iter();
        let tables = targets.filter_map(|(_, table)| Some(part(table.as_table()?, "dependencies")));
        all.extend(tables.flatten());
        return all;
    }
    all.retain(|(_, asked)| !is_optional(asked));
    all
}

/// The packages that are reached from some by the lock, with their versions and checksums.
fn versions(lock: &Table, first: BTreeSet<String>) -> Result<Vec<String>> {
    let packages = lock.get("package").and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |package: &Value, name: &str| {
        package.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let mut by_name: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for package in &packages {
        by_name.entry(text(package, "name")).or_default().push(package);
    }
    let mut lines = BTreeSet::new();
    let mut waiting: Vec<String> = first.into_iter().collect();
    while let Some(asked) = waiting.pop() {
        // A name alone, or with a version where there are several.
        let mut words = asked.split(' ');
        let (name, version) = (words.next().unwrap_or_default(), words.next());
        let Some(found) = by_name.get(name) else {
            bail!("Cargo.lock has no {asked}; run cargo build");
        };
        for package in found {
            let is_meant = version.is_none_or(|version| text(package, "version") == version);
            let line = format!("{name} {} {}", text(package, "version"), text(package, "checksum"));
            if is_meant && lines.insert(line) {
                let below = package.get("dependencies").and_then(Value::as_array);
                let below = below.into_iter().flatten().filter_map(Value::as_str);
                waiting.extend(below.map(str::to_owned));
            }
        }
    }
    Ok(lines.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, name: &str, text: &str) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn lock(zip: &str, other: &str) -> String {
        format!(
            "[[package]]\nname = \"zip\"\nversion = \"{zip}\"\ndependencies = [\"deep 1.0.0\"]\n\
             [[package]]\nname = \"deep\"\nversion = \"1.0.0\"\n[[package]]\nname = \"deep\"\nversion = \"2.0.0\"\n\
             [[package]]\nname = \"other\"\nversion = \"{other}\"\n"
        )
    }

    #[test]
    fn what_is_linked_counts_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        write(
            root,
            "Cargo.toml",
            "[workspace.dependencies]\na = { path = \"crates/a\" }\nzip = \"1\"\nother = \"1\"\n[profile.web]\nlto = \"fat\"\n",
        );
        write(root, "bindings/web/Cargo.toml", "[dependencies]\na.workspace = true\n");
        write(
            root,
            "crates/a/Cargo.toml",
            "[dependencies]\nzip.workspace = true\nother = { workspace = true, optional = true }\n",
        );
        let told = |text: &str| {
            write(root, "Cargo.lock", text);
            linked(root).unwrap()
        };
        let first = told(&lock("1.0.0", "1.0.0"));
        assert_eq!(first.folders.iter().collect::<Vec<_>>(), ["bindings/web", "crates/a"]);
        assert!(first.lines.iter().any(|line| line.starts_with("deep 1.0.0")));
        assert!(!first.lines.iter().any(|line| line.starts_with("deep 2.0.0")));
        assert_eq!(
            first.lines,
            told(&lock("1.0.0", "1.0.1")).lines,
            "an optional one is not linked"
        );
        assert_ne!(first.lines, told(&lock("1.0.1", "1.0.0")).lines);
    }

    #[test]
    fn the_modules_have_the_writers_of_engines_and_no_service() {
        let folders = linked(&crate::root::root().unwrap()).unwrap().folders;
        for wanted in ["crates/formats", "crates/draw", "crates/crossword"] {
            assert!(folders.contains(wanted), "{wanted} is not in {folders:?}");
        }
        assert!(!folders.contains("crates/service"));
    }
}
