//! `cargo xtask licenses`: the list of linked libraries and their licences, which the program prints.
//!
//! The list covers the whole program with all features, for 64-bit Linux, dynamic and static; without build and test
//! dependencies.

use crate::root::{output, root};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, ExitCode};

/// The path of the list, relative to the root.
const LIST: &str = "crates/quandary/data/licenses.txt";
/// The platforms whose libraries are listed.
const PLATFORMS: [&str; 2] = ["x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl"];

/// Write the list of the licences of all linked libraries
#[derive(clap::Args)]
pub(crate) struct Licenses {
    /// Only check whether the list matches Cargo.lock
    #[arg(long)]
    check: bool,
}

impl Licenses {
    /// Writes the list, or compares it.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let path = root()?.join(LIST);
        let list = list(&metadata()?)?;
        if self.check {
            let there = fs::read_to_string(&path).unwrap_or_default();
            ensure!(there == list, "{LIST} is not up to date; run cargo xtask licenses");
        } else {
            fs::write(&path, &list).with_context(|| path.display().to_string())?;
        }
        println!("{} libraries, in {LIST}", list.lines().count());
        Ok(ExitCode::SUCCESS)
    }
}

/// The output of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// The source; `None` for crates of the workspace.
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `dev` or `build`; `None` for a linked dependency.
    kind: Option<String>,
}

fn metadata() -> Result<Metadata> {
    let words = ["metadata", "--format-version", "1", "--locked", "--all-features"];
    let platforms = PLATFORMS.iter().flat_map(|platform| ["--filter-platform", platform]);
    let mut cargo = Command::new("cargo");
    let said = output(cargo.args(words).args(platforms).current_dir(root()?))?;
    serde_json::from_str(&said).context("cargo metadata")
}

/// A line per linked library: name, version, licence.
fn list(metadata: &Metadata) -> Result<String> {
    let packages: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package)).collect();
    let nodes: BTreeMap<&str, &Node> =
        metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let is_program = |package: &&Package| package.name == "quandary" && package.source.is_none();
    let program = metadata.packages.iter().find(is_program).context("no package quandary")?;
    let mut met: BTreeSet<&str> = BTreeSet::new();
    let mut waiting = vec![program.id.as_str()];
    while let Some(id) = waiting.pop() {
        if met.insert(id) {
            let linked =
                |dependency: &&Dependency| dependency.dep_kinds.iter().any(|of| of.kind.is_none());
            let deps = nodes.get(id).map_or(&[][..], |node| &node.deps);
            waiting.extend(deps.iter().filter(linked).map(|dependency| dependency.pkg.as_str()));
        }
    }
    let linked = met.iter().filter_map(|id| packages.get(id)).filter(|of| of.source.is_some());
    let lines: BTreeSet<(&str, &str, String)> = linked
        .map(|of| {
            let licence = of.license.as_deref().unwrap_or("none is given");
            (of.name.as_str(), of.version.as_str(), licence.replace('/', " OR "))
        })
        .collect();
    let mut list = String::new();
    for (name, version, licence) in lines {
        let _ = writeln!(list, "{name} {version}: {}", licence.replace("  ", " "));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_listed_and_nothing_else() {
        let package = |name: &str, license: &str, source: bool| {
            serde_json::json!({"id": name, "name": name, "version": "1.0.0", "license": license,
                "source": source.then_some("registry")})
        };
        let needs = |id: &str, deps: &[(&str, Option<&str>)]| {
            let deps: Vec<_> = deps
                .iter()
                .map(|(of, kind)| serde_json::json!({"pkg": of, "dep_kinds": [{"kind": kind}]}))
                .collect();
            serde_json::json!({"id": id, "deps": deps})
        };
        let told = serde_json::json!({
            "packages": [package("quandary", "MIT", false), package("ours", "MIT", false),
                package("far", "MIT/Apache-2.0", true), package("tests", "MIT", true),
                package("other", "MIT", true)],
            "resolve": {"nodes": [
                needs("quandary", &[("ours", None), ("tests", Some("dev"))]),
                needs("ours", &[("far", None)]), needs("far", &[]), needs("tests", &[]),
                needs("other", &[])]},
        });
        let metadata = serde_json::from_value(told).unwrap();
        assert_eq!(list(&metadata).unwrap(), "far 1.0.0: MIT OR Apache-2.0\n");
    }
}
