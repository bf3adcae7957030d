//! Permitted dependencies between crates: a table, checked against the manifests.
//!
//! The verifier (`level`) must not depend on the generators (`dungeon`), not even in its tests. The shared test code
//! (`testing`) and the independent verifier of printed lines (`referee`) depend on no crate of the project: the tests
//! of every crate may use them, and nothing else may.

use std::collections::BTreeMap;
use toml::{Table, Value};

/// A row of the table: a folder of `crates/`, the workspace crates it may depend on, and those that even its tests may
/// not use.
struct Row {
    folder: &'static str,
    may_import: &'static str,
    tests_must_not: &'static str,
}

impl Row {
    /// A row; the crates are separated by spaces.
    const fn new(
        folder: &'static str,
        may_import: &'static str,
        tests_must_not: &'static str,
    ) -> Self {
        Self { folder, may_import, tests_must_not }
    }
}

/// The package for browsers, outside `crates/`.
pub(super) const WEB: &str = "bindings/web";

/// The package for Python, outside `crates/`.
pub(super) const PYTHON: &str = "bindings/python";

/// The package of shared test code, outside `crates/`.
pub(super) const TESTING: &str = "dev/testing";

/// The package of the independent verifier, outside `crates/`.
pub(super) const REFEREE: &str = "dev/referee";

/// The table.
const TABLE: [Row; 20] = [
    Row::new("diagnostics", "", ""),
    Row::new("clock", "", ""),
    Row::new("studio", "", ""),
    Row::new("search", "clock diagnostics", ""),
    Row::new("level", "clock diagnostics", "dungeon"),
    Row::new("formats", "level diagnostics", "dungeon draw"),
    Row::new("dungeon", "level search diagnostics", ""),
    Row::new("lexicon-is", "", ""),
    Row::new("lexicon-pl", "", ""),
    Row::new("crossword", "search diagnostics lexicon-is lexicon-pl", ""),
    Row::new("draw", "search level dungeon formats crossword diagnostics", ""),
    Row::new("ask", "clock search level formats dungeon crossword draw diagnostics", ""),
    Row::new("corpus", "search level dungeon crossword diagnostics", ""),
    Row::new("store", "search crossword diagnostics", ""),
    Row::new(
        "service",
        "ask search level dungeon formats crossword draw store studio diagnostics",
        "",
    ),
    Row::new(WEB, "ask clock search level formats dungeon crossword draw diagnostics", ""),
    Row::new(PYTHON, "ask search level formats dungeon crossword corpus draw diagnostics", ""),
    Row::new(
        "quandary",
        "ask search level dungeon crossword draw formats corpus store service diagnostics",
        "",
    ),
    Row::new(TESTING, "", ""),
    Row::new(REFEREE, "", ""),
];

/// True if a crate is among those of a row.
fn has(words: &str, wanted: &str) -> bool {
    words.split(' ').any(|word| word == wanted)
}

/// The findings on the dependencies of crates (folder and manifest of each).
pub(super) fn check(root: &str, crates: &[(String, String)]) -> Vec<String> {
    let mut findings = Vec::new();
    let renamed = parse("Cargo.toml", root, &mut findings);
    let mut manifests = Vec::new();
    for (folder, text) in crates {
        let path = match folder.as_str() {
            WEB | PYTHON | TESTING | REFEREE => format!("{folder}/Cargo.toml"),
            _ => format!("crates/{folder}/Cargo.toml"),
        };
        let manifest = parse(&path, text, &mut findings);
        manifests.push((folder.as_str(), path, text.as_str(), manifest));
    }
    let packages: Packages<'_> =
        manifests.iter().filter_map(|(folder, _, _, m)| Some((package(m)?, *folder))).collect();
    for (folder, path, text, manifest) in &manifests {
        match TABLE.iter().find(|row| row.folder == *folder) {
            None => findings.push(format!("{path}:1: `{folder}` has no row")),
            Some(row) => {
                for (key, target, why) in broken(row, manifest, &renamed, &packages) {
                    let line = line_of(text, &key);
                    findings.push(format!("{path}:{line}: `{folder}` {why} `{target}`"));
                }
            }
        }
    }
    findings
}

/// Maps the name of a package to its folder.
type Packages<'a> = BTreeMap<String, &'a str>;

/// Parses a manifest; invalid TOML is a finding.
fn parse(path: &str, text: &str, findings: &mut Vec<String>) -> Table {
    text.parse().unwrap_or_else(|error: toml::de::Error| {
        findings.push(format!("{path}:1: {}", error.message()));
        Table::new()
    })
}

/// The package name of a manifest.
fn package(manifest: &Table) -> Option<String> {
    Some(manifest.get("package")?.get("name")?.as_str()?.to_owned())
}

/// The dependencies that violate a row: the key, its crate, and the fault.
fn broken<'a>(
    row: &Row,
    manifest: &Table,
    renamed: &Table,
    packages: &Packages<'a>,
) -> Vec<(String, &'a str, &'static str)> {
    let mut found = Vec::new();
    for (kind, key, value) in dependencies(manifest) {
        let Some(&target) = packages.get(&package_behind(&key, &value, renamed)) else { continue };
        let in_tests = kind == Kind::Tests;
        let knows_none = [TESTING, REFEREE].contains(&row.folder);
        let forbidden = knows_none || has(row.tests_must_not, target);
        if in_tests && forbidden && ![TESTING, REFEREE].contains(&target) {
            found.push((key, target, "must not know, even in its tests,"));
        } else if !in_tests && !has(row.may_import, target) {
            found.push((key, target, "must not import"));
        }
    }
    found
}

