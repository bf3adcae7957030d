//! Dependencies of the program that one of its files alone uses must have a reason.

use super::finding::Finding;
use super::scan;
use std::collections::BTreeMap;
use toml::{Table, Value};

/// The manifest of the program, and the folder of its files.
pub(super) const MANIFEST: &str = "crates/quandary/Cargo.toml";
const FILES: &str = "crates/quandary/src/";

/// The direct dependencies, from outside the workspace, that no file or one alone uses and whose line, or the line
/// above, gives no reason. `workspace` is the manifest of the workspace; `files` are the texts by path.
pub(super) fn check(
    workspace: &str,
    manifest: &str,
    files: &BTreeMap<String, String>,
) -> Vec<Finding> {
    let shared = table(workspace, &["workspace", "dependencies"]);
    let ours = |name: &str| shared.get(name).is_some_and(|value| value.get("path").is_some());
    let own = files.iter().filter(|(path, _)| path.starts_with(FILES));
    let codes: Vec<_> = own
        .map(|(path, text)| (path, scan::outside_tests(&scan::code_only(text)).to_owned()))
        .collect();
    let mut findings = Vec::new();
    for name in table(manifest, &["dependencies"]).keys().filter(|name| !ours(name)) {
        let mut users = codes.iter().filter(|(_, code)| uses(code, &name.replace('-', "_")));
        let (user, more) = (users.next(), users.next());
        let line = line_of(manifest, name);
        if more.is_none() && !has_reason(manifest, line) {
            let who = user.map_or("no file", |(path, _)| path.as_str());
            let what = format!("`{name}`, which {who} alone uses, has no reason beside it");
            findings.push(Finding::new(MANIFEST, line + 1, what));
        }
    }
    findings
}

/// The table below a path of keys; empty where there is none.
fn table(text: &str, keys: &[&str]) -> Table {
    let mut at: Table = text.parse().unwrap_or_default();
    for &key in keys {
        at = at.remove(key).and_then(|value| Value::try_into(value).ok()).unwrap_or_default();
    }
    at
}

/// True if code names a crate: at the beginning of a path, or in a `use` of its own.
fn uses(code: &str, name: &str) -> bool {
    scan::words(code, name).any(|at| {
        let before = code[..at].trim_end();
        let starts = !before.ends_with("::") && !before.ends_with('.');
        starts && (code[at + name.len()..].starts_with("::") || before.ends_with("use"))
    })
}

/// The line, from 0, on which a dependency's key stands; the first where it is not found.
fn line_of(manifest: &str, name: &str) -> usize {
    let names =
        |line: &str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '.', '=']));
    let below = manifest.lines().skip_while(|line| *line != "[dependencies]");
    let offset = manifest.lines().count() - below.clone().count();
    below.into_iter().position(names).map_or(0, |at| offset + at)
}

/// True if a line, or the one above, holds a comment.
fn has_reason(manifest: &str, line: usize) -> bool {
    let lines: Vec<_> = manifest.lines().collect();
    let above = line.checked_sub(1).and_then(|above| lines.get(above));
    lines.get(line).is_some_and(|line| line.contains("# "))
        || above.is_some_and(|line| line.starts_with("# "))
}

#[cfg(test)]
mod tests {
    use super::check as findings;

    /// `line` is what stands below `[dependencies]`; `codes` are the files of the program.
    fn check(line: &str, codes: &[&str], expect: &[&str]) {
        let workspace = "[workspace.dependencies]\nlevel = { path = \"crates/level\" }\n";
        let files = codes.iter().enumerate();
        let files = files.map(|(i, code)| (format!("crates/quandary/src/{i}.rs"), (*code).into()));
        let manifest = format!("[dependencies]\n{line}\n");
        let found = findings(workspace, &manifest, &files.collect());
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, expect, "{line} {codes:?}");
    }

    #[test]
    fn a_dependency_of_one_file_gives_its_reason() {
        let alone = |who| {
            format!(
                "crates/quandary/Cargo.toml:2: `a-b`, which {who} alone uses, has no reason beside it"
            )
        };
        let first = alone("crates/quandary/src/0.rs");
        check("a-b = \"1\"", &["use a_b::C;", "use a_b as d;"], &[]);
        check("a-b = \"1\"", &["a_b::f()", "x.a_b; x::a_b::c; a_b"], &[&first]);
        check("a-b.workspace = true", &["use a_b;", "#[cfg(test)]\nmod t { use a_b; }"], &[&first]);
        check("a-b = \"1\"", &[], &[&alone("no file")]);
        check("# Why.\na-b = \"1\"", &["use a_b::C;"], &[]);
        check("a-b = \"1\" # Why.", &["use a_b::C;"], &[]);
        check("level.workspace = true", &["use level::C;"], &[]);
    }
}