/// The kind of a dependency.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Build,
    Tests,
}

/// All dependencies of a manifest, including target-specific ones.
fn dependencies(manifest: &Table) -> Vec<(Kind, String, Value)> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let tables = targets.into_iter().flat_map(|t| t.values()).filter_map(Value::as_table);
    let mut found = Vec::new();
    for table in tables.chain([manifest]) {
        for (section, kind) in [
            ("dependencies", Kind::Build),
            ("build-dependencies", Kind::Build),
            ("dev-dependencies", Kind::Tests),
        ] {
            let entries = table.get(section).and_then(Value::as_table);
            let entries = entries.into_iter().flatten();
            found.extend(entries.map(|(key, value)| (kind, key.clone(), value.clone())));
        }
    }
    found
}

/// The package of a dependency: its own `package`, the workspace's, or the key itself.
fn package_behind(key: &str, value: &Value, renamed: &Table) -> String {
    let of = |value: &Value| Some(value.get("package")?.as_str()?.to_owned());
    let shared = || of(renamed.get("workspace")?.get("dependencies")?.get(key)?);
    let inherits = value.get("workspace").is_some();
    of(value).or_else(|| shared().filter(|_| inherits)).unwrap_or_else(|| key.to_owned())
}

/// The line number of a dependency's key.
fn line_of(text: &str, key: &str) -> usize {
    let names = |line: &str| {
        let line = line.trim_start();
        let plain = line.strip_prefix(key);
        plain.is_some_and(|rest| rest.starts_with([' ', '.', '=']))
            || (line.starts_with('[') && line.contains(&format!("dependencies.{key}]")))
    };
    text.lines().position(names).unwrap_or(0) + 1
}

#[cfg(test)]
mod tests {
    use super::check as findings;

    const ROOT: &str = "[workspace.dependencies]\n\
        search = { path = \"crates/search\", package = \"q-search\" }\n\
        dungeon = { path = \"crates/dungeon\", package = \"q-dungeon\" }\n";

    /// `manifest` is what comes after the package's name in the manifest of `folder`.
    fn check(folder: &str, manifest: &str, expect: &[&str]) {
        let mut crates: Vec<_> = [
            "search",
            "level",
            "dungeon",
            "quandary",
            "bindings/web",
            "dev/testing",
            "dev/referee",
        ]
        .iter()
        .map(|f| ((*f).to_owned(), format!("[package]\nname = \"q-{f}\"\n")))
        .collect();
        crates.retain(|(f, _)| f != folder);
        crates.push((folder.to_owned(), format!("[package]\nname = \"q-{folder}\"\n{manifest}")));
        assert_eq!(findings(ROOT, &crates), expect, "{manifest}");
    }

    #[test]
    fn the_table_is_held() {
        check("dungeon", "[dependencies]\nserde = \"1\"\nsearch.workspace = true\n", &[]);
        check(
            "quandary",
            "[dependencies]\nsearch = { workspace = true }\ndungeon.workspace = true",
            &[],
        );
        check(
            "level",
            "[dependencies]\nserde = \"1\"\ndungeon.workspace = true\n",
            &["crates/level/Cargo.toml:5: `level` must not import `dungeon`"],
        );
        check(
            "search",
            "[dependencies.q-level]\npath = \"../level\"\n",
            &["crates/search/Cargo.toml:3: `search` must not import `level`"],
        );
        check(
            "search",
            "[target.'cfg(unix)'.build-dependencies]\nx = { package = \"q-quandary\", path = \"../quandary\" }\n",
            &["crates/search/Cargo.toml:4: `search` must not import `quandary`"],
        );
    }

    #[test]
    fn tests_are_freer_except_the_judges() {
        check("search", "[dev-dependencies]\ndungeon.workspace = true\n", &[]);
        check("level", "[dev-dependencies]\nsearch.workspace = true\n", &[]);
        check(
            "level",
            "[dev-dependencies]\ndungeon.workspace = true\n",
            &["crates/level/Cargo.toml:4: `level` must not know, even in its tests, `dungeon`"],
        );
    }

    #[test]
    fn what_tests_share_knows_no_crate_and_is_for_tests() {
        let shared = "testing = { package = \"q-dev/testing\", path = \"../../dev/testing\" }\n";
        for folder in ["level", "quandary"] {
            check(folder, &format!("[dev-dependencies]\n{shared}"), &[]);
        }
        check(
            "search",
            &format!("[dependencies]\n{shared}"),
            &["crates/search/Cargo.toml:4: `search` must not import `dev/testing`"],
        );
        let referee = "referee = { package = \"q-dev/referee\", path = \"../../dev/referee\" }\n";
        check("level", &format!("[dev-dependencies]\n{referee}"), &[]);
        check(
            "level",
            &format!("[dependencies]\n{referee}"),
            &["crates/level/Cargo.toml:4: `level` must not import `dev/referee`"],
        );
        check(
            "dev/testing",
            "[dependencies]\nsearch.workspace = true\n",
            &["dev/testing/Cargo.toml:4: `dev/testing` must not import `search`"],
        );
        check(
            "dev/testing",
            "[dev-dependencies]\ndungeon.workspace = true\n",
            &[
                "dev/testing/Cargo.toml:4: `dev/testing` must not know, even in its tests, `dungeon`",
            ],
        );
    }

    #[test]
    fn a_crate_without_a_row_is_found() {
        check("maze", "", &["crates/maze/Cargo.toml:1: `maze` has no row"]);
    }

    #[test]
    fn a_manifest_must_be_toml() {
        let found = findings(ROOT, &[("level".to_owned(), "[package".to_owned())]);
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
